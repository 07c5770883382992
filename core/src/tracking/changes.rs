//! What is worth telling about the step from one picture to the next.

use super::Picture;
use crate::jsonapi::Members;
use crate::resources::EventName;

/// Something to notify of.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The event's name on the wire.
    pub event: EventName,
    /// What it is about.
    pub subject: Subject,
}

/// What a change is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A new container, by number.
    Container(String),
    /// An event of a container, by number and key.
    Event(String, String),
    /// The shipment's expected arrival at the port of discharge.
    Arrival,
    /// Attributes of a container: each with its old and new value.
    Attributes(String, Members),
    /// A container, by number, that goes to another terminal than before.
    Terminal(String),
}

impl Subject {
    /// The container it is about.
    pub fn container(&self) -> Option<&str> {
        match self {
            Subject::Container(number)
            | Subject::Event(number, _)
            | Subject::Attributes(number, _)
            | Subject::Terminal(number) => Some(number),
            Subject::Arrival => None,
        }
    }
}

/// The changes from `before` to `after`, in the order they are to be told. `None` is a shipment that was not known yet.
pub fn changes(before: Option<&Picture>, after: &Picture) -> Vec<Change> {
    let known = |number: &str| before.is_some_and(|b| b.containers.iter().any(|c| c.container.number == number));
    after
        .containers
        .iter()
        .filter(|seen| !known(&seen.container.number))
        .map(|seen| Change {
            event: EventName::ContainerCreated,
            subject: Subject::Container(seen.container.number.clone()),
        })
        .collect()
}
