//! The attributes of a container, and its events.

use std::cmp::Ordering;

use foldhash::HashSet;

use super::happening::Happening;
use super::picture::EventPicture;
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::{Container, ContainerStatus, EventName, Timestamp, TransportEvent};
use crate::tracking::chronology::{When, Zones, order, when};
use crate::tracking::{Milestone, Motion};

/// A milestone counts for a port if it is at that port or has no place.
pub(super) fn fill(container: &mut Container, timeline: &Timeline<'_>, route: &Route) {
    let at_lading = |happening: &Happening<'_>| route.is_at_lading(happening);
    let at_discharge = |happening: &Happening<'_>| route.is_at_discharge(happening);
    let first_at_lading = |milestone: Milestone| time(timeline.first(&milestone, at_lading));
    let last_at_discharge = |milestone: Milestone| time(timeline.last(&[milestone], at_discharge));

    container.empty_out_at = time(timeline.first(&Milestone::EmptyOut, anywhere));
    container.pol_full_in_at = time(timeline.first(&Milestone::FullIn, anywhere));
    container.pol_vessel_loaded_at = first_at_lading(Milestone::VesselLoaded);
    container.pol_vessel_departed_at = first_at_lading(Milestone::VesselDeparted);
    container.pod_arrived_at = last_at_discharge(Milestone::VesselArrived);
    container.pod_discharged_at = last_at_discharge(Milestone::VesselDischarged);
    fill_inland(container, timeline, route);

    let full_outs = timeline.inland().iter().filter(|happening| happening.is(&Milestone::FullOut));
    let (inland, at_port): (Vec<_>, Vec<_>) = full_outs.partition(|full_out| is_inland(full_out, timeline, route));
    container.pod_full_out_at = time(at_port.first().copied());
    container.final_destination_full_out_at = time(inland.last().copied());
    container.delivered_at = time(timeline.last(&[Milestone::Delivered], anywhere));
    container.empty_terminated_at = time(timeline.returned.as_ref());

    let zone = |stop: &Option<super::route::Stop>| stop.as_ref().and_then(|stop| stop.place.timezone.clone());
    container.pod_timezone = zone(&route.port_of_discharge);
    container.final_destination_timezone = zone(&route.destination);
    container.empty_terminated_timezone = timeline.returned.as_ref().and_then(|end| end.place.timezone.clone());
}

fn fill_inland(container: &mut Container, timeline: &Timeline<'_>, route: &Route) {
    let inland = timeline.inland();
    let first = |milestone: Milestone| inland.iter().find(|happening| happening.is(&milestone));
    container.pod_rail_loaded_at = time(first(Milestone::RailLoaded));
    container.pod_rail_departed_at = time(first(Milestone::RailDeparted));
    container.ind_ata_at = time(arrival_inland(timeline, route));
    let unloaded = |happening: &Happening<'_>| route.is_at_destination(happening);
    container.ind_rail_unloaded_at = time(timeline.last(&[Milestone::RailUnloaded], unloaded));
    container.ind_eta_at = time(expected_inland(timeline, route));
}

pub(super) fn arrival_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t Happening<'t>> {
    let at_destination = |happening: &Happening<'_>| route.is_at_destination(happening);
    timeline
        .first(&Milestone::ArrivedAtDestination, at_destination)
        .or_else(|| timeline.last(&[Milestone::RailArrived], at_destination))
}

pub(super) fn expected_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t Happening<'t>> {
    if arrival_inland(timeline, route).is_some() {
        return None;
    }
    best(&timeline.expected, |happening| {
        happening.is_one_of(&[Milestone::ArrivedAtDestination, Milestone::RailArrived])
            && route.is_at_destination(happening)
    })
}

pub(super) fn best<'t>(
    expected: impl IntoIterator<Item = &'t Happening<'t>>,
    fit: impl Fn(&Happening<'_>) -> bool,
) -> Option<&'t Happening<'t>> {
    let better = |best: &'t Happening<'t>, next: &'t Happening<'t>| if next.is_better_than(best) { next } else { best };
    expected.into_iter().filter(|happening| fit(happening)).reduce(better)
}

/// Without a place the railway decides: a container that came off a train is picked up inland.
fn is_inland(full_out: &Happening<'_>, timeline: &Timeline<'_>, route: &Route) -> bool {
    if !full_out.place_id.is_empty() {
        return route.destination.as_ref().is_some_and(|stop| stop.id == full_out.place_id);
    }
    let by_rail = |happening: &Happening<'_>| {
        happening.is_one_of(&[Milestone::RailArrived, Milestone::RailUnloaded])
            && !full_out.is_certainly_before(happening)
    };
    route.destination.is_some() && timeline.inland().iter().any(by_rail)
}

