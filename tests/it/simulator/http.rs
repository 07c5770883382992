//! The simulated carrier over HTTP, with and without a socket: paging, keys, tokens and faults.

use std::sync::Arc;
use std::time::Duration;

use shiptrack::carriers::LookUpFailure;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::decoders::dcsa::{HttpAnswer, NextPage, page};
use shiptrack::decoders::{Form, ReadLimits};
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Call, ExchangePhase, Failure, Method, Request, Response, Roots, Transport, TransportError};
use shiptrack::simulator::{
    Access, Fault, Faults, Journey, Loopback, Paging, Scenario, SimulatedCarrier, SimulatedCarrierBuilder,
};

use super::begins;
use shiptrack_tests::with;

/// A carrier with the journey `direct` near its end, on a manual clock.
struct Stage {
    journey: Journey,
    clock: ManualClock,
    loopback: Loopback,
    transport: UreqTransport,
}

impl Stage {
    fn with(set_up: impl FnOnce(SimulatedCarrierBuilder) -> SimulatedCarrierBuilder) -> Self {
        let journey = Scenario::named("direct").unwrap().starting(begins());
        let clock = ManualClock::new(journey.ends());
        let builder = SimulatedCarrier::builder(journey.clone()).clock(clock.clone());
        let loopback = Loopback::start(set_up(builder).build()).expect("a port");
        let transport = UreqTransport::new(with(UreqConfig::default(), |it| it.roots = Roots::Bundled)).unwrap();
        Stage { journey, clock, loopback, transport }
    }

    fn url(&self, query: &str) -> String {
        format!("{}/v2/events?{query}", self.loopback.url())
    }

    fn bill(&self) -> String {
        self.url(&format!("transportDocumentReference={}", self.journey.bill_of_lading))
    }

    fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.transport.send(request, &Call::default())
    }

    fn get(&self, url: &str) -> Response {
        self.send(Request::new(Method::Get, url)).expect("an answer")
    }

    /// The failure of a look-up of the bill.
    fn failure(&self) -> LookUpFailure {
        let (url, response) = (self.bill(), self.get(&self.bill()));
        match read(&response, &url, None, self.clock.now()).expect_err("a failure") {
            LookUpFailure::Because { failure, .. } => *failure,
            failure => failure,
        }
    }
}

