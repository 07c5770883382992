//! Fills the attributes of a container, and lists its events under their names in the interface.

use std::cmp::Ordering;

use foldhash::HashSet;

use super::container_event::ContainerEvent;
use super::picture::EventPicture;
use super::route::Route;
use super::timeline::Timeline;
use crate::places::are_of_one_city;
use crate::resources::{Container, ContainerStatus, EventName, Timestamp, TransportEvent};
use crate::tracking::chronology::{SortTime, Zones, sort_time, time_order};
use crate::tracking::{Milestone, Motion, Movement, Phase};

/// Fills the attributes that follow from events. A milestone of a port counts if it is at that port or has no place.
pub(super) fn fill(container: &mut Container, timeline: &Timeline<'_>, route: &Route) {
    let at_lading = |event: &ContainerEvent<'_>| route.is_at_lading(event);
    let at_discharge = |event: &ContainerEvent<'_>| route.is_at_discharge(event);
    let first_at_lading = |milestone: Milestone| time(timeline.first(&milestone, at_lading));
    let shut_outs = route.shut_outs(timeline);
    let shut_out = timeline.actual.iter().rfind(|event| shut_outs.has(event));
    let is_valid = |load: &ContainerEvent<'_>| shut_out.is_none_or(|shut_out| !shut_outs.undoes(shut_out, load));
    let last_at_discharge = |milestone: Milestone| time(timeline.last(&[milestone], at_discharge));

    container.empty_out_at = time(timeline.first(&Milestone::EmptyOut, anywhere));
    container.pol_full_in_at = time(timeline.first(&Milestone::FullIn, anywhere));
    container.pol_vessel_loaded_at =
        time(timeline.first(&Milestone::VesselLoaded, |load| at_lading(load) && is_valid(load)));
    container.pol_vessel_departed_at = first_at_lading(Milestone::VesselDeparted);
    container.pod_arrived_at = last_at_discharge(Milestone::VesselArrived);
    container.pod_discharged_at = last_at_discharge(Milestone::VesselDischarged);
    fill_inland(container, timeline, route);

    let full_outs = timeline.inland().iter().filter(|event| event.has_milestone(&Milestone::FullOut));
    let (inland, at_port): (Vec<_>, Vec<_>) = full_outs.partition(|full_out| is_inland(full_out, timeline, route));
    container.pod_full_out_at = time(at_port.first().copied());
    container.final_destination_full_out_at = time(inland.last().copied());
    container.delivered_at = time(timeline.last(&[Milestone::Delivered], anywhere));
    container.empty_terminated_at = time(timeline.returned.as_ref());

    let zone = |stop: &Option<super::stops::Stop>| stop.as_ref().and_then(|stop| stop.place.timezone.clone());
    container.pod_timezone = zone(&route.port_of_discharge);
    container.final_destination_timezone = zone(&route.destination);
    container.empty_terminated_timezone = timeline.returned.as_ref().and_then(|end| end.place.timezone.clone());
}

fn fill_inland(container: &mut Container, timeline: &Timeline<'_>, route: &Route) {
    let inland = timeline.inland();
    let first = |milestone: Milestone| inland.iter().find(|event| event.has_milestone(&milestone));
    container.pod_rail_loaded_at = time(first(Milestone::RailLoaded));
    container.pod_rail_departed_at = time(first(Milestone::RailDeparted));
    container.ind_ata_at = time(arrival_inland(timeline, route));
    let unloaded = |event: &ContainerEvent<'_>| route.is_at_destination(event);
    container.ind_rail_unloaded_at = time(timeline.last(&[Milestone::RailUnloaded], unloaded));
    container.ind_eta_at = time(expected_inland(timeline, route));
}

/// The arrival at the inland destination.
pub(super) fn arrival_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t ContainerEvent<'t>> {
    let at_destination = |event: &ContainerEvent<'_>| route.is_at_destination(event);
    timeline
        .first(&Milestone::ArrivedAtDestination, at_destination)
        .or_else(|| timeline.last(&[Milestone::RailArrived], at_destination))
        .or_else(|| timeline.first(&Milestone::FeederArrived, |event| is_barge_inland(event, timeline, route)))
}

/// Whether a barge comes to the inland destination. A barge without a place may also bring the container to a vessel.
fn is_barge_inland(event: &ContainerEvent<'_>, timeline: &Timeline<'_>, route: &Route) -> bool {
    let is_at_discharge = |last: &ContainerEvent<'_>| {
        last.is_one_of(&[Milestone::VesselArrived, Milestone::VesselBerthed, Milestone::VesselDischarged])
    };
    let is_ashore = || timeline.actual.iter().rfind(|event| event.is_on_vessel()).is_some_and(is_at_discharge);
    route.is_named_destination(event) || (route.is_at_destination(event) && is_ashore())
}

