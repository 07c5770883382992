//! The real HTTP client: the transport over ureq. No other file names ureq.
//!
//! ureq implements HTTP/1.1 and pools connections. This file decides to which addresses a connection may go, how long
//! each phase may take, and what is read of a response. The timeouts, redirects, retries, decoders and environment
//! variables of ureq are disabled.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::{DateTime, Utc};
use ureq::http::{HeaderName, HeaderValue, Uri, Version, header, response};
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};
use ureq::unversioned::resolver::{self, ResolvedSocketAddrs};
use ureq::unversioned::transport::{
    Buffers, ConnectProxyConnector, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, RustlsConnector,
    Transport as Connection,
};
use ureq::{Agent, Proxy, ProxyProtocol, SendBody};

use super::agents::Agents;
use super::config::Authorities;
#[cfg(feature = "internals")]
pub use super::config::Resolver;
pub use super::config::UreqConfig;
use super::decode::{BodyError, Coding, read_body};
use super::dial::Dialer;
use super::exchange::{Exchange, SLICE, is_slice_end};
use super::handshake;
use super::{
    Call, Egress, ExchangePhase, Failure, Headers, Method, Request, Response, Stream, Transport, TransportError,
};
use crate::clock::{CancelToken, Cancelled, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::inheritance::PerProcess;

const HEAD_BYTES: usize = 64 * 1024;

const HEAD_FIELDS: usize = 100;

const INPUT_BUFFER: usize = 2 * HEAD_BYTES;
const OUTPUT_BUFFER: usize = HEAD_BYTES + 4096;

/// Older connections are not reused, so that a changed address of a host is noticed.
const CONNECTION_AGE: Duration = Duration::from_secs(300);

/// How long a body that is not needed is read, so that the server can finish sending it.
const UNWANTED_BODY: Duration = Duration::from_secs(1);

/// Header fields that are derived from the URL and the body. Contradicting ones would enable request smuggling.
const OWN_FIELDS: [HeaderName; 8] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::EXPECT,
    header::UPGRADE,
    header::TE,
    header::TRAILER,
];

type Answer = Result<Response, TransportError>;

/// HTTP/1.1 over TCP and TLS.
///
/// It has threads for name look-ups and connects, which are started when needed and end when idle: usually two or
/// three, up to 72 if look-ups and connects hang. Dropping it waits for them, except for a thread that hangs in the
/// resolver.
pub struct UreqTransport {
    config: Arc<UreqConfig>,
    proxied: bool,
    connections: PerProcess<Connections>,
}

struct Connections {
    agents: Agents<Agent>,
    dialer: Arc<Dialer>,
}

impl UreqTransport {
    /// A transport with these settings. An invalid `proxy`, `roots` or `user_agent` is an error that names it.
    pub fn new(config: UreqConfig) -> Result<Self> {
        let proxy = config.proxy.as_deref().map(read_proxy).transpose()?;
        if config.user_agent.is_empty() || !config.user_agent.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(refused("user_agent", "the user agent must be printable ASCII text"));
        }
        let authorities = Arc::new(config.roots.check()?);
        let (proxied, config) = (proxy.is_some(), Arc::new(config));
        let settings = Arc::clone(&config);
        let connections = PerProcess::new(move || Connections::new(&settings, proxy.as_ref(), &authorities));
        Ok(UreqTransport { config, proxied, connections })
    }

    /// Rejects an egress rule if there is a proxy. A proxy looks up and connects itself, so the rule could not be
    /// enforced.
    fn check_rule(&self, call: &Call, exchange: &Exchange) -> Result<(), TransportError> {
        let is_enforced = !self.proxied || call.egress == Egress::Open;
        if is_enforced { Ok(()) } else { Err(exchange.fail(Failure::Refused, UNENFORCEABLE)) }
    }

    fn begin(&self, call: &Call) -> Exchange {
        let budget = call.deadline.map(|deadline| deadline.saturating_sub(self.config.clock.monotonic()));
        Exchange::new(&self.config, budget, call)
    }

    fn exchange(&self, request: Request, body: Option<Stream<'_>>, call: &Call, exchange: &Exchange) -> Answer {
        let method = request.method;
        self.check_rule(call, exchange)?;
        let agent = self.connections.agents.of(&call.egress, method);
        exchange.remaining()?;
        let mut head = prepare(&request).map_err(|what| exchange.fail(Failure::Malformed, what))?;
        *exchange.host.borrow_mut() = head.uri().authority().map(ToString::to_string).unwrap_or_default();
        let needs_body = matches!(method, Method::Post | Method::Put | Method::Patch);
        let answer = if let Some(mut stream) = body {
            head.headers_mut().insert(header::CONTENT_LENGTH, stream.length().into());
            agent.run(head.map(|()| SendBody::from_reader(&mut stream)))
        } else if needs_body || !request.body.is_empty() {
            agent.run(head.map(|()| request.body))
        } else {
            agent.run(head)
        };
        let (parts, body) = answer.map_err(|error| failed(error, exchange))?.into_parts();
        let framing = Framing::of(method, &parts).map_err(|(failure, what)| exchange.fail(failure, what));
        exchange.enter(ExchangePhase::Body);
        if call.head_suffices {
            exchange.shorten(UNWANTED_BODY);
        }
        let read = framing.and_then(|framing| {
            let body = framing.read(body.into_reader(), call.body_limit, exchange)?;
            Ok((framing.headers(&parts), body))
        });
        let (headers, body) = match read {
            Err(_) if call.head_suffices => (fields(&parts, &[]), Vec::new()),
            read => read?,
        };
        Ok(Response { status: parts.status.as_u16(), headers, body })
    }
}

