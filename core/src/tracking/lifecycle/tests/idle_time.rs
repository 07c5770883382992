//! Time in which the program did not run, and clocks that were wrong for a moment.

use proptest::prelude::*;

use super::*;

const NOT_FOUND: Input = failed_with(LookUpFailure::NotFound);

/// What a delay of the look-up adds to the windows: an hour at most.
fn counted(delay: TimeDelta) -> TimeDelta {
    delay.min(TimeDelta::hours(1))
}

/// Applies each outcome at the due time plus its delay, until the request ends. Returns the states.
fn run(outcomes: &[(Input, TimeDelta)]) -> Vec<(DateTime<Utc>, State)> {
    let mut states = vec![(NOW, State::new(NOW))];
    for (outcome, delay) in outcomes {
        let (_, state) = states.last().unwrap();
        if !state.is_live() {
            break;
        }
        let Some(due) = state.due else { break };
        let now = due + *delay;
        let next = step(state, outcome, now).next;
        states.push((now, next));
    }
    states
}

/// A state with its due time as a pause from now, which does not depend on earlier delays.
fn comparable((now, state): &(DateTime<Utc>, State)) -> (&RequestStatus, &Option<FailedReason>, Option<TimeDelta>) {
    (&state.status, &state.failed_reason, state.due.map(|due| due - *now))
}

/// Without data, so that the windows end.
fn outcome() -> impl Strategy<Value = Input> {
    prop_oneof![2 => Just(NOT_FOUND), 1 => Just(failed_with(LookUpFailure::NoDataYet)), 1 => Just(outage())]
}

fn delay() -> impl Strategy<Value = TimeDelta> {
    prop_oneof![2 => Just(0), 1 => 0..7_200_i64, 2 => 0..6_000_000_i64].prop_map(TimeDelta::seconds)
}

proptest! {
    #[test]
    fn a_schedule_with_pauses_of_the_program_ends_like_the_same_attempts_without_them(
        first in prop_oneof![Just(found()), outcome()],
        later in proptest::collection::vec((outcome(), delay()), 1..400),
    ) {
        let outcomes: Vec<_> = [(first, TimeDelta::zero())].into_iter().chain(later).collect();
        let running: Vec<_> = outcomes.iter().map(|(input, delay)| (input.clone(), counted(*delay))).collect();
        let (paused, running) = (run(&outcomes), run(&running));
        prop_assert_eq!(paused.len(), running.len());
        for (paused, running) in paused.iter().zip(&running) {
            prop_assert_eq!(comparable(paused), comparable(running));
        }
    }
}

#[test]
fn a_clock_that_is_ten_years_ahead_for_one_look_up_ends_no_window() {
    let ahead = NOW + days(3_650);
    let waiting = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let during = step(&waiting, &NOT_FOUND, ahead).next;
    assert_eq!(during.status, RequestStatus::AwaitingManifest);
    let after = State { due: Some(NOW + days(1)), ..during };
    let (end, at, _) = scenarios::repeat(after, &NOT_FOUND);
    assert_eq!(end.failed_reason, Some(FailedReason::NotFound));
    assert_eq!(at, NOW + days(8), "the window counts from the first look-up after the clock was set back");
}

#[test]
fn a_request_that_is_made_due_now_keeps_its_idle_time() {
    let waiting = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let asked = step(&waiting, &Input::AskNow, NOW + days(20)).next;
    assert_eq!(step(&asked, &NOT_FOUND, NOW + days(20)).next.status, RequestStatus::AwaitingManifest);
}
