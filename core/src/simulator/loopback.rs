//! Serves a simulated carrier over HTTP on the loopback address.
//!
//! This is a separate small HTTP server, because it must produce faults that a normal server does not: bodies that are cut, and late
//! answers.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::carrier::SimulatedCarrier;
use super::endpoint::{EndpointAnswer, reason};
use super::subscribers;
use super::subscribers::SentCallback;
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Headers, Method, Request};
use crate::inheritance::ParentOnly;
use crate::threads;

/// The maximum size of a line, and of a body, in bytes.
const MAX_BYTES: u64 = 64 * 1024;
const MAX_FIELDS: usize = 100;
const MAX_CONNECTIONS: usize = 1_024;

/// A simulated carrier behind HTTP, on the loopback address, which other machines cannot reach. It stops when it is dropped.
///
/// ```
/// use shiptrack::simulator::{Loopback, Scenario, SimulatedCarrier};
///
/// let journey = Scenario::named("direct").unwrap().starting("2026-05-01T00:00:00Z".parse()?);
/// let loopback = Loopback::start(SimulatedCarrier::of(journey))?;
/// assert!(loopback.url().starts_with("http://127.0.0.1:"));
/// // GET {url}/v2/events?transportDocumentReference=… returns what the carrier knows now.
/// loopback.stop();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Loopback {
    address: SocketAddr,
    url: String,
    open: Arc<Shared>,
    acceptor: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    carrier: SimulatedCarrier,
    ended: CancelToken,
    streams: Mutex<Vec<(u64, TcpStream)>>,
}

impl Shared {
    fn streams(&self) -> MutexGuard<'_, Vec<(u64, TcpStream)>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Loopback {
    /// Starts listening on a free port. Fails if there is no free port or no thread.
    pub fn start(carrier: SimulatedCarrier) -> Result<Self> {
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Configuration, "cannot start the loopback carrier").with_source(error)
        };
        let listener = ParentOnly::new(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?);
        let address = listener.local_addr().map_err(failed)?;
        let open = Arc::new(Shared { carrier, ended: CancelToken::new(), streams: Mutex::default() });
        let shared = Arc::clone(&open);
        let acceptor =
            threads::start("shiptrack-carrier".to_owned(), move || accept(&listener, &shared)).map_err(failed)?;
        Ok(Loopback { address, url: format!("http://{address}"), open, acceptor: Mutex::new(Some(acceptor)) })
    }

    /// The base URL, such as `http://127.0.0.1:40123`. Any path returns events, a path that ends with `token` issues tokens, and paths
    /// with `event-subscriptions` manage subscriptions.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The carrier.
    pub fn carrier(&self) -> &SimulatedCarrier {
        &self.open.carrier
    }

    /// Sends the new events to all subscribers, and returns how many accepted them. A subscriber that does not answer with 2xx receives
    /// them again next time. Only URLs on the loopback address are called.
    pub fn call_back(&self) -> usize {
        self.open.carrier.call_back(send)
    }

    /// Closes all connections and stops listening. A second call does nothing.
    pub fn stop(&self) {
        let acceptor = self.acceptor.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(acceptor) = acceptor else { return };
        self.open.ended.cancel();
        for (_, stream) in self.open.streams().iter() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        // Wakes the acceptor.
        let _ = TcpStream::connect(self.address);
        let _ = acceptor.join();
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.stop();
    }
}

debug_fields!(Loopback: url);

fn accept(listener: &TcpListener, open: &Arc<Shared>) {
    let mut serving: Vec<JoinHandle<()>> = Vec::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        serving.retain(|thread| !thread.is_finished());
        let Ok(stream) = stream else { continue };
        let Ok(copy) = stream.try_clone() else { continue };
        let mut streams = open.streams();
        // `stop` cancels before it takes the lock for the last time.
        if open.ended.is_cancelled() {
            break;
        }
        if streams.len() >= MAX_CONNECTIONS {
            continue;
        }
        streams.push((number, copy));
        drop(streams);
        let shared = Arc::clone(open);
        let thread = threads::start(format!("shiptrack-carrier-{number}"), move || {
            // An error, such as a client that disconnects, ends only this connection.
            let _ = serve(&stream, &shared);
            let _ = stream.shutdown(Shutdown::Both);
            shared.streams().retain(|(known, _)| *known != number);
        });
        match thread {
            Ok(thread) => serving.push(thread),
            Err(_) => open.streams().retain(|(known, _)| *known != number),
        }
    }
    for thread in serving {
        let _ = thread.join();
    }
}

