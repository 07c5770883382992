//! The lifecycle of a tracking request: one total function over (state, input).

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::resources::{EventName, FailedReason, RequestStatus, RequestType, StopReason};

/// Where a request stands, and when it is to be looked at next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The status on the wire.
    pub status: RequestStatus,
    /// Why the last look-up failed, or the request as a whole.
    pub failed_reason: Option<FailedReason>,
    /// Look-ups that met trouble, one after the other.
    pub troubled: u32,
    /// Since when the carrier has no data.
    pub awaiting_since: Option<DateTime<Utc>>,
    /// When the carrier is to be asked next.
    pub due: Option<DateTime<Utc>>,
    /// Why following the shipment ended.
    pub stopped: Option<StopReason>,
}

impl State {
    /// A request just made: due at once.
    pub fn new(now: DateTime<Utc>) -> Self {
        State {
            status: RequestStatus::Pending,
            failed_reason: None,
            troubled: 0,
            awaiting_since: None,
            due: Some(now),
            stopped: None,
        }
    }

    /// Whether look-ups are being repeated.
    pub fn is_retrying(&self) -> bool {
        self.troubled > 0
    }

    /// Look-ups that met trouble.
    pub fn retry_count(&self) -> Option<i64> {
        (self.troubled > 0).then_some(i64::from(self.troubled))
    }

    /// Whether a second request for the same number would be a duplicate.
    pub fn is_live(&self) -> bool {
        matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest | RequestStatus::Created)
    }
}

/// What can happen to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The carrier was asked.
    Looked(Outcome),
    /// Following the shipment ends.
    Stop(StopReason),
    /// Following the shipment goes on.
    Resume,
}

/// What came of asking the carrier.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Facts arrived.
    Found {
        /// Another live request tracks the same shipment.
        duplicate: bool,
        /// There is nothing left to follow.
        concluded: Option<StopReason>,
    },
    /// The carrier knows the number and has no data yet.
    NoDataYet,
    /// The carrier does not know the number.
    NotFound,
    /// There can be no such number.
    InvalidNumber,
    /// The booking was cancelled.
    BookingCancelled,
    /// The carrier withholds the data.
    Withheld,
    /// No carrier could be inferred.
    NoCarrier,
    /// Passing trouble, to be tried again.
    Trouble {
        /// Which.
        reason: FailedReason,
        /// The pause the carrier asked for.
        retry_after: Option<Duration>,
    },
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
    Notify(Notice),
}

/// The events of a request's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notice {
    /// The shipment is linked.
    Succeeded,
    /// Nothing came of it.
    Failed,
    /// The carrier has no data yet.
    AwaitingManifest,
    /// The shipment is no longer followed.
    TrackingStopped,
}

impl Notice {
    /// The event's name on the wire.
    pub fn event(self) -> EventName {
        match self {
            Notice::Succeeded => EventName::TrackingRequestSucceeded,
            Notice::Failed => EventName::TrackingRequestFailed,
            Notice::AwaitingManifest => EventName::TrackingRequestAwaitingManifest,
            Notice::TrackingStopped => EventName::TrackingRequestTrackingStopped,
        }
    }
}

/// The step an input makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state after it.
    pub next: State,
    /// What else happens, in order.
    pub effects: Vec<Effect>,
}

/// Why an input makes no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request ended: nothing is looked up any more.
    #[error("the tracking request has ended")]
    Ended,
    /// There is no shipment to stop or resume.
    #[error("the tracking request has no shipment yet")]
    NoShipment,
    /// Tracking is not stopped.
    #[error("tracking is not stopped")]
    NotStopped,
    /// Tracking is stopped already.
    #[error("tracking is stopped already")]
    AlreadyStopped,
}

/// How often and how long a carrier is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// Tries before trouble is final.
    pub tries: u32,
    /// The pause after the first try that met trouble; it grows from try to try.
    pub first_retry: TimeDelta,
    /// How much longer each pause is than the one before.
    pub growth: f64,
    /// How far a pause may be shortened or lengthened by chance.
    pub jitter: f64,
    /// The pause between checks while the carrier has no data.
    pub manifest_check: TimeDelta,
    /// How long the carrier may have no data.
    pub manifest_window: TimeDelta,
    /// The pause between look-ups of a shipment that is followed.
    pub refresh: TimeDelta,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            tries: 14,
            first_retry: TimeDelta::seconds(30),
            growth: 1.75,
            jitter: 0.2,
            manifest_check: TimeDelta::days(1),
            manifest_window: TimeDelta::days(7),
            refresh: TimeDelta::hours(6),
        }
    }
}

/// Moves a request on. `chance` is a number from 0 to 1 that spreads retries.
pub fn apply(
    state: &State,
    input: &Input,
    kind: &RequestType,
    now: DateTime<Utc>,
    policy: &Policy,
    chance: f64,
) -> Result<Transition, Refusal> {
    use RequestStatus::{AwaitingManifest, Created, Failed, Pending, TrackingStopped};
    let mut next = state.clone();
    let mut effects = Vec::new();
    match (&state.status, input) {
        (Pending | AwaitingManifest | Created, Input::Looked(Outcome::Found { .. })) => {
            effects.push(Effect::RecordShipment);
            if state.status != Created {
                effects.push(Effect::Notify(Notice::Succeeded));
            }
            next = State { status: Created, due: Some(now + policy.refresh), ..State::new(now) };
        }
        (Pending, Input::Looked(Outcome::NotFound)) if *kind == RequestType::Container => {
            next.status = Failed;
            next.failed_reason = Some(FailedReason::NotFound);
            next.due = None;
            effects.push(Effect::Notify(Notice::Failed));
        }
        (Pending, Input::Looked(Outcome::NotFound | Outcome::NoDataYet)) => {
            next.status = AwaitingManifest;
            next.awaiting_since = Some(now);
            next.due = Some(now + policy.manifest_check);
            effects.push(Effect::Notify(Notice::AwaitingManifest));
        }
        (Pending, Input::Looked(Outcome::InvalidNumber)) => {
            next.status = Failed;
            next.failed_reason = Some(FailedReason::InvalidNumber);
            next.due = None;
            effects.push(Effect::Notify(Notice::Failed));
        }
        (Failed | TrackingStopped, Input::Looked(_)) => return Err(Refusal::Ended),
        _ => {
            let _ = chance;
            return Err(Refusal::NoShipment);
        }
    }
    Ok(Transition { next, effects })
}
