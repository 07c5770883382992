//! Incoming pushes: callbacks of carriers, and reports of the host's other sources.

use std::sync::{Arc, Mutex};

use shiptrack::carriers::CallbackSecret;
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::decoders::{self, ReadLimits};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::{Call, Headers, Request, Response, Transport};
use shiptrack::numbers::NumberKind;
use shiptrack::service::{NewSubscription, PushReport};
use shiptrack::store::SubscriptionRecord;
use shiptrack::webhooks::{Signer, SigningSecret};
use shiptrack_tests::scenario::Scenario;

use super::profiles::journey;
use super::*;

const SECRET: &str = "AAECAwQFBgcICQoLDA0ODw==";
const OTHER_SECRET: &str = "EBESExQVFhcYGRobHB0eHw==";

/// A service with a subscription, and a carrier that answers with the events set by `knows`.
struct Stage {
    scenario: Scenario,
    known: Arc<Mutex<Vec<Value>>>,
    subscription: SubscriptionRecord,
}

impl Stage {
    fn new() -> Self {
        Self::with(NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET))
    }

    fn with(new: NewSubscription) -> Self {
        let known = Arc::new(Mutex::new(Vec::new()));
        let answer = Arc::clone(&known);
        let carrier = move |_: &LookUp, _: &Call| {
            let events: &Vec<Value> = &answer.lock().unwrap();
            if events.is_empty() {
                return Err(LookUpFailure::NoDataYet);
            }
            let decoded = decoders::read(json!(events).to_string().as_bytes(), &ReadLimits::default());
            Ok(Answer::complete(decoded.facts().cloned().collect()))
        };
        let scenario = Scenario::with(|builder| builder.carrier("MAEU", carrier).unwrap());
        let subscription = scenario.service.add_subscription(&scenario.account, new).unwrap();
        Stage { scenario, known, subscription }
    }

    fn knows(&self, events: &[Value]) {
        *self.known.lock().unwrap() = events.to_vec();
    }

    /// Tracks the bill while the carrier has the first `events` events, and returns the id of the request.
    fn track(&self, events: usize) -> String {
        self.knows(&journey()[..events]);
        let request = self.scenario.create("bill_of_lading", BILL, "MAEU");
        self.scenario.run();
        assert_eq!(self.scenario.request(&request)["status"], "created");
        request
    }

    fn try_send(&self, events: &[Value]) -> Result<PushReport, Error> {
        let body = json!(events).to_string();
        self.scenario.service.receive_push(&signed_headers(&body, SECRET, Some("7f5a")), body.as_bytes())
    }

    fn sends(&self, events: &[Value]) -> PushReport {
        self.try_send(events).unwrap()
    }

    fn poll(&self) {
        self.scenario.pass(DAY);
    }

    /// Names and times of the container's events that hold.
    fn timeline(&self) -> Vec<(String, String)> {
        let found =
            self.scenario.get(&format!("/v2/containers?filter[number]={}&include=transport_events", CONTAINERS[0]));
        let events = found["included"].as_array().cloned().unwrap_or_default();
        let name_and_time = |event: &Value| {
            let (name, at) = (event["attributes"]["event"].as_str()?, event["attributes"]["timestamp"].as_str()?);
            Some((name.replace("container.transport.", ""), at.to_owned()))
        };
        let holds =
            |event: &&Value| event["type"] == "transport_event" && event["attributes"]["invalidated_at"].is_null();
        events.iter().filter(holds).filter_map(name_and_time).collect()
    }

    fn post(&self, path: &str, headers: Headers, body: &str) -> Response {
        let mut request = Request::new(Method::Post, path);
        (request.headers, request.body) = (headers, body.as_bytes().to_vec());
        self.scenario.service.send(request, &Call::default()).unwrap()
    }
}

fn signed_headers(body: &str, secret: &str, id: Option<&str>) -> Headers {
    let mut headers = Headers::new();
    headers.set("notification-signature", CallbackSecret::parse(secret).unwrap().sign(body.as_bytes()));
    id.into_iter().for_each(|id| headers.set("SUBSCRIPTION-ID", id));
    headers
}

fn created_at(mut event: Value, at: &str) -> Value {
    event["eventCreatedDateTime"] = at.into();
    event
}

/// The estimated arrival, with another time.
fn arrival_estimate(at: &str) -> Value {
    let mut event = journey().remove(3);
    event["eventDateTime"] = at.into();
    event
}

