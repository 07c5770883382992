//! All combinations of state, input and kind of number that the lifecycle may distinguish.

use std::time::Duration;

use super::*;

/// An input to a request in some state at [`NOW`].
#[non_exhaustive]
pub struct Case {
    pub state: State,
    pub input: Input,
    pub kind: RequestType,
}

/// All combinations.
pub fn all() -> Vec<Case> {
    let kinds = || RequestType::ALL.iter().cloned().chain([RequestType::Other("pallet".into())]);
    let mut cases = Vec::new();
    for state in states() {
        for input in inputs() {
            cases.extend(kinds().map(|kind| Case { state: state.clone(), input: input.clone(), kind }));
        }
    }
    cases
}

/// States whose stored times are on both sides of each time window, and in the future.
fn states() -> Vec<State> {
    let with_status = |status: &RequestStatus| State::with_status(status.clone());
    let mut states = vec![with_status(&RequestStatus::Other("paused".into()))];
    states.extend([0, 5, 12, 13, 14, u32::MAX].map(|failed_attempts| State { failed_attempts, ..State::new(NOW) }));
    for failed_attempts in [0, 5, 12, 13, 14] {
        let next_trip = with_status(&RequestStatus::AwaitingManifest);
        states.push(State { failed_attempts, known_to_carrier: true, due: Some(NOW), ..next_trip });
        for hours in [-24, 0, 3 * 24, 7 * 24 - 1, 7 * 24, 30 * 24] {
            for known_to_carrier in [false, true] {
                let awaiting_since = Some(NOW - TimeDelta::hours(hours));
                let waiting = with_status(&RequestStatus::AwaitingManifest);
                states.push(State { failed_attempts, awaiting_since, known_to_carrier, due: Some(NOW), ..waiting });
            }
        }
        for last_found in [-1, 0, 55, 56, 100].map(|age| Some(NOW - days(age))) {
            for resumed in [None, Some(-1), Some(10), Some(56)].map(|age| age.map(|age| NOW - days(age))) {
                let created = with_status(&RequestStatus::Created);
                states.push(State { failed_attempts, last_found, resumed, due: Some(NOW), ..created });
            }
        }
        for stages in outlooks().map(|outlook| outlook.stages) {
            for last_found in [0, 56].map(|age| Some(NOW - days(age))) {
                let (stages, created) = (stages.clone(), with_status(&RequestStatus::Created));
                states.push(State { failed_attempts, last_found, stages, due: Some(NOW), ..created });
            }
        }
    }
    let failed =
        |reason: &FailedReason| State { failed_reason: Some(reason.clone()), ..with_status(&RequestStatus::Failed) };
    states.extend(FailedReason::ALL.iter().map(failed));
    let stopped =
        |reason: &StopReason| State { stopped: Some(reason.clone()), ..with_status(&RequestStatus::TrackingStopped) };
    states.extend(StopReason::ALL.iter().map(stopped));
    for reason in [StopReason::AllContainersTerminated, StopReason::BookingCancelled] {
        let due = Some(NOW);
        states.extend([0, 5, 12, 13, 14].map(|failed_attempts| State { failed_attempts, due, ..stopped(&reason) }));
    }
    states
}

/// All inputs.
pub fn inputs() -> Vec<Input> {
    let mut inputs = vec![Input::Resume, Input::AskNow];
    inputs.extend(stop_reasons().map(Input::Stop));
    inputs.push(Input::LookUp(LookUpOutcome::NextTripAwaited));
    let failures = [
        LookUpFailure::NoDataYet,
        LookUpFailure::NotFound,
        LookUpFailure::InvalidNumber,
        LookUpFailure::Cancelled,
        LookUpFailure::Withheld,
        LookUpFailure::NoCarrier,
        LookUpFailure::Refused,
        LookUpFailure::Forbidden,
        LookUpFailure::Unreadable,
        LookUpFailure::Panicked,
        LookUpFailure::NotFound.because("a reason in words"),
    ];
    inputs.extend(failures.map(failed_with));
    for duplicate in [false, true] {
        for concluded in stop_reasons().map(Some).chain([None]) {
            let outlook = Outlook::default();
            inputs.push(Input::LookUp(LookUpOutcome::Found { duplicate, concluded, outlook }));
        }
    }
    let found = |outlook| Input::LookUp(LookUpOutcome::Found { duplicate: false, concluded: None, outlook });
    inputs.extend(outlooks().map(found));
    let pauses = || [None, Some(10), Some(8 * 3600), Some(u64::MAX)].map(|pause| pause.map(Duration::from_secs));
    inputs.extend(pauses().map(|retry_after| failed_with(LookUpFailure::RateLimited { retry_after })));
    inputs.extend(pauses().map(|retry_after| failed_with(LookUpFailure::Unreachable { retry_after })));
    inputs
}

/// All that may decide when to ask again.
fn outlooks() -> impl Iterator<Item = Outlook> {
    let at_sea = |days_left| Stage::AtSea { arrives: Some(NOW + days(days_left)) };
    let several = vec![Stage::BeforeLoading, Stage::AwaitingEmpty];
    let stages =
        [Stage::BeforeLoading, Stage::InPort, Stage::Inland, Stage::AwaitingEmpty, Stage::AtSea { arrives: None }]
            .into_iter()
            .chain([-400, 0, 3, 4, 400].map(at_sea))
            .chain([Stage::FreeUntil { until: NOW + days(2) }])
            .map(|stage| vec![stage])
            .chain([several]);
    let asked = [0, 7, 8 * 3600, u64::MAX].map(|pause| Some(Duration::from_secs(pause)));
    let in_port = |next_look| Outlook { stages: vec![Stage::InPort], next_look, last_fact: None };
    stages.map(|stages| Outlook { stages, ..Outlook::default() }).chain(asked.map(in_port))
}

fn stop_reasons() -> impl Iterator<Item = StopReason> {
    StopReason::ALL.iter().cloned().chain([StopReason::Other("lost_at_sea".into())])
}
