//! `next_due`, `run_due` and `run_until`.

use std::collections::HashMap;
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::json;
use shiptrack::ErrorKind;
use shiptrack::carriers::LookUpFailure;
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::service::{Budget, WorkCounts};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, start};

use super::{RECEIVER, cause_event, register, statuses};
use shiptrack_tests::with;

fn stage() -> Scenario {
    scenario(&Outbound::default(), |builder| builder)
}

fn run(stage: &Scenario, budget: Budget) -> WorkCounts {
    stage.service.run_due(budget).unwrap()
}

#[test]
fn an_empty_service_has_no_due_work() {
    let stage = stage();
    assert_eq!(stage.service.next_due().unwrap(), None);
    assert_eq!(run(&stage, Budget::ALL), WorkCounts::default());
    register(&stage, &json!({ "url": RECEIVER }));
    assert_eq!(stage.service.next_due().unwrap(), None, "a webhook alone is not work");
}

#[test]
fn a_new_request_is_due_immediately() {
    let stage = stage();
    stage.clock.advance(Duration::from_micros(1_234_567));
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    assert_eq!(stage.service.next_due().unwrap(), Some(stage.clock.now()));
}

#[test]
fn work_runs_exactly_at_next_due() {
    let stage = stage();
    stage.carrier.then(Err(LookUpFailure::NoDataYet));
    stage.create("bill_of_lading", "MAEU123456789", "MAEU");
    stage.run();
    let due = stage.service.next_due().unwrap().unwrap();
    assert_eq!(due, start() + TimeDelta::days(1), "a carrier without data is asked once a day");
    stage.clock.advance_to(due - TimeDelta::microseconds(1));
    assert_eq!(run(&stage, Budget::ALL), WorkCounts::default());
    stage.clock.advance_to(due);
    assert_eq!(run(&stage, Budget::ALL), with(WorkCounts::default(), |value| value.look_ups = 1));
}

#[test]
fn run_until_runs_work_when_it_falls_due() {
    let stage = stage();
    (0..4).for_each(|_| _ = stage.carrier.then(Err(LookUpFailure::NoDataYet)));
    stage.create("bill_of_lading", "MAEU123456789", "MAEU");
    let (until, cancel) = (start() + TimeDelta::days(2), CancelToken::new());
    let done = stage.service.run_until(until, &cancel).unwrap();
    assert_eq!((done, stage.clock.now()), (with(WorkCounts::default(), |value| value.look_ups = 3), until));
    let asked: Vec<_> = stage.carrier.asked().iter().map(|look_up| look_up.now).collect();
    assert_eq!(asked, [0, 1, 2].map(|days| start() + TimeDelta::days(days)));
    assert_eq!(stage.service.run_until(start(), &cancel).unwrap(), WorkCounts::default());
    assert_eq!(stage.clock.now(), until, "a time in the past takes no time");
}

#[test]
fn a_cancelled_run_until_does_not_move_the_clock() {
    let stage = stage();
    let cancel = CancelToken::new();
    cancel.cancel();
    let refused = stage.service.run_until(start() + TimeDelta::days(2), &cancel).unwrap_err();
    assert_eq!((refused.kind(), stage.clock.now()), (ErrorKind::Cancelled, start()));
}

#[test]
fn times_finer_than_the_precision_of_the_store_work() {
    let outbound = Outbound::default();
    outbound.always(500);
    let stage = scenario(&outbound, |builder| builder);
    register(&stage, &json!({ "url": RECEIVER }));
    stage.clock.advance(Duration::from_nanos(1_234_567_891));
    cause_event(&stage);
    for attempts in 1..=13 {
        let due = stage.service.next_due().unwrap().expect("a delivery is due");
        stage.clock.advance_to(due);
        stage.run();
        assert_eq!(outbound.count(), attempts);
    }
    assert_eq!(stage.service.next_due().unwrap(), None);
}

