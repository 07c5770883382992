//! Every state that a small model can reach: few tries, short windows, time in whole days.

use std::collections::{HashSet, VecDeque};

use super::cases;
use super::invariants::{Life, assert_sound};
use super::*;

/// A policy small enough to try everything.
fn small_policy() -> Policy {
    Policy {
        tries: 3,
        first_retry: days(1),
        manifest_check: days(1),
        manifest_window: days(3),
        refresh: days(1),
        before_loading: days(1),
        at_sea: days(2),
        near_port: days(1),
        in_port: days(1),
        inland: days(1),
        awaiting_empty: days(1),
        silence_window: days(3),
    }
}

/// A life so far, its moments told as ages in days. Ages beyond every window are all the same to the lifecycle.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct World {
    stored: String,
    life: Life,
}

fn world(state: &State, now: DateTime<Utc>, life: &Life) -> World {
    let shift = |moment: Option<DateTime<Utc>>| {
        moment.map(|moment| NOW - days((now.signed_duration_since(moment)).num_days().clamp(-2, 4)))
    };
    let state = State {
        awaiting_since: shift(state.awaiting_since),
        due: shift(state.due),
        last_found: shift(state.last_found),
        resumed: shift(state.resumed),
        ..state.clone()
    };
    World { stored: serde_json::to_string(&state).unwrap(), life: life.clone() }
}

/// One reason stands for all that trouble can have, and one stage for all: the table has the others.
fn is_distinct(input: &Input) -> bool {
    match input {
        Input::LookUp(LookUpOutcome::Failed(failure)) => {
            !matches!(failure, LookUpFailure::Unreadable | LookUpFailure::Panicked | LookUpFailure::Because { .. })
        }
        Input::LookUp(LookUpOutcome::Found { outlook, .. }) => {
            outlook.next_look.is_none() && (outlook.stages.is_empty() || outlook.stages == [Stage::InPort])
        }
        _ => true,
    }
}

/// Explores everything from a new request on; says how much there is, and which statuses and reasons.
fn explore(kind: &RequestType) -> (usize, HashSet<String>) {
    let policy = small_policy();
    let inputs: Vec<_> = cases::inputs().into_iter().filter(is_distinct).collect();
    let start = world(&State::new(NOW), NOW, &Life::default());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start]);
    let mut reached = HashSet::new();
    while let Some(World { stored, life }) = open.pop_front() {
        let state: State = serde_json::from_str(&stored).unwrap();
        let reason = state.failed_reason.as_ref().map_or("", FailedReason::as_str);
        reached.insert(format!("{} {reason}", state.status).trim().to_owned());
        for (input, passed) in inputs.iter().flat_map(|input| [-1, 0, 1, 4].map(|passed| (input, passed))) {
            let now = NOW + days(passed);
            let Ok(transition) = apply(&state, input, kind, now, &policy, 0.5) else { continue };
            let mut life = life.clone();
            life.take(&state, &transition);
            assert_sound(&transition.next, now, &policy);
            let next = world(&transition.next, now, &life);
            if seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
    }
    (seen.len(), reached)
}

#[test]
fn every_state_in_reach_is_sound_and_every_end_is_in_reach() {
    std::thread::scope(|scope| {
        for kind in RequestType::ALL {
            scope.spawn(move || assert_sound_and_complete(kind));
        }
    });
}

fn assert_sound_and_complete(kind: &RequestType) {
    let (states, reached) = explore(kind);
    assert!(states > 100, "only {states} states");
    let permanent = FailedReason::ALL.iter().filter(|reason| {
        !matches!(
            reason,
            FailedReason::InternalProcessingError
                | FailedReason::ShippingLineUnreachable
                | FailedReason::UnrecognizedResponse
                | FailedReason::AwaitingManifest
        )
    });
    let ends = permanent.map(|reason| format!("failed {reason}"));
    let others = ["pending", "awaiting_manifest", "created", "tracking_stopped"].map(str::to_owned);
    for status in ends.chain(others) {
        assert!(reached.contains(&status), "{status} is out of reach of a {kind}: {reached:?}");
    }
}

#[test]
fn a_request_whose_carrier_never_has_data_ends_in_the_end() {
    let policy = small_policy();
    // A carrier that always says that it was asked too often, or refuses the credentials, says nothing of the number.
    let says = |outcome: &LookUpOutcome| {
        use LookUpFailure::{Forbidden, RateLimited, Refused};
        outcome.failure().is_some_and(|failure| !matches!(failure, RateLimited { .. } | Refused | Forbidden))
    };
    let fruitless = |input: &Input| matches!(input, Input::LookUp(outcome) if says(outcome));
    // Whoever waits for a container's next trip waits for as long as it takes.
    let ends = |case: &cases::Case| case.state.is_live() && !case.state.awaits_next_trip();
    for case in cases::all().into_iter().filter(|case| ends(case) && fruitless(&case.input)) {
        let (mut state, mut look_ups) = (case.state, 0);
        while let Some(now) = state.due {
            state = apply(&state, &case.input, &case.kind, now, &policy, 0.5).unwrap().next;
            look_ups += 1;
            assert!(look_ups <= 10, "{:?} goes on for ever: {state:?}", case.input);
        }
    }
}
