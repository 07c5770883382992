//! Random lives, random states, random policies, and clocks that jump anywhere.

use std::time::Duration;

use proptest::prelude::*;

use super::cases;
use super::invariants::{Life, assert_sound};
use super::*;

/// Any moment chrono can tell.
fn moment() -> impl Strategy<Value = DateTime<Utc>> {
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
        .prop_map(|(seconds, nanos)| trouble_with(Some(Duration::new(seconds, nanos))));
    prop_oneof![3 => proptest::sample::select(cases::inputs()), 2 => Just(trouble()), 1 => any_pause]
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

/// A state nothing leads to, as a damaged store might hold it.
fn any_state() -> impl Strategy<Value = State> {
    let statuses = RequestStatus::ALL.iter().cloned().chain([RequestStatus::Other("paused".into())]);
    let moments = proptest::array::uniform4(proptest::option::of(moment()));
    let reasons = (
        proptest::option::of(proptest::sample::select(FailedReason::ALL)),
        proptest::option::of(proptest::sample::select(StopReason::ALL)),
    );
    (proptest::sample::select(statuses.collect::<Vec<_>>()), reasons, any::<u32>(), moments, any::<bool>()).prop_map(
        |(
            status,
            (failed_reason, stopped),
            failed_tries,
            [awaiting_since, due, last_found, resumed],
            known_to_carrier,
        )| {
            let stages = due.map(|arrives| Stage::AtSea { arrives: Some(arrives) }).into_iter().collect();
            State {
                status,
                failed_reason,
                failed_tries,
                awaiting_since,
                known_to_carrier,
                due,
                stopped,
                last_found,
                resumed,
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
    fn every_life_is_sound(
        kind in kind(),
        happenings in proptest::collection::vec((input(), -20_000_i64..200_000, chance()), 1..80),
    ) {
        let (mut state, mut life, mut now) = (State::new(NOW), Life::default(), NOW);
        let policy = Policy::default();
        for (input, seconds, chance) in happenings {
            now += TimeDelta::seconds(seconds);
            if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
                life.take(&state, &transition);
                assert_sound(&transition.next, now, &policy);
                state = transition.next;
            }
        }
    }

    #[test]
    fn a_life_is_sound_even_if_the_clock_jumps_anywhere(
        kind in kind(),
        happenings in proptest::collection::vec((input(), moment(), chance()), 1..40),
    ) {
        let (mut state, mut life) = (State::new(NOW), Life::default());
        let policy = Policy::default();
        for (input, now, chance) in happenings {
            if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
                life.take(&state, &transition);
                assert_sound(&transition.next, now, &policy);
                state = transition.next;
            }
        }
    }

    #[test]
    fn any_state_under_any_policy_moves_to_a_sound_one(
        state in any_state(),
        input in input(),
        kind in kind(),
        now in moment(),
        policy in any_policy(),
        chance in any::<f64>(),
    ) {
        if let Ok(transition) = apply(&state, &input, &kind, now, &policy, chance) {
            assert_sound(&transition.next, now, &policy);
        }
    }

    #[test]
    fn work_that_is_done_is_not_due_again_at_once(
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
