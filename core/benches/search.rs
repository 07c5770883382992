//! Time of a search, and of a page of each listing with each of its filters and its total, with many containers.
//!
//! Run it with `cargo bench -p shiptrack --bench search`. The first numeric argument sets the number of shipments,
//! each with a container and a request (a million; 20,000 in the short form). Calls are made to the service in
//! process. Each kind has fifteen queries, and each query is made twice.

#[path = "support/shared.rs"]
mod shared;
mod support;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Days, TimeDelta, Utc};
use shared::Shared;
use shiptrack::client::Client;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::error::Result;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::ids::{Entropy, Id, SystemEntropy};
use shiptrack::jsonapi::{AnyResource, ResourceId, ToOne};
use shiptrack::resources::{
    AccountId, Container, ContainerStatus, CustomFieldDefinitionId, PartyId, RequestStatus, RequestType, Shipment,
};
use shiptrack::service::Service;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{ContainerRecord, FieldRecord, RequestRecord, ShipmentRecord, Store, TrackedNumber, Tx};
use shiptrack::tracking::lifecycle::State;
use support::{Folder, Goal, Goals, Ratios, median, quotient, rounds, size};

const SEARCH: &str = "time of the slowest search / 10 ms";
const FILTER: &str = "time of the slowest filter of a listing / 10 ms";
const COMBINATION: &str = "time of the slowest combination of filters / 100 ms";

const GOALS: Goals = &[(SEARCH, Goal::AtMost(1.0)), (FILTER, Goal::AtMost(1.0)), (COMBINATION, Goal::AtMost(3.0))];
/// The noise margin of the short form, as a part of a goal. The goals are times of one machine.
const MARGIN: f64 = 0.5;

const CUSTOMERS: usize = 50;
const VESSELS: usize = 2_000;
const PORTS: [&str; 12] =
    ["USLAX", "NLRTM", "DEHAM", "USNYC", "BEANR", "GBFXT", "USSAV", "FRLEH", "ESVLC", "ITGOA", "USHOU", "CAVAN"];
const STATUSES: [ContainerStatus; 5] = [
    ContainerStatus::OnShip,
    ContainerStatus::OnShip,
    ContainerStatus::EmptyReturned,
    ContainerStatus::Available,
    ContainerStatus::New,
];
const DESKS: usize = 20;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let many = size(2_000, 20_000, 1_000_000);
    let folder = Folder::new();
    let path = folder.0.join("search.db");
    let store = Arc::new(SqliteStore::open(&path).expect("a new database"));
    let clock = ManualClock::new(DateTime::from_timestamp(1_777_000_000, 0).expect("a moment"));
    let outbound = UreqTransport::new(UreqConfig::default()).expect("a transport");
    let service = Service::builder().clock(clock.clone()).build(Shared(Arc::clone(&store)), outbound);
    let service = service.expect("a service");
    let client = service.client();
    let fleet = Fleet::new(&client, service.default_account(), clock.now(), many);
    let begun = Instant::now();
    fleet.fill(&*store);
    let each = begun.elapsed() / u32::try_from(many).expect("a count");
    let bytes = std::fs::metadata(&path).expect("a file").len() / many as u64;
    println!("{many} shipments with a container and a request each: {each:.1?} and {bytes} bytes each");
    for (list, filters) in FILTERS {
        for filter in *filters {
            ratios.measure([FILTER], || [cost(filter, |n| page(&client, list, &[filter], n, many))]);
        }
    }
    for (list, filters) in COMBINED {
        let name = filters.join(" ");
        ratios.measure([COMBINATION], || [cost(&name, |n| page(&client, list, filters, n, many)) / 10.0]);
    }
    for text in SEARCHES {
        ratios.measure([SEARCH], || [cost(text, |n| search(&client, &with(text, n, many)))]);
    }
    ratios.verdict()
}

