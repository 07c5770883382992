//! Journeys on a clock, for tests: what a carrier would answer about a shipment at any moment, in every form that carriers use, and what a
//! tracking service is to make of it.
//!
//! A [`Scenario`] is data: what happens to a shipment and its boxes, and when its carrier says so, counted from a beginning. A
//! [`Journey`] is a scenario on the calendar. `core/docs/simulator.md` describes both, and the JSON form of scenarios.
//!
//! ```
//! use shiptrack::decoders::{self, Form, ReadLimits};
//! use shiptrack::simulator::Scenario;
//!
//! let journey = Scenario::named("transshipment").unwrap().starting("2026-05-01T00:00:00Z".parse()?);
//! let answer = journey.answer(Form::Dcsa2, "2026-05-20T00:00:00Z".parse()?);
//! let reading = decoders::read(&answer, &ReadLimits::default());
//! assert!(reading.facts().count() > 8);
//!
//! let expected = journey.expected();
//! assert_eq!(expected.voyage.last().unwrap().event, "container.transport.empty_in");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod carrier;
mod codes;
mod dcsa;
mod edi;
mod expected;
mod faults;
mod fleet;
mod journey;
mod loopback;
mod scenario;
mod scenario_event;
mod scenario_json;
mod setup;
mod site;
mod subscribers;

pub use access::Access;
pub use carrier::{SimulatedCarrier, SimulatedCarrierBuilder};
pub use edi::SentMessage;
pub use expected::{ExpectedEvent, ExpectedOutcome};
pub use faults::{CarrierCall, Fault, Faults};
pub use fleet::{Fleet, Journeys};
pub use journey::{CarrierEvent, CarrierKnowledge, Journey};
pub use loopback::Loopback;
pub use scenario::{Route, Scenario, TerminalReport};
pub use scenario_event::ScenarioEvent;
pub use setup::Simulation;
pub use site::Paging;
pub use subscribers::{SentCallback, Subscriber};