/// The estimate of the arrival at the inland destination; `None` once the container has arrived.
pub(super) fn expected_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t ContainerEvent<'t>> {
    if arrival_inland(timeline, route).is_some() {
        return None;
    }
    best(&timeline.expected, |event| match event.milestone {
        Some(Milestone::ArrivedAtDestination | Milestone::RailArrived) => route.is_at_destination(event),
        Some(Milestone::FeederArrived) => is_barge_inland(event, timeline, route),
        _ => false,
    })
}

/// The best estimate that fits.
pub(super) fn best<'t>(
    expected: impl IntoIterator<Item = &'t ContainerEvent<'t>>,
    fit: impl Fn(&ContainerEvent<'_>) -> bool,
) -> Option<&'t ContainerEvent<'t>> {
    let better = |best: &'t ContainerEvent<'t>, next: &'t ContainerEvent<'t>| {
        if next.is_better_than(best) { next } else { best }
    };
    expected.into_iter().filter(|event| fit(event)).reduce(better)
}

/// Whether a container is picked up at the inland destination. If the place is unknown: whether it arrived there, or came off a train,
/// before.
fn is_inland(full_out: &ContainerEvent<'_>, timeline: &Timeline<'_>, route: &Route) -> bool {
    if !full_out.place_id.is_empty() {
        let is_there = |id: &str| *id == *full_out.place_id || are_of_one_city(id, &full_out.place_id);
        return route.destination.as_ref().is_some_and(|stop| is_there(&stop.id));
    }
    let by_rail = |event: &ContainerEvent<'_>| {
        event.is_one_of(&[Milestone::RailArrived, Milestone::RailUnloaded]) && !full_out.is_certainly_before(event)
    };
    let has_arrived = || arrival_inland(timeline, route).is_some_and(|arrival| !full_out.is_certainly_before(arrival));
    route.destination.is_some() && (timeline.inland().iter().any(by_rail) || has_arrived())
}

fn anywhere(_: &ContainerEvent<'_>) -> bool {
    true
}

pub(super) fn time(event: Option<&ContainerEvent<'_>>) -> Option<Timestamp> {
    event?.shown_time()
}

/// Works out the status from the events. `available` only counts while the container is at a terminal.
pub(super) fn current_status(timeline: &Timeline<'_>, route: &Route, available: Option<bool>) -> ContainerStatus {
    // The trip may be over because the next one began: then the return was not reported.
    if timeline.is_over {
        return ContainerStatus::EmptyReturned;
    }
    let progress = timeline.actual.iter().fold(Progress::default(), |progress, next| progress.after(next, route));
    let status = progress.status;
    match (&status, available) {
        // The terminal that it left reported the availability.
        (ContainerStatus::AwaitingInlandTransfer, _) if progress.is_moving => status,
        (ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer, Some(true)) => ContainerStatus::Available,
        (ContainerStatus::Grounded, Some(false)) => ContainerStatus::NotAvailable,
        // A container that is available was discharged, even if the discharge was not reported.
        (ContainerStatus::OnShip, Some(true)) if has_just_arrived(timeline) => ContainerStatus::Available,
        _ => status,
    }
}

fn has_just_arrived(timeline: &Timeline<'_>) -> bool {
    let last = timeline.actual.iter().rfind(|event| event.milestone.is_some());
    last.is_some_and(|last| last.is_one_of(&[Milestone::VesselArrived, Milestone::VesselBerthed]))
}

/// The status of a container after some of its events.
struct Progress {
    status: ContainerStatus,
    leg: Leg,
    /// Whether it is on the way between two places on land, by truck or barge.
    is_moving: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Leg {
    /// No vessel was reported.
    BeforeSea,
    AtSea,
    BetweenVessels,
    /// At the port of discharge, or inland.
    Ashore,
    /// The vessel discharged it at the port of discharge.
    Discharged,
}

impl Default for Progress {
    fn default() -> Self {
        Progress { status: ContainerStatus::New, leg: Leg::BeforeSea, is_moving: false }
    }
}

impl Progress {
    fn after(self, next: &ContainerEvent<'_>, route: &Route) -> Self {
        let Some(milestone) = &next.milestone else { return self.after_unnamed(next, route) };
        let leg = self.leg_after(milestone, next, route);
        let before = Progress { leg, ..self };
        let is_moving = before.moves_with(milestone, next, route);
        Progress { status: before.status_after(milestone, next, route), is_moving, leg }
    }

