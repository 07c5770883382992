//! Webhooks with host names whose resolution hangs: they only delay the deliveries of their account. Callers cannot find out internal
//! host names.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use serde_json::{Value, json};
use shiptrack::http::ureq::{Resolver, UreqConfig, UreqTransport};
use shiptrack::http::{Call, Method, Request, Response, Roots, Transport};
use shiptrack::resources::AccountId;
use shiptrack::service::Service;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::depth::depth;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::scenario::{creation, json_of, send};
use shiptrack_tests::script_server::Server;
use shiptrack_tests::with;

/// A resolver for tests. Names that begin with `hang` do not resolve while `hanging` is set, `inside` is a private address, `nowhere` does
/// not exist, and all others are this machine.
#[derive(Default)]
struct Names {
    hanging: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    asked: usize,
    /// The address of the receiver.
    receiver: Option<Ipv4Addr>,
    released: bool,
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
                let mut state = self.state.lock().unwrap();
                state.asked += 1;
                self.changed.notify_all();
                drop(self.changed.wait_while(state, |state| !state.released).unwrap());
                Err(io::Error::other("no answer"))
            }
            Some("inside") => found([10, 0, 0, 5]),
            Some("nowhere") => Err(io::Error::other("no such host")),
            _ => found(self.state.lock().unwrap().receiver.unwrap_or(Ipv4Addr::LOCALHOST).octets()),
        }
    }
}

/// Ends all hanging resolutions, so that their threads end with the test.
struct Release(Arc<Names>);

impl Drop for Release {
    fn drop(&mut self) {
        self.0.state.lock().unwrap().released = true;
        self.0.changed.notify_all();
    }
}

struct Stage {
    service: Service,
    names: Arc<Names>,
    _release: Release,
}

/// An account with an API key.
struct Tenant<'s> {
    stage: &'s Stage,
    account: AccountId,
    authorization: String,
}

impl Stage {
    fn new() -> Self {
        let names = Arc::new(Names::default());
        let outbound = UreqTransport::new(with(UreqConfig::default(), |value| {
            value.roots = Roots::Bundled;
            value.resolver = names.resolver();
        }));
        let builder = Service::builder().allow_loopback();
        let service = builder.build(SqliteStore::in_memory().unwrap(), outbound.unwrap()).unwrap();
        Stage { service, _release: Release(Arc::clone(&names)), names }
    }

    fn tenant(&self, name: &str) -> Tenant<'_> {
        let account = self.service.create_account(name, name).unwrap().id;
        let key = self.service.create_key(&account, "key").unwrap();
        Tenant { stage: self, account, authorization: format!("Token {}", key.key.reveal()) }
    }

    /// The number of hanging resolutions.
    fn hanging_count(&self) -> usize {
        self.names.state.lock().unwrap().asked
    }

    /// Waits until this number of resolutions hang.
    fn wait_until_hung(&self, count: usize) {
        let state = self.names.state.lock().unwrap();
        drop(self.names.changed.wait_while(state, |state| state.asked < count).unwrap());
    }

    fn release(&self) {
        drop(Release(Arc::clone(&self.names)));
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

    /// Causes an event for all webhooks of the tenant.
    fn cause_event(&self) {
        let answer = self.post("/v2/tracking_requests", &creation("bill_of_lading", "TEST-TR-FAILED", "TEST"));
        assert_eq!(answer.status, 201);
    }
}

