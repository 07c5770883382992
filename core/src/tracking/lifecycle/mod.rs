//! The lifecycle of a tracking request: one pure function over all states and inputs.
//!
//! [`apply`] takes the state of a request and an input, and returns the next state, the effects and the time of the next look-up, or a
//! refusal. It reads no clock and draws no random number: the current time and the random number are arguments.
//!
//! `core/docs/lifecycle.md` has the table of transitions. A test compares table and code in both directions.

mod apply;
pub(crate) mod failure;
mod policy;
mod state;
#[cfg(test)]
mod tests;

pub use apply::apply;
pub use policy::{CREDENTIALS_PROBE, Policy};
pub(crate) use state::is_reversible;
pub use state::{Effect, Input, LookUpOutcome, Outlook, Refusal, State, Transition};
