//! Helpers shared by the tests of the whole library.

pub mod aborting_reader;
pub mod carrier_suite;
pub mod child_service;
pub mod codegen;
pub mod crash;
pub mod depth;
pub mod failing_store;
#[cfg(target_os = "linux")]
pub mod faults;
pub mod guard;
pub mod http_carrier;
pub mod interleaved;
pub mod json_api;
pub mod lockstep_clock;
pub mod log_lines;
pub mod memory_use;
pub mod outbound;
pub mod reader;
pub mod sample_files;
pub mod scenario;
pub mod scratch;
pub mod script_server;
pub mod seeded;
pub mod store_suite;
mod with;

pub use with::with;

/// The Rust programs of the README run as documentation examples.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The Rust programs of the crate's README run as documentation examples.
#[cfg(doctest)]
#[doc = include_str!("../../core/README.md")]
pub struct CrateReadme;

/// The Rust programs of the guide run as documentation examples.
#[cfg(doctest)]
#[doc = include_str!("../../core/docs/how-to-rust.md")]
pub struct HowToRust;
