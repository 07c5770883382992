//! Tests of the simulator: its messages can be decoded, and a service derives the results that the scenario expects.

mod carriers;
mod forms;
mod http;
mod matrix;
mod since;

use chrono::{DateTime, Utc};

/// The start time of all journeys.
fn begins() -> DateTime<Utc> {
    "2026-05-01T00:00:00Z".parse().expect("a moment")
}
