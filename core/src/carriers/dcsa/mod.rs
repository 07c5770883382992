//! DCSA Track & Trace, as carriers really answer it: bytes become facts, links to the next page, or a reason why there are
//! none. Pure: no HTTP here.
//!
//! Four wire shapes are told apart by their keys, never by a version that somebody declares: flat events (1.x, 2.x), `metadata`
//! and `payload` (3.0 beta), and classified events with codes or words (3.0). Real answers break the standard's own schema
//! nearly everywhere, so every member is optional, `null` is as good as nothing, names are compared without regard to case,
//! numbers are taken for text, codes for words, and lists are found wherever they are wrapped. What cannot be read is told with
//! its place; what nobody knows is kept among the codes of the fact.

mod codes;
mod document;
mod event;
mod place;
mod statements;
mod time;
mod told;

#[cfg(test)]
mod tests;

use super::read::{Problem, ReadLimits, Reading};
use document::Document;
use statements::Statements;

/// Whether the bytes may be such an answer: JSON is.
pub(super) fn recognises(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    matches!(bytes.trim_ascii_start().first(), Some(b'[' | b'{'))
}

/// Reads an answer of any shape, or several one after the other.
pub(super) fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // A name in another charset must not hide all events.
    let text = String::from_utf8_lossy(bytes);
    let document = Document::read(&text, limits, Statements::default());
    let mut reading = Reading::default();
    if !document.is_answer {
        reading.problems = document.problems;
        reading
            .problems
            .push(Problem::new("", "this is JSON, and no DCSA Track & Trace answer: there is no event in it"));
        return reading;
    }
    let mut message = document.events.into_message();
    message.problems = document.problems;
    reading.messages.push(message);
    reading
}
