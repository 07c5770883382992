//! Decisions about tracking, as pure functions: without I/O, clock and randomness.
//!
//! A [`Fact`] is one statement of a source; a [carrier](crate::carriers::Carrier) answers with facts. [`fold`](fold()) derives
//! shipment, containers and events from all facts. [`lifecycle`] moves a tracking request between its states. [`Journey`] describes the journey of a container from
//! its resources: steps, arrival, delay and last free day.
//!
//! The order of facts does not matter:
//!
//! ```
//! use shiptrack::tracking::{Event, Fact, FoldPolicy, Milestone, Movement, TerminalStatus, Vessel, fold};
//!
//! let voyager = Vessel::new("Test Voyager", "9321483");
//! let mut status = TerminalStatus::default();
//! status.size_type = Some("45G1".to_owned());
//! let facts = [
//!     // An event of one container, and an event of the whole shipment.
//!     Fact::event("MSKU0308961", Event::actual(Milestone::FullIn, "2026-04-29T10:00:00+08:00").at_place("CNSHA")),
//!     Fact::shipment_event(Event::actual(Milestone::VesselDeparted, "2026-05-01").at_place("CNSHA").on_vessel(voyager)),
//!     // The status of a container at its terminal. What a reading leaves out stays unchanged.
//!     Fact::terminal_status("MSKU0308961", status),
//! ];
//! let picture = fold(&facts, "2026-05-02T00:00:00Z".parse()?, &FoldPolicy::default());
//! assert_eq!(picture.containers[0].container.number, "MSKU0308961");
//! assert_eq!(picture.containers[0].events.len(), 2);
//!
//! // Facts can also be written in JSON. `core/docs/facts.md` describes the form.
//! let read = Fact::parse_all(r#"[{"event": {"movement": "departed", "at": "2026-05-01"}}]"#)?;
//! assert_eq!(read, [Fact::shipment_event(Event::actual(Movement::Departed, "2026-05-01"))]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod absorb;
mod changes;
mod chronology;
mod correction;
mod doubts;
mod event_times;
mod fact;
mod fold;
mod journey;
mod key;
mod labelled_times;
pub mod lifecycle;
mod membership;
mod message_order;
mod moment;
mod normalize;
mod occurrence;
mod open_numbers;
mod order;
mod published;
mod reading_marks;
mod rewriting;
mod stage;
mod unions;
mod unused_statements;
mod vessel_doubts;

pub(crate) use absorb::{RECEIPT_STEP, is_confirmed_by_repetition};
pub use chronology::in_order;
pub(crate) use doubts::doubts_of_shipment;
pub use fact::{
    Certainty, Event, Fact, FactMark, HoldChanges, Milestone, Mode, Motion, Movement, Particulars, Phase, Place,
    Source, Statement, TerminalStatus, Vessel,
};
use fact::{ComparedVessel, capitals};
pub(crate) use fact::{Node, OTHER_CONTAINER, REFUSED_CONTAINER, UNKNOWN_CERTAINTY, UNKNOWN_MOVEMENT};
pub use fold::EstimateOrder;
pub use fold::{ContainerPicture, EventPicture, FoldPolicy, Picture, Trip, Voyage, VoyageEvent, fold, voyage};
pub(crate) use fold::{SourceStatement, StatementHistory, Target, TripPicture, TripSelection, fold_trips, movement_of};
pub use journey::{Arrival, ContainerRow, Journey, JourneyEvent, Step, TrackingState, last_free_day};
pub(crate) use key::WITHOUT_DOCUMENT;
pub(crate) use membership::containers_named_in;
pub(crate) use message_order::MessageOrigin;
pub(crate) use moment::approximate_utc;
pub(crate) use moment::is_time;
pub(crate) use normalize::{normalize, normalize_container_number};
pub use stage::Stage;
pub(crate) use unions::Unions;
pub(crate) use unused_statements::UnreadPart;

internals! {
    use absorb::{NewFacts, absorb, absorb_answer};
    use fold::{Confirmations};
    use changes::{Change, Subject, changes, taken_back};
    use doubts::{doubts, doubts_alone};
    use published::{Published, PublishedContainer};
    use journey::{clear_shared_first_eta, milestone_label, milestone_rank, remove_duplicate_rows};
}
