//! What a carrier is asked with: who asks, what it wants to be reminded of, and what else is known of the shipment.

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

fn told(facts: &Value, bookmark: Option<&str>) -> Result<Answer, LookUpFailure> {
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
fn a_carrier_is_told_which_account_asks() {
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
fn a_carrier_is_reminded_of_what_it_gave_with_its_last_answer_and_of_nothing_it_said_in_trouble() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(told(&voyage(), Some("one")))
        .then(Err(LookUpFailure::Unreachable { retry_after: None }))
        .then(told(&voyage(), Some("two")))
        .then(told(&voyage(), None));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(3 * DAY);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(bookmarks(&scenario)[..5], [None, some("one"), some("one"), some("two"), None]);
}

#[test]
fn what_a_carrier_is_reminded_of_outlasts_a_restart() {
    let (scratch, first) = (Scratch::new(), Scenario::new());
    let path = scratch.path("tracking.db");
    let open = || {
        let builder = Service::builder().clock(first.clock.clone()).carrier("MAEU", first.carrier.clone()).unwrap();
        builder.open(&path).unwrap()
    };
    first.carrier.then(told(&voyage(), Some("W/\"7\"")));
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
fn what_else_is_known_of_the_shipment_goes_with_the_question() {
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
    let beside = |asked: &LookUp| (asked.references.clone(), asked.containers.clone());
    assert_eq!(beside(&asked[0]), (vec![], vec![]));
    assert_eq!(beside(&asked[1]), (vec!["BKG1".to_owned()], CONTAINERS.map(str::to_owned).to_vec()));
}

/// When each estimate was said last, and until when it held.
fn estimates(scenario: &Scenario) -> Vec<[Value; 2]> {
    let known = scenario.get("/v2/containers")["data"].take();
    let known = known.as_array().unwrap().iter().find(|known| known["attributes"]["number"] == CONTAINERS[0]).unwrap();
    let container = known["id"].as_str().unwrap();
    let told = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let told = told.as_array().unwrap().iter().map(|told| &told["attributes"]);
    let estimates = told.filter(|told| told["estimated"] == true);
    estimates.map(|told| ["confirmed_at", "invalidated_at"].map(|member| told[member].clone())).collect()
}

#[test]
fn that_nothing_changed_says_everything_again_and_withdraws_nothing() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(told(&voyage(), Some("one")))
        .then(unchanged("one"))
        .then(unchanged("two"))
        .then(unchanged("two"));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario.pass(HOUR * 12);
    assert_eq!(estimates(&scenario), [[json!("2026-05-02T00:00:00Z"), Value::Null]]);
    scenario.pass(HOUR);
    // Somebody else says something: now the lesson of the last answer does not suffice.
    let held = json!([{ "container": CONTAINERS[0], "source": "terminal", "event": { "milestone": "vessel_arrived",
        "certainty": "estimated", "at": "2026-05-08T12:00:00Z", "place": { "locode": "USLAX" } } }]);
    let facts = Fact::parse_all(&held.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &facts).unwrap();
    scenario.pass(HOUR * 24);
    let mut told = estimates(&scenario);
    told.sort_by_key(|[confirmed, _]| confirmed.to_string());
    let at = |moment: &str| [json!(moment), Value::Null];
    assert_eq!(
        told,
        [at("2026-05-02T01:00:00Z"), at("2026-05-03T00:00:00Z")],
        "that of the terminal, then the carrier's"
    );
    assert_eq!(scenario.request(&request)["status"], "created");
    assert_eq!(bookmarks(&scenario).last().unwrap().as_deref(), Some("two"));
}

#[test]
fn an_answer_that_cannot_be_taken_is_unreadable_and_says_why() {
    for (answer, first) in [
        (told(&voyage(), Some(&"9".repeat(Answer::MAX_BOOKMARK_BYTES + 1))), true),
        (unchanged("one"), true),
        (Ok(with(told(&voyage(), Some("two")).unwrap(), |it| it.unchanged = true)), false),
    ] {
        let scenario = Scenario::new();
        if !first {
            scenario.carrier.then(told(&json!([]), Some("one")));
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

/// A carrier that can be asked for what it wrote since, with a key that may be replaced.
#[derive(Clone, Default)]
struct Keyed {
    key: Arc<Mutex<u8>>,
    asked: Arc<Mutex<Vec<LookUp>>>,
}

impl Keyed {
    fn scenario(&self) -> Scenario {
        Scenario::with(|builder| builder.carrier("ONEY", self.clone()).unwrap())
    }

    fn asked(&self, kind: RequestType) -> Vec<LookUp> {
        self.asked.lock().unwrap().iter().filter(|asked| asked.kind == kind).cloned().collect()
    }
}

impl Carrier for Keyed {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        self.asked.lock().unwrap().push(look_up.clone());
        let bookmark = format!("of {} with {}", look_up.normalized_number, self.key.lock().unwrap());
        Ok(told(&voyage(), Some(&bookmark))?.with_until(look_up.now))
    }

    fn credential(&self, _: &AccountId, _: &str) -> Option<CredentialId> {
        Some(CredentialId([*self.key.lock().unwrap() + 1; 32]))
    }
}

#[test]
fn a_container_that_its_bill_serves_is_asked_for_what_is_new_since_it_was_asked_for_itself() {
    let carrier = Keyed::default();
    let scenario = carrier.scenario();
    scenario.create("container", CONTAINERS[0], "ONEY");
    scenario.run();
    let bill = scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(3 * DAY);
    assert_eq!(carrier.asked(RequestType::Container).len(), 1, "its bill tells of it");
    let shipment = tracked_object(&scenario, &bill).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::Container);
    assert_eq!((asked[1].since, asked[1].bookmark.is_some()), (Some(asked[0].now), true));
}

#[test]
fn what_one_credential_was_told_is_nothing_to_go_on_from_with_another() {
    let carrier = Keyed::default();
    let scenario = carrier.scenario();
    scenario.create("bill_of_lading", BILL, "ONEY");
    scenario.pass(DAY);
    let before = carrier.asked(RequestType::BillOfLading).len();
    *carrier.key.lock().unwrap() = 1;
    scenario.pass(DAY);
    let asked = carrier.asked(RequestType::BillOfLading);
    let told: Vec<_> = asked.iter().map(|asked| (asked.since, asked.bookmark.is_some())).collect();
    assert!(before > 1 && told[before - 1].0.is_some(), "{told:?}");
    assert_eq!(told[before], (None, false), "asked with another one, for everything");
    assert_eq!(told[before + 1], (Some(asked[before].now), true));
}

#[test]
fn an_answer_that_is_not_complete_adds_to_the_other_numbers_and_takes_none_away() {
    let scenario = Scenario::new();
    let naming = |complete: bool, references: &[&str]| {
        let references = references.iter().map(|number| (*number).to_owned()).collect();
        scenario.carrier.then(Ok(with(told(&voyage(), None).unwrap(), |it| {
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
fn a_container_under_the_booking_stays_while_an_answer_does_not_name_the_booking_again() {
    let scenario = Scenario::new();
    let booked = |number: &str| {
        json!({ "container": number, "event": { "milestone": "vessel_loaded", "at": "2026-04-19T12:00:00Z",
        "place": { "locode": "CNSHA" }, "documents": ["BKG1"] } })
    };
    let mut whole = voyage();
    whole[0]["particulars"]["containers"] = json!([]);
    whole.as_array_mut().unwrap().extend([booked(CONTAINERS[0]), booked(CONTAINERS[1]), booked("TGHU1643396")]);
    scenario.carrier.then(Ok(told(&whole, None).unwrap().with_references(vec!["BKG1".to_owned()])));
    let part = json!([{ "container": CONTAINERS[0], "reading": { "seal_number": "S1" } }]);
    (0..20).for_each(|_| _ = scenario.carrier.then(Ok(with(told(&part, None).unwrap(), |it| it.complete = false))));
    scenario.create("bill_of_lading", BILL, "MAEU");
    let boxes = || scenario.get("/v2/containers")["meta"]["total"].as_u64();
    scenario.run();
    let before = boxes();
    scenario.pass(DAY);
    assert_eq!((before, boxes()), (Some(3), Some(3)));
}
