//! Tests of uploads and downloads in pieces: a slow client holds no thread and no more than a piece.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md5::{Digest, Md5};
use serde_json::json;
use shiptrack::Service;
use shiptrack::http::{Method, StreamReceiver, StreamSource};
use shiptrack_tests::sample_files::message;
use shiptrack_tests::scenario::{json_of, send};
use shiptrack_tests::scratch::Scratch;

use super::*;

const PIECE: usize = 256 * 1024;

/// Accepts uploads at `/upload`, and answers `/download` with an endless body.
#[derive(Default)]
struct Pieces {
    received: Arc<AtomicUsize>,
    sent: Arc<AtomicUsize>,
    ended: Mutex<Option<mpsc::Sender<()>>>,
}

impl Handler for Pieces {
    fn answer(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        echo(request, call)
    }

    fn accepts_stream(&self, head: &Request) -> bool {
        head.path() == "/upload"
    }

    fn receive_stream(&self, _: &Request, _: u64) -> Result<Box<dyn StreamReceiver>, Response> {
        Ok(Box::new(Receiver { received: self.received.clone(), _ended: self.ended.lock().unwrap().clone() }))
    }

    fn answer_in_pieces(&self, request: &Request) -> Option<Result<(Response, Box<dyn StreamSource>), Response>> {
        let source = Source { sent: self.sent.clone(), _ended: self.ended.lock().unwrap().clone() };
        (request.path() == "/download").then(|| Ok((Response::new(200), Box::new(source) as _)))
    }
}

struct Receiver {
    received: Arc<AtomicUsize>,
    _ended: Option<mpsc::Sender<()>>,
}

impl StreamReceiver for Receiver {
    fn receive(&mut self, piece: &[u8]) -> Option<Response> {
        self.received.fetch_add(piece.len(), Ordering::Relaxed);
        piece.starts_with(b"stop").then(|| Response::new(422))
    }

    fn finish(self: Box<Self>) -> Response {
        Response::new(204)
    }
}

struct Source {
    sent: Arc<AtomicUsize>,
    _ended: Option<mpsc::Sender<()>>,
}

impl StreamSource for Source {
    fn length(&self) -> u64 {
        1 << 40
    }

    fn next_piece(&mut self) -> shiptrack::Result<Vec<u8>> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        Ok(vec![b'x'; PIECE])
    }
}

/// Returns the server, and a receiver that fails when the last upload or download has ended.
fn server(change: impl FnOnce(&mut ServerLimits)) -> (Server, Arc<Pieces>, mpsc::Receiver<()>) {
    let (ended, ends) = mpsc::channel();
    let pieces = Arc::new(Pieces { ended: Mutex::new(Some(ended)), ..Pieces::default() });
    let server = Server::builder(pieces.clone()).limits(limits(change)).start().unwrap();
    (server, pieces, ends)
}

fn wait_for_end(pieces: &Pieces, ends: &mpsc::Receiver<()>) {
    drop(pieces.ended.lock().unwrap().take());
    assert_eq!(ends.recv_timeout(GUARD), Err(mpsc::RecvTimeoutError::Disconnected));
}

fn upload(length: usize) -> String {
    format!("PUT /upload HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n")
}

#[test]
fn silent_uploads_hold_no_handler() {
    let (server, ..) = server(|limits| (limits.handlers, limits.queue) = (1, 8));
    let mut silent: Vec<_> = (0..40).map(|_| Peer::to(&server)).collect();
    for peer in &mut silent {
        peer.send(upload(50_000_000)).send(vec![b'x'; 10_000]);
        // The server has begun to read each of them when it answers the next request.
        assert_eq!(Peer::to(&server).post("/", "x").status, 200);
    }
    assert!(silent.iter_mut().all(|peer| {
        peer.stream.set_nonblocking(true).unwrap();
        peer.stream.peek(&mut [0]).is_err()
    }));
}

#[test]
fn a_slow_upload_is_answered_with_408_and_discarded() {
    let (server, pieces, ends) = server(|limits| limits.body_rate_period = SOON);
    let mut peer = Peer::to(&server);
    let answer = peer.send(upload(2 * PIECE)).send(vec![b'x'; PIECE]).answer();
    assert!(answer.is_error(408) && answer.closes(), "{answer:?}");
    wait_for_end(&pieces, &ends);
    assert_eq!(pieces.received.load(Ordering::Relaxed), PIECE);
}

