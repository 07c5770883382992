//! Numbers in mail and its documents: offered, and tracked or recorded as facts if the account setting says so.

use shiptrack::service::Policies;
use shiptrack_tests::sample_files::{SENDER, message, pdf};

use super::*;

const PDF: &str = "application/pdf";

/// An arrival notice of the bill of [`voyage`], as PDF.
fn notice() -> Vec<u8> {
    pdf(&[
        "ARRIVAL NOTICE",
        "B/L No: MAEU123456789",
        "Container: MSKU0308961",
        "Vessel: Test Voyager   Voyage: 042W",
        "ETA: 11-MAY-2026",
        "Last Free Day: 2026-05-20",
    ])
}

fn ingest(scenario: &Scenario, message: &[u8]) -> String {
    let ingested = scenario.service.ingest_email(&scenario.account, message, None).unwrap();
    format!("/v2/email_submissions/{}", ingested.submission.id)
}

fn untracked(scenario: &Scenario, email: &str) -> Vec<(String, String)> {
    let numbers = scenario.get(email)["data"]["attributes"]["untracked_numbers"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    numbers.iter().map(|number| (text(&number["request_type"]), text(&number["number"]))).collect()
}

fn numbers_tracked(scenario: &Scenario) -> Vec<String> {
    let listed = scenario.get("/v2/tracking_requests");
    let number = |request: &Value| request["attributes"]["request_number"].as_str().unwrap().to_owned();
    listed["data"].as_array().unwrap().iter().map(number).collect()
}

fn with_settings(change: impl Fn(&mut shiptrack::store::AccountSettings)) -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.allow_senders(&[SENDER]);
    scenario.service.change_account(&scenario.account, change).unwrap();
    scenario
}

#[test]
fn numbers_in_mail_are_offered_until_tracked_and_the_documents_join_the_later_shipment() {
    let scenario = with_settings(|_| {});
    let email = ingest(&scenario, &message("News", "About CSQU3054383.", &[("a.pdf", PDF, &notice())]));
    let offered = scenario.get(&email);
    let document = offered["data"]["relationships"]["documents"]["data"][0]["id"].clone();
    let expected = json!([{
        "number": BILL, "request_type": "bill_of_lading", "scac": "MAEU", "document_id": document,
    }]);
    assert_eq!(offered["data"]["attributes"]["untracked_numbers"], expected, "containers of the bill are not offered");
    let path = format!("/v2/documents/{}", document.as_str().unwrap());
    let alone = scenario.get(&path);
    assert_eq!(alone["data"]["attributes"]["document_type"], "arrival_notice");
    assert_eq!(
        alone["data"]["attributes"]["classification_notes"],
        "\u{201c}ARRIVAL NOTICE\u{201d} is on page 1, line 1"
    );
    assert_eq!(alone["data"]["relationships"]["shipments"]["data"], json!([]));

    scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(untracked(&scenario, &email), []);
    scenario.run();
    let joined = scenario.get(&path);
    assert_eq!(joined["data"]["relationships"]["shipments"]["data"].as_array().unwrap().len(), 1);
    assert_eq!(
        joined["data"]["relationships"]["cargos"]["data"].as_array().unwrap().len(),
        2,
        "both containers, the text of the message names one"
    );
}

