//! Documents of uploaded files: interrupted uploads, access, sorting, links to shipments, extraction.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use shiptrack::chrono::TimeDelta;
use shiptrack::client::NewUpload;
use shiptrack::http::{Call, Method, Request, Response, Stream, Transport};
use shiptrack::service::{DocumentPolicy, Policies, Service};
use shiptrack_tests::sample_files::{SENDER, message};
use shiptrack_tests::scenario::{Scenario, json_of, refusal, send};
use shiptrack_tests::scratch::Scratch;

use super::*;

/// An announcement of these bytes.
pub(super) fn announcement(bytes: &[u8]) -> Value {
    use md5::{Digest, Md5};
    let checksum = BASE64_STANDARD.encode(Md5::digest(bytes));
    json!({ "blob": {
        "filename": "a.bin", "content_type": "application/octet-stream", "byte_size": bytes.len(), "checksum": checksum,
    } })
}

/// Announces a file. Returns its signed id and its upload URL.
pub(super) fn announce(transport: &dyn Transport, bytes: &[u8]) -> (String, String) {
    let answer = send(transport, Method::Post, "/rails/active_storage/direct_uploads", Some(&announcement(bytes)));
    let announced = json_of(&answer);
    assert_eq!(answer.status, 200, "{announced}");
    let text = |pointer| announced.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
    (text("/signed_id"), text("/direct_upload/url"))
}

pub(super) fn put(transport: &dyn Transport, place: &str, bytes: &[u8]) -> Response {
    transport.send(Request::new(Method::Put, place).body("text/plain", bytes), &Call::default()).unwrap()
}

fn create(transport: &dyn Transport, signed: &str) -> Response {
    let attributes = json!({ "name": "A", "attached_document": signed });
    send(transport, Method::Post, "/v2/documents", Some(&document("document", attributes)))
}

pub(super) fn upload(transport: &dyn Transport, bytes: &[u8]) -> String {
    let (signed, place) = announce(transport, bytes);
    assert_eq!(put(transport, &place, bytes).status, 204);
    json_of(&create(transport, &signed))["data"]["id"].as_str().unwrap().to_owned()
}

/// A file that is stored in several pieces.
fn content() -> Vec<u8> {
    (0..1_000_000_u32).map(|n| (n % 251) as u8).collect()
}

#[test]
fn an_upload_interrupted_at_any_tenth_leaves_nothing_and_can_be_repeated() {
    let scratch = Scratch::new();
    let service = Service::open(scratch.path("s.db")).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    let (signed, place) = announce(transport.as_ref(), &content());
    let server = service.server().start().unwrap();
    for tenth in 0..10 {
        let bytes = &content()[..content().len() * tenth / 10];
        // In process the body ends early; over a socket the connection does.
        let mut cut = bytes;
        let whole = Stream::new(content().len() as u64, &mut cut);
        let answer = transport.send_stream(Request::new(Method::Put, &place), whole, &Call::default()).unwrap();
        assert_eq!(answer.status, 400, "{tenth}");
        let mut socket = TcpStream::connect(server.address()).unwrap();
        let head = format!("PUT {place} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", content().len());
        socket.write_all(head.as_bytes()).unwrap();
        socket.write_all(bytes).unwrap();
        socket.shutdown(std::net::Shutdown::Write).unwrap();
        let mut response = String::new();
        socket.read_to_string(&mut response).unwrap();
        assert!(!response.contains(" 204 "), "{response}");
        assert_eq!(create(transport.as_ref(), &signed).status, 422, "{tenth}");
    }
    drop(server);
    let mut all = &content()[..];
    let whole = Stream::new(content().len() as u64, &mut all);
    assert_eq!(transport.send_stream(Request::new(Method::Put, &place), whole, &Call::default()).unwrap().status, 204);
    let created = json_of(&create(transport.as_ref(), &signed));
    let id = created["data"]["id"].as_str().unwrap();
    assert!(service.document_content(&account, &id.into()).unwrap() == Some(content()));
    drop(transport);
    service.close().unwrap();
    drop(service);
    // The database contains the file once and little else.
    let size = std::fs::metadata(scratch.path("s.db")).unwrap().len();
    assert!(size < 3 * content().len() as u64, "{size}");
}

