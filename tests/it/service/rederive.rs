//! Shipments that other rules or policies derived: they are derived again, and nothing is notified for it.

use std::path::Path;

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::service::{Budget, Service};
use shiptrack::tracking::FoldPolicy;
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::scenario::{ScriptedCarrier, creation, json_of, send, start};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::with;

use super::*;
use crate::stored_records::change_records;

struct Database {
    scratch: Scratch,
    clock: ManualClock,
    carrier: ScriptedCarrier,
}

impl Database {
    /// A database in which the bill was looked up once.
    fn with_tracked_bill() -> Self {
        let database =
            Database { scratch: Scratch::new(), clock: ManualClock::new(start()), carrier: ScriptedCarrier::default() };
        database.carrier.knows(NORMALIZED, &voyage());
        let service = database.open();
        let transport = service.transport(service.default_account()).unwrap();
        let body = creation("bill_of_lading", BILL, "MAEU");
        assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
        service.run_due(Budget::ALL).unwrap();
        database
    }

    fn path(&self) -> std::path::PathBuf {
        self.scratch.path("tracking.db")
    }

    fn open(&self) -> Service {
        self.open_with(FoldPolicy::default())
    }

    fn open_with(&self, policy: FoldPolicy) -> Service {
        let feed = with(DeliveryPolicy::default(), |policy| policy.shipment_updates_in_feed = true);
        let builder = Service::builder().clock(self.clock.clone()).following(policy).delivery(feed);
        builder.carrier("MAEU", self.carrier.clone()).unwrap().open(self.path()).unwrap()
    }

    /// Changes the records to what other rules derived: they found no arrival estimate, and another departure.
    fn derive_by_other_rules(&self) {
        change_records(
            &self.path(),
            "shipments",
            "true",
            "json_set(body, '$.rules', '00', '$.shipment.attributes.pol_atd_at', '2026-04-21T12:00:00Z',
                '$.shipment.attributes.pod_eta_at', NULL)",
        );
        let departure = "json_set(body, '$.container.attributes.pol_vessel_departed_at', '2026-04-21T12:00:00Z')";
        change_records(&self.path(), "containers", "true", departure);
        change_records(
            &self.path(),
            "events",
            "body ->> '$.event.attributes.event' = 'container.transport.vessel_departed'",
            "json_set(body, '$.event.attributes.timestamp', '2026-04-21T12:00:00Z')",
        );
    }

    fn pass_a_day(&self, service: &Service) {
        self.clock.advance(DAY);
        assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 1);
    }
}

fn notified(service: &Service) -> Vec<String> {
    let feed = service.events(service.default_account(), 0, usize::MAX).unwrap();
    feed.iter().map(|event| event.event.to_string()).collect()
}

fn shipment(service: &Service) -> Value {
    let transport = service.transport(service.default_account()).unwrap();
    json_of(&send(transport.as_ref(), Method::Get, "/v2/shipments", None))["data"][0]["attributes"].take()
}

fn assert_is_current(service: &Service) {
    let shown = shipment(service);
    assert_eq!(shown["pol_atd_at"], "2026-04-20T12:00:00Z");
    assert_eq!(shown["pod_eta_at"], "2026-05-09T12:00:00Z");
}

#[test]
fn what_other_rules_derived_is_derived_again_at_the_next_look_up_without_notifications() {
    let database = Database::with_tracked_bill();
    database.derive_by_other_rules();
    let service = database.open();
    let before = notified(&service);
    assert_eq!(shipment(&service)["pol_atd_at"], "2026-04-21T12:00:00Z", "opened without a change");
    database.pass_a_day(&service);
    assert_is_current(&service);
    assert_eq!(notified(&service), before);
}

#[test]
fn what_the_answer_changes_is_notified_also_when_the_shipment_is_derived_again() {
    let database = Database::with_tracked_bill();
    database.derive_by_other_rules();
    let service = database.open();
    let before = notified(&service).len();
    let mut facts = voyage();
    let place = json!({ "locode": "KRPUS" });
    let arrived = json!({ "milestone": "transshipment_arrived", "at": "2026-04-29T12:00:00Z", "place": place });
    facts.as_array_mut().unwrap().push(json!({ "container": CONTAINERS[0], "event": arrived }));
    database.carrier.knows(NORMALIZED, &facts);
    database.pass_a_day(&service);
    assert_is_current(&service);
    assert_eq!(notified(&service)[before..], ["container.transport.transshipment_arrived"]);
}