impl Connections {
    fn new(config: &Arc<UreqConfig>, proxy: Option<&Proxy>, authorities: &Arc<Authorities>) -> Self {
        let dialer = Arc::new(Dialer::new(config.resolver.clone()));
        let (settings, shared) = (Arc::clone(config), Arc::clone(&dialer));
        let proxy = proxy.cloned();
        let tls = Tls::new(Arc::clone(authorities));
        let agents = Agents::new(move |keep| {
            let agent = Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .proxy(proxy.clone())
                .user_agent(&settings.user_agent)
                .accept_encoding("gzip")
                .max_response_header_size(HEAD_BYTES)
                .max_idle_connections(keep)
                .max_idle_connections_per_host(keep)
                .input_buffer_size(INPUT_BUFFER)
                .output_buffer_size(OUTPUT_BUFFER)
                .build();
            let chain =
                ().chain(ConnectProxyConnector::default())
                    .chain(Tcp { dialer: Arc::clone(&shared) })
                    .chain(tls.clone());
            Agent::with_parts(agent, TrackingConnector(chain), NoLookup)
        });
        Connections { agents, dialer }
    }
}

impl Transport for UreqTransport {
    fn send(&self, request: Request, call: &Call) -> Answer {
        let exchange = Rc::new(self.begin(call));
        exchange.run(|| self.exchange(request, None, call, &exchange))
    }

    fn send_stream(&self, request: Request, body: Stream<'_>, call: &Call) -> Answer {
        let exchange = Rc::new(self.begin(call));
        exchange.streams.set(true);
        exchange.run(|| self.exchange(request, Some(body), call, &exchange))
    }

    fn check(&self, url: &str, call: &Call) -> Result<(), TransportError> {
        let exchange = self.begin(call);
        self.check_rule(call, &exchange)?;
        let uri = read_url(url).map_err(|what| exchange.fail(Failure::Malformed, what))?;
        self.connections.dialer.check(host_and_port(&uri).0, &exchange)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let clock = &self.config.clock;
        clock.sleep((until - clock.now()).to_std().unwrap_or_default(), cancel)
    }
}

debug_fields!(UreqTransport: config);

const UNENFORCEABLE: &str = "an egress rule cannot be enforced if a proxy opens the connection";

fn refused(setting: &str, detail: &str) -> Error {
    Error::refused(ErrorKind::Configuration, setting, detail)
}

fn read_proxy(url: &str) -> Result<Proxy> {
    if !url.contains("://") {
        return Err(refused("proxy", "the scheme is missing: the URL of a proxy begins with http:// or https://"));
    }
    let proxy = Proxy::new(url).map_err(|_| refused("proxy", "the URL of the proxy is not valid"))?;
    match proxy.protocol() {
        ProxyProtocol::Http | ProxyProtocol::Https => Ok(proxy),
        _ => Err(refused("proxy", "only http and https proxies are supported")),
    }
}