#[test]
fn next_due_is_the_earliest_work_of_all_accounts() {
    let outbound = Outbound::default();
    outbound.always(500);
    let stage = scenario(&outbound, |builder| builder);
    stage.create("bill_of_lading", "TEST-TR-AWAITING", "TEST");
    stage.run();
    assert_eq!(stage.service.next_due().unwrap(), Some(start() + TimeDelta::days(1)));
    register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    stage.run();
    let due = stage.service.next_due().unwrap().unwrap();
    assert!(due <= start() + TimeDelta::seconds(6), "{due}");
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    let body = shiptrack_tests::scenario::creation("bill_of_lading", "TEST-TR-FAILED", "TEST");
    let theirs = stage.service.transport(&other.id).unwrap();
    shiptrack_tests::scenario::send(
        theirs.as_ref(),
        shiptrack::http::Method::Post,
        "/v2/tracking_requests",
        Some(&body),
    );
    assert_eq!(stage.service.next_due().unwrap(), Some(start()));
}

#[test]
fn work_beyond_the_budget_runs_the_next_time() {
    let stage = stage();
    register(&stage, &json!({ "url": RECEIVER }));
    let created: Vec<String> =
        (0..5).map(|n| stage.create("bill_of_lading", &format!("TEST-{n}111"), "TEST")).collect();
    assert_eq!(run(&stage, Budget::items(0)), WorkCounts::default());
    let mut total = WorkCounts::default();
    loop {
        let done = run(&stage, Budget::items(2));
        assert!(done.items() <= 2);
        total.look_ups += done.look_ups;
        total.deliveries += done.deliveries;
        if done.items() == 0 {
            break;
        }
    }
    assert_eq!((total.look_ups, total.deliveries, total.subscriptions), (created.len(), created.len(), 0));
    assert_eq!(statuses(&stage), vec!["succeeded"; created.len()]);
}

#[test]
fn resulting_work_that_is_due_runs_in_the_same_call() {
    let stage = stage();
    register(&stage, &json!({ "url": RECEIVER }));
    stage.create("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST");
    let done = run(&stage, Budget::ALL);
    assert_eq!((done.look_ups, done.deliveries), (1, stage.events().len()));
    assert_eq!(run(&stage, Budget::ALL), WorkCounts::default());
}

#[test]
fn several_threads_run_each_item_once() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    register(&stage, &json!({ "url": "https://one.example/" }));
    register(&stage, &json!({ "url": "https://two.example/" }));
    for n in 0..20 {
        stage.create("booking_number", &format!("TST{n:05}"), "TEST");
    }
    let done: Vec<WorkCounts> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut all = WorkCounts::default();
                    // Other threads may have claimed all work; more may follow.
                    while stage.service.next_due().unwrap().is_some_and(|due| due <= start()) {
                        let done = run(&stage, Budget::items(3));
                        all.look_ups += done.look_ups;
                        all.deliveries += done.deliveries;
                    }
                    all
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(done.iter().map(|done| done.look_ups).sum::<usize>(), 20);
    assert_eq!(done.iter().map(|done| done.deliveries).sum::<usize>(), 40);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for delivery in outbound.sent() {
        *counts.entry(delivery.headers.get("webhook-id").unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!((counts.len(), counts.values().max()), (40, Some(&1)));
}

#[test]
fn a_waiting_client_runs_due_work() {
    use shiptrack::client::{NewTrackingRequest, Wait};

    let stage = stage();
    let client = stage.service.client();
    let number = NewTrackingRequest::bill_of_lading("TEST-TR-RETRYING", "TEST");
    let request = client.tracking_requests().create(number).unwrap();
    let wait = Wait::until_settled().timeout(Duration::from_secs(24 * 3_600));
    let settled = client.tracking_requests().wait(&request.id, wait).unwrap();
    assert_eq!(settled.status.as_str(), "created");
    assert!(stage.clock.now() > start());
}
