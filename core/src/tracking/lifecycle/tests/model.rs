//! Explores every state that a small model can reach: few attempts, short time windows, time in whole days.

use std::collections::{HashSet, VecDeque};

use super::cases;
use super::invariants::{NotificationCounts, assert_valid};
use super::*;

/// A policy that is small enough to explore all states.
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

/// A state with its times as ages in days, and the notifications so far. Ages beyond every time window are equivalent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node {
    stored: String,
    counts: NotificationCounts,
}

fn node(state: &State, now: DateTime<Utc>, counts: &NotificationCounts) -> Node {
    let shift = |moment: Option<DateTime<Utc>>| {
        moment.map(|moment| NOW - days((now.signed_duration_since(moment)).num_days().clamp(-2, 4)))
    };
    let state = State {
        awaiting_since: shift(state.awaiting_since),
        due: shift(state.due),
        last_found: shift(state.last_found),
        resumed: shift(state.resumed),
        last_fact: shift(state.last_fact),
        ..state.clone()
    };
    Node { stored: serde_json::to_string(&state).unwrap(), counts: counts.clone() }
}

/// One kind of outage and one stage represent all others. The test of the table has the others.
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

/// Explores all states from a new request on. Returns their number, and the statuses with reasons.
fn explore(kind: &RequestType) -> (usize, HashSet<String>) {
    let policy = small_policy();
    let inputs: Vec<_> = cases::inputs().into_iter().filter(is_distinct).collect();
    let start = node(&State::new(NOW), NOW, &NotificationCounts::default());
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start]);
    let mut reached = HashSet::new();
    while let Some(Node { stored, counts }) = open.pop_front() {
        let state: State = serde_json::from_str(&stored).unwrap();
        let reason = state.failed_reason.as_ref().map_or("", FailedReason::as_str);
        reached.insert(format!("{} {reason}", state.status).trim().to_owned());
        for (input, passed) in inputs.iter().flat_map(|input| [-1, 0, 1, 4].map(|passed| (input, passed))) {
            let now = NOW + days(passed);
            let Ok(transition) = apply(&state, input, kind, now, &policy, 0.5) else { continue };
            let mut counts = counts.clone();
            counts.add(&state, &transition);
            assert_valid(&transition.next, now, &policy);
            let next = node(&transition.next, now, &counts);
            if seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
    }
    (seen.len(), reached)
}

#[test]
fn every_reachable_state_is_valid_and_every_end_is_reachable() {
    std::thread::scope(|scope| {
        for kind in RequestType::ALL {
            scope.spawn(move || assert_valid_and_complete(kind));
        }
    });
}

fn assert_valid_and_complete(kind: &RequestType) {
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
        assert!(reached.contains(&status), "{status} is not reachable for a {kind}: {reached:?}");
    }
}

#[test]
fn a_request_ends_if_its_carrier_never_has_data() {
    let policy = small_policy();
    // A carrier that limits the rate or refuses the credentials says nothing about the number.
    let is_about_number = |outcome: &LookUpOutcome| {
        use LookUpFailure::{Forbidden, RateLimited, Refused};
        outcome.failure().is_some_and(|failure| !matches!(failure, RateLimited { .. } | Refused | Forbidden))
    };
    let has_no_data = |input: &Input| matches!(input, Input::LookUp(outcome) if is_about_number(outcome));
    // There is no time limit for the next trip of a container.
    let ends = |case: &cases::Case| case.state.is_live() && !case.state.awaits_next_trip();
    for case in cases::all().into_iter().filter(|case| ends(case) && has_no_data(&case.input)) {
        let (mut state, mut look_ups) = (case.state, 0);
        while let Some(now) = state.due {
            state = apply(&state, &case.input, &case.kind, now, &policy, 0.5).unwrap().next;
            look_ups += 1;
            assert!(look_ups <= 10, "{:?} never ends: {state:?}", case.input);
        }
    }
}
