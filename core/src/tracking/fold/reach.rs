//! Which containers the events of a vessel reach: sources tell them of the shipment, and its containers may go by several
//! vessels.

use super::ledger::{HeldEvent, Ledger};
use crate::tracking::moment::{certainly_before, moment};
use crate::tracking::{Certainty, Movement, Vessel};

/// The events of a container: its own, and those of the whole shipment that reach it. Of nobody in particular, the latter.
pub(super) fn events_of<'a>(container: Option<&str>, ledger: &Ledger<'a>) -> Vec<HeldEvent<'a>> {
    let own = container.map(|container| ledger.stated_of(Some(container))).unwrap_or_default();
    let reaches = |told: &&HeldEvent<'a>| container.is_none_or(|number| reaches(told, number, ledger));
    own.iter().chain(ledger.stated_of(None).iter().filter(reaches)).copied().collect()
}

/// Whether an event that is told of all containers is one of this container.
///
/// What a vessel did reaches the containers whose own load or discharge names it, or no vessel, until it put them off; all of them
/// where the source told of no load. What is expected of it reaches all but those that another named vessel takes to that port.
pub(super) fn reaches(told: &HeldEvent<'_>, container: &str, ledger: &Ledger<'_>) -> bool {
    let Some(vessel) = told.event.vessel.as_ref().filter(|_| told.event.motion.is_by_vessel()) else { return true };
    let own = ledger.stated_of(Some(container));
    match told.event.certainty {
        Certainty::Actual if has_left(told, own, vessel) => false,
        Certainty::Actual => {
            let mut handled = own.iter().filter(|own| own.event.is_vessel_handling()).peekable();
            match handled.peek() {
                Some(_) => handled.any(|own| own.event.vessel.as_ref().is_none_or(|on| on.may_be(vessel))),
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
            !own.iter().any(brought) && !has_left(told, own, vessel)
        }
    }
}

/// Whether the vessel had put the container off by then, and not taken it up again.
fn has_left(told: &HeldEvent<'_>, own: &[HeldEvent<'_>], vessel: &Vessel) -> bool {
    let is_before = |one: &HeldEvent<'_>, other: &HeldEvent<'_>| {
        let at_one_place = one.event.place.code_or_name() == other.event.place.code_or_name();
        matches!((&one.event.at, &other.event.at), (Some(one), Some(other)) if certainly_before(one, other, at_one_place))
    };
    let on_it = own
        .iter()
        .filter(|own| own.event.is_vessel_handling() && own.event.vessel.as_ref().is_some_and(|on| on.may_be(vessel)));
    let last = on_it.filter(|own| !is_before(told, own)).max_by_key(|own| own.event.at.as_ref().and_then(moment));
    last.is_some_and(|last| last.event.motion.movement == Movement::Discharged && is_before(last, told))
}

fn names_another(own: &HeldEvent<'_>, vessel: &Vessel) -> bool {
    own.event.vessel.as_ref().is_some_and(|on| !on.may_be(vessel))
}
