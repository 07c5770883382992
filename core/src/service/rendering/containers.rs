//! Containers, and their events.

use std::collections::{BTreeSet, HashMap};

use super::included::{Along, Included, behind, leads_to};
use super::{shipments, whereabouts};
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Container, ShipmentId, Timestamp, TransportEvent};
use crate::store::{ContainerRecord, EventRecord, ShipmentRecord, Tx};

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
        let Some(ShipmentRecord { mut shipment, last_answer, .. }) = tx.shipment(account, shipment)? else {
            return Ok(Looks::default());
        };
        shipments::look(tx, account, &mut shipment)?;
        Ok(Looks {
            last: shipment.line_tracking_last_succeeded_at,
            learned: last_answer.map(|answer| answer.received_at.into()),
        })
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
    along: &mut Along,
    tx: &Tx<'_>,
    account: &AccountId,
    shipments: impl IntoIterator<Item = &'s ShipmentId>,
    paths: &[&str],
) -> Result<()> {
    for shipment in shipments {
        let mut members = tx.containers_of(account, shipment)?;
        members.retain(|record| !record.left_shipment);
        let boxes = resources(tx, members)?;
        along.extend(boxes.iter().map(Included::of));
        boxes.iter().try_for_each(|container| follow(along, tx, account, container, paths))?;
    }
    Ok(())
}

pub(in crate::service) fn along(
    tx: &Tx<'_>,
    account: &AccountId,
    containers: &[Container],
    include: &[&str],
) -> Result<Along> {
    let mut along = Along::default();
    if leads_to(include, "shipment") {
        let ids = || containers.iter().filter_map(|container| container.shipment.id()).collect::<BTreeSet<_>>();
        shipments::add(&mut along, tx, account, ids())?;
        shipments::follow_all(&mut along, tx, account, ids(), &behind(include, "shipment"))?;
    }
    for container in containers {
        follow(&mut along, tx, account, container, include)?;
        if leads_to(include, "transport_events") {
            let events = tx.events_of(account, &container.id)?;
            along.extend(events.iter().map(|record| Included::of(&record.event)));
            let paths = behind(include, "transport_events");
            events.iter().try_for_each(|record| follow_event(&mut along, tx, account, &record.event, &paths))?;
        }
    }
    Ok(along)
}

pub(in crate::service) fn follow(
    along: &mut Along,
    tx: &Tx<'_>,
    account: &AccountId,
    container: &Container,
    paths: &[&str],
) -> Result<()> {
    let links = [("pod_terminal", &container.pod_terminal), ("pickup_facility", &container.pickup_facility)];
    whereabouts::follow(along, tx, account, paths, &links)
}

fn follow_event(
    along: &mut Along,
    tx: &Tx<'_>,
    account: &AccountId,
    event: &TransportEvent,
    paths: &[&str],
) -> Result<()> {
    let links = [
        ("location", &event.location),
        ("port", &event.location),
        ("metro_area", &event.location),
        ("terminal", &event.terminal),
        ("rail_terminal", &event.terminal),
        ("vessel", &event.vessel),
    ];
    whereabouts::follow(along, tx, account, paths, &links)
}

pub(in crate::service) fn along_events(
    tx: &Tx<'_>,
    account: &AccountId,
    container: ContainerRecord,
    events: &[EventRecord],
    include: &[&str],
) -> Result<Along> {
    let (mut along, shipment) = (Along::default(), container.shipment.clone());
    events.iter().try_for_each(|record| follow_event(&mut along, tx, account, &record.event, include))?;
    if include.contains(&"container") {
        along.add(Included::of(&resource(tx, container)?));
    }
    if include.contains(&"shipment") {
        shipments::add(&mut along, tx, account, [shipment])?;
    }
    Ok(along)
}
