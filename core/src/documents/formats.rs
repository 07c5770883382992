//! Calls the parsers of the formats that are built in.

use super::file_format::{FileFormat, Limits, Problem};
use super::text::Text;

/// Whether this build reads a PDF, XLSX or HTML file.
pub(super) fn is_read(format: FileFormat) -> bool {
    cfg!(feature = "read-html") && format == FileFormat::Html
        || cfg!(feature = "read-xlsx") && format == FileFormat::Xlsx
        || cfg!(feature = "read-pdf") && format == FileFormat::Pdf
}

/// Reads a PDF, XLSX or HTML file on this thread.
#[allow(unused_variables, reason = "each is read where its feature is built in")]
pub(super) fn read(format: FileFormat, bytes: Vec<u8>, limits: &Limits) -> Result<Text, Problem> {
    match format {
        #[cfg(feature = "read-html")]
        FileFormat::Html => super::html::read(&bytes, limits),
        #[cfg(feature = "read-xlsx")]
        FileFormat::Xlsx => super::xlsx::read(&bytes, limits),
        #[cfg(feature = "read-pdf")]
        FileFormat::Pdf => super::pdf::read(bytes, limits),
        other => Err(Problem::NotRead(other.as_str())),
    }
}

/// Reads plain text.
pub(super) fn plain(bytes: &[u8], limits: &Limits) -> Text {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let mut text = Text::of(&String::from_utf8_lossy(looked_at), limits.budget());
    text.is_truncated |= bytes.len() > limits.text;
    text
}
