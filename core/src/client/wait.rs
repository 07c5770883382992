//! Waiting until a tracking request is settled, or answered at least.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::tracking_requests::TrackingRequests;
use super::{Client, Fetched};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Readable, Result};
use crate::resources::{RequestStatus, TrackingRequest, TrackingRequestId};
use crate::time::{later, span};

/// The first pause between two looks; they double from here. Test numbers and a service in this process are quick.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The shortest pause: nobody is asked without pause.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// How many looks in a row may fail in a way that passes.
const FAILED_LOOKS: u32 = 3;

/// Is shown what was looked at.
type Look = Arc<dyn Fn(&TrackingRequest) + Send + Sync>;

/// How long to wait for a tracking request, and how often to look.
#[derive(Clone)]
#[must_use = "it is handed to `wait`"]
pub struct Wait {
    end: End,
    timeout: Duration,
    poll: Duration,
    cancel: Option<CancelToken>,
    look: Option<Look>,
}

/// What is waited for.
#[derive(Debug, Clone, Copy)]
enum End {
    Settled,
    Answered,
}

impl End {
    fn is_reached(self, request: &TrackingRequest) -> bool {
        match self {
            End::Settled => request.is_settled(),
            End::Answered => request.is_settled() || request.status == RequestStatus::AwaitingManifest,
        }
    }
}

impl Wait {
    /// Waits until the request is created, failed or stopped: for five minutes, looking every five seconds (more often
    /// at first).
    ///
    /// A number the carrier has no data for yet is `awaiting_manifest` for up to seven days, and not settled: waiting
    /// for it blocks for the whole time-out. [`until_answered`](Wait::until_answered) ends there.
    pub fn until_settled() -> Self {
        Wait {
            end: End::Settled,
            timeout: Duration::from_secs(300),
            poll: Duration::from_secs(5),
            cancel: None,
            look: None,
        }
    }

    /// Waits until the carrier has answered in any way: [settled](Wait::until_settled), or awaiting a manifest. What comes
    /// of a request that awaits one is told by an event, days later.
    pub fn until_answered() -> Self {
        Wait { end: End::Answered, ..Wait::until_settled() }
    }

    /// Waits this long at most: no time at all is one look.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Looks this often. Every look counts against the rate allowance.
    pub fn poll(mut self, every: Duration) -> Self {
        self.poll = every.max(SHORTEST_PAUSE);
        self
    }

    /// Stops waiting when `cancel` says so.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Shows `look` the request every time it is looked at, settled or not.
    pub fn progress(mut self, look: impl Fn(&TrackingRequest) + Send + Sync + 'static) -> Self {
        self.look = Some(Arc::new(look));
        self
    }
}

impl fmt::Debug for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait").field("timeout", &self.timeout).field("poll", &self.poll).finish_non_exhaustive()
    }
}

impl TrackingRequests<'_> {
    /// Waits until a request is [settled](Wait::until_settled) or [answered](Wait::until_answered), as `wait` says. An
    /// embedded service does its due work meanwhile.
    ///
    /// A request that is not there in time is an error of kind [`Timeout`](ErrorKind::Timeout); it goes on living.
    ///
    /// On a manual clock the wait moves the clock from one look to the next, five seconds each: a day is 17 280 looks.
    /// To get through long stretches, move the clock to [`Service::next_due`](crate::Service::next_due) and let
    /// [`Service::settle`](crate::Service::settle) do what is due there; [`clock`](crate::clock) shows how.
    pub fn wait(&self, id: &TrackingRequestId, wait: Wait) -> Result<Fetched<TrackingRequest>> {
        let cancel = wait.cancel.clone().unwrap_or_else(|| self.client.cancel_token().clone());
        let ends = self.client.clock().monotonic().saturating_add(wait.timeout);
        // Every look keeps to its own time-out, and to the end of the wait.
        let ends = self.client.until.map_or(ends, |until| until.min(ends));
        // A wait of no time has one look all the same.
        let until = if wait.timeout.is_zero() { self.client.until } else { Some(ends) };
        let client = Client { until, ..self.client.with_cancel(cancel) };
        let (mut pause, mut failed_looks) = (FIRST_PAUSE.min(wait.poll), 0);
        loop {
            let looked = TrackingRequests::new(&client).get(id);
            if let (Ok(request), Some(look)) = (&looked, &wait.look) {
                look(request);
            }
            let status = match looked {
                Ok(request) if wait.end.is_reached(&request) => return Ok(request),
                Ok(request) => {
                    failed_looks = 0;
                    request.status.to_string()
                }
                Err(error) if error.is_retryable() && failed_looks + 1 < FAILED_LOOKS => {
                    failed_looks += 1;
                    format!("not to be seen ({error})")
                }
                Err(error) => return Err(error),
            };
            let left = ends.saturating_sub(client.clock().monotonic());
            let moment = later(client.clock().now(), span(pause.min(left)));
            let paused = client.shared.transport.pause(moment, client.cancel_token());
            paused.map_err(|_| Error::from(ErrorKind::Cancelled))?;
            if client.clock().monotonic() >= ends {
                let problem = format!("tracking request {id} is still {status} after {}", Readable(wait.timeout));
                return Err(Error::new(ErrorKind::Timeout, problem));
            }
            pause = pause.saturating_mul(2).min(wait.poll);
        }
    }
}
