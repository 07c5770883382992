//! Sends requests to carriers under their egress rule, and records them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::carriers::LookUpFailure;
use crate::clock::Clock;
use crate::decoders::mask::{HIDDEN, hide, hide_bytes, long_enough};
use crate::http::{Call, Egress, Failure, Request, Response, Transport, TransportError};

/// Maximum number of bytes of a body in a call record.
const BODY_EXCERPT: usize = 2_000;

/// The names of the response headers that a call record contains.
const RECORDED_HEADERS: [&str; 12] = [
    "API-Version",
    "Content-Type",
    "Current-Page",
    "Date",
    "ETag",
    "Next-Page",
    "Next-Page-Cursor",
    "Retry-After",
    "WWW-Authenticate",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-Request-Id",
];

/// One call to the servers of a carrier, without credentials.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CallRecord {
    /// The purpose: `token` or `events`.
    pub purpose: &'static str,
    /// The method.
    pub method: String,
    /// The URL.
    pub url: String,
    /// The header fields of the request. Credentials are `***`.
    pub headers: Vec<(String, String)>,
    /// The status of the response; `None` without a response.
    pub status: Option<u16>,
    /// Selected header fields of the response.
    pub answer_headers: Vec<(String, String)>,
    /// Size of the body in bytes.
    pub bytes: usize,
    /// The beginning of the body; empty if `purpose` is `token`.
    pub body: String,
    /// Why there was no response.
    pub problem: Option<String>,
    /// The duration.
    pub milliseconds: u64,
    /// The whole body, masked; empty for a successful answer to a request for a token.
    #[serde(skip)]
    pub(super) masked_body: Vec<u8>,
    #[serde(skip)]
    pub(super) failure: Option<Failure>,
}

#[derive(Default)]
pub(super) struct Trace {
    pub is_enabled: bool,
    pub calls: Vec<CallRecord>,
}

#[derive(Clone)]
pub(super) struct OutgoingRequest<'s> {
    pub purpose: &'static str,
    pub request: Request,
    /// The URL with masked secrets.
    pub shown: &'s str,
    /// Names of headers with secrets.
    pub hidden: Vec<&'s str>,
    /// Secrets that the response may repeat.
    pub secrets: Vec<&'s str>,
    pub max_bytes: usize,
}

pub(super) struct Sender {
    pub transport: Arc<dyn Transport>,
    pub clock: Arc<dyn Clock>,
    pub egress: Egress,
    pub networks: Arc<[String]>,
}

impl Sender {
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn check_in_time(&self, call: &Call) -> Result<(), LookUpFailure> {
        let unreachable = |why: &str| Err(LookUpFailure::Unreachable { retry_after: None }.because(why));
        if call.cancel.is_cancelled() {
            return unreachable("the look-up was cancelled");
        }
        match call.deadline {
            Some(deadline) if deadline <= self.clock.monotonic() => unreachable("the time for the look-up is over"),
            _ => Ok(()),
        }
    }

    pub fn send(
        &self,
        outgoing: &OutgoingRequest<'_>,
        call: &Call,
        trace: &mut Trace,
    ) -> Result<Response, LookUpFailure> {
        self.check_in_time(call)?;
        let (egress, body_limit) = (self.rule(&outgoing.request.url), outgoing.max_bytes);
        let call = Call { egress, body_limit, head_suffices: false, ..call.clone() };
        let started = self.clock.monotonic();
        let answer = self.transport.send(outgoing.request.clone(), &call);
        if trace.is_enabled {
            let mut record = outgoing.to_record();
            let took = self.clock.monotonic().saturating_sub(started);
            record.milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            match &answer {
                Ok(response) => record.set_response(response, outgoing.purpose, &outgoing.secrets),
                Err(problem) => {
                    record.problem = Some(hide(&problem.to_string(), &outgoing.secrets));
                    record.failure = Some(problem.failure);
                }
            }
            trace.calls.push(record);
        }
        answer.map_err(|problem| no_response(&problem, &outgoing.secrets))
    }

    /// The egress rule for a URL. Without TLS, it permits only this machine and the allowed networks.
    fn rule(&self, url: &str) -> Egress {
        let is_plain = url.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
        if is_plain { Egress::Only(Arc::clone(&self.networks)) } else { self.egress.clone() }
    }
}

fn no_response(problem: &TransportError, secrets: &[&str]) -> LookUpFailure {
    let failure = match problem.failure {
        Failure::Local => LookUpFailure::NotSent,
        Failure::TooLarge | Failure::Protocol | Failure::Malformed => LookUpFailure::Unreadable,
        Failure::Cancelled | Failure::Timeout | Failure::Refused | Failure::Busy | Failure::Io => {
            LookUpFailure::Unreachable { retry_after: None }
        }
    };
    failure.because(hide(&problem.to_string(), secrets))
}

impl OutgoingRequest<'_> {
    fn to_record(&self) -> CallRecord {
        let is_hidden = |name: &str| self.hidden.iter().any(|hidden| hidden.eq_ignore_ascii_case(name));
        let shown = |(name, value): (&str, &str)| {
            let value = if is_hidden(name) { HIDDEN.to_owned() } else { hide(value, &self.secrets) };
            (name.to_owned(), value)
        };
        CallRecord {
            purpose: self.purpose,
            method: self.request.method.to_string(),
            url: self.shown.to_owned(),
            headers: self.request.headers.iter().map(shown).collect(),
            ..CallRecord::default()
        }
    }
}

impl CallRecord {
    fn set_response(&mut self, response: &Response, purpose: &str, secrets: &[&str]) {
        self.status = Some(response.status);
        self.bytes = response.body.len();
        let headers = RECORDED_HEADERS
            .into_iter()
            .flat_map(|name| response.headers.get_all(name).map(move |value| (name, value)));
        self.answer_headers = headers.map(|(name, value)| (name.to_owned(), hide(value, secrets))).collect();
        if purpose != "token" || !(200..300).contains(&response.status) {
            self.masked_body = hide_bytes(&response.body, &long_enough(secrets));
        }
        if purpose != "token" {
            // Cut after masking: half a secret would not be found.
            let beginning = self.masked_body.get(..BODY_EXCERPT).unwrap_or(&self.masked_body);
            self.body = hide(&String::from_utf8_lossy(beginning), secrets);
        }
    }
}
