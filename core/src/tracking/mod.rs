//! What is decided about tracking, purely: no I/O, no clock, no randomness of its own.
//!
//! [`Fact`]s are what sources said. [`lifecycle`] moves a tracking request between its states; [`absorb`] decides which
//! facts of an answer are new; [`fold`](fold()) derives shipment, containers and events from all facts; [`changes`] says what
//! is worth telling.

mod absorb;
mod changes;
mod fact;
mod fold;
pub mod lifecycle;
mod moment;
mod order;
mod tidy;

pub use absorb::absorb;
pub use changes::{Change, Subject, changes};
pub use fact::{Certainty, Event, Fact, Milestone, Particulars, Place, Reading, Statement, Vessel};
pub use fold::{ContainerPicture, EventPicture, FoldPolicy, Picture, fold};
