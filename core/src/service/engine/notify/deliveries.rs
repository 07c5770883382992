//! Publishes notifications, and delivers them to webhooks.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, TimeDelta, Utc};

use super::fan_out::add_deliveries;
use super::secrets;
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::{Call, ExchangePhase, Failure, Method, Request, Response, TransportError, retry_after};
use crate::jsonapi::{ResourceId, ToOne, media};
use crate::resources::{AccountId, DeliveryHeader, DeliveryStatus, EventName, WebhookId};
use crate::service::engine::base::engine::{CallHealth, Engine, WriteContext};
use crate::service::engine::base::observer::Activity;
use crate::service::rendering::{IncludedResource, notifications, webhooks};
use crate::store::{
    Counterparty, DeliveryRecord, FanOut, IncludedResources, NotificationRecord, WebhookRecord, origin,
};
use crate::webhooks::{
    Decision, DeliveryOutcome, DeliveryState, LONGEST_RETRY_AFTER, Signer, Verdict, decide, redacted,
};

/// After an outage of a receiver of at least this time, its first success makes its waiting deliveries due at once. After shorter failures
/// they follow their retry schedule, so that a receiver that rejects a single notification is not asked more often. Retries that began
/// within this time are due within half an hour.
const OUTAGE: TimeDelta = TimeDelta::minutes(15);
/// Deliveries that are made due in one transaction.
const BATCH: usize = 250;
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
        Err(failed) if failed.failure == Failure::Local => {
            return engine.pause_unsent(&Counterparty::Webhook(delivery.webhook.clone()), &failed.to_string());
        }
        answer => answer,
    };
    engine.claims.record_response(&(delivery.account.clone(), origin(&webhook.webhook.url)), answer.is_ok());
    let effects = write_outcome(engine, delivery, &webhook.webhook.url, outcome(engine, &answer))?;
    if effects.outage_ended {
        bring_deliveries_forward(engine, delivery)?;
    }
    let url = redacted(&webhook.webhook.url);
    engine.report(&Activity::Delivery {
        account: &delivery.account,
        webhook: &delivery.webhook,
        url: &url,
        notification: &delivery.id,
        attempt: delivery.attempts.saturating_add(1),
        status: answer.as_ref().ok().map(|answer| answer.status),
        failure: answer.as_ref().err(),
    });
    if let Some(until) = effects.rests_until {
        let counterparty = Counterparty::Webhook(delivery.webhook.clone());
        let account = Some(&delivery.account);
        engine.report(&Activity::Resting { counterparty: &counterparty, account, url: Some(&url), until });
    }
    if let Some(WebhookRecord { account, webhook, failing_since, .. }) = &effects.disabled
        && let Some(reason) = &webhook.disabled_reason
    {
        let (webhook, failing_since) = (&webhook.id, *failing_since);
        engine.report(&Activity::WebhookDisabled { account, webhook, url: &url, reason, failing_since });
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

/// What the outcome of a delivery changed in addition to the delivery.
#[derive(Default)]
struct Effects {
    /// The end of the webhook's pause, if the pause begins now.
    rests_until: Option<DateTime<Utc>>,
    /// Whether this is the first success after an [`OUTAGE`].
    outage_ended: bool,
    /// The webhook, if it is disabled now.
    disabled: Option<WebhookRecord>,
}

/// Reads the records again, because they may have changed during the call.
fn write_outcome(engine: &Engine, delivery: &DeliveryRecord, url: &str, outcome: DeliveryOutcome) -> Result<Effects> {
    let now = engine.now();
    let jitter = engine.entropy.fraction();
    engine.store.writing(|tx| {
        let Some(webhook) = tx.webhook(&delivery.account, &delivery.webhook)? else { return Ok(Effects::default()) };
        let Some(delivery) = tx.delivery(&delivery.account, &delivery.id)? else { return Ok(Effects::default()) };
        let failing_since = webhook.failing_since;
        let state = DeliveryState {
            attempts: delivery.attempts,
            failing_since,
            failing_counts_from: webhook.failing_counts_from,
            gone_since: webhook.gone_since,
            gone_answers: webhook.gone_answers,
            failed_at: webhook.failed_at,
            first_due: tx.first_delivery_due(&delivery.webhook)?,
        };
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
            return Ok(Effects::default());
        }
        let (cx, succeeded) = (engine.within(tx, now), decision.verdict == Verdict::Succeeded);
        let outage_ended = succeeded && failing_since.is_some_and(|since| now - since >= OUTAGE);
        let health = CallHealth::of(succeeded);
        let rests_until = cx.record_call_health(&Counterparty::Webhook(delivery.webhook), health)?;
        Ok(Effects { rests_until, outage_ended, disabled: update_webhook(cx, webhook, decision)? })
    })
}

/// Makes the waiting deliveries of the webhook due, in several transactions, because there may be many. If the process ends meanwhile, the
/// others follow their retry schedule.
fn bring_deliveries_forward(engine: &Engine, delivered: &DeliveryRecord) -> Result<()> {
    let (account, webhook, now) = (&delivered.account, &delivered.webhook, engine.now());
    while engine.store.writing(|tx| tx.bring_deliveries_forward(account, webhook, now, BATCH))? == BATCH {}
    Ok(())
}

/// Stores the health of a webhook, and disables it if this was decided. Returns the webhook if it is disabled now.
fn update_webhook(cx: WriteContext<'_>, before: WebhookRecord, decision: Decision) -> Result<Option<WebhookRecord>> {
    let DeliveryState { failing_since, failing_counts_from, gone_since, gone_answers, failed_at, .. } = decision.state;
    let mut after =
        WebhookRecord { failing_since, failing_counts_from, gone_since, gone_answers, failed_at, ..before.clone() };
    let reason = decision.disable.filter(|_| before.webhook.is_active());
    if reason.is_some() {
        after.webhook.active = Some(false);
        after.webhook.disabled_at = Some(cx.now.into());
        after.webhook.disabled_reason = reason;
    }
    if after != before {
        cx.tx.put_webhook(&after)?;
    }
    if after.webhook.disabled_at == before.webhook.disabled_at {
        return Ok(None);
    }
    let webhook = webhooks::resource(&after, true);
    let notification = NewNotification {
        event: EventName::WebhookDisabled,
        reference: ResourceId::of(&webhook.id),
        key: format!("{}/disabled/{}", webhook.id, cx.now.timestamp_micros()),
        included: IncludedResources::of(vec![IncludedResource::of(webhook).text()]),
    };
    publish(cx, &after.account, notification)?;
    Ok(Some(after))
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
    let all = cx.tx.all_webhooks(account)?;
    let subscribes =
        |record: &&WebhookRecord| record.webhook.is_active() && record.webhook.events.contains(&notification.event);
    let webhooks: Vec<WebhookId> = all.iter().filter(subscribes).map(|record| record.webhook.id.clone()).collect();
    if webhooks.is_empty() && !cx.engine.policies.delivery.is_in_feed(&notification.event) {
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
    if webhooks.is_empty() {
        return Ok(());
    }
    let (account, event) = (account.clone(), record.event);
    add_deliveries(cx, FanOut { account, notification: sequence, event, created_at: cx.now, webhooks })
}
