//! Whether an account tells its sources' own words at all.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::ErrorKind;

/// So many containers in a row without words, which are there, are an account without words. One of them may be a mishap.
const ENOUGH: usize = 3;

/// Refusals of words in a row.
#[derive(Debug, Default)]
pub(super) struct Wordless(AtomicUsize);

impl Wordless {
    /// Whether a refusal of this kind may mean that there are none.
    pub fn may_be(kind: ErrorKind) -> bool {
        [ErrorKind::NotFound, ErrorKind::MethodNotAllowed].contains(&kind)
    }

    /// Whether nobody need ask for words any more.
    pub fn is_concluded(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ENOUGH
    }

    /// Notes that words were told.
    pub fn has_told(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Notes how the words of a container were refused that is there. Answers whether the account has none.
    pub fn concludes(&self, refused: ErrorKind) -> bool {
        // The path itself takes no such question.
        let by = if refused == ErrorKind::MethodNotAllowed { ENOUGH } else { 1 };
        self.0.fetch_add(by, Ordering::Relaxed) + by >= ENOUGH
    }
}
