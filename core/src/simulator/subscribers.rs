//! Who is called back: event subscriptions as DCSA Track & Trace 2 has them.

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

/// Something a carrier sends without being asked: where to, and what.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SentCallback {
    /// Where it is sent to.
    pub url: String,
    /// Its header fields, the signature among them.
    pub headers: Headers,
    /// Its bytes.
    pub body: Vec<u8>,
}

/// A subscription as it stands at a simulated carrier.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Subscriber {
    /// The carrier's id of it.
    pub id: String,
    /// Where it calls back.
    pub callback_url: String,
    /// The number it is about; `None` for everything.
    pub number: Option<String>,
    /// When it ends unless it is renewed.
    pub ends_at: Option<DateTime<Utc>>,
    secret: CallbackSecret,
    notified_until: DateTime<Utc>,
}

#[derive(Debug, Default)]
pub(super) struct Subscribers(Mutex<Registry>);

#[derive(Debug, Default)]
struct Registry {
    made: u64,
    all: Vec<Subscriber>,
}

/// Members that name a shipment.
const NUMBERS: [&str; 3] = ["carrierBookingReference", "transportDocumentReference", "equipmentReference"];

pub(super) fn is_here(request: &Request) -> bool {
    behind(request).is_some()
}

fn behind(request: &Request) -> Option<&str> {
    let (_, rest) = request.path().split_once("/event-subscriptions")?;
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_matches('/'))
}

pub(super) fn asks_for(request: &Request) -> Option<String> {
    let is_new = request.method == Method::Post && behind(request) == Some("");
    let body: Value = serde_json::from_slice(&request.body).ok().filter(|_| is_new)?;
    body["callbackUrl"].as_str().map(str::to_owned)
}

impl Subscribers {
    /// Those that did not end.
    pub fn active(&self, now: DateTime<Utc>) -> Vec<Subscriber> {
        self.known(now).all.clone()
    }

    /// Answers a request about them: an answer, or the status and the words of a refusal.
    pub fn answer(
        &self,
        request: &Request,
        lasts: Option<Duration>,
        now: DateTime<Utc>,
    ) -> Result<Response, (u16, &'static str)> {
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let ends_at = lasts.map(|lasts| saturating_add(now, time_delta(lasts)));
        let place = behind(request).unwrap_or_default();
        let (id, is_secret) = match place.strip_suffix("/secret") {
            Some(id) => (id, true),
            None => (place, false),
        };
        let mut known = self.known(now);
        if request.method == Method::Post && place.is_empty() {
            let made = known.make(&body, ends_at, now)?;
            return Ok(told(201, made));
        }
        if request.method == Method::Get && place.is_empty() {
            let all: Vec<Value> = known.all.iter().map(shown).collect();
            return Ok(Response::new(200).body("application/json", Value::from(all).to_string()));
        }
        let at = known.all.iter().position(|one| one.id == id).ok_or((404, "no such subscription"))?;
        match (request.method, is_secret) {
            (Method::Put, true) => {
                known.all[at].secret = secret(&body)?;
                Ok(Response::new(204))
            }
            (Method::Get, false) => Ok(told(200, &known.all[at])),
            (Method::Put | Method::Patch, false) => {
                if body.get("secret").is_some() {
                    return Err((400, "the secret has a place of its own"));
                }
                let one = &mut known.all[at];
                one.callback_url = callback_url(&body)?;
                one.number = number(&body);
                one.ends_at = ends_at;
                Ok(told(200, one))
            }
            (Method::Delete, false) => {
                known.all.remove(at);
                Ok(Response::new(204))
            }
            _ => Err((405, "that is not served here")),
        }
    }

    /// What is sent to whom of what the carrier came to know since it was sent something.
    pub fn callbacks(&self, journeys: &Journeys, form: Form, now: DateTime<Utc>) -> Vec<(String, SentCallback)> {
        let known = self.known(now);
        let callback = |one: &Subscriber| {
            let about = journeys.about(one.number.as_deref());
            let news = about.iter().flat_map(|journey| dcsa::events(&journey.between(one.notified_until, now), form));
            let events: Vec<Value> = news.collect();
            let body = dcsa::document(&events, form);
            let mut headers = Headers::new();
            headers.set("Content-Type", "application/json");
            headers.set("API-Version", "2.2.0");
            headers.set(SUBSCRIPTION_ID, &*one.id);
            headers.set(NOTIFICATION_SIGNATURE, one.secret.sign(&body));
            let sent = SentCallback { url: one.callback_url.clone(), headers, body };
            (!events.is_empty()).then(|| (one.id.clone(), sent))
        };
        known.all.iter().filter_map(callback).collect()
    }

    /// Notes that a subscriber was told of everything until then.
    pub fn mark_notified(&self, id: &str, until: DateTime<Utc>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = known.all.iter_mut().find(|one| one.id == id) {
            one.notified_until = until;
        }
    }

    fn known(&self, now: DateTime<Utc>) -> MutexGuard<'_, Registry> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.all.retain(|one| one.ends_at.is_none_or(|end| now < end));
        known
    }
}

impl Registry {
    fn make(
        &mut self,
        body: &Value,
        ends_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<&Subscriber, (u16, &'static str)> {
        let made = Subscriber {
            id: format!("subscription-{}", self.made + 1),
            callback_url: callback_url(body)?,
            number: number(body),
            ends_at,
            secret: secret(body)?,
            notified_until: now,
        };
        self.made += 1;
        self.all.push(made);
        self.all.last().ok_or((500, "it is gone"))
    }
}

fn callback_url(body: &Value) -> Result<String, (u16, &'static str)> {
    body["callbackUrl"].as_str().map(str::to_owned).ok_or((400, "callbackUrl is required"))
}

fn number(body: &Value) -> Option<String> {
    NUMBERS.iter().find_map(|name| body[*name].as_str()).map(str::to_owned)
}

fn secret(body: &Value) -> Result<CallbackSecret, (u16, &'static str)> {
    let given = body["secret"].as_str().and_then(|text| CallbackSecret::parse(text).ok());
    given.filter(|secret| secret.check_length().is_ok()).ok_or((400, "secret: base64 of 32 bytes or more is expected"))
}

fn told(status: u16, one: &Subscriber) -> Response {
    Response::new(status).header("API-Version", "2.2.0").body("application/json", shown(one).to_string())
}

/// Without the secret.
fn shown(one: &Subscriber) -> Value {
    json!({ "subscriptionID": one.id, "callbackUrl": one.callback_url, "reference": one.number })
}
