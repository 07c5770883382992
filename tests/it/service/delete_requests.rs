//! Deleting tracking requests, and changing their customer and tags.

use std::sync::Arc;

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, Carrier, ConfirmationScope, LookUp, LookUpFailure};
use shiptrack::http::{Call, Method, Response};
use shiptrack::resources::RequestType;
use shiptrack::tracking::Fact;
use shiptrack_tests::interleaved::Gap;
use shiptrack_tests::outbound::{Outbound, interleaved, scenario};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, json_of, send};

use super::recorded_facts::Recording;
use super::*;

fn delete(scenario: &Scenario, id: &str) -> Response {
    scenario.send(Method::Delete, &format!("/v2/tracking_requests/{id}"), None)
}

/// Whether the service has nothing: no request, shipment, container, custom field, and finds nothing.
fn is_empty(scenario: &Scenario) -> bool {
    let lists = ["tracking_requests", "shipments", "containers", "custom_fields"];
    let lists_are_empty = lists.iter().all(|list| {
        let page = scenario.get(&format!("/v2/{list}"));
        page["data"] == json!([]) && page["meta"]["size"].as_u64().unwrap_or(0) == 0
    });
    let finds = |text: &str| scenario.get(&format!("/v2/search?query={text}"))["data"] != json!([]);
    lists_are_empty && !["PO-1", "MAEU123456789", CONTAINERS[0]].into_iter().any(finds)
}

fn define_field(scenario: &Scenario, entity: &str) {
    let attributes = json!({
        "entity_type": entity, "api_slug": "desk", "display_name": "Desk", "data_type": "short_text", "default_value": "north",
    });
    create(scenario, "/v2/custom_field_definitions", "custom_field_definition", attributes);
}

/// Changes a request, and returns the response.
fn change(scenario: &Scenario, id: &str, attributes: &Value, relationships: &Value) -> Response {
    let data = json!({ "type": "tracking_request", "attributes": attributes, "relationships": relationships });
    scenario.send(Method::Patch, &format!("/v2/tracking_requests/{id}"), Some(&json!({ "data": data })))
}

#[test]
fn a_deleted_request_leaves_nothing_but_facts_and_events() {
    let scenario = Scenario::new();
    scenario.carrier.then_facts(&voyage());
    ["TrackingRequest", "Shipment", "Container"].iter().for_each(|entity| define_field(&scenario, entity));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    change(&scenario, &request, &json!({ "ref_numbers": ["PO-1"], "shipment_tags": ["urgent"] }), &json!({}));
    scenario.run();
    let shipment = tracked_object(&scenario, &request).unwrap();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(scenario.get("/v2/custom_fields")["data"].as_array().unwrap().len(), 4);
    assert!(!is_empty(&scenario));

    let events = scenario.events().len();
    assert_eq!(delete(&scenario, &request).status, 200);
    assert!(is_empty(&scenario));
    for path in
        [format!("shipments/{shipment}"), format!("containers/{container}"), format!("tracking_requests/{request}")]
    {
        assert_eq!(scenario.refused(Method::Get, &format!("/v2/{path}"), None).0, 404, "{path}");
    }
    assert_eq!(delete(&scenario, &request).status, 404);
    assert_eq!(scenario.events()[events..], ["tracking_request.deleted"]);
    assert_eq!(scenario.service.next_due().unwrap(), None);
    for filter in
        ["filter[tag]=urgent", "filter[status]=created", "filter[scac]=MAEU", "filter[request_type]=bill_of_lading"]
    {
        assert_eq!(scenario.get(&format!("/v2/tracking_requests?{filter}"))["meta"]["size"], 0, "{filter}");
    }
}

#[test]
fn a_number_can_be_tracked_again_after_its_request_was_deleted() {
    let (scenario, first, shipment) = tracked_bill();
    let picked_up =
        json!([{ "container": CONTAINERS[0], "event": { "milestone": "empty_out", "at": "2026-04-17T03:00:00Z" } }]);
    assert_eq!(scenario.record(BILL, &picked_up).requests[0].new, 1);
    delete(&scenario, &first);
    let returned = json!([{ "container": CONTAINERS[0], "reading": { "seal_number": "ML-1" } }]);
    assert_eq!(scenario.record(BILL, &returned).kept, 1, "no request tracks the number now");

    let events = scenario.events().len();
    let second = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_ne!(tracked_object(&scenario, &second).unwrap(), shipment);
    let containers = scenario.get("/v2/containers?include=transport_events");
    assert_eq!(containers["data"].as_array().unwrap().len(), 2);
    let text = containers.to_string();
    assert!(text.contains("container.transport.empty_out"), "what was recorded before is used again");
    assert!(text.contains("ML-1"), "what was recorded meanwhile is used");
    assert!(scenario.events()[events..].contains(&"tracking_request.succeeded".to_owned()));
}

