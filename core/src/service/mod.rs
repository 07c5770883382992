//! The tracking service inside this process.
//!
//! [`Service::send`](crate::http::Transport::send) is the router: the client in this process, the HTTP server and a host's
//! own web framework reach exactly the same code. Work that falls due (look-ups, deliveries) is done by
//! [`run_due`](Service::run_due) or by the worker threads.

mod accounts;
mod authority;
mod builder;
mod claims;
mod deliveries;
mod engine;
mod extract;
mod feed;
mod follow;
mod key;
mod look_ups;
mod mail;
mod notices;
mod reply;
mod router;
mod routes;
mod sequence;
mod tellings;
mod wake;
mod work;
mod worker;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};

use crate::clock::{CancelToken, Cancelled, Clock};
use crate::error::Result;
use crate::http::{Call, Request, Response, Transport, TransportError};
use crate::resources::AccountId;

use authority::Authority;
pub use builder::ServiceBuilder;
use engine::Engine;
pub use extract::{ContainerNumbers, Extraction, Extractor, Source};
pub use feed::FeedEvent;
pub use key::{ApiKey, NewKey};
pub use mail::Ingested;
pub use work::{Budget, Done};
use worker::Worker;

/// A running service. Clones are the same service; the last one to go stops the worker and closes the store.
#[derive(Clone)]
pub struct Service(Arc<Handle>);

struct Handle {
    engine: Arc<Engine>,
    default_account: AccountId,
    worker: Mutex<Option<Worker>>,
}

impl Service {
    /// The service over its parts. The account `default` is made when there is none.
    fn new(engine: Engine) -> Result<Self> {
        let default_account = accounts::ensure_default(&engine)?;
        Ok(Service(Arc::new(Handle { engine: Arc::new(engine), default_account, worker: Mutex::new(None) })))
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.0.engine
    }

    /// The service's clock. Its clients tell time by it too.
    pub fn clock(&self) -> Arc<dyn Clock> {
        self.engine().clock.clone()
    }

    /// When the next look-up or delivery is due; `None` when nothing is.
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.engine().next_due()
    }

    /// Does the work that is due now, within the budget. Calling it too early, twice, or from several threads is
    /// harmless.
    pub fn run_due(&self, budget: Budget) -> Result<Done> {
        self.engine().run_due(budget, &CancelToken::new())
    }

    /// Starts threads that do due work as it falls due. Refused on a manual clock, where nothing falls due by itself.
    pub fn start_worker(&self, threads: usize) -> Result<()> {
        let mut worker = self.0.worker.lock().unwrap_or_else(PoisonError::into_inner);
        if worker.is_none() {
            *worker = Some(Worker::start(&self.0.engine, threads)?);
        }
        Ok(())
    }

    /// Stops the worker threads after what they are doing, cancelling calls that wait. Does nothing when none run.
    pub fn stop_worker(&self) {
        drop(self.0.worker.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Has `wake` called whenever something happened that a host driving the service wants to know: work came in or was
    /// done, so that [`next_due`](Self::next_due) or [`events`](Self::events) may answer otherwise than before. It is
    /// called on the thread where it happened, with nothing locked; it should do no more than wake the host's own loop.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) {
        self.engine().wake.call(Arc::new(wake));
    }

    /// The way into the service as `account`, without a key and without limits: for the process that opened it.
    pub fn transport(&self, account: &AccountId) -> Arc<dyn Transport> {
        Arc::new(HostTransport { service: self.clone(), authority: Authority::host(account.clone()) })
    }
}

impl Transport for Service {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        Ok(router::answer(self.engine(), None, &request, call))
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.engine().pause(until, cancel)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

/// The service as the process that opened it reaches it.
struct HostTransport {
    service: Service,
    authority: Authority,
}

impl Transport for HostTransport {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        Ok(router::answer(self.service.engine(), Some(&self.authority), &request, call))
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.service.pause(until, cancel)
    }
}
