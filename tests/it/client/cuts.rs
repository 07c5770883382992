//! The connection cut at every point of an exchange, for every kind of operation: nothing is created twice, every write
//! nobody can answer for is told as in doubt, every read is repeated or fails with a typed error.
//!
//! 12 points × 9 operations × seeds: about 400 cuts, 2,000 under `tests/run --full`, 108,000 under `--deep`. A seed decides where within its
//! region a point lies, how the connection ends, how the answer is framed, how many connections in a row are cut and
//! whether the first one had served a request before.

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
use shiptrack_tests::script_server::{Received, Respond, Script, Server, chunked, head, served_by, with_length};
use shiptrack_tests::seeded::Seeded;
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

/// What is asked while the connection is cut.
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

/// A service with one of everything, and what all cases share.
struct World {
    scenario: Scenario,
    transport: Arc<UreqTransport>,
    key: String,
    request: String,
}

/// One cut: what a seed made of a point.
#[derive(Debug, Clone, Copy)]
struct Cut {
    point: Point,
    /// In thousandths of its region.
    place: usize,
    reset: bool,
    framing: usize,
    /// How many connections in a row are cut.
    times: usize,
    /// Whether the first of them had served a request before.
    kept: bool,
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

    fn client(&self, server: &Server, seed: &Seeded) -> Client {
        let builder = ClientBuilder::new(server.url("/v2"), self.key.clone());
        let builder = builder.clock(Arc::new(ManualClock::new(start()))).entropy(Arc::new(seed.clone()));
        builder.limits(RateLimits::unlimited()).over(self.transport.clone()).unwrap()
    }

    /// A shipment that is followed: for stopping it.
    fn shipment(&self, case: usize) -> String {
        let facts = json!([{ "event": { "milestone": "vessel_departed" }, "container": "MSKU0308961" }]);
        // What other cases left is looked up first, or it would get this answer.
        self.scenario.run();
        self.scenario.carrier.then_facts(&facts);
        let request = self.scenario.create("bill_of_lading", &format!("MAEU7{case:08}"), "MAEU");
        self.scenario.run();
        let known = self.scenario.get(&format!("/v2/tracking_requests/{request}"));
        known["data"]["relationships"]["tracked_object"]["data"]["id"].as_str().expect("a shipment").to_owned()
    }

    fn webhook(&self) -> String {
        let body = json!({ "data": { "type": "webhook", "attributes": {
            "url": "http://127.0.0.1:9/", "active": false,
        } } });
        let made = self.scenario.send(Method::Post, "/v2/webhooks", Some(&body));
        json_of(&made)["data"]["id"].as_str().expect("a webhook").to_owned()
    }

    fn webhooks_named(&self, case: usize) -> usize {
        // Newest first: those of this case are on the first page.
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
    fn of(point: Point, seed: &Seeded) -> Self {
        Cut {
            point,
            place: seed.below(1_000),
            reset: seed.below(2) == 0,
            framing: seed.below(3),
            times: [1, 1, 1, 2, 3][seed.below(5)],
            kept: seed.below(3) == 0,
        }
    }

    /// The script of a connection that is cut here.
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

/// Where the first `mark` in an answer ends.
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
        // Without a length, to the end of the connection.
        _ => [head(response.status, &headers), response.body].concat(),
    }
}