#[test]
fn an_event_that_is_polled_and_then_pushed_is_published_once() {
    let stage = Stage::new();
    stage.track(4);
    let (timeline, events) = (stage.timeline(), stage.scenario.events());
    let pushed = stage.sends(&journey());
    assert_eq!((pushed.facts, pushed.requests.len(), pushed.requests[0].new, pushed.kept), (4, 1, 0, 0));
    assert_eq!((stage.timeline(), stage.scenario.events()), (timeline, events));
}

#[test]
fn an_event_that_is_pushed_and_then_polled_is_published_once() {
    let stage = Stage::new();
    stage.track(2);
    let pushed = stage.sends(&journey()[2..]);
    assert_eq!(pushed.requests[0].new, 2);
    let names: Vec<String> = stage.timeline().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["full_in", "vessel_loaded", "vessel_departed", "estimated.vessel_arrived"]);
    let (timeline, events) = (stage.timeline(), stage.scenario.events());
    assert_eq!(events.iter().filter(|event| event.ends_with("transport.vessel_departed")).count(), 1);
    stage.knows(&journey());
    stage.poll();
    stage.poll();
    assert_eq!((stage.timeline(), stage.scenario.events()), (timeline, events));
}

#[test]
fn a_push_makes_an_awaiting_request_due() {
    let stage = Stage::new();
    let request = stage.scenario.create("bill_of_lading", BILL, "MAEU");
    stage.scenario.run();
    assert_eq!(stage.scenario.request(&request)["status"], "awaiting_manifest");
    stage.knows(&journey()[..2]);
    assert_eq!(stage.sends(&journey()[..2]).requests[0].shipment, None);
    stage.scenario.run();
    assert_eq!(stage.scenario.request(&request)["status"], "created");
    assert_eq!(stage.timeline().len(), 2);
}

#[test]
fn a_push_about_an_untracked_number_is_stored_until_it_is_tracked() {
    let stage = Stage::new();
    let pushed = stage.sends(&journey());
    assert!(pushed.kept > 0 && pushed.requests.is_empty(), "{pushed:?}");
    stage.track(2);
    assert_eq!(stage.timeline().len(), 4, "the facts pushed before joined the shipment");
}

#[test]
fn a_repeated_callback_adds_nothing_also_after_newer_ones() {
    let stage = Stage::new();
    stage.track(3);
    let (first, second) =
        ([arrival_estimate("2026-05-09T05:00:00-07:00")], [arrival_estimate("2026-05-11T05:00:00-07:00")]);
    assert!(!stage.sends(&first).is_repeated);
    stage.sends(&second);
    let (timeline, events) = (stage.timeline(), stage.scenario.events());
    let again = stage.sends(&first);
    assert!(again.is_repeated && again.requests.is_empty(), "{again:?}");
    assert_eq!((stage.timeline(), stage.scenario.events()), (timeline, events));
}

#[test]
fn an_older_estimate_that_arrives_late_does_not_replace_a_newer_one() {
    let stage = Stage::new();
    stage.track(3);
    stage.sends(&[created_at(arrival_estimate("2026-05-11T05:00:00-07:00"), "2026-05-03T00:00:00Z")]);
    let timeline = stage.timeline();
    let late = stage.sends(&[created_at(arrival_estimate("2026-05-09T05:00:00-07:00"), "2026-05-02T00:00:00Z")]);
    assert_eq!((late.facts, stage.timeline()), (0, timeline));
    stage.sends(&[created_at(arrival_estimate("2026-05-12T05:00:00-07:00"), "2026-05-04T00:00:00Z")]);
    assert_eq!(stage.timeline().last().unwrap().1, "2026-05-12T12:00:00Z");
}

#[test]
fn an_event_is_retracted_by_its_id() {
    let stage = Stage::new();
    stage.track(3);
    let payload = arrival_estimate("2026-05-09T05:00:00-07:00");
    let beta = |id: &str| json!({ "metadata": { "eventID": id, "eventType": "TRANSPORT" }, "payload": payload });
    stage.sends(&[beta("e-1")]);
    assert_eq!(stage.timeline().len(), 4);
    let references = &payload["documentReferences"];
    let retraction = json!({ "metadata": { "eventID": "e-2", "retractedEventID": "e-1", "eventType": "TRANSPORT" },
                       "payload": { "documentReferences": references } });
    let pushed = stage.sends(&[retraction]);
    assert!(pushed.problems.is_empty(), "{pushed:?}");
    assert_eq!(stage.timeline().len(), 3, "{:?}", stage.timeline());
}