fn prepare(request: &Request) -> Result<ureq::http::Request<()>, String> {
    let mut head = ureq::http::Request::new(());
    *head.method_mut() =
        ureq::http::Method::from_bytes(request.method.as_str().as_bytes()).map_err(|_| "the method is not valid")?;
    *head.uri_mut() = read_url(&request.url)?;
    let mut size = request.url.len();
    for (name, value) in request.headers.iter() {
        size += name.len() + value.len() + 4;
        let field =
            HeaderName::from_bytes(name.as_bytes()).map_err(|_| format!("{name:?} is not a valid header name"))?;
        if OWN_FIELDS.contains(&field) {
            return Err(format!("the header {field} cannot be set: the transport sets it"));
        }
        let mut value = HeaderValue::from_bytes(value.as_bytes())
            .map_err(|_| format!("the value of the header {field} contains a control character"))?;
        value.set_sensitive(true);
        head.headers_mut().append(field, value);
    }
    if size > HEAD_BYTES {
        return Err(format!("the URL and the header fields have more than {HEAD_BYTES} bytes"));
    }
    Ok(head)
}

fn read_url(url: &str) -> Result<Uri, &'static str> {
    let uri: Uri = url.parse().map_err(|_| "the URL is not valid")?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err("the URL is neither http nor https");
    }
    let authority = uri.authority().ok_or("the URL has no host")?;
    if authority.as_str().contains('@') {
        return Err("the URL has a user name or password");
    }
    let (host, rest) = authority.as_str().split_at(authority.host().len());
    if host.is_empty() || (!rest.is_empty() && uri.port_u16().is_none()) {
        return Err("the URL has no host, or its port is not valid");
    }
    Ok(uri)
}

/// How the body of a response is encoded and where it ends.
struct Framing {
    coding: Coding,
    length: Option<usize>,
    bodiless: bool,
}

impl Framing {
    fn of(method: Method, parts: &response::Parts) -> Result<Self, (Failure, &'static str)> {
        if parts.headers.len() > HEAD_FIELDS {
            return Err((Failure::TooLarge, "the response has too many header fields"));
        }
        let transfer = text_of(parts, header::TRANSFER_ENCODING);
        let chunked = transfer.as_deref().is_some_and(|transfer| transfer.trim().eq_ignore_ascii_case("chunked"));
        if transfer.is_some() && !(chunked && parts.version == Version::HTTP_11) {
            return Err((Failure::Protocol, "the response has a transfer coding that HTTP/1.1 does not allow"));
        }
        let codings = parts.headers.get_all(header::CONTENT_ENCODING).iter();
        let coding = Coding::of(codings.map(|value| value.to_str().unwrap_or("?")));
        let length = text_of(parts, header::CONTENT_LENGTH).filter(|_| !chunked).and_then(|text| text.parse().ok());
        let bodiless = method == Method::Head || matches!(parts.status.as_u16(), 204 | 304) || length == Some(0);
        match coding {
            Some(coding) => Ok(Framing { coding, length, bodiless }),
            None if bodiless => Ok(Framing { coding: Coding::Identity, length, bodiless }),
            None => Err((Failure::Protocol, "the response has a content coding that was not requested")),
        }
    }

    fn read(&self, mut source: impl Read, limit: usize, exchange: &Exchange) -> Result<Vec<u8>, TransportError> {
        let body = if self.bodiless {
            // Reading to the end returns the connection to the pool, even if there is no body.
            source.read(&mut [0]).map(|_| Vec::new()).map_err(BodyError::Source)
        } else {
            read_body(source, self.coding, self.length, limit)
        };
        match body {
            // Without a length, ureq takes a failed connection for the end of the body.
            Ok(_) if exchange.broken.get() => Err(exchange.fail(Failure::Io, CLOSED)),
            Ok(body) => Ok(body),
            Err(BodyError::TooLarge) => {
                Err(exchange.fail(Failure::TooLarge, format!("the body has more than {limit} bytes")))
            }
            Err(BodyError::Coding) => {
                Err(exchange.fail(Failure::Protocol, "the gzip coding of the body is invalid or truncated"))
            }
            Err(BodyError::Source(error)) => Err(failed(error.into(), exchange)),
        }
    }

    fn headers(&self, parts: &response::Parts) -> Headers {
        let decoded = self.coding == Coding::Gzip && !self.bodiless;
        fields(parts, if decoded { &[header::CONTENT_ENCODING, header::CONTENT_LENGTH] } else { &[] })
    }
}

fn fields(parts: &response::Parts, without: &[HeaderName]) -> Headers {
    let mut headers = Headers::new();
    for (name, value) in parts.headers.iter().filter(|(name, _)| !without.contains(name)) {
        headers.append(name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()));
    }
    headers
}

