//! What is sent without being asked for: callbacks of carriers, and reports of a host's own sources.

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
const OTHER: &str = "EBESExQVFhcYGRobHB0eHw==";

/// A service whose carrier answers with the events it is told to know, and which calls back.
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
        let told = Arc::clone(&known);
        let carrier = move |_: &LookUp, _: &Call| {
            let events: &Vec<Value> = &told.lock().unwrap();
            if events.is_empty() {
                return Err(LookUpFailure::NoDataYet);
            }
            let reading = decoders::read(json!(events).to_string().as_bytes(), &ReadLimits::default());
            Ok(Answer::complete(reading.facts().cloned().collect()))
        };
        let scenario = Scenario::with(|builder| builder.carrier("MAEU", carrier).unwrap());
        let subscription = scenario.service.add_subscription(&scenario.account, new).unwrap();
        Stage { scenario, known, subscription }
    }

    fn knows(&self, events: &[Value]) {
        *self.known.lock().unwrap() = events.to_vec();
    }

    /// A request for the bill that has its shipment, of which so many events are known.
    fn following(&self, events: usize) -> String {
        self.knows(&journey()[..events]);
        let request = self.scenario.create("bill_of_lading", BILL, "MAEU");
        self.scenario.run();
        assert_eq!(self.scenario.request(&request)["status"], "created");
        request
    }

    fn try_send(&self, events: &[Value]) -> Result<PushReport, Error> {
        let body = json!(events).to_string();
        self.scenario.service.receive_push(&signed(&body, SECRET, Some("7f5a")), body.as_bytes())
    }

    fn sends(&self, events: &[Value]) -> PushReport {
        self.try_send(events).unwrap()
    }

    fn poll(&self) {
        self.scenario.pass(DAY);
    }

    /// The events of the container, and when each is told to be.
    fn timeline(&self) -> Vec<(String, String)> {
        let found =
            self.scenario.get(&format!("/v2/containers?filter[number]={}&include=transport_events", CONTAINERS[0]));
        let events = found["included"].as_array().cloned().unwrap_or_default();
        let told = |event: &Value| {
            let (name, at) = (event["attributes"]["event"].as_str()?, event["attributes"]["timestamp"].as_str()?);
            Some((name.replace("container.transport.", ""), at.to_owned()))
        };
        let holds =
            |event: &&Value| event["type"] == "transport_event" && event["attributes"]["invalidated_at"].is_null();
        events.iter().filter(holds).filter_map(told).collect()
    }

    fn post(&self, path: &str, headers: Headers, body: &str) -> Response {
        let mut request = Request::new(Method::Post, path);
        (request.headers, request.body) = (headers, body.as_bytes().to_vec());
        self.scenario.service.send(request, &Call::default()).unwrap()
    }
}

fn signed(body: &str, secret: &str, id: Option<&str>) -> Headers {
    let mut headers = Headers::new();
    headers.set("notification-signature", CallbackSecret::parse(secret).unwrap().sign(body.as_bytes()));
    id.into_iter().for_each(|id| headers.set("SUBSCRIPTION-ID", id));
    headers
}

fn written(mut event: Value, at: &str) -> Value {
    event["eventCreatedDateTime"] = at.into();
    event
}

/// The estimate of the arrival, with another time.
fn expected(at: &str) -> Value {
    let mut event = journey().remove(3);
    event["eventDateTime"] = at.into();
    event
}

#[test]
fn an_event_that_is_polled_and_then_sent_is_one_and_told_once() {
    let stage = Stage::new();
    stage.following(4);
    let (timeline, events) = (stage.timeline(), stage.scenario.events());
    let pushed = stage.sends(&journey());
    assert_eq!((pushed.facts, pushed.requests.len(), pushed.requests[0].new, pushed.kept), (4, 1, 0, 0));
    assert_eq!((stage.timeline(), stage.scenario.events()), (timeline, events));
}

