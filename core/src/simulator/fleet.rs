//! A fleet: up to millions of journeys, which are computed when they are needed.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::faults::mixed;
use super::journey::Journey;
use super::scenario::Scenario;
use crate::numbers::ContainerNumber;

/// Many containers in all phases of their voyages, each with its booking and bill of lading. The same seed gives the same fleet. A journey
/// is computed when it is requested, so the memory of a fleet does not depend on its size.
#[derive(Debug, Clone)]
pub struct Fleet {
    seed: u64,
    size: u32,
    at: DateTime<Utc>,
    scenarios: Vec<Arc<Scenario>>,
}

/// Numbers for each owner code.
const SERIALS: u32 = 1_000_000;
/// Owner codes, from `FLA` to `FLZ`.
const OWNERS: u32 = 26;

impl Fleet {
    /// The maximum number of containers of a fleet.
    pub const MOST: u32 = SERIALS * OWNERS;

    /// A fleet with this number of containers, at most [`MOST`](Self::MOST). At the time `at`, its journeys are spread over all phases.
    pub fn new(seed: u64, size: u32, at: DateTime<Utc>) -> Self {
        let has_one_container = |scenario: &&Arc<Scenario>| {
            scenario.containers.len() == 1 && scenario.next_booking.is_none() && scenario.name != "cancelled"
        };
        let scenarios = Scenario::built_in().iter().filter(has_one_container).cloned().collect();
        Fleet { seed, size: size.min(Self::MOST), at, scenarios }
    }

    /// The number of containers.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The journey of the container with this index, from 0; `None` if there are fewer containers.
    pub fn journey(&self, at: u32) -> Option<Journey> {
        let drawn = mixed(self.seed ^ mixed(at.into()));
        let scenario = self.scenarios.get(usize::try_from(drawn % self.scenarios.len() as u64).ok()?)?;
        if at >= self.size {
            return None;
        }
        let minutes = u64::try_from(scenario.length().num_minutes()).ok()?.max(1);
        let since = TimeDelta::minutes(i64::try_from((drawn >> 8) % minutes).ok()?);
        let journey = scenario.starting(self.at.checked_sub_signed(since)?);
        Some(journey.with_numbers(&booking(at), &bill_of_lading(at), &[&container(at)]))
    }

    /// Iterates over all journeys.
    pub fn journeys(&self) -> impl Iterator<Item = Journey> + '_ {
        (0..self.size).filter_map(|at| self.journey(at))
    }

    /// Finds the journey by the number of its container, booking or bill of lading.
    pub fn find(&self, number: &str) -> Option<Journey> {
        let at = match number.as_bytes() {
            [b'F', b'L', owner, b'U', ..] if number.len() == 11 => {
                let serial: u32 = number.get(4..10)?.parse().ok()?;
                u32::from(owner.checked_sub(b'A')?) * SERIALS + serial
            }
            _ => number.strip_prefix(BOOKING).or_else(|| number.strip_prefix(BILL))?.parse().ok()?,
        };
        self.journey(at).filter(|journey| journey.is_about(number))
    }
}

const BOOKING: &str = "FB";
const BILL: &str = "FL";

fn booking(at: u32) -> String {
    format!("{BOOKING}{at:09}")
}

fn bill_of_lading(at: u32) -> String {
    format!("{BILL}{at:09}")
}

fn container(at: u32) -> String {
    let owner = char::from(b'A' + u8::try_from(at / SERIALS % OWNERS).unwrap_or_default());
    let first_ten = format!("FL{owner}U{:06}", at % SERIALS);
    let digit = ContainerNumber::check_digit_of(&first_ten).unwrap_or_default();
    format!("{first_ten}{digit}")
}

/// The journeys of a simulated carrier.
#[derive(Debug, Clone)]
pub enum Journeys {
    /// Journeys by their numbers.
    Listed(HashMap<String, Journey>),
    /// A fleet.
    Fleet(Fleet),
}

impl Journeys {
    /// The journeys with this number; without a number, all listed journeys.
    pub(super) fn about(&self, number: Option<&str>) -> Vec<Journey> {
        match (number, self) {
            (Some(number), _) => self.find(number).into_iter().collect(),
            (None, Journeys::Listed(journeys)) => {
                let by_bill = journeys.iter().filter(|(number, journey)| **number == journey.bill_of_lading);
                let mut all: Vec<Journey> = by_bill.map(|(_, journey)| journey.clone()).collect();
                all.sort_by(|one, other| one.bill_of_lading.cmp(&other.bill_of_lading));
                all
            }
            (None, Journeys::Fleet(_)) => Vec::new(),
        }
    }

    pub(super) fn find(&self, number: &str) -> Option<Journey> {
        match self {
            Journeys::Listed(journeys) => journeys.get(number).cloned(),
            Journeys::Fleet(fleet) => fleet.find(number),
        }
    }
}

impl From<Fleet> for Journeys {
    fn from(fleet: Fleet) -> Self {
        Journeys::Fleet(fleet)
    }
}

impl From<Journey> for Journeys {
    fn from(journey: Journey) -> Self {
        vec![journey].into()
    }
}

impl From<Vec<Journey>> for Journeys {
    fn from(journeys: Vec<Journey>) -> Self {
        let mut listed = HashMap::new();
        for journey in journeys {
            let numbers = [&journey.booking, &journey.bill_of_lading].into_iter().chain(&journey.containers);
            let mut numbers: Vec<String> = numbers.cloned().collect();
            // A bill may be requested without the code of its carrier.
            numbers.extend(journey.bill_of_lading.get(4..).map(str::to_owned));
            for number in numbers {
                listed.insert(number, journey.clone());
            }
        }
        Journeys::Listed(listed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-05-20T00:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_fleet_is_reproducible_and_every_number_is_found() {
        let fleet = Fleet::new(7, Fleet::MOST, now());
        for at in [0, 1, 999_999, 1_000_000, 12_345_678, Fleet::MOST - 1] {
            let journey = fleet.journey(at).unwrap();
            ContainerNumber::parse(&journey.containers[0]).unwrap();
            for number in [&journey.booking, &journey.bill_of_lading, &journey.containers[0]] {
                let found = fleet.find(number).unwrap();
                assert_eq!((found.begins, &found.booking), (journey.begins, &journey.booking), "{number}");
            }
            assert_eq!(Fleet::new(7, Fleet::MOST, now()).journey(at).unwrap().begins, journey.begins);
        }
        assert!(fleet.journey(Fleet::MOST).is_none());
        for number in ["", "FL", "FLAU0000000", "FLÄU0000001", "FB99999999999", "MSKU0308961"] {
            assert!(fleet.find(number).is_none(), "{number}");
        }
    }

    #[test]
    fn containers_are_spread_over_scenarios_and_phases() {
        let fleet = Fleet::new(1, 2_000, now());
        let names: HashSet<String> = fleet.journeys().map(|journey| journey.scenario.name.clone()).collect();
        assert!(names.len() >= 7, "{names:?}");
        let quarter = |journey: Journey| {
            let since = (now() - journey.begins).num_minutes() * 4;
            since / journey.scenario.length().num_minutes()
        };
        let quarters: Vec<i64> = fleet.journeys().map(quarter).collect();
        for phase in 0..4 {
            let count = quarters.iter().filter(|quarter| **quarter == phase).count();
            assert!(count > 400, "{count} are in quarter {phase}");
        }
    }
}