#[test]
fn a_value_that_returns_while_no_request_tracks_the_number_is_the_newest() {
    let (scenario, request, _) = tracked_bill();
    let record = |day: &str| {
        scenario.clock.advance(HOUR);
        let facts =
            json!([{ "container": CONTAINERS[0], "source": "terminal", "reading": { "pickup_lfd_terminal": day } }]);
        scenario.record(BILL, &facts)
    };
    record("2026-05-20");
    record("2026-05-22");
    delete(&scenario, &request);
    assert_eq!(record("2026-05-20").kept, 1);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let found = scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[0]));
    assert_eq!(found["data"][0]["attributes"]["pickup_lfd"], "2026-05-20T07:00:00Z");
}

#[test]
fn a_shipment_of_another_request_stays_and_is_stopped_if_nobody_tracks_it() {
    let (scenario, first, shipment) = tracked_bill();
    let shipment = format!("/v2/shipments/{shipment}");
    assert_eq!(scenario.send(Method::Patch, &format!("{shipment}/stop_tracking"), None).status, 200);
    let second = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.get(&shipment)["data"]["attributes"]["line_tracking_stopped_at"], Value::Null);

    delete(&scenario, &second);
    let attributes = scenario.get(&shipment)["data"]["attributes"].take();
    assert_eq!(attributes["line_tracking_stopped_reason"], "cancelled_by_user");
    assert_eq!(scenario.get("/v2/containers")["data"].as_array().unwrap().len(), 2);
    delete(&scenario, &first);
    assert!(is_empty(&scenario));
}

#[test]
fn pending_deliveries_about_what_was_deleted_are_deleted_and_others_are_not() {
    let outbound = Outbound::default();
    let scenario = scenario(&outbound, |builder| builder);
    let events = ["tracking_request.succeeded", "container.created", "tracking_request.deleted"];
    create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://receiver.example/hook", "events": events }));
    outbound.always(500);
    scenario.carrier.knows(NORMALIZED, &voyage()).knows(
        "987654321",
        &json!([
            { "particulars": { "containers": ["TGHU1234565"] } },
        ]),
    );
    let (kept, deleted) =
        (scenario.create("bill_of_lading", "MAEU987654321", "MAEU"), scenario.create("bill_of_lading", BILL, "MAEU"));
    scenario.run();
    let pending = || -> Vec<Value> {
        let list = scenario.get("/v2/webhook_notifications?include=reference_object");
        list["data"].as_array().unwrap().iter().map(|one| one["attributes"]["event"].clone()).collect()
    };
    assert_eq!(pending().len(), 2 + 3);
    delete(&scenario, &deleted);
    assert_eq!(pending(), ["tracking_request.deleted", "container.created", "tracking_request.succeeded"]);
    outbound.always(200);
    scenario.pass(DAY);
    let last = outbound.sent().into_iter().map(|delivery| String::from_utf8(delivery.body).unwrap());
    let last: Vec<String> = last.filter(|body| body.contains("tracking_request.deleted")).collect();
    assert!(!last.is_empty() && last.iter().all(|body| body.contains(&deleted) && !body.contains(&kept)));
}

#[test]
fn all_of_hundreds_of_pending_deliveries_are_deleted() {
    let outbound = Outbound::default();
    let scenario = scenario(&outbound, |builder| builder);
    create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://receiver.example/hook" }));
    outbound.always(500);
    let containers: Vec<String> = (0..250).map(|at| format!("BOXU{at:07}")).collect();
    scenario.carrier.knows(NORMALIZED, &json!([{ "particulars": { "containers": containers } }]));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert!(scenario.get("/v2/webhook_notifications")["meta"]["total"].as_u64() > Some(250));
    delete(&scenario, &request);
    assert_eq!(scenario.get("/v2/webhook_notifications")["meta"]["total"], 0);
}

#[test]
fn notifications_that_are_published_during_a_deletion_are_not_delivered() {
    let (outbound, gap) = (Outbound::default(), Gap::default());
    let scenario = interleaved(&outbound, &gap);
    create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://receiver.example/hook" }));
    scenario.carrier.knows(NORMALIZED, &voyage());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let (sent, events) = (outbound.count(), scenario.events().len());
    let (service, account) = (scenario.service.clone(), scenario.account.clone());
    let picked_up =
        json!([{ "container": CONTAINERS[0], "event": { "milestone": "empty_out", "at": "2026-04-17T03:00:00Z" } }]);
    gap.once(move || {
        let facts = Fact::parse_all(&picked_up.to_string()).unwrap();
        service.record_facts(&account, BILL, &facts).unwrap();
    });
    assert_eq!(delete(&scenario, &request).status, 200);
    assert!(gap.is_over() && scenario.events().len() > events + 1, "an event was published");
    scenario.run();
    assert_eq!(outbound.count(), sent);
}

