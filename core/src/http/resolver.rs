//! Who says which addresses a host name has.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type LookUp = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

/// Looks host names up. It is called on threads of the transport's own, and may take its time.
#[derive(Clone)]
pub struct Resolver(Arc<LookUp>);

impl Resolver {
    /// A resolver that answers with the addresses of a name, the port being the one that was asked for.
    pub fn new(look_up: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static) -> Self {
        Resolver(Arc::new(look_up))
    }

    /// The addresses of `name`. A resolver that panics has none.
    pub(super) fn look_up(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found = catch_unwind(AssertUnwindSafe(|| (self.0)(name, port)));
        found.unwrap_or_else(|_| Err(io::Error::other("the resolver panicked")))
    }
}

impl Default for Resolver {
    /// The system's resolver.
    fn default() -> Self {
        Resolver::new(|name, port| Ok((name, port).to_socket_addrs()?.collect()))
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").finish_non_exhaustive()
    }
}
