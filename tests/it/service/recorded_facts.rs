//! Facts that the host program records without a look-up.

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::service::{RecordingPolicy, RecordingReport};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier};

use super::*;
use shiptrack_tests::with;

/// A terminal's report that a container left it full.
fn full_out(number: Option<&str>) -> Value {
    json!({ "container": number, "source": { "kind": "terminal", "name": "WBCT" }, "event": {
        "movement": "gate_out", "mode": "truck", "at": "2026-04-30T16:00:00Z", "place": { "locode": "USLAX" } } })
}

fn facts(json: &Value) -> Vec<Fact> {
    Fact::parse_all(&json.to_string()).unwrap()
}

impl Recording for Scenario {}

pub(super) trait Recording: std::borrow::Borrow<Scenario> {
    fn record(&self, number: &str, json: &Value) -> RecordingReport {
        let scenario = self.borrow();
        scenario.service.record_facts(&scenario.account, number, &facts(json)).unwrap()
    }
}

/// Tracks the bill with both its containers.
fn tracked_bill() -> (Scenario, String) {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    (scenario, bill)
}

fn events_of(scenario: &Scenario, number: &str) -> Vec<String> {
    let found = scenario.get(&format!("/v2/containers?filter[number]={number}&include=transport_events"));
    let events = found["included"].as_array().cloned().unwrap_or_default();
    events.iter().map(|event| event["attributes"]["event"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_recorded_fact_reaches_every_request_of_the_container_without_a_look_up() {
    let (scenario, bill) = tracked_bill();
    scenario.carrier.knows(
        CONTAINERS[0],
        &json!([{ "container": CONTAINERS[0], "event": {
        "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    let single = scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    let (asked, event_count, due) =
        (scenario.carrier.asked().len(), scenario.events().len(), scenario.service.next_due());
    let before = scenario.request(&bill);

    let recorded = scenario.record("csqu 305438-3", &full_out(None));
    let mut requests: Vec<String> = recorded.requests.iter().map(|request| request.request.to_string()).collect();
    requests.sort();
    assert_eq!(requests, [bill.clone(), single], "both requests have the container");
    assert!(recorded.requests.iter().all(|request| request.new == 1 && request.shipment.is_some()), "{recorded:?}");
    assert_eq!((recorded.kept, recorded.doubts.len()), (0, 0));
    assert_eq!(scenario.events()[event_count..], ["container.transport.full_out"; 2]);
    assert_eq!((scenario.carrier.asked().len(), scenario.service.next_due().unwrap()), (asked, due.unwrap()));
    assert_eq!(scenario.request(&bill)["status"], before["status"]);
    assert!(
        !events_of(&scenario, CONTAINERS[1]).contains(&"container.transport.full_out".to_owned()),
        "only one container left"
    );

    let again = scenario.record(CONTAINERS[0], &full_out(Some(CONTAINERS[0])));
    assert!(again.requests.iter().all(|request| request.new == 0), "{again:?}");
    scenario.pass(DAY);
    // The answer about the bill does not repeat the event.
    let outs = scenario.events()[event_count..].iter().filter(|event| *event == "container.transport.full_out").count();
    assert_eq!(outs, 2, "each event is published once, and a fact that the carrier omits stays");
}

#[test]
fn a_recorded_fact_does_not_change_the_times_of_the_last_look_up() {
    let (scenario, _) = tracked_bill();
    let asked = |scenario: &Scenario| {
        let shipment = scenario.get("/v2/shipments")["data"][0]["attributes"].take();
        [&shipment["line_tracking_last_attempted_at"], &shipment["line_tracking_last_succeeded_at"]].map(Value::clone)
    };
    let before = asked(&scenario);
    scenario.clock.advance(HOUR);
    scenario.record(CONTAINERS[0], &full_out(None));
    assert_eq!(asked(&scenario), before);
}

#[test]
fn a_fact_recorded_for_a_bill_applies_to_all_its_containers_unless_it_names_one() {
    let (scenario, _) = tracked_bill();
    for number in [BILL, NORMALIZED, "maeu-123-456-789"] {
        assert_eq!(scenario.record(number, &full_out(Some(CONTAINERS[0]))).requests.len(), 1, "{number}");
    }
    let full_out_event = "container.transport.full_out".to_owned();
    assert!(
        events_of(&scenario, CONTAINERS[0]).contains(&full_out_event)
            && !events_of(&scenario, CONTAINERS[1]).contains(&full_out_event)
    );
    scenario.record(BILL, &full_out(None));
    assert!(events_of(&scenario, CONTAINERS[1]).contains(&full_out_event));
}

#[test]
fn the_last_empty_return_stops_the_shipment_and_a_stopped_shipment_still_accepts_facts() {
    let (scenario, bill) = tracked_bill();
    let returned = |number: &str| {
        json!([full_out(None), { "source": "terminal", "event": { "movement": "gate_in", "empty": true,
        "at": "2026-05-01T10:00:00Z", "place": { "name": format!("Depot of {number}") } } }])
    };
    scenario.record(CONTAINERS[0], &returned(CONTAINERS[0]));
    assert_eq!(scenario.request(&bill)["status"], "created");
    scenario.record(CONTAINERS[1], &returned(CONTAINERS[1]));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
    assert_eq!(scenario.events().last().unwrap(), "tracking_request.tracking_stopped");
    let shipment = || scenario.get("/v2/shipments")["data"][0]["attributes"].take();
    assert_eq!(shipment()["line_tracking_stopped_reason"], "all_containers_terminated");

    let sealed = json!({ "source": "user_input", "reading": { "seal_number": "ML-1" } });
    assert_eq!(scenario.record(CONTAINERS[0], &sealed).requests[0].new, 1);
    assert_eq!(shipment()["line_tracking_stopped_reason"], "all_containers_terminated");
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
}

#[test]
fn a_withdrawn_return_resumes_the_shipment() {
    let (scenario, bill) = tracked_bill();
    let returned = json!({ "source": "terminal", "event": { "movement": "gate_in", "empty": true,
        "at": "2026-05-01T10:00:00Z", "place": { "locode": "USLAX", "facility": "A depot" } } });
    let withdrawal = |number: &str| {
        let fact = with(facts(&returned).remove(0), |fact| fact.container = Some(number.to_owned()));
        json!({ "source": "terminal", "withdrawn": fact.key() })
    };
    CONTAINERS.iter().for_each(|number| _ = scenario.record(number, &json!([full_out(None), returned])));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
    let asked = scenario.carrier.asked().len();
    scenario.record(CONTAINERS[1], &withdrawal(CONTAINERS[1]));
    assert_eq!(scenario.request(&bill)["status"], "created");
    let shipment = scenario.get("/v2/shipments")["data"][0]["attributes"].take();
    assert_eq!(shipment["line_tracking_stopped_reason"], Value::Null);
    scenario.pass(DAY);
    assert!(scenario.carrier.asked().len() > asked);
    scenario.record(CONTAINERS[1], &json!([returned]));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
}

#[test]
fn a_withdrawal_without_effect_is_doubtful_and_a_fact_can_be_withdrawn_repeatedly() {
    let (scenario, _) = tracked_bill();
    let out = facts(&full_out(Some(CONTAINERS[0]))).remove(0);
    let withdrawal = |source: Value| json!({ "source": source, "withdrawn": out.key() });
    let doubtful = scenario.record(CONTAINERS[0], &withdrawal(json!("terminal")));
    assert_eq!(doubtful.requests[0].new, 0);
    assert!(doubtful.doubts[0].ends_with("has no effect: the source terminal did not report it"), "{doubtful:?}");
    for _ in 0..3 {
        assert_eq!(scenario.record(CONTAINERS[0], &full_out(None)).requests[0].new, 1);
        let recorded = scenario.record(CONTAINERS[0], &withdrawal(json!({ "kind": "terminal", "name": "WBCT" })));
        assert_eq!((recorded.requests[0].new, recorded.doubts.len()), (1, 0), "{recorded:?}");
    }
}

#[test]
fn a_fact_about_an_untracked_container_is_stored_and_joins_its_shipment_without_an_event() {
    let scenario = Scenario::new();
    let recorded = scenario.record(CONTAINERS[0], &full_out(None));
    assert_eq!((recorded.kept, recorded.requests.len()), (1, 0));
    assert_eq!(scenario.record(CONTAINERS[0], &full_out(Some(CONTAINERS[0]))).kept, 0, "the same fact is stored once");
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()));
    let expected = ["tracking_request.succeeded", "container.created", "container.created"];
    assert_eq!(scenario.events(), expected, "the first look-up publishes no past events");
    scenario.pass(DAY);
    assert_eq!(scenario.events().len(), expected.len());
    let withdrawn = json!({ "source": { "kind": "terminal", "name": "WBCT" },
        "withdrawn": facts(&full_out(Some(CONTAINERS[0])))[0].key() });
    assert_eq!(scenario.record(CONTAINERS[0], &withdrawn).requests[0].new, 1);
    scenario.pass(DAY);
    let events = scenario.get(&format!("/v2/containers?filter[number]={}&include=transport_events", CONTAINERS[0]));
    let out = events["included"]
        .as_array()
        .unwrap()
        .iter()
        .find(|e| e["attributes"]["event"] == "container.transport.full_out");
    assert_ne!(
        out.unwrap()["attributes"]["invalidated_at"],
        Value::Null,
        "the withdrawn fact does not become valid again"
    );
}

#[test]
fn a_fact_stored_for_a_bill_joins_its_shipment_in_any_spelling_of_the_number() {
    for (recorded, tracked) in [(BILL, NORMALIZED), (NORMALIZED, BILL), ("maeu 123456789", "MAEU-123-456-789")] {
        let scenario = Scenario::new();
        assert_eq!(scenario.record(recorded, &full_out(Some(CONTAINERS[1]))).kept, 1);
        scenario.carrier.knows(NORMALIZED, &voyage());
        scenario.create("bill_of_lading", tracked, "MAEU");
        scenario.run();
        assert!(
            events_of(&scenario, CONTAINERS[1]).contains(&"container.transport.full_out".to_owned()),
            "{recorded} {tracked}"
        );
    }
}

#[test]
fn a_fact_recorded_before_the_first_answer_is_in_the_first_shipment() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(shiptrack::carriers::LookUpFailure::NoDataYet)).then_facts(&voyage());
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    let recorded = scenario.record(BILL, &full_out(Some(CONTAINERS[0])));
    assert_eq!((recorded.requests[0].new, &recorded.requests[0].shipment, recorded.kept), (1, &None, 0));
    scenario.run();
    assert_eq!(scenario.request(&bill)["status"], "awaiting_manifest");
    scenario.pass(2 * DAY);
    assert!(events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()));
}

#[test]
fn recorded_facts_do_not_reach_other_accounts_and_an_unknown_account_is_rejected() {
    let (scenario, _) = tracked_bill();
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    let recorded = scenario.service.record_facts(&other, CONTAINERS[0], &facts(&full_out(None))).unwrap();
    assert_eq!((recorded.kept, recorded.requests.len()), (1, 0));
    assert!(!events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()));
    let unknown = shiptrack::resources::AccountId::new("unknown");
    let error = scenario.service.record_facts(&unknown, CONTAINERS[0], &[]).unwrap_err();
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::NotFound, Some("account")));
}

