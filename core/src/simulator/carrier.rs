//! A carrier that knows journeys: plugged into a service, or asked over HTTP.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::access::{Access, Gate};
use super::faults::Faults;
use super::fleet::Journeys;
use super::site::{Answered, Paging, Site};
use super::subscribers::{SentCallback, Subscriber, Subscribers};
use crate::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use crate::clock::{CancelToken, Cancelled, Clock, SystemClock};
use crate::decoders::dcsa::{HttpAnswer, NextPage, page};
use crate::decoders::{Form, ReadLimits};
use crate::http::{Call, ExchangePhase, Failure, Headers, Method, Request, Response, Transport, TransportError};
use crate::resources::RequestType;

/// A carrier that knows journeys, and answers what a carrier would answer about them at the moment.
///
/// It is a [`Carrier`] for a service, and a [`Transport`]: the carrier's side of DCSA Track & Trace over HTTP, for whoever asks one,
/// without a socket. [`Loopback`](super::Loopback) puts a socket in front of it. Clones are one carrier.
///
/// ```
/// use shiptrack::clock::{CancelToken, Clock, ManualClock};
/// use shiptrack::simulator::{Scenario, SimulatedCarrier};
/// use shiptrack::{NewTrackingRequest, Service};
///
/// let clock = ManualClock::new("2026-05-01T00:00:00Z".parse()?);
/// let journey = Scenario::named("direct").unwrap().starting(clock.now());
/// clock.advance_to(journey.tracked_at());
///
/// let service = Service::builder()
///     .clock(clock.clone())
///     .carrier("SIML", SimulatedCarrier::of(journey.clone()))?
///     .in_memory()?;
/// let request = NewTrackingRequest::bill_of_lading(&journey.bill_of_lading, "SIML");
/// service.client().tracking_requests().create(request)?;
/// service.run_until(journey.ends() + std::time::Duration::from_secs(86_400), &CancelToken::new())?;
///
/// for container in service.client().containers().list() {
///     assert_eq!(container?.current_status.as_str(), "empty_returned");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SimulatedCarrier {
    site: Arc<Site>,
    /// Returns facts directly, in no form.
    plainly: bool,
    clock: Arc<dyn Clock>,
}

impl SimulatedCarrier {
    /// A carrier that knows these journeys, with nothing else changed.
    pub fn of(journeys: impl Into<Journeys>) -> Self {
        SimulatedCarrier::builder(journeys).build()
    }

    /// Sets up a carrier that knows these journeys.
    pub fn builder(journeys: impl Into<Journeys>) -> SimulatedCarrierBuilder {
        SimulatedCarrierBuilder {
            journeys: journeys.into(),
            form: None,
            access: Access::open(),
            faults: Faults::none(),
            paging: Paging::default(),
            page_size: 100,
            quota: None,
            subscription_lifetime: None,
            clock: Arc::new(SystemClock::new()),
        }
    }

    /// How often it was asked for events so far, in process and over HTTP, each page counted.
    pub fn calls(&self) -> u64 {
        self.site.calls.load(Ordering::Relaxed)
    }

    /// How many access tokens it gave out so far.
    pub fn tokens_given(&self) -> u64 {
        self.site.gate.given()
    }

    /// Those it calls back.
    pub fn subscribers(&self) -> Vec<Subscriber> {
        self.site.subscribers.active(self.clock.now())
    }

    /// What it sends to those, of what it came to know since it sent something: for whoever hands that over himself.
    /// [`Loopback::call_back`](super::Loopback::call_back) sends it.
    pub fn callbacks(&self) -> Vec<SentCallback> {
        let mut all = Vec::new();
        self.call_back(|sent| {
            all.push(sent.clone());
            true
        });
        all
    }

    /// Sends all news; returns how much was accepted. What was not accepted is sent again next time.
    pub(super) fn call_back(&self, mut send: impl FnMut(&SentCallback) -> bool) -> usize {
        let (site, now) = (&self.site, self.clock.now());
        let mut taken = 0;
        for (id, sent) in site.subscribers.callbacks(&site.journeys, site.form, now) {
            if send(&sent) {
                site.subscribers.mark_notified(&id, now);
                taken += 1;
            }
        }
        taken
    }

    /// The clock by which it answers over HTTP.
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    pub(super) fn answer(&self, request: &Request) -> Answered {
        self.site.answer(request, self.clock.now())
    }

    pub(super) fn calls_nobody(&self, request: &Request) -> Answered {
        self.site.calls_nobody(request, self.clock.now())
    }

    fn deliver(&self, answered: Answered, call: &Call) -> Result<Response, TransportError> {
        let failed = |failure, phase, words: &str| Err(TransportError::new(failure, phase, words));
        if call.cancel.is_cancelled() {
            return failed(Failure::Cancelled, ExchangePhase::Prepare, "the call was cancelled");
        }
        if let Some(pause) = answered.after {
            let left = call.deadline.map(|deadline| deadline.saturating_sub(self.clock.monotonic()));
            if self.clock.sleep(left.map_or(pause, |left| left.min(pause)), &call.cancel).is_err() {
                return failed(Failure::Cancelled, ExchangePhase::Receive, "the call was cancelled");
            }
            if left.is_some_and(|left| left < pause) {
                return failed(Failure::Timeout, ExchangePhase::Receive, "the answer did not come in time");
            }
        }
        match answered.breaks_off {
            true => failed(Failure::Io, ExchangePhase::Body, "the connection ended in the middle of the answer"),
            false => Ok(answered.response),
        }
    }

