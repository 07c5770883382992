//! The lifecycle of a tracking request: one total function over (state, input).
//!
//! [`apply`] takes where a request stands and what happened to it, and says where it stands next, what has to be done
//! and when to look again; or that nothing changes, and why. It reads no clock and draws no random number: it can be
//! asked about any date, in any order.
//!
//! `docs/lifecycle.md` has the table; a test holds the table and the code together, row by row, in both directions.

mod apply;
pub(crate) mod failure;
mod policy;
mod state;
#[cfg(test)]
mod tests;

pub use apply::apply;
pub use policy::{CREDENTIALS_PROBE, Policy};
pub use state::{Effect, Input, LookUpOutcome, Outlook, Refusal, State, Transition};
