//! The transition function: `docs/lifecycle.md` as code.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::failure::LookUpFailure;
use super::policy::{CREDENTIALS_PROBE, after, granted, has_passed};
use super::{Effect, Input, LookUpOutcome, Outlook, Policy, Refusal, State, Transition};
use crate::resources::{EventName, FailedReason, RequestStatus, RequestType, StopReason};

/// Moves a request on. `chance` is a number from 0 to 1 that spreads retries.
///
/// It is total: every state and input has an answer, whatever the clock says.
pub fn apply(
    state: &State,
    input: &Input,
    kind: &RequestType,
    now: DateTime<Utc>,
    policy: &Policy,
    chance: f64,
) -> Result<Transition, Refusal> {
    use RequestStatus::{AwaitingManifest, Created, Failed, Other, Pending, TrackingStopped};
    let step = Step { state, kind, now, policy, chance };
    match (&state.status, input) {
        (Pending | AwaitingManifest, Input::LookUp(outcome)) => Ok(step.sought(outcome)),
        (Created, Input::LookUp(outcome)) => Ok(step.followed(outcome)),
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
    fn sought(&self, outcome: &LookUpOutcome) -> Transition {
        match outcome {
            LookUpOutcome::Found { duplicate: true, .. } => self.fail(FailedReason::Duplicate),
            LookUpOutcome::Found { duplicate: false, concluded, outlook } => {
                let effects = vec![Effect::RecordShipment, Effect::Notify(EventName::TrackingRequestSucceeded)];
                self.record(concluded.as_ref(), outlook, effects)
            }
            LookUpOutcome::NextTripAwaited => self.await_next_trip(),
            LookUpOutcome::Failed(failure) => self.failed_before(failure),
        }
    }

    fn failed_before(&self, failure: &LookUpFailure) -> Transition {
        match failure.kind() {
            LookUpFailure::NoDataYet | LookUpFailure::NotFound if self.state.awaits_next_trip() => {
                self.await_next_trip()
            }
            LookUpFailure::NoDataYet => self.wait(true),
            LookUpFailure::NotFound if *self.kind != RequestType::Container => self.wait(self.state.known_to_carrier),
            LookUpFailure::RateLimited { retry_after } => {
                let longest = if self.is_waiting() { self.policy.manifest_check } else { TimeDelta::MAX };
                self.untried(self.asked_pause(*retry_after, longest))
            }
            LookUpFailure::Refused | LookUpFailure::Forbidden => self.untried(CREDENTIALS_PROBE),
            kind => {
                let reason = kind.failed_reason().unwrap_or(FailedReason::InternalProcessingError);
                if kind.is_outage() { self.retry(&reason, kind.retry_after()) } else { self.fail(reason) }
            }
        }
    }

    fn followed(&self, outcome: &LookUpOutcome) -> Transition {
        match outcome {
            LookUpOutcome::Found { concluded, outlook, .. } => {
                let concluded = concluded.as_ref().filter(|reason| !self.is_waived(reason));
                self.record(concluded, outlook, vec![Effect::RecordShipment])
            }
            LookUpOutcome::NextTripAwaited => self.stay_silent(0, self.usual_pause()),
            LookUpOutcome::Failed(failure) => self.failed_after(failure),
        }
    }

    fn failed_after(&self, failure: &LookUpFailure) -> Transition {
        match failure.kind() {
            LookUpFailure::Cancelled => self.stop(&StopReason::BookingCancelled, Vec::new()),
            LookUpFailure::RateLimited { retry_after } => {
                self.stay_silent(self.tried(), self.asked_pause(*retry_after, self.usual_pause()))
            }
            // However long that lasts: the carrier was not silent.
            LookUpFailure::Refused | LookUpFailure::Forbidden => {
                let last_found = self.state.last_found.unwrap_or(self.now);
                let due = after(self.now, CREDENTIALS_PROBE);
                Transition { next: self.still_created(last_found, self.tried(), due), effects: Vec::new() }
            }
            kind if kind.is_outage() => {
                self.stay_silent(self.failed_tries(), self.retry_pause(kind.retry_after(), self.usual_pause()))
            }
            _ => self.stay_silent(0, self.usual_pause()),
        }
    }

    fn record(&self, concluded: Option<&StopReason>, outlook: &Outlook, effects: Vec<Effect>) -> Transition {
        match concluded {
            Some(reason) => self.stop(reason, effects),
            None => {
                let due = after(self.now, self.policy.look_in(outlook, self.now));
                let (resumed, stages) = (self.state.resumed, outlook.stages.clone());
                let urgent = Policy::urgent_at(&stages, due);
                Transition { next: State { resumed, urgent, stages, ..self.created(self.now, due) }, effects }
            }
        }
    }

    fn created(&self, last_found: DateTime<Utc>, due: DateTime<Utc>) -> State {
        State { due: Some(due), last_found: Some(last_found), ..State::bare(RequestStatus::Created) }
    }

    fn stay_silent(&self, failed_tries: u32, pause: TimeDelta) -> Transition {
        let last_found = self.state.last_found.unwrap_or(self.now);
        if has_passed(last_found, self.policy.silence_window, self.now) {
            return self.stop(&StopReason::NoUpdatesAtLine, Vec::new());
        }
        Transition { next: self.still_created(last_found, failed_tries, after(self.now, pause)), effects: Vec::new() }
    }

    fn still_created(&self, last_found: DateTime<Utc>, failed_tries: u32, due: DateTime<Utc>) -> State {
        let (resumed, stages) = (self.state.resumed, self.state.stages.clone());
        let urgent = Policy::urgent_at(&stages, due);
        State { failed_tries, resumed, urgent, stages, ..self.created(last_found, due) }
    }

    fn ask_now(&self) -> Transition {
        let next = match self.state.status {
            RequestStatus::Created => {
                self.still_created(self.state.last_found.unwrap_or(self.now), self.tried(), self.now)
            }
            _ if self.state.failed_tries > 0 => {
                let due = self.state.due.unwrap_or(self.now).min(self.policy.latest_due(self.now));
                self.still_sought(due.max(self.now))
            }
            _ => self.still_sought(self.now),
        };
        Transition { next, effects: Vec::new() }
    }

    fn untried(&self, pause: TimeDelta) -> Transition {
        Transition { next: self.still_sought(after(self.now, pause)), effects: Vec::new() }
    }

    fn still_sought(&self, due: DateTime<Utc>) -> State {
        let reason = || self.state.failed_reason.as_ref().map_or(FailedReason::InternalProcessingError, passing);
        State {
            failed_reason: (self.state.failed_tries > 0).then(reason),
            failed_tries: self.tried(),
            due: Some(due),
            awaiting_since: (self.is_waiting() && !self.state.awaits_next_trip()).then(|| self.awaiting_since()),
            known_to_carrier: self.state.known_to_carrier,
            ..State::bare(self.state.status.clone())
        }
    }

    fn stop(&self, reason: &StopReason, mut effects: Vec<Effect>) -> Transition {
        effects
            .extend([Effect::StopShipment(reason.clone()), Effect::Notify(EventName::TrackingRequestTrackingStopped)]);
        let next = State { stopped: Some(reason.clone()), ..State::bare(RequestStatus::TrackingStopped) };
        Transition { next, effects }
    }

    fn resume(&self) -> Transition {
        let next = State { resumed: Some(self.now), ..self.created(self.now, self.now) };
        Transition { next, effects: vec![Effect::ResumeShipment] }
    }

    /// A window that ended before a resume begins again: the user wants more than the window allowed.
    fn is_waived(&self, reason: &StopReason) -> bool {
        let by_window = matches!(
            reason,
            StopReason::PastArrivalWindow | StopReason::PastFullOutWindow | StopReason::NoUpdatesAtLine
        );
        by_window && self.state.resumed.is_some_and(|at| !has_passed(at, self.policy.silence_window, self.now))
    }

    fn wait(&self, known_to_carrier: bool) -> Transition {
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
            ..State::bare(RequestStatus::AwaitingManifest)
        };
        self.awaiting(next)
    }

    fn awaiting(&self, next: State) -> Transition {
        let told = (!self.is_waiting()).then_some(Effect::Notify(EventName::TrackingRequestAwaitingManifest));
        Transition { next, effects: told.into_iter().collect() }
    }

    /// Without limit: carriers have no data between two trips.
    fn await_next_trip(&self) -> Transition {
        let next = State {
            known_to_carrier: true,
            due: Some(after(self.now, self.policy.manifest_check)),
            ..State::bare(RequestStatus::AwaitingManifest)
        };
        self.awaiting(next)
    }

    fn retry(&self, reason: &FailedReason, retry_after: Option<Duration>) -> Transition {
        let waiting = self.is_waiting();
        let exhausted = self.state.failed_tries.saturating_add(1) >= self.policy.last_try();
        if exhausted && (!waiting || self.manifest_window_is_over()) {
            let mut failed = self.fail(FailedReason::RetriesExhausted);
            failed.next.failed_tries = self.failed_tries();
            return failed;
        }
        let longest = if waiting { self.policy.manifest_check } else { TimeDelta::MAX };
        let due = after(self.now, self.retry_pause(retry_after, longest));
        let next =
            State { failed_reason: Some(passing(reason)), failed_tries: self.failed_tries(), ..self.still_sought(due) };
        Transition { next, effects: Vec::new() }
    }

    fn fail(&self, reason: FailedReason) -> Transition {
        let next = State { failed_reason: Some(reason), ..State::bare(RequestStatus::Failed) };
        Transition { next, effects: vec![Effect::Notify(EventName::TrackingRequestFailed)] }
    }

    /// Includes this one.
    fn failed_tries(&self) -> u32 {
        self.state.failed_tries.saturating_add(1).min(self.policy.last_try())
    }

    fn tried(&self) -> u32 {
        self.state.failed_tries.min(self.policy.last_try())
    }

    fn usual_pause(&self) -> TimeDelta {
        self.policy.pause_in(&self.state.stages, self.now)
    }

    /// The pause of the next try if the carrier named none.
    fn asked_pause(&self, retry_after: Option<Duration>, longest: TimeDelta) -> TimeDelta {
        match granted(retry_after) {
            asked if asked > TimeDelta::zero() => asked,
            _ => self.retry_pause(None, longest),
        }
    }

    /// The longer of the schedule's pause, at most `longest`, and the carrier's.
    fn retry_pause(&self, retry_after: Option<Duration>, longest: TimeDelta) -> TimeDelta {
        let scheduled = self.policy.retry_pause(self.failed_tries(), self.chance).min(longest);
        scheduled.max(granted(retry_after))
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

/// Any other reason here is an internal error.
fn passing(reason: &FailedReason) -> FailedReason {
    match reason {
        FailedReason::UnrecognizedResponse | FailedReason::ShippingLineUnreachable => reason.clone(),
        _ => FailedReason::InternalProcessingError,
    }
}
