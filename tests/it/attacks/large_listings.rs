//! Large accounts: lists with every filter, a container with thousands of events, a bill with a thousand containers, and many deliveries
//! with a few failed ones.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::clock::ManualClock;
use shiptrack::http::{Method, Transport};
use shiptrack::ids::{Entropy, Id};
use shiptrack::numbers::ContainerNumber;
use shiptrack::resources::{
    AccountId, Container, DeliveryStatus, RequestStatus, RequestType, Shipment, TransportEvent,
};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{
    ContainerRecord, DeliveryRecord, EventRecord, RequestRecord, ShipmentRecord, Store, TrackedNumber, Tx,
};
use shiptrack::tracking::lifecycle::State;
use shiptrack_tests::depth::depth;
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{ScriptedCarrier, creation, json_of, send, start};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::seeded::SeededRandom;
use shiptrack_tests::with;

/// A service on a file, with access to its store and the duration of its writes.
struct Stage {
    store: Timed,
    service: Service,
    clock: ManualClock,
    carrier: ScriptedCarrier,
    account: AccountId,
    transport: Arc<dyn Transport>,
    entropy: SeededRandom,
    _scratch: Scratch,
}

impl Stage {
    fn new() -> Self {
        let (scratch, clock, carrier) = (Scratch::new(), ManualClock::new(start()), ScriptedCarrier::default());
        let store = Timed::new(SqliteStore::open(&scratch.path("s.db")).unwrap());
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", carrier.clone()).unwrap();
        let service = builder.build(store.clone(), Outbound::default()).unwrap();
        let account = service.default_account().clone();
        let transport = service.transport(&account).unwrap();
        Stage { store, service, clock, carrier, account, transport, entropy: SeededRandom::new(7), _scratch: scratch }
    }

    /// Writes records in several transactions.
    fn fill<R>(&self, records: impl IntoIterator<Item = R>, put: impl Fn(&Tx<'_>, &R) -> shiptrack::Result<()>) {
        let store: &dyn Store = &self.store;
        let records: Vec<R> = records.into_iter().collect();
        for chunk in records.chunks(10_000) {
            store.writing(|tx| chunk.iter().try_for_each(|record| put(tx, record))).unwrap();
        }
        store.maintain().unwrap();
    }

    fn id<T>(&self, now: DateTime<Utc>) -> Id<T> {
        self.entropy.uuid(now).into()
    }

    fn get(&self, path: &str) -> Value {
        let answer = send(self.transport.as_ref(), Method::Get, path, None);
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)
    }

    /// Follows a listing to its end. Returns the number of pages and items.
    fn follow(&self, path: &str) -> (usize, usize) {
        let (mut next, mut pages, mut items) = (Some(path.to_owned()), 0, 0);
        while let Some(at) = next {
            let page = self.get(&at);
            pages += 1;
            items += page["data"].as_array().unwrap().len();
            next = page["links"]["next"].as_str().map(str::to_owned);
        }
        (pages, items)
    }
}

#[test]
fn a_page_with_any_filter_of_a_long_listing() {
    for rows in depth(vec![2_000], vec![20_000, 100_000]) {
        let stage = Stage::new();
        stage.fill((0..rows).map(|n| request(&stage, n)), |tx, request| tx.put_request(request));
        let day = |days: i64| (start() + TimeDelta::days(days)).format("%Y-%m-%d").to_string();
        for filter in [
            String::new(),
            "filter[status]=failed".into(),
            "filter[status]=tracking_stopped".into(),
            "filter[scac]=MAEU".into(),
            "filter[scac]=HLCU".into(),
            "filter[scac]=MAEU&filter[status]=failed".into(),
            format!("filter[created_at][start]={}", day(1)),
            format!("filter[created_at][end]={}", day(1)),
            format!("filter[created_at][start]={}&filter[scac]=HLCU", day(1)),
            format!("filter[updated_at][start]={}", day(3)),
            format!("filter[updated_at][end]={}", day(900)),
            format!("filter[updated_at][start]={}&filter[scac]=HLCU&filter[status]=failed", day(3)),
            "filter[request_number]=MAEU000000007".into(),
            "filter[request_type]=bill_of_lading".into(),
            "filter[request_type]=container".into(),
            "q=MAEU000000007".into(),
            "q=PO-77".into(),
            "page[number]=10".into(),
        ] {
            let path = format!("/v2/tracking_requests?include=&{filter}");
            stage.get(&path);
            let started = Instant::now();
            let page = stage.get(&path);
            let took = started.elapsed();
            let (shown, total) = (page["meta"]["size"].as_u64().unwrap(), page["meta"]["total"].as_u64().unwrap());
            println!("figures: {rows} requests, a page by {filter:?}: {took:.1?} ({shown} of {total})");
            assert!(shown <= 30 && total >= shown);
        }
    }
}

