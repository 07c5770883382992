//! Where a container is now.

use super::happening::Happening;
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::ContainerStatus;
use crate::tracking::Milestone;

/// The status after everything that happened. Whether it may be picked up matters while it stands at a terminal.
pub(super) fn current(timeline: &Timeline<'_>, route: &Route, available: Option<bool>) -> ContainerStatus {
    // Where nobody told of the return, the next trip tells that it came back.
    if timeline.is_over {
        return ContainerStatus::EmptyReturned;
    }
    let status = timeline.actual.iter().fold(ContainerStatus::New, |status, next| after(status, next, route));
    match (&status, available) {
        (ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer, Some(true)) => ContainerStatus::Available,
        (ContainerStatus::Grounded, Some(false)) => ContainerStatus::NotAvailable,
        // What a terminal hands out has come off its vessel, whether or not somebody told of that.
        (ContainerStatus::OnShip, Some(true)) if has_just_arrived(timeline) => ContainerStatus::Available,
        _ => status,
    }
}

/// Whether the last that is told of it is that its vessel came to its port of discharge.
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
        // An arrival may be told with a later time than the discharge that followed it.
        Milestone::VesselArrived | Milestone::VesselBerthed
            if matches!(status, ContainerStatus::Grounded | ContainerStatus::AwaitingInlandTransfer) =>
        {
            status
        }
        Milestone::FeederLoaded | Milestone::FeederDeparted | Milestone::FeederArrived => ContainerStatus::OnShip,
        _ if next.is_on_vessel() => ContainerStatus::OnShip,
        // A train before the first vessel brings the container to its port: the interface has no word for that.
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
