//! Inbound mail: ingestion, email submissions and documents.

use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::email;
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::resources::{DocumentId, EmailSubmission, UserId};
use shiptrack::service::IngestedEmail;
use shiptrack_tests::json_api::{assert_well_formed, included, included_types};
use shiptrack_tests::outbound::{Outbound, scenario, scenario_on};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, json_of, send, start};
use shiptrack_tests::scratch::Scratch;

use super::refused;
use shiptrack_tests::with;

/// An arrival notice with a PDF and a CSV file.
pub(super) const NOTICE: &str = "\
Received: from mail.carrier.example by mx.importer.example; Fri, 1 May 2026 11:00:00 +0000\r
From: \"Import Desk\" <ops@Carrier.Example>\r
To: Traffic <traffic@importer.example>, broker@customs.example\r
Cc: =?utf-8?q?J=C3=B8rgen?= <jorgen@importer.example>\r
Subject: =?utf-8?q?Arrival_notice_=E2=80=93_MAEU123456789?=\r
Date: Fri, 1 May 2026 12:58:00 +0200\r
Message-ID: <notice.7@carrier.example>\r
In-Reply-To: <question.2@importer.example>\r
References: <question.1@importer.example> <question.2@importer.example>\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=outer\r
\r
--outer\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: quoted-printable\r
\r
Your container MSKU 030896-1 has arrived =E2=80=93 see below.\r
--outer\r
Content-Type: application/pdf; name=notice.pdf\r
Content-Disposition: attachment; filename=notice.pdf\r
Content-Transfer-Encoding: base64\r
\r
cGljdHVyZS4=\r
--outer\r
Content-Type: text/csv\r
Content-Disposition: attachment; filename=list.csv\r
\r
container,weight\r
MSKU0308961,8240\r
--outer--\r
";

pub(super) fn stage() -> Scenario {
    scenario(&Outbound::default(), |builder| builder)
}

pub(super) fn ingest(stage: &Scenario, message: &str) -> IngestedEmail {
    stage.service.ingest_email(&stage.account, message.as_bytes(), None).unwrap()
}

pub(super) fn get(stage: &Scenario, path: &str) -> Value {
    let document = stage.get(path);
    assert_well_formed(&document);
    document
}

/// The documents of the account, newest first.
fn documents(stage: &Scenario) -> Vec<Value> {
    get(stage, "/v2/documents")["data"].as_array().unwrap().clone()
}

fn email_path(ingested: &IngestedEmail) -> String {
    format!("/v2/email_submissions/{}", ingested.submission.id)
}

fn plain(subject: &str) -> String {
    format!("Subject: {subject}\r\n\r\nhello\r\n")
}

#[test]
fn a_message_becomes_a_submission_with_all_attributes() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    assert_eq!((ingested.is_new, ingested.quarantined, ingested.problems.len()), (true, false, 0));
    let document = get(&stage, &email_path(&ingested));
    let data = &document["data"];
    assert_eq!(data["type"], "email_submission");
    assert_eq!(data["links"]["self"], email_path(&ingested));
    let expected = json!({
        "subject": "Arrival notice – MAEU123456789",
        "body": "Your container MSKU 030896-1 has arrived – see below.",
        "from": ["ops@carrier.example"],
        "to": ["traffic@importer.example", "broker@customs.example"],
        "cc": ["jorgen@importer.example"],
        "sent_at": "2026-05-01T12:58:00+02:00",
        "message_id": "<notice.7@carrier.example>",
        "in_reply_to": "<question.2@importer.example>",
        "references": ["<question.1@importer.example>", "<question.2@importer.example>"],
        "content_type": "multipart/mixed",
        "documents_count": 2,
        "untracked_numbers": [
            { "number": "MAEU123456789", "request_type": "bill_of_lading", "scac": "MAEU", "document_id": null },
        ],
        "created_at": "2026-05-01T12:00:00Z",
        "updated_at": "2026-05-01T12:00:00Z",
    });
    assert_eq!(data["attributes"], expected);
    let relationships = &data["relationships"];
    assert_eq!(relationships["account"]["data"], json!({ "type": "account", "id": stage.account }));
    assert_eq!(relationships["user"]["data"], json!(null));
    assert_eq!(relationships["documents"]["data"].as_array().map(Vec::len), Some(2));
}

