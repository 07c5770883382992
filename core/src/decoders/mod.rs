//! Decodes tracking data of carriers and terminals into facts.
//!
//! [`read`] detects the format. [`dcsa`] decodes DCSA Track & Trace answers, [`edi`] X12 and EDIFACT, and [`push`] the
//! callbacks of event subscriptions. A [`Reading`] has the messages with their facts, and the problems: what could not be
//! read. Decoders are pure functions: they do no I/O and read no clock. They use the facts of `tracking`, the tables of
//! places and shipping lines, and `LookUpFailure` of the carrier port, with which [`dcsa::page`] reports an answer without data.

pub mod dcsa;
pub mod edi;
mod encoding;
pub(crate) mod mask;
mod message;
pub mod push;
mod recognise;
mod shipments;

use crate::tracking::{Fact, Movement, Source, UnreadPart};

pub use message::{Form, Message, NamedNumber, Problem, ReadLimits, Reading};
pub use recognise::read;
pub(crate) use shipments::FactRef;

/// Whether a text in capitals without separators may be a container number: two to four letters, then at least five digits. The check digit
/// is not verified, and numbers of shippers that do not follow ISO 6346 are accepted.
fn may_be_container(number: &str) -> bool {
    let letters = number.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = number.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    number.len() == letters + digits && number.len() <= 11 && (2..=4).contains(&letters) && digits >= 5
}

/// The movement of a statement about a container whose number cannot be read. It becomes no event of the interface, because the container is
/// unknown.
fn unassigned(movement: &Movement) -> Movement {
    Movement::parse(&format!("unassigned_{}", movement.as_str()))
}

/// Maximum number of parts of a message, or of a page of an answer, that are stored although they cannot be read.
const MAX_UNREAD: usize = 64;

/// Parts of a message that cannot be read. Each becomes a statement without meaning, so that it is a doubt of the shipment.
#[derive(Default)]
struct UnreadParts {
    parts: Vec<Fact>,
    /// How many more there are.
    more: usize,
}

impl UnreadParts {
    fn add(&mut self, container: Option<&str>, source: &Source, part: UnreadPart<'_>) {
        if self.parts.len() < MAX_UNREAD {
            self.parts.push(Fact::unread(container, source.clone(), part));
        } else {
            self.more += 1;
        }
    }

    fn append(&mut self, other: UnreadParts) {
        self.parts.extend(other.parts);
        self.more += other.more + self.parts.len().saturating_sub(MAX_UNREAD);
        self.parts.truncate(MAX_UNREAD);
    }

    fn into_facts(self) -> Vec<Fact> {
        let mut facts = self.parts;
        if self.more > 0
            && let Some(last) = facts.last()
        {
            let why = format!("{} more statements cannot be read", self.more);
            let part = UnreadPart { reason: "more statements cannot be read", why: &why, text: "" };
            facts.push(Fact::unread(None, last.source.clone(), part));
        }
        facts
    }
}
