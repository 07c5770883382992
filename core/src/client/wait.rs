//! Waits for a tracking request, blocking or in steps of the caller.

use std::sync::Arc;
use std::time::Duration;

use super::{Client, Fetched, TrackingRequests};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, ReadableDuration, Result};
use crate::resources::{RequestStatus, TrackingRequest, TrackingRequestId};
use crate::time::{saturating_add, time_delta};

/// Doubled for each read. Test numbers and a service in this process are fast.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

const MAX_FAILED_READS: u32 = 3;

const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

type ProgressFn = Arc<dyn Fn(&TrackingRequest) + Send + Sync>;

/// How long to wait for a tracking request, and how often to read it.
#[derive(Clone)]
#[must_use = "it is passed to `wait`"]
pub struct Wait {
    goal: WaitGoal,
    timeout: Duration,
    poll: Duration,
    cancel: Option<CancelToken>,
    progress: Option<ProgressFn>,
}

#[derive(Debug, Clone, Copy)]
enum WaitGoal {
    Settled,
    Answered,
}

impl WaitGoal {
    fn is_reached(self, request: &TrackingRequest) -> bool {
        match self {
            WaitGoal::Settled => request.is_settled(),
            WaitGoal::Answered => request.is_settled() || request.status == RequestStatus::AwaitingManifest,
        }
    }
}

impl Wait {
    /// Waits until the request is created, failed or stopped, for at most 5 minutes. Reads it every 5 seconds, more often at first.
    ///
    /// A number without data at the carrier is `awaiting_manifest` for up to 7 days, which is not settled, so the wait lasts for the whole
    /// time-out. [`until_answered`](Wait::until_answered) ends then.
    pub fn until_settled() -> Self {
        Wait {
            goal: WaitGoal::Settled,
            timeout: Duration::from_secs(300),
            poll: Duration::from_secs(5),
            cancel: None,
            progress: None,
        }
    }

    /// Waits until the carrier has answered: the request is [settled](Wait::until_settled), or awaits a manifest. A request that awaits a
    /// manifest is settled days later; an event reports it.
    pub fn until_answered() -> Self {
        Wait { goal: WaitGoal::Answered, ..Wait::until_settled() }
    }

    /// Limits the time. With 0, the request is read once.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the time between two reads. Every read counts against the rate limit.
    pub fn poll(mut self, every: Duration) -> Self {
        self.poll = every.max(SHORTEST_PAUSE);
        self
    }

    /// Ends the wait when `cancel` is cancelled.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = Some(cancel);
        self
    }

    /// Calls `progress` with the request after each read.
    pub fn progress(mut self, progress: impl Fn(&TrackingRequest) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(progress));
        self
    }
}

debug_fields!(Wait: timeout, poll);

/// A wait in steps, for programs that do not block, such as an event loop.
///
/// [`TrackingRequests::wait`] calls [`look`](Self::look) and [`pause`](Self::pause) in turn.
#[must_use = "a wait makes no progress unless `look` is called"]
pub struct WaitHandle {
    client: Client,
    id: TrackingRequestId,
    wait: Wait,
    ends: Duration,
    pause: Duration,
    failed_reads: u32,
    seen: Option<String>,
}

/// The result of a step of a wait.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "the value is matched at once")]
pub enum WaitProgress {
    /// The wait is over.
    Reached(Fetched<TrackingRequest>),
    /// The wait continues: call [`look`](WaitHandle::look) again after this pause.
    Pending(Duration),
}

impl WaitHandle {
    pub(super) fn new(client: &Client, id: TrackingRequestId, wait: Wait) -> Self {
        let cancel = wait.cancel.clone().unwrap_or_else(|| client.cancel_token().clone());
        let ends = client.clock().monotonic().saturating_add(wait.timeout);
        // Every read keeps to the time-out of a call, and to the end of the wait.
        let ends = client.until.map_or(ends, |until| until.min(ends));
        let until = if wait.timeout.is_zero() { client.until } else { Some(ends) };
        let client = Client { until, ..client.with_cancel(cancel) };
        let pause = FIRST_PAUSE.min(wait.poll);
        WaitHandle { client, id, wait, ends, pause, failed_reads: 0, seen: None }
    }

    /// Reads the request once. Fails with [`Timeout`](ErrorKind::Timeout) when the time of the wait is over.
    pub fn look(&mut self) -> Result<WaitProgress> {
        if let Some(seen) = &self.seen
            && self.client.clock().monotonic() >= self.ends
        {
            let problem =
                format!("tracking request {} is still {seen} after {}", self.id, ReadableDuration(self.wait.timeout));
            return Err(Error::new(ErrorKind::Timeout, problem));
        }
        let result = TrackingRequests::new(&self.client).get(&self.id);
        if let (Ok(request), Some(progress)) = (&result, &self.wait.progress) {
            progress(request);
        }
        let seen = match result {
            Ok(request) if self.wait.goal.is_reached(&request) => return Ok(WaitProgress::Reached(request)),
            Ok(request) => {
                self.failed_reads = 0;
                request.status.to_string()
            }
            Err(error) if error.is_retryable() && self.failed_reads + 1 < MAX_FAILED_READS => {
                self.failed_reads += 1;
                format!("unreadable ({error})")
            }
            Err(error) => return Err(error),
        };
        self.seen = Some(seen);
        let left = self.ends.saturating_sub(self.client.clock().monotonic());
        let pause = self.pause.min(left);
        self.pause = self.pause.saturating_mul(2).min(self.wait.poll);
        Ok(WaitProgress::Pending(pause))
    }

    /// Waits for this time. An embedded service processes due work during this time. A manual clock is advanced.
    pub fn pause(&self, pause: Duration) -> Result<()> {
        let moment = saturating_add(self.client.clock().now(), time_delta(pause));
        let paused = self.client.shared.transport.pause(moment, self.client.cancel_token());
        paused.map_err(|_| Error::from(ErrorKind::Cancelled))
    }
}

debug_fields!(WaitHandle: id, wait);

impl TrackingRequests<'_> {
    /// Waits until a request is [settled](Wait::until_settled) or [answered](Wait::until_answered), as `wait` defines. An embedded service
    /// processes due work during this time.
    ///
    /// Fails with [`Timeout`](crate::ErrorKind::Timeout) if this takes too long. The request stays live.
    ///
    /// The wait advances a manual clock by 5 seconds for each read, so a day needs 17,280 reads. For long periods, call
    /// [`Service::run_until`](crate::Service::run_until), as in [`clock`](crate::clock).
    pub fn wait(&self, id: &TrackingRequestId, wait: Wait) -> Result<Fetched<TrackingRequest>> {
        let mut handle = self.start_wait(id, wait);
        loop {
            match handle.look()? {
                WaitProgress::Reached(request) => return Ok(request),
                WaitProgress::Pending(pause) => handle.pause(pause)?,
            }
        }
    }

    /// Starts a [wait](Self::wait) without blocking. Its time begins now. The caller calls [`look`](WaitHandle::look).
    pub fn start_wait(&self, id: &TrackingRequestId, wait: Wait) -> WaitHandle {
        WaitHandle::new(self.client, id.clone(), wait)
    }
}
