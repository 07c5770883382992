//! Namesakes: several vessels with one name. Decides which of them an event means that has the name, but no IMO number.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashSet;

use super::current_event::CurrentEvent;
use crate::tracking::{Vessel, capitals};

/// Sets the vessel of each event that has only a name, if several vessels with IMO numbers have this name. The vessel is the one on the same
/// voyage, otherwise the one that calls at the same port. If none or several fit, the event keeps only the name.
pub(super) fn choose(events: &mut [CurrentEvent<'_>]) {
    let Some(namesakes) = Namesakes::of(events) else { return };
    for event in events {
        event.vessel = namesakes.choose(event).or(event.vessel);
    }
}

/// Vessels with IMO numbers that share a name with another one.
#[derive(Default)]
struct Namesakes<'a> {
    by_name: BTreeMap<String, Vec<&'a Vessel>>,
    /// IMO number and voyage.
    voyages: BTreeSet<(String, String)>,
    /// IMO number, port, and whether the vessel brings the container there.
    calls: BTreeSet<(String, String, bool)>,
}

impl<'a> Namesakes<'a> {
    fn of(events: &[CurrentEvent<'a>]) -> Option<Self> {
        let with_imo = || events.iter().filter_map(|event| event.vessel.filter(|vessel| vessel.imo.is_some()));
        let distinct: HashSet<&Vessel> = with_imo().collect();
        if distinct.len() < 2 {
            return None;
        }
        let mut distinct: Vec<&Vessel> = distinct.into_iter().collect();
        distinct.sort_by_key(|vessel| (&vessel.imo, &vessel.name));
        let mut by_name: BTreeMap<String, Vec<&Vessel>> = BTreeMap::new();
        for vessel in distinct.into_iter().filter(|vessel| vessel.imo_number().is_some()) {
            let with_name = by_name.entry(vessel.compared_name()).or_default();
            if with_name.iter().all(|known| known.imo_number() != vessel.imo_number()) {
                with_name.push(vessel);
            }
        }
        by_name.retain(|name, vessels| !name.is_empty() && vessels.len() > 1);
        if by_name.is_empty() {
            return None;
        }
        let mut namesakes = Namesakes { by_name, ..Namesakes::default() };
        for event in events {
            let Some(imo) = event.vessel.and_then(Vessel::imo_number) else { continue };
            namesakes.voyages.extend(voyage_of(event).map(|voyage| (imo.to_string(), voyage)));
            namesakes.calls.extend(port_of(event).map(|(port, comes)| (imo.to_string(), port, comes)));
        }
        Some(namesakes)
    }

    /// Returns the vessel that the event means; `None` if its name is not ambiguous or does not fit exactly one vessel.
    fn choose(&self, event: &CurrentEvent<'a>) -> Option<&'a Vessel> {
        let named = event.vessel.filter(|vessel| vessel.imo_number().is_none())?;
        let candidates = self.by_name.get(&named.compared_name())?;
        let only = |fits: &dyn Fn(String) -> bool| {
            let mut fitting =
                candidates.iter().filter(|vessel| vessel.imo_number().is_some_and(|imo| fits(imo.into_owned())));
            let first = fitting.next().copied();
            if fitting.next().is_none() { first } else { None }
        };
        let (voyage, port) = (voyage_of(event), port_of(event));
        let is_on_voyage = |imo| voyage.clone().is_some_and(|voyage| self.voyages.contains(&(imo, voyage)));
        let is_of_call = |imo| port.clone().is_some_and(|(port, comes)| self.calls.contains(&(imo, port, comes)));
        only(&is_on_voyage).or_else(|| only(&is_of_call))
    }
}

fn voyage_of(event: &CurrentEvent<'_>) -> Option<String> {
    let voyage = capitals(event.event.voyage.as_deref()?.trim()).into_owned();
    (!voyage.is_empty()).then_some(voyage)
}

/// The port of a call, and whether the vessel brings the container there.
fn port_of(event: &CurrentEvent<'_>) -> Option<(String, bool)> {
    let port = event.event.place.port_or_name();
    let is_call = event.event.motion.moves_by_vessel() && !port.is_empty();
    is_call.then(|| (port.into_owned(), event.event.motion.comes_by_vessel()))
}