#[test]
fn an_event_that_is_sent_and_then_polled_is_one_and_told_once() {
    let stage = Stage::new();
    stage.following(2);
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
fn a_request_whose_carrier_knew_nothing_is_looked_up_when_something_is_sent_about_it() {
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
fn what_is_sent_of_a_number_that_nobody_tracks_waits_for_it() {
    let stage = Stage::new();
    let pushed = stage.sends(&journey());
    assert!(pushed.kept > 0 && pushed.requests.is_empty(), "{pushed:?}");
    stage.following(2);
    assert_eq!(stage.timeline().len(), 4, "what was sent before joins");
}

#[test]
fn the_same_callback_once_more_adds_nothing_whatever_came_between() {
    let stage = Stage::new();
    stage.following(3);
    let (first, second) = ([expected("2026-05-09T05:00:00-07:00")], [expected("2026-05-11T05:00:00-07:00")]);
    assert!(!stage.sends(&first).is_repeated);
    stage.sends(&second);
    let (timeline, events) = (stage.timeline(), stage.scenario.events());
    let again = stage.sends(&first);
    assert!(again.is_repeated && again.requests.is_empty(), "{again:?}");
    assert_eq!((stage.timeline(), stage.scenario.events()), (timeline, events));
}

#[test]
fn an_expectation_that_comes_late_does_not_take_the_place_of_a_newer_one() {
    let stage = Stage::new();
    stage.following(3);
    stage.sends(&[written(expected("2026-05-11T05:00:00-07:00"), "2026-05-03T00:00:00Z")]);
    let timeline = stage.timeline();
    let late = stage.sends(&[written(expected("2026-05-09T05:00:00-07:00"), "2026-05-02T00:00:00Z")]);
    assert_eq!((late.facts, stage.timeline()), (0, timeline));
    stage.sends(&[written(expected("2026-05-12T05:00:00-07:00"), "2026-05-04T00:00:00Z")]);
    assert_eq!(stage.timeline().last().unwrap().1, "2026-05-12T12:00:00Z");
}

#[test]
fn an_event_is_taken_back_by_its_id_alone() {
    let stage = Stage::new();
    stage.following(3);
    let payload = expected("2026-05-09T05:00:00-07:00");
    let beta = |id: &str| json!({ "metadata": { "eventID": id, "eventType": "TRANSPORT" }, "payload": payload });
    stage.sends(&[beta("e-1")]);
    assert_eq!(stage.timeline().len(), 4);
    let papers = &payload["documentReferences"];
    let gone = json!({ "metadata": { "eventID": "e-2", "retractedEventID": "e-1", "eventType": "TRANSPORT" },
                       "payload": { "documentReferences": papers } });
    let pushed = stage.sends(&[gone]);
    assert!(pushed.problems.is_empty(), "{pushed:?}");
    assert_eq!(stage.timeline().len(), 3, "{:?}", stage.timeline());
}

#[test]
fn a_departure_that_names_nothing_is_about_the_number_that_is_subscribed_to() {
    let about = NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET);
    let stage = Stage::with(about.clone().about(NumberKind::BillOfLading, BILL));
    stage.following(2);
    let mut departure = journey().remove(2);
    departure.as_object_mut().unwrap().remove("documentReferences");
    assert_eq!(stage.sends(std::slice::from_ref(&departure)).requests[0].new, 1);

    let stage = Stage::with(about.clone().about(NumberKind::Container, CONTAINERS[0]));
    stage.following(2);
    assert_eq!(stage.sends(std::slice::from_ref(&departure)).requests[0].new, 1);

    let stage = Stage::with(about);
    let pushed = stage.sends(&[departure]);
    assert!(pushed.problems[0].detail.contains("contains no booking, bill of lading or container"), "{pushed:?}");
}

#[test]
fn what_a_carrier_sends_is_not_taken_for_the_words_of_another() {
    let stage = Stage::with(NewSubscription::of_carrier("HLCU").called("7f5a").secret(SECRET));
    stage.following(2);
    let timeline = stage.timeline();
    let pushed = stage.sends(&journey()[2..]);
    assert_eq!((pushed.requests.len(), stage.timeline()), (0, timeline));
}

#[test]
fn whoever_sends_is_told_what_is_wrong() {
    let stage = Stage::new();
    let body = json!(journey()).to_string();
    let code = |headers: Headers, body: &str| {
        let refused = stage.scenario.service.receive_push(&headers, body.as_bytes()).unwrap_err();
        (refused.code().unwrap_or_default().to_owned(), refused.kind(), refused.http_status())
    };
    let told = |code: &str, kind, status| (code.to_owned(), kind, Some(status));
    assert_eq!(code(signed(&body, SECRET, None), &body), told("no_subscription_id", ErrorKind::BadRequest, 400));
    assert_eq!(code(signed(&body, SECRET, Some("?")), &body), told("unknown_subscription", ErrorKind::NotFound, 404));
    assert_eq!(code(signed(&body, OTHER, Some("7f5a")), &body), told("wrong_signature", ErrorKind::Signature, 401));
    assert_eq!(code(signed(&body, SECRET, Some("7f5a")), "[]"), told("wrong_signature", ErrorKind::Signature, 401));
    let mut unsigned = Headers::new();
    unsigned.set("Subscription-ID", "7f5a");
    assert_eq!(code(unsigned, &body), told("not_signed", ErrorKind::Signature, 401));
    assert_eq!(code(signed("{}", SECRET, Some("7f5a")), "{}"), told("not_readable", ErrorKind::Invalid, 422));
    let large = " ".repeat(1024 * 1024 + 1);
    assert_eq!(code(Headers::new(), &large), told("too_large", ErrorKind::TooLarge, 413));
    assert_eq!(stage.scenario.events(), Vec::<String>::new());
}

#[test]
fn a_secret_is_replaced_while_the_one_before_holds_for_a_while() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    let id = stage.subscription.id;
    let rotated = service.rotate_subscription(account, id, Some(OTHER), Some(HOUR)).unwrap();
    assert_eq!((rotated.secret.reveal(), rotated.replaced.len()), (OTHER, 1));
    let send = |secret: &str| service.receive_push(&signed("[]", secret, Some("7f5a")), b"[]").map(drop);
    send(SECRET).unwrap();
    send(OTHER).unwrap();
    stage.scenario.pass(HOUR);
    assert_eq!(send(SECRET).unwrap_err().code(), Some("wrong_signature"));
    send(OTHER).unwrap();
    let made = service.rotate_subscription(account, id, None, None).unwrap();
    assert_ne!(made.secret.reveal(), OTHER);
    send(made.secret.reveal()).unwrap();
    assert_eq!(
        service.rotate_subscription(account, id, Some("no base64!"), None).unwrap_err().pointer(),
        Some("secret")
    );
}

