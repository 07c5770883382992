//! Publishes notifications, and delivers them to webhooks.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};

use super::secrets;
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::{Call, ExchangePhase, Failure, Method, Request, Response, TransportError, retry_after};
use crate::jsonapi::{ResourceId, ToOne, media};
use crate::resources::{AccountId, DeliveryHeader, DeliveryStatus, EventName};
use crate::service::engine::base::engine::{CallHealth, Engine, WriteContext};
use crate::service::engine::base::observer::Activity;
use crate::service::rendering::notifications;
use crate::store::{
    Counterparty, DeliveryRecord, IncludedResources, NotificationRecord, Slice, Tx, WebhookRecord, origin,
};
use crate::webhooks::{DeliveryOutcome, DeliveryState, LONGEST_RETRY_AFTER, Signer, Verdict, decide};

pub(super) const ANSWER_LIMIT: usize = 64 * 1024;
const USER_AGENT: &str = concat!("shiptrack/", env!("CARGO_PKG_VERSION"));

/// Sends a notification to its webhook, and stores the result. No transaction is open during the call.
pub(in crate::service::engine) fn deliver(
    engine: &Engine,
    delivery: &DeliveryRecord,
    webhook: Option<&WebhookRecord>,
    cancel: &CancelToken,
) -> Result<()> {
    let notification = engine.store.reading(|tx| tx.notification(delivery.notification))?;
    let webhook = webhook.filter(|record| record.webhook.is_active());
    let (Some(webhook), Some(notification)) = (webhook, notification) else { return mark_failed(engine, delivery) };
    let request = signed_notification(engine, webhook, &notification, delivery)?;
    let call = engine.delivery_call(&delivery.account, &webhook.webhook.url, ANSWER_LIMIT, cancel);
    let answer = match post(engine, request, &call) {
        // The service is stopping, and the delivery stays due.
        Err(failed) if failed.failure == Failure::Cancelled => return Ok(()),
        answer => answer,
    };
    engine.claims.record_response(&origin(&webhook.webhook.url), answer.is_ok());
    let rests_until = write_outcome(engine, delivery, &webhook.webhook.url, outcome(engine, &answer))?;
    engine.report(&Activity::Delivery {
        webhook: &delivery.webhook,
        notification: &delivery.id,
        attempt: delivery.attempts.saturating_add(1),
        status: answer.as_ref().ok().map(|answer| answer.status),
        failure: answer.as_ref().err(),
    });
    if let Some(until) = rests_until {
        engine.report(&Activity::Resting { counterparty: &Counterparty::Webhook(delivery.webhook.clone()), until });
    }
    Ok(())
}

fn signed_notification(
    engine: &Engine,
    record: &WebhookRecord,
    notification: &NotificationRecord,
    delivery: &DeliveryRecord,
) -> Result<Request> {
    let now = engine.now();
    let signer = secrets::signer(record, now)?.hosted(engine.policies.delivery.hosted_signature);
    let body = notifications::delivery_document(notification, delivery);
    let headers = record.webhook.headers.as_deref().unwrap_or_default();
    signed_request(&record.webhook.url, headers, Some(&signer), &delivery.id.to_string(), body, now)
}

/// A panic of the transport counts as a failed delivery, and does not end the worker thread.
pub(super) fn post(engine: &Engine, request: Request, call: &Call) -> Result<Response, TransportError> {
    let sent = catch_unwind(AssertUnwindSafe(|| engine.outbound.send(request, call)));
    sent.unwrap_or_else(|_| Err(TransportError::new(Failure::Io, ExchangePhase::Prepare, "the transport panicked")))
}

fn outcome(engine: &Engine, answer: &Result<Response, TransportError>) -> DeliveryOutcome {
    match answer {
        Ok(answer) => {
            let retry_after = retry_after(&answer.headers, engine.now(), LONGEST_RETRY_AFTER);
            DeliveryOutcome::Answered { status: answer.status, retry_after }
        }
        Err(_) => DeliveryOutcome::NoAnswer,
    }
}

