//! Look-ups over real HTTP, configured only by a profile and two credentials.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials};
use shiptrack::clock::ManualClock;
use shiptrack::http::{Method, Transport};
use shiptrack::service::{Budget, Service};
use shiptrack_tests::http_carrier::{HttpCarrier, Reply};
use shiptrack_tests::scenario::{creation, json_of, send, start};

use super::CONTAINERS;

/// DCSA 2.2 events of a container from Shanghai to Los Angeles.
pub fn journey() -> Vec<Value> {
    let documents = json!([{ "documentReferenceType": "TRD", "documentReferenceValue": "123456789" }]);
    let call = |locode: &str| {
        json!({ "UNLocationCode": locode, "modeOfTransport": "VESSEL", "exportVoyageNumber": "042E",
                "vessel": { "vesselIMONumber": "9321483", "vesselName": "Test Voyager" } })
    };
    let moved = |code: &str, at: &str, locode: &str| {
        json!({ "eventType": "EQUIPMENT", "equipmentEventTypeCode": code, "eventClassifierCode": "ACT", "eventDateTime": at,
                "equipmentReference": CONTAINERS[0], "emptyIndicatorCode": "LADEN", "transportCall": call(locode), "documentReferences": documents })
    };
    let sailed = |code: &str, certainty: &str, at: &str, locode: &str| {
        json!({ "eventType": "TRANSPORT", "transportEventTypeCode": code, "eventClassifierCode": certainty, "eventDateTime": at,
                "transportCall": call(locode), "documentReferences": documents })
    };
    vec![
        moved("GTIN", "2026-04-18T11:00:00+08:00", "CNSHA"),
        moved("LOAD", "2026-04-19T20:00:00+08:00", "CNSHA"),
        sailed("DEPA", "ACT", "2026-04-20T20:00:00+08:00", "CNSHA"),
        sailed("ARRI", "EST", "2026-05-09T05:00:00-07:00", "USLAX"),
    ]
}

/// The profile of this carrier, with further lines.
fn profile(carrier: &HttpCarrier, more: &str) -> Profiles {
    let url = carrier.url();
    let text = format!(
        "[MAEU]\nbase_url = '{url}'\n{more}\n[MAEU.oauth2]\ntoken_url = '{url}/token'\nheaders = {{ Consumer-Key = '{{client_id}}' }}\n"
    );
    Profiles::parse(&text).expect("a profile")
}

fn variables(name: &str) -> Option<String> {
    match name {
        "SHIPTRACK_MAEU_CLIENT_ID" => Some("the-id".to_owned()),
        "SHIPTRACK_MAEU_CLIENT_SECRET" => Some("the-secret".to_owned()),
        _ => None,
    }
}

fn access(carrier: &HttpCarrier, more: &str) -> CarrierAccess {
    CarrierAccess::new(profile(carrier, more), Credentials::of_account("default").from_variables(variables))
}

struct Stage {
    service: Service,
    clock: ManualClock,
    transport: Arc<dyn Transport>,
}

impl Stage {
    fn new(access: CarrierAccess) -> Self {
        let clock = ManualClock::new(start());
        let service = Service::builder().clock(clock.clone()).carrier_access(access).in_memory().expect("a service");
        let transport = service.transport(service.default_account()).unwrap();
        Stage { service, clock, transport }
    }

    fn create(&self, kind: &str, number: &str) -> String {
        let answer =
            send(self.transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation(kind, number, "MAEU")));
        assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)["data"]["id"].as_str().unwrap().to_owned()
    }

    fn run(&self) {
        self.service.run_due(Budget::ALL).unwrap();
    }

    fn request(&self, id: &str) -> Value {
        json_of(&send(self.transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None))["data"]["attributes"].take()
    }
}

#[test]
fn a_number_is_tracked_with_a_profile_and_two_credentials() {
    let carrier = HttpCarrier::new();
    carrier.knows("123456789", &journey());
    let stage = Stage::new(access(&carrier, ""));
    let request = stage.create("bill_of_lading", "MAEU123456789");
    stage.run();
    assert_eq!(stage.request(&request)["status"], "created");
    let shipments = json_of(&send(stage.transport.as_ref(), Method::Get, "/v2/shipments", None));
    let shipment = &shipments["data"][0]["attributes"];
    assert_eq!(
        (&shipment["port_of_lading_locode"], &shipment["port_of_discharge_locode"]),
        (&json!("CNSHA"), &json!("USLAX"))
    );
    assert_eq!(shipment["pod_eta_at"], "2026-05-09T12:00:00Z");
    let path = "/track-and-trace-private/events?transportDocumentReference=123456789";
    assert_eq!(carrier.asked(), ["POST /token".to_owned(), format!("GET {path}"), format!("GET {path}&cursor=2")]);
    let sent = carrier.requests();
    assert_eq!(
        (sent[1].header("Consumer-Key"), sent[1].header("Authorization")),
        (Some("the-id"), Some("Bearer tok-1"))
    );
    stage.clock.advance(Duration::from_secs(24 * 3_600));
    stage.run();
    assert_eq!(carrier.asked()[3..5], ["POST /token".to_owned(), format!("GET {path}")], "the token had expired");
}

#[test]
fn credentials_of_one_account_are_not_used_for_another() {
    let carrier = HttpCarrier::new();
    carrier.knows("123456789", &journey());
    let stage = Stage::new(access(&carrier, ""));
    let acme = stage.service.create_account("acme", "Acme Ltd").unwrap();
    let transport = stage.service.transport(&acme.id).unwrap();
    let created = send(
        transport.as_ref(),
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("bill_of_lading", "MAEU123456789", "MAEU")),
    );
    stage.run();
    assert_eq!(carrier.asked(), [""; 0]);
    let id = json_of(&created)["data"]["id"].as_str().unwrap().to_owned();
    let shown = json_of(&send(transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None));
    assert_eq!(shown["data"]["attributes"]["status"], "pending", "the request does not fail with `not_found`");
    assert_eq!(stage.service.suspended_credentials().unwrap()[0].waiting, 1);
}

