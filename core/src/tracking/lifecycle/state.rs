//! The states, inputs and effects of the lifecycle.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::failure::LookUpFailure;
use crate::idle_time::IdleTime;
use crate::resources::{EventName, FailedReason, RequestStatus, StopReason};
use crate::tracking::Stage;

/// The state of a tracking request, with the time of its next look-up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct State {
    /// The status in the interface.
    pub status: RequestStatus,
    /// Why the last look-up failed, or why the request failed.
    pub failed_reason: Option<FailedReason>,
    /// How many look-ups in a row failed because the carrier was unreachable or its answer could not be read; at most the `tries` of
    /// the policy.
    pub failed_attempts: u32,
    /// When the carrier first answered that it has no data. Set only in the status `awaiting_manifest`, and while a container waits for its
    /// next trip.
    pub awaiting_since: Option<DateTime<Utc>>,
    /// Whether the carrier has reported that it knows the number. Set only while the carrier has no data.
    pub known_to_carrier: bool,
    /// When the carrier is asked next; `None` after the request has ended. A stopped request that is due [awaits its final
    /// check](Self::awaits_final_check).
    pub due: Option<DateTime<Utc>>,
    /// Why tracking stopped; `None` if it has not stopped.
    pub stopped: Option<StopReason>,
    /// When the carrier last had data, or when tracking was resumed. Set only in the status `created`.
    pub last_found: Option<DateTime<Utc>>,
    /// When tracking was last resumed; `None` if it was never resumed. Set only in the status `created`.
    pub resumed: Option<DateTime<Utc>>,
    /// When the last new fact about the shipment was received. Set only in the status `created`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_fact: Option<DateTime<Utc>>,
    /// The next deadline of the shipment: an arrival that will be near at the next look-up, or the next last free day. If not all due requests
    /// of a carrier can be looked up, those with the earliest deadline come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgent: Option<DateTime<Utc>>,
    /// The stages of the containers; empty if they are unknown. Set only in the status `created`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

impl State {
    /// The state of a new request, which is due immediately.
    pub fn new(now: DateTime<Utc>) -> Self {
        State { due: Some(now), ..State::with_status(RequestStatus::Pending) }
    }

    /// Whether a second request for the same number would be a duplicate.
    pub fn is_live(&self) -> bool {
        matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest | RequestStatus::Created)
    }

    /// Whether the carrier is asked once more after tracking stopped, because an empty return or a cancellation may have been reported by
    /// mistake.
    pub fn awaits_final_check(&self) -> bool {
        self.status == RequestStatus::TrackingStopped
            && self.due.is_some()
            && self.stopped.as_ref().is_some_and(is_reversible)
    }

    /// Whether the final check is due. A look-up that was in progress when tracking stopped is not the final check.
    pub(super) fn is_final_check_due(&self, now: DateTime<Utc>) -> bool {
        // The store has a resolution of microseconds.
        self.awaits_final_check() && self.due.is_some_and(|due| due.timestamp_micros() <= now.timestamp_micros())
    }

    /// Whether it waits for the next trip of a container. There is no time limit for that.
    pub fn awaits_next_trip(&self) -> bool {
        self.status == RequestStatus::AwaitingManifest && self.awaiting_since.is_none()
    }

    /// Whether a failed look-up is being retried, while there is no shipment yet.
    pub fn is_retrying(&self) -> bool {
        self.failed_attempts > 0 && matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest)
    }

    /// How many look-ups in a row failed; `None` if the last one did not fail, or if there is a shipment.
    pub fn retry_count(&self) -> Option<i64> {
        let is_shown = self.is_retrying() || (self.failed_attempts > 0 && self.status == RequestStatus::Failed);
        is_shown.then_some(i64::from(self.failed_attempts))
    }

    /// The time in which the carrier could have been asked and was not.
    pub(crate) fn idle_time(&self, now: DateTime<Utc>) -> IdleTime {
        IdleTime::since(self.due, now)
    }

    /// The state with the starts of its time windows moved by the [idle time](Self::idle_time).
    pub(super) fn without_idle_time(&self, now: DateTime<Utc>) -> State {
        let idle = self.idle_time(now);
        let moved = |start: Option<DateTime<Utc>>| start.map(|start| idle.move_start(start, now));
        State {
            awaiting_since: moved(self.awaiting_since),
            last_found: moved(self.last_found),
            resumed: moved(self.resumed),
            last_fact: moved(self.last_fact),
            ..self.clone()
        }
    }

    pub(super) fn with_status(status: RequestStatus) -> Self {
        State { status, ..State::default() }
    }
}

