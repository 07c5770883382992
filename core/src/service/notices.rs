//! Telling events: one entry in the feed, and a delivery for every webhook that asked for the event.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, json};

use chrono::{DateTime, Utc};

use super::engine::Engine;
use super::reply::Included;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{Links, Outgoing, ResourceId, ToMany, ToOne};
use crate::resources::{AccountId, DeliveryStatus, EventName, WebhookNotification};
use crate::store::{DeliveryRecord, NoticeRecord, Slice, Told, Tx, WebhookRecord};

/// Something to tell.
pub(super) struct Telling {
    pub event: EventName,
    /// What it is about.
    pub reference: ResourceId,
    /// The resources told with it.
    pub included: Told,
    /// Tells this telling from every other, so that none is told twice.
    pub key: String,
}

/// Puts an event into the feed and on its way to the webhooks, within the transaction of the change it tells of.
pub(super) fn tell(
    engine: &Engine,
    tx: &dyn Tx,
    account: &AccountId,
    telling: Telling,
    now: DateTime<Utc>,
) -> Result<()> {
    let notice = NoticeRecord {
        sequence: 0,
        id: engine.new_id(now),
        account: account.clone(),
        event: telling.event,
        reference: ToOne::Linked(telling.reference),
        included: telling.included,
        created_at: now,
    };
    let Some(sequence) = tx.add_notice(&notice, &telling.key)? else { return Ok(()) };
    for webhook in webhooks(tx, account)? {
        if webhook.webhook.active == Some(true) && webhook.webhook.events.contains(&notice.event) {
            tx.put_delivery(&DeliveryRecord {
                id: engine.new_id(now),
                account: account.clone(),
                webhook: webhook.webhook.id,
                notice: sequence,
                event: notice.event.clone(),
                status: DeliveryStatus::Pending,
                attempts: 0,
                last_status: None,
                due: Some(now),
                created_at: now,
            })?;
        }
    }
    Ok(())
}

/// A resource as it is told.
pub(super) fn told(resource: &Included) -> Result<Arc<str>> {
    let text = serde_json::to_string(resource).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
    Ok(text.into())
}

/// Resources as they are told.
pub(super) fn all_told(resources: impl IntoIterator<Item = Included>) -> Result<Told> {
    resources.into_iter().map(|resource| told(&resource)).collect::<Result<_>>().map(Told::of)
}

/// All webhooks of an account.
pub(super) fn webhooks(tx: &dyn Tx, account: &AccountId) -> Result<Vec<WebhookRecord>> {
    tx.webhooks(account, &Slice { before: None, skip: 0, limit: u64::from(u32::MAX) })
}

/// The document a webhook is sent.
pub(super) fn delivery_document(notice: &NoticeRecord, delivery: &DeliveryRecord) -> Vec<u8> {
    let webhook = ToOne::to(&delivery.webhook);
    document(notice, &notification(notice, delivery.id.clone(), webhook, DeliveryStatus::Pending))
}

/// The document the feed has: the same, for no webhook in particular.
pub(super) fn feed_document(notice: &NoticeRecord) -> Vec<u8> {
    document(notice, &notification(notice, notice.id.clone(), ToOne::Empty, DeliveryStatus::Pending))
}

/// A delivery as the resource it is listed as.
pub(super) fn delivered(tx: &dyn Tx, delivery: &DeliveryRecord) -> Result<WebhookNotification> {
    let notice =
        tx.notice(delivery.notice)?.ok_or_else(|| Error::new(ErrorKind::Store, "a delivery lost its notice"))?;
    Ok(notification(&notice, delivery.id.clone(), ToOne::to(&delivery.webhook), delivery.status.clone()))
}

fn notification(
    notice: &NoticeRecord,
    id: crate::resources::WebhookNotificationId,
    webhook: ToOne,
    status: DeliveryStatus,
) -> WebhookNotification {
    let about_document = notice.event.is_document();
    let (reference_object, document) = if about_document {
        (ToOne::Untold, notice.reference.clone())
    } else {
        (notice.reference.clone(), ToOne::Untold)
    };
    WebhookNotification {
        // The hosted service repeats the id among the attributes, and receivers read it there.
        other: Map::from_iter([("id".to_owned(), json!(id))]),
        id,
        event: notice.event.clone(),
        delivery_status: Some(status),
        created_at: Some(notice.created_at.into()),
        webhook,
        reference_object,
        document,
        webhook_notification_logs: ToMany::Linked(Vec::new()),
        ..Default::default()
    }
}

fn document(notice: &NoticeRecord, data: &WebhookNotification) -> Vec<u8> {
    #[derive(Serialize)]
    struct Document<'a> {
        data: &'a WebhookNotification,
        included: &'a RawValue,
        meta: Sequence,
    }
    /// A receiver that keeps the highest place it has seen can drop what comes late.
    #[derive(Serialize)]
    struct Sequence {
        sequence: u64,
    }
    match RawValue::from_string(notice.included.array()) {
        Ok(included) => {
            serde_json::to_vec(&Document { data, included: &included, meta: Sequence { sequence: notice.sequence } })
                .expect("a document of plain values is valid JSON")
        }
        Err(_) => Outgoing::<_, Included> { data, included: None, links: Links::default(), meta: None }.to_vec(),
    }
}
