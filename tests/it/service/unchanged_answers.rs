//! An answer that says what the last one said: no fact is read, nothing is worked out, and one row is written.

use rusqlite::Connection;
use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::service::{Budget, Service};
use shiptrack_tests::scenario::{Scenario, Scripted, creation, send, start};
use shiptrack_tests::scratch::Scratch;

use super::*;

/// Counts what is written to each table, in the file itself; the heads of queues are kept by triggers of the store.
const COUNT: &str = "CREATE TABLE written (name TEXT)";
const TABLES: [&str; 8] =
    ["requests", "facts", "shipments", "containers", "events", "notifications", "places_and_vessels", "search_words"];

#[test]
fn an_answer_without_news_reads_no_facts_and_writes_the_request_alone() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
    carrier.knows(NORMALIZED, &voyage());
    let open = || {
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
        builder.open(&path).unwrap()
    };
    let service = open();
    let transport = service.transport(service.default_account()).unwrap();
    send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
    service.run_due(Budget::ALL).unwrap();
    drop((transport, service));
    // Whoever read a fact now would fail, and every row that is written leaves its mark.
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("DROP TRIGGER facts_are_never_changed; UPDATE facts SET body = 'unreadable'").unwrap();
    connection.execute_batch(COUNT).unwrap();
    for table in TABLES {
        for what in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!(
                "CREATE TRIGGER written_{table}_{what} AFTER {what} ON {table} BEGIN INSERT INTO written VALUES ('{table}'); END"
            );
            connection.execute_batch(&trigger).unwrap();
        }
    }
    drop(connection);
    let service = open();
    clock.advance(12 * HOUR);
    assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 1);
    drop(service);
    let connection = Connection::open(&path).unwrap();
    let mut written = connection.prepare("SELECT name FROM written").unwrap();
    let written: Vec<String> = written.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(written, ["requests"]);
}

/// When the shipment and its first container say that they were looked at.
fn looks(scenario: &Scenario) -> [Value; 4] {
    let shipment = scenario.get("/v2/shipments")["data"][0]["attributes"].take();
    let container = scenario.get("/v2/containers?filter[number]=CSQU3054383")["data"][0]["attributes"].take();
    [
        shipment["line_tracking_last_attempted_at"].clone(),
        shipment["line_tracking_last_succeeded_at"].clone(),
        container["shipment_last_tracking_request_at"].clone(),
        container["terminal_checked_at"].clone(),
    ]
}

#[test]
fn it_shows_when_the_sources_were_last_looked_at_all_the_same() {
    let mut facts = voyage();
    let reading = json!({ "container": CONTAINERS[0], "source": "terminal", "reading": { "terminal": "Pier 400" } });
    facts.as_array_mut().unwrap().push(reading);
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &facts);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(looks(&scenario), [(); 4].map(|()| json!("2026-05-01T12:00:00Z")));
    scenario.pass(12 * HOUR);
    assert_eq!(looks(&scenario), [(); 4].map(|()| json!("2026-05-02T00:00:00Z")));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.pass(12 * HOUR);
    let [.., asked, terminal] = looks(&scenario);
    assert_eq!((asked, terminal), (json!("2026-05-02T12:00:00Z"), json!("2026-05-02T00:00:00Z")));
}

#[test]
fn what_a_window_ends_is_ended_though_nothing_new_is_said() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.pass(60 * DAY);
    let shown = scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"].take();
    assert_eq!(shown["line_tracking_stopped_reason"], "no_updates_at_line");
}
