//! A container on its next voyage: which shipment gets the events, and what a second request for the container does.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack::client::{NewTrackingRequest, TrackOutcome, TrackResult};
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::http::Method;
use shiptrack::numbers::ContainerNumber;
use shiptrack::service::{Budget, Service};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation};
use shiptrack_tests::scratch::Scratch;

use super::*;

const CONTAINER: &str = "MSKU0308961";

/// Events of the container: movement, whether it is empty, place, and day of April.
fn events(list: &[(&str, bool, &str, u32)]) -> Value {
    events_of(CONTAINER, list)
}

fn events_of(container: &str, list: &[(&str, bool, &str, u32)]) -> Value {
    let event = |(movement, empty, place, day): &(&str, bool, &str, u32)| {
        json!({ "container": container, "event": { "movement": movement, "empty": empty,
            "place": { "locode": place }, "at": format!("2026-04-{day:02}T06:00:00Z") } })
    };
    list.iter().map(event).collect()
}

const FIRST: [(&str, bool, &str, u32); 3] =
    [("loaded", false, "CNSHA", 1), ("discharged", false, "USLAX", 5), ("gate_out", false, "USLAX", 6)];
const NEXT: [(&str, bool, &str, u32); 2] = [("gate_out", true, "USLAX", 9), ("gate_in", false, "USLAX", 10)];

fn track_container() -> (Scenario, String) {
    let scenario = Scenario::new();
    scenario.carrier.knows(CONTAINER, &events(&FIRST));
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&request)["status"], "created");
    (scenario, request)
}

#[test]
fn a_create_that_is_rejected_as_a_duplicate_makes_the_live_request_due_at_once() {
    let (scenario, _) = track_container();
    scenario.clock.advance(HOUR);
    let look_ups = scenario.carrier.asked().len();
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), look_ups, "the request is not due yet");
    let body = creation("container", CONTAINER, "MAEU");
    let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!((status, &errors[0]["code"]), (422, &json!("duplicate")));
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), look_ups + 1);
}

#[test]
fn rejected_duplicates_cause_at_most_one_look_up_an_hour() {
    let (scenario, _) = track_container();
    let body = creation("container", CONTAINER, "MAEU");
    for _ in 0..18 {
        scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
        scenario.pass(Duration::from_secs(600));
    }
    let hours: Vec<i64> = scenario
        .carrier
        .asked()
        .iter()
        .map(|asked| (asked.now - shiptrack_tests::scenario::start()).num_minutes())
        .collect();
    assert_eq!(hours, [0, 60, 120, 180]);
}

#[test]
fn a_rejected_create_uses_no_retry_of_a_failing_request() {
    let scenario = Scenario::new();
    for _ in 0..20 {
        scenario.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    }
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    for _ in 0..20 {
        scenario.refused(Method::Post, "/v2/tracking_requests", Some(&creation("container", CONTAINER, "MAEU")));
        scenario.run();
    }
    assert_eq!(scenario.request(&request)["retry_count"], 1);
}

fn track(service: &Service, new: NewTrackingRequest) -> TrackResult {
    service.client().tracking_requests().track(new).unwrap()
}

/// The status of the requests for the container, the oldest first.
fn statuses(scenario: &Scenario) -> Vec<(String, String)> {
    let listed = scenario.get(&format!("/v2/tracking_requests?filter[request_number]={CONTAINER}"));
    let of = |request: &Value| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&request["id"]), text(&request["attributes"]["status"]))
    };
    listed["data"].as_array().unwrap().iter().rev().map(of).collect()
}

#[test]
fn tracking_a_followed_container_asks_no_carrier_and_the_next_look_up_creates_the_request_for_its_next_voyage() {
    let (scenario, first) = track_container();
    scenario.clock.advance(HOUR);
    let (now, look_ups) = (scenario.now(), scenario.carrier.asked().len());
    let new = || NewTrackingRequest::container(CONTAINER, "MAEU").ref_numbers(["PO-2"]).shipment_tags(["next"]);
    for _ in 0..100 {
        let same = track(&scenario.service, new());
        assert_eq!((same.how, same.id.to_string()), (TrackOutcome::Adopted, first.clone()));
    }
    assert_eq!((scenario.now(), scenario.carrier.asked().len()), (now, look_ups), "no call waits or asks the carrier");
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    let event_count = scenario.events().len();
    scenario.run();
    let [(old, stopped), (next, created)] = &statuses(&scenario)[..] else { panic!("{:?}", statuses(&scenario)) };
    assert_eq!((&**old, &**stopped, &**created), (&*first, "tracking_stopped", "created"));
    assert_eq!(scenario.request(next)["ref_numbers"], json!(["PO-2"]));
    let reported = scenario.events()[event_count..].to_vec();
    let position = |name: &str| reported.iter().position(|event| event == name);
    let (stop, start) = (position("tracking_request.tracking_stopped"), position("tracking_request.succeeded"));
    assert!(stop.is_some() && stop < start, "{reported:?}");
    assert_eq!(scenario.carrier.asked().len(), look_ups + 2);
    assert_eq!(track(&scenario.service, new()).id.to_string(), *next);
    let [old, new] = [old, next].map(|request| tracked_object(&scenario, request).unwrap());
    assert_ne!(old, new);
    let container = |shipment: &str| {
        let path = format!("/v2/shipments/{shipment}?include=containers");
        scenario.get(&path)["included"][0]["attributes"].take()
    };
    let (before, after) = (container(&old), container(&new));
    assert_eq!((&before["current_status"], &before["empty_terminated_at"]), (&json!("empty_returned"), &Value::Null));
    assert_eq!((&after["current_status"], &after["pol_vessel_loaded_at"]), (&json!("new"), &Value::Null));
    assert!(after["pol_full_in_at"].is_string());
}

