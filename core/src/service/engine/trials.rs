//! Notifications that are sent once, to show that a receiver takes them.

use super::deliveries::{ANSWER_LIMIT, post, signed_request};
use super::parts::Engine;
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::{Call, Egress, Request, Response, TransportError};
use crate::resources::{AccountId, DeliveryStatus, EventName};
use crate::service::rendering::{examples, notifications};
use crate::store::DeliveryRecord;
use crate::webhooks::{Secret, Signer, is_success};

/// What is to be sent, and where.
pub(in crate::service) struct Trial<'t> {
    pub account: &'t AccountId,
    pub url: &'t str,
    pub event: &'t EventName,
    /// What it is signed with; nothing where nobody says.
    pub secret: Option<Secret>,
    /// Whether whoever asks may be told what an address answers that is not public.
    pub sees_inside: bool,
}

/// How it went.
pub(in crate::service) struct Tried {
    pub request: Request,
    pub answer: Result<Response, TransportError>,
    /// Whether the address is public, or whoever asks may be told all the same.
    pub is_shown: bool,
}

impl Tried {
    /// Whether the receiver took it.
    pub fn succeeded(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| is_success(answer.status))
    }
}

/// Sends a made-up notification, as deliveries are sent and under their rule. Nothing is kept of it.
pub(in crate::service) fn send(engine: &Engine, trial: &Trial<'_>, cancel: &CancelToken) -> Result<Tried> {
    let now = engine.now();
    let notification = examples::notification(trial.event, trial.account, engine.new_id(now), now);
    let delivery = DeliveryRecord {
        id: notification.id.clone(),
        account: trial.account.clone(),
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
    let signer = trial.secret.clone().map(|secret| Signer::new([secret])).transpose()?;
    let signer = signer.map(|signer| signer.hosted(engine.policies.delivery.hosted_signature));
    let request = signed_request(trial.url, &[], signer.as_ref(), &delivery.id.to_string(), body, now)?;
    let (call, is_shown) = way(engine, trial, cancel);
    let answer = post(engine, request.clone(), &call);
    Ok(Tried { request, answer, is_shown })
}

/// The limits of the call, and whether its answer is shown. What leads to a public address is sent to nothing else, whatever
/// the host opened and wherever its name leads a moment later: only then is it certain whose answer it is.
fn way(engine: &Engine, trial: &Trial<'_>, cancel: &CancelToken) -> (Call, bool) {
    let call = engine.delivery_call(trial.account, trial.url, ANSWER_LIMIT, cancel);
    let public = Call { egress: Egress::PublicOnly, ..call.clone() };
    match call.egress {
        Egress::PublicAnd(_) if engine.outbound.check(trial.url, &public).is_ok() => (public, true),
        Egress::PublicOnly => (call, true),
        _ => (call, trial.sees_inside),
    }
}
