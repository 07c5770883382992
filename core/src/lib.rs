//! Ocean freight tracking: a blocking client of the Shipment Tracking Service API (v2, JSON:API), and that service itself,
//! inside this process, on one SQLite file.
//!
//! ```
//! use shiptrack::{Client, NewTrackingRequest, Service, Wait};
//!
//! fn main() -> shiptrack::Result<()> {
//!     // The service in this program. A file keeps it: Service::open("tracking.db")?
//!     let service = Service::in_memory()?;
//!     let client = service.client();
//!     // The same client for a hosted service: Client::new("https://…/v2", api_key)?
//!
//!     let request = client.tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST"))?;
//!     let request = client.tracking_requests().wait(&request.id, Wait::until_settled())?;
//!     println!("{} is {}", request.request_number, request.status);
//!
//!     for container in client.containers().list() {
//!         let container = container?;
//!         println!("{} is {}", container.number, container.current_status);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Two homes, one client
//!
//! * [`Client`] has a handle for each family of resources, with the verbs of the interface: `create`, `get`, `list`, `update`,
//!   `delete`. Listings are lazy and follow the links. Reads are repeated when that can help, writes only when the service
//!   surely did not carry them out. See [`client`].
//! * [`Service`] is the tracking engine: durable, with accounts and keys, look-ups at [carriers](carriers::Carrier) that the
//!   host plugs in, retries, signed webhook deliveries, an [event feed](Service::feed) and inbound mail. Start its
//!   [worker](Service::start_worker), let it [settle](Service::settle) first thing, or drive it with
//!   [`run_due`](Service::run_due). See [`service`].
//! * With the feature `server`, `service.server()` puts the same service behind a socket.
//!
//! # Around them
//!
//! [`webhooks`] signs and verifies notifications, [`numbers`] checks freight numbers, [`resources`] has the typed resources,
//! [`jsonapi`] reads documents without losing anything, [`clock`] has a clock that a test moves by hand. What goes wrong is an
//! [`Error`]: ask it for its [`kind`](Error::kind), the [field](Error::pointer), whether
//! [trying again](Error::is_retryable) can help, or whether a write is [in doubt](Error::is_in_doubt).
//!
//! # Features
//!
//! | Feature | Default | What it brings |
//! |---|---|---|
//! | `client` | yes | the client of a hosted service, over HTTP |
//! | `embedded` | yes | the service in this process, and its client |
//! | `places` | yes | tables of ports, places, terminals and their time zones: see [`places`] |
//! | `zones` | yes | rules of time zones, which the service needs and clients read days at a place with: see [`zones`] |
//! | `bundled-sqlite` | yes | SQLite built in; without it, the system's library |
//! | `server` | no | the service behind a socket |
//! | `read-csv`, `read-html`, `read-xlsx`, `read-pdf` | no | documents in these forms are read; `read-pdf` needs Rust 1.92 |
//! | `read-documents` | no | all four |
//! | `simulator` | no | journeys of shipments on a clock, for tests: see [`simulator`] |
//! | `tracing` | no | spans of the crate `tracing`, target `shiptrack`: `client_request`, `service_request`, `look_up`, `delivery` |
//! | `internals` | no | what the bindings and tests of this project use; not documented, and changes without notice |

#![cfg_attr(docsrs, feature(doc_cfg))]
// What only the bindings, the tests and the benchmarks call is dead without the feature that makes it public.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[macro_use]
mod macros;

#[cfg(all(feature = "embedded", feature = "internals"))]
#[doc(hidden)]
pub mod breaker;
#[cfg(all(feature = "embedded", not(feature = "internals")))]
mod breaker;
#[cfg(feature = "embedded")]
pub mod carrier_http;
#[cfg(feature = "embedded")]
pub mod carriers;
#[cfg(feature = "_net")]
pub mod client;
pub mod clock;
#[cfg(feature = "embedded")]
pub mod decoders;
#[cfg(all(feature = "embedded", feature = "internals"))]
#[doc(hidden)]
pub mod documents;
#[cfg(all(feature = "embedded", not(feature = "internals")))]
mod documents;
#[cfg(feature = "embedded")]
pub mod email;
pub mod error;
#[cfg(feature = "embedded")]
mod fields;
#[cfg(all(feature = "client", feature = "embedded"))]
pub mod hosted_account;
pub mod http;
pub mod ids;
pub mod jsonapi;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod limits;
#[cfg(not(feature = "internals"))]
mod limits;
pub mod numbers;
#[cfg(feature = "embedded")]
pub mod places;
#[cfg(feature = "embedded")]
pub mod preview;
pub mod resources;
#[cfg(feature = "embedded")]
pub mod sandbox;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "embedded")]
pub mod service;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod settings;
#[cfg(not(feature = "internals"))]
mod settings;
#[cfg(feature = "embedded")]
pub mod shipping_lines;
#[cfg(feature = "simulator")]
pub mod simulator;
#[cfg(feature = "_net")]
mod spans;
#[cfg(all(feature = "embedded", feature = "internals"))]
#[doc(hidden)]
pub mod store;
#[cfg(all(feature = "embedded", not(feature = "internals")))]
mod store;
#[cfg(feature = "_net")]
mod threads;
mod time;
#[cfg(feature = "embedded")]
pub mod tracking;
pub mod webhooks;
#[cfg(feature = "_net")]
mod wiring;
#[cfg(feature = "zones")]
pub mod zones;

pub use error::{Error, ErrorKind, Result};

#[cfg(feature = "_net")]
pub use client::{Client, ClientBuilder, NewTrackingRequest, Wait};
#[cfg(feature = "embedded")]
pub use service::{Budget, Service, ServiceBuilder, Settle, SettleReport};

// The vocabulary of the public interface, so that a host needs no versions of its own.
pub use {chrono, serde_json, uuid};
