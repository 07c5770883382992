//! Webhooks that are disabled by a caller or because of failures, and their deliveries.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::service::Budget;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;

use super::{RECEIVER, cause_event, patch_webhook, register, statuses, webhook};

fn stage(outbound: &Outbound) -> (Scenario, Value) {
    let stage = scenario(outbound, |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    (stage, created)
}

fn is_active(stage: &Scenario, created: &Value) -> bool {
    webhook(stage, created)["active"] == true
}

/// Lets `time` pass and runs work when it is due.
fn pass(stage: &Scenario, time: TimeDelta) {
    stage.pass(time.to_std().unwrap());
}

#[test]
fn an_inactive_webhook_gets_no_deliveries_of_past_events() {
    let outbound = Outbound::default();
    let (stage, created) = stage(&outbound);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
    cause_event(&stage);
    stage.run();
    assert_eq!((outbound.count(), statuses(&stage), stage.events().len()), (0, vec![], 1));
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    cause_event(&stage);
    stage.run();
    assert_eq!(
        (outbound.count(), statuses(&stage)),
        (1, vec!["succeeded".to_owned()]),
        "past events are not delivered"
    );
}

#[test]
fn a_webhook_only_gets_its_events_after_its_registration() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    cause_event(&stage);
    register(&stage, &json!({ "url": "https://one.example/", "events": ["tracking_request.failed"] }));
    register(&stage, &json!({ "url": "https://two.example/", "events": ["container.created"] }));
    cause_event(&stage);
    stage.run();
    let urls: Vec<String> = outbound.sent().into_iter().map(|delivery| delivery.url).collect();
    assert_eq!(urls, ["https://one.example/"]);
}

#[test]
fn disabling_a_webhook_fails_its_pending_deliveries() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, created) = stage(&outbound);
    cause_event(&stage);
    stage.run();
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
    pass(&stage, TimeDelta::days(3));
    assert_eq!((outbound.count(), statuses(&stage)), (1, vec!["failed".to_owned()]));
    assert_eq!(stage.service.next_due().unwrap(), None);
}

#[test]
fn a_410_disables_the_webhook_and_fails_its_deliveries() {
    let outbound = Outbound::default();
    outbound.then(500).then(410);
    let (stage, created) = stage(&outbound);
    cause_event(&stage);
    stage.run();
    assert!(is_active(&stage, &created));
    cause_event(&stage);
    stage.run();
    assert!(!is_active(&stage, &created));
    pass(&stage, TimeDelta::days(3));
    assert_eq!((outbound.count(), statuses(&stage)), (2, vec!["failed".to_owned(); 2]));
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    cause_event(&stage);
    stage.run();
    assert_eq!((outbound.count(), statuses(&stage).pop().unwrap().as_str()), (3, "succeeded"));
}

#[test]
fn a_webhook_is_disabled_after_five_days_without_success() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, created) = stage(&outbound);
    cause_event(&stage);
    stage.run();
    let began = stage.clock.now();
    while stage.clock.now() < began + TimeDelta::days(5) - TimeDelta::hours(6) {
        pass(&stage, TimeDelta::hours(6));
        assert!(is_active(&stage, &created), "{}", stage.clock.now());
        cause_event(&stage);
    }
    pass(&stage, TimeDelta::days(1));
    assert!(!is_active(&stage, &created));
    let attempts = outbound.count();
    pass(&stage, TimeDelta::days(3));
    assert_eq!((outbound.count(), stage.service.next_due().unwrap()), (attempts, None));
    assert!(statuses(&stage).iter().all(|status| status == "failed"));
}

#[test]
fn a_success_resets_the_five_days() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, created) = stage(&outbound);
    for day in 0..9 {
        cause_event(&stage);
        if day == 4 {
            outbound.then(204);
        }
        stage.run();
        pass(&stage, TimeDelta::days(1));
        assert!(is_active(&stage, &created), "day {day}");
    }
}

#[test]
fn enabling_a_webhook_resets_the_five_days() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, created) = stage(&outbound);
    for _ in 0..6 {
        cause_event(&stage);
        stage.run();
        pass(&stage, TimeDelta::days(1));
    }
    assert!(!is_active(&stage, &created));
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    cause_event(&stage);
    stage.run();
    pass(&stage, TimeDelta::days(2));
    assert!(is_active(&stage, &created));
}

#[test]
fn failed_notifications_are_replayed_with_their_ids_and_all_retries() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, _) = stage(&outbound);
    cause_event(&stage);
    cause_event(&stage);
    pass(&stage, TimeDelta::days(3));
    assert_eq!(statuses(&stage), ["failed", "failed"]);
    let before = outbound.sent();
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 2);
    assert_eq!(statuses(&stage), ["pending", "pending"]);
    assert_eq!(stage.service.next_due().unwrap(), Some(stage.clock.now()));
    outbound.then(500).then(500).always(200);
    pass(&stage, TimeDelta::days(3));
    assert_eq!(statuses(&stage), ["succeeded", "succeeded"]);
    let after = &outbound.sent()[before.len()..];
    assert_eq!(after.len(), 4, "a replayed delivery is tried again when it fails");
    for delivery in after {
        assert!(before.iter().any(|old| old.body == delivery.body), "the same id and the same bytes");
    }
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 0);
}

#[test]
fn a_replay_ignores_inactive_and_deleted_webhooks_and_other_accounts() {
    let outbound = Outbound::default();
    outbound.always(410);
    let (stage, created) = stage(&outbound);
    let gone = register(&stage, &json!({ "url": "https://gone.example/" }));
    cause_event(&stage);
    stage.run();
    assert_eq!(statuses(&stage), ["failed", "failed"]);
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 0, "both are inactive");
    assert_eq!(stage.send(shiptrack::http::Method::Delete, &super::path_of(&gone), None).status, 200);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    assert_eq!(stage.service.replay_failed(&other.id).unwrap(), 0);
    outbound.always(200);
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 1);
    stage.run();
    assert_eq!(outbound.sent().pop().unwrap().url, RECEIVER);
    assert_eq!(outbound.count(), 3);
}

#[test]
fn a_webhook_deleted_during_a_delivery_gets_no_retry() {
    // The webhook is deleted before the receiver answers.
    let receiver = shiptrack_tests::script_server::Server::start([shiptrack_tests::script_server::Script::new()
        .receive()
        .hold()
        .send("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")]);
    let stage = Scenario::new();
    let created = register(&stage, &json!({ "url": receiver.url("/") }));
    cause_event(&stage);
    std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.service.run_due(Budget::ALL).unwrap());
        receiver.wait_for_requests(1);
        let answer = stage.send(shiptrack::http::Method::Delete, &super::path_of(&created), None);
        assert_eq!(answer.status, 200);
        receiver.release();
        assert_eq!(run.join().unwrap().deliveries, 1);
    });
    assert_eq!((stage.service.next_due().unwrap(), statuses(&stage)), (None, vec![]));
    stage.clock.advance(Duration::from_secs(60));
    stage.run();
    assert_eq!(receiver.requests().len(), 1);
}
