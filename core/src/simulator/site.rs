//! A carrier's side of HTTP, without a socket: a request comes in, an answer goes out, and what goes wrong with it is told beside it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::access::Gate;
use super::dcsa;
use super::faults::{CarrierCall, Fault, Faults};
use super::fleet::Journeys;
use super::journey::Journey;
use super::subscribers::{self, Subscribers};
use crate::decoders::Form;
use crate::http::{Method, Request, Response};
use crate::time::{saturating_add, time_delta};

/// How a page says where the next one is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paging {
    /// `Next-Page-Cursor`, as in 3.0 and in DCSA's own gateway.
    #[default]
    Cursor,
    /// `Next-Page` with a link, as 2.x has it.
    Link,
    /// `Next-Page` with a cursor alone, as some carriers have it.
    BareCursor,
}

#[derive(Debug)]
pub(super) struct Site {
    pub journeys: Journeys,
    pub form: Form,
    pub gate: Gate,
    pub faults: Faults,
    pub paging: Paging,
    pub page_size: usize,
    /// How many calls within which time.
    pub quota: Option<(usize, Duration)>,
    pub subscribers: Subscribers,
    /// How long a subscription lasts that is not renewed.
    pub subscription_lifetime: Option<Duration>,
    pub calls: AtomicU64,
    pub spent: Mutex<VecDeque<DateTime<Utc>>>,
}

#[derive(Debug)]
pub(super) struct Answered {
    pub response: Response,
    /// It comes only after so long.
    pub after: Option<Duration>,
    /// The connection ends in the middle of the body.
    pub breaks_off: bool,
}

impl Answered {
    fn plainly(response: Response) -> Self {
        Answered { response, after: None, breaks_off: false }
    }
}

/// In any version.
const NUMBERS: [&str; 9] = [
    "carrierBookingReference",
    "bookingReference",
    "carrierBookingReferences",
    "transportDocumentReference",
    "transportDocumentID",
    "transportDocumentReferences",
    "equipmentReference",
    "equipmentReferences",
    "documentReference",
];

/// The parameters that ask for what is new alone.
const SINCE: [&str; 3] = ["eventCreatedDateTime:gte", "eventCreatedDateTime:gt", "eventUpdatedDateTimeMin"];

struct Query {
    parameters: Vec<(String, String)>,
    /// The last part of the path, where some carriers want the number.
    last: String,
}

impl Query {
    fn of(request: &Request) -> Self {
        let parameters = form_urlencoded::parse(request.query().as_bytes()).into_owned().collect();
        let last = request.path().rsplit('/').next().unwrap_or_default().to_owned();
        Query { parameters, last }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn numbers(&self) -> Vec<&str> {
        let named = self.parameters.iter().filter(|(name, _)| NUMBERS.contains(&name.as_str()));
        let mut numbers: Vec<&str> =
            named.flat_map(|(_, value)| value.split(',')).map(str::trim).filter(|number| !number.is_empty()).collect();
        if numbers.is_empty() && !self.last.is_empty() && self.last != "events" {
            numbers.push(&self.last);
        }
        numbers
    }

    fn since(&self) -> Option<DateTime<Utc>> {
        SINCE.iter().find_map(|name| self.get(name)?.parse().ok())
    }
}

impl Site {
    /// Answers a request from outside: a token, events, or why not.
    pub fn answer(&self, request: &Request, now: DateTime<Utc>) -> Answered {
        let is_token = request.path().to_ascii_lowercase().trim_end_matches('/').ends_with("token");
        match request.method {
            Method::Post if is_token => Answered::plainly(self.gate.token(request, now)),
            _ if subscribers::is_here(request) => Answered::plainly(self.subscription(request, now)),
            Method::Get => self.events(request, now, true),
            _ => Answered::plainly(refusal(self.form, request, 405, "only GET is served here", now)),
        }
    }

