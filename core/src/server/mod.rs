//! An HTTP/1.1 server for a service ([`Service::server`](crate::Service::server)), or for any other
//! [`Handler`](crate::http::Handler) ([`Server::builder`]).
//!
//! ```no_run
//! # fn example(service: &shiptrack::Service) -> shiptrack::error::Result<()> {
//! let server = service.server().address("127.0.0.1:8080").start()?;
//! println!("{}", server.url());
//! server.stop();
//! # Ok(())
//! # }
//! ```
//!
//! The server only answers requests. Without [`Service::start_worker`](crate::Service::start_worker), or calls of
//! [`run_due`](crate::Service::run_due), no carrier is asked and every tracking request stays `pending`.
//!
//! # Threads
//!
//! One thread reads and writes all connections. It also answers requests that the handler calls
//! [brief](crate::http::Handler::is_brief), because passing a request to another thread costs more than reading one
//! resource. All other requests run on a limited number of threads, so that a long listing, or a write that waits for
//! the disk or another server, delays no other connection. Such a thread never waits for a client: bodies of requests,
//! also of uploaded files, and of downloaded files are read and written by the first thread.
//!
//! Accounts [share](crate::http::Handler::account_number) the threads. An account uses at most half of them, and its
//! requests take turns with those of other accounts. While other accounts are active, an account also runs no more requests
//! at a time than half of the processors can, so that a client with hundreds of connections does not slow down other
//! accounts much. If the queue is full, the account that has most requests in it gets a 503 with `Retry-After`.
//!
//! If the limit of connections is reached, a new one takes the place of another that waits for its client, of the account or address that has
//! most connections. If no such connection exists, it is answered with 503.
//!
//! # Security
//!
//! There is no TLS: put a proxy in front of the server if it can be reached from other machines. The sizes of heads
//! and bodies, the number of connections and the memory of all bodies together are limited, and every wait for a
//! client has a deadline ([`ServerLimits`]). A request with an ambiguous length is rejected. The body of a request
//! with an invalid API key is not read ([`Transport::reject_early`](crate::http::Transport::reject_early)). Links in
//! responses start with the public URL or the bound address, never with the `Host` header of a request.
//!
//! With a service, the path `/push` receives callbacks of carriers and other sources
//! ([`receive_push`](crate::Service::receive_push)). They are signed, so they need no API key.

mod address;
mod body;
mod body_memory;
mod builder;
mod connection;
mod connection_state;
mod exchange;
mod framing;
mod handle;
mod handlers;
mod limits;
mod listener;
mod open_connections;
mod request;
mod response;
mod response_body;
mod socket;
mod state;
mod stream;
mod turns;

pub use builder::ServerBuilder;
pub use handle::Server;
pub use limits::ServerLimits;