/// The listings with their filters. `{…}` is another value in each query.
const FILTERS: &[(&str, &[&str])] = &[
    (
        "tracking_requests",
        &[
            "filter[request_number]={bill}",
            "q={reference}",
            "filter[scac]=MAEU",
            "filter[status]=created",
            "filter[request_type]=bill_of_lading",
            "filter[reference]={reference}",
            "filter[tag]=import",
            "filter[customer_id]={customer}",
            "filter[customer_name]=Customer {number}",
            "filter[created_at][start]={past}",
            "filter[created_at][end]={past}",
            "filter[updated_at][start]={past}",
        ],
    ),
    (
        "shipments",
        &[
            "number={bill}",
            "q={reference}",
            "q={box}",
            "filter[tracking_stopped]=true",
            "filter[reference]={reference}",
            "filter[tag]=import",
            "filter[tag]=hot",
            "filter[customer_id]={customer}",
            "filter[customer_name]=Customer {number}",
            "filter[shipping_line_scac]=MAEU",
            "filter[vessel_name]=Vessel {vessel}",
            "filter[pol_code]=CNSHA",
            "filter[pod_code]={port}",
            "filter[destination_code]=USCHI",
            "filter[pod_eta_at][start]={day}",
            "filter[pod_eta_at][end]={moment}",
            "filter[pod_eta_at][end]={past}",
            "filter[custom_fields][desk]={desk}",
        ],
    ),
    (
        "containers",
        &[
            "filter[number]={box}",
            "filter[current_status]=on_ship",
            "filter[current_status]=available",
            "filter[pickup_lfd][start]={day}",
            "filter[pickup_lfd][end]={day}",
            "filter[reference]={reference}",
            "filter[tag]=import",
            "filter[tag]=hot",
            "filter[customer_id]={customer}",
            "filter[customer_name]=Customer {number}",
            "filter[shipping_line_scac]=MAEU",
            "filter[vessel_name]=Vessel {vessel}",
            "filter[pol_code]=CNSHA",
            "filter[pod_code]={port}",
            "filter[destination_code]=USCHI",
            "filter[pod_eta_at][start]={moment}",
            "filter[pod_eta_at][end]={day}",
            "filter[pod_eta_at][end]={past}",
            "filter[custom_fields][check]={desk}",
        ],
    ),
    ("custom_fields", &["filter[entity_type]=Shipment", "filter[entity_type]=Container"]),
];

const COMBINED: &[(&str, &[&str])] = &[
    (
        "containers",
        &["filter[pickup_lfd][start]={day}", "filter[pickup_lfd][end]={soon}", "filter[customer_id]={customer}"],
    ),
    ("containers", &["filter[pod_code]={port}", "filter[current_status]=available", "filter[tag]=hot"]),
    ("containers", &["filter[pod_eta_at][start]={day}", "filter[pod_eta_at][end]={soon}", "filter[pod_code]={port}"]),
    ("shipments", &["filter[vessel_name]=Vessel {vessel}", "filter[customer_id]={customer}"]),
    ("shipments", &["filter[custom_fields][desk]={desk}", "filter[tracking_stopped]=false", "filter[tag]=import"]),
    ("tracking_requests", &["filter[status]=failed", "filter[tag]=import", "filter[customer_id]={customer}"]),
];

const SEARCHES: &[&str] = &[
    "{bill}",
    "{box}",
    "{reference}",
    "MAEU",
    "MSKU {number}",
    "{tail}",
    "PO-{number}",
    "Vessel {vessel}",
    "essel 1",
    "customer {number}",
    "{port}",
    "los angeles",
    "nothing of the kind",
    "import",
];

/// The median time of several queries, divided by 10 ms. Each query is made twice. The second time counts, when its
/// data is in memory; the first time is also printed.
fn cost(name: &str, mut ask: impl FnMut(usize)) -> f64 {
    ask(0);
    let (mut first, mut again) = (Vec::new(), Vec::new());
    for n in 1..=rounds(15) {
        first.push(support::timed(|| ask(n)));
        again.push(support::timed(|| ask(n)));
    }
    let worst = again.iter().max().copied().unwrap_or_default();
    let (first, again) = (median(first), median(again));
    println!("  {name}: {again:.2?}, {worst:.2?} at most; for the first time {first:.2?}");
    quotient(again, Duration::from_millis(10))
}

