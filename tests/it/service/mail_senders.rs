//! Who may report facts by mail: only senders that the host program has allowed.

use shiptrack_tests::with;

use super::documents::upload;
use super::*;
use shiptrack::carriers::CallbackSecret;
use shiptrack::email::AllowedSenders;
use shiptrack::http::Headers;
use shiptrack::service::{IngestedEmail, NewSubscription, RecordingPolicy};
use shiptrack_tests::sample_files::{SENDER, message, pdf};

/// A discharge of the container of [`voyage`], in EDIFACT.
const DISCHARGED: &str = "UNB+UNOA:2+USLAXTERM+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
    LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'DTM+203:202604201410:203'UNT+7+1'UNZ+1+77'";

const NOTICE: &str =
    "ARRIVAL NOTICE\nB/L No: MAEU123456789\nContainer: MSKU0308961\nETA: 2026-05-11\nLast Free Day: 2026-05-20\n";

fn tracked() -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario
}

/// Ingests a message with these fields above its own ones, with a file.
fn ingest(scenario: &Scenario, fields: &str, file: &str) -> IngestedEmail {
    let mail = message("Status", "See there", &[("a.txt", "text/plain", file.as_bytes())]);
    let mail = [fields.as_bytes(), &mail[..]].concat();
    scenario.service.ingest_email(&scenario.account, &mail, None).unwrap()
}

fn document(scenario: &Scenario) -> (String, Value) {
    let found = scenario.get("/v2/documents")["data"][0].take();
    (format!("/v2/documents/{}", found["id"].as_str().unwrap()), found["attributes"].clone())
}

/// The shipment with its containers, and the number of notifications other than those about documents.
fn published(scenario: &Scenario) -> (Value, usize) {
    let shipments = scenario.get("/v2/shipments?include=containers");
    let events = scenario.events();
    let count = events.iter().filter(|event| !event.starts_with("document")).count();
    (json!([shipments["data"][0], shipments["included"]]), count)
}

#[test]
fn edi_in_mail_of_a_stranger_is_a_document_and_a_doubt_and_never_a_fact() {
    let scenario = tracked();
    let before = published(&scenario);
    for fields in ["", "From: edi@evil.example\r\n"] {
        let taken = ingest(&scenario, fields, &DISCHARGED.replace("77'", &format!("{}'", 77 + fields.len())));
        let [attached] = &taken.edi[..] else { panic!("{taken:?}") };
        assert!(attached.report.interchanges.is_empty() && !attached.report.is_whole(), "{attached:?}");
        assert!(taken.problems.iter().any(|problem| problem.contains("(sender_not_allowed)")), "{taken:?}");
        let (path, attributes) = document(&scenario);
        assert_eq!(attributes["document_type"], "edi");
        assert!(attributes["classification_notes"].as_str().unwrap().contains("not recorded"), "{attributes}");
        for action in ["reextract", "reclassify"] {
            assert_eq!(scenario.send(Method::Post, &format!("{path}/{action}"), None).status, 202);
        }
        scenario.run();
    }
    assert_eq!(published(&scenario), before);
    assert!(scenario.service.unread_edi(&scenario.account, 10).unwrap().is_empty());
}

#[test]
fn edi_of_an_allowed_sender_is_recorded_also_if_the_sender_is_allowed_later() {
    let scenario = tracked();
    let before = published(&scenario);
    ingest(&scenario, "", DISCHARGED);
    scenario.allow_senders(&["LINE.example"]);
    let (path, _) = document(&scenario);
    assert_eq!(scenario.send(Method::Post, &format!("{path}/reextract"), None).status, 202);
    assert_ne!(published(&scenario), before);

    let other = tracked();
    other.allow_senders(&[SENDER]);
    let taken = ingest(&other, "", DISCHARGED);
    assert!(taken.edi[0].report.is_whole() && taken.problems.is_empty(), "{taken:?}");
}

#[test]
fn a_mail_server_has_the_name_of_a_host_and_a_sender_has_no_wildcard() {
    let scenario = tracked();
    for name in ["mx host", "https://mx.example", "mx.example:25", "*.example", "mx..example"] {
        let change = scenario
            .service
            .change_account(&scenario.account, |account| account.authentication_server = name.to_owned());
        assert_eq!(change.unwrap_err().pointer(), Some("authentication_server"), "{name}");
        assert!(
            AllowedSenders::new(&[name]).is_err() && AllowedSenders::new(&[format!("edi@{name}")]).is_err(),
            "{name}"
        );
    }
}

