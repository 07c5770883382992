//! Tenants whose host names hang: they hold up their own webhooks and deliveries, and nobody else's. Outsiders learn
//! nothing of the names inside.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Call, Method, Request, Resolver, Response, Roots, Transport};
use shiptrack::resources::AccountId;
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::deep::depth;
use shiptrack_tests::scenario::{creation, json_of, send, start};
use shiptrack_tests::script_server::Server;

/// Names of the test: those that begin with `hang` never come back while `hanging`, `inside` is a private address,
/// `nowhere` is none, and any other is this machine.
#[derive(Default)]
struct Names {
    hanging: AtomicBool,
    asked: AtomicUsize,
    released: Mutex<bool>,
    changed: Condvar,
}

impl Names {
    fn resolver(self: &Arc<Self>) -> Resolver {
        let names = Arc::clone(self);
        Resolver::new(move |name, port| names.look_up(name, port))
    }

    fn look_up(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found = |address: [u8; 4]| Ok(vec![SocketAddr::from((Ipv4Addr::from(address), port))]);
        match name.split(['.', '-']).next() {
            Some("hang") if self.hanging.load(Ordering::SeqCst) => {
                self.asked.fetch_add(1, Ordering::SeqCst);
                let released = self.released.lock().unwrap();
                let _released = self.changed.wait_while(released, |released| !*released).unwrap();
                Err(io::Error::other("no answer"))
            }
            Some("inside") => found([10, 0, 0, 5]),
            Some("nowhere") => Err(io::Error::other("no such host")),
            _ => found([127, 0, 0, 1]),
        }
    }
}

/// Lets every look-up come back, so that its thread ends with the test.
struct Release(Arc<Names>);

impl Drop for Release {
    fn drop(&mut self) {
        *self.0.released.lock().unwrap() = true;
        self.0.changed.notify_all();
    }
}

struct Stage {
    service: Service,
    names: Arc<Names>,
    _release: Release,
}

/// A tenant: an account, reached with a key.
struct Tenant<'s> {
    stage: &'s Stage,
    account: AccountId,
    authorization: String,
}

impl Stage {
    fn new() -> Self {
        let (names, clock) = (Arc::new(Names::default()), ManualClock::new(start()));
        let outbound = UreqTransport::new(UreqConfig {
            clock: Arc::new(clock.clone()),
            resolve_timeout: Duration::from_millis(20),
            roots: Roots::Bundled,
            resolver: names.resolver(),
            ..UreqConfig::default()
        });
        let builder = Service::builder().clock(clock).allow_loopback();
        let service = builder.build(SqliteStore::in_memory().unwrap(), outbound.unwrap()).unwrap();
        Stage { service, _release: Release(Arc::clone(&names)), names }
    }

    fn tenant(&self, name: &str) -> Tenant<'_> {
        let account = self.service.create_account(name, name).unwrap().id;
        let key = self.service.create_key(&account, "key").unwrap();
        Tenant { stage: self, account, authorization: format!("Token {}", key.key.reveal()) }
    }

    fn asked(&self) -> usize {
        self.names.asked.load(Ordering::SeqCst)
    }
}

impl Tenant<'_> {
    fn post(&self, path: &str, body: &Value) -> Response {
        let request = Request::new(Method::Post, path).header("Authorization", self.authorization.clone());
        let request = request.body("application/vnd.api+json", body.to_string());
        self.stage.service.send(request, &Call::default()).unwrap()
    }

    fn register(&self, url: &str) -> Response {
        self.post("/v2/webhooks", &json!({ "data": { "type": "webhook", "attributes": { "url": url } } }))
    }

    /// Makes an event of which every webhook of the tenant is told.
    fn happen(&self) {
        let answer = self.post("/v2/tracking_requests", &creation("bill_of_lading", "TEST-TR-FAILED", "TEST"));
        assert_eq!(answer.status, 201);
    }
}

#[test]
fn hanging_names_of_one_tenant_delay_neither_webhooks_nor_deliveries_of_another() {
    let stage = Stage::new();
    let count = depth(24, 90);
    let receiver = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let good = format!("http://receiver.example:{}/hook", receiver.address().port());
    let (hostile, other) = (stage.tenant("hostile"), stage.tenant("other"));
    let hanging = |n: usize| format!("http://hang-{n}.example/");
    for n in 0..count {
        assert_eq!(hostile.register(&hanging(n)).status, 201, "it does not hang yet");
    }
    assert_eq!(other.register(&good).status, 201);

    stage.names.hanging.store(true, Ordering::SeqCst);
    let statuses: Vec<u16> = (0..count.min(60)).map(|n| hostile.register(&hanging(n)).status).collect();
    assert!(statuses.iter().all(|status| *status == 503), "{statuses:?}");
    let checks = stage.asked();
    assert!(checks <= 2, "{checks} threads look names up that somebody thought of");

    let began = Instant::now();
    assert_eq!(other.register(&good).status, 201);
    let registered = began.elapsed();
    hostile.happen();
    other.happen();
    stage.service.run_due(Budget::ALL).unwrap();
    let deliveries = stage.asked() - checks;
    assert!(deliveries <= 8, "{deliveries} threads look up names of one tenant");
    assert_eq!(receiver.requests().len(), 2, "the other tenant's two webhooks were told");

    let again = Instant::now();
    other.happen();
    stage.service.run_due(Budget::ALL).unwrap();
    assert_eq!(receiver.requests().len(), 4);
    println!(
        "hanging names: {count} webhooks, {checks} checks and {deliveries} deliveries hang; beside them a webhook is \
         registered in {registered:?}, an event is delivered in {:?}",
        again.elapsed()
    );
}