/// Fetches the first page of a listing with its total.
fn page(client: &Client, list: &str, filters: &[&str], n: usize, many: usize) {
    let mut listing = client.list::<AnyResource>(list);
    for filter in filters {
        let (name, value) = filter.split_once('=').expect("a filter has a value");
        listing = listing.query(name, with(value, n, many));
    }
    let page = listing.pages().next().expect("a page").expect("an answer");
    assert!(page.total().is_some() && page.warnings().is_empty(), "{list} {filters:?}");
}

fn search(client: &Client, text: &str) {
    let found = client.search(text).pages().next().expect("a page").expect("an answer");
    std::hint::black_box(found.len());
}

/// A query with other values each time.
fn with(text: &str, n: usize, many: usize) -> String {
    let at = (n * 7_919) % many;
    let day = |ahead: usize| start() + Days::new(u64::try_from(n % 20 + ahead).expect("a few days"));
    text.replace("{bill}", &bill(at))
        .replace("{box}", &number(at))
        .replace("{tail}", &number(at)[5..])
        .replace("{reference}", &format!("PO-{at:07}"))
        .replace("{customer}", &customer(at % CUSTOMERS).to_string())
        .replace("{number}", &(at % CUSTOMERS).to_string())
        .replace("{vessel}", &(at % VESSELS).to_string())
        .replace("{port}", PORTS[at % PORTS.len()])
        .replace("{desk}", &(at % DESKS).to_string())
        .replace("{day}", &day(0).date_naive().to_string())
        .replace("{soon}", &day(3).date_naive().to_string())
        .replace("{past}", &(start() - Days::new(u64::try_from(20 + n % 20).expect("a few days"))).to_rfc3339())
        .replace("{moment}", &day(30).to_rfc3339())
}

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_777_000_000, 0).expect("a moment")
}

fn bill(n: usize) -> String {
    format!("MAEU{:09}", n * 37 % 1_000_000_000)
}

fn number(n: usize) -> String {
    format!("MSKU{:07}", n * 13 % 10_000_000)
}

fn customer(n: usize) -> uuid::Uuid {
    uuid::Uuid::from_u128(0xc057_0000 + n as u128)
}

/// The tracked shipments.
struct Fleet {
    account: AccountId,
    now: DateTime<Utc>,
    desk: CustomFieldDefinitionId,
    check: CustomFieldDefinitionId,
    many: usize,
}

impl Fleet {
    fn new(client: &Client, account: &AccountId, now: DateTime<Utc>, many: usize) -> Self {
        let define = |kind: &str, slug: &str| {
            let new = shiptrack::client::NewCustomFieldDefinition::new(kind, slug, slug, "number");
            client.custom_field_definitions().create(new).expect("a definition").id.clone()
        };
        let (desk, check) = (define("Shipment", "desk"), define("Container", "check"));
        Fleet { account: account.clone(), now, desk, check, many }
    }

