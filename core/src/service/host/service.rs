//! [`Service`]: an open service. Processes due work, starts and stops workers, closes the service.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::clock::{CancelToken, Cancelled, Clock};
use crate::error::Result;
use crate::http::{
    Call, ExchangePhase, Failure, Handler, Request, Response, ResponseInPieces, Stream, StreamReceiver, Transport,
    TransportError,
};
use crate::resources::AccountId;
use crate::service::engine::base::accounts::ensure_default_account;
use crate::service::engine::base::budget::{Budget, WorkCounts};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::log_entry::LogEntry;
use crate::service::engine::base::log_line::LogLevel;
use crate::service::engine::base::wake::OnWake;
use crate::service::engine::credentials::carrier_credentials::CredentialSuspension;
use crate::service::engine::schedule::carrier_plan::CarrierPlan;
use crate::service::engine::schedule::worker::Worker;
use crate::service::routes::{self, Caller};
use crate::threads::{Thread, lock};

/// An open service. Clones refer to the same service.
///
/// The service stays open until the last value that uses it is dropped: clones, clients, listings in progress,
/// [transports](Service::transport), its server. Then the worker is stopped and the store is closed, as by
/// [`close`](Service::close), which does this immediately.
#[derive(Clone)]
pub struct Service(Arc<Handle>);

struct Handle {
    engine: Arc<Engine>,
    default_account: AccountId,
    worker: Mutex<Option<Worker>>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        let worker = self.worker.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if worker.is_some_and(|worker| !worker.stop(Service::CLOSE_TIMEOUT)) {
            // The abandoned threads keep the engine, which would keep the file.
            self.engine.close();
            report_abandoned(&self.engine);
            let _ = self.engine.store.close();
        }
    }
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

    /// The clock of the service. Its clients use the same clock.
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
    /// can be looked up within the limits of the carrier, and whether that is as often as the schedule requires.
    pub fn carriers_plan(&self) -> Result<Vec<CarrierPlan>> {
        self.engine().carrier_plans()
    }

    /// Processes the work that is due now, within the budget. Each item is processed once. A retry that becomes due during
    /// the call waits for the next call. It is safe to call this method too early, twice, or from several threads.
    ///
    /// Items are processed one after the other on the calling thread. A receiver that does not answer blocks it for
    /// [`DeliveryPolicy::timeout`](crate::webhooks::DeliveryPolicy::timeout); after five failures in a row the
    /// receiver is not called for a while. Use a worker if your thread must not be blocked.
    ///
    /// If an item fails, or its record cannot be read, it is postponed by an hour and reported to the
    /// [observer](super::ServiceBuilder::observer). This method returns an error only if the service as a whole failed. If
    /// the store rejects writes, no work is begun.
    pub fn run_due(&self, budget: Budget) -> Result<WorkCounts> {
        self.engine().run_due(budget, &CancelToken::new())
    }

    /// Processes every look-up and delivery at the time when it is due, until `moment`, including work that is due now or
    /// at `moment`. On a manual clock, this method moves the clock from one due time to the next, so that a test can
    /// simulate weeks (see the example in [`clock`](crate::clock)). On any other clock it waits.
    ///
    /// A carrier, a document reader or an observer may move the clock during the call. Fails like
    /// [`run_due`](Service::run_due), and with [`Cancelled`](crate::error::ErrorKind::Cancelled) if `cancel` is cancelled.
    /// After an error, the clock has the time that it has reached.
    pub fn run_until(&self, moment: DateTime<Utc>, cancel: &CancelToken) -> Result<WorkCounts> {
        self.engine().run_until(moment, cancel)
    }

    /// A number of threads that is suitable for a worker with some hundred receivers and carriers, of which a few do not answer.
    pub const WORKER_THREADS: usize = 32;

    /// Starts a worker: threads that process work when it is due, until [`stop_worker`](Service::stop_worker) is called. The
    /// worker makes up to `threads` look-ups of one account, up to twice as many of several accounts, and up to `threads` deliveries
    /// (at least four) at the same time. Threads are started when they are needed; [`WORKER_THREADS`](Service::WORKER_THREADS) is a good number. Fails if `threads` is 0, or if the service
    /// has a manual clock: call [`run_until`](Service::run_until) then.
    ///
    /// Look-ups, deliveries and readings of documents share no threads, so that none waits for the others. Two more threads read uploaded
    /// documents, one of each account at a time. An account uses at most as many threads
    /// as it leaves to others, so carriers or receivers of one account that do not answer delay no other account. Carriers
    /// whose last call failed use at most a quarter of the threads; so do receivers, and so does a source that answers for several
    /// carriers. A webhook gets one delivery at a time, and a carrier at most two look-ups; accounts take turns at a carrier. A receiver or
    /// carrier that fails five times in a row is not called for a while. If a host (with its port) does not answer an account five times in a
    /// row, the webhooks there whose last delivery failed get one delivery at a time. After a failure of the store, the worker pauses for a second, and for up to a minute after further failures.
    ///
    /// If a worker is running, this call has no effect, even with a different number of threads: stop the worker first. A
    /// worker that lost a thread, because code of the host program ended the thread, is replaced.
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
        // Stopped without the lock: this waits for the threads, and code on them may call the service.
        broken.map(|worker| worker.stop(Duration::MAX));
        Ok(())
    }

    /// Stops the worker: cancels calls in progress, and returns when the threads of the worker have ended, however long code
    /// of the host program takes. Does nothing if there is no worker.
    pub fn stop_worker(&self) {
        self.stop_worker_within(Duration::MAX);
    }

    fn stop_worker_within(&self, timeout: Duration) -> bool {
        let worker = self.worker().take();
        // Stopped without the lock, for the same reason as above.
        worker.is_none_or(|worker| worker.stop(timeout))
    }

    /// Registers `wake` to be called whenever work was added or processed, so that [`next_due`](Self::next_due) or [`events`](Self::events)
    /// may return something new. Use it to wake the loop of a program that calls [`run_due`](Self::run_due).
    ///
    /// `wake` is called on the thread on which the change happened, with no lock held. It should only wake the loop.
    /// Functions that were registered before are still called, until the service is closed or they are
    /// [stopped](OnWake::stop). A panic of `wake` is reported to the observer and does not affect the change.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) -> OnWake {
        self.engine().wake.register(Arc::new(wake))
    }

    /// How long [`close`](Service::close) waits for code of the host program: 10 seconds.
    pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

    /// Closes the service: ends the reader processes, stops the worker, waits for running transactions, closes the store and releases the file.
    /// After that, every call fails with [`Closed`](crate::error::ErrorKind::Closed), including calls of clones, clients and
    /// listings; calls that wait fail immediately. Closing a closed service has no effect.
    ///
    /// The results of look-ups and deliveries that are in progress on other threads are not stored. This work is due again
    /// when the store is opened the next time.
    ///
    /// Carriers, document readers and observers that run on threads of the worker get [`CLOSE_TIMEOUT`](Self::CLOSE_TIMEOUT)
    /// to return; see [`close_within`](Self::close_within).
    pub fn close(&self) -> Result<()> {
        self.close_within(Self::CLOSE_TIMEOUT)
    }

    /// Like [`close`](Self::close), but waits for at most `timeout` until code of the host program on threads of the worker
    /// returns.
    ///
    /// After that, the service is closed without it: a warning in the log names the carriers, and the file is released. The code
    /// keeps its thread and everything that it captured until it returns. Its answer is ignored, and what it calls fails with
    /// [`Closed`](crate::error::ErrorKind::Closed).
    pub fn close_within(&self, timeout: Duration) -> Result<()> {
        self.engine().close();
        self.engine().built_in_reader.close();
        if !self.stop_worker_within(timeout) {
            report_abandoned(&self.0.engine);
        }
        // A failure to save must not prevent closing.
        let _ = self.engine().save_calls();
        self.engine().store.close()
    }

    /// A transport for requests of the host program as `account`. They need no API key and have no rate limits. Its error
    /// documents contain internal details.
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

    fn is_embedded(&self) -> bool {
        true
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.engine().pause(until, cancel)
    }
}

