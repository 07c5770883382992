//! What is read of a document at most, and why one is not read.

use std::time::Duration;

use super::text::Room;

/// What is read of one document at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Pages.
    pub pages: usize,
    /// Cells of tables.
    pub cells: usize,
    /// Bytes of text that are looked at.
    pub text: usize,
    /// Bytes that what is packed in the file may unpack to.
    pub unpacked: usize,
    /// How long it may take.
    pub time: Duration,
}

impl Limits {
    /// The room there is for its text.
    pub(super) fn room(&self) -> Room {
        Room { bytes: self.text, cells: self.cells }
    }
}

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is of a kind that is not read here.
    #[error("{0} is not read by this build")]
    NotRead(&'static str),
    /// It is damaged, or is not what it says.
    #[error("it cannot be read as {0}: {1}")]
    Damaged(&'static str, String),
    /// Nobody can read it without its password.
    #[error("it is encrypted")]
    Encrypted,
    /// More is packed in it than is unpacked.
    #[error("it unpacks to more than the {0} bytes that are unpacked")]
    Unpacks(usize),
    /// It took too long.
    #[error("reading it took longer than {0:?}")]
    TooSlow(Duration),
    /// So many others took too long, and have not come to an end, that no more are begun.
    #[error("too many documents that were being read have not come to an end: restart the service")]
    Stuck,
}
