//! A simulated carrier behind a socket of this machine.
//!
//! It is an HTTP server of its own, and a small one, because what it is for goes wrong on the wire: bodies that break off, answers that
//! come late. It listens on the loopback address alone.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::carrier::SimulatedCarrier;
use super::site::{Answered, reason};
use super::subscribers;
use super::subscribers::SentCallback;
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Headers, Method, Request};
use crate::threads;

/// Bytes of a line, and of a body.
const MOST: u64 = 64 * 1024;
const FIELDS: usize = 100;
const CONNECTIONS: usize = 1_024;

/// A simulated carrier behind HTTP, on an address of this machine that no other can reach. It ends when it is stopped or dropped.
///
/// ```
/// use shiptrack::simulator::{Loopback, Scenario, SimulatedCarrier};
///
/// let journey = Scenario::named("direct").unwrap().starting("2026-05-01T00:00:00Z".parse()?);
/// let loopback = Loopback::start(SimulatedCarrier::of(journey))?;
/// assert!(loopback.url().starts_with("http://127.0.0.1:"));
/// // GET {url}/v2/events?transportDocumentReference=… answers what the carrier knows now.
/// loopback.stop();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Loopback {
    address: SocketAddr,
    url: String,
    open: Arc<Open>,
    acceptor: Mutex<Option<JoinHandle<()>>>,
}

struct Open {
    carrier: SimulatedCarrier,
    ended: CancelToken,
    streams: Mutex<Vec<(u64, TcpStream)>>,
}

impl Open {
    fn streams(&self) -> MutexGuard<'_, Vec<(u64, TcpStream)>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Loopback {
    /// Listens on a free port.
    pub fn start(carrier: SimulatedCarrier) -> Result<Self> {
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Configuration, "no port for the loopback carrier").with_source(error)
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let open = Arc::new(Open { carrier, ended: CancelToken::new(), streams: Mutex::default() });
        let shared = Arc::clone(&open);
        let acceptor =
            threads::start("shiptrack-carrier".to_owned(), move || accept(&listener, &shared)).map_err(failed)?;
        Ok(Loopback { address, url: format!("http://{address}"), open, acceptor: Mutex::new(Some(acceptor)) })
    }

    /// What its URLs begin with: `http://127.0.0.1:40123`. Events are below any path, tokens below any path that ends with `token`, and
    /// event subscriptions below any path that ends with `event-subscriptions`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The carrier.
    pub fn carrier(&self) -> &SimulatedCarrier {
        &self.open.carrier
    }

    /// Sends those that have a subscription what is news since they were last sent something; how many took it. Whoever does not answer
    /// with 2xx is sent it again the next time. Nobody but this machine is called.
    pub fn call_back(&self) -> usize {
        self.open.carrier.call_back(send)
    }

    /// Ends every connection, and listens no more. A second call does nothing.
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

fn accept(listener: &TcpListener, open: &Arc<Open>) {
    let mut serving: Vec<JoinHandle<()>> = Vec::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        serving.retain(|thread| !thread.is_finished());
        let Ok(stream) = stream else { continue };
        let Ok(copy) = stream.try_clone() else { continue };
        let mut streams = open.streams();
        // Whoever stops says so before the lock is taken for the last time.
        if open.ended.is_cancelled() {
            break;
        }
        if streams.len() >= CONNECTIONS {
            continue;
        }
        streams.push((number, copy));
        drop(streams);
        let shared = Arc::clone(open);
        let thread = threads::start(format!("shiptrack-carrier-{number}"), move || {
            // A client that goes away ends its connection, and nothing else.
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

fn serve(stream: &TcpStream, open: &Open) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader)? {
        let closes = request.headers.get("Connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        // As the standard has it: a subscription is made for somebody who is there.
        let answered = match subscribers::asks_for(&request).filter(|url| !is_there(url)) {
            Some(_) => open.carrier.calls_nobody(&request),
            None => open.carrier.answer(&request),
        };
        if let Some(pause) = answered.after
            && SystemClock::new().sleep(pause, &open.ended).is_err()
        {
            return Ok(());
        }
        respond(stream, &answered)?;
        if closes || answered.breaks_off {
            return Ok(());
        }
    }
    Ok(())
}

fn respond(mut stream: &TcpStream, answered: &Answered) -> io::Result<()> {
    let response = &answered.response;
    let mut bytes = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status)).into_bytes();
    for (name, value) in response.headers.iter() {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", response.body.len()).as_bytes());
    let length = if answered.breaks_off { response.body.len() / 2 } else { response.body.len() };
    bytes.extend_from_slice(&response.body[..length]);
    stream.write_all(&bytes)
}

/// `None` at the end of the connection. An invalid request is an error, which ends it.
fn read(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let Some(line) = read_line(reader)? else { return Ok(None) };
    let mut words = line.split(' ');
    let method = words.next().and_then(Method::parse).ok_or(io::ErrorKind::InvalidData)?;
    let target = words.next().filter(|target| target.starts_with('/')).ok_or(io::ErrorKind::InvalidData)?;
    let mut request = Request::new(method, target);
    request.headers = read_headers(reader)?;
    let length = request.headers.get("Content-Length").map_or(Ok(0), str::parse).map_err(io::Error::other)?;
    if length > MOST || request.headers.get("Transfer-Encoding").is_some() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    reader.take(length).read_to_end(&mut request.body)?;
    Ok(Some(request))
}

fn read_headers(reader: &mut impl BufRead) -> io::Result<Headers> {
    let mut headers = Headers::new();
    for _ in 0..FIELDS {
        let line = read_line(reader)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        let Some((name, value)) = line.split_once(':') else { return Ok(headers) };
        headers.append(name.to_owned(), value.trim().to_owned());
    }
    Err(io::ErrorKind::InvalidData.into())
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    match reader.take(MOST).read_line(&mut line)? {
        0 => Ok(None),
        _ if !line.ends_with('\n') => Err(io::ErrorKind::InvalidData.into()),
        _ => Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned())),
    }
}

const PATIENCE: Duration = Duration::from_secs(10);

/// Carriers check that before they make a subscription.
pub(super) fn is_there(url: &str) -> bool {
    call("HEAD", url, &Headers::new(), b"").is_ok_and(is_taken)
}

/// Returns whether it was accepted.
pub(super) fn send(sent: &SentCallback) -> bool {
    call("POST", &sent.url, &sent.headers, &sent.body).is_ok_and(is_taken)
}

fn is_taken(status: u16) -> bool {
    (200..300).contains(&status)
}

fn call(method: &str, url: &str, headers: &Headers, body: &[u8]) -> io::Result<u16> {
    let refused = || io::Error::other("the URL is none of this machine");
    let rest = url.strip_prefix("http://").ok_or_else(refused)?;
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, target) = rest.split_at(at);
    let address: SocketAddr = authority.replace("localhost", "127.0.0.1").parse().map_err(|_| refused())?;
    if !address.ip().is_loopback() {
        return Err(refused());
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
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
    line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| io::Error::other("this is no HTTP"))
}
