//! Renders notifications: as documents for deliveries and the feed, and as resources of listings.

use std::cmp::Reverse;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, json};

use super::included::{IncludedResource, IncludedSet, Related};
use super::webhooks;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{Links, OutgoingDocument, ToMany, ToOne};
use crate::resources::{DeclaredResource, DeliveryStatus, WebhookNotification, WebhookNotificationId};
use crate::store::{DeliveryRecord, NotificationRecord, Tx};

pub(in crate::service) fn delivery_document(notification: &NotificationRecord, delivery: &DeliveryRecord) -> Vec<u8> {
    let webhook = ToOne::to(&delivery.webhook);
    document(notification, &as_resource(notification, delivery.id.clone(), webhook, DeliveryStatus::Pending))
}

pub(in crate::service) fn feed_document(notification: &NotificationRecord) -> Vec<u8> {
    document(notification, &as_resource(notification, notification.id.clone(), ToOne::Empty, DeliveryStatus::Pending))
}

pub(in crate::service) fn example(notification: &NotificationRecord) -> (WebhookNotification, IncludedSet) {
    let data = as_resource(notification, notification.id.clone(), ToOne::Empty, DeliveryStatus::Pending);
    (data, included_resources(notification).collect())
}

pub(in crate::service) fn resource(tx: &Tx<'_>, delivery: &DeliveryRecord) -> Result<WebhookNotification> {
    let notification = tx
        .notification(delivery.notification)?
        .ok_or_else(|| Error::new(ErrorKind::Store, "the notification of a delivery is missing"))?;
    Ok(as_resource(&notification, delivery.id.clone(), ToOne::to(&delivery.webhook), delivery.status.clone()))
}

fn as_resource(
    notification: &NotificationRecord,
    id: WebhookNotificationId,
    webhook: ToOne,
    status: DeliveryStatus,
) -> WebhookNotification {
    let about_document = notification.event.is_document();
    let (reference_object, document) = if about_document {
        (ToOne::Absent, notification.reference.clone())
    } else {
        (notification.reference.clone(), ToOne::Absent)
    };
    let mut resource = WebhookNotification {
        // Receivers read the id from the attributes, where the hosted service repeats it.
        other: Map::from_iter([("id".to_owned(), json!(id))]),
        id,
        event: notification.event.clone(),
        delivery_status: Some(status),
        created_at: Some(notification.created_at.into()),
        webhook,
        reference_object,
        document,
        webhook_notification_logs: ToMany::Linked(Vec::new()),
        ..Default::default()
    };
    resource.drop_fractions();
    resource
}

fn document(notification: &NotificationRecord, data: &WebhookNotification) -> Vec<u8> {
    #[derive(Serialize)]
    struct Document<'a> {
        data: &'a WebhookNotification,
        included: &'a RawValue,
        meta: Sequence,
    }
    /// Lets a receiver ignore notifications that arrive late.
    #[derive(Serialize)]
    struct Sequence {
        sequence: u64,
    }
    match RawValue::from_string(notification.included.array()) {
        Ok(included) => serde_json::to_vec(&Document {
            data,
            included: &included,
            meta: Sequence { sequence: notification.sequence },
        })
        .expect("a document of plain values is valid JSON"),
        Err(_) => OutgoingDocument::<_, IncludedResource> { data, included: None, links: Links::default(), meta: None }
            .to_vec(),
    }
}

pub(in crate::service) fn add_related(
    related: &mut Related<'_>,
    records: &[DeliveryRecord],
    include: &[&str],
    read_only: bool,
) -> Result<()> {
    let tx = related.tx;
    if include.contains(&"webhook") {
        for DeliveryRecord { account, webhook: id, .. } in records {
            let webhook = || Ok(tx.webhook(account, id)?.map(|record| webhooks::resource(&record, read_only)));
            related.set.find(id, webhook)?;
        }
    }
    if include.iter().any(|path| *path != "webhook") {
        // A resource that several notifications include is included once, with its last state. Sorted by the position
        // in the feed and not by id, because a clock may have been set back.
        let mut records: Vec<&DeliveryRecord> = records.iter().collect();
        records.sort_by_key(|record| Reverse(record.notification));
        for record in records {
            related.set.extend(tx.notification(record.notification)?.iter().flat_map(included_resources));
        }
    }
    Ok(())
}

fn included_resources(notification: &NotificationRecord) -> impl Iterator<Item = IncludedResource> + use<> {
    let stored: Vec<Box<RawValue>> = serde_json::from_str(&notification.included.array()).unwrap_or_default();
    stored.into_iter().filter_map(IncludedResource::from_json)
}
