//! Publishes a notification for each change of a shipment and its containers.

use serde_json::Value;

use super::place_links::pod_terminal_named;
use super::update::Update;
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{Members, ResourceId, ToOne};
use crate::resources::{
    Container, ContainerCreatedEvent, ContainerPodTerminalChangedEvent, ContainerUpdatedEvent, DeclaredResource,
    EstimatedEvent, Shipment, ShipmentUpdatedEvent, Timestamp,
};
use crate::service::engine::base::engine::WriteContext;
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::{IncludedResource, Related, containers, locations, shipments};
use crate::store::{IncludedResources, RequestRecord};
use crate::tracking::{Change, Subject};

pub(super) fn notify_of_changes(cx: WriteContext<'_>, record: &RequestRecord, update: &Update) -> Result<()> {
    if update.changes.is_empty() {
        return Ok(());
    }
    let account = &record.tracked.account;
    let Some(shipment) = record.shipment.as_ref().map(|id| cx.tx.shipment(account, id)).transpose()?.flatten() else {
        return Ok(());
    };
    let shipment = shipments::resource(cx.tx, shipment)?;
    // Rendered once for all changes: it may link many containers.
    let shipment_text = IncludedResource::of(shipment.clone()).text();
    for (at, change) in update.changes.iter().enumerate() {
        let container =
            change.subject.container().and_then(|number| update.records.all_containers.get(number).cloned());
        let container = container.map(|found| containers::resource(cx.tx, found)).transpose()?;
        let context = ChangeContext { cx, record, shipment: &shipment, container: container.as_ref(), update };
        let Some(reference) = context.reference_object(change)? else { continue };
        let container = container.map(|found| IncludedResource::of(found).text());
        let mut places = Related::new(cx.tx, account);
        reference.links.iter().try_for_each(|link| locations::add(&mut places, link, false))?;
        let places = places.set.into_vec();
        let included = [reference.object.text(), shipment_text.clone()].into_iter().chain(container);
        let included = IncludedResources::of(included.chain(places.iter().map(IncludedResource::text)).collect());
        let key = format!("{}/{}/{at}", record.id, record.revision);
        let notification = NewNotification { event: change.event.clone(), reference: reference.id, included, key };
        deliveries::publish(cx, account, notification)?;
    }
    Ok(())
}

/// The object that a notification is about, with the places and vessels it links.
struct ReferenceObject {
    id: ResourceId,
    object: IncludedResource,
    links: Vec<ToOne>,
}

impl ReferenceObject {
    fn of<T: DeclaredResource + Clone>(object: &T, links: &[&ToOne]) -> Self {
        let links = links.iter().map(|link| (*link).clone()).collect();
        ReferenceObject { id: ResourceId::of(object.id()), object: IncludedResource::of(object.clone()), links }
    }
}

struct ChangeContext<'a> {
    cx: WriteContext<'a>,
    record: &'a RequestRecord,
    shipment: &'a Shipment,
    container: Option<&'a Container>,
    update: &'a Update,
}

impl ChangeContext<'_> {
    fn reference_object(&self, change: &Change) -> Result<Option<ReferenceObject>> {
        let now = Some(Timestamp::from(self.cx.now));
        let (shipment, container) = (ToOne::to(&self.shipment.id), self.container_link());
        let terminal = self.container.map_or(ToOne::Empty, |container| container.pod_terminal.clone());
        Ok(match &change.subject {
            Subject::Event(_, key) => self.transport_event(key)?,
            Subject::Container(_) => {
                let created = ContainerCreatedEvent {
                    id: self.new_id(),
                    timestamp: now,
                    timezone: Some("Etc/UTC".into()),
                    container,
                    shipment,
                    ..Default::default()
                };
                Some(ReferenceObject::of(&created, &[]))
            }
            Subject::Attributes(_, changeset) => {
                let updated = ContainerUpdatedEvent {
                    id: self.new_id(),
                    changeset: self.with_ids(changeset),
                    timestamp: now,
                    timezone: self.container.and_then(|container| container.pod_timezone.clone()),
                    data_source: change.source.clone(),
                    container,
                    terminal,
                    shipment,
                    ..Default::default()
                };
                Some(ReferenceObject::of(&updated, &[&updated.terminal]))
            }
            Subject::Terminal(_) => {
                let changed = ContainerPodTerminalChangedEvent {
                    id: self.new_id(),
                    timestamp: now,
                    data_source: change.source.clone(),
                    container,
                    shipment,
                    terminal,
                    ..Default::default()
                };
                Some(ReferenceObject::of(&changed, &[&changed.terminal]))
            }
            Subject::Shipment(changeset) => {
                let updated = ShipmentUpdatedEvent {
                    id: self.new_id(),
                    changeset: changeset.clone(),
                    timestamp: now,
                    data_source: change.source.clone(),
                    shipment,
                    ..Default::default()
                };
                Some(ReferenceObject::of(&updated, &[]))
            }
            Subject::Arrival => {
                let after = &self.update.after;
                let derived = &after.shipment;
                let expected = EstimatedEvent {
                    id: self.new_id(),
                    created_at: now,
                    event: change.event.clone(),
                    estimated_timestamp: derived.pod_eta_at.clone(),
                    location_locode: derived.port_of_discharge_locode.clone(),
                    timezone: derived.pod_timezone.clone(),
                    voyage_number: after.pod_eta_voyage.clone(),
                    data_source: change.source.clone(),
                    shipment,
                    port: self.shipment.port_of_discharge.clone(),
                    vessel: self.update.records.links.pod_eta_vessel.to_one(),
                    ..Default::default()
                };
                Some(ReferenceObject::of(&expected, &[&expected.port, &expected.vessel]))
            }
        })
    }

    fn transport_event(&self, key: &str) -> Result<Option<ReferenceObject>> {
        let Some(container) = self.container else { return Ok(None) };
        let found = self.cx.tx.event_by_key(&self.record.tracked.account, &container.id, key)?.map(|found| found.event);
        Ok(found.as_ref().map(|event| ReferenceObject::of(event, &[&event.location, &event.vessel, &event.terminal])))
    }

    fn with_ids(&self, changeset: &Members) -> Members {
        let mut changeset = changeset.clone();
        let names = changeset.get_mut("pod_terminal").and_then(Value::as_array_mut).into_iter().flatten();
        for name in names.filter(|name| name.is_string()) {
            let terminal = name.as_str().map(|name| pod_terminal_named(name, &self.update.after).id().to_string());
            *name = terminal.into();
        }
        changeset
    }

    fn new_id<T>(&self) -> Id<T> {
        self.cx.engine.new_id(self.cx.now)
    }

    fn container_link(&self) -> ToOne {
        self.container.map_or(ToOne::Absent, |container| ToOne::to(&container.id))
    }
}
