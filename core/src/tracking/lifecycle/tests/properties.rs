//! Property tests with random inputs, states and policies, and with clocks that jump.

use std::time::Duration;

use proptest::prelude::*;

use super::cases;
use super::invariants::{NotificationCounts, assert_valid};
use super::*;

/// Any time that `chrono` can represent.
fn any_time() -> impl Strategy<Value = DateTime<Utc>> {
    let (first, last) = (DateTime::<Utc>::MIN_UTC.timestamp(), DateTime::<Utc>::MAX_UTC.timestamp());
    prop_oneof![
        (first..=last).prop_map(|seconds| DateTime::from_timestamp(seconds, 0).unwrap()),
        Just(DateTime::<Utc>::MIN_UTC),
        Just(DateTime::<Utc>::MAX_UTC),
        (-100_i64..100).prop_map(|age| NOW + days(age)),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let any_pause = (any::<u64>(), 0..1_000_000_000_u32)
        .prop_map(|(seconds, nanos)| outage_with(Some(Duration::new(seconds, nanos))));
    prop_oneof![3 => proptest::sample::select(cases::inputs()), 2 => Just(outage()), 1 => any_pause]
}

fn kind() -> impl Strategy<Value = RequestType> {
    proptest::sample::select(vec![
        RequestType::BillOfLading,
        RequestType::BookingNumber,
        RequestType::Container,
        RequestType::Other("pallet".into()),
    ])
}

fn chance() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 0.0..=1.0, 1 => any::<f64>(), 1 => Just(f64::NAN)]
}

/// Any state, even one that no transition leads to, as a damaged database may have.
fn any_state() -> impl Strategy<Value = State> {
    let statuses = RequestStatus::ALL.iter().cloned().chain([RequestStatus::Other("paused".into())]);
    let moments = proptest::array::uniform5(proptest::option::of(any_time()));
    let reasons = (
        proptest::option::of(proptest::sample::select(FailedReason::ALL)),
        proptest::option::of(proptest::sample::select(StopReason::ALL)),
    );
    (proptest::sample::select(statuses.collect::<Vec<_>>()), reasons, any::<u32>(), moments, any::<bool>()).prop_map(
        |(
            status,
            (failed_reason, stopped),
            failed_attempts,
            [awaiting_since, due, last_found, resumed, last_fact],
            known_to_carrier,
        )| {
            let stages = due.map(|arrives| Stage::AtSea { arrives: Some(arrives) }).into_iter().collect();
            State {
                status,
                failed_reason,
                failed_attempts,
                awaiting_since,
                known_to_carrier,
                due,
                stopped,
                last_found,
                resumed,
                last_fact,
                urgent: due,
                stages,
            }
        },
    )
}

fn any_policy() -> impl Strategy<Value = Policy> {
    let pause =
        || prop_oneof![any::<i64>(), 0..1_000_000_000_i64].prop_map(|ms| TimeDelta::milliseconds(ms.max(-i64::MAX)));
    let pauses = (pause(), pause(), pause(), pause(), pause());
    (any::<u32>(), pauses).prop_map(|(tries, pauses)| {
        let (first_retry, manifest_check, manifest_window, refresh, silence_window) = pauses;
        Policy {
            tries,
            first_retry,
            manifest_check,
            manifest_window,
            refresh,
            silence_window,
            at_sea: first_retry,
            near_port: manifest_check,
            ..Policy::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_sequence_of_inputs_leads_to_valid_states(
        kind in kind(),
        inputs in proptest::collection::vec((input(), -20_000_i64..200_000, chance()), 1..80),
    ) {
        let (mut state, mut counts, mut now) = (State::new(NOW), NotificationCounts::default(), NOW);
        let policy = Policy::default();
        for (input, seconds, chance) in inputs {
            now += TimeDelta::seconds(seconds);
            if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
                counts.add(&state, &transition);
                assert_valid(&transition.next, now, &policy);
                state = transition.next;
            }
        }
    }

    #[test]
    fn states_are_valid_even_if_the_clock_jumps(
        kind in kind(),
        inputs in proptest::collection::vec((input(), any_time(), chance()), 1..40),
    ) {
        let (mut state, mut counts) = (State::new(NOW), NotificationCounts::default());
        let policy = Policy::default();
        for (input, now, chance) in inputs {
            if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
                counts.add(&state, &transition);
                assert_valid(&transition.next, now, &policy);
                state = transition.next;
            }
        }
    }

    #[test]
    fn any_state_under_any_policy_changes_to_a_valid_one(
        state in any_state(),
        input in input(),
        kind in kind(),
        now in any_time(),
        policy in any_policy(),
        chance in any::<f64>(),
    ) {
        if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
            assert_valid(&transition.next, now, &policy);
        }
    }

    #[test]
    fn a_finished_look_up_is_not_due_again_at_once(
        state in any_state(),
        input in input(),
        kind in kind(),
        policy in any_policy(),
        chance in any::<f64>(),
    ) {
        if let (Input::LookUp(_), Ok(transition)) = (&input, apply(&state, &input, &kind, NOW, &policy, chance)) {
            prop_assert!(transition.next.due.is_none_or(|due| due > NOW), "{:?}", transition.next);
        }
    }
}
