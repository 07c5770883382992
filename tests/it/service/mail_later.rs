//! Mail that is stored first, and whose documents are read later by the worker.

use std::path::Path;
use std::sync::{Arc, Mutex};

use shiptrack::Service;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::error::Error;
use shiptrack::jsonapi::Members;
use shiptrack::service::{
    Activity, Budget, DocumentInput, DocumentReader, Extraction, IngestedEmail, Policies, Settle,
};
use shiptrack_tests::sample_files::{SENDER, iftsta, message, pdf};
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;

use super::arrival_notices::{days, notice, tracked_bill};
use super::*;

fn store(scenario: &Scenario, mail: &[u8]) -> IngestedEmail {
    scenario.service.ingest_email_later(&scenario.account, mail, None).unwrap()
}

fn with_tracking(set_up: impl FnOnce(&mut Policies)) -> Scenario {
    let mut policies = Policies::default();
    set_up(&mut policies);
    let scenario = Scenario::with(|builder| builder.policies(policies));
    scenario.service.change_account(&scenario.account, |account| account.track_numbers_in_mail = true).unwrap();
    scenario
}

fn tracked(scenario: &Scenario) -> Vec<String> {
    let listed = scenario.get("/v2/tracking_requests?page[size]=100");
    let number = |request: &Value| request["attributes"]["request_number"].as_str().unwrap().to_owned();
    let mut numbers: Vec<String> = listed["data"].as_array().unwrap().iter().map(number).collect();
    numbers.sort();
    numbers
}

/// Name and type of each document, oldest first.
fn documents(scenario: &Scenario) -> Vec<(String, Value)> {
    let found = scenario.get("/v2/documents?sort=created_at&page[size]=100")["data"].take();
    let document = |found: &Value| {
        let attributes = &found["attributes"];
        (attributes["name"].as_str().unwrap().to_owned(), attributes["document_type"].clone())
    };
    found.as_array().unwrap().iter().map(document).collect()
}

fn document(name: &str, kind: Value) -> (String, Value) {
    (name.to_owned(), kind)
}

fn bill(number: u32) -> String {
    format!("B/L No: MAEU{number}\r\n")
}

/// A message whose body is HTML only.
fn html(subject: &str, rows: &str) -> String {
    format!(
        "From: {SENDER}\r\nSubject: {subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
         <html><body><table>{rows}</table></body></html>"
    )
}

#[test]
fn a_message_is_stored_with_its_documents_and_the_worker_reads_them() {
    let scenario = with_tracking(|_| {});
    let list = bill(987_654_321);
    let mail = message("B/L No: MAEU323456789", &bill(123_456_789), &[("a.txt", "text/plain", list.as_bytes())]);
    let stored = store(&scenario, &mail);
    assert_eq!((stored.is_new, stored.quarantined, stored.due_documents), (true, false, 1));
    assert_eq!((stored.edi.len(), stored.problems.len(), stored.submission.documents_count), (0, 0, Some(1)));
    // Numbers of subject and plain text are tracked at once, those of a document when it is read.
    assert_eq!(tracked(&scenario), ["MAEU123456789", "MAEU323456789"]);
    assert_eq!((documents(&scenario), scenario.events().len()), (vec![document("a.txt", Value::Null)], 0));
    let again = store(&scenario, &mail);
    assert_eq!((again.is_new, again.due_documents, &again.submission.id), (false, 1, &stored.submission.id));

    assert!(scenario.service.settle(Settle::new()).unwrap().is_settled());
    assert_eq!(tracked(&scenario), ["MAEU123456789", "MAEU323456789", "MAEU987654321"]);
    assert_eq!(store(&scenario, &mail).due_documents, 0);
    assert!(scenario.events().contains(&"document.extracted".to_owned()));
}

