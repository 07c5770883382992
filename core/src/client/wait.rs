//! Waits for a tracking request, in looks and pauses that the caller may also go through itself.

use std::sync::Arc;
use std::time::Duration;

use super::{Client, Fetched, TrackingRequests};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, ReadableDuration, Result};
use crate::resources::{RequestStatus, TrackingRequest, TrackingRequestId};
use crate::time::{saturating_add, time_delta};

/// Doubled for each look. Test numbers and a service in this process are quick.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

const FAILED_LOOKS: u32 = 3;

const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

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

debug_fields!(Wait: timeout, poll);

/// A wait under way, look by look: for a host that lets time pass itself, such as an event loop.
///
/// [`TrackingRequests::wait`] is a look, the pause it asks for, and again a look.
#[must_use = "it waits look by look"]
pub struct WaitHandle {
    client: Client,
    id: TrackingRequestId,
    wait: Wait,
    ends: Duration,
    pause: Duration,
    failed_looks: u32,
    seen: Option<String>,
}

/// What a look came to.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it is matched at once")]
pub enum WaitProgress {
    /// What was waited for.
    Reached(Fetched<TrackingRequest>),
    /// Not yet: look again after this pause.
    Pending(Duration),
}

impl WaitHandle {
    pub(super) fn new(client: &Client, id: TrackingRequestId, wait: Wait) -> Self {
        let cancel = wait.cancel.clone().unwrap_or_else(|| client.cancel_token().clone());
        let ends = client.clock().monotonic().saturating_add(wait.timeout);
        // Every look keeps to its own time-out, and to the end of the wait.
        let ends = client.until.map_or(ends, |until| until.min(ends));
        let until = if wait.timeout.is_zero() { client.until } else { Some(ends) };
        let client = Client { until, ..client.with_cancel(cancel) };
        let pause = FIRST_PAUSE.min(wait.poll);
        WaitHandle { client, id, wait, ends, pause, failed_looks: 0, seen: None }
    }

    /// Looks once. An error of kind [`Timeout`](ErrorKind::Timeout) says that the time of the wait is over.
    pub fn look(&mut self) -> Result<WaitProgress> {
        if let Some(seen) = &self.seen
            && self.client.clock().monotonic() >= self.ends
        {
            let problem =
                format!("tracking request {} is still {seen} after {}", self.id, ReadableDuration(self.wait.timeout));
            return Err(Error::new(ErrorKind::Timeout, problem));
        }
        let looked = TrackingRequests::new(&self.client).get(&self.id);
        if let (Ok(request), Some(look)) = (&looked, &self.wait.look) {
            look(request);
        }
        let seen = match looked {
            Ok(request) if self.wait.end.is_reached(&request) => return Ok(WaitProgress::Reached(request)),
            Ok(request) => {
                self.failed_looks = 0;
                request.status.to_string()
            }
            Err(error) if error.is_retryable() && self.failed_looks + 1 < FAILED_LOOKS => {
                self.failed_looks += 1;
                format!("not to be seen ({error})")
            }
            Err(error) => return Err(error),
        };
        self.seen = Some(seen);
        let left = self.ends.saturating_sub(self.client.clock().monotonic());
        let pause = self.pause.min(left);
        self.pause = self.pause.saturating_mul(2).min(self.wait.poll);
        Ok(WaitProgress::Pending(pause))
    }

    /// Lets so much time pass. An embedded service does its due work meanwhile, and a manual clock is moved.
    pub fn pause(&self, pause: Duration) -> Result<()> {
        let moment = saturating_add(self.client.clock().now(), time_delta(pause));
        let paused = self.client.shared.transport.pause(moment, self.client.cancel_token());
        paused.map_err(|_| Error::from(ErrorKind::Cancelled))
    }
}

debug_fields!(WaitHandle: id, wait);

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
        let mut waiting = self.start_wait(id, wait);
        loop {
            match waiting.look()? {
                WaitProgress::Reached(request) => return Ok(request),
                WaitProgress::Pending(pause) => waiting.pause(pause)?,
            }
        }
    }

    /// Begins to [wait](Self::wait) without blocking: its time runs from now, and whoever holds it looks.
    pub fn start_wait(&self, id: &TrackingRequestId, wait: Wait) -> WaitHandle {
        WaitHandle::new(self.client, id.clone(), wait)
    }
}
