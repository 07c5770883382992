//! Whose a number is, confirmed by the carriers that may be asked, over real HTTP.

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

/// A container of a lessor, and a bill that several lines may have written.
const LEASED: &str = "TGHU1643396";
const BARE: &str = "6123456789";

fn begins() -> DateTime<Utc> {
    "2026-03-01T00:00:00Z".parse().unwrap()
}

fn journey(bill: &str, container: &str) -> Journey {
    Scenario::named("direct").unwrap().starting(begins()).with_numbers("SIMB1", bill, &[container, "SIMU1000028"])
}

/// A line that listens, and what its profile says beside.
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
    /// Lines in the order they are likely, each with its journey.
    fn of(lines: Vec<(&'static str, Journey, &'static str, Faults)>) -> Self {
        let clock = ManualClock::new(begins() + Duration::from_secs(12 * 86_400));
        let started = lines.into_iter().map(|(scac, journey, more, faults)| {
            let carrier = SimulatedCarrier::builder(journey).clock(clock.clone()).faults(faults).build();
            Line { scac, more, loopback: Loopback::start(carrier).expect("a port") }
        });
        let lines: Vec<Line> = started.collect();
        // What the profiles that come along say of pace and own shipments is not what is tested here.
        let tables = lines.iter().map(|line| {
            let usual = [("own_shipments_only", "false"), ("pace", "{ per_hour = 4000 }")];
            let usual = usual.into_iter().filter(|(name, _)| !line.more.contains(name));
            let usual: String = usual.map(|(name, value)| format!("{name} = {value}\n")).collect();
            let url = line.loopback.url();
            format!(
                "[{}]\nbase_url = '{url}'\npath = '/v2/events'\nnumber = 'normal'\noauth2 = false\n{usual}{}\n",
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
        let told = json_of(&send(self.transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None));
        let said = &told["data"]["attributes"];
        ["status", "scac", "failed_reason"].map(|name| said[name].as_str().unwrap_or_default().to_owned())
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

const ASKED: &str = "detection = true";
const OWN: &str = "detection = true\nown_shipments_only = true";

fn elsewhere() -> Journey {
    journey("SIML9", "SIMU1000012")
}

#[test]
fn a_lessors_box_is_kept_by_the_carrier_that_tells_of_it_and_its_answer_is_the_first_look_up() {
    let stage = Stage::of(vec![
        ("MAEU", elsewhere(), OWN, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), ASKED, Faults::none()),
        ("ONEY", journey("SIML1", LEASED), ASKED, Faults::none()),
        ("ZIMU", journey("SIML1", LEASED), "", Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request), ["created", "HLCU", ""]);
    assert_eq!(stage.calls(), [1, 1, 0, 0], "one who may not be asked is not, and nobody is after it is known");
    stage.clock.advance(Duration::from_secs(86_400));
    stage.run();
    assert_eq!(stage.calls()[0], 1, "who said no is not asked again");
    assert!(stage.calls()[1] > 1);
}

#[test]
fn a_number_that_everybody_asked_denies_or_does_not_show_has_no_carrier() {
    let stage = Stage::of(vec![
        ("MAEU", elsewhere(), OWN, Faults::none()),
        ("HLCU", elsewhere(), ASKED, Faults::none()),
        ("ZIMU", journey("SIML1", LEASED), "", Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request), ["failed", "", "scac_auto_detect_failed"]);
    assert_eq!(stage.calls(), [1, 1, 0]);
}

#[test]
fn refusals_and_pauses_say_nothing_of_the_number_and_the_others_are_not_asked_twice() {
    let script = [Some(Fault::RetryAfter(429, Duration::from_secs(600)))];
    let stage = Stage::of(vec![
        ("MAEU", elsewhere(), ASKED, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), ASKED, Faults::script(script)),
        ("ONEY", elsewhere(), ASKED, Faults::none()),
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
        ("MAEU", elsewhere(), ASKED, Faults::by(|_| Some(Fault::Status(401)))),
        ("HLCU", elsewhere(), ASKED, Faults::none()),
    ]);
    let request = refused.create("container", LEASED);
    refused.run();
    assert_eq!(refused.request(&request)[0], "pending", "never without a carrier");
    assert_eq!(refused.service.suspended_credentials().unwrap()[0].scac, "MAEU");
    refused.clock.advance(Duration::from_secs(1_800));
    refused.run();
    assert_eq!(refused.calls(), [1, 1], "credentials that are set aside are tried once an hour");
}

#[test]
fn a_container_belongs_to_who_told_of_it_last() {
    let old = Scenario::named("direct").unwrap().starting(begins() - Duration::from_secs(400 * 86_400));
    let stage = Stage::of(vec![
        ("MAEU", old.with_numbers("SIMB0", "SIML0", &[LEASED, "SIMU1000028"]), ASKED, Faults::none()),
        ("HLCU", journey("SIML1", LEASED), ASKED, Faults::none()),
    ]);
    let request = stage.create("container", LEASED);
    stage.run();
    assert_eq!(stage.request(&request)[1], "HLCU");
}

#[test]
fn infer_number_says_what_is_evidence_and_what_was_confirmed() {
    let stage = Stage::of(vec![
        ("HLCU", journey("SIML1", "MSCU5956818"), ASKED, Faults::none()),
        ("MSCU", elsewhere(), "signed_jwt = false\ndetection = true\nown_shipments_only = true", Faults::none()),
    ]);
    let line = stage.infer("MSCU5956818");
    let confirmed = json!({ "scac": "HLCU", "name": "Hapag-Lloyd", "confidence": 1.0, "confirmed": true });
    assert_eq!((&line["decision"], &line["selected"]), (&json!("auto_select"), &confirmed));
    let owner =
        json!({ "scac": "MSCU", "name": "Mediterranean Shipping Company", "confidence": 0.9, "confirmed": false });
    assert_eq!(line["candidates"], json!([confirmed, owner]));
    let said: Vec<_> = line["asked"].as_array().unwrap().iter().map(|one| (&one["scac"], &one["answer"])).collect();
    assert_eq!(said, [(&json!("MSCU"), &json!("not_visible")), (&json!("HLCU"), &json!("confirmed"))]);
    assert_eq!(stage.calls(), [1, 1]);

    assert_eq!(stage.infer("mscu 595681 8")["asked"], line["asked"]);
    assert_eq!(stage.calls(), [1, 1], "what was said is remembered");
    let request = stage.create("container", "MSCU5956818");
    stage.run();
    assert_eq!(stage.request(&request), ["created", "HLCU", ""]);
    assert_eq!(stage.calls(), [2, 1]);
}

#[test]
fn a_bare_number_is_asked_for_where_it_points_to_first_and_counts_in_the_pace() {
    let stage = Stage::of(vec![
        ("HLCU", journey(BARE, LEASED), "detection = true\npace = { per_hour = 1 }", Faults::none()),
        (
            "COSU",
            elsewhere(),
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
    assert_eq!(stage.infer("MEDUF5399896").get("asked"), None, "what is as good as certain is asked of nobody");
}
