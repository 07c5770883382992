//! A running service, and the ways into it.

use std::sync::{Arc, Mutex, MutexGuard};

use chrono::{DateTime, Utc};

use crate::clock::{CancelToken, Cancelled, Clock};
use crate::error::Result;
use crate::http::{Call, ExchangePhase, Failure, Request, Response, Stream, Transport, TransportError};
use crate::resources::AccountId;
use crate::service::engine::base::accounts::ensure_default_account;
use crate::service::engine::base::budget::{Budget, WorkCounts};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::wake::OnWake;
use crate::service::engine::credentials::carrier_credentials::CredentialSuspension;
use crate::service::engine::schedule::carrier_plan::CarrierPlan;
use crate::service::engine::schedule::worker::Worker;
use crate::service::routes::{self, Caller};
use crate::threads::lock;

/// A running service. Clones are the same service.
///
/// It stays open as long as anything that leads into it is alive: a clone, a client made from it, a listing that a
/// client has begun, its [`transport`](Service::transport), its server. The last one to go stops the worker and closes
/// the store. [`close`](Service::close) does so at once, whatever is still alive.
#[derive(Clone)]
pub struct Service(Arc<Handle>);

struct Handle {
    engine: Arc<Engine>,
    default_account: AccountId,
    worker: Mutex<Option<Worker>>,
}

impl Service {
    pub(super) fn new(engine: Engine) -> Result<Self> {
        let default_account = ensure_default_account(&engine)?;
        engine.load_credentials()?;
        // They may have changed since the service was closed.
        engine.release_replaced_credentials()?;
        engine.restore_calls()?;
        Ok(Service(Arc::new(Handle { engine: Arc::new(engine), default_account, worker: Mutex::new(None) })))
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.0.engine
    }

    /// The account a service has from the start, named `default`.
    pub fn default_account(&self) -> &AccountId {
        &self.0.default_account
    }

    /// The service's clock. Its clients tell time by it too.
    pub fn clock(&self) -> Arc<dyn Clock> {
        self.engine().clock.clone()
    }