#[test]
fn bytes_that_differ_from_the_announcement_are_rejected() {
    let scenario = Scenario::new();
    let transport = scenario.transport.as_ref();
    let (signed, place) = announce(transport, b"hello");
    for other in [&b""[..], b"hell", b"hello!", b"hullo"] {
        assert_eq!(put(transport, &place, other).status, 422);
        assert_eq!(create(transport, &signed).status, 422);
    }
    assert_eq!(put(transport, &place, b"hello").status, 204);
    assert_eq!(put(transport, &place, b"hello").status, 204, "an identical upload is accepted again");
    assert_eq!(create(transport, &signed).status, 201);
}

#[test]
fn uploaded_files_without_a_document_are_limited_and_expire() {
    let mut policies = Policies::default();
    let mut policy = DocumentPolicy::default();
    (policy.file_bytes, policy.most_waiting) = (100, 150);
    policies.documents = policy;
    let scenario = Scenario::with(|builder| builder.policies(policies));
    let transport = scenario.transport.as_ref();
    let announced = |size: usize| {
        send(transport, Method::Post, "/rails/active_storage/direct_uploads", Some(&announcement(&vec![7; size])))
    };
    let (status, errors) = refusal(&announced(101));
    assert_eq!((status, &errors[0]["source"]["pointer"]), (413, &json!("/blob/byte_size")));
    let (signed, place) = announce(transport, &[7; 100]);
    assert_eq!(put(transport, &place, &[7; 100]).status, 204);
    assert_eq!(announced(51).status, 507);
    // A file with a document does not count.
    assert_eq!(create(transport, &signed).status, 201);
    let (signed, place) = announce(transport, &[8; 100]);
    assert_eq!(put(transport, &place, &[8; 100]).status, 204);
    scenario.clock.advance((TimeDelta::days(1) + TimeDelta::seconds(1)).to_std().unwrap());
    scenario.run();
    assert_eq!((create(transport, &signed).status, announced(100).status), (422, 200));
}

#[test]
fn download_and_upload_links_are_separate_and_a_browser_does_not_display_the_file() {
    let scenario = Scenario::new();
    let transport = scenario.transport.as_ref();
    let (_, place) = announce(transport, b"<script>");
    let id = upload(transport, b"<script>alert(1)</script>");
    let url = scenario.get(&format!("/v2/documents/{id}/download_url"))["download_url"].as_str().unwrap().to_owned();
    assert_eq!(put(transport, &url, b"x").status, 404);
    assert_eq!(send(transport, Method::Get, &place, None).status, 404);
    assert_eq!(send(transport, Method::Delete, &url, None).status, 405);
    let answer = send(transport, Method::Get, &url, None);
    assert_eq!((answer.status, &answer.body[..]), (200, &b"<script>alert(1)</script>"[..]));
    assert!(answer.headers.get("Content-Disposition").unwrap().starts_with("attachment; filename*=UTF-8''a%2Ebin"));
    let headers = ["X-Content-Type-Options", "Content-Security-Policy"].map(|name| answer.headers.get(name).unwrap());
    assert_eq!(headers, ["nosniff", "sandbox"]);
}

#[test]
fn name_of_a_downloaded_file_has_no_path_and_no_control_characters() {
    let scenario = Scenario::new();
    let transport = scenario.transport.as_ref();
    for (name, expected) in [
        ("../../.ssh/authorized_keys", "authorized%5Fkeys"),
        ("..\\..\\boot.ini", "boot%2Eini"),
        ("a\r\nSet-Cookie: b.pdf", "aSet%2DCookie%5F%20b%2Epdf"),
        ("in\u{202E}fdp.exe", "infdp%2Eexe"),
        ("..", "document"),
    ] {
        let content = expected.as_bytes();
        let mut announcement = announcement(content);
        announcement["blob"]["filename"] = name.into();
        let answer = send(transport, Method::Post, "/rails/active_storage/direct_uploads", Some(&announcement));
        let announced = json_of(&answer);
        assert_eq!(put(transport, announced["direct_upload"]["url"].as_str().unwrap(), content).status, 204);
        let created = create(transport, announced["signed_id"].as_str().unwrap());
        let id = json_of(&created)["data"]["id"].as_str().unwrap().to_owned();
        let url =
            scenario.get(&format!("/v2/documents/{id}/download_url"))["download_url"].as_str().unwrap().to_owned();
        let downloaded = send(transport, Method::Get, &url, None);
        let field = downloaded.headers.get("Content-Disposition").unwrap();
        assert_eq!(field, format!("attachment; filename*=UTF-8''{expected}"), "{name:?}");
    }
}

