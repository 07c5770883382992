//! Extracts text from files, and finds numbers, vessels and dates in text.
//!
//! [`read_text`] detects the format of a file and returns its text with positions, within [`Limits`], or a [`Problem`].
//! [`findings`](find::findings) searches text. Formats that need a library are read if the feature of that library is enabled.
//! This module uses `numbers`, `shipping_lines`, and the function of `email` that finds container numbers in a text.

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

pub use document_type::detect_document_type;
pub use file_format::{FileFormat, Limits, Problem};
pub use guard::Guard;
pub use text::{Cell, Line, Text, TextBudget, TextPosition};

/// The text of a file. `None` for a format without text.
pub fn read_text(
    guard: &Guard,
    name: &str,
    content_type: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Option<Text>, Problem> {
    let format = FileFormat::of(name, content_type, bytes);
    match format {
        FileFormat::Other => Ok(None),
        FileFormat::Text => Ok(Some(plain(bytes, limits))),
        #[cfg(feature = "read-csv")]
        FileFormat::Csv => csv::read(bytes, limits).map(Some),
        #[cfg(not(feature = "read-csv"))]
        FileFormat::Csv => Ok(Some(plain(bytes, limits))),
        FileFormat::Html | FileFormat::Xlsx | FileFormat::Pdf => {
            let (bytes, limits) = (Arc::<[u8]>::from(bytes), limits.clone());
            guard.run(limits.time, move |stop| guarded(format, bytes, &limits, stop)).map(Some)
        }
    }
}

fn plain(bytes: &[u8], limits: &Limits) -> Text {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let mut text = Text::of(&String::from_utf8_lossy(looked_at), limits.budget());
    text.is_truncated |= bytes.len() > limits.text;
    text
}

#[allow(unused_variables, reason = "each is read where its feature is built in")]
fn guarded(format: FileFormat, bytes: Arc<[u8]>, limits: &Limits, stop: &guard::Stop) -> Result<Text, Problem> {
    match format {
        #[cfg(feature = "read-html")]
        FileFormat::Html => html::read(&bytes, limits),
        #[cfg(feature = "read-xlsx")]
        FileFormat::Xlsx => xlsx::read(&bytes, limits, stop),
        #[cfg(feature = "read-pdf")]
        FileFormat::Pdf => pdf::read(bytes, limits, stop),
        other => Err(Problem::NotRead(other.as_str())),
    }
}
