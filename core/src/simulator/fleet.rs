//! A fleet: as many journeys as there are numbers, none of them kept.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::faults::mixed;
use super::journey::Journey;
use super::scenario::Scenario;
use crate::numbers::ContainerNumber;

/// Containers in all phases of their voyages, each with a booking and a bill of lading of its own, the same ones for the same seed. A
/// journey is made when it is asked for: a fleet takes the same memory whether it has ten containers or ten million.
#[derive(Debug, Clone)]
pub struct Fleet {
    seed: u64,
    size: u32,
    at: DateTime<Utc>,
    scenarios: Vec<Arc<Scenario>>,
}

/// Numbers with the same letters.
const SERIALS: u32 = 1_000_000;
/// `FLA` to `FLZ`.
const OWNERS: u32 = 26;

impl Fleet {
    /// The most containers a fleet can have.
    pub const MOST: u32 = SERIALS * OWNERS;

    /// A fleet of so many containers ([`MOST`](Self::MOST) at most), whose journeys are at all their phases `at` a moment.
    pub fn new(seed: u64, size: u32, at: DateTime<Utc>) -> Self {
        let has_one_box = |scenario: &&Arc<Scenario>| {
            scenario.containers.len() == 1 && scenario.next_booking.is_none() && scenario.name != "cancelled"
        };
        let scenarios = Scenario::shipped().iter().filter(has_one_box).cloned().collect();
        Fleet { seed, size: size.min(Self::MOST), at, scenarios }
    }

    /// How many containers it has.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The journey of a container, counted from 0; `None` beyond the last.
    pub fn journey(&self, at: u32) -> Option<Journey> {
        let drawn = mixed(self.seed ^ mixed(at.into()));
        let scenario = self.scenarios.get(usize::try_from(drawn % self.scenarios.len() as u64).ok()?)?;
        if at >= self.size {
            return None;
        }
        let minutes = u64::try_from(scenario.length().num_minutes()).ok()?.max(1);
        let since = TimeDelta::minutes(i64::try_from((drawn >> 8) % minutes).ok()?);
        let journey = scenario.starting(self.at.checked_sub_signed(since)?);
        Some(journey.numbered(&booking(at), &bill_of_lading(at), &[&container(at)]))
    }

    /// All journeys, one after the other.
    pub fn journeys(&self) -> impl Iterator<Item = Journey> + '_ {
        (0..self.size).filter_map(|at| self.journey(at))
    }

    /// The journey with this container, booking or bill of lading.
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

/// Whatever a carrier has journeys from.
#[derive(Debug, Clone)]
pub enum Journeys {
    /// Some, by their numbers.
    Listed(HashMap<String, Journey>),
    /// A fleet.
    Fleet(Fleet),
}

impl Journeys {
    /// All that are listed if there is no number.
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
            // A bill may be asked for without the letters of its carrier.
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
    fn a_fleet_is_the_same_for_the_same_seed_and_found_by_every_number() {
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
    fn its_containers_are_spread_over_scenarios_and_phases() {
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