/// Hostile tenants register webhooks with hanging names and cause events for them, while another tenant uses the service normally.
fn hostile_tenants(names: &[&str], webhooks: usize) {
    let stage = Stage::new();
    let receiver = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let good = format!("http://receiver.example:{}/hook", receiver.address().port());
    if let IpAddr::V4(address) = receiver.address().ip() {
        stage.names.state.lock().unwrap().receiver = Some(address);
    }
    let (hostile, other) = (names.iter().map(|name| stage.tenant(name)).collect::<Vec<_>>(), stage.tenant("other"));
    let hanging = |n: usize| format!("http://hang-{n}.example/");
    for tenant in &hostile {
        (0..webhooks).for_each(|n| assert_eq!(tenant.register(&hanging(n)).status, 201, "names resolve at first"));
    }
    assert_eq!(other.register(&good).status, 201);
    stage.names.hanging.store(true, Ordering::SeqCst);
    std::thread::scope(|scope| {
        let (answered, answers) = channel();
        for tenant in &hostile {
            for n in 0..webhooks {
                let answered = answered.clone();
                scope.spawn(move || answered.send(tenant.register(&hanging(n)).status));
            }
        }
        stage.wait_until_hung(2 * hostile.len());
        // Further registrations are rejected while others hang.
        let refused = hostile.len() * (webhooks - 2);
        assert!(answers.iter().take(refused).all(|status| status == 503));
        for tenant in &hostile {
            tenant.cause_event();
        }
        let deliveries = hostile.len() * webhooks;
        // Enough threads for all hanging deliveries: only name resolution is shared here, not the worker.
        stage.service.start_worker(2 * deliveries + 8).unwrap();
        stage.wait_until_hung((2 + 8) * hostile.len());

        let began = Instant::now();
        assert_eq!(other.register(&good).status, 201);
        let registered = began.elapsed();
        other.cause_event();
        let began = Instant::now();
        receiver.wait_for_requests(2);
        println!(
            "figures: hanging names: of {} webhooks of {} tenants {} resolutions hang; another tenant registers a webhook in \
             {registered:?}, two notifications are delivered in {:?}",
            deliveries,
            hostile.len(),
            stage.hanging_count(),
            began.elapsed()
        );
        assert_eq!(stage.hanging_count(), (2 + 8) * hostile.len(), "each tenant has its share");
        stage.release();
        stage.service.stop_worker();
    });
}

#[test]
fn hanging_names_of_one_tenant_do_not_delay_another() {
    must_end(|| hostile_tenants(&["hostile"], depth(12, 45)));
}

#[test]
fn hanging_names_of_three_tenants_do_not_delay_a_fourth() {
    must_end(|| hostile_tenants(&["one", "two", "three"], depth(9, 45)));
}

#[test]
fn a_webhook_is_validated_before_its_name_is_resolved() {
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
    assert_eq!(stage.hanging_count(), 0);
}

#[test]
fn a_resolution_that_takes_too_long_is_a_temporary_error() {
    let stage = Stage::new();
    stage.names.hanging.store(true, Ordering::SeqCst);
    let tenant = &stage.tenant("hostile");
    let answers: Vec<Response> = std::thread::scope(|scope| {
        let ask = |n| scope.spawn(move || tenant.register(&format!("https://hang-{n}.example/")));
        (0..4).map(ask).collect::<Vec<_>>().into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    for answer in answers {
        let error = json_of(&answer)["errors"][0].take();
        assert_eq!((answer.status, &error["code"]), (503, &json!("unavailable")));
        assert_eq!(answer.headers.get("Retry-After"), Some("5"));
        assert_eq!(error["meta"]["in_doubt"], false, "nothing was written");
    }
}

#[test]
fn callers_with_a_key_cannot_distinguish_private_from_unknown_names() {
    let stage = Stage::new();
    let tenant = stage.tenant("curious");
    let error_of = |answer: &Response| {
        let mut errors = json_of(answer)["errors"].take();
        let text = errors.to_string();
        assert!(!text.contains("10.0.0.5") && !text.contains("such host"), "{text}");
        (answer.status, errors[0].take())
    };
    for scheme in ["http", "https"] {
        let inside = error_of(&tenant.register(&format!("{scheme}://inside.example/")));
        let nowhere = error_of(&tenant.register(&format!("{scheme}://nowhere.example/")));
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
    assert_eq!(register("https://nowhere.example/").status, 201, "it may have an address at the time of a delivery");
    // An address that the caller wrote may be shown.
    let error = json_of(&tenant.register("https://10.0.0.5/"))["errors"][0]["detail"].take();
    assert!(error.as_str().unwrap().contains("10.0.0.5"));
}
