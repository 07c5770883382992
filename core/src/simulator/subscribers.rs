//! Event subscriptions of a simulated carrier, as in DCSA Track & Trace 2.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::dcsa;
use super::fleet::Journeys;
use crate::carriers::CallbackSecret;
use crate::decoders::Form;
use crate::decoders::push::{NOTIFICATION_SIGNATURE, SUBSCRIPTION_ID};
use crate::http::{Headers, Method, Request, Response};
use crate::time::{saturating_add, time_delta};

/// A callback that a carrier sends to a subscriber.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SentCallback {
    /// The callback URL.
    pub url: String,
    /// The header fields, including the signature.
    pub headers: Headers,
    /// The body.
    pub body: Vec<u8>,
}

/// An event subscription at a simulated carrier.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Subscriber {
    /// The id of the subscription.
    pub id: String,
    /// The callback URL.
    pub callback_url: String,
    /// The number that it is about; `None` for all journeys.
    pub number: Option<String>,
    /// When it ends without a renewal; `None` if it never ends.
    pub ends_at: Option<DateTime<Utc>>,
    secret: CallbackSecret,
    /// The subscriber has received all events until this time.
    notified_until: DateTime<Utc>,
}

#[derive(Debug, Default)]
pub(super) struct Subscribers(Mutex<Registry>);

#[derive(Debug, Default)]
struct Registry {
    /// How many subscriptions were created.
    created: u64,
    active: Vec<Subscriber>,
}

/// Members of a request that have the number.
const NUMBERS: [&str; 3] = ["carrierBookingReference", "transportDocumentReference", "equipmentReference"];

pub(super) fn is_subscription_request(request: &Request) -> bool {
    subscription_path(request).is_some()
}

/// What follows `/event-subscriptions` in the path.
fn subscription_path(request: &Request) -> Option<&str> {
    let (_, rest) = request.path().split_once("/event-subscriptions")?;
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_matches('/'))
}

/// The callback URL of a request that creates a subscription.
pub(super) fn requested_callback_url(request: &Request) -> Option<String> {
    let is_new = request.method == Method::Post && subscription_path(request) == Some("");
    let body: Value = serde_json::from_slice(&request.body).ok().filter(|_| is_new)?;
    body["callbackUrl"].as_str().map(str::to_owned)
}

impl Subscribers {
    /// The subscriptions that have not ended.
    pub fn active(&self, now: DateTime<Utc>) -> Vec<Subscriber> {
        self.registry(now).active.clone()
    }

    /// Answers a request about subscriptions. An error is the status and the message of a refusal.
    pub fn answer(
        &self,
        request: &Request,
        lifetime: Option<Duration>,
        now: DateTime<Utc>,
    ) -> Result<Response, (u16, &'static str)> {
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let ends_at = lifetime.map(|lifetime| saturating_add(now, time_delta(lifetime)));
        let path = subscription_path(request).unwrap_or_default();
        let (id, is_secret) = match path.strip_suffix("/secret") {
            Some(id) => (id, true),
            None => (path, false),
        };
        let mut registry = self.registry(now);
        if request.method == Method::Post && path.is_empty() {
            let created = registry.create(&body, ends_at, now)?;
            return Ok(response(201, created));
        }
        if request.method == Method::Get && path.is_empty() {
            let all: Vec<Value> = registry.active.iter().map(to_json).collect();
            return Ok(Response::new(200).body("application/json", Value::from(all).to_string()));
        }
        let at =
            registry.active.iter().position(|subscriber| subscriber.id == id).ok_or((404, "no such subscription"))?;
        match (request.method, is_secret) {
            (Method::Put, true) => {
                registry.active[at].secret = secret(&body)?;
                Ok(Response::new(204))
            }
            (Method::Get, false) => Ok(response(200, &registry.active[at])),
            (Method::Put | Method::Patch, false) => {
                if body.get("secret").is_some() {
                    return Err((400, "the secret has a separate path"));
                }
                let subscriber = &mut registry.active[at];
                subscriber.callback_url = callback_url(&body)?;
                subscriber.number = number(&body);
                subscriber.ends_at = ends_at;
                Ok(response(200, subscriber))
            }
            (Method::Delete, false) => {
                registry.active.remove(at);
                Ok(Response::new(204))
            }
            _ => Err((405, "this method is not supported")),
        }
    }

    /// The due callbacks, with the ids of their subscriptions.
    pub fn callbacks(&self, journeys: &Journeys, form: Form, now: DateTime<Utc>) -> Vec<(String, SentCallback)> {
        let registry = self.registry(now);
        let callback = |subscriber: &Subscriber| {
            let about = journeys.about(subscriber.number.as_deref());
            let new_events =
                about.iter().flat_map(|journey| dcsa::events(&journey.between(subscriber.notified_until, now), form));
            let events: Vec<Value> = new_events.collect();
            let body = dcsa::document(&events, form);
            let mut headers = Headers::new();
            headers.set("Content-Type", "application/json");
            headers.set("API-Version", "2.2.0");
            headers.set(SUBSCRIPTION_ID, &*subscriber.id);
            headers.set(NOTIFICATION_SIGNATURE, subscriber.secret.sign(&body));
            let sent = SentCallback { url: subscriber.callback_url.clone(), headers, body };
            (!events.is_empty()).then(|| (subscriber.id.clone(), sent))
        };
        registry.active.iter().filter_map(callback).collect()
    }

    /// Records that a subscriber has received all events until this time.
    pub fn mark_notified(&self, id: &str, until: DateTime<Utc>) {
        let mut registry = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(subscriber) = registry.active.iter_mut().find(|subscriber| subscriber.id == id) {
            subscriber.notified_until = until;
        }
    }

    /// Locks the registry, after removing subscriptions that have ended.
    fn registry(&self, now: DateTime<Utc>) -> MutexGuard<'_, Registry> {
        let mut registry = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        registry.active.retain(|subscriber| subscriber.ends_at.is_none_or(|end| now < end));
        registry
    }
}

impl Registry {
    fn create(
        &mut self,
        body: &Value,
        ends_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<&Subscriber, (u16, &'static str)> {
        let subscriber = Subscriber {
            id: format!("subscription-{}", self.created + 1),
            callback_url: callback_url(body)?,
            number: number(body),
            ends_at,
            secret: secret(body)?,
            notified_until: now,
        };
        self.created += 1;
        self.active.push(subscriber);
        self.active.last().ok_or((500, "the subscription was not stored"))
    }
}

fn callback_url(body: &Value) -> Result<String, (u16, &'static str)> {
    body["callbackUrl"].as_str().map(str::to_owned).ok_or((400, "callbackUrl is required"))
}

fn number(body: &Value) -> Option<String> {
    NUMBERS.iter().find_map(|name| body[*name].as_str()).map(str::to_owned)
}

fn secret(body: &Value) -> Result<CallbackSecret, (u16, &'static str)> {
    let secret = body["secret"].as_str().and_then(|text| CallbackSecret::parse(text).ok());
    secret
        .filter(|secret| secret.check_length().is_ok())
        .ok_or((400, "secret: 32 bytes or more in base64 are expected"))
}

fn response(status: u16, subscriber: &Subscriber) -> Response {
    Response::new(status).header("API-Version", "2.2.0").body("application/json", to_json(subscriber).to_string())
}

/// The JSON form of a subscription, without the secret.
fn to_json(subscriber: &Subscriber) -> Value {
    json!({ "subscriptionID": subscriber.id, "callbackUrl": subscriber.callback_url, "reference": subscriber.number })
}