#[test]
fn subscriptions_are_listed_and_removed_and_belong_to_an_account() {
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
fn a_subscription_of_which_nobody_knows_the_carriers_id_learns_it_from_the_first_callback() {
    let stage = Stage::with(NewSubscription::of_carrier("MAEU").secret(SECRET));
    let Scenario { service, account, .. } = &stage.scenario;
    service.add_subscription(account, NewSubscription::of_carrier("MAEU").secret(OTHER)).unwrap();
    service.receive_push(&signed("[]", SECRET, Some("from-the-carrier")), b"[]").unwrap();
    let found = service.subscriptions(account).unwrap();
    let called: Vec<_> = found.iter().map(|found| found.carrier().unwrap().subscription_id.as_deref()).collect();
    assert_eq!(called, [Some("from-the-carrier"), None]);
    assert_eq!(found[0].received_at, Some(stage.scenario.now()));
    let refused = service.receive_push(&signed("[ ]", OTHER, Some("from-the-carrier")), b"[ ]").map(drop);
    assert_eq!(
        refused.map_err(|refused| refused.code().map(str::to_owned)),
        Ok(()),
        "another carrier may call its own so"
    );
}

/// A report of a terminal, as our webhooks are signed.
fn reported(stage: &Stage, by: &SubscriptionRecord, id: &str, body: &str) -> (Headers, String) {
    let signer = Signer::new([SigningSecret::new(by.secret.reveal()).unwrap()]).unwrap().hosted(false);
    let mut headers = Headers::new();
    for (name, value) in signer.sign(id, body.as_bytes(), stage.scenario.now()).unwrap() {
        headers.set(name, value);
    }
    headers.set("Subscription-ID", by.id.to_string());
    (headers, body.to_owned())
}

#[test]
fn a_terminal_reports_and_a_report_is_taken_in_once() {
    let stage = Stage::new();
    stage.following(4);
    let Scenario { service, account, .. } = &stage.scenario;
    let pier = service.add_subscription(account, NewSubscription::own("terminal", "Pier 400")).unwrap();
    let report = json!({ "number": CONTAINERS[0], "facts": [
        { "reading": { "available_for_pickup": true, "pickup_lfd": "2026-05-15" } },
        { "version": 2, "source": "shipping_line", "event": { "movement": "customs_released", "at": "2026-04-30" } },
    ] });
    let (headers, body) = reported(&stage, &pier, "r-1", &report.to_string());
    let pushed = service.receive_push(&headers, body.as_bytes()).unwrap();
    assert_eq!((pushed.facts, pushed.requests[0].new, pushed.problems.len()), (2, 2, 0), "{pushed:?}");
    let container =
        stage.scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[0]))["data"][0]["attributes"].take();
    assert_eq!(container["available_for_pickup"], true);
    assert!(service.receive_push(&headers, body.as_bytes()).unwrap().is_repeated);

    // The facts alone, each with its container; whoever says so is the source all the same.
    let alone = json!([{ "container": CONTAINERS[0], "reading": { "available_for_pickup": false } }]).to_string();
    let (headers, body) = reported(&stage, &pier, "r-2", &alone);
    assert_eq!(service.receive_push(&headers, body.as_bytes()).unwrap().requests[0].new, 1);

    stage.scenario.pass(HOUR);
    let late = service.receive_push(&headers, body.as_bytes()).unwrap_err();
    assert!(late.to_string().contains("too old") && late.kind() == ErrorKind::Signature, "{late}");
    assert_eq!((late.http_status(), late.code()), (Some(401), Some("wrong_signature")));
    let nameless = json!([{ "reading": { "available_for_pickup": false } }]).to_string();
    let (headers, body) = reported(&stage, &pier, "r-3", &nameless);
    let refused = service.receive_push(&headers, body.as_bytes()).unwrap_err();
    assert!(refused.to_string().contains("names no container, and the report no number"), "{refused}");
    let (headers, body) = reported(&stage, &pier, "r-4", r#"{"number":"MSKU0308961","facts":[{"event":{}}]}"#);
    assert_eq!(service.receive_push(&headers, body.as_bytes()).unwrap_err().code(), Some("not_readable"));
}