    fn fill(&self, store: &dyn Store) {
        let customers = |tx: &Tx<'_>| {
            (0..CUSTOMERS).try_for_each(|n| {
                let mut party = shiptrack::resources::Party::default();
                (party.id, party.company_name) = (PartyId::from(customer(n)), format!("Customer {n}"));
                tx.put_party(&shiptrack::store::PartyRecord { account: self.account.clone(), party })
            })
        };
        store.writing(customers).expect("customers");
        for first in (0..self.many).step_by(20_000) {
            let batch = first..self.many.min(first + 20_000);
            store.writing(|tx| batch.clone().try_for_each(|n| self.put(tx, n))).expect("a write");
            store.maintain().expect("housekeeping");
        }
    }

    fn put(&self, tx: &Tx<'_>, n: usize) -> Result<()> {
        // They were created over four hundred days.
        let seconds = n * 400 * 24 * 60 * 60 / self.many;
        let made = self.now - TimeDelta::days(400) + TimeDelta::seconds(i64::try_from(seconds).expect("a count"));
        let (shipment, container) = (self.shipment(n, made), self.container(n, made));
        let (id, container_id) = (shipment.shipment.id.clone(), container.container.id.clone());
        let mut container = ContainerRecord { shipment: id.clone(), ..container };
        container.container.shipment = ToOne::to(&id);
        tx.put_request(&self.request(n, made, &shipment))?;
        tx.put_shipment(&shipment)?;
        tx.put_container(&container)?;
        self.put_field(tx, &self.desk, "Shipment", ResourceId::of(&id), n)?;
        self.put_field(tx, &self.check, "Container", ResourceId::of(&container_id), n)
    }

    fn put_field(
        &self,
        tx: &Tx<'_>,
        definition: &CustomFieldDefinitionId,
        kind: &str,
        entity: ResourceId,
        n: usize,
    ) -> Result<()> {
        let record = FieldRecord {
            id: SystemEntropy.uuid(self.now).into(),
            account: self.account.clone(),
            definition: definition.clone(),
            kind: kind.into(),
            entity,
            value: (n % DESKS).into(),
        };
        tx.put_field(&record, &[(n % DESKS).to_string()])
    }

    fn tracked(&self, n: usize) -> TrackedNumber {
        TrackedNumber { account: self.account.clone(), scac: Some("MAEU".to_owned()), number: bill(n) }
    }

    fn shipment(&self, n: usize, made: DateTime<Utc>) -> ShipmentRecord {
        // Later ones arrive later, over a hundred days, each within twenty days.
        let hours = n * 24 * 100 / self.many + n * 31 % (24 * 20);
        let hours = i64::try_from(hours).expect("a count");
        let mut shipment = Shipment::default();
        shipment.id = SystemEntropy.uuid(made).into();
        shipment.bill_of_lading_number = bill(n);
        shipment.normalized_number = bill(n)[4..].to_owned();
        shipment.ref_numbers = vec![format!("PO-{n:07}")];
        shipment.tags = if n.is_multiple_of(50) { vec!["hot".into(), "import".into()] } else { vec!["import".into()] };
        shipment.shipping_line_scac = Some("MAEU".to_owned());
        shipment.shipping_line_name = Some("Maersk".to_owned());
        shipment.port_of_lading_locode = Some("CNSHA".to_owned());
        shipment.port_of_lading_name = Some("Shanghai".to_owned());
        // Every second one goes to the same port.
        shipment.port_of_discharge_locode =
            Some(PORTS[if n.is_multiple_of(2) { 0 } else { n % PORTS.len() }].to_owned());
        shipment.destination_locode = n.is_multiple_of(3).then(|| "USCHI".to_owned());
        shipment.pod_vessel_name = Some(format!("Vessel {}", n % VESSELS));
        shipment.pod_eta_at = Some((self.now - TimeDelta::days(60) + TimeDelta::hours(hours)).into());
        shipment.line_tracking_stopped_at = n.is_multiple_of(4).then(|| made.into());
        shipment.created_at = Some(made.into());
        let tracked = self.tracked(n);
        ShipmentRecord::new(tracked, shipment)
    }

    fn container(&self, n: usize, made: DateTime<Utc>) -> ContainerRecord {
        let day =
            (self.now - TimeDelta::days(30) + TimeDelta::days(i64::try_from(n * 17 % 60).expect("a day"))).date_naive();
        let mut container = Container::default();
        container.id = SystemEntropy.uuid(made).into();
        container.number = number(n);
        container.current_status = STATUSES[n % STATUSES.len()].clone();
        container.pickup_lfd = (!n.is_multiple_of(3)).then(|| day.into());
        container.equipment_length = Some(40);
        container.created_at = Some(made.into());
        let shipment = Id::from(SystemEntropy.uuid(made));
        ContainerRecord::new(self.account.clone(), shipment, container)
    }

    fn request(&self, n: usize, made: DateTime<Utc>, shipment: &ShipmentRecord) -> RequestRecord {
        let status = if n.is_multiple_of(10) { RequestStatus::Failed } else { RequestStatus::Created };
        let id = SystemEntropy.uuid(made).into();
        let mut state = State::new(made);
        (state.status, state.due) = (status, None);
        RequestRecord {
            ref_numbers: shipment.shipment.ref_numbers.clone(),
            shipment_tags: shipment.shipment.tags.clone(),
            customer: Some(customer(n % CUSTOMERS)),
            state,
            shipment: Some(shipment.shipment.id.clone()),
            revision: 1,
            ..RequestRecord::new(id, self.tracked(n), RequestType::BillOfLading, bill(n), made)
        }
    }
}
