//! How many look-ups a second a service can do at a carrier over HTTP.
//!
//! Run it with `cargo bench -p shiptrack --bench fleet`. The first numeric argument sets how many containers are
//! tracked (10,000; 1,000 in the short form). Up to 20,000 of them are looked up: at the carrier of the simulator, on
//! a loopback socket, with a profile; the worker decodes every answer and commits it durably. The others are only in
//! the store, due later. Between two rounds a day passes for the service, and less for the carrier, so that about one
//! answer in twenty has changes.

#[path = "support/background.rs"]
mod background;
#[path = "support/leaping_clock.rs"]
mod leaping_clock;
#[path = "support/machine.rs"]
mod machine;
#[path = "support/shared.rs"]
mod shared;
mod support;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use background::BackgroundRecords;
use chrono::{DateTime, TimeDelta, Utc};
use leaping_clock::LeapingClock;
use machine::{Cost, memory};
use shared::Shared;
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials};
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::decoders::Form;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::service::{Activity, Pace, Service};
use shiptrack::simulator::{Fleet, Loopback, SimulatedCarrier};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Queue, Store};
use shiptrack::tracking::lifecycle::Policy;
use support::{Folder, Goal, Goals, Ratios, by_length, size};

/// The most containers that are looked up.
const MAX_LOOKED_UP: u32 = 20_000;
/// The goal, in look-ups a second.
const GOAL_RATE: f64 = 700.0;
/// How long the rate is measured at least, in full length.
const MEASURED: Duration = Duration::from_secs(120);
/// How much time passes for the carrier between rounds, so that one answer in twenty has changes.
const CARRIER_STEP: Duration = Duration::from_secs(220 * 60);
/// When the other requests are due: after all rounds.
const LATER: TimeDelta = TimeDelta::days(200);

const RATE: &str = "look-ups a second with durable commits at a loopback carrier / 700";

const GOALS: Goals = &[(RATE, Goal::AtLeast(1.0))];
/// The noise margin of the short form, as a part of a goal. The rate depends on the machine and its disk.
const MARGIN: f64 = 0.5;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let size = u32::try_from(size(100, 1_000, 10_000)).expect("a count");
    let folder = Folder::new();
    let before = memory();
    let store = Arc::new(SqliteStore::open(&folder.0.join("fleet.db")).expect("a new database"));
    let clock = LeapingClock::default();
    let now = clock.now();
    let fleet = Fleet::new(1, size.min(MAX_LOOKED_UP), now);
    let carrier_clock = ManualClock::new(now);
    let carrier = SimulatedCarrier::builder(fleet.clone()).clock(carrier_clock.clone()).build();
    let carrier = Loopback::start(carrier).expect("a port");
    let count = Arc::new(AtomicUsize::new(0));
    let service = service(Shared(Arc::clone(&store)), &clock, &carrier, &count);
    create(&service, &fleet);
    let meter = Meter { service: &service, count: &count };
    println!("figures: the first look-up of {} numbers: {}", fleet.size(), meter.measure(fleet.size() as usize));

    let bytes_of_one = folder.bytes() / u64::from(fleet.size());
    let later = clock.now() + LATER;
    BackgroundRecords::like(&*store, service.default_account(), later).add(&*store, (size - fleet.size()) as usize);

    let (mut rounds, mut changed) = (Vec::new(), 0);
    let began = Instant::now();
    while rounds.is_empty() || began.elapsed() < by_length(Duration::ZERO, MEASURED / 24, MEASURED) {
        changed += changed_answers(&fleet, carrier_clock.now());
        carrier_clock.advance(CARRIER_STEP);
        clock.leap(TimeDelta::days(1));
        let due = due(&*store, clock.now());
        rounds.push(meter.measure(due));
        println!("figures: {due} were due: {}", rounds.last().expect("a round"));
    }
    let total: Measured = rounds.into_iter().sum();
    println!(
        "figures: {size} containers: {total}, {:.1} % with changes",
        f64::from(changed) * 100.0 / total.look_ups as f64
    );
    println!(
        "figures: {bytes_of_one} bytes on disk for each container that is looked up, {} bytes of memory for each container",
        memory().saturating_sub(before) / u64::from(size)
    );
    ratios.report(RATE, total.a_second() / GOAL_RATE);
    ratios.verdict()
}

