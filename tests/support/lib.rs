//! What the tests of the whole library share.

pub mod carrier_suite;
pub mod guard;
pub mod scenario;
pub mod scratch;
pub mod script_server;
pub mod store_suite;
