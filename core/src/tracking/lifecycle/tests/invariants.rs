//! Properties that hold after every sequence of inputs.

use super::*;

/// The notifications since the request was created; `stopped` counts those since it was last resumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct NotificationCounts {
    succeeded: u32,
    failed: u32,
    awaiting: u32,
    stopped: u32,
}

impl NotificationCounts {
    /// Counts the notifications of a transition, and panics if there are too many.
    pub fn add(&mut self, before: &State, transition: &Transition) {
        let Transition { next, effects } = transition;
        if effects.contains(&Effect::ResumeShipment) {
            self.stopped = 0;
        }
        for event in notified(transition) {
            match event {
                EventName::TrackingRequestSucceeded => self.succeeded += 1,
                EventName::TrackingRequestFailed => self.failed += 1,
                EventName::TrackingRequestAwaitingManifest => self.awaiting += 1,
                EventName::TrackingRequestTrackingStopped => self.stopped += 1,
                other => panic!("{other} is not an event of a request"),
            }
        }
        let ended = self.failed + self.stopped;
        assert_eq!(ended, u32::from(!next.is_live()), "the end is notified once: {transition:?}");
        assert!(self.awaiting <= 1, "waiting is notified twice: {transition:?}");
        let has_shipment = matches!(next.status, RequestStatus::Created | RequestStatus::TrackingStopped);
        assert_eq!(self.succeeded, u32::from(has_shipment), "success is notified once: {transition:?}");
        assert_ne!(before.status, RequestStatus::Failed, "a failed request changed: {transition:?}");
    }
}

/// Checks a state that a transition leads to.
pub fn assert_valid(next: &State, now: DateTime<Utc>, policy: &Policy) {
    use RequestStatus::{AwaitingManifest, Created, Failed, TrackingStopped};
    let is = |status: &RequestStatus| next.status == *status;
    assert!(next.status.is_known());
    let is_due = next.is_live() || next.awaits_final_check();
    assert_eq!(next.due.is_some(), is_due, "only live requests and final checks are due: {next:?}");
    assert!(next.due.is_some() || !next.is_live(), "{next:?}");
    assert_eq!(next.stopped.is_some(), is(&TrackingStopped), "{next:?}");
    assert_eq!(next.awaiting_since.is_some(), is(&AwaitingManifest) && !next.awaits_next_trip(), "{next:?}");
    assert_eq!(next.last_found.is_some(), is(&Created), "{next:?}");
    assert!(next.resumed.is_none() || is(&Created), "{next:?}");
    assert!(next.failed_attempts <= policy.tries.max(1), "{next:?}");
    match &next.failed_reason {
        Some(reason) => assert_eq!(is(&Failed), !is_temporary(reason), "a reason that does not fit: {next:?}"),
        None => assert!(!is(&Failed), "failed without a reason: {next:?}"),
    }
    assert_eq!(next.is_retrying(), next.failed_reason.as_ref().is_some_and(is_temporary), "{next:?}");
    if let Some(due) = next.due {
        assert!(due >= now, "due in the past: {next:?}");
        assert!(due.signed_duration_since(now) <= policy.longest_pause(), "the pause is too long: {next:?}");
        assert!(due <= policy.latest_due(now), "the due time looks like that of a wrong clock: {next:?}");
    }
}

fn is_temporary(reason: &FailedReason) -> bool {
    matches!(
        reason,
        FailedReason::UnrecognizedResponse
            | FailedReason::ShippingLineUnreachable
            | FailedReason::InternalProcessingError
    )
}
