//! Finds IMO numbers that a source uses for several vessels. Then the names of the vessels decide.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use foldhash::HashSet;

use super::current_event::CurrentEvent;
use crate::tracking::moment::sort_instant;
use crate::tracking::{Certainty, Movement, Vessel};

/// Marks the events whose IMO number does not count: unrelated names use it, and a container was discharged and loaded between the events of the two
/// names. One vessel may have several names, such as `ALPHA` and `CMA CGM ALPHA`.
pub(super) fn ignore_shared(events: &mut [CurrentEvent<'_>]) {
    let shared: BTreeSet<String> = names_by_imo(events)
        .into_iter()
        .filter(|(imo, names)| has_unrelated(names) && changes_vessel(events, imo, names))
        .map(|(imo, _)| imo)
        .collect();
    if shared.is_empty() {
        return;
    }
    for event in events {
        event.ignores_imo = imo_of(event).is_some_and(|imo| shared.contains(&imo));
    }
}

fn imo_of(event: &CurrentEvent<'_>) -> Option<String> {
    event.vessel.and_then(Vessel::imo_number).map(|imo| imo.into_owned())
}

/// The compared names of each IMO number that has several.
fn names_by_imo(events: &[CurrentEvent<'_>]) -> BTreeMap<String, BTreeSet<String>> {
    let distinct: HashSet<&Vessel> = events.iter().filter_map(|event| event.vessel).collect();
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for vessel in distinct {
        let Some(imo) = vessel.imo_number() else { continue };
        let name = vessel.compared_name();
        if !name.is_empty() {
            names.entry(imo.into_owned()).or_default().insert(name);
        }
    }
    names.retain(|_, names| names.len() > 1);
    names
}

fn are_unrelated(one: &str, other: &str) -> bool {
    !one.contains(other) && !other.contains(one)
}

fn has_unrelated(names: &BTreeSet<String>) -> bool {
    names.iter().any(|one| names.iter().any(|other| are_unrelated(one, other)))
}

/// Whether a container was discharged and loaded between an event of one of the names and a later one of an unrelated name.
fn changes_vessel(events: &[CurrentEvent<'_>], imo: &str, names: &BTreeSet<String>) -> bool {
    let at = |event: &CurrentEvent<'_>| event.at.and_then(sort_instant);
    let of_name = |name: &str| -> Vec<DateTime<Utc>> {
        let is_its = |event: &&CurrentEvent<'_>| {
            imo_of(event).is_some_and(|own| own == imo)
                && event.vessel.is_some_and(|vessel| vessel.compared_name() == name)
        };
        events.iter().filter(is_its).filter_map(at).collect()
    };
    let times: Vec<(&String, Vec<DateTime<Utc>>)> = names.iter().map(|name| (name, of_name(name))).collect();
    let containers: BTreeSet<&str> = events.iter().filter_map(|event| event.fact.container.as_deref()).collect();
    let handled = |container: &str, movement: Movement| -> Vec<DateTime<Utc>> {
        let is_it = |event: &&CurrentEvent<'_>| {
            event.certainty == Certainty::Actual
                && event.event.motion.is_vessel(&movement)
                && event.fact.container.as_deref() == Some(container)
        };
        events.iter().filter(is_it).filter_map(at).collect()
    };
    containers.into_iter().any(|container| {
        let (discharges, loads) = (handled(container, Movement::Discharged), handled(container, Movement::Loaded));
        let changes = |from: DateTime<Utc>, to: DateTime<Utc>| {
            discharges.iter().any(|off| from <= *off && loads.iter().any(|on| off <= on && *on <= to))
        };
        times.iter().any(|(one, before)| {
            let mut later = times.iter().filter(|(other, _)| are_unrelated(one, other)).flat_map(|(_, after)| after);
            before.iter().min().is_some_and(|from| later.any(|to| changes(*from, *to)))
        })
    })
}
