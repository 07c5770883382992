//! A server on the loopback interface that follows a script, including faulty behavior.
//!
//! The first connection follows the first script, the second one the second script, and so on; further connections follow the last script.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use shiptrack::clock::{CancelToken, Clock, SystemClock};
use shiptrack::http::{Call, Method, Request, Response, Transport};

/// An address without a listener. Port 1 is used because a freed port may be assigned to a server of another test.
pub const CLOSED_PORT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);

/// The pause between two bytes of a trickle.
const TRICKLE: Duration = Duration::from_millis(5);

/// The steps of one connection. After the last step the connection is closed. If that step is an [`answer`](Script::answer), the answer has
/// the field `Connection: close`; otherwise a client would send its next request on a connection that ends.
#[derive(Clone, Default)]
pub struct Script(Vec<Step>);

/// Returns the bytes of the answer to a request.
pub type Respond = dyn Fn(&Received) -> Vec<u8> + Send + Sync;

/// Returns the number of bytes of an answer that are sent.
pub type Part = dyn Fn(&[u8]) -> usize + Send + Sync;

#[derive(Clone)]
enum Step {
    Receive,
    Peek,
    Take(usize),
    Respond { with: Arc<Respond>, part: Arc<Part>, reset: bool },
    Send(Vec<u8>),
    Answer(Vec<u8>),
    Trickle(Vec<u8>),
    Flood(Vec<u8>),
    Hold,
    HalfClose,
}

impl Script {
    /// Returns a script without steps: it closes the connection at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits for a whole request and records it.
    pub fn receive(self) -> Self {
        self.then(Step::Receive)
    }

    /// Waits for a request without reading it. Closing the connection after that resets it.
    pub fn peek(self) -> Self {
        self.then(Step::Peek)
    }

    /// Waits for a request and reads so many thousandths of its bytes. Closing the connection after that resets it.
    pub fn take(self, thousandths: usize) -> Self {
        self.then(Step::Take(thousandths))
    }

    /// Waits for a whole request and writes the answer of `with`.
    pub fn respond(self, with: &Arc<Respond>) -> Self {
        self.respond_partly(with, |answer: &[u8]| answer.len(), false)
    }

    /// Answers a request like [`respond`](Self::respond), but writes only the number of bytes that `part` returns. With `reset`, closing
    /// the connection after that resets it.
    pub fn respond_partly(
        self,
        with: &Arc<Respond>,
        part: impl Fn(&[u8]) -> usize + Send + Sync + 'static,
        reset: bool,
    ) -> Self {
        self.then(Step::Respond { with: Arc::clone(with), part: Arc::new(part), reset })
    }

    /// Writes these bytes.
    pub fn send(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Step::Send(bytes.into()))
    }

    /// Writes these bytes one by one with short pauses, repeatedly, until the client disconnects.
    pub fn trickle(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Step::Trickle(bytes.into()))
    }

    /// Writes these bytes repeatedly until the client disconnects.
    pub fn flood(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Step::Flood(bytes.into()))
    }

    /// Waits until the test releases the server or ends.
    pub fn hold(self) -> Self {
        self.then(Step::Hold)
    }

    /// Closes the writing side of the connection and keeps reading.
    pub fn half_close(self) -> Self {
        self.then(Step::HalfClose)
    }

    /// Waits for a request, then writes these bytes.
    pub fn answer(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.receive().then(Step::Answer(bytes.into()))
    }

    fn then(mut self, step: Step) -> Self {
        self.0.push(step);
        self
    }
}

/// A request that the server received.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Received {
    pub method: String,
    /// The target, as in the request line.
    pub target: String,
    /// The header fields, names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Number of the connection, counted from 0.
    pub connection: usize,
}

impl Received {
    /// Returns the first value of a header field.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// The running server. Dropping it closes every connection.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    acceptor: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    ended: CancelToken,
}

#[derive(Default)]
struct State {
    requests: Vec<Received>,
    connections: Vec<Option<TcpStream>>,
    /// Number of complete requests, recorded or not.
    seen: usize,
    released: bool,
    ended: bool,
}

impl Server {
    /// Starts a server with these scripts (at least one).
    pub fn start(scripts: impl Into<Vec<Script>>) -> Self {
        Server::start_at(Ipv4Addr::LOCALHOST, scripts)
    }

