//! How far a connection is with its current request, and when the other side has been waited for long enough.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::ServerLimits;
use super::framing::{Framing, Length};
use crate::clock::{Clock, SystemClock};

/// How long a connection that the server closes is still read without another byte, so that the client gets to see the
/// last answer.
const LINGER: Duration = Duration::from_secs(2);

/// How long it is read in all: most clients read an answer only when all of their body is sent.
const LONGEST_LINGER: Duration = Duration::from_secs(30);

/// All times count from the opening of the connection. Its socket and its service both report to it.
pub(super) struct ConnectionState {
    framing: Framing,
    stage: Stage,
    /// When an answer that the client does not read is given up.
    unread_answer_due: Option<Duration>,
    unread_request: bool,
    head_deadline: Duration,
    idle_deadline: Duration,
    write_deadline: Duration,
}

enum Stage {
    Head(Duration),
    Idle(Duration),
    /// A body has its deadline where it is read, a handler takes the time it takes.
    Busy,
    Answered,
    /// Waiting for the client to close too, until `end` at the latest.
    Closing {
        due: Duration,
        end: Duration,
    },
}

impl ConnectionState {
    /// The first request must not keep the server waiting: a new connection is not idle.
    pub(super) fn new(limits: &ServerLimits) -> Self {
        ConnectionState {
            framing: Framing::default(),
            stage: Stage::Head(limits.head_deadline),
            unread_answer_due: None,
            unread_request: false,
            head_deadline: limits.head_deadline,
            idle_deadline: limits.idle_deadline,
            write_deadline: limits.write_deadline,
        }
    }

    pub(super) fn received(&mut self, bytes: &[u8], now: Duration) {
        self.framing.received(bytes);
        if matches!(self.stage, Stage::Idle(_)) && self.framing.has_begun() {
            self.stage = Stage::Head(now.saturating_add(self.head_deadline));
        }
    }

    /// `body` is the length of the body, `None` for chunked.
    pub(super) fn handed_over(&mut self, body: Option<u64>) -> Option<Length> {
        self.stage = Stage::Busy;
        self.framing.handed_over(body)
    }

    /// `unread_request`: a part of the request was not read.
    pub(super) fn answered(&mut self, unread_request: bool) {
        self.unread_request |= unread_request;
        self.stage = Stage::Answered;
    }

    pub(super) fn write_blocked(&mut self, now: Duration) {
        if self.unread_answer_due.is_none() {
            self.unread_answer_due = Some(now.saturating_add(self.write_deadline));
        }
    }

    pub(super) fn awaits_flush(&self) -> bool {
        self.unread_answer_due.is_some() || matches!(self.stage, Stage::Answered)
    }

    pub(super) fn flushed(&mut self, now: Duration) {
        self.unread_answer_due = None;
        if matches!(self.stage, Stage::Answered) {
            self.stage = if self.framing.has_begun() {
                Stage::Head(now.saturating_add(self.head_deadline))
            } else {
                Stage::Idle(now.saturating_add(self.idle_deadline))
            };
        }
    }

    /// Returns whether the client may still be sending and has to be read until it stops: a socket closed with unread
    /// bytes is reset, and the reset overtakes the answer.
    pub(super) fn closed(&mut self, now: Duration) -> bool {
        let lingers = self.unread_request || matches!(self.stage, Stage::Head(_)) && self.framing.has_begun();
        if lingers {
            self.stage = Stage::Closing { due: now.saturating_add(LINGER), end: now.saturating_add(LONGEST_LINGER) };
        }
        lingers
    }

    pub(super) fn drained(&mut self, now: Duration) {
        if let Stage::Closing { due, end } = &mut self.stage {
            *due = now.saturating_add(LINGER).min(*end);
        }
    }

    /// When to cut the connection if nothing happens before.
    pub(super) fn due(&self) -> Option<Duration> {
        let stage_due = match self.stage {
            Stage::Head(due) | Stage::Idle(due) | Stage::Closing { due, .. } => Some(due),
            Stage::Busy | Stage::Answered => None,
        };
        [stage_due, self.unread_answer_due].into_iter().flatten().min()
    }
}

/// Shared by a socket and a service on one thread: the lock is only there for `Send`.
#[derive(Clone)]
pub(super) struct SharedState {
    progress: Arc<Mutex<ConnectionState>>,
    clock: SystemClock,
}

impl SharedState {
    pub(super) fn new(progress: ConnectionState) -> Self {
        SharedState { progress: Arc::new(Mutex::new(progress)), clock: SystemClock::new() }
    }

    pub(super) fn now(&self) -> Duration {
        self.clock.monotonic()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, ConnectionState> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn progress() -> ConnectionState {
        let limits = ServerLimits {
            head_deadline: seconds(10),
            idle_deadline: seconds(60),
            write_deadline: seconds(30),
            ..Default::default()
        };
        ConnectionState::new(&limits)
    }

    #[test]
    fn a_byte_now_and_then_does_not_move_the_deadline_of_a_head() {
        let mut progress = progress();
        for second in 0..10 {
            progress.received(b"x", seconds(second));
            assert_eq!(progress.due(), Some(seconds(10)));
        }
    }

    #[test]
    fn a_kept_connection_idles_until_its_next_request_begins() {
        let mut progress = progress();
        progress.received(GET, Duration::ZERO);
        progress.handed_over(Some(0));
        assert_eq!(progress.due(), None);
        progress.answered(false);
        progress.flushed(seconds(1));
        assert_eq!(progress.due(), Some(seconds(61)));
        progress.received(b"G", seconds(50));
        assert_eq!(progress.due(), Some(seconds(60)));
    }

    #[test]
    fn only_a_client_that_may_still_be_sending_is_waited_for_when_closing() {
        assert!(!progress().closed(Duration::ZERO), "nothing was sent");
        let mut begun = progress();
        begun.received(b"GET", Duration::ZERO);
        assert!(begun.closed(Duration::ZERO));
        assert_eq!(begun.due(), Some(LINGER));
        for unread in [false, true] {
            let mut answered = progress();
            answered.received(GET, Duration::ZERO);
            answered.handed_over(Some(0));
            answered.answered(unread);
            answered.flushed(Duration::ZERO);
            assert_eq!(answered.closed(Duration::ZERO), unread);
        }
    }

    #[test]
    fn a_client_that_goes_on_sending_is_read_out_for_a_while() {
        let mut closing = progress();
        closing.received(b"GET", Duration::ZERO);
        closing.closed(Duration::ZERO);
        for second in 1..40 {
            closing.drained(seconds(second));
            assert_eq!(closing.due(), Some((seconds(second) + LINGER).min(LONGEST_LINGER)));
        }
    }

    #[test]
    fn half_a_request_sent_ahead_is_held_to_the_deadline_of_a_head() {
        let mut progress = progress();
        progress.received(&[GET, b"GET"].concat(), Duration::ZERO);
        progress.handed_over(Some(0));
        progress.answered(false);
        progress.flushed(Duration::ZERO);
        assert_eq!(progress.due(), Some(seconds(10)));
    }

    #[test]
    fn an_answer_nobody_reads_is_due_from_the_first_time_it_blocked() {
        let mut progress = progress();
        progress.received(GET, Duration::ZERO);
        progress.handed_over(Some(0));
        progress.answered(false);
        progress.write_blocked(seconds(1));
        progress.write_blocked(seconds(20));
        assert_eq!(progress.due(), Some(seconds(31)));
        progress.flushed(seconds(21));
        assert_eq!(progress.due(), Some(seconds(81)));
    }
}
