//! Values in the database that no version writes: they stop only the record that has them.

use std::io::Cursor;
use std::path::Path;

use rusqlite::Connection;
use shiptrack::client::NewUpload;
use shiptrack::clock::ManualClock;
use shiptrack::http::Method;
use shiptrack::service::{LogLevel, NewSubscription, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;

/// Creates one record of a kind, of which nothing is due after its first work, and returns its id.
type Create = fn(&Scenario) -> String;

fn create_request(scenario: &Scenario) -> String {
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU")
}

fn upload_document(scenario: &Scenario) -> String {
    let file = NewUpload::reader("a.txt", Cursor::new(b"ARRIVAL NOTICE".to_vec()));
    scenario.service.client().documents().upload(file).unwrap().id.to_string()
}

fn subscribe(scenario: &Scenario) -> String {
    let new = NewSubscription::own("terminal", "Pier 400");
    scenario.service.add_subscription(&scenario.account, new).unwrap().id.to_string()
}

fn notify_receiver(scenario: &Scenario) -> String {
    let body =
        serde_json::json!({ "data": { "type": "webhook", "attributes": { "url": "https://erp.example/hook" } } });
    scenario.send(Method::Post, "/v2/webhooks", Some(&body));
    create_request(scenario);
    scenario.run();
    let notifications = scenario.get("/v2/webhook_notifications?page[size]=1");
    notifications["data"][0]["id"].as_str().expect("a notification was delivered").to_owned()
}

fn open(path: &Path, clock: &ManualClock, carrier: &ScriptedCarrier, lines: &LogLines) -> Scenario {
    let outbound = Outbound::default();
    outbound.always(200);
    let builder = Service::builder().clock(clock.clone()).observer(lines.clone());
    let builder = builder.carrier("MAEU", carrier.clone()).unwrap();
    let service = builder.build(SqliteStore::open(path).unwrap(), outbound).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    Scenario { service, clock: clock.clone(), carrier: carrier.clone(), account, transport }
}

/// A file with a record, changed by `damage` after its work was done, and a new request.
fn reopened(scratch: &Scratch, lines: &LogLines, create: Create, damage: &str) -> (Scenario, String, String) {
    let (path, clock, carrier) = (scratch.path("s.db"), ManualClock::new(start()), ScriptedCarrier::default());
    let facts = serde_json::json!([{ "particulars": { "containers": ["MSKU0308961"] } }]);
    carrier.knows("123456789", &facts).knows("987654321", &facts);
    let damaged = {
        let scenario = open(&path, &clock, &carrier, lines);
        let id = create(&scenario);
        scenario.run();
        id
    };
    let changed = Connection::open(&path).unwrap().execute(damage, []).unwrap();
    assert!(changed > 0, "{damage}");
    lines.take(LogLevel::Warn);
    let scenario = open(&path, &clock, &carrier, lines);
    let sound = scenario.create("bill_of_lading", "MAEU987654321", "MAEU");
    (scenario, damaged, sound)
}

#[test]
fn item_that_is_due_by_its_column_and_not_by_its_record_stops_no_request() {
    must_end(|| {
        let tables: [(&str, Create); 4] = [
            ("requests", create_request),
            ("documents", upload_document),
            ("subscriptions", subscribe),
            ("deliveries", notify_receiver),
        ];
        for ((table, create), due) in tables.iter().flat_map(|table| [(table, 1), (table, i64::MIN)]) {
            let (scratch, lines) = (Scratch::new(), LogLines::default());
            let damage = format!("UPDATE {table} SET due = {due}");
            let (scenario, damaged, sound) = reopened(&scratch, &lines, *create, &damage);
            scenario.run();
            assert_eq!(scenario.request(&sound)["status"], "created", "{damage}");
            let lines = lines.take(LogLevel::Warn);
            assert!(lines.iter().any(|line| line.contains(&damaged)), "{damage}: {lines:?}");
            // The record is suspended, so that it is not reported with each search for work.
            scenario.run();
            assert!(scenario.service.next_due().unwrap().is_some_and(|due| due > scenario.now()), "{damage}");
        }
    });
}