#[test]
fn what_was_stored_is_read_by_a_later_call_with_the_same_bytes() {
    let scenario = Scenario::new();
    scenario.allow_senders(&[SENDER]);
    let edi = iftsta("1", "MSKU0308961", [("202604201410".to_owned(), "USLAX".to_owned())]);
    let mail =
        message("Status", "See there", &[("a.edi", "text/plain", edi.as_bytes()), ("b.txt", "text/plain", b"x")]);
    assert_eq!(store(&scenario, &mail).due_documents, 2);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    assert_eq!((ingested.is_new, ingested.due_documents), (false, 0));
    let [attached] = &ingested.edi[..] else { panic!("{ingested:?}") };
    assert!(attached.document == "a.edi" && attached.report.is_whole(), "{attached:?}");
    assert_eq!(scenario.service.run_due(Budget::ALL).unwrap().documents, 0);
    let again = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    assert_eq!((again.is_new, again.edi.len()), (false, 0));
}

#[test]
fn edi_is_recorded_by_the_worker_with_its_problems() {
    let scenario = Scenario::new();
    scenario.allow_senders(&[SENDER]);
    let edi = iftsta("1", "MSKU0308961", [("202604201410".to_owned(), "USLAX".to_owned())]);
    let unknown = edi.replace("IFTSTA", "COPRAR").replace("UNB+UNOA:2", "UNB+UNOA:1");
    let files: [(&str, &str, &[u8]); 2] =
        [("a.edi", "text/plain", edi.as_bytes()), ("b.edi", "text/plain", unknown.as_bytes())];
    let stored = store(&scenario, &message("Status", "See there", &files));
    assert!(stored.problems.is_empty() && scenario.service.unread_edi(&scenario.account, 10).unwrap().is_empty());
    scenario.run();
    let problems = scenario.service.email_problems(&scenario.account, &stored.submission.id).unwrap().unwrap();
    assert!(problems.len() == 1 && problems[0].starts_with("b.edi: ") && problems[0].contains("(unread_edi)"));
    assert_eq!(documents(&scenario), [document("a.edi", json!("edi")), document("b.edi", json!("edi"))]);
    assert_eq!(scenario.service.unread_edi(&scenario.account, 10).unwrap().len(), 1);

    let stranger = store(&scenario, &message("x", "y", &files).replace_sender("x@evil.example"));
    scenario.run();
    let problems = scenario.service.email_problems(&scenario.account, &stranger.submission.id).unwrap().unwrap();
    assert!(problems.len() == 1 && problems[0].contains("(sender_not_allowed)"), "one problem for all: {problems:?}");
}

trait ReplaceSender {
    fn replace_sender(self, sender: &str) -> Vec<u8>;
}

impl ReplaceSender for Vec<u8> {
    fn replace_sender(self, sender: &str) -> Vec<u8> {
        String::from_utf8(self).unwrap().replacen(SENDER, sender, 1).into_bytes()
    }
}

#[test]
fn the_numbers_of_a_body_that_is_only_html_are_tracked_when_it_is_read() {
    let scenario = with_tracking(|_| {});
    let stored = store(&scenario, html("MAEU323456789", "<tr><td>B/L No:</td><td>123456789</td></tr>").as_bytes());
    assert_eq!((stored.due_documents, stored.submission.documents_count), (1, Some(0)));
    assert_eq!((tracked(&scenario), documents(&scenario).len()), (vec!["MAEU323456789".to_owned()], 0));
    scenario.run();
    let email = scenario.get(&format!("/v2/email_submissions/{}", stored.submission.id));
    let untracked = email["data"]["attributes"]["untracked_numbers"].as_array().unwrap();
    let listed: Vec<&Value> = untracked.iter().map(|number| &number["number"]).collect();
    assert_eq!((listed, documents(&scenario).len()), (vec![&json!("123456789")], 0), "its carrier is not known");

    let scenario = with_tracking(|_| {});
    store(&scenario, html("News", "<tr><td>B/L No:</td><td>MAEU123456789</td></tr>").as_bytes());
    assert_eq!(tracked(&scenario).len(), 0);
    scenario.run();
    assert_eq!((tracked(&scenario), documents(&scenario).len()), (vec!["MAEU123456789".to_owned()], 0));
}

#[test]
fn the_numbers_of_a_long_text_are_tracked_when_it_is_read() {
    let scenario = with_tracking(|_| {});
    let long = bill(123_456_789) + &"See the next line.\r\n".repeat(4_000);
    let stored = store(&scenario, &message("News", &long, &[]));
    assert_eq!((stored.due_documents, tracked(&scenario).len()), (1, 0));
    scenario.run();
    assert_eq!((tracked(&scenario), documents(&scenario).len()), (vec!["MAEU123456789".to_owned()], 0));
}