/// A retraction of an event in the form of DCSA: the whole event with a mark, or only the id of the event.
fn retractions_of(event: &Value, id: &str) -> [Value; 2] {
    let mut marked = created_at(event.clone(), "2026-05-07T10:00:00Z");
    marked["isRetracted"] = true.into();
    let references = &event["documentReferences"];
    let by_id = json!({
        "eventID": "r-1", "retractedEventID": id, "eventCreatedDateTime": "2026-05-07T10:00:00Z", "documentReferences": references,
    });
    [marked, by_id]
}

#[test]
fn retraction_that_arrives_before_its_event_waits_for_it() {
    let mut event = created_at(journey().remove(2), "2026-05-06T10:00:00Z");
    event["eventID"] = "e-1".into();
    for retraction in retractions_of(&event, "e-1") {
        for is_tracked in [true, false] {
            let stage = Stage::new();
            if is_tracked {
                stage.track(2);
            }
            let pushed = stage.sends(std::slice::from_ref(&retraction));
            assert_eq!(pushed.problems.len(), 0, "{pushed:?}");
            stage.sends(std::slice::from_ref(&event));
            if !is_tracked {
                stage.track(2);
            }
            assert_eq!(stage.timeline().len(), 2, "{retraction} {is_tracked}: {:?}", stage.timeline());
            // Another event of the same kind is not retracted.
            let mut other = created_at(event.clone(), "2026-05-08T10:00:00Z");
            other["eventID"] = "e-2".into();
            stage.sends(&[other]);
            assert_eq!(stage.timeline().len(), 3, "{retraction} {is_tracked}");
        }
    }
}

#[test]
fn retraction_waits_for_its_event_for_ninety_days() {
    let mut event = created_at(journey().remove(2), "2026-05-06T10:00:00Z");
    event["eventID"] = "e-1".into();
    for (days, expected) in [(89, 2), (91, 3)] {
        let stage = Stage::new();
        stage.track(2);
        stage.sends(&retractions_of(&event, "e-1")[..1]);
        stage.scenario.clock.advance(days * DAY);
        stage.sends(std::slice::from_ref(&event));
        assert_eq!(stage.timeline().len(), expected, "after {days} days");
    }
}

#[test]
fn an_event_without_references_is_about_the_number_of_the_subscription() {
    let about = NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET);
    let stage = Stage::with(about.clone().about(NumberKind::BillOfLading, BILL));
    stage.track(2);
    let mut departure = journey().remove(2);
    departure.as_object_mut().unwrap().remove("documentReferences");
    assert_eq!(stage.sends(std::slice::from_ref(&departure)).requests[0].new, 1);

    let stage = Stage::with(about.clone().about(NumberKind::Container, CONTAINERS[0]));
    stage.track(2);
    assert_eq!(stage.sends(std::slice::from_ref(&departure)).requests[0].new, 1);

    let stage = Stage::with(about);
    let pushed = stage.sends(&[departure]);
    assert!(pushed.problems[0].detail.contains("contains no booking, bill of lading or container"), "{pushed:?}");
}

#[test]
fn a_push_of_one_carrier_does_not_reach_requests_of_another() {
    let stage = Stage::with(NewSubscription::of_carrier("HLCU").called("7f5a").secret(SECRET));
    stage.track(2);
    let timeline = stage.timeline();
    let pushed = stage.sends(&journey()[2..]);
    assert_eq!((pushed.requests.len(), stage.timeline()), (0, timeline));
}

