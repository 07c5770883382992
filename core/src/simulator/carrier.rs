//! A simulated carrier, which can be installed in a service or called over HTTP.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::access::{Access, Gate};
use super::endpoint::{Endpoint, EndpointAnswer, Paging};
use super::faults::Faults;
use super::fleet::Journeys;
use super::subscribers::{SentCallback, Subscriber, Subscribers};
use crate::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use crate::clock::{CancelToken, Cancelled, Clock, SystemClock};
use crate::decoders::dcsa::{HttpAnswer, NextPage, page};
use crate::decoders::{Form, ReadLimits};
use crate::http::{Call, ExchangePhase, Failure, Headers, Method, Request, Response, Transport, TransportError};
use crate::resources::RequestType;

/// A simulated carrier, which answers about its journeys what a carrier would answer at the current time.
///
/// It is a [`Carrier`] for a service, and a [`Transport`] that answers DCSA Track & Trace requests without a socket.
/// [`Loopback`](super::Loopback) adds a socket. Clones share one carrier.
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
    endpoint: Arc<Endpoint>,
    /// In process, returns facts instead of decoding answers in a form.
    returns_facts: bool,
    clock: Arc<dyn Clock>,
}

impl SimulatedCarrier {
    /// A carrier with these journeys and default settings.
    pub fn of(journeys: impl Into<Journeys>) -> Self {
        SimulatedCarrier::builder(journeys).build()
    }

    /// A builder for a carrier with these journeys.
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

    /// The number of requests for events so far, in process and over HTTP. Each page counts.
    pub fn calls(&self) -> u64 {
        self.endpoint.calls.load(Ordering::Relaxed)
    }

    /// The number of access tokens issued so far.
    pub fn tokens_given(&self) -> u64 {
        self.endpoint.gate.issued()
    }

    /// The current event subscriptions.
    pub fn subscribers(&self) -> Vec<Subscriber> {
        self.endpoint.subscribers.active(self.clock.now())
    }

    /// Returns the callbacks that are due, and counts them as sent. Use it to deliver callbacks without a socket;
    /// [`Loopback::call_back`](super::Loopback::call_back) sends them over HTTP.
    pub fn callbacks(&self) -> Vec<SentCallback> {
        let mut all = Vec::new();
        self.call_back(|sent| {
            all.push(sent.clone());
            true
        });
        all
    }

    /// Sends all due callbacks and returns how many were accepted. The others are sent again next time.
    pub(super) fn call_back(&self, mut send: impl FnMut(&SentCallback) -> bool) -> usize {
        let (endpoint, now) = (&self.endpoint, self.clock.now());
        let mut accepted = 0;
        for (id, sent) in endpoint.subscribers.callbacks(&endpoint.journeys, endpoint.form, now) {
            if send(&sent) {
                endpoint.subscribers.mark_notified(&id, now);
                accepted += 1;
            }
        }
        accepted
    }

    /// The clock for answers over HTTP.
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    pub(super) fn answer(&self, request: &Request) -> EndpointAnswer {
        self.endpoint.answer(request, self.clock.now())
    }

    pub(super) fn refuse_callback_url(&self, request: &Request) -> EndpointAnswer {
        self.endpoint.refuse_callback_url(request, self.clock.now())
    }

    fn deliver(&self, answered: EndpointAnswer, call: &Call) -> Result<Response, TransportError> {
        let failed = |failure, phase, text: &str| Err(TransportError::new(failure, phase, text));
        if call.cancel.is_cancelled() {
            return failed(Failure::Cancelled, ExchangePhase::Prepare, "the call was cancelled");
        }
        if let Some(pause) = answered.delay {
            let left = call.deadline.map(|deadline| deadline.saturating_sub(self.clock.monotonic()));
            if self.clock.sleep(left.map_or(pause, |left| left.min(pause)), &call.cancel).is_err() {
                return failed(Failure::Cancelled, ExchangePhase::Receive, "the call was cancelled");
            }
            if left.is_some_and(|left| left < pause) {
                return failed(Failure::Timeout, ExchangePhase::Receive, "the answer was not received in time");
            }
        }
        match answered.breaks_connection {
            true => failed(Failure::Io, ExchangePhase::Body, "the connection was closed in the middle of the answer"),
            false => Ok(answered.response),
        }
    }