#[test]
fn hanging_names_of_three_tenants_leave_room_for_a_fourth() {
    let stage = Stage::new();
    let receiver = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let hostile: Vec<Tenant<'_>> = ["one", "two", "three"].map(|name| stage.tenant(name)).into();
    for tenant in &hostile {
        for n in 0..12 {
            assert_eq!(tenant.register(&format!("http://hang-{n}.example/")).status, 201);
        }
    }
    stage.names.hanging.store(true, Ordering::SeqCst);
    for tenant in &hostile {
        (0..12).for_each(|n| assert_eq!(tenant.register(&format!("http://hang-{n}.example/")).status, 503));
        tenant.happen();
    }
    let fourth = stage.tenant("four");
    let good = format!("http://receiver.example:{}/hook", receiver.address().port());
    assert_eq!(fourth.register(&good).status, 201);
    fourth.happen();
    stage.service.run_due(Budget::ALL).unwrap();
    assert_eq!(receiver.requests().len(), 1);
    println!("hanging names: {} look-ups of three tenants hang", stage.asked());
}

#[test]
fn whatever_is_wrong_with_a_webhook_is_said_before_its_name_is_looked_up() {
    let stage = Stage::new();
    stage.names.hanging.store(true, Ordering::SeqCst);
    let (url, tenant) = ("https://hang.example/", stage.tenant("hostile"));
    for attributes in [
        json!({ "url": url, "events": ["container.lost"] }),
        json!({ "url": url, "active": "yes" }),
        json!({ "url": url, "headers": [{ "name": "Host", "value": "x" }] }),
    ] {
        let body = json!({ "data": { "type": "webhook", "attributes": attributes } });
        assert_eq!(tenant.post("/v2/webhooks", &body).status, 422);
    }
    let request = Request::new(Method::Patch, "/v2/webhooks/018f0000-0000-7000-8000-00000000dead");
    let request = request.header("Authorization", tenant.authorization.clone());
    let body = json!({ "data": { "type": "webhook", "attributes": { "url": url } } });
    let request = request.body("application/vnd.api+json", body.to_string());
    assert_eq!(stage.service.send(request, &Call::default()).unwrap().status, 404);
    assert_eq!(stage.asked(), 0);
}

#[test]
fn a_name_that_cannot_be_looked_up_in_time_is_told_as_something_that_may_pass() {
    let stage = Stage::new();
    stage.names.hanging.store(true, Ordering::SeqCst);
    let tenant = stage.tenant("hostile");
    for n in 0..4 {
        let answer = tenant.register(&format!("https://hang-{n}.example/"));
        let error = json_of(&answer)["errors"][0].take();
        assert_eq!((answer.status, &error["code"]), (503, &json!("unavailable")));
        assert_eq!(answer.headers.get("Retry-After"), Some("5"));
        assert_eq!(error["meta"]["in_doubt"], false, "nothing was written");
    }
}

#[test]
fn outsiders_cannot_tell_a_name_of_a_private_address_from_one_of_none_and_the_host_can() {
    let stage = Stage::new();
    let tenant = stage.tenant("curious");
    let told = |answer: &Response| {
        let mut errors = json_of(answer)["errors"].take();
        let text = errors.to_string();
        assert!(!text.contains("10.0.0.5") && !text.contains("such host"), "{text}");
        (answer.status, errors[0].take())
    };
    for scheme in ["http", "https"] {
        let inside = told(&tenant.register(&format!("{scheme}://inside.example/")));
        let nowhere = told(&tenant.register(&format!("{scheme}://nowhere.example/")));
        assert_eq!(inside, nowhere);
        assert_eq!((inside.0, &inside.1["code"]), (422, &json!("egress_refused")));
    }
    let host = stage.service.transport(&tenant.account).unwrap();
    let register = |url: &str| {
        let body = json!({ "data": { "type": "webhook", "attributes": { "url": url } } });
        send(host.as_ref(), Method::Post, "/v2/webhooks", Some(&body))
    };
    let refused = register("https://inside.example/");
    assert_eq!(refused.status, 422);
    assert!(json_of(&refused)["errors"][0]["detail"].as_str().unwrap().contains("10.0.0.5"));
    assert_eq!(register("https://nowhere.example/").status, 201, "it may have an address when something is sent");
    // Whoever writes an address knows it.
    let error = json_of(&tenant.register("https://10.0.0.5/"))["errors"][0]["detail"].take();
    assert!(error.as_str().unwrap().contains("10.0.0.5"));
}
