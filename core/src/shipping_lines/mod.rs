//! The ocean carriers that this library knows, and which of them a number belongs to.
//!
//! A number comes in; carriers that may have issued it go out, each with a confidence. [`detect`] looks at the text alone,
//! [`confirm`] decides which carriers to ask and evaluates their answers. Nothing here calls a carrier. The room uses
//! `numbers`, `tracking` and the answers of the carrier port.

#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod confirm;
#[cfg(not(feature = "internals"))]
pub(crate) mod confirm;
pub mod detect;
mod lines;

pub use lines::{Line, all, by_container_prefix, by_scac, is_lessor_prefix};
