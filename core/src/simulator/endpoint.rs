//! The HTTP interface of a simulated carrier, without a socket: turns requests into responses, and returns which fault applies.

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

/// How a page links to the next page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paging {
    /// The header field `Next-Page-Cursor`, as in 3.0 and in the gateway of DCSA.
    #[default]
    Cursor,
    /// The header field `Next-Page` with a link, as in 2.x.
    Link,
    /// The header field `Next-Page` with only a cursor, as with some carriers.
    BareCursor,
}

/// The HTTP interface of a simulated carrier.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub journeys: Journeys,
    pub form: Form,
    pub gate: Gate,
    pub faults: Faults,
    pub paging: Paging,
    pub page_size: usize,
    /// The number of calls within a period.
    pub quota: Option<(usize, Duration)>,
    pub subscribers: Subscribers,
    /// How long a subscription lasts without a renewal.
    pub subscription_lifetime: Option<Duration>,
    pub calls: AtomicU64,
    /// The times of the calls that count for the quota.
    pub spent: Mutex<VecDeque<DateTime<Utc>>>,
}

/// A response, with the faults that its sender must apply.
#[derive(Debug)]
pub(super) struct EndpointAnswer {
    pub response: Response,
    /// The response is sent after this delay.
    pub delay: Option<Duration>,
    /// The connection is closed in the middle of the body.
    pub breaks_connection: bool,
}

impl EndpointAnswer {
    fn at_once(response: Response) -> Self {
        EndpointAnswer { response, delay: None, breaks_connection: false }
    }
}

/// Query parameters that have a number, in all versions.
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

/// Query parameters that request only new events.
const SINCE: [&str; 3] = ["eventCreatedDateTime:gte", "eventCreatedDateTime:gt", "eventUpdatedDateTimeMin"];

struct Query {
    parameters: Vec<(String, String)>,
    /// The last segment of the path, which has the number with some carriers.
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

impl Endpoint {
    /// Answers a request over HTTP for a token, events or subscriptions.
    pub fn answer(&self, request: &Request, now: DateTime<Utc>) -> EndpointAnswer {
        let is_token = request.path().to_ascii_lowercase().trim_end_matches('/').ends_with("token");
        match request.method {
            Method::Post if is_token => EndpointAnswer::at_once(self.gate.token(request, now)),
            _ if subscribers::is_subscription_request(request) => {
                EndpointAnswer::at_once(self.subscription(request, now))
            }
            Method::Get => self.events(request, now, true),
            _ => EndpointAnswer::at_once(refusal(self.form, request, 405, "only GET is supported here", now)),
        }
    }

    /// Answers a request about subscriptions. It counts as a call and may have a fault.
    fn subscription(&self, request: &Request, now: DateTime<Utc>) -> Response {
        let form = self.form;
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let fault = self.faults.of(&CarrierCall { index: call, number: String::new(), now });
        let refused = fault.and_then(|fault| failure(&fault, form, request, now));
        refused.or_else(|| self.refusal_of_access(form, request, now)).unwrap_or_else(|| {
            let answered = self.subscribers.answer(request, self.subscription_lifetime, now);
            answered.unwrap_or_else(|(status, message)| refusal(form, request, status, message, now))
        })
    }

    /// `None` if the credentials are valid and the quota is not used up.
    fn refusal_of_access(&self, form: Form, request: &Request, now: DateTime<Utc>) -> Option<Response> {
        if let Some(reason) = self.gate.refusal(request, now) {
            return Some(refusal(form, request, 401, reason, now));
        }
        let pause = self.pause(now)?;
        let refused = refusal(form, request, 429, "the quota of these credentials is used up", now);
        Some(refused.header("Retry-After", seconds(pause)))
    }

    /// Refuses a subscription because its callback URL does not answer.
    pub fn refuse_callback_url(&self, request: &Request, now: DateTime<Utc>) -> EndpointAnswer {
        EndpointAnswer::at_once(refusal(self.form, request, 400, "the callbackUrl does not answer", now))
    }

