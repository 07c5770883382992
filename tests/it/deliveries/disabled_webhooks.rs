//! Webhooks that are disabled by a caller or because of failures, and their deliveries.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::http::{Method, Request, Response};
use shiptrack::resources::EventName;
use shiptrack::service::{Activity, Budget};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, json_of};

use super::{RECEIVER, cause_event, patch_webhook, path_of, register, statuses, webhook};

const DAY: Duration = Duration::from_secs(24 * 3_600);

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
fn a_single_410_disables_no_webhook() {
    let outbound = Outbound::default();
    outbound.then(410);
    let (stage, created) = stage(&outbound);
    cause_event(&stage);
    stage.run();
    pass(&stage, TimeDelta::hours(2));
    assert!(is_active(&stage, &created));
    assert_eq!((outbound.count(), statuses(&stage)), (2, vec!["succeeded".to_owned()]));
}

#[test]
fn repeated_answers_410_over_an_hour_disable_the_webhook_and_fail_its_deliveries() {
    let outbound = Outbound::default();
    outbound.always(410);
    let (stage, created) = stage(&outbound);
    cause_event(&stage);
    stage.run();
    pass(&stage, TimeDelta::minutes(59));
    assert!(is_active(&stage, &created) && outbound.count() > 3);
    pass(&stage, TimeDelta::hours(2));
    assert!(!is_active(&stage, &created));
    let attempts = outbound.count();
    pass(&stage, TimeDelta::days(3));
    assert_eq!((outbound.count(), statuses(&stage)), (attempts, vec!["failed".to_owned()]));
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    outbound.always(200);
    cause_event(&stage);
    stage.run();
    assert_eq!((outbound.count(), statuses(&stage).pop().unwrap().as_str()), (attempts + 1, "succeeded"));
}

/// The id and the sequence number of each delivered notification.
fn delivered(requests: &[Request]) -> Vec<(String, u64)> {
    let read = |request: &Request| {
        let document: Value = serde_json::from_slice(&request.body).unwrap();
        (document["data"]["id"].as_str().unwrap().to_owned(), document["meta"]["sequence"].as_u64().unwrap())
    };
    requests.iter().map(read).collect()
}

fn replay(stage: &Scenario, webhook: &Value, since: &str) -> Response {
    stage.send(Method::Patch, &format!("{}/replay?since={since}", path_of(webhook)), None)
}

#[test]
fn a_webhook_that_is_off_for_two_days_gets_everything() {
    let outbound = Outbound::default();
    let (stage, created) = stage(&outbound);
    let other = register(&stage, &json!({ "url": "https://other.example/", "events": ["container.created"] }));
    for _ in 0..2 {
        cause_event(&stage);
        stage.run();
    }
    assert!(webhook(&stage, &created).get("failing_since").is_none());
    outbound.always(410);
    for _ in 0..48 {
        cause_event(&stage);
        pass(&stage, TimeDelta::hours(1));
    }
    let disabled = webhook(&stage, &created);
    assert_eq!((&disabled["active"], &disabled["disabled_reason"]), (&json!(false), &json!("gone")));
    let since = disabled["failing_since"].as_str().unwrap().to_owned();
    assert!(disabled["disabled_at"].as_str().unwrap() > since.as_str());
    assert_eq!(stage.events().iter().filter(|event| *event == "webhook.disabled").count(), 1);
    assert_eq!(replay(&stage, &created, &since).status, 409, "the webhook is off");
    let failed: Vec<(String, u64)> = delivered(&outbound.sent()[2..]);

    outbound.always(200);
    let before = outbound.count();
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    assert!(webhook(&stage, &created).get("disabled_at").is_none());
    cause_event(&stage);
    stage.run();
    assert_eq!(outbound.count(), before + 1, "without a replay, only new events are delivered");
    assert_eq!(json_of(&replay(&stage, &created, &since)), json!({ "replayed": 48 }));
    stage.run();
    let after = delivered(&outbound.sent()[before..]);
    let sequences: Vec<u64> = after.iter().map(|(_, sequence)| *sequence).collect();
    let expected: Vec<u64> = stage
        .service
        .events(&stage.account, 0, usize::MAX)
        .unwrap()
        .iter()
        .filter(|event| event.event == EventName::TrackingRequestFailed)
        .map(|event| event.sequence)
        .collect();
    assert_eq!((sequences[0], &sequences[1..]), (expected[50], &expected[2..50]), "all, in order");
    for (id, sequence) in &failed {
        assert!(after.contains(&(id.clone(), *sequence)), "a failed delivery keeps its id");
    }
    assert_eq!(statuses(&stage), vec!["succeeded"; 51]);
    assert_eq!(json_of(&replay(&stage, &created, &since)), json!({ "replayed": 0 }));
    assert_eq!(json_of(&replay(&stage, &other, &since)), json!({ "replayed": 0 }), "no such event");
}

#[test]
fn a_replay_leaves_out_earlier_events_that_were_written_after_the_clock_was_set_back() {
    let outbound = Outbound::default();
    let (stage, created) = stage(&outbound);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
    cause_event(&stage);
    stage.clock.set(stage.now() - TimeDelta::hours(1));
    cause_event(&stage);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    assert_eq!(json_of(&replay(&stage, &created, "2026-05-01T12:00:00Z")), json!({ "replayed": 1 }));
}