/// Otherwise a message with a long text and many documents would take the product of both.
#[test]
fn documents_are_read_without_the_text_of_their_message() {
    let scratch = Scratch::new();
    let service = Service::open(scratch.path("s.db")).unwrap();
    let account = service.default_account();
    let lists = [bill(123_456_789), bill(987_654_321)];
    let files = lists.each_ref().map(|list| ("a.txt", "text/plain", list.as_bytes()));
    let mail = message("News", "See there: MSCU5956818", &files);
    service.ingest_email_later(account, &mail, None).unwrap();
    let connection = rusqlite::Connection::open(scratch.path("s.db")).unwrap();
    let text: String = connection.query_row("SELECT body FROM emails", [], |row| row.get(0)).unwrap();
    connection.execute("UPDATE emails SET body = 'not read'", []).unwrap();
    assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 2);
    let found: String = connection.query_row("SELECT body FROM emails", [], |row| row.get(0)).unwrap();
    assert_eq!(found, "not read", "nothing was written either");
    connection.execute("UPDATE emails SET body = ?1", [text]).unwrap();
    let stored = service.ingest_email_later(account, &mail, None).unwrap();
    let numbers = stored.submission.untracked_numbers.unwrap();
    let numbers: Vec<&str> = numbers.iter().map(|number| number.number.as_str()).collect();
    assert_eq!((stored.due_documents, &numbers[..]), (0, &["MAEU123456789", "MAEU987654321"][..]));
}

#[test]
fn most_tracked_bounds_a_message_and_its_documents_together() {
    let scenario = with_tracking(|policies| policies.documents.most_tracked = 3);
    let files: Vec<(String, String)> =
        (0..4).map(|at| (format!("{at}.txt"), bill(200_000_000 + at) + &bill(300_000_000 + at))).collect();
    let files: Vec<(&str, &str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), "text/plain", text.as_bytes())).collect();
    let mail = message("News", &bill(123_456_789), &files);
    assert_eq!((store(&scenario, &mail).due_documents, tracked(&scenario).len()), (4, 1));
    scenario.run();
    assert_eq!(tracked(&scenario), ["MAEU123456789", "MAEU200000000", "MAEU300000000"]);
}

/// A reader that returns a payload of this size for each document.
struct Verbose(usize);

impl DocumentReader for Verbose {
    fn read(&self, _: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        Ok(Some(Extraction::new("2026-01-01", Members::from_iter([("text".to_owned(), "x".repeat(self.0).into())]))))
    }
}

#[test]
fn the_extracted_data_of_all_documents_of_a_message_is_bounded() {
    let scenario = Scenario::with(|builder| builder.extractor(Verbose(900 << 10)));
    let files = ["a", "b", "c"].map(|name| (name, "application/octet-stream", name.as_bytes()));
    let stored = store(&scenario, &message("News", "See there", &files));
    scenario.run();
    assert_eq!(scenario.events(), ["document.extracted", "document.extracted", "document.extraction_failed"]);
    let problems = scenario.service.email_problems(&scenario.account, &stored.submission.id).unwrap().unwrap();
    assert!(problems.len() == 1 && problems[0].contains("(too_much_extracted)"), "{problems:?}");
    let quarantined = scenario.service.quarantined_emails(&scenario.account).unwrap();
    assert_eq!(quarantined.iter().map(|email| &email.id).collect::<Vec<_>>(), [&stored.submission.id]);
    // A document that is read again replaces its own data, and does not count twice.
    let listed = scenario.get("/v2/documents?sort=created_at")["data"].take();
    for (document, events) in [(&listed[0], 4), (&listed[2], 5)] {
        let path = format!("/v2/documents/{}/reextract", document["id"].as_str().unwrap());
        assert_eq!(scenario.send(Method::Post, &path, None).status, 202);
        assert_eq!(scenario.events().len(), events);
    }
    assert_eq!(scenario.events()[3..], ["document.extracted", "document.extraction_failed"]);
}

