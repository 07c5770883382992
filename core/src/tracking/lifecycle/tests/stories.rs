//! Lives that are worth telling.

use super::*;

const NOT_FOUND: Input = failed_with(LookUpFailure::NotFound);
const NO_DATA_YET: Input = failed_with(LookUpFailure::NoDataYet);

/// A bill of lading that is looked up whenever it is due, and gets the same answer each time.
fn live_on(mut state: State, input: &Input) -> (State, DateTime<Utc>, Vec<EventName>) {
    let (mut at, mut told) = (NOW, Vec::new());
    while let Some(now) = state.due {
        assert!(now < NOW + days(365), "the request goes on for ever: {state:?}");
        let transition = step(&state, input, now);
        told.extend(notified(&transition));
        (state, at) = (transition.next, now);
    }
    (state, at, told)
}

fn created() -> State {
    step(&State::new(NOW), &found(), NOW).next
}

#[test]
fn a_new_request_is_pending_and_due_at_once() {
    let state = State::new(NOW);
    assert_eq!((state.status.as_str(), state.due), ("pending", Some(NOW)));
    assert_eq!((state.is_live(), state.is_retrying(), state.retry_count()), (true, false, None));
}

#[test]
fn a_bill_that_is_never_known_is_given_up_seven_days_later_to_the_second() {
    let (end, at, told) = live_on(State::new(NOW), &NOT_FOUND);
    assert_eq!((end.failed_reason, at), (Some(FailedReason::NotFound), NOW + days(7)));
    assert_eq!(told, [EventName::TrackingRequestAwaitingManifest, EventName::TrackingRequestFailed]);
}

#[test]
fn a_bill_that_is_known_and_never_has_data_expires() {
    let (end, at, told) = live_on(State::new(NOW), &NO_DATA_YET);
    assert_eq!((end.failed_reason, at), (Some(FailedReason::Expired), NOW + days(7)));
    assert_eq!(told, [EventName::TrackingRequestAwaitingManifest, EventName::TrackingRequestFailed]);
}

#[test]
fn a_number_that_was_known_once_expires_even_if_it_is_not_found_at_the_end() {
    let known = step(&State::new(NOW), &NO_DATA_YET, NOW).next;
    let (end, ..) = live_on(known, &NOT_FOUND);
    assert_eq!(end.failed_reason, Some(FailedReason::Expired));
}

#[test]
fn an_outage_during_the_wait_costs_a_request_nothing() {
    let mut state = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    while state.due.unwrap() < NOW + days(6) {
        state = step(&state, &trouble(), state.due.unwrap()).next;
    }
    assert_eq!((state.status.as_str(), state.retry_count()), ("awaiting_manifest", Some(14)));
    let saved = step(&state, &found(), state.due.unwrap());
    assert_eq!((saved.next.status.as_str(), notified(&saved)), ("created", vec![EventName::TrackingRequestSucceeded]));
}

#[test]
fn an_outage_that_outlasts_the_wait_exhausts_the_tries() {
    let state = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let (end, at, told) = live_on(state, &trouble());
    assert_eq!(end.failed_reason, Some(FailedReason::RetriesExhausted));
    assert!(NOW + days(7) <= at && at < NOW + days(8), "{at}");
    assert_eq!(told, [EventName::TrackingRequestFailed]);
}

#[test]
fn trouble_is_told_in_the_request_and_by_no_event_until_it_is_final() {
    let mut state = State::new(NOW);
    for tries in 1..14 {
        let transition = step(&state, &trouble(), NOW);
        assert_eq!(transition.effects, []);
        state = transition.next;
        assert_eq!(state.status, RequestStatus::Pending);
        assert_eq!((state.is_retrying(), state.retry_count()), (true, Some(tries)));
        assert_eq!(state.failed_reason, Some(FailedReason::ShippingLineUnreachable));
    }
    let last = step(&state, &trouble(), NOW);
    assert_eq!(last.effects, [Effect::Notify(EventName::TrackingRequestFailed)]);
    assert_eq!((last.next.is_retrying(), last.next.retry_count()), (false, Some(14)));
}

#[test]
fn an_answer_that_can_be_read_starts_the_count_of_tries_anew() {
    let failed_tries = step(&State::new(NOW), &trouble(), NOW).next;
    let waiting = step(&failed_tries, &NOT_FOUND, NOW).next;
    assert_eq!((waiting.failed_tries, waiting.retry_count(), waiting.failed_reason), (0, None, None));
}

#[test]
fn a_shipment_that_is_over_at_the_first_look_up_tells_success_and_then_the_stop() {
    let reason = StopReason::AllContainersTerminated;
    let transition = step(&State::new(NOW), &concluded(reason.clone()), NOW);
    let wanted = [
        Effect::RecordShipment,
        Effect::Notify(EventName::TrackingRequestSucceeded),
        Effect::StopShipment(reason.clone()),
        Effect::Notify(EventName::TrackingRequestTrackingStopped),
    ];
    assert_eq!(transition.effects, wanted);
    assert_eq!((transition.next.stopped, transition.next.due), (Some(reason), None));
}

