//! Damaged database files.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::carriers::CallbackSecret;
use shiptrack::error::ErrorKind;
use shiptrack::http::{Headers, Method};
use shiptrack::service::{Activity, NewSubscription, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::crash::{self, MESSAGE};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{Scenario, start};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::seeded::SeededRandom;

/// Flips a bit of the last byte of `needle` in a file. `false` if the file does not contain it.
fn damage(path: &Path, needle: &[u8]) -> bool {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    let Some(at) = bytes.windows(needle.len()).position(|window| window == needle) else { return false };
    file.seek(SeekFrom::Start((at + needle.len() - 1) as u64)).unwrap();
    file.write_all(&[bytes[at + needle.len() - 1] ^ 1]).unwrap();
    true
}

#[test]
fn damaged_contents_are_an_error_that_names_the_record() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let account = service.default_account().clone();
    let message = MESSAGE.replace("NUMBER", "4711");
    let stored = service.ingest_email(&account, message.as_bytes(), None).unwrap().submission;
    let document = service.client().documents().list().into_iter().next().unwrap().unwrap().id;
    assert_eq!(service.email_content(&account, &stored.id).unwrap().unwrap(), message.as_bytes());
    service.close().unwrap();
    drop(service);
    assert!(damage(&path, b"MSKU0308961,4711"));
    while damage(&path, b"MSKU0308961,4711") {}
    let service = Service::open(&path).unwrap();
    for (result, id) in [
        (service.email_content(&account, &stored.id), stored.id.to_string()),
        (service.document_content(&account, &document), document.to_string()),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Store);
        assert!(error.to_string().contains(&id) && error.to_string().contains("are damaged"), "{error}");
    }
    // Storing the same content again repairs it.
    service.ingest_email(&account, format!("X-Again: 1\r\n{message}").as_bytes(), None).unwrap();
    assert!(service.document_content(&account, &document).unwrap().is_some());
}

/// The JSON of a record is invalid, which SQLite does not detect.
#[test]
fn an_unreadable_record_is_omitted_from_lists_reported_once_and_an_error_by_id() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    let ids: Vec<String> = (0..5).map(|place| stage.create("bill_of_lading", &crash::number(place), "MAEU")).collect();
    stage.service.close().unwrap();
    let record = format!("{{\"id\":\"{}\",\"tracked\":{{", ids[2]);
    assert!(damage(&path, record.as_bytes()));
    // A page that was split may still contain the bytes of rows that moved to another page.
    while damage(&path, record.as_bytes()) {}
    let errors: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&errors);
    let observe = move |activity: &Activity<'_>| {
        if let Activity::RecordLeftOut { id, error, .. } = activity {
            assert!(error.to_string().contains(&format!("{id} cannot be read: ")), "{error}");
            assert!(error.to_string().ends_with("its checksum is wrong: the stored data is damaged"), "{error}");
            log.lock().unwrap().push(error.to_string());
        }
    };
    let stage = crash::open_observed(SqliteStore::open(&path).unwrap(), start(), observe).unwrap();
    let found = stage.service.client().search("MAEU").into_iter().map(|found| found.unwrap().id.to_string());
    assert_eq!(found.collect::<Vec<_>>(), [&ids[4], &ids[3], &ids[1], &ids[0]].map(String::clone));
    for size in [1, 2, 3, 5, 100] {
        let shown: Vec<String> = stage
            .service
            .client()
            .tracking_requests()
            .list()
            .page_size(size)
            .into_iter()
            .map(|item| item.unwrap().id.to_string())
            .collect();
        assert_eq!(shown, [&ids[4], &ids[3], &ids[1], &ids[0]].map(String::clone), "{size} a page");
    }
    let refused = stage.service.client().tracking_requests().get(&ids[2].as_str().into()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Store);
    let sentence = format!("the tracking request {} cannot be read", ids[2]);
    assert!(refused.to_string().starts_with(&sentence), "{refused}");
    let errors = errors.lock().unwrap();
    assert!(errors.len() == 1 && errors[0].starts_with(&sentence), "{errors:?}");
}

