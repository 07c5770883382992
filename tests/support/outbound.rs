//! A transport for the deliveries of a service, with scripted receivers and no network.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled, ManualClock};
use shiptrack::http::{Call, ExchangePhase, Failure, Request, Response, Transport, TransportError};
use shiptrack::service::{Service, ServiceBuilder};
use shiptrack::store::sqlite::SqliteStore;

use crate::interleaved::{Gap, InterleavedStore};
use crate::scenario::{Scenario, ScriptedCarrier, start};

/// The answer of a receiver to one delivery.
pub type Answer = Result<Response, TransportError>;

/// A transport that returns the scripted answers in order, and then a default answer (200 unless it is changed). Clones share their
/// state.
#[derive(Clone)]
pub struct Outbound {
    state: Arc<Mutex<State>>,
    /// Passed during a delivery, before the receiver answers.
    pub sending: Gap,
    /// Passed while the address of a URL is checked.
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
    /// Adds this status to the scripted answers.
    pub fn then(&self, status: u16) -> &Self {
        self.then_answer(Ok(Response::new(status)))
    }

    /// Adds this answer to the scripted answers.
    pub fn then_answer(&self, answer: Answer) -> &Self {
        self.state.lock().unwrap().next.push_back(answer);
        self
    }

    /// Sets the status of deliveries without a scripted answer.
    pub fn always(&self, status: u16) -> &Self {
        self.state.lock().unwrap().always = Ok(Response::new(status));
        self
    }

    /// Sets the answer that follows after the scripted ones.
    pub fn always_answer(&self, answer: Answer) {
        self.state.lock().unwrap().always = answer;
    }

    /// Returns every delivery so far, oldest first.
    pub fn sent(&self) -> Vec<Request> {
        self.state.lock().unwrap().sent.iter().map(|(request, _)| request.clone()).collect()
    }

    /// Returns the call settings (deadlines, cancellation) of the deliveries so far.
    pub fn calls(&self) -> Vec<Call> {
        self.state.lock().unwrap().sent.iter().map(|(_, call)| call.clone()).collect()
    }

    /// Returns the number of deliveries attempted so far.
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

/// The answer of a receiver that timed out.
pub fn too_late() -> Answer {
    Err(TransportError::new(Failure::Timeout, ExchangePhase::Receive, "too late"))
}

/// The answer of a receiver that refuses connections.
pub fn unreachable() -> Answer {
    Err(TransportError::new(Failure::Io, ExchangePhase::Connect, "connection refused"))
}

/// Returns an in-memory scenario that sends its deliveries through `outbound`.
pub fn scenario(outbound: &Outbound, set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Scenario {
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    let builder = set_up(builder(&clock, &carrier));
    let service = builder.build(SqliteStore::in_memory().unwrap(), outbound.clone()).unwrap();
    assemble(service, clock, carrier)
}

/// Returns a scenario like [`scenario`], with a store that passes `gap` before each write.
pub fn interleaved(outbound: &Outbound, gap: &Gap) -> Scenario {
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    let service = builder(&clock, &carrier).build(InterleavedStore::new(gap), outbound.clone()).unwrap();
    assemble(service, clock, carrier)
}

/// Returns a scenario on the file at `path`, which may exist already, at the time of `clock`.
pub fn scenario_on(path: &Path, clock: &ManualClock, carrier: &ScriptedCarrier) -> Scenario {
    let service = builder(clock, carrier).open(path).expect("the service opens");
    assemble(service, clock.clone(), carrier.clone())
}

fn builder(clock: &ManualClock, carrier: &ScriptedCarrier) -> ServiceBuilder {
    crate::reader::use_child();
    Service::builder().clock(clock.clone()).allow_loopback().carrier("MAEU", carrier.clone()).unwrap()
}

fn assemble(service: Service, clock: ManualClock, carrier: ScriptedCarrier) -> Scenario {
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    Scenario { service, clock, carrier, account, transport }
}
