//! The simulator of journeys: what it says is read back, and a service makes of it what the scenario expects.

mod carriers;
mod forms;
mod http;
mod matrix;
mod since;

use chrono::{DateTime, Utc};

/// When journeys begin here.
fn begins() -> DateTime<Utc> {
    "2026-05-01T00:00:00Z".parse().expect("a moment")
}
