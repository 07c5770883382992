//! How connections are made: plain values for whoever builds the transport.

use std::fmt;
use std::time::Duration;

use crate::http::Roots;

/// How connections are made: settings for the transport, which the client itself has no use for.
#[derive(Clone)]
#[non_exhaustive]
pub struct Connection {
    /// The longest wait for a connection.
    pub connect_timeout: Duration,
    /// The URL of a proxy; `None` for a direct connection. The environment is not asked.
    pub proxy: Option<String>,
    /// Whose certificates are believed.
    pub roots: Roots,
}

impl Default for Connection {
    fn default() -> Self {
        Connection { connect_timeout: Duration::from_secs(10), proxy: None, roots: Roots::default() }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The proxy's URL may hold a password.
        f.debug_struct("Connection")
            .field("connect_timeout", &self.connect_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("roots", &self.roots)
            .finish()
    }
}