/// Whether an event of the carrier caused the stop, so that tracking continues if the carrier takes the event back. Other stops are final: the
/// user asked for them, or time has passed.
pub(crate) fn is_reversible(reason: &StopReason) -> bool {
    matches!(reason, StopReason::AllContainersTerminated | StopReason::BookingCancelled)
}

/// An input of the lifecycle.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A look-up ended.
    LookUp(LookUpOutcome),
    /// Tracking stops, for this reason.
    Stop(StopReason),
    /// Tracking is resumed.
    Resume,
    /// The carrier is asked now, before the scheduled time.
    AskNow,
}

/// What decides when a tracked shipment is looked up again.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Outlook {
    /// The stages of its containers.
    pub stages: Vec<Stage>,
    /// The pause until the next look-up that the source requested; `None` if it requested none.
    pub next_look: Option<Duration>,
    /// When the last new fact was received, moved by idle time; `None` if the answer repeats the previous one.
    pub last_fact: Option<DateTime<Utc>>,
}

/// The outcome of a look-up.
#[derive(Debug, Clone, PartialEq)]
pub enum LookUpOutcome {
    /// The carrier answered with facts.
    Found {
        /// Whether another live request tracks the same shipment. Ignored if this request already has a shipment.
        duplicate: bool,
        /// Why tracking can stop; `None` if it must continue.
        concluded: Option<StopReason>,
        /// The data from which the time of the next look-up is computed.
        outlook: Outlook,
    },
    /// The latest trip of the container belongs to another request, and its next trip has not begun.
    NextTripAwaited,
    /// The look-up failed.
    Failed(LookUpFailure),
}

impl LookUpOutcome {
    /// The name in logs, such as `found` or `not_found`.
    pub fn as_str(&self) -> &'static str {
        match self {
            LookUpOutcome::Found { .. } => "found",
            LookUpOutcome::NextTripAwaited => "next_trip_awaited",
            LookUpOutcome::Failed(failure) if failure.is_outage() => "trouble",
            LookUpOutcome::Failed(failure) => failure.name(),
        }
    }

    /// The failure; `None` if the look-up did not fail.
    pub fn failure(&self) -> Option<&LookUpFailure> {
        match self {
            LookUpOutcome::Failed(failure) => Some(failure),
            LookUpOutcome::Found { .. } | LookUpOutcome::NextTripAwaited => None,
        }
    }

    /// The failed reason or stop reason of the request after this outcome; `duplicate` if another request already tracks the shipment.
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

    /// The pause that the carrier requested.
    pub fn retry_after(&self) -> Option<Duration> {
        self.failure().and_then(LookUpFailure::retry_after)
    }
}

/// The result of an input.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Transition {
    /// The next state.
    pub next: State,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}

/// An effect of a transition.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Create or update the shipment and its containers.
    RecordShipment,
    /// Mark the shipment as no longer tracked.
    StopShipment(StopReason),
    /// Mark the shipment as tracked again.
    ResumeShipment,
    /// Publish an event: that the request succeeded, failed or waits for data, or that tracking stopped.
    Notify(EventName),
}

/// Why an input is refused. The state does not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request has ended. A look-up that ends later changes nothing.
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
    /// The request was stored with a status that this version does not know.
    #[error("the tracking request has a status that this version does not know")]
    UnknownStatus,
}