    /// An event that has no name in the interface changes the status in two cases: the container is discharged before its first vessel left,
    /// and it ends a transfer without a known destination.
    fn after_unnamed(self, next: &ContainerEvent<'_>, route: &Route) -> Self {
        let comes_in = next.is_laden() && next.motion.movement == Movement::GateIn;
        match self.is_moving && comes_in {
            _ if next.is_vessel(&Movement::Discharged) => Progress::default(),
            true if route.destination.is_none() => {
                Progress { status: ContainerStatus::Grounded, is_moving: false, ..self }
            }
            true => Progress { is_moving: false, ..self },
            false => self,
        }
    }

    fn leg_after(&self, milestone: &Milestone, next: &ContainerEvent<'_>, route: &Route) -> Leg {
        use Milestone::*;
        let is_ashore = || matches!(self.leg, Leg::Ashore | Leg::Discharged);
        match milestone {
            VesselDischarged if route.is_at_discharge(next) => Leg::Discharged,
            VesselArrived | VesselBerthed if !route.is_call_before_lading(next) && !is_ashore() => Leg::Ashore,
            VesselLoaded | VesselDeparted => Leg::AtSea,
            TransshipmentArrived | TransshipmentDischarged | TransshipmentLoaded | TransshipmentDeparted => {
                Leg::BetweenVessels
            }
            FeederLoaded | FeederDeparted | FeederArrived | FeederDischarged | PositionedOut
                if self.leg == Leg::AtSea && self.is_past_sea(milestone, next, route) =>
            {
                Leg::Ashore
            }
            _ => self.leg,
        }
    }

    /// Whether the container reached its port of discharge, although no vessel that brought it there was reported.
    fn is_past_sea(&self, milestone: &Milestone, next: &ContainerEvent<'_>, route: &Route) -> bool {
        let is_at_port = route.is_port_of_discharge(next) && !next.port_id.is_empty();
        *milestone == Milestone::PositionedOut || is_at_port || route.is_named_destination(next)
    }

    fn is_ashore(&self) -> bool {
        matches!(self.leg, Leg::Ashore | Leg::Discharged)
    }

    /// Whether a move of the container by truck is a transfer inland. If no vessel and no port of lading is known, its movements by train
    /// are inland, too.
    fn is_transfer_inland(&self, next: &ContainerEvent<'_>, route: &Route) -> bool {
        let is_by_rail = || {
            matches!(
                self.status,
                ContainerStatus::OnRail | ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer
            )
        };
        let is_inland =
            self.is_ashore() || self.leg == Leg::BeforeSea && route.port_of_lading.is_none() && is_by_rail();
        is_inland && next.motion.phase != Some(Phase::Transshipment)
    }

    fn moves_with(&self, milestone: &Milestone, next: &ContainerEvent<'_>, route: &Route) -> bool {
        use Milestone::*;
        match milestone {
            PositionedOut => self.is_transfer_inland(next, route),
            FeederLoaded | FeederDeparted => self.is_ashore(),
            FeederArrived | FeederDischarged => self.is_moving && !route.is_named_destination(next),
            CarrierRelease | CustomsRelease | VgmReceived | VesselArrived | VesselBerthed => self.is_moving,
            _ => false,
        }
    }

