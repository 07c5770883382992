//! Track ocean freight: bills of lading, bookings and containers.
//!
//! The crate has two halves. [`Service`] is a complete tracking service that runs inside your program, on one SQLite file: it asks
//! carriers, follows each container until it is returned empty, and notifies your program of every change. [`Client`] is a blocking
//! client of the Shipment Tracking Service API (v2, JSON:API). The same client works with the service in your process and with a
//! hosted service over HTTP.
//!
//! ```
//! use shiptrack::{Client, NewTrackingRequest, Service, Wait};
//!
//! fn main() -> shiptrack::Result<()> {
//!     // In memory, for a first try. On a file: Service::open("tracking.db")?
//!     let service = Service::in_memory()?;
//!     let client = service.client();
//!     // For a hosted service: Client::new("https://…/v2", api_key)?
//!
//!     // TEST is a built-in carrier for tests. It answers without a network.
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
//! # Where to start
//!
//! | You want to | Read |
//! |---|---|
//! | create tracking requests, read shipments and containers | [`client`]: one handle for each family of resources |
//! | run the service in your program | [`service`]: opening it, doing its due work, reading its events |
//! | ask carriers over HTTP with your own credentials | [`carrier_http`]: profiles of carriers, as data |
//! | add another data source | [`carriers`]: the trait [`Carrier`](carriers::Carrier) |
//! | serve the API to other programs | [`server`]: `service.server()`, with the feature `server` |
//! | receive webhooks | [`webhooks`]: verify and read notifications |
//! | read PDF, XLSX and HTML documents, with the feature `read-documents` | [`documents::serve_reader`]: the first line of `main` |
//! | record EDI messages, emails or events yourself | [`Service::ingest_edi`], [`Service::ingest_email`], [`Service::record_facts`] |
//! | move from a hosted account to the service | [`hosted_account`] |
//! | test your program | [`simulator`] plays shipments; [`clock`] has a clock that you move by hand |
//!
//! Other modules: [`resources`] has the typed resources of the API, [`jsonapi`] reads and writes JSON:API documents, [`numbers`]
//! validates container numbers, carrier codes and UN/LOCODEs, [`tracking`] derives shipments from facts, [`places`] and [`zones`]
//! have ports and time zones.
//!
//! # Doing the work
//!
//! A service does nothing on its own: due look-ups and deliveries wait until your program processes them. Most programs call
//! [`start_worker`](Service::start_worker) once. A script calls [`settle`](Service::settle) first. A program with its own loop calls
//! [`run_due`](Service::run_due). [`service`] compares them.
//!
//! # Errors
//!
//! Fallible functions return [`Error`]. Its [`kind`](Error::kind) is for programs, its text for people.
//! [`pointer`](Error::pointer) names the field at fault, [`is_retryable`](Error::is_retryable) is true if the same call may succeed
//! later, and [`is_in_doubt`](Error::is_in_doubt) is true if a write may have taken effect although no answer arrived.
//!
//! # Threads and async
//!
//! All calls block. [`Client`] and [`Service`] are `Send`, `Sync` and cheap to clone. Under an async runtime, call them from its
//! threads for blocking work, such as `tokio::task::spawn_blocking`; the example `axum` is a complete web application.
//!
//! # Features
//!
//! | Feature | Default | Adds |
//! |---|---|---|
//! | `client` | yes | the client of a hosted service, over HTTP |
//! | `embedded` | yes | the service in your process, and its client |
//! | `places` | yes | tables of ports, terminals and their time zones, see [`places`] |
//! | `zones` | yes | the rules of time zones, see [`zones`]; the service needs them |
//! | `bundled-sqlite` | yes | SQLite, compiled in; without it, the system's library is linked |
//! | `server` | no | an HTTP server for the service, see [`server`] |
//! | `read-csv`, `read-html`, `read-xlsx`, `read-pdf` | no | reading documents of these formats; `read-pdf` needs Rust 1.92 |
//! | `read-documents` | no | all four formats |
//! | `simulator` | no | simulated shipments and carriers for tests, see [`simulator`] |
//! | `tracing` | no | spans for the crate `tracing`, target `shiptrack`: `client_request`, `service_request`, `look_up`, `delivery` |
//! | `internals` | no | functions for the bindings and tests of this project: not documented, and they change without notice |

#![cfg_attr(docsrs, feature(doc_cfg))]
// Without `internals`, functions that only the bindings, tests and benchmarks call are unused.
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
#[cfg(feature = "embedded")]
pub mod documents;
#[cfg(feature = "embedded")]
pub mod email;
pub mod error;
#[cfg(feature = "embedded")]
mod fields;
#[cfg(all(feature = "client", feature = "embedded"))]
pub mod hosted_account;
pub mod http;
mod idle_time;
pub mod ids;
#[cfg(feature = "_net")]
mod inheritance;
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
#[cfg(feature = "_net")]
mod rate_limit_policy;
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
pub mod shipping_lines;
#[cfg(feature = "simulator")]
pub mod simulator;
#[cfg(feature = "_net")]
mod spans;
mod spelling;
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

// Types of these crates are part of the public interface: with these, a program always has the right versions.
pub use {chrono, serde_json, uuid};
