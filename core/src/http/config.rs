//! Settings of the ureq adapter: timeouts, proxy, name look-ups, certificate authorities.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use super::ExchangePhase;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};

/// Settings of a `UreqTransport`.
#[derive(Clone)]
#[non_exhaustive]
pub struct UreqConfig {
    /// The clock of deadlines and pauses. Sockets wait in real time, whatever this clock shows.
    pub clock: Arc<dyn Clock>,
    /// The timeout of the look-up of a host name.
    pub resolve_timeout: Duration,
    /// The timeout of connecting, for all addresses of the host together.
    pub connect_timeout: Duration,
    /// The timeout of the TLS handshake.
    pub tls_timeout: Duration,
    /// The timeout of sending the request.
    pub send_timeout: Duration,
    /// The timeout of waiting for the head of the response.
    pub receive_timeout: Duration,
    /// The longest pause between two parts of the body.
    pub stall_timeout: Duration,
    /// The timeout of the whole exchange.
    pub total_timeout: Duration,
    /// The URL of an HTTP proxy (`http://user:password@host:port`). Environment variables are ignored.
    pub proxy: Option<String>,
    /// The certificate authorities that are trusted.
    pub roots: Roots,
    /// Looks up host names; by default the system.
    pub resolver: Resolver,
    /// The default of the header field `User-Agent`.
    pub user_agent: String,
}

impl Default for UreqConfig {
    fn default() -> Self {
        UreqConfig {
            clock: Arc::new(SystemClock::new()),
            resolve_timeout: Duration::from_secs(10),
            connect_timeout: Duration::from_secs(10),
            tls_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(30),
            receive_timeout: Duration::from_secs(30),
            stall_timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(30),
            proxy: None,
            roots: Roots::default(),
            resolver: Resolver::default(),
            user_agent: concat!("shiptrack/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}

impl UreqConfig {
    pub(super) fn limit(&self, phase: ExchangePhase) -> Duration {
        match phase {
            ExchangePhase::Prepare => self.total_timeout,
            ExchangePhase::Resolve => self.resolve_timeout,
            ExchangePhase::Connect => self.connect_timeout,
            ExchangePhase::Handshake => self.tls_timeout,
            ExchangePhase::Send => self.send_timeout,
            ExchangePhase::Receive => self.receive_timeout,
            ExchangePhase::Body => self.stall_timeout,
        }
    }
}

impl fmt::Debug for UreqConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UreqConfig")
            .field("total_timeout", &self.total_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("roots", &self.roots)
            .field("user_agent", &self.user_agent)
            .finish_non_exhaustive()
    }
}

type LookUp = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

/// Looks up host names. It is called on threads of the transport, and may block.
#[derive(Clone)]
pub struct Resolver(Arc<LookUp>);

impl Resolver {
    /// A resolver from a function that returns the addresses of a host name, with the given port.
    pub fn new(look_up: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static) -> Self {
        Resolver(Arc::new(look_up))
    }

    pub(super) fn look_up(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found = catch_unwind(AssertUnwindSafe(|| (self.0)(name, port)));
        found.unwrap_or_else(|_| Err(io::Error::other("the resolver panicked")))
    }
}

impl Default for Resolver {
    fn default() -> Self {
        Resolver::new(|name, port| Ok((name, port).to_socket_addrs()?.collect()))
    }
}

debug_fields!(Resolver);

/// The certificate authorities that are trusted.
#[derive(Clone, Default)]
pub enum Roots {
    /// The certificates of this machine, read at the first connection that needs them. The bundled ones if the
    /// machine has none.
    ///
    /// On Unix, the environment variables `SSL_CERT_FILE` and `SSL_CERT_DIR` can name other files.
    #[default]
    System,
    /// The certificates of Mozilla, as of the build of this library.
    Bundled,
    /// Only the certificates in this PEM text.
    Pem(Vec<u8>),
    /// Only the certificates in this PEM file.
    PemFile(PathBuf),
}

impl Roots {
    pub(super) fn check(&self) -> Result<Authorities> {
        match self {
            Roots::System => Ok(Authorities::Machine),
            Roots::Bundled => Ok(Authorities::Bundled),
            Roots::Pem(text) => parse(text).map(Authorities::Exactly),
            Roots::PemFile(path) => {
                let text = std::fs::read(path).map_err(|error| refused(format!("{}: {error}", path.display())))?;
                parse(&text).map(Authorities::Exactly)
            }
        }
    }
}

pub(super) enum Authorities {
    Machine,
    Bundled,
    Exactly(Vec<CertificateDer<'static>>),
}

impl Authorities {
    pub(super) fn certificates(&self) -> Option<Vec<CertificateDer<'static>>> {
        match self {
            Authorities::Machine => {
                Some(rustls_native_certs::load_native_certs().certs).filter(|found| !found.is_empty())
            }
            Authorities::Bundled => None,
            Authorities::Exactly(certificates) => Some(certificates.clone()),
        }
    }
}

impl fmt::Debug for Roots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roots::System => f.write_str("System"),
            Roots::Bundled => f.write_str("Bundled"),
            Roots::Pem(text) => write!(f, "Pem({} bytes)", text.len()),
            Roots::PemFile(path) => f.debug_tuple("PemFile").field(path).finish(),
        }
    }
}

fn parse(text: &[u8]) -> Result<Vec<CertificateDer<'static>>> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(text)
        .collect::<Result<_, _>>()
        .map_err(|_| refused("the certificates are not valid PEM".to_owned()))?;
    if certificates.is_empty() {
        return Err(refused("there is no certificate in the PEM text".to_owned()));
    }
    let mut store = rustls::RootCertStore::empty();
    for certificate in &certificates {
        store
            .add(certificate.clone())
            .map_err(|_| refused("one of the certificates cannot be used as an authority".to_owned()))?;
    }
    Ok(certificates)
}

fn refused(detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, "roots", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusable_certificates_are_rejected_with_the_name_of_the_setting() {
        let bad = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let cut = "-----BEGIN CERTIFICATE-----\nAAAA\n";
        for roots in [
            Roots::Pem(Vec::new()),
            Roots::Pem(b"hello".to_vec()),
            Roots::Pem(bad.into()),
            Roots::Pem(cut.into()),
            Roots::PemFile("/nonexistent/roots.pem".into()),
        ] {
            let error = roots.check().err().expect("a refusal");
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("roots")), "{roots:?}");
        }
    }
}
