//! Sequences of inputs with the results that `core/docs/lifecycle.md` promises.

use super::*;

const NOT_FOUND: Input = failed_with(LookUpFailure::NotFound);
const NO_DATA_YET: Input = failed_with(LookUpFailure::NoDataYet);

/// Looks up a bill of lading whenever it is due, with the same outcome each time. Returns the last state, its time, and the events.
pub(super) fn repeat(mut state: State, input: &Input) -> (State, DateTime<Utc>, Vec<EventName>) {
    let (mut at, mut events) = (NOW, Vec::new());
    while let Some(now) = state.due {
        assert!(now < NOW + days(365), "the request never ends: {state:?}");
        let transition = step(&state, input, now);
        events.extend(notified(&transition));
        (state, at) = (transition.next, now);
    }
    (state, at, events)
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
fn an_unknown_bill_fails_after_exactly_seven_days() {
    let (end, at, events) = repeat(State::new(NOW), &NOT_FOUND);
    assert_eq!((end.failed_reason, at), (Some(FailedReason::NotFound), NOW + days(7)));
    assert_eq!(events, [EventName::TrackingRequestAwaitingManifest, EventName::TrackingRequestFailed]);
}

#[test]
fn a_known_bill_that_never_has_data_expires() {
    let (end, at, events) = repeat(State::new(NOW), &NO_DATA_YET);
    assert_eq!((end.failed_reason, at), (Some(FailedReason::Expired), NOW + days(7)));
    assert_eq!(events, [EventName::TrackingRequestAwaitingManifest, EventName::TrackingRequestFailed]);
}

#[test]
fn a_number_that_was_known_once_expires_even_if_it_is_not_found_later() {
    let known = step(&State::new(NOW), &NO_DATA_YET, NOW).next;
    let (end, ..) = repeat(known, &NOT_FOUND);
    assert_eq!(end.failed_reason, Some(FailedReason::Expired));
}

#[test]
fn an_outage_during_the_wait_does_not_end_a_request() {
    let mut state = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    while state.due.unwrap() < NOW + days(6) {
        state = step(&state, &outage(), state.due.unwrap()).next;
    }
    assert_eq!((state.status.as_str(), state.retry_count()), ("awaiting_manifest", Some(14)));
    let saved = step(&state, &found(), state.due.unwrap());
    assert_eq!((saved.next.status.as_str(), notified(&saved)), ("created", vec![EventName::TrackingRequestSucceeded]));
}

#[test]
fn an_outage_that_outlasts_the_wait_exhausts_the_attempts() {
    let state = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let (end, at, events) = repeat(state, &outage());
    assert_eq!(end.failed_reason, Some(FailedReason::RetriesExhausted));
    assert!(NOW + days(7) <= at && at < NOW + days(8), "{at}");
    assert_eq!(events, [EventName::TrackingRequestFailed]);
}

#[test]
fn an_outage_is_visible_in_the_request_and_notified_only_at_the_end() {
    let mut state = State::new(NOW);
    for tries in 1..14 {
        let transition = step(&state, &outage(), NOW);
        assert_eq!(transition.effects, []);
        state = transition.next;
        assert_eq!(state.status, RequestStatus::Pending);
        assert_eq!((state.is_retrying(), state.retry_count()), (true, Some(tries)));
        assert_eq!(state.failed_reason, Some(FailedReason::ShippingLineUnreachable));
    }
    let last = step(&state, &outage(), NOW);
    assert_eq!(last.effects, [Effect::Notify(EventName::TrackingRequestFailed)]);
    assert_eq!((last.next.is_retrying(), last.next.retry_count()), (false, Some(14)));
}

#[test]
fn a_readable_answer_resets_the_count_of_attempts() {
    let failed = step(&State::new(NOW), &outage(), NOW).next;
    let waiting = step(&failed, &NOT_FOUND, NOW).next;
    assert_eq!((waiting.failed_attempts, waiting.retry_count(), waiting.failed_reason), (0, None, None));
}

#[test]
fn a_shipment_that_is_over_at_the_first_look_up_notifies_success_and_then_the_stop() {
    let reason = StopReason::AllContainersTerminated;
    let transition = step(&State::new(NOW), &concluded(reason.clone()), NOW);
    let expected = [
        Effect::RecordShipment,
        Effect::Notify(EventName::TrackingRequestSucceeded),
        Effect::StopShipment(reason.clone()),
        Effect::Notify(EventName::TrackingRequestTrackingStopped),
    ];
    assert_eq!(transition.effects, expected);
    assert_eq!((transition.next.stopped, transition.next.due), (Some(reason), Some(NOW + days(1))));
}

#[test]
fn an_outage_is_not_visible_in_a_tracked_shipment() {
    let mut state = created();
    for _ in 0..50 {
        let transition = step(&state, &outage(), NOW);
        assert_eq!(transition.effects, []);
        state = transition.next;
        assert_eq!((state.status.as_str(), &state.failed_reason), ("created", &None));
        assert_eq!((state.is_retrying(), state.retry_count()), (false, None));
        assert!(state.due.unwrap() <= NOW + Policy::default().refresh);
    }
}

#[test]
fn an_outage_of_a_tracked_shipment_is_retried_with_growing_pauses() {
    let policy = Policy::default();
    let (mut state, mut pauses) = (created(), Vec::new());
    for _ in 0..14 {
        state = step(&state, &outage(), NOW).next;
        pauses.extend(state.due.map(|due| due - NOW));
    }
    assert_eq!((pauses[0], pauses[13]), (policy.first_retry, policy.refresh));
    assert!(pauses.is_sorted(), "{pauses:?}");
}

#[test]
fn a_shipment_without_data_is_tracked_for_56_more_days() {
    for silence in [NOT_FOUND, failed_with(LookUpFailure::InvalidNumber), outage()] {
        let (end, at, events) = repeat(created(), &silence);
        assert_eq!(end.stopped, Some(StopReason::NoUpdatesAtLine));
        assert!(NOW + days(56) <= at && at < NOW + days(57), "{at}");
        assert_eq!(events, [EventName::TrackingRequestTrackingStopped]);
    }
}

#[test]
fn data_that_comes_back_resets_the_silence() {
    let silent = step(&created(), &NOT_FOUND, NOW + days(50)).next;
    let back = step(&silent, &found(), NOW + days(55)).next;
    let later = step(&back, &NOT_FOUND, NOW + days(110)).next;
    assert_eq!(later.status, RequestStatus::Created);
}

#[test]
fn a_look_up_that_ends_after_a_stop_changes_nothing() {
    let stopped = step(&created(), &Input::Stop(StopReason::CancelledByUser), NOW).next;
    let late = apply(&stopped, &found(), &RequestType::Container, NOW, &Policy::default(), 0.5);
    assert_eq!(late, Err(Refusal::Ended));
}

#[test]
fn a_resumed_request_is_due_at_once_without_a_notification() {
    let stopped = step(&created(), &Input::Stop(StopReason::CancelledByUser), NOW).next;
    let resumed = step(&stopped, &Input::Resume, NOW + days(90));
    assert_eq!(resumed.effects, [Effect::ResumeShipment]);
    assert_eq!((resumed.next.status.as_str(), resumed.next.due), ("created", Some(NOW + days(90))));
    let gone = step(&resumed.next, &NOT_FOUND, NOW + days(91)).next;
    assert_eq!(gone.status, RequestStatus::Created, "the silence before the resume does not count");
}

#[test]
fn a_window_that_ran_out_before_a_resume_does_not_stop_the_shipment_at_once() {
    let past = concluded(StopReason::PastArrivalWindow);
    let stopped = step(&created(), &past, NOW + days(60)).next;
    let resumed = step(&stopped, &Input::Resume, NOW + days(61)).next;
    let (mut tracked, mut look_ups) = (resumed, 0);
    while let Some(now) = tracked.due.filter(|due| *due < NOW + days(61 + 56)) {
        let answer = if look_ups == 5 { outage() } else { past.clone() };
        tracked = step(&tracked, &answer, now).next;
        assert_eq!(tracked.status, RequestStatus::Created, "{now}");
        look_ups += 1;
    }
    let stopped = step(&tracked, &past, NOW + days(61 + 56)).next;
    assert_eq!(stopped.stopped, Some(StopReason::PastArrivalWindow));
}

#[test]
fn a_resumed_shipment_stops_again_if_all_containers_were_returned() {
    let over = concluded(StopReason::AllContainersTerminated);
    let stopped = step(&created(), &over, NOW).next;
    let resumed = step(&stopped, &Input::Resume, NOW).next;
    assert_eq!(step(&resumed, &over, NOW).next.status, RequestStatus::TrackingStopped);
}

#[test]
fn a_clock_that_jumps_back_ends_no_window_early() {
    let waiting = step(&State::new(NOW), &NOT_FOUND, NOW).next;
    let earlier = NOW - days(400);
    let after_jump = step(&waiting, &NOT_FOUND, earlier).next;
    assert_eq!(after_jump.due, Some(earlier + days(1)));
    assert_eq!(after_jump.awaiting_since, Some(earlier));
    let recovered = step(&after_jump, &NOT_FOUND, NOW + days(6)).next;
    assert_eq!(recovered.status, RequestStatus::AwaitingManifest);

    let silent = step(&created(), &NOT_FOUND, earlier).next;
    assert_eq!((silent.status.as_str(), silent.due), ("created", Some(earlier + Policy::default().refresh)));
}

#[test]
fn a_state_can_be_stored_and_read() {
    let states = [State::new(NOW), created(), step(&State::new(NOW), &outage(), NOW).next];
    for state in states {
        let stored = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<State>(&stored).unwrap(), state);
    }
}

