//! Cuts the connection at every point of an exchange, for every kind of operation. Nothing is created twice, a write with an unknown
//! outcome is an error in doubt, and a read is retried or fails with a typed error.
//!
//! 12 points × 9 operations × seeds: about 400 cuts, 108,000 with `tests/run --deep`. A seed decides where in its
//! region a point is, how the connection ends, how the response is framed, how many connections in a row are cut, and whether the first one
//! has served a request before.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use shiptrack::client::{Client, ClientBuilder, NewTrackingRequest, NewWebhook, RetrackPolicy, TrackingRequestUpdate};
use shiptrack::clock::ManualClock;
use shiptrack::error::{Error, ErrorKind, Result};
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Method, Response, Roots};
use shiptrack::ids::Id;
use shiptrack::limits::RateLimits;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{Scenario, creation, json_of, start};
use shiptrack_tests::script_server::{Received, Respond, Script, Server, chunked, head, responder_for, with_length};
use shiptrack_tests::seeded::SeededRandom;
use shiptrack_tests::with;

/// Where the connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    Accepted,
    WithinRequest,
    RequestReset,
    RequestTaken,
    CarriedOut,
    CarriedOutReset,
    WithinStatusLine,
    WithinHeader,
    HeadSent,
    WithinBody,
    LastByteMissing,
    AnswerSent,
}

const POINTS: [Point; 12] = [
    Point::Accepted,
    Point::WithinRequest,
    Point::RequestReset,
    Point::RequestTaken,
    Point::CarriedOut,
    Point::CarriedOutReset,
    Point::WithinStatusLine,
    Point::WithinHeader,
    Point::HeadSent,
    Point::WithinBody,
    Point::LastByteMissing,
    Point::AnswerSent,
];

/// The operation during which the connection is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Get,
    List,
    Infer,
    Create,
    TrackUntilCertain,
    Update,
    Stop,
    Register,
    Delete,
}

const VERBS: [Verb; 9] = [
    Verb::Get,
    Verb::List,
    Verb::Infer,
    Verb::Create,
    Verb::TrackUntilCertain,
    Verb::Update,
    Verb::Stop,
    Verb::Register,
    Verb::Delete,
];

/// A service with resources, and the state that all cases share.
struct World {
    scenario: Scenario,
    transport: Arc<UreqTransport>,
    key: String,
    request: String,
}

/// A cut: a point with the choices of a seed.
#[derive(Debug, Clone, Copy)]
struct Cut {
    point: Point,
    /// The position in its region, in thousandths.
    place: usize,
    reset: bool,
    framing: usize,
    /// The number of connections in a row that are cut.
    times: usize,
    /// Whether the first connection has served a request before.
    is_reused: bool,
}

impl World {
    fn new() -> Self {
        let scenario = Scenario::with(|builder| builder.limits(RateLimits::unlimited()));
        let key = scenario.service.create_key(&scenario.account, "cuts").unwrap().key.reveal().to_owned();
        let config = with(UreqConfig::default(), |it| {
            it.roots = Roots::Bundled;
            it.clock = Arc::new(ManualClock::new(start()));
        });
        let transport = Arc::new(UreqTransport::new(config).unwrap());
        let request = scenario.create("bill_of_lading", "MAEU100000000", "MAEU");
        World { scenario, transport, key, request }
    }

    fn client(&self, server: &Server, seed: &SeededRandom) -> Client {
        let builder = ClientBuilder::new(server.url("/v2"), self.key.clone());
        let builder = builder.clock(Arc::new(ManualClock::new(start()))).entropy(Arc::new(seed.clone()));
        builder.limits(RateLimits::unlimited()).over(self.transport.clone()).unwrap()
    }

    /// A shipment whose tracking can be stopped.
    fn shipment(&self, case: usize) -> String {
        let facts = json!([{ "event": { "milestone": "vessel_departed" }, "container": "MSKU0308961" }]);
        // Requests of other cases are looked up first, or they would get this answer.
        self.scenario.run();
        self.scenario.carrier.then_facts(&facts);
        let request = self.scenario.create("bill_of_lading", &format!("MAEU7{case:08}"), "MAEU");
        self.scenario.run();
        let found = self.scenario.get(&format!("/v2/tracking_requests/{request}"));
        found["data"]["relationships"]["tracked_object"]["data"]["id"].as_str().expect("a shipment").to_owned()
    }

    fn webhook(&self) -> String {
        let body = json!({ "data": { "type": "webhook", "attributes": {
            "url": "http://127.0.0.1:9/", "active": false,
        } } });
        let created = self.scenario.send(Method::Post, "/v2/webhooks", Some(&body));
        json_of(&created)["data"]["id"].as_str().expect("a webhook").to_owned()
    }

    fn webhooks_named(&self, case: usize) -> usize {
        // Newest first, so the webhooks of this case are on the first page.
        let page = self.scenario.get("/v2/webhooks?page[size]=10");
        let url = hook(case);
        page["data"].as_array().unwrap().iter().filter(|found| found["attributes"]["url"] == *url).count()
    }

