//! Speed of reading a page, compared with a syntax scan, which is the lower bound, and with plain serde structs, as
//! most programs would write them. All read three attributes of each item, and for emails the name of the first
//! document.
//!
//! This library has two ways: views only read the requested attributes, and typed items read everything.

mod support;

use std::collections::HashMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use shiptrack::jsonapi::Page;
use shiptrack::resources::{Document, EmailSubmission, TrackingRequest};
use support::{Goal, Goals, Ratios, computed, median, quotient, rounds};

const ITEMS: usize = 100;
const ROUNDS: usize = 200;

/// The names of the ratios of a family: for views and for typed items.
type Names = [&'static str; 2];

const REQUESTS: Names = [
    "tracking requests: speed of views / of plain serde structs",
    "tracking requests: speed of typed items / of plain serde structs",
];
const EMAILS: Names = [
    "email submissions: speed of views / of plain serde structs",
    "email submissions: speed of typed items / of plain serde structs",
];

/// The goals of views are those of their design. The goals of typed items are close to their present speed.
const GOALS: Goals = &[
    (REQUESTS[0], Goal::AtLeast(1.1)),
    (REQUESTS[1], Goal::AtLeast(0.7)),
    (EMAILS[0], Goal::AtLeast(2.5)),
    (EMAILS[1], Goal::AtLeast(2.2)),
];
/// The noise margin of the short form, as a part of a goal. One thread computes, in turn with its peer.
const MARGIN: f64 = 0.1;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let requests = tracking_requests();
    let ways: [Way<'_>; 4] = [
        ("syntax scan", &scan),
        ("plain serde structs", &plain::tracking_requests),
        ("views", &request_views),
        ("typed", &typed_requests),
    ];
    ratios.measure(REQUESTS, || compare("tracking requests", &requests, &ways));
    let emails = email_submissions();
    let ways: [Way<'_>; 4] = [
        ("syntax scan", &scan),
        ("plain serde structs", &plain::email_submissions),
        ("views", &email_views),
        ("typed", &typed_emails),
    ];
    ratios.measure(EMAILS, || compare("email submissions", &emails, &ways));
    ratios.verdict()
}

/// A way to read a page, which returns the length of the values that it read.
type Way<'w> = (&'static str, &'w dyn Fn(Vec<u8>) -> usize);

