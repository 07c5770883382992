//! A wait as a loop of looks and pauses, which whoever waits may go through.

use std::fmt;
use std::time::Duration;

use super::tracking_requests::TrackingRequests;
use super::{Client, Fetched, Wait};
use crate::error::{Error, ErrorKind, Readable, Result};
use crate::resources::{TrackingRequest, TrackingRequestId};
use crate::time::{later, span};

/// The first pause between two looks; they double from here. Test numbers and a service in this process are quick.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// How many looks in a row may fail in a way that passes.
const FAILED_LOOKS: u32 = 3;

/// A wait under way, look by look: for a host that lets time pass itself, such as an event loop.
///
/// [`TrackingRequests::wait`] is a look, the pause it asks for, and again a look.
#[must_use = "it waits look by look"]
pub struct Waiting {
    /// It keeps to the end of the wait.
    client: Client,
    id: TrackingRequestId,
    wait: Wait,
    /// In the clock's monotonic time.
    ends: Duration,
    pause: Duration,
    failed_looks: u32,
    /// How it stood at the last look.
    seen: Option<String>,
}

/// What a look came to.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it is matched at once")]
pub enum Looked {
    /// What was waited for.
    Reached(Fetched<TrackingRequest>),
    /// Not yet: look again after this pause.
    After(Duration),
}

impl Waiting {
    /// A wait that ends then, in the clock's monotonic time.
    pub(super) fn new(client: Client, id: TrackingRequestId, wait: Wait, ends: Duration) -> Self {
        let pause = FIRST_PAUSE.min(wait.poll);
        Waiting { client, id, wait, ends, pause, failed_looks: 0, seen: None }
    }

    /// Looks once. An error of kind [`Timeout`](ErrorKind::Timeout) says that the time of the wait is over.
    pub fn look(&mut self) -> Result<Looked> {
        if let Some(seen) = &self.seen
            && self.client.clock().monotonic() >= self.ends
        {
            let problem = format!("tracking request {} is still {seen} after {}", self.id, Readable(self.wait.timeout));
            return Err(Error::new(ErrorKind::Timeout, problem));
        }
        let looked = TrackingRequests::new(&self.client).get(&self.id);
        if let (Ok(request), Some(look)) = (&looked, &self.wait.look) {
            look(request);
        }
        let seen = match looked {
            Ok(request) if self.wait.end.is_reached(&request) => return Ok(Looked::Reached(request)),
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
        Ok(Looked::After(pause))
    }

    /// Lets so much time pass. An embedded service does its due work meanwhile, and a manual clock is moved.
    pub fn pause(&self, pause: Duration) -> Result<()> {
        let moment = later(self.client.clock().now(), span(pause));
        let paused = self.client.shared.transport.pause(moment, self.client.cancel_token());
        paused.map_err(|_| Error::from(ErrorKind::Cancelled))
    }
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").field("id", &self.id).field("wait", &self.wait).finish_non_exhaustive()
    }
}
