//! The results that a tracking service must derive from a journey: the voyage at the end, and the notifications on the way.

use chrono::{DateTime, Utc};

use super::codes::{can_express_event, can_withdraw};
use super::journey::Journey;
use super::scenario_event::ScenarioEvent;
use crate::decoders::Form;
use crate::resources::{EventName, StopReason};
use crate::tracking::Certainty;

/// The results that a tracking service must derive from a journey.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ExpectedOutcome {
    /// The transport events that are valid at the end, in order of time.
    pub voyage: Vec<ExpectedEvent>,
    /// The notifications after the first answer, each once, in order of time. Notifications about tracking requests and about created
    /// containers are not listed.
    pub notices: Vec<ExpectedEvent>,
    /// Why tracking stops at the end.
    pub stop_reason: Option<StopReason>,
}

/// An event of the interface.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ExpectedEvent {
    /// Time of the event; for a notification about the terminal status, the time of the report.
    pub at: DateTime<Utc>,
    /// Number of the container; `None` if it is about the shipment.
    pub container: Option<String>,
    /// Name of the event.
    pub event: String,
    /// UN/LOCODE of the place.
    pub locode: Option<String>,
}

impl Journey {
    /// The expected results if the service receives all events of the carrier and all reports of the terminal.
    pub fn expected(&self) -> ExpectedOutcome {
        self.expected_of(|_| true, true, true)
    }

    /// The expected results if the service receives only messages in one form. Events that the form cannot express and reports of the
    /// terminal are left out. If the form cannot withdraw events, a withdrawn event that is reported again counts as corrected.
    pub fn expected_in(&self, form: Form) -> ExpectedOutcome {
        self.expected_of(|event| can_express_event(form, event), can_withdraw(form), false)
    }

    fn expected_of(
        &self,
        can_express_event: impl Fn(&ScenarioEvent) -> bool,
        can_withdraw: bool,
        with_terminal: bool,
    ) -> ExpectedOutcome {
        let events: Vec<&ScenarioEvent> =
            self.scenario.events.iter().filter(|event| can_express_event(event)).collect();
        let is_replaced = |event: &ScenarioEvent| {
            let mut later = events.iter().filter(|later| later.reported_at > event.reported_at);
            later.any(|later| event.is_replaced_by(later))
        };
        // If nothing can be withdrawn, the event that replaces a withdrawn one is a correction, which is not notified.
        let corrects = |event: &ScenarioEvent| {
            let mut withdrawn =
                events.iter().filter(|other| other.withdrawn_at.is_some_and(|at| at < event.reported_at));
            !can_withdraw
                && withdrawn
                    .any(|other| (other.container, &other.expected_events) == (event.container, &event.expected_events))
        };
        let mut expected =
            ExpectedOutcome { stop_reason: self.scenario.stop_reason.clone(), ..ExpectedOutcome::default() };
        for event in &events {
            if event.withdrawn_at.is_none() && event.omitted_at.is_none() && !is_replaced(event) {
                let names = event.expected_events.iter().filter(|name| name.is_transport_event());
                expected.voyage.extend(names.flat_map(|name| self.for_containers(event, name, &events)));
            }
            let is_past_event = is_first_event(event, &events)
                && (event.certainty != Certainty::Actual || event.at < self.scenario.tracked_at);
            if event.reported_at > self.scenario.tracked_at && !is_past_event && !corrects(event) {
                expected
                    .notices
                    .extend(event.expected_events.iter().flat_map(|name| self.for_containers(event, name, &events)));
            }
        }
        if with_terminal {
            expected.notices.extend(self.terminal_notices());
        }
        expected.voyage.sort();
        expected.notices.sort();
        expected
    }

    fn for_containers(&self, event: &ScenarioEvent, name: &EventName, events: &[&ScenarioEvent]) -> Vec<ExpectedEvent> {
        let expected_event = |container: Option<&String>| ExpectedEvent {
            at: self.moment(event.at),
            container: container.cloned(),
            event: name.to_string(),
            locode: event.place.clone(),
        };
        if !name.is_container() {
            return vec![expected_event(None)];
        }
        let is_named = |number: usize| events.iter().any(|event| event.container == Some(number));
        let containers = (1..).zip(&self.containers).filter(|(number, _)| match event.container {
            Some(own) => own == *number,
            None => is_named(*number) && !self.scenario.left.contains(number),
        });
        containers.map(|(_, container)| expected_event(Some(container))).collect()
    }

    fn terminal_notices(&self) -> impl Iterator<Item = ExpectedEvent> {
        self.scenario.terminal.iter().flat_map(|report| {
            report.expected_events.iter().map(|name| ExpectedEvent {
                at: self.moment(report.reported_at),
                container: self.containers.get(report.container.saturating_sub(1)).cloned(),
                event: name.to_string(),
                locode: None,
            })
        })
    }
}

/// Whether the event is the first that names its container. It adds the container to the shipment, and past events of an added
/// container are not notified.
fn is_first_event(event: &ScenarioEvent, events: &[&ScenarioEvent]) -> bool {
    let first = |other: &&&ScenarioEvent| other.container == event.container && other.reported_at < event.reported_at;
    event.container.is_some() && !events.iter().any(|other| first(&other))
}