    /// Answers a request for events. Access control and quota apply only if `is_external`.
    pub fn events(&self, request: &Request, now: DateTime<Utc>, is_external: bool) -> EndpointAnswer {
        let query = Query::of(request);
        let numbers = query.numbers();
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let fault = self.faults.of(&CarrierCall {
            index: call,
            number: numbers.first().copied().unwrap_or_default().to_owned(),
            now,
        });
        if fault == Some(Fault::ExpiredTokens) {
            self.gate.expire_all();
        }
        let form = match fault {
            Some(Fault::InForm(form)) => form,
            _ => self.form,
        };
        let events = || self.events_response(&query, &numbers, request, form, now, is_external);
        let mut answered = EndpointAnswer::at_once(match &fault {
            Some(Fault::LoginPage) => {
                let page = "<html><head><title>Log in</title></head><body>Please log in.</body></html>";
                Response::new(200).body("text/html", page)
            }
            Some(fault) => failure(fault, form, request, now).unwrap_or_else(events),
            None => events(),
        });
        match fault {
            Some(Fault::Slow(pause)) => answered.delay = Some(pause),
            Some(Fault::BrokenOff) => answered.breaks_connection = true,
            Some(Fault::CutShort) => answered.response.body.truncate(answered.response.body.len() / 2),
            _ => {}
        }
        answered
    }

    fn events_response(
        &self,
        query: &Query,
        numbers: &[&str],
        request: &Request,
        form: Form,
        now: DateTime<Utc>,
        is_external: bool,
    ) -> Response {
        if let Some(refused) = is_external.then(|| self.refusal_of_access(form, request, now)).flatten() {
            return refused;
        }
        if numbers.is_empty() {
            return refusal(form, request, 400, "one of the references is required", now);
        }
        let Some((asked_at, from)) = query.get("cursor").map_or(Some((now, 0)), read_cursor) else {
            return refusal(form, request, 400, "cursor: this is not a cursor of this carrier", now);
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

    /// Counts the call. If the quota is used up, returns how long to wait.
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
        known.events.retain(|event| event.withdrawn_at.unwrap_or(event.written_at) >= since);
    }
    dcsa::events(&known, form)
}

fn is_newest(form: Form) -> bool {
    matches!(form, Form::Dcsa3Codes | Form::Dcsa3Words)
}

/// A cursor has the time of the first page, so that all pages show the same time, and the number of events before it.
fn read_cursor(cursor: &str) -> Option<(DateTime<Utc>, usize)> {
    let (at, from) = cursor.split_once('-')?;
    Some((DateTime::from_timestamp_millis(at.parse().ok()?)?, from.parse().ok()?))
}

/// Rounded up, because a caller that comes back too early is refused again.
fn seconds(pause: Duration) -> String {
    pause.as_millis().div_ceil(1_000).to_string()
}

fn error_message(status: u16) -> &'static str {
    match status {
        400 => "the request is not valid",
        401 => "the credentials are not valid",
        403 => "the credentials do not allow this",
        404 => "no shipment with this reference was found",
        408 => "the request took too long",
        429 => "too many requests",
        503 => "the service is down for maintenance",
        500.. => "internal error",
        _ => "the request is refused",
    }
}

fn failure(fault: &Fault, form: Form, request: &Request, now: DateTime<Utc>) -> Option<Response> {
    let refused = |status: u16| refusal(form, request, status, error_message(status), now);
    match fault {
        Fault::Status(status) => Some(refused(*status)),
        Fault::RetryAfter(status, pause) => Some(refused(*status).header("Retry-After", seconds(*pause))),
        _ => None,
    }
}

fn refusal(form: Form, request: &Request, status: u16, message: &str, now: DateTime<Utc>) -> Response {
    let body = match is_newest(form) {
        true => json!({ "feedbackElements": [{ "severity": "ERROR", "message": message }] }),
        false => json!({
            "httpMethod": request.method.as_str(),
            "requestUri": request.path(),
            "errors": [{ "reason": reason(status), "message": message }],
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
