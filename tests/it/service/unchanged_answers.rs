//! Answers equal to the previous one: no stored fact is read, nothing is derived, and two rows are written.

use rusqlite::Connection;
use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::service::{Budget, Service};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, creation, send, start};
use shiptrack_tests::scratch::Scratch;

use super::*;

/// Triggers fill this table with the name of each table that is written.
const CREATE_LOG: &str = "CREATE TABLE written (name TEXT)";
const TABLES: [&str; 8] =
    ["requests", "facts", "shipments", "containers", "events", "notifications", "places_and_vessels", "search_words"];

#[test]
fn an_unchanged_answer_reads_no_facts_and_writes_only_the_request_and_the_refresh() {
    let scratch = Scratch::new();
    let path = scratch.path("tracking.db");
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
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
    // Reading a fact now fails, and every written row is logged.
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("DROP TRIGGER facts_are_never_changed; UPDATE facts SET body = 'unreadable'").unwrap();
    connection.execute_batch(CREATE_LOG).unwrap();
    for table in TABLES {
        for operation in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!(
                "CREATE TRIGGER written_{table}_{operation} AFTER {operation} ON {table} BEGIN INSERT INTO written VALUES ('{table}'); END"
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
    assert_eq!(written, ["shipments", "requests"]);
}

/// The times of the last look-up, as the shipment and its first container show them.
fn last_looked_up(scenario: &Scenario) -> [Value; 4] {
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
fn an_unchanged_answer_updates_the_times_of_the_last_look_up() {
    let mut facts = voyage();
    let reading = json!({ "container": CONTAINERS[0], "source": "terminal", "reading": { "terminal": "Pier 400" } });
    facts.as_array_mut().unwrap().push(reading);
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &facts);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(last_looked_up(&scenario), [(); 4].map(|()| json!("2026-05-01T12:00:00Z")));
    scenario.pass(12 * HOUR);
    assert_eq!(last_looked_up(&scenario), [(); 4].map(|()| json!("2026-05-02T00:00:00Z")));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.pass(12 * HOUR);
    let [.., asked, terminal] = last_looked_up(&scenario);
    assert_eq!((asked, terminal), (json!("2026-05-02T12:00:00Z"), json!("2026-05-02T00:00:00Z")));
}

#[test]
fn tracking_stops_after_56_days_of_unchanged_answers() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.pass(60 * DAY);
    let shown = scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"].take();
    assert_eq!(shown["line_tracking_stopped_reason"], "no_updates_at_line");
}
