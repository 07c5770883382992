//! Numbers that are container numbers except for one typing error.

use shiptrack::numbers::{NumberKind, TrackingNumber};
use shiptrack_tests::sample_files::message;

use super::*;

/// What happens to a number.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    /// It is rejected, and the error names this container.
    Refused(&'static str),
    /// It is rejected for another reason, or its kind has to be stated.
    NoKind,
    /// It is tracked, with a warning.
    Warned,
    /// It is tracked without a warning.
    Tracked,
}

use Outcome::{NoKind, Refused, Tracked, Warned};

/// Each row: the number; the outcome without a kind; the outcome if it is stated as a bill of lading or a booking.
const TABLE: &[(&str, Outcome, Outcome)] = &[
    ("CSQU3O54383", Refused("CSQU3054383"), Warned),
    ("TGHUI643396", Refused("TGHU1643396"), Warned),
    ("CSQU305438", Refused("CSQU3054383"), Warned),
    ("CSQU30543833", Refused("CSQU3054383"), Warned),
    ("TGHJ1643396", Refused("TGHU1643396"), Warned),
    // Container numbers that are stated as a bill.
    ("CSQU3054383", Tracked, Warned),
    ("TGHU 164339-6", Tracked, Warned),
    // Formats of bills.
    ("MEDUO1234567", Tracked, Tracked),
    ("MEDUSI197367", Tracked, Tracked),
    ("COSU6300000080", Tracked, Tracked),
    ("APLU054960128", Tracked, Tracked),
    // A wrong check digit, and no single error that explains it.
    ("HLCU7654321", NoKind, Tracked),
    ("ARKU7654321", NoKind, Tracked),
    ("SMLU1234567B", NoKind, Tracked),
    ("SHAU76543200", NoKind, Tracked),
];

#[test]
fn a_number_with_a_typing_error_is_rejected_without_a_kind_and_tracked_with_a_warning_as_a_bill() {
    for (number, without_kind, stated) in TABLE {
        let found = match TrackingNumber::infer(number) {
            Ok(_) => Tracked,
            Err(refused) => match without_kind {
                Refused(container) if refused.to_string().contains(&format!("did you mean {container} (")) => {
                    *without_kind
                }
                _ => {
                    assert!(!refused.to_string().contains("did you mean"), "{refused}");
                    NoKind
                }
            },
        };
        assert_eq!(found, *without_kind, "{number} without a kind");
        for kind in [NumberKind::BillOfLading, NumberKind::BookingNumber] {
            let scenario = Scenario::new();
            let client = scenario.service.client();
            let created =
                client.tracking_requests().create(shiptrack::NewTrackingRequest::new(kind, *number).scac("MAEU"));
            let created = created.unwrap();
            let warnings = created.document().warnings();
            let found = match warnings.as_slice() {
                [] => Tracked,
                [only] => {
                    assert_eq!(
                        (&*only.code, only.field()),
                        ("container_number", Some("/data/attributes/request_number"))
                    );
                    Warned
                }
                several => panic!("{several:?}"),
            };
            assert_eq!(found, *stated, "{number} as a {kind}: {warnings:?}");
        }
    }
}

#[test]
fn the_inference_names_the_container_that_was_meant() {
    let scenario = Scenario::new();
    let found = scenario.service.client().tracking_requests().infer_number("CSQU3O54383").unwrap();
    assert_eq!((found.kind(), found.is_valid()), (Some(NumberKind::Container), Some(false)));
    let reason = found.reason().unwrap_or_default();
    assert!(reason.contains("did you mean CSQU3054383 (the letter O for the digit 0)?"), "{reason}");
}

#[test]
fn a_typing_error_in_mail_is_reported_and_not_tracked() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    let account = scenario.account.clone();
    scenario.service.change_account(&account, |settings| settings.track_numbers_in_mail = true).unwrap();
    let mail = "From: desk@example.org\r\nTo: in@example.org\r\nMessage-ID: <slip@example.org>\r\nSubject: Shipment\r\n\r\n\
                B/L No: CSQU3O54383\r\n";
    let ingested = scenario.service.ingest_email(&account, mail.as_bytes(), None).unwrap();
    scenario.run();
    assert_eq!(client.tracking_requests().list().into_iter().count(), 0);
    let problem = ingested.problems.iter().find(|problem| problem.contains("doubtful_number"));
    assert!(problem.is_some_and(|problem| problem.contains("did you mean CSQU3054383")), "{:?}", ingested.problems);
}

#[test]
fn a_typing_error_in_the_container_of_a_document_is_reported_and_not_tracked() {
    let scenario = Scenario::new();
    let account = scenario.account.clone();
    scenario.service.change_account(&account, |settings| settings.track_numbers_in_mail = true).unwrap();
    let notice = "Container       LFD\nMSKU0308961     26 Jan 2026\nCSQU 3O5438-3   26 Jan 2026\nSeal MLU123456\n";
    let mail = message("Shipment", "See there\nContainer: TGHU16433396", &[("a.txt", "text/plain", notice.as_bytes())]);
    let ingested = scenario.service.ingest_email(&account, &mail, None).unwrap();
    scenario.run();
    let tracked = scenario.get("/v2/tracking_requests");
    assert_eq!(tracked["data"], json!([]), "{tracked}");
    let problems: Vec<&String> =
        ingested.problems.iter().filter(|problem| problem.contains("doubtful_number")).collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    for (place, number) in [("message", "TGHU1643396"), ("a.txt", "CSQU3054383")] {
        let names = |problem: &&String| problem.contains(place) && problem.contains(&format!("did you mean {number}"));
        assert!(problems.iter().copied().any(|problem| names(&problem)), "{problems:?}");
    }
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    let document = email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap();
    let read = scenario.get(&format!("/v2/documents/{document}?include=last_document_representation"));
    let doubtful = &read["included"][0]["attributes"]["payload"]["doubtful_containers"];
    assert_eq!((&doubtful[0]["number"], doubtful.as_array().map(Vec::len)), (&json!("CSQU3O54383"), Some(1)));
    assert!(doubtful[0]["problem"].as_str().unwrap().contains("did you mean CSQU3054383"), "{doubtful}");
}