#[test]
fn the_text_is_a_notice_only_after_every_attachment_was_read_or_failed() {
    let text = notice(11, 20);
    for (kind, content, expected) in [
        ("text/plain", notice(13, 22).into_bytes(), (13, 22)),
        ("text/plain", b"nothing".to_vec(), (11, 20)),
        ("application/pdf", b"%PDF-1.4 damaged".to_vec(), (11, 20)),
        ("image/tiff", b"picture".to_vec(), (11, 20)),
    ] {
        let scenario = tracked_bill();
        scenario.pass(HOUR);
        let files: [(&str, &str, &[u8]); 2] = [("a.bin", "text/plain", b"x"), ("b.bin", kind, &content)];
        let stored = store(&scenario, &message("Notice", &text, &files));
        assert_eq!(stored.due_documents, 3);
        for _ in 0..2 {
            assert_eq!(scenario.service.run_due(Budget::items(1)).unwrap().documents, 1, "{kind}");
            assert!(documents(&scenario).iter().all(|(name, _)| name != "message.eml"));
        }
        scenario.run();
        assert_eq!(days(&scenario), expected, "{kind}");
        assert_eq!(store(&scenario, &message("Notice", &text, &files)).due_documents, 0);
    }
}

#[test]
fn the_text_is_read_when_the_last_attachment_is_deleted() {
    let scenario = tracked_bill();
    scenario.pass(HOUR);
    store(&scenario, &message("Notice", &notice(11, 20), &[("a.txt", "text/plain", notice(13, 22).as_bytes())]));
    let id = scenario.get("/v2/documents")["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(scenario.send(Method::Delete, &format!("/v2/documents/{id}"), None).status, 204);
    scenario.run();
    assert_eq!(
        (documents(&scenario), days(&scenario)),
        (vec![document("message.eml", json!("arrival_notice"))], (11, 20))
    );
}

#[test]
fn a_text_that_was_not_read_yet_is_not_listed() {
    let scenario = tracked_bill();
    let stored = store(&scenario, &message("Notice", &notice(11, 20), &[]));
    assert_eq!((stored.due_documents, stored.submission.documents_count), (1, Some(0)));
    assert_eq!(scenario.get("/v2/documents")["meta"]["total"], 0);
    scenario.run();
    assert_eq!(scenario.get("/v2/documents")["meta"]["total"], 1);
    let scenario = tracked_bill();
    let stored = store(&scenario, &message("Arrival", "When does it arrive?", &[]));
    scenario.run();
    assert_eq!((stored.due_documents, scenario.get("/v2/documents")["meta"]["total"].clone()), (1, json!(0)));
    assert_eq!(store(&scenario, &message("Arrival", "When does it arrive?", &[])).due_documents, 0);
}

/// A reader that calls the worker's function while it reads, and counts its calls.
#[derive(Clone, Default)]
struct Interrupted {
    service: Arc<Mutex<Option<Service>>>,
    names: Arc<Mutex<Vec<String>>>,
}

impl DocumentReader for Interrupted {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        self.names.lock().unwrap().push(source.name.to_owned());
        let service = self.service.lock().unwrap().clone();
        if let Some(service) = service {
            std::thread::spawn(move || service.run_due(Budget::ALL).unwrap()).join().unwrap();
        }
        Ok(None)
    }
}

#[test]
fn no_other_thread_reads_the_documents_of_a_message_that_a_caller_reads() {
    let reader = Interrupted::default();
    let scenario = Scenario::with(|builder| builder.extractor(reader.clone()));
    *reader.service.lock().unwrap() = Some(scenario.service.clone());
    let files = ["a.txt", "b.txt", "c.txt"].map(|name| (name, "text/plain", name.as_bytes()));
    let mail = message("News", "See there", &files);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    assert_eq!(
        (ingested.due_documents, &reader.names.lock().unwrap()[..]),
        (0, &["a.txt", "b.txt", "c.txt"].map(str::to_owned)[..])
    );
    *reader.service.lock().unwrap() = None;
}

/// The version of the notice as plain text and HTML.
fn alternatives(text: &str, html: &str) -> String {
    format!(
        "From: {SENDER}\r\nSubject: Your cargo\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\n\r\n{text}\r\n\
         --a\r\nContent-Type: text/html\r\n\r\n{html}\r\n--a--\r\n"
    )
}

