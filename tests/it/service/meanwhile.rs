//! What happens between a look-up's reading of what is known and its writing of what it learned.

use std::sync::{Arc, Mutex};

use shiptrack::clock::ManualClock;
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, TrackedNumber, Tx};
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{Scripted, creation, json_of, send, start};

use super::*;

type Hook = Box<dyn FnOnce() + Send>;

/// A store that does something else first when it is told to write.
#[derive(Clone)]
struct Interrupted {
    store: Arc<SqliteStore>,
    first: Arc<Mutex<Option<Hook>>>,
}

impl Store for Interrupted {
    fn read(&self, work: &mut dyn FnMut(&dyn Tx) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&dyn Tx) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        let first = self.first.lock().unwrap().take();
        if let Some(first) = first {
            first();
        }
        self.store.write(work)
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
    let store = Interrupted { store: Arc::new(SqliteStore::in_memory().unwrap()), first: Arc::new(Mutex::new(None)) };
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
    carrier.knows(NORMAL, &voyage());
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
        let number = TrackedNumber { account: account.clone(), scac: Some("MAEU".into()), number: NORMAL.into() };
        let store: &dyn Store = &store;
        store.reading(|tx| tx.facts(&number)).unwrap().len()
    };
    let before = (facts(), service.events(&account, 0, usize::MAX).unwrap().len());

    // The bill gets another container. One look-up has read what is known when another writes the same.
    let mut more = voyage();
    more[0]["particulars"]["containers"] = json!([BOXES[0], BOXES[1], "TGHU1643396"]);
    carrier.knows(NORMAL, &more);
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
    clock.advance(6 * HOUR);
    run(&service);

    assert_eq!(list("containers")["meta"]["total"], 3);
    let told: Vec<String> = service.events(&account, 0, usize::MAX).unwrap()[before.1..]
        .iter()
        .map(|told| told.event.to_string())
        .collect();
    assert_eq!(told.iter().filter(|event| *event == "container.created").count(), 1, "{told:?}");
    assert_eq!(facts(), before.0 + 1, "each fact is there once");
}
