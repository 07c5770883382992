//! What the service does without knowing about HTTP: takes due work, asks carriers, moves requests on, publishes and
//! delivers notifications, ingests mail. [`rendering`](super::rendering) makes the resources it publishes.
//!
//! The engine has eight rooms. Each uses only those before it: [`base`] (what every room uses), [`credentials`],
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