/// With arbitrary damage, the service opens or reports a damaged file. It never panics, and every call returns.
#[test]
fn arbitrary_damage_causes_errors_and_no_panics() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    for place in 0..40 {
        stage.create("bill_of_lading", &crash::number(place), "MAEU");
    }
    stage.run();
    stage.service.close().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let rounds = depth(60, 4_000);
    let (mut opened, mut refused) = (0, 0);
    for round in 0..rounds {
        let mut bytes = whole.clone();
        // A few bytes, a page, or the end, at a different position in each round.
        let at = (round * 7_919) % bytes.len();
        match round % 3 {
            0 => (at..(at + 8).min(bytes.len())).for_each(|at| bytes[at] ^= 0x55),
            1 => (at..(at + 4_096).min(bytes.len())).for_each(|at| bytes[at] = 0xff),
            _ => bytes.truncate(at),
        }
        std::fs::write(&path, &bytes).unwrap();
        let _ = std::fs::remove_file(scratch.path("s.db-wal"));
        match crash::open(&path, start()) {
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Store | ErrorKind::StoreVersion), "{error}");
                refused += 1;
            }
            Ok(stage) => {
                opened += 1;
                let client = stage.service.client();
                for item in client.tracking_requests().list().into_iter().take(50) {
                    if let Err(error) = item {
                        assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
                        break;
                    }
                }
                let _ = stage.service.run_due(shiptrack::service::Budget::items(20));
                let _ = stage.service.events(&stage.account, 0, 100);
                stage.service.close().unwrap();
            }
        }
    }
    println!("figures: damaged files: {rounds}, {opened} opened, {refused} refused");
}

/// Returns all resources of a family by id, as far as they can be read.
fn readable(stage: &Scenario, path: &str) -> HashMap<String, Value> {
    let answer = stage.send(Method::Get, &format!("{path}?page[size]=100"), None);
    let page: Value = serde_json::from_slice(&answer.body).unwrap();
    let items = page["data"].as_array().cloned().unwrap_or_default();
    items.into_iter().map(|item| (item["id"].as_str().unwrap().to_owned(), item["attributes"].clone())).collect()
}

/// What the interface and the event feed publish.
fn published(stage: &Scenario) -> HashMap<String, Value> {
    let mut found = HashMap::new();
    for family in ["tracking_requests", "shipments", "containers"] {
        found.extend(readable(stage, &format!("/v2/{family}")));
    }
    for id in readable(stage, "/v2/containers").keys() {
        found.extend(readable(stage, &format!("/v2/containers/{id}/transport_events")));
    }
    for event in stage.service.events(&stage.account, 0, 1_000).unwrap_or_default() {
        let document: Value = serde_json::from_str(&event.document).unwrap();
        let included = document["included"].as_array().cloned().unwrap_or_default();
        let parts = included.iter().map(|item| format!("{} in {}", item["id"], document["data"]["id"]));
        found.extend(parts.zip(included.iter().map(|item| item["attributes"].clone())));
    }
    found
}

/// Replaces the database file, and deletes the files that belong to the previous one.
fn restore(scratch: &Scratch, bytes: &[u8]) {
    std::fs::write(scratch.path("s.db"), bytes).unwrap();
    for name in ["s.db-wal", "s.db-shm", "s.db.lock"] {
        let _ = std::fs::remove_file(scratch.path(name));
    }
}

/// A flipped bit in a record often leaves valid JSON with another container number or day.
#[test]
fn a_flipped_bit_is_never_published_as_another_value() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    for place in [0, 4, 8, 12] {
        stage.create("bill_of_lading", &crash::number(place), "MAEU");
    }
    stage.run();
    let expected = published(&stage);
    assert!(expected.len() > 50, "{}", expected.len());
    stage.service.close().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let seeded = SeededRandom::new(21);
    let (mut refused, mut missing, rounds) = (0, 0, depth(150, 3_000));
    for _ in 0..rounds {
        let mut bytes = whole.clone();
        let at = seeded.below(bytes.len());
        bytes[at] ^= 1 << seeded.below(8);
        restore(&scratch, &bytes);
        let Ok(stage) = crash::open(&path, start()) else {
            refused += 1;
            continue;
        };
        let found = published(&stage);
        missing += usize::from(expected.keys().any(|id| !found.contains_key(id)));
        for (id, attributes) in &found {
            if let Some(right) = expected.get(id) {
                assert_eq!(attributes, right, "byte {at}, {id}");
            }
        }
        stage.service.close().unwrap();
    }
    println!("figures: {rounds} flipped bits: {refused} files rejected, {missing} with resources left out");
}