#[test]
fn http_errors_set_the_status_and_reason_of_a_request() {
    for (status, body, kind, number, expected) in [
        (401, "{}", "container", "MSKU0308961", ["pending", ""]),
        (403, r#"{"message":"not found"}"#, "container", "MSKU0308961", ["pending", ""]),
        (404, "{}", "container", "MSKU0308961", ["failed", "not_found"]),
        (404, "{}", "bill_of_lading", "MAEU123456789", ["awaiting_manifest", ""]),
        (429, "{}", "container", "MSKU0308961", ["pending", ""]),
        (503, "down", "container", "MSKU0308961", ["pending", "shipping_line_unreachable"]),
        (200, "<html>", "container", "MSKU0308961", ["pending", "unrecognized_response"]),
    ] {
        let carrier = HttpCarrier::new();
        carrier.intercept(move |received| {
            (received.method == "GET").then(|| Reply::new(status, body).field("Retry-After", "600"))
        });
        let stage = Stage::new(access(&carrier, ""));
        let request = stage.create(kind, number);
        stage.run();
        let shown = stage.request(&request);
        let reason = shown["failed_reason"].as_str().unwrap_or_default();
        assert_eq!([shown["status"].as_str().unwrap(), reason], expected, "{status}");
    }
}

#[test]
fn retry_after_of_a_carrier_is_respected() {
    let carrier = HttpCarrier::new();
    carrier.intercept(|received| (received.method == "GET").then(|| Reply::new(429, "").field("Retry-After", "600")));
    let stage = Stage::new(access(&carrier, ""));
    let request = stage.create("container", "MSKU0308961");
    stage.run();
    assert_eq!(stage.service.next_due().unwrap().unwrap(), start() + chrono::TimeDelta::seconds(600));
    assert_eq!(stage.request(&request)["is_retrying"], false, "no retry is used");
}

#[test]
fn an_incomplete_profile_is_rejected_with_a_pointer_when_the_service_is_opened() {
    let access = CarrierAccess::new(Profiles::parse("[MSCU]").unwrap(), Credentials::of_every_account());
    let error = Service::builder().carrier_access(access).in_memory().expect_err("a refusal");
    assert_eq!(error.pointer(), Some("profiles.MSCU.signed_jwt.token_url"));
}

#[test]
fn a_plugged_in_carrier_takes_precedence_over_a_profile() {
    use shiptrack::carriers::LookUpFailure;
    let carrier = HttpCarrier::new();
    let own = |_: &shiptrack::carriers::LookUp, _: &shiptrack::http::Call| Err(LookUpFailure::InvalidNumber);
    let builder = Service::builder().carrier("MAEU", own).unwrap().carrier_access(access(&carrier, ""));
    let service = builder.in_memory().unwrap();
    let transport = service.transport(service.default_account()).unwrap();
    send(
        transport.as_ref(),
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("container", "MSKU0308961", "MAEU")),
    );
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(carrier.asked(), [""; 0]);
}

#[test]
fn a_check_asks_the_carrier_once_and_shows_no_secrets() {
    let carrier = HttpCarrier::new();
    carrier.knows("123456789", &journey());
    let access = access(&carrier, "");
    let check = access.check("maeu", "MAEU123456789", None, "default").unwrap();
    assert_eq!((check.outcome(), check.calls.len(), check.reading.facts().count()), ("facts", 3, 4));
    assert!(!check.to_json().contains("the-secret") && !check.to_json().contains("tok-1"));
    let refused = access.check("HLCU", "MAEU123456789", None, "default").unwrap_err();
    assert_eq!(refused.pointer(), Some("scac"));
    let other = access.check("MAEU", "MAEU123456789", None, "acme").unwrap();
    assert_eq!((other.outcome(), other.calls.len()), ("refused", 0));
    let unknown = access.check("MAEU", "MSKU0308961", None, "default").unwrap();
    assert!(unknown.outcome.unwrap_err().why().unwrap().starts_with("not visible with these credentials"));
}

#[test]
fn an_unreachable_proxy_is_reported() {
    let carrier = HttpCarrier::new();
    let access = access(&carrier, "").proxy("http://127.0.0.1:1");
    let check = access.check("MAEU", "MAEU123456789", None, "default").unwrap();
    assert_eq!(check.outcome(), "unreachable");
    assert!(check.outcome.unwrap_err().why().unwrap().contains("proxy"));
    assert_eq!(carrier.asked(), [""; 0]);
}

/// A service with a custom transport asks carriers through this transport.
#[test]
fn a_custom_transport_is_also_used_for_carriers() {
    use shiptrack_tests::outbound::Outbound;
    let outbound = Outbound::default();
    let carrier = HttpCarrier::new();
    let store = shiptrack::store::sqlite::SqliteStore::in_memory().unwrap();
    let service = Service::builder().carrier_access(access(&carrier, "")).build(store, outbound.clone()).unwrap();
    let transport = service.transport(service.default_account()).unwrap();
    send(
        transport.as_ref(),
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("container", "MSKU0308961", "MAEU")),
    );
    service.run_due(Budget::ALL).unwrap();
    let sent = outbound.sent();
    assert!(sent[0].url.ends_with("/token"), "{:?}", sent[0].url);
    assert_eq!(carrier.asked(), [""; 0]);
}
