//! Carriers that are asked only for events since the last look-up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{ApiCarrier, CarrierAccess, Credentials};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};
use shiptrack::decoders::Form;
use shiptrack::http::{Call, Request, Response, Transport, TransportError};
use shiptrack::resources::RequestType;
use shiptrack::simulator::{Journey, Scenario, SimulatedCarrier};
use shiptrack_tests::depth::depth;

use super::begins;
use super::matrix::{check, differences, follow};

const DAY: Duration = Duration::from_secs(86_400);
const SINCE: &str = "since = { parameter = 'eventCreatedDateTime:gte', sound = true }";

/// Counts the requests to the carrier.
struct CountingTransport {
    carrier: SimulatedCarrier,
    with_since: AtomicUsize,
    without: AtomicUsize,
}

impl Transport for CountingTransport {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        let count = if request.query().contains("eventCreatedDateTime") { &self.with_since } else { &self.without };
        count.fetch_add(1, Ordering::Relaxed);
        self.carrier.send(request, call)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.carrier.pause(until, cancel)
    }
}

/// A carrier over HTTP with a profile, on a manual clock.
struct ProfiledCarrier {
    clock: ManualClock,
    requests: Arc<CountingTransport>,
    carrier: Arc<ApiCarrier>,
}

impl ProfiledCarrier {
    fn new(journey: &Journey, form: Form, more: &str) -> Self {
        let clock = ManualClock::new(begins());
        let site = SimulatedCarrier::builder(journey.clone()).form(form).clock(clock.clone()).build();
        let (with_since, without) = Default::default();
        let requests = Arc::new(CountingTransport { carrier: site, with_since, without });
        let profile = format!(
            "[SIML]\nbase_url = 'http://127.0.0.1'\npath = '/v2/events'\n\
             parameters = {{ bill_of_lading = 'transportDocumentReference' }}\n{more}"
        );
        let access = CarrierAccess::new(Profiles::parse(&profile).unwrap(), Credentials::default());
        let (transport, timed) =
            (Arc::clone(&requests) as Arc<dyn Transport>, Arc::new(clock.clone()) as Arc<dyn Clock>);
        let carrier = access.carriers(&transport, &timed).unwrap().remove("SIML").unwrap();
        ProfiledCarrier { clock, requests, carrier }
    }

    fn ask(&self, asked: &LookUp) -> Result<Answer, LookUpFailure> {
        self.clock.advance_to(asked.now);
        let answer = self.carrier.look_up(asked, &Call::default())?;
        Ok(answer.with_next_look(Duration::from_secs(7 * 3_600)))
    }

    fn asked(&self) -> (usize, usize) {
        (self.requests.with_since.load(Ordering::Relaxed), self.requests.without.load(Ordering::Relaxed))
    }
}

#[test]
fn a_voyage_with_since_equals_the_voyage_without() {
    let mut wrong = Vec::new();
    let mut asked_since = 0;
    for scenario in Scenario::built_in().iter().step_by(depth(5, 1)) {
        let journey = scenario.starting(begins());
        for form in [Form::Dcsa2, Form::Dcsa3Codes] {
            let line = Arc::new(ProfiledCarrier::new(&journey, form, SINCE));
            let asked = Arc::clone(&line);
            let observed = follow(&journey, "bill_of_lading", Arc::new(move |look_up| asked.ask(look_up)));
            let name = format!("{} in {form:?}", scenario.name);
            check(&name, differences(&observed, &journey.expected_in(form)), &mut wrong);
            asked_since += line.asked().0;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked_since > depth(80, 500), "{asked_since}");
}

#[test]
fn only_new_events_are_requested_if_the_profile_declares_it_sound() {
    let journey = Scenario::named("direct").unwrap().starting(begins());
    let now = journey.tracked_at() + DAY * 20;
    let mut bill = LookUp::about("SIML", RequestType::BillOfLading, &journey.bill_of_lading, now);
    for unsound in ["", "since = { parameter = 'eventCreatedDateTime:gte' }", "since = false"] {
        let line = ProfiledCarrier::new(&journey, Form::Dcsa2, unsound);
        bill.since = Some(now - DAY);
        let answer = line.ask(&bill).unwrap();
        assert_eq!((answer.complete, answer.until, line.asked()), (true, None, (0, 1)), "{unsound}");
    }
    let line = ProfiledCarrier::new(&journey, Form::Dcsa2, SINCE);
    bill.since = None;
    let first = line.ask(&bill).unwrap();
    assert_eq!((first.complete, first.until, line.asked()), (true, Some(now), (0, 1)));
    // An answer with only new events does not withdraw anything.
    bill.since = first.until;
    let (second, asked) = (line.ask(&bill).unwrap(), line.asked());
    assert_eq!((second.complete, second.until, second.unchanged), (false, Some(now), false));
    assert!(second.facts.len() < first.facts.len(), "{} of {}", second.facts.len(), first.facts.len());
    assert!(asked.0 == 1, "{asked:?}");
    let refused = Profiles::parse(&format!(
        "[SIML]\nbase_url = 'http://127.0.0.1'\n{}",
        SINCE.replace("eventCreatedDateTime:gte", "")
    ));
    assert_eq!(refused.unwrap_err().pointer(), Some("profiles.SIML.since.parameter"));
}

mod the_suite {
    use super::*;
    use shiptrack_tests::carrier_suite::CarrierCase;

    fn run(case: fn(CarrierCase)) {
        let journey = Scenario::named("transshipment").unwrap().starting(begins());
        let now = begins() + DAY * 15;
        let line = Mutex::new(ProfiledCarrier::new(&journey, Form::Dcsa2, SINCE));
        line.lock().unwrap().clock.advance_to(now + DAY);
        let ask = move |asked: &LookUp, call: &Call| {
            let carrier = Arc::clone(&line.lock().unwrap().carrier);
            carrier.look_up(asked, call).map_err(|failure| match failure {
                LookUpFailure::Because { failure, .. } => *failure,
                failure => failure,
            })
        };
        case(CarrierCase {
            carrier: Box::new(ask),
            scac: "SIML",
            known: "SIML2600002",
            unknown: "SIML2699999",
            now: now + DAY,
        });
    }

    shiptrack_tests::carrier_suite!(run);
}