/// One case: a verb, while the connection is cut.
fn play(world: &World, verb: Verb, cut: Cut, case: usize, seed: &Seeded) {
    let (carried_out, effects) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let served = served_by(Arc::new(world.scenario.service.clone()), move |response| frame(cut.framing, response));
    let respond: Arc<Respond> = {
        let (carried_out, effects) = (Arc::clone(&carried_out), Arc::clone(&effects));
        Arc::new(move |request: &Received| {
            let answer = served(request);
            carried_out.fetch_add(1, Ordering::SeqCst);
            effects.fetch_add(usize::from(answer.starts_with(b"HTTP/1.1 201")), Ordering::SeqCst);
            answer
        })
    };
    // The warm-up always has a length: otherwise the connection is not kept.
    let warm = served_by(Arc::new(world.scenario.service.clone()), with_length);
    let first = if cut.kept { Script::new().respond(&warm) } else { Script::new() };
    let mut scripts = vec![cut.script(first, &respond)];
    scripts.extend((1..cut.times).map(|_| cut.script(Script::new(), &respond)));
    // An answer without a length ends with its connection.
    let healthy = if cut.framing == 2 { 1 } else { 20 };
    scripts.push((0..healthy).fold(Script::new(), |script, _| script.respond(&respond)));

    let target = match verb {
        Verb::Stop => world.shipment(case),
        Verb::Delete => world.webhook(),
        _ => world.request.clone(),
    };
    let server = Server::start_apart(scripts);
    let client = world.client(&server, seed);
    if cut.kept {
        client.tracking_requests().get(&Id::new(&world.request)).expect("nothing is cut yet");
    }
    let result = ask(&client, verb, &target, case);
    judge(world, verb, cut, case, &result, &target);
    // Before the client, whose address would be short of ports if it were the one to close.
    drop(server);
    let effects = effects.load(Ordering::SeqCst);
    assert!(effects <= 1, "{verb:?} {cut:?}: {effects} things were made");
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

/// What must be true whatever was cut.
fn judge(world: &World, verb: Verb, cut: Cut, case: usize, result: &Result<()>, target: &str) {
    let told = || format!("{verb:?} {cut:?} {:?}", result.as_ref().err());
    if let Err(error) = result {
        assert!(is_honest(error), "{}", told());
    }
    match (verb, result) {
        (Verb::Get | Verb::List | Verb::Infer, Ok(())) => {}
        (Verb::Get | Verb::List | Verb::Infer, Err(error)) => {
            assert!(!error.is_in_doubt(), "{}", told());
            assert!(cut.times > 1, "a read is repeated: {}", told());
        }
        // Whatever became of a write without an answer, it is in doubt: the service may have carried it out.
        (_, Err(error)) => assert!(error.is_in_doubt() && !error.is_retryable(), "{}", told()),
        (Verb::Create | Verb::TrackUntilCertain, Ok(())) => assert_eq!(world.requests_numbered(case), 1, "{}", told()),
        (Verb::Register, Ok(())) => assert_eq!(world.webhooks_named(case), 1, "{}", told()),
        (Verb::Update, Ok(())) => {
            let references = world.scenario.request(target)["ref_numbers"].clone();
            assert_eq!(references, json!([case.to_string()]), "{}", told());
        }
        (Verb::Stop, Ok(())) => {
            let shipment = world.scenario.get(&format!("/v2/shipments/{target}"));
            assert_ne!(shipment["data"]["attributes"]["line_tracking_stopped_at"], Value::Null, "{}", told());
        }
        (Verb::Delete, Ok(())) => {
            let gone = world.scenario.send(Method::Get, &format!("/v2/webhooks/{target}"), None);
            assert_eq!(gone.status, 404, "{}", told());
        }
    }
    match verb {
        Verb::Create | Verb::TrackUntilCertain => assert!(world.requests_numbered(case) <= 1, "{}", told()),
        Verb::Register => assert!(world.webhooks_named(case) <= 1, "{}", told()),
        _ => {}
    }
}

/// A cut connection is told as one, or, when an earlier attempt had the effect already, as the refusal of the second.
fn is_honest(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Connection | ErrorKind::UnexpectedResponse)
        || (error.kind() == ErrorKind::Invalid && error.is_in_doubt())
}

#[test]
fn a_connection_cut_at_any_point_doubles_nothing_and_hides_nothing() {
    let seeds = depth(4, 19, 1_000);
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
                        let random = Seeded::new(case as u64);
                        play(&world, verb, Cut::of(point, &random), case, &random);
                    }
                }
            });
        }
    });
}

#[test]
fn a_second_create_that_is_refused_as_a_duplicate_proves_the_first() {
    let world = World::new();
    let respond = served_by(Arc::new(world.scenario.service.clone()), with_length);
    let cut = Script::new().respond_partly(&respond, |_| 0, false);
    let server = Server::start([cut, (0..10).fold(Script::new(), |script, _| script.respond(&respond))]);
    let client = world.client(&server, &Seeded::new(1));
    let requests = client.tracking_requests().retrack(RetrackPolicy::Always);
    let tracked = requests.track_until_certain(NewTrackingRequest::bill_of_lading(number(1), "MAEU")).unwrap();
    assert_eq!((tracked.how, tracked.maybe_duplicate), (shiptrack::client::TrackOutcome::Adopted, false));
    assert_eq!(world.requests_numbered(1), 1);
    // The same number by hand is a duplicate.
    let again = world.scenario.send(
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("bill_of_lading", &number(1), "MAEU")),
    );
    assert_eq!(again.status, 422);
}
