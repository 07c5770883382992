//! Configures and starts a server.

use std::sync::Arc;
use std::time::Duration;

use super::handle::{Server, ServerPlan};
use super::{ServerLimits, address};
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Handler;

/// How often [`ServerBuilder::run`] checks that its server still runs.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Settings of a server. They are checked when it starts, or by [`check`](ServerBuilder::check).
#[derive(Clone)]
#[must_use]
pub struct ServerBuilder {
    handler: Arc<dyn Handler>,
    address: String,
    remote: bool,
    public_url: Option<String>,
    limits: ServerLimits,
}

impl Server {
    /// A builder for a server that passes its requests to `handler`.
    pub fn builder(handler: Arc<dyn Handler>) -> ServerBuilder {
        ServerBuilder::new(handler)
    }
}

impl ServerBuilder {
    fn new(handler: Arc<dyn Handler>) -> Self {
        ServerBuilder {
            handler,
            address: "127.0.0.1:0".to_owned(),
            remote: false,
            public_url: None,
            limits: ServerLimits::default(),
        }
    }

    /// Sets the address to listen on: an IP address or `localhost`, and a port. Port 0 selects a free port.
    /// `127.0.0.1:0` by default.
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.address = address.into();
        self
    }

    /// Allows an address that other machines can reach. By default only loopback addresses are allowed.
    ///
    /// The server has no TLS: without a proxy that adds it, anyone on the network path can read API keys and change
    /// responses.
    pub fn allow_remote(mut self) -> Self {
        self.remote = true;
        self
    }

    /// Sets the start of links in responses: `http` or `https`, a host and an optional port. By default the bound
    /// address. It is needed behind a proxy, and to listen on all addresses of the machine.
    pub fn public_url(mut self, url: impl Into<String>) -> Self {
        self.public_url = Some(url.into());
        self
    }

    /// Sets the limits of requests, connections and waiting times.
    pub fn limits(mut self, limits: ServerLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts the server on a separate thread. Returns when it listens.
    ///
    /// Fails with [`ErrorKind::Configuration`], and the name of the setting, if the address is invalid, in use or not
    /// allowed, or if another setting is invalid.
    pub fn start(self) -> Result<Server> {
        Server::start(self.plan()?)
    }

    /// Runs the server until `cancel` is cancelled, and stops it as [`Server::stop`] does.
    pub fn run(self, cancel: &CancelToken) -> Result<()> {
        let server = self.start()?;
        let clock = SystemClock::new();
        while clock.sleep(CHECK_INTERVAL, cancel).is_ok() {
            if !server.is_running() {
                return Err(Error::new(ErrorKind::Internal, "the thread of the server ended"));
            }
        }
        server.stop();
        Ok(())
    }

    /// Checks the settings and names the first invalid one, as [`start`](ServerBuilder::start) does before it listens.
    pub fn check(&self) -> Result<()> {
        self.plan().map(drop)
    }

    fn plan(&self) -> Result<ServerPlan> {
        let address = address::parse(&self.address)?;
        address::check(address, self.remote, self.public_url.as_deref())?;
        let public_url = self.public_url.as_deref().map(address::parse_origin).transpose()?;
        self.limits.check()?;
        Ok(ServerPlan {
            handler: Arc::clone(&self.handler),
            address,
            public_url,
            limits: self.limits.clone().within_descriptors(),
        })
    }
}

debug_fields!(ServerBuilder: address, remote, public_url, limits);