    fn read(&self, asked: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        let unreachable =
            |failed: TransportError| LookUpFailure::Unreachable { retry_after: None }.because(failed.to_string());
        let first = events_url(asked, &self.known_number(asked));
        let mut answer = Answer::complete(Vec::new());
        let (mut url, mut cursor) = (first.clone(), None);
        loop {
            let answered = self.endpoint.events(&Request::new(Method::Get, url.clone()), asked.now, false);
            let response = self.deliver(answered, call).map_err(unreachable)?;
            let answer_page = http_answer(&response.headers, &response, &url, cursor.as_deref(), asked.now);
            let read = page(&answer_page, &ReadLimits::default())?;
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

    /// The number in the form in which a journey has it: with the code of the carrier, or without it.
    fn known_number<'l>(&self, asked: &'l LookUp) -> Cow<'l, str> {
        let is_known = |number: &str| self.endpoint.journeys.find(number).is_some();
        if is_known(&asked.normalized_number) {
            return Cow::Borrowed(&asked.normalized_number);
        }
        let with_prefix = with_prefix(asked);
        if is_known(&with_prefix) { Cow::Owned(with_prefix) } else { Cow::Borrowed(&asked.normalized_number) }
    }

    /// Answers with facts, including those of the terminal.
    fn look_up_facts(&self, asked: &LookUp) -> Result<Answer, LookUpFailure> {
        let journeys = &self.endpoint.journeys;
        let found = journeys.find(&asked.normalized_number).or_else(|| journeys.find(&with_prefix(asked)));
        let journey = found.ok_or(LookUpFailure::NotFound)?;
        if journey.is_cancelled(asked.now) {
            return Err(LookUpFailure::Cancelled);
        }
        match journey.facts(asked.now) {
            facts if facts.is_empty() => Err(LookUpFailure::NotFound),
            facts => Ok(Answer::complete(facts)),
        }
    }
}

fn with_prefix(asked: &LookUp) -> String {
    format!("{}{}", asked.scac, asked.normalized_number)
}

/// The URL of a carrier without a socket.
const EVENTS_URL: &str = "http://simulated.invalid/events";

fn events_url(asked: &LookUp, number: &str) -> String {
    let name = match asked.kind {
        RequestType::Container => "equipmentReference",
        RequestType::BookingNumber => "carrierBookingReference",
        _ => "transportDocumentReference",
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, number);
    format!("{EVENTS_URL}?{}", query.finish())
}

fn http_answer<'a>(
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
    /// In process there is no access control and no quota, but faults apply.
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        if self.returns_facts { self.look_up_facts(look_up) } else { self.read(look_up, call) }
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
            .field("form", &self.endpoint.form)
            .field("calls", &self.calls())
            .finish_non_exhaustive()
    }
}

/// Builds a [`SimulatedCarrier`].
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
    /// Sets the form of its answers, which is one of the DCSA forms. An EDI form is replaced by DCSA 2. Without a form, answers over HTTP
    /// are in DCSA 2, and answers in process are facts, including those of the terminal.
    pub fn form(mut self, form: Form) -> Self {
        let is_answer = form.is_whole_answer();
        self.form = Some(if is_answer { form } else { Form::Dcsa2 });
        self
    }

    /// Sets the clock for answers over HTTP; the default is the system clock. In process, the time of the look-up counts.
    pub fn clock(self, clock: impl Clock + 'static) -> Self {
        self.shared_clock(Arc::new(clock))
    }

    pub(super) fn shared_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the access control over HTTP. By default there is no access control.
    pub fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    /// Sets the faults. By default there are no faults.
    pub fn faults(mut self, faults: Faults) -> Self {
        self.faults = faults;
        self
    }

    /// Sets how a page links to the next page, and the maximum number of events on a page. The default is 100.
    pub fn pages(mut self, paging: Paging, size: usize) -> Self {
        (self.paging, self.page_size) = (paging, size.max(1));
        self
    }

    /// Limits the number of calls over HTTP within a period. Further calls get status 429 with `Retry-After`.
    pub fn quota(mut self, calls: usize, within: Duration) -> Self {
        self.quota = Some((calls, within));
        self
    }

    /// Sets how long an event subscription lasts without a renewal. By default it never ends.
    pub fn subscription_lifetime(mut self, lifetime: Duration) -> Self {
        self.subscription_lifetime = Some(lifetime);
        self
    }

    /// Builds the carrier.
    pub fn build(self) -> SimulatedCarrier {
        let returns_facts = self.form.is_none() && self.faults.0.is_none();
        let endpoint = Endpoint {
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
        SimulatedCarrier { endpoint: Arc::new(endpoint), returns_facts, clock: self.clock }
    }
}

debug_fields!(SimulatedCarrierBuilder: form, access);
