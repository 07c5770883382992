//! Tests of carrier callbacks over a real socket.

use serde_json::json;
use shiptrack::Service;
use shiptrack::carriers::CallbackSecret;
use shiptrack::service::{NewSubscription, Policies};
use shiptrack::tracking::Fact;
use shiptrack_tests::sample_files::{SENDER, iftsta, message};
use shiptrack_tests::scenario::Scenario;

use super::*;

const SECRET: &str = "AAECAwQFBgcICQoLDA0ODw==";

fn callback(id: &str, body: &str) -> String {
    let signature = CallbackSecret::parse(SECRET).unwrap().sign(body.as_bytes());
    format!(
        "POST /push HTTP/1.1\r\nHost: a\r\nSubscription-ID: {id}\r\nNotification-Signature: {signature}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn callbacks_need_no_key_and_unknown_subscriptions_are_refused_before_the_body() {
    let service = Service::in_memory().unwrap();
    let new = NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET);
    service.add_subscription(service.default_account(), new).unwrap();
    let server = Server::builder(Arc::new(service)).start().unwrap();

    let checked = Peer::to(&server).send("HEAD /push HTTP/1.1\r\nHost: a\r\n\r\n").answer_without_body(true);
    assert_eq!(checked.status, 204);
    let mut peer = Peer::to(&server);
    assert_eq!(peer.send(callback("7f5a", "[]")).answer_without_body(true).status, 204);
    assert_eq!(peer.send(callback("7f5a", "[]")).answer_without_body(true).status, 204, "the connection stays open");
    assert_eq!(peer.send(callback("7f5a", "{}")).answer().status, 422);

    // The body is never sent, so the server must answer without waiting for it.
    let head = "POST /push HTTP/1.1\r\nHost: a\r\nSubscription-ID: unknown\r\nContent-Length: 1000\r\n\r\n";
    let refused = Peer::to(&server).send(head).answer();
    assert_eq!(refused.status, 404);
    assert!(refused.text().contains("unknown_subscription"), "{}", refused.text());
    let large = "POST /push HTTP/1.1\r\nHost: a\r\nSubscription-ID: 7f5a\r\nContent-Length: 1048577\r\n\r\n";
    assert_eq!(Peer::to(&server).send(large).answer().status, 413);
}

const CONTAINER: &str = "MSKU0308961";

/// A container that is tracked later.
const LATER_CONTAINER: &str = "TGHU1643396";

/// A container that is never tracked.
const OTHER_CONTAINER: &str = "TGHU0000001";

/// A mail with EDI about a container that is not tracked: one message for each of so many places.
fn mail_with_edi(subject: &str, count: usize) -> Vec<u8> {
    let departures = (1..=count).map(|at| ("202605021410".to_owned(), format!(":::{subject}{at}")));
    let edi = iftsta(subject, OTHER_CONTAINER, departures);
    message(subject, "See there", &[("a.edi", "text/plain", edi.as_bytes())])
}

/// A callback of the carrier: the container was discharged.
fn discharged(container: &str) -> String {
    let event = json!({
        "eventID": container, "eventCreatedDateTime": "2026-04-29T10:00:00Z", "eventType": "EQUIPMENT",
        "equipmentEventTypeCode": "DISC", "eventClassifierCode": "ACT", "eventDateTime": "2026-04-20T05:00:00-07:00",
        "equipmentReference": container, "emptyIndicatorCode": "LADEN", "transportCall": { "UNLocationCode": "USLAX" },
    });
    callback("7f5a", &json!([event]).to_string())
}

#[test]
fn after_hostile_mail_a_signed_callback_is_published_or_answered_with_503_and_never_lost() {
    let mut policies = Policies::default();
    (policies.recording.most_kept, policies.recording.most_kept_of_mail) = (60, 40);
    let scenario = Scenario::with(|builder| builder.policies(policies));
    let (service, account) = (&scenario.service, &scenario.account);
    let new = NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET);
    service.add_subscription(account, new).unwrap();
    let server = service.server().start().unwrap();
    let send = |callback: &str| Peer::to(&server).send(callback).answer_without_body(true).status;

    let track = |container: &str| {
        let loaded = json!([{ "container": container, "event": { "milestone": "vessel_loaded", "at": "2026-04-01" } }]);
        scenario.carrier.knows(container, &loaded);
        scenario.create("container", container, "MAEU");
        scenario.run();
    };
    track(CONTAINER);

    let of_stranger = service.ingest_email(account, &mail_with_edi("STRANGER", 200), None).unwrap();
    assert!(of_stranger.edi[0].report.interchanges.is_empty(), "{of_stranger:?}");
    scenario.allow_senders(&[SENDER]);
    let of_partner = service.ingest_email(account, &mail_with_edi("PARTNER", 200), None).unwrap();
    let messages = &of_partner.edi[0].report.interchanges[0].messages;
    assert!((1..200).contains(&messages.iter().filter(|message| message.is_recorded()).count()), "its share is full");
    assert_eq!(send(&discharged(CONTAINER)), 204);
    let published = || scenario.events().iter().filter(|event| event.ends_with("vessel_discharged")).count();
    assert_eq!(published(), 1, "{:?}", scenario.events());

    let record = |at: usize| {
        let facts = json!([{ "container": OTHER_CONTAINER,
            "source": { "kind": "terminal", "name": format!("T{at}") },
            "event": { "movement": "gate_in", "at": "2026-04-28T05:00:00Z", "place": { "locode": "USLAX" } } }]);
        service.record_facts(account, OTHER_CONTAINER, &Fact::parse_all(&facts.to_string()).unwrap())
    };
    assert!((0..100).any(|at| record(at).is_err()), "the room is full");
    assert_eq!(send(&discharged(LATER_CONTAINER)), 503);
    assert_eq!(send(&discharged(CONTAINER)), 204, "a repeated callback needs no room");

    track(LATER_CONTAINER);
    assert_eq!(send(&discharged(LATER_CONTAINER)), 204, "the carrier repeated the callback");
    assert_eq!(published(), 2, "{:?}", scenario.events());
    server.stop();
}
