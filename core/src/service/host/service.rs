//! The open service: starting, closing, due work, and access to it.

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

/// An open service. Clones are the same service.
///
/// The service stays open until the last value that uses it is dropped: clones, clients, listings in progress,
/// [transports](Service::transport), its server. That stops the worker and closes the store.
/// [`close`](Service::close) does so at once.
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
        // Credentials may have changed while the service was closed.
        engine.release_replaced_credentials()?;
        engine.restore_calls()?;
        Ok(Service(Arc::new(Handle { engine: Arc::new(engine), default_account, worker: Mutex::new(None) })))
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.0.engine
    }

    /// The account with the name `default`. Every service has it.
    pub fn default_account(&self) -> &AccountId {
        &self.0.default_account
    }

    /// The clock of the service, which its clients use too.
    pub fn clock(&self) -> Arc<dyn Clock> {
        self.engine().clock.clone()
    }

    /// When the next look-up or delivery is due; `None` if nothing is scheduled.
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.engine().next_due()
    }

    /// The credentials that carriers rejected, each with the number of tracking requests that wait for it.
    ///
    /// A suspension is reported to the [observer](super::ServiceBuilder::observer) once. One look-up an hour tries
    /// the credential again. New credentials are used within a minute, or when the service is opened with them.
    pub fn suspended_credentials(&self) -> Result<Vec<CredentialSuspension>> {
        self.engine().suspended_credentials()
    }

    /// The load of each carrier, for each set of credentials: how many tracking requests there are, how often each
    /// can be looked up within the pace of the carrier, and whether that is often enough.
    pub fn carriers_plan(&self) -> Result<Vec<CarrierPlan>> {
        self.engine().carrier_plans()
    }

    /// Does the work that is due now, within the budget. Each item is done once: a retry that becomes due meanwhile
    /// waits for the next call. Calling it too early, twice, or from several threads is harmless.
    ///
    /// Items are done one after the other on the calling thread. A receiver that does not answer blocks it for
    /// [`DeliveryPolicy::timeout`](crate::webhooks::DeliveryPolicy::timeout); after five failures in a row the
    /// receiver is not called for a while. Use a worker if your thread must not be blocked.
    ///
    /// A record that cannot be read is postponed by an hour and reported to the
    /// [observer](super::ServiceBuilder::observer), and so is an item that fails. An error means that the service as
    /// a whole failed. If the store is known to be unable to write, no work is begun.
    pub fn run_due(&self, budget: Budget) -> Result<WorkCounts> {
        self.engine().run_due(budget, &CancelToken::new())
    }

    /// Does every look-up and delivery at the time it is due, until `moment`. That includes what is due now and at
    /// `moment`. It moves a manual clock step by step, so that a test can run through weeks (see the example in
    /// [`clock`](crate::clock)); on any other clock it waits.
    ///
    /// If a carrier, a document reader or an observer moves the clock meanwhile, that counts as time that passed.
    /// Errors are as with [`run_due`](Service::run_due), and [`Cancelled`](crate::error::ErrorKind::Cancelled) if
    /// `cancel` is cancelled. The clock then keeps its present time.
    pub fn run_until(&self, moment: DateTime<Utc>, cancel: &CancelToken) -> Result<WorkCounts> {
        self.engine().run_until(moment, cancel)
    }

    /// A good number of threads for a worker with some hundred receivers and carriers, of which a few do not answer.
    pub const WORKER_THREADS: usize = 32;

    /// Starts a worker, which does work when it is due, until [`stop_worker`](Service::stop_worker). It has at most
    /// `threads` threads, started as they are needed; [`WORKER_THREADS`](Service::WORKER_THREADS) is a good number.
    /// It is an error on a manual clock, and with 0 threads.
    ///
    /// With four or more threads, a quarter is reserved for look-ups and a quarter for deliveries, so that neither
    /// waits for the other. Work for counterparties whose last call failed uses at most a quarter in each. A webhook
    /// gets one delivery at a time, and a carrier at most two look-ups; a receiver or carrier that fails five times
    /// in a row is not called for a while. With one thread, a receiver that does not answer delays everything. After
    /// a failure of the store the worker pauses, for a second at first and a minute at most.
    ///
    /// If a worker is running, this changes nothing, even with another number of threads: stop it first. A worker
    /// that lost a thread, because code of the host program panicked where it could not be caught, is replaced.
    pub fn start_worker(&self, threads: usize) -> Result<()> {
        Worker::check(self.engine(), threads)?;
        let mut worker = self.worker();
        // Checked under the lock of the worker: `close` closes the engine first and stops the worker after that.
        self.engine().check_open()?;
        let broken = worker.take_if(|worker| !worker.has_all_threads());
        if worker.is_none() {
            *worker = Some(Worker::start(&self.0.engine, threads)?);
        }
        drop(worker);
        // Dropped without the lock: dropping waits for the threads, and code on them may call the service.
        drop(broken);
        Ok(())
    }

    /// Stops the worker: cancels calls that wait, and returns when its threads have ended. Does nothing if there is
    /// no worker.
    pub fn stop_worker(&self) {
        let worker = self.worker().take();
        // Dropped without the lock, for the same reason as above.
        drop(worker);
    }

    /// Calls `wake` whenever work was added or done, so that [`next_due`](Self::next_due) or [`events`](Self::events)
    /// may return something new. Use it to wake the loop of a program that calls [`run_due`](Self::run_due).
    ///
    /// It is called on the thread on which the change happened, without a lock; it should only wake the loop.
    /// Functions that were added before are still called, until the service is closed or they are
    /// [stopped](OnWake::stop). If `wake` panics, that is reported to the observer; the change itself is not
    /// affected.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) -> OnWake {
        self.engine().wake.register(Arc::new(wake))
    }

    /// Closes the service: stops the worker, waits for running transactions, closes the store and releases the file.
    /// From then on every call, also of clones, clients and listings, returns
    /// [`Closed`](crate::error::ErrorKind::Closed), and calls that wait return it at once. Closing again changes
    /// nothing.
    ///
    /// The result of a look-up or delivery that another thread is doing is not stored. It is due again when the store
    /// is opened the next time.
    pub fn close(&self) -> Result<()> {
        self.engine().close();
        self.stop_worker();
        // A failure to save must not prevent closing.
        let _ = self.engine().save_calls();
        self.engine().store.close()
    }

    /// A transport for requests to the service as `account`, without an API key and rate limits, for the program that
    /// opened it. Its error documents contain internal details.
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
    let problem = "this path does not accept a streamed body: only uploads of files do";
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
