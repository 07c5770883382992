//! Messages with their facts, and what could not be read.

use std::collections::HashSet;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::numbers::NumberKind;
use crate::resources::Timestamp;
use crate::tracking::Fact;

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
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
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

    /// Takes in what was made of another file: the next page of an answer, more messages.
    pub fn join(&mut self, other: Reading) {
        self.messages.extend(other.messages);
        self.problems.extend(other.problems);
    }

    /// The JSON form, which is the same in every language; `core/docs/carriers.md` describes it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        let cancelled: HashSet<&String> = self.messages.iter().flat_map(|message| &message.cancelled).collect();
        let named = self.messages.iter().flat_map(|message| &message.numbers);
        let mut bookings = named.filter(|named| named.kind == NumberKind::BookingNumber);
        !cancelled.is_empty() && bookings.all(|booking| cancelled.contains(&booking.number))
    }

    /// Everything that is wrong: with the whole first, then with each message.
    pub fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(self.messages.iter().flat_map(|message| &message.problems))
    }
}

/// One message, and what it says.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Message {
    /// What it was recognised as.
    #[serde(flatten, serialize_with = "with_description")]
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
    pub numbers: Vec<NamedNumber>,
    /// The bookings that it says were cancelled.
    pub cancelled: Vec<String>,
    /// The ids of events that it takes back without naming what they were: of each there is a withdrawal among its facts.
    pub retracted: Vec<String>,
    /// What of it could not be read.
    pub problems: Vec<Problem>,
}

impl Message {
    pub(in crate::decoders) fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.retracted.is_empty() && self.cancelled.is_empty()
    }

    /// A message of this form in which nothing was read yet.
    pub fn of(form: Form) -> Self {
        Message { form, ..Message::default() }
    }

    /// Notes that it names a number.
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

/// What a message is.
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
    /// DCSA Track & Trace 3.0: classified events in words.
    Dcsa3Words,
    /// X12 315.
    X12StatusDetails,
    /// EDIFACT IFTSTA.
    Iftsta,
    /// EDIFACT CODECO.
    Codeco,
    /// EDIFACT COARRI.
    Coarri,
    /// An EDI message of another kind, of which nothing is read.
    OtherEdi,
}

impl Form {
    /// JSON name, description, and whether it is everything its source knows.
    const fn row(self) -> (&'static str, &'static str, bool) {
        match self {
            Form::Dcsa2 => ("dcsa2", "DCSA Track & Trace 2, flat events", true),
            Form::Dcsa3Beta => ("dcsa3_beta", "DCSA Track & Trace 3.0 beta, events of metadata and payload", true),
            Form::Dcsa3Codes => ("dcsa3_codes", "DCSA Track & Trace 3.0, with codes", true),
            Form::Dcsa3Words => ("dcsa3_words", "DCSA Track & Trace 3.0, in words", true),
            Form::X12StatusDetails => ("x12_315", "X12 315, status details of an ocean carrier", false),
            Form::Iftsta => ("iftsta", "EDIFACT IFTSTA, statuses of a carrier", false),
            Form::Codeco => ("codeco", "EDIFACT CODECO, report of a gate", false),
            Form::Coarri => ("coarri", "EDIFACT COARRI, report of a quay", false),
            Form::OtherEdi => ("edi", "an EDI message of a kind that is not read", false),
        }
    }

    /// The name in JSON, the same for ever.
    pub fn as_str(self) -> &'static str {
        self.row().0
    }

    /// What it is, for people.
    pub fn description(self) -> &'static str {
        self.row().1
    }

    /// Whether it is everything its source knows, so that what it expected before and does not name any more is withdrawn. An EDI
    /// message tells of one thing.
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
    /// What kind of number it is.
    pub kind: NumberKind,
    /// The number, as it is written there.
    pub number: String,
}

/// Something that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, thiserror::Error)]
#[error("{}{detail}", if place.is_empty() { String::new() } else { format!("{place}: ") })]
#[non_exhaustive]
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
