//! Changes by other callers between reading and writing, and between writing and the response.

use std::sync::{Arc, Mutex};

use shiptrack::clock::ManualClock;
use shiptrack::http::{Response, Transport};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, TrackedNumber, Tx};
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{ScriptedCarrier, creation, json_of, send, start};

use super::*;

type Hook = Box<dyn FnOnce() + Send>;

/// A store that runs a hook before a write, and another one after it.
#[derive(Clone)]
struct HookedStore {
    store: Arc<SqliteStore>,
    before: Arc<Mutex<Option<Hook>>>,
    after: Arc<Mutex<Option<Hook>>>,
}

impl HookedStore {
    fn new() -> Self {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        HookedStore { store, before: Arc::default(), after: Arc::default() }
    }
}

fn run_hook(hook: &Mutex<Option<Hook>>) {
    let hook = hook.lock().unwrap().take();
    if let Some(hook) = hook {
        hook();
    }
}

impl Store for HookedStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        run_hook(&self.before);
        let answer = self.store.write(work);
        run_hook(&self.after);
        answer
    }

    fn check_writable(&self) -> shiptrack::Result<()> {
        self.store.check_writable()
    }

    fn maintain(&self) -> shiptrack::Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> shiptrack::Result<()> {
        self.store.close()
    }
}

#[test]
fn two_concurrent_look_ups_of_a_number_write_its_facts_and_events_once() {
    let store = HookedStore::new();
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    carrier.knows(NORMALIZED, &voyage());
    let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
    let service = builder.build(store.clone(), Outbound::default()).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    let create = || {
        send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")))
    };
    let run = |service: &Service| service.run_due(Budget::ALL).unwrap();
    let list =
        |family: &str| json_of(&send(transport.as_ref(), Method::Get, &format!("/v2/{family}?page[size]=100"), None));

    assert_eq!(create().status, 201);
    run(&service);
    let shipment = list("shipments")["data"][0]["id"].as_str().unwrap().to_owned();
    let facts = || {
        let number = TrackedNumber { account: account.clone(), scac: Some("MAEU".into()), number: NORMALIZED.into() };
        let store: &dyn Store = &store;
        store.reading(|tx| tx.facts(&number)).unwrap().len()
    };
    let before = (facts(), service.events(&account, 0, usize::MAX).unwrap().len());

    // The bill gets another container. A second look-up writes it after the first has read the stored facts.
    let mut more = voyage();
    more[0]["particulars"]["containers"] = json!([CONTAINERS[0], CONTAINERS[1], "TGHU1643396"]);
    carrier.knows(NORMALIZED, &more);
    let (other, path) = (service.clone(), format!("/v2/shipments/{shipment}"));
    let stop = transport.clone();
    *store.before.lock().unwrap() = Some(Box::new(move || {
        let stopped = send(stop.as_ref(), Method::Patch, &format!("{path}/stop_tracking"), None);
        assert_eq!(stopped.status, 200);
        let repeated =
            send(stop.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
        assert_eq!(repeated.status, 201);
        // The new request is looked up at once, on another thread.
        std::thread::scope(|scope| scope.spawn(|| other.run_due(Budget::items(1)).unwrap()).join().unwrap());
    }));
    clock.advance(12 * HOUR);
    run(&service);

    assert_eq!(list("containers")["meta"]["total"], 3);
    let events: Vec<String> = service.events(&account, 0, usize::MAX).unwrap()[before.1..]
        .iter()
        .map(|event| event.event.to_string())
        .collect();
    assert_eq!(events.iter().filter(|event| *event == "container.created").count(), 1, "{events:?}");
    assert_eq!(facts(), before.0 + 1, "each fact is stored once");
}

/// A service with a stopped bill, which can be requested again: the store, the service, its transport, and the shipment's path.
fn with_stopped_bill() -> (HookedStore, Service, Arc<dyn Transport>, String) {
    let (store, carrier) = (HookedStore::new(), ScriptedCarrier::default());
    carrier.knows(NORMALIZED, &voyage());
    let builder = Service::builder().clock(ManualClock::new(start())).carrier("MAEU", carrier).unwrap();
    let service = builder.build(store.clone(), Outbound::default()).unwrap();
    let transport = service.transport(service.default_account()).unwrap();
    assert_eq!(create(&*transport).status, 201);
    service.run_due(Budget::ALL).unwrap();
    let shipments = json_of(&send(transport.as_ref(), Method::Get, "/v2/shipments", None));
    let path = format!("/v2/shipments/{}", shipments["data"][0]["id"].as_str().unwrap());
    assert_eq!(send(transport.as_ref(), Method::Patch, &format!("{path}/stop_tracking"), None).status, 200);
    (store, service, transport, path)
}

fn create(transport: &dyn Transport) -> Response {
    send(transport, Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")))
}

#[test]
fn a_reference_written_to_a_container_during_a_look_up_is_kept() {
    let (store, carrier, clock) = (HookedStore::new(), ScriptedCarrier::default(), ManualClock::new(start()));
    carrier.knows(NORMALIZED, &voyage());
    let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
    let service = builder.build(store.clone(), Outbound::default()).unwrap();
    let transport = service.transport(service.default_account()).unwrap();
    assert_eq!(create(&*transport).status, 201);
    service.run_due(Budget::ALL).unwrap();
    let path = format!("/v2/containers?filter[number]={}", CONTAINERS[0]);
    let found = json_of(&send(transport.as_ref(), Method::Get, &path, None));
    let path = format!("/v2/containers/{}", found["data"][0]["id"].as_str().unwrap());

    let mut more = voyage();
    more.as_array_mut().unwrap().push(json!({ "container": CONTAINERS[0], "reading": { "seal_number": "S-7" } }));
    carrier.knows(NORMALIZED, &more);
    let (other, at) = (transport.clone(), path.clone());
    *store.before.lock().unwrap() = Some(Box::new(move || {
        let body = document("container", json!({ "ref_numbers": ["PO-1"] }));
        assert_eq!(send(other.as_ref(), Method::Patch, &at, Some(&body)).status, 200);
    }));
    clock.advance(12 * HOUR);
    service.run_due(Budget::ALL).unwrap();
    let shown = json_of(&send(transport.as_ref(), Method::Get, &path, None));
    let attributes = &shown["data"]["attributes"];
    assert_eq!((&attributes["ref_numbers"], &attributes["seal_number"]), (&json!(["PO-1"]), &json!("S-7")));
}

#[test]
fn the_response_to_a_create_is_rendered_after_its_transaction() {
    let (store, _service, transport, path) = with_stopped_bill();
    let other = transport.clone();
    *store.after.lock().unwrap() = Some(Box::new(move || {
        let body = json!({ "data": { "type": "shipment", "attributes": { "tags": ["written since"] } } });
        assert_eq!(send(other.as_ref(), Method::Patch, &path, Some(&body)).status, 200);
    }));
    let created = create(&*transport);
    assert_eq!((created.status, &json_of(&created)["data"]["attributes"]["status"]), (201, &json!("pending")));
    assert_eq!(json_of(&created)["included"][0]["attributes"]["tags"], json!(["written since"]));
}

#[test]
fn a_create_whose_response_cannot_be_rendered_is_in_doubt() {
    let (store, _service, transport, _) = with_stopped_bill();
    let closing = store.store.clone();
    *store.after.lock().unwrap() = Some(Box::new(move || closing.close().unwrap()));
    let created = create(&*transport);
    assert!(created.status >= 500, "{}", created.status);
    assert_eq!(json_of(&created)["errors"][0]["meta"]["in_doubt"], true);
}
