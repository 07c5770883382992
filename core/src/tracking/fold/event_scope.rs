//! Decides to which containers an event of a vessel applies.
//!
//! Sources report arrivals and departures of vessels for the whole shipment, but its containers may travel on several vessels.

use std::borrow::Cow;
use std::cell::OnceCell;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashSet;

use super::current_event::CurrentEvent;
use super::ledger::Ledger;
use crate::resources::DataSource;
use crate::tracking::moment::{certainly_before, sort_instant};
use crate::tracking::{Certainty, ComparedVessel, Motion, Movement};

/// The arrival of a vessel may be reported with a time up to this long after the discharge, because sources measure both
/// independently.
const ONE_CALL: TimeDelta = TimeDelta::hours(24);

/// The events that apply to a container; with `None`, the events of the whole shipment. Also returns the expected arrivals of the whole shipment that
/// do not apply only because their vessel had discharged the container before. AIS is left out: it knows the vessel, and not its containers.
pub(super) fn events_of<'a>(
    container: Option<&str>,
    ledger: &Ledger<'a>,
) -> (Vec<CurrentEvent<'a>>, Vec<CurrentEvent<'a>>) {
    let of_shipment = ledger.events_about(None);
    let Some(number) = container else { return (of_shipment.to_vec(), Vec::new()) };
    if of_shipment.is_empty() {
        return (ledger.events_about(container).to_vec(), Vec::new());
    }
    let scope = EventScope::of(number, ledger);
    let (included, mut others): (Vec<CurrentEvent<'_>>, Vec<CurrentEvent<'_>>) =
        of_shipment.iter().copied().partition(|event| scope.includes(event));
    others.retain(|event| {
        let comes = event.is_expected() && event.event.motion.comes_by_vessel();
        comes && event.fact.source != DataSource::Ais && scope.concerns(event)
    });
    (scope.own.iter().copied().chain(included).collect(), others)
}

/// The events of the whole shipment that apply to one container.
pub(super) struct EventScope<'l, 'a> {
    ledger: &'l Ledger<'a>,
    own: &'l [CurrentEvent<'a>],
    /// Its loads, discharges, arrivals and departures by vessel, prepared for comparisons with the events of the whole shipment.
    by_vessel: Vec<Compared<'a>>,
    /// Its loads and discharges, in order of time.
    handled: Vec<Compared<'a>>,
    /// The departure of the vessel that took the container further, if no load on it was reported.
    departed_with: Option<Compared<'a>>,
    /// Its stays at a port, from a laden gate-in to the next event, if that is a laden gate-out at the same port.
    stays: Vec<(Compared<'a>, Compared<'a>)>,
    /// The departures of vessels during these stays.
    departed_without: OnceCell<Vec<Compared<'a>>>,
    /// The ports to which vessels come that the container is loaded on.
    comes_to: OnceCell<HashSet<Cow<'a, str>>>,
}

/// An event with values that are compared often.
#[derive(Clone)]
struct Compared<'a> {
    current: CurrentEvent<'a>,
    vessel: ComparedVessel,
    moment: Option<DateTime<Utc>>,
    port: Cow<'a, str>,
}

impl<'a> Compared<'a> {
    fn of(current: &CurrentEvent<'a>) -> Self {
        Compared {
            current: *current,
            vessel: ComparedVessel::of(current.counted_vessel().as_deref()),
            moment: current.at.and_then(sort_instant),
            port: current.event.place.port_or_name(),
        }
    }

    fn motion(&self) -> &'a Motion {
        &self.current.event.motion
    }

    fn is_before(&self, other: &Compared<'_>) -> bool {
        matches!((self.current.at, other.current.at), (Some(at), Some(then)) if certainly_before(at, then, self.port == other.port))
    }

    /// Whether both name a vessel, and it may be the same one.
    fn may_be_on_vessel_of(&self, other: &Compared<'_>) -> bool {
        self.current.vessel.is_some() && other.current.vessel.is_some() && !self.vessel.differs(&other.vessel)
    }
}