#[test]
fn an_empty_message_has_null_and_empty_attributes() {
    let stage = stage();
    let ingested = ingest(&stage, "Content-Disposition: attachment; filename=a.bin\r\n\r\nx");
    let attributes = get(&stage, &email_path(&ingested))["data"]["attributes"].take();
    for (name, value) in [
        ("subject", json!("")),
        ("body", json!(null)),
        ("from", json!([])),
        ("to", json!([])),
        ("cc", json!([])),
        ("sent_at", json!(null)),
        ("message_id", json!(null)),
        ("in_reply_to", json!(null)),
        ("references", json!([])),
        ("content_type", json!(null)),
        ("documents_count", json!(1)),
        ("untracked_numbers", json!([])),
    ] {
        assert_eq!(attributes.get(name), Some(&value), "{name}");
    }
}

#[test]
fn the_returned_submission_is_equal_to_the_listed_one() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let listed: Vec<EmailSubmission> =
        stage.service.client().email_submissions().list().into_iter().map(Result::unwrap).collect();
    assert_eq!(listed, [ingested.submission]);
}

#[test]
fn documents_and_representations_are_included_by_default() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    for path in [email_path(&ingested), "/v2/email_submissions".to_owned()] {
        let types = |query: &str| {
            let document = get(&stage, &format!("{path}{query}"));
            included_types(&document).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let by_default = ["document", "document", "document_representation", "document_representation"];
        assert_eq!(types(""), by_default, "{path}");
        assert_eq!(types("?include=documents,documents.last_document_representation"), by_default);
        assert_eq!(types("?include=documents"), ["document", "document"]);
        assert_eq!(types("?include=account"), ["account"]);
        assert_eq!(types("?include=account,user,documents"), ["account", "document", "document"]);
        assert_eq!(types("?include="), [] as [&str; 0]);
        // A path includes the resources on it.
        assert_eq!(types("?include=documents.last_document_representation"), by_default);
        let bad = stage.send(Method::Get, &format!("{path}?include=shipments"), None);
        assert_eq!((bad.status, refused(&bad)["source"]["parameter"].clone()), (400, json!("include")));
    }
}

#[test]
fn an_included_document_has_the_short_form_and_links_its_representation() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let document = get(&stage, &email_path(&ingested));
    let linked = document["data"]["relationships"]["documents"]["data"].as_array().unwrap();
    let found: Vec<&Value> =
        linked.iter().map(|link| included(&document, link).expect("an included document")).collect();
    let names: Vec<&str> = found.iter().map(|found| found["attributes"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["notice.pdf", "list.csv"], "in the order of the message");
    for found in found {
        let mut members: Vec<&String> = found["attributes"].as_object().unwrap().keys().collect();
        members.sort();
        assert_eq!(members, ["created_at", "document_type", "name", "source", "updated_at"]);
        assert_eq!(found["attributes"]["source"], "email");
        let link = &found["relationships"]["last_document_representation"]["data"];
        let representation = included(&document, link).expect("an included representation");
        let mut members: Vec<&String> = representation["attributes"].as_object().unwrap().keys().collect();
        members.sort();
        assert_eq!(members, ["created_at", "payload", "schema_version", "updated_at"]);
    }
}

#[test]
fn an_included_account_has_its_company_name_and_an_included_user_its_id() {
    let stage = stage();
    let user = UserId::from("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab");
    stage.service.ingest_email(&stage.account, NOTICE.as_bytes(), Some(&user)).unwrap();
    stage.service.ingest_email(&stage.account, plain("two").as_bytes(), Some(&user)).unwrap();
    let document = get(&stage, "/v2/email_submissions?include=account,user");
    assert_eq!(included_types(&document), ["account", "user"], "each once");
    let submission = &document["data"][0];
    let account = included(&document, &submission["relationships"]["account"]["data"]).unwrap();
    assert_eq!(account["attributes"]["company_name"], "default");
    let linked = &submission["relationships"]["user"]["data"];
    assert_eq!(linked, &json!({ "type": "user", "id": user }));
    assert!(included(&document, linked).is_some());
}

#[test]
fn the_same_bytes_are_ingested_once() {
    let stage = stage();
    let (first, again) = (ingest(&stage, NOTICE), ingest(&stage, NOTICE));
    assert_eq!((first.is_new, again.is_new), (true, false));
    assert_eq!(again.submission, first.submission);
    assert_eq!(get(&stage, "/v2/email_submissions")["meta"]["total"], 1);
    assert_eq!(documents(&stage).len(), 2);
    assert_eq!(stage.events(), ["document.extracted", "document.extracted"], "no further events");
    assert!(ingest(&stage, &NOTICE.replace("notice.7", "notice.8")).is_new, "another message is new");
}

