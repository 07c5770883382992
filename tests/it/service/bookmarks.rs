//! Tests of look-ups: account, bookmark, `since` and the other numbers of the shipment.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, Carrier, CredentialId, LookUp, LookUpFailure};
use shiptrack::http::{Call, Method};
use shiptrack::resources::{AccountId, RequestType};
use shiptrack::service::{Budget, Service};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation, send};
use shiptrack_tests::scratch::Scratch;

use super::*;
use shiptrack_tests::with;

fn answer_with(facts: &Value, bookmark: Option<&str>) -> Result<Answer, LookUpFailure> {
    let facts = Fact::parse_all(&facts.to_string()).unwrap();
    let answer = Answer::complete(facts);
    Ok(match bookmark {
        Some(bookmark) => answer.with_bookmark(bookmark),
        None => answer,
    })
}

fn unchanged(bookmark: &str) -> Result<Answer, LookUpFailure> {
    Ok(Answer::nothing_new(bookmark))
}

fn bookmarks(scenario: &Scenario) -> Vec<Option<String>> {
    scenario.carrier.asked().into_iter().map(|asked| asked.bookmark).collect()
}

#[test]
fn look_up_contains_the_account() {
    let scenario = Scenario::new();
    let acme = scenario.service.create_account("acme", "Acme Ltd").unwrap();
    let transport = scenario.service.transport(&acme.id).unwrap();
    scenario.create("bill_of_lading", BILL, "MAEU");
    send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
    scenario.run();
    let mut asked: Vec<_> =
        scenario.carrier.asked().into_iter().map(|asked| (asked.account_name, asked.account)).collect();
    asked.sort();
    assert_eq!(asked, [("acme".to_owned(), acme.id), ("default".to_owned(), scenario.account.clone())]);
}

#[test]
fn look_up_contains_the_bookmark_of_the_last_answer() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(answer_with(&voyage(), Some("one")))
        .then(Err(LookUpFailure::Unreachable { retry_after: None }))
        .then(answer_with(&voyage(), Some("two")))
        .then(answer_with(&voyage(), None));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(3 * DAY);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(bookmarks(&scenario)[..5], [None, some("one"), some("one"), some("two"), None]);
}

#[test]
fn bookmark_is_kept_across_a_restart() {
    let (scratch, first) = (Scratch::new(), Scenario::new());
    let path = scratch.path("tracking.db");
    let open = || {
        let builder = Service::builder().clock(first.clock.clone()).carrier("MAEU", first.carrier.clone()).unwrap();
        builder.open(&path).unwrap()
    };
    first.carrier.then(answer_with(&voyage(), Some("W/\"7\"")));
    first.carrier.knows(NORMALIZED, &voyage());
    let service = open();
    let transport = service.transport(service.default_account()).unwrap();
    send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
    service.run_due(Budget::ALL).unwrap();
    drop((transport, service));
    first.clock.advance(DAY);
    open().run_due(Budget::ALL).unwrap();
    assert_eq!(bookmarks(&first), [None, Some("W/\"7\"".to_owned())]);
}

#[test]
fn look_up_contains_references_and_containers() {
    let scenario = Scenario::new();
    let facts = Fact::parse_all(&voyage().to_string()).unwrap();
    let references = vec!["BKG1".to_owned(), BILL.to_owned()];
    let answer = Answer::complete(facts).with_references(references);
    scenario.carrier.then(Ok(answer));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(DAY);
    let asked = scenario.carrier.asked();
    let further = |asked: &LookUp| (asked.references.clone(), asked.containers.clone());
    assert_eq!(further(&asked[0]), (vec![], vec![]));
    assert_eq!(further(&asked[1]), (vec!["BKG1".to_owned()], CONTAINERS.map(str::to_owned).to_vec()));
}

/// For each estimate, when it was last confirmed and when it was withdrawn.
fn estimates(scenario: &Scenario) -> Vec<[Value; 2]> {
    let containers = scenario.get("/v2/containers")["data"].take();
    let is_first = |container: &&Value| container["attributes"]["number"] == CONTAINERS[0];
    let container = containers.as_array().unwrap().iter().find(is_first).unwrap()["id"].as_str().unwrap();
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let events = raw_events.as_array().unwrap().iter().map(|event| &event["attributes"]);
    let estimates = events.filter(|event| event["estimated"] == true);
    estimates.map(|event| ["confirmed_at", "invalidated_at"].map(|member| event[member].clone())).collect()
}

#[test]
fn unchanged_answer_confirms_all_facts() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(answer_with(&voyage(), Some("one")))
        .then(unchanged("one"))
        .then(unchanged("two"))
        .then(unchanged("two"));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(HOUR * 12);
    assert_eq!(estimates(&scenario), [[json!("2026-05-02T00:00:00Z"), Value::Null]]);
    scenario.pass(HOUR);
    // Another source records facts, so the next unchanged answer must be derived again.
    let recorded = json!([{ "container": CONTAINERS[0], "source": "terminal", "event": { "milestone": "vessel_arrived",
        "certainty": "estimated", "at": "2026-05-08T12:00:00Z", "place": { "locode": "USLAX" } } }]);
    let facts = Fact::parse_all(&recorded.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &facts).unwrap();
    scenario.pass(HOUR * 24);
    let mut all = estimates(&scenario);
    all.sort_by_key(|[confirmed, _]| confirmed.to_string());
    let at = |moment: &str| [json!(moment), Value::Null];
    assert_eq!(
        all,
        [at("2026-05-02T01:00:00Z"), at("2026-05-03T00:00:00Z")],
        "the estimate of the terminal, then that of the carrier"
    );
    assert_eq!(scenario.request(&request)["status"], "created");
    assert_eq!(bookmarks(&scenario).last().unwrap().as_deref(), Some("two"));
}

