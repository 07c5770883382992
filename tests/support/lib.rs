//! What the tests of the whole library share.

pub mod broken;
pub mod carrier_suite;
pub mod codegen;
pub mod convoy;
pub mod crash;
pub mod depth;
#[cfg(target_os = "linux")]
pub mod faults;
pub mod guard;
pub mod http_carrier;
pub mod interleaved;
pub mod json_api;
pub mod outbound;
pub mod puppet;
pub mod sample_files;
pub mod scenario;
pub mod scratch;
pub mod script_server;
pub mod seeded;
pub mod store_suite;
pub mod weighing;
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