#[test]
fn an_upload_ends_when_the_connection_is_closed() {
    let (server, pieces, ends) = server(|_| ());
    Peer::to(&server).send(upload(2 * PIECE)).send(vec![b'x'; PIECE]);
    while pieces.received.load(Ordering::Relaxed) == 0 {
        std::thread::yield_now();
    }
    wait_for_end(&pieces, &ends);
}

#[test]
fn an_upload_is_answered_when_the_service_needs_no_more_of_it() {
    let (server, ..) = server(|_| ());
    let mut peer = Peer::to(&server);
    let answer = peer.send(upload(4 * PIECE)).send([&b"stop"[..], &vec![b'x'; PIECE]].concat()).answer();
    assert!(answer.status == 422 && answer.closes());
    assert_eq!(Peer::to(&server).send(upload(4)).send("abcd").answer().status, 204);
}

#[test]
fn a_download_that_is_not_read_holds_a_few_pieces_and_is_cut() {
    let (server, pieces, ends) = server(|limits| (limits.write_deadline, limits.handlers) = (SOON, 1));
    let mut peer = Peer::to(&server);
    peer.send("GET /download HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(peer.fill());
    wait_for_end(&pieces, &ends);
    // The system buffers some megabytes of a connection.
    assert!(pieces.sent.load(Ordering::Relaxed) < 100, "{:?}", pieces.sent);
    assert_eq!(Peer::to(&server).post("/", "x").status, 200);
}

#[test]
fn a_download_that_is_read_slowly_is_not_cut_between_pieces() {
    let (server, ..) = server(|limits| (limits.write_deadline, limits.idle_deadline) = (GUARD, SOON));
    let mut peer = Peer::to(&server);
    peer.send("GET /download HTTP/1.1\r\nHost: a\r\n\r\n");
    std::thread::sleep(3 * SOON);
    while peer.read.len() < 40 * PIECE {
        assert!(peer.fill());
    }
}

#[test]
fn the_head_of_a_download_is_followed_by_other_requests() {
    let (server, pieces, _) = server(|limits| limits.idle_deadline = SOON);
    let mut peer = Peer::to(&server);
    let answer = peer.send("HEAD /download HTTP/1.1\r\nHost: a\r\n\r\n").answer_without_body(true);
    assert_eq!((answer.status, answer.header("content-length")), (200, Some((1_u64 << 40).to_string().as_str())));
    assert_eq!(peer.get("/").status, 200);
    assert_eq!(pieces.sent.load(Ordering::Relaxed), 0);
    assert!(peer.is_closed(), "the connection was idle");
}

#[test]
fn files_of_documents_are_received_and_sent_in_pieces() {
    let content: Vec<u8> = (0..1_000_000_u32).map(|n| (n % 251) as u8).collect();
    let scratch = Scratch::new();
    let service = Service::open(scratch.path("s.db")).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    let server = service.server().start().unwrap();
    let mut peer = Peer::to(&server);

    // An attachment is stored as a whole, an uploaded file in pieces.
    let attached: Vec<u8> = content.iter().rev().copied().collect();
    let mail = message("1", "See there", &[("a.bin", "application/octet-stream", &attached)]);
    service.ingest_email(&account, &mail, None).unwrap();
    let announced = json!({ "blob": {
        "filename": "b.bin", "content_type": "application/octet-stream", "byte_size": content.len(),
        "checksum": BASE64_STANDARD.encode(Md5::digest(&content)),
    } });
    let announced =
        json_of(&send(transport.as_ref(), Method::Post, "/rails/active_storage/direct_uploads", Some(&announced)));
    let path = announced["direct_upload"]["url"].as_str().unwrap();
    let head = format!("PUT {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", content.len());
    assert_eq!(peer.send(head).send(&content).answer_without_body(true).status, 204);
    let attributes = json!({ "name": "B", "attached_document": announced["signed_id"] });
    let body = json!({ "data": { "type": "document", "attributes": attributes } });
    assert_eq!(send(transport.as_ref(), Method::Post, "/v2/documents", Some(&body)).status, 201);

    let documents = json_of(&send(transport.as_ref(), Method::Get, "/v2/documents", None));
    let ids = documents["data"].as_array().unwrap().iter().map(|document| document["id"].as_str().unwrap());
    let mut files: Vec<_> = ids
        .map(|id| {
            let path = format!("/v2/documents/{id}/download_url");
            let url = json_of(&send(transport.as_ref(), Method::Get, &path, None));
            let answer = peer.get(url["download_url"].as_str().unwrap());
            assert_eq!((answer.status, answer.header("x-content-type-options")), (200, Some("nosniff")));
            answer.body
        })
        .collect();
    files.sort();
    let mut expected = [content, attached];
    expected.sort();
    assert!(files == expected);
}
