//! The connection that writes, and the commit that several writes share.

use std::error::Error as _;
use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::connection::Link;
use crate::error::{Error, Result};
use crate::threads::locked;

/// The connection that writes.
pub(super) struct Writer {
    link: Link,
    /// What the parts of the open transaction wait for. While it is there, a thread waits for the writer that continues the
    /// transaction or ends it.
    pub(super) commit: Option<Arc<Commit>>,
}

impl Writer {
    pub(super) fn over(link: Link) -> Self {
        Writer { link, commit: None }
    }
}

impl Deref for Writer {
    type Target = Link;

    fn deref(&self) -> &Link {
        &self.link
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut Link {
        &mut self.link
    }
}

/// The end of a transaction that several writes have a part in.
#[derive(Default)]
pub(super) struct Commit {
    answer: Mutex<Option<Result<()>>>,
    ended: Condvar,
}

impl Commit {
    pub(super) fn end(&self, answer: Result<()>) {
        *locked(&self.answer) = Some(answer);
        self.ended.notify_all();
    }

    /// Waits for the end of the transaction and returns its result.
    pub(super) fn wait(self: Arc<Self>) -> Result<()> {
        let mut answer = locked(&self.answer);
        loop {
            match &*answer {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => return Err(again(error)),
                None => answer = self.ended.wait(answer).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// A copy of the error for another part of the transaction.
pub(super) fn again(error: &Error) -> Error {
    let copy = Error::new(error.kind(), error.sentence().to_owned()).with_retry_after(error.retry_after());
    let copy = match error.source() {
        Some(cause) => copy.with_source(io::Error::other(cause.to_string())),
        None => copy,
    };
    if error.is_in_doubt() { copy.in_doubt() } else { copy }
}
