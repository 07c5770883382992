//! The egress rule of deliveries: public addresses, and networks that the host program allowed.

use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::error::ErrorKind;
use shiptrack::http::{Egress, Method};
use shiptrack::service::{Service, ServiceBuilder};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::Server;

use super::{cause_event, patch_webhook, post_webhook, refused, register, statuses};

/// A service whose deliveries may reach public addresses, and what `set_up` allows.
fn stage(set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Scenario {
    let clock = ManualClock::new(start());
    let service = set_up(Service::builder().clock(clock.clone())).in_memory().unwrap();
    around(service, clock)
}

fn around(service: Service, clock: ManualClock) -> Scenario {
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    Scenario { service, clock, carrier: ScriptedCarrier::default(), account, transport }
}

#[test]
fn a_non_public_address_is_rejected_with_422_and_the_option_that_allows_it() {
    let stage = stage(|builder| builder);
    for (url, address) in [
        ("https://127.0.0.1/hook", "127.0.0.1"),
        ("https://10.1.2.3:8443/", "10.1.2.3"),
        ("https://172.16.0.1/", "172.16.0.1"),
        ("https://192.168.1.1/", "192.168.1.1"),
        ("https://169.254.169.254/latest/meta-data/", "169.254.169.254"),
        ("https://100.64.0.1/", "100.64.0.1"),
        ("https://0.0.0.0/", "0.0.0.0"),
        ("https://[::1]/", "::1"),
        ("https://[fd00::7]/", "fd00::7"),
        ("https://[::ffff:10.0.0.1]/", "10.0.0.1"),
    ] {
        let answer = post_webhook(&stage, &json!({ "url": url }));
        assert_eq!(answer.status, 422, "{url}");
        let error = refused(&answer);
        assert_eq!(error["source"]["pointer"], "/data/attributes/url", "{url}");
        let detail = error["detail"].as_str().unwrap();
        assert!(detail.contains(address) && detail.contains("allow_networks or allow_loopback"), "{url}: {detail}");
    }
    assert_eq!(stage.get("/v2/webhooks")["meta"]["total"], 0);
}

#[test]
fn names_are_resolved_and_their_addresses_are_checked() {
    let stage = stage(|builder| builder);
    for url in ["https://localhost/", "https://LOCALHOST:8443/hook"] {
        let answer = post_webhook(&stage, &json!({ "url": url }));
        assert_eq!(answer.status, 422, "{url}");
        let detail = refused(&answer)["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("127.0.0.1") || detail.contains("::1"), "{url}: {detail}");
    }
}

#[test]
fn other_spellings_of_addresses_are_checked() {
    let stage = stage(|builder| builder.allow_networks(["10.0.0.0/8"]).unwrap());
    let receiver = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let port = receiver.address().port();
    // Some resolvers read these as 127.0.0.1. Others do not resolve them; then the delivery is rejected.
    for host in ["2130706433", "0x7f.1", "127.1", "0177.0.0.1", "localhost."] {
        post_webhook(&stage, &json!({ "url": format!("http://{host}:{port}/") }));
    }
    cause_event(&stage);
    stage.run();
    assert_eq!(receiver.connections(), 0);
    assert!(!statuses(&stage).contains(&"succeeded".to_owned()));
}

#[test]
fn a_public_address_needs_no_option() {
    let stage = stage(|builder| builder);
    register(&stage, &json!({ "url": "https://1.1.1.1/hook" }));
    register(&stage, &json!({ "url": "https://[2606:4700::1111]:8443/hook" }));
}

#[test]
fn plain_http_is_only_allowed_in_networks_of_the_host() {
    for url in ["http://1.1.1.1/hook", "HTTP://127.0.0.1/hook", "http://receiver.invalid/"] {
        let answer = post_webhook(&stage(|builder| builder), &json!({ "url": url }));
        let error = refused(&answer);
        assert_eq!((answer.status, &error["code"]), (422, &json!("invalid")), "{url}");
        let detail = error["detail"].as_str().unwrap();
        for named in ["https://", "loopback", "networks"] {
            assert!(detail.contains(named), "{detail}");
        }
    }
    let opened = stage(ServiceBuilder::allow_loopback);
    register(&opened, &json!({ "url": "http://127.0.0.1:9/" }));
    register(&opened, &json!({ "url": "https://1.1.1.1/" }));
    for url in ["http://1.1.1.1/hook", "HTTP://[2606:4700::1111]/", "http://10.0.0.1/"] {
        let answer = post_webhook(&opened, &json!({ "url": url }));
        let error = refused(&answer);
        assert_eq!((answer.status, &error["code"]), (422, &json!("egress_refused")), "{url}");
        assert!(error["detail"].as_str().unwrap().contains("use https"), "{error}");
    }
}

#[test]
fn a_plain_http_receiver_is_only_reached_in_allowed_networks() {
    let outbound = shiptrack_tests::outbound::Outbound::default();
    let stage = shiptrack_tests::outbound::scenario(&outbound, |builder| builder);
    register(&stage, &json!({ "url": "http://receiver.invalid/hook" }));
    register(&stage, &json!({ "url": "https://receiver.invalid/hook" }));
    cause_event(&stage);
    stage.run();
    let loopback: std::sync::Arc<[String]> = ["127.0.0.0/8".to_owned(), "::1/128".to_owned()].into();
    let rules: Vec<Egress> = outbound.calls().into_iter().map(|call| call.egress).collect();
    let plain = usize::from(outbound.sent()[1].url.starts_with("http:"));
    assert_eq!((&rules[plain], &rules[1 - plain]), (&Egress::Only(loopback.clone()), &Egress::PublicAnd(loopback)));
}

#[test]
fn the_host_can_allow_only_loopback() {
    let stage = stage(ServiceBuilder::allow_loopback);
    for url in ["http://127.0.0.1:9/", "http://[::1]:9/", "http://localhost:9/", "https://127.0.0.1/"] {
        register(&stage, &json!({ "url": url }));
    }
    let answer = post_webhook(&stage, &json!({ "url": "http://10.0.0.1/" }));
    assert_eq!(answer.status, 422);
}

#[test]
fn only_the_allowed_networks_are_reachable() {
    let stage = stage(|builder| builder.allow_networks(["10.0.0.0/8", "fd00::/8"]).unwrap());
    for url in ["https://10.200.0.7/", "https://[fd12::7]/", "http://10.0.0.1:8080/"] {
        register(&stage, &json!({ "url": url }));
    }
    for url in ["https://127.0.0.1/", "https://192.168.0.1/", "https://[::1]/", "https://[fe80::1]/"] {
        assert_eq!(post_webhook(&stage, &json!({ "url": url })).status, 422, "{url}");
    }
}

#[test]
fn an_invalid_network_is_a_configuration_error() {
    for network in ["loopback", "10.0.0.0/40", "", "10.0.0.0/8, 127.0.0.0/8"] {
        let refused = Service::builder().allow_networks([network]).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Configuration, "{network}");
    }
}

#[test]
fn a_changed_url_is_checked() {
    let stage = stage(|builder| builder);
    let created = register(&stage, &json!({ "url": "https://1.1.1.1/" }));
    let answer = patch_webhook(&stage, &created, &json!({ "url": "https://127.0.0.1/" }));
    assert_eq!(answer.status, 422);
    assert_eq!(super::webhook(&stage, &created)["url"], "https://1.1.1.1/");
    // Other changes do not check the URL again.
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
}

#[test]
fn each_delivery_is_checked_again() {
    let (scratch, clock) = (Scratch::new(), ManualClock::new(start()));
    let receiver = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let open = |set_up: fn(ServiceBuilder) -> ServiceBuilder| {
        let builder = set_up(Service::builder().clock(clock.clone()));
        around(builder.open(scratch.path("s.db")).unwrap(), clock.clone())
    };
    let stage = open(ServiceBuilder::allow_loopback);
    register(&stage, &json!({ "url": receiver.url("/hook") }));
    drop(stage);
    // The host no longer allows loopback: a webhook registered before gets no deliveries.
    let stage = open(|builder| builder);
    cause_event(&stage);
    stage.run();
    assert_eq!((receiver.connections(), statuses(&stage)), (0, vec!["pending".to_owned()]));
    let due = stage.service.next_due().unwrap().expect("a retry");
    drop(stage);
    let stage = open(ServiceBuilder::allow_loopback);
    stage.clock.advance_to(due);
    stage.run();
    assert_eq!((receiver.requests().len(), statuses(&stage)), (1, vec!["succeeded".to_owned()]));
}

#[test]
fn a_rejected_url_is_a_distinct_error_kind_of_the_client() {
    let client = stage(|builder| builder).service.client();
    let error = client.webhooks().create(shiptrack::client::NewWebhook::new("https://127.0.0.1/")).unwrap_err();
    assert_eq!((error.kind(), error.http_status()), (ErrorKind::EgressRefused, Some(422)));
    let raw: Value = json!({ "data": { "type": "webhook", "attributes": { "url": "https://127.0.0.1/" } } });
    let stage = stage(|builder| builder);
    let answer = stage.send(Method::Post, "/v2/webhooks", Some(&raw));
    assert_eq!(refused(&answer)["code"], "egress_refused");
}
