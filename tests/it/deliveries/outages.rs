//! Outages of receivers: how soon a backlog arrives when the receivers are back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};
use shiptrack::http::{Call, ExchangePhase, Failure, Request, Response, Transport, TransportError};
use shiptrack::resources::{DeliveryStatus, EventName};
use shiptrack::service::Service;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::depth::depth;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, start};

use super::{RECEIVER, cause_event, register, webhook};

const DAY: Duration = Duration::from_secs(24 * 3_600);

fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}

/// The number of notifications that were delivered, and of all.
fn delivered(stage: &Scenario) -> (usize, usize) {
    let all: Vec<_> =
        stage.service.client().webhook_notifications().list().into_iter().map(|found| found.unwrap()).collect();
    let succeeded = |status: &Option<DeliveryStatus>| *status == Some(DeliveryStatus::Succeeded);
    (all.iter().filter(|found| succeeded(&found.delivery_status)).count(), all.len())
}

#[test]
fn a_backlog_of_a_day_is_delivered_within_minutes_after_the_receivers_are_back() {
    let (events, receivers) = depth((40, 5), (500, 20));
    let outbound = Outbound::default();
    outbound.always(503);
    let stage = scenario(&outbound, |builder| builder);
    for receiver in 0..receivers {
        let url = format!("https://receiver{receiver}.example/");
        register(&stage, &json!({ "url": url, "events": [EventName::TrackingRequestFailed] }));
    }
    for _ in 0..events {
        cause_event(&stage);
        stage.pass(DAY / events);
    }
    let expected = usize::try_from(events * receivers).unwrap();
    assert_eq!(delivered(&stage), (0, expected));
    outbound.always(200);
    stage.pass(minutes(10));
    let (after_ten, all) = delivered(&stage);
    stage.pass(minutes(20));
    let (after_thirty, _) = delivered(&stage);
    println!("figures: of {all} deliveries {after_ten} arrived within 10 minutes, {after_thirty} within 30");
    assert!(after_ten * 100 >= all * 99, "{after_ten} of {all} within ten minutes");
    assert_eq!(after_thirty, all, "within thirty minutes");
}

/// A transport whose receiver rejects the first notification of the feed and accepts all others.
#[derive(Clone, Default)]
struct RejectsFirst(Arc<AtomicUsize>);

impl Transport for RejectsFirst {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        let document: serde_json::Value = serde_json::from_slice(&request.body).unwrap();
        let is_first = document["meta"]["sequence"] == 1;
        self.0.fetch_add(usize::from(is_first), Ordering::Relaxed);
        Ok(Response::new(if is_first { 500 } else { 200 }))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

#[test]
fn a_notification_that_its_receiver_rejects_is_not_sent_more_often_because_others_succeed() {
    let (receiver, clock) = (RejectsFirst::default(), ManualClock::new(start()));
    let builder = Service::builder().clock(clock.clone());
    let service = builder.build(SqliteStore::in_memory().unwrap(), receiver.clone()).unwrap();
    service.client().webhooks().create(NewWebhook::new("https://receiver.example/")).unwrap();
    for _ in 0..60 {
        service
            .client()
            .tracking_requests()
            .create(NewTrackingRequest::bill_of_lading("TEST-TR-FAILED", "TEST"))
            .unwrap();
        service.run_until(clock.now() + TimeDelta::seconds(30), &CancelToken::new()).unwrap();
    }
    // At once, and about 5 and 35 seconds, 2.5, 7.5 and 22.5 minutes later.
    assert_eq!(receiver.0.load(Ordering::Relaxed), 6, "attempts in half an hour");
}

#[test]
fn deliveries_that_cannot_leave_the_computer_use_no_attempt_and_no_window() {
    let (outbound, lines) = (Outbound::default(), LogLines::default());
    let stage = scenario(&outbound, |builder| builder.observer(lines.clone()));
    outbound.always_answer(Err(TransportError::new(Failure::Local, ExchangePhase::Connect, "Network is unreachable")));
    let created = register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    let tries = |passed| {
        let before = outbound.count();
        stage.pass(passed);
        outbound.count() - before
    };
    assert_eq!(tries(minutes(5)), 6, "at once and after pauses of 5, 10, 20, 40 and 80 seconds");
    let of_six_days = tries(6 * DAY);
    assert!(of_six_days >= 6 * 24 * 12 - 2, "a try every five minutes: {of_six_days}");
    let webhook = webhook(&stage, &created);
    assert_eq!((&webhook["active"], &webhook["failing_since"]), (&json!(true), &json!(null)));
    let client = stage.service.client();
    let notification = client.webhook_notifications().list().into_iter().next().unwrap().unwrap();
    assert_eq!(notification.delivery_status, Some(DeliveryStatus::Pending));
    assert!(lines.take_with("cannot be sent from this computer").len() > 1, "it is repeated every hour");
}