fn anywhere(_: &Happening<'_>) -> bool {
    true
}

pub(super) fn time(happening: Option<&Happening<'_>>) -> Option<Timestamp> {
    happening?.told_at()
}

pub(super) fn fill_equipment(container: &mut Container, size_type: &str) {
    let code = size_type.trim().to_ascii_uppercase();
    let mut signs = code.chars();
    container.equipment_length = match signs.next() {
        Some('1') => Some(10),
        Some('2') => Some(20),
        Some('4') => Some(40),
        Some('L') => Some(45),
        _ => None,
    };
    // Letters also mean a wider container.
    let height = match signs.next() {
        Some('0' | '2' | '4' | 'C' | 'D' | 'L' | 'M') => Some("standard"),
        Some('5' | '6' | 'E' | 'F' | 'N' | 'P') => Some("high_cube"),
        _ => None,
    };
    // The group, as a letter; as a digit in codes from before 1995, which are still in use.
    let kind = match signs.next() {
        Some('G' | 'V' | '0' | '1') => Some("dry"),
        Some('R' | 'H' | '3' | '4') => Some("reefer"),
        Some('U' | '5') => Some("open top"),
        Some('P' | '6') => Some("flat rack"),
        Some('T' | 'K' | '7') => Some("tank"),
        Some('B' | '8') => Some("bulk"),
        _ => None,
    };
    container.equipment_height = height.map(str::to_owned);
    container.equipment_type = kind.map(str::to_owned);
}

/// Availability only counts while the container is at a terminal.
pub(super) fn current(timeline: &Timeline<'_>, route: &Route, available: Option<bool>) -> ContainerStatus {
    // If the return was not reported, the next trip implies it.
    if timeline.is_over {
        return ContainerStatus::EmptyReturned;
    }
    let status = timeline.actual.iter().fold(ContainerStatus::New, |status, next| after(status, next, route));
    match (&status, available) {
        (ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer, Some(true)) => ContainerStatus::Available,
        (ContainerStatus::Grounded, Some(false)) => ContainerStatus::NotAvailable,
        // An available container was discharged, even if that was not reported.
        (ContainerStatus::OnShip, Some(true)) if has_just_arrived(timeline) => ContainerStatus::Available,
        _ => status,
    }
}

fn has_just_arrived(timeline: &Timeline<'_>) -> bool {
    let last = timeline.actual.iter().rfind(|happening| happening.milestone.is_some());
    last.is_some_and(|last| last.is_one_of(&[Milestone::VesselArrived, Milestone::VesselBerthed]))
}

fn after(status: ContainerStatus, next: &Happening<'_>, route: &Route) -> ContainerStatus {
    let Some(milestone) = &next.milestone else { return status };
    match milestone {
        Milestone::VesselDischarged if !route.is_at_discharge(next) => ContainerStatus::OnShip,
        Milestone::VesselDischarged if route.destination.is_some() => ContainerStatus::AwaitingInlandTransfer,
        Milestone::VesselDischarged | Milestone::RailUnloaded => ContainerStatus::Grounded,
        Milestone::VesselArrived | Milestone::VesselBerthed if route.is_call_before_lading(next) => status,
        // An arrival may be reported with a later time than its discharge.
        Milestone::VesselArrived | Milestone::VesselBerthed
            if matches!(status, ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer) =>
        {
            status
        }
        Milestone::FeederLoaded | Milestone::FeederDeparted | Milestone::FeederArrived => ContainerStatus::OnShip,
        _ if next.is_on_vessel() => ContainerStatus::OnShip,
        // The interface has no status for a train to the port of lading.
        Milestone::RailLoaded | Milestone::RailDeparted | Milestone::RailArrived
            if status != ContainerStatus::New || route.port_of_lading.is_none() =>
        {
            ContainerStatus::OnRail
        }
        Milestone::ArrivedAtDestination if status != ContainerStatus::OnRail => ContainerStatus::Grounded,
        Milestone::PositionedIn | Milestone::PositionedOut
            if matches!(status, ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer) =>
        {
            ContainerStatus::OffDock
        }
        Milestone::FullOut => ContainerStatus::PickedUp,
        Milestone::Delivered => ContainerStatus::Delivered,
        _ => status,
    }
}

