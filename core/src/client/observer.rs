//! Watching what a client does on the network.

use std::time::Duration;

use crate::error::ErrorKind;
use crate::http::Method;

/// Is told of every attempt a client makes, right after it ended.
///
/// It is called on the thread that makes the call, with nothing locked: it may use the client itself. Every
/// `Fn(&Attempt<'_>)` is one.
pub trait Observer: Send + Sync {
    /// An attempt ended.
    fn attempt(&self, attempt: &Attempt<'_>);
}

impl<F: Fn(&Attempt<'_>) + Send + Sync> Observer for F {
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