#[test]
fn the_mail_server_of_the_host_must_confirm_the_sender() {
    let scenario = tracked();
    scenario.allow_senders(&["line.example"]);
    scenario
        .service
        .change_account(&scenario.account, |account| account.authentication_server = "mx.host.example".to_owned())
        .unwrap();
    let before = published(&scenario);
    let result = |server: &str, result: &str| format!("Authentication-Results: {server}; {result}\r\n");
    let pass = result("mx.host.example", "dmarc=pass header.from=line.example");
    for fields in [
        String::new(),
        result("mx.evil.example", "dmarc=pass header.from=line.example"),
        result("mx.host.example", "dmarc=pass header.from=evil.example"),
        // The topmost result counts: the sender may have written those below.
        result("mx.host.example", "dmarc=fail header.from=line.example") + &pass,
        format!("{pass}From: edi@evil.example\r\n"),
        // A stranger may have written a part of a field with a property twice, or of one that cannot be read.
        result("mx.host.example", "dkim=pass header.d=evil.example header.d=line.example") + &pass,
        result("mx.host.example", "spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=line.example") + &pass,
    ] {
        let taken = ingest(&scenario, &fields, DISCHARGED);
        assert!(taken.problems.iter().any(|problem| problem.contains("(sender_not_allowed)")), "{fields}: {taken:?}");
    }
    assert_eq!(published(&scenario), before);
    assert!(ingest(&scenario, &pass, DISCHARGED).edi[0].report.is_whole());
    assert_ne!(published(&scenario), before);
}

#[test]
fn a_notice_of_a_stranger_is_no_fact_in_an_attachment_or_in_the_text() {
    let scenario = tracked();
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    let before = published(&scenario);
    let text = format!("From: {SENDER}\r\nSubject: Notice\r\n\r\n{}", NOTICE.replace('\n', "\r\n"));
    for taken in [
        scenario.service.ingest_email(&scenario.account, text.as_bytes(), None).unwrap(),
        ingest(&scenario, "", NOTICE),
    ] {
        assert!(taken.problems[0].starts_with("message: its arrival notice was not recorded: "), "{taken:?}");
    }
    let (path, attributes) = document(&scenario);
    assert_eq!(attributes["document_type"], "arrival_notice");
    let change = |attributes: Value| {
        let body = json!({ "data": { "type": "document", "attributes": attributes } });
        assert_eq!(scenario.send(Method::Patch, &path, Some(&body)).status, 200);
    };
    change(json!({ "document_type_manual": null }));
    assert_eq!(scenario.send(Method::Post, &format!("{path}/reextract"), None).status, 202);
    assert_eq!(published(&scenario), before);

    // Values that a user sets with a key of the account are statements of the user. Others of the document stay out.
    let of_user = json!({ "last_free_day": "2026-05-21", "containers": ["MSKU0308961"] });
    change(json!({ "document_type_manual": "arrival_notice", "extracted_data_manual": of_user }));
    let shipment = |after: &(Value, usize)| after.0[0]["attributes"]["pod_eta_at"].clone();
    let changed = published(&scenario);
    assert!(changed != before && shipment(&changed) == shipment(&before), "only the last free day changed");

    scenario.allow_senders(&[SENDER]);
    change(json!({ "extracted_data_manual": null }));
    assert_ne!(shipment(&published(&scenario)), shipment(&before));
}

/// A bounce of the server of an allowed domain. It contains a message of a stranger with a notice and EDI.
fn bounce(kind: &str, fields: &str) -> String {
    let files: [(&str, &str, &[u8]); 2] =
        [("arrival notice.txt", "text/plain", NOTICE.as_bytes()), ("e.edi", "text/plain", DISCHARGED.as_bytes())];
    let inner = String::from_utf8(message("hi", "x", &files)).unwrap().replace(SENDER, "x@evil.example");
    format!(
        "{fields}From: postmaster@line.example\r\nSubject: Undelivered Mail\r\nContent-Type: {kind}; boundary=o\r\n\r\n--o\r\n\r\n\
         no such user\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n{inner}\r\n--o--\r\n"
    )
}

fn with_notices() -> Scenario {
    let scenario = tracked();
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&["line.example"]);
    scenario
}

#[test]
fn what_a_stranger_wrote_into_a_bounce_or_an_attached_message_is_no_fact() {
    let scenario = with_notices();
    let before = published(&scenario);
    for mail in [
        bounce("multipart/report; report-type=delivery-status", ""),
        bounce("multipart/mixed", "Auto-Submitted: auto-replied\r\n"),
        bounce("multipart/mixed", "Return-Path: <>\r\n"),
        // The message inside is that of a stranger, whatever the fields of the outer message are.
        bounce("multipart/mixed", ""),
        bounce("multipart/digest", ""),
    ] {
        let taken = scenario.service.ingest_email(&scenario.account, mail.as_bytes(), None).unwrap();
        let is_reported =
            |problem: &String| problem.contains("(sender_not_allowed)") && problem.contains("indirect_senders");
        assert!(taken.problems.iter().any(is_reported), "{taken:?}");
        assert!(!taken.edi[0].report.is_whole());
        let documents = scenario.get("/v2/documents?page[size]=3")["data"].take();
        let paths = documents.as_array().unwrap().iter().map(|found| found["id"].as_str().unwrap());
        for id in paths {
            let path = format!("/v2/documents/{id}/reextract");
            assert_eq!(scenario.send(Method::Post, &path, None).status, 202);
        }
        scenario.run();
        assert_eq!(published(&scenario), before, "{mail}");
    }
}

