//! Tests of the ureq adapter: the behaviour of every transport, and TLS, proxies and settings.

mod behaviour;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use shiptrack::clock::{CancelToken, Clock, ManualClock, SystemClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Call, Egress, ExchangePhase, Failure, Method, Request, Roots, SendStatus, Stream, Transport};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::script_server::{Script, Server, answer, head};

use behaviour::{Subject, transport_suite};
use shiptrack_tests::with;

transport_suite!(ureq);

fn ureq() -> Subject {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let config = with(UreqConfig::default(), |it| {
        it.clock = Arc::clone(&clock);
        it.roots = Roots::Bundled;
    });
    Subject { transport: Arc::new(UreqTransport::new(config).unwrap()), clock }
}

fn transport_with(change: impl FnOnce(&mut UreqConfig)) -> UreqTransport {
    let mut config = with(UreqConfig::default(), |it| it.roots = Roots::Bundled);
    change(&mut config);
    UreqTransport::new(config).unwrap()
}

#[test]
fn each_phase_has_a_limit() {
    must_end(|| {
        const SHORT: Duration = Duration::from_millis(100);
        let stalled = Script::new().receive().send(head(200, &[])).hold();
        let server = Server::start([Script::new().receive().hold(), stalled]);
        let get = || Request::new(Method::Get, server.url("/"));
        let failed = transport_with(|config| config.receive_timeout = SHORT).send(get(), &Call::default()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Timeout, ExchangePhase::Receive));
        let failed = transport_with(|config| config.stall_timeout = SHORT).send(get(), &Call::default()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Timeout, ExchangePhase::Body));
        let server = Server::start([Script::new().hold()]);
        let get = Request::new(Method::Get, format!("https://{}/", server.address()));
        let failed = transport_with(|config| config.tls_timeout = SHORT).send(get, &Call::default()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Timeout, ExchangePhase::Handshake));
        let server = Server::start([Script::new().receive().send(head(200, &[])).trickle("x")]);
        let get = Request::new(Method::Get, server.url("/"));
        let failed = transport_with(|config| config.total_timeout = SHORT).send(get, &Call::default()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Timeout, ExchangePhase::Body));
    });
}

#[test]
fn streamed_body_is_limited_by_progress_only() {
    /// Returns one byte at a time, each after a pause.
    struct Slow(u8);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            SystemClock::new().sleep(Duration::from_millis(40), &CancelToken::new()).unwrap();
            buffer[0] = self.0;
            self.0 += 1;
            Ok(1)
        }
    }

    let server = Server::start([Script::new().answer(answer(204, &[], b"")), Script::new().hold()]);
    let put = || Request::new(Method::Put, server.url("/place"));
    // The whole body takes three times as long as the limit for sending without progress.
    let transport = transport_with(|config| config.send_timeout = Duration::from_millis(200));
    let answer = transport.send_stream(put(), Stream::new(15, &mut Slow(b'a')), &Call::default()).unwrap();
    assert_eq!((answer.status, &*server.requests()[0].body), (204, &b"abcdefghijklmno"[..]));
    // The server reads nothing, so the buffers fill up.
    let mut endless = std::io::repeat(b'x');
    let failed = transport.send_stream(put(), Stream::new(u64::MAX, &mut endless), &Call::default()).unwrap_err();
    assert_eq!(
        (failed.failure, failed.phase, failed.send_status()),
        (Failure::Timeout, ExchangePhase::Send, SendStatus::MaybeSent)
    );
}

#[test]
fn streamed_body_has_exactly_the_announced_length() {
    let server = Server::start([Script::new().receive(), Script::new().answer(answer(204, &[], b""))]);
    let put = || Request::new(Method::Put, server.url("/place"));
    let failed = ureq().transport.send_stream(put(), Stream::new(12, &mut &b"hello world"[..]), &Call::default());
    assert_eq!(failed.unwrap_err().send_status(), SendStatus::MaybeSent);
    server.wait_until_idle();
    assert!(server.requests().is_empty());
    let mut rest = &b"hello world, and more"[..];
    ureq().transport.send_stream(put(), Stream::new(11, &mut rest), &Call::default()).unwrap();
    assert_eq!((&*server.requests()[0].body, rest), (&b"hello world"[..], &b", and more"[..]));
}

