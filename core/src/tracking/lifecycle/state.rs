//! The states of a tracking request, what happens to it, and what that leads to.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::failure::LookUpFailure;
use crate::resources::{EventName, FailedReason, RequestStatus, StopReason};
use crate::tracking::Stage;

/// Where a request stands, and when it is to be looked at next.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct State {
    /// The status on the wire.
    pub status: RequestStatus,
    /// Why the last look-up failed, or the request as a whole.
    pub failed_reason: Option<FailedReason>,
    /// Look-ups that met trouble, one after the other; never more than the policy's tries.
    pub failed_tries: u32,
    /// Since when the carrier has no data; only while its manifest is awaited, and not while a container's next trip is.
    pub awaiting_since: Option<DateTime<Utc>>,
    /// Whether the carrier ever knew the number, as long as it has no data for it.
    pub known_to_carrier: bool,
    /// When the carrier is to be asked next; `None` once the request ended.
    pub due: Option<DateTime<Utc>>,
    /// Why following the shipment ended.
    pub stopped: Option<StopReason>,
    /// When the carrier last had data, or when following went on; only while the shipment is followed.
    pub last_found: Option<DateTime<Utc>>,
    /// When following last went on after a stop; only while the shipment is followed.
    pub resumed: Option<DateTime<Utc>>,
    /// The nearest day that something hangs on, an arrival that is near when it is asked next or a last free day: where a carrier
    /// may not be asked for all, this goes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgent: Option<DateTime<Utc>>,
    /// Where on their way its containers are, as far as that is known; only while the shipment is followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

impl State {
    /// A request just made: due at once.
    pub fn new(now: DateTime<Utc>) -> Self {
        State { due: Some(now), ..State::bare(RequestStatus::Pending) }
    }

    /// Whether a second request for the same number would be a duplicate.
    pub fn is_live(&self) -> bool {
        matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest | RequestStatus::Created)
    }

    /// Whether it waits for the next trip of a container, for which there is no limit of time.
    pub fn awaits_next_trip(&self) -> bool {
        self.status == RequestStatus::AwaitingManifest && self.awaiting_since.is_none()
    }

    /// Whether look-ups are being repeated because of trouble, before there is a shipment.
    pub fn is_retrying(&self) -> bool {
        self.failed_tries > 0 && matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest)
    }

    /// How many look-ups in a row met trouble; `None` without trouble and as soon as there is a shipment.
    pub fn retry_count(&self) -> Option<i64> {
        let told = self.is_retrying() || (self.failed_tries > 0 && self.status == RequestStatus::Failed);
        told.then_some(i64::from(self.failed_tries))
    }

    pub(super) fn bare(status: RequestStatus) -> Self {
        State { status, ..State::default() }
    }
}

/// What can happen to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The carrier was asked.
    LookUp(LookUpOutcome),
    /// Following the shipment ends.
    Stop(StopReason),
    /// Following the shipment goes on.
    Resume,
    /// The carrier is to be asked now, whatever was scheduled.
    AskNow,
}

/// What says when to ask again about a shipment that is followed.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Outlook {
    /// Where on their way its containers are.
    pub stages: Vec<Stage>,
    /// How soon its source itself wants to be asked again.
    pub next_look: Option<Duration>,
}

/// What came of asking the carrier.
#[derive(Debug, Clone, PartialEq)]
pub enum LookUpOutcome {
    /// Facts arrived.
    Found {
        /// Another live request tracks the same shipment. Of no meaning once this request has its shipment.
        duplicate: bool,
        /// There is nothing left to follow.
        concluded: Option<StopReason>,
        /// When to ask again, if there is.
        outlook: Outlook,
    },
    /// The container's last trip is another request's, and its next one has not begun.
    NextTripAwaited,
    /// There is no answer.
    Failed(LookUpFailure),
}

impl LookUpOutcome {
    /// What it is called in logs: `found`, `not_found`.
    pub fn as_str(&self) -> &'static str {
        match self {
            LookUpOutcome::Found { .. } => "found",
            LookUpOutcome::NextTripAwaited => "next_trip_awaited",
            LookUpOutcome::Failed(failure) if failure.is_outage() => "trouble",
            LookUpOutcome::Failed(failure) => failure.name(),
        }
    }

    /// Why there is no answer; `None` if there is one.
    pub fn failure(&self) -> Option<&LookUpFailure> {
        match self {
            LookUpOutcome::Failed(failure) => Some(failure),
            LookUpOutcome::Found { .. } | LookUpOutcome::NextTripAwaited => None,
        }
    }

    /// The failed reason or stop reason that goes with it; `duplicate` of facts for a shipment that is tracked already.
    pub fn reason(&self) -> Option<String> {
        match self {
            LookUpOutcome::Found { concluded: Some(reason), .. } => Some(reason.to_string()),
            LookUpOutcome::Found { duplicate: true, .. } => Some("duplicate".to_owned()),
            LookUpOutcome::Failed(failure) if failure.is_outage() => {
                failure.failed_reason().map(|reason| reason.to_string())
            }
            _ => None,
        }
    }

    /// The pause that the carrier asked for.
    pub fn retry_after(&self) -> Option<Duration> {
        self.failure().and_then(LookUpFailure::retry_after)
    }
}

/// The step an input makes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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
    /// An event is told: that the shipment is linked, that the request failed, that the carrier has no data yet, or that the
    /// shipment is no longer followed.
    Notify(EventName),
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