#[test]
fn a_rejected_push_has_an_error_code() {
    let stage = Stage::new();
    let body = json!(journey()).to_string();
    let code = |headers: Headers, body: &str| {
        let error = stage.scenario.service.receive_push(&headers, body.as_bytes()).unwrap_err();
        (error.code().unwrap_or_default().to_owned(), error.kind(), error.http_status())
    };
    let expected_error = |code: &str, kind, status| (code.to_owned(), kind, Some(status));
    assert_eq!(
        code(signed_headers(&body, SECRET, None), &body),
        expected_error("no_subscription_id", ErrorKind::BadRequest, 400)
    );
    assert_eq!(
        code(signed_headers(&body, SECRET, Some("?")), &body),
        expected_error("unknown_subscription", ErrorKind::NotFound, 404)
    );
    assert_eq!(
        code(signed_headers(&body, OTHER_SECRET, Some("7f5a")), &body),
        expected_error("wrong_signature", ErrorKind::Signature, 401)
    );
    assert_eq!(
        code(signed_headers(&body, SECRET, Some("7f5a")), "[]"),
        expected_error("wrong_signature", ErrorKind::Signature, 401)
    );
    let mut unsigned = Headers::new();
    unsigned.set("Subscription-ID", "7f5a");
    assert_eq!(code(unsigned, &body), expected_error("not_signed", ErrorKind::Signature, 401));
    assert_eq!(
        code(signed_headers("{}", SECRET, Some("7f5a")), "{}"),
        expected_error("not_readable", ErrorKind::Invalid, 422)
    );
    let large = " ".repeat(1024 * 1024 + 1);
    assert_eq!(code(Headers::new(), &large), expected_error("too_large", ErrorKind::TooLarge, 413));
    assert_eq!(stage.scenario.events(), Vec::<String>::new());
}

#[test]
fn the_old_secret_stays_valid_for_the_overlap_after_a_rotation() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    let id = stage.subscription.id;
    let rotated = service.rotate_subscription(account, id, Some(OTHER_SECRET), Some(HOUR)).unwrap();
    assert_eq!((rotated.secret.reveal(), rotated.replaced.len()), (OTHER_SECRET, 1));
    let send = |secret: &str| service.receive_push(&signed_headers("[]", secret, Some("7f5a")), b"[]").map(drop);
    send(SECRET).unwrap();
    send(OTHER_SECRET).unwrap();
    stage.scenario.pass(HOUR);
    assert_eq!(send(SECRET).unwrap_err().code(), Some("wrong_signature"));
    send(OTHER_SECRET).unwrap();
    let created = service.rotate_subscription(account, id, None, None).unwrap();
    assert_ne!(created.secret.reveal(), OTHER_SECRET);
    send(created.secret.reveal()).unwrap();
    assert_eq!(
        service.rotate_subscription(account, id, Some("no base64!"), None).unwrap_err().pointer(),
        Some("secret")
    );
}

#[test]
fn subscriptions_are_listed_and_removed_by_their_account_only() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    let other = service.create_account("other", "Other").unwrap().id;
    let own = service.add_subscription(account, NewSubscription::own("terminal", "Pier 400")).unwrap();
    let listed: Vec<_> = service.subscriptions(account).unwrap().into_iter().map(|found| found.id).collect();
    assert_eq!(listed, [stage.subscription.id, own.id]);
    assert!(service.subscriptions(&other).unwrap().is_empty());
    for refused in
        [service.remove_subscription(&other, own.id), service.rotate_subscription(&other, own.id, None, None).map(drop)]
    {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::NotFound);
    }
    service.remove_subscription(account, stage.subscription.id).unwrap();
    assert_eq!(stage.try_send(&journey()).unwrap_err().code(), Some("unknown_subscription"));
    for (new, field) in [
        (NewSubscription::of_carrier("MAEU").secret("!"), "secret"),
        (NewSubscription::of_carrier("MAEU").called(" "), "subscription_id"),
        (NewSubscription::own("shipping_line", "Maersk"), "kind"),
        (NewSubscription::own("terminal", ""), "name"),
    ] {
        assert_eq!(service.add_subscription(account, new).unwrap_err().pointer(), Some(field));
    }
    let shown = format!("{:?}", service.subscriptions(account).unwrap());
    assert!(!shown.contains("whsec_"), "{shown}");
}

#[test]
fn a_subscription_without_the_carriers_id_gets_it_from_the_first_callback() {
    let stage = Stage::with(NewSubscription::of_carrier("MAEU").secret(SECRET));
    let Scenario { service, account, .. } = &stage.scenario;
    service.add_subscription(account, NewSubscription::of_carrier("MAEU").secret(OTHER_SECRET)).unwrap();
    service.receive_push(&signed_headers("[]", SECRET, Some("from-the-carrier")), b"[]").unwrap();
    let found = service.subscriptions(account).unwrap();
    let carrier_ids: Vec<_> = found.iter().map(|found| found.carrier().unwrap().subscription_id.as_deref()).collect();
    assert_eq!(carrier_ids, [Some("from-the-carrier"), None]);
    assert_eq!(found[0].received_at, Some(stage.scenario.now()));
    let refused =
        service.receive_push(&signed_headers("[ ]", OTHER_SECRET, Some("from-the-carrier")), b"[ ]").map(drop);
    assert_eq!(
        refused.map_err(|refused| refused.code().map(str::to_owned)),
        Ok(()),
        "another carrier may use the same id"
    );
}

