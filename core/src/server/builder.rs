//! Sets up a server.

use std::sync::Arc;
use std::time::Duration;

use super::handle::{Server, ServerPlan};
use super::{ServerLimits, address};
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Transport;

/// How often [`ServerBuilder::run`] checks that its server still runs.
const LOOK: Duration = Duration::from_secs(1);

/// A server being set up. Nothing is checked before it starts, or [`check`](ServerBuilder::check) is called.
#[derive(Clone)]
#[must_use]
pub struct ServerBuilder {
    transport: Arc<dyn Transport>,
    address: String,
    remote: bool,
    public_url: Option<String>,
    limits: ServerLimits,
}

impl ServerBuilder {
    pub(super) fn new(transport: Arc<dyn Transport>) -> Self {
        ServerBuilder {
            transport,
            address: "127.0.0.1:0".to_owned(),
            remote: false,
            public_url: None,
            limits: ServerLimits::default(),
        }
    }

    /// Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one. `127.0.0.1:0` by default.
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.address = address.into();
        self
    }

    /// Allows an address that other machines can reach. Without this only loopback addresses are taken.
    ///
    /// There is no TLS here: whoever is on the way reads every key and can change every answer, unless a proxy that ends
    /// TLS stands in front.
    pub fn allow_remote(mut self) -> Self {
        self.remote = true;
        self
    }

    /// What links in answers start with: `http` or `https`, a host, perhaps a port. By default the bound address;
    /// needed behind a proxy, and when listening on every address of the machine.
    pub fn public_url(mut self, url: impl Into<String>) -> Self {
        self.public_url = Some(url.into());
        self
    }

    /// What is taken from clients, and for how long they are waited for.
    pub fn limits(mut self, limits: ServerLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts the server on a thread of its own. Returns once it listens.
    ///
    /// Fails with [`ErrorKind::Configuration`], naming the setting, when the address is none, is taken or must not be
    /// used, or another setting makes no sense.
    pub fn start(self) -> Result<Server> {
        Server::start(self.plan()?)
    }

    /// Runs the server until `cancel` is cancelled, then stops it as [`Server::stop`] does.
    pub fn run(self, cancel: &CancelToken) -> Result<()> {
        let server = self.start()?;
        let clock = SystemClock::new();
        while clock.sleep(LOOK, cancel).is_ok() {
            if !server.is_running() {
                return Err(Error::new(ErrorKind::Internal, "the server's thread ended"));
            }
        }
        server.stop();
        Ok(())
    }

    /// Refuses, by its name, a setting that cannot work, as [`start`](ServerBuilder::start) does before it listens.
    pub fn check(&self) -> Result<()> {
        self.plan().map(drop)
    }

    fn plan(&self) -> Result<ServerPlan> {
        let address = address::parse(&self.address)?;
        address::check(address, self.remote, self.public_url.as_deref())?;
        let public_url = self.public_url.as_deref().map(address::parse_origin).transpose()?;
        self.limits.check()?;
        Ok(ServerPlan {
            transport: Arc::clone(&self.transport),
            address,
            public_url,
            limits: self.limits.clone().within_descriptors(),
        })
    }
}

debug_fields!(ServerBuilder: address, remote, public_url, limits);
