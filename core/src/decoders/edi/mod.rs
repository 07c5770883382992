//! Decodes EDI of carriers, terminals and depots (X12 312, 315 and 322, EDIFACT
//! IFTSTA, IFTMAN, CODECO and COARRI) into [facts](crate::tracking::Fact).
//!
//! ```
//! use shiptrack::decoders::edi::{self, Senders};
//!
//! let file = b"UNB+UNOA:2+TERMINAL1+ME+260502:1500+77'UNH+1+COARRI:D:95B:UN'BGM+46+1+9'TDT+20+042E+1++:172+++9321483:146::TEST VOYAGER'\
//!     EQD+CN+MSKU0308961+45G1:102:5++2+5'DTM+203:202605021410:203'LOC+9+CNSHA:139:6'UNT+7+1'UNZ+1+77'";
//! assert!(edi::recognises(file));
//! let transmission = edi::read(file, &Senders::built_in());
//! let message = transmission.messages().next().unwrap();
//! assert_eq!((message.kind.as_str(), &message.numbers.containers[..]), ("COARRI", &["MSKU0308961".to_owned()][..]));
//! assert!(message.is_read && message.problems.is_empty() && !message.facts.is_empty());
//! ```
//!
//! Reading never panics, and takes time in proportion to the size of the input. An invalid part is reported as a [`Problem`] of its
//! message, with its position. A message with problems also contains its text. `core/docs/edi.md` describes how each segment and each code
//! is read.

mod acknowledge;
mod arrival_notice;
mod codes;
mod decoding;
mod envelope;
mod equipment;
mod iftsta;
mod interchange;
mod legs;
mod messages;
mod place;
mod segment;
mod status_details;
mod status_facts;
mod terminal_activity;
mod text;
mod time;
mod transmission;
mod weight;

pub use acknowledge::acknowledge;
pub use codes::{Meaning, Senders, StatusCode, status_codes};
pub use interchange::{
    EdiLimits, Group, Interchange, Message, Numbers, Party, Problem, ProblemCode, Syntax, Transmission,
};
pub(in crate::decoders) use messages::reading;
pub(crate) use messages::{number_list, to_message, to_problem};
pub(crate) use text::text;
pub(crate) use transmission::read as read_text;

/// Whether bytes look like EDI: they begin with the header of an interchange, a group or a message in either syntax, or contain the
/// complete header of an interchange after other text.
pub fn recognises(bytes: &[u8]) -> bool {
    let beginning = text(&bytes[..bytes.len().min(4_096)]);
    envelope::first_header(&beginning, segment::past_noise(&beginning, 0)).is_some()
}

/// Reads EDI with the default [limits](EdiLimits).
pub fn read(bytes: &[u8], senders: &Senders) -> Transmission {
    read_within(bytes, senders, &EdiLimits::default())
}

/// Reads EDI within these limits.
pub fn read_within(bytes: &[u8], senders: &Senders, limits: &EdiLimits) -> Transmission {
    if bytes.len() > limits.bytes {
        let detail = format!("the file has {} bytes; the limit is {}", bytes.len(), limits.bytes);
        return Transmission { problems: vec![Problem::new(ProblemCode::TooLarge, detail)], ..Transmission::default() };
    }
    transmission::read(&text(bytes), senders, limits)
}
