//! The HTTP client of carriers: asks the DCSA Track & Trace service of a carrier as its [profile](profiles) says.
//!
//! A [`LookUp`](crate::carriers::LookUp) comes in, requests go out over a [`Transport`](crate::http::Transport), and the pages
//! that come back are read with [`dcsa`](crate::decoders::dcsa) into one [`Answer`](crate::carriers::Answer). A host gives
//! profiles and credentials to [`ServiceBuilder::carrier_access`](crate::service::ServiceBuilder::carrier_access), which plugs
//! in an [`ApiCarrier`] for each profile. It keeps to the time and the bytes of the call; what it cannot finish becomes an answer
//! that is not complete, so that nothing counts as withdrawn. [`Check`] and [`Bundle`] record one look-up to show and to replay it.
//! The room uses `http`, the carrier port, the decoders and the preview.

mod access;
mod bundle;
mod carrier;
mod check;
mod credentials;
mod keys;
mod oauth2;
pub mod profiles;
mod sender;
mod session;
mod subscriptions;
mod tokens;

#[cfg(test)]
mod tests;

pub use access::CarrierAccess;
pub use bundle::{Bundle, Outcome, Replay};
pub use carrier::ApiCarrier;
pub use check::Check;
pub use credentials::{CredentialRequest, Credentials};
pub use sender::CallRecord;

pub(crate) use credentials::StoredCredentials;

pub use crate::ids::Secret;
