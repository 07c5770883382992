//! Reports the attempts of a client.

use std::time::Duration;

use crate::error::ErrorKind;
use crate::http::Method;
use crate::limits::Bucket;

/// Receives every attempt of a client right after its end, and pauses for the rate limit when they begin.
///
/// It is called on the thread of the call, without a lock, so it may use the client. A panic of the observer is ignored. A closure
/// `Fn(&Attempt<'_>)` is an observer of attempts.
pub trait CallObserver: Send + Sync {
    /// An attempt ended.
    fn attempt(&self, attempt: &Attempt<'_>);

    /// A call begins to wait for the rate limit, for a second or more. Called once for each wait.
    fn pause(&self, _pause: &Pause<'_>) {}
}

impl<F: Fn(&Attempt<'_>) + Send + Sync> CallObserver for F {
    fn attempt(&self, attempt: &Attempt<'_>) {
        self(attempt);
    }
}

/// An attempt to send a request. It contains no secrets: no headers, query or body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// The method.
    pub method: Method,
    /// The path, without the query.
    pub path: &'a str,
    /// The number of the attempt in its call, from 1.
    pub number: u32,
    /// The status of the response; `None` without a response.
    pub status: Option<u16>,
    /// The kind of the error; `None` for a success.
    pub failure: Option<ErrorKind>,
    /// The time before the request was sent: the wait for the rate limit, and the pause after the previous attempt.
    pub waited: Duration,
    /// The time from sending to the end of the response.
    pub took: Duration,
    /// The pause before the next attempt; `None` if this was the last.
    pub retry_in: Option<Duration>,
}

/// A wait for the rate limit that begins. It contains no secrets: no headers, query or body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pause<'a> {
    /// The method of the request that waits.
    pub method: Method,
    /// The path, without the query.
    pub path: &'a str,
    /// The bucket that is exhausted.
    pub bucket: Bucket,
    /// True if the service rejected this request (429). False if the client keeps to the limit, or another request was rejected.
    pub refused: bool,
    /// The number of requests of the bucket that the client sends in any window; `None` without a limit.
    pub limit: Option<u32>,
    /// The length of that window.
    pub per: Duration,
    /// The expected length. It may become longer, because other threads may use the free slots.
    pub lasts: Duration,
}
