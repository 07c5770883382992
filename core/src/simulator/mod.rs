//! Simulates carriers for tests: what a carrier answers about a shipment at any time, in every form that carriers use, and the results
//! that a tracking service must derive from it.
//!
//! A [`Scenario`] is data: what happens to a shipment and its containers, and when the carrier reports it, with times counted from the
//! start. A [`Journey`] is a scenario with a start time. `core/docs/simulator.md` describes both, and the JSON form of scenarios.
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
mod endpoint;
mod expected;
mod faults;
mod fleet;
mod journey;
mod loopback;
mod reporting_faults;
mod scenario;
mod scenario_event;
mod scenario_json;
mod setup;
mod subscribers;

pub use access::Access;
pub use carrier::{SimulatedCarrier, SimulatedCarrierBuilder};
pub use edi::SentMessage;
pub use endpoint::Paging;
pub use expected::{ExpectedEvent, ExpectedOutcome};
pub use faults::{CarrierCall, Fault, Faults};
pub use fleet::{Fleet, Journeys};
pub use journey::{CarrierEvent, CarrierKnowledge, Journey};
pub use loopback::Loopback;
pub use reporting_faults::ReportingFault;
pub use scenario::{Route, Scenario, TerminalReport};
pub use scenario_event::ScenarioEvent;
pub use setup::Simulation;
pub use subscribers::{SentCallback, Subscriber};