#[test]
fn numbers_corrected_by_a_user_are_offered() {
    let scenario = with_settings(|_| {});
    let email = ingest(&scenario, &message("News", "See there", &[("a.txt", "text/plain", b"Container MSKU0308961")]));
    assert_eq!(untracked(&scenario, &email), [("container".to_owned(), "MSKU0308961".to_owned())]);
    let id = scenario.get(&email)["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap().to_owned();
    let body = json!({ "data": { "type": "document", "id": id, "attributes": {
        "extracted_data_manual": { "bookings": ["987654321"] } } } });
    assert_eq!(scenario.send(Method::Patch, &format!("/v2/documents/{id}"), Some(&body)).status, 200);
    assert_eq!(untracked(&scenario, &email), [("booking_number".to_owned(), "987654321".to_owned())]);
    assert_eq!(scenario.send(Method::Delete, &format!("/v2/documents/{id}"), None).status, 204);
    assert_eq!(untracked(&scenario, &email), []);
}

#[test]
fn track_numbers_in_mail_tracks_each_number_once_up_to_the_limit_per_message() {
    let scenario = Scenario::with(|builder| {
        let mut policies = Policies::default();
        policies.documents.most_tracked = 1;
        builder.policies(policies)
    });
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    scenario.service.change_account(&scenario.account, |account| account.track_numbers_in_mail = true).unwrap();
    let both = message("News", "B/L No: MAEU123456789\r\nB/L No: MAEU223456789\r\nBox TGHU1643396", &[]);
    let email = ingest(&scenario, &both);
    assert_eq!(numbers_tracked(&scenario), [BILL]);
    assert_eq!(untracked(&scenario, &email), [("bill_of_lading".to_owned(), "MAEU223456789".to_owned())]);
    assert_eq!(ingest(&scenario, &both), email);
    assert_eq!(numbers_tracked(&scenario), [BILL]);
    // The carrier of this container cannot be detected.
    let container_mail = ingest(&scenario, &message("News", "Box TGHU1643396", &[]));
    assert_eq!((numbers_tracked(&scenario).len(), untracked(&scenario, &container_mail).len()), (1, 1));
    scenario.service.ingest_email(&other, &both, None).unwrap();
    assert_eq!(scenario.service.client_of(&other).unwrap().tracking_requests().list().into_iter().count(), 0);
}

#[test]
fn an_arrival_notice_is_recorded_as_facts_if_the_account_setting_is_enabled() {
    let dates = |scenario: &Scenario| {
        let shipment = scenario.get("/v2/shipments")["data"][0]["attributes"].clone();
        let containers = scenario.get("/v2/containers?filter[number]=MSKU0308961");
        let free = containers["data"][0]["attributes"]["import_deadlines"]["pickup_lfd_line"].clone();
        (shipment["pod_eta_at"].clone(), free)
    };
    let mail = message("News", "See there", &[("a.pdf", PDF, &notice())]);
    for is_enabled in [false, true] {
        let scenario = with_settings(|account| account.record_arrival_notices = is_enabled);
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        let before = dates(&scenario);
        ingest(&scenario, &mail);
        ingest(&scenario, &mail);
        match is_enabled {
            false => assert_eq!(dates(&scenario), before),
            true => {
                let (arrival, free) = dates(&scenario);
                assert!(arrival.as_str().unwrap().starts_with("2026-05-11"), "{arrival}");
                assert!(free.as_str().unwrap().starts_with("2026-05-20"), "{free}");
            }
        }
    }
    // Facts about an untracked number are stored until it is tracked.
    let scenario = with_settings(|account| account.record_arrival_notices = true);
    ingest(&scenario, &mail);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(dates(&scenario).1.as_str().is_some_and(|day| day.starts_with("2026-05-20")), "{:?}", dates(&scenario));
}

#[test]
fn an_ambiguous_notice_is_not_recorded_as_facts() {
    let scenario = with_settings(|account| account.record_arrival_notices = true);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let before = scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"].clone();
    for lines in [
        &["ARRIVAL NOTICE", "B/L No: MAEU123456789", "B/L No: MAEU223456789", "ETA: 11-MAY-2026"][..],
        &["ARRIVAL NOTICE", "B/L No: MAEU123456789", "ETA: 11-MAY-2026", "ETA: 12-MAY-2026"],
        &["BILL OF LADING", "B/L No: MAEU123456789", "ETA: 11-MAY-2026"],
    ] {
        ingest(&scenario, &message("News", "See there", &[("a.pdf", PDF, &pdf(lines))]));
    }
    assert_eq!(scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"], before);
}
