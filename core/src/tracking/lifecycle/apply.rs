//! The transition function. `core/docs/lifecycle.md` has the same rules as a table.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::LookUpFailure;
use super::policy::{CREDENTIALS_PROBE, FINAL_CHECK, accepted_pause, after, has_passed};
use super::state::is_reversible;
use super::{Effect, Input, LookUpOutcome, Outlook, Policy, Refusal, State, Transition};
use crate::resources::{EventName, FailedReason, RequestStatus, RequestType, StopReason};

/// Applies an input to a request: returns the next state with its effects, or a refusal that changes nothing.
///
/// The time windows of the request do not count the time in which the carrier could have been asked and was not.
///
/// `kind` is the kind of the tracked number. `chance`, from 0 to 1, spreads the times of retries. The function is total: it has a
/// result for every state, input and time.
pub fn apply(
    state: &State,
    input: &Input,
    kind: &RequestType,
    now: DateTime<Utc>,
    policy: &Policy,
    chance: f64,
) -> Result<Transition, Refusal> {
    use RequestStatus::{AwaitingManifest, Created, Failed, Other, Pending, TrackingStopped};
    let counted = state.without_idle_time(now);
    let step = Step { state: &counted, kind, now, policy, chance };
    match (&state.status, input) {
        (Pending | AwaitingManifest, Input::LookUp(outcome)) => Ok(step.look_up_without_shipment(outcome)),
        (Created, Input::LookUp(outcome)) => Ok(step.look_up_with_shipment(outcome)),
        (TrackingStopped, Input::LookUp(outcome)) if state.is_final_check_due(now) => Ok(step.final_check(outcome)),
        (Pending | AwaitingManifest | Created, Input::AskNow) => Ok(step.ask_now()),
        (Created, Input::Stop(reason)) => Ok(step.stop(reason, Vec::new())),
        (TrackingStopped, Input::Resume) => Ok(step.resume()),
        (Failed | TrackingStopped, Input::LookUp(_) | Input::AskNow) => Err(Refusal::Ended),
        (Pending | AwaitingManifest | Failed, Input::Stop(_) | Input::Resume) => Err(Refusal::NoShipment),
        (Created, Input::Resume) => Err(Refusal::NotStopped),
        (TrackingStopped, Input::Stop(_)) => Err(Refusal::AlreadyStopped),
        (Other(_), _) => Err(Refusal::UnknownStatus),
    }
}

struct Step<'a> {
    state: &'a State,
    kind: &'a RequestType,
    now: DateTime<Utc>,
    policy: &'a Policy,
    chance: f64,
}

