//! Receivers and carriers that hang, refuse connections or send endless answers, next to working ones, with real sockets and the default
//! worker.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use shiptrack::carriers::{LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::clock::{Clock, SystemClock};
use shiptrack::http::Call;
use shiptrack::resources::EventName;
use shiptrack::service::Service;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::CLOSED_PORT;

/// How long an endpoint waits for a request on a connection.
const SILENCE: Duration = Duration::from_secs(2);

/// How an endpoint answers.
#[derive(Clone, Copy, PartialEq)]
enum Behavior {
    Works,
    /// Accepts connections, but never answers.
    Hangs,
    /// Answers 200 with an endless body.
    NeverEnds,
}

/// An endpoint on the loopback interface, which ends when it is dropped.
struct Endpoint {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    closed: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

/// The tracking requests of arrived notifications, and when they arrived.
type Arrivals = Sender<(String, Instant)>;

impl Endpoint {
    fn start(behavior: Behavior, arrivals: Arrivals) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (connections, closed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (count, is_closed) = (connections.clone(), closed.clone());
        let thread = thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming() {
                if is_closed.load(Ordering::Acquire) {
                    return;
                }
                let Ok(mut stream) = stream else { continue };
                // A connection without a request must not delay others for long.
                let _ = stream.set_read_timeout(Some(SILENCE));
                count.fetch_add(1, Ordering::AcqRel);
                match behavior {
                    Behavior::Hangs => held.push(stream),
                    Behavior::Works => {
                        // An incomplete request gets no answer.
                        let Some(id) = receive(&mut stream) else { continue };
                        let _ = arrivals.send((id, Instant::now()));
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                    }
                    Behavior::NeverEnds => {
                        let Some(id) = receive(&mut stream) else { continue };
                        let _ = arrivals.send((id, Instant::now()));
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
                        while stream.write_all(&[b'x'; 4_096]).is_ok() {}
                    }
                }
            }
        });
        Endpoint { address, connections, closed, thread: Some(thread) }
    }

    fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Release);
        let _ = TcpStream::connect(self.address);
        let _ = self.thread.take().map(thread::JoinHandle::join);
    }
}

/// Reads a request and returns the id of its tracking request.
fn receive(stream: &mut TcpStream) -> Option<String> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 16 * 1024]);
    loop {
        let read = stream.read(&mut buffer).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&buffer[..read]);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
        if bytes.len() - end - 4 >= length {
            let document: Value = serde_json::from_slice(&bytes[end + 4..]).ok()?;
            let id = &document["data"]["relationships"]["reference_object"]["data"]["id"];
            return id.as_str().map(str::to_owned);
        }
    }
}

/// How long deliveries and look-ups took.
struct Figures {
    deliveries: Vec<Duration>,
    look_ups: Vec<Duration>,
}

/// The quantile of the times.
fn quantile(times: &[Duration], share: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort();
    times[((times.len() - 1) as f64 * share).round() as usize]
}

/// A service whose carrier MAEU rejects every number and reports each look-up.
fn service(scratch: &Scratch) -> (Service, Receiver<(String, Instant)>) {
    let (asked, looked_up) = channel();
    let carrier = move |look_up: &LookUp, _: &Call| {
        let _ = asked.send((look_up.number.clone(), Instant::now()));
        Err(LookUpFailure::InvalidNumber)
    };
    let builder = Service::builder().allow_loopback().carrier("MAEU", carrier).unwrap();
    (builder.open(scratch.path("s.db")).unwrap(), looked_up)
}

/// Causes `events` with pauses between them, and waits until `well` receivers got all of them.
fn measure(well: usize, hanging: usize, events: usize, pause: Duration) -> (Figures, Vec<usize>) {
    let scratch = Scratch::new();
    let (service, looked_up) = service(&scratch);
    let (arrivals, arrived) = channel();
    let start = |behavior, count: usize| -> Vec<_> {
        (0..count).map(|_| Endpoint::start(behavior, arrivals.clone())).collect()
    };
    let (sound, dead) = (start(Behavior::Works, well), start(Behavior::Hangs, hanging));
    for endpoint in dead.iter().chain(&sound) {
        let new = NewWebhook::new(endpoint.url()).events([EventName::TrackingRequestFailed]);
        service.client().webhooks().create(new).unwrap();
    }
    service.start_worker(Service::WORKER_THREADS).unwrap();
    let (mut by_id, mut by_number) = (HashMap::new(), HashMap::new());
    for event in 0..events {
        let number = format!("MAEU{event:09}");
        let began = Instant::now();
        let created = service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading(&number, "MAEU"));
        by_id.insert(created.unwrap().id.to_string(), began);
        by_number.insert(number, began);
        thread::sleep(pause);
    }
    let took = |(key, at): (String, Instant), known: &HashMap<String, Instant>| at - known[&key];
    let look_ups = looked_up.iter().take(events).map(|asked| took(asked, &by_number)).collect();
    let deliveries = arrived.iter().take(events * well).map(|arrival| took(arrival, &by_id)).collect();
    service.stop_worker();
    let attempts = dead.iter().map(|endpoint| endpoint.connections.load(Ordering::Acquire)).collect();
    assert!(arrived.try_recv().is_err(), "each event is delivered once");
    (Figures { deliveries, look_ups }, attempts)
}