    fn status_after(&self, milestone: &Milestone, next: &ContainerEvent<'_>, route: &Route) -> ContainerStatus {
        let status = self.status.clone();
        let is_on_the_ground = matches!(status, ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer);
        match milestone {
            Milestone::VesselDischarged if !route.is_at_discharge(next) => ContainerStatus::OnShip,
            Milestone::VesselDischarged if route.destination.is_some() => ContainerStatus::AwaitingInlandTransfer,
            Milestone::VesselDischarged | Milestone::RailUnloaded => ContainerStatus::Grounded,
            Milestone::VesselArrived | Milestone::VesselBerthed if route.is_call_before_lading(next) => status,
            // The arrival of the vessel may be reported with a later time than the discharge.
            Milestone::VesselArrived | Milestone::VesselBerthed if self.leg == Leg::Discharged => status,
            Milestone::FeederArrived | Milestone::FeederDischarged
                if self.is_ashore() && route.is_at_destination(next) =>
            {
                ContainerStatus::Grounded
            }
            Milestone::FeederLoaded
            | Milestone::FeederDeparted
            | Milestone::FeederArrived
            | Milestone::FeederDischarged
                if self.is_ashore() =>
            {
                ContainerStatus::AwaitingInlandTransfer
            }
            Milestone::FeederLoaded | Milestone::FeederDeparted | Milestone::FeederArrived => ContainerStatus::OnShip,
            _ if next.is_on_vessel() => ContainerStatus::OnShip,
            // The interface has no status for a train to the port of lading.
            Milestone::RailLoaded | Milestone::RailDeparted | Milestone::RailArrived
                if status != ContainerStatus::New || route.port_of_lading.is_none() =>
            {
                ContainerStatus::OnRail
            }
            // A source that calls the arrival of a train an arrival by truck means the train.
            Milestone::ArrivedAtDestination
                if status != ContainerStatus::OnRail || next.motion.movement == Movement::GateIn =>
            {
                ContainerStatus::Grounded
            }
            Milestone::PositionedOut if self.is_transfer_inland(next, route) => ContainerStatus::AwaitingInlandTransfer,
            Milestone::PositionedIn | Milestone::PositionedOut if is_on_the_ground => ContainerStatus::OffDock,
            Milestone::FullOut => ContainerStatus::PickedUp,
            Milestone::Delivered => ContainerStatus::Delivered,
            _ => status,
        }
    }
}

/// The events of a container, with those of its terminal, in order of time.
pub(super) fn event_pictures(timeline: &Timeline<'_>, route: &Route, terminal: Vec<EventPicture>) -> Vec<EventPicture> {
    let named_events = named_events(timeline, route);
    let mut times: Vec<SortTime> = named_events.iter().map(|(name, event)| event.sort_time_as(name)).collect();
    let mut zones = Zones::new();
    times.extend(terminal.iter().map(|event| sort_time(&event.event, &mut zones)));
    let order = time_order(&times, |_, _| Ordering::Equal);
    let mut terminal: Vec<Option<EventPicture>> = terminal.into_iter().map(Some).collect();
    let event = |at: usize| match at.checked_sub(named_events.len()) {
        Some(at) => terminal.get_mut(at)?.take(),
        None => named_events.get(at).map(|(name, event)| picture(name, event)),
    };
    let mut events = Vec::with_capacity(order.len());
    events.extend(order.into_iter().filter_map(event));
    events
}

/// The events that have a name in the interface, with their names.
pub(super) fn named_events<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t ContainerEvent<'t>)> {
    let mut named_events: Vec<(EventName, &ContainerEvent<'_>)> = Vec::new();
    // Two movements may have one milestone: a truck that arrives at the destination also passes the gate there. The first counts.
    let mut keys = HashSet::default();
    for event in &timeline.actual {
        let milestone = event.milestone.as_ref();
        if let Some(name) = milestone.and_then(Milestone::transport_event)
            && keys.insert((milestone, &*event.key_suffix))
        {
            named_events.push((name, event));
        }
    }
    // The arrival of a train at the destination is also the arrival of the container.
    if let Some(arrival) = arrival_inland(timeline, route)
        && timeline.first(&Milestone::ArrivedAtDestination, |_| true).is_none()
    {
        named_events.push((EventName::TransportArrivedAtInlandDestination, arrival));
    }
    named_events.extend(named_estimates(timeline, route));
    named_events
}

/// The interface has names for three estimates: the departure from the port of lading, and the arrivals at the port of discharge
/// and at the inland destination.
fn named_estimates<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t ContainerEvent<'t>)> {
    let estimate = |milestone: Milestone, fits: &dyn Fn(&ContainerEvent<'_>) -> bool| {
        best(&timeline.expected, |event| event.has_milestone(&milestone) && fits(event))
    };
    [
        (EventName::EstimatedVesselDeparted, estimate(Milestone::VesselDeparted, &|event| route.is_at_lading(event))),
        (EventName::EstimatedVesselArrived, estimate(Milestone::VesselArrived, &|event| route.is_at_discharge(event))),
        (EventName::EstimatedArrivedAtInlandDestination, expected_inland(timeline, route)),
    ]
    .into_iter()
    .filter_map(|(name, event)| Some((name, event?)))
    .collect()
}

/// Splits the key of an event into its movement (what moved, whether it happened, whether empty) and its place with number.
/// `None` for events that are not movements.
pub(crate) fn movement_of(key: &str) -> Option<(String, &str)> {
    let (name, place) = key.split_once('@')?;
    let name = EventName::parse(name);
    let motion = Motion::from(Milestone::of_event(&name)?);
    let certainty = if name.is_estimate() { "expected" } else { "actual" };
    Some((format!("{} {certainty} {}", motion.movement, motion.is_empty()), place))
}

fn picture(name: &EventName, event: &ContainerEvent<'_>) -> EventPicture {
    EventPicture {
        key: [name.as_str(), "@", &event.key_suffix].concat(),
        event: TransportEvent {
            event: name.clone(),
            voyage_number: event.voyage.as_deref().map(str::to_owned),
            timestamp: time(Some(event)),
            timezone: event.place.timezone.clone(),
            location_locode: event.place.locode.clone(),
            data_source: Some(event.report.source.kind.clone()),
            ..TransportEvent::default()
        },
        place: event.place.clone(),
        vessel: event.vessel.as_deref().cloned(),
        reported_by: Some(event.report.fact),
    }
}
