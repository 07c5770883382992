//! Detection of a number's carrier by asking carriers, over real HTTP.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials};
use shiptrack::clock::ManualClock;
use shiptrack::http::{Method, Transport};
use shiptrack::service::{Budget, Service};
use shiptrack::simulator::{Fault, Faults, Journey, Loopback, Scenario, SimulatedCarrier};
use shiptrack_tests::scenario::{creation, json_of, send};

/// A container of a lessor, and a bill of lading that several carriers may have issued.
const LEASED: &str = "TGHU1643396";
const BARE: &str = "6123456789";

fn start_time() -> DateTime<Utc> {
    "2026-03-01T00:00:00Z".parse().unwrap()
}

fn journey(bill: &str, container: &str) -> Journey {
    Scenario::named("direct").unwrap().starting(start_time()).with_numbers("SIMB1", bill, &[container, "SIMU1000028"])
}

/// A simulated carrier, and further lines of its profile.
struct Line {
    scac: &'static str,
    more: &'static str,
    loopback: Loopback,
}

impl Line {
    fn calls(&self) -> u64 {
        self.loopback.carrier().calls()
    }
}

struct Stage {
    service: Service,
    clock: ManualClock,
    transport: Arc<dyn Transport>,
    lines: Vec<Line>,
}

impl Stage {
    /// Carriers in the order of their likelihood, each with its journey.
    fn of(lines: Vec<(&'static str, Journey, &'static str, Faults)>) -> Self {
        let clock = ManualClock::new(start_time() + Duration::from_secs(12 * 86_400));
        let started = lines.into_iter().map(|(scac, journey, more, faults)| {
            let carrier = SimulatedCarrier::builder(journey).clock(clock.clone()).faults(faults).build();
            Line { scac, more, loopback: Loopback::start(carrier).expect("a port") }
        });
        let lines: Vec<Line> = started.collect();
        // Overrides pace and own_shipments_only of the built-in profiles, which are not tested here.
        let tables = lines.iter().map(|line| {
            let overrides = [("own_shipments_only", "false"), ("pace", "{ per_hour = 4000 }")];
            let overrides = overrides.into_iter().filter(|(name, _)| !line.more.contains(name));
            let overrides: String = overrides.map(|(name, value)| format!("{name} = {value}\n")).collect();
            let url = line.loopback.url();
            format!(
                "[{}]\nbase_url = '{url}'\npath = '/v2/events'\nnumber = 'normal'\noauth2 = false\n{overrides}{}\n",
                line.scac, line.more
            )
        });
        let profiles = Profiles::parse(&tables.collect::<String>()).expect("profiles");
        let variables = |_: &str| Some("a-credential".to_owned());
        let access = CarrierAccess::new(profiles, Credentials::of_account("default").from_variables(variables));
        let service = Service::builder().clock(clock.clone()).carrier_access(access).in_memory().expect("a service");
        let transport = service.transport(service.default_account()).unwrap();
        Stage { service, clock, transport, lines }
    }

    fn calls(&self) -> Vec<u64> {
        self.lines.iter().map(Line::calls).collect()
    }

    fn create(&self, kind: &str, number: &str) -> String {
        let mut body = creation(kind, number, "");
        let attributes = body["data"]["attributes"].as_object_mut().unwrap();
        attributes.remove("scac");
        attributes.insert("auto_detect_vocc_scac".to_owned(), json!(true));
        let answer = send(self.transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
        assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)["data"]["id"].as_str().unwrap().to_owned()
    }

    /// Status, carrier and reason of a request.
    fn request(&self, id: &str) -> [String; 3] {
        let shown = json_of(&send(self.transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None));
        let attributes = &shown["data"]["attributes"];
        ["status", "scac", "failed_reason"].map(|name| attributes[name].as_str().unwrap_or_default().to_owned())
    }

    fn infer(&self, number: &str) -> Value {
        let path = "/v2/tracking_requests/infer_number";
        let answer = send(self.transport.as_ref(), Method::Post, path, Some(&json!({ "number": number })));
        assert_eq!(answer.status, 200);
        json_of(&answer)["data"]["attributes"]["shipping_line"].take()
    }

    fn run(&self) {
        self.service.run_due(Budget::ALL).unwrap();
    }
}

const DETECTION: &str = "detection = true";
const DETECTION_OWN_SHIPMENTS: &str = "detection = true\nown_shipments_only = true";

fn other_journey() -> Journey {
    journey("SIML9", "SIMU1000012")
}

#[test]
fn the_first_carrier_with_data_is_detected_and_its_answer_is_the_first_look_up() {
    let stage = Stage::of(vec![
        ("MAEU", other_journey(), DETECTION_OWN_SHIPMENTS, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), DETECTION, Faults::none()),
        ("ONEY", journey("SIML1", LEASED), DETECTION, Faults::none()),
        ("ZIMU", journey("SIML1", LEASED), "", Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request), ["created", "HLCU", ""]);
    assert_eq!(stage.calls(), [1, 1, 0, 0], "carriers without detection are not asked, and none after the detection");
    stage.clock.advance(Duration::from_secs(86_400));
    stage.run();
    assert_eq!(stage.calls()[0], 1, "a carrier without data is not asked again");
    assert!(stage.calls()[1] > 1);
}

