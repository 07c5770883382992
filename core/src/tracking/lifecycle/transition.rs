//! What an input leads to: the next state and its effects, or a refusal.

use super::State;
use crate::resources::{EventName, StopReason};

/// The step an input makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state after it.
    pub next: State,
    /// What else happens, in order.
    pub effects: Vec<Effect>,
}

/// What a transition does beside moving on, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Shipment and containers are made, or brought up to date.
    RecordShipment,
    /// The shipment is marked as no longer followed.
    StopShipment(StopReason),
    /// The shipment is followed again.
    ResumeShipment,
    /// An event is told.
    Notify(RequestEvent),
}

/// The events of a request's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequestEvent {
    /// The shipment is linked.
    Succeeded,
    /// Nothing came of it.
    Failed,
    /// The carrier has no data yet.
    AwaitingManifest,
    /// The shipment is no longer followed.
    TrackingStopped,
}

impl RequestEvent {
    /// The event's name on the wire.
    pub fn event(self) -> EventName {
        match self {
            RequestEvent::Succeeded => EventName::TrackingRequestSucceeded,
            RequestEvent::Failed => EventName::TrackingRequestFailed,
            RequestEvent::AwaitingManifest => EventName::TrackingRequestAwaitingManifest,
            RequestEvent::TrackingStopped => EventName::TrackingRequestTrackingStopped,
        }
    }
}

/// Why an input makes no step. The state stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request ended: nothing is looked up any more, and a look-up that comes in late changes nothing.
    #[error("the tracking request has ended")]
    Ended,
    /// There is no shipment to stop or resume.
    #[error("the tracking request has no shipment")]
    NoShipment,
    /// Tracking is not stopped.
    #[error("tracking is not stopped")]
    NotStopped,
    /// Tracking is stopped already.
    #[error("tracking is stopped already")]
    AlreadyStopped,
    /// The request was stored with a status this version does not know.
    #[error("the tracking request has a status this version does not know")]
    UnknownStatus,
}