fn returned() -> State {
    step(&created(), &concluded(StopReason::AllContainersTerminated), NOW).next
}

#[test]
fn the_carrier_is_asked_once_more_a_day_after_an_empty_return() {
    let (end, at, events) = repeat(returned(), &concluded(StopReason::AllContainersTerminated));
    assert_eq!((end.status.as_str(), at, events), ("tracking_stopped", NOW + days(1), Vec::new()));
    let (end, at, _) = repeat(returned(), &NOT_FOUND);
    assert_eq!((end.stopped, at), (Some(StopReason::AllContainersTerminated), NOW + days(1)));
}

#[test]
fn a_request_is_followed_again_if_the_final_check_takes_the_empty_return_back() {
    let transition = step(&returned(), &found(), NOW + days(1));
    assert_eq!((transition.next.status.as_str(), &transition.next.stopped), ("created", &None));
    assert_eq!(transition.effects, [Effect::ResumeShipment, Effect::RecordShipment]);
}

#[test]
fn a_failed_final_check_is_repeated_and_given_up_after_the_last_attempt() {
    let refused = failed_with(LookUpFailure::Refused);
    let limited = failed_with(LookUpFailure::RateLimited { retry_after: None });
    for input in [outage(), refused, limited] {
        let (mut state, mut look_ups) = (returned(), 0);
        while let Some(now) = state.due {
            assert_eq!(
                (state.status.as_str(), state.is_live(), state.retry_count()),
                ("tracking_stopped", false, None)
            );
            state = step(&state, &input, now).next;
            look_ups += 1;
        }
        assert_eq!((look_ups, state.stopped), (14, Some(StopReason::AllContainersTerminated)), "{input:?}");
    }
}

#[test]
fn a_look_up_that_was_in_progress_at_the_stop_is_not_the_final_check() {
    let early = apply(&returned(), &found(), &RequestType::BillOfLading, NOW, &Policy::default(), 0.5);
    assert_eq!(early, Err(Refusal::Ended));
}

#[test]
fn a_stop_by_the_user_or_by_a_time_window_is_final() {
    for reason in [StopReason::CancelledByUser, StopReason::PastArrivalWindow, StopReason::NoUpdatesAtLine] {
        assert_eq!(step(&created(), &Input::Stop(reason), NOW).next.due, None);
    }
}