pub(super) fn tell(timeline: &Timeline<'_>, route: &Route, terminal: Vec<EventPicture>) -> Vec<EventPicture> {
    let named_events = named(timeline, route);
    let mut whens: Vec<When> = named_events.iter().map(|(name, happening)| happening.when_named(name)).collect();
    let mut zones = Zones::new();
    whens.extend(terminal.iter().map(|event| when(&event.event, &mut zones)));
    let order = order(&whens, |_, _| Ordering::Equal);
    let mut terminal: Vec<Option<EventPicture>> = terminal.into_iter().map(Some).collect();
    let event = |at: usize| match at.checked_sub(named_events.len()) {
        Some(at) => terminal.get_mut(at)?.take(),
        None => named_events.get(at).map(|(name, happening)| picture(name, happening)),
    };
    let mut events = Vec::with_capacity(order.len());
    events.extend(order.into_iter().filter_map(event));
    events
}

pub(super) fn named<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t Happening<'t>)> {
    let mut named_events: Vec<(EventName, &Happening<'_>)> = Vec::new();
    // Two movements may mean one event: a truck that arrives at the destination passes the gate there. The first one counts.
    let mut keys = HashSet::default();
    for happening in &timeline.actual {
        let milestone = happening.milestone.as_ref();
        if let Some(name) = milestone.and_then(Milestone::transport_event)
            && keys.insert((milestone, &*happening.mark))
        {
            named_events.push((name, happening));
        }
    }
    // A train that ends at the destination brings the container there, whether or not its source says so twice.
    if let Some(arrival) = arrival_inland(timeline, route)
        && timeline.first(&Milestone::ArrivedAtDestination, |_| true).is_none()
    {
        named_events.push((EventName::TransportArrivedAtInlandDestination, arrival));
    }
    named_events.extend(expected(timeline, route));
    named_events
}

/// The interface has estimates of the departure at the port of lading and of the arrivals at the port of discharge and
/// inland.
fn expected<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t Happening<'t>)> {
    let of = |milestone: Milestone, fits: &dyn Fn(&Happening<'_>) -> bool| {
        best(&timeline.expected, |happening| happening.is(&milestone) && fits(happening))
    };
    [
        (EventName::EstimatedVesselDeparted, of(Milestone::VesselDeparted, &|happening| route.is_at_lading(happening))),
        (
            EventName::EstimatedVesselArrived,
            of(Milestone::VesselArrived, &|happening| route.is_at_discharge(happening)),
        ),
        (EventName::EstimatedArrivedAtInlandDestination, expected_inland(timeline, route)),
    ]
    .into_iter()
    .filter_map(|(name, happening)| Some((name, happening?)))
    .collect()
}

/// What moved, whether it happened, and where. `None` if the key is of no movement.
#[cfg(feature = "embedded")]
pub(crate) fn movement_of(key: &str) -> Option<(String, &str)> {
    let (name, mark) = key.split_once('@')?;
    let name = EventName::parse(name);
    let motion = Motion::from(Milestone::of_event(&name)?);
    let certainty = if name.is_estimate() { "expected" } else { "actual" };
    Some((format!("{} {certainty} {}", motion.movement, motion.is_empty()), mark))
}

fn picture(event: &EventName, happening: &Happening<'_>) -> EventPicture {
    EventPicture {
        key: [event.as_str(), "@", &happening.mark].concat(),
        event: TransportEvent {
            event: event.clone(),
            voyage_number: happening.voyage.as_deref().map(str::to_owned),
            timestamp: time(Some(happening)),
            timezone: happening.place.timezone.clone(),
            location_locode: happening.place.locode.clone(),
            data_source: Some(happening.telling.source.kind.clone()),
            ..TransportEvent::default()
        },
        place: happening.place.clone(),
        vessel: happening.vessel.as_deref().cloned(),
        reported_by: Some(happening.telling.fact),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_type_are_read_from_the_code() {
        for (code, length, height, kind) in [
            ("22G1", Some(20), Some("standard"), Some("dry")),
            ("45G1", Some(40), Some("high_cube"), Some("dry")),
            ("l5r1", Some(45), Some("high_cube"), Some("reefer")),
            ("42U1", Some(40), Some("standard"), Some("open top")),
            ("22P3", Some(20), Some("standard"), Some("flat rack")),
            ("22T6", Some(20), Some("standard"), Some("tank")),
            ("20B0", Some(20), Some("standard"), Some("bulk")),
            ("4510", Some(40), Some("high_cube"), Some("dry")),
            ("1E", Some(10), Some("high_cube"), None),
            ("", None, None, None),
            ("ÄÖ", None, None, None),
        ] {
            let mut container = Container::default();
            fill_equipment(&mut container, code);
            assert_eq!(container.equipment_length, length, "{code}");
            assert_eq!(container.equipment_height.as_deref(), height, "{code}");
            assert_eq!(container.equipment_type.as_deref(), kind, "{code}");
        }
    }
}