#[test]
fn a_number_without_data_at_any_asked_carrier_fails_as_scac_auto_detect_failed() {
    let stage = Stage::of(vec![
        ("MAEU", other_journey(), DETECTION_OWN_SHIPMENTS, Faults::none()),
        ("HLCU", other_journey(), DETECTION, Faults::none()),
        ("ZIMU", journey("SIML1", LEASED), "", Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request), ["failed", "", "scac_auto_detect_failed"]);
    assert_eq!(stage.calls(), [1, 1, 0]);
}

#[test]
fn detection_is_repeated_only_at_carriers_that_rejected_or_delayed_the_call() {
    let script = [Some(Fault::RetryAfter(429, Duration::from_secs(600)))];
    let stage = Stage::of(vec![
        ("MAEU", other_journey(), DETECTION, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), DETECTION, Faults::script(script)),
        ("ONEY", other_journey(), DETECTION, Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request)[0], "pending");
    assert_eq!(stage.calls(), [1, 1, 1]);
    stage.clock.advance(Duration::from_secs(601));
    stage.run();
    assert_eq!(stage.request(&request), ["created", "HLCU", ""]);
    assert_eq!(stage.calls(), [1, 2, 1]);

    let refused = Stage::of(vec![
        ("MAEU", other_journey(), DETECTION, Faults::by(|_| Some(Fault::Status(401)))),
        ("HLCU", other_journey(), DETECTION, Faults::none()),
    ]);
    let request = refused.create("container", LEASED);
    refused.run();
    assert_eq!(refused.request(&request)[0], "pending", "the request does not fail");
    assert_eq!(refused.service.suspended_credentials().unwrap()[0].scac, "MAEU");
    refused.clock.advance(Duration::from_secs(1_800));
    refused.run();
    assert_eq!(refused.calls(), [1, 1], "suspended credentials are tried once an hour");
}

#[test]
fn a_container_belongs_to_the_carrier_with_the_latest_data() {
    let old = Scenario::named("direct").unwrap().starting(start_time() - Duration::from_secs(400 * 86_400));
    let stage = Stage::of(vec![
        ("MAEU", old.with_numbers("SIMB0", "SIML0", &[LEASED, "SIMU1000028"]), DETECTION, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), DETECTION, Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request)[1], "HLCU");
}

#[test]
fn infer_number_returns_confirmed_carriers_and_other_candidates() {
    let stage = Stage::of(vec![
        ("HLCU", journey("SIML1", "MSCU5956818"), DETECTION, Faults::none()),
        ("MSCU", other_journey(), "signed_jwt = false\ndetection = true\nown_shipments_only = true", Faults::none()),
    ]);
    let line = stage.infer("MSCU5956818");
    let confirmed = json!({ "scac": "HLCU", "name": "Hapag-Lloyd", "confidence": 1.0, "confirmed": true });
    assert_eq!((&line["decision"], &line["selected"]), (&json!("auto_select"), &confirmed));
    let owner =
        json!({ "scac": "MSCU", "name": "Mediterranean Shipping Company", "confidence": 0.9, "confirmed": false });
    assert_eq!(line["candidates"], json!([confirmed, owner]));
    let answers: Vec<_> =
        line["asked"].as_array().unwrap().iter().map(|asked| (&asked["scac"], &asked["answer"])).collect();
    assert_eq!(answers, [(&json!("MSCU"), &json!("not_visible")), (&json!("HLCU"), &json!("confirmed"))]);
    assert_eq!(stage.calls(), [1, 1]);

    assert_eq!(stage.infer("mscu 595681 8")["asked"], line["asked"]);
    assert_eq!(stage.calls(), [1, 1], "the answers are remembered");
    let request = stage.create("container", "MSCU5956818");
    stage.run();
    assert_eq!(stage.request(&request), ["created", "HLCU", ""]);
    assert_eq!(stage.calls(), [2, 1]);
}

#[test]
fn the_most_likely_carrier_is_asked_first_within_its_pace() {
    let stage = Stage::of(vec![
        ("HLCU", journey(BARE, LEASED), "detection = true\npace = { per_hour = 1 }", Faults::none()),
        (
            "COSU",
            other_journey(),
            "detection = true\nparameters = { bill_of_lading = 'transportDocumentReference' }",
            Faults::none(),
        ),
    ]);
    let line = stage.infer(BARE);
    assert_eq!(line["selected"]["scac"], "HLCU");
    assert_eq!(line["asked"][0]["scac"], "COSU", "{line}");
    let other = stage.infer("6123456780");
    assert_eq!(other["asked"][1]["answer"], "nothing", "{other}");
    assert_eq!(stage.calls(), [1, 2], "the pace of the profile holds");
    assert_eq!(stage.infer("MEDUF5399896").get("asked"), None, "no carrier is asked if the carrier is almost certain");
}
