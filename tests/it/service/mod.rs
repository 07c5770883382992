//! Tests of the service through its HTTP interface: requests, shipments, containers, errors, keys, clocks.
//! The tests of mail, webhooks, deliveries and the event feed are in other folders.

mod arrival_notices;
mod bad_input;
mod bookmarks;
mod bundles;
mod call_pace;
mod carrier_detection;
mod carrier_names;
mod carrier_network;
mod carrier_subscriptions;
mod carriers;
mod clocks;
mod closing;
mod concurrent_changes;
mod containers;
mod create_requests;
mod credentials;
mod delete_requests;
mod documents;
mod duplicates;
mod edi;
mod edi_folder;
mod edi_order;
mod erp_export;
mod errors;
mod estimates;
mod form_fields;
mod idle_time;
mod infer_number;
mod interface_names;
mod keys;
mod lifecycle;
mod listing;
mod local_times;
mod log_lines;
mod mail_later;
mod mail_numbers;
mod mail_senders;
mod next_voyage;
mod notice_forms;
mod notice_layouts;
mod notices_in_mail;
mod number_slips;
mod older_clients;
mod pace;
mod priorities;
mod profiles;
mod push;
mod recorded_facts;
mod rederive;
mod refresh_order;
mod related_numbers;
mod request_by_id;
mod shipments;
mod shipping_lines;
mod signed_assertions;
mod stopping;
mod storage_space;
mod stored_credentials;
mod unchanged_answers;
mod whole_seconds;
mod wire_details;
mod wrong_check_digits;

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::http::Method;
use shiptrack_tests::scenario::{Scenario, json_of};

/// A bill of lading, and the normalized number that the carrier is asked for.
const BILL: &str = "MAEU123456789";
const NORMALIZED: &str = "123456789";

/// The containers of [`voyage`].
const CONTAINERS: [&str; 2] = ["CSQU3054383", "MSKU0308961"];

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Two containers on their way from Shanghai to Los Angeles.
fn voyage() -> Value {
    let shanghai = json!({ "locode": "CNSHA", "name": "Shanghai", "timezone": "Asia/Shanghai" });
    let los_angeles = json!({ "locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles" });
    let vessel = json!({ "name": "Test Voyager", "imo": "9321483" });
    json!([
        { "particulars": { "port_of_lading": shanghai, "port_of_discharge": los_angeles, "containers": CONTAINERS } },
        { "container": CONTAINERS[0], "event": { "milestone": "full_in", "at": "2026-04-18T03:00:00Z", "place": shanghai } },
        { "container": CONTAINERS[1], "event": { "milestone": "full_in", "at": "2026-04-18T04:00:00Z", "place": shanghai } },
        { "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": shanghai,
                     "vessel": vessel, "voyage": "042E" } },
        { "event": { "milestone": "vessel_arrived", "certainty": "estimated", "at": "2026-05-09T12:00:00Z",
                     "place": los_angeles, "vessel": vessel, "voyage": "042W" } },
        { "container": CONTAINERS[1], "reading": { "size_type": "45G1", "seal_number": "ML-CN1234567" } },
    ])
}

/// The voyage after both containers were returned empty.
fn finished_voyage() -> Value {
    let mut facts = voyage();
    let depot = json!({ "locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles" });
    for number in CONTAINERS {
        for (milestone, at) in [("full_out", "2026-04-29T12:00:00Z"), ("empty_in", "2026-04-30T12:00:00Z")] {
            let event = json!({ "milestone": milestone, "at": at, "place": depot });
            facts.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
        }
    }
    facts
}

/// Tracks the bill. Returns the scenario and the ids of the request and its shipment.
fn tracked_bill() -> (Scenario, String, String) {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let shipment = tracked_object(&scenario, &request).expect("the carrier knows the bill");
    (scenario, request, shipment)
}

/// The id of the shipment a request tracks.
fn tracked_object(scenario: &Scenario, request: &str) -> Option<String> {
    let found = scenario.get(&format!("/v2/tracking_requests/{request}"));
    found["data"]["relationships"]["tracked_object"]["data"]["id"].as_str().map(str::to_owned)
}

/// A request body: a resource of this type with these attributes.
fn document(kind: &str, attributes: Value) -> Value {
    json!({ "data": { "type": kind, "attributes": attributes } })
}

/// Creates a resource and returns it.
fn create(scenario: &Scenario, path: &str, kind: &str, attributes: Value) -> Value {
    let answer = scenario.send(Method::Post, path, Some(&document(kind, attributes)));
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)["data"].take()
}

/// Posts a tracking request with these attributes and returns its resource.
fn create_request(scenario: &Scenario, attributes: Value) -> Value {
    create(scenario, "/v2/tracking_requests", "tracking_request", attributes)
}

/// Changes a resource and returns it.
fn patch(scenario: &Scenario, path: &str, kind: &str, attributes: Value) -> Value {
    let answer = scenario.send(Method::Patch, path, Some(&document(kind, attributes)));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)["data"].take()
}

/// The attribute `name` of every resource in a list.
fn attributes(list: &Value, name: &str) -> Vec<String> {
    let items = list["data"].as_array().expect("a list");
    items.iter().map(|item| item["attributes"][name].as_str().unwrap_or_default().to_owned()).collect()
}

/// The type of every included resource.
fn included(document: &Value) -> Vec<&str> {
    document["included"].as_array().into_iter().flatten().filter_map(|item| item["type"].as_str()).collect()
}