#[test]
fn pauses_and_deadlines_use_the_given_clock() {
    let clock = ManualClock::new(chrono::DateTime::UNIX_EPOCH);
    let transport = transport_with(|config| config.clock = Arc::new(clock.clone()));
    let later = clock.now() + chrono::TimeDelta::days(30);
    transport.pause(later, &CancelToken::new()).unwrap();
    assert_eq!(clock.now(), later);
    transport.pause(chrono::DateTime::UNIX_EPOCH, &CancelToken::new()).unwrap();
    assert_eq!(clock.now(), later);

    let server = Server::answering(answer(200, &[], b""));
    let get = || Request::new(Method::Get, server.url("/"));
    let past = Call::default().with_deadline(clock.monotonic());
    assert_eq!(transport.send(get(), &past).unwrap_err().failure, Failure::Timeout);
    let ahead = Call::default().with_deadline(clock.monotonic() + Duration::from_secs(60));
    assert_eq!(transport.send(get(), &ahead).unwrap().status, 200);
}

#[test]
fn invalid_settings_are_rejected_by_name() {
    let refused = |change: &dyn Fn(&mut UreqConfig)| {
        let mut config = with(UreqConfig::default(), |it| it.roots = Roots::Bundled);
        change(&mut config);
        UreqTransport::new(config).unwrap_err()
    };
    for proxy in [
        "",
        "nonsense",
        "proxy:8080",
        "http://",
        "socks5://user:hush@proxy:1080",
        "ftp://hush@proxy",
        "http://user:hush@ bad",
    ] {
        let error = refused(&|config| config.proxy = Some(proxy.to_owned()));
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("proxy")), "{proxy}");
        assert!(!format!("{error:?}").contains("hush"));
    }
    let error = refused(&|config| config.roots = Roots::Pem(b"invalid".to_vec()));
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("roots")));
    let error = refused(&|config| config.user_agent = "me\r\nInjected: yes".to_owned());
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("user_agent")));
}

#[test]
fn proxy_makes_a_tunnel_and_its_password_is_hidden() {
    must_end(|| {
        let tunnel = Script::new().answer("HTTP/1.1 200 Connected\r\n\r\n").answer(answer(200, &[], b"through"));
        let proxy = Server::start([tunnel]);
        let url = format!("http://user:hush@{}", proxy.address());
        let config = with(UreqConfig::default(), |it| {
            it.proxy = Some(url);
            it.roots = Roots::Bundled;
        });
        assert!(!format!("{config:?}").contains("hush"));
        let transport = UreqTransport::new(config).unwrap();
        assert!(!format!("{transport:?}").contains("hush"));
        let response = transport.send(Request::new(Method::Get, "http://target.invalid/x"), &Call::default()).unwrap();
        assert_eq!(response.body, b"through");
        let seen = proxy.requests();
        assert_eq!((seen[0].method.as_str(), seen[0].target.as_str()), ("CONNECT", "target.invalid:80"));
        assert!(seen[0].header("Proxy-Authorization").is_some());
        assert_eq!((seen[1].target.as_str(), seen[1].header("Proxy-Authorization")), ("/x", None));
    });
}

#[test]
fn request_is_not_sent_without_a_tunnel() {
    must_end(|| {
        let scripts = [
            Script::new().answer(answer(407, &[], b"")),
            Script::new().receive(),
            Script::new().answer("HTTP/1.1 200 Connected\r\n\r\n").send("neither TLS nor HTTP"),
        ];
        let proxy = Server::start(scripts);
        let transport = transport_with(|config| config.proxy = Some(format!("http://{}", proxy.address())));
        for phase in [ExchangePhase::Connect, ExchangePhase::Connect, ExchangePhase::Handshake] {
            let post = Request::new(Method::Post, "https://target.invalid/");
            let failed = transport.send(post, &Call::default()).unwrap_err();
            assert_eq!(
                (failed.failure, failed.phase, failed.send_status()),
                (Failure::Io, phase, SendStatus::NotSent),
                "{failed}"
            );
        }
    });
}

#[test]
fn egress_rule_is_rejected_with_a_proxy() {
    let proxy = Server::answering(answer(200, &[], b""));
    let transport = transport_with(|config| config.proxy = Some(format!("http://{}", proxy.address())));
    for egress in [Egress::PublicOnly, Egress::PublicAnd(vec!["0.0.0.0/0".to_owned()].into())] {
        let call = Call::default().with_egress(egress);
        let failed = transport.send(Request::new(Method::Get, "http://target.invalid/"), &call).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Refused, ExchangePhase::Prepare));
    }
    assert_eq!(proxy.connections(), 0);
}

/// A server with a certificate for `localhost`, and the authority that signed it. It accepts one connection.
struct TlsServer {
    address: SocketAddr,
    authority: String,
    serving: JoinHandle<()>,
}

impl TlsServer {
    fn start(serve: impl FnOnce(StreamOwned<ServerConnection, TcpStream>) + Send + 'static) -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::try_from(key.serialize_der()).unwrap())
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let serving = thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            serve(StreamOwned::new(ServerConnection::new(Arc::new(config)).unwrap(), stream));
        });
        TlsServer { address, authority: issuer.pem(), serving }
    }
}

