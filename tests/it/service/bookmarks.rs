//! Parameters of look-ups: the account, the carrier's bookmark, references and containers of the shipment.

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

fn unchanged_answer(bookmark: &str) -> Result<Answer, LookUpFailure> {
    Ok(Answer::nothing_new(bookmark))
}

fn bookmarks(scenario: &Scenario) -> Vec<Option<String>> {
    scenario.carrier.asked().into_iter().map(|asked| asked.bookmark).collect()
}

#[test]
fn a_look_up_has_the_account_that_asks() {
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
fn a_look_up_has_the_bookmark_of_the_last_successful_answer() {
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
fn a_bookmark_survives_a_restart() {
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
fn a_look_up_has_the_known_references_and_containers() {
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
    let known = |asked: &LookUp| (asked.references.clone(), asked.containers.clone());
    assert_eq!(known(&asked[0]), (vec![], vec![]));
    assert_eq!(known(&asked[1]), (vec!["BKG1".to_owned()], CONTAINERS.map(str::to_owned).to_vec()));
}

/// For each estimate: when it was last reported, and when it became invalid.
fn estimates(scenario: &Scenario) -> Vec<[Value; 2]> {
    let containers = scenario.get("/v2/containers")["data"].take();
    let mut containers = containers.as_array().unwrap().iter();
    let container = containers.find(|container| container["attributes"]["number"] == CONTAINERS[0]).unwrap();
    let container = container["id"].as_str().unwrap();
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let raw_events = raw_events.as_array().unwrap().iter().map(|event| &event["attributes"]);
    let estimates = raw_events.filter(|event| event["estimated"] == true);
    estimates.map(|event| ["confirmed_at", "invalidated_at"].map(|member| event[member].clone())).collect()
}

#[test]
fn an_unchanged_answer_confirms_all_facts_and_withdraws_none() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(answer_with(&voyage(), Some("one")))
        .then(unchanged_answer("one"))
        .then(unchanged_answer("two"))
        .then(unchanged_answer("two"));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(HOUR * 12);
    assert_eq!(estimates(&scenario), [[json!("2026-05-02T00:00:00Z"), Value::Null]]);
    scenario.pass(HOUR);
    // Another source adds a fact: the state derived from the last answer has to be derived again.
    let held = json!([{ "container": CONTAINERS[0], "source": "terminal", "event": { "milestone": "vessel_arrived",
        "certainty": "estimated", "at": "2026-05-08T12:00:00Z", "place": { "locode": "USLAX" } } }]);
    let facts = Fact::parse_all(&held.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &facts).unwrap();
    scenario.pass(HOUR * 24);
    let mut shown = estimates(&scenario);
    shown.sort_by_key(|[confirmed, _]| confirmed.to_string());
    let at = |moment: &str| [json!(moment), Value::Null];
    assert_eq!(
        shown,
        [at("2026-05-02T01:00:00Z"), at("2026-05-03T00:00:00Z")],
        "the terminal's estimate, then the carrier's"
    );
    assert_eq!(scenario.request(&request)["status"], "created");
    assert_eq!(bookmarks(&scenario).last().unwrap().as_deref(), Some("two"));
}

#[test]
fn an_invalid_answer_fails_as_unrecognized_response() {
    for (answer, first) in [
        (answer_with(&voyage(), Some(&"9".repeat(Answer::MAX_BOOKMARK_BYTES + 1))), true),
        (unchanged_answer("one"), true),
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

/// A carrier that supports incremental look-ups, with a replaceable key.
#[derive(Clone, Default)]
struct KeyedCarrier {
    key: Arc<Mutex<u8>>,
    asked: Arc<Mutex<Vec<LookUp>>>,
}

impl KeyedCarrier {
    fn scenario(&self) -> Scenario {
        Scenario::with(|builder| builder.carrier("ONEY", self.clone()).unwrap())
    }

    fn asked(&self, kind: RequestType) -> Vec<LookUp> {
        self.asked.lock().unwrap().iter().filter(|asked| asked.kind == kind).cloned().collect()
    }
}

impl Carrier for KeyedCarrier {
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
fn a_container_covered_by_its_bill_is_later_looked_up_since_its_last_look_up() {
    let carrier = KeyedCarrier::default();
    let scenario = carrier.scenario();
    scenario.create("container", CONTAINERS[0], "ONEY");
    scenario.run();
    let bill = scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(3 * DAY);
    assert_eq!(carrier.asked(RequestType::Container).len(), 1, "the answers about its bill cover it");
    let shipment = tracked_object(&scenario, &bill).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::Container);
    assert_eq!((asked[1].since, asked[1].bookmark.is_some()), (Some(asked[0].now), true));
}

#[test]
fn since_and_bookmark_are_not_used_with_another_credential() {
    let carrier = KeyedCarrier::default();
    let scenario = carrier.scenario();
    scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(DAY);
    let before = carrier.asked(RequestType::BillOfLading).len();
    *carrier.key.lock().unwrap() = 1;
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::BillOfLading);
    let shown: Vec<_> = asked.iter().map(|asked| (asked.since, asked.bookmark.is_some())).collect();
    assert!(before > 1 && shown[before - 1].0.is_some(), "{shown:?}");
    assert_eq!(shown[before], (None, false), "a full look-up with the new credential");
    assert_eq!(shown[before + 1], (Some(asked[before].now), true));
}

#[test]
fn an_incomplete_answer_adds_references_and_removes_none() {
    let scenario = Scenario::new();
    let naming = |complete: bool, references: &[&str]| {
        let references = references.iter().map(|number| (*number).to_owned()).collect();
        scenario.carrier.then(Ok(with(answer_with(&voyage(), None).unwrap(), |it| {
            it.complete = complete;
            it.references = references;
        })));
    };
    naming(true, &["BKG1"]);
    naming(false, &["BKG2"]);
    naming(false, &[]);
    naming(true, &["BKG2"]);
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.pass(3 * DAY);
    let known: Vec<Vec<String>> = scenario.carrier.asked().into_iter().map(|asked| asked.references).collect();
    let named: [&[&str]; 6] = [&[], &["BKG1"], &["BKG1", "BKG2"], &["BKG1", "BKG2"], &["BKG2"], &["BKG2"]];
    assert_eq!(known[..6], named.map(|named| named.iter().map(|number| (*number).to_owned()).collect::<Vec<_>>()));
}

#[test]
fn a_container_of_a_booking_stays_if_an_incomplete_answer_does_not_repeat_the_booking() {
    let scenario = Scenario::new();
    let booked = |number: &str| {
        json!({ "container": number, "event": { "milestone": "vessel_loaded", "at": "2026-04-19T12:00:00Z",
        "place": { "locode": "CNSHA" }, "documents": ["BKG1"] } })
    };
    let mut whole = voyage();
    whole[0]["particulars"]["containers"] = json!([]);
    whole.as_array_mut().unwrap().extend([booked(CONTAINERS[0]), booked(CONTAINERS[1]), booked("TGHU1643396")]);
    scenario.carrier.then(Ok(answer_with(&whole, None).unwrap().with_references(vec!["BKG1".to_owned()])));
    let part = json!([{ "container": CONTAINERS[0], "reading": { "seal_number": "S1" } }]);
    (0..20).for_each(|_| {
        _ = scenario.carrier.then(Ok(with(answer_with(&part, None).unwrap(), |answer| answer.complete = false)))
    });
    scenario.create("bill_of_lading", BILL, "MAEU");
    let container_count = || scenario.get("/v2/containers")["meta"]["total"].as_u64();
    scenario.run();
    let before = container_count();
    scenario.pass(DAY);
    assert_eq!((before, container_count()), (Some(3), Some(3)));
}
