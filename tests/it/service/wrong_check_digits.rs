//! Containers whose numbers have a wrong check digit, as carriers and EDI messages name them.

use shiptrack::client::TrackOutcome;
use shiptrack::{Client, NewTrackingRequest};

use super::recorded_facts::Recording;
use super::*;

/// The correct check digit is 6.
const WRONG: &str = "MSCU1234567";

fn departure(container: &str) -> Value {
    json!([{ "container": container, "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z",
             "place": { "locode": "CNSHA" } } }])
}

fn wrong() -> NewTrackingRequest {
    NewTrackingRequest::container(WRONG, "MAEU").allow_wrong_check_digit()
}

fn events_of(client: &Client) -> Vec<String> {
    let containers = client.containers().list().number(WRONG);
    let container = containers.into_iter().next().expect("a container").unwrap();
    let events = client.containers().transport_events(&container.id);
    events.into_iter().map(|event| event.unwrap().event.to_string()).collect()
}

#[test]
fn a_container_with_a_wrong_check_digit_is_tracked_only_if_the_call_allows_it() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    let refused = client.tracking_requests().track(NewTrackingRequest::container(WRONG, "MAEU")).unwrap_err();
    assert_eq!(refused.pointer(), Some("/data/attributes/request_number"));
    let attributes = json!({ "request_type": "container", "request_number": WRONG, "scac": "MAEU" });
    let body = document("tracking_request", attributes.clone());
    assert_eq!(scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body)).0, 422, "the default is false");

    let tracked = client.tracking_requests().track(wrong()).unwrap();
    assert_eq!((tracked.how, &*tracked.request_number, &*tracked.left_out), (TrackOutcome::Created, WRONG, &[][..]));
    let again = client.tracking_requests().track(wrong()).unwrap();
    assert_eq!((again.how, &again.id, &*again.left_out), (TrackOutcome::Adopted, &tracked.id, &[][..]));
    scenario.run();
    assert_eq!(scenario.carrier.asked()[0].normalized_number, WRONG);
    for text in ["MSCU123456", "MSCU123456.7", "PO-4500012345"] {
        let other = NewTrackingRequest::container(text, "MAEU").allow_wrong_check_digit();
        assert!(client.tracking_requests().create(other).is_err(), "{text}");
    }
}

#[test]
fn facts_that_name_a_container_with_a_wrong_check_digit_join_its_request() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    let kept = scenario.record(WRONG, &departure(WRONG));
    assert_eq!((kept.requests.len(), kept.kept), (0, 1), "before the container is tracked");
    scenario.carrier.knows(
        WRONG,
        &json!([{ "container": WRONG, "event": { "milestone": "vessel_loaded",
        "at": "2026-04-19T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    client.tracking_requests().track(wrong()).unwrap();
    scenario.run();
    let names = events_of(&client);
    for name in ["vessel_loaded", "vessel_departed"] {
        assert!(names.iter().any(|event| event.ends_with(name)), "{names:?}");
    }
    let arrival = json!([{ "event": { "milestone": "vessel_arrived", "at": "2026-04-30T12:00:00Z", "place": { "locode": "USLAX" } } }]);
    let recorded = scenario.record(WRONG, &arrival);
    assert_eq!((recorded.requests.len(), recorded.kept), (1, 0), "the number is tracked as a container");
}
