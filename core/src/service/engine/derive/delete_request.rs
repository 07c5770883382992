//! Deletes tracking requests, with everything that exists only because of them.

use super::request_lifecycle;
use crate::error::Result;
use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::{EventName, StopReason, WebhookNotificationId};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::notify::deliveries::{self, NewNotification};
use crate::service::rendering::{IncludedResource, Related, shipments, tracking_requests};
use crate::store::{NotificationRecord, RequestRecord, Tx};

/// Notifications that are read in one transaction.
const BATCH: usize = 100;

/// Deletes a request, its shipment unless another request has it, and the pending deliveries about what it deletes. The facts about the number
/// stay: they are used again if the number is tracked again.
pub(in crate::service) fn delete(engine: &Engine, request: &RequestRecord) -> Result<()> {
    let account = &request.tracked.account;
    let mut pending = PendingDeliveries::default();
    // Read before the write transaction, because there may be many.
    let all = engine.store.reading(|tx| tx.pending_deliveries(account))?;
    for batch in all.chunks(BATCH) {
        engine.store.reading(|tx| pending.add(tx, request, batch))?;
    }
    engine.writing_after_fan_outs(account, |tx| {
        let mut pending = pending.clone();
        let Some(request) = tx.request(account, &request.id)? else { return Ok(()) };
        let later: Vec<_> = tx.pending_deliveries(account)?.into_iter().filter(|(_, of)| *of > pending.last).collect();
        pending.add(tx, &request, &later)?;
        delete_with(engine.within(tx, engine.now()), &request, &pending)
    })
}

fn delete_with(cx: WriteContext<'_>, request: &RequestRecord, pending: &PendingDeliveries) -> Result<()> {
    let account = &request.tracked.account;
    // The notification has the state before the deletion.
    let mut related = Related::new(cx.tx, account);
    related.set.add(IncludedResource::of(tracking_requests::resource(request)));
    shipments::add(&mut related, request.shipment.clone())?;
    cx.tx.remove_request(request)?;
    pending.of_request.iter().try_for_each(|delivery| cx.tx.remove_delivery(account, delivery))?;
    if remove_unused_shipment(cx, request)? {
        pending.of_shipment.iter().try_for_each(|delivery| cx.tx.remove_delivery(account, delivery))?;
    }
    let notification = NewNotification {
        event: EventName::TrackingRequestDeleted,
        reference: ResourceId::of(&request.id),
        included: related.set.into_stored(),
        key: format!("{}/deleted", request.id),
    };
    deliveries::publish(cx, account, notification)
}

/// Pending deliveries about a request and its shipment.
#[derive(Clone, Default)]
struct PendingDeliveries {
    of_request: Vec<WebhookNotificationId>,
    of_shipment: Vec<WebhookNotificationId>,
    /// The last notification that was read.
    last: u64,
}

impl PendingDeliveries {
    fn add(&mut self, tx: &Tx<'_>, request: &RequestRecord, deliveries: &[(WebhookNotificationId, u64)]) -> Result<()> {
        let (request_id, shipment) = (ToOne::to(&request.id), request.shipment.as_ref().map(ResourceId::of));
        for (delivery, sequence) in deliveries {
            self.last = self.last.max(*sequence);
            // A notification that cannot be read is not delivered either.
            let Ok(Some(notification)) = tx.notification(*sequence) else { continue };
            if notification.reference == request_id {
                self.of_request.push(delivery.clone());
            } else if !notification.event.is_document()
                && shipment.as_ref().is_some_and(|shipment| includes(&notification, shipment))
            {
                self.of_shipment.push(delivery.clone());
            }
        }
        Ok(())
    }
}

/// Deletes the shipment of a deleted request, and returns whether it did. If another request has the shipment, it stays: stopped, if the other
/// request does not track it any longer.
fn remove_unused_shipment(cx: WriteContext<'_>, deleted: &RequestRecord) -> Result<bool> {
    let (account, Some(shipment)) = (&deleted.tracked.account, &deleted.shipment) else { return Ok(false) };
    match cx.tx.request_of_shipment(account, shipment)? {
        None => {
            cx.tx.remove_shipment(account, shipment)?;
            Ok(true)
        }
        Some(other) => {
            if deleted.state.is_live() && !other.state.is_live() {
                let reason = other.state.stopped.clone().unwrap_or(StopReason::CancelledByUser);
                request_lifecycle::mark_stopped(cx.tx, &other, Some(&reason), cx.now)?;
            }
            Ok(false)
        }
    }
}

fn includes(notification: &NotificationRecord, resource: &ResourceId) -> bool {
    let included = serde_json::from_str::<Vec<ResourceId>>(&notification.included.array());
    included.is_ok_and(|included| included.contains(resource))
}
