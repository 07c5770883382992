//! The HTTP client of carriers: asks the DCSA Track & Trace service of a carrier, as described by a [profile](profiles).
//!
//! For a [`LookUp`](crate::carriers::LookUp), requests are sent through a [`Transport`](crate::http::Transport), and the pages of the
//! response are decoded with [`dcsa`](crate::decoders::dcsa) into one [`Answer`](crate::carriers::Answer). A host program passes profiles
//! and credentials to [`ServiceBuilder::carrier_access`](crate::service::ServiceBuilder::carrier_access), which installs an [`ApiCarrier`]
//! for each profile. A look-up keeps to the deadline and the maximum size of the call. If it cannot read everything, the answer is not
//! complete, so that nothing counts as withdrawn. [`Check`] and [`Bundle`] record one look-up to show it and to replay it. This module uses
//! `http`, the carrier port, the decoders and the preview.

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