    /// Starts one of many thousand servers. On Linux each gets its own loopback address: a port stays in use for a minute after its last
    /// connection, and an address has only about 28,000 ports.
    pub fn start_apart(scripts: impl Into<Vec<Script>>) -> Self {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        let address = match cfg!(target_os = "linux") {
            true => {
                let [high, low] = NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
                Ipv4Addr::new(127, 1, high, low.max(1))
            }
            false => Ipv4Addr::LOCALHOST,
        };
        Server::start_at(address, scripts)
    }

    fn start_at(address: Ipv4Addr, scripts: impl Into<Vec<Script>>) -> Self {
        let scripts = scripts.into();
        assert!(!scripts.is_empty(), "a server needs a script");
        let listener = TcpListener::bind((address, 0)).expect("the loopback has a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let shared = Arc::new(Shared::default());
        let acceptor = thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &scripts, &shared)
        });
        Server { address, shared, acceptor: Some(acceptor) }
    }

    /// Starts a server that answers every request with the same bytes and keeps connections open.
    pub fn answering(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let forever = (0..1_000).fold(Script::new(), |script, _| script.answer(bytes.clone()));
        Server::start([forever])
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns an `http` URL of this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the requests received so far.
    pub fn requests(&self) -> Vec<Received> {
        self.shared.lock().requests.clone()
    }

    /// Returns the number of connections accepted so far.
    pub fn connections(&self) -> usize {
        self.shared.lock().connections.len()
    }

    /// Waits until `count` complete requests were received.
    pub fn wait_for_requests(&self, count: usize) {
        self.wait_until(|state| state.seen >= count);
    }

    /// Waits until `count` connections were accepted.
    pub fn wait_for_connections(&self, count: usize) {
        self.wait_until(|state| state.connections.len() >= count);
    }

    /// Waits until every script that began has ended.
    pub fn wait_until_idle(&self) {
        self.wait_until(|state| state.connections.iter().all(Option::is_none));
    }

    /// Ends every current and later [`Script::hold`].
    pub fn release(&self) {
        self.shared.lock().released = true;
        self.shared.changed.notify_all();
    }

    fn wait_until(&self, done: impl Fn(&State) -> bool) {
        let state = self.shared.lock();
        drop(self.shared.changed.wait_while(state, |state| !done(state)).unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ended.cancel();
        let mut state = self.shared.lock();
        state.ended = true;
        for connection in state.connections.iter().flatten() {
            let _ = connection.shutdown(Shutdown::Both);
        }
        drop(state);
        self.shared.changed.notify_all();
        // Wakes the acceptor. The server closes first, so the closed connection occupies the address of the server.
        let _wake_up = TcpStream::connect(self.address);
        if let Some(acceptor) = self.acceptor.take() {
            let _ = acceptor.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

fn accept(listener: &TcpListener, scripts: &[Script], shared: &Arc<Shared>) {
    let mut serving = Vec::new();
    for (number, stream) in listener.incoming().enumerate() {
        let mut state = shared.lock();
        let Ok(stream) = stream else { break };
        if state.ended {
            break;
        }
        state.connections.push(stream.try_clone().ok());
        drop(state);
        shared.changed.notify_all();
        let script = scripts[number.min(scripts.len() - 1)].clone();
        let shared = Arc::clone(shared);
        serving.push(thread::spawn(move || {
            // A client that disconnects ends the script early, which many tests do on purpose.
            let _ = play(script, &stream, number, &shared);
            drop(stream);
            shared.change(|state| state.connections[number] = None);
        }));
    }
    for connection in serving {
        let _ = connection.join();
    }
}

fn play(script: Script, stream: &TcpStream, number: usize, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    let last = script.0.len().saturating_sub(1);
    for (at, step) in script.0.into_iter().enumerate() {
        match step {
            Step::Receive => {
                let request = read_request(&mut reader, number)?;
                shared.change(|state| {
                    state.requests.push(request);
                    state.seen += 1;
                });
            }
            Step::Peek => {
                peek_request(stream, number)?;
                shared.change(|state| state.seen += 1);
            }
            Step::Take(thousandths) => {
                let (_, length) = peek_request(stream, number)?;
                // Bypasses the buffered reader, which would read the whole request.
                let mut bytes = stream;
                bytes.read_exact(&mut vec![0; (length * thousandths / 1_000).min(length - 1)])?;
                shared.change(|state| state.seen += 1);
            }
            Step::Respond { with, part, reset } => {
                let request = match reset {
                    true => peek_request(stream, number)?.0,
                    false => read_request(&mut reader, number)?,
                };
                shared.change(|state| {
                    state.requests.push(request.clone());
                    state.seen += 1;
                });
                let answer = with(&request);
                writer.write_all(&answer[..part(&answer).min(answer.len())])?;
            }
            Step::Send(bytes) => writer.write_all(&bytes)?,
            Step::Answer(bytes) if at == last => writer.write_all(&closing(bytes))?,
            Step::Answer(bytes) => writer.write_all(&bytes)?,
            Step::Flood(bytes) => loop {
                writer.write_all(&bytes)?;
            },
            Step::Trickle(bytes) => {
                for byte in bytes.iter().cycle() {
                    SystemClock::new().sleep(TRICKLE, &shared.ended).map_err(io::Error::other)?;
                    writer.write_all(&[*byte])?;
                }
            }
            Step::Hold => {
                let state = shared.lock();
                let waiting = |state: &mut State| !state.released && !state.ended;
                drop(shared.changed.wait_while(state, waiting).unwrap_or_else(PoisonError::into_inner));
            }
            Step::HalfClose => stream.shutdown(Shutdown::Write)?,
        }
    }
    Ok(())
}

/// Adds `connection: close` to an HTTP answer.
fn closing(mut answer: Vec<u8>) -> Vec<u8> {
    if answer.starts_with(b"HTTP/")
        && let Some(end) = answer.windows(2).position(|pair| pair == b"\r\n")
    {
        answer.splice(end..end, *b"\r\nconnection: close");
    }
    answer
}

fn read_request(reader: &mut impl BufRead, connection: usize) -> io::Result<Received> {
    let mut request = Received { connection, ..Received::default() };
    let line = read_line(reader)?;
    let mut words = line.split(' ').map(str::to_owned);
    request.method = words.next().unwrap_or_default();
    request.target = words.next().unwrap_or_default();
    loop {
        let line = read_line(reader)?;
        let Some((name, value)) = line.split_once(':') else { break };
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body)?;
    Ok(request)
}

fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    match reader.read_line(&mut line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line.trim_end_matches(['\r', '\n']).to_owned()),
    }
}

/// Waits until the socket has received a whole request, and returns it with its length in bytes.
fn peek_request(stream: &TcpStream, connection: usize) -> io::Result<(Received, usize)> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let available = stream.peek(&mut buffer)?;
        if available == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut rest = &buffer[..available];
        if let Ok(request) = read_request(&mut rest, connection) {
            return Ok((request, available - rest.len()));
        }
        thread::yield_now();
    }
}