#[test]
fn the_same_bytes_are_a_separate_submission_of_another_account() {
    let stage = stage();
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    let mine = ingest(&stage, NOTICE);
    let theirs = stage.service.ingest_email(&other.id, NOTICE.as_bytes(), None).unwrap();
    assert!(theirs.is_new && theirs.submission.id != mine.submission.id);
    let transport = stage.service.transport(&other.id).unwrap();
    let read = |path: &str| send(transport.as_ref(), Method::Get, path, None);
    assert_eq!(read(&email_path(&mine)).status, 404);
    assert_eq!(json_of(&read("/v2/email_submissions"))["meta"]["total"], 1);
    let document = documents(&stage)[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(read(&format!("/v2/documents/{document}")).status, 404);
    assert_eq!(stage.service.document_content(&other.id, &DocumentId::new(&document)).unwrap(), None);
    assert_eq!(stage.service.email_content(&other.id, &mine.submission.id).unwrap(), None);
    assert!(!stage.service.discard_document(&other.id, &DocumentId::new(&document)).unwrap());
}

#[test]
fn concurrent_ingestion_of_one_message_makes_one_submission() {
    let (scratch, clock) = (Scratch::new(), ManualClock::new(start()));
    let stage = scenario_on(&scratch.path("s.db"), &clock, &ScriptedCarrier::default());
    let ingested: Vec<IngestedEmail> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| ingest(&stage, NOTICE))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ingested.iter().filter(|email| email.is_new).count(), 1);
    assert!(ingested.iter().all(|email| email.submission.id == ingested[0].submission.id));
    assert_eq!(documents(&stage).len(), 2);
}

#[test]
fn the_bytes_of_messages_and_documents_are_stored_unchanged() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let stored = stage.service.email_content(&stage.account, &ingested.submission.id).unwrap().unwrap();
    assert_eq!(stored, NOTICE.as_bytes());
    let mut found: Vec<(String, Vec<u8>)> = documents(&stage)
        .iter()
        .map(|document| {
            let id = DocumentId::new(document["id"].as_str().unwrap());
            let name = document["attributes"]["name"].as_str().unwrap().to_owned();
            (name, stage.service.document_content(&stage.account, &id).unwrap().unwrap())
        })
        .collect();
    found.sort();
    let list = b"container,weight\r\nMSKU0308961,8240".to_vec();
    assert_eq!(found, [("list.csv".to_owned(), list), ("notice.pdf".to_owned(), b"picture.".to_vec())]);
    let unknown = DocumentId::new("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab");
    assert_eq!(stage.service.document_content(&stage.account, &unknown).unwrap(), None);
}

#[test]
fn content_that_is_attached_several_times_is_stored_once() {
    let (scratch, clock) = (Scratch::new(), ManualClock::new(start()));
    let path = scratch.path("s.db");
    let attachment = "x".repeat(512 * 1024);
    let message = |n: u32| {
        format!(
            "Subject: {n}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
             Content-Disposition: attachment; filename=a.bin\r\nContent-Type: application/octet-stream\r\n\r\n\
             {attachment}\r\n--b--\r\n"
        )
    };
    let size = |messages: std::ops::Range<u32>| {
        let stage = scenario_on(&path, &clock, &ScriptedCarrier::default());
        messages.for_each(|n| assert!(ingest(&stage, &message(n)).is_new));
        drop(stage);
        std::fs::metadata(&path).unwrap().len()
    };
    // The stored message has the content. The document does not store it again.
    let (one, five) = (size(0..1), size(1..5));
    let each = (five - one) / 4;
    assert!(each < 600 * 1024, "{each} bytes for a message of half a megabyte");
}

