//! From facts to shipment, containers and events.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Certainty, Fact, Statement};
use crate::resources::{Container, ContainerStatus, Shipment, StopReason, TransportEvent};

/// What all facts together say. Nothing in it has an id yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    /// The shipment.
    pub shipment: Shipment,
    /// Its containers, by number.
    pub containers: Vec<ContainerPicture>,
    /// Why there is nothing left to follow, when there is not.
    pub concluded: Option<StopReason>,
}

/// A container and what happened to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContainerPicture {
    /// The container.
    pub container: Container,
    /// Its events, in the order they happen.
    pub events: Vec<EventPicture>,
}

/// An event, and the key it is known by however often it is said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventPicture {
    /// The same for the same event, whatever its time.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
}

/// When following a shipment ends by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct FoldPolicy {
    /// After the arrival at the destination.
    pub arrival_window: TimeDelta,
    /// Without any news.
    pub silence_window: TimeDelta,
}

impl Default for FoldPolicy {
    fn default() -> Self {
        FoldPolicy { arrival_window: TimeDelta::days(56), silence_window: TimeDelta::days(56) }
    }
}

/// Derives everything from the facts, in whatever order they came.
pub fn fold(facts: &[Fact], _now: DateTime<Utc>, _policy: &FoldPolicy) -> Picture {
    let mut picture = Picture::default();
    for fact in facts {
        let Some(number) = &fact.container else { continue };
        let at = match picture.containers.iter().position(|known| known.container.number == *number) {
            Some(at) => at,
            None => {
                let container =
                    Container { number: number.clone(), current_status: ContainerStatus::New, ..Default::default() };
                picture.containers.push(ContainerPicture { container, events: Vec::new() });
                picture.containers.len() - 1
            }
        };
        if let Statement::Event(event) = &fact.statement
            && event.certainty == Certainty::Actual
        {
            let name = format!("container.transport.{}", event.milestone);
            let told =
                TransportEvent { event: name.as_str().into(), timestamp: event.at.clone(), ..Default::default() };
            picture.containers[at].events.push(EventPicture { key: name, event: told });
        }
    }
    picture
}