    /// Counts as a call and may fail like one.
    fn subscription(&self, request: &Request, now: DateTime<Utc>) -> Response {
        let form = self.form;
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let fault = self.faults.of(&CarrierCall { index: call, number: String::new(), now });
        let refused = fault.and_then(|fault| failure(&fault, form, request, now));
        refused.or_else(|| self.turned_away(form, request, now)).unwrap_or_else(|| {
            let answered = self.subscribers.answer(request, self.subscription_lifetime, now);
            answered.unwrap_or_else(|(status, words)| refusal(form, request, status, words, now))
        })
    }

    /// `None` if credentials are valid and the quota is not spent.
    fn turned_away(&self, form: Form, request: &Request, now: DateTime<Utc>) -> Option<Response> {
        if let Some(words) = self.gate.refuses(request, now) {
            return Some(refusal(form, request, 401, words, now));
        }
        let pause = self.pause(now)?;
        let refused = refusal(form, request, 429, "the quota of these credentials is spent", now);
        Some(refused.header("Retry-After", seconds(pause)))
    }

    /// The refusal of a subscription that nobody would hear of.
    pub fn calls_nobody(&self, request: &Request, now: DateTime<Utc>) -> Answered {
        Answered::plainly(refusal(self.form, request, 400, "nobody answers at the callbackUrl", now))
    }

    /// Answers a request for events; `is_outside` has to show who it is.
    pub fn events(&self, request: &Request, now: DateTime<Utc>, is_outside: bool) -> Answered {
        let query = Query::of(request);
        let numbers = query.numbers();
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let fault = self.faults.of(&CarrierCall {
            index: call,
            number: numbers.first().copied().unwrap_or_default().to_owned(),
            now,
        });
        if fault == Some(Fault::ExpiredTokens) {
            self.gate.expire();
        }
        let form = match fault {
            Some(Fault::InForm(form)) => form,
            _ => self.form,
        };
        let said = || self.said(&query, &numbers, request, form, now, is_outside);
        let mut answered = Answered::plainly(match &fault {
            Some(Fault::LoginPage) => {
                let page = "<html><head><title>Log in</title></head><body>Please log in.</body></html>";
                Response::new(200).body("text/html", page)
            }
            Some(fault) => failure(fault, form, request, now).unwrap_or_else(said),
            None => said(),
        });
        match fault {
            Some(Fault::Slow(pause)) => answered.after = Some(pause),
            Some(Fault::BrokenOff) => answered.breaks_off = true,
            Some(Fault::CutShort) => answered.response.body.truncate(answered.response.body.len() / 2),
            _ => {}
        }
        answered
    }

    fn said(
        &self,
        query: &Query,
        numbers: &[&str],
        request: &Request,
        form: Form,
        now: DateTime<Utc>,
        is_outside: bool,
    ) -> Response {
        if let Some(refused) = is_outside.then(|| self.turned_away(form, request, now)).flatten() {
            return refused;
        }
        if numbers.is_empty() {
            return refusal(form, request, 400, "one of the references is required", now);
        }
        let Some((asked_at, from)) = query.get("cursor").map_or(Some((now, 0)), read_cursor) else {
            return refusal(form, request, 400, "cursor: this cursor was not given out here", now);
        };
        let found = numbers.iter().find_map(|number| self.journeys.find(number));
        let events = found.map(|journey| events(&journey, form, asked_at, query.since())).unwrap_or_default();
        if events.is_empty() && !is_newest(form) && query.since().is_none() {
            return refusal(form, request, 404, "no shipment with this reference was found", now);
        }
        let limit = query.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(self.page_size);
        self.page(&events, from, limit.clamp(1, self.page_size), form, request, asked_at)
    }