fn serve(stream: &TcpStream, open: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader)? {
        let closes = request.headers.get("Connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        // The standard requires that the callback URL answers before a subscription is created.
        let answered = match subscribers::requested_callback_url(&request).filter(|url| !is_reachable(url)) {
            Some(_) => open.carrier.refuse_callback_url(&request),
            None => open.carrier.answer(&request),
        };
        if let Some(pause) = answered.delay
            && SystemClock::new().sleep(pause, &open.ended).is_err()
        {
            return Ok(());
        }
        respond(stream, &answered)?;
        if closes || answered.breaks_connection {
            return Ok(());
        }
    }
    Ok(())
}

fn respond(mut stream: &TcpStream, answered: &EndpointAnswer) -> io::Result<()> {
    let response = &answered.response;
    let mut bytes = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status)).into_bytes();
    for (name, value) in response.headers.iter() {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", response.body.len()).as_bytes());
    let length = if answered.breaks_connection { response.body.len() / 2 } else { response.body.len() };
    bytes.extend_from_slice(&response.body[..length]);
    stream.write_all(&bytes)
}

/// Reads a request; `None` at the end of the connection. An invalid request is an error, which closes the connection.
fn read(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let Some(line) = read_line(reader)? else { return Ok(None) };
    let mut words = line.split(' ');
    let method = words.next().and_then(Method::parse).ok_or(io::ErrorKind::InvalidData)?;
    let target = words.next().filter(|target| target.starts_with('/')).ok_or(io::ErrorKind::InvalidData)?;
    let mut request = Request::new(method, target);
    request.headers = read_headers(reader)?;
    let length = request.headers.get("Content-Length").map_or(Ok(0), str::parse).map_err(io::Error::other)?;
    if length > MAX_BYTES || request.headers.get("Transfer-Encoding").is_some() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    reader.take(length).read_to_end(&mut request.body)?;
    Ok(Some(request))
}

fn read_headers(reader: &mut impl BufRead) -> io::Result<Headers> {
    let mut headers = Headers::new();
    for _ in 0..MAX_FIELDS {
        let line = read_line(reader)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let Some((name, value)) = line.split_once(':') else { return Ok(headers) };
        headers.append(name.to_owned(), value.trim().to_owned());
    }
    Err(io::ErrorKind::InvalidData.into())
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    match reader.take(MAX_BYTES).read_line(&mut line)? {
        0 => Ok(None),
        _ if !line.ends_with('\n') => Err(io::ErrorKind::InvalidData.into()),
        _ => Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned())),
    }
}

const TIMEOUT: Duration = Duration::from_secs(10);

/// Whether a callback URL answers with 2xx. Carriers check this before they create a subscription.
pub(super) fn is_reachable(url: &str) -> bool {
    call("HEAD", url, &Headers::new(), b"").is_ok_and(is_success)
}

/// Sends a callback. Returns whether it was accepted.
pub(super) fn send(sent: &SentCallback) -> bool {
    call("POST", &sent.url, &sent.headers, &sent.body).is_ok_and(is_success)
}

fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

fn call(method: &str, url: &str, headers: &Headers, body: &[u8]) -> io::Result<u16> {
    let refused = || io::Error::other("the URL is not on the loopback address");
    let rest = url.strip_prefix("http://").ok_or_else(refused)?;
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, target) = rest.split_at(at);
    let address: SocketAddr = authority.replace("localhost", "127.0.0.1").parse().map_err(|_| refused())?;
    if !address.ip().is_loopback() {
        return Err(refused());
    }
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let slash = if target.starts_with('/') { "" } else { "/" };
    let mut bytes =
        format!("{method} {slash}{target} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n").into_bytes();
    for (name, value) in headers.iter() {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    if method == "POST" {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    stream.write_all(&bytes)?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    line.split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .ok_or_else(|| io::Error::other("the response is not HTTP"))
}