/// An EDI message that cannot be read, and mail without attachments.
fn ingest_samples(stage: &Scenario) {
    let unread = "UNB+UNOA:2+DEPOT+ME+260520:1500+77'UNH+1+CODECO:D:95B:UN'BGM+34+1+9'UNT+3+1'UNZ+1+77'";
    assert_eq!(stage.service.ingest_edi(&stage.account, unread.as_bytes()).unwrap().interchanges.len(), 1);
    assert_eq!(stage.service.unread_edi(&stage.account, 10).unwrap().len(), 1);
    let text = "The container MSKU0308961 arrives on 2026-05-20 with bill 123456789.\r\n".repeat(20);
    let mail = format!("From: a@carrier.example\r\nSubject: notice\r\n\r\n{text}");
    stage.service.ingest_email(&stage.account, mail.as_bytes(), None).unwrap();
}

/// What the service publishes, and what it publishes after three more days of look-ups.
fn published_later(stage: &Scenario) -> [HashMap<String, Value>; 2] {
    let all = || {
        let mut found = published(stage);
        found.extend(readable(stage, "/v2/email_submissions"));
        for unread in stage.service.unread_edi(&stage.account, 10).unwrap_or_default() {
            found.insert(unread.id, json!([unread.sender, unread.interchange_control_number, unread.text]));
        }
        found
    };
    let before = all();
    let until = stage.now() + std::time::Duration::from_secs(3 * 24 * 3_600);
    let _ = stage.service.run_until(until, &Default::default());
    [before, all()]
}

/// Whether a call reports the damage to its caller.
fn any_call_fails(stage: &Scenario) -> bool {
    let paths = ["tracking_requests", "shipments", "containers", "email_submissions"];
    let mut statuses = paths.iter().map(|path| stage.send(Method::Get, &format!("/v2/{path}"), None).status);
    stage.service.events(&stage.account, 0, 1_000).is_err()
        || stage.service.unread_edi(&stage.account, 10).is_err()
        || stage.service.run_due(shiptrack::service::Budget::ALL).is_err()
        || statuses.any(|status| status != 200)
}

/// The members of two objects that are equal, or a value if the two are equal.
fn equal_part(one: &Value, two: &Value) -> Value {
    match (one, two) {
        (Value::Object(one), Value::Object(two)) => one
            .iter()
            .filter(|(name, value)| two.get(*name) == Some(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        _ => {
            if one == two {
                one.clone()
            } else {
                Value::Null
            }
        }
    }
}

/// A bit anywhere in the file is flipped: in records, columns, indexes, EDI messages, mail. What is published afterwards, also by new look-ups,
/// is right, or the damage is reported.
#[test]
fn a_flipped_bit_never_causes_a_wrong_publication_without_a_report() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let stage = crash::open(&path, start()).unwrap();
    for place in 0..8 {
        stage.create("bill_of_lading", &crash::number(place), "MAEU");
    }
    stage.run();
    ingest_samples(&stage);
    stage.service.close().unwrap();
    let whole = std::fs::read(&path).unwrap();
    // Undamaged runs differ in times that depend on chance. That all of them have the same time by chance is unlikely.
    let undamaged = [(); 5].map(|()| {
        restore(&scratch, &whole);
        let stage = crash::open(&path, start()).unwrap();
        let found = published_later(&stage);
        stage.service.close().unwrap();
        found
    });
    let seeded = SeededRandom::new(22);
    let (mut refused, mut reported, mut silent, rounds) = (0, 0, Vec::new(), depth(20, 1_500));
    for _ in 0..rounds {
        let (at, bit) = (seeded.below(whole.len()), seeded.below(8));
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << bit;
        restore(&scratch, &bytes);
        let reports = Arc::new(Mutex::new(0));
        let counter = Arc::clone(&reports);
        let observe = move |activity: &Activity<'_>| {
            use Activity::{RecordLeftOut, Trouble, WritesRefused};
            *counter.lock().unwrap() +=
                i32::from(matches!(activity, RecordLeftOut { .. } | Trouble { .. } | WritesRefused { .. }));
        };
        let opened = SqliteStore::open(&path).and_then(|store| crash::open_observed(store, start(), observe));
        let Ok(stage) = opened else {
            refused += 1;
            continue;
        };
        let found = published_later(&stage);
        let is_reported = *reports.lock().unwrap() > 0 || any_call_fails(&stage);
        reported += i32::from(is_reported);
        for (family, found) in found.iter().enumerate() {
            for id in undamaged[0][family].keys() {
                let right: Option<Vec<&Value>> = undamaged.iter().map(|run| run[family].get(id)).collect();
                let Some(right) = right else { continue };
                let certain = right.iter().fold(right[0].clone(), |certain, other| equal_part(&certain, other));
                let is_right = found.get(id).is_some_and(|found| equal_part(&certain, found) == certain);
                if !is_right && !is_reported {
                    silent.push(format!("byte {at}, bit {bit}: {id} {certain} -> {:?}", found.get(id)));
                }
            }
        }
        let _ = stage.service.close();
    }
    println!(
        "figures: {rounds} flipped bits: {refused} files rejected, {reported} reported later, {} silent",
        silent.len()
    );
    assert_eq!(silent, [""; 0]);
}

