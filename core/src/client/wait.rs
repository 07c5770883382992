//! Waiting until a tracking request is settled, or answered at least.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::tracking_requests::TrackingRequests;
use super::waiting::{Looked, Waiting};
use super::{Client, Fetched};
use crate::clock::CancelToken;
use crate::error::Result;
use crate::resources::{RequestStatus, TrackingRequest, TrackingRequestId};

/// The shortest pause: nobody is asked without pause.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// Is shown what was looked at.
type Look = Arc<dyn Fn(&TrackingRequest) + Send + Sync>;

/// How long to wait for a tracking request, and how often to look.
#[derive(Clone)]
#[must_use = "it is handed to `wait`"]
pub struct Wait {
    pub(super) end: End,
    pub(super) timeout: Duration,
    pub(super) poll: Duration,
    cancel: Option<CancelToken>,
    pub(super) look: Option<Look>,
}

/// What is waited for.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    Settled,
    Answered,
}

impl End {
    pub(super) fn is_reached(self, request: &TrackingRequest) -> bool {
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
    /// A request that is not there in time is an error of kind [`Timeout`](crate::ErrorKind::Timeout); it goes on living.
    ///
    /// On a manual clock the wait moves the clock from one look to the next, five seconds each: a day is 17 280 looks.
    /// To get through long stretches, move the clock to [`Service::next_due`](crate::Service::next_due) and let
    /// [`Service::settle`](crate::Service::settle) do what is due there; [`clock`](crate::clock) shows how.
    pub fn wait(&self, id: &TrackingRequestId, wait: Wait) -> Result<Fetched<TrackingRequest>> {
        let mut waiting = self.waiting(id, wait);
        loop {
            match waiting.look()? {
                Looked::Reached(request) => return Ok(request),
                Looked::After(pause) => waiting.pause(pause)?,
            }
        }
    }

    /// Begins to [wait](Self::wait) without blocking: its time runs from now, and whoever holds it looks.
    pub fn waiting(&self, id: &TrackingRequestId, wait: Wait) -> Waiting {
        let cancel = wait.cancel.clone().unwrap_or_else(|| self.client.cancel_token().clone());
        let ends = self.client.clock().monotonic().saturating_add(wait.timeout);
        // Every look keeps to its own time-out, and to the end of the wait.
        let ends = self.client.until.map_or(ends, |until| until.min(ends));
        // A wait of no time has one look all the same.
        let until = if wait.timeout.is_zero() { self.client.until } else { Some(ends) };
        let client = Client { until, ..self.client.with_cancel(cancel) };
        Waiting::new(client, id.clone(), wait, ends)
    }
}
