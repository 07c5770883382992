//! Stores the credentials of carriers, suspends those that a carrier refuses, and stores the calls to carriers.
//!
//! In: credentials of an account, and the carrier's verdict on them after each call.
//! Out: whether a call may be made now, and what a transaction writes about the credential after the call.
//! May use: base.

pub(super) mod call_logs;
pub(in crate::service) mod carrier_credentials;