    fn page(
        &self,
        events: &[Value],
        from: usize,
        limit: usize,
        form: Form,
        request: &Request,
        asked_at: DateTime<Utc>,
    ) -> Response {
        let to = (from + limit).min(events.len());
        let page = events.get(from..to).unwrap_or_default();
        let version = if is_newest(form) { "3.0.0" } else { "2.2.0" };
        let response = Response::new(200).header("API-Version", version);
        let response = response.body("application/json", dcsa::document(page, form));
        if to >= events.len() {
            return response;
        }
        let cursor = format!("{}-{to}", asked_at.timestamp_millis());
        match self.paging {
            Paging::Cursor => response.header("Next-Page-Cursor", cursor),
            Paging::BareCursor => response.header("Next-Page", cursor),
            Paging::Link => {
                let others = form_urlencoded::parse(request.query().as_bytes()).filter(|(name, _)| name != "cursor");
                let mut query = form_urlencoded::Serializer::new(String::new());
                query.extend_pairs(others).append_pair("cursor", &cursor);
                response.header("Next-Page", format!("{}?{}", request.path(), query.finish()))
            }
        }
    }

    /// Counts the call. Returns how long to wait if none are left.
    fn pause(&self, now: DateTime<Utc>) -> Option<Duration> {
        let (calls, per) = self.quota?;
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        while spent.front().is_some_and(|at| saturating_add(*at, time_delta(per)) <= now) {
            spent.pop_front();
        }
        if spent.len() < calls {
            spent.push_back(now);
            return None;
        }
        let free = spent.front().map_or(now, |first| saturating_add(*first, time_delta(per)));
        Some((free - now).to_std().unwrap_or_default())
    }
}

fn events(journey: &Journey, form: Form, now: DateTime<Utc>, since: Option<DateTime<Utc>>) -> Vec<Value> {
    let mut known = journey.at(now);
    if let Some(since) = since {
        known.events.retain(|said| said.withdrawn_at.unwrap_or(said.written_at) >= since);
    }
    dcsa::events(&known, form)
}

fn is_newest(form: Form) -> bool {
    matches!(form, Form::Dcsa3Codes | Form::Dcsa3Words)
}

/// A cursor is the moment of the first page, so that all pages are of one answer, and the number of events before it.
fn read_cursor(cursor: &str) -> Option<(DateTime<Utc>, usize)> {
    let (at, from) = cursor.split_once('-')?;
    Some((DateTime::from_timestamp_millis(at.parse().ok()?)?, from.parse().ok()?))
}

/// Rounded up: a caller who is back too early gets nothing.
fn seconds(pause: Duration) -> String {
    pause.as_millis().div_ceil(1_000).to_string()
}

fn words(status: u16) -> &'static str {
    match status {
        400 => "the request is not valid",
        401 => "the credentials are not valid",
        403 => "the credentials do not allow this",
        404 => "no shipment with this reference was found",
        408 => "the request took too long",
        429 => "too many requests",
        503 => "the service is down for maintenance",
        500.. => "something went wrong here",
        _ => "the request is refused",
    }
}

fn failure(fault: &Fault, form: Form, request: &Request, now: DateTime<Utc>) -> Option<Response> {
    let refused = |status: u16| refusal(form, request, status, words(status), now);
    match fault {
        Fault::Status(status) => Some(refused(*status)),
        Fault::RetryAfter(status, pause) => Some(refused(*status).header("Retry-After", seconds(*pause))),
        _ => None,
    }
}

fn refusal(form: Form, request: &Request, status: u16, words: &str, now: DateTime<Utc>) -> Response {
    let body = match is_newest(form) {
        true => json!({ "feedbackElements": [{ "severity": "ERROR", "message": words }] }),
        false => json!({
            "httpMethod": request.method.as_str(),
            "requestUri": request.path(),
            "errors": [{ "reason": reason(status), "message": words }],
            "statusCode": status,
            "statusCodeText": reason(status),
            "errorDateTime": now.to_rfc3339(),
        }),
    };
    Response::new(status).body("application/json", body.to_string())
}

pub(super) fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Other",
    }
}
