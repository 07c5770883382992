//! Decides which holds are in force: those of all sources, without those that ended.
//!
//! A hold ends when its source no longer states it, by a later release of its kind, by a later statement of a user, when the terminal or
//! railway at the place of the container later reports it as available, and when the container leaves: the holds of a terminal end when the container
//! leaves that terminal, all others when it is picked up. A hold never ends by its age, or because another source does not list it.

use chrono::{DateTime, Utc};

use super::reading_rules::{ReadingRules, SourcePlace};
use super::source_readings::{CUSTOMS_HOLD, SourceReadings, StatedHold};
use crate::resources::TerminalHold;
use crate::tracking::{Statement, TerminalStatus};

/// The names of the holds that a release by the carrier ends.
const CARRIER_HOLDS: [&str; 3] = ["freight", "carrier", "line"];

/// A statement that ends holds that were stated before.
#[derive(Clone)]
pub(super) struct HoldEnd {
    at: DateTime<Utc>,
    ends: EndedHolds,
}

#[derive(Clone)]
enum EndedHolds {
    /// Those of customs.
    Customs,
    /// Those of the carrier.
    Carrier,
    Named(String),
    AllExcept(Vec<String>),
    /// All, if a source at this place is at the place of the container.
    AllAt(SourcePlace),
}

impl HoldEnd {
    /// Customs or, if not, the carrier released the container.
    pub(super) fn by_release(is_by_customs: bool, at: DateTime<Utc>) -> Self {
        HoldEnd { at, ends: if is_by_customs { EndedHolds::Customs } else { EndedHolds::Carrier } }
    }

    /// A source reports that the container is available.
    pub(super) fn by_availability(place: SourcePlace, at: DateTime<Utc>) -> Self {
        HoldEnd { at, ends: EndedHolds::AllAt(place) }
    }

    /// A user lifts holds, or lists those that are in force.
    pub(super) fn by_user(reading: &TerminalStatus, at: DateTime<Utc>) -> Vec<Self> {
        let lifted = reading.hold_changes.iter().flat_map(|changes| &changes.lifted);
        let named = lifted.map(|name| match name.as_str() {
            "*" => EndedHolds::AllExcept(Vec::new()),
            name => EndedHolds::Named(name.to_owned()),
        });
        let listed = reading.holds.iter();
        let others = listed.map(|holds| EndedHolds::AllExcept(holds.iter().map(|hold| hold.name.clone()).collect()));
        named.chain(others).map(|ends| HoldEnd { at, ends }).collect()
    }

    fn is_end_of(&self, held: &StatedHold<'_>, rules: &ReadingRules<'_>) -> bool {
        let name = &held.hold.name;
        let is_one_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        self.at > held.at
            && match &self.ends {
                EndedHolds::Customs => is_one_of(&[CUSTOMS_HOLD]),
                EndedHolds::Carrier => is_one_of(&CARRIER_HOLDS),
                EndedHolds::Named(ended) => name == ended,
                EndedHolds::AllExcept(listed) => !listed.contains(name),
                EndedHolds::AllAt(place) => rules.is_authority(*place, Some(self.at)),
            }
    }
}

/// The holds in force, those of the source that reported first come first. With `hides_ended`, without those that ended because the
/// container left.
pub(super) fn in_force<'s, 'a>(
    sources: &'s [SourceReadings<'a>],
    ends: &[HoldEnd],
    rules: &ReadingRules<'_>,
    hides_ended: bool,
) -> Vec<&'s StatedHold<'a>> {
    let mut found: Vec<&StatedHold<'_>> = Vec::new();
    for source in sources {
        let others = found.len();
        for held in source.all_holds() {
            let is_known = |known: &TerminalHold| known.name == held.hold.name && known.status == held.hold.status;
            let is_listed = found[..others].iter().any(|known| is_known(&known.hold));
            let is_from_event = !matches!(held.fact.statement, Statement::TerminalStatus(_));
            let is_repeated = is_from_event && found.iter().any(|known| is_known(&known.hold));
            let has_left = hides_ended && ends_by_leaving(source, held, rules);
            if !is_listed && !is_repeated && !has_left && !ends.iter().any(|end| end.is_end_of(held, rules)) {
                found.push(held);
            }
        }
    }
    found
}

/// Whether the hold ended because the container left the terminal that listed it or, for any other source, was picked up.
pub(super) fn ends_by_leaving(source: &SourceReadings<'_>, held: &StatedHold<'_>, rules: &ReadingRules<'_>) -> bool {
    let is_of_terminal =
        source.place != SourcePlace::Anywhere && matches!(held.fact.statement, Statement::TerminalStatus(_));
    match is_of_terminal {
        true => rules.has_left(source.place, held.at, None),
        false => rules.is_picked_up(None),
    }
}
