//! shiptrack for C and C++: the public interface of the core, as functions with C linkage.
//!
//! Nothing is decided here. A function turns its arguments into values of the core, calls the core, and turns what comes
//! back into handles, borrowed texts and status codes. This is the only crate with hand-written `unsafe`, and nearly all
//! of that stands in [`boundary`]: every entry runs through `boundary::call` or `boundary::value`, which turn panics
//! and misuse into statuses, and every pointer is looked into by `boundary::Handle` alone.
//!
//! What a C programmer reads is `include/shiptrack.h`, which cbindgen makes from the documentation here. A test makes it
//! again and compares.

#![warn(missing_docs)]
#![deny(clippy::undocumented_unsafe_blocks)]
// Built for the client alone, a few pieces that records of a service are told with stand idle.
#![cfg_attr(not(feature = "service"), allow(dead_code))]
// Whether a pointer is one of ours is what `boundary` checks; the header tells C programmers what they owe.
#![allow(clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

#[cfg(panic = "abort")]
compile_error!("panics must unwind to become statuses: build without panic = \"abort\"");

#[cfg(feature = "service")]
pub mod access;
pub mod boundary;
pub mod buffer;
pub mod cancel;
pub mod client;
pub mod clock;
pub mod codes;
pub mod draft;
pub mod errors;
#[cfg(feature = "service")]
mod forks;
pub mod generated;
pub mod numbers;
pub mod page;
pub mod query;
#[cfg(feature = "service")]
pub mod reading;
pub mod resource;
#[cfg(feature = "service")]
pub mod server;
#[cfg(feature = "service")]
pub mod service;
#[cfg(feature = "service")]
mod settings;
#[cfg(feature = "service")]
pub mod simulator;
pub mod slot;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;
mod version;
pub mod webhooks;

pub use version::*;
