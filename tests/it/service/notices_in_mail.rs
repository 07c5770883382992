//! Arrival notices in the text of messages and in attached messages.

use super::arrival_notices::{days, notice, tracked_bill};
use super::*;
use shiptrack::client::NewUpload;
use shiptrack::email::AllowedSenders;
use shiptrack::service::IngestedEmail;
use shiptrack_tests::sample_files::{SENDER, iftsta, message};

/// The notice as a table in HTML.
fn table(arrival: u32, free_until: u32) -> String {
    let rows = notice(arrival, free_until);
    let row = |line: &str| match line.split_once(':') {
        Some((label, value)) => format!("<tr><td><b>{label}</b></td><td>{value}</td></tr>"),
        None => format!("<tr><th colspan=2>{line}</th></tr>"),
    };
    format!(
        "<html><body><p>Dear customer,</p><table>{}</table></body></html>",
        rows.lines().map(row).collect::<String>()
    )
}

fn mail(subject: &str, kind: &str, text: &str) -> String {
    format!("From: {SENDER}\r\nSubject: {subject}\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n{text}")
}

fn ingest(scenario: &Scenario, mail: &[u8]) -> IngestedEmail {
    scenario.pass(HOUR);
    scenario.service.ingest_email(&scenario.account, mail, None).unwrap()
}

/// Name and type of each document, oldest first.
fn documents(scenario: &Scenario) -> Vec<(String, Value)> {
    let found = scenario.get("/v2/documents?sort=created_at")["data"].take();
    let document = |found: &Value| {
        let attributes = &found["attributes"];
        (attributes["name"].as_str().unwrap().to_owned(), attributes["document_type"].clone())
    };
    found.as_array().unwrap().iter().map(document).collect()
}

fn a_notice(name: &str) -> Vec<(String, Value)> {
    vec![(name.to_owned(), json!("arrival_notice"))]
}