impl Step<'_> {
    fn look_up_without_shipment(&self, outcome: &LookUpOutcome) -> Transition {
        match outcome {
            LookUpOutcome::Found { duplicate: true, .. } => self.fail(FailedReason::Duplicate),
            LookUpOutcome::Found { duplicate: false, concluded, outlook } => {
                let effects = vec![Effect::RecordShipment, Effect::Notify(EventName::TrackingRequestSucceeded)];
                self.record(concluded.as_ref(), outlook, effects)
            }
            LookUpOutcome::NextTripAwaited => self.await_next_trip(),
            LookUpOutcome::Failed(failure) => self.failed_without_shipment(failure),
        }
    }

    fn failed_without_shipment(&self, failure: &LookUpFailure) -> Transition {
        match failure.kind() {
            LookUpFailure::NoDataYet | LookUpFailure::NotFound if self.state.awaits_next_trip() => {
                self.await_next_trip()
            }
            LookUpFailure::NoDataYet => self.await_data(true),
            LookUpFailure::NotFound if *self.kind != RequestType::Container => {
                self.await_data(self.state.known_to_carrier)
            }
            LookUpFailure::RateLimited { retry_after } => {
                let longest = if self.is_waiting() { self.policy.manifest_check } else { TimeDelta::MAX };
                self.keep_waiting(self.requested_pause(*retry_after, longest))
            }
            LookUpFailure::Refused | LookUpFailure::Forbidden => self.keep_waiting(CREDENTIALS_PROBE),
            kind => {
                let reason = kind.failed_reason().unwrap_or(FailedReason::InternalProcessingError);
                if kind.is_outage() { self.retry(&reason, kind.retry_after()) } else { self.fail(reason) }
            }
        }
    }

    fn look_up_with_shipment(&self, outcome: &LookUpOutcome) -> Transition {
        match outcome {
            LookUpOutcome::Found { concluded, outlook, .. } => {
                let concluded = concluded.as_ref().filter(|reason| !self.is_waived(reason));
                self.record(concluded, outlook, vec![Effect::RecordShipment])
            }
            LookUpOutcome::NextTripAwaited => self.continue_without_data(0, self.usual_pause()),
            LookUpOutcome::Failed(failure) => self.failed_with_shipment(failure),
        }
    }

    fn failed_with_shipment(&self, failure: &LookUpFailure) -> Transition {
        match failure.kind() {
            LookUpFailure::Cancelled => self.stop(&StopReason::BookingCancelled, Vec::new()),
            LookUpFailure::RateLimited { retry_after } => {
                self.continue_without_data(self.attempts(), self.requested_pause(*retry_after, self.usual_pause()))
            }
            // There is no time limit here, because the carrier did not report that it has no data.
            LookUpFailure::Refused | LookUpFailure::Forbidden => {
                let last_found = self.state.last_found.unwrap_or(self.now);
                let due = after(self.now, CREDENTIALS_PROBE);
                Transition { next: self.unchanged_created(last_found, self.attempts(), due), effects: Vec::new() }
            }
            kind if kind.is_outage() => self.continue_without_data(
                self.attempts_with_this(),
                self.retry_pause(kind.retry_after(), self.usual_pause()),
            ),
            _ => self.continue_without_data(0, self.usual_pause()),
        }
    }

    fn record(&self, concluded: Option<&StopReason>, outlook: &Outlook, effects: Vec<Effect>) -> Transition {
        match concluded {
            Some(reason) => self.stop(reason, effects),
            None => {
                let due = after(self.now, self.policy.pause_before_next(outlook, self.now));
                let (resumed, stages) = (self.state.resumed, outlook.stages.clone());
                let urgent = Policy::urgent_at(&stages, due);
                let last_fact = outlook.last_fact.or(self.state.last_fact);
                let next = State { resumed, last_fact, urgent, stages, ..self.created(self.now, due) };
                Transition { next, effects }
            }
        }
    }

    fn created(&self, last_found: DateTime<Utc>, due: DateTime<Utc>) -> State {
        State { due: Some(due), last_found: Some(last_found), ..State::with_status(RequestStatus::Created) }
    }

    /// Keeps the status `created`, unless the carrier has had no data for too long.
    fn continue_without_data(&self, failed_attempts: u32, pause: TimeDelta) -> Transition {
        let last_found = self.state.last_found.unwrap_or(self.now);
        if has_passed(last_found, self.policy.silence_window, self.now) {
            return self.stop(&StopReason::NoUpdatesAtLine, Vec::new());
        }
        Transition {
            next: self.unchanged_created(last_found, failed_attempts, after(self.now, pause)),
            effects: Vec::new(),
        }
    }

    fn unchanged_created(&self, last_found: DateTime<Utc>, failed_attempts: u32, due: DateTime<Utc>) -> State {
        let State { resumed, last_fact, ref stages, .. } = *self.state;
        let (urgent, stages) = (Policy::urgent_at(stages, due), stages.clone());
        State { failed_attempts, resumed, last_fact, urgent, stages, ..self.created(last_found, due) }
    }

    fn ask_now(&self) -> Transition {
        let next = match self.state.status {
            RequestStatus::Created => {
                self.unchanged_created(self.state.last_found.unwrap_or(self.now), self.attempts(), self.now)
            }
            _ if self.state.failed_attempts > 0 => {
                let due = self.state.due.unwrap_or(self.now).min(self.policy.latest_due(self.now));
                self.unchanged_waiting(due.max(self.now))
            }
            _ => self.unchanged_waiting(self.now),
        };
        Transition { next, effects: Vec::new() }
    }

    /// Schedules the next look-up after a pause, without counting a failed attempt.
    fn keep_waiting(&self, pause: TimeDelta) -> Transition {
        Transition { next: self.unchanged_waiting(after(self.now, pause)), effects: Vec::new() }
    }

    fn unchanged_waiting(&self, due: DateTime<Utc>) -> State {
        let reason =
            || self.state.failed_reason.as_ref().map_or(FailedReason::InternalProcessingError, temporary_reason);
        State {
            failed_reason: (self.state.failed_attempts > 0).then(reason),
            failed_attempts: self.attempts(),
            due: Some(due),
            awaiting_since: (self.is_waiting() && !self.state.awaits_next_trip()).then(|| self.awaiting_since()),
            known_to_carrier: self.state.known_to_carrier,
            ..State::with_status(self.state.status.clone())
        }
    }

    fn stop(&self, reason: &StopReason, mut effects: Vec<Effect>) -> Transition {
        effects
            .extend([Effect::StopShipment(reason.clone()), Effect::Notify(EventName::TrackingRequestTrackingStopped)]);
        let due = is_reversible(reason).then(|| after(self.now, FINAL_CHECK));
        let next = State { stopped: Some(reason.clone()), due, ..State::with_status(RequestStatus::TrackingStopped) };
        Transition { next, effects }
    }

    /// The look-up after tracking stopped. Tracking continues if the event that stopped it is gone.
    fn final_check(&self, outcome: &LookUpOutcome) -> Transition {
        match outcome {
            LookUpOutcome::Found { duplicate: false, concluded: None, outlook } => {
                self.record(None, outlook, vec![Effect::ResumeShipment, Effect::RecordShipment])
            }
            LookUpOutcome::Found { duplicate: false, concluded: Some(_), .. } => {
                self.remain_stopped(None, vec![Effect::RecordShipment])
            }
            LookUpOutcome::Failed(failure) => self.remain_stopped(self.next_final_check(failure), Vec::new()),
            LookUpOutcome::Found { duplicate: true, .. } | LookUpOutcome::NextTripAwaited => {
                self.remain_stopped(None, Vec::new())
            }
        }
    }

    /// When a failed final check is repeated. Every attempt counts, so that the checks end. `None` after the last one, and if the carrier has
    /// no data.
    fn next_final_check(&self, failure: &LookUpFailure) -> Option<DateTime<Utc>> {
        let pause = match failure.kind() {
            _ if self.attempts_with_this() >= self.policy.last_attempt() => return None,
            LookUpFailure::RateLimited { retry_after } => self.requested_pause(*retry_after, TimeDelta::MAX),
            LookUpFailure::Refused | LookUpFailure::Forbidden => CREDENTIALS_PROBE,
            kind if kind.is_outage() => self.retry_pause(kind.retry_after(), TimeDelta::MAX),
            _ => return None,
        };
        Some(after(self.now, pause))
    }

    fn remain_stopped(&self, due: Option<DateTime<Utc>>, effects: Vec<Effect>) -> Transition {
        let failed_attempts = if due.is_some() { self.attempts_with_this() } else { 0 };
        let stopped = self.state.stopped.clone();
        let next = State { stopped, due, failed_attempts, ..State::with_status(RequestStatus::TrackingStopped) };
        Transition { next, effects }
    }

    fn resume(&self) -> Transition {
        let next = State { resumed: Some(self.now), ..self.created(self.now, self.now) };
        Transition { next, effects: vec![Effect::ResumeShipment] }
    }

    /// Whether the end of a time window is ignored, because the user resumed tracking after it.
    fn is_waived(&self, reason: &StopReason) -> bool {
        let by_window = matches!(
            reason,
            StopReason::PastArrivalWindow | StopReason::PastFullOutWindow | StopReason::NoUpdatesAtLine
        );
        by_window && self.state.resumed.is_some_and(|at| !has_passed(at, self.policy.silence_window, self.now))
    }

    fn await_data(&self, known_to_carrier: bool) -> Transition {
        if self.manifest_window_is_over() {
            return self.fail(if known_to_carrier { FailedReason::Expired } else { FailedReason::NotFound });
        }
        let since = self.awaiting_since();
        let check = after(self.now, self.policy.manifest_check);
        let end = since.checked_add_signed(self.policy.manifest_window).unwrap_or(check);
        let next = State {
            awaiting_since: Some(since),
            known_to_carrier,
            due: Some(check.min(end)),
            ..State::with_status(RequestStatus::AwaitingManifest)
        };
        self.awaiting(next)
    }

    fn awaiting(&self, next: State) -> Transition {
        let effect = (!self.is_waiting()).then_some(Effect::Notify(EventName::TrackingRequestAwaitingManifest));
        Transition { next, effects: effect.into_iter().collect() }
    }

    /// Waits for the next trip. There is no time limit, because carriers have no data between two trips.
    fn await_next_trip(&self) -> Transition {
        let next = State {
            known_to_carrier: true,
            due: Some(after(self.now, self.policy.manifest_check)),
            ..State::with_status(RequestStatus::AwaitingManifest)
        };
        self.awaiting(next)
    }

    fn retry(&self, reason: &FailedReason, retry_after: Option<Duration>) -> Transition {
        let waiting = self.is_waiting();
        let exhausted = self.state.failed_attempts.saturating_add(1) >= self.policy.last_attempt();
        if exhausted && (!waiting || self.manifest_window_is_over()) {
            let mut failed = self.fail(FailedReason::RetriesExhausted);
            failed.next.failed_attempts = self.attempts_with_this();
            return failed;
        }
        let longest = if waiting { self.policy.manifest_check } else { TimeDelta::MAX };
        let due = after(self.now, self.retry_pause(retry_after, longest));
        let next = State {
            failed_reason: Some(temporary_reason(reason)),
            failed_attempts: self.attempts_with_this(),
            ..self.unchanged_waiting(due)
        };
        Transition { next, effects: Vec::new() }
    }

    fn fail(&self, reason: FailedReason) -> Transition {
        let next = State { failed_reason: Some(reason), ..State::with_status(RequestStatus::Failed) };
        Transition { next, effects: vec![Effect::Notify(EventName::TrackingRequestFailed)] }
    }

    /// The failed attempts, with this look-up.
    fn attempts_with_this(&self) -> u32 {
        self.state.failed_attempts.saturating_add(1).min(self.policy.last_attempt())
    }

    /// The failed attempts before this look-up.
    fn attempts(&self) -> u32 {
        self.state.failed_attempts.min(self.policy.last_attempt())
    }

    fn usual_pause(&self) -> TimeDelta {
        self.policy.pause_in(&self.state.stages, self.now)
    }

    /// The pause that the carrier requested; without one, the pause before the next retry.
    fn requested_pause(&self, retry_after: Option<Duration>, longest: TimeDelta) -> TimeDelta {
        match accepted_pause(retry_after) {
            pause if pause > TimeDelta::zero() => pause,
            _ => self.retry_pause(None, longest),
        }
    }

    /// The longer of the scheduled pause, which is at most `longest`, and the pause that the carrier requested.
    fn retry_pause(&self, retry_after: Option<Duration>, longest: TimeDelta) -> TimeDelta {
        let scheduled = self.policy.retry_pause(self.attempts_with_this(), self.chance).min(longest);
        scheduled.max(accepted_pause(retry_after))
    }

    fn is_waiting(&self) -> bool {
        self.state.status == RequestStatus::AwaitingManifest
    }

    fn awaiting_since(&self) -> DateTime<Utc> {
        self.state.awaiting_since.filter(|_| self.is_waiting()).unwrap_or(self.now)
    }

    fn manifest_window_is_over(&self) -> bool {
        !self.state.awaits_next_trip() && has_passed(self.awaiting_since(), self.policy.manifest_window, self.now)
    }
}

/// The reason that a request shows while it is retried. Other reasons are internal errors here.
fn temporary_reason(reason: &FailedReason) -> FailedReason {
    match reason {
        FailedReason::UnrecognizedResponse | FailedReason::ShippingLineUnreachable => reason.clone(),
        _ => FailedReason::InternalProcessingError,
    }
}