#[test]
fn however_many_subscriptions_have_no_id_yet_each_is_heard() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    for number in 0..300 {
        let about = NewSubscription::of_carrier("MAEU").about(NumberKind::BillOfLading, format!("MAEU1{number:08}"));
        service.add_subscription(account, about.secret(SECRET)).unwrap();
    }
    let last = service.add_subscription(account, NewSubscription::of_carrier("HLCU").secret(OTHER)).unwrap();
    let body = json!(&journey()[2..]).to_string();
    let pushed = service.receive_push(&signed(&body, OTHER, Some("hapag-1")), body.as_bytes()).unwrap();
    assert_eq!(pushed.subscription, last.id);
    let strange = service.receive_push(&signed(&body, "c3RyYW5nZQ==", Some("x")), body.as_bytes()).unwrap_err();
    assert_eq!(strange.code(), Some("wrong_signature"));
}

#[test]
fn thousands_of_estimates_are_set_beside_as_many_that_are_known_at_once() {
    let stage = Stage::new();
    let body = |written_at: &str| {
        let one = |number: usize| {
            let mut event = written(expected("2026-05-12T09:00:00Z"), written_at);
            event["eventDateTime"] = format!("2026-05-{:02}T{:02}:00:00Z", 1 + number % 28, number % 24).into();
            event["transportCall"]["UNLocationCode"] = format!("US{:03}", number % 900 + 22).into();
            event
        };
        json!((0..1_500).map(one).collect::<Vec<_>>()).to_string()
    };
    let told = ["2026-04-03", "2026-04-02", "2026-04-01"].map(|day| {
        let body = body(&format!("{day}T00:00:00Z"));
        stage.scenario.service.receive_push(&signed(&body, SECRET, Some("7f5a")), body.as_bytes()).unwrap().facts
    });
    assert!(told[0] > 1_000 && told[1..] == [0, 0], "what was written before says nothing new: {told:?}");
}

