//! Arrival notices whose bill has the form of a container number, and notices with a last free day for each container.

use shiptrack_tests::sample_files::{SENDER, message};

use super::*;

/// A bill of four letters and seven digits.
const CONTAINER_LIKE: &str = "MAEU1234567";

fn tracked(bill: &str, normalized: &str) -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(normalized, &voyage());
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&[SENDER]);
    scenario.create("bill_of_lading", bill, "MAEU");
    scenario.run();
    scenario
}

/// Ingests a message with this file, and returns the path of its document.
fn ingest(scenario: &Scenario, text: &str) -> String {
    scenario.pass(HOUR);
    let mail = message(&scenario.now().to_string(), "See there", &[("a.txt", "text/plain", text.as_bytes())]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    format!("/v2/documents/{}", email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap())
}

/// The days of May on which the shipment arrives and the containers are free until; 0 if unknown.
fn days(scenario: &Scenario) -> (u32, [u32; 2]) {
    let day = |value: &Value| value.as_str().map_or(0, |day| day[8..10].parse().unwrap());
    let arrival = day(&scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"]);
    let free_until = |number: &str| {
        let found = scenario.get(&format!("/v2/containers?filter[number]={number}"));
        day(&found["data"][0]["attributes"]["import_deadlines"]["pickup_lfd_line"])
    };
    (arrival, CONTAINERS.map(free_until))
}

#[test]
fn what_a_notice_reported_is_taken_back_whatever_the_form_of_its_bill() {
    let changes: [(&str, Value); 3] = [
        ("the value is removed", json!({ "extracted_data_manual": { "last_free_day": null, "eta": null } })),
        ("the type changes", json!({ "document_type_manual": "freight_invoice" })),
        ("the document is deleted", Value::Null),
    ];
    for (bill, normalized) in [(CONTAINER_LIKE, "1234567"), (BILL, NORMALIZED)] {
        for (what, change) in &changes {
            let scenario = tracked(bill, normalized);
            let before = days(&scenario);
            let text = format!(
                "ARRIVAL NOTICE\nB/L No: {bill}\nContainer: {}\nETA: 2026-05-11\nLast Free Day: 2026-05-20\n",
                CONTAINERS[1]
            );
            let document = ingest(&scenario, &text);
            assert_eq!(days(&scenario), (11, [0, 20]), "{bill}");
            scenario.pass(HOUR);
            match change.is_null() {
                true => assert_eq!(scenario.send(Method::Delete, &document, None).status, 204),
                false => _ = patch(&scenario, &document, "document", change.clone()),
            }
            assert_eq!(days(&scenario), before, "{bill}: {what}");
        }
    }
}

#[test]
fn each_container_gets_the_last_free_day_of_its_row() {
    let scenario = tracked(BILL, NORMALIZED);
    let table = |second: &str| {
        format!(
            "ARRIVAL NOTICE\nB/L No: {BILL}\nContainer    Last Free Day\n{}  5/20/2026\n{}  {second}\n",
            CONTAINERS[0], CONTAINERS[1]
        )
    };
    let document = ingest(&scenario, &table("5/10/2026"));
    assert_eq!(days(&scenario).1, [20, 10], "the first date proves the order of the second one");
    let data = scenario.get(&format!("{document}?include=last_document_representation"));
    let payload = &data["included"][0]["attributes"]["payload"];
    assert_eq!(payload["last_free_day"]["others"], true);
    assert_eq!(payload["last_free_days"].as_array().map(Vec::len), Some(2));

    scenario.pass(HOUR);
    patch(&scenario, &document, "document", json!({ "extracted_data_manual": { "last_free_day": null } }));
    assert_eq!(days(&scenario).1, [0, 0]);
    ingest(&scenario, &table("TBA"));
    assert_eq!(days(&scenario).1, [20, 0], "a row without a value inherits none");
}
