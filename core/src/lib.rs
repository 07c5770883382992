//! Ocean freight tracking.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod clock;
#[cfg(feature = "embedded")]
pub mod email;
pub mod error;
pub mod http;
pub mod ids;
