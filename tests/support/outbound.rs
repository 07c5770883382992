//! The way out of a service, scripted: receivers that answer as a test says, without a network.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled, ManualClock};
use shiptrack::http::{Call, ExchangePhase, Failure, Request, Response, Transport, TransportError};
use shiptrack::service::{Service, ServiceBuilder};
use shiptrack::store::sqlite::SqliteStore;

use crate::interleaved::{Gap, Interleaved};
use crate::scenario::{Scenario, Scripted, start};

/// What a receiver does with one delivery.
pub type Answer = Result<Response, TransportError>;

/// Receivers that give the answers they were told to, one a delivery; then the answer for all that follow (200 at
/// first). Clones are the same.
#[derive(Clone)]
pub struct Outbound {
    state: Arc<Mutex<State>>,
    /// Passed while a receiver is asked, before it answers.
    pub sending: Gap,
    /// Passed while the address of a URL is looked up.
    pub checking: Gap,
}

struct State {
    next: VecDeque<Answer>,
    always: Answer,
    sent: Vec<(Request, Call)>,
}

impl Default for Outbound {
    fn default() -> Self {
        let state = State { next: VecDeque::new(), always: Ok(Response::new(200)), sent: Vec::new() };
        Outbound { state: Arc::new(Mutex::new(state)), sending: Gap::default(), checking: Gap::default() }
    }
}

impl Outbound {
    /// Answers the next delivery nothing was said about yet with this status.
    pub fn then(&self, status: u16) -> &Self {
        self.then_answer(Ok(Response::new(status)))
    }

    pub fn then_answer(&self, answer: Answer) -> &Self {
        self.state.lock().unwrap().next.push_back(answer);
        self
    }

    /// Answers all deliveries nothing else was said about with this status.
    pub fn always(&self, status: u16) -> &Self {
        self.state.lock().unwrap().always = Ok(Response::new(status));
        self
    }

    /// Every delivery so far, oldest first.
    pub fn sent(&self) -> Vec<Request> {
        self.state.lock().unwrap().sent.iter().map(|(request, _)| request.clone()).collect()
    }

    /// The limits the deliveries so far were sent under.
    pub fn calls(&self) -> Vec<Call> {
        self.state.lock().unwrap().sent.iter().map(|(_, call)| call.clone()).collect()
    }

    /// How many deliveries were attempted so far.
    pub fn count(&self) -> usize {
        self.state.lock().unwrap().sent.len()
    }
}

impl Transport for Outbound {
    fn send(&self, request: Request, call: &Call) -> Answer {
        let mut state = self.state.lock().unwrap();
        state.sent.push((request, call.clone()));
        let always = state.always.clone();
        let answer = state.next.pop_front().unwrap_or(always);
        drop(state);
        self.sending.pass();
        answer
    }

    fn check(&self, _: &str, _: &Call) -> Result<(), TransportError> {
        self.checking.pass();
        Ok(())
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

/// A receiver that took too long.
pub fn too_late() -> Answer {
    Err(TransportError::new(Failure::Timeout, ExchangePhase::Receive, "too late"))
}

/// A receiver nobody could connect to.
pub fn unreachable() -> Answer {
    Err(TransportError::new(Failure::Io, ExchangePhase::Connect, "connection refused"))
}

/// A scenario in memory whose deliveries go out through `outbound`.
pub fn scenario(outbound: &Outbound, set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Scenario {
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
    let builder = set_up(builder(&clock, &carrier));
    let service = builder.build(SqliteStore::in_memory().unwrap(), outbound.clone()).unwrap();
    assemble(service, clock, carrier)
}

/// The same, over a store that passes `gap` before each transaction that writes.
pub fn interleaved(outbound: &Outbound, gap: &Gap) -> Scenario {
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
    let service = builder(&clock, &carrier).build(Interleaved::new(gap), outbound.clone()).unwrap();
    assemble(service, clock, carrier)
}

/// A scenario on the file at `path`, which may be there from an earlier one, going on at the time of `clock`.
pub fn scenario_on(path: &Path, clock: &ManualClock, carrier: &Scripted) -> Scenario {
    let service = builder(clock, carrier).open(path).expect("the service opens");
    assemble(service, clock.clone(), carrier.clone())
}

fn builder(clock: &ManualClock, carrier: &Scripted) -> ServiceBuilder {
    Service::builder().clock(clock.clone()).allow_loopback().carrier("MAEU", carrier.clone()).unwrap()
}

fn assemble(service: Service, clock: ManualClock, carrier: Scripted) -> Scenario {
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    Scenario { service, clock, carrier, account, transport }
}
