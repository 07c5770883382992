//! Renders containers, and includes them and their events.

use std::collections::{BTreeSet, HashMap};

use super::included::{IncludedResource, Related, leads_to, paths_after};
use super::{locations, shipments};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Container, ShipmentId, Timestamp, TransportEvent};
use crate::store::{ContainerRecord, EventRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: ContainerRecord) -> Result<Container> {
    Ok(resources(tx, vec![record])?.remove(0))
}

pub(in crate::service) fn resources(tx: &Tx<'_>, records: Vec<ContainerRecord>) -> Result<Vec<Container>> {
    let mut look_ups: HashMap<ShipmentId, LookUpTimes> = HashMap::new();
    let mut containers = Vec::with_capacity(records.len());
    for ContainerRecord { account, shipment, mut container, left_shipment, .. } in records {
        if !look_ups.contains_key(&shipment) {
            look_ups.insert(shipment.clone(), LookUpTimes::of(tx, &account, &shipment)?);
        }
        look_ups[&shipment].apply(&mut container);
        container.left_shipment = left_shipment.then_some(true);
        container.transport_events = ToMany::to(&tx.event_ids_of(&account, &container.id)?);
        containers.push(container);
    }
    Ok(containers)
}

/// When the carrier of a shipment was asked.
#[derive(Default)]
struct LookUpTimes {
    last: Option<Timestamp>,
    /// When the service received the answer that the shipment was derived from. Later answers were equal.
    derived: Option<Timestamp>,
}

impl LookUpTimes {
    fn of(tx: &Tx<'_>, account: &AccountId, shipment: &ShipmentId) -> Result<Self> {
        let Some(times) = tx.look_up_times(account, shipment)? else { return Ok(LookUpTimes::default()) };
        let mut last = times.succeeded_at;
        shipments::keep_latest(&mut last, &times.answered_at.map(Timestamp::from));
        Ok(LookUpTimes { last, derived: times.processed_at.map(Timestamp::from) })
    }

    /// Sets the times of the last look-up. Equal answers do not change the stored container, so its times may be older.
    fn apply(&self, container: &mut Container) {
        let Some(last) = &self.last else { return };
        container.shipment_last_tracking_request_at = Some(last.clone());
        let times = [
            &mut container.terminal_checked_at,
            &mut container.pod_last_tracking_request_at,
            &mut container.rail_last_tracking_request_at,
        ];
        for time in times.into_iter().filter(|time| time.is_some() && **time == self.derived) {
            *time = Some(last.clone());
        }
    }
}

/// Includes the containers of shipments, with what the paths name.
pub(in crate::service) fn add_of<'s>(
    related: &mut Related<'_>,
    shipments: impl IntoIterator<Item = &'s ShipmentId>,
    paths: &[&str],
) -> Result<()> {
    for shipment in shipments {
        let mut members = related.tx.containers_of(related.account, shipment)?;
        members.retain(|record| !record.left_shipment);
        let containers = resources(related.tx, members)?;
        related.set.extend(containers.iter().cloned().map(IncludedResource::of));
        containers.iter().try_for_each(|container| follow(related, container, paths))?;
        if leads_to(paths, "transport_events") {
            containers.iter().try_for_each(|container| add_events(related, container, paths))?;
        }
    }
    Ok(())
}

pub(in crate::service) fn add_related(
    related: &mut Related<'_>,
    containers: &[Container],
    include: &[&str],
) -> Result<()> {
    if leads_to(include, "shipment") {
        let ids = || containers.iter().filter_map(|container| container.shipment.id()).collect::<BTreeSet<_>>();
        shipments::add(related, ids())?;
        let paths = paths_after(include, "shipment");
        shipments::follow_all(related, ids(), &paths)?;
        if leads_to(&paths, "containers") {
            add_of(related, &ids(), &paths_after(&paths, "containers"))?;
        }
    }
    for container in containers {
        follow(related, container, include)?;
        if leads_to(include, "transport_events") {
            add_events(related, container, include)?;
        }
    }
    Ok(())
}

/// Includes the events of a container, with what the paths name.
fn add_events(related: &mut Related<'_>, container: &Container, paths: &[&str]) -> Result<()> {
    let events = related.tx.events_of(related.account, &container.id)?;
    related.set.extend(events.iter().map(|record| IncludedResource::of(record.event.clone())));
    let paths = paths_after(paths, "transport_events");
    events.iter().try_for_each(|record| follow_event(related, &record.event, &paths))
}

pub(in crate::service) fn follow(related: &mut Related<'_>, container: &Container, paths: &[&str]) -> Result<()> {
    let links = [("pod_terminal", &container.pod_terminal), ("pickup_facility", &container.pickup_facility)];
    locations::follow(related, paths, &links)
}

fn follow_event(related: &mut Related<'_>, event: &TransportEvent, paths: &[&str]) -> Result<()> {
    let links = [
        ("location", &event.location),
        ("port", &event.location),
        ("metro_area", &event.location),
        ("terminal", &event.terminal),
        ("rail_terminal", &event.terminal),
        ("vessel", &event.vessel),
    ];
    locations::follow(related, paths, &links)
}

pub(in crate::service) fn add_related_to_events(
    related: &mut Related<'_>,
    container: ContainerRecord,
    events: &[EventRecord],
    include: &[&str],
) -> Result<()> {
    let shipment = container.shipment.clone();
    events.iter().try_for_each(|record| follow_event(related, &record.event, include))?;
    if include.contains(&"container") {
        related.set.add(IncludedResource::of(resource(related.tx, container)?));
    }
    if include.contains(&"shipment") {
        shipments::add(related, [shipment])?;
    }
    Ok(())
}