#[test]
fn a_notice_in_the_text_or_html_of_a_message_is_a_document_and_a_source() {
    let both = format!(
        "From: {SENDER}\r\nSubject: Notice\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nArrival: see HTML\r\n\
         --b\r\nContent-Type: text/html\r\n\r\n{}\r\n--b--\r\n",
        table(11, 20)
    );
    let subject = format!("Arrival notice for B/L {BILL}");
    let without_title = notice(11, 20).lines().skip(2).collect::<Vec<_>>().join("\n");
    for mail in [
        mail("Your cargo", "text/plain", &notice(11, 20)),
        mail("Your cargo", "text/html", &table(11, 20)),
        both,
        // Title and bill are in the subject.
        mail(&subject, "text/plain", &without_title),
    ] {
        let scenario = tracked_bill();
        let ingested = ingest(&scenario, mail.as_bytes());
        assert_eq!((documents(&scenario), days(&scenario)), (a_notice("message.eml"), (11, 20)), "{mail}");
        assert_eq!(ingested.submission.documents_count, Some(1));
        // The document can be read again, and deleted.
        let id = scenario.get("/v2/documents")["data"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(scenario.send(Method::Post, &format!("/v2/documents/{id}/reextract"), None).status, 202);
        assert_eq!(days(&scenario), (11, 20));
        assert_eq!(scenario.send(Method::Delete, &format!("/v2/documents/{id}"), None).status, 204);
        assert_eq!(days(&scenario), (9, 0));
    }
}

/// A message with both versions of its body.
fn alternatives(text: &str, html: &str) -> String {
    format!(
        "From: {SENDER}\r\nSubject: Your cargo\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\n\r\n{text}\r\n\
         --a\r\nContent-Type: text/html\r\n\r\n{html}\r\n--a--\r\n"
    )
}

/// Lets messages inside the messages of the sender report facts.
fn list_indirect_sender(scenario: &Scenario) {
    let senders = AllowedSenders::new(&[SENDER]).unwrap();
    scenario.service.change_account(&scenario.account, |account| account.indirect_senders = senders.clone()).unwrap();
}

#[test]
fn the_plain_text_is_read_if_the_html_version_has_no_notice() {
    for html in [
        "<html><body><img src=\"cid:notice\"></body></html>".to_owned(),
        "<html><body><p>Please consider the environment before printing. Arrival of this mail is not guaranteed.</p></body></html>"
            .to_owned(),
        format!("<html><body><p>Arrival notice for B/L {BILL}</p><img src=\"cid:notice\"></body></html>"),
    ] {
        let mail = alternatives(&notice(11, 20), &html);
        let scenario = tracked_bill();
        ingest(&scenario, mail.as_bytes());
        assert_eq!((documents(&scenario), days(&scenario)), (a_notice("message.eml"), (11, 20)), "{html}");
        // The same holds for an attached message.
        let scenario = tracked_bill();
        list_indirect_sender(&scenario);
        ingest(&scenario, &message("Fwd", "See there", &[("message.eml", "message/rfc822", mail.as_bytes())]));
        assert_eq!((documents(&scenario), days(&scenario)), (a_notice("message.eml"), (11, 20)), "{html}");
    }
    // If both have the data, the HTML is read, because its tables have rows.
    let scenario = tracked_bill();
    ingest(&scenario, alternatives(&notice(13, 22), &table(11, 20)).as_bytes());
    assert_eq!(days(&scenario), (11, 20));
    // A version with numbers is read, also if it is no notice.
    let scenario = tracked_bill();
    let mail = alternatives(&format!("B/L No: {BILL}"), "<html><body><p>Your documents</p></body></html>");
    ingest(&scenario, &message("Fwd", "See there", &[("message.eml", "message/rfc822", mail.as_bytes())]));
    let payload = scenario.get("/v2/documents?include=last_document_representation")["included"][0].take();
    assert_eq!(payload["attributes"]["payload"]["bills_of_lading"][0]["number"], BILL, "{payload}");
}

/// Uploads a message as a file, and waits until it and its attachments were read.
fn upload(scenario: &Scenario, message: &[u8]) -> String {
    scenario.pass(HOUR);
    let file = NewUpload::reader("mail.eml", std::io::Cursor::new(message.to_vec()));
    let document = scenario.service.client().documents().upload(file).unwrap();
    scenario.run();
    format!("/v2/documents/{}", document.id)
}

fn names(scenario: &Scenario) -> Vec<String> {
    documents(scenario).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn attachments_of_an_uploaded_message_are_documents_whose_facts_count_as_uploaded() {
    let of_stranger = |mail: Vec<u8>| String::from_utf8(mail).unwrap().replace(SENDER, "x@evil.example").into_bytes();
    let mail = of_stranger(message(
        "Notice",
        "See there",
        &[
            ("a.txt", "text/plain", notice(11, 20).as_bytes()),
            (
                "b.edi",
                "application/edifact",
                iftsta("1", CONTAINERS[1], [("202604201410".to_owned(), "USLAX".to_owned())]).as_bytes(),
            ),
        ],
    ));
    let scenario = tracked_bill();
    let path = upload(&scenario, &mail);
    assert_eq!(
        (names(&scenario), days(&scenario)),
        (vec!["mail.eml".into(), "a.txt".into(), "b.edi".into()], (11, 20))
    );
    assert_eq!(documents(&scenario)[2].1, "edi");
    for found in scenario.get("/v2/documents")["data"].as_array().unwrap() {
        assert_eq!(
            (&found["attributes"]["source"], &found["relationships"]["email_submission"]["data"]),
            (&json!("api"), &json!(null))
        );
    }
    // A document that is read again, and another message with the same file, add no copy.
    assert_eq!(scenario.send(Method::Post, &format!("{path}/reextract"), None).status, 202);
    upload(&scenario, &of_stranger(message("Fwd", "See there", &[("c.txt", "text/plain", notice(11, 20).as_bytes())])));
    assert_eq!(names(&scenario), ["mail.eml", "a.txt", "b.edi", "mail.eml"]);
}

#[test]
fn messages_in_an_uploaded_message_are_opened_two_levels_deep() {
    let mut mail = message("0", "See there", &[("deep.txt", "text/plain", b"x")]);
    for level in 1..5 {
        let text = String::from_utf8(mail)
            .unwrap()
            .replace("=b\r", &format!("={level}x\r"))
            .replace("--b", &format!("--{level}x"));
        mail =
            message(&level.to_string(), "See there", &[(&format!("{level}.eml"), "message/rfc822", text.as_bytes())]);
    }
    let scenario = tracked_bill();
    upload(&scenario, &mail);
    scenario.run();
    assert_eq!(names(&scenario), ["mail.eml", "4.eml", "3.eml", "2.eml"]);
}

#[test]
fn the_text_of_a_stranger_is_a_document_and_no_source() {
    let scenario = tracked_bill();
    let mail = mail("Notice", "text/html", &table(11, 20)).replace(SENDER, "x@evil.example");
    ingest(&scenario, mail.as_bytes());
    assert_eq!((documents(&scenario), days(&scenario)), (a_notice("message.eml"), (9, 0)));
}

#[test]
fn the_same_text_in_another_message_does_not_replace_a_newer_notice() {
    let scenario = tracked_bill();
    for (arrival, expected) in [(11, 11), (13, 13), (11, 13)] {
        let id = format!("Message-ID: <{}@line.example>\r\n", scenario.now().timestamp());
        ingest(&scenario, (id + &mail("Your cargo", "text/plain", &notice(arrival, 20))).as_bytes());
        assert_eq!(days(&scenario), (expected, 20));
    }
}

#[test]
fn texts_that_only_mention_or_quote_a_notice_are_not_documents() {
    let quoted: String = notice(11, 20).lines().map(|line| format!("> {line}\r\n")).collect();
    for (subject, text) in [
        ("Question", format!("When is the arrival?\r\n\r\n{quoted}")),
        ("RE: Arrival notice", notice(11, 20)),
        ("AW: Arrival notice", table(11, 20)),
        ("Arrival notice", format!("See {BILL} in the attachment.")),
        ("Arrival notice", "ETA: 2026-05-11, of all containers.".to_owned()),
    ] {
        let scenario = tracked_bill();
        ingest(&scenario, mail(subject, "text/plain", &text).as_bytes());
        assert_eq!((documents(&scenario), days(&scenario)), (Vec::new(), (9, 0)), "{subject}: {text}");
    }
}

#[test]
fn an_attached_notice_counts_instead_of_the_text() {
    let scenario = tracked_bill();
    let attached = notice(13, 22);
    let mail = message("Notice", &notice(11, 20), &[("a.txt", "text/plain", attached.as_bytes())]);
    ingest(&scenario, &mail);
    assert_eq!((documents(&scenario), days(&scenario)), (a_notice("a.txt"), (13, 22)));
}

#[test]
fn an_attached_message_is_opened_and_is_a_source_only_if_its_outer_sender_may_report_others() {
    let of_stranger = |mail: &[u8]| String::from_utf8_lossy(mail).replace(SENDER, "x@evil.example").into_bytes();
    let with_text = mail("Notice", "text/html", &table(11, 20)).into_bytes();
    let with_file = message("Fwd", "See there", &[("a.txt", "text/plain", notice(11, 20).as_bytes())]);
    let with_file = String::from_utf8(with_file).unwrap().replace("boundary=b", "boundary=c").replace("--b", "--c");
    for (inner, names) in [(with_text, &["message.eml"][..]), (with_file.into_bytes(), &["message.eml", "a.txt"])] {
        let outer = |inner: &[u8]| message("Fwd", "See there", &[("message.eml", "message/rfc822", inner)]);
        let scenario = tracked_bill();
        let stranger = String::from_utf8(outer(&inner)).unwrap().replacen(SENDER, "x@evil.example", 1);
        ingest(&scenario, &outer(&inner));
        assert_eq!(days(&scenario), (9, 0));
        list_indirect_sender(&scenario);
        ingest(&scenario, stranger.as_bytes());
        assert_eq!(days(&scenario), (9, 0));
        ingest(&scenario, &outer(&of_stranger(&inner)));
        assert_eq!(days(&scenario), (11, 20));
        let found: Vec<String> = documents(&scenario).into_iter().map(|(name, _)| name).collect();
        assert!(found.ends_with(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()), "{found:?}");
    }
}
