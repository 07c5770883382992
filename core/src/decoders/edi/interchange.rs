//! Interchanges, groups and messages of EDI, their problems, and the limits of reading.

use std::fmt;
use std::ops::Range;

use super::segment::Separators;
use crate::resources::Timestamp;
use crate::tracking::Fact;

/// A decoded EDI file: one or several concatenated interchanges of either syntax.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Transmission {
    /// The interchanges, in the order of the file.
    pub interchanges: Vec<Interchange>,
    /// Problems of the file as a whole. Interchanges, groups and messages have separate lists of problems.
    pub problems: Vec<Problem>,
}

impl Transmission {
    /// All messages, in the order of the file.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.interchanges.iter().flat_map(|interchange| &interchange.groups).flat_map(|group| &group.messages)
    }
}

/// An interchange: an envelope with messages.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Interchange {
    /// The syntax.
    pub syntax: Syntax,
    /// The sender: ISA06 or UNB 0004.
    pub sender: Party,
    /// The recipient: ISA08 or UNB 0010.
    pub recipient: Party,
    /// When it was written, by the sender's clock: ISA09 and ISA10, or UNB S004.
    pub sent_at: Option<Timestamp>,
    /// The control number: ISA13 or UNB 0020.
    pub control_number: String,
    /// The version of the syntax: ISA12 (`00401`), or UNB 0001 and 0002 (`UNOC:3`).
    pub version: String,
    /// Whether the sender marked it as a test.
    pub is_test: bool,
    /// The groups. Messages outside of any group are in a group whose header fields are empty.
    pub groups: Vec<Group>,
    /// Problems of the envelope.
    pub problems: Vec<Problem>,
    pub(super) separators: Separators,
    pub(crate) span: Range<usize>,
}

/// A syntax of EDI.
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

/// A sender or recipient.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Party {
    /// The identification.
    pub id: String,
    /// The kind of identification: ISA05 or UNB 0007.
    pub qualifier: String,
}

/// Messages of one kind within an interchange.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Group {
    /// The kind of the messages: GS01 (`QO`) or UNG 0038.
    pub kind: String,
    /// The sender: GS02 or UNG 0040.
    pub sender: String,
    /// The recipient: GS03 or UNG 0044.
    pub recipient: String,
    /// The control number: GS06 or UNG 0048.
    pub control_number: String,
    /// The version of the messages: GS08 (`004010`).
    pub version: String,
    /// When it was written, by the sender's clock: GS04 and GS05, or UNG S004.
    pub sent_at: Option<Timestamp>,
    /// The messages, in order.
    pub messages: Vec<Message>,
    /// The number of messages that the trailer states. `None` without a valid trailer.
    pub counted: Option<usize>,
    /// Problems of the group's envelope.
    pub problems: Vec<Problem>,
}

/// A message and what was read of it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// The kind: `315`, `IFTSTA` …
    pub kind: String,
    /// The version that the message states (`D:95B:UN:SMDG16`). Empty if only the group states it.
    pub version: String,
    /// The control number: ST02 or UNH 0062.
    pub control_number: String,
    /// When it was written: the first DTM+137 before its content. `None` if it does not state it.
    pub sent_at: Option<Timestamp>,
    /// The numbers that the message is about.
    pub numbers: Numbers,
    /// The facts. [`Senders`](super::Senders) decides their source. By default it is the carrier, or for CODECO and COARRI the
    /// terminal with the name of the sender.
    pub facts: Vec<Fact>,
    /// The problems.
    pub problems: Vec<Problem>,
    /// Whether the message could be read. A message with problems can also be read: only its invalid parts are ignored.
    pub is_read: bool,
    /// The text of the message. `None` if it has no problems.
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
    /// The code of the carrier. `None` if the message does not state it.
    pub scac: Option<String>,
}

impl Numbers {
    /// Bills and bookings.
    pub fn documents(&self) -> impl Iterator<Item = &String> {
        self.bills.iter().chain(&self.bookings)
    }
}

/// A problem of a file, an interchange or a message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of problem.
    pub code: ProblemCode,
    /// The segment, counted from 1 for the header of the message. `None` if the problem belongs to no single segment.
    pub segment: Option<usize>,
    /// The tag of that segment, or of a missing segment.
    pub tag: Option<String>,
    /// The element of the segment, counted from 1.
    pub element: Option<usize>,
    /// What is wrong, for people.
    pub detail: String,
}

closed_enum! {
    /// A kind of problem.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ProblemCode {
        /// A limit of [`EdiLimits`](super::EdiLimits) is exceeded.
        TooLarge => "too_large",
        /// Text that belongs to no interchange or message.
        Stray => "stray",
        /// An unsupported kind of message.
        UnknownMessage => "unknown_message",
        /// A trailer is missing: the message or its interchange was cut off.
        CutOff => "cut_off",
        /// The control numbers of header and trailer differ.
        ControlNumber => "control_number",
        /// The trailer states another number of segments or messages than there are.
        Count => "count",
        /// A required segment is missing: the message cannot be read.
        MissingSegment => "missing_segment",
        /// A required element is missing: its segment cannot be read.
        MissingElement => "missing_element",
        /// A code that is neither in the standard table nor in the table of the sender. The code is stored with the fact.
        UnknownCode => "unknown_code",
        /// A text that is not a date or a time, where one is expected. The text is stored with the fact.
        NotATime => "not_a_time",
        /// A text that is not a container number, where one is expected, or no container where one is required. A text that may be the number of
        /// a container of a shipper is used unchanged; any other text is refused.
        NotAContainer => "not_a_container",
    }
    /// The code as text.
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
        let segment = (!segment.is_empty()).then_some(segment);
        [segment, element].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    pub(super) fn in_element(mut self, element: usize) -> Self {
        self.element = Some(element);
        self
    }
}

/// Writes code, place and detail: `not_a_time at segment 2 (B4), element 4: "2526" is not a date`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        write!(f, "{}{}{place}: {}", self.code, if place.is_empty() { "" } else { " at " }, self.detail)
    }
}

/// Limits for reading EDI. Parts of a file that exceed a limit are not read; a problem reports this.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EdiLimits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Segments of a file.
    pub segments: usize,
    /// Messages of a file; also the limit for its interchanges.
    pub messages: usize,
    /// Segments of one message.
    pub message_segments: usize,
    /// Elements of one segment.
    pub elements: usize,
    /// Facts of one message.
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