#[test]
fn ten_hanging_receivers_of_a_hundred_delay_no_others() {
    let (events, pause) = (depth(6, 600), Duration::from_millis(depth(300, 500)));
    let (alone, _) = measure(90, 0, events, pause);
    let (beside, attempts) = measure(90, 10, events, pause);
    let [before, after] = [&alone, &beside].map(|figures| quantile(&figures.deliveries, 0.99));
    let look_ups = quantile(&beside.look_ups, 1.0);
    println!(
        "figures: ten of a hundred receivers hang, {events} events: time to delivery p50 {:?} and p99 {after:?} ({:?} and {before:?} \
         without them), longest time to look-up {look_ups:?}, attempts at those that hang {attempts:?}",
        quantile(&beside.deliveries, 0.5),
        quantile(&alone.deliveries, 0.5),
    );
    // Each gets one attempt at a time and is suspended after some failures, so there are fewer attempts than events.
    assert!(attempts.iter().all(|tried| (1..=depth(2, 20)).contains(tried)), "{attempts:?}");
    if depth(false, true) {
        assert!(after < 4 * before + Duration::from_millis(100), "{after:?} {before:?}");
        assert!(look_ups < Duration::from_secs(5), "{look_ups:?}");
    }
}

/// Longest time until a notification of an account arrived, and until one of its numbers was looked up, next to another account whose
/// receivers hang, each on its own port.
fn longest_next_to(hanging: usize, threads: usize, events: usize) -> (Duration, Duration) {
    let scratch = Scratch::new();
    let (service, looked_up) = service(&scratch);
    let (arrivals, arrived) = channel();
    let other = service.create_account("other", "Other Ltd").unwrap();
    let [slow, sound] = [service.client(), service.client_of(&other.id).unwrap()];
    let dead: Vec<_> = (0..hanging).map(|_| Endpoint::start(Behavior::Hangs, arrivals.clone())).collect();
    let well = Endpoint::start(Behavior::Works, arrivals);
    let new = |endpoint: &Endpoint| NewWebhook::new(endpoint.url()).events([EventName::TrackingRequestFailed]);
    for endpoint in &dead {
        slow.webhooks().create(new(endpoint)).unwrap();
    }
    sound.webhooks().create(new(&well)).unwrap();
    service.start_worker(threads).unwrap();
    let pause = Duration::from_millis(100);
    slow.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU900000000", "MAEU")).unwrap();
    looked_up.recv().unwrap();
    while dead.iter().all(|endpoint| endpoint.connections.load(Ordering::Acquire) == 0) {
        thread::sleep(pause);
    }
    thread::sleep(pause);
    let (mut delivery, mut look_up) = (Duration::ZERO, Duration::ZERO);
    for event in 0..events {
        let began = Instant::now();
        for (client, account) in [(&slow, 8), (&sound, 7)] {
            let number = format!("MAEU{account}{event:08}");
            client.tracking_requests().create(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
        }
        for _ in 0..2 {
            look_up = look_up.max(looked_up.recv().unwrap().1 - began);
        }
        delivery = delivery.max(arrived.recv().unwrap().1 - began);
        thread::sleep(pause);
    }
    service.stop_worker();
    println!(
        "figures: {hanging} receivers of another account hang, {threads} threads: longest time to delivery {delivery:?}, to look-up {look_up:?}"
    );
    (delivery, look_up)
}

#[test]
fn hanging_receivers_of_an_account_delay_no_other_account() {
    let limit = Duration::from_secs(5);
    for hanging in depth(&[40][..], &[40, 200]) {
        let (delivery, look_up) = longest_next_to(*hanging, Service::WORKER_THREADS, depth(5, 50));
        assert!(delivery < limit && look_up < limit, "{hanging}: {delivery:?} {look_up:?}");
    }
}

#[test]
fn ten_hanging_receivers_delay_no_look_ups_of_a_worker_with_two_threads() {
    let (delivery, look_up) = longest_next_to(10, 2, 3);
    assert!(look_up < Duration::from_secs(5) && delivery < Duration::from_secs(5), "{look_up:?} {delivery:?}");
}

#[test]
fn unreachable_and_endless_receivers_do_not_block_deliveries() {
    let scratch = Scratch::new();
    let (service, _looked_up) = service(&scratch);
    let (arrivals, arrived) = channel();
    let talking = Endpoint::start(Behavior::NeverEnds, arrivals.clone());
    let well = Endpoint::start(Behavior::Works, arrivals);
    for url in [talking.url(), well.url(), format!("http://{CLOSED_PORT}/hook")] {
        let new = NewWebhook::new(url).events([EventName::TrackingRequestFailed]);
        service.client().webhooks().create(new).unwrap();
    }
    service.start_worker(Service::WORKER_THREADS).unwrap();
    let events = depth(4, 100);
    for event in 0..events {
        let new = NewTrackingRequest::bill_of_lading(format!("MAEU{event:09}"), "MAEU");
        service.client().tracking_requests().create(new).unwrap();
    }
    let ids: Vec<String> = arrived.iter().take(2 * events).map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 2 * events);
    service.stop_worker();
    let delivered = service.client().webhook_notifications().list().into_iter();
    let statuses: Vec<String> = delivered
        .map(|notification| notification.unwrap().delivery_status.as_ref().map(ToString::to_string).unwrap_or_default())
        .collect();
    let pending = statuses.iter().filter(|status| *status == "pending").count();
    println!(
        "figures: {events} events: {} connections to the receiver with endless answers",
        talking.connections.load(Ordering::Acquire)
    );
    assert_eq!(talking.connections.load(Ordering::Acquire), events, "each event is delivered once");
    assert!((events..=events + 1).contains(&pending), "deliveries to the unreachable receiver wait: {pending}");
}

