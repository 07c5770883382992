//! How the ureq adapter is set up.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::{Phase, Resolver, Roots};
use crate::clock::{Clock, SystemClock};

/// How a `UreqTransport` is set up.
#[derive(Clone)]
pub struct UreqConfig {
    /// The clock that deadlines and pauses are told on. Sockets wait in real time, whatever this clock says.
    pub clock: Arc<dyn Clock>,
    /// The longest look-up of a host's address.
    pub resolve_timeout: Duration,
    /// The longest wait for a connection, all addresses of the host together.
    pub connect_timeout: Duration,
    /// The longest agreement on TLS.
    pub tls_timeout: Duration,
    /// The longest sending of a request.
    pub send_timeout: Duration,
    /// The longest wait for the head of an answer.
    pub receive_timeout: Duration,
    /// The longest pause between two pieces of a body.
    pub stall_timeout: Duration,
    /// The longest exchange, all of it together.
    pub total_timeout: Duration,
    /// The URL of an HTTP proxy (`http://user:password@host:port`). The environment is not asked.
    pub proxy: Option<String>,
    /// The certificate authorities that are trusted.
    pub roots: Roots,
    /// Who looks host names up; the system unless told otherwise.
    pub resolver: Resolver,
    /// What the `User-Agent` field says, unless a request says otherwise.
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
    /// How long a phase of an exchange may take; of a body, each piece.
    pub(super) fn limit(&self, phase: Phase) -> Duration {
        match phase {
            Phase::Prepare => self.total_timeout,
            Phase::Resolve => self.resolve_timeout,
            Phase::Connect => self.connect_timeout,
            Phase::Handshake => self.tls_timeout,
            Phase::Send => self.send_timeout,
            Phase::Receive => self.receive_timeout,
            Phase::Body => self.stall_timeout,
        }
    }
}

impl fmt::Debug for UreqConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The proxy's URL may hold a password.
        f.debug_struct("UreqConfig")
            .field("total_timeout", &self.total_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("roots", &self.roots)
            .field("user_agent", &self.user_agent)
            .finish_non_exhaustive()
    }
}
