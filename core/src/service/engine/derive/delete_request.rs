//! Deletes tracking requests, with everything that exists only because of them.

use super::request_lifecycle;
use crate::error::Result;
use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::{EventName, StopReason};
use crate::service::engine::base::engine::WriteContext;
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::{IncludedResource, Related, shipments, tracking_requests};
use crate::store::{NotificationRecord, RequestRecord, Tx};

/// Deletes a request, its shipment unless another request has it, and the pending deliveries about what it deletes. The facts about the number
/// stay: they are used again if the number is tracked again.
pub(in crate::service) fn delete(cx: WriteContext<'_>, request: &RequestRecord) -> Result<()> {
    // The notification has the state before the deletion.
    let mut related = Related::new(cx.tx, &request.tracked.account);
    related.set.add(IncludedResource::of(&tracking_requests::resource(request)));
    shipments::add(&mut related, request.shipment.clone())?;
    cx.tx.remove_request(request)?;
    let shipment = remove_unused_shipment(cx, request)?;
    remove_pending_deliveries(cx.tx, request, shipment.as_ref())?;
    let notification = NewNotification {
        event: EventName::TrackingRequestDeleted,
        reference: ResourceId::of(&request.id),
        included: related.set.into_stored(),
        key: format!("{}/deleted", request.id),
    };
    deliveries::publish(cx, &request.tracked.account, notification)
}

/// Deletes the shipment of a deleted request and returns its id. If another request has the shipment, it stays: stopped, if the other request
/// does not track it any longer.
fn remove_unused_shipment(cx: WriteContext<'_>, deleted: &RequestRecord) -> Result<Option<ResourceId>> {
    let (account, Some(shipment)) = (&deleted.tracked.account, &deleted.shipment) else { return Ok(None) };
    match cx.tx.request_of_shipment(account, shipment)? {
        None => {
            cx.tx.remove_shipment(account, shipment)?;
            Ok(Some(ResourceId::of(shipment)))
        }
        Some(other) => {
            if deleted.state.is_live() && !other.state.is_live() {
                let reason = other.state.stopped.clone().unwrap_or(StopReason::CancelledByUser);
                request_lifecycle::mark_stopped(cx.tx, &other, Some(&reason), cx.now)?;
            }
            Ok(None)
        }
    }
}

fn remove_pending_deliveries(tx: &Tx<'_>, request: &RequestRecord, shipment: Option<&ResourceId>) -> Result<()> {
    let (account, request) = (&request.tracked.account, ToOne::to(&request.id));
    for (delivery, notification) in tx.pending_deliveries(account)? {
        let about = tx.notification(notification)?.filter(|notification| !notification.event.is_document());
        let is_about_deleted = |about: NotificationRecord| {
            about.reference == request || shipment.is_some_and(|shipment| includes(&about, shipment))
        };
        if about.is_some_and(is_about_deleted) {
            tx.remove_delivery(account, &delivery)?;
        }
    }
    Ok(())
}

fn includes(notification: &NotificationRecord, resource: &ResourceId) -> bool {
    let included = serde_json::from_str::<Vec<ResourceId>>(&notification.included.array());
    included.is_ok_and(|included| included.contains(resource))
}
