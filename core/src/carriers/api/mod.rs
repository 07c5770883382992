//! A carrier that is asked over HTTP, as its [profile](super::profiles) says.
//!
//! A host gives profiles and credentials to [`ServiceBuilder::carrier_access`](crate::service::ServiceBuilder::carrier_access);
//! [`ApiCarrier`] is what answers then. It asks page by page within the time and the bytes of the call, reads with
//! [`dcsa`], and keeps tokens. What it cannot finish in time is an answer that is not complete, so that
//! nothing is taken for withdrawn.

mod access;
mod bundle;
mod carrier;
mod check;
mod credentials;
mod keys;
mod line;
mod oauth2;
mod subscriptions;
mod tokens;
mod way;

#[cfg(test)]
mod tests;

#[cfg(doc)]
use super::dcsa;

pub use access::CarrierAccess;
pub use bundle::{Bundle, Outcome, Replay};
pub use carrier::ApiCarrier;
pub use check::Check;
pub use credentials::{Credentials, Wanted};
pub use way::CallMade;

pub(crate) use credentials::KeptCredentials;

pub use crate::ids::Secret;
