//! Making a database with something of everything, through the public interface, the same bytes of chance every time.

use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Carrier, LookUp, LookUpFailure};
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::http::{Call, Method, Transport};
use shiptrack::resources::{AccountId, DocumentId, UserId};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::scenario::{creation, json_of, send, start};
use shiptrack_tests::seeded::Seeded;

use super::journeys::{self, Journeys};
use super::receivers::Receivers;
use super::text;

/// How long the service has lived when the database is closed.
const LIFE: TimeDelta = TimeDelta::days(11);

/// A service on the database, at the time the maker left it.
pub(super) struct Opened {
    pub service: Service,
    pub clock: ManualClock,
    pub receivers: Receivers,
}

impl Opened {
    fn on(
        database: &Path,
        now: DateTime<Utc>,
        carrier: impl Carrier + 'static,
        receivers: Receivers,
        seed: u64,
    ) -> Self {
        let clock = ManualClock::new(now);
        let builder = Service::builder().clock(clock.clone()).entropy(Seeded::new(seed)).any_carrier(carrier);
        let store = SqliteStore::open(database).expect("the database opens");
        let service = builder.build(store, receivers.clone()).expect("the service opens");
        Opened { service, clock, receivers }
    }

    pub fn transport(&self, account: &AccountId) -> std::sync::Arc<dyn Transport> {
        self.service.transport(account).expect("an account")
    }

    /// Lets time pass, doing everything at the moment it falls due.
    pub fn pass(&self, time: Duration) {
        let until = self.clock.now() + time;
        while let Some(due) = self.service.next_due().expect("the store is read").filter(|due| *due <= until) {
            self.clock.advance_to(due);
            self.service.run_due(Budget::ALL).expect("due work is done");
        }
        self.clock.advance_to(until);
    }
}

/// A service on a database that was made, whose receivers take everything and whose carriers have nothing new.
pub(super) fn open(database: &Path) -> Opened {
    asking(database, |_: &LookUp, _: &Call| Err(LookUpFailure::Unreachable { retry_after: None }))
}

/// The same with this carrier.
pub(super) fn asking(database: &Path, carrier: impl Carrier + 'static) -> Opened {
    Opened::on(database, start() + LIFE, carrier, Receivers::well(), 2)
}

pub(super) fn make(database: &Path) {
    let opened = Opened::on(database, start(), Journeys, Receivers::default(), 1);
    let service = &opened.service;
    let default = service.default_account().clone();
    let acme = service.create_account("acme", "Acme Söhne & Co.").unwrap().id;
    let quiet = service.create_account("quiet", "Quiet Ltd").unwrap().id;
    keys(service, &default);
    keys(service, &acme);

    let ours = opened.transport(&default);
    let failing = register(ours.as_ref(), json!({ "url": "https://failing.example/a" }));
    for attributes in [
        json!({ "url": "https://all.example/hook", "headers": [{ "name": "X-Tenant", "value": "u 7" }] }),
        json!({ "url": "https://few.example/hook", "events": ["tracking_request.succeeded", "container.created"] }),
        json!({ "url": "https://gone.example/hook" }),
        json!({ "url": "https://off.example/hook", "active": false }),
    ] {
        register(ours.as_ref(), attributes);
    }
    register(opened.transport(&acme).as_ref(), json!({ "url": "https://acme.example/hook" }));
    let removed = register(ours.as_ref(), json!({ "url": "https://all.example/removed" }));

    requests(&opened, &default, 0..20);
    requests(&opened, &acme, 60..67);
    requests(&opened, &quiet, 80..82);
    opened.pass(Duration::from_secs(30 * 3_600));
    mails(service, &default, 0..8);
    mails(service, &acme, 0..2);
    remove(ours.as_ref(), &removed);
    requests(&opened, &default, 20..26);
    request(&opened, &default, "bill_of_lading", journeys::LONG);
    opened.pass(Duration::from_secs(3 * 24 * 3_600));
    opened.pass(Duration::from_secs(4 * 24 * 3_600));
    act(&opened, &default, 1, "stop_tracking");
    act(&opened, &default, 2, "stop_tracking");
    act(&opened, &default, 2, "resume_tracking");
    update(&opened, &default);
    change(ours.as_ref(), &format!("/v2/webhooks/{failing}"), "webhook", json!({ "active": true }));
    mails(service, &default, 8..10);
    requests(&opened, &default, 30..36);
    request(&opened, &default, "bill_of_lading", journeys::CONVOY);
    // A number that failed is asked for again.
    requests(&opened, &default, 6..7);
    opened.clock.advance_to(start() + LIFE - TimeDelta::hours(31));
    opened.pass(Duration::from_secs(30 * 3_600));
    // Not looked up yet when the file is closed.
    opened.clock.advance_to(start() + LIFE);
    requests(&opened, &default, 40..43);
    service.close().expect("the service closes");
}

