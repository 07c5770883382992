//! The state of a connection, with the deadlines for the client.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::ServerLimits;
use super::framing::{Framing, Length};
use crate::clock::{Clock, SystemClock};

/// How long the server waits for another byte after it has closed its side, so that the client can read the last
/// response.
const LINGER: Duration = Duration::from_secs(2);

/// How long the server reads in total after it has closed its side. Most clients read a response only after they have sent their whole
/// body.
const LONGEST_LINGER: Duration = Duration::from_secs(30);

/// The state of a connection. The socket and the request handler call its methods when something happens. All times count from the
/// opening of the connection.
pub(super) struct ConnectionState {
    framing: Framing,
    stage: Stage,
    /// When the connection is cut because the client does not read a response.
    unread_answer_due: Option<Duration>,
    /// Whether a part of a request was not read.
    unread_request: bool,
    /// Since when the server waits for the client; `None` while it works on a request.
    waits_since: Option<Duration>,
    /// The account of the last request that had one.
    account: Option<u128>,
    head_deadline: Duration,
    idle_deadline: Duration,
    write_deadline: Duration,
}

/// How long a connection has waited for its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Whether it has no request in progress.
    pub(super) between_requests: bool,
    pub(super) time: Duration,
}

enum Stage {
    /// Reading a head, until this deadline.
    Head(Duration),
    /// Waiting for the next request, until this deadline.
    Idle(Duration),
    /// Reading a body, which has a separate deadline, or handling the request, which has none.
    Busy,
    /// The request was answered, and the response is not sent completely yet.
    Answered,
    /// Waiting for the client to close its side, until `end` at the latest.
    Closing { due: Duration, end: Duration },
}

impl ConnectionState {
    /// The state of a new connection. It is not idle: the deadline of the first head begins at once.
    pub(super) fn new(limits: &ServerLimits) -> Self {
        ConnectionState {
            framing: Framing::default(),
            stage: Stage::Head(limits.head_deadline),
            unread_answer_due: None,
            unread_request: false,
            waits_since: Some(Duration::ZERO),
            account: None,
            head_deadline: limits.head_deadline,
            idle_deadline: limits.idle_deadline,
            write_deadline: limits.write_deadline,
        }
    }

    /// Called when bytes of the client were read.
    pub(super) fn received(&mut self, bytes: &[u8], now: Duration) {
        self.framing.receive(bytes);
        if matches!(self.stage, Stage::Idle(_)) && self.framing.has_begun() {
            self.stage = Stage::Head(now.saturating_add(self.head_deadline));
        }
    }

    /// Called when hyper reports a request. `body` is the length of its body according to hyper; `None` if it is chunked. Returns `None`
    /// if the server and hyper disagree about the end of the head.
    pub(super) fn finish_head(&mut self, body: Option<u64>) -> Option<Length> {
        (self.stage, self.waits_since) = (Stage::Busy, None);
        self.framing.finish_head(body)
    }

    /// Called when the account of a request is known; 0 if it has none.
    pub(super) fn belongs_to(&mut self, account: u128) {
        self.account = Some(account).filter(|account| *account != 0).or(self.account);
    }

    /// Called when the server begins to wait for the client within a request.
    pub(super) fn begin_waiting(&mut self, now: Duration) {
        self.waits_since = Some(now);
    }

    /// Called when a request is complete.
    pub(super) fn end_waiting(&mut self) {
        self.waits_since = None;
    }

    /// Called when a request was answered. `unread_request` is true if a part of the request was not read.
    pub(super) fn answered(&mut self, unread_request: bool) {
        self.unread_request |= unread_request;
        self.stage = Stage::Answered;
    }

    /// Called when the socket accepts no more bytes of a response.
    pub(super) fn write_blocked(&mut self, now: Duration) {
        if self.unread_answer_due.is_none() {
            self.unread_answer_due = Some(now.saturating_add(self.write_deadline));
            self.waits_since = Some(now);
        }
    }

    pub(super) fn awaits_flush(&self) -> bool {
        self.unread_answer_due.is_some() || matches!(self.stage, Stage::Answered)
    }

    /// Called when the whole response was passed to the socket.
    pub(super) fn flushed(&mut self, now: Duration) {
        (self.unread_answer_due, self.waits_since) = (None, None);
        if matches!(self.stage, Stage::Answered) {
            self.waits_since = Some(now);
            self.stage = if self.framing.has_begun() {
                Stage::Head(now.saturating_add(self.head_deadline))
            } else {
                Stage::Idle(now.saturating_add(self.idle_deadline))
            };
        }
    }

    /// Called when the server closes its side. Returns whether the client may still be sending. If so, the server must read until
    /// the client stops: a socket that is closed with unread bytes is reset, and the client may lose the response.
    pub(super) fn closed(&mut self, now: Duration) -> bool {
        let lingers = self.unread_request || matches!(self.stage, Stage::Head(_)) && self.framing.has_begun();
        if lingers {
            self.waits_since = Some(now);
            self.stage = Stage::Closing { due: now.saturating_add(LINGER), end: now.saturating_add(LONGEST_LINGER) };
        }
        lingers
    }