    fn read(&self, asked: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        let unreachable =
            |failed: TransportError| LookUpFailure::Unreachable { retry_after: None }.because(failed.to_string());
        let first = question(asked);
        let mut answer = Answer::complete(Vec::new());
        let (mut url, mut cursor) = (first.clone(), None);
        loop {
            let answered = self.site.events(&Request::new(Method::Get, url.clone()), asked.now, false);
            let response = self.deliver(answered, call).map_err(unreachable)?;
            let heard = heard(&response.headers, &response, &url, cursor.as_deref(), asked.now);
            let read = page(&heard, &ReadLimits::default())?;
            if !read.message.cancelled.is_empty() {
                return Err(LookUpFailure::Cancelled);
            }
            answer.complete &= !read.is_incomplete;
            answer.facts.extend(read.message.facts);
            (url, cursor) = match read.next {
                Some(NextPage::Cursor(next)) => (format!("{first}&cursor={next}"), Some(next)),
                Some(NextPage::Link(link)) => (link, None),
                None => return Ok(answer),
            };
        }
    }

    /// The facts that it knows, with those of the terminal.
    fn tell(&self, asked: &LookUp) -> Result<Answer, LookUpFailure> {
        let journey = self.site.journeys.find(&asked.normalized_number).ok_or(LookUpFailure::NotFound)?;
        if journey.is_cancelled(asked.now) {
            return Err(LookUpFailure::Cancelled);
        }
        match journey.facts(asked.now) {
            facts if facts.is_empty() => Err(LookUpFailure::NotFound),
            facts => Ok(Answer::complete(facts)),
        }
    }
}

/// For a carrier without a socket.
const HERE: &str = "http://simulated.invalid/events";

fn question(asked: &LookUp) -> String {
    let name = match asked.kind {
        RequestType::Container => "equipmentReference",
        RequestType::BookingNumber => "carrierBookingReference",
        _ => "transportDocumentReference",
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, &asked.normalized_number);
    format!("{HERE}?{}", query.finish())
}

fn heard<'a>(
    headers: &'a Headers,
    response: &'a Response,
    asked: &'a str,
    cursor: Option<&'a str>,
    now: DateTime<Utc>,
) -> HttpAnswer<'a> {
    let (status, body) = (response.status, response.body.as_slice());
    HttpAnswer { status, headers, body, url: asked, cursor, now, own_shipments_only: false, secrets: &[] }
}

impl Carrier for SimulatedCarrier {
    /// Callers in this process need no keys and have no quota, but meet the faults.
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        if self.plainly { self.tell(look_up) } else { self.read(look_up, call) }
    }
}

impl Transport for SimulatedCarrier {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        self.deliver(self.answer(&request), call)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let wait = (until - self.clock.now()).to_std().unwrap_or_default();
        self.clock.sleep(wait, cancel)
    }
}

impl fmt::Debug for SimulatedCarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimulatedCarrier")
            .field("form", &self.site.form)
            .field("calls", &self.calls())
            .finish_non_exhaustive()
    }
}

/// A simulated carrier that is set up.
#[must_use]
pub struct SimulatedCarrierBuilder {
    journeys: Journeys,
    form: Option<Form>,
    access: Access,
    faults: Faults,
    paging: Paging,
    page_size: usize,
    quota: Option<(usize, Duration)>,
    subscription_lifetime: Option<Duration>,
    clock: Arc<dyn Clock>,
}

impl SimulatedCarrierBuilder {
    /// The shape of its answers, one of DCSA's. Without it they are those of DCSA 2 over HTTP, and in process facts as they are, those of
    /// the terminal too. Forms of EDI are no answers: DCSA 2 takes their place.
    pub fn form(mut self, form: Form) -> Self {
        let is_answer = form.is_whole_answer();
        self.form = Some(if is_answer { form } else { Form::Dcsa2 });
        self
    }

    /// The clock by which it answers over HTTP; that of the system unless told otherwise. In process the time of the look-up counts.
    pub fn clock(self, clock: impl Clock + 'static) -> Self {
        self.shared_clock(Arc::new(clock))
    }

    pub(super) fn shared_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Who may ask it over HTTP; everybody unless told otherwise.
    pub fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    /// What goes wrong.
    pub fn faults(mut self, faults: Faults) -> Self {
        self.faults = faults;
        self
    }

    /// How its pages say where the next one is, and the most events of a page: 100 unless told otherwise.
    pub fn pages(mut self, paging: Paging, most: usize) -> Self {
        (self.paging, self.page_size) = (paging, most.max(1));
        self
    }

    /// How many calls it answers over HTTP within some time; the others get 429 with `Retry-After`.
    pub fn quota(mut self, calls: usize, within: Duration) -> Self {
        self.quota = Some((calls, within));
        self
    }

    /// How long an event subscription lasts that is not renewed; until it is ended unless told otherwise.
    pub fn subscription_lifetime(mut self, lasts: Duration) -> Self {
        self.subscription_lifetime = Some(lasts);
        self
    }

    /// The carrier.
    pub fn build(self) -> SimulatedCarrier {
        let plainly = self.form.is_none() && self.faults.0.is_none();
        let site = Site {
            journeys: self.journeys,
            form: self.form.unwrap_or(Form::Dcsa2),
            gate: Gate::new(self.access),
            faults: self.faults,
            paging: self.paging,
            page_size: self.page_size,
            quota: self.quota,
            subscribers: Subscribers::default(),
            subscription_lifetime: self.subscription_lifetime,
            calls: 0.into(),
            spent: Mutex::new(VecDeque::new()),
        };
        SimulatedCarrier { site: Arc::new(site), plainly, clock: self.clock }
    }
}

debug_fields!(SimulatedCarrierBuilder: form, access);
