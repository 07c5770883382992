//! Reading documents with custom extractors and the built-in one.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::error::Error;
use shiptrack::http::Method;
use shiptrack::jsonapi::Members;
use shiptrack::service::{DocumentInput, DocumentReader, Extraction, Service};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, json_of};

use super::mail::{NOTICE, get, ingest, stage};
use shiptrack_tests::with;

/// A message with one attachment.
fn message(body: &str, name: &str, content_type: &str, content: &str) -> String {
    format!(
        "Subject: {name}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n{body}\r\n--b\r\n\
         Content-Type: {content_type}\r\nContent-Disposition: attachment; filename={name}\r\n\r\n{content}\r\n--b--\r\n"
    )
}

/// The payload of the newest document's representation; null when it has none.
fn payload(stage: &Scenario) -> Value {
    let list = get(stage, "/v2/documents?include=last_document_representation&page[size]=1");
    let link = &list["data"][0]["relationships"]["last_document_representation"]["data"];
    shiptrack_tests::json_api::included(&list, link).map_or(Value::Null, |found| found["attributes"]["payload"].clone())
}

/// The payload with containers of the document at these positions, and containers of the message.
fn numbers(own: &[(&str, Value)], of_message: &[&str]) -> Value {
    let own = own.iter().map(|(number, place)| json!({ "number": number, "found_in": "document", "place": place }));
    let others = of_message.iter().map(|number| json!({ "number": number, "found_in": "email_body" }));
    json!({ "containers": own.chain(others).collect::<Vec<Value>>() })
}

#[test]
fn container_numbers_are_found_in_documents_and_in_the_body() {
    let stage = stage();
    ingest(&stage, &message("About TGHU 164339-6 and MSKU0308961.", "a.csv", "text/csv", "container\r\nMSKU0308961,1"));
    assert_eq!(payload(&stage), numbers(&[("MSKU0308961", json!({ "row": 2, "column": 1 }))], &["TGHU1643396"]));
    ingest(&stage, &message("About TGHU1643396.", "scan.pdf", "application/pdf", "MSKU0308961"));
    assert_eq!(payload(&stage), numbers(&[], &["TGHU1643396"]), "a file that is not a PDF has no text");
    ingest(&stage, &message("About TGHU1643396.", "torn.pdf", "application/pdf", "%PDF-1.4 MSKU0308961"));
    assert_eq!(
        (payload(&stage), stage.events().last().map(String::as_str)),
        (Value::Null, Some("document.extraction_failed"))
    );
}

#[test]
fn numbers_with_a_wrong_check_digit_are_ignored() {
    let stage = stage();
    ingest(&stage, &message("MSKU0308962 and 123", "a.txt", "text/plain", "MSKU0308960 ABCU1234567"));
    assert_eq!((payload(&stage), stage.events().len()), (Value::Null, 0), "nothing is extracted or reported");
}

#[test]
fn the_built_in_extraction_has_a_dated_schema_version() {
    let stage = stage();
    ingest(&stage, NOTICE);
    let list = get(&stage, "/v2/documents?include=last_document_representation");
    for found in list["included"].as_array().unwrap() {
        assert_eq!(found["attributes"]["schema_version"], "2026-11-01");
        assert_eq!(found["attributes"]["created_at"], "2026-05-01T12:00:00Z");
    }
}

/// An extractor with scripted answers. It records its input.
#[derive(Clone, Default)]
struct Scripted {
    answers: Arc<Mutex<Vec<Answer>>>,
    shown: Arc<Mutex<Vec<Shown>>>,
}

/// Name, type, bytes and the text of the message.
type Shown = (String, String, Vec<u8>, Option<String>);