    /// Called when bytes were read after the server closed its side.
    pub(super) fn drained(&mut self, now: Duration) {
        if let Stage::Closing { due, end } = &mut self.stage {
            *due = now.saturating_add(LINGER).min(*end);
        }
    }

    pub(super) fn account(&self) -> Option<u128> {
        self.account
    }

    /// `None` while the server works on a request.
    fn waiting(&self, now: Duration) -> Option<Waiting> {
        let between_requests = !matches!(self.stage, Stage::Busy | Stage::Answered);
        Some(Waiting { between_requests, time: now.saturating_sub(self.waits_since?) })
    }

    /// When to cut the connection if nothing happens before; `None` for no deadline.
    pub(super) fn due(&self) -> Option<Duration> {
        let stage_due = match self.stage {
            Stage::Head(due) | Stage::Idle(due) | Stage::Closing { due, .. } => Some(due),
            Stage::Busy | Stage::Answered => None,
        };
        [stage_due, self.unread_answer_due].into_iter().flatten().min()
    }
}

/// The state, shared by the socket and the request handler. Both run on one thread; the lock only makes it `Send`.
#[derive(Clone)]
pub(super) struct SharedState {
    state: Arc<Mutex<ConnectionState>>,
    clock: SystemClock,
}

impl SharedState {
    pub(super) fn new(limits: &ServerLimits) -> Self {
        SharedState { state: Arc::new(Mutex::new(ConnectionState::new(limits))), clock: SystemClock::new() }
    }

    pub(super) fn now(&self) -> Duration {
        self.clock.monotonic()
    }

    pub(super) fn waiting(&self) -> Option<Waiting> {
        let now = self.now();
        self.lock().waiting(now)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, ConnectionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn connection_state() -> ConnectionState {
        let limits = ServerLimits {
            head_deadline: seconds(10),
            idle_deadline: seconds(60),
            write_deadline: seconds(30),
            ..Default::default()
        };
        ConnectionState::new(&limits)
    }

    #[test]
    fn slow_bytes_do_not_move_the_deadline_of_a_head() {
        let mut state = connection_state();
        for second in 0..10 {
            state.received(b"x", seconds(second));
            assert_eq!(state.due(), Some(seconds(10)));
        }
    }

    #[test]
    fn open_connection_is_idle_until_its_next_request_begins() {
        let mut state = connection_state();
        state.received(GET, Duration::ZERO);
        state.finish_head(Some(0));
        assert_eq!(state.due(), None);
        state.answered(false);
        state.flushed(seconds(1));
        assert_eq!(state.due(), Some(seconds(61)));
        state.received(b"G", seconds(50));
        assert_eq!(state.due(), Some(seconds(60)));
    }

    #[test]
    fn closing_waits_only_for_a_client_that_may_still_be_sending() {
        assert!(!connection_state().closed(Duration::ZERO), "nothing was sent");
        let mut begun = connection_state();
        begun.received(b"GET", Duration::ZERO);
        assert!(begun.closed(Duration::ZERO));
        assert_eq!(begun.due(), Some(LINGER));
        for unread in [false, true] {
            let mut answered = connection_state();
            answered.received(GET, Duration::ZERO);
            answered.finish_head(Some(0));
            answered.answered(unread);
            answered.flushed(Duration::ZERO);
            assert_eq!(answered.closed(Duration::ZERO), unread);
        }
    }

    #[test]
    fn closing_reads_a_sending_client_for_a_limited_time() {
        let mut closing = connection_state();
        closing.received(b"GET", Duration::ZERO);
        closing.closed(Duration::ZERO);
        for second in 1..40 {
            closing.drained(seconds(second));
            assert_eq!(closing.due(), Some((seconds(second) + LINGER).min(LONGEST_LINGER)));
        }
    }

    #[test]
    fn pipelined_partial_request_has_the_deadline_of_a_head() {
        let mut state = connection_state();
        state.received(&[GET, b"GET"].concat(), Duration::ZERO);
        state.finish_head(Some(0));
        state.answered(false);
        state.flushed(Duration::ZERO);
        assert_eq!(state.due(), Some(seconds(10)));
    }

    #[test]
    fn unread_response_is_due_from_the_first_blocked_write() {
        let mut state = connection_state();
        state.received(GET, Duration::ZERO);
        state.finish_head(Some(0));
        state.answered(false);
        state.write_blocked(seconds(1));
        state.write_blocked(seconds(20));
        assert_eq!(state.due(), Some(seconds(31)));
        state.flushed(seconds(21));
        assert_eq!(state.due(), Some(seconds(81)));
    }
}
