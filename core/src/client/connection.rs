//! How connections are made: plain values for whoever builds the transport.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How connections are made: settings for the transport, which the client itself has no use for.
#[derive(Clone)]
#[non_exhaustive]
pub struct Connection {
    /// The longest wait for a connection.
    pub connect_timeout: Duration,
    /// The URL of a proxy; `None` for a direct connection. The environment is not asked.
    pub proxy: Option<String>,
    /// Whose certificates are believed.
    pub trust: Trust,
}

impl Default for Connection {
    fn default() -> Self {
        Connection { connect_timeout: Duration::from_secs(10), proxy: None, trust: Trust::default() }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The proxy's URL may hold a password.
        f.debug_struct("Connection")
            .field("connect_timeout", &self.connect_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("trust", &self.trust)
            .finish()
    }
}

/// Which certificate authorities are trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Trust {
    /// Those of this machine; bundled ones when it has none.
    #[default]
    System,
    /// Those that come with this library.
    Bundled,
    /// Exactly the certificates in this PEM text.
    Pem(Vec<u8>),
    /// Exactly the certificates in this PEM file.
    PemFile(PathBuf),
}
