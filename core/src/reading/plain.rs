//! Plain text.

use super::Limits;
use super::text::{Place, Text};

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Text {
    let bytes_read = &bytes[..bytes.len().min(limits.text)];
    let written = String::from_utf8_lossy(bytes_read);
    let mut text = of_lines(written.lines(), limits);
    text.is_cut |= bytes.len() > limits.text;
    text
}

/// The text of lines.
pub(super) fn of_lines<'l>(lines: impl Iterator<Item = &'l str>, limits: &Limits) -> Text {
    let mut text = Text::default();
    for (number, line) in (1..).zip(lines) {
        if !text.add(&Place::Line(number), line, limits.text) {
            break;
        }
    }
    text
}
