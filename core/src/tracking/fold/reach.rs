//! Which containers the events of a vessel reach: sources tell them of the shipment, and its containers may go by several
//! vessels.

use super::ledger::{HeldEvent, Ledger};
use crate::tracking::{Certainty, Vessel};

/// The events of a container: its own, and those of the whole shipment that reach it. Of nobody in particular, the latter.
pub(super) fn events_of<'a>(container: Option<&str>, ledger: &Ledger<'a>) -> Vec<HeldEvent<'a>> {
    let own = container.map(|container| ledger.stated_of(Some(container))).unwrap_or_default();
    let reaches = |told: &&HeldEvent<'a>| container.is_none_or(|number| reaches(told, number, ledger));
    own.iter().chain(ledger.stated_of(None).iter().filter(reaches)).copied().collect()
}

/// Whether an event that is told of all containers is one of this container.
///
/// What a vessel did reaches the containers whose own load or discharge names it, or no vessel; all of them where the
/// source told of no load. What is expected of it reaches all but those that another named vessel takes to that port.
pub(super) fn reaches(told: &HeldEvent<'_>, container: &str, ledger: &Ledger<'_>) -> bool {
    let Some(vessel) = told.event.vessel.as_ref().filter(|_| told.event.motion.is_by_vessel()) else { return true };
    let own = ledger.stated_of(Some(container));
    match told.event.certainty {
        Certainty::Actual => {
            let mut handled = own.iter().filter(|own| own.event.is_vessel_handling()).peekable();
            match handled.peek() {
                Some(_) => handled.any(|own| own.event.vessel.as_ref().is_none_or(|on| is_same(on, vessel))),
                None => !ledger.tells_of_loads(&told.fact.source),
            }
        }
        Certainty::Estimated | Certainty::Planned => {
            let there = told.event.place.code_or_name();
            let brought = |own: &HeldEvent<'_>| {
                own.event.motion.comes_by_vessel()
                    && own.event.place.code_or_name() == there
                    && names_another(own, vessel)
            };
            !own.iter().any(brought)
        }
    }
}

fn names_another(own: &HeldEvent<'_>, vessel: &Vessel) -> bool {
    own.event.vessel.as_ref().is_some_and(|on| !is_same(on, vessel))
}

/// Whether both may be one vessel: by their numbers where both have one, else by their names.
fn is_same(a: &Vessel, b: &Vessel) -> bool {
    match (&a.imo, &b.imo) {
        (Some(a), Some(b)) => a == b,
        _ => match (&a.name, &b.name) {
            (Some(a), Some(b)) => a.trim().eq_ignore_ascii_case(b.trim()),
            _ => true,
        },
    }
}
