//! Circuit breakers: a receiver or carrier that fails repeatedly is suspended for a while, without delaying others.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, Cancelled};
use shiptrack::http::{Call, Request, Response, Transport, TransportError};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;

use super::{RECEIVER, patch_webhook, register, statuses};

/// The sequence numbers of the attempted deliveries.
fn attempted(outbound: &Outbound) -> Vec<u64> {
    let sequence = |request: &Request| {
        let document: Value = serde_json::from_slice(&request.body).unwrap();
        document["meta"]["sequence"].as_u64().unwrap()
    };
    outbound.sent().iter().map(sequence).collect()
}

/// A webhook whose receiver is down, and `count` events.
fn down(count: usize) -> (Outbound, Scenario, Value) {
    let outbound = Outbound::default();
    outbound.always(500);
    let stage = scenario(&outbound, |builder| builder);
    let webhook = register(&stage, &json!({ "url": RECEIVER }));
    for _ in 0..count {
        stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
        stage.run();
    }
    (outbound, stage, webhook)
}

#[test]
fn deliveries_wait_without_attempts_while_their_receiver_is_down() {
    let (outbound, stage, _) = down(40);
    assert_eq!(outbound.count(), 5, "suspended after five failures in a row");
    let first = stage.service.next_due().unwrap().unwrap();
    assert_eq!(first, stage.now() + TimeDelta::seconds(30));
    // One attempt after each suspension.
    for (rest, attempts) in [(30, 6), (60, 7), (120, 8), (240, 9), (300, 10), (300, 11)] {
        assert_eq!(stage.service.next_due().unwrap(), Some(stage.now() + TimeDelta::seconds(rest)));
        stage.clock.advance(Duration::from_secs(rest.unsigned_abs()));
        stage.run();
        assert_eq!(outbound.count(), attempts);
    }
    outbound.always(200);
    stage.clock.advance(Duration::from_secs(300));
    let done = stage.service.run_due(Budget::ALL).unwrap();
    assert_eq!(done.deliveries, 40 - 11 + due_again(&outbound));
    let places = attempted(&outbound);
    let fresh = &places[places.len() - 29..];
    assert_eq!(fresh.iter().collect::<HashSet<_>>().len(), 29);
    stage.pass(Duration::from_secs(24 * 3_600));
    assert_eq!(statuses(&stage), vec!["succeeded"; 40]);
    let most = places.iter().map(|place| places.iter().filter(|other| *other == place).count()).max();
    assert!(most <= Some(3), "{places:?}");
}

/// How many of the deliveries that failed while the receiver was down were due again when it was back.
fn due_again(outbound: &Outbound) -> usize {
    let places = attempted(outbound);
    let (before, after) = places.split_at(11);
    let failed: HashSet<_> = before.iter().collect();
    after.iter().filter(|place| failed.contains(place)).count()
}

#[test]
fn changing_a_webhook_or_replaying_its_deliveries_ends_its_suspension() {
    for action in ["patch", "replay"] {
        let (outbound, stage, webhook) = down(10);
        outbound.always(200);
        stage.run();
        assert_eq!(outbound.count(), 5, "it is suspended");
        match action {
            "patch" => drop(patch_webhook(&stage, &webhook, &json!({ "url": "https://elsewhere.example/" }))),
            _ => drop(stage.service.replay_failed(&stage.account).unwrap()),
        }
        stage.run();
        assert_eq!(outbound.count(), 10, "{action}");
    }
}

#[test]
fn a_clock_that_is_set_back_delays_a_suspension_by_its_longest_duration_at_most() {
    let (outbound, stage, _) = down(10);
    stage.clock.advance(Duration::from_secs(90 * 24 * 3_600));
    stage.run();
    assert_eq!(outbound.count(), 6);
    stage.clock.set(stage.now() - TimeDelta::days(90));
    stage.run();
    let due = stage.service.next_due().unwrap().unwrap();
    assert!(due <= stage.now() + TimeDelta::seconds(300), "{due} {}", stage.now());
}

#[test]
fn requests_wait_without_retries_while_their_carrier_is_down() {
    let stage = scenario(&Outbound::default(), |builder| builder);
    for _ in 0..10_000 {
        stage.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    }
    let ids: Vec<String> =
        (0..30).map(|n| stage.create("bill_of_lading", &format!("MAEU1000000{n:02}"), "MAEU")).collect();
    stage.run();
    assert_eq!(stage.carrier.asked().len(), 5);
    let tries = |id: &String| stage.request(id)["retry_count"].as_u64().unwrap_or(0);
    assert_eq!(ids.iter().map(tries).sum::<u64>(), 5);
    // No request fails because of an outage of half a day.
    stage.pass(Duration::from_secs(12 * 3_600));
    let asked = stage.carrier.asked().len();
    println!("{asked} look-ups in twelve hours of an outage, for thirty requests");
    assert!(asked < 160 && ids.iter().all(|id| tries(id) < 14));
    // Another carrier is still called.
    let other = stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    stage.run();
    assert_eq!(stage.request(&other)["status"], "failed");
}

/// A transport on which hosts that begin with `hangs` do not answer until `release` is called.
#[derive(Clone)]
struct Hanging {
    reached: Sender<String>,
    gate: Arc<(Mutex<bool>, Condvar)>,
}

impl Hanging {
    fn new() -> (Self, Receiver<String>) {
        let (reached, asked) = channel();
        (Hanging { reached, gate: Arc::default() }, asked)
    }

    fn release(&self) {
        *self.gate.0.lock().unwrap() = true;
        self.gate.1.notify_all();
    }
}

impl Transport for Hanging {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        let hangs = request.url.starts_with("https://hangs");
        let _ = self.reached.send(request.url);
        let mut open = self.gate.0.lock().unwrap();
        while hangs && !*open {
            open = self.gate.1.wait(open).unwrap();
        }
        Ok(Response::new(200))
    }

    fn pause(&self, _: chrono::DateTime<chrono::Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

#[test]
fn hanging_receivers_leave_threads_for_look_ups() {
    must_end(|| {
        let (outbound, reached) = Hanging::new();
        let (asked, looked_up) = channel();
        let carrier = move |_: &shiptrack::carriers::LookUp, _: &Call| {
            let _ = asked.send(());
            Err(LookUpFailure::InvalidNumber)
        };
        let builder = Service::builder().carrier("MAEU", carrier).unwrap();
        let service = builder.build(SqliteStore::in_memory().unwrap(), outbound.clone()).unwrap();
        for n in 0..20 {
            service.client().webhooks().create(NewWebhook::new(format!("https://hangs-{n}.example/"))).unwrap();
        }
        service.start_worker(8).unwrap();
        let track = |n: usize| {
            let new = NewTrackingRequest::bill_of_lading(format!("MAEU20000{n:04}"), "MAEU");
            service.client().tracking_requests().create(new).unwrap();
        };
        track(0);
        looked_up.recv().unwrap();
        for _ in 0..4 {
            reached.recv().unwrap();
        }
        // All deliveries of the account hang, which are half of the worker's; look-ups go on.
        for n in 1..30 {
            track(n);
            looked_up.recv().unwrap();
        }
        assert!(reached.try_recv().is_err(), "a fifth delivery was started");
        outbound.release();
        for _ in 0..16 {
            reached.recv().unwrap();
        }
    });
}