impl<'l, 'a> EventScope<'l, 'a> {
    pub(super) fn of(container: &str, ledger: &'l Ledger<'a>) -> Self {
        let own = ledger.events_about(Some(container));
        let moves = |event: &&CurrentEvent<'_>| {
            let motion = &event.event.motion;
            event.event.is_vessel_handling() || motion.moves_by_vessel()
        };
        let by_vessel: Vec<Compared<'_>> = own.iter().filter(moves).map(Compared::of).collect();
        let is_handling = |own: &&Compared<'_>| own.current.event.is_vessel_handling();
        let mut handled: Vec<Compared<'_>> = by_vessel.iter().filter(is_handling).cloned().collect();
        handled.sort_by_key(|own| own.moment);
        let mut scope = EventScope {
            ledger,
            own,
            by_vessel,
            handled,
            departed_with: None,
            stays: stays(own),
            departed_without: OnceCell::new(),
            comes_to: OnceCell::new(),
        };
        scope.departed_with = scope.find_departed_with();
        scope
    }

    /// Whether an event of the whole shipment applies to the container.
    ///
    /// An actual event of a vessel applies if a load or discharge of the container names this vessel or no vessel, or if the vessel
    /// took the container further without a reported load. If no load or discharge of the container is known, it applies if the
    /// source reports no loads at all and expects no other vessel to take the container from that port. It applies neither before the
    /// vessel took the container at another port nor after it discharged the container. An expected event applies unless another vessel
    /// brings the container to that port or takes it from there.
    pub(super) fn includes(&self, event: &CurrentEvent<'a>) -> bool {
        self.applies(event, |event| !self.was_discharged_before(event, &event.vessel))
    }

    /// Like [`includes`](Self::includes), but an estimate for a time after the vessel discharged the container also applies: it was about
    /// the container when it was made.
    pub(super) fn concerns(&self, event: &CurrentEvent<'a>) -> bool {
        self.applies(event, |event| event.current.is_expected() || !self.was_discharged_before(event, &event.vessel))
    }

    fn applies(&self, event: &CurrentEvent<'a>, is_in_time: impl Fn(&Compared<'a>) -> bool) -> bool {
        if event.vessel.is_none() || !event.event.motion.is_by_vessel() {
            return true;
        }
        let event = Compared::of(event);
        is_in_time(&event) && self.may_travel_on_vessel_of(&event)
    }

    fn may_travel_on_vessel_of(&self, event: &Compared<'_>) -> bool {
        match event.current.certainty {
            Certainty::Actual => self.is_aboard(event),
            Certainty::Estimated | Certainty::Planned => !self.travels_on_another_vessel(event),
        }
    }

    fn is_aboard(&self, event: &Compared<'_>) -> bool {
        if self.handled.is_empty() {
            return !self.ledger.reports_loads(&event.current.fact.source)
                && !self.travels_on_another_vessel(event)
                && !self.was_left_behind_by(event);
        }
        let took_container = |left: &Compared<'_>| left.may_be_on_vessel_of(event) && !event.is_before(left);
        let first = self.handled.iter().find(|own| !own.vessel.differs(&event.vessel));
        first.is_some_and(|first| !is_loaded_later(first, event))
            || self.departed_with.as_ref().is_some_and(took_container)
    }

    /// Whether the vessel left the port while the container stayed there.
    fn was_left_behind_by(&self, event: &Compared<'_>) -> bool {
        if self.stays.is_empty() {
            return false;
        }
        let departed_without = self.departed_without.get_or_init(|| self.departures_during_stays());
        departed_without.iter().any(|left| left.may_be_on_vessel_of(event) && !event.is_before(left))
    }

    fn departures_during_stays(&self) -> Vec<Compared<'a>> {
        let of_shipment = || self.ledger.events_about(None).iter();
        let arrives = |event: &&CurrentEvent<'_>| is_actual(event, &Movement::Arrived);
        let arrivals: Vec<Compared<'_>> = of_shipment().filter(arrives).map(Compared::of).collect();
        let is_during = |left: &Compared<'_>, (came_in, went_out): &(Compared<'_>, Compared<'_>)| {
            let is_between = |arrival: &Compared<'_>| left.is_before(arrival) && arrival.is_before(went_out);
            left.port == came_in.port
                && came_in.is_before(left)
                && left.is_before(went_out)
                && !arrivals.iter().any(is_between)
        };
        let departs = |event: &&CurrentEvent<'_>| is_actual(event, &Movement::Departed);
        let departures = of_shipment().filter(departs).map(Compared::of);
        departures.filter(|left| self.stays.iter().any(|stay| is_during(left, stay))).collect()
    }

    fn travels_on_another_vessel(&self, event: &Compared<'_>) -> bool {
        let comes = event.motion().comes_by_vessel();
        let is_same_direction = |own: &&Compared<'_>| {
            let motion = own.motion();
            own.port == event.port && if comes { motion.comes_by_vessel() } else { motion.leaves_by_vessel() }
        };
        let movements_at_place = || self.by_vessel.iter().filter(is_same_direction);
        let is_this_vessel_too = !comes && movements_at_place().any(|own| own.may_be_on_vessel_of(event));
        !is_this_vessel_too && movements_at_place().any(|own| own.vessel.differs(&event.vessel))
            || comes && self.comes_with_another_vessel(event)
    }

    /// Whether the container is only loaded on another vessel, which comes to that port, too.
    fn comes_with_another_vessel(&self, event: &Compared<'_>) -> bool {
        self.loads().all(|load| load.vessel.differs(&event.vessel))
            && self.comes_to.get_or_init(|| self.ports_of_loaded_vessels()).contains(&event.port)
    }

    fn loads(&self) -> impl Iterator<Item = &Compared<'a>> {
        self.by_vessel.iter().filter(|own| own.motion().is_vessel(&Movement::Loaded))
    }

    /// The ports to which vessels come that the container is loaded on.
    fn ports_of_loaded_vessels(&self) -> HashSet<Cow<'a, str>> {
        let brings_it = |load: &Compared<'_>, arrival: &Compared<'_>| {
            load.may_be_on_vessel_of(arrival)
                && !arrival.is_before(load)
                && !self.was_discharged_before(arrival, &load.vessel)
        };
        let comes = |event: &&CurrentEvent<'_>| event.event.motion.comes_by_vessel();
        let arrivals = self.ledger.events_about(None).iter().filter(comes).map(Compared::of);
        arrivals
            .filter(|arrival| self.loads().any(|load| brings_it(load, arrival)))
            .map(|arrival| arrival.port)
            .collect()
    }

    /// Whether the last load or discharge of the container by the vessel before the event was a discharge, in an earlier call.
    fn was_discharged_before(&self, event: &Compared<'_>, vessel: &ComparedVessel) -> bool {
        // Later ones are certainly after the event.
        let end = match event.moment.and_then(|moment| moment.checked_add_signed(TimeDelta::days(3))) {
            Some(end) => self.handled.partition_point(|own| own.moment.is_none_or(|moment| moment <= end)),
            None => self.handled.len(),
        };
        let mut before = self.handled[..end].iter().rev();
        let is_on_it = |own: &Compared<'_>| own.current.vessel.is_some() && !own.vessel.differs(vessel);
        let last = before.find(|own| is_on_it(own) && !event.is_before(own));
        last.is_some_and(|last| {
            last.motion().movement == Movement::Discharged && last.is_before(event) && !is_of_its_call(event, last)
        })
    }

    /// The departure of another vessel from the place that the container came to, if only one vessel left there and nothing was loaded
    /// on it.
    fn find_departed_with(&self) -> Option<Compared<'a>> {
        let last = self.handled.last()?;
        let last_arrivals = self.arrivals_after(last);
        if last_arrivals.is_empty() {
            return None;
        }
        let is_planned = |left: &Compared<'_>| {
            let leaves_there = |own: &&Compared<'_>| own.motion().leaves_by_vessel() && own.port == left.port;
            self.by_vessel.iter().filter(leaves_there).all(|own| !own.vessel.differs(&left.vessel))
        };
        let takes_it = |left: &Compared<'a>| {
            left.vessel.differs(&last.vessel)
                && last_arrivals.iter().any(|arrival| arrival.port == left.port && !left.is_before(arrival))
                && is_planned(left)
                && !self.ledger.is_loaded_on(&left.vessel)
        };
        let departs = |event: &&CurrentEvent<'_>| event.vessel.is_some() && is_actual(event, &Movement::Departed);
        let of_shipment = self.ledger.events_about(None).iter().filter(departs).map(Compared::of);
        let mut leaving = of_shipment.filter(takes_it);
        let first = leaving.next()?;
        leaving.all(|left| left.may_be_on_vessel_of(&first)).then_some(first)
    }

    /// The last discharge or, after a load, the arrivals of its vessel.
    fn arrivals_after(&self, last: &Compared<'a>) -> Vec<Compared<'a>> {
        if last.current.vessel.is_none() {
            return Vec::new();
        }
        if last.motion().movement == Movement::Discharged {
            return vec![last.clone()];
        }
        let arrives = |event: &&CurrentEvent<'_>| is_actual(event, &Movement::Arrived);
        let all = self.own.iter().chain(self.ledger.events_about(None)).filter(arrives).map(Compared::of);
        all.filter(|event| event.may_be_on_vessel_of(last) && last.is_before(event)).collect()
    }
}

