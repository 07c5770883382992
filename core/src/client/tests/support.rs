//! A scripted service, and a client of it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::client::{Client, ClientBuilder};
use crate::clock::{CancelToken, Cancelled, Clock, ManualClock};
use crate::error::Error;
use crate::http::{Call, ExchangePhase, Failure, Request, Response, Transport, TransportError};
use crate::ids::Entropy;
use crate::jsonapi::media;
use crate::limits::RateLimits;

type AnswerFn = dyn Fn(usize, &Request) -> Answer + Send + Sync;

pub type Answer = Result<Response, TransportError>;

/// A key that must not be in any output.
pub const CANARY: &str = "canary-key-0123456789";

pub const BASE: &str = "https://api.example.com/v2";

/// A service that answers request number `n`, from 0, with a function. Clones share their state.
#[derive(Clone)]
#[non_exhaustive]
pub struct Script {
    pub clock: ManualClock,
    answer: Arc<AnswerFn>,
    seen: Arc<Mutex<Vec<RecordedRequest>>>,
}

#[derive(Clone)]
#[non_exhaustive]
pub struct RecordedRequest {
    pub at: Duration,
    pub request: Request,
    /// The time limit of the exchange.
    pub allowed: Option<Duration>,
}

impl RecordedRequest {
    pub fn body(&self) -> Value {
        serde_json::from_slice(&self.request.body).unwrap_or_default()
    }
}

impl Script {
    pub fn new(answer: impl Fn(usize, &Request) -> Answer + Send + Sync + 'static) -> Self {
        Script::on(clock(), answer)
    }

    /// A service on a clock that its function may advance.
    pub fn on(clock: ManualClock, answer: impl Fn(usize, &Request) -> Answer + Send + Sync + 'static) -> Self {
        Script { clock, answer: Arc::new(answer), seen: Arc::default() }
    }

    /// Gives these answers in order, and repeats the last one.
    pub fn of(answers: impl IntoIterator<Item = Answer>) -> Self {
        let answers: Vec<Answer> = answers.into_iter().collect();
        Script::new(move |n, _| answers[n.min(answers.len() - 1)].clone())
    }

    pub fn seen(&self) -> Vec<RecordedRequest> {
        self.seen.lock().unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.seen.lock().unwrap().len()
    }

    /// The times of the requests in milliseconds.
    pub fn moments(&self) -> Vec<u128> {
        self.seen().iter().map(|seen| seen.at.as_millis()).collect()
    }

    pub fn builder(&self) -> ClientBuilder {
        ClientBuilder::new(BASE, CANARY).clock(Arc::new(self.clock.clone())).entropy(Arc::new(Half))
    }

    pub fn client(&self) -> Client {
        self.connect(self.builder())
    }

    pub fn unlimited(&self) -> Client {
        self.connect(self.builder().limits(RateLimits::unlimited()))
    }

    pub fn connect(&self, builder: ClientBuilder) -> Client {
        builder.over(Arc::new(self.clone())).unwrap()
    }
}

pub fn clock() -> ManualClock {
    ManualClock::new(DateTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000))
}

impl Transport for Script {
    fn send(&self, request: Request, call: &Call) -> Answer {
        let at = self.clock.monotonic();
        let allowed = call.deadline.map(|deadline| deadline.saturating_sub(at));
        let number = {
            let mut seen = self.seen.lock().unwrap();
            seen.push(RecordedRequest { at, request: request.clone(), allowed });
            seen.len() - 1
        };
        (self.answer)(number, &request)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.clock.sleep((until - self.clock.now()).to_std().unwrap_or_default(), cancel)
    }
}

/// Randomness that is always one half.
struct Half;

impl Entropy for Half {
    fn fill(&self, out: &mut [u8]) {
        out.fill(0);
        if let Some(last) = out.last_mut() {
            *last = 0x80;
        }
    }
}

pub fn failed(failure: Failure, phase: ExchangePhase) -> Answer {
    Err(TransportError::new(failure, phase, "broken"))
}

pub fn lost() -> Answer {
    failed(Failure::Io, ExchangePhase::Receive)
}

pub fn never_left() -> Answer {
    failed(Failure::Io, ExchangePhase::Connect)
}

pub fn status(status: u16) -> Answer {
    Ok(Response::new(status))
}

pub fn answer(status: u16, body: Value) -> Answer {
    Ok(Response::new(status).body(media::JSON_API, body.to_string()))
}

pub fn refused(status: u16, code: &str) -> Answer {
    answer(status, json!({ "errors": [{ "title": "no", "code": code }] }))
}

pub fn request(id: &str, number: &str, status: &str) -> Value {
    json!({ "id": id, "type": "tracking_request", "attributes": {
        "request_type": "bill_of_lading", "request_number": number, "scac": "MAEU", "status": status,
    } })
}

pub fn created() -> Answer {
    answer(201, json!({ "data": request("r-1", "MAEU123456789", "pending") }))
}

pub fn page(ids: &[&str], next: Option<&str>) -> Answer {
    let data: Vec<Value> = ids.iter().map(|id| request(id, "MAEU123456789", "pending")).collect();
    answer(200, json!({ "data": data, "links": { "next": next } }))
}

pub trait Kinds<T> {
    fn error(self) -> Error;
}

impl<T> Kinds<T> for Result<T, Error> {
    /// Returns the error. Panics on success.
    fn error(self) -> Error {
        match self {
            Ok(_) => panic!("an error is expected"),
            Err(error) => error,
        }
    }
}
