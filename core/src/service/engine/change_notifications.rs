//! Notifications of what changed about a shipment and its containers.

use chrono::{DateTime, Utc};

use super::learning::Update;
use super::outbox::{self, NewNotification};
use super::parts::Engine;
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{Resource, ResourceId, ToOne};
use crate::resources::{
    Container, ContainerCreatedEvent, ContainerPodTerminalChangedEvent, ContainerUpdatedEvent, EstimatedEvent,
    Shipment, Timestamp,
};
use crate::service::rendering::{Included, containers, shipments};
use crate::store::{IncludedResources, RequestRecord, Tx};
use crate::tracking::{Change, Subject};

/// Notifies of the changes a look-up brought, in order.
pub(super) fn notify_of_changes(
    engine: &Engine,
    tx: &dyn Tx,
    record: &RequestRecord,
    update: &Update,
    now: DateTime<Utc>,
) -> Result<()> {
    if update.changes.is_empty() {
        return Ok(());
    }
    let account = &record.tracked.account;
    let Some(shipment) = record.shipment.as_ref().map(|id| tx.shipment(account, id)).transpose()?.flatten() else {
        return Ok(());
    };
    let shipment = shipments::resource(tx, shipment)?;
    // The same for every change: it is written once, however many containers it links.
    let shipment_told = Included::of(&shipment).text();
    for (at, change) in update.changes.iter().enumerate() {
        let container = change.subject.container().and_then(|number| update.recording.boxes.get(number).cloned());
        let container = container.map(|found| containers::resource(tx, found)).transpose()?;
        let scene = Scene { engine, tx, record, shipment: &shipment, container: container.as_ref(), now };
        let Some((reference, object)) = scene.object(change, update)? else { continue };
        let container = container.as_ref().map(|found| Included::of(found).text());
        let included = [object.text(), shipment_told.clone()].into_iter().chain(container).collect();
        let key = format!("{}/{}/{at}", record.id, record.revision);
        let included = IncludedResources::of(included);
        outbox::add(
            engine,
            tx,
            account,
            NewNotification { event: change.event.clone(), reference, included, key },
            now,
        )?;
    }
    Ok(())
}

/// Where a change took place.
struct Scene<'a> {
    engine: &'a Engine,
    tx: &'a dyn Tx,
    record: &'a RequestRecord,
    shipment: &'a Shipment,
    container: Option<&'a Container>,
    now: DateTime<Utc>,
}

impl Scene<'_> {
    /// The object the change is told by; `None` when it is not there any more.
    fn object(&self, change: &Change, update: &Update) -> Result<Option<(ResourceId, Included)>> {
        let now = Some(Timestamp::from(self.now));
        let (shipment, container) = (ToOne::to(&self.shipment.id), self.container_link());
        Ok(match &change.subject {
            Subject::Event(_, key) => self.transport_event(key)?,
            Subject::Container(_) => Some(told(&ContainerCreatedEvent {
                id: self.new_id(),
                timestamp: now,
                timezone: Some("Etc/UTC".into()),
                container,
                shipment,
                ..Default::default()
            })),
            Subject::Attributes(_, changeset) => Some(told(&ContainerUpdatedEvent {
                id: self.new_id(),
                changeset: changeset.clone(),
                timestamp: now,
                timezone: self.container.and_then(|container| container.pod_timezone.clone()),
                data_source: change.source.clone(),
                container,
                shipment,
                ..Default::default()
            })),
            Subject::Terminal(_) => Some(told(&ContainerPodTerminalChangedEvent {
                id: self.new_id(),
                timestamp: now,
                data_source: change.source.clone(),
                container,
                shipment,
                ..Default::default()
            })),
            Subject::Arrival => {
                let known = &update.after.shipment;
                Some(told(&EstimatedEvent {
                    id: self.new_id(),
                    created_at: now,
                    event: change.event.clone(),
                    estimated_timestamp: known.pod_eta_at.clone(),
                    location_locode: known.port_of_discharge_locode.clone(),
                    timezone: known.pod_timezone.clone(),
                    voyage_number: known.pod_voyage_number.clone(),
                    data_source: change.source.clone(),
                    shipment,
                    ..Default::default()
                }))
            }
        })
    }

    fn transport_event(&self, key: &str) -> Result<Option<(ResourceId, Included)>> {
        let Some(container) = self.container else { return Ok(None) };
        let found = self.tx.event_keyed(&self.record.tracked.account, &container.id, key)?.map(|found| found.event);
        Ok(found.as_ref().map(told))
    }

    /// An id of an object that exists in its notification only.
    fn new_id<T>(&self) -> Id<T> {
        self.engine.new_id(self.now)
    }

    fn container_link(&self) -> ToOne {
        self.container.map_or(ToOne::Untold, |container| ToOne::to(&container.id))
    }
}

fn told<T: Resource>(object: &T) -> (ResourceId, Included) {
    (ResourceId::of(object.id()), Included::of(object))
}