#[test]
fn a_next_voyage_without_a_rejected_duplicate_creates_no_request() {
    let (scenario, _) = track_container();
    scenario.clock.advance(HOUR);
    track(&scenario.service, NewTrackingRequest::container(CONTAINER, "MAEU"));
    scenario.run();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.pass(3 * DAY);
    let [(_, status)] = &statuses(&scenario)[..] else { panic!("{:?}", statuses(&scenario)) };
    assert_eq!(status, "tracking_stopped", "the look-up of the duplicate showed the same voyage");
}

#[test]
fn recorded_facts_about_the_next_voyage_create_the_request_of_a_rejected_duplicate() {
    let (scenario, _) = track_container();
    track(&scenario.service, NewTrackingRequest::container(CONTAINER, "MAEU"));
    let next = Fact::parse_all(&events(&NEXT).to_string()).unwrap();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.service.record_facts(&scenario.account, CONTAINER, &next).unwrap();
    scenario.run();
    let shown: Vec<String> = statuses(&scenario).into_iter().map(|(_, status)| status).collect();
    assert_eq!(shown, ["tracking_stopped", "created"]);
}

#[test]
fn the_answer_about_a_bill_does_not_replace_the_look_up_of_a_container_that_was_tracked_again() {
    let (scenario, _) = track_container();
    scenario.carrier.knows(NORMALIZED, &events(&FIRST));
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    track(&scenario.service, NewTrackingRequest::container(CONTAINER, "MAEU"));
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.clock.advance(Duration::from_secs(600));
    let shipment = tracked_object(&scenario, &bill).unwrap();
    let container = scenario.get(&format!("/v2/shipments/{shipment}?include=containers"))["included"][0]["id"].take();
    let look_ups = scenario.carrier.asked().len();
    scenario.send(Method::Patch, &format!("/v2/containers/{}/refresh", container.as_str().unwrap()), None);
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), look_ups + 1, "the bill is looked up");
    scenario.pass(HOUR);
    let shown: Vec<String> = statuses(&scenario).into_iter().map(|(_, status)| status).collect();
    assert_eq!(shown, ["tracking_stopped", "created"]);
}

#[test]
fn a_container_whose_voyage_is_over_gets_its_next_request_without_a_look_up() {
    let (scenario, first) = track_container();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &[("gate_in", true, "USLAX", 8)]].concat()));
    scenario.pass(DAY);
    let shipment = tracked_object(&scenario, &first).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/resume_tracking"), None);
    assert_eq!(scenario.request(&first)["status"], "created");
    let look_ups = scenario.carrier.asked().len();
    let next = track(&scenario.service, NewTrackingRequest::container(CONTAINER, "MAEU"));
    assert_eq!((next.how, scenario.carrier.asked().len()), (TrackOutcome::Created, look_ups));
    assert_eq!(scenario.request(&first)["status"], "tracking_stopped");
    scenario.run();
    assert_eq!(scenario.request(&next.id.to_string())["status"], "awaiting_manifest");
}

/// A daemon with many containers, on a file.
struct Daemon {
    scratch: Scratch,
    world: Scenario,
    numbers: Vec<String>,
}

impl Daemon {
    fn new(count: u32) -> Self {
        let number = |n: u32| {
            let digits = format!("MSKU{n:06}");
            format!("{digits}{}", ContainerNumber::check_digit_of(&digits).unwrap())
        };
        let daemon = Daemon {
            scratch: Scratch::new(),
            world: Scenario::new(),
            numbers: (100_000..100_000 + count).map(number).collect(),
        };
        for number in &daemon.numbers {
            daemon.world.carrier.knows(number, &events_of(number, &FIRST));
        }
        daemon
    }

    fn open(&self) -> Service {
        let builder = Service::builder().clock(self.world.clock.clone());
        builder.carrier("MAEU", self.world.carrier.clone()).unwrap().open(self.scratch.path("tracking.db")).unwrap()
    }