fn text_of(parts: &response::Parts, name: HeaderName) -> Option<String> {
    let values: Vec<_> = parts.headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    (!values.is_empty()).then(|| values.join(","))
}

const CLOSED: &str = "the connection was closed before the response was complete";

/// Converts an error of ureq. If one of our sockets failed, its error is returned, because ureq only passed it on.
fn failed(error: ureq::Error, exchange: &Exchange) -> TransportError {
    if let Some(failed) = exchange.failure() {
        return failed;
    }
    let (failure, message) = match error {
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => (Failure::Io, CLOSED.to_owned()),
        ureq::Error::Io(error) => (Failure::Io, handshake::describe_io(&error, &exchange.host.borrow())),
        ureq::Error::LargeResponseHeader(..) => (Failure::TooLarge, "the head of the response is too large".to_owned()),
        ureq::Error::Protocol(_) if exchange.phase() as u8 >= ExchangePhase::Receive as u8 => {
            (Failure::Protocol, "the response is not valid HTTP/1.1".to_owned())
        }
        ureq::Error::Protocol(_) | ureq::Error::Http(_) | ureq::Error::BadUri(_) => {
            (Failure::Malformed, "the request is not valid HTTP/1.1".to_owned())
        }
        ureq::Error::ConnectProxyFailed(reason) => (Failure::Io, reason),
        ureq::Error::Rustls(error) => (Failure::Io, handshake::describe(&error, &exchange.host.borrow())),
        ureq::Error::Tls(what) => (Failure::Io, what.to_owned()),
        _ => (Failure::Io, "the exchange failed".to_owned()),
    };
    exchange.fail(failure, message)
}

/// An error that stops ureq, and that no library retries or takes for the end of a stream. The exchange has the reason.
fn stopped(_: TransportError) -> ureq::Error {
    ureq::Error::Io(io::Error::other("stopped"))
}

fn current() -> Result<Rc<Exchange>, ureq::Error> {
    Exchange::current().ok_or(ureq::Error::ConnectionFailed)
}

/// Disables look-ups by ureq. Pooled connections need none, and new ones are looked up by the [`Dialer`].
#[derive(Debug)]
struct NoLookup;

impl resolver::Resolver for NoLookup {
    fn resolve(&self, _: &Uri, _: &ureq::config::Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        Ok(self.empty())
    }
}

macro_rules! print_name {
    ($($part:ident $(<$of:ident>)?),+) => {
        $(impl $(<$of>)? fmt::Debug for $part $(<$of>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($part))
            }
        })+
    };
}

print_name!(Tcp, Tls, TrackedConnection<T>, Socket);

struct Tcp {
    dialer: Arc<Dialer>,
}

impl<In: Connection> Connector<In> for Tcp {
    type Out = Either<In, Socket>;

    fn connect(&self, details: &ConnectionDetails<'_>, tunnel: Option<In>) -> Result<Option<Self::Out>, ureq::Error> {
        let exchange = current()?;
        let connection = match tunnel {
            Some(tunnel) => Either::A(tunnel),
            None => {
                let (host, port) = host_and_port(details.uri);
                Either::B(Socket::new(self.dialer.dial(host, port, &exchange).map_err(stopped)?, details.config)?)
            }
        };
        if details.needs_tls() {
            exchange.enter(ExchangePhase::Handshake);
        }
        Ok(Some(connection))
    }
}

fn host_and_port(uri: &Uri) -> (&str, u16) {
    let host = uri.host().unwrap_or_default();
    let default = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    (host.trim_start_matches('[').trim_end_matches(']'), uri.port_u16().unwrap_or(default))
}

/// Opens TLS connections. Shared by all agents, and set up by the first connection that needs it.
#[derive(Clone)]
struct Tls {
    authorities: Arc<Authorities>,
    settings: Arc<OnceLock<ureq::config::Config>>,
    connector: Arc<RustlsConnector>,
}

impl Tls {
    fn new(authorities: Arc<Authorities>) -> Self {
        Tls { authorities, settings: Arc::default(), connector: Arc::default() }
    }

