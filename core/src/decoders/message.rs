//! The result of decoding: messages with their facts and problems, and the limits of reading.

use std::collections::HashSet;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::numbers::NumberKind;
use crate::resources::Timestamp;
use crate::tracking::Fact;

/// Limits of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadLimits {
    /// Largest input in bytes. A larger one is not read.
    pub bytes: usize,
    /// Maximum number of events of an input. Further events are ignored and reported as a problem.
    pub events: usize,
    /// Largest event in bytes. A larger one is reported as a problem.
    pub event_bytes: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { bytes: 32 << 20, events: 50_000, event_bytes: 256 << 10 }
    }
}

/// The result of reading bytes: messages and problems.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Reading {
    /// The messages in the order of the input: one for a DCSA answer, one for each message of each EDI interchange.
    pub messages: Vec<Message>,
    /// Problems that belong to no single message.
    pub problems: Vec<Problem>,
}

impl Reading {
    /// The facts of all messages, in their order.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.messages.iter().flat_map(|message| &message.facts)
    }

    /// Appends the messages and problems of another reading, such as the next page of an answer.
    pub fn join(&mut self, other: Reading) {
        self.messages.extend(other.messages);
        self.problems.extend(other.problems);
    }

    /// The JSON form, which is the same in every language; `core/docs/carriers.md` describes it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether bookings were cancelled, and no booking that the messages name is left.
    pub(crate) fn is_cancelled(&self) -> bool {
        let cancelled: HashSet<&String> = self.messages.iter().flat_map(|message| &message.cancelled).collect();
        let named = self.messages.iter().flat_map(|message| &message.numbers);
        let mut bookings = named.filter(|named| named.kind == NumberKind::BookingNumber);
        !cancelled.is_empty() && bookings.all(|booking| cancelled.contains(&booking.number))
    }

    /// All problems: first those of the input as a whole, then those of each message.
    pub fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(self.messages.iter().flat_map(|message| &message.problems))
    }
}

/// One message with its facts.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Message {
    /// The detected format.
    #[serde(flatten, serialize_with = "with_description")]
    pub form: Form,
    /// The position in the input, such as `interchange 1, message 2`. Empty if the message is the whole input.
    pub place: String,
    /// The sender that the message states.
    pub sender: Option<String>,
    /// The time of writing that the message states.
    pub sent_at: Option<Timestamp>,
    /// The control number that the sender assigned.
    pub control_number: Option<String>,
    /// The facts, in the order of the message.
    pub facts: Vec<Fact>,
    /// The containers, bookings and bills of lading that the message names, without duplicates.
    pub numbers: Vec<NamedNumber>,
    /// Cancelled bookings.
    pub cancelled: Vec<String>,
    /// Ids of retracted events that are not in the message themselves. The facts include a withdrawal for each.
    pub retracted: Vec<String>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Message {
    pub(in crate::decoders) fn is_empty(&self) -> bool {
        self.facts.iter().all(|fact| fact.why_unused().is_some())
            && self.retracted.is_empty()
            && self.cancelled.is_empty()
    }

    /// An empty message of this form.
    pub fn of(form: Form) -> Self {
        Message { form, ..Message::default() }
    }

    /// Adds a number, unless it is listed already.
    pub fn add_number(&mut self, kind: NumberKind, number: &str) {
        if !self.numbers.iter().any(|named| named.kind == kind && named.number == number) {
            self.numbers.push(NamedNumber { kind, number: number.to_owned() });
        }
    }
}

fn with_description<S: Serializer>(form: &Form, out: S) -> Result<S::Ok, S::Error> {
    let mut map = out.serialize_map(None)?;
    map.serialize_entry("form", form)?;
    map.serialize_entry("description", form.description())?;
    map.end()
}

/// The format of a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// DCSA Track & Trace 1 or 2: flat events.
    #[default]
    Dcsa2,
    /// DCSA Track & Trace 3.0 beta: events of `metadata` and `payload`.
    Dcsa3Beta,
    /// DCSA Track & Trace 3.0: classified events with codes.
    Dcsa3Codes,
    /// DCSA Track & Trace 3.0: classified events with words in place of codes.
    Dcsa3Words,
    /// A DCSA Arrival Notice, or its notification.
    DcsaArrivalNotice,
    /// X12 312.
    X12ArrivalNotice,
    /// X12 315.
    X12StatusDetails,
    /// X12 322.
    X12TerminalActivity,
    /// EDIFACT IFTSTA.
    Iftsta,
    /// EDIFACT IFTMAN.
    Iftman,
    /// EDIFACT CODECO.
    Codeco,
    /// EDIFACT COARRI.
    Coarri,
    /// An EDI message of another kind. Its contents are not read.
    OtherEdi,
}

impl Form {
    /// JSON name, description, and the value of [`is_whole_answer`](Self::is_whole_answer).
    const fn row(self) -> (&'static str, &'static str, bool) {
        match self {
            Form::Dcsa2 => ("dcsa2", "DCSA Track & Trace 2, flat events", true),
            Form::Dcsa3Beta => ("dcsa3_beta", "DCSA Track & Trace 3.0 beta, events of metadata and payload", true),
            Form::Dcsa3Codes => ("dcsa3_codes", "DCSA Track & Trace 3.0, with codes", true),
            Form::Dcsa3Words => ("dcsa3_words", "DCSA Track & Trace 3.0, in words", true),
            Form::DcsaArrivalNotice => ("dcsa_arrival_notice", "DCSA Arrival Notice", false),
            Form::X12ArrivalNotice => ("x12_312", "X12 312, arrival notice of an ocean carrier", false),
            Form::X12StatusDetails => ("x12_315", "X12 315, status details of an ocean carrier", false),
            Form::X12TerminalActivity => ("x12_322", "X12 322, activity of a terminal or a railway ramp", false),
            Form::Iftman => ("iftman", "EDIFACT IFTMAN, arrival notice", false),
            Form::Iftsta => ("iftsta", "EDIFACT IFTSTA, statuses of a carrier", false),
            Form::Codeco => ("codeco", "EDIFACT CODECO, gate report", false),
            Form::Coarri => ("coarri", "EDIFACT COARRI, quay report", false),
            Form::OtherEdi => ("edi", "an EDI message of an unsupported kind", false),
        }
    }

    /// The name in JSON. It is stable.
    pub fn as_str(self) -> &'static str {
        self.row().0
    }

    /// A description for people.
    pub fn description(self) -> &'static str {
        self.row().1
    }

    /// Whether a message of this form is everything that its source knows. If so, earlier estimates that it does not repeat are
    /// withdrawn. DCSA answers are complete; an EDI message reports one change.
    pub fn is_whole_answer(self) -> bool {
        self.row().2
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.as_str())
    }
}

/// A number that a message names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct NamedNumber {
    /// The kind of the number.
    pub kind: NumberKind,
    /// The number, as the message writes it.
    pub number: String,
}

/// A part of the input that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{}{detail}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
#[non_exhaustive]
pub struct Problem {
    /// The position: a JSON pointer, or the number of a segment. Empty if the problem is about the whole input.
    pub place: String,
    /// What is wrong, for people.
    pub detail: String,
}

impl Problem {
    /// A problem at this position.
    pub fn new(place: impl Into<String>, detail: impl Into<String>) -> Self {
        Problem { place: place.into(), detail: detail.into() }
    }
}
