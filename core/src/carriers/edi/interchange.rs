//! Interchanges, groups and messages, as they were read.

use std::ops::Range;

use super::problem::Problem;
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
#[derive(Debug, Clone, PartialEq)]
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
    /// Where it stands in the text that was read.
    pub(crate) span: Range<usize>,
}

/// Which of the two syntaxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum Syntax {
    /// ASC X12.
    X12,
    /// UN/EDIFACT.
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
    /// Where it stands in the text that was read.
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
