//! Tests of carrier callbacks over a real socket.

use shiptrack::Service;
use shiptrack::carriers::CallbackSecret;
use shiptrack::service::NewSubscription;

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
