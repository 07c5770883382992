//! Reads files as text, and finds freight data in text.
//!
//! The bytes of a file come in; text goes out, and from text the numbers, the vessel and the dates, each with its position.
//! [`text_of`] detects the kind of a file by its first bytes rather than its name, and returns text or a [`Problem`], whatever the
//! bytes are, within [`Limits`]. [`findings`](find::findings) searches text. A kind of file that needs a library is read if
//! the feature of that library is enabled. The room uses `numbers`, `shipping_lines` and the container numbers that `email` extracts.

#[cfg(feature = "read-csv")]
mod csv;
mod dates;
mod document_type;
mod file_format;
pub mod find;
mod guard;
#[cfg(feature = "read-html")]
mod html;
#[cfg(feature = "read-pdf")]
mod pdf;
mod text;
#[cfg(feature = "read-xlsx")]
mod xlsx;

use std::sync::Arc;

pub use document_type::kind_of;
pub use file_format::{Limits, Problem, Sort};
pub use guard::Guard;
pub use text::{Cell, Line, Place, Room, Text};

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
        Sort::Text => Ok(Some(plain(bytes, limits))),
        #[cfg(feature = "read-csv")]
        Sort::Csv => csv::read(bytes, limits).map(Some),
        #[cfg(not(feature = "read-csv"))]
        Sort::Csv => Ok(Some(plain(bytes, limits))),
        Sort::Html | Sort::Xlsx | Sort::Pdf => {
            let (bytes, limits) = (Arc::<[u8]>::from(bytes), limits.clone());
            guard.run(limits.time, move |stop| guarded(sort, bytes, &limits, stop)).map(Some)
        }
    }
}

fn plain(bytes: &[u8], limits: &Limits) -> Text {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let mut text = Text::of(&String::from_utf8_lossy(looked_at), limits.room());
    text.is_cut |= bytes.len() > limits.text;
    text
}

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