    fn requests_numbered(&self, case: usize) -> u64 {
        let number = number(case);
        let page = self.scenario.get(&format!("/v2/tracking_requests?filter[request_number]={number}"));
        page["meta"]["total"].as_u64().unwrap()
    }
}

fn number(case: usize) -> String {
    format!("MAEU2{case:08}")
}

fn hook(case: usize) -> String {
    format!("http://127.0.0.1:9/{case}")
}

impl Cut {
    fn of(point: Point, seed: &SeededRandom) -> Self {
        Cut {
            point,
            place: seed.below(1_000),
            reset: seed.below(2) == 0,
            framing: seed.below(3),
            times: [1, 1, 1, 2, 3][seed.below(5)],
            is_reused: seed.below(3) == 0,
        }
    }

    /// The script of a connection with this cut.
    fn script(self, script: Script, respond: &Arc<Respond>) -> Script {
        let share = move |region: std::ops::Range<usize>| region.start + region.len() * self.place / 1_000;
        match self.point {
            Point::Accepted => script,
            Point::WithinRequest => script.take(self.place),
            Point::RequestReset => script.peek(),
            Point::RequestTaken => script.receive(),
            Point::CarriedOut => script.respond_partly(respond, |_| 0, false),
            Point::CarriedOutReset => script.respond_partly(respond, |_| 0, true),
            Point::WithinStatusLine => {
                script.respond_partly(respond, move |answer| share(1..end_of(answer, b"\r\n")), self.reset)
            }
            Point::WithinHeader => script.respond_partly(
                respond,
                move |answer| share(end_of(answer, b"\r\n")..end_of(answer, b"\r\n\r\n") - 1),
                self.reset,
            ),
            Point::HeadSent => script.respond_partly(respond, |answer| end_of(answer, b"\r\n\r\n"), self.reset),
            Point::WithinBody => script.respond_partly(
                respond,
                move |answer| share(end_of(answer, b"\r\n\r\n")..answer.len()),
                self.reset,
            ),
            Point::LastByteMissing => script.respond_partly(respond, |answer| answer.len() - 1, self.reset),
            Point::AnswerSent => script.respond_partly(respond, |answer| answer.len(), self.reset),
        }
    }
}

/// The end of the first `mark` in a response.
fn end_of(answer: &[u8], mark: &[u8]) -> usize {
    answer.windows(mark.len()).position(|part| part == mark).map_or(answer.len(), |at| at + mark.len())
}

fn frame(framing: usize, response: Response) -> Vec<u8> {
    if response.body.is_empty() || framing == 0 {
        return with_length(response);
    }
    let headers: Vec<(&str, &str)> = response.headers.iter().collect();
    let (half, rest) = response.body.split_at(response.body.len() / 2);
    match framing {
        1 => chunked(response.status, &headers, &[half, rest]),
        // Without a length, the body ends with the connection.
        _ => [head(response.status, &headers), response.body].concat(),
    }
}

/// Runs one case: an operation while the connection is cut.
fn play(world: &World, verb: Verb, cut: Cut, case: usize, seed: &SeededRandom) {
    let (carried_out, effects) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let served = responder_for(Arc::new(world.scenario.service.clone()), move |response| frame(cut.framing, response));
    let respond: Arc<Respond> = {
        let (carried_out, effects) = (Arc::clone(&carried_out), Arc::clone(&effects));
        Arc::new(move |request: &Received| {
            let answer = served(request);
            carried_out.fetch_add(1, Ordering::SeqCst);
            effects.fetch_add(usize::from(answer.starts_with(b"HTTP/1.1 201")), Ordering::SeqCst);
            answer
        })
    };
    // The first response has a length, so that the connection is reused.
    let with_reuse = responder_for(Arc::new(world.scenario.service.clone()), with_length);
    let first = if cut.is_reused { Script::new().respond(&with_reuse) } else { Script::new() };
    let mut scripts = vec![cut.script(first, &respond)];
    scripts.extend((1..cut.times).map(|_| cut.script(Script::new(), &respond)));
    // A response without a length ends the connection.
    let healthy = if cut.framing == 2 { 1 } else { 20 };
    scripts.push((0..healthy).fold(Script::new(), |script, _| script.respond(&respond)));

    let target = match verb {
        Verb::Stop => world.shipment(case),
        Verb::Delete => world.webhook(),
        _ => world.request.clone(),
    };
    let server = Server::start_apart(scripts);
    let client = world.client(&server, seed);
    if cut.is_reused {
        client.tracking_requests().get(&Id::new(&world.request)).expect("nothing is cut yet");
    }
    let result = ask(&client, verb, &target, case);
    judge(world, verb, cut, case, &result, &target);
    // The server is dropped before the client: if the client closed the connections, its address would run out of ports.
    drop(server);
    let effects = effects.load(Ordering::SeqCst);
    assert!(effects <= 1, "{verb:?} {cut:?}: {effects} resources were created");
    if matches!(verb, Verb::Create | Verb::Register | Verb::Update) {
        let sent = carried_out.load(Ordering::SeqCst);
        assert!(sent <= 1, "{verb:?} {cut:?}: it was carried out {sent} times");
    }
}

