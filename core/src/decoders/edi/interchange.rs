//! Interchanges, groups and messages, their problems, and the limits of reading.

use std::fmt;
use std::ops::Range;

use super::segment::Marks;
use crate::resources::Timestamp;
use crate::tracking::Fact;

/// What a file of EDI says: one interchange, or several one after the other, of either syntax.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Transmission {
    /// The interchanges, in their order.
    pub interchanges: Vec<Interchange>,
    /// What is wrong with the file, beside what is wrong with its messages.
    pub problems: Vec<Problem>,
}

impl Transmission {
    /// All messages, in their order.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.interchanges.iter().flat_map(|interchange| &interchange.groups).flat_map(|group| &group.messages)
    }
}

/// What a sender sent at once: an envelope with messages.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Interchange {
    /// How it is written.
    pub syntax: Syntax,
    /// Who sent it: ISA06 or UNB 0004, as it is written.
    pub sender: Party,
    /// Whom it is for: ISA08 or UNB 0010.
    pub recipient: Party,
    /// When it was made, by the sender's clock: ISA09 and ISA10, or UNB S004.
    pub sent_at: Option<Timestamp>,
    /// Its number: ISA13 or UNB 0020.
    pub control_number: String,
    /// The version of its syntax: ISA12 (`00401`), or UNB 0001 and 0002 (`UNOC:3`).
    pub version: String,
    /// Whether its sender calls it a test.
    pub is_test: bool,
    /// Its groups. An interchange of EDIFACT without groups has one that names nothing.
    pub groups: Vec<Group>,
    /// What is wrong with the envelope.
    pub problems: Vec<Problem>,
    pub(super) marks: Marks,
    pub(crate) span: Range<usize>,
}

/// Which of the two syntaxes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Syntax {
    /// ASC X12.
    X12,
    /// UN/EDIFACT.
    #[default]
    Edifact,
}

/// Who sends or receives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Party {
    /// The identification.
    pub id: String,
    /// Of which kind it is: ISA05 or UNB 0007.
    pub qualifier: String,
}

/// Messages of one kind within an interchange.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Group {
    /// What its messages are: GS01 (`QO`) or UNG 0038.
    pub kind: String,
    /// Who sent it: GS02 or UNG 0040.
    pub sender: String,
    /// Whom it is for: GS03 or UNG 0044.
    pub recipient: String,
    /// Its number: GS06 or UNG 0048.
    pub control_number: String,
    /// The version of its messages: GS08 (`004010`).
    pub version: String,
    /// Its messages, in their order.
    pub messages: Vec<Message>,
    /// How many there are by its trailer, where it has one that says so.
    pub counted: Option<usize>,
    /// What is wrong with the envelope of the group.
    pub problems: Vec<Problem>,
}

/// One message, and what was read of it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// What it is: `315`, `IFTSTA` …
    pub kind: String,
    /// The version it names (`D:95B:UN:SMDG16`), empty where it is that of its group.
    pub version: String,
    /// Its number: ST02 or UNH 0062.
    pub control_number: String,
    /// The numbers it is about.
    pub numbers: Numbers,
    /// What it says. Their source is whoever the [senders](super::Senders) say, else the carrier or, of a report of a gate or a quay, the
    /// terminal with the sender's name.
    pub facts: Vec<Fact>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Whether it was read. One that was may have problems all the same: what is not right in it was passed over and kept.
    pub is_read: bool,
    /// The message as it came, where anything is wrong with it.
    pub text: Option<String>,
    pub(crate) span: Range<usize>,
}

/// The numbers that a message is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Numbers {
    /// Bills of lading.
    pub bills: Vec<String>,
    /// Bookings.
    pub bookings: Vec<String>,
    /// Containers.
    pub containers: Vec<String>,
    /// The code of the carrier, where the message says it.
    pub scac: Option<String>,
}

impl Numbers {
    /// Bills and bookings.
    pub fn documents(&self) -> impl Iterator<Item = &String> {
        self.bills.iter().chain(&self.bookings)
    }
}

/// Something that is wrong with a file, an interchange or a message, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of problem it is.
    pub code: ProblemCode,
    /// Which segment of its message, counted from 1 with the message's header; `None` where no single one is to blame.
    pub segment: Option<usize>,
    /// The tag of that segment, or of the one that is missing.
    pub tag: Option<String>,
    /// Which element of the segment, counted from 1.
    pub element: Option<usize>,
    /// What is wrong, for people.
    pub detail: String,
}

closed_enum! {
    /// A kind of problem.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ProblemCode {
        /// There is more of it than is read; see [`EdiLimits`](super::EdiLimits).
        TooLarge => "too_large",
        /// Text that belongs to no interchange or message.
        Stray => "stray",
        /// A kind of message that is not read.
        UnknownMessage => "unknown_message",
        /// A trailer is missing: the message or its interchange was cut off.
        CutOff => "cut_off",
        /// Header and trailer have different control numbers.
        ControlNumber => "control_number",
        /// The trailer counts other segments or messages than there are.
        Count => "count",
        /// A segment without which nothing can be read of the message.
        MissingSegment => "missing_segment",
        /// An element without which nothing can be read of its segment.
        MissingElement => "missing_element",
        /// A code that neither the standard table nor that of the sender has. What it says is kept.
        UnknownCode => "unknown_code",
        /// Text where a date or a time is expected. What it says is kept.
        NotATime => "not_a_time",
        /// Text where a number of a container is expected. It is followed as it is.
        NotAContainer => "not_a_container",
    }
    /// Its name, for reports.
    pub fn as_str;
    impl Display;
}

impl Problem {
    pub(super) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Problem { code, segment: None, tag: None, element: None, detail: detail.into() }
    }

    pub(super) fn of(code: ProblemCode, tag: &str, detail: impl Into<String>) -> Self {
        Problem { tag: Some(tag.to_owned()), ..Problem::new(code, detail) }
    }

    pub(super) fn at(mut self, segment: usize, tag: &str) -> Self {
        self.segment = Some(segment);
        self.tag = Some(tag.to_owned());
        self
    }

    pub(super) fn place(&self) -> String {
        let segment = match (self.segment, &self.tag) {
            (Some(segment), Some(tag)) => format!("segment {segment} ({tag})"),
            (Some(segment), None) => format!("segment {segment}"),
            (None, tag) => tag.clone().unwrap_or_default(),
        };
        let element = self.element.map(|element| format!("element {element}"));
        [Some(segment).filter(|text| !text.is_empty()), element].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    pub(super) fn in_element(mut self, element: usize) -> Self {
        self.element = Some(element);
        self
    }
}

/// `not_a_time at segment 2 (B4), element 4: "2526" is not a date`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        write!(f, "{}{}{place}: {}", self.code, if place.is_empty() { "" } else { " at " }, self.detail)
    }
}

/// What of an EDI file is read. Whatever goes beyond it is told as a problem, and nothing of it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdiLimits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Segments of a file.
    pub segments: usize,
    /// Messages of a file, and interchanges.
    pub messages: usize,
    /// Segments of one message.
    pub message_segments: usize,
    /// Elements of one segment.
    pub elements: usize,
    /// Facts that one message says.
    pub message_facts: usize,
}

impl Default for EdiLimits {
    fn default() -> Self {
        EdiLimits {
            bytes: 32 << 20,
            segments: 2_000_000,
            messages: 20_000,
            message_segments: 50_000,
            elements: 250,
            message_facts: 100_000,
        }
    }
}
