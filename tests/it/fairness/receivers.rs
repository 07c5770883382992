//! Receivers of one account that hang, next to others of the same account at the same host.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use shiptrack::carriers::{LookUp, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, NewWebhook};
use shiptrack::http::Call;
use shiptrack::resources::EventName;
use shiptrack::service::Service;
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::with;

const HANGING: usize = 40;
const HEALTHY: usize = 10;
const EVENTS: usize = 5;
const TIMEOUT: Duration = Duration::from_secs(1);

/// Accepts connections and reads requests, and answers those whose path begins with `/ok`. The others hang. Ends with the process.
fn receiver(arrivals: Sender<String>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (Ok(stream), arrivals) = (stream, arrivals.clone()) else { continue };
            thread::spawn(move || answer(stream, &arrivals));
        }
    });
    address
}

fn answer(mut stream: TcpStream, arrivals: &Sender<String>) {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 16 * 1024]);
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.to_ascii_lowercase().lines().find_map(|line| line.strip_prefix("content-length:").map(str::to_owned));
        let length: usize = length.and_then(|text| text.trim().parse().ok()).unwrap_or_default();
        if body.len() < length || !head.starts_with("POST /ok") {
            continue;
        }
        let _ = arrivals.send(head.split(' ').nth(1).unwrap_or_default().to_owned());
        let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
        return;
    }
}

/// The time until the healthy receivers have all deliveries.
fn measure(url_of_hanging: impl Fn(usize, SocketAddr) -> String) -> Duration {
    let (arrivals, arrived) = channel();
    let address = receiver(arrivals);
    let policy = with(DeliveryPolicy::default(), |policy| policy.timeout = TIMEOUT);
    let reject = |_: &LookUp, _: &Call| Err(LookUpFailure::InvalidNumber);
    let builder = Service::builder().allow_loopback().delivery(policy).carrier("MAEU", reject).unwrap();
    let service = builder.in_memory().unwrap();
    let hanging = (0..HANGING).map(|number| url_of_hanging(number, address));
    let healthy = (0..HEALTHY).map(|number| format!("http://{address}/ok/{number}"));
    for url in hanging.chain(healthy) {
        let new = NewWebhook::new(url).events([EventName::TrackingRequestFailed]);
        service.client().webhooks().create(new).unwrap();
    }
    service.start_worker(Service::WORKER_THREADS).unwrap();
    let began = Instant::now();
    for event in 0..EVENTS {
        let new = NewTrackingRequest::bill_of_lading(format!("MAEU{event:09}"), "MAEU");
        service.client().tracking_requests().create(new).unwrap();
    }
    let limit = Duration::from_secs(50);
    for delivery in 0..EVENTS * HEALTHY {
        let left = limit.saturating_sub(began.elapsed());
        let arrival = arrived.recv_timeout(left);
        assert!(arrival.is_ok(), "{delivery} of {} deliveries arrived at healthy receivers", EVENTS * HEALTHY);
    }
    let took = began.elapsed();
    service.stop_worker();
    took
}

#[test]
fn hanging_receivers_at_the_ports_of_a_host_delay_the_others_by_a_few_time_outs() {
    let silent: Vec<TcpListener> = (0..HANGING).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let took = measure(|number, _| format!("http://{}/", silent[number].local_addr().unwrap()));
    println!("figures: {HANGING} of {} receivers hang at ports of a host: {took:?}", HANGING + HEALTHY);
    assert!(took < 12 * TIMEOUT, "{took:?}");
}

#[test]
fn hanging_receivers_at_the_paths_of_a_port_delay_the_others_by_a_few_time_outs() {
    let took = measure(|number, address| format!("http://{address}/hangs/{number}"));
    println!("figures: {HANGING} of {} receivers hang at paths of a port: {took:?}", HANGING + HEALTHY);
    assert!(took < 12 * TIMEOUT, "{took:?}");
}
