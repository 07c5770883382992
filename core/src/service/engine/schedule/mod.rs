//! Due work: picks it, does it and waits for more, on the caller's thread or on the threads of a worker.
//!
//! In: the queues in the store, and a budget or a time until which to work.
//! Out: look-ups, deliveries and subscription calls that are done; expired rows deleted; when work is due next.
//! May use: all other rooms.

pub(in crate::service) mod carrier_plan;
mod housekeeping;
pub(in crate::service) mod pick_work;
mod run_due;
mod wait;
pub(in crate::service) mod worker;