#[test]
fn a_document_has_the_full_form_at_its_endpoint() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let listed = documents(&stage);
    assert_eq!(listed.len(), 2);
    let pdf = listed.iter().find(|found| found["attributes"]["name"] == "notice.pdf").unwrap();
    let path = format!("/v2/documents/{}", pdf["id"].as_str().unwrap());
    let document = get(&stage, &path);
    assert_eq!((&document["data"], document.get("included")), (pdf, None));
    let expected = json!({
        "name": "notice.pdf", "source": "email", "document_type": null, "document_type_manual": null,
        "classification_notes": null, "file_name": "notice.pdf", "file_content_type": "application/pdf",
        "file_size_bytes": 8, "created_at": "2026-05-01T12:00:00Z", "updated_at": "2026-05-01T12:00:00Z",
    });
    assert_eq!(pdf["attributes"], expected);
    assert_eq!(pdf["links"]["self"], path);
    assert_eq!(pdf["relationships"]["account"]["data"]["type"], "account");
    assert_eq!(pdf["relationships"]["user"]["data"], json!(null));
    let email = json!({ "type": "email_submission", "id": ingested.submission.id });
    assert_eq!(pdf["relationships"]["email_submission"]["data"], email);
    assert_eq!(pdf["relationships"]["last_document_representation"]["data"]["type"], "document_representation");
}

#[test]
fn a_document_includes_requested_resources_and_its_message_in_the_short_form() {
    let stage = stage();
    ingest(&stage, NOTICE);
    let all = "account,user,email_submission,last_document_representation,shipments,cargos";
    let list = get(&stage, &format!("/v2/documents?include={all}"));
    let types = ["account", "document_representation", "document_representation", "email_submission"];
    assert_eq!(included_types(&list), types, "each once");
    let email =
        list["included"].as_array().unwrap().iter().find(|resource| resource["type"] == "email_submission").unwrap();
    let mut members: Vec<&String> = email["attributes"].as_object().unwrap().keys().collect();
    members.sort();
    let short = ["body_preview", "cc", "created_at", "from", "message_id", "sent_at", "subject", "to", "updated_at"];
    assert_eq!(members, short);
    let id = list["data"][0]["id"].as_str().unwrap();
    let one = get(&stage, &format!("/v2/documents/{id}?include=email_submission"));
    assert_eq!(included_types(&one), ["email_submission"]);
    for path in ["/v2/documents?include=containers", "/v2/documents?filter[entity_id]=x"] {
        assert_eq!(stage.send(Method::Get, path, None).status, 400, "{path}");
    }
}

#[test]
fn submissions_and_documents_are_paged_newest_first_with_a_total() {
    let stage = stage();
    let created: Vec<String> =
        (0..5).map(|n| ingest(&stage, &plain(&n.to_string())).submission.id.to_string()).collect();
    let (mut seen, mut next) = (Vec::new(), "/v2/email_submissions?page[size]=2&page[number]=1".to_owned());
    loop {
        let page = get(&stage, &next);
        assert_eq!(page["meta"]["total"], 5);
        seen.extend(
            page["data"].as_array().unwrap().iter().map(|resource| resource["id"].as_str().unwrap().to_owned()),
        );
        let Some(link) = page["links"]["next"].as_str() else { break };
        next = link.to_owned();
    }
    assert_eq!(seen, created.into_iter().rev().collect::<Vec<_>>());
    for query in ["page[number]=0", "page[size]=0", "page[size]=-1", "page[number]=two", "include=kittens"] {
        for family in ["email_submissions", "documents"] {
            let answer = stage.send(Method::Get, &format!("/v2/{family}?{query}"), None);
            assert_eq!(answer.status, 400, "{family} {query}");
        }
    }
}

#[test]
fn an_empty_account_has_empty_lists_and_unknown_ids_are_404() {
    let stage = stage();
    for family in ["email_submissions", "documents"] {
        let list = get(&stage, &format!("/v2/{family}"));
        assert_eq!((&list["data"], &list["meta"]["total"]), (&json!([]), &json!(0)));
        for id in ["0b1c9f9e-8f5a-7b3e-9a53-0123456789ab", "x"] {
            assert_eq!(stage.send(Method::Get, &format!("/v2/{family}/{id}"), None).status, 404);
        }
    }
    let body = json!({ "data": { "type": "document" } });
    // Documents can be uploaded. Submissions are only created from messages.
    for (family, status) in [("email_submissions", 405), ("documents", 422)] {
        assert_eq!(stage.send(Method::Post, &format!("/v2/{family}"), Some(&body)).status, status, "{family}");
    }
}

