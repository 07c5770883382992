//! Facts nobody was asked for, recorded by the host.

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::error::ErrorKind;
use shiptrack::service::{RecordingPolicy, RecordingReport};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, Scripted};

use super::*;
use shiptrack_tests::with;

/// Somebody's word that a container left its terminal full.
fn full_out(number: Option<&str>) -> Value {
    json!({ "version": 2, "container": number, "source": { "kind": "terminal", "name": "WBCT" }, "event": {
        "movement": "gate_out", "mode": "truck", "at": "2026-04-30T16:00:00Z", "place": { "locode": "USLAX" } } })
}

fn facts(told: &Value) -> Vec<Fact> {
    Fact::parse_all(&told.to_string()).unwrap()
}

impl Recording for Scenario {}

trait Recording: std::borrow::Borrow<Scenario> {
    fn record(&self, number: &str, told: &Value) -> RecordingReport {
        let scenario = self.borrow();
        scenario.service.record_facts(&scenario.account, number, &facts(told)).unwrap()
    }
}

/// A bill that is followed, with both its containers.
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
fn a_recorded_fact_reaches_every_number_of_the_box_at_once_and_nobody_is_asked() {
    let (scenario, bill) = tracked_bill();
    scenario.carrier.knows(
        CONTAINERS[0],
        &json!([{ "container": CONTAINERS[0], "event": {
        "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    let single = scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    let (asked, told, due) = (scenario.carrier.asked().len(), scenario.events().len(), scenario.service.next_due());
    let before = scenario.request(&bill);

    let recorded = scenario.record("csqu 305438-3", &full_out(None));
    let mut requests: Vec<String> = recorded.requests.iter().map(|of| of.request.to_string()).collect();
    requests.sort();
    assert_eq!(requests, [bill.clone(), single], "both numbers have the box");
    assert!(recorded.requests.iter().all(|of| of.new == 1 && of.shipment.is_some()), "{recorded:?}");
    assert_eq!((recorded.kept, recorded.doubts.len()), (0, 0));
    assert_eq!(scenario.events()[told..], ["container.transport.full_out"; 2]);
    assert_eq!((scenario.carrier.asked().len(), scenario.service.next_due().unwrap()), (asked, due.unwrap()));
    assert_eq!(scenario.request(&bill)["status"], before["status"]);
    assert!(
        !events_of(&scenario, CONTAINERS[1]).contains(&"container.transport.full_out".to_owned()),
        "one box went out"
    );

    let again = scenario.record(CONTAINERS[0], &full_out(Some(CONTAINERS[0])));
    assert!(again.requests.iter().all(|of| of.new == 0), "{again:?}");
    scenario.pass(DAY);
    // What the bill says of the box beside it is news there.
    let outs = scenario.events()[told..].iter().filter(|event| *event == "container.transport.full_out").count();
    assert_eq!(outs, 2, "nothing is told twice, and what the carrier leaves out stays");
}

#[test]
fn when_the_carrier_was_asked_is_not_changed_by_what_somebody_else_tells() {
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
fn what_is_recorded_under_a_bill_is_about_all_its_containers_unless_it_names_one() {
    let (scenario, _) = tracked_bill();
    for number in [BILL, NORMALIZED, "maeu-123-456-789"] {
        assert_eq!(scenario.record(number, &full_out(Some(CONTAINERS[0]))).requests.len(), 1, "{number}");
    }
    let told = "container.transport.full_out".to_owned();
    assert!(
        events_of(&scenario, CONTAINERS[0]).contains(&told) && !events_of(&scenario, CONTAINERS[1]).contains(&told)
    );
    scenario.record(BILL, &full_out(None));
    assert!(events_of(&scenario, CONTAINERS[1]).contains(&told));
}

#[test]
fn the_last_empty_return_stops_the_shipment_and_a_stopped_one_hears_on() {
    let (scenario, bill) = tracked_bill();
    let back = |number: &str| {
        json!([full_out(None), { "version": 2, "source": "terminal", "event": { "movement": "gate_in", "empty": true,
        "at": "2026-05-01T10:00:00Z", "place": { "name": format!("Depot of {number}") } } }])
    };
    scenario.record(CONTAINERS[0], &back(CONTAINERS[0]));
    assert_eq!(scenario.request(&bill)["status"], "created");
    scenario.record(CONTAINERS[1], &back(CONTAINERS[1]));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
    assert_eq!(scenario.events().last().unwrap(), "tracking_request.tracking_stopped");
    let shipment = || scenario.get("/v2/shipments")["data"][0]["attributes"].take();
    assert_eq!(shipment()["line_tracking_stopped_reason"], "all_containers_terminated");

    let sealed = json!({ "version": 2, "source": "user_input", "reading": { "seal_number": "ML-1" } });
    assert_eq!(scenario.record(CONTAINERS[0], &sealed).requests[0].new, 1);
    assert_eq!(shipment()["line_tracking_stopped_reason"], "all_containers_terminated");
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
}

#[test]
fn a_return_that_is_taken_back_has_the_shipment_followed_again() {
    let (scenario, bill) = tracked_bill();
    let back = json!({ "version": 2, "source": "terminal", "event": { "movement": "gate_in", "empty": true,
        "at": "2026-05-01T10:00:00Z", "place": { "locode": "USLAX", "facility": "A depot" } } });
    let taken_back = |number: &str| {
        let told = with(facts(&back).remove(0), |it| it.container = Some(number.to_owned()));
        json!({ "version": 2, "source": "terminal", "withdrawn": told.key() })
    };
    CONTAINERS.iter().for_each(|number| _ = scenario.record(number, &json!([full_out(None), back])));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
    let asked = scenario.carrier.asked().len();
    scenario.record(CONTAINERS[1], &taken_back(CONTAINERS[1]));
    assert_eq!(scenario.request(&bill)["status"], "created");
    let shipment = scenario.get("/v2/shipments")["data"][0]["attributes"].take();
    assert_eq!(shipment["line_tracking_stopped_reason"], Value::Null);
    scenario.pass(DAY);
    assert!(scenario.carrier.asked().len() > asked);
    scenario.record(CONTAINERS[1], &json!([back]));
    assert_eq!(scenario.request(&bill)["status"], "tracking_stopped");
}

#[test]
fn a_withdrawal_that_meets_nothing_is_doubted_and_one_may_be_said_each_time_it_holds_again() {
    let (scenario, _) = tracked_bill();
    let out = facts(&full_out(Some(CONTAINERS[0]))).remove(0);
    let back = |source: Value| json!({ "version": 2, "source": source, "withdrawn": out.key() });
    let doubted = scenario.record(CONTAINERS[0], &back(json!("terminal")));
    assert_eq!(doubted.requests[0].new, 0);
    assert!(doubted.doubts[0].ends_with("has no effect: the source terminal did not report it"), "{doubted:?}");
    for _ in 0..3 {
        assert_eq!(scenario.record(CONTAINERS[0], &full_out(None)).requests[0].new, 1);
        let recorded = scenario.record(CONTAINERS[0], &back(json!({ "kind": "terminal", "name": "WBCT" })));
        assert_eq!((recorded.requests[0].new, recorded.doubts.len()), (1, 0), "{recorded:?}");
    }
}

#[test]
fn what_nobody_tracks_is_kept_and_joins_in_silence_when_the_box_comes_up() {
    let scenario = Scenario::new();
    let recorded = scenario.record(CONTAINERS[0], &full_out(None));
    assert_eq!((recorded.kept, recorded.requests.len()), (1, 0));
    assert_eq!(scenario.record(CONTAINERS[0], &full_out(Some(CONTAINERS[0]))).kept, 0, "the same again is no more");
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()));
    let told = ["tracking_request.succeeded", "container.created", "container.created"];
    assert_eq!(scenario.events(), told, "the first look-up tells no past");
    scenario.pass(DAY);
    assert_eq!(scenario.events().len(), told.len());
    let withdrawn = json!({ "version": 2, "source": { "kind": "terminal", "name": "WBCT" },
        "withdrawn": facts(&full_out(Some(CONTAINERS[0])))[0].key() });
    assert_eq!(scenario.record(CONTAINERS[0], &withdrawn).requests[0].new, 1);
    scenario.pass(DAY);
    let events = scenario.get(&format!("/v2/containers?filter[number]={}&include=transport_events", CONTAINERS[0]));
    let out = events["included"]
        .as_array()
        .unwrap()
        .iter()
        .find(|e| e["attributes"]["event"] == "container.transport.full_out");
    assert_ne!(out.unwrap()["attributes"]["invalidated_at"], Value::Null, "what was kept does not come back");
}

#[test]
fn what_is_kept_under_a_bill_joins_in_whatever_spelling_it_comes_up() {
    for (kept, tracked) in [(BILL, NORMALIZED), (NORMALIZED, BILL), ("maeu 123456789", "MAEU-123-456-789")] {
        let scenario = Scenario::new();
        assert_eq!(scenario.record(kept, &full_out(Some(CONTAINERS[1]))).kept, 1);
        scenario.carrier.knows(NORMALIZED, &voyage());
        scenario.create("bill_of_lading", tracked, "MAEU");
        scenario.run();
        assert!(
            events_of(&scenario, CONTAINERS[1]).contains(&"container.transport.full_out".to_owned()),
            "{kept} {tracked}"
        );
    }
}

#[test]
fn what_is_told_of_a_number_before_its_carrier_answers_is_in_its_first_shipment() {
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
fn another_accounts_numbers_hear_nothing_and_an_unknown_account_is_refused() {
    let (scenario, _) = tracked_bill();
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    let recorded = scenario.service.record_facts(&other, CONTAINERS[0], &facts(&full_out(None))).unwrap();
    assert_eq!((recorded.kept, recorded.requests.len()), (1, 0));
    assert!(!events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()));
    let nobody = shiptrack::resources::AccountId::new("nobody");
    let refused = scenario.service.record_facts(&nobody, CONTAINERS[0], &[]).unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::NotFound, Some("account")));
}

#[test]
fn more_than_may_be_kept_is_refused_and_goes_when_its_time_is_over() {
    let policy = with(RecordingPolicy::default(), |it| it.most_kept = 2);
    assert_eq!(policy.keep, TimeDelta::days(90));
    let scenario = Scenario::with(|builder| builder.recording(policy));
    let out = |day: u32| json!({ "event": { "milestone": "full_out", "at": format!("2026-05-0{day}"), "place": { "name": format!("P{day}") } } });
    assert_eq!(scenario.record(CONTAINERS[0], &json!([out(1), out(2)])).kept, 2);
    let refused = scenario.service.record_facts(&scenario.account, CONTAINERS[1], &facts(&out(3))).unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Conflict, Some("facts")));
    assert_eq!(refused.errors()[0].code.as_deref(), Some("too_many_kept_facts"));
    assert!(refused.to_string().contains("recording.most_kept"), "{refused}");
    scenario.pass(91 * DAY);
    scenario.run();
    assert_eq!(scenario.record(CONTAINERS[1], &out(3)).kept, 1, "there is room again");
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(
        !events_of(&scenario, CONTAINERS[0]).contains(&"container.transport.full_out".to_owned()),
        "its time was over"
    );
}

