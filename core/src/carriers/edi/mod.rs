//! EDI that carriers, terminals and depots send: X12 315, EDIFACT IFTSTA, CODECO and COARRI, read into [`Fact`]s.
//!
//! ```
//! use shiptrack::carriers::edi::{self, Senders};
//!
//! let file = b"UNB+UNOA:2+TERMINAL1+ME+260502:1500+77'UNH+1+COARRI:D:95B:UN'BGM+46+1+9'TDT+20+042E+1++:172+++9321483:146::TEST VOYAGER'\
//!     EQD+CN+MSKU0308961+45G1:102:5++2+5'DTM+203:202605021410:203'LOC+9+CNSHA:139:6'UNT+7+1'UNZ+1+77'";
//! assert!(edi::recognises(file));
//! let transmission = edi::read(file, &Senders::known());
//! let message = transmission.messages().next().unwrap();
//! assert_eq!((message.kind.as_str(), &message.numbers.containers[..]), ("COARRI", &["MSKU0308961".to_owned()][..]));
//! assert!(message.is_read && message.problems.is_empty() && !message.facts.is_empty());
//! ```
//!
//! Whatever the bytes are, nothing panics, and reading takes time in proportion to their number. What cannot be read is told as a
//! [`Problem`] of its message, with the place in it, and the text of that message is kept. `core/docs/edi.md` says how each
//! segment and each code is read.

mod acknowledge;
mod codes;
mod container;
mod decoding;
mod edifact;
mod envelope;
mod equipment;
mod iftsta;
mod limits;
mod place;
mod problem;
mod segment;
mod senders;
mod status_details;
mod text;
mod time;
mod told;
mod x12;

pub use acknowledge::acknowledge;
pub use codes::{Meaning, StatusCode, status_codes};
pub use limits::EdiLimits;
pub use problem::{Problem, ProblemCode};
pub use senders::Senders;

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
    marks: segment::Marks,
}

/// Which of the two syntaxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// What it says. Their source is whoever the [senders](Senders) say, else the carrier or, of a report of a gate or a quay, the
    /// terminal with the sender's name.
    pub facts: Vec<Fact>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Whether it was read. One that was may have problems all the same: what is not right in it was passed over and kept.
    pub is_read: bool,
    /// The message as it came, where anything is wrong with it.
    pub text: Option<String>,
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

/// Whether bytes look like EDI: they begin with the header of an interchange, a group or a message, of either syntax.
pub fn recognises(bytes: &[u8]) -> bool {
    // The header, and what may stand before it, is short.
    let beginning = text::text(&bytes[..bytes.len().min(4_096)]);
    envelope::header_at(&beginning, segment::past_noise(&beginning, 0)).is_some()
}

/// Reads EDI with the usual [limits](EdiLimits).
pub fn read(bytes: &[u8], senders: &Senders) -> Transmission {
    read_within(bytes, senders, &EdiLimits::default())
}

/// Reads EDI.
pub fn read_within(bytes: &[u8], senders: &Senders, limits: &EdiLimits) -> Transmission {
    if bytes.len() > limits.bytes {
        let detail = format!("the file has {} bytes; {} are read at most", bytes.len(), limits.bytes);
        return Transmission { problems: vec![Problem::new(ProblemCode::TooLarge, detail)], ..Transmission::default() };
    }
    envelope::read(&text::text(bytes), senders, limits)
}
