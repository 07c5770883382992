//! The table of ocean carriers, and the detection of the carrier of a number.
//!
//! The input is a number, the output the carriers that may have issued it, each with a confidence. [`detect`] looks only at the text.
//! [`confirm`] decides which carriers to ask, and evaluates their answers. This module calls no carrier. It uses `numbers`, `tracking` and
//! the answers of the carrier port.

mod by_name;
#[cfg(all(feature = "embedded", feature = "internals"))]
#[doc(hidden)]
pub mod confirm;
#[cfg(all(feature = "embedded", not(feature = "internals")))]
pub(crate) mod confirm;
#[cfg(feature = "embedded")]
pub mod detect;
mod lines;

pub(crate) use by_name::{has_exchanged_letters, is_name_like_code, line_named, may_be_name, names_of, nearest_code};
pub(crate) use lines::main_code;
pub use lines::{Line, all, by_container_prefix, by_scac, is_lessor_prefix};
