//! Calls the readers of the formats that are built in.

use std::sync::Arc;

use super::file_format::{FileFormat, Limits, Problem};
use super::guard::{self, Guard};
use super::text::Text;

/// Runs the reader of a format on its thread.
pub(super) fn on_thread(guard: &Guard, format: FileFormat, bytes: &[u8], limits: &Limits) -> Result<Text, Problem> {
    let (bytes, limits) = (Arc::<[u8]>::from(bytes), limits.clone());
    guard.run(limits.time, move |stop| guarded(format, bytes, &limits, stop))
}

/// Reads plain text.
pub(super) fn plain(bytes: &[u8], limits: &Limits) -> Text {
    let looked_at = &bytes[..bytes.len().min(limits.text)];
    let mut text = Text::of(&String::from_utf8_lossy(looked_at), limits.budget());
    text.is_truncated |= bytes.len() > limits.text;
    text
}

#[allow(unused_variables, reason = "each is read where its feature is built in")]
fn guarded(format: FileFormat, bytes: Arc<[u8]>, limits: &Limits, stop: &guard::Stop) -> Result<Text, Problem> {
    match format {
        #[cfg(feature = "read-html")]
        FileFormat::Html => super::html::read(&bytes, limits),
        #[cfg(feature = "read-xlsx")]
        FileFormat::Xlsx => super::xlsx::read(&bytes, limits, stop),
        #[cfg(feature = "read-pdf")]
        FileFormat::Pdf => super::pdf::read(bytes, limits, stop),
        other => Err(Problem::NotRead(other.as_str())),
    }
}
