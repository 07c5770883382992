//! The threads that run requests which may take long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::ServerLimits;
use super::turns::{Submitted, Turn, Turns};
use crate::clock::{Clock, SystemClock};
use crate::threads::lock;

/// How often it is checked whether waiting requests may start, in addition to when a request ends.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Does the work, calls the function that ends the turn, and sends the result. In this order, because the client may send its next request
/// as soon as it has the result.
type Job = Box<dyn FnOnce(&mut dyn FnMut()) + Send>;

/// The number of bytes from which a response counts as unread.
const MIN_COUNTED: usize = 16 * 1024;

/// The size of a response that was not sent completely yet. It counts for its account until this is dropped.
pub(super) struct Unread {
    bytes: usize,
    account: u128,
    handlers: Arc<Handlers>,
}

impl Drop for Unread {
    fn drop(&mut self) {
        let now = self.handlers.now();
        let starting = lock(&self.handlers.state).turns.release(self.account, self.bytes, now);
        self.handlers.spawn(starting);
    }
}

/// Runs requests on handler threads, in the order that [`Turns`] decides.
pub(super) struct Handlers {
    state: Mutex<HandlerState>,
    clock: SystemClock,
}

struct HandlerState {
    turns: Turns<Job>,
    /// Whether a task checks the waiting requests.
    is_checked: bool,
    is_closed: bool,
}

impl Handlers {
    pub(super) fn new(limits: &ServerLimits) -> Arc<Self> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let turns = Turns::new(limits.handlers, limits.queue, processors);
        let state = Mutex::new(HandlerState { turns, is_checked: false, is_closed: false });
        Arc::new(Handlers { state, clock: SystemClock::new() })
    }

    /// Runs `work` on a handler thread when it is the turn of the account. The receiver fails if too many requests are waiting, or if the
    /// server stops before. With `is_continuation`, `work` is a part of a request in progress, and is never refused.
    pub(super) fn run<T: Send + 'static>(
        self: &Arc<Self>,
        account: u128,
        is_continuation: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |finish| {
            let result = work();
            finish();
            // Sending fails if the connection was closed meanwhile.
            drop(sender.send(result));
        });
        let mut state = lock(&self.state);
        if state.is_closed {
            return receiver;
        }
        let Submitted { starting, refused } = state.turns.submit(account, job, is_continuation, self.now());
        let starts_checking = state.turns.has_waiting() && !std::mem::replace(&mut state.is_checked, true);
        drop(state);
        drop(refused);
        self.spawn(starting);
        if starts_checking {
            tokio::spawn(Arc::clone(self).check_waiting());
        }
        receiver
    }

    /// Counts the bytes of a response as unread. Short responses do not count. Called before the turn of the request ends, because the next
    /// request of the account starts then.
    pub(super) fn hold(self: &Arc<Self>, account: u128, bytes: usize) -> Option<Unread> {
        if bytes < MIN_COUNTED {
            return None;
        }
        lock(&self.state).turns.hold(account, bytes);
        Some(Unread { bytes, account, handlers: Arc::clone(self) })
    }

    /// Refuses all waiting and further requests.
    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        let refused = state.turns.drain();
        drop(state);
        drop(refused);
    }

    /// Whether a brief request of the account may be answered at once, without a handler.
    pub(super) fn allows_brief(&self, account: u128) -> bool {
        lock(&self.state).turns.allows_brief(account, self.now())
    }

    /// Whether requests of the account are waiting for their turn.
    pub(super) fn is_waiting(&self, account: u128) -> bool {
        lock(&self.state).turns.is_waiting(account)
    }

    async fn check_waiting(self: Arc<Self>) {
        loop {
            sleep(CHECK_INTERVAL).await;
            let mut state = lock(&self.state);
            let starting = state.turns.start(self.now());
            state.is_checked = state.turns.has_waiting();
            let ends = !state.is_checked;
            drop(state);
            self.spawn(starting);
            if ends {
                return;
            }
        }
    }

    fn spawn(self: &Arc<Self>, starting: Vec<Turn<Job>>) {
        for turn in starting {
            let handlers = Arc::clone(self);
            drop(spawn_blocking(move || handlers.work(turn)));
        }
    }

    /// Runs a request, and then those that start when it ends: the first one on this thread, which costs no switch to another one.
    fn work(self: &Arc<Self>, first: Turn<Job>) {
        let mut next = Some(first);
        while let Some(Turn { account, job }) = next {
            let mut starting = None;
            // A panic drops the sender, and the request is answered with an error.
            let _ = catch_unwind(AssertUnwindSafe(|| job(&mut || starting = Some(self.finish(account)))));
            let mut starting = starting.unwrap_or_else(|| self.finish(account)).into_iter();
            next = starting.next();
            self.spawn(starting.collect());
        }
    }

    fn finish(&self, account: u128) -> Vec<Turn<Job>> {
        lock(&self.state).turns.finish(account, self.now())
    }

    fn now(&self) -> Duration {
        self.clock.monotonic()
    }
}
