//! What happens between reading and writing, and between writing and answering.

use std::sync::{Arc, Mutex};

use shiptrack::clock::ManualClock;
use shiptrack::http::{Response, Transport};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, TrackedNumber, Tx};
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{Scripted, creation, json_of, send, start};

use super::*;

type Hook = Box<dyn FnOnce() + Send>;

/// A store that does something else first when it is told to write, and something else then.
#[derive(Clone)]
struct Interrupted {
    store: Arc<SqliteStore>,
    first: Arc<Mutex<Option<Hook>>>,
    then: Arc<Mutex<Option<Hook>>>,
}

impl Interrupted {
    fn new() -> Self {
        let store = Arc::new(SqliteStore::in_memory().unwrap());
        Interrupted { store, first: Arc::default(), then: Arc::default() }
    }
}

fn pass(hook: &Mutex<Option<Hook>>) {
    let hook = hook.lock().unwrap().take();
    if let Some(hook) = hook {
        hook();
    }
}

impl Store for Interrupted {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        pass(&self.first);
        let answer = self.store.write(work);
        pass(&self.then);
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
fn two_look_ups_of_a_number_at_once_write_its_facts_events_and_news_once() {
    let store = Interrupted::new();
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
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

    // The bill gets another container. One look-up has read what is known when another writes the same.
    let mut more = voyage();
    more[0]["particulars"]["containers"] = json!([CONTAINERS[0], CONTAINERS[1], "TGHU1643396"]);
    carrier.knows(NORMALIZED, &more);
    let (other, path) = (service.clone(), format!("/v2/shipments/{shipment}"));
    let stop = transport.clone();
    *store.first.lock().unwrap() = Some(Box::new(move || {
        let stopped = send(stop.as_ref(), Method::Patch, &format!("{path}/stop_tracking"), None);
        assert_eq!(stopped.status, 200);
        let again =
            send(stop.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
        assert_eq!(again.status, 201);
        // Its look-up is due at once, on another thread.
        std::thread::scope(|scope| scope.spawn(|| other.run_due(Budget::items(1)).unwrap()).join().unwrap());
    }));
    clock.advance(12 * HOUR);
    run(&service);

    assert_eq!(list("containers")["meta"]["total"], 3);
    let told: Vec<String> = service.events(&account, 0, usize::MAX).unwrap()[before.1..]
        .iter()
        .map(|told| told.event.to_string())
        .collect();
    assert_eq!(told.iter().filter(|event| *event == "container.created").count(), 1, "{told:?}");
    assert_eq!(facts(), before.0 + 1, "each fact is there once");
}

/// A service that tracked a bill and stopped, so that it can be asked for once more: its store, and the way in.
fn tracked_before() -> (Interrupted, Service, Arc<dyn Transport>, String) {
    let (store, carrier) = (Interrupted::new(), Scripted::default());
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
fn a_reference_of_a_container_that_is_written_while_a_look_up_is_worked_out_stays() {
    let (store, carrier, clock) = (Interrupted::new(), Scripted::default(), ManualClock::new(start()));
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
    *store.first.lock().unwrap() = Some(Box::new(move || {
        let body = document("container", json!({ "ref_numbers": ["PO-1"] }));
        assert_eq!(send(other.as_ref(), Method::Patch, &at, Some(&body)).status, 200);
    }));
    clock.advance(12 * HOUR);
    service.run_due(Budget::ALL).unwrap();
    let told = json_of(&send(transport.as_ref(), Method::Get, &path, None));
    let attributes = &told["data"]["attributes"];
    assert_eq!((&attributes["ref_numbers"], &attributes["seal_number"]), (&json!(["PO-1"]), &json!("S-7")));
}

#[test]
fn the_answer_of_a_create_is_made_after_its_transaction() {
    let (store, _service, transport, path) = tracked_before();
    let other = transport.clone();
    *store.then.lock().unwrap() = Some(Box::new(move || {
        let body = json!({ "data": { "type": "shipment", "attributes": { "tags": ["written since"] } } });
        assert_eq!(send(other.as_ref(), Method::Patch, &path, Some(&body)).status, 200);
    }));
    let made = create(&*transport);
    assert_eq!((made.status, &json_of(&made)["data"]["attributes"]["status"]), (201, &json!("pending")));
    assert_eq!(json_of(&made)["included"][0]["attributes"]["tags"], json!(["written since"]));
}

#[test]
fn a_create_whose_answer_cannot_be_made_is_told_as_in_doubt() {
    let (store, _service, transport, _) = tracked_before();
    let closing = store.store.clone();
    *store.then.lock().unwrap() = Some(Box::new(move || closing.close().unwrap()));
    let made = create(&*transport);
    assert!(made.status >= 500, "{}", made.status);
    assert_eq!(json_of(&made)["errors"][0]["meta"]["in_doubt"], true);
}
