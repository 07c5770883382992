//! Ocean freight tracking.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod clock;
pub mod error;
pub mod http;
pub mod ids;
pub mod limits;
pub mod webhooks;