    fn track_all(&self, service: &Service) -> Vec<TrackResult> {
        let of = |number: &String| track(service, NewTrackingRequest::container(number, "MAEU"));
        self.numbers.iter().map(of).collect()
    }

    fn look_ups_of(&self, number: &str, since: DateTime<Utc>) -> usize {
        let asked = self.world.carrier.asked();
        asked.iter().filter(|asked| asked.number == number && asked.now >= since).count()
    }
}

#[test]
fn a_daemon_that_restarts_with_155_numbers_while_a_carrier_rests_is_not_blocked() {
    let daemon = Daemon::new(155);
    let (clock, carrier) = (&daemon.world.clock, &daemon.world.carrier);
    let service = daemon.open();
    assert!(daemon.track_all(&service).iter().all(|tracked| tracked.how == TrackOutcome::Created));
    service.run_due(Budget::ALL).unwrap();
    clock.advance(3 * HOUR);
    carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(HOUR) }));
    track(&service, NewTrackingRequest::container("MSKU0308961", "MAEU"));
    assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 1, "now the carrier rests");
    drop(service);

    let service = daemon.open();
    let (moving, waiting) = daemon.numbers.split_at(5);
    for number in moving {
        carrier.knows(number, &events_of(number, &[&FIRST[..], &NEXT[..]].concat()));
    }
    let (restarted, look_ups) = (clock.now(), carrier.asked().len());
    for _ in 0..2 {
        assert!(daemon.track_all(&service).iter().all(|tracked| tracked.how == TrackOutcome::Adopted));
    }
    assert_eq!(
        (clock.now(), carrier.asked().len()),
        (restarted, look_ups),
        "tracking neither waits nor asks the carrier"
    );
    service.run_until(restarted + HOUR - Duration::from_secs(1), &CancelToken::new()).unwrap();
    assert_eq!(carrier.asked().len(), look_ups, "the carrier rests");

    let seen = service.events(service.default_account(), 0, usize::MAX).unwrap().len();
    service.run_until(restarted + 2 * HOUR, &CancelToken::new()).unwrap();
    assert!(waiting.iter().all(|number| daemon.look_ups_of(number, restarted) == 1), "one look-up for each container");
    assert!(moving.iter().all(|number| daemon.look_ups_of(number, restarted) == 2), "and one for each next voyage");
    let events = service.events(service.default_account(), 0, usize::MAX).unwrap().split_off(seen);
    let count = |name: &str| events.iter().filter(|event| event.event.to_string() == name).count();
    let reported = ["tracking_request.tracking_stopped", "tracking_request.succeeded"].map(count);
    assert_eq!(reported, [5, 5]);
    let again = daemon.track_all(&service);
    assert!(again.iter().all(|tracked| tracked.how == TrackOutcome::Adopted), "the next requests are live");
}

#[test]
fn a_second_request_for_the_same_voyage_waits_for_the_next_voyage_without_a_time_limit() {
    let (scenario, _) = track_container();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &[("gate_in", true, "USLAX", 8)]].concat()));
    scenario.pass(DAY);
    let second = scenario.create("container", CONTAINER, "MAEU");
    assert_eq!(tracked_object(&scenario, &second), None);
    scenario.pass(DAY * 30);
    assert_eq!(scenario.request(&second)["status"], "awaiting_manifest");
    assert_eq!(tracked_object(&scenario, &second), None);
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 1);
}

#[test]
fn a_new_request_resumes_the_shipment_that_the_user_stopped_during_the_voyage() {
    let (scenario, first) = track_container();
    let shipment = tracked_object(&scenario, &first).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&second)["status"], "created");
    assert_eq!(tracked_object(&scenario, &second), Some(shipment));
}

#[test]
fn a_bill_and_one_of_its_containers_can_be_tracked_at_the_same_time() {
    let (scenario, _) = track_container();
    scenario.carrier.knows(NORMALIZED, &events(&FIRST));
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&bill)["status"], "created");
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 2);
}

#[test]
fn a_late_fact_about_an_earlier_voyage_belongs_to_that_voyage() {
    let (scenario, first) = track_container();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.pass(DAY);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let returned = Fact::parse_all(&events(&[("gate_in", true, "USLAX", 8)]).to_string()).unwrap();
    let event_count = scenario.events().len();
    scenario.service.record_facts(&scenario.account, CONTAINER, &returned).unwrap();
    assert_eq!(scenario.events()[event_count..], ["container.transport.empty_in"]);
    let returns = [first, second].map(|request| {
        let shipment = tracked_object(&scenario, &request).unwrap();
        let included = scenario.get(&format!("/v2/shipments/{shipment}?include=containers"));
        included["included"][0]["attributes"]["empty_terminated_at"].clone()
    });
    assert!(returns[0].is_string() && returns[1].is_null(), "{returns:?}");
}