/// Reads one request without a body.
fn read_head(stream: &mut impl Read) {
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read > 0) {
        seen.push(byte[0]);
    }
}

#[test]
fn tls_connection_with_custom_authority_is_reused() {
    must_end(|| {
        let server = TlsServer::start(|mut stream| {
            for body in ["first", "second"] {
                read_head(&mut stream);
                stream.write_all(&answer(200, &[], body.as_bytes())).unwrap();
            }
        });
        let transport = transport_with(|config| config.roots = Roots::Pem(server.authority.clone().into_bytes()));
        for (host, body) in [("127.0.0.1", "first"), ("127.0.0.1", "second")] {
            let get = Request::new(Method::Get, format!("https://{host}:{}/", server.address.port()));
            assert_eq!(transport.send(get, &Call::default()).unwrap().body, body.as_bytes());
        }
        server.serving.join().unwrap();
    });
}

#[test]
fn untrusted_authority_ends_the_handshake() {
    must_end(|| {
        let server = TlsServer::start(|mut stream| read_head(&mut stream));
        let get = Request::new(Method::Get, format!("https://localhost:{}/", server.address.port()));
        let failed = transport_with(|_| {}).send(get, &Call::default()).unwrap_err();
        assert_eq!(
            (failed.failure, failed.phase, failed.send_status()),
            (Failure::Io, ExchangePhase::Handshake, SendStatus::NotSent)
        );
        server.serving.join().unwrap();
    });
}

#[test]
fn https_to_a_plain_http_server_is_reported() {
    must_end(|| {
        // A server without TLS sees a broken request.
        let server = Server::start([Script::new().send(answer(400, &[], b"")).hold()]);
        let get = Request::new(Method::Get, server.url("/").replace("http://", "https://"));
        let failed = transport_with(|_| {}).send(get, &Call::default()).unwrap_err();
        assert_eq!(
            (failed.failure, failed.phase, failed.send_status()),
            (Failure::Io, ExchangePhase::Handshake, SendStatus::NotSent)
        );
        assert!(failed.message.starts_with(&format!("{} does not use TLS", server.address())), "{failed}");
    });
}

#[test]
fn cut_tls_body_without_length_is_an_error() {
    must_end(|| {
        let server = TlsServer::start(|mut stream| {
            read_head(&mut stream);
            stream.write_all(&[head(200, &[]), b"half".to_vec()].concat()).unwrap();
            // A cut connection closes the socket without the TLS closing message.
            stream.sock.shutdown(std::net::Shutdown::Both).unwrap();
        });
        let transport = transport_with(|config| config.roots = Roots::Pem(server.authority.clone().into_bytes()));
        let get = Request::new(Method::Get, format!("https://localhost:{}/", server.address.port()));
        let failed = transport.send(get, &Call::default()).unwrap_err();
        assert_eq!((failed.failure, failed.phase), (Failure::Io, ExchangePhase::Body));
        server.serving.join().unwrap();
    });
}

/// An environment variable names a file that is written after the transport was created, so only a transport that reads the file at the
/// first connection trusts the server. The test runs in another process, because the environment belongs to the process.
#[cfg(target_os = "linux")]
#[test]
fn system_authorities_are_read_at_the_first_tls_connection() {
    const NAME: &str = "transport::system_authorities_are_read_at_the_first_tls_connection";
    const COPY: &str = "SHIPTRACK_TEST_AUTHORITIES";
    let Some(file) = std::env::var_os(COPY) else {
        let scratch = Scratch::new();
        let file = scratch.path("authorities.pem");
        let mut copy = Command::new(std::env::current_exe().unwrap());
        let copy = copy.args(["--exact", NAME]).env(COPY, &file).env("SSL_CERT_FILE", &file).env_remove("SSL_CERT_DIR");
        let ran = copy.output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
        return;
    };
    must_end(|| {
        let transport = UreqTransport::new(UreqConfig::default()).unwrap();
        let plain = Server::answering(answer(200, &[], b"plain"));
        let get = Request::new(Method::Get, plain.url("/"));
        assert_eq!(transport.send(get, &Call::default()).unwrap().body, b"plain");
        let server = TlsServer::start(|mut stream| {
            read_head(&mut stream);
            stream.write_all(&answer(200, &[], b"secure")).unwrap();
        });
        std::fs::write(file, &server.authority).unwrap();
        let get = Request::new(Method::Get, format!("https://localhost:{}/", server.address.port()));
        assert_eq!(transport.send(get, &Call::default()).unwrap().body, b"secure");
        server.serving.join().unwrap();
    });
}
