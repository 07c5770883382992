//! Reports the calls of a client.

use std::time::Duration;

use crate::error::ErrorKind;
use crate::http::Method;
use crate::limits::Bucket;

/// Is told of every attempt a client makes, right after it ended, and of pauses for the rate limit, when they begin.
///
/// It is called on the thread that makes the call, with nothing locked: it may use the client itself. One that
/// panics is passed over. Every `Fn(&Attempt<'_>)` is one that hears of attempts alone.
pub trait CallObserver: Send + Sync {
    /// An attempt ended.
    fn attempt(&self, attempt: &Attempt<'_>);

    /// A call begins to wait, for a second or more, until the rate limit lets its request go. Told once a wait; without it
    /// such a wait looks like a hang.
    fn pause(&self, _pause: &Pause<'_>) {}
}

impl<F: Fn(&Attempt<'_>) + Send + Sync> CallObserver for F {
    fn attempt(&self, attempt: &Attempt<'_>) {
        self(attempt);
    }
}

/// One attempt to have a request answered. It holds no secret: no header, no query, no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// The method.
    pub method: Method,
    /// The path, without the query.
    pub path: &'a str,
    /// Which attempt of its call it was, from 1.
    pub number: u32,
    /// The status of the answer, when one came.
    pub status: Option<u16>,
    /// What was wrong; `None` for a success.
    pub failure: Option<ErrorKind>,
    /// How long it waited before it was sent: for the rate allowance, and since the attempt before.
    pub waited: Duration,
    /// How long it took from sending to the end of the answer.
    pub took: Duration,
    /// After which pause it is sent again; `None` when the call is over.
    pub retry_in: Option<Duration>,
}

/// A wait for the rate limit that begins. It holds no secret: no header, no query, no body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pause<'a> {
    /// The method of the request that waits.
    pub method: Method,
    /// Its path, without the query.
    pub path: &'a str,
    /// The bucket that is used up.
    pub bucket: Bucket,
    /// Whether the service turned this request away (429). Else the client keeps within the limit by itself, or another
    /// of its requests was turned away.
    pub refused: bool,
    /// How many requests of the bucket the client lets go in any window; `None` without a limit of its own.
    pub limit: Option<u32>,
    /// The length of that window.
    pub per: Duration,
    /// How long it is going to be, as far as can be told: other threads may take the room that becomes free.
    pub lasts: Duration,
}
