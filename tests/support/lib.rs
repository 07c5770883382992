//! What the tests of the whole library share.

pub mod guard;
pub mod scenario;
pub mod script_server;