#[test]
fn trouble_with_a_followed_shipment_does_not_show() {
    let mut state = created();
    for _ in 0..50 {
        let transition = step(&state, &trouble(), NOW);
        assert_eq!(transition.effects, []);
        state = transition.next;
        assert_eq!((state.status.as_str(), &state.failed_reason), ("created", &None));
        assert_eq!((state.is_retrying(), state.retry_count()), (false, None));
        assert!(state.due.unwrap() <= NOW + Policy::default().refresh);
    }
}

#[test]
fn trouble_with_a_followed_shipment_is_retried_ever_more_seldom() {
    let policy = Policy::default();
    let (mut state, mut pauses) = (created(), Vec::new());
    for _ in 0..14 {
        state = step(&state, &trouble(), NOW).next;
        pauses.extend(state.due.map(|due| due - NOW));
    }
    assert_eq!((pauses[0], pauses[13]), (policy.first_retry, policy.refresh));
    assert!(pauses.is_sorted(), "{pauses:?}");
}

#[test]
fn a_shipment_whose_data_is_gone_is_followed_for_56_days_more() {
    for silence in [NOT_FOUND, failed_with(LookUpFailure::InvalidNumber), trouble()] {
        let (end, at, told) = live_on(created(), &silence);
        assert_eq!(end.stopped, Some(StopReason::NoUpdatesAtLine));
        assert!(NOW + days(56) <= at && at < NOW + days(57), "{at}");
        assert_eq!(told, [EventName::TrackingRequestTrackingStopped]);
    }
}

#[test]
fn data_that_comes_back_starts_the_silence_anew() {
    let silent = step(&created(), &NOT_FOUND, NOW + days(50)).next;
    let back = step(&silent, &found(), NOW + days(55)).next;
    let later = step(&back, &NOT_FOUND, NOW + days(110)).next;
    assert_eq!(later.status, RequestStatus::Created);
}

#[test]
fn a_look_up_that_comes_in_after_a_stop_changes_nothing() {
    let stopped = step(&created(), &Input::Stop(StopReason::CancelledByUser), NOW).next;
    let late = apply(&stopped, &found(), &RequestType::Container, NOW, &Policy::default(), 0.5);
    assert_eq!(late, Err(Refusal::Ended));
}

#[test]
fn a_resumed_request_is_looked_up_at_once_and_tells_nothing() {
    let stopped = step(&created(), &Input::Stop(StopReason::CancelledByUser), NOW).next;
    let resumed = step(&stopped, &Input::Resume, NOW + days(90));
    assert_eq!(resumed.effects, [Effect::ResumeShipment]);
    assert_eq!((resumed.next.status.as_str(), resumed.next.due), ("created", Some(NOW + days(90))));
    let gone = step(&resumed.next, &NOT_FOUND, NOW + days(91)).next;
    assert_eq!(gone.status, RequestStatus::Created, "the silence before the resume does not count");
}

#[test]
fn a_window_that_ran_out_before_a_resume_does_not_stop_the_shipment_again_at_once() {
    let past = concluded(StopReason::PastArrivalWindow);
    let stopped = step(&created(), &past, NOW + days(60)).next;
    let resumed = step(&stopped, &Input::Resume, NOW + days(61)).next;
    let mut followed = resumed;
    for day in 62..70 {
        let answer = if day == 65 { trouble() } else { past.clone() };
        followed = step(&followed, &answer, NOW + days(day)).next;
        assert_eq!(followed.status, RequestStatus::Created, "day {day}");
    }
    let stopped = step(&followed, &past, NOW + days(61 + 56)).next;
    assert_eq!(stopped.stopped, Some(StopReason::PastArrivalWindow));
}

#[test]
fn a_resumed_shipment_whose_containers_all_came_back_stops_again() {
    let over = concluded(StopReason::AllContainersTerminated);
    let stopped = step(&created(), &over, NOW).next;
    let resumed = step(&stopped, &Input::Resume, NOW).next;
    assert_eq!(step(&resumed, &over, NOW).next.status, RequestStatus::TrackingStopped);
}

#[test]
fn a_clock_that_jumps_back_ends_nothing_early() {
    let waiting = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let earlier = NOW - days(400);
    let after_jump = step(&waiting, &NOT_FOUND, earlier).next;
    assert_eq!(after_jump.due, Some(earlier + days(1)));
    assert_eq!(after_jump.awaiting_since, Some(NOW));
    let recovered = step(&after_jump, &NOT_FOUND, NOW + days(6)).next;
    assert_eq!(recovered.status, RequestStatus::AwaitingManifest);

    let silent = step(&created(), &NOT_FOUND, earlier).next;
    assert_eq!((silent.status.as_str(), silent.due), ("created", Some(earlier + Policy::default().refresh)));
}

#[test]
fn a_state_survives_being_stored() {
    let lives = [State::new(NOW), created(), step(&State::new(NOW), &trouble(), NOW).next];
    for state in lives {
        let stored = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<State>(&stored).unwrap(), state);
    }
}