/// Opens a service whose reader process cannot be started, or is switched off.
fn open(path: &Path, clock: &ManualClock, readers: usize, troubles: &Arc<Mutex<Vec<String>>>) -> Service {
    let mut policies = Policies::default();
    policies.documents.readers = readers;
    let troubles = troubles.clone();
    let observer = move |activity: &Activity<'_>| {
        if let Activity::Trouble { error, .. } = activity {
            troubles.lock().unwrap().push(error.to_string());
        }
    };
    let builder = Service::builder().clock(clock.clone()).policies(policies).observer(observer);
    builder.reader_command("/nonexistent/shiptrack-reader", [""; 0]).open(path).unwrap()
}

fn documents_of(service: &Service) -> Vec<(String, Option<String>)> {
    let listed = service.client().documents().list().sort("created_at").into_iter().map(Result::unwrap);
    listed.map(|document| (document.name.clone(), document.document_type.clone())).collect()
}

#[test]
fn documents_wait_for_a_reader_that_cannot_be_started_and_edi_and_plain_text_do_not() {
    let (scratch, clock, troubles) = (Scratch::new(), ManualClock::new(start()), Arc::default());
    let path = scratch.path("s.db");
    let edi = iftsta("1", "MSKU0308961", [("202604201410".to_owned(), "USLAX".to_owned())]);
    let list = format!("PACKING LIST\r\n{}", bill(987_654_321));
    let pdf = pdf(&["BILL OF LADING"]);
    let files: [(&str, &str, &[u8]); 3] = [
        ("a.pdf", "application/pdf", &pdf),
        ("b.edi", "text/plain", edi.as_bytes()),
        ("c.txt", "text/plain", list.as_bytes()),
    ];
    let text = notice(11, 20);
    let mail = message("Notice", &text, &files);
    let waiting = |name: &str, kind: Option<&str>| (name.to_owned(), kind.map(str::to_owned));

    let service = open(&path, &clock, 2, &troubles);
    let account = service.default_account();
    let senders = shiptrack::email::AllowedSenders::new(&[SENDER]).unwrap();
    service.change_account(account, |account| account.allowed_senders = senders.clone()).unwrap();
    let ingested = service.ingest_email(account, &mail, None).unwrap();
    assert_eq!((ingested.due_documents, ingested.edi.len(), ingested.problems.len()), (2, 1, 0), "{ingested:?}");
    let read = [waiting("a.pdf", None), waiting("b.edi", Some("edi")), waiting("c.txt", Some("packing_list"))];
    assert_eq!(documents_of(&service), read);
    let failures = || {
        let events = service.events(account, 0, usize::MAX).unwrap();
        events.iter().filter(|event| event.event.as_str() == "document.extraction_failed").count()
    };
    // The worker does not try again at once, and there is one warning, which names the cure.
    assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 0);
    assert!(service.next_due().unwrap().unwrap() > clock.now());
    for _ in 0..3 {
        clock.advance(DAY);
        assert_eq!(service.run_due(Budget::ALL).unwrap().documents, 1);
    }
    assert_eq!((documents_of(&service), failures()), (read.to_vec(), 0));
    let warnings = troubles.lock().unwrap().clone();
    assert!(warnings.len() == 1 && warnings[0].contains("reader"), "{warnings:?}");
    // A plain text that is a notice does not wait for the reader of its HTML.
    let both = alternatives(&text, "<p>Arrival: see the text</p>");
    assert_eq!(service.ingest_email(account, both.as_bytes(), None).unwrap().due_documents, 0);
    assert_eq!(documents_of(&service).last(), Some(&waiting("message.eml", Some("arrival_notice"))));
    service.close().unwrap();

    // A format that is not read here ends the wait of the text.
    clock.advance(DAY);
    let service = open(&path, &clock, 0, &troubles);
    assert!(service.settle(Settle::new()).unwrap().is_settled());
    let notices = documents_of(&service).into_iter().filter(|(_, kind)| kind.as_deref() == Some("arrival_notice"));
    assert_eq!((notices.count(), documents_of(&service).len()), (2, 5));
    assert_eq!(service.ingest_email(service.default_account(), &mail, None).unwrap().due_documents, 0);
}
