//! Decides to which containers an event of a vessel applies.
//!
//! Sources report arrivals and departures of vessels for the whole shipment, but its containers may travel on several vessels.

use chrono::TimeDelta;

use super::current_event::CurrentEvent;
use super::ledger::Ledger;
use crate::tracking::moment::{certainly_before, sort_instant};
use crate::tracking::{Certainty, Motion, Movement, Vessel};

/// The arrival of a vessel may be reported with a time up to this long after the discharge, because sources measure both
/// independently.
const ONE_CALL: TimeDelta = TimeDelta::hours(24);

/// The events that apply to a container; with `None`, the events of the whole shipment.
pub(super) fn events_of<'a>(container: Option<&str>, ledger: &Ledger<'a>) -> Vec<CurrentEvent<'a>> {
    let of_shipment = ledger.events_about(None);
    let Some(number) = container else { return of_shipment.to_vec() };
    let scope = EventScope::of(number, ledger);
    scope.own.iter().chain(of_shipment.iter().filter(|event| scope.includes(event))).copied().collect()
}

/// The events of the whole shipment that apply to one container.
pub(super) struct EventScope<'l, 'a> {
    ledger: &'l Ledger<'a>,
    own: &'l [CurrentEvent<'a>],
    /// The departure of the vessel that took the container further, if no load on it was reported.
    departed_with: Option<CurrentEvent<'a>>,
}

impl<'l, 'a> EventScope<'l, 'a> {
    pub(super) fn of(container: &str, ledger: &'l Ledger<'a>) -> Self {
        let own = ledger.events_about(Some(container));
        EventScope { ledger, own, departed_with: departed_with(own, ledger) }
    }

    /// Whether an event of the whole shipment applies to the container.
    ///
    /// An actual event of a vessel applies if a load or discharge of the container names this vessel or no vessel, or if the vessel
    /// took the container further without a reported load. If no load or discharge of the container is known, it applies if the
    /// source reports no loads at all and expects no other vessel to take the container from that port. It applies neither before the
    /// vessel took the container at another port nor after it discharged the container. An expected event applies unless another vessel
    /// brings the container to that port or takes it from there.
    pub(super) fn includes(&self, event: &CurrentEvent<'_>) -> bool {
        vessel_of(event)
            .is_none_or(|vessel| !was_discharged_from(event, self.own, vessel) && self.may_travel_on(vessel, event))
    }

    /// Like [`includes`](Self::includes), but an estimate for a time after the vessel discharged the container also applies: it was about
    /// the container when it was made.
    #[cfg(feature = "embedded")]
    pub(super) fn concerns(&self, event: &CurrentEvent<'_>) -> bool {
        let was_discharged = |vessel: &Vessel| !event.is_expected() && was_discharged_from(event, self.own, vessel);
        vessel_of(event).is_none_or(|vessel| !was_discharged(vessel) && self.may_travel_on(vessel, event))
    }

    fn may_travel_on(&self, vessel: &Vessel, event: &CurrentEvent<'_>) -> bool {
        match event.certainty {
            Certainty::Actual => self.is_aboard(vessel, event),
            Certainty::Estimated | Certainty::Planned => !self.travels_on_another_vessel(vessel, event),
        }
    }

    fn is_aboard(&self, vessel: &Vessel, event: &CurrentEvent<'_>) -> bool {
        let mut handled = self.own.iter().filter(|own| own.event.is_vessel_handling()).peekable();
        if handled.peek().is_none() {
            return !self.ledger.reports_loads(&event.fact.source) && !self.travels_on_another_vessel(vessel, event);
        }
        let took_container = |left: &CurrentEvent<'_>| may_be_on(left, vessel) && !is_before(event, left);
        let on_it = handled.filter(|own| own.vessel.is_none_or(|on| on.may_be(vessel)));
        let first = on_it.min_by_key(|own| own.at.and_then(sort_instant));
        first.is_some_and(|first| !is_loaded_later(first, event))
            || self.departed_with.as_ref().is_some_and(took_container)
    }

    fn travels_on_another_vessel(&self, vessel: &Vessel, event: &CurrentEvent<'_>) -> bool {
        let comes = event.event.motion.comes_by_vessel();
        let is_same_direction = |own: &&CurrentEvent<'_>| {
            let moves = |motion: &Motion| if comes { motion.comes_by_vessel() } else { leaves_by_vessel(motion) };
            moves(&own.event.motion) && is_at_one_place(own, event)
        };
        let mut movements_at_place = self.own.iter().filter(is_same_direction).peekable();
        let is_this_vessel_too = !comes && movements_at_place.clone().any(|own| may_be_on(own, vessel));
        !is_this_vessel_too && movements_at_place.any(|own| names_another(own, vessel))
            || comes && self.comes_with_another_vessel(vessel, event)
    }

    /// Whether the container is only loaded on another vessel, which comes to that port, too.
    fn comes_with_another_vessel(&self, vessel: &Vessel, event: &CurrentEvent<'_>) -> bool {
        let mut loads = self.own.iter().filter(|own| own.event.motion.is_vessel(&Movement::Loaded));
        if !loads.clone().all(|load| names_another(load, vessel)) {
            return false;
        }
        let brings_it = |load: &CurrentEvent<'_>, other: &CurrentEvent<'_>| {
            let is_on_it =
                load.vessel.is_some_and(|on| may_be_on(other, on) && !was_discharged_from(other, self.own, on));
            is_on_it && is_at_one_place(other, event) && !is_before(other, load)
        };
        let arrivals = self.ledger.events_about(None).iter().filter(|other| other.event.motion.comes_by_vessel());
        loads.any(|load| arrivals.clone().any(|other| brings_it(load, other)))
    }
}