    /// When the next look-up or delivery is due; `None` when nothing is.
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.engine().next_due()
    }

    /// The credentials that carriers refuse, each with what waits for it. It is told once to the
    /// [observer](super::ServiceBuilder::observer) when one is set aside; one look-up an hour tries it again, and others in its place
    /// are used within a minute, or when the service is opened with them.
    pub fn suspended_credentials(&self) -> Result<Vec<CredentialSuspension>> {
        self.engine().suspended_credentials()
    }

    /// What each carrier is to be asked for with each set of credentials: how many tracking requests there are, how often each can be
    /// asked for within its pace, and whether that suffices.
    pub fn carriers_plan(&self) -> Result<Vec<CarrierPlan>> {
        self.engine().carrier_plans()
    }

    /// Does the work that is due now, within the budget, each item once: a next try that falls due meanwhile waits for
    /// the next call. Calling it too early, twice, or from several threads is harmless.
    ///
    /// Items are done one after the other on the calling thread. A receiver that does not answer blocks it for
    /// [`DeliveryPolicy::timeout`](crate::webhooks::DeliveryPolicy::timeout); after five failures in a row the receiver is not
    /// called for a while. A loop that must not be blocked uses a worker instead.
    ///
    /// A row of the store that cannot be read is put off by an hour and told to the [observer](super::ServiceBuilder::observer),
    /// and so is an item that fails by itself; an error is one of the service as a whole, and nothing was begun if the store
    /// was known not to take it.
    pub fn run_due(&self, budget: Budget) -> Result<WorkCounts> {
        self.engine().run_due(budget, &CancelToken::new())
    }

    /// Lets time pass until a moment, doing every look-up and delivery when it falls due, what is due now and at that moment
    /// included. A clock that is moved by hand it moves there, step by step: so a test, or a rehearsal, lives through weeks
    /// ([`clock`](crate::clock) has an example). On any other clock it waits.
    ///
    /// What a carrier, an extractor or an observer does to the clock meanwhile counts as time that passed. An error is one of
    /// the service as a whole, as with [`run_due`](Service::run_due), and [`Cancelled`](crate::error::ErrorKind::Cancelled) when
    /// `cancel` says so; the clock then stands where it stood at that time.
    pub fn run_until(&self, moment: DateTime<Utc>, cancel: &CancelToken) -> Result<WorkCounts> {
        self.engine().run_until(moment, cancel)
    }

    /// How many threads a worker has that is good for a host with some hundred receivers and carriers, a few of which
    /// hang.
    pub const WORKER_THREADS: usize = 32;

    /// Starts a worker of at most so many threads, which do due work as it falls due, until
    /// [`stop_worker`](Service::stop_worker); [`WORKER_THREADS`](Service::WORKER_THREADS) is a good number. They are started
    /// as they are needed: one of them looks for work, the others wait for receivers and carriers. Refused on a manual
    /// clock, where nothing falls due by itself, and without threads.
    ///
    /// From four threads on a quarter of them is kept for look-ups, and a quarter for deliveries, so that neither waits for
    /// the other; and those that failed last take up a quarter with each at most. One webhook is sent one delivery at a time,
    /// one carrier is asked twice at a time at most, and a receiver or carrier that fails five times in a row is not called for a
    /// while. A worker of one thread waits for every receiver that hangs. After a failure of
    /// the store it pauses, for a second at first and a minute at most.
    ///
    /// While a worker runs this changes nothing, also when another number of threads is asked for: stop it first. A
    /// worker of which a thread has ended, because a part of the host's panicked where it could not be caught, is
    /// replaced.
    pub fn start_worker(&self, threads: usize) -> Result<()> {
        Worker::check(self.engine(), threads)?;
        let mut worker = self.worker();
        // Under the lock of the worker: a service that is being closed stops the worker first.
        self.engine().check_open()?;
        let broken = worker.take_if(|worker| !worker.has_all_threads());
        if worker.is_none() {
            *worker = Some(Worker::start(&self.0.engine, threads)?);
        }
        drop(worker);
        // Outside of the lock: it waits for its threads, and what runs on them may call the service.
        drop(broken);
        Ok(())
    }

    /// Stops the worker threads after what they are doing, cancelling calls that wait. Does nothing when none run.
    pub fn stop_worker(&self) {
        let worker = self.worker().take();
        // Outside of the lock, for the same reason as above.
        drop(worker);
    }

    /// Has `wake` called whenever something happened that a host driving the service wants to know: work came in or was
    /// done, so that [`next_due`](Self::next_due) or [`events`](Self::events) may answer otherwise than before. It is
    /// called on the thread where it happened, with nothing locked; it should do no more than wake the host's own loop.
    /// Whoever was to be called before is called as well, until the service is closed or it is [stopped](OnWake::stop). When
    /// `wake` panics the observer is told of it: what woke it has happened all the same.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) -> OnWake {
        self.engine().wake.register(Arc::new(wake))
    }

    /// Closes the service: stops the worker, waits for what is in a transaction, closes the store and frees its lock,
    /// whatever still leads into the service. From then on every call, also of its clones, clients and listings, answers
    /// [`Closed`](crate::error::ErrorKind::Closed); who waits for events or for a request is woken and told so. Closing
    /// again changes nothing.
    ///
    /// A look-up or a delivery that another thread is in the middle of is not written down; it is due again when the
    /// store is opened the next time.
    pub fn close(&self) -> Result<()> {
        self.engine().close();
        self.stop_worker();
        // A failure must not prevent closing.
        let _ = self.engine().save_calls();
        self.engine().store.close()
    }

    /// The way into the service as `account`, without a key and without limits: for the process that opened it. What
    /// goes wrong inside is told in full here.
    pub fn transport(&self, account: &AccountId) -> Result<Arc<dyn Transport>> {
        self.engine().reading_for(account, |_| Ok(()))?;
        Ok(self.host_transport(account))
    }

    pub(crate) fn host_transport(&self, account: &AccountId) -> Arc<dyn Transport> {
        Arc::new(HostTransport { service: self.clone(), caller: Caller::host(account.clone()) })
    }

    fn worker(&self) -> MutexGuard<'_, Option<Worker>> {
        lock(&self.0.worker)
    }
}

impl Transport for Service {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        Ok(routes::answer(self.engine(), None, &request, call))
    }

    fn send_stream(&self, request: Request, body: Stream<'_>, call: &Call) -> Result<Response, TransportError> {
        send_stream(self, request, body, call)
    }

    fn reject_early(&self, head: &Request) -> Option<Response> {
        routes::reject_early(self.engine(), head)
    }

    fn accepts_stream(&self, head: &Request) -> bool {
        routes::accepts_stream(head)
    }

    fn is_brief(&self, request: &Request) -> bool {
        routes::is_brief(request)
    }

    fn is_embedded(&self) -> bool {
        true
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.engine().pause(until, cancel)
    }
}

debug_fields!(Service);

fn send_stream(service: &Service, request: Request, body: Stream<'_>, _: &Call) -> Result<Response, TransportError> {
    if routes::accepts_stream(&request) {
        return Ok(routes::answer_stream(service.engine(), &request, body));
    }
    let problem = "only the bytes of a file are read while they come";
    Err(TransportError::new(Failure::Malformed, ExchangePhase::Prepare, problem))
}

struct HostTransport {
    service: Service,
    caller: Caller,
}

impl Transport for HostTransport {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        Ok(routes::answer(self.service.engine(), Some(&self.caller), &request, call))
    }

    fn send_stream(&self, request: Request, body: Stream<'_>, call: &Call) -> Result<Response, TransportError> {
        send_stream(&self.service, request, body, call)
    }

    fn accepts_stream(&self, head: &Request) -> bool {
        routes::accepts_stream(head)
    }

    fn is_brief(&self, request: &Request) -> bool {
        routes::is_brief(request)
    }

    fn is_embedded(&self) -> bool {
        true
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.service.pause(until, cancel)
    }
}
