//! Time of a due look-up, with few and with many tracked containers.
//!
//! Run it with `cargo bench -p shiptrack --bench due`. The first numeric argument sets the number of containers (a
//! million; 40,000 in the short form). The carrier repeats its answer, as carriers usually do. The store is on the
//! disk.

#[path = "support/background.rs"]
mod background;
#[path = "support/shared.rs"]
mod shared;
mod support;
#[path = "support/voyage.rs"]
mod voyage;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use background::BackgroundRecords;
use chrono::{DateTime, TimeDelta};
use shared::Shared;
use shiptrack::carriers::LookUp;
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::http::Call;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use support::{Folder, Goal, Goals, Ratios, median, quotient, size, timed};

/// The number of due look-ups. Half of them are measured with few containers.
const ITEMS: usize = 400;
/// The number of look-ups that are timed together.
const TOGETHER: usize = 10;
const FEW: usize = 1_000;

const DUE: &str = "time of a due item among many tracked containers / among a thousand";

const GOALS: Goals = &[(DUE, Goal::AtMost(1.3))];
/// The noise margin of the short form, as a part of a goal. The disk takes part, and the two times are measured one
/// after the other.
const MARGIN: f64 = 0.3;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let many = size(2_000, 40_000, 1_000_000);
    let folder = Folder::new();
    let store = Arc::new(SqliteStore::open(&folder.0.join("due.db")).expect("a new database"));
    let clock = ManualClock::new(DateTime::from_timestamp(1_777_000_000, 0).expect("a moment"));
    let outbound = UreqTransport::new(UreqConfig::default()).expect("a transport");
    let began = clock.now();
    // A carrier that always gives the same answer.
    let carrier = move |look_up: &LookUp, _: &Call| Ok(voyage::answer(look_up, began, 24 * 60));
    let builder = Service::builder().clock(clock.clone()).any_carrier(carrier);
    let service = builder.build(Shared(Arc::clone(&store)), outbound).expect("a service");
    let client = service.client();
    for n in 0..ITEMS {
        let new = NewTrackingRequest::bill_of_lading(format!("MAEU{n:09}"), "MAEU");
        client.tracking_requests().create(new).expect("a request");
    }
    assert_eq!(service.run_due(Budget::ALL).expect("work").look_ups, ITEMS);
    let mut background =
        BackgroundRecords::like(&*store, service.default_account(), clock.now() + TimeDelta::hours(23));
    background.add(&*store, FEW.saturating_sub(ITEMS));
    clock.advance(Duration::from_secs(12 * 3_600));
    let among_few = cost(&service);
    background.add(&*store, many.saturating_sub(FEW));
    let among_many = cost(&service);
    println!("a due item among {FEW} containers {among_few:.1?}, among {many} {among_many:.1?}");
    ratios.report(DUE, quotient(among_many, among_few));
    ratios.verdict()
}

/// The time of a due look-up, measured with half of the items.
fn cost(service: &Service) -> Duration {
    let do_some = || {
        let done = service.run_due(Budget::items(TOGETHER)).expect("work");
        assert_eq!(done.look_ups, TOGETHER);
    };
    let times = (0..ITEMS / 2 / TOGETHER).map(|_| timed(do_some)).collect();
    median(times) / u32::try_from(TOGETHER).expect("a count")
}
