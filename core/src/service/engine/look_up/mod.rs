//! Looks up numbers at carriers, and finds the carrier of a number.
//!
//! In: a tracking request that is due, or a number whose carrier is unknown.
//! Out: the answer, checked and passed to `derive`; the health of the carrier; the carriers that have a number.
//! May use: base, credentials, notify, derive, intake.

mod apply_answer;
mod ask_carrier;
pub(in crate::service) mod detect_carrier;
pub(in crate::service) mod look_ups;
mod share_bill_answer;
