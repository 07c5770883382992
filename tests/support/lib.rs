//! What the tests share.

pub mod scratch;
pub mod store_suite;
