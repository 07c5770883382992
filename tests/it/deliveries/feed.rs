//! The event feed of the host program.

use std::time::Duration;

use chrono::TimeDelta;
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::resources::EventName;
use shiptrack::service::{Budget, FeedEvent, Service};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario, scenario_on};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, creation, send, start};
use shiptrack_tests::scratch::Scratch;

use super::cause_event;

const HOUR: Duration = Duration::from_secs(3_600);

fn stage() -> Scenario {
    scenario(&Outbound::default(), |builder| builder)
}

fn read(stage: &Scenario, after: u64, limit: usize) -> Vec<FeedEvent> {
    stage.service.events(&stage.account, after, limit).unwrap()
}

fn sequences(events: &[FeedEvent]) -> Vec<u64> {
    events.iter().map(|event| event.sequence).collect()
}

#[test]
fn a_new_feed_is_empty() {
    assert_eq!(read(&stage(), 0, 10), []);
}

#[test]
fn events_are_ordered_with_increasing_sequences_and_unique_ids() {
    let stage = stage();
    (0..5).for_each(|_| cause_event(&stage));
    let events = read(&stage, 0, usize::MAX);
    assert_eq!(events.len(), 5);
    assert!(sequences(&events).is_sorted_by(|a, b| a < b) && events[0].sequence > 0);
    let mut ids: Vec<_> = events.iter().map(|event| event.id.clone()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    assert!(events.iter().all(|event| event.event == EventName::TrackingRequestFailed && event.created_at == start()));
}

#[test]
fn an_iterator_reads_the_feed_to_its_end_and_continues_with_new_events() {
    let stage = stage();
    (0..5).for_each(|_| cause_event(&stage));
    let all = read(&stage, 0, usize::MAX);
    let mut feed = stage.service.feed(&stage.account, all[1].sequence);
    assert_eq!(feed.by_ref().collect::<Result<Vec<_>, _>>().unwrap(), all[2..]);
    assert_eq!(feed.next().transpose().unwrap(), None);
    cause_event(&stage);
    assert!(feed.next().unwrap().unwrap().sequence > all[4].sequence);
}

#[test]
fn a_reader_continues_after_a_sequence_within_its_limit() {
    let stage = stage();
    (0..7).for_each(|_| cause_event(&stage));
    let all = read(&stage, 0, usize::MAX);
    let (mut seen, mut after) = (Vec::new(), 0);
    loop {
        let some = read(&stage, after, 3);
        assert!(some.len() <= 3);
        let Some(last) = some.last() else { break };
        after = last.sequence;
        seen.extend(some);
    }
    assert_eq!(seen, all);
    assert_eq!(read(&stage, 0, 0), []);
    assert_eq!(read(&stage, after, 9), []);
    assert_eq!(read(&stage, u64::MAX, 9), [], "a sequence in the future");
    cause_event(&stage);
    assert_eq!(read(&stage, after, 9).len(), 1);
}

#[test]
fn reading_does_not_change_the_feed() {
    let stage = stage();
    cause_event(&stage);
    let first = read(&stage, 0, 9);
    stage.clock.advance(HOUR);
    stage.run();
    assert_eq!(read(&stage, 0, 9), first);
}

#[test]
fn every_account_has_a_separate_feed() {
    let stage = stage();
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    cause_event(&stage);
    let theirs = stage.service.transport(&other.id).unwrap();
    let body = creation("bill_of_lading", "TEST-TR-AWAITING", "TEST");
    assert_eq!(send(theirs.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
    stage.run();
    let names = |events: Vec<FeedEvent>| events.into_iter().map(|event| event.event).collect::<Vec<_>>();
    assert_eq!(names(read(&stage, 0, 9)), [EventName::TrackingRequestFailed]);
    let theirs = names(stage.service.events(&other.id, 0, 9).unwrap());
    assert_eq!(theirs, [EventName::TrackingRequestAwaitingManifest]);
}

#[test]
fn the_feed_continues_after_reopening_the_file() {
    let (scratch, clock) = (Scratch::new(), ManualClock::new(start()));
    let mut stored: Vec<FeedEvent> = Vec::new();
    for round in 1..=4 {
        let stage = scenario_on(&scratch.path("s.db"), &clock, &ScriptedCarrier::default());
        assert_eq!(read(&stage, 0, 99), stored);
        let after = stored.last().map_or(0, |event| event.sequence);
        cause_event(&stage);
        stored.extend(read(&stage, after, 99));
        assert_eq!(stored.len(), round);
        clock.advance(HOUR);
    }
}

#[test]
fn waiting_returns_existing_events_immediately() {
    let stage = stage();
    cause_event(&stage);
    let events = stage.service.wait_events(&stage.account, 0, 9, HOUR, &CancelToken::new()).unwrap();
    assert_eq!((events.len(), stage.clock.now()), (1, start()));
}

#[test]
fn waiting_returns_nothing_at_the_end_of_its_time() {
    let stage = stage();
    for time in [Duration::ZERO, Duration::from_millis(1_500), HOUR] {
        let began = stage.clock.now();
        let events = stage.service.wait_events(&stage.account, 0, 9, time, &CancelToken::new()).unwrap();
        assert_eq!((events, stage.clock.now()), (vec![], began + TimeDelta::from_std(time).unwrap()));
    }
}

#[test]
fn waiting_runs_due_work_and_returns_the_resulting_events() {
    let stage = stage();
    stage.create("bill_of_lading", "TEST-TR-UNREACHABLE", "TEST");
    let events = stage.service.wait_events(&stage.account, 0, 9, HOUR * 48, &CancelToken::new()).unwrap();
    assert_eq!(events[0].event, EventName::TrackingRequestFailed);
    assert!(stage.clock.now() > start() + TimeDelta::hours(12), "fourteen tries take their time");
}

#[test]
fn any_duration_of_waiting_is_valid() {
    let stage = stage();
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    let cancel = CancelToken::new();
    let events = stage.service.wait_events(&stage.account, 0, 9, Duration::MAX, &cancel).unwrap();
    assert_eq!(events.len(), 1);
}

#[test]
fn a_cancelled_wait_is_an_error() {
    let stage = stage();
    let cancel = CancelToken::new();
    cancel.cancel();
    let error = stage.service.wait_events(&stage.account, 0, 9, HOUR, &cancel).unwrap_err();
    assert_eq!((error.kind(), stage.clock.now()), (ErrorKind::Cancelled, start()));
}

#[test]
fn a_wait_in_real_time_can_be_cancelled() {
    must_end(|| {
        let service = Service::in_memory().unwrap();
        let cancel = CancelToken::new();
        std::thread::scope(|scope| {
            let wait = scope.spawn(|| service.wait_events(service.default_account(), 0, 9, HOUR, &cancel));
            cancel.cancel();
            assert_eq!(wait.join().unwrap().unwrap_err().kind(), ErrorKind::Cancelled);
        });
    });
}

#[test]
fn a_wait_in_real_time_is_woken_by_another_thread() {
    must_end(|| {
        let service = Service::in_memory().unwrap();
        std::thread::scope(|scope| {
            let wait = scope.spawn(|| service.wait_events(service.default_account(), 0, 9, HOUR, &CancelToken::new()));
            let body = creation("bill_of_lading", "TEST-TR-FAILED", "TEST");
            let transport = service.transport(service.default_account()).unwrap();
            assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
            assert_eq!(wait.join().unwrap().unwrap().len(), 1);
        });
    });
}

#[test]
fn a_wait_in_real_time_is_woken_by_ingested_mail() {
    must_end(|| {
        let service = Service::in_memory().unwrap();
        let account = service.default_account().clone();
        std::thread::scope(|scope| {
            let wait = scope.spawn(|| service.wait_events(&account, 0, 9, HOUR, &CancelToken::new()));
            let message = b"Subject: x\r\nContent-Type: text/csv; name=a.csv\r\n\r\nMSKU0308961\r\n";
            service.ingest_email(&account, message, None).unwrap();
            assert_eq!(wait.join().unwrap().unwrap()[0].event, EventName::DocumentExtracted);
        });
    });
}

#[test]
fn concurrent_readers_read_each_event_once() {
    const WRITERS: usize = 3;
    const EACH: usize = 12;
    must_end(|| {
        let scratch = Scratch::new();
        let service = Service::open(scratch.path("s.db")).unwrap();
        let account = service.default_account().clone();
        let read_all = || {
            let (mut seen, mut after) = (Vec::<FeedEvent>::new(), 0);
            while seen.len() < WRITERS * EACH {
                let some = service.wait_events(&account, after, 5, HOUR, &CancelToken::new()).unwrap();
                after = some.last().expect("a wait of an hour ends with an event").sequence;
                seen.extend(some);
            }
            seen
        };
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..3).map(|_| scope.spawn(read_all)).collect();
            for writer in 0..WRITERS {
                let (service, account) = (&service, &account);
                scope.spawn(move || {
                    let transport = service.transport(account).unwrap();
                    for number in 0..EACH {
                        // An unknown booking awaits its data after the first look-up: one event each.
                        let body = creation("booking_number", &format!("TST{writer}{number:04}"), "TEST");
                        let answer = send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
                        assert_eq!(answer.status, 201);
                        service.run_due(Budget::items(2)).unwrap();
                    }
                });
            }
            let seen: Vec<Vec<FeedEvent>> = readers.into_iter().map(|reader| reader.join().unwrap()).collect();
            let all = service.events(&account, 0, usize::MAX).unwrap();
            assert_eq!(all.len(), WRITERS * EACH, "one for each request");
            assert!(sequences(&all).is_sorted_by(|a, b| a < b));
            assert!(seen.iter().all(|events| *events == all));
        });
    });
}
