//! Decodes DCSA Track & Trace answers into facts, the link to the next page, or the reason why there is no data.
//!
//! There are four forms: flat events (1.x, 2.x), `metadata` and `payload` (3.0 beta), and classified events with codes or with
//! words (3.0). They are distinguished by their members, not by a declared version. Real answers rarely follow the schema of the
//! standard, so the decoder is lenient: every member is optional, `null` counts as missing, names are compared without regard to
//! case, text is accepted as a number and a word as a code, and lists of events are found inside wrappers. What cannot be read
//! becomes a problem with its position; unknown codes are stored in the `codes` of the fact.

mod answer;
mod arrival_notice;
mod build_message;
mod codes;
mod document;
mod error_text;
mod event;
mod event_facts;
#[cfg(test)]
mod tests;
mod time;
mod web_answers;

use std::collections::HashMap;

use document::Document;
use event_facts::EventReport;
use serde::de::IgnoredAny;

use crate::decoders::UnreadParts;
use crate::decoders::encoding::{first_byte, json_text};
use crate::decoders::message::{Message, Problem, ReadLimits, Reading};
use crate::numbers::NumberKind;
use crate::tracking::{Fact, Particulars};

pub use answer::{HttpAnswer, NextPage, Page, page};
pub(crate) use answer::{LONGEST_PAUSE, describe_pause, with_error_text};
pub(in crate::decoders) use build_message::ONE_CALL;
pub(crate) use error_text::exhausted_quota;

pub(in crate::decoders) fn recognises(bytes: &[u8]) -> bool {
    matches!(first_byte(bytes), Some(b'[' | b'{'))
}

/// Reads an answer of any version, or several concatenated answers.
pub(in crate::decoders) fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    read_answer(bytes, limits).0
}

/// Whether the JSON ends before its last document does.
fn is_cut_off(bytes: &[u8]) -> bool {
    let text = json_text(bytes);
    let mut documents = serde_json::Deserializer::from_str(&text).into_iter::<IgnoredAny>();
    documents.find_map(Result::err).is_some_and(|error| error.is_eof())
}

/// Reads an answer. Also returns whether a part of it could not be read, so that statements may be missing.
fn read_answer(bytes: &[u8], limits: &ReadLimits) -> (Reading, bool) {
    let text = json_text(bytes);
    let mut document = Document::read(&text, limits);
    let mut reading = Reading::default();
    if document.events.is_empty()
        && let Some(notices) = arrival_notice::read(&text, limits)
    {
        return (notices, true);
    }
    if document.events.is_empty()
        && let Some(refusal) = web_answers::refusal(&text)
    {
        reading.problems.push(Problem::new("", refusal));
        return (reading, true);
    }
    if !document.is_answer {
        reading.problems = document.problems;
        let detail = "the JSON is not a DCSA Track & Trace answer: it has no event";
        reading.problems.push(Problem::new("", with_error_text_of(detail, bytes).unwrap_or_else(|| detail.to_owned())));
        return (reading, true);
    }
    if document.reports_error && !document.events.is_empty() {
        let detail = "the answer reports an error, and events may be missing";
        document.problem("", with_error_text_of(detail, bytes).unwrap_or_else(|| detail.to_owned()));
    }
    let is_incomplete = !document.problems.is_empty();
    let booked = document.take_booking();
    let (mut message, mut unread) = build_message::build_message(document.events);
    unread.append(document.unread);
    add_whole_shipment(&mut message, booked, unread);
    message.problems = document.problems;
    message.problems.extend(document.remarks);
    if message.is_empty() && message.problems.is_empty() {
        reading
            .problems
            .extend(with_error_text_of("the answer has no event", bytes).map(|detail| Problem::new("", detail)));
    }
    reading.messages.push(message);
    (reading, is_incomplete)
}

/// Adds the booking and the parts that cannot be read. A booking without an event is not evidence of a shipment.
fn add_whole_shipment(message: &mut Message, booked: Option<Particulars>, unread: UnreadParts) {
    if !message.facts.is_empty() {
        message.facts.extend(booked.map(Fact::particulars));
    }
    message.facts.extend(unread.into_facts());
}

fn with_error_text_of(detail: &str, bytes: &[u8]) -> Option<String> {
    error_text::error_text(bytes, &[]).map(|text| format!("{detail}; error text: {text}"))
}

/// Makes one message for each set of bookings and bills, and for events without any, one for each set of containers.
pub(in crate::decoders) fn callback(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let text = json_text(bytes);
    let mut document = Document::read(&text, limits);
    let booked = document.take_booking();
    let problems = document.problems.into_iter().chain(document.remarks).collect();
    let mut reading = Reading { problems, ..Reading::default() };
    if !document.is_answer {
        reading.problems.push(Problem::new("", "the body has no event: expected a JSON array of DCSA events"));
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
    // With several messages, it is unknown which shipment the booking and the other unread parts are about.
    let mut of_whole = (groups.len() == 1).then_some((booked, document.unread));
    for reports in groups {
        let (mut message, mut unread) = build_message::build_message(reports);
        let (booked, more) = of_whole.take().unwrap_or_default();
        unread.append(more);
        add_whole_shipment(&mut message, booked, unread);
        reading.messages.push(message);
    }
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
