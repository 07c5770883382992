//! The retry schedule.

use std::time::Duration;

use super::*;

/// The pauses and the last state of a request whose look-ups all fail.
fn failing_request(chance: f64, retry_after: Option<Duration>) -> (Vec<TimeDelta>, State) {
    let (mut state, mut pauses) = (State::new(NOW), Vec::new());
    while let Some(now) = state.due {
        let input = outage_with(retry_after);
        let kind = RequestType::Container;
        state = apply(&state, &input, &kind, now, &Policy::default(), chance).unwrap().next;
        pauses.extend(state.due.map(|due| due - now));
    }
    (pauses, state)
}

fn total(pauses: &[TimeDelta]) -> TimeDelta {
    pauses.iter().fold(TimeDelta::zero(), |sum, pause| sum + *pause)
}

#[test]
fn fourteen_attempts_take_about_a_day() {
    let (pauses, end) = failing_request(0.5, None);
    assert_eq!(pauses.len(), 13);
    assert_eq!(pauses[0], TimeDelta::seconds(45));
    assert!((total(&pauses) - days(1)).abs() < TimeDelta::minutes(5), "{}", total(&pauses));
    assert_eq!((end.status, end.failed_reason), (RequestStatus::Failed, Some(FailedReason::RetriesExhausted)));
    assert_eq!(end.failed_attempts, 14);
}

#[test]
fn each_pause_is_longer_than_the_one_before() {
    let (pauses, _) = failing_request(0.5, None);
    assert!(pauses.is_sorted_by(|shorter, longer| shorter < longer), "{pauses:?}");
}

#[test]
fn a_pause_varies_by_a_fifth_at_most() {
    let (plain, _) = failing_request(0.5, None);
    for (chance, share) in [(0.0, 0.8), (1.0, 1.2), (-7.0, 0.8), (f64::INFINITY, 1.2), (f64::NAN, 1.0)] {
        let (pauses, _) = failing_request(chance, None);
        for (pause, plain) in pauses.iter().zip(&plain) {
            let expected = plain.num_milliseconds() as f64 * share;
            assert!((pause.num_milliseconds() as f64 - expected).abs() <= 2.0, "{pause} with chance {chance}");
        }
    }
}

#[test]
fn a_longer_pause_requested_by_the_carrier_is_kept() {
    let (pauses, _) = failing_request(0.5, Some(Duration::from_secs(3600)));
    assert_eq!(pauses[0], TimeDelta::hours(1));
    assert!(pauses[12] > TimeDelta::hours(10), "the scheduled pause is longer");
}

#[test]
fn requested_pauses_cannot_stretch_the_attempts_to_seven_days() {
    for chance in [0.0, 0.5, 1.0] {
        let (pauses, end) = failing_request(chance, Some(Duration::MAX));
        assert_eq!((pauses.len(), end.status), (13, RequestStatus::Failed));
        assert!(pauses.iter().all(|pause| *pause >= TimeDelta::hours(12)));
        assert!(total(&pauses) < days(7), "{}", total(&pauses));
    }
}

#[test]
fn the_longest_pause_of_the_default_policy_is_a_day() {
    assert_eq!(Policy::default().longest_pause(), days(1));
}

#[test]
fn a_request_that_awaits_a_manifest_is_checked_every_day() {
    let policy = Policy { first_retry: days(3), ..Policy::default() };
    let look = |state: &State, input: &Input| apply(state, input, &RequestType::BillOfLading, NOW, &policy, 0.5);
    let pending = State::new(NOW);
    let waiting = look(&pending, &failed_with(LookUpFailure::NoDataYet)).unwrap().next;
    assert_eq!(look(&pending, &outage()).unwrap().next.due, Some(NOW + days(3)));
    assert_eq!(look(&waiting, &outage()).unwrap().next.due, Some(NOW + days(1)));
}
