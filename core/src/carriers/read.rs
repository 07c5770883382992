//! What do you make of this? Bytes that somebody sent become what they were recognised as, and the facts in them.

use serde::Serialize;

use super::dcsa;
use crate::numbers::NumberKind;
use crate::resources::Timestamp;
use crate::tracking::Fact;

/// Reads whatever a source of tracking data sends: a DCSA Track & Trace answer of any shape.
///
/// It never fails: what can be read is read, and what cannot is told in [`Message::problems`], with its place. Bytes that are
/// nothing of it have no [`messages`](Reading::messages), and [`problems`](Reading::problems) says what they look like.
///
/// ```
/// use shiptrack::carriers::{self, Form, ReadLimits};
///
/// let answer = br#"[{"eventType": "TRANSPORT", "transportEventTypeCode": "DEPA", "eventClassifierCode": "ACT",
///     "eventDateTime": "2026-01-06T10:18:00+08:00", "transportCall": {"UNLocationCode": "CNYTN"}}]"#;
/// let reading = carriers::read(answer, &ReadLimits::default());
/// assert_eq!(reading.messages[0].form, Form::Dcsa2);
/// assert_eq!(reading.facts().count(), 1);
/// ```
pub fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    if bytes.len() > limits.bytes {
        let detail = format!("this has {} bytes, more than the {} that are read", bytes.len(), limits.bytes);
        return Reading { problems: vec![Problem::new("", detail)], ..Reading::default() };
    }
    if dcsa::recognises(bytes) {
        return dcsa::read(bytes, limits);
    }
    let detail = "this is neither JSON nor EDI: a DCSA Track & Trace answer is expected";
    Reading { problems: vec![Problem::new("", detail)], ..Reading::default() }
}

/// How much is read before it counts as an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadLimits {
    /// Bytes of what is read.
    pub bytes: usize,
    /// Events in it; those beyond are left out, and that is told.
    pub events: usize,
    /// Bytes of one event; a larger one is told as a problem.
    pub event_bytes: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { bytes: 32 << 20, events: 50_000, event_bytes: 256 << 10 }
    }
}

/// What was made of bytes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reading {
    /// The messages in it, in their order: one for a DCSA answer, one for each message of each EDI interchange.
    pub messages: Vec<Message>,
    /// What is wrong with no message in particular.
    pub problems: Vec<Problem>,
}

impl Reading {
    /// The facts of all messages, in their order.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.messages.iter().flat_map(|message| &message.facts)
    }

    /// Everything that is wrong: with the whole first, then with each message.
    pub fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(self.messages.iter().flat_map(|message| &message.problems))
    }
}

/// One message, and what it says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// What it was recognised as.
    pub form: Form,
    /// Where it stands in what was read: `interchange 1, message 2`; empty where it is all of it.
    pub place: String,
    /// Who sent it, as it says.
    pub sender: Option<String>,
    /// When it was written, as it says.
    pub sent_at: Option<Timestamp>,
    /// The number its sender gave it.
    pub control_number: Option<String>,
    /// The facts in it, in the order they stand there.
    pub facts: Vec<Fact>,
    /// The containers, bookings and bills of lading that it names, each once.
    pub numbers: Vec<Named>,
    /// The bookings that it says were cancelled.
    pub cancelled: Vec<String>,
    /// The ids of events that it takes back without naming what they were.
    pub retracted: Vec<String>,
    /// What of it could not be read.
    pub problems: Vec<Problem>,
}

impl Message {
    /// A message of this form in which nothing was read yet.
    pub fn of(form: Form) -> Self {
        Message {
            form,
            place: String::new(),
            sender: None,
            sent_at: None,
            control_number: None,
            facts: Vec::new(),
            numbers: Vec::new(),
            cancelled: Vec::new(),
            retracted: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Notes that it names a number.
    pub fn names(&mut self, kind: NumberKind, number: &str) {
        if !self.numbers.iter().any(|named| named.kind == kind && named.number == number) {
            self.numbers.push(Named { kind, number: number.to_owned() });
        }
    }
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Form {
    /// DCSA Track & Trace 1 or 2: flat events.
    Dcsa2,
    /// DCSA Track & Trace 3.0 beta: events of `metadata` and `payload`.
    Dcsa3Beta,
    /// DCSA Track & Trace 3.0: classified events with codes.
    Dcsa3Codes,
    /// DCSA Track & Trace 3.0: classified events in words.
    Dcsa3Words,
}

impl Form {
    /// The name in JSON, the same for ever.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Dcsa2 => "dcsa2",
            Form::Dcsa3Beta => "dcsa3_beta",
            Form::Dcsa3Codes => "dcsa3_codes",
            Form::Dcsa3Words => "dcsa3_words",
        }
    }

    /// What it is, for people.
    pub fn description(self) -> &'static str {
        match self {
            Form::Dcsa2 => "DCSA Track & Trace 2, flat events",
            Form::Dcsa3Beta => "DCSA Track & Trace 3.0 beta, events of metadata and payload",
            Form::Dcsa3Codes => "DCSA Track & Trace 3.0, with codes",
            Form::Dcsa3Words => "DCSA Track & Trace 3.0, in words",
        }
    }

    /// Whether it is everything its source knows, so that what it expected before and does not name any more is withdrawn. An EDI
    /// message tells of one thing.
    pub fn is_whole_answer(self) -> bool {
        match self {
            Form::Dcsa2 | Form::Dcsa3Beta | Form::Dcsa3Codes | Form::Dcsa3Words => true,
        }
    }
}

/// A number that a message names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Named {
    /// What kind of number it is.
    pub kind: NumberKind,
    /// The number, as it is written there.
    pub number: String,
}

/// Something that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}{detail}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
pub struct Problem {
    /// Where: a JSON pointer, or the number of a segment; empty where it is about all of it.
    pub place: String,
    /// What is wrong there, for a person.
    pub detail: String,
}

impl Problem {
    /// Something wrong there.
    pub fn new(place: impl Into<String>, detail: impl Into<String>) -> Self {
        Problem { place: place.into(), detail: detail.into() }
    }
}
