//! Time of creating a tracking request in a service on a file, and of reading it again. `tests/python/measure.py`
//! compares the bindings with it.

mod support;

use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::{NewTrackingRequest, Service};
use support::{Folder, rounds, timed};

/// Pairs in one round. The best round is printed.
const PAIRS: u32 = 50;
const ROUNDS: usize = 5;

fn main() -> shiptrack::Result<()> {
    let folder = Folder::new();
    let carrier = |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> { Err(LookUpFailure::NoDataYet) };
    let service = Service::builder().any_carrier(carrier).open(folder.0.join("service.db"))?;
    let client = service.client();
    let requests = client.tracking_requests();
    let mut numbers = (0..).map(|number| format!("MEDUF{number:07}"));
    let mut pair = || -> shiptrack::Result<()> {
        let number = numbers.next().expect("there are enough numbers");
        let request = requests.create(NewTrackingRequest::bill_of_lading(number, "MSCU"))?;
        requests.get(&request.id).map(drop)
    };
    let mut best = f64::INFINITY;
    for _ in 0..rounds(ROUNDS) {
        let time = timed(|| (0..PAIRS).for_each(|_| pair().expect("a request is created and read")));
        best = best.min(time.as_secs_f64() / f64::from(PAIRS));
    }
    println!("{:.1} us", best * 1e6);
    Ok(())
}
