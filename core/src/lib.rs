//! Ocean freight tracking.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "embedded")]
pub mod carriers;
#[cfg(feature = "client")]
pub mod client;
pub mod clock;
#[cfg(feature = "embedded")]
pub mod email;
pub mod error;
pub mod http;
pub mod ids;
pub mod jsonapi;
pub mod limits;
pub mod numbers;
pub mod resources;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "embedded")]
pub mod service;
#[cfg(feature = "embedded")]
pub mod store;
#[cfg(feature = "embedded")]
pub mod tracking;
pub mod webhooks;
#[cfg(feature = "_net")]
mod wiring;