#[derive(Clone)]
enum Answer {
    Reads(&'static str),
    /// Only the text of the document.
    Text(&'static str),
    /// The text, and a value that the extractor knows.
    TextAndVessel(&'static str),
    Nothing,
    Fails,
    Panics,
}

impl Scripted {
    fn new(answers: impl Into<Vec<Answer>>) -> Self {
        Scripted { answers: Arc::new(Mutex::new(answers.into())), ..Scripted::default() }
    }
}

impl DocumentReader for Scripted {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        let shown = (
            source.name.into(),
            source.content_type.into(),
            source.content.to_vec(),
            source.email_body.map(Into::into),
        );
        self.shown.lock().unwrap().push(shown);
        let answer = self.answers.lock().unwrap().remove(0);
        match answer {
            Answer::Nothing => Ok(None),
            Answer::Fails => Err(Error::invalid("content", "the file is damaged")),
            Answer::Panics => panic!("the extractor of a test"),
            Answer::Text(text) => Ok(Some(Extraction::of_text(text))),
            Answer::TextAndVessel(text) => Ok(Some(with(Extraction::of_text(text), |value| {
                value.document_type = Some("delivery_order".to_owned());
                value.payload = Members::from_iter([("vessel_name".to_owned(), json!("MAERSK ESSEX"))]);
            }))),
            Answer::Reads(kind) => Ok(Some(with(Extraction::default(), |value| {
                value.document_type = Some(kind.to_owned());
                value.schema_version = "2026-02-01".to_owned();
                value.payload = Members::from_iter([("read_by".to_owned(), json!(kind))]);
            }))),
        }
    }
}

fn with_extractors(extractors: impl IntoIterator<Item = Scripted>) -> Scenario {
    scenario(&Outbound::default(), |builder| {
        extractors.into_iter().fold(builder, |builder, extractor| builder.extractor(extractor))
    })
}

#[test]
fn an_extractor_gets_name_type_bytes_and_email_body_of_each_document() {
    let extractor = Scripted::new([Answer::Nothing, Answer::Nothing]);
    ingest(&with_extractors([extractor.clone()]), NOTICE);
    let body = Some("Your container MSKU 030896-1 has arrived – see below.".to_owned());
    let shown = extractor.shown.lock().unwrap().clone();
    assert_eq!(shown[0], ("notice.pdf".into(), "application/pdf".into(), b"picture.".to_vec(), body.clone()));
    assert_eq!((shown[1].0.as_str(), shown[1].1.as_str(), &shown[1].3), ("list.csv", "text/csv", &body));
    assert_eq!(shown.len(), 2);
}

#[test]
fn the_first_extractor_that_reads_a_document_is_used() {
    let (first, second) = (
        Scripted::new([Answer::Nothing, Answer::Reads("bill_of_lading")]),
        Scripted::new([Answer::Reads("arrival_notice")]),
    );
    let stage = with_extractors([first, second.clone()]);
    ingest(&stage, NOTICE);
    let list = get(&stage, "/v2/documents?include=last_document_representation");
    let kinds: Vec<&Value> =
        list["data"].as_array().unwrap().iter().map(|document| &document["attributes"]["document_type"]).collect();
    assert_eq!(kinds, ["bill_of_lading", "arrival_notice"], "newest first");
    for found in list["included"].as_array().unwrap() {
        assert_eq!(found["attributes"]["schema_version"], "2026-02-01");
    }
    assert_eq!(second.shown.lock().unwrap().len(), 1, "it is not called for a document that was read");
}

#[test]
fn the_built_in_extractor_is_used_if_the_others_read_nothing() {
    let stage = with_extractors([Scripted::new([Answer::Nothing])]);
    ingest(&stage, &message("", "a.txt", "text/plain", "MSKU0308961"));
    assert_eq!(payload(&stage), numbers(&[("MSKU0308961", json!({ "line": 1 }))], &[]));
}

#[test]
fn the_built_in_extractor_searches_the_text_that_an_extractor_returns() {
    const TEXT: &str = "ARRIVAL NOTICE\nVessel: OTHER\nETA: 14-MAY-2026\n%PDF-1.4 MSKU0308961";
    let extractor = Scripted::new([Answer::Text(TEXT), Answer::TextAndVessel(TEXT), Answer::Text("nothing")]);
    let stage = with_extractors([extractor]);
    let document = || {
        let list = get(&stage, "/v2/documents?include=last_document_representation&page[size]=1");
        (list["data"][0]["attributes"]["document_type"].clone(), list["included"][0]["attributes"].clone())
    };
    let scan = |subject: &str| message(subject, "scan.tiff", "image/tiff", "picture");
    ingest(&stage, &scan("TGHU1643396"));
    let (kind, read) = document();
    assert_eq!((kind, &read["schema_version"]), (json!("arrival_notice"), &json!("2026-11-01")));
    assert_eq!(read["payload"]["eta"], json!({ "value": "2026-05-14", "place": { "line": 3 } }));
    let numbers = numbers(&[("MSKU0308961", json!({ "line": 4 }))], &["TGHU1643396"]);
    assert_eq!(read["payload"]["containers"], numbers["containers"]);

    ingest(&stage, &scan("2"));
    let (kind, read) = document();
    assert_eq!((kind, &read["payload"]["vessel_name"]), (json!("delivery_order"), &json!("MAERSK ESSEX")));
    assert_eq!(read["payload"]["eta"]["value"], "2026-05-14");

    ingest(&stage, &scan("3"));
    assert_eq!(document(), (json!(null), json!(null)));
}

#[test]
fn failures_and_panics_of_an_extractor_are_reported_and_documents_are_stored() {
    for bad in [Answer::Fails, Answer::Panics] {
        let stage = with_extractors([Scripted::new([bad, Answer::Reads("packing_list")])]);
        let ingested = ingest(&stage, NOTICE);
        assert!(ingested.is_new && !ingested.quarantined);
        assert_eq!(ingested.submission.documents_count, Some(2));
        assert_eq!(stage.events(), ["document.extraction_failed", "document.extracted"]);
        let list = get(&stage, "/v2/documents?include=last_document_representation");
        let failed = &list["data"][1];
        assert_eq!(failed["attributes"]["name"], "notice.pdf");
        assert_eq!(failed["relationships"]["last_document_representation"]["data"], json!(null));
        assert_eq!(failed["attributes"]["document_type"], json!(null));
        assert_eq!(list["included"].as_array().map(Vec::len), Some(1));
    }
}

#[test]
fn a_document_that_can_no_longer_be_read_keeps_only_manual_values() {
    let nothing = [Answer::Nothing, Answer::Nothing, Answer::Fails];
    let stage = with_extractors([Scripted::new([vec![Answer::Reads("packing_list")], nothing.to_vec()].concat())]);
    ingest(&stage, &message("", "a.bin", "application/octet-stream", "x"));
    let state = || {
        let list = get(&stage, "/v2/documents?include=last_document_representation");
        let kind = list["data"][0]["attributes"]["document_type"].clone();
        (kind, list["data"][0]["id"].as_str().unwrap().to_owned(), payload(&stage))
    };
    let (kind, id, read) = state();
    assert_eq!((kind, read), (json!("packing_list"), json!({ "read_by": "packing_list" })));
    let path = format!("/v2/documents/{id}");
    let act = |action: &str| {
        let answer = stage.send(Method::Post, &format!("{path}/{action}"), None);
        assert_eq!((answer.status, json_of(&answer)), (202, json!({ "status": "accepted" })), "{action}");
    };
    let read_again = || act("reextract");
    act("relink");
    read_again();
    assert_eq!(state(), (json!(null), id.clone(), json!(null)));
    let values = json!({ "bookings": ["987654321"] });
    let attributes = json!({ "extracted_data_manual": values });
    let body = json!({ "data": { "type": "document", "id": id, "attributes": attributes } });
    assert_eq!(stage.send(Method::Patch, &path, Some(&body)).status, 200);
    for _ in 0..2 {
        read_again();
        assert_eq!(state(), (json!(null), id.clone(), values.clone()));
    }
}

/// An extractor that calls its service.
struct CallsBack(Arc<Mutex<Option<Service>>>);

impl DocumentReader for CallsBack {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        let service = self.0.lock().unwrap().clone();
        let Some(service) = service.filter(|_| source.name == "outer.txt") else { return Ok(None) };
        let inner = message("", "inner.txt", "text/plain", "MSKU0308961");
        service.ingest_email(service.default_account(), inner.as_bytes(), None)?;
        service.run_due(shiptrack::service::Budget::ALL)?;
        // The message of this document is stored, and no other thread reads its documents.
        assert_eq!(service.client().email_submissions().list().into_iter().count(), 2);
        Ok(None)
    }
}

#[test]
fn an_extractor_may_call_its_service() {
    must_end(|| {
        let handle = Arc::new(Mutex::new(None));
        let stage = scenario(&Outbound::default(), |builder| builder.extractor(CallsBack(handle.clone())));
        *handle.lock().unwrap() = Some(stage.service.clone());
        ingest(&stage, &message("", "outer.txt", "text/plain", "TGHU1643396"));
        *handle.lock().unwrap() = None;
        assert_eq!(get(&stage, "/v2/email_submissions")["meta"]["total"], 2);
        assert_eq!(stage.events().len(), 2);
    });
}