#[test]
fn facts_above_the_storage_limit_are_rejected_and_stored_facts_expire() {
    let policy = with(RecordingPolicy::default(), |policy| policy.most_kept = 2);
    assert_eq!(policy.keep, TimeDelta::days(90));
    let scenario = Scenario::with(|builder| builder.recording(policy));
    let out = |day: u32| json!({ "event": { "milestone": "full_out", "at": format!("2026-05-0{day}"), "place": { "name": format!("P{day}") } } });
    assert_eq!(scenario.record(CONTAINERS[0], &json!([out(1), out(2)])).kept, 2);
    let error = scenario.service.record_facts(&scenario.account, CONTAINERS[1], &facts(&out(3))).unwrap_err();
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::Conflict, Some("facts")));
    assert_eq!(error.errors()[0].code.as_deref(), Some("too_many_kept_facts"));
    assert!(error.to_string().contains("recording.most_kept"), "{error}");
    scenario.pass(91 * DAY);
    scenario.run();
    assert_eq!(scenario.record(CONTAINERS[1], &out(3)).kept, 1, "expired facts make room");
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(
        !events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()),
        "the fact has expired"
    );
}

#[test]
fn a_fact_about_another_container_and_an_untrackable_number_are_rejected_with_a_pointer() {
    let (scenario, _) = tracked_bill();
    let refused = |number: &str, json: &Value| {
        let refused = scenario.service.record_facts(&scenario.account, number, &facts(json)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
        (refused.pointer().unwrap().to_owned(), refused.to_string())
    };
    let (place, words) = refused(CONTAINERS[0], &json!([full_out(None), full_out(Some(CONTAINERS[1]))]));
    assert!(place == "/1/container" && words.contains(CONTAINERS[1]), "{place}: {words}");
    assert_eq!(refused("PO-4500012345", &full_out(None)).0, "number");
    assert_eq!(refused("", &full_out(None)).0, "number");
}

#[test]
fn doubtful_values_are_reported_for_tracked_and_untracked_numbers() {
    let (scenario, _) = tracked_bill();
    let mut wrong = full_out(None);
    wrong["event"]["phase"] = json!("improt");
    wrong["event"]["vesel"] = json!({ "name": "Test Voyager" });
    wrong["event"]["place"] = json!({ "locode": "USLAXX" });
    for number in [CONTAINERS[0], "TGHU1643396"] {
        let doubts = scenario.record(number, &wrong).doubts;
        for word in ["\"improt\"", "\"vesel\" (/event/vesel)", "\"USLAXX\""] {
            assert!(doubts.iter().any(|doubt| doubt.contains(word)), "{word}: {doubts:?}");
        }
    }
}

#[test]
fn a_reading_with_only_unknown_members_is_stored_once_and_doubted() {
    let (scenario, _) = tracked_bill();
    let wrong = json!({ "source": "terminal", "reading": { "pickup_lfd_terminl": "2026-05-20" } });
    let recorded = scenario.record(CONTAINERS[0], &wrong);
    assert_eq!((recorded.requests[0].new, recorded.doubts.len()), (1, 1), "{recorded:?}");
    assert!(recorded.doubts[0].contains("pickup_lfd_terminl"), "{recorded:?}");
    let again = scenario.record(CONTAINERS[0], &wrong);
    assert_eq!((again.requests[0].new, again.doubts.len()), (0, 0), "{again:?}");
}

#[test]
fn the_doubts_about_a_shipment_are_listed_with_their_statements() {
    let (scenario, bill) = tracked_bill();
    let shipment = tracked_object(&scenario, &bill).unwrap();
    let doubts = || scenario.get(&format!("/v2/shipments/{shipment}/doubts"));
    let usual = doubts();
    assert_eq!(usual["total"], json!(usual["doubts"].as_array().unwrap().len()));
    let terminal = json!({ "kind": "terminal", "name": "WBCT" });
    let wrong = json!([
        { "source": terminal, "reading": { "pickup_lfd_terminal": "2025-12-31", "colour": "red" } },
        { "source": terminal, "event": { "movement": "fumigatd", "at": "2026-05-01T10:00:00Z" } },
    ]);
    let wrong = Fact::parse_all(&wrong.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &wrong).unwrap();
    let listed = doubts();
    let of_terminal: Vec<&Value> =
        listed["doubts"].as_array().unwrap().iter().filter(|doubt| doubt["source"] == terminal).collect();
    let reasons: Vec<&str> = of_terminal.iter().map(|doubt| doubt["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["unknown_member", "unknown_movement", "before_trip"], "{listed}");
    assert!(of_terminal.iter().all(|doubt| doubt["container"] == CONTAINERS[0]), "{listed}");
    assert_eq!(of_terminal[2]["pointer"], "/reading/pickup_lfd_terminal");
    let unknown = scenario.send(Method::Get, "/v2/shipments/00000000-0000-4000-8000-000000000000/doubts", None);
    assert_eq!(unknown.status, 404);
}

#[test]
fn an_ambiguous_number_has_the_kind_that_is_tracked() {
    // The second number has a valid container check digit.
    for (either, own) in [("MAEU1234568", "1234568"), ("MAEU1234567", "1234567")] {
        for spelled in [either, own] {
            let scenario = Scenario::new();
            scenario.carrier.knows(own, &voyage());
            let bill = scenario.create("bill_of_lading", spelled, "MAEU");
            for fact in [full_out(Some(CONTAINERS[0])), full_out(None)] {
                let recorded = scenario.record(either, &fact);
                let reached: Vec<String> =
                    recorded.requests.iter().map(|request| request.request.to_string()).collect();
                assert_eq!((reached, recorded.kept), (vec![bill.clone()], 0), "{either} {spelled}");
                scenario.run();
            }
            let full_out_event = "container.transport.full_out".to_owned();
            assert!(
                CONTAINERS.iter().all(|number| events_of(&scenario, number).contains(&full_out_event)),
                "{either} {spelled}"
            );
        }
    }
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", ScriptedCarrier::default()).unwrap());
    scenario.create("bill_of_lading", "1234567", "HLCU");
    let recorded = scenario.record("MAEU1234567", &full_out(None));
    assert_eq!((recorded.requests.len(), recorded.kept), (0, 1), "a container, not a bill of another carrier");
    let scenario = Scenario::new();
    scenario.carrier.knows(
        "MAEU1234568",
        &json!([{ "container": "MAEU1234568", "event": { "milestone": "vessel_departed",
        "at": "2026-04-20T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    let mut named = voyage();
    named[0]["particulars"]["containers"] = json!(["MAEU1234568"]);
    scenario.carrier.knows(NORMALIZED, &named);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(
        scenario.record("MAEU1234568", &full_out(None)).requests.len(),
        1,
        "a container with a wrong check digit"
    );
}

#[test]
fn an_ambiguous_number_that_is_not_tracked_is_rejected_unless_the_facts_name_the_container() {
    const EITHER: &str = "MAEU1234568";
    let refused = |scenario: &Scenario| {
        let refused = scenario.service.record_facts(&scenario.account, EITHER, &facts(&full_out(None))).unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (ErrorKind::Invalid, Some("ambiguous_number")));
        assert_eq!(refused.errors()[0].meta.as_ref().unwrap()["candidates"], json!(["container", "bill_of_lading"]));
        refused.pointer().unwrap().to_owned()
    };
    let scenario = Scenario::new();
    assert_eq!(refused(&scenario), "number");
    assert_eq!(scenario.record(EITHER, &full_out(Some(EITHER))).kept, 1);
    scenario.create("bill_of_lading", EITHER, "MAEU");
    let mut named = voyage();
    named[0]["particulars"]["containers"] = json!([EITHER]);
    scenario.carrier.knows(NORMALIZED, &named);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(refused(&scenario), "number", "the number is tracked as both kinds");
    assert_eq!(scenario.record("MAEU1234567", &full_out(None)).kept, 1, "the check digit is valid");
}

#[test]
fn a_fact_about_one_carriers_bill_does_not_reach_the_same_number_at_another_carrier() {
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", ScriptedCarrier::default()).unwrap());
    let hapag = scenario.create("bill_of_lading", NORMALIZED, "HLCU");
    let reached = |number: &str| {
        let requests = scenario.record(number, &full_out(None)).requests;
        requests.iter().map(|request| request.request.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(reached(BILL), [""; 0], "MAEU is the prefix of Maersk");
    assert_eq!(reached(NORMALIZED), [hapag]);
    let maersk = scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(reached(BILL), [maersk]);
}

#[test]
fn a_bill_tracked_at_two_carriers_needs_the_carriers_prefix() {
    let other = ScriptedCarrier::default();
    other.knows(NORMALIZED, &voyage());
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", other.clone()).unwrap());
    scenario.carrier.knows(NORMALIZED, &voyage());
    let bill = scenario.create("bill_of_lading", NORMALIZED, "MAEU");
    scenario.create("bill_of_lading", NORMALIZED, "HLCU");
    scenario.run();
    let reached = scenario.record(BILL, &full_out(None)).requests;
    assert_eq!(reached.iter().map(|request| request.request.to_string()).collect::<Vec<_>>(), [bill]);
    let error = scenario.service.record_facts(&scenario.account, NORMALIZED, &facts(&full_out(None))).unwrap_err();
    assert_eq!((error.code(), error.pointer()), (Some("ambiguous_number"), Some("number")));
    assert!(error.to_string().contains("HLCU and MAEU"), "{error}");
    assert_eq!(
        scenario.record(CONTAINERS[0], &full_out(None)).requests.len(),
        2,
        "the container is the same at both carriers"
    );
}
