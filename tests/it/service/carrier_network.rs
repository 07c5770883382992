//! Connections to carriers over real sockets: custom certificate authorities and HTTP proxies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;
use shiptrack::carrier_http::profiles::{Profile, Profiles};
use shiptrack::carrier_http::{CarrierAccess, Check, Credentials};
use shiptrack::http::Roots;

use super::CONTAINERS;
use super::profiles::journey;

/// A carrier behind TLS. Its certificate is signed by a private certificate authority.
struct TlsCarrier {
    port: u16,
    authority: String,
}

impl TlsCarrier {
    fn start() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let names = vec!["localhost".to_owned()];
        let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &authority).unwrap();
        let chain = vec![CertificateDer::from_pem_slice(certificate.pem().as_bytes()).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let (config, listener) = (Arc::new(config), TcpListener::bind("127.0.0.1:0").unwrap());
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let tls = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), stream);
                thread::spawn(move || answer(tls));
            }
        });
        TlsCarrier { port, authority: authority.pem() }
    }

    fn check(&self, set_up: impl FnOnce(CarrierAccess) -> CarrierAccess) -> Check {
        let profile = Profile::new("XLIN", &format!("https://localhost:{}", self.port), "/v2/events");
        let profiles = Profiles::new().with(profile).unwrap();
        let access = set_up(CarrierAccess::new(profiles, Credentials::default()));
        access.check("XLIN", CONTAINERS[0], None, "default").unwrap()
    }

    fn trusted(&self) -> Roots {
        Roots::Pem(self.authority.clone().into_bytes())
    }
}

/// Answers one request with the events of a journey. Returns without an answer if the handshake fails.
fn answer(mut tls: StreamOwned<ServerConnection, TcpStream>) {
    let mut reader = BufReader::new(&mut tls);
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(1..) if line != "\r\n" => {}
            Ok(1..) => break,
            _ => return,
        }
    }
    let body = json!(journey()).to_string();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
    let _ = write!(tls, "{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let _ = tls.flush();
    tls.conn.send_close_notify();
    let _ = tls.flush();
}

/// Starts a proxy that opens tunnels for clients with the right password. Returns its port and the request lines it received.
fn start_proxy() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let requests: Arc<Mutex<Vec<String>>> = Arc::default();
    let received = Arc::clone(&requests);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let received = Arc::clone(&received);
            thread::spawn(move || tunnel(stream, &received));
        }
    });
    (port, requests)
}

fn tunnel(mut client: TcpStream, requests: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && client.read_exact(&mut byte).is_ok() {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    requests.lock().unwrap().push(head.lines().next().unwrap_or_default().to_owned());
    // `me:s3cr3t` in base64.
    if !head.contains("Basic bWU6czNjcjN0") {
        let _ = client.write_all(b"HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let server = TcpStream::connect(target).unwrap();
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
    let (mut up, mut down) = ((client.try_clone().unwrap(), server.try_clone().unwrap()), (server, client));
    let upwards = thread::spawn(move || {
        let _ = std::io::copy(&mut up.0, &mut up.1);
        let _ = up.1.shutdown(Shutdown::Write);
    });
    let _ = std::io::copy(&mut down.0, &mut down.1);
    let _ = down.1.shutdown(Shutdown::Both);
    let _ = upwards.join();
}

#[test]
fn a_custom_certificate_authority_is_accepted_only_if_it_is_trusted() {
    let carrier = TlsCarrier::start();
    let with_authority = carrier.check(|access| access.roots(carrier.trusted()));
    assert_eq!(with_authority.outcome(), "facts", "{}", with_authority.to_json());
    let without_authority = carrier.check(|access| access.roots(Roots::Bundled));
    assert_eq!(without_authority.outcome(), "unreachable", "{}", without_authority.to_json());
    let why = without_authority.outcome.unwrap_err().why().unwrap_or_default().to_owned();
    assert!(why.contains("certificate"), "{why}");
}

#[test]
fn calls_go_through_the_proxy_and_its_password_is_not_shown() {
    let carrier = TlsCarrier::start();
    let (port, requests) = start_proxy();
    let through = |user: &str| {
        let url = format!("http://{user}@127.0.0.1:{port}");
        carrier.check(|access| access.roots(carrier.trusted()).proxy(url))
    };
    let check = through("me:s3cr3t");
    assert_eq!(check.outcome(), "facts", "{}", check.to_json());
    assert_eq!(*requests.lock().unwrap(), [format!("CONNECT localhost:{} HTTP/1.1", carrier.port)]);
    let rejected = through("me:wr0ng");
    assert_eq!(rejected.outcome(), "unreachable", "{}", rejected.to_json());
    let shown = format!("{} {}", check.to_json(), rejected.to_json());
    assert!(!shown.contains("s3cr3t") && !shown.contains("wr0ng"), "{shown}");
}
