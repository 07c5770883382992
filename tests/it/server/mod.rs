//! Tests of the HTTP server over real sockets, in front of small transports.

mod callbacks;
mod document_readings;
mod fairness;
mod limits;
mod messages;
mod open_connections;
mod pieces;
mod public_url;
mod stopping;

use std::io::{ErrorKind as IoErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use shiptrack::clock::CancelToken;
use shiptrack::http::{Call, Handler, Request, Response, TransportError};
use shiptrack::server::{Server, ServerBuilder, ServerLimits};

/// Timeout that turns a hang into a failure.
const GUARD: Duration = Duration::from_secs(30);

/// A deadline that is short enough for tests to wait for it.
const SOON: Duration = Duration::from_millis(100);

/// A handler that calls a function.
struct FunctionHandler<F>(F);

impl<F> Handler for FunctionHandler<F>
where
    F: Fn(Request, &Call) -> Result<Response, TransportError> + Send + Sync,
{
    fn answer(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        (self.0)(request, call)
    }

    fn is_brief(&self, request: &Request) -> bool {
        request.path() == "/brief"
    }

    fn account_number(&self, head: &Request) -> u128 {
        head.headers.get("X-Account").map_or(0, |number| number.parse().unwrap())
    }
}

fn builder<F>(answer: F) -> ServerBuilder
where
    F: Fn(Request, &Call) -> Result<Response, TransportError> + Send + Sync + 'static,
{
    Server::builder(Arc::new(FunctionHandler(answer)))
}

/// Answers with method, URL and body of the request.
fn echo(request: Request, _: &Call) -> Result<Response, TransportError> {
    let text = [format!("{} {}\n", request.method, request.url).as_bytes(), &request.body].concat();
    Ok(Response::new(200).body("text/plain", text))
}

fn echo_server(change: impl FnOnce(&mut ServerLimits)) -> Server {
    builder(echo).limits(limits(change)).start().unwrap()
}

/// Starts a server whose handler for `/hang` reports its start on the receiver and waits until the returned sender is dropped.
fn hanging_server(limits: ServerLimits) -> (Server, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let (begun, begins) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let server = builder(move |request, call| {
        if request.path() == "/hang" {
            begun.send(()).unwrap();
            let _ = held.lock().unwrap().recv();
        }
        echo(request, call)
    });
    (server.limits(limits).start().unwrap(), begins, release)
}

fn limits(change: impl FnOnce(&mut ServerLimits)) -> ServerLimits {
    let mut limits = ServerLimits::default();
    change(&mut limits);
    limits
}

/// A client connection that sends and reads bytes.
struct Peer {
    stream: TcpStream,
    read: Vec<u8>,
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Peer {
    fn to(server: &Server) -> Self {
        let stream = TcpStream::connect(server.address()).unwrap();
        stream.set_read_timeout(Some(GUARD)).unwrap();
        stream.set_write_timeout(Some(GUARD)).unwrap();
        Peer { stream, read: Vec::new() }
    }

    /// Sends bytes. Errors are ignored: a closed connection shows when the answer is read.
    fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        let _ = self.stream.write_all(bytes.as_ref());
        self
    }

    fn get(&mut self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n")).answer()
    }

    fn post(&mut self, path: &str, body: &str) -> Answer {
        self.send(post(path, body)).answer()
    }

    fn answer(&mut self) -> Answer {
        self.answer_without_body(false)
    }

    fn answer_without_body(&mut self, bodyless: bool) -> Answer {
        let end = loop {
            match self.read.windows(4).position(|part| part == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None => assert!(self.fill(), "closed before an answer: {:?}", String::from_utf8_lossy(&self.read)),
            }
        };
        let head = String::from_utf8(self.read.drain(..end).collect()).unwrap();
        let status = head[9..12].parse().unwrap();
        let mut answer = Answer { status, head, body: Vec::new() };
        let length = if bodyless { 0 } else { answer.header("content-length").map_or(0, |text| text.parse().unwrap()) };
        while self.read.len() < length {
            assert!(self.fill(), "closed within a body");
        }
        answer.body = self.read.drain(..length).collect();
        answer
    }

    /// Whether the server closes the connection without sending more bytes.
    fn is_closed(&mut self) -> bool {
        self.read.is_empty() && !self.fill()
    }

    /// Reads more bytes; `false` if the connection is closed.
    fn fill(&mut self) -> bool {
        let mut piece = [0; 4096];
        match self.stream.read(&mut piece) {
            Ok(0) => false,
            Ok(read) => {
                self.read.extend_from_slice(&piece[..read]);
                true
            }
            Err(error) if matches!(error.kind(), IoErrorKind::WouldBlock | IoErrorKind::TimedOut) => {
                panic!("the server hangs")
            }
            Err(_) => false,
        }
    }
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }

    fn closes(&self) -> bool {
        self.header("connection") == Some("close")
    }

    /// Whether this is a JSON:API error of `status`.
    fn is_error(&self, status: u16) -> bool {
        let text = serde_json::from_slice::<serde_json::Value>(&self.body).unwrap();
        self.status == status
            && self.header("content-type") == Some("application/vnd.api+json")
            && text["errors"][0]["status"].as_str() == Some(&status.to_string())
    }
}

fn post(path: &str, body: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}