#[test]
fn a_discarded_document_is_not_counted_listed_or_linked() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let gone = documents(&stage)[0]["id"].as_str().unwrap().to_owned();
    let id = DocumentId::new(&gone);
    assert!(stage.service.document_content(&stage.account, &id).unwrap().is_some());
    assert!(stage.service.discard_document(&stage.account, &id).unwrap());
    assert_eq!(stage.service.document_content(&stage.account, &id).unwrap(), None);
    assert!(!stage.service.discard_document(&stage.account, &id).unwrap(), "once");
    let email = get(&stage, &email_path(&ingested));
    assert_eq!(email["data"]["attributes"]["documents_count"], 1);
    assert_eq!(email["data"]["relationships"]["documents"]["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(included_types(&email), ["document", "document_representation"]);
    let left = get(&stage, "/v2/documents");
    assert_eq!((left["data"].as_array().map(Vec::len), &left["meta"]["total"]), (Some(1), &json!(1)));
    assert_eq!(stage.send(Method::Get, &format!("/v2/documents/{gone}"), None).status, 404);
    assert!(!ingest(&stage, NOTICE).is_new, "ingesting the message again does not restore it");
    assert_eq!(documents(&stage).len(), 1);
}

#[test]
fn an_unreadable_message_is_quarantined_with_its_bytes_and_problems() {
    let stage = stage();
    for message in [
        b"\x00\xff\xfe no header at all".as_slice(),
        b"",
        b"Subject: cut\r\nContent-Type: multipart/mixed; boundary=none\r\n\r\nno such boundary here\r\n",
    ] {
        let ingested = stage.service.ingest_email(&stage.account, message, None).unwrap();
        assert!(ingested.is_new && ingested.quarantined, "{message:?}");
        assert!(!ingested.problems.is_empty(), "{message:?}");
        let stored = stage.service.email_content(&stage.account, &ingested.submission.id).unwrap();
        assert_eq!(stored.as_deref(), Some(message));
        assert_eq!(stage.send(Method::Get, &email_path(&ingested), None).status, 200);
        let again = stage.service.ingest_email(&stage.account, message, None).unwrap();
        assert_eq!((again.is_new, again.quarantined, &again.problems), (false, true, &ingested.problems));
    }
    assert_eq!(get(&stage, "/v2/email_submissions")["meta"]["total"], 3);
}

#[test]
fn quarantined_messages_are_listed_with_their_problems() {
    let stage = stage();
    assert_eq!(stage.service.quarantined_emails(&stage.account).unwrap(), []);
    let first = ingest(&stage, "");
    let faulty = ingest(&stage, "Subject: x\r\nDate: soon\r\n\r\nhello\r\n");
    let last = stage.service.ingest_email(&stage.account, b"\x00\xff\xfe no header at all", None).unwrap();
    let quarantined = stage.service.quarantined_emails(&stage.account).unwrap();
    let listed: Vec<_> = quarantined.iter().map(|email| (&email.id, &email.problems)).collect();
    assert_eq!(listed, [&last, &first].map(|ingested| (&ingested.submission.id, &ingested.problems)));
    let other = stage.service.create_account("other", "Other Ltd").unwrap().id;
    assert_eq!(stage.service.quarantined_emails(&other).unwrap(), []);
    let problems =
        |account, ingested: &IngestedEmail| stage.service.email_problems(account, &ingested.submission.id).unwrap();
    assert_eq!(problems(&stage.account, &faulty).as_ref(), Some(&faulty.problems));
    assert_eq!(problems(&stage.account, &last).as_ref(), Some(&last.problems));
    assert_eq!(problems(&other, &last), None);
}

#[test]
fn a_message_with_small_problems_is_read_and_they_are_listed() {
    let ingested = ingest(&stage(), "Subject: x\r\nDate: soon\r\nTo: no address\r\n\r\nhello\r\n");
    assert!(!ingested.quarantined);
    assert_eq!(ingested.problems.len(), 2, "{:?}", ingested.problems);
    assert_eq!(ingested.submission.sent_at, None);
}

#[test]
fn a_message_above_a_limit_is_quarantined_with_its_header() {
    let limits = with(email::MailLimits::default(), |value| {
        value.message_bytes = 4_096;
        value.parts = 8;
    });
    let stage = scenario(&Outbound::default(), |builder| builder.mail_limits(limits));
    let large = ingest(&stage, &format!("Subject: large\r\n\r\n{}", "x".repeat(5_000)));
    assert!(large.quarantined && large.problems[0].contains("message_too_large"), "{:?}", large.problems);
    assert_eq!((large.submission.subject.as_str(), &large.submission.body), ("large", &None));
    let mut many = "Subject: many\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".to_owned();
    (0..20).for_each(|n| many += &format!("--b\r\nContent-Disposition: attachment; filename={n}.txt\r\n\r\n{n}\r\n"));
    let many = ingest(&stage, &(many + "--b--\r\n"));
    assert!(many.quarantined && many.problems.iter().any(|problem| problem.contains("too_many_parts")));
    assert!(many.submission.documents_count < Some(20));
}

#[test]
fn ingested_messages_are_kept_after_reopening_the_file() {
    let (scratch, clock) = (Scratch::new(), ManualClock::new(start()));
    let open = || scenario_on(&scratch.path("s.db"), &clock, &ScriptedCarrier::default());
    let first = ingest(&open(), NOTICE);
    let stage = open();
    assert_eq!(get(&stage, "/v2/email_submissions")["data"][0]["id"], first.submission.id.to_string());
    let again = ingest(&stage, NOTICE);
    assert_eq!((again.is_new, &again.submission), (false, &first.submission));
    let stored = stage.service.email_content(&stage.account, &first.submission.id).unwrap().unwrap();
    assert_eq!(stored, NOTICE.as_bytes());
}

#[test]
fn mail_for_an_unknown_account_is_rejected() {
    let stage = stage();
    let unknown = shiptrack::resources::AccountId::from("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab");
    let error = stage.service.ingest_email(&unknown, NOTICE.as_bytes(), None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn the_client_reads_submissions_with_their_documents_and_representations() {
    let stage = stage();
    let ingested = ingest(&stage, NOTICE);
    let client = stage.service.client();
    let including = ["documents", "documents.last_document_representation"];
    let read = client.email_submissions().get_including(&ingested.submission.id, including).unwrap();
    assert_eq!(*read, ingested.submission);
    let documents: Vec<_> = client.documents().list().into_iter().map(Result::unwrap).collect();
    assert_eq!(documents.len(), 2);
    assert_eq!(client.documents().get(&documents[0].id).unwrap().name, documents[0].name);
}

/// A message with an EDI file attached.
fn with_edi(name: &str, content: &str) -> String {
    format!(
        "From: edi@line.example\r\nSubject: status\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain\r\n\r\nsee attached\r\n--b\r\nContent-Type: application/octet-stream; name={name}\r\n\
         Content-Disposition: attachment; filename={name}\r\n\r\n{content}\r\n--b--\r\n"
    )
}

const QUAY: &str = "UNB+UNOA:2+USLAXTERM+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\r\n\
    LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'DTM+203:202604201410:203'UNT+7+1'UNZ+1+77'";

#[test]
fn attached_edi_is_recorded_and_shown_with_the_message() {
    let stage = stage();
    stage.allow_senders(&["edi@line.example"]);
    let taken = ingest(&stage, &with_edi("status.edi", QUAY));
    let [attached] = &taken.edi[..] else { panic!("{taken:?}") };
    assert!(attached.document == "status.edi" && attached.report.is_whole(), "{attached:?}");
    assert!(attached.report.interchanges[0].messages[0].kept > 0 && taken.problems.is_empty(), "{taken:?}");
    let document = get(&stage, "/v2/email_submissions?include=documents.last_document_representation");
    let included = document["included"].as_array().unwrap();
    let document = included.iter().find(|resource| resource["type"] == "document").unwrap();
    assert_eq!(document["attributes"]["document_type"], "edi");
    let read = included.iter().find(|resource| resource["type"] == "document_representation").unwrap();
    let interchange = &read["attributes"]["payload"]["interchanges"][0];
    assert_eq!((&interchange["control_number"], &interchange["taken_in"]), (&json!("77"), &json!(1)));

    let again = ingest(&stage, &with_edi("again.edi", QUAY));
    assert!(again.is_new && again.edi[0].report.interchanges[0].is_repeated);
    assert!(!ingest(&stage, &with_edi("again.edi", QUAY)).is_new);

    let unread = ingest(&stage, &with_edi("orders.edi", &QUAY.replace("COARRI", "COPRAR").replace("77'", "78'")));
    assert!(
        unread.problems.iter().any(|problem| problem.contains("orders.edi") && problem.contains("(unread_edi)")),
        "{unread:?}"
    );
    assert!(!unread.quarantined);
    assert_eq!(stage.service.unread_edi(&stage.account, 10).unwrap().len(), 1);
}
