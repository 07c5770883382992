//! Delivering notifications to webhooks.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};

use super::engine::Engine;
use super::notices;
use super::observer::Activity;
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::{Failure, Method, Phase, Request, Response, TransportError, retry_after};
use crate::jsonapi::media;
use crate::resources::{DeliveryStatus, Webhook};
use crate::store::{DeliveryRecord, NoticeRecord, Party, WebhookRecord, origin};
use crate::webhooks::{DeliveryState, Outcome, Secret, Signer, Verdict, decide, is_success};

/// What is read of a receiver's answer at most: its status decides, and nobody reads the rest.
const ANSWER_LIMIT: usize = 64 * 1024;

/// The name deliveries go by.
const USER_AGENT: &str = concat!("shiptrack/", env!("CARGO_PKG_VERSION"));

/// Attempts a delivery that is due to its webhook, when there still is one. No transaction is open while the receiver is
/// waited for.
pub(super) fn run(
    engine: &Engine,
    delivery: &DeliveryRecord,
    webhook: Option<&WebhookRecord>,
    cancel: &CancelToken,
) -> Result<()> {
    let notice = engine.store.reading(|tx| tx.notice(delivery.notice))?;
    let webhook = webhook.map(|record| &record.webhook).filter(|webhook| webhook.active == Some(true));
    let (Some(webhook), Some(notice)) = (webhook, notice) else { return give_up(engine, delivery) };
    let answer = match attempt(engine, webhook, &notice, delivery, cancel)? {
        // The service is stopping: the delivery stays due.
        Err(failed) if failed.failure == Failure::Cancelled => return Ok(()),
        answer => answer,
    };
    engine.claims.heard_from(&origin(&webhook.url), answer.is_ok());
    settle(engine, delivery, outcome(engine, &answer))?;
    engine.tell(&Activity::Delivery {
        webhook: &delivery.webhook,
        notification: &delivery.id,
        attempt: delivery.attempts.saturating_add(1),
        status: answer.as_ref().ok().map(|answer| answer.status),
        failure: answer.as_ref().err(),
    });
    Ok(())
}

/// Posts the notification.
fn attempt(
    engine: &Engine,
    webhook: &Webhook,
    notice: &NoticeRecord,
    delivery: &DeliveryRecord,
    cancel: &CancelToken,
) -> Result<Result<Response, TransportError>> {
    let now = engine.now();
    let request = request(webhook, notice, delivery, now)?;
    let call = engine.delivery_call(&webhook.url, ANSWER_LIMIT, cancel);
    // A way out that panics has not delivered; the worker goes on.
    let sent = catch_unwind(AssertUnwindSafe(|| engine.outbound.send(request, &call)));
    Ok(sent.unwrap_or_else(|_| Err(TransportError::new(Failure::Io, Phase::Prepare, "the transport panicked"))))
}

fn outcome(engine: &Engine, answer: &Result<Response, TransportError>) -> Outcome {
    match answer {
        Ok(answer) => {
            let retry_after = retry_after(&answer.headers, engine.now(), engine.policies.delivery.longest_retry_after);
            Outcome::Answered { status: answer.status, retry_after }
        }
        Err(_) => Outcome::NoAnswer,
    }
}

fn request(webhook: &Webhook, notice: &NoticeRecord, delivery: &DeliveryRecord, now: DateTime<Utc>) -> Result<Request> {
    let body = notices::delivery_document(notice, delivery);
    let mut request = Request::new(Method::Post, webhook.url.clone()).header("User-Agent", USER_AGENT);
    for header in webhook.headers.iter().flatten() {
        request.headers.set(header.name.clone(), header.value.clone());
    }
    let secret = webhook.secret.as_ref().map(|secret| secret.reveal()).unwrap_or_default();
    let signer = Signer::new([Secret::new(secret)?])?;
    for (name, value) in signer.sign(&delivery.id.to_string(), &body, now)? {
        request.headers.set(name, value);
    }
    Ok(request.body(media::JSON, body))
}

/// Writes down what came of an attempt.
fn settle(engine: &Engine, delivery: &DeliveryRecord, outcome: Outcome) -> Result<()> {
    let now = engine.now();
    let jitter = engine.entropy.fraction();
    engine.store.writing(|tx| {
        let Some(mut webhook) = tx.webhook(&delivery.account, &delivery.webhook)? else { return Ok(()) };
        let state = DeliveryState { attempts: delivery.attempts, failing_since: webhook.failing_since };
        let succeeded = matches!(outcome, Outcome::Answered { status, .. } if is_success(status));
        engine.note_fare(tx, &Party::Webhook(delivery.webhook.clone()), succeeded, now)?;
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
                Outcome::Answered { status, .. } => Some(status),
                Outcome::NoAnswer => None,
            },
            ..delivery.clone()
        })?;
        if decision.disable.is_some() || webhook.failing_since != decision.state.failing_since {
            webhook.failing_since = decision.state.failing_since;
            if decision.disable.is_some() {
                webhook.webhook.active = Some(false);
            }
            tx.put_webhook(&webhook)?;
        }
        Ok(())
    })
}

/// The webhook is gone or switched off: nothing is delivered to it. It can be replayed.
fn give_up(engine: &Engine, delivery: &DeliveryRecord) -> Result<()> {
    let failed = DeliveryRecord { status: DeliveryStatus::Failed, due: None, ..delivery.clone() };
    engine.store.writing(|tx| match tx.delivery(&delivery.account, &delivery.id)? {
        Some(_) => tx.put_delivery(&failed),
        // It went with its webhook.
        None => Ok(()),
    })
}