#[test]
fn a_list_is_sorted_and_paged_in_every_order() {
    let scenario = Scenario::new();
    let transport = scenario.transport.as_ref();
    let ids: Vec<String> = (0..7_u8).map(|n| upload(transport, &[n])).collect();
    for (at, id) in ids.iter().enumerate() {
        let kind = ["bill_of_lading", "arrival_notice", "commercial_invoice"][at % 3];
        let attributes = json!({ "document_type_manual": kind });
        let path = format!("/v2/documents/{id}");
        assert_eq!(send(transport, Method::Patch, &path, Some(&document("document", attributes))).status, 200);
    }
    let listed = |sort: &str| {
        let (mut next, mut found) = (Some(format!("/v2/documents?sort={sort}&page[size]=2")), Vec::new());
        while let Some(path) = next {
            let page = scenario.get(&path);
            found.extend(
                page["data"].as_array().unwrap().iter().map(|document| document["id"].as_str().unwrap().to_owned()),
            );
            next = page["links"]["next"].as_str().map(str::to_owned);
        }
        found.iter().map(|id| ids.iter().position(|known| known == id).unwrap()).collect::<Vec<_>>()
    };
    for (sort, expected) in [
        ("created_at", [0, 1, 2, 3, 4, 5, 6]),
        ("-created_at", [6, 5, 4, 3, 2, 1, 0]),
        ("added_by", [0, 1, 2, 3, 4, 5, 6]),
        ("document_type", [1, 4, 0, 3, 6, 2, 5]),
        ("-document_type", [5, 2, 6, 3, 0, 4, 1]),
    ] {
        assert_eq!(listed(sort), expected, "{sort}");
        assert_eq!(listed(&format!("{sort}&filter[filename]=a.bin")), expected, "{sort}, with a filter");
    }
}

#[test]
fn a_shipment_tracked_later_is_linked_and_a_container_links_its_nearest_voyage() {
    let scenario = Scenario::new();
    let id = upload(scenario.transport.as_ref(), b"MSKU0308961");
    let linked = |name: &str| {
        let shown = scenario.get(&format!("/v2/documents/{id}"));
        shown["data"]["relationships"][name]["data"].as_array().unwrap().len()
    };
    // The text of this file type is not extracted.
    assert_eq!((linked("shipments"), linked("cargos")), (0, 0));
    let attributes = json!({ "extracted_data_manual": { "containers": ["MSKU0308961"] } });
    let path = format!("/v2/documents/{id}");
    scenario.send(Method::Patch, &path, Some(&document("document", attributes)));
    assert_eq!((linked("shipments"), linked("cargos")), (0, 0));
    for (bill, departed) in [("MAEU123456789", "2026-04-27T01:00:00Z"), ("MAEU223456789", "2025-04-27T01:00:00Z")] {
        scenario.carrier.then_facts(&json!([
            { "particulars": { "containers": ["MSKU0308961"], "port_of_lading": { "locode": "CNSHA" } } },
            { "event": { "container": "MSKU0308961", "milestone": "vessel_departed", "at": departed, "place": { "locode": "CNSHA" } } },
        ]));
        scenario.create("bill_of_lading", bill, "MAEU");
        scenario.run();
    }
    assert_eq!(scenario.get("/v2/shipments")["data"].as_array().unwrap().len(), 2);
    assert_eq!((linked("shipments"), linked("cargos")), (1, 1));
    let attributes =
        json!({ "extracted_data_manual": { "containers": ["MSKU0308961"], "bills_of_lading": ["MAEU223456789"] } });
    scenario.send(Method::Patch, &path, Some(&document("document", attributes)));
    let shown = scenario.get(&format!("{path}?include=shipments"));
    assert_eq!(shown["included"][0]["attributes"]["bill_of_lading_number"], "MAEU223456789");
}