#[test]
fn two_concurrent_deletions_of_a_request_are_one() {
    let (outbound, gap) = (Outbound::default(), Gap::default());
    let scenario = interleaved(&outbound, &gap);
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    delete_at(&scenario, &gap, &request);
    assert_eq!(delete(&scenario, &request).status, 200);
    assert!(gap.is_over() && is_empty(&scenario));
    assert_eq!(scenario.events(), ["tracking_request.deleted"]);
}

#[test]
fn a_webhook_for_all_events_does_not_receive_deletions() {
    let outbound = Outbound::default();
    let scenario = scenario(&outbound, |builder| builder);
    create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://receiver.example/hook" }));
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    delete(&scenario, &request);
    scenario.run();
    assert_eq!((outbound.count(), scenario.events()), (0, vec!["tracking_request.deleted".to_owned()]));
}

#[test]
fn a_deleted_request_is_not_looked_up_again() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::NoDataYet)).then_facts(&voyage());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    delete(&scenario, &request);
    scenario.pass(DAY * 3);
    assert_eq!(scenario.carrier.asked().len(), 1);
    assert!(is_empty(&scenario));
}

/// Deletes a request when other work passes this point.
fn delete_at(scenario: &Scenario, point: &Gap, id: &str) {
    let (transport, path) = (Arc::clone(&scenario.transport), format!("/v2/tracking_requests/{id}"));
    point.once(move || assert_eq!(send(transport.as_ref(), Method::Delete, &path, None).status, 200));
}

#[test]
fn the_answer_to_a_look_up_during_which_the_request_was_deleted_has_no_effect() {
    let answers = [
        Ok(Answer::complete(Fact::parse_all(&finished_voyage().to_string()).unwrap())),
        Err(LookUpFailure::NotFound),
        Err(LookUpFailure::Unreachable { retry_after: None }),
    ];
    for (answer, is_found) in answers.into_iter().flat_map(|answer| [(answer.clone(), false), (answer, true)]) {
        let outbound = Outbound::default();
        let scenario = scenario(&outbound, |builder| builder);
        create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://receiver.example/hook" }));
        scenario.carrier.knows(NORMALIZED, &voyage());
        let request = scenario.create("bill_of_lading", BILL, "MAEU");
        let seal = json!([{ "container": CONTAINERS[0], "reading": { "seal_number": "ML-1" } }]);
        assert_eq!(scenario.record(BILL, &seal).requests.len(), 1);
        if is_found {
            scenario.run();
        }
        let sent = outbound.count();
        scenario.carrier.then(answer);
        let (asked, events) = (scenario.carrier.asked().len(), scenario.events().len());
        delete_at(&scenario, &scenario.carrier.asking, &request);
        scenario.pass(2 * DAY);
        assert!(scenario.carrier.asking.is_over());
        assert_eq!(scenario.carrier.asked().len(), asked + 1, "the carrier is not asked again");
        assert_eq!(scenario.events()[events..], ["tracking_request.deleted"]);
        assert_eq!((outbound.count(), scenario.service.next_due().unwrap()), (sent, None));
        assert!(is_empty(&scenario));

        assert_eq!(scenario.record(BILL, &json!([voyage()[1]])).kept, 1, "no request tracks the number now");
        let second = scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(scenario.request(&second)["status"], "created");
        let containers = scenario.get("/v2/containers");
        assert!(containers.to_string().contains("ML-1"), "facts from before the deletion are used again");
        assert_eq!(attributes(&containers, "pod_full_out_at"), ["", ""], "the answer is not used");
    }
}

/// A carrier that shows all of its numbers, so that the service asks it whether a number is its own.
struct OpenCarrier(ScriptedCarrier);

impl Carrier for OpenCarrier {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        self.0.look_up(look_up, call)
    }

    fn confirms(&self, _: &RequestType) -> ConfirmationScope {
        ConfirmationScope::Everything
    }
}

#[test]
fn a_request_that_is_deleted_while_its_carrier_is_detected_stays_deleted() {
    for is_known in [false, true] {
        let carrier = ScriptedCarrier::default();
        let scenario = Scenario::with(|builder| builder.carrier("MAEU", OpenCarrier(carrier.clone())).unwrap());
        if is_known {
            carrier.knows(CONTAINERS[1], &voyage());
        }
        let attributes =
            json!({ "request_type": "container", "request_number": CONTAINERS[1], "auto_detect_vocc_scac": true });
        let request = create_request(&scenario, attributes)["id"].as_str().unwrap().to_owned();
        delete_at(&scenario, &carrier.asking, &request);
        scenario.pass(2 * DAY);
        assert!(carrier.asking.is_over());
        assert_eq!((carrier.asked().len(), scenario.events()), (1, vec!["tracking_request.deleted".to_owned()]));
        assert!(is_empty(&scenario));
    }
}