/// Headers and body of a terminal's report, signed like our webhooks.
fn sign_report(stage: &Stage, by: &SubscriptionRecord, id: &str, body: &str) -> (Headers, String) {
    let signer = Signer::new([SigningSecret::new(by.secret.reveal()).unwrap()]).unwrap().hosted(false);
    let mut headers = Headers::new();
    for (name, value) in signer.sign(id, body.as_bytes(), stage.scenario.now()).unwrap() {
        headers.set(name, value);
    }
    headers.set("Subscription-ID", by.id.to_string());
    (headers, body.to_owned())
}

#[test]
fn a_terminals_report_is_recorded_once() {
    let stage = Stage::new();
    stage.track(4);
    let Scenario { service, account, .. } = &stage.scenario;
    let pier = service.add_subscription(account, NewSubscription::own("terminal", "Pier 400")).unwrap();
    let report = json!({ "number": CONTAINERS[0], "facts": [
        { "reading": { "available_for_pickup": true, "pickup_lfd": "2026-05-15" } },
        { "source": "shipping_line", "event": { "movement": "customs_released", "at": "2026-04-30" } },
        { "event": { "movement": "discharged", "at": "2026-04-29T10:00:00Z", "place": { "locode": "USLAX" } } },
    ] });
    let (headers, body) = sign_report(&stage, &pier, "r-1", &report.to_string());
    let pushed = service.receive_push(&headers, body.as_bytes()).unwrap();
    assert_eq!((pushed.facts, pushed.requests[0].new, pushed.problems.len()), (3, 3, 0), "{pushed:?}");
    let container =
        stage.scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[0]))["data"][0]["attributes"].take();
    assert_eq!(container["available_for_pickup"], true);
    assert!(service.receive_push(&headers, body.as_bytes()).unwrap().is_repeated);

    // A list of facts, each with its container. The sender is their source, too.
    let alone = json!([{ "container": CONTAINERS[0], "reading": { "available_for_pickup": false } }]).to_string();
    let (headers, body) = sign_report(&stage, &pier, "r-2", &alone);
    assert_eq!(service.receive_push(&headers, body.as_bytes()).unwrap().requests[0].new, 1);

    stage.scenario.pass(HOUR);
    let late = service.receive_push(&headers, body.as_bytes()).unwrap_err();
    assert!(late.to_string().contains("too old") && late.kind() == ErrorKind::Signature, "{late}");
    assert_eq!((late.http_status(), late.code()), (Some(401), Some("wrong_signature")));
    let nameless = json!([{ "reading": { "available_for_pickup": false } }]).to_string();
    let (headers, body) = sign_report(&stage, &pier, "r-3", &nameless);
    let error = service.receive_push(&headers, body.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("the fact has no container, and the report has no number"), "{error}");
    let (headers, body) = sign_report(&stage, &pier, "r-4", r#"{"number":"MSKU0308961","facts":[{"event":{}}]}"#);
    assert_eq!(service.receive_push(&headers, body.as_bytes()).unwrap_err().code(), Some("not_readable"));
}

#[test]
fn a_callback_finds_its_subscription_among_hundreds_without_an_id() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    for number in 0..300 {
        let about = NewSubscription::of_carrier("MAEU").about(NumberKind::BillOfLading, format!("MAEU1{number:08}"));
        service.add_subscription(account, about.secret(SECRET)).unwrap();
    }
    let last = service.add_subscription(account, NewSubscription::of_carrier("HLCU").secret(OTHER_SECRET)).unwrap();
    let body = json!(&journey()[2..]).to_string();
    let pushed = service.receive_push(&signed_headers(&body, OTHER_SECRET, Some("hapag-1")), body.as_bytes()).unwrap();
    assert_eq!(pushed.subscription, last.id);
    let unknown = service.receive_push(&signed_headers(&body, "c3RyYW5nZQ==", Some("x")), body.as_bytes()).unwrap_err();
    assert_eq!(unknown.code(), Some("wrong_signature"));
}