/// Prints the times of the four ways. Returns the speed of views and of typed items, divided by that of plain serde
/// structs.
fn compare(what: &str, page: &[u8], ways: &[Way<'_>; 4]) -> [f64; 2] {
    let rounds = rounds(ROUNDS);
    let mut times = vec![Vec::with_capacity(rounds); ways.len()];
    for _ in 0..rounds {
        for (at, (_, read)) in ways.iter().enumerate() {
            times[at].push(time(page, *read));
        }
    }
    let medians: Vec<Duration> = times.into_iter().map(median).collect();
    let plain = medians[1];
    println!("\n{what}: {ITEMS} items, {} bytes, {rounds} rounds", page.len());
    println!("{:<22}{:>12}{:>16}{:>16}", "", "median", "× plain serde", "of the scan");
    for ((name, _), median) in ways.iter().zip(&medians) {
        let (faster, share) = (quotient(plain, *median), quotient(medians[0], *median));
        println!("{name:<22}{:>9.1} µs{faster:>16.2}{share:>16.2}", median.as_secs_f64() * 1e6);
    }
    [quotient(plain, medians[2]), quotient(plain, medians[3])]
}

/// The time of reading a page once. Its bytes are owned, as if a client had just received them.
fn time(page: &[u8], read: &dyn Fn(Vec<u8>) -> usize) -> Duration {
    let page = page.to_vec();
    computed(|| read(black_box(page)))
}

fn scan(page: Vec<u8>) -> usize {
    serde_json::from_slice::<IgnoredAny>(&page).unwrap();
    page.len()
}

fn request_views(page: Vec<u8>) -> usize {
    let page = Page::<TrackingRequest>::parse(page).unwrap();
    let mut read = 0;
    for view in page.views() {
        for attribute in view.attributes(["request_number", "status", "created_at"]) {
            read += attribute.and_then(|value| value.as_str()).map_or(0, |text| text.len());
        }
    }
    read
}

fn typed_requests(page: Vec<u8>) -> usize {
    let page = Page::<TrackingRequest>::parse(page).unwrap();
    page.iter()
        .map(|request| {
            let request = request.unwrap();
            request.request_number.len()
                + request.status.as_str().len()
                + request.created_at.map_or(0, |at| at.as_str().len())
        })
        .sum()
}

fn email_views(page: Vec<u8>) -> usize {
    let page = Page::<EmailSubmission>::parse(page).unwrap();
    let mut read = 0;
    for view in page.views() {
        let [subject, sent_at, count] = view.attributes(["subject", "sent_at", "documents_count"]);
        read += subject.and_then(|value| value.as_str()).map_or(0, |text| text.len());
        read += sent_at.and_then(|value| value.as_str()).map_or(0, |text| text.len());
        read += count.and_then(|value| value.as_i64()).map_or(0, |count| count as usize);
        let first = view.to_many("documents").get().first().cloned();
        let document = first.and_then(|target| page.find_included(&target.kind, &target.id.to_string()));
        read += document.and_then(|found| found.attribute("name")?.as_str()).map_or(0, |name| name.len());
    }
    read
}

fn typed_emails(page: Vec<u8>) -> usize {
    let page = Page::<EmailSubmission>::parse(page).unwrap();
    page.iter()
        .map(|email| {
            let email = email.unwrap();
            let document = email.documents.ids::<Document>().next().and_then(|id| page.included(&id));
            email.subject.len()
                + email.sent_at.map_or(0, |at| at.as_str().len())
                + email.documents_count.map_or(0, |count| count as usize)
                + document.map_or(0, |document| document.unwrap().name.len())
        })
        .sum()
}

/// What a program without this library would probably use: owned structs, and `included` as an internally tagged enum.
mod plain {
    use super::*;

    #[derive(Deserialize)]
    struct Listing<T, I = IgnoredAny> {
        data: Vec<T>,
        #[serde(default = "Vec::new")]
        included: Vec<I>,
        links: HashMap<String, Option<String>>,
        meta: Option<Value>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct Item<A, R> {
        id: String,
        attributes: A,
        relationships: R,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct Request {
        request_number: String,
        request_type: String,
        scac: Option<String>,
        ref_numbers: Vec<String>,
        shipment_tags: Vec<String>,
        status: String,
        failed_reason: Option<String>,
        is_retrying: bool,
        retry_count: Option<i64>,
        created_at: String,
        updated_at: String,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct RequestLinks {
        tracked_object: One,
        customer: One,
        user: One,
    }

    #[derive(Deserialize)]
    struct One {
        data: Option<Target>,
    }

    #[derive(Deserialize)]
    struct Many {
        data: Vec<Target>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct Target {
        id: String,
        r#type: String,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct Email {
        subject: String,
        body: Option<String>,
        from: Vec<String>,
        to: Vec<String>,
        cc: Vec<String>,
        sent_at: Option<String>,
        message_id: Option<String>,
        in_reply_to: Option<String>,
        references: Vec<String>,
        content_type: Option<String>,
        documents_count: i64,
        created_at: String,
        updated_at: String,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct EmailLinks {
        account: One,
        user: One,
        documents: Many,
    }

    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    enum Included {
        Account { id: String, attributes: Value },
        User { id: String },
        Document { id: String, attributes: File, relationships: Value },
        DocumentRepresentation { id: String, attributes: Representation },
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct File {
        name: String,
        source: String,
        document_type: Option<String>,
        created_at: String,
        updated_at: String,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "a program stores these fields even if it does not read them")]
    struct Representation {
        schema_version: String,
        payload: Value,
        created_at: String,
        updated_at: String,
    }

    pub(super) fn tracking_requests(page: Vec<u8>) -> usize {
        let page: Listing<Item<Request, RequestLinks>> = serde_json::from_slice(&page).unwrap();
        black_box((&page.links, &page.meta));
        let read = page.data.iter().map(|request| {
            black_box(request.relationships.tracked_object.data.as_ref());
            let request = &request.attributes;
            request.request_number.len() + request.status.len() + request.created_at.len()
        });
        read.sum()
    }

    pub(super) fn email_submissions(page: Vec<u8>) -> usize {
        let page: Listing<Item<Email, EmailLinks>, Included> = serde_json::from_slice(&page).unwrap();
        black_box((&page.links, &page.meta));
        let documents: HashMap<&str, &File> = page
            .included
            .iter()
            .filter_map(|resource| match resource {
                Included::Document { id, attributes, .. } => Some((id.as_str(), attributes)),
                _ => None,
            })
            .collect();
        let read = page.data.iter().map(|email| {
            let first = email.relationships.documents.data.first();
            let name = first.and_then(|target| documents.get(target.id.as_str())).map_or(0, |file| file.name.len());
            let email = &email.attributes;
            email.subject.len() + email.sent_at.as_ref().map_or(0, String::len) + email.documents_count as usize + name
        });
        read.sum()
    }
}

/// A page of tracking requests, about 63 kB. Every fourth is pending, and every third has references.
fn tracking_requests() -> Vec<u8> {
    page((0..ITEMS).map(tracking_request).collect(), None)
}

fn tracking_request(n: usize) -> String {
    let waits = n.is_multiple_of(4);
    let references = if n.is_multiple_of(3) { json!([format!("PO-{n:05}"), "spring order"]) } else { json!([]) };
    let shipment = if waits { Value::Null } else { json!({ "id": uuid(1, n), "type": "shipment" }) };
    let attributes = object(&[
        ("request_number", json!(format!("MAEU{:09}", 220_000_000 + n))),
        ("ref_numbers", references),
        ("shipment_tags", json!([])),
        ("created_at", json!("2026-04-18T07:12:55Z")),
        ("updated_at", json!("2026-04-18T09:30:01Z")),
        ("status", json!(if waits { "pending" } else { "created" })),
        ("failed_reason", Value::Null),
        ("request_type", json!("bill_of_lading")),
        ("scac", json!("MAEU")),
        ("is_retrying", json!(false)),
        ("retry_count", Value::Null),
    ]);
    let relationships = json!({
        "tracked_object": { "data": shipment },
        "customer": { "data": null },
        "user": { "data": { "id": uuid(3, 0), "type": "user" } },
    });
    resource(&uuid(2, n), "tracking_request", &attributes, relationships)
}

/// A page of email submissions, about 396 kB, with one account, two users, 130 documents and their extracted data.
fn email_submissions() -> Vec<u8> {
    const DOCUMENTS: usize = 130;
    let company = object(&[("company_name", json!("Harbour Imports"))]);
    let mut included = vec![resource(&uuid(4, 0), "account", &company, Value::Null)];
    included.extend((0..2).map(|n| resource(&uuid(3, n), "user", "{}", Value::Null)));
    for n in 0..DOCUMENTS {
        included.push(document(n));
        included.push(representation(n));
    }
    page((0..ITEMS).map(email_submission).collect(), Some(included))
}

fn email_submission(n: usize) -> String {
    // The last thirty documents are second attachments.
    let mut documents = vec![json!({ "id": uuid(5, n), "type": "document" })];
    if n < 30 {
        documents.push(json!({ "id": uuid(5, ITEMS + n), "type": "document" }));
    }
    let body = format!(
        "Dear team,\r\n\r\nplease find attached the \"arrival notice\" of shipment {n}.\r\n{}\r\nKind regards\r\n",
        "The container is expected at the terminal on Thursday; customs forms are on their way. ".repeat(5)
    );
    let attributes = object(&[
        ("subject", json!(format!("Arrival notice {n}: MAEU{:09} – Rotterdam", 220_000_000 + n))),
        ("body", json!(body)),
        ("from", json!(["notices@carrier.example"])),
        ("to", json!(["inbound@harbour.example", "imports@harbour.example"])),
        ("cc", json!([])),
        ("sent_at", json!("2026-04-18T07:12:55Z")),
        ("message_id", json!(format!("<{}@carrier.example>", uuid(7, n)))),
        ("in_reply_to", Value::Null),
        ("references", json!([])),
        ("content_type", json!("multipart/mixed")),
        ("documents_count", json!(documents.len())),
        ("created_at", json!("2026-04-18T07:13:01Z")),
        ("updated_at", json!("2026-04-18T07:13:09Z")),
    ]);
    let relationships = json!({
        "account": { "data": { "id": uuid(4, 0), "type": "account" } },
        "user": { "data": { "id": uuid(3, n % 2), "type": "user" } },
        "documents": { "data": documents },
    });
    resource(&uuid(6, n), "email_submission", &attributes, relationships)
}

fn document(n: usize) -> String {
    let attributes = object(&[
        ("name", json!(format!("arrival-notice-{n}.pdf"))),
        ("source", json!("email")),
        ("document_type", json!("arrival_notice")),
        ("created_at", json!("2026-04-18T07:13:02Z")),
        ("updated_at", json!("2026-04-18T07:13:40Z")),
    ]);
    let representation = json!({ "id": uuid(8, n), "type": "document_representation" });
    let relationships = json!({ "last_document_representation": { "data": representation } });
    resource(&uuid(5, n), "document", &attributes, relationships)
}

fn representation(n: usize) -> String {
    let line = |at: usize| {
        json!({
            "container_number": format!("MSKU{:07}", 1_000_000 + 10 * n + at),
            "seal": format!("ML-{at}{n:04}"),
            "packages": 12 + at,
            "weight_kg": 1842.5 + at as f64,
            "description": "Household goods, not restricted",
        })
    };
    let payload = json!({
        "bill_of_lading_number": format!("MAEU{:09}", 220_000_000 + n),
        "vessel": { "name": "Emma Lindqvist", "imo": "9321483", "voyage": "412W" },
        "port_of_lading": "CNSHA",
        "port_of_discharge": "NLRTM",
        "notify": ["Harbour Imports", "Quay 7, Rotterdam"],
        "lines": (0..8).map(line).collect::<Vec<_>>(),
        "confidence": 0.9375,
        "reviewed": false,
    });
    let attributes = object(&[
        ("schema_version", json!("2026-01-15")),
        ("payload", payload),
        ("created_at", json!("2026-04-18T07:13:30Z")),
        ("updated_at", json!("2026-04-18T07:13:40Z")),
    ]);
    resource(&uuid(8, n), "document_representation", &attributes, Value::Null)
}

/// A resource object with its members in the usual order.
fn resource(id: &str, kind: &str, attributes: &str, relationships: Value) -> String {
    let mut text = format!(r#"{{"id":"{id}","type":"{kind}","attributes":{attributes}"#);
    if !relationships.is_null() {
        text += &format!(r#","relationships":{relationships},"links":{{"self":"/v2/{kind}s/{id}"}}"#);
    }
    text + "}"
}

fn object(members: &[(&str, Value)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    format!("{{{}}}", members.join(","))
}

fn page(items: Vec<String>, included: Option<Vec<String>>) -> Vec<u8> {
    let links = json!({
        "self": "https://api.example/v2/listing?page%5Bnumber%5D=1",
        "next": "https://api.example/v2/listing?page%5Bnumber%5D=2",
    });
    let included = included.map_or(String::new(), |all| format!(r#","included":[{}]"#, all.join(",")));
    let data = items.join(",");
    format!(r#"{{"data":[{data}]{included},"links":{links},"meta":{{"size":{ITEMS},"total":1234}}}}"#).into_bytes()
}

fn uuid(family: usize, n: usize) -> String {
    format!("{family:08x}-5d3e-4c1b-9a77-{n:012x}")
}