#[test]
fn events_of_a_container_are_paged() {
    let events = depth(400, 4_000);
    let stage = Stage::new();
    bill(&stage, 1);
    let container = stage.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let there = stage.get(&format!("/v2/containers/{container}/transport_events"))["meta"]["total"].as_u64().unwrap();
    let created = (0..events).map(|n| EventRecord {
        account: stage.account.clone(),
        container: Id::new(&container),
        key: format!("rail {n}"),
        event: with(TransportEvent::default(), |value| {
            value.id = stage.id(start() + TimeDelta::seconds(n));
            value.event = "container.transport.rail_departed".into();
        }),
    });
    stage.fill(created, |tx, event| tx.put_event(event));
    let started = Instant::now();
    let (pages, items) = stage.follow(&format!("/v2/containers/{container}/transport_events?page[size]=30"));
    println!("figures: {items} events of a container in {pages} pages: {:.1?}", started.elapsed());
    assert_eq!(items as u64, there + events as u64);
    let started = Instant::now();
    let linked = stage.get(&format!("/v2/containers/{container}"));
    println!("figures: the container that links them: {:.1?}", started.elapsed());
    let linked = linked["data"]["relationships"]["transport_events"]["data"].as_array().unwrap().len();
    assert_eq!(linked, items);
}

#[test]
fn unchanged_containers_of_a_bill_are_not_written() {
    let containers = depth(60, 1_000);
    let stage = Stage::new();
    let first = bill(&stage, containers);
    let mut new_events = Vec::new();
    for later in ["nothing changed", "one container moved"] {
        stage.clock.advance(Duration::from_secs(12 * 3_600));
        if later == "one container moved" {
            stage.carrier.knows("123456789", &facts(containers, true));
        }
        let before = stage.service.events(&stage.account, 0, usize::MAX).unwrap().len();
        let started = Instant::now();
        assert_eq!(stage.service.run_due(Budget::ALL).unwrap().look_ups, 1);
        let (whole, written) = (started.elapsed(), stage.store.longest());
        println!(
            "figures: a look-up of {containers} containers, {later}: {whole:.1?}, {written:.1?} of it with the writer"
        );
        new_events.push(stage.service.events(&stage.account, 0, usize::MAX).unwrap().len() - before);
    }
    println!(
        "figures: the first look-up of {containers} containers: {:.1?}, {:.1?} of it with the writer",
        first.0, first.1
    );
    assert_eq!(new_events, [0, 1]);
    let started = Instant::now();
    let page = stage.get("/v2/shipments?include=containers");
    println!("figures: the shipment with its containers: {:.1?}", started.elapsed());
    assert_eq!(page["included"].as_array().unwrap().len(), containers);
    for container in page["included"].as_array().unwrap() {
        let asked = &container["attributes"]["shipment_last_tracking_request_at"];
        assert_eq!(*asked, json!("2026-05-02T12:00:00Z"), "also for unchanged containers");
    }
}

#[test]
fn a_page_with_many_included_resources_ends_early() {
    let containers = 450;
    let stage = Stage::new();
    for bill in 0..4 {
        let shipment = ShipmentRecord {
            last_answer: None,
            rules: shiptrack::store::Digest([0; 16]),
            taken_back: Vec::new(),
            named_numbers: Vec::new(),
            spellings: Vec::new(),
            tracked: TrackedNumber { account: stage.account.clone(), scac: None, number: format!("B{bill}") },
            shipment: with(Shipment::default(), |value| value.id = stage.id(start() + TimeDelta::seconds(bill))),
        };
        let created = (0..containers).map(|n| ContainerRecord {
            account: stage.account.clone(),
            shipment: shipment.shipment.id.clone(),
            left_shipment: false,
            trip: None,
            pod_terminal: None,
            taken_back: Vec::new(),
            container: with(Container::default(), |value| {
                value.id = stage.id(start() + TimeDelta::milliseconds(n));
                value.number = format!("BOX{n}");
            }),
        });
        stage.fill(created, |tx, container| tx.put_container(container));
        stage.fill([shipment], |tx, shipment| tx.put_shipment(shipment));
    }
    assert_eq!(stage.follow("/v2/shipments?page[size]=100"), (1, 4));
    assert_eq!(stage.follow("/v2/shipments?page[size]=100&include=containers"), (2, 4));
    let page = stage.get("/v2/shipments?page[size]=100&include=containers");
    assert_eq!(page["meta"], json!({ "size": 2, "total": 4 }));
    assert_eq!(page["included"].as_array().unwrap().len(), 2 * containers as usize);
}

