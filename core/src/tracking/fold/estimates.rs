//! What is still expected of a container: of one movement at one place the estimate that counts.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::happening::{Happening, in_order, kind};
use super::ledger::HeldEvent;
use super::picture::FoldPolicy;
use super::places::Places;
use crate::tracking::{Certainty, Mode, Movement};

/// The estimate that counts of each movement at each place; beside them, those that life has overtaken.
pub(super) fn still_expected<'a>(
    told: impl Iterator<Item = HeldEvent<'a>>,
    actual: &[Happening<'_>],
    places: &Places,
    policy: &FoldPolicy,
) -> (Vec<Happening<'a>>, Vec<Happening<'a>>) {
    let last = actual.iter().rfind(|happening| happening.at.is_some());
    let happened = Happened::of(actual);
    let (mut expected, mut overtaken): (BTreeMap<_, Happening<'_>>, Vec<Happening<'_>>) = (BTreeMap::new(), Vec::new());
    for told in told {
        let estimate =
            Happening { preference: policy.preference(&told.fact.source.kind), ..Happening::of(told, places) };
        let stale = last.is_some_and(|last| estimate.is_certainly_before(last));
        if stale || happened.settles(&estimate) {
            overtaken.push(estimate);
            continue;
        }
        let motion = &told.event.motion;
        let key = (kind(motion), motion.mode.as_ref().map(Mode::as_str), estimate.place_id.clone());
        match expected.entry(key) {
            Entry::Occupied(mut known) if estimate.is_better_than(known.get()) => *known.get_mut() = estimate,
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(estimate);
            }
        }
    }
    (in_order(expected.into_values().collect()), in_order(overtaken))
}

/// What happened, by where it did.
struct Happened<'t> {
    at: BTreeMap<&'t str, Vec<&'t Happening<'t>>>,
    all: &'t [Happening<'t>],
}

impl<'t> Happened<'t> {
    fn of(all: &'t [Happening<'t>]) -> Self {
        let mut at: BTreeMap<&str, Vec<&Happening<'_>>> = BTreeMap::new();
        all.iter().for_each(|happening| at.entry(&happening.place_id).or_default().push(happening));
        Happened { at, all }
    }

    /// Whether nothing is left to expect of the estimate.
    fn settles(&self, estimate: &Happening<'_>) -> bool {
        if estimate.place_id.is_empty() {
            return self.all.iter().any(|happened| settles(happened, estimate));
        }
        let mut there = [&*estimate.place_id, ""].into_iter().filter_map(|place| self.at.get(place)).flatten();
        there.any(|happened| settles(happened, estimate))
    }
}

impl Happening<'_> {
    /// An estimate beats a schedule, who is preferred beats who is not, and newer words beat older ones.
    pub(super) fn is_better_than(&self, other: &Happening<'_>) -> bool {
        let rank = |happening: &Happening<'_>| {
            let estimated = happening.certainty == Certainty::Estimated;
            let Happening { preference, moment, telling, .. } = happening;
            (estimated, *preference, telling.fact.received_at, *moment, telling.source.to_string())
        };
        rank(self) > rank(other)
    }
}

/// Whether what happened there leaves nothing to expect of the estimate: it is the event itself, or one that only follows it.
fn settles(happened: &Happening<'_>, expected: &Happening<'_>) -> bool {
    use Movement::{Arrived, Berthed, Discharged, Dropped, GateIn, GateOut, PickedUp};
    let by_one = happened.motion.may_share_mode(&expected.motion);
    let left = happened.is_laden() && matches!(happened.motion.movement, GateOut | PickedUp | Dropped);
    let follows = match (&expected.motion.movement, &happened.motion.movement) {
        (Arrived, Berthed | Discharged) | (Berthed, Discharged) => by_one || left,
        (GateIn, Discharged) => by_one && expected.motion.mode == Some(Mode::Rail),
        (Arrived, _) => left && !expected.is_vessel(&Arrived),
        (Discharged, _) => left,
        _ => false,
    };
    let is_it = kind(&happened.motion) == kind(&expected.motion) && by_one;
    is_it || follows
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use crate::resources::{DataSource, Timestamp};
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, fold};

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn expects(source: DataSource, arrival: u32, said_on: u32) -> Fact {
        let event = Event::estimated(Milestone::VesselArrived, day(arrival)).at_place("USLAX");
        Fact::event("MSKU0308961", event).said_by(source).received(day(said_on))
    }

    /// Who expects the arrival, and when.
    fn holds(facts: &[Fact], policy: &FoldPolicy) -> (Option<DataSource>, Option<Timestamp>) {
        let picture = fold(facts, day(5), policy);
        let event = &picture.containers[0].events[0].event;
        assert_eq!((&picture.pod_eta_source, &picture.shipment.pod_eta_at), (&event.data_source, &event.timestamp));
        (event.data_source.clone(), event.timestamp.clone())
    }

    #[test]
    fn the_last_words_hold_and_of_preferred_sources_those_of_the_one_that_counts_most() {
        use DataSource::{Ais, ShippingLine, Terminal};
        let facts = [expects(ShippingLine, 20, 1), expects(Terminal, 21, 2), expects(Ais, 22, 3)];
        let preferred = |of_line, of_ais| FoldPolicy {
            estimates_of_shipping_line: of_line,
            estimates_of_ais: of_ais,
            ..FoldPolicy::default()
        };
        let at = |source, on| (Some(source), Some(day(on).into()));
        assert_eq!(holds(&facts, &FoldPolicy::default()), at(Ais, 22));
        assert_eq!(holds(&facts, &preferred(3, 1)), at(ShippingLine, 20));
        assert_eq!(holds(&facts, &preferred(3, 2)), at(ShippingLine, 20));
        assert_eq!(holds(&facts, &preferred(2, 3)), at(Ais, 22));
        assert_eq!(
            holds(&facts[1..], &preferred(3, 1)),
            at(Ais, 22),
            "where the preferred one has none, the others hold"
        );
    }
}