impl Handler for Service {
    fn answer(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        self.send(request, call)
    }

    fn reject_early(&self, head: &Request) -> Option<Response> {
        routes::reject_early(self.engine(), head)
    }

    fn account_number(&self, head: &Request) -> u128 {
        routes::account_number(self.engine(), head)
    }

    fn accepts_stream(&self, head: &Request) -> bool {
        routes::accepts_stream(head)
    }

    fn receive_stream(&self, head: &Request, length: u64) -> Result<Box<dyn StreamReceiver>, Response> {
        routes::receive_stream(Arc::clone(&self.0.engine), head, length)
    }

    fn answer_in_pieces(&self, request: &Request) -> Option<ResponseInPieces> {
        routes::answer_in_pieces(&self.0.engine, request)
    }

    fn is_brief(&self, request: &Request) -> bool {
        routes::is_brief(request)
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

/// How long closing waits for the observer, which may be the code that does not return.
const MAX_REPORT: Duration = Duration::from_secs(1);

/// Writes a warning about threads that were abandoned in code of the host program.
fn report_abandoned(engine: &Arc<Engine>) {
    let carriers: Vec<String> = engine.claims.called_carriers().into_iter().filter(|scac| !scac.is_empty()).collect();
    let place = if carriers.is_empty() { String::new() } else { format!(" (look-ups at {})", carriers.join(", ")) };
    let message = format!(
        "the service was closed although code of the host program still runs on its threads{place}: its answers are \
         ignored, and the work is due again when the service is opened"
    );
    let engine = Arc::clone(engine);
    let reporting = Thread::start("shiptrack-close".to_owned(), move || {
        engine.log(&LogEntry::new(LogLevel::Warn, ("closing", ""), message));
    });
    let _ = reporting.map(|thread| thread.join_within(MAX_REPORT));
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

    fn is_embedded(&self) -> bool {
        true
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.service.pause(until, cancel)
    }
}
