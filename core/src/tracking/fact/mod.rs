//! Facts: single statements of sources about a shipment.
//!
//! `core/docs/facts.md` describes their JSON form, which files, simulators, C callbacks and Python carriers use.

mod event;
mod json;
mod movement;
mod object;
mod statements;

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::jsonapi::Members;
use crate::resources::{DataSource, Timestamp};

pub(super) use event::ComparedVessel;
pub(super) use event::capitals;
pub use event::{Certainty, Event, Place, Vessel};
pub use movement::{Milestone, Mode, Motion, Movement, Phase};
pub(crate) use object::Node;
pub use statements::{HoldChanges, Particulars, TerminalStatus};

/// The name in the codes of a fact under which the refused container number is stored.
pub(crate) const REFUSED_CONTAINER: &str = "/container";
/// The name in the codes of a fact under which another container is stored that the same message names for the statement.
pub(crate) const OTHER_CONTAINER: &str = "/other_container";
/// The name in the codes of a fact under which the text is stored that does not state whether the event happened. Empty if there is no text.
pub(crate) const UNKNOWN_CERTAINTY: &str = "/event/certainty";
/// The name in the codes of a fact under which a code is stored whose meaning is unknown.
pub(crate) const UNKNOWN_MOVEMENT: &str = "/event/movement";

/// One statement of a source about a shipment or one of its containers.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fact {
    /// Number of the container; `None` if the fact is about the whole shipment.
    pub container: Option<String>,
    /// The source.
    pub source: Source,
    /// When it was received.
    pub received_at: DateTime<Utc>,
    /// The statement.
    pub statement: Statement,
    /// Codes and texts of the source, unchanged.
    pub codes: Members,
}

/// The statement of a fact.
#[derive(Debug, Clone, PartialEq, Hash)]
pub enum Statement {
    /// Something happened, or is expected.
    Event(Event),
    /// The status of a container at its terminal, at the time of receipt.
    TerminalStatus(TerminalStatus),
    /// What is known about the shipment as a whole.
    Particulars(Particulars),
    /// The same source withdraws the event with this [key](Fact::key), which it reported before.
    Withdrawn(String),
}

impl Fact {
    /// A fact of the carrier about one container, or about the whole shipment. The service sets the time of receipt.
    pub fn new(container: Option<&str>, statement: Statement) -> Self {
        Fact {
            container: container.map(str::to_owned),
            source: DataSource::ShippingLine.into(),
            received_at: DateTime::UNIX_EPOCH,
            statement,
            codes: Members::new(),
        }
    }

    /// An event of one container.
    pub fn event(container: &str, event: Event) -> Self {
        Fact::new(Some(container), Statement::Event(event))
    }

    /// An event of all containers of the shipment.
    pub fn shipment_event(event: Event) -> Self {
        Fact::new(None, Statement::Event(event))
    }

    /// The status of a container at its terminal.
    pub fn terminal_status(container: &str, status: TerminalStatus) -> Self {
        Fact::new(Some(container), Statement::TerminalStatus(status))
    }

    /// What is known about the shipment as a whole.
    pub fn particulars(particulars: Particulars) -> Self {
        Fact::new(None, Statement::Particulars(particulars))
    }

    /// Sets the source.
    pub fn with_source(mut self, source: impl Into<Source>) -> Self {
        self.source = source.into();
        self
    }

    /// Sets the time of receipt.
    pub fn received(mut self, at: DateTime<Utc>) -> Self {
        self.received_at = at;
        self
    }

    /// A member of the DCSA event in the codes, in any case of letters.
    pub(crate) fn of_dcsa(&self, name: &str) -> Option<&Value> {
        let event = self.codes.get("dcsa")?;
        member(event, name).or_else(|| member(member(event, "metadata")?, name))
    }
}

fn member<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    object.as_object()?.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// Identifies the fact that reported an event, among the facts about a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactMark {
    /// The digest of its [key](Fact::key).
    pub key: u32,
    /// When it was received.
    pub received_at: DateTime<Utc>,
}

impl Statement {
    /// All times of the statement, with their JSON pointers in the fact.
    pub(super) fn times(&mut self) -> impl Iterator<Item = (&'static str, &mut Option<Timestamp>)> {
        let (of_event, of_reading) = match self {
            Statement::Event(event) => (Some(("/event/at", &mut event.at)), None),
            Statement::TerminalStatus(reading) => (None, Some(reading.times())),
            Statement::Particulars(_) | Statement::Withdrawn(_) => (None, None),
        };
        of_event.into_iter().chain(of_reading.into_iter().flatten())
    }

    /// All places that the statement names.
    pub(super) fn places(&self) -> impl Iterator<Item = &Place> {
        let places = match self {
            Statement::Event(event) => [Some(&event.place), None, None],
            Statement::Particulars(p) => [&p.port_of_lading, &p.port_of_discharge, &p.destination].map(Option::as_ref),
            Statement::TerminalStatus(_) | Statement::Withdrawn(_) => [None; 3],
        };
        places.into_iter().flatten()
    }

    pub(crate) fn is_withdrawal(&self) -> bool {
        matches!(self, Statement::Withdrawn(_))
    }
}

/// A source: its kind and, if there are several of a kind, its name, such as a SCAC or the name of a terminal, a railway or a user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Source {
    /// Kind of source.
    pub kind: DataSource,
    /// Name; `None` if there is only one source of this kind.
    pub name: Option<String>,
}

impl Source {
    /// A source with a kind and a name.
    pub fn named(kind: DataSource, name: impl Into<String>) -> Self {
        Source { kind, name: Some(name.into()) }
    }

    pub(in crate::tracking) fn text(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => format!("{}:{name}", self.kind).into(),
            None => self.kind.as_str().into(),
        }
    }
}

impl From<DataSource> for Source {
    fn from(kind: DataSource) -> Self {
        Source { kind, name: None }
    }
}

impl PartialEq<DataSource> for Source {
    fn eq(&self, kind: &DataSource) -> bool {
        self.kind == *kind
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Named<'a> {
            kind: &'a DataSource,
            name: &'a str,
        }
        match &self.name {
            Some(name) => Named { kind: &self.kind, name }.serialize(out),
            None => self.kind.serialize(out),
        }
    }
}
