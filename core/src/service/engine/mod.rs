//! The parts of the service that do not depend on HTTP requests: due work, look-ups, the lifecycle of tracking requests,
//! notifications, deliveries and mail. [`rendering`](super::rendering) creates the resources that they publish.
//!
//! The engine has eight modules. Each uses only those before it in this list: [`base`] (used by all others), [`credentials`],
//! [`notify`] (outbox and deliveries), [`derive`] (from facts to shipments), [`intake`] (facts that arrive without a
//! look-up), [`look_up`], [`mail`] (messages, documents, uploads), [`schedule`] (due work).

pub(super) mod base;
pub(super) mod credentials;
pub(super) mod derive;
pub(super) mod intake;
pub(super) mod look_up;
pub(super) mod mail;
pub(super) mod notify;
pub(super) mod schedule;
