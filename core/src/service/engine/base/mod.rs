//! The engine, and what all other modules of the engine use: policies, budgets, claims of work, store health, the observer and the log.
//!
//! In: the store, carriers, clock, transport and policies that the host program chose.
//! Out: [`Engine`](engine::Engine), which provides the time, new ids and carriers, wakes threads and reports to the
//! observer; accounts with their API keys; document readers; signed links.
//! May use: nothing in the engine.

pub(in crate::service) mod accounts;
mod activity_entries;
mod backoff;
pub(in crate::service) mod budget;
pub(super) mod claims;
pub(super) mod clock_watch;
pub(in crate::service) mod document_reader;
pub(in crate::service) mod engine;
pub(in crate::service) mod infer_carrier;
pub(in crate::service) mod log_entry;
pub(in crate::service) mod log_line;
pub(in crate::service) mod observer;
pub(in crate::service) mod policies;
pub(in crate::service) mod read_turns;
pub(in crate::service) mod repeats;
pub(in crate::service) mod reporter;
pub(super) mod signed_links;
pub(in crate::service) mod store_health;
mod test_notification_limit;
mod unsent_calls;
pub(in crate::service) mod wake;