/// Sends a request on a new connection, and returns status and body.
fn exchange(address: &str, head: &str, body: &str) -> (u16, String) {
    let mut socket = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(socket, "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[test]
fn after_damage_is_found_writes_are_answered_503_with_a_reason_and_reads_continue() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let account = service.default_account().clone();
    let attachment = format!("{}\r\n", "0123456789abcdef".repeat(4)).repeat(15_000);
    let message = MESSAGE.replace("NUMBER", "1") + &attachment;
    service.ingest_email(&account, message.as_bytes(), None).unwrap();
    let document = service.client().documents().list().first().unwrap().unwrap().id;
    let secret = "AAECAwQFBgcICQoLDA0ODw==";
    service.add_subscription(&account, NewSubscription::of_carrier("MAEU").called("7f5a").secret(secret)).unwrap();
    let key = service.create_key(&account, "k").unwrap().key.reveal().to_owned();
    service.close().unwrap();
    drop(service);

    let refusals: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&refusals);
    let observe = move |activity: &Activity<'_>| {
        if let Activity::WritesRefused { error, .. } = activity {
            log.lock().unwrap().push(error.to_string());
        }
    };
    let service = Service::builder().observer(observe).open(&path).unwrap();
    let server = service.server().address("127.0.0.1:0").start().unwrap();
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let call = |method: &str, path: &str, body: &str| {
        let head = format!("{method} {path} HTTP/1.1\r\nAuthorization: Token {key}\r\nContent-Type: application/json");
        exchange(&address, &head, body)
    };
    let creation =
        |name: &str| json!({ "data": { "type": "party", "attributes": { "company_name": name } } }).to_string();
    assert_eq!(call("POST", "/v2/parties", &creation("before")).0, 201);
    // Overwrites 200 pages near the end of the attachment, whose beginning is in the middle of other tables, while the service is running.
    let bytes = std::fs::read(&path).unwrap();
    let needle = "0123456789abcdef".repeat(4);
    let at = bytes.windows(needle.len()).rposition(|window| window == needle.as_bytes()).unwrap() / 2048 - 210;
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(at as u64 * 2048)).unwrap();
    file.write_all(&vec![0xa5; 200 * 2048]).unwrap();
    let error = service.document_content(&account, &document).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");

    let (status, body) = call("POST", "/v2/parties", &creation("after"));
    assert_eq!(status, 503, "{body}");
    assert!(
        body.contains("accepts no changes, because its database is damaged") && body.contains("\"in_doubt\":false"),
        "{body}"
    );
    let callback = "[]";
    let signature = CallbackSecret::parse(secret).unwrap().sign(callback.as_bytes());
    let mut headers = Headers::new();
    headers.set("Subscription-ID", "7f5a");
    headers.set("Notification-Signature", signature.clone());
    let error = service.receive_push(&headers, callback.as_bytes()).unwrap_err();
    assert_eq!((error.kind(), error.http_status()), (ErrorKind::Store, Some(503)), "{error:?}");
    let head =
        format!("POST /push/7f5a HTTP/1.1\r\nNotification-Signature: {signature}\r\nContent-Type: application/json");
    let (status, body) = exchange(&address, &head, callback);
    assert!(status == 503 && body.contains("accepts no changes"), "{body}");
    let (status, body) = call("GET", "/v2/parties", "");
    assert!(status == 200 && body.contains("before") && !body.contains("after"), "{body}");
    let refusals = refusals.lock().unwrap();
    assert!(refusals.len() == 1 && refusals[0].contains("damaged: restore it from a backup"), "{refusals:?}");
}
