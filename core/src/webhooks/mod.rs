//! What a webhook is told, how a delivery is signed, and when it is tried again.
//!
//! Everything here is a pure function: the moment, the jitter and the secrets are arguments.

mod delivery;
mod secret;
mod sign;
mod target;

pub use delivery::{Decision, DeliveryPolicy, DeliveryState, Disable, Outcome, Verdict, decide, is_success};
pub use secret::Secret;
pub use sign::{HOSTED_SIGNATURE, STANDARD_ID, STANDARD_SIGNATURE, STANDARD_TIMESTAMP};
pub use sign::{Scheme, Signer, Verified, Verifier};
pub use target::{is_plain, validate_headers, validate_url};
