//! Outages and replays with receivers on real sockets.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::Client;
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::resources::EventName;
use shiptrack_tests::depth::depth;
use shiptrack_tests::outbound::scenario_on;
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, start};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::{Received, Respond, Script, Server};

use super::{cause_event, patch_webhook, register};

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// The position in the feed of each notification that the receiver accepted, and when it arrived.
type Arrivals = Arc<Mutex<Vec<(u64, DateTime<Utc>)>>>;

/// A receiver on loopback. While it is down, it answers 503, or closes each connection before its answer is complete.
struct Receiver {
    server: Server,
    is_down: Arc<AtomicBool>,
    arrivals: Arrivals,
}

impl Receiver {
    fn start(clock: &ManualClock, cuts_answers: bool) -> Self {
        let (is_down, arrivals) = (Arc::new(AtomicBool::new(false)), Arrivals::default());
        let (down, accepted, clock) = (Arc::clone(&is_down), Arc::clone(&arrivals), clock.clone());
        let respond: Arc<Respond> = Arc::new(move |request: &Received| match down.load(Ordering::Acquire) {
            true if cuts_answers => b"HTTP/1.1 20".to_vec(),
            true => answer("503 Service Unavailable"),
            false => {
                let document: Value = serde_json::from_slice(&request.body).unwrap();
                accepted.lock().unwrap().push((document["meta"]["sequence"].as_u64().unwrap(), clock.now()));
                answer("204 No Content")
            }
        });
        // One request for each connection, so that one that is cut ends with its script.
        Receiver { server: Server::start([Script::new().respond(&respond)]), is_down, arrivals }
    }

    fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::Release);
    }

    fn arrivals(&self) -> Vec<(u64, DateTime<Utc>)> {
        self.arrivals.lock().unwrap().clone()
    }
}

fn answer(status: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").into_bytes()
}

/// The service with a file, and its clock.
fn stage(scratch: &Scratch) -> Scenario {
    scenario_on(&scratch.path("s.db"), &ManualClock::new(start()), &ScriptedCarrier::default())
}

#[test]
fn receivers_that_were_down_for_a_day_get_their_backlog_within_minutes() {
    let (events, receivers) = depth((100, 2), (500, 20));
    let scratch = Scratch::new();
    let stage = stage(&scratch);
    let receivers: Vec<_> = (0..receivers).map(|number| Receiver::start(&stage.clock, number % 2 == 0)).collect();
    for receiver in &receivers {
        receiver.set_down(true);
        register(&stage, &json!({ "url": receiver.server.url("/hook"), "events": [EventName::TrackingRequestFailed] }));
    }
    for _ in 0..events {
        cause_event(&stage);
        stage.pass(DAY / events);
    }
    assert!(receivers.iter().all(|receiver| receiver.arrivals().is_empty()));
    let attempts: usize = receivers.iter().map(|receiver| receiver.server.connections()).sum();
    let back = stage.now();
    receivers.iter().for_each(|receiver| receiver.set_down(false));
    stage.pass(Duration::from_secs(30 * 60));
    let expected = usize::try_from(events).unwrap();
    let mut times: Vec<TimeDelta> = Vec::new();
    for receiver in &receivers {
        let arrivals = receiver.arrivals();
        let different: HashSet<u64> = arrivals.iter().map(|(sequence, _)| *sequence).collect();
        assert_eq!((arrivals.len(), different.len()), (expected, expected), "each once, within 30 minutes");
        times.extend(arrivals.iter().map(|(_, arrived)| *arrived - back));
    }
    times.sort_unstable();
    let percentile = times[times.len() * 99 / 100];
    println!(
        "figures: {} notifications for {} receivers ({attempts} attempts during the day): 99 % within {} s, all within {} s",
        times.len(),
        receivers.len(),
        percentile.num_seconds(),
        times[times.len() - 1].num_seconds()
    );
    assert!(percentile <= TimeDelta::minutes(10), "{percentile}");
}

#[test]
fn a_replay_over_http_delivers_what_a_receiver_missed() {
    let scratch = Scratch::new();
    let stage = stage(&scratch);
    let receiver = Receiver::start(&stage.clock, false);
    let server = stage.service.server().start().unwrap();
    let key = stage.service.create_key(&stage.account, "k").unwrap().key;
    let client = Client::new(format!("{}/v2", server.url()), key.reveal()).unwrap();
    let created = register(&stage, &json!({ "url": receiver.server.url("/hook") }));
    cause_event(&stage);
    stage.run();
    let since = stage.now();
    stage.clock.advance(Duration::from_secs(60));
    // Two notifications fail for good, and the webhook is off during two others.
    receiver.set_down(true);
    (0..2).for_each(|_| cause_event(&stage));
    stage.pass(3 * DAY);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": false })).status, 200);
    (0..2).for_each(|_| cause_event(&stage));
    stage.run();
    receiver.set_down(false);
    assert_eq!(patch_webhook(&stage, &created, &json!({ "active": true })).status, 200);
    stage.run();
    let sequences = || receiver.arrivals().into_iter().map(|(sequence, _)| sequence).collect::<Vec<_>>();
    let before = sequences();
    assert_eq!(before.len(), 1, "only the first one has arrived");

    let id = created["id"].as_str().unwrap().into();
    assert_eq!(client.webhooks().replay(&id, since + TimeDelta::seconds(1)).unwrap()["replayed"], 4);
    stage.run();
    let missed: Vec<u64> = stage
        .service
        .events(&stage.account, before[0], usize::MAX)
        .unwrap()
        .iter()
        .filter(|event| event.event == EventName::TrackingRequestFailed)
        .map(|event| event.sequence)
        .collect();
    assert_eq!(missed.len(), 4);
    assert_eq!(sequences()[1..], missed, "in order");
    assert_eq!(client.webhooks().replay(&id, since + TimeDelta::seconds(1)).unwrap()["replayed"], 0);
}