/// Whether the container was loaded at another place after the event.
fn is_loaded_later(own: &CurrentEvent<'_>, event: &CurrentEvent<'_>) -> bool {
    own.event.motion.movement == Movement::Loaded && !is_at_one_place(own, event) && is_before(event, own)
}

fn vessel_of<'e>(event: &CurrentEvent<'e>) -> Option<&'e Vessel> {
    event.vessel.filter(|_| event.event.motion.is_by_vessel())
}

/// The departure of another vessel from the place that the container came to, if only one vessel left there and nothing was loaded
/// on it.
fn departed_with<'a>(own: &[CurrentEvent<'a>], ledger: &Ledger<'a>) -> Option<CurrentEvent<'a>> {
    let handled = own.iter().filter(|own| own.event.is_vessel_handling());
    let last = handled.max_by_key(|own| own.at.and_then(sort_instant))?;
    let last_arrivals = came_to(last, own, ledger);
    let is_planned = |left: &CurrentEvent<'_>, by: &Vessel| {
        let leaves_there = |own: &&CurrentEvent<'_>| leaves_by_vessel(&own.event.motion) && is_at_one_place(own, left);
        own.iter().filter(leaves_there).all(|own| !names_another(own, by))
    };
    let takes_it = |left: &&CurrentEvent<'a>| {
        let Some(vessel) = left.vessel.filter(|_| is_actual(left, &Movement::Departed)) else {
            return false;
        };
        names_another(last, vessel)
            && last_arrivals.iter().any(|arrival| is_at_one_place(arrival, left) && !is_before(left, arrival))
            && is_planned(left, vessel)
            && !ledger.is_loaded_on(vessel)
    };
    let mut leaving = ledger.events_about(None).iter().filter(takes_it);
    let first = leaving.next()?;
    let by_it = |left: &CurrentEvent<'_>| first.vessel.is_some_and(|vessel| may_be_on(left, vessel));
    leaving.all(by_it).then_some(*first)
}

/// The last discharge or, after a load, the arrivals of its vessel.
fn came_to<'a>(last: &CurrentEvent<'a>, own: &[CurrentEvent<'a>], ledger: &Ledger<'a>) -> Vec<CurrentEvent<'a>> {
    let Some(vessel) = last.vessel else { return Vec::new() };
    if last.event.motion.movement == Movement::Discharged {
        return vec![*last];
    }
    let arrives = |event: &&CurrentEvent<'_>| {
        is_actual(event, &Movement::Arrived) && may_be_on(event, vessel) && is_before(last, event)
    };
    own.iter().chain(ledger.events_about(None)).filter(arrives).copied().collect()
}

fn was_discharged_from(event: &CurrentEvent<'_>, own: &[CurrentEvent<'_>], vessel: &Vessel) -> bool {
    let on_it = own.iter().filter(|own| own.event.is_vessel_handling() && may_be_on(own, vessel));
    let last = on_it.filter(|own| !is_before(event, own)).max_by_key(|own| own.at.and_then(sort_instant));
    last.is_some_and(|last| {
        last.event.motion.movement == Movement::Discharged && is_before(last, event) && !is_of_its_call(event, last)
    })
}

fn is_of_its_call(event: &CurrentEvent<'_>, discharge: &CurrentEvent<'_>) -> bool {
    let arrives = is_actual(event, &Movement::Arrived) || is_actual(event, &Movement::Berthed);
    let when = |event: &CurrentEvent<'_>| event.at.and_then(sort_instant);
    let is_soon = matches!((when(discharge), when(event)), (Some(off), Some(came)) if came - off <= ONE_CALL);
    arrives && is_at_one_place(event, discharge) && is_soon
}

fn is_actual(event: &CurrentEvent<'_>, movement: &Movement) -> bool {
    event.certainty == Certainty::Actual && event.event.motion.is_vessel(movement)
}

fn leaves_by_vessel(motion: &Motion) -> bool {
    motion.is_vessel(&Movement::Loaded) || motion.is_vessel(&Movement::Departed)
}

fn is_at_one_place(one: &CurrentEvent<'_>, other: &CurrentEvent<'_>) -> bool {
    one.event.place.port_or_name() == other.event.place.port_or_name()
}

fn is_before(one: &CurrentEvent<'_>, other: &CurrentEvent<'_>) -> bool {
    matches!((one.at, other.at), (Some(at), Some(then)) if certainly_before(at, then, is_at_one_place(one, other)))
}

fn may_be_on(own: &CurrentEvent<'_>, vessel: &Vessel) -> bool {
    own.vessel.is_some_and(|on| on.may_be(vessel))
}

fn names_another(own: &CurrentEvent<'_>, vessel: &Vessel) -> bool {
    Vessel::differ(own.vessel, Some(vessel))
}