fn ask(client: &Client, verb: Verb, target: &str, case: usize) -> Result<()> {
    let requests = client.tracking_requests();
    let bill = || NewTrackingRequest::bill_of_lading(number(case), "MAEU");
    match verb {
        Verb::Get => requests.get(&Id::new(target)).map(drop),
        Verb::List => requests.list().page_size(5).first_page().map(drop),
        Verb::Infer => requests.infer_number("MAEU123456789").map(drop),
        Verb::Create => requests.create(bill()).map(drop),
        Verb::TrackUntilCertain => requests.retrack(RetrackPolicy::Always).track_until_certain(bill()).map(drop),
        Verb::Update => {
            requests.update(&Id::new(target), TrackingRequestUpdate::new().ref_numbers([case.to_string()])).map(drop)
        }
        Verb::Stop => client.shipments().stop_tracking(&Id::new(target)).map(drop),
        Verb::Register => client.webhooks().create(NewWebhook::new(hook(case)).active(false)).map(drop),
        Verb::Delete => client.webhooks().delete(&Id::new(target)),
    }
}

/// Checks what must be true for every cut.
fn judge(world: &World, verb: Verb, cut: Cut, case: usize, result: &Result<()>, target: &str) {
    let context = || format!("{verb:?} {cut:?} {:?}", result.as_ref().err());
    if let Err(error) = result {
        assert!(is_expected(error), "{}", context());
    }
    match (verb, result) {
        (Verb::Get | Verb::List | Verb::Infer, Ok(())) => {}
        (Verb::Get | Verb::List | Verb::Infer, Err(error)) => {
            assert!(!error.is_in_doubt(), "{}", context());
            assert!(cut.times > 1, "a read is repeated: {}", context());
        }
        // A write without a response is in doubt: the service may have carried it out.
        (_, Err(error)) => assert!(error.is_in_doubt() && !error.is_retryable(), "{}", context()),
        (Verb::Create | Verb::TrackUntilCertain, Ok(())) => {
            assert_eq!(world.requests_numbered(case), 1, "{}", context())
        }
        (Verb::Register, Ok(())) => assert_eq!(world.webhooks_named(case), 1, "{}", context()),
        (Verb::Update, Ok(())) => {
            let references = world.scenario.request(target)["ref_numbers"].clone();
            assert_eq!(references, json!([case.to_string()]), "{}", context());
        }
        (Verb::Stop, Ok(())) => {
            let shipment = world.scenario.get(&format!("/v2/shipments/{target}"));
            assert_ne!(shipment["data"]["attributes"]["line_tracking_stopped_at"], Value::Null, "{}", context());
        }
        (Verb::Delete, Ok(())) => {
            let gone = world.scenario.send(Method::Get, &format!("/v2/webhooks/{target}"), None);
            assert_eq!(gone.status, 404, "{}", context());
        }
    }
    match verb {
        Verb::Create | Verb::TrackUntilCertain => assert!(world.requests_numbered(case) <= 1, "{}", context()),
        Verb::Register => assert!(world.webhooks_named(case) <= 1, "{}", context()),
        _ => {}
    }
}

/// The error is about the connection, or it is the rejection of the second attempt after the first had an effect.
fn is_expected(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Connection | ErrorKind::UnexpectedResponse)
        || (error.kind() == ErrorKind::Invalid && error.is_in_doubt())
}

#[test]
fn cut_connections_create_no_duplicates_and_hide_no_errors() {
    let seeds = depth(4, 1_000);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (thread..seeds).step_by(threads) {
                    let world = World::new();
                    for (at, (point, verb)) in
                        POINTS.iter().flat_map(|point| VERBS.iter().map(move |verb| (*point, *verb))).enumerate()
                    {
                        let case = seed * POINTS.len() * VERBS.len() + at;
                        let random = SeededRandom::new(case as u64);
                        play(&world, verb, Cut::of(point, &random), case, &random);
                    }
                }
            });
        }
    });
}

#[test]
fn rejection_as_duplicate_proves_the_first_create() {
    let world = World::new();
    let respond = responder_for(Arc::new(world.scenario.service.clone()), with_length);
    let cut = Script::new().respond_partly(&respond, |_| 0, false);
    let server = Server::start([cut, (0..10).fold(Script::new(), |script, _| script.respond(&respond))]);
    let client = world.client(&server, &SeededRandom::new(1));
    let requests = client.tracking_requests().retrack(RetrackPolicy::Always);
    let tracked = requests.track_until_certain(NewTrackingRequest::bill_of_lading(number(1), "MAEU")).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate), (shiptrack::client::TrackOutcome::Adopted, false));
    assert_eq!(world.requests_numbered(1), 1);
    // Another create with the same number is a duplicate.
    let again = world.scenario.send(
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("bill_of_lading", &number(1), "MAEU")),
    );
    assert_eq!(again.status, 422);
}
