//! Whether there is anything left to follow.

use chrono::{DateTime, Utc};

use super::ledger::Ledger;
use super::route::Route;
use super::{ContainerPicture, FoldPolicy};
use crate::resources::{Container, ContainerStatus, StopReason};
use crate::tracking::moment::moment;

pub(super) fn reason(
    ledger: &Ledger<'_>,
    containers: &[ContainerPicture],
    route: &Route,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> Option<StopReason> {
    let returned = |seen: &ContainerPicture| seen.container.current_status == ContainerStatus::EmptyReturned;
    if !containers.is_empty() && containers.iter().all(returned) {
        return Some(StopReason::AllContainersTerminated);
    }
    let arrivals = containers.iter().map(|seen| arrival(&seen.container, route));
    // One container under way keeps the shipment going.
    let last_arrival = arrivals.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max());
    if last_arrival.is_some_and(|arrived| now - arrived > policy.arrival_window) {
        return Some(StopReason::PastArrivalWindow);
    }
    let last_news = ledger.facts.last().map(|fact| fact.received_at);
    last_news.filter(|heard| now - *heard > policy.silence_window).map(|_| StopReason::NoUpdatesAtLine)
}

/// When the container reached the end of the carrier's voyage.
fn arrival(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let arrived = match route.destination {
        Some(_) => container.ind_ata_at.as_ref(),
        None => container.pod_arrived_at.as_ref().or(container.pod_discharged_at.as_ref()),
    };
    arrived.and_then(moment)
}
