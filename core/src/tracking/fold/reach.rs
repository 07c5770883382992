//! Which containers a vessel's events apply to: sources report them for the shipment, whose containers may travel on
//! several vessels.

use chrono::TimeDelta;

use super::ledger::{HeldEvent, Ledger};
use crate::tracking::moment::{certainly_before, sort_instant};
use crate::tracking::{Certainty, Motion, Movement, Vessel};

/// A vessel's arrival may be reported up to this long after the discharge: sources note them independently.
const ONE_CALL: TimeDelta = TimeDelta::hours(24);

/// `None` for the events of the whole shipment.
pub(super) fn events_of<'a>(container: Option<&str>, ledger: &Ledger<'a>) -> Vec<HeldEvent<'a>> {
    let of_all = ledger.stated_of(None);
    let Some(number) = container else { return of_all.to_vec() };
    let reach = Reach::of(number, ledger);
    reach.own.iter().chain(of_all.iter().filter(|held| reach.has(held))).copied().collect()
}

pub(super) struct Reach<'l, 'a> {
    ledger: &'l Ledger<'a>,
    own: &'l [HeldEvent<'a>],
    went_on: Option<HeldEvent<'a>>,
}

impl<'l, 'a> Reach<'l, 'a> {
    pub(super) fn of(container: &str, ledger: &'l Ledger<'a>) -> Self {
        let own = ledger.stated_of(Some(container));
        Reach { ledger, own, went_on: went_on(own, ledger) }
    }

    /// What a vessel did applies to containers whose load or discharge names it, or no vessel, until it discharged
    /// them; to all if the source reports no loads; and to those it took on where they had come to, without a reported
    /// load. Expected events apply to all but the containers that another named vessel brings to that port or takes
    /// from it.
    pub(super) fn has(&self, held: &HeldEvent<'_>) -> bool {
        let Some(vessel) = held.event.vessel.as_ref().filter(|_| held.event.motion.is_by_vessel()) else { return true };
        if has_left(held, self.own, vessel) {
            return false;
        }
        match held.event.certainty {
            Certainty::Actual => self.is_on(vessel, held),
            Certainty::Estimated | Certainty::Planned => !self.goes_by_another(vessel, held),
        }
    }

    fn is_on(&self, vessel: &Vessel, held: &HeldEvent<'_>) -> bool {
        let mut handled = self.own.iter().filter(|own| own.event.is_vessel_handling()).peekable();
        if handled.peek().is_none() {
            return !self.ledger.reports_loads(&held.fact.source);
        }
        let took_it_on = |left: &HeldEvent<'_>| may_be_on(left, vessel) && !is_before(held, left);
        handled.any(|own| own.event.vessel.as_ref().is_none_or(|on| on.may_be(vessel)))
            || self.went_on.as_ref().is_some_and(took_it_on)
    }

    fn goes_by_another(&self, vessel: &Vessel, held: &HeldEvent<'_>) -> bool {
        let comes = held.event.motion.comes_by_vessel();
        let likewise = |own: &&HeldEvent<'_>| {
            let moves = |motion: &Motion| if comes { motion.comes_by_vessel() } else { leaves_by_vessel(motion) };
            moves(&own.event.motion) && is_at_one_place(own, held)
        };
        let mut there = self.own.iter().filter(likewise).peekable();
        let is_this_too = !comes && there.clone().any(|own| may_be_on(own, vessel));
        !is_this_too && there.any(|own| names_another(own, vessel))
    }
}

fn went_on<'a>(own: &[HeldEvent<'a>], ledger: &Ledger<'a>) -> Option<HeldEvent<'a>> {
    let handled = own.iter().filter(|own| own.event.is_vessel_handling());
    let last = handled.max_by_key(|own| own.event.at.as_ref().and_then(sort_instant))?;
    let came = came_to(last, own, ledger);
    let is_planned = |left: &HeldEvent<'_>, by: &Vessel| {
        let leaves_there = |own: &&HeldEvent<'_>| leaves_by_vessel(&own.event.motion) && is_at_one_place(own, left);
        own.iter().filter(leaves_there).all(|own| !names_another(own, by))
    };
    let takes_it = |left: &&HeldEvent<'a>| {
        let Some(vessel) = left.event.vessel.as_ref().filter(|_| is_actual(left, &Movement::Departed)) else {
            return false;
        };
        names_another(last, vessel)
            && came.iter().any(|came| is_at_one_place(came, left) && !is_before(left, came))
            && is_planned(left, vessel)
            && !ledger.is_loaded_on(vessel)
    };
    let mut leaving = ledger.stated_of(None).iter().filter(takes_it);
    let first = leaving.next()?;
    let by_it = |left: &HeldEvent<'_>| first.event.vessel.as_ref().is_some_and(|vessel| may_be_on(left, vessel));
    leaving.all(by_it).then_some(*first)
}

/// The last discharge, or where the vessel of the last load arrived.
fn came_to<'a>(last: &HeldEvent<'a>, own: &[HeldEvent<'a>], ledger: &Ledger<'a>) -> Vec<HeldEvent<'a>> {
    let Some(vessel) = &last.event.vessel else { return Vec::new() };
    if last.event.motion.movement == Movement::Discharged {
        return vec![*last];
    }
    let arrives =
        |held: &&HeldEvent<'_>| is_actual(held, &Movement::Arrived) && may_be_on(held, vessel) && is_before(last, held);
    own.iter().chain(ledger.stated_of(None)).filter(arrives).copied().collect()
}

fn has_left(held: &HeldEvent<'_>, own: &[HeldEvent<'_>], vessel: &Vessel) -> bool {
    let on_it = own.iter().filter(|own| own.event.is_vessel_handling() && may_be_on(own, vessel));
    let last = on_it.filter(|own| !is_before(held, own)).max_by_key(|own| own.event.at.as_ref().and_then(sort_instant));
    last.is_some_and(|last| {
        last.event.motion.movement == Movement::Discharged && is_before(last, held) && !is_of_its_call(held, last)
    })
}

fn is_of_its_call(held: &HeldEvent<'_>, discharge: &HeldEvent<'_>) -> bool {
    let arrives = is_actual(held, &Movement::Arrived) || is_actual(held, &Movement::Berthed);
    let when = |held: &HeldEvent<'_>| held.event.at.as_ref().and_then(sort_instant);
    let is_soon = matches!((when(discharge), when(held)), (Some(off), Some(came)) if came - off <= ONE_CALL);
    arrives && is_at_one_place(held, discharge) && is_soon
}

fn is_actual(held: &HeldEvent<'_>, movement: &Movement) -> bool {
    held.event.certainty == Certainty::Actual && held.event.motion.is_vessel(movement)
}

fn leaves_by_vessel(motion: &Motion) -> bool {
    motion.is_vessel(&Movement::Loaded) || motion.is_vessel(&Movement::Departed)
}

fn is_at_one_place(one: &HeldEvent<'_>, other: &HeldEvent<'_>) -> bool {
    one.event.place.code_or_name() == other.event.place.code_or_name()
}

fn is_before(one: &HeldEvent<'_>, other: &HeldEvent<'_>) -> bool {
    matches!((&one.event.at, &other.event.at), (Some(at), Some(then)) if certainly_before(at, then, is_at_one_place(one, other)))
}

fn may_be_on(own: &HeldEvent<'_>, vessel: &Vessel) -> bool {
    own.event.vessel.as_ref().is_some_and(|on| on.may_be(vessel))
}

fn names_another(own: &HeldEvent<'_>, vessel: &Vessel) -> bool {
    own.event.vessel.as_ref().is_some_and(|on| !on.may_be(vessel))
}
