//! A document becomes a message.

use super::document::Document;
use super::statements::Statements;
use super::words;
use crate::carriers::charset;
use crate::carriers::reading::{Problem, ReadLimits, Reading};

/// Whether the bytes may be such an answer: JSON is.
pub(in crate::carriers) fn recognises(bytes: &[u8]) -> bool {
    matches!(charset::first(bytes), Some(b'[' | b'{'))
}

/// Reads an answer of any shape, or several one after the other.
pub(in crate::carriers) fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let text = charset::text(bytes);
    let document = Document::read(&text, limits, Statements::default());
    let mut reading = Reading::default();
    if !document.is_answer {
        reading.problems = document.problems;
        let detail = "this is JSON, and no DCSA Track & Trace answer: there is no event in it";
        reading.problems.push(Problem::new("", with_words(detail, bytes).unwrap_or_else(|| detail.to_owned())));
        return reading;
    }
    let mut message = document.events.into_message();
    message.problems = document.problems;
    if message.says_nothing() && message.problems.is_empty() {
        // It is an answer, and all of it was read.
        reading.problems.extend(with_words("there is no event in it", bytes).map(|detail| Problem::new("", detail)));
    }
    reading.messages.push(message);
    reading
}

/// What is wrong, with what the carrier says of it itself, where it does.
fn with_words(detail: &str, bytes: &[u8]) -> Option<String> {
    words::first(bytes, &[]).map(|said| format!("{detail}; it says: {said}"))
}
