//! Sends test notifications, which show whether a receiver accepts deliveries. They are not stored or retried.

use std::time::Duration;

use super::deliveries::{ANSWER_LIMIT, post, signed_request};
use crate::error::Result;
use crate::http::{Call, Failure, Request, Response, TransportError};
use crate::resources::{AccountId, DeliveryStatus, EventName};
use crate::service::engine::base::engine::Engine;
use crate::service::rendering::{examples, notifications};
use crate::store::DeliveryRecord;
use crate::webhooks::{Signer, SigningSecret, is_success};

/// Includes the name look-up: the caller waits for the result.
const MAX_WAIT: Duration = Duration::from_secs(5);

pub(in crate::service) struct TestNotification<'t> {
    pub account: &'t AccountId,
    pub url: &'t str,
    pub event: &'t EventName,
    pub secret: Option<SigningSecret>,
}

pub(in crate::service) struct TestResult {
    pub request: Request,
    pub answer: Result<Response, TransportError>,
}

impl TestResult {
    pub fn succeeded(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| is_success(answer.status))
    }
}

/// A test goes to the same addresses as a delivery.
pub(in crate::service) fn limited_call(engine: &Engine, account: &AccountId, url: &str, caller: &Call) -> Call {
    let call = engine.delivery_call(account, url, ANSWER_LIMIT, &caller.cancel);
    let ends = engine.clock.monotonic().saturating_add(MAX_WAIT);
    let earliest = [call.deadline, caller.deadline].into_iter().flatten().fold(ends, Duration::min);
    Call { deadline: Some(earliest), ..call }
}

/// Sends a test, and stores nothing. Fails if the call was cancelled or the caller's deadline has passed: then the
/// result would be no statement about the receiver.
pub(in crate::service) fn send(
    engine: &Engine,
    test: &TestNotification<'_>,
    call: &Call,
    caller: &Call,
) -> Result<TestResult> {
    let request = request(engine, test)?;
    let answer = post(engine, request.clone(), call);
    let is_past = |until: Duration| until <= engine.clock.monotonic();
    match answer {
        Err(failed) if failed.failure == Failure::Cancelled => Err(failed.into()),
        Err(failed) if failed.failure == Failure::Timeout && caller.deadline.is_some_and(is_past) => Err(failed.into()),
        answer => Ok(TestResult { request, answer }),
    }
}

fn request(engine: &Engine, test: &TestNotification<'_>) -> Result<Request> {
    let now = engine.now();
    let notification = examples::notification(test.event, test.account, engine.new_id(now), now);
    let delivery = DeliveryRecord {
        id: notification.id.clone(),
        account: test.account.clone(),
        webhook: engine.new_id(now),
        notification: notification.sequence,
        event: notification.event.clone(),
        status: DeliveryStatus::Pending,
        attempts: 0,
        last_status: None,
        due: None,
        created_at: now,
    };
    let body = notifications::delivery_document(&notification, &delivery);
    let signer = test.secret.clone().map(|secret| Signer::new([secret])).transpose()?;
    let signer = signer.map(|signer| signer.hosted(engine.policies.delivery.hosted_signature));
    signed_request(test.url, &[], signer.as_ref(), &delivery.id.to_string(), body, now)
}