/// A service that asks the carrier with a profile.
fn service(store: Shared, clock: &LeapingClock, carrier: &Loopback, count: &Arc<AtomicUsize>) -> Service {
    let url = carrier.url();
    let profile = format!(
        "[SIML]
         base_url = '{url}'
         path = '/events'
         parameters = {{ bill_of_lading = 'transportDocumentReference' }}"
    );
    let access = CarrierAccess::new(Profiles::parse(&profile).expect("a profile"), Credentials::of_every_account());
    let count = Arc::clone(count);
    let observer = move |activity: &Activity<'_>| {
        if let Activity::LookUp { .. } = activity {
            count.fetch_add(1, Ordering::Relaxed);
        }
    };
    let builder = Service::builder().clock(clock.clone()).allow_loopback().carrier_access(access).observer(observer);
    // A due time beyond the longest pause would be brought forward, so one pause of the policy is made longer. It is
    // not used here.
    let (mut policy, mut pace) = (Policy::default(), Pace::default());
    policy.manifest_check = LATER * 2;
    pace.at_once = 8;
    let builder = builder.pace(pace).lifecycle(policy);
    builder.build(store, UreqTransport::new(UreqConfig::default()).expect("a transport")).expect("a service")
}

fn create(service: &Service, fleet: &Fleet) {
    let client = service.client();
    for journey in fleet.journeys() {
        let new = NewTrackingRequest::bill_of_lading(&journey.bill_of_lading, "SIML");
        client.tracking_requests().create(new).expect("a request");
    }
}

fn due(store: &dyn Store, now: DateTime<Utc>) -> usize {
    let due = store.reading(|tx| tx.count_due(Queue::LookUps, now)).expect("a count");
    usize::try_from(due).expect("a count")
}

/// For how many journeys the answer changes until the next round.
fn changed_answers(fleet: &Fleet, from: DateTime<Utc>) -> u32 {
    let to = from + CARRIER_STEP;
    let is_changed =
        |journey: &shiptrack::simulator::Journey| journey.answer(Form::Dcsa2, from) != journey.answer(Form::Dcsa2, to);
    u32::try_from(fleet.journeys().filter(is_changed).count()).expect("a count")
}

/// Measures how fast due look-ups are done.
struct Meter<'a> {
    service: &'a Service,
    count: &'a AtomicUsize,
}

impl Meter<'_> {
    /// Runs the worker until it has done this many look-ups.
    fn measure(&self, due: usize) -> Measured {
        let (before, cost, began) = (self.count.load(Ordering::Relaxed), Cost::so_far(), Instant::now());
        self.service.start_worker(8).expect("a worker");
        while self.count.load(Ordering::Relaxed) - before < due {
            std::thread::sleep(Duration::from_millis(5));
        }
        let took = began.elapsed();
        self.service.stop_worker();
        Measured { look_ups: self.count.load(Ordering::Relaxed) - before, took, cost: Cost::so_far() - cost }
    }
}

/// What a number of look-ups cost.
#[derive(Default)]
struct Measured {
    look_ups: usize,
    took: Duration,
    cost: Cost,
}

impl Measured {
    fn a_second(&self) -> f64 {
        self.look_ups as f64 / self.took.as_secs_f64()
    }
}

impl std::iter::Sum for Measured {
    fn sum<I: Iterator<Item = Measured>>(all: I) -> Measured {
        all.fold(Measured::default(), |sum, next| Measured {
            look_ups: sum.look_ups + next.look_ups,
            took: sum.took + next.took,
            cost: sum.cost + next.cost,
        })
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = |time: Duration| time / u32::try_from(self.look_ups.max(1)).expect("a count");
        let Cost { own, carriers } = self.cost;
        write!(
            f,
            "{} look-ups, {:.0} a second; CPU of each: {} µs, and {} µs of the carrier",
            self.look_ups,
            self.a_second(),
            each(own).as_micros(),
            each(carriers).as_micros()
        )
    }
}
