//! The built-in carrier `TEST`: numbers whose fate is known beforehand.

use super::{Answer, Carrier, LookUp, LookUpFailure};
use crate::http::Call;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Certainty, Event, Fact, Milestone, Place, Statement, Vessel};

/// The sandbox. `TEST-TR-SUCCEEDED` is found, `TEST-TR-FAILED` is no number; nothing else is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sandbox;

impl Sandbox {
    /// Its carrier code.
    pub const SCAC: &'static str = "TEST";
}

impl Carrier for Sandbox {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        match look_up.normalized_number.as_str() {
            "TESTTRSUCCEEDED" => Ok(Answer { facts: voyage(look_up), complete: true, references: Vec::new() }),
            "TESTTRFAILED" => Err(LookUpFailure::InvalidNumber),
            _ => Err(LookUpFailure::NotFound),
        }
    }
}

/// A container half way across the Pacific, counted from the day of asking.
fn voyage(look_up: &LookUp) -> Vec<Fact> {
    let shanghai = Place {
        locode: Some("CNSHA".into()),
        name: Some("Shanghai".into()),
        timezone: Some("Asia/Shanghai".into()),
        ..Default::default()
    };
    let los_angeles = Place {
        locode: Some("USLAX".into()),
        name: Some("Los Angeles".into()),
        timezone: Some("America/Los_Angeles".into()),
        ..Default::default()
    };
    let steps = [
        (Milestone::EmptyOut, Certainty::Actual, -12, &shanghai),
        (Milestone::FullIn, Certainty::Actual, -9, &shanghai),
        (Milestone::VesselLoaded, Certainty::Actual, -7, &shanghai),
        (Milestone::VesselDeparted, Certainty::Actual, -6, &shanghai),
        (Milestone::VesselArrived, Certainty::Estimated, 8, &los_angeles),
    ];
    // Whole days, so that asking twice on one day says the same.
    let today = look_up.now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    steps
        .into_iter()
        .map(|(milestone, certainty, days, place)| Fact {
            container: Some("TEST0000006".into()),
            source: DataSource::ShippingLine,
            received_at: look_up.now,
            statement: Statement::Event(Event {
                milestone,
                certainty,
                at: Some(Timestamp::from(today + chrono::TimeDelta::days(days))),
                place: place.clone(),
                vessel: Some(Vessel { name: Some("Test Voyager".into()), imo: Some("9321483".into()) }),
                voyage: Some("001E".into()),
            }),
            codes: Default::default(),
        })
        .collect()
}
