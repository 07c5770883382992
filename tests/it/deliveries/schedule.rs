//! The times of attempts, retries and the final failure of a delivery.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::http::{Egress, Response};
use shiptrack::ids::Entropy;
use shiptrack_tests::depth::depth;
use shiptrack_tests::outbound::{Outbound, scenario, too_late, unreachable};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::script_server::{Script, Server};

use super::{RECEIVER, cause_event, register, statuses};

/// The pauses before the twelve retries, in seconds.
const PAUSES: [i64; 12] = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400];

/// Entropy with a fixed fraction. Bytes come from a counter, so that ids are unique.
struct FixedEntropy(f64, AtomicU64);

impl Entropy for FixedEntropy {
    fn fill(&self, out: &mut [u8]) {
        let count = self.1.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        out.iter_mut().zip(count.iter().cycle()).for_each(|(byte, count)| *byte = *count);
    }

    fn fraction(&self) -> f64 {
        self.0
    }
}

/// A scenario with one webhook. `chance` is the fraction of the jitter of its retries.
fn stage(outbound: &Outbound, chance: f64) -> Scenario {
    let stage = scenario(outbound, |builder| builder.entropy(FixedEntropy(chance, AtomicU64::new(1))));
    register(&stage, &json!({ "url": RECEIVER }));
    stage
}

fn next_due(stage: &Scenario) -> Option<DateTime<Utc>> {
    stage.service.next_due().unwrap()
}

/// The pauses between the attempts of one delivery that always fails.
fn pauses(stage: &Scenario) -> Vec<TimeDelta> {
    cause_event(stage);
    stage.run();
    let mut pauses = Vec::new();
    while let Some(due) = next_due(stage) {
        pauses.push(due - stage.clock.now());
        stage.clock.advance_to(due);
        stage.run();
    }
    pauses
}

#[test]
fn a_delivery_is_retried_twelve_times_after_five_seconds_to_a_day_and_then_failed() {
    let outbound = Outbound::default();
    outbound.always(500);
    let stage = stage(&outbound, 0.5);
    assert_eq!(pauses(&stage), PAUSES.map(TimeDelta::seconds));
    assert_eq!((outbound.count(), statuses(&stage)), (13, vec!["failed".to_owned()]));
}

#[test]
fn jitter_moves_a_retry_by_up_to_a_fifth() {
    for (chance, share) in [(0.0, 800), (0.25, 900), (1.0, 1_200)] {
        let outbound = Outbound::default();
        outbound.always(503);
        let expected = PAUSES.map(|pause| TimeDelta::milliseconds(pause * share));
        assert_eq!(pauses(&stage(&outbound, chance)), expected, "{chance}");
    }
}

#[test]
fn random_jitter_stays_within_a_fifth() {
    let all: Vec<Vec<TimeDelta>> = (0..8)
        .map(|_| {
            let outbound = Outbound::default();
            outbound.always(500);
            let stage = scenario(&outbound, |builder| builder);
            register(&stage, &json!({ "url": RECEIVER }));
            pauses(&stage)
        })
        .collect();
    for pauses in &all {
        assert_eq!(pauses.len(), 12);
        for (pause, planned) in pauses.iter().zip(PAUSES) {
            let share = pause.as_seconds_f64() / planned as f64;
            assert!((0.799..=1.201).contains(&share), "{pause} for {planned} s");
        }
    }
    assert!(all.iter().any(|pauses| pauses != &all[0]), "only the jitter differs");
}

#[test]
fn an_attempt_has_a_deadline_of_fifteen_seconds_and_the_egress_rule() {
    let outbound = Outbound::default();
    let stage = stage(&outbound, 0.5);
    stage.clock.advance(Duration::from_secs(77));
    cause_event(&stage);
    stage.run();
    let call = outbound.calls().remove(0);
    assert_eq!(call.deadline, Some(stage.clock.monotonic() + Duration::from_secs(15)));
    assert_eq!(call.egress, Egress::PublicAnd(["127.0.0.0/8".to_owned(), "::1/128".to_owned()].into()));
    let outbound = Outbound::default();
    let strict = shiptrack::service::Service::builder()
        .clock(stage.clock.clone())
        .build(shiptrack::store::sqlite::SqliteStore::in_memory().unwrap(), outbound.clone())
        .unwrap();
    let client = strict.client();
    client.webhooks().create(shiptrack::client::NewWebhook::new(RECEIVER)).unwrap();
    let number = shiptrack::client::NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST");
    client.tracking_requests().create(number).unwrap();
    strict.run_due(shiptrack::service::Budget::ALL).unwrap();
    assert_eq!(outbound.calls().remove(0).egress, Egress::PublicOnly);
}

#[test]
fn only_200_201_202_and_204_are_a_success() {
    let some = [
        200, 201, 202, 203, 204, 205, 206, 301, 302, 304, 307, 308, 400, 401, 404, 408, 409, 410, 422, 429, 451, 500,
        503, 599,
    ];
    for status in depth(some.to_vec(), (200..=599).collect()) {
        let outbound = Outbound::default();
        outbound.then(status);
        let stage = stage(&outbound, 0.5);
        cause_event(&stage);
        stage.run();
        let expected = match status {
            200 | 201 | 202 | 204 => ("succeeded", None),
            _ => ("pending", Some(stage.clock.now() + TimeDelta::seconds(5))),
        };
        assert_eq!((statuses(&stage)[0].as_str(), next_due(&stage)), expected, "{status}");
    }
}

