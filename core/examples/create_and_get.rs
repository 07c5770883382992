//! How long it takes to create a tracking request in the service of this process, on a file, and to read it again.
//!
//! ```sh
//! cargo run --release --example create_and_get
//! ```

use std::time::Instant;

use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::{NewTrackingRequest, Service};

/// Pairs in one round; the best of the rounds is told.
const PAIRS: u32 = 50;
const ROUNDS: u32 = 5;

struct Nobody;

impl Carrier for Nobody {
    fn look_up(&self, _: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        Err(LookUpFailure::NoDataYet)
    }
}

fn main() -> shiptrack::Result<()> {
    let file = std::env::temp_dir().join(format!("shiptrack-create-and-get-{}.db", std::process::id()));
    let service = Service::builder().any_carrier(Nobody).open(&file)?;
    let client = service.client();
    let mut best = f64::INFINITY;
    for round in 0..ROUNDS {
        let begin = Instant::now();
        for pair in 0..PAIRS {
            let number = format!("MEDUF{:07}", round * PAIRS + pair);
            let made = client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MSCU"))?;
            client.tracking_requests().get(&made.id)?;
        }
        best = best.min(begin.elapsed().as_secs_f64() / f64::from(PAIRS));
    }
    println!("{:.1} us", best * 1e6);
    drop((client, service));
    for ending in ["db", "db-wal", "db-shm", "db.lock"] {
        let _ = std::fs::remove_file(file.with_extension(ending));
    }
    Ok(())
}
