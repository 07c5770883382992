//! Telling what changed about a shipment and its containers.

use serde_json::{Value, json};

use chrono::{DateTime, Utc};

use super::learning::Seen;
use super::notices::{self, Telling};
use super::parts::Engine;
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{AnyResource, Members, ResourceId};
use crate::resources::{Container, Shipment, Timestamp};
use crate::service::rendering::{Included, containers, shipments};
use crate::store::{RequestRecord, Told, Tx};
use crate::tracking::{Change, Subject};

/// Tells the changes a look-up brought, in order.
pub(super) fn tell_changes(
    engine: &Engine,
    tx: &dyn Tx,
    record: &RequestRecord,
    seen: &Seen,
    now: DateTime<Utc>,
) -> Result<()> {
    if seen.changes.is_empty() {
        return Ok(());
    }
    let account = &record.tracked.account;
    let Some(shipment) = record.shipment.as_ref().map(|id| tx.shipment(account, id)).transpose()?.flatten() else {
        return Ok(());
    };
    let shipment = shipments::resource(tx, shipment)?;
    // The same for every change: it is written once, however many containers it links.
    let shipment_told = Included::of(&shipment).text();
    for (at, change) in seen.changes.iter().enumerate() {
        let container = change.subject.container().and_then(|number| seen.recording.boxes.get(number).cloned());
        let container = container.map(|found| containers::resource(tx, found)).transpose()?;
        let scene = Scene { engine, tx, record, shipment: &shipment, container: container.as_ref(), now };
        let Some((reference, object)) = scene.reference(change, seen)? else { continue };
        let container = container.as_ref().map(|found| Included::of(found).text());
        let included = [object.text(), shipment_told.clone()].into_iter().chain(container).collect();
        let key = format!("{}/{}/{at}", record.id, record.revision);
        let included = Told::of(included);
        notices::tell(engine, tx, account, Telling { event: change.event.clone(), reference, included, key }, now)?;
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
    fn reference(&self, change: &Change, seen: &Seen) -> Result<Option<(ResourceId, Included)>> {
        let now = Timestamp::from(self.now);
        Ok(match &change.subject {
            Subject::Event(_, key) => self.transport_event(key)?,
            Subject::Container(_) => {
                let attributes = json!({ "timestamp": now, "timezone": "Etc/UTC" });
                Some(self.object("container_created_event", attributes))
            }
            Subject::Attributes(_, changeset) => {
                let zone = self.container.and_then(|container| container.pod_timezone.clone());
                let attributes =
                    json!({ "changeset": changeset, "timestamp": now, "timezone": zone, "data_source": "terminal" });
                Some(self.object("container_updated_event", attributes))
            }
            Subject::Terminal(_) => {
                let attributes = json!({ "timestamp": now, "data_source": "shipping_line" });
                Some(self.object("container_pod_terminal_changed_event", attributes))
            }
            Subject::Arrival => {
                let told = &seen.after.shipment;
                let attributes = json!({
                    "created_at": now,
                    "event": change.event,
                    "estimated_timestamp": told.pod_eta_at,
                    "location_locode": told.port_of_discharge_locode,
                    "timezone": told.pod_timezone,
                    "voyage_number": told.pod_voyage_number,
                    "data_source": "shipping_line",
                });
                Some(self.object("estimated_event", attributes))
            }
        })
    }

    fn transport_event(&self, key: &str) -> Result<Option<(ResourceId, Included)>> {
        let Some(container) = self.container else { return Ok(None) };
        let found = self.tx.event_keyed(&self.record.tracked.account, &container.id, key)?.map(|found| found.event);
        Ok(found.map(|event| (ResourceId::of(&event.id), Included::of(&event))))
    }

    /// An object that exists in its notification only.
    fn object(&self, kind: &str, attributes: Value) -> (ResourceId, Included) {
        let id: Id<AnyResource> = self.engine.new_id(self.now);
        let mut relationships = Members::new();
        relationships.insert("shipment".into(), json!({ "data": ResourceId::of(&self.shipment.id) }));
        if let Some(container) = self.container {
            relationships.insert("container".into(), json!({ "data": ResourceId::of(&container.id) }));
        }
        let members = Members::from_iter([
            ("attributes".to_owned(), attributes),
            ("relationships".to_owned(), Value::Object(relationships)),
        ]);
        let reference = ResourceId { kind: kind.to_owned(), id: id.cast() };
        (reference, Included::any(&AnyResource { kind: kind.to_owned(), id, members }))
    }
}