#[test]
fn indirect_mail_reports_facts_only_if_its_sender_is_listed_for_that() {
    for fields in [
        "Auto-Submitted: auto-replied\r\n",
        "Return-Path: <>\r\n",
        "List-Id: <notices.line.example>\r\n",
        "Content-Type: multipart/report; boundary=b\r\n",
    ] {
        let scenario = with_notices();
        let before = published(&scenario);
        let taken = ingest(&scenario, fields, DISCHARGED);
        assert!(taken.problems.iter().any(|problem| problem.contains("indirect_senders")), "{fields}: {taken:?}");
        assert_eq!(published(&scenario), before, "{fields}");
        let list = |entry: &str| {
            let senders = AllowedSenders::new(&[entry]).unwrap();
            scenario
                .service
                .change_account(&scenario.account, |account| account.indirect_senders = senders.clone())
                .unwrap();
        };
        let (path, _) = document(&scenario);
        let read_again = || assert_eq!(scenario.send(Method::Post, &format!("{path}/reextract"), None).status, 202);
        list("other@line.example");
        read_again();
        assert_eq!(published(&scenario), before, "{fields}");
        list(SENDER);
        read_again();
        assert_ne!(published(&scenario), before, "{fields}");
    }
    // A sender who is not allowed is not allowed by the other list either.
    let scenario = tracked();
    let before = published(&scenario);
    let senders = AllowedSenders::new(&[SENDER]).unwrap();
    scenario.service.change_account(&scenario.account, |account| account.indirect_senders = senders.clone()).unwrap();
    ingest(&scenario, "", DISCHARGED);
    assert_eq!(published(&scenario), before);
}

#[test]
fn automatic_notices_of_carriers_report_facts() {
    for fields in ["Auto-Submitted: auto-generated\r\n", "Precedence: bulk\r\n", "Return-Path: <b+7@line.example>\r\n"]
    {
        let scenario = with_notices();
        let before = published(&scenario);
        assert!(ingest(&scenario, fields, DISCHARGED).edi[0].report.is_whole(), "{fields}");
        assert_ne!(published(&scenario), before);
    }
}

#[test]
fn files_that_a_key_of_the_account_uploads_need_no_sender() {
    let scenario = tracked();
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    let before = published(&scenario);
    upload(scenario.transport.as_ref(), DISCHARGED.as_bytes());
    let with_edi = published(&scenario);
    upload(scenario.transport.as_ref(), &pdf(&NOTICE.lines().collect::<Vec<_>>()));
    assert!(with_edi != before && published(&scenario) != with_edi);
}

#[test]
fn senders_are_allowed_for_one_account_only() {
    let scenario = tracked();
    let other = scenario.service.create_account("other", "Other").unwrap();
    let allowed = AllowedSenders::new(&[SENDER]).unwrap();
    scenario.service.change_account(&other.id, |account| account.allowed_senders = allowed.clone()).unwrap();
    let before = published(&scenario);
    assert!(!ingest(&scenario, "", DISCHARGED).edi[0].report.is_whole());
    assert_eq!(published(&scenario), before);
}

#[test]
fn mail_leaves_room_for_callbacks_and_a_callback_without_room_is_repeated() {
    let policy = with(RecordingPolicy::default(), |policy| (policy.most_kept, policy.most_kept_of_mail) = (10, 4));
    let scenario = Scenario::with(|builder| builder.recording(policy));
    scenario.allow_senders(&[SENDER]);
    let mut kept = 0;
    let refused = (10..20).any(|at| {
        let edi = DISCHARGED.replace("MSKU0308961", &format!("MSKU03089{at}")).replace("77'", &format!("{at}'"));
        let taken = ingest(&scenario, "", &edi);
        kept += taken.edi[0].report.interchanges[0].messages[0].kept;
        taken.problems.iter().any(|problem| problem.contains("(unread_edi)"))
    });
    assert!(refused && (1..=4).contains(&kept), "{kept}");

    let new = NewSubscription::of_carrier("MAEU").called("7f5a").secret("AAECAwQFBgcICQoLDA0ODw==");
    scenario.service.add_subscription(&scenario.account, new).unwrap();
    let push = |container: &str| {
        let body = json!([{ "eventType": "EQUIPMENT", "equipmentEventTypeCode": "GTOT", "eventClassifierCode": "ACT", "emptyIndicatorCode": "LADEN",
            "eventDateTime": "2026-04-12T09:00:00-07:00", "equipmentReference": container, "eventLocation": { "UNLocationCode": "USLAX" } }]);
        let body = body.to_string().into_bytes();
        let mut headers = Headers::new();
        headers.set("Subscription-ID", "7f5a");
        headers.set("Notification-Signature", CallbackSecret::parse("AAECAwQFBgcICQoLDA0ODw==").unwrap().sign(&body));
        scenario.service.receive_push(&headers, &body)
    };
    for container in 20..(30 - kept) {
        assert_eq!(push(&format!("MSKU03089{container}")).unwrap().kept, 1);
    }
    let error = push("MSKU0308961").unwrap_err();
    assert_eq!((error.http_status(), error.code()), (Some(503), Some("too_many_kept_facts")));
    scenario.pass(91 * DAY);
    scenario.run();
    let repeated = push("MSKU0308961").unwrap();
    assert_eq!((repeated.is_repeated, repeated.kept), (false, 1));
}