#[test]
fn hanging_carriers_delay_no_other_carrier() {
    let hanging = ["CMDU", "HLCU", "MSCU", "ONEY"];
    let most = Arc::new(Mutex::new(HashMap::new()));
    let (asked, looked_up) = channel();
    let mut builder = Service::builder().look_up_timeout(Duration::from_secs(depth(1, 10)));
    for scac in hanging {
        let most = most.clone();
        let carrier = move |_: &LookUp, call: &Call| {
            let note = |by: i32| {
                let mut most = most.lock().unwrap();
                let (now, peak) = most.entry(scac).or_insert((0, 0));
                *now += by;
                *peak = (*peak).max(*now);
            };
            note(1);
            // It uses all of its time.
            let left = call.deadline.unwrap_or_default().saturating_sub(SystemClock::new().monotonic());
            let _ = SystemClock::new().sleep(left.min(Duration::from_secs(depth(1, 10))), &call.cancel);
            note(-1);
            Err(LookUpFailure::Unreachable { retry_after: None })
        };
        builder = builder.carrier(scac, carrier).unwrap();
    }
    let well = move |_: &LookUp, _: &Call| {
        let _ = asked.send(Instant::now());
        Err(LookUpFailure::InvalidNumber)
    };
    let scratch = Scratch::new();
    let service = builder.carrier("MAEU", well).unwrap().open(scratch.path("s.db")).unwrap();
    let track = |number: String, scac: &str| {
        service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading(number, scac)).unwrap();
    };
    for (place, scac) in hanging.iter().enumerate() {
        (0..30).for_each(|n| track(format!("{scac}{place}{n:08}"), scac));
    }
    service.start_worker(Service::WORKER_THREADS).unwrap();
    let mut times = Vec::new();
    for n in 0..depth(20, 600) {
        let began = Instant::now();
        track(format!("MAEU{n:09}"), "MAEU");
        times.push(looked_up.recv().unwrap() - began);
        thread::sleep(Duration::from_millis(depth(20, 100)));
    }
    service.stop_worker();
    println!(
        "figures: four carriers hang, thirty requests each: time to look-up beside them p50 {:?}, p99 {:?}",
        quantile(&times, 0.5),
        quantile(&times, 0.99)
    );
    assert!(most.lock().unwrap().values().all(|(_, peak)| *peak <= 2), "{most:?}");
}