fn keys(service: &Service, account: &AccountId) {
    service.create_key(account, "ci").unwrap();
    service.create_read_only_key(account, "dashboard").unwrap();
    let lost = service.create_key(account, "lost").unwrap();
    service.revoke_key(account, lost.record.id).unwrap();
}

fn requests(opened: &Opened, account: &AccountId, numbers: std::ops::Range<u32>) {
    for number in numbers {
        let kind = match number % 10 {
            4 => "booking_number",
            5 => "container",
            _ => "bill_of_lading",
        };
        request(opened, account, kind, number);
        opened.clock.advance(Duration::from_secs(61));
    }
}

fn request(opened: &Opened, account: &AccountId, kind: &str, number: u32) {
    let spelled = match kind {
        "container" => journeys::container(number),
        _ if number % 4 == 1 => format!("maeu {number:09}"),
        _ => format!("MAEU{number:09}"),
    };
    let mut body = creation(kind, &spelled, if number % 5 == 3 { "HLCU" } else { "MAEU" });
    let attributes = &mut body["data"]["attributes"];
    attributes["ref_numbers"] = json!([format!("PO-{number}"), "Frühjahr"]);
    attributes["shipment_tags"] = json!(["import", format!("week {}", number % 4)]);
    let answer = send(opened.transport(account).as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
}

fn register(transport: &dyn Transport, attributes: Value) -> String {
    let body = json!({ "data": { "type": "webhook", "attributes": attributes } });
    let answer = send(transport, Method::Post, "/v2/webhooks", Some(&body));
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    text(&json_of(&answer)["data"]["id"]).to_owned()
}

fn remove(transport: &dyn Transport, webhook: &str) {
    assert_eq!(send(transport, Method::Delete, &format!("/v2/webhooks/{webhook}"), None).status, 200);
}

fn change(transport: &dyn Transport, path: &str, kind: &str, attributes: Value) {
    let body = json!({ "data": { "type": kind, "attributes": attributes } });
    let answer = send(transport, Method::Patch, path, Some(&body));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
}

/// The oldest shipments of an account come last in its list.
fn shipment(opened: &Opened, account: &AccountId, place: usize) -> String {
    let transport = opened.transport(account);
    let list = json_of(&send(transport.as_ref(), Method::Get, "/v2/shipments?page[size]=100", None));
    let found = list["data"].as_array().unwrap();
    text(&found[found.len() - place]["id"]).to_owned()
}

fn act(opened: &Opened, account: &AccountId, place: usize, action: &str) {
    let path = format!("/v2/shipments/{}/{action}", shipment(opened, account, place));
    let answer = send(opened.transport(account).as_ref(), Method::Patch, &path, None);
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
}

fn update(opened: &Opened, account: &AccountId) {
    let path = format!("/v2/shipments/{}", shipment(opened, account, 4));
    let attributes = json!({ "ref_numbers": ["own 1", "own 2"], "tags": ["urgent"] });
    change(opened.transport(account).as_ref(), &path, "shipment", attributes);
}

/// Messages with documents, one that cannot be read, and one that comes twice.
fn mails(service: &Service, account: &AccountId, numbers: std::ops::Range<u32>) {
    let user = UserId::from("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab");
    for number in numbers {
        let message = match number % 5 {
            4 => "\u{1}\u{0} no message at all".to_owned(),
            _ => notice(number),
        };
        let taken = service.ingest_email(account, message.as_bytes(), (number % 2 == 0).then_some(&user)).unwrap();
        assert!(!service.ingest_email(account, message.as_bytes(), None).unwrap().is_new);
        if number % 5 == 3 {
            let first = taken.submission.documents.ids::<shiptrack::resources::Document>().next().expect("a document");
            assert!(service.discard_document(account, &DocumentId::from(first.to_string())).unwrap());
        }
    }
}

fn notice(number: u32) -> String {
    let container = journeys::container(number * 100);
    format!(
        "From: \"Import Desk\" <ops@carrier.example>\r\nTo: traffic@importer.example\r\nSubject: Notice {number} – \
         {container}\r\nDate: Fri, 1 May 2026 12:58:00 +0200\r\nMessage-ID: <notice.{number}@carrier.example>\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\nContent-Type: \
         text/plain; charset=utf-8\r\n\r\nSee the list.\r\n--outer\r\nContent-Type: application/pdf; \
         name=notice.pdf\r\nContent-Disposition: attachment; filename=notice.pdf\r\nContent-Transfer-Encoding: \
         base64\r\n\r\nJVBERi0xLjQ=\r\n--outer\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; \
         filename=list-{number}.csv\r\n\r\ncontainer,weight\r\n{container},8240\r\n--outer--\r\n"
    )
}
