//! Documents made text, and what of freight stands in it.
//!
//! [`text_of`] reads a file within [`Limits`]: it tells what the file is by its first bytes rather than by its name, and ends in text
//! or in a [`Problem`], whatever the bytes are. [`findings`](find::findings) looks for numbers, a vessel and days in text, and
//! tells with each where it stands. What a file needs a library for is read where the library's feature is built in.

#[cfg(feature = "read-csv")]
mod csv;
mod dates;
pub mod find;
mod guard;
#[cfg(feature = "read-html")]
mod html;
mod kind;
mod labels;
#[cfg(feature = "read-pdf")]
mod pdf;
#[cfg(feature = "read-pdf")]
mod pdf_streams;
mod plain;
mod sort;
mod text;
#[cfg(feature = "read-xlsx")]
mod xlsx;

use std::sync::Arc;
use std::time::Duration;

pub use guard::Guard;
pub use kind::kind_of;
pub use sort::Sort;
pub use text::{Cell, Line, Place, Text};

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

/// The text of a file; `None` where it is of a kind that has none.
pub fn text_of(
    guard: &Guard,
    name: &str,
    content_type: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Option<Text>, Problem> {
    let sort = Sort::of(name, content_type, bytes);
    match sort {
        Sort::Other => Ok(None),
        Sort::Text => Ok(Some(plain::read(bytes, limits))),
        #[cfg(feature = "read-csv")]
        Sort::Csv => csv::read(bytes, limits).map(Some),
        #[cfg(not(feature = "read-csv"))]
        Sort::Csv => Ok(Some(plain::read(bytes, limits))),
        Sort::Html | Sort::Xlsx | Sort::Pdf => {
            let (bytes, limits) = (Arc::<[u8]>::from(bytes), limits.clone());
            guard.run(limits.time, move |stop| guarded(sort, bytes, &limits, stop)).map(Some)
        }
    }
}

/// Reads what a library takes apart.
#[allow(unused_variables, reason = "each is read where its feature is built in")]
fn guarded(sort: Sort, bytes: Arc<[u8]>, limits: &Limits, stop: &guard::Stop) -> Result<Text, Problem> {
    match sort {
        #[cfg(feature = "read-html")]
        Sort::Html => html::read(&bytes, limits),
        #[cfg(feature = "read-xlsx")]
        Sort::Xlsx => xlsx::read(&bytes, limits, stop),
        #[cfg(feature = "read-pdf")]
        Sort::Pdf => pdf::read(bytes, limits, stop),
        other => Err(Problem::NotRead(other.as_str())),
    }
}
