//! Containers, and their events.

use std::collections::{BTreeSet, HashMap};

use super::included::{IncludedResource, Related, behind, leads_to};
use super::{locations, shipments};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Container, ShipmentId, Timestamp, TransportEvent};
use crate::store::{ContainerRecord, EventRecord, Tx};

pub(in crate::service) fn resource(tx: &Tx<'_>, record: ContainerRecord) -> Result<Container> {
    Ok(resources(tx, vec![record])?.remove(0))
}

pub(in crate::service) fn resources(tx: &Tx<'_>, records: Vec<ContainerRecord>) -> Result<Vec<Container>> {
    let mut looks: HashMap<ShipmentId, Looks> = HashMap::new();
    let mut told = Vec::with_capacity(records.len());
    for ContainerRecord { account, shipment, mut container, .. } in records {
        if !looks.contains_key(&shipment) {
            looks.insert(shipment.clone(), Looks::of(tx, &account, &shipment)?);
        }
        looks[&shipment].show(&mut container);
        container.transport_events = ToMany::to(&tx.event_ids_of(&account, &container.id)?);
        told.push(container);
    }
    Ok(told)
}

#[derive(Default)]
struct Looks {
    last: Option<Timestamp>,
    /// When the answer was received that the state was last derived from. Later answers said the same.
    learned: Option<Timestamp>,
}

impl Looks {
    fn of(tx: &Tx<'_>, account: &AccountId, shipment: &ShipmentId) -> Result<Self> {
        let Some(times) = tx.look_up_times(account, shipment)? else { return Ok(Looks::default()) };
        let mut last = times.succeeded_at;
        shipments::keep_latest(&mut last, &times.answered_at.map(Timestamp::from));
        Ok(Looks { last, learned: times.processed_at.map(Timestamp::from) })
    }

    fn show(&self, container: &mut Container) {
        let Some(last) = &self.last else { return };
        container.shipment_last_tracking_request_at = Some(last.clone());
        let looks = [
            &mut container.terminal_checked_at,
            &mut container.pod_last_tracking_request_at,
            &mut container.rail_last_tracking_request_at,
        ];
        for look in looks.into_iter().filter(|look| look.is_some() && **look == self.learned) {
            *look = Some(last.clone());
        }
    }
}

pub(in crate::service) fn add_of<'s>(
    related: &mut Related<'_>,
    shipments: impl IntoIterator<Item = &'s ShipmentId>,
    paths: &[&str],
) -> Result<()> {
    for shipment in shipments {
        let mut members = related.tx.containers_of(related.account, shipment)?;
        members.retain(|record| !record.left_shipment);
        let boxes = resources(related.tx, members)?;
        related.set.extend(boxes.iter().map(IncludedResource::of));
        boxes.iter().try_for_each(|container| follow(related, container, paths))?;
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
        shipments::follow_all(related, ids(), &behind(include, "shipment"))?;
    }
    for container in containers {
        follow(related, container, include)?;
        if leads_to(include, "transport_events") {
            let events = related.tx.events_of(related.account, &container.id)?;
            related.set.extend(events.iter().map(|record| IncludedResource::of(&record.event)));
            let paths = behind(include, "transport_events");
            events.iter().try_for_each(|record| follow_event(related, &record.event, &paths))?;
        }
    }
    Ok(())
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
        related.set.add(IncludedResource::of(&resource(related.tx, container)?));
    }
    if include.contains(&"shipment") {
        shipments::add(related, [shipment])?;
    }
    Ok(())
}
