//! Validates the numbers and codes of ocean freight.
//!
//! Every type parses text leniently (spaces, dashes, lower case), rejects invalid values, and has one written form. A
//! [`TrackingNumber`] is what a tracking request asks for: a number in its written form, its [`NumberKind`], and the text that the
//! caller gave. What a spreadsheet or a mail program added to a number is removed; a number that it changed is rejected, and the error
//! names the cause. For numbers that carriers do not know (house bills, customs entries, seals, purchase orders), the error says what they
//! are, if their format shows it.

mod codes;
mod container_number;
mod container_slip;
mod damage;
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

pub(crate) use container_slip::ContainerSlip;
#[cfg(feature = "embedded")]
pub(crate) use text::{bounded, compact};
#[cfg(feature = "embedded")]
pub(crate) use tracking_number::is_sandbox;