#[test]
fn other_policies_derive_each_shipment_again_at_its_next_look_up() {
    let database = Database::with_tracked_bill();
    let policy = with(FoldPolicy::default(), |policy| policy.silence_window = TimeDelta::days(30));
    let service = database.open_with(policy.clone());
    assert_eq!(service.rederive(service.default_account(), true).unwrap().examined, 1);
    database.pass_a_day(&service);
    assert_eq!(service.rederive(service.default_account(), true).unwrap().examined, 0);
    drop(service);
    assert_eq!(rederive(&database.open(), true)["examined"], 1, "and back again");
    assert_eq!(rederive(&database.open_with(policy), true)["examined"], 0);
}

#[test]
fn a_value_that_returns_after_it_was_taken_back_is_reported_also_when_the_rules_have_changed() {
    let other_rules = with(FoldPolicy::default(), |policy| policy.silence_window = TimeDelta::days(30));
    for policy in [FoldPolicy::default(), other_rules] {
        let database = Database::with_tracked_bill();
        let service = database.open();
        let mut facts = voyage();
        let departure = facts.as_array_mut().unwrap().iter_mut().find(|fact| is_departure(fact)).unwrap();
        departure["event"]["certainty"] = json!("estimated");
        departure["event"]["at"] = json!("2026-05-04T12:00:00Z");
        database.carrier.knows(NORMALIZED, &facts);
        database.pass_a_day(&service);
        assert_eq!(shipment(&service)["pol_atd_at"], Value::Null);
        drop(service);
        let service = database.open_with(policy.clone());
        let before = notified(&service).len();
        database.carrier.knows(NORMALIZED, &voyage());
        database.pass_a_day(&service);
        assert_is_current(&service);
        assert_eq!(
            notified(&service)[before..],
            ["container.updated", "container.updated", "shipment.updated"],
            "{policy:?}"
        );
    }
}

fn is_departure(fact: &Value) -> bool {
    fact["event"]["milestone"] == "vessel_departed"
}

fn rederive(service: &Service, dry_run: bool) -> Value {
    json!(service.rederive(service.default_account(), dry_run).unwrap())
}

#[test]
fn rederive_returns_what_differs_and_stores_it_unless_it_is_a_dry_run() {
    let database = Database::with_tracked_bill();
    database.derive_by_other_rules();
    let service = database.open();
    let before = notified(&service);
    let planned = rederive(&service, true);
    assert_eq!(shipment(&service)["pol_atd_at"], "2026-04-21T12:00:00Z");
    assert_eq!((&planned["examined"], planned["shipments"].as_array().unwrap().len()), (&json!(1), 1));
    let changes = planned["shipments"][0]["changes"].as_array().unwrap();
    let (old, new) = ("2026-04-21T12:00:00Z", "2026-04-20T12:00:00Z");
    let of_shipment = json!([
        { "container": null, "name": "pod_eta_at", "old": null, "new": "2026-05-09T12:00:00Z" },
        { "container": null, "name": "pol_atd_at", "old": old, "new": new },
    ]);
    let mut found: Vec<Value> = changes.iter().filter(|change| change["container"].is_null()).cloned().collect();
    found.sort_by_key(|change| change["name"].to_string());
    assert_eq!(json!(found), of_shipment);
    for number in CONTAINERS {
        let of = |name: &str| {
            let is_it = |change: &&Value| change["container"] == number && change["name"] == name;
            changes.iter().find(is_it).cloned().unwrap_or_default()
        };
        let departed = of("pol_vessel_departed_at");
        assert_eq!((&departed["old"], &departed["new"]), (&json!(old), &json!(new)), "{number}");
        let event = of("container.transport.vessel_departed");
        assert_eq!((&event["old"]["timestamp"], &event["new"]["timestamp"]), (&json!(old), &json!(new)), "{number}");
    }
    assert_eq!(rederive(&service, false), planned);
    assert_is_current(&service);
    assert_eq!(rederive(&service, false), json!({ "examined": 0, "shipments": [] }));
    database.pass_a_day(&service);
    assert_eq!(notified(&service), before);
}

#[test]
fn rederive_needs_an_account_that_exists() {
    let database = Database::with_tracked_bill();
    let error = database.open().rederive(&"unknown".into(), true).unwrap_err();
    assert_eq!(error.kind(), shiptrack::ErrorKind::NotFound);
    assert!(Path::new(&database.path()).exists());
}