#[test]
fn thousands_of_pushed_estimates_are_compared_with_thousands_of_stored_ones() {
    let stage = Stage::new();
    let body = |written_at: &str| {
        let estimate = |number: usize| {
            let mut event = created_at(arrival_estimate("2026-05-12T09:00:00Z"), written_at);
            event["eventDateTime"] = format!("2026-05-{:02}T{:02}:00:00Z", 1 + number % 28, number % 24).into();
            event["transportCall"]["UNLocationCode"] = format!("US{:03}", number % 900 + 22).into();
            event
        };
        json!((0..1_500).map(estimate).collect::<Vec<_>>()).to_string()
    };
    let fact_counts = ["2026-04-03", "2026-04-02", "2026-04-01"].map(|day| {
        let body = body(&format!("{day}T00:00:00Z"));
        stage
            .scenario
            .service
            .receive_push(&signed_headers(&body, SECRET, Some("7f5a")), body.as_bytes())
            .unwrap()
            .facts
    });
    assert_eq!(fact_counts, [900, 0, 0], "one estimate for each port; older ones add nothing");
}

#[test]
fn an_unusable_or_unsafe_subscription_is_rejected_with_the_reason() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    let refused = |new: NewSubscription| service.add_subscription(account, new).unwrap_err();
    let kind = refused(NewSubscription::own("trucker", "Fast Ltd")).to_string();
    assert!(kind.contains("terminal") && kind.contains("rail") && kind.contains("A trucker is `user_input`"), "{kind}");
    let short = refused(NewSubscription::own("terminal", "Pier 400").secret("abc"));
    assert!(short.to_string().contains("at least 16 bytes"), "{short}");
    let repeated = NewSubscription::of_carrier("MAEU").called("7f5a");
    let twice = refused(repeated.clone().secret(OTHER_SECRET));
    assert!(twice.kind() == ErrorKind::Conflict && twice.to_string().contains(&stage.subscription.id.to_string()));
    let same = service.add_subscription(account, repeated.secret(SECRET)).unwrap();
    assert_eq!(same.id, stage.subscription.id, "adding the same subscription again creates no second one");
    let other = NewSubscription::of_carrier("HLCU").called("7f5a").secret(OTHER_SECRET);
    assert_ne!(service.add_subscription(account, other).unwrap().id, stage.subscription.id);
}

#[test]
fn pushes_are_received_outside_of_the_versioned_interface_without_an_api_key() {
    let stage = Stage::new();
    stage.track(2);
    let body = json!(&journey()[2..]).to_string();
    for method in [Method::Get, Method::Head] {
        let probe = stage.scenario.service.send(Request::new(method, "/push"), &Call::default()).unwrap();
        assert_eq!((probe.status, probe.body.len()), (204, 0));
    }
    assert_eq!(stage.post("/push", signed_headers(&body, SECRET, Some("7f5a")), &body).status, 204);
    assert_eq!(stage.timeline().len(), 4);
    let path = format!("/push/{}", stage.subscription.id);
    assert_eq!(stage.post(&path, signed_headers("[]", SECRET, None), "[]").status, 204, "the path has our id");

    for (headers, body, status, code) in [
        (signed_headers("[]", OTHER_SECRET, Some("7f5a")), "[]", 401, "wrong_signature"),
        (signed_headers("[]", SECRET, None), "[]", 400, "no_subscription_id"),
        (signed_headers("[]", SECRET, Some("x")), "[]", 404, "unknown_subscription"),
        (signed_headers("hello", SECRET, Some("7f5a")), "hello", 422, "not_readable"),
    ] {
        let (found, errors) = shiptrack_tests::scenario::refusal(&stage.post("/push", headers, body));
        assert_eq!((found, errors[0]["code"].as_str()), (status, Some(code)), "{errors}");
        assert!(errors[0]["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    }
    let put = stage.scenario.service.send(Request::new(Method::Put, "/push"), &Call::default()).unwrap();
    assert_eq!((put.status, put.headers.get("Allow")), (405, Some("GET, HEAD, POST")));

    let mut head = Request::new(Method::Post, "/push/unknown");
    assert_eq!(stage.scenario.service.reject_early(&head).map(|refusal| refusal.status), Some(404));
    head.url = path;
    assert_eq!(stage.scenario.service.reject_early(&head), None);
}