#[test]
fn an_attempt_without_an_answer_is_retried() {
    for failure in [too_late(), unreachable()] {
        let outbound = Outbound::default();
        outbound.then_answer(failure);
        let stage = stage(&outbound, 0.5);
        cause_event(&stage);
        stage.run();
        assert_eq!(statuses(&stage), ["pending"]);
        assert_eq!(next_due(&stage), Some(stage.clock.now() + TimeDelta::seconds(5)));
        stage.clock.advance(Duration::from_secs(5));
        stage.run();
        assert_eq!((statuses(&stage), next_due(&stage)), (vec!["succeeded".to_owned()], None));
    }
}

#[test]
fn retry_after_delays_the_next_attempt_by_up_to_a_day() {
    let day = 24 * 3_600;
    for (asked, seconds) in [
        ("0", 5),
        ("3", 5),
        ("600", 600),
        ("86400", day),
        ("86401", day),
        ("99999999999999999999", day),
        ("-5", 5),
        ("soon", 5),
        ("Fri, 01 May 2026 12:10:00 GMT", 600),
        ("Fri, 01 May 2020 12:10:00 GMT", 5),
        ("Fri, 01 May 2099 12:10:00 GMT", day),
    ] {
        let outbound = Outbound::default();
        outbound.then_answer(Ok(Response::new(503).header("Retry-After", asked)));
        let stage = stage(&outbound, 0.5);
        cause_event(&stage);
        stage.run();
        assert_eq!(next_due(&stage), Some(stage.clock.now() + TimeDelta::seconds(seconds)), "{asked}");
    }
}

#[test]
fn nothing_is_sent_before_it_is_due() {
    let outbound = Outbound::default();
    outbound.then(500);
    let stage = stage(&outbound, 0.5);
    cause_event(&stage);
    stage.run();
    stage.clock.advance(Duration::from_millis(4_999));
    stage.run();
    assert_eq!(outbound.count(), 1);
    stage.clock.advance(Duration::from_millis(1));
    stage.run();
    assert_eq!(outbound.count(), 2);
}

#[test]
fn deliveries_that_are_due_together_are_sent_in_the_order_of_events() {
    let outbound = Outbound::default();
    let stage = stage(&outbound, 0.5);
    // Five failed deliveries are due together after their pauses, in the order of their retries.
    outbound.always(500);
    (0..5).for_each(|_| cause_event(&stage));
    stage.run();
    let before = outbound.count();
    outbound.always(200);
    stage.clock.advance(Duration::from_secs(3_600));
    stage.run();
    let sequences: Vec<u64> = outbound.sent()[before..].iter().map(sequence).collect();
    assert_eq!(sequences.len(), 5);
    assert!(sequences.is_sorted_by(|a, b| a < b), "{sequences:?}");
}

#[test]
fn a_late_delivery_has_its_original_sequence() {
    let outbound = Outbound::default();
    outbound.then(500);
    let stage = stage(&outbound, 0.5);
    cause_event(&stage);
    stage.run();
    cause_event(&stage);
    stage.run();
    stage.clock.advance(Duration::from_secs(5));
    stage.run();
    let sequences: Vec<u64> = outbound.sent().iter().map(sequence).collect();
    assert_eq!((sequences[0], sequences[1] > sequences[0], sequences[2]), (sequences[0], true, sequences[0]));
}

#[test]
fn a_clock_that_is_set_back_loses_no_delivery() {
    let outbound = Outbound::default();
    outbound.then(500);
    let stage = stage(&outbound, 0.5);
    cause_event(&stage);
    stage.run();
    let due = next_due(&stage).unwrap();
    stage.clock.set(stage.clock.now() - TimeDelta::hours(1));
    stage.run();
    assert_eq!((outbound.count(), next_due(&stage)), (1, Some(due)));
    stage.clock.advance_to(due);
    stage.run();
    assert_eq!(statuses(&stage), ["succeeded"]);
}

fn sequence(delivery: &shiptrack::http::Request) -> u64 {
    let document: Value = serde_json::from_slice(&delivery.body).unwrap();
    document["meta"]["sequence"].as_u64().expect("a sequence")
}

#[test]
fn a_receiver_with_an_endless_answer_gets_the_notification_once() {
    let long = Script::new().receive().send("HTTP/1.1 200 OK\r\n\r\n").flood(vec![b'x'; 10_000]);
    let receiver = Server::start([long]);
    let stage = Scenario::new();
    register(&stage, &json!({ "url": receiver.url("/") }));
    cause_event(&stage);
    stage.pass(Duration::from_secs(4 * 24 * 3_600));
    assert_eq!((receiver.requests().len(), statuses(&stage)), (1, vec!["succeeded".to_owned()]));
}