/// Returns a responder that passes requests to `transport`, for example a service. `frame` turns its answers into bytes.
pub fn responder_for(
    transport: Arc<dyn Transport>,
    frame: impl Fn(Response) -> Vec<u8> + Send + Sync + 'static,
) -> Arc<Respond> {
    Arc::new(move |received: &Received| {
        let method = Method::parse(&received.method).expect("a method of the interface");
        let mut request = Request::new(method, received.target.clone());
        for (name, value) in &received.headers {
            request.headers.append(name.clone(), value.clone());
        }
        request.body = received.body.clone();
        frame(transport.send(request, &Call::default()).expect("a service always answers"))
    })
}

/// Returns the bytes of an answer of a transport, with `Content-Length`.
pub fn with_length(response: Response) -> Vec<u8> {
    let headers: Vec<(&str, &str)> = response.headers.iter().collect();
    answer(response.status, &headers, &response.body)
}

/// Returns the bytes of an answer with these header fields, `Content-Length` and this body.
pub fn answer(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut bytes = head(status, headers);
    bytes.truncate(bytes.len() - 2);
    bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Returns the bytes of the head of an answer, with only these header fields.
pub fn head(status: u16, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {status} Scripted\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    (text + "\r\n").into_bytes()
}

/// Returns the bytes of an answer in chunked encoding.
pub fn chunked(status: u16, headers: &[(&str, &str)], chunks: &[&[u8]]) -> Vec<u8> {
    let mut bytes = head(status, &[headers, &[("Transfer-Encoding", "chunked")]].concat());
    for chunk in chunks {
        bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"0\r\n\r\n");
    bytes
}