#[test]
fn a_subscription_that_nobody_could_use_or_anybody_is_refused_with_what_would_do() {
    let stage = Stage::new();
    let Scenario { service, account, .. } = &stage.scenario;
    let refused = |new: NewSubscription| service.add_subscription(account, new).unwrap_err();
    let kind = refused(NewSubscription::own("trucker", "Fast Ltd")).to_string();
    assert!(kind.contains("terminal") && kind.contains("rail") && kind.contains("A trucker is `user_input`"), "{kind}");
    let short = refused(NewSubscription::own("terminal", "Pier 400").secret("abc"));
    assert!(short.to_string().contains("at least 16 bytes"), "{short}");
    let again = NewSubscription::of_carrier("MAEU").called("7f5a");
    let twice = refused(again.clone().secret(OTHER));
    assert!(twice.kind() == ErrorKind::Conflict && twice.to_string().contains(&stage.subscription.id.to_string()));
    let same = service.add_subscription(account, again.secret(SECRET)).unwrap();
    assert_eq!(same.id, stage.subscription.id, "a program that adds it each time it begins has one");
    let other = NewSubscription::of_carrier("HLCU").called("7f5a").secret(OTHER);
    assert_ne!(service.add_subscription(account, other).unwrap().id, stage.subscription.id);
}

#[test]
fn what_is_sent_comes_in_beside_the_interface_and_without_a_key() {
    let stage = Stage::new();
    stage.following(2);
    let body = json!(&journey()[2..]).to_string();
    for method in [Method::Get, Method::Head] {
        let looked = stage.scenario.service.send(Request::new(method, "/push"), &Call::default()).unwrap();
        assert_eq!((looked.status, looked.body.len()), (204, 0));
    }
    assert_eq!(stage.post("/push", signed(&body, SECRET, Some("7f5a")), &body).status, 204);
    assert_eq!(stage.timeline().len(), 4);
    let path = format!("/push/{}", stage.subscription.id);
    assert_eq!(stage.post(&path, signed("[]", SECRET, None), "[]").status, 204, "our id stands in the path");

    for (headers, body, status, code) in [
        (signed("[]", OTHER, Some("7f5a")), "[]", 401, "wrong_signature"),
        (signed("[]", SECRET, None), "[]", 400, "no_subscription_id"),
        (signed("[]", SECRET, Some("x")), "[]", 404, "unknown_subscription"),
        (signed("hello", SECRET, Some("7f5a")), "hello", 422, "not_readable"),
    ] {
        let (found, errors) = shiptrack_tests::scenario::refusal(&stage.post("/push", headers, body));
        assert_eq!((found, errors[0]["code"].as_str()), (status, Some(code)), "{errors}");
        assert!(errors[0]["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    }
    let put = stage.scenario.service.send(Request::new(Method::Put, "/push"), &Call::default()).unwrap();
    assert_eq!((put.status, put.headers.get("Allow")), (405, Some("GET, HEAD, POST")));

    let mut head = Request::new(Method::Post, "/push/nobody");
    assert_eq!(stage.scenario.service.reject_early(&head).map(|refusal| refusal.status), Some(404));
    head.url = path;
    assert_eq!(stage.scenario.service.reject_early(&head), None);
}
