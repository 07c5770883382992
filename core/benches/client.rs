//! Memory and time of a client for a long listing: 10,000 tracking requests over loopback, page by page.
//!
//! The server sends prepared bytes, so that only the client is measured. For comparison, the same pages are read from
//! a bare socket.

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use peak_alloc::PeakAlloc;
use serde_json::json;
use shiptrack::client::Client;
use shiptrack::limits::RateLimits;
use support::{Goal, Goals, Ratios, median, rounds, timed};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ITEMS: usize = 10_000;
const PAGE: usize = 100;
const ROUNDS: usize = 15;

/// The goal for the peak memory of a listing, in bytes.
const ALLOWED: usize = 8_000_000;

const MEMORY_OF_A_LISTING: &str = "peak memory of the listing / 8 MB";

const GOALS: Goals = &[(MEMORY_OF_A_LISTING, Goal::AtMost(1.0))];
/// The noise margin of the short form, as a part of a goal. The peak hardly varies.
const MARGIN: f64 = 0.05;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let server = serve();
    let rounds = rounds(ROUNDS);
    let (mut peak, mut listed, mut bare) = (0, Vec::new(), Vec::new());
    for _ in 0..rounds {
        bare.push(timed(|| read_bare(server)));
        // Memory that is in use before belongs to the server and the benchmark.
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        listed.push(timed(|| list(server)));
        peak = peak.max(MEMORY.peak_usage() - before);
    }
    let (listed, bare) = (median(listed), median(bare));
    println!("{ITEMS} tracking requests in pages of {PAGE}, {rounds} rounds");
    let rate = ITEMS as f64 / listed.as_secs_f64();
    println!("client {listed:.1?} ({rate:.0} items/s), bytes from a bare socket {bare:.1?}");
    println!("figures: peak memory of the listing {} kB", peak / 1_000);
    ratios.report(MEMORY_OF_A_LISTING, peak as f64 / ALLOWED as f64);
    ratios.verdict()
}

fn list(server: SocketAddr) {
    let client = Client::builder(format!("http://{server}/v2"), "key").limits(RateLimits::unlimited());
    let client = client.build().expect("a client");
    let mut read = 0;
    for request in client.tracking_requests().list().page_size(PAGE as u32) {
        read += usize::from(request.expect("a request").request_number.len() == 13);
    }
    assert_eq!(read, ITEMS);
}

fn read_bare(server: SocketAddr) {
    let mut stream = TcpStream::connect(server).expect("a connection");
    let mut piece = vec![0; 64 * 1024];
    for page in 1..=ITEMS / PAGE {
        let head = format!("GET /v2/tracking_requests?page[size]={PAGE}&page[number]={page} HTTP/1.1\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("a server");
        let mut answer = Vec::new();
        while length_of(&answer).is_none_or(|length| answer.len() < length) {
            let read = stream.read(&mut piece).expect("an answer");
            answer.extend_from_slice(&piece[..read]);
        }
    }
}

/// The length of the response that begins with these bytes; `None` if its head is incomplete.
fn length_of(answer: &[u8]) -> Option<usize> {
    let end = answer.windows(4).take(256).position(|end| end == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).expect("a head");
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).expect("a length");
    Some(end + length.parse::<usize>().expect("a number"))
}

/// Starts a server that answers with prepared pages.
fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let pages: Arc<[Vec<u8>]> = (1..=ITEMS / PAGE).map(|number| answer(address, number)).collect();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, pages) = (stream.expect("a connection"), Arc::clone(&pages));
            thread::spawn(move || answer_all(stream, &pages));
        }
    });
    address
}

fn answer_all(mut stream: TcpStream, pages: &[Vec<u8>]) {
    stream.set_nodelay(true).expect("a socket");
    let mut head = [0; 4096];
    let mut length = 0;
    while let Ok(read @ 1..) = stream.read(&mut head[length..]) {
        length += read;
        if head[..length].ends_with(b"\r\n\r\n") {
            let number = requested_page(&head[..length]);
            length = 0;
            if stream.write_all(&pages[number - 1]).is_err() {
                return;
            }
        }
    }
}

/// The number of the requested page. It is at the end of the URL, if there is one.
fn requested_page(head: &[u8]) -> usize {
    let head = std::str::from_utf8(head).expect("a head");
    let url = head.split(' ').nth(1).expect("a URL");
    match url.rsplit_once("number]=").or_else(|| url.rsplit_once("number%5D=")) {
        Some((_, number)) => number.parse().expect("a number"),
        None => 1,
    }
}

fn answer(server: SocketAddr, number: usize) -> Vec<u8> {
    let link = |number: usize| format!("http://{server}/v2/tracking_requests?page[size]={PAGE}&page[number]={number}");
    let next = (number < ITEMS / PAGE).then(|| link(number + 1));
    let items: Vec<String> = (0..PAGE).map(|n| item((number - 1) * PAGE + n)).collect();
    let links = json!({ "self": link(number), "next": next });
    let meta = json!({ "size": PAGE, "total": ITEMS });
    let body = format!(r#"{{"data":[{}],"links":{links},"meta":{meta}}}"#, items.join(","));
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.api+json\r\n";
    format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// A resource object with its members in the usual order.
fn item(n: usize) -> String {
    let (id, shipment) = (format!("019d8a3e-0000-7000-8000-{n:012x}"), format!("019d8a3e-0000-7000-8001-{n:012x}"));
    let attributes = json!({
        "request_number": format!("MAEU{:09}", 220_000_000 + n),
        "ref_numbers": [format!("PO-{n:05}"), "spring order"],
        "shipment_tags": [],
        "created_at": "2026-04-18T07:12:55Z",
        "updated_at": "2026-04-18T09:30:01Z",
        "status": "created",
        "failed_reason": null,
        "request_type": "bill_of_lading",
        "scac": "MAEU",
        "is_retrying": false,
        "retry_count": null,
    });
    let relationships = json!({
        "tracked_object": { "data": { "id": shipment, "type": "shipment" } },
        "customer": { "data": null },
        "user": { "data": null },
    });
    let links = json!({ "self": format!("/v2/tracking_requests/{id}") });
    format!(
        r#"{{"id":"{id}","type":"tracking_request","attributes":{attributes},"relationships":{relationships},"links":{links}}}"#
    )
}