#[test]
fn a_fact_of_another_container_or_a_number_nobody_can_track_is_refused_by_its_place() {
    let (scenario, _) = tracked_bill();
    let refused = |number: &str, told: &Value| {
        let refused = scenario.service.record_facts(&scenario.account, number, &facts(told)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Invalid);
        (refused.pointer().unwrap().to_owned(), refused.to_string())
    };
    let (place, words) = refused(CONTAINERS[0], &json!([full_out(None), full_out(Some(CONTAINERS[1]))]));
    assert!(place == "/1/container" && words.contains(CONTAINERS[1]), "{place}: {words}");
    assert_eq!(refused("PO-4500012345", &full_out(None)).0, "number");
    assert_eq!(refused("", &full_out(None)).0, "number");
}

#[test]
fn what_looks_wrong_is_told_to_whoever_records_it_kept_or_not() {
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
fn a_number_that_may_be_a_container_or_a_bill_is_what_is_tracked() {
    // The second has the check digit of a container.
    for (either, own) in [("MAEU1234568", "1234568"), ("MAEU1234567", "1234567")] {
        for spelled in [either, own] {
            let scenario = Scenario::new();
            scenario.carrier.knows(own, &voyage());
            let bill = scenario.create("bill_of_lading", spelled, "MAEU");
            for told in [full_out(Some(CONTAINERS[0])), full_out(None)] {
                let recorded = scenario.record(either, &told);
                let heard: Vec<String> = recorded.requests.iter().map(|of| of.request.to_string()).collect();
                assert_eq!((heard, recorded.kept), (vec![bill.clone()], 0), "{either} {spelled}");
                scenario.run();
            }
            let told = "container.transport.full_out".to_owned();
            assert!(CONTAINERS.iter().all(|number| events_of(&scenario, number).contains(&told)), "{either} {spelled}");
        }
    }
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", Scripted::default()).unwrap());
    scenario.create("bill_of_lading", "1234567", "HLCU");
    let recorded = scenario.record("MAEU1234567", &full_out(None));
    assert_eq!((recorded.requests.len(), recorded.kept), (0, 1), "a box, and no bill of another carrier");
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
    assert_eq!(scenario.record("MAEU1234568", &full_out(None)).requests.len(), 1, "a box with a wrong check digit");
}

#[test]
fn a_number_that_may_be_either_and_is_tracked_as_neither_or_both_is_refused_unless_the_facts_say_what_it_is() {
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
    assert_eq!(refused(&scenario), "number", "it is both");
    assert_eq!(scenario.record("MAEU1234567", &full_out(None)).kept, 1, "the check digit is right");
}

#[test]
fn what_is_said_of_another_carriers_bill_is_not_heard_where_the_number_is_tracked_without_its_code() {
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", Scripted::default()).unwrap());
    let theirs = scenario.create("bill_of_lading", NORMALIZED, "HLCU");
    let heard = |number: &str| {
        let heard = scenario.record(number, &full_out(None)).requests;
        heard.iter().map(|of| of.request.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(heard(BILL), [""; 0], "it is Maersk's");
    assert_eq!(heard(NORMALIZED), [theirs]);
    let ours = scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(heard(BILL), [ours]);
}

#[test]
fn a_bill_that_two_carriers_have_is_the_one_it_begins_with_or_refused() {
    let other = Scripted::default();
    other.knows(NORMALIZED, &voyage());
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", other.clone()).unwrap());
    scenario.carrier.knows(NORMALIZED, &voyage());
    let bill = scenario.create("bill_of_lading", NORMALIZED, "MAEU");
    scenario.create("bill_of_lading", NORMALIZED, "HLCU");
    scenario.run();
    let heard = scenario.record(BILL, &full_out(None)).requests;
    assert_eq!(heard.iter().map(|of| of.request.to_string()).collect::<Vec<_>>(), [bill]);
    let refused = scenario.service.record_facts(&scenario.account, NORMALIZED, &facts(&full_out(None))).unwrap_err();
    assert_eq!((refused.code(), refused.pointer()), (Some("ambiguous_number"), Some("number")));
    assert!(refused.to_string().contains("HLCU and MAEU"), "{refused}");
    assert_eq!(scenario.record(CONTAINERS[0], &full_out(None)).requests.len(), 2, "a box is the same at both");
}