    /// The settings of TLS, with an explicit cryptography provider: the global one belongs to the host program.
    fn settings(&self) -> ureq::config::Config {
        let roots = match self.authorities.certificates() {
            Some(found) => found.iter().map(|der| Certificate::from_der(der).to_owned()).collect::<Vec<_>>().into(),
            None => RootCerts::WebPki,
        };
        let tls = TlsConfig::builder()
            .provider(TlsProvider::Rustls)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .root_certs(roots)
            .build();
        let settings = Agent::config_builder().tls_config(tls);
        settings.input_buffer_size(INPUT_BUFFER).output_buffer_size(OUTPUT_BUFFER).build()
    }
}

impl<In: Connection> Connector<In> for Tls {
    type Out = <RustlsConnector as Connector<In>>::Out;

    fn connect(&self, details: &ConnectionDetails<'_>, inner: Option<In>) -> Result<Option<Self::Out>, ureq::Error> {
        if !details.needs_tls() {
            return self.connector.connect(details, inner);
        }
        let details = ConnectionDetails {
            config: self.settings.get_or_init(|| self.settings()),
            addrs: details.addrs.clone(),
            current_time: Arc::clone(&details.current_time),
            run_connector: Arc::clone(&details.run_connector),
            register_shutdown: Arc::clone(&details.register_shutdown),
            ..*details
        };
        self.connector.connect(&details, inner)
    }
}

/// Opens connections with the chain of connectors, and tracks their phases.
#[derive(Debug)]
struct TrackingConnector<C>(C);

impl<C: Connector<()>> Connector<()> for TrackingConnector<C> {
    type Out = Box<dyn Connection>;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Self::Out>, ureq::Error> {
        let exchange = current()?;
        // The connection to a proxy is opened while the connection to the target is opened. Its bytes are not the
        // request.
        let inside = exchange.dialing.replace(true);
        let opened = self.0.connect(details, None);
        exchange.dialing.set(inside);
        let track = |connection| -> Box<dyn Connection> {
            if inside { Box::new(connection) } else { Box::new(TrackedConnection::new(connection)) }
        };
        Ok(opened?.map(track))
    }
}

struct TrackedConnection<T> {
    inner: T,
    clock: SystemClock,
}

impl<T> TrackedConnection<T> {
    fn new(inner: T) -> Self {
        TrackedConnection { inner, clock: SystemClock::new() }
    }
}

impl<T: Connection> Connection for TrackedConnection<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        current()?.enter(ExchangePhase::Send);
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        let exchange = current()?;
        exchange.enter(ExchangePhase::Receive);
        self.inner.await_input(timeout).inspect_err(|_| exchange.broken.set(true))
    }

    /// Called when the connection is returned to the pool, and when it is taken from it. Only the latter needs a check.
    fn is_open(&mut self) -> bool {
        let is_returned = Exchange::current().is_some_and(|exchange| exchange.phase() == ExchangePhase::Body);
        self.clock.monotonic() < CONNECTION_AGE && (is_returned || self.inner.is_open())
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

struct Socket {
    stream: TcpStream,
    buffers: LazyBuffers,
}

impl Socket {
    fn new(stream: TcpStream, config: &ureq::config::Config) -> Result<Self, ureq::Error> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SLICE))?;
        stream.set_write_timeout(Some(SLICE))?;
        let buffers = LazyBuffers::new(config.input_buffer_size(), config.output_buffer_size());
        Ok(Socket { stream, buffers })
    }
}

impl Connection for Socket {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, _: NextTimeout) -> Result<(), ureq::Error> {
        let exchange = current()?;
        let mut rest = &self.buffers.output()[..amount];
        while !rest.is_empty() {
            exchange.remaining().map_err(stopped)?;
            match self.stream.write(rest) {
                Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
                Ok(written) => {
                    rest = &rest[written..];
                    exchange.progress();
                }
                Err(error) if is_slice_end(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, ureq::Error> {
        let exchange = current()?;
        loop {
            exchange.remaining().map_err(stopped)?;
            match self.stream.read(self.buffers.input_append_buf()) {
                Ok(read) => {
                    self.buffers.input_appended(read);
                    exchange.progress();
                    return Ok(read > 0);
                }
                Err(error) if is_slice_end(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn is_open(&mut self) -> bool {
        let is_silent = |stream: &TcpStream| -> io::Result<bool> {
            stream.set_nonblocking(true)?;
            let waiting = stream.peek(&mut [0]);
            stream.set_nonblocking(false)?;
            Ok(waiting.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock))
        };
        // A connection that has ended, or has received unexpected bytes, is unusable.
        is_silent(&self.stream).unwrap_or(false)
    }
}
