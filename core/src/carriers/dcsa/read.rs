//! A document becomes a message.

use super::document::Document;
use super::statements::Statements;
use crate::carriers::reading::{Problem, ReadLimits, Reading, unmarked};

/// Whether the bytes may be such an answer: JSON is.
pub(in crate::carriers) fn recognises(bytes: &[u8]) -> bool {
    let bytes = unmarked(bytes);
    matches!(bytes.trim_ascii_start().first(), Some(b'[' | b'{'))
}

/// Reads an answer of any shape, or several one after the other.
pub(in crate::carriers) fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let bytes = unmarked(bytes);
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
