//! A service behind a socket: HTTP/1.1 for any [`Transport`](crate::http::Transport).
//!
//! ```no_run
//! # fn example(service: std::sync::Arc<dyn shiptrack::http::Transport>) -> shiptrack::error::Result<()> {
//! let server = shiptrack::server::Server::builder(service).address("127.0.0.1:8080").start()?;
//! println!("{}", server.url());
//! server.stop();
//! # Ok(())
//! # }
//! ```
//!
//! The server answers requests and does nothing else. Without [`Service::start_worker`](crate::Service::start_worker), or
//! calls of [`run_due`](crate::Service::run_due), no carrier is asked and every tracking request stays `pending`.
//!
//! One thread reads and writes every connection. What a transport calls [brief](crate::http::Transport::is_brief) is answered on it,
//! because handing a request to another thread costs more than reading one resource. Everything else runs on a bounded
//! pool of threads, so a long listing, or a write that waits for the disk or for somebody else's server, delays nobody.
//! When the pool and its queue are full the answer is 503 with `Retry-After`.
//!
//! In front of a service it takes in, at `/push`, what carriers and the host's own sources send
//! ([`receive_push`](crate::Service::receive_push)): without a key, for that is signed.
//!
//! The server trusts nobody: heads, bodies, connections and the memory of all bodies together are limited, every wait for
//! the other side has a deadline ([`ServerLimits`]), a request whose length can be read in two ways is refused, and no body
//! is read for a key that is not valid ([`Transport::reject_early`](crate::http::Transport::reject_early)). Links
//! in answers start with the public URL or the bound address, never with what a `Host` header says. There is no TLS:
//! put a proxy in front of anything that leaves the machine.

mod address;
mod body;
mod builder;
mod connection;
mod connection_state;
mod exchange;
mod framing;
mod handle;
mod limits;
mod listener;
mod request;
mod response;
mod socket;
mod state;
mod stream;

pub use builder::ServerBuilder;
pub use handle::Server;
pub use limits::ServerLimits;