/// The stays of a container at a port between two laden gates, without any other event of the container in between.
fn stays<'a>(own: &[CurrentEvent<'a>]) -> Vec<(Compared<'a>, Compared<'a>)> {
    let moves =
        |event: &&CurrentEvent<'_>| event.certainty == Certainty::Actual && event.event.motion.movement.has_meaning();
    let mut moves: Vec<Compared<'_>> = own.iter().filter(moves).map(Compared::of).collect();
    moves.sort_by_key(|event| event.moment);
    let is_laden = |event: &Compared<'_>, movements: [Movement; 2]| {
        !event.motion().is_empty() && movements.contains(&event.motion().movement)
    };
    let is_stay = |came_in: &Compared<'_>, went_out: &Compared<'_>| {
        is_laden(came_in, [Movement::GateIn, Movement::Dropped])
            && is_laden(went_out, [Movement::GateOut, Movement::PickedUp])
            && !came_in.port.is_empty()
            && came_in.port == went_out.port
    };
    moves.windows(2).filter(|pair| is_stay(&pair[0], &pair[1])).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// Whether the container was loaded at another place after the event.
fn is_loaded_later(own: &Compared<'_>, event: &Compared<'_>) -> bool {
    own.motion().movement == Movement::Loaded && own.port != event.port && event.is_before(own)
}

fn is_of_its_call(event: &Compared<'_>, discharge: &Compared<'_>) -> bool {
    let arrives = is_actual(&event.current, &Movement::Arrived) || is_actual(&event.current, &Movement::Berthed);
    let is_soon = matches!((discharge.moment, event.moment), (Some(off), Some(came)) if came - off <= ONE_CALL);
    arrives && event.port == discharge.port && is_soon
}

fn is_actual(event: &CurrentEvent<'_>, movement: &Movement) -> bool {
    event.certainty == Certainty::Actual && event.event.motion.is_vessel(movement)
}
