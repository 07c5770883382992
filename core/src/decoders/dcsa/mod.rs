//! Decodes DCSA Track & Trace answers: bytes become facts, links to the next page, or a reason why there are none.
//!
//! The four forms are distinguished by their keys, never by a declared version: flat events (1.x, 2.x), `metadata` and
//! `payload` (3.0 beta), and classified events with codes or words (3.0). Real answers break the standard's own schema nearly
//! everywhere: every member is optional, `null` counts as missing, names are compared without regard to case, numbers are
//! accepted as text and codes as words, and lists are found wherever they are wrapped. What cannot be read becomes a problem
//! with its place; unknown codes are kept among the codes of the fact.

mod answer;
mod codes;
mod document;
mod error_text;
mod event;
mod event_facts;
mod statements;
#[cfg(test)]
mod tests;
mod time;

use std::collections::HashMap;

use document::Document;
use event_facts::EventReport;

use crate::decoders::encoding::{first_byte, json_text};
use crate::decoders::message::{Problem, ReadLimits, Reading};
use crate::numbers::NumberKind;

pub use answer::{HttpAnswer, NextPage, Page, page};
pub(crate) use answer::{LONGEST_PAUSE, describe_pause, with_error_text};
pub(crate) use error_text::exhausted_quota;
pub(in crate::decoders) use statements::ONE_CALL;

pub(in crate::decoders) fn recognises(bytes: &[u8]) -> bool {
    matches!(first_byte(bytes), Some(b'[' | b'{'))
}

/// Reads an answer of any version, or several concatenated ones.
pub(in crate::decoders) fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let text = json_text(bytes);
    let document = Document::read(&text, limits);
    let mut reading = Reading::default();
    if !document.is_answer {
        reading.problems = document.problems;
        let detail = "this is JSON, and no DCSA Track & Trace answer: there is no event in it";
        reading.problems.push(Problem::new("", with_error_text_of(detail, bytes).unwrap_or_else(|| detail.to_owned())));
        return reading;
    }
    let mut message = statements::message(document.events);
    message.problems = document.problems;
    if message.is_empty() && message.problems.is_empty() {
        reading
            .problems
            .extend(with_error_text_of("there is no event in it", bytes).map(|detail| Problem::new("", detail)));
    }
    reading.messages.push(message);
    reading
}

fn with_error_text_of(detail: &str, bytes: &[u8]) -> Option<String> {
    error_text::error_text(bytes, &[]).map(|said| format!("{detail}; it says: {said}"))
}

/// One message per set of bookings and bills; of events without any, per set of containers.
pub(in crate::decoders) fn callback(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let text = json_text(bytes);
    let document = Document::read(&text, limits);
    let mut reading = Reading { problems: document.problems, ..Reading::default() };
    if !document.is_answer {
        reading.problems.push(Problem::new("", "there is no event in it: a JSON array of DCSA events is expected"));
    }
    let mut groups: Vec<Vec<EventReport>> = Vec::new();
    let mut places: HashMap<Group, usize> = HashMap::new();
    for report in document.events {
        let place = *places.entry(group(&report)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(report);
    }
    reading.messages = groups.into_iter().map(statements::message).collect();
    reading
}

type Group = (Vec<(NumberKind, String)>, Vec<String>);

fn group(report: &EventReport) -> Group {
    let (mut documents, mut containers) = (report.documents.clone(), Vec::new());
    documents.sort_unstable();
    documents.dedup();
    if documents.is_empty() {
        containers.clone_from(&report.containers);
        containers.sort_unstable();
    }
    (documents, containers)
}