#[test]
fn manual_values_override_extracted_ones_and_invalid_ones_are_rejected_by_name() {
    let scenario = Scenario::new();
    let mail =
        message("1", "See there", &[("a.txt", "text/plain", b"ARRIVAL NOTICE\nVessel: TEST\nETA: 2026-05-11\n")]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    let id = email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap();
    let path = format!("/v2/documents/{id}");
    let payload = || {
        let shown = scenario.get(&format!("{path}?include=last_document_representation"));
        shown["included"][0]["attributes"]["payload"].clone()
    };
    let extracted = payload();
    assert_eq!(extracted["eta"]["value"], "2026-05-11");
    let change = |attributes: Value| scenario.send(Method::Patch, &path, Some(&document("document", attributes)));
    assert_eq!(
        change(json!({ "extracted_data_manual": { "vessel_name": null, "bookings": ["987654321"] } })).status,
        200
    );
    let shown = payload();
    let changed = (&shown["eta"], shown.get("vessel_name"), &shown["bookings"]);
    assert_eq!(changed, (&extracted["eta"], None, &json!(["987654321"])));
    assert_eq!(change(json!({ "extracted_data_manual": null })).status, 200);
    assert_eq!(payload(), extracted);
    for (attributes, pointer, word) in [
        (json!({ "document_type_manual": "arival_notice" }), "document_type_manual", "arrival_notice, bill_of_lading"),
        (json!({ "extracted_data_manual": { "eta": "14.05.2026" } }), "extracted_data_manual/eta", "2026-05-14"),
        (json!({ "extracted_data_manual": { "eta": { "day": 1 } } }), "extracted_data_manual/eta", "a date"),
        (json!({ "extracted_data_manual": { "bookings": "B1" } }), "extracted_data_manual/bookings", "a list"),
        (json!({ "extracted_data_manual": { "bookings": [1] } }), "extracted_data_manual/bookings", "a list"),
        (json!({ "extracted_data_manual": { "vessel_name": 5 } }), "extracted_data_manual/vessel_name", "a string"),
    ] {
        let (status, refused) = scenario.refused(Method::Patch, &path, Some(&document("document", attributes)));
        let refused = &refused[0];
        assert_eq!((status, &refused["source"]["pointer"]), (422, &json!(format!("/data/attributes/{pointer}"))));
        assert!(refused["detail"].as_str().unwrap().contains(word), "{refused}");
    }
}

/// Ten times the memory that sender and receiver may use. The memory is measured in a separate process.
const HEAVY: usize = 20 << 20;
const ALLOWED: usize = 2 << 20;

#[test]
fn a_large_file_is_stored_without_loading_it_into_memory() {
    let scratch = Scratch::new();
    let file = scratch.path("scan.tiff");
    std::fs::write(&file, vec![b'x'; HEAVY]).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"))
        .args(["measure-received".as_ref(), scratch.path("s.db").as_os_str(), file.as_os_str()])
        .output()
        .expect("the child starts");
    let output = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(child.status.success(), "{output}{}", String::from_utf8_lossy(&child.stderr));
    let figures: Vec<usize> = output.split_whitespace().map(|figure| figure.parse().unwrap()).collect();
    println!("{figures:?} bytes of memory, allocated and resident, for a file of {HEAVY}");
    assert!(figures[0] <= ALLOWED, "{output}");
}

#[test]
fn a_document_of_one_account_is_not_a_duplicate_for_another() {
    let scenario = Scenario::new();
    let other = scenario.service.create_account("other", "Other").unwrap().id;
    let other_transport = scenario.service.transport(&other).unwrap();
    upload(scenario.transport.as_ref(), b"same");
    let id = upload(other_transport.as_ref(), b"same");
    assert_eq!(scenario.service.document_content(&other, &id.as_str().into()).unwrap().unwrap(), b"same");
    let client = scenario.service.client();
    let error = client.documents().upload(NewUpload::reader("x", std::io::Cursor::new(b"same"))).unwrap_err();
    assert_eq!(error.code(), Some("duplicate_document"));
}

#[test]
fn an_upload_is_extracted_again_after_its_document_was_discarded() {
    let scenario = Scenario::new();
    let transport = scenario.transport.as_ref();
    let bytes = shiptrack_tests::sample_files::pdf(&["ARRIVAL NOTICE", "B/L No: MAEU123456789", "ETA: 11-MAY-2026"]);
    let (signed, place) = announce(transport, &bytes);
    assert_eq!(put(transport, &place, &bytes).status, 204);
    for round in 1..=2 {
        let created = json_of(&create(transport, &signed));
        let extraction = &created["data"]["relationships"]["last_document_representation"]["data"];
        assert!(extraction.is_object(), "{round}: {created}");
        let id = created["data"]["id"].as_str().unwrap().into();
        assert!(scenario.service.discard_document(&scenario.account, &id).unwrap());
    }
}

/// A discharge of a container, in EDIFACT.
const TERMINAL_REPORT: &str = "UNB+UNOA:2+USLAXTERM+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
    LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'DTM+203:202604201410:203'UNT+7+1'UNZ+1+77'";

#[test]
fn edi_is_decoded_from_uploads_and_mail_and_recorded_once() {
    let scenario = Scenario::new();
    scenario.allow_senders(&[SENDER]);
    let by_upload = upload(scenario.transport.as_ref(), TERMINAL_REPORT.as_bytes());
    let mail = message("News", "See there", &[("a.txt", "text/plain", TERMINAL_REPORT.as_bytes())]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    assert!(ingested.edi[0].report.interchanges[0].is_repeated, "the file was uploaded before");
    let by_mail = scenario.get("/v2/documents")["data"][0]["id"].as_str().unwrap().to_owned();
    for id in [by_upload, by_mail] {
        let path = format!("/v2/documents/{id}");
        let decoded = || {
            let found = scenario.get(&format!("{path}?include=last_document_representation"));
            let interchange = &found["included"][0]["attributes"]["payload"]["interchanges"][0];
            (
                found["data"]["attributes"]["document_type"].clone(),
                interchange["messages"].clone(),
                interchange["facts"].clone(),
            )
        };
        let first = decoded();
        assert_eq!((&first.0, &first.1, first.2.as_u64() > Some(0)), (&json!("edi"), &json!(1), true), "{first:?}");
        for action in ["reextract", "reclassify"] {
            assert_eq!(scenario.send(Method::Post, &format!("{path}/{action}"), None).status, 202);
            assert_eq!(decoded(), first, "{action}");
        }
    }
    // The container is not tracked yet: its event is stored once.
    scenario.carrier.then_facts(&json!([{ "particulars": { "containers": ["MSKU0308961"] } }]));
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let found = scenario.get("/v2/containers?include=transport_events");
    assert_eq!(included(&found).iter().filter(|kind| **kind == "transport_event").count(), 1);
}

#[test]
fn extracting_again_after_the_interchange_expired_does_not_record_the_edi_again() {
    let scenario = Scenario::new();
    let id = upload(scenario.transport.as_ref(), TERMINAL_REPORT.as_bytes());
    let shown = || scenario.get(&format!("/v2/documents/{id}?include=last_document_representation"));
    let first = shown();
    scenario.pass(91 * DAY);
    scenario.run();
    for action in ["reclassify", "reextract"] {
        assert_eq!(scenario.send(Method::Post, &format!("/v2/documents/{id}/{action}"), None).status, 202);
    }
    let report = scenario.service.ingest_edi(&scenario.account, TERMINAL_REPORT.as_bytes()).unwrap();
    assert!(!report.interchanges[0].is_repeated, "{report:?}");
    assert_eq!(shown(), first);
}