/// Runs this closure before a later write: the next one if `skipped` is 0.
fn before_write(gap: &Gap, skipped: u32, interruption: Box<dyn FnOnce() + Send>) {
    let same = gap.clone();
    gap.once(move || match skipped.checked_sub(1) {
        None => interruption(),
        Some(skipped) => before_write(&same, skipped, interruption),
    });
}

#[test]
fn the_answer_about_a_bill_does_not_restore_a_request_for_one_of_its_containers() {
    for skipped in 0..3 {
        let gap = Gap::default();
        let scenario = interleaved(&Outbound::default(), &gap);
        scenario.carrier.then(Err(LookUpFailure::NoDataYet));
        let container = scenario.create("container", CONTAINERS[1], "MAEU");
        scenario.run();
        scenario.carrier.knows(NORMALIZED, &voyage());
        let bill = scenario.create("bill_of_lading", BILL, "MAEU");
        let (transport, path) = (Arc::clone(&scenario.transport), format!("/v2/tracking_requests/{container}"));
        let (writes, deletion) = (gap.clone(), move || drop(send(transport.as_ref(), Method::Delete, &path, None)));
        scenario.carrier.asking.once(move || before_write(&writes, skipped, Box::new(deletion)));
        scenario.run();
        assert!(gap.is_over());
        let requests = scenario.get("/v2/tracking_requests");
        assert_eq!((requests["data"].as_array().unwrap().len(), &requests["data"][0]["id"]), (1, &json!(bill)));
        scenario.pass(DAY);
        assert!(scenario.carrier.asked()[1..].iter().all(|look_up| look_up.normalized_number == NORMALIZED));
    }
}

#[test]
fn a_delivery_during_which_its_request_was_deleted_is_not_restored() {
    for status in [200, 410, 500] {
        let outbound = Outbound::default();
        let scenario = scenario(&outbound, |builder| builder);
        let hook = json!({ "url": "https://receiver.example/hook", "events": ["tracking_request.succeeded"] });
        create(&scenario, "/v2/webhooks", "webhook", hook);
        scenario.carrier.knows(NORMALIZED, &voyage());
        let request = scenario.create("bill_of_lading", BILL, "MAEU");
        outbound.always(status);
        delete_at(&scenario, &outbound.sending, &request);
        scenario.pass(DAY);
        assert!(outbound.sending.is_over());
        assert_eq!(outbound.count(), 1, "the notification is not sent again after status {status}");
        assert_eq!(scenario.get("/v2/webhook_notifications")["data"], json!([]), "{status}");
        assert!(is_empty(&scenario));
        assert_eq!(scenario.service.next_due().unwrap(), None);
    }
}

#[test]
fn the_customer_and_the_tags_of_a_request_can_be_changed() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let party = |name: &str| {
        let created = create(&scenario, "/v2/parties", "party", json!({ "company_name": name }));
        json!({ "customer": { "data": { "type": "party", "id": created["id"] } } })
    };
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(change(&scenario, &request, &json!({ "shipment_tags": ["urgent", "q3"] }), &party("Acme")).status, 200);
    scenario.run();
    let shipment = tracked_object(&scenario, &request).unwrap();
    let tagged = document("shipment", json!({ "tags": ["urgent", "q3", "ours"] }));
    assert_eq!(scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}"), Some(&tagged)).status, 200);
    let customers = |name: &str| {
        scenario.get(&format!("/v2/shipments?filter[customer_name]={name}"))["data"].as_array().unwrap().len()
    };
    assert_eq!((customers("Acme"), customers("Bolt")), (1, 0));

    assert_eq!(change(&scenario, &request, &json!({ "shipment_tags": ["q3", "late"] }), &party("Bolt")).status, 200);
    let attributes = scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"].take();
    assert_eq!(attributes["tags"], json!(["ours", "q3", "late"]));
    assert_eq!(attributes["customer_name"], "Bolt");
    assert_eq!((customers("Acme"), customers("Bolt")), (0, 1));

    let removed = change(&scenario, &request, &json!({}), &json!({ "customer": { "data": null } }));
    assert_eq!(json_of(&removed)["data"]["relationships"]["customer"]["data"], Value::Null);
    assert_eq!((customers("Acme"), customers("Bolt")), (0, 0));
}