#[test]
fn failed_deliveries_are_found_among_many() {
    let deliveries = depth(2_000, 100_000);
    let stage = Stage::new();
    let body = json!({ "data": { "type": "webhook", "attributes": { "url": "https://receiver.example/" } } });
    let webhook = json_of(&send(stage.transport.as_ref(), Method::Post, "/v2/webhooks", Some(&body)));
    let webhook = Id::new(webhook["data"]["id"].as_str().unwrap());
    let created = (0..deliveries).map(|n| DeliveryRecord {
        id: stage.id(start() + TimeDelta::milliseconds(n)),
        account: stage.account.clone(),
        webhook: webhook.clone(),
        notification: 1,
        event: "container.created".into(),
        status: if n % (deliveries / 10) == 0 { DeliveryStatus::Failed } else { DeliveryStatus::Succeeded },
        attempts: 1,
        last_status: Some(200),
        due: None,
        created_at: start(),
    });
    stage.fill(created, |tx, delivery| tx.put_delivery(delivery));
    let started = Instant::now();
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 10);
    println!("figures: ten failed deliveries of {deliveries} made due again: {:.1?}", started.elapsed());
    let started = Instant::now();
    assert_eq!(stage.service.replay_failed(&stage.account).unwrap(), 0);
    println!("figures: none of {deliveries}: {:.1?}", started.elapsed());
}

/// A request that was created a minute after the previous one. Every second one has another carrier, most are stopped, and every tenth was
/// updated later.
fn request(stage: &Stage, n: i64) -> RequestRecord {
    let created = start() + TimeDelta::minutes(n) - TimeDelta::days(30);
    let number = format!("MAEU{n:09}");
    let status = match n % 20 {
        0 => RequestStatus::Failed,
        1 => RequestStatus::Created,
        _ => RequestStatus::TrackingStopped,
    };
    let scac = Some(if n % 2 == 0 { "MAEU" } else { "HLCU" }.into());
    let tracked = TrackedNumber { account: stage.account.clone(), scac, number: number.clone() };
    RequestRecord {
        ref_numbers: vec![format!("PO-{n}")],
        shipment_tags: vec!["import".into()],
        state: with(State::new(created), |value| {
            value.status = status;
            value.due = None;
        }),
        revision: 1,
        updated_at: if n % 10 == 9 { start() + TimeDelta::days(4) } else { created },
        ..RequestRecord::new(stage.id(created), tracked, RequestType::BillOfLading, number, created)
    }
}

/// Tracks a bill with this number of containers. Returns the duration of the first look-up, and how long it held the writer.
fn bill(stage: &Stage, containers: usize) -> (Duration, Duration) {
    stage.carrier.knows("123456789", &facts(containers, false));
    let body = creation("bill_of_lading", "MAEU123456789", "MAEU");
    assert_eq!(send(stage.transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
    stage.store.longest();
    let started = Instant::now();
    assert_eq!(stage.service.run_due(Budget::ALL).unwrap().look_ups, 1);
    let first = (started.elapsed(), stage.store.longest());
    assert_eq!(stage.get("/v2/containers")["meta"]["total"], containers);
    first
}

fn facts(containers: usize, one_moved: bool) -> Value {
    let numbers: Vec<String> = (0..containers).map(container).collect();
    let (from, to) = (json!({ "locode": "CNSHA" }), json!({ "locode": "USLAX" }));
    let mut facts = vec![json!({ "particulars": {
        "port_of_lading": from, "port_of_discharge": to, "containers": numbers } })];
    for number in &numbers {
        for (milestone, at) in [
            ("empty_out", "2026-04-10T12:00:00Z"),
            ("full_in", "2026-04-18T12:00:00Z"),
            ("vessel_loaded", "2026-04-19T12:00:00Z"),
            ("vessel_departed", "2026-04-20T12:00:00Z"),
        ] {
            facts.push(json!({ "container": number,
                "event": { "milestone": milestone, "at": at, "place": from, "voyage": "042E" } }));
        }
    }
    if one_moved {
        facts.push(json!({ "container": numbers[0],
            "event": { "milestone": "vessel_arrived", "at": "2026-05-01T13:00:00Z", "place": to } }));
    }
    Value::Array(facts)
}

/// A container number with its check digit.
fn container(serial: usize) -> String {
    let ten = format!("MSKU{serial:06}");
    let digit = ContainerNumber::check_digit_of(&ten).expect("ten characters");
    format!("{ten}{digit}")
}

/// A store that measures its writes.
#[derive(Clone)]
struct Timed {
    store: Arc<SqliteStore>,
    longest: Arc<Mutex<Duration>>,
}

impl Timed {
    fn new(store: SqliteStore) -> Self {
        Timed { store: Arc::new(store), longest: Arc::default() }
    }

    /// The longest write since the last call.
    fn longest(&self) -> Duration {
        std::mem::take(&mut *self.longest.lock().unwrap())
    }
}

impl Store for Timed {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::Result<()>) -> shiptrack::Result<()> {
        let started = Instant::now();
        let answer = self.store.write(work);
        let mut longest = self.longest.lock().unwrap();
        *longest = started.elapsed().max(*longest);
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
