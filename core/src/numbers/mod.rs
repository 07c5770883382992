//! The numbers and codes of ocean freight, as values that cannot be wrong.
//!
//! Every type reads text leniently (spaces, dashes, lower case), refuses what it cannot be, and is written in one form.
//! A [`TrackingNumber`] is what a tracking request is made of: a number, its [`NumberKind`], and the text the caller
//! gave. What no carrier can be asked for (house bills, customs entries, seals, purchase orders) is refused by name,
//! where its shape gives it away.

mod codes;
mod container_number;
mod kind;
mod non_carrier_number;
mod shape;
mod text;
mod tracking_number;

pub use codes::{Imo, Scac, UnLocode};
pub use container_number::ContainerNumber;
pub use kind::NumberKind;
pub use non_carrier_number::NonCarrierNumber;
pub use shape::NumberShape;
pub use text::MAX_LENGTH;
pub use tracking_number::{BillOfLading, BookingNumber, Evidence, InferredNumber, TrackingNumber};

#[cfg(feature = "embedded")]
pub(crate) use text::{SEPARATORS, bounded, compact};
#[cfg(feature = "embedded")]
pub(crate) use tracking_number::is_sandbox;
