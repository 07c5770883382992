//! Records facts that arrive without a look-up: from the host program, in EDI messages, or pushed by carriers and other
//! senders.
//!
//! In: facts about numbers, EDI interchanges, callbacks, and subscriptions to add, change or end.
//! Out: facts recorded at the tracking requests of their numbers, or stored as unclaimed; a report on each message;
//! calls to carriers that create, renew, change or end subscriptions.
//! May use: base, credentials, notify, derive.

pub(in crate::service) mod edi;
mod facts_by_number;
pub(in crate::service) mod guess_number;
pub(in crate::service) mod push;
pub(in crate::service) mod record_facts;
pub(in crate::service) mod subscription_admin;
pub(super) mod subscription_calls;
