//! Extracts text from files, and finds numbers, vessels and dates in text.
//!
//! [`read_text`] detects the format of a file and returns its text with positions, within [`Limits`], or a [`Problem`].
//! [`findings`](find::findings) searches text. Formats that need a library are read if the feature of that library is enabled.
//! This module uses `numbers`, `shipping_lines`, and of `email` the reader of messages and the search for container numbers.

#[cfg(feature = "read-csv")]
mod csv;
mod dates;
mod document_type;
mod file_format;
pub mod find;
mod formats;
mod guard;
#[cfg(feature = "read-html")]
mod html;
mod message;
#[cfg(feature = "read-pdf")]
mod pdf;
#[cfg(feature = "read-pdf")]
mod pdf_operations;
mod text;
#[cfg(feature = "read-xlsx")]
mod xlsx;

pub use document_type::{ARRIVAL_NOTICE, detect_document_type};
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
        FileFormat::Text => Ok(Some(formats::plain(bytes, limits))),
        FileFormat::Message => message::read(guard, bytes, limits).map(Some),
        #[cfg(feature = "read-csv")]
        FileFormat::Csv => csv::read(bytes, limits).map(Some),
        #[cfg(not(feature = "read-csv"))]
        FileFormat::Csv => Ok(Some(formats::plain(bytes, limits))),
        FileFormat::Html | FileFormat::Xlsx | FileFormat::Pdf => {
            formats::on_thread(guard, format, bytes, limits).map(Some)
        }
    }
}

/// Reads plain text.
pub fn read_plain_text(text: &str, limits: &Limits) -> Text {
    formats::plain(text.as_bytes(), limits)
}