#[test]
fn invalid_answer_is_unreadable() {
    for (answer, first) in [
        (answer_with(&voyage(), Some(&"9".repeat(Answer::MAX_BOOKMARK_BYTES + 1))), true),
        (unchanged("one"), true),
        (Ok(with(answer_with(&voyage(), Some("two")).unwrap(), |answer| answer.unchanged = true)), false),
    ] {
        let scenario = Scenario::new();
        if !first {
            scenario.carrier.then(answer_with(&json!([]), Some("one")));
        }
        scenario.carrier.then(answer);
        let request = scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        if !first {
            scenario.pass(DAY);
        }
        assert_eq!(scenario.request(&request)["failed_reason"], "unrecognized_response");
    }
}

/// A carrier that supports `since`, with a credential that can be replaced.
#[derive(Clone, Default)]
struct CarrierWithKey {
    key: Arc<Mutex<u8>>,
    asked: Arc<Mutex<Vec<LookUp>>>,
}

impl CarrierWithKey {
    fn scenario(&self) -> Scenario {
        Scenario::with(|builder| builder.carrier("ONEY", self.clone()).unwrap())
    }

    fn asked(&self, kind: RequestType) -> Vec<LookUp> {
        self.asked.lock().unwrap().iter().filter(|asked| asked.kind == kind).cloned().collect()
    }
}

impl Carrier for CarrierWithKey {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        self.asked.lock().unwrap().push(look_up.clone());
        let bookmark = format!("of {} with {}", look_up.normalized_number, self.key.lock().unwrap());
        Ok(answer_with(&voyage(), Some(&bookmark))?.with_until(look_up.now))
    }

    fn credential(&self, _: &AccountId, _: &str) -> Option<CredentialId> {
        Some(CredentialId([*self.key.lock().unwrap() + 1; 32]))
    }
}

#[test]
fn since_of_a_container_is_that_of_its_own_look_up() {
    let carrier = CarrierWithKey::default();
    let scenario = carrier.scenario();
    scenario.create("container", CONTAINERS[0], "ONEY");
    scenario.run();
    let bill = scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(3 * DAY);
    assert_eq!(carrier.asked(RequestType::Container).len(), 1, "the bill includes the container");
    let shipment = tracked_object(&scenario, &bill).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::Container);
    assert_eq!((asked[1].since, asked[1].bookmark.is_some()), (Some(asked[0].now), true));
}

#[test]
fn bookmark_and_since_are_reset_with_a_new_credential() {
    let carrier = CarrierWithKey::default();
    let scenario = carrier.scenario();
    scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(DAY);
    let before = carrier.asked(RequestType::BillOfLading).len();
    *carrier.key.lock().unwrap() = 1;
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::BillOfLading);
    let sent: Vec<_> = asked.iter().map(|asked| (asked.since, asked.bookmark.is_some())).collect();
    assert!(before > 1 && sent[before - 1].0.is_some(), "{sent:?}");
    assert_eq!(sent[before], (None, false), "everything is requested with the new credential");
    assert_eq!(sent[before + 1], (Some(asked[before].now), true));
}

#[test]
fn incomplete_answer_adds_references_and_removes_none() {
    let scenario = Scenario::new();
    let naming = |complete: bool, references: &[&str]| {
        let references = references.iter().map(|number| (*number).to_owned()).collect();
        scenario.carrier.then(Ok(with(answer_with(&voyage(), None).unwrap(), |answer| {
            answer.complete = complete;
            answer.references = references;
        })));
    };
    naming(true, &["BKG1"]);
    naming(false, &["BKG2"]);
    naming(false, &[]);
    naming(true, &["BKG2"]);
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.pass(3 * DAY);
    let references: Vec<Vec<String>> = scenario.carrier.asked().into_iter().map(|asked| asked.references).collect();
    let named: [&[&str]; 6] = [&[], &["BKG1"], &["BKG1", "BKG2"], &["BKG1", "BKG2"], &["BKG2"], &["BKG2"]];
    assert_eq!(references[..6], named.map(|named| named.iter().map(|number| (*number).to_owned()).collect::<Vec<_>>()));
}

#[test]
fn container_of_a_booking_stays_if_an_answer_does_not_repeat_the_booking() {
    let scenario = Scenario::new();
    let loaded = |number: &str| {
        json!({ "container": number, "event": { "milestone": "vessel_loaded", "at": "2026-04-19T12:00:00Z",
        "place": { "locode": "CNSHA" }, "documents": ["BKG1"] } })
    };
    let mut whole = voyage();
    whole[0]["particulars"]["containers"] = json!([]);
    whole.as_array_mut().unwrap().extend([loaded(CONTAINERS[0]), loaded(CONTAINERS[1]), loaded("TGHU1643396")]);
    scenario.carrier.then(Ok(answer_with(&whole, None).unwrap().with_references(vec!["BKG1".to_owned()])));
    let part = json!([{ "container": CONTAINERS[0], "reading": { "seal_number": "S1" } }]);
    (0..20).for_each(|_| {
        _ = scenario.carrier.then(Ok(with(answer_with(&part, None).unwrap(), |answer| answer.complete = false)))
    });
    scenario.create("bill_of_lading", BILL, "MAEU");
    let count = || scenario.get("/v2/containers")["meta"]["total"].as_u64();
    scenario.run();
    let before = count();
    scenario.pass(DAY);
    assert_eq!((before, count()), (Some(3), Some(3)));
}
