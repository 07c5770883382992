//! The retry schedule.

use std::time::Duration;

use super::*;

/// A request that meets trouble whenever it is looked up: its pauses, and how it ended.
fn troubled_life(chance: f64, retry_after: Option<Duration>) -> (Vec<TimeDelta>, State) {
    let (mut state, mut pauses) = (State::new(NOW), Vec::new());
    while let Some(now) = state.due {
        let input = trouble_with(retry_after);
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
fn fourteen_tries_take_about_a_day() {
    let (pauses, end) = troubled_life(0.5, None);
    assert_eq!(pauses.len(), 13);
    assert_eq!(pauses[0], TimeDelta::seconds(45));
    assert!((total(&pauses) - days(1)).abs() < TimeDelta::minutes(5), "{}", total(&pauses));
    assert_eq!((end.status, end.failed_reason), (RequestStatus::Failed, Some(FailedReason::RetriesExhausted)));
    assert_eq!(end.failed_tries, 14);
}

#[test]
fn each_pause_is_longer_than_the_one_before() {
    let (pauses, _) = troubled_life(0.5, None);
    assert!(pauses.is_sorted_by(|shorter, longer| shorter < longer), "{pauses:?}");
}

#[test]
fn chance_moves_a_pause_by_a_fifth_at_most() {
    let (plain, _) = troubled_life(0.5, None);
    for (chance, share) in [(0.0, 0.8), (1.0, 1.2), (-7.0, 0.8), (f64::INFINITY, 1.2), (f64::NAN, 1.0)] {
        let (pauses, _) = troubled_life(chance, None);
        for (pause, plain) in pauses.iter().zip(&plain) {
            let wanted = plain.num_milliseconds() as f64 * share;
            assert!((pause.num_milliseconds() as f64 - wanted).abs() <= 2.0, "{pause} with chance {chance}");
        }
    }
}

#[test]
fn a_longer_pause_that_the_carrier_asks_for_is_kept() {
    let (pauses, _) = troubled_life(0.5, Some(Duration::from_secs(3600)));
    assert_eq!(pauses[0], TimeDelta::hours(1));
    assert!(pauses[12] > TimeDelta::hours(10), "the schedule wins once its pause is the longer one");
}

#[test]
fn no_carrier_can_stretch_the_tries_to_the_seven_days_after_which_requests_expire() {
    for chance in [0.0, 0.5, 1.0] {
        let (pauses, end) = troubled_life(chance, Some(Duration::MAX));
        assert_eq!((pauses.len(), end.status), (13, RequestStatus::Failed));
        assert!(pauses.iter().all(|pause| *pause >= TimeDelta::hours(12)));
        assert!(total(&pauses) < days(7), "{}", total(&pauses));
    }
}

#[test]
fn the_default_policy_puts_nothing_off_by_more_than_a_day() {
    assert_eq!(Policy::default().longest_pause(), days(1));
}

#[test]
fn only_a_request_that_awaits_a_manifest_is_checked_every_day_whatever_the_schedule_says() {
    let policy = Policy { first_retry: days(3), ..Policy::default() };
    let look = |state: &State, input: &Input| apply(state, input, &RequestType::BillOfLading, NOW, &policy, 0.5);
    let pending = State::new(NOW);
    let waiting = look(&pending, &failed_with(LookUpFailure::NoDataYet)).unwrap().next;
    assert_eq!(look(&pending, &trouble()).unwrap().next.due, Some(NOW + days(3)));
    assert_eq!(look(&waiting, &trouble()).unwrap().next.due, Some(NOW + days(1)));
}