#[test]
fn a_webhook_that_was_paused_by_its_owner_gets_what_it_missed_since_a_time() {
    let outbound = Outbound::default();
    let (stage, created) = stage(&outbound);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
    // More than one batch.
    for event in 0..520 {
        if event == 10 {
            stage.clock.advance(Duration::from_secs(3_600));
        }
        cause_event(&stage);
    }
    let since = (stage.now() - TimeDelta::minutes(1)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    assert_eq!(json_of(&replay(&stage, &created, &since)), json!({ "replayed": 510 }));
    stage.run();
    let sequences: Vec<u64> = delivered(&outbound.sent()).iter().map(|(_, sequence)| *sequence).collect();
    assert_eq!(sequences, (11..=520).collect::<Vec<u64>>());
    assert_eq!(replay(&stage, &created, "tomorrow").status, 400);
    assert_eq!(json_of(&replay(&stage, &created, "2026-01-01")), json!({ "replayed": 10 }));
}

#[test]
fn a_disabled_webhook_is_reported_to_the_host_and_to_other_webhooks() {
    let outbound = Outbound::default();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = reports.clone();
    let stage = scenario(&outbound, |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::WebhookDisabled { url, reason, failing_since, .. } = activity {
                log.lock().unwrap().push(format!("{url} {reason} {}", failing_since.is_some()));
            }
        })
    });
    register(
        &stage,
        &json!({ "url": "https://gone.example/secret-path?key=1", "events": ["tracking_request.failed"] }),
    );
    register(&stage, &json!({ "url": RECEIVER, "events": ["webhook.disabled"] }));
    outbound.always(503);
    for _ in 0..5 {
        cause_event(&stage);
        pass(&stage, TimeDelta::hours(23));
    }
    cause_event(&stage);
    pass(&stage, TimeDelta::hours(4));
    outbound.always(200);
    assert!(reports.lock().unwrap().is_empty());
    outbound.then(503);
    cause_event(&stage);
    stage.clock.advance(Duration::from_secs(3_600));
    stage.run();
    assert_eq!(*reports.lock().unwrap(), ["https://gone.example/… failing_too_long true"]);
    let last = outbound.sent().pop().unwrap();
    let document: Value = serde_json::from_slice(&last.body).unwrap();
    assert_eq!((last.url.as_str(), &document["data"]["attributes"]["event"]), (RECEIVER, &json!("webhook.disabled")));
    let reported = &document["included"][0];
    assert_eq!(reported["attributes"]["disabled_reason"], "failing_too_long");
    assert_eq!((&reported["attributes"]["secret"], &reported["attributes"]["headers"]), (&Value::Null, &Value::Null));
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
    pass(&stage, TimeDelta::hours(3));
    let attempts = outbound.count();
    assert_eq!(statuses(&stage), ["failed", "failed"]);
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 0, "both are inactive");
    assert_eq!(stage.send(Method::Delete, &path_of(&gone), None).status, 200);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    assert_eq!(stage.service.replay_failed(&other.id).unwrap(), 0);
    outbound.always(200);
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 1);
    stage.run();
    assert_eq!(outbound.sent().pop().unwrap().url, RECEIVER);
    assert_eq!(outbound.count(), attempts + 1);
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
        let answer = stage.send(Method::Delete, &path_of(&created), None);
        assert_eq!(answer.status, 200);
        receiver.release();
        assert_eq!(run.join().unwrap().deliveries, 1);
    });
    assert_eq!((stage.service.next_due().unwrap(), statuses(&stage)), (None, vec![]));
    stage.clock.advance(Duration::from_secs(60));
    stage.run();
    assert_eq!(receiver.requests().len(), 1);
}

#[test]
fn webhook_is_not_disabled_by_two_failures_around_six_days_in_which_the_program_is_stopped() {
    let outbound = Outbound::default();
    outbound.always(503);
    let (stage, created) = stage(&outbound);
    (0..3).for_each(|_| cause_event(&stage));
    stage.run();
    let failing_since = webhook(&stage, &created)["failing_since"].take();
    stage.clock.advance(6 * DAY);
    stage.run();
    assert!(outbound.count() >= 4, "the waiting deliveries were sent again");
    assert!(is_active(&stage, &created));
    assert_eq!(webhook(&stage, &created)["failing_since"], failing_since, "a replay begins with the first failure");
    cause_event(&stage);
    stage.pass(4 * DAY);
    assert!(is_active(&stage, &created), "the window has not ended");
    cause_event(&stage);
    stage.pass(2 * DAY);
    assert!(!is_active(&stage, &created), "five days of attempts have failed");
}

#[test]
fn webhook_of_a_program_that_runs_once_a_week_is_not_disabled() {
    let outbound = Outbound::default();
    outbound.always(503);
    let (stage, created) = stage(&outbound);
    for week in 0..8 {
        cause_event(&stage);
        stage.run();
        assert!(is_active(&stage, &created), "week {week}");
        stage.clock.advance(7 * DAY);
    }
}
