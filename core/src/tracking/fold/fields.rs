//! The fields of a container that its milestones set.

use super::happening::Happening;
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::{Container, Timestamp};
use crate::tracking::Milestone;

/// Sets the fields. A milestone counts for a port when it is at that port, or nobody says where it is.
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

/// The railway's part, after the last vessel.
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

/// The arrival at the inland destination: the railway's, or whatever else ends there.
pub(super) fn arrival_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t Happening<'t>> {
    let at_destination = |happening: &Happening<'_>| route.is_at_destination(happening);
    timeline
        .first(&Milestone::ArrivedAtDestination, at_destination)
        .or_else(|| timeline.last(&[Milestone::RailArrived], at_destination))
}

/// The expected arrival there, while it has not arrived.
pub(super) fn expected_inland<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t Happening<'t>> {
    if arrival_inland(timeline, route).is_some() {
        return None;
    }
    best(&timeline.expected, |happening| {
        happening.is_one_of(&[Milestone::ArrivedAtDestination, Milestone::RailArrived])
            && route.is_at_destination(happening)
    })
}

/// The best of the estimates that `fit`.
pub(super) fn best<'t>(
    expected: impl IntoIterator<Item = &'t Happening<'t>>,
    fit: impl Fn(&Happening<'_>) -> bool,
) -> Option<&'t Happening<'t>> {
    let better = |best: &'t Happening<'t>, next: &'t Happening<'t>| if next.is_better_than(best) { next } else { best };
    expected.into_iter().filter(|happening| fit(happening)).reduce(better)
}

/// Whether a pick-up is one at the inland destination. Where nobody says where it was, the railway tells: a container
/// that came off a train is picked up inland.
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

/// When it happened, as the interface tells it.
pub(super) fn time(happening: Option<&Happening<'_>>) -> Option<Timestamp> {
    happening?.told_at()
}
