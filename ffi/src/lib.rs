//! shiptrack for C and C++: the public interface of the core as functions with C linkage.
//!
//! This crate makes no decisions. A function converts its arguments to values of the core, calls the core, and converts
//! the result to handles, borrowed texts and status codes. It is the only crate with hand-written `unsafe`, nearly all
//! of it in [`boundary`]: every exported function runs inside `boundary::call` or `boundary::value_or`, which convert
//! panics and misuse to statuses, and only `boundary::Handle` dereferences a pointer to an object.
//!
//! cbindgen generates `include/shiptrack.h` from the documentation in this crate. A test generates it again and
//! compares.

#![warn(missing_docs)]
#![deny(clippy::undocumented_unsafe_blocks)]
// A build with the client alone does not use some helpers of the service.
#![cfg_attr(not(feature = "service"), allow(dead_code))]
// `boundary` checks the pointers; the header says what C programs must guarantee.
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
#[cfg(feature = "service")]
pub mod decode;
pub mod draft;
pub mod errors;
#[cfg(feature = "service")]
mod fork_handlers;
pub mod generated;
pub mod numbers;
pub mod page;
pub mod query;
pub mod resource;
#[cfg(feature = "service")]
pub mod server;
#[cfg(feature = "service")]
pub mod service;
#[cfg(feature = "service")]
mod settings;
#[cfg(feature = "service")]
pub mod simulator;
#[cfg(feature = "testing")]
pub mod testing;
pub mod thread_slot;
pub mod time;
mod version;
pub mod webhooks;

pub use version::*;
