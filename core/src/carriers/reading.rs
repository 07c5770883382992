//! Messages with their facts, and what could not be read.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::numbers::NumberKind;
use crate::resources::Timestamp;
use crate::tracking::{Certainty, Fact, FoldPolicy, Statement, Voyage, absorb, local, voyage};

/// Estimates for one place within this time are of one call.
pub(super) const ONE_CALL: TimeDelta = TimeDelta::days(30);

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

    /// The voyages that the facts tell of, one for each of the [shipments](Reading::shipments), as if they were all that is known and
    /// had been received `now`. There is one at least: of nothing, where nothing is told.
    ///
    /// Answers of a carrier are taken for the pages of one, and for everything their source knows; messages that tell of one thing
    /// each are taken in one after the other, in the order they were written.
    pub fn voyages(&self, now: DateTime<Utc>, policy: &FoldPolicy) -> Vec<Voyage> {
        self.shipments().iter().map(|shipment| shipment.voyage(now, policy)).collect()
    }

    fn voyage(&self, now: DateTime<Utc>, policy: &FoldPolicy) -> Voyage {
        let (whole, mut single): (Vec<&Message>, Vec<&Message>) =
            self.messages.iter().partition(|message| message.form.is_whole_answer());
        single.sort_by_key(|message| message.sent_at.as_ref().and_then(written));
        let pages: Vec<Fact> = whole.into_iter().flat_map(|message| message.facts.iter().cloned()).collect();
        let mut answers = vec![pages];
        answers.extend(batches(single));
        let mut known: Vec<Fact> = Vec::new();
        // The last answer is received now, each one before it a millisecond earlier.
        for (before, answer) in (0..answers.len()).rev().zip(answers) {
            let earlier = TimeDelta::milliseconds(i64::try_from(before).unwrap_or_default());
            let received = now.checked_sub_signed(earlier).unwrap_or(now);
            let new = absorb(&known, answer, known.is_empty(), received);
            known.extend(new);
        }
        let mut voyage = voyage(&known, now, policy);
        voyage.picture.shipment.line_tracking_stopped_reason = voyage.picture.concluded.clone();
        voyage
    }

    pub(super) fn is_cancelled(&self) -> bool {
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

pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

pub(crate) fn written(at: &Timestamp) -> Option<DateTime<Utc>> {
    let day = || at.date().map(|day| day.and_time(NaiveTime::MIN));
    at.utc().or_else(|| local(at).or_else(day).map(|time| time.and_utc()))
}

fn written_at(fact: &Fact) -> Option<DateTime<Utc>> {
    let said = ["eventUpdatedDateTime", "eventCreatedDateTime"].into_iter().filter_map(|name| fact.of_dcsa(name));
    said.filter_map(|at| written(&Timestamp::from(at.as_str()?))).next()
}

type Expected = (DateTime<Utc>, DateTime<Utc>);

pub(crate) struct Expectations(HashMap<String, Vec<Expected>>);

impl Expectations {
    pub(crate) fn of(known: &[Fact]) -> Self {
        let mut all: HashMap<String, Vec<_>> = HashMap::new();
        for (identity, times) in known.iter().filter_map(expected) {
            all.entry(identity).or_default().push(times);
        }
        Expectations(all)
    }

    /// Its source wrote a newer time of the same call, within thirty days of this one.
    pub(crate) fn outdate(&self, fact: &Fact) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some((identity, (at, since))) = expected(fact) else { return false };
        let known = self.0.get(&identity).into_iter().flatten();
        known.into_iter().any(|(other, newer)| *newer > since && (*other - at).abs() <= ONE_CALL)
    }
}

fn expected(fact: &Fact) -> Option<(String, Expected)> {
    match &fact.statement {
        Statement::Event(event) if event.certainty != Certainty::Actual => {
            let times = (event.at.as_ref().and_then(written)?, written_at(fact)?);
            let mut key = fact.key()?;
            key.truncate(key.rfind('|')?);
            Some((key, times))
        }
        _ => None,
    }
}

/// A message that restates something starts a new batch: the newest statement counts.
fn batches(messages: Vec<&Message>) -> Vec<Vec<Fact>> {
    let mut batches: Vec<Vec<Fact>> = Vec::new();
    let mut said: HashSet<String> = HashSet::new();
    for message in messages {
        let says: HashSet<String> = message.facts.iter().filter_map(said_anew).collect();
        if batches.is_empty() || !said.is_disjoint(&says) {
            batches.push(Vec::new());
            said.clear();
        }
        said.extend(says);
        if let Some(last) = batches.last_mut() {
            last.extend(message.facts.iter().cloned());
        }
    }
    batches
}

fn said_anew(fact: &Fact) -> Option<String> {
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => None,
        Statement::Event(_) => fact.key(),
        Statement::Withdrawn(key) => Some(key.clone()),
        Statement::TerminalStatus(_) | Statement::Particulars(_) => {
            Some(format!("{}|{:?}", fact.source, fact.container))
        }
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
    pub numbers: Vec<Named>,
    /// The bookings that it says were cancelled.
    pub cancelled: Vec<String>,
    /// The ids of events that it takes back without naming what they were: of each there is a withdrawal among its facts.
    pub retracted: Vec<String>,
    /// What of it could not be read.
    pub problems: Vec<Problem>,
}

impl Message {
    pub(in crate::carriers) fn says_nothing(&self) -> bool {
        self.facts.is_empty() && self.retracted.is_empty() && self.cancelled.is_empty()
    }

    /// A message of this form in which nothing was read yet.
    pub fn of(form: Form) -> Self {
        Message { form, ..Message::default() }
    }

    /// Notes that it names a number.
    pub fn names(&mut self, kind: NumberKind, number: &str) {
        if !self.numbers.iter().any(|named| named.kind == kind && named.number == number) {
            self.numbers.push(Named { kind, number: number.to_owned() });
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
pub struct Named {
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

/// UTF-8 or UTF-16, lossy: a name in another charset must not hide all events.
pub(super) fn json_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(text) = marked_utf_16(bytes) {
        return text.into();
    }
    match bytes {
        // JSON begins with a character of ASCII.
        [1..=255, 0, ..] => wide(bytes, u16::from_le_bytes).into(),
        [0, 1..=255, ..] => wide(bytes, u16::from_be_bytes).into(),
        _ => String::from_utf8_lossy(unmarked(bytes)),
    }
}

pub(super) fn marked_utf_16(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some(wide(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(wide(rest, u16::from_be_bytes)),
        _ => None,
    }
}

/// Skips white space, NUL and byte order marks.
pub(super) fn first_byte(bytes: &[u8]) -> Option<u8> {
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || [0, 0xef, 0xbb, 0xbf, 0xff, 0xfe].contains(byte);
    bytes.iter().copied().find(|byte| !is_before(byte))
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_in_either_order_of_bytes_with_a_mark_and_without() {
        let units: Vec<u16> = "[\"Göteborg\"]".encode_utf16().collect();
        let (little, big): (Vec<u8>, Vec<u8>) = (
            units.iter().flat_map(|it| it.to_le_bytes()).collect(),
            units.iter().flat_map(|it| it.to_be_bytes()).collect(),
        );
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [marked(&[0xff, 0xfe], &little), marked(&[0xfe, 0xff], &big), little, big] {
            assert_eq!(json_text(&bytes), "[\"Göteborg\"]");
        }
        assert_eq!([json_text("\u{feff}[]".as_bytes()), json_text(b"\0"), json_text(b"")], ["[]", "\0", ""]);
    }
}
