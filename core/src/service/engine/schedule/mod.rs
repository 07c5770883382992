//! Picks due work, performs it and waits for more, on the caller's thread or on the threads of a worker.
//!
//! In: the queues in the store, and a budget or a time until which to work.
//! Out: completed look-ups, deliveries, subscription calls and readings of documents; deleted expired rows; the time when work is due next.
//! May use: all other modules of the engine.

pub(in crate::service) mod carrier_plan;
mod housekeeping;
pub(in crate::service) mod pick_work;
mod run_due;
mod wait;
pub(in crate::service) mod worker;
