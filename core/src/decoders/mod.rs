//! Decodes tracking data of carriers and terminals into facts.
//!
//! [`read`] detects the format. [`dcsa`] decodes DCSA Track & Trace answers, [`edi`] X12 and EDIFACT, and [`push`] the
//! callbacks of event subscriptions. A [`Reading`] has the messages with their facts, and the problems: what could not be
//! read. Decoders are pure functions: they do no I/O and read no clock. They use the facts of `tracking`, the tables of
//! places and shipping lines, and `LookUpFailure` of the carrier port, with which [`dcsa::page`] reports an answer without data.

pub mod dcsa;
pub mod edi;
mod encoding;
pub(crate) mod mask;
mod message;
pub mod push;
mod recognise;
mod shipments;

pub use message::{Form, Message, NamedNumber, Problem, ReadLimits, Reading};
pub use recognise::read;