pub(super) fn signed_request(
    url: &str,
    headers: &[DeliveryHeader],
    signer: Option<&Signer>,
    id: &str,
    body: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<Request> {
    let mut request = Request::new(Method::Post, url);
    for header in headers {
        request.headers.append(header.name.clone(), header.value.clone());
    }
    request.headers.set("User-Agent", USER_AGENT);
    for (name, value) in signer.map(|signer| signer.sign(id, &body, now)).transpose()?.into_iter().flatten() {
        request.headers.set(name, value);
    }
    Ok(request.body(media::JSON, body))
}

/// Reads the records again, because they may have changed during the call. Returns the end of the webhook's pause if the
/// pause begins now.
fn write_outcome(
    engine: &Engine,
    delivery: &DeliveryRecord,
    url: &str,
    outcome: DeliveryOutcome,
) -> Result<Option<DateTime<Utc>>> {
    let now = engine.now();
    let jitter = engine.entropy.fraction();
    engine.store.writing(|tx| {
        let Some(mut webhook) = tx.webhook(&delivery.account, &delivery.webhook)? else { return Ok(None) };
        let Some(delivery) = tx.delivery(&delivery.account, &delivery.id)? else { return Ok(None) };
        let state = DeliveryState { attempts: delivery.attempts, failing_since: webhook.failing_since };
        let decision = decide(&state, outcome, now, jitter, &engine.policies.delivery);
        let (status, due) = match decision.verdict {
            Verdict::Succeeded => (DeliveryStatus::Succeeded, None),
            Verdict::RetryAt(due) => (DeliveryStatus::Pending, Some(due)),
            Verdict::Failed => (DeliveryStatus::Failed, None),
        };
        tx.put_delivery(&DeliveryRecord {
            status,
            due,
            attempts: decision.state.attempts,
            last_status: match outcome {
                DeliveryOutcome::Answered { status, .. } => Some(status),
                DeliveryOutcome::NoAnswer => None,
            },
            ..delivery.clone()
        })?;
        // The URL was changed during the call, and the response does not concern the new URL.
        if webhook.webhook.url != url {
            return Ok(None);
        }
        let succeeded = decision.verdict == Verdict::Succeeded;
        let rests_until = engine
            .within(tx, now)
            .record_call_health(&Counterparty::Webhook(delivery.webhook), CallHealth::of(succeeded))?;
        if decision.disable.is_some() || webhook.failing_since != decision.state.failing_since {
            webhook.failing_since = decision.state.failing_since;
            if decision.disable.is_some() {
                webhook.webhook.active = Some(false);
            }
            tx.put_webhook(&webhook)?;
        }
        Ok(rests_until)
    })
}

/// Marks a delivery as failed because its webhook is deleted or disabled; it can be replayed. A deleted delivery is not
/// restored, and a delivery stays due if its webhook was enabled again.
fn mark_failed(engine: &Engine, delivery: &DeliveryRecord) -> Result<()> {
    engine.store.writing(|tx| {
        let webhook = tx.webhook(&delivery.account, &delivery.webhook)?.map(|record| record.webhook);
        let is_missing = tx.notification(delivery.notification)?.is_none();
        match tx.delivery(&delivery.account, &delivery.id)? {
            Some(current) if is_missing || !webhook.is_some_and(|webhook| webhook.is_active()) => {
                tx.put_delivery(&DeliveryRecord { status: DeliveryStatus::Failed, due: None, ..current })
            }
            _ => Ok(()),
        }
    })
}

pub(in crate::service::engine) struct NewNotification {
    pub event: EventName,
    pub reference: ResourceId,
    pub included: IncludedResources,
    /// Unique key, so that a notification is not published twice.
    pub key: String,
}

/// Writes a notification to the outbox, with a delivery for each webhook that subscribes to the event. An extension that no webhook lists is
/// only written if the feed has extensions.
pub(in crate::service::engine) fn publish(
    cx: WriteContext<'_>,
    account: &AccountId,
    notification: NewNotification,
) -> Result<()> {
    let webhooks: Vec<WebhookRecord> = webhooks(cx.tx, account)?
        .into_iter()
        .filter(|record| record.webhook.active == Some(true) && record.webhook.events.contains(&notification.event))
        .collect();
    if notification.event.is_extension() && webhooks.is_empty() && !cx.engine.policies.delivery.shipment_updates_in_feed
    {
        return Ok(());
    }
    let record = NotificationRecord {
        sequence: 0,
        id: cx.engine.new_id(cx.now),
        account: account.clone(),
        event: notification.event,
        reference: ToOne::Linked(notification.reference),
        included: notification.included,
        created_at: cx.now,
    };
    let Some(sequence) = cx.tx.add_notification(&record, &notification.key)? else { return Ok(()) };
    for webhook in webhooks {
        cx.tx.put_delivery(&DeliveryRecord {
            id: cx.engine.new_id(cx.now),
            account: account.clone(),
            webhook: webhook.webhook.id,
            notification: sequence,
            event: record.event.clone(),
            status: DeliveryStatus::Pending,
            attempts: 0,
            last_status: None,
            due: Some(cx.now),
            created_at: cx.now,
        })?;
    }
    Ok(())
}

/// All webhooks of an account.
pub(in crate::service) fn webhooks(tx: &Tx<'_>, account: &AccountId) -> Result<Vec<WebhookRecord>> {
    tx.webhooks(account, &Slice { before: None, skip: 0, limit: u64::from(u32::MAX) })
}
