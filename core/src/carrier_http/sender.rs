//! Sends requests to carriers under their own egress rule, and records them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::carriers::LookUpFailure;
use crate::clock::Clock;
use crate::decoders::mask::{HIDDEN, hide, hide_bytes, long_enough};
use crate::http::{Call, Egress, Failure, Request, Response, Transport, TransportError};

const SHOWN: usize = 2_000;

const TELLING: [&str; 12] = [
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

/// One call to a carrier's servers, without credentials.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CallRecord {
    /// What it was for: `token` or `events`.
    pub purpose: &'static str,
    /// Its method.
    pub method: String,
    /// Its URL.
    pub url: String,
    /// The header fields that were sent; a credential is `***`.
    pub headers: Vec<(String, String)>,
    /// The status of the answer; `None` where there was none.
    pub status: Option<u16>,
    /// Header fields of the answer that say something.
    pub answer_headers: Vec<(String, String)>,
    /// Bytes of its body.
    pub bytes: usize,
    /// The beginning of its body; nothing of one that holds a token.
    pub body: String,
    /// Why there was no answer.
    pub problem: Option<String>,
    /// How long it took.
    pub milliseconds: u64,
    /// Masked; empty for a body with a token.
    #[serde(skip)]
    pub(super) whole: Vec<u8>,
    #[serde(skip)]
    pub(super) failure: Option<Failure>,
}

#[derive(Default)]
pub(super) struct Trace {
    pub is_kept: bool,
    pub calls: Vec<CallRecord>,
}

#[derive(Clone)]
pub(super) struct Sending<'s> {
    pub purpose: &'static str,
    pub request: Request,
    pub shown: &'s str,
    pub hidden: Vec<&'s str>,
    pub secrets: Vec<&'s str>,
    pub most_bytes: usize,
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

    pub fn go_on(&self, call: &Call) -> Result<(), LookUpFailure> {
        let unreachable = |why: &str| Err(LookUpFailure::Unreachable { retry_after: None }.because(why));
        if call.cancel.is_cancelled() {
            return unreachable("the look-up was cancelled");
        }
        match call.deadline {
            Some(deadline) if deadline <= self.clock.monotonic() => unreachable("the time for the look-up is over"),
            _ => Ok(()),
        }
    }

    pub fn send(&self, sending: &Sending<'_>, call: &Call, trace: &mut Trace) -> Result<Response, LookUpFailure> {
        self.go_on(call)?;
        let (egress, body_limit) = (self.rule(&sending.request.url), sending.most_bytes);
        let call = Call { egress, body_limit, head_suffices: false, ..call.clone() };
        let begun = self.clock.monotonic();
        let answer = self.transport.send(sending.request.clone(), &call);
        if trace.is_kept {
            let mut made = sending.described();
            let took = self.clock.monotonic().saturating_sub(begun);
            made.milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            match &answer {
                Ok(response) => made.answered(response, sending.purpose, &sending.secrets),
                Err(problem) => {
                    made.problem = Some(hide(&problem.to_string(), &sending.secrets));
                    made.failure = Some(problem.failure);
                }
            }
            trace.calls.push(made);
        }
        answer.map_err(|problem| no_answer(&problem, &sending.secrets))
    }

    /// Without TLS only this machine, and networks the host allowed.
    fn rule(&self, url: &str) -> Egress {
        let is_plain = url.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
        if is_plain { Egress::Only(Arc::clone(&self.networks)) } else { self.egress.clone() }
    }
}

fn no_answer(problem: &TransportError, secrets: &[&str]) -> LookUpFailure {
    let failure = match problem.failure {
        Failure::TooLarge | Failure::Protocol | Failure::Malformed => LookUpFailure::Unreadable,
        Failure::Cancelled | Failure::Timeout | Failure::Refused | Failure::Busy | Failure::Io => {
            LookUpFailure::Unreachable { retry_after: None }
        }
    };
    failure.because(hide(&problem.to_string(), secrets))
}

impl Sending<'_> {
    fn described(&self) -> CallRecord {
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
    fn answered(&mut self, response: &Response, purpose: &str, secrets: &[&str]) {
        self.status = Some(response.status);
        self.bytes = response.body.len();
        let told = TELLING.into_iter().flat_map(|name| response.headers.get_all(name).map(move |value| (name, value)));
        self.answer_headers = told.map(|(name, value)| (name.to_owned(), hide(value, secrets))).collect();
        if purpose != "token" || !(200..300).contains(&response.status) {
            self.whole = hide_bytes(&response.body, &long_enough(secrets));
        }
        if purpose != "token" {
            // Cut after hiding: half a secret would not be found.
            let beginning = self.whole.get(..SHOWN).unwrap_or(&self.whole);
            self.body = hide(&String::from_utf8_lossy(beginning), secrets);
        }
    }
}