fn read(
    response: &Response,
    asked: &str,
    cursor: Option<&str>,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<shiptrack::decoders::dcsa::Page, LookUpFailure> {
    let (status, headers, body) = (response.status, &response.headers, response.body.as_slice());
    let answered =
        HttpAnswer { status, headers, body, url: asked, cursor, now, own_shipments_only: false, secrets: &[] };
    page(&answered, &ReadLimits::default())
}

#[test]
fn all_pages_of_an_answer_show_the_same_time() {
    for paging in [Paging::Cursor, Paging::Link, Paging::BareCursor] {
        let stage = Stage::with(|carrier| carrier.pages(paging, 7).form(Form::Dcsa3Codes));
        let whole = stage.journey.at(stage.clock.now()).events.len();
        stage.clock.set(begins() + Duration::from_secs(20 * 86_400));
        let early = stage.journey.at(stage.clock.now()).events.len();
        assert!(early < whole);
        let (mut url, mut cursor, mut events, mut pages) = (stage.bill(), None, 0, 0);
        loop {
            let response = stage.get(&url);
            let page = read(&response, &url, cursor.as_deref(), stage.clock.now()).expect("a page");
            let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
            events += body["events"].as_array().unwrap().len();
            pages += 1;
            // Events that happen meanwhile are not on later pages.
            stage.clock.set(stage.journey.ends());
            (url, cursor) = match page.next {
                Some(NextPage::Cursor(next)) => (format!("{}&cursor={next}", stage.bill()), Some(next)),
                Some(NextPage::Link(link)) => (link, None),
                None => break,
            };
        }
        assert_eq!((events, pages), (early, early.div_ceil(7)), "{paging:?}");
        assert_eq!(stage.get(&format!("{}&cursor=made-up", stage.bill())).status, 400);
    }
}

#[test]
fn every_fault_reaches_the_caller_and_the_next_answer_is_complete() {
    use LookUpFailure::{Forbidden, InvalidNumber, NotFound, RateLimited, Refused, Unreachable, Unreadable};
    let pause = Some(Duration::from_secs(90));
    for (fault, failure) in [
        (Fault::Status(400), InvalidNumber),
        (Fault::Status(401), Refused),
        (Fault::Status(403), Forbidden),
        (Fault::Status(404), NotFound),
        (Fault::Status(429), RateLimited { retry_after: None }),
        (Fault::RetryAfter(429, Duration::from_secs(90)), RateLimited { retry_after: pause }),
        (Fault::Status(500), Unreachable { retry_after: None }),
        (Fault::RetryAfter(503, Duration::from_secs(90)), Unreachable { retry_after: pause }),
        (Fault::LoginPage, Unreadable),
    ] {
        for form in [Form::Dcsa2, Form::Dcsa3Words] {
            let stage = Stage::with(|carrier| carrier.form(form).faults(Faults::script([Some(fault.clone())])));
            assert_eq!(stage.failure(), failure, "{fault:?} in {form:?}");
            assert_eq!(stage.get(&stage.bill()).status, 200);
            assert_eq!(stage.loopback.carrier().calls(), 2);
        }
    }
}

#[test]
fn a_broken_connection_and_a_cut_document_are_different_failures() {
    let script = [Some(Fault::BrokenOff), Some(Fault::CutShort), Some(Fault::InForm(Form::Dcsa3Words))];
    let stage = Stage::with(|carrier| carrier.faults(Faults::script(script)));
    let failed = stage.send(Request::new(Method::Get, stage.bill())).expect_err("half an answer");
    assert_eq!((failed.failure, failed.phase), (Failure::Io, ExchangePhase::Body), "{failed}");
    let cut = stage.get(&stage.bill());
    let failure = read(&cut, &stage.bill(), None, stage.clock.now()).expect_err("half a page");
    assert!(failure.kind() == LookUpFailure::Unreadable.kind() && failure.to_string().contains("cut off"), "{failure}");
    let forms = [Form::Dcsa3Words, Form::Dcsa2].map(|form| {
        let response = stage.get(&stage.bill());
        (read(&response, &stage.bill(), None, stage.clock.now()).expect("a page").message.form, form)
    });
    assert!(forms.iter().all(|(read, expected)| read == expected), "{forms:?}");
}

#[test]
fn a_slow_answer_exceeds_the_deadline_of_the_caller() {
    let stage = Stage::with(|carrier| carrier.faults(Faults::script([Some(Fault::Slow(Duration::from_secs(3_600)))])));
    let short_timeout = with(UreqConfig::default(), |it| {
        it.roots = Roots::Bundled;
        it.receive_timeout = Duration::from_millis(100);
    });
    let transport = UreqTransport::new(short_timeout).unwrap();
    let failed = transport.send(Request::new(Method::Get, stage.bill()), &Call::default()).expect_err("too late");
    assert_eq!((failed.failure, failed.phase), (Failure::Timeout, ExchangePhase::Receive));
    // Stopping does not wait for a slow answer.
    stage.loopback.stop();
    // Without a socket, the delay passes on the clock of the carrier.
    let carrier = SimulatedCarrier::builder(stage.journey.clone())
        .clock(stage.clock.clone())
        .faults(Faults::script([
            Some(Fault::Slow(Duration::from_secs(60))),
            Some(Fault::Slow(Duration::from_secs(60))),
        ]))
        .build();
    let (before, request) = (stage.clock.now(), Request::new(Method::Get, stage.bill()));
    assert_eq!(carrier.send(request.clone(), &Call::default()).expect("an answer").status, 200);
    assert_eq!(stage.clock.now() - before, chrono::TimeDelta::seconds(60));
    let call = Call::default().with_deadline(stage.clock.monotonic() + Duration::from_secs(5));
    assert_eq!(carrier.send(request, &call).expect_err("too late").failure, Failure::Timeout);
    assert_eq!(stage.clock.now() - before, chrono::TimeDelta::seconds(65));
}

#[test]
fn tokens_are_issued_for_credentials_and_expire() {
    let (hour, minutes) = (Duration::from_secs(3_600), Duration::from_secs(600));
    let access =
        Access::open().header("Consumer-Key", "k1").client_credentials("me", "secret").token_lifetimes(hour, minutes);
    let script = Faults::by(|asked| (asked.index == 3).then_some(Fault::ExpiredTokens));
    let stage = Stage::with(|carrier| carrier.access(access).faults(script));
    let token_url = format!("{}/oauth2/access_token", stage.loopback.url());
    let ask = |form: &str| {
        let request = Request::new(Method::Post, token_url.clone()).header("Consumer-Key", "k1");
        stage.send(request.body("application/x-www-form-urlencoded", form)).expect("an answer")
    };
    for (form, status) in [
        ("grant_type=password", 400),
        ("grant_type=client_credentials&client_id=me&client_secret=wrong", 401),
        ("grant_type=client_credentials", 401),
    ] {
        assert_eq!(ask(form).status, status, "{form}");
    }
    let token = || {
        let issued = ask("grant_type=client_credentials&client_id=me&client_secret=secret");
        let body: serde_json::Value = serde_json::from_slice(&issued.body).unwrap();
        assert_eq!((body["token_type"].as_str(), body["expires_in"].as_u64()), (Some("Bearer"), Some(3_600)));
        body["access_token"].as_str().unwrap().to_owned()
    };
    let with = |token: &str| {
        let request = Request::new(Method::Get, stage.bill()).header("Consumer-Key", "k1");
        stage.send(request.header("Authorization", format!("Bearer {token}"))).expect("an answer").status
    };
    let first = token();
    assert_eq!(with("guessed"), 401);
    assert_eq!(with(&first), 200);
    stage.clock.advance(minutes);
    assert_eq!(with(&first), 401, "the actual lifetime is shorter");
    let second = token();
    assert_eq!(with(&second), 401, "the carrier invalidated it");
    let third = token();
    assert_eq!((with(&third), stage.loopback.carrier().tokens_given()), (200, 3));
    assert_eq!(stage.get(&stage.bill()).status, 401, "without the key");
    let basic = Request::new(Method::Post, token_url.clone())
        .header("Consumer-Key", "k1")
        .header("Authorization", "Basic bWU6c2VjcmV0")
        .body("application/x-www-form-urlencoded", "grant_type=client_credentials");
    assert_eq!(stage.send(basic).expect("an answer").status, 200);
}

#[test]
fn a_quota_limits_calls_and_has_a_retry_after() {
    let stage = Stage::with(|carrier| carrier.quota(3, Duration::from_secs(60)));
    for second in 0..3 {
        assert_eq!(stage.get(&stage.bill()).status, 200, "{second}");
        stage.clock.advance(Duration::from_secs(1));
    }
    let refused = stage.get(&stage.bill());
    assert_eq!((refused.status, refused.headers.get("Retry-After")), (429, Some("57")));
    stage.clock.advance(Duration::from_secs(57));
    assert_eq!([stage.get(&stage.bill()).status, stage.get(&stage.bill()).status], [200, 429]);
}

#[test]
fn a_shipment_is_found_by_any_of_its_numbers() {
    let stage = Stage::with(|carrier| carrier);
    let Journey { booking, bill_of_lading, containers, .. } = &stage.journey;
    for (query, status) in [
        (format!("carrierBookingReference={booking}"), 200),
        (format!("bookingReference={booking}"), 200),
        (format!("transportDocumentReference={bill_of_lading}&eventType=TRANSPORT"), 200),
        (format!("equipmentReference=XXXU0000000,{}", containers[1]), 200),
        ("equipmentReference=MSKU0308961".to_owned(), 404),
        ("limit=10".to_owned(), 400),
    ] {
        assert_eq!(stage.get(&stage.url(&query)).status, status, "{query}");
    }
    assert_eq!(stage.get(&format!("{}/v1/events/{booking}", stage.loopback.url())).status, 200);
    let since = format!("{}&eventCreatedDateTime:gte=2026-05-30T00:00:00Z", stage.bill());
    let events: Vec<serde_json::Value> = serde_json::from_slice(&stage.get(&since).body).unwrap();
    assert_eq!(events.len(), 2);
    // In 3.0 an unknown number is not answered with 404.
    let newest = Stage::with(|carrier| carrier.form(Form::Dcsa3Words));
    assert_eq!(newest.get(&newest.url("equipmentReference=MSKU0308961")).status, 200);
}

#[test]
fn it_serves_many_connections_and_closes_them_all() {
    let stage = Arc::new(Stage::with(|carrier| carrier));
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| (0..10).for_each(|_| assert_eq!(stage.get(&stage.bill()).status, 200)));
        }
    });
    assert_eq!(stage.loopback.carrier().calls(), 160);
    stage.loopback.stop();
    stage.loopback.stop();
    assert!(stage.send(Request::new(Method::Get, stage.bill())).is_err());
}
