//! What is to come of a journey: the voyage in the end, and the notices on the way.

use chrono::{DateTime, Utc};

use super::codes::{can_say, can_take_back};
use super::journey::Journey;
use super::scenario_event::ScenarioEvent;
use crate::decoders::Form;
use crate::resources::{EventName, StopReason};
use crate::tracking::Certainty;

/// What a tracking service is to make of a journey.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ExpectedOutcome {
    /// The events that hold in the end, in the order of their times.
    pub voyage: Vec<ExpectedEvent>,
    /// The notices told after the first answer, each once, in the order of their times. Those of tracking requests, and that boxes
    /// joined, are not among them.
    pub notices: Vec<ExpectedEvent>,
    /// Why the shipment is no longer followed.
    pub stop_reason: Option<StopReason>,
}

/// An event of the interface.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ExpectedEvent {
    /// When; for a notice about how a box stands, when that was said.
    pub at: DateTime<Utc>,
    /// The container; `None` where it is about the shipment.
    pub container: Option<String>,
    /// Its name.
    pub event: String,
    /// The UN/LOCODE of the place.
    pub locode: Option<String>,
}

impl Journey {
    /// What is expected where all words of carrier and terminal are heard.
    pub fn expected(&self) -> ExpectedOutcome {
        self.expected_of(|_| true, true, true)
    }

    /// What is expected where all that is heard is said in one form: what it has no words for is left out, what the terminal says,
    /// too. Where a form cannot take back, a word that goes is as one that is corrected.
    pub fn expected_in(&self, form: Form) -> ExpectedOutcome {
        self.expected_of(|word| can_say(form, word), can_take_back(form), false)
    }

    fn expected_of(
        &self,
        can_say: impl Fn(&ScenarioEvent) -> bool,
        can_take_back: bool,
        with_terminal: bool,
    ) -> ExpectedOutcome {
        let words: Vec<&ScenarioEvent> = self.scenario.events.iter().filter(|word| can_say(word)).collect();
        let is_replaced = |word: &ScenarioEvent| {
            let later = words.iter().filter(|later| later.reported_at > word.reported_at);
            { later }.any(|later| word.is_replaced_by(later))
        };
        // Where nothing can be taken back, what comes instead of it is a correction, which is no news.
        let corrects = |word: &ScenarioEvent| {
            let gone = words.iter().filter(|other| other.withdrawn_at.is_some_and(|at| at < word.reported_at));
            !can_take_back && { gone }
                .any(|other| (other.container, &other.expected_events) == (word.container, &word.expected_events))
        };
        let mut expected =
            ExpectedOutcome { stop_reason: self.scenario.stop_reason.clone(), ..ExpectedOutcome::default() };
        for word in &words {
            if word.withdrawn_at.is_none() && !is_replaced(word) {
                let events = word.expected_events.iter().filter(|event| event.is_transport_event());
                expected.voyage.extend(events.flat_map(|event| self.of_each_box(word, event, &words)));
            }
            let is_past_of_box = is_first_of_box(word, &words)
                && (word.certainty != Certainty::Actual || word.at < self.scenario.tracked_at);
            if word.reported_at > self.scenario.tracked_at && !is_past_of_box && !corrects(word) {
                expected
                    .notices
                    .extend(word.expected_events.iter().flat_map(|event| self.of_each_box(word, event, &words)));
            }
        }
        if with_terminal {
            expected.notices.extend(self.of_terminal());
        }
        expected.voyage.sort();
        expected.notices.sort();
        expected
    }

    fn of_each_box(&self, word: &ScenarioEvent, event: &EventName, words: &[&ScenarioEvent]) -> Vec<ExpectedEvent> {
        let happened = |container: Option<&String>| ExpectedEvent {
            at: self.moment(word.at),
            container: container.cloned(),
            event: event.to_string(),
            locode: word.place.clone(),
        };
        if !event.is_container() {
            return vec![happened(None)];
        }
        let is_named = |number: usize| words.iter().any(|word| word.container == Some(number));
        let boxes = (1..).zip(&self.containers).filter(|(number, _)| match word.container {
            Some(own) => own == *number,
            None => is_named(*number) && !self.scenario.left.contains(number),
        });
        boxes.map(|(_, container)| happened(Some(container))).collect()
    }

    fn of_terminal(&self) -> impl Iterator<Item = ExpectedEvent> {
        self.scenario.terminal.iter().flat_map(|said| {
            said.expected_events.iter().map(|event| ExpectedEvent {
                at: self.moment(said.reported_at),
                container: self.containers.get(said.container.saturating_sub(1)).cloned(),
                event: event.to_string(),
                locode: None,
            })
        })
    }
}

/// The first word that names a container adds it to the shipment. What happened to the container before is only
/// reported then.
fn is_first_of_box(word: &ScenarioEvent, words: &[&ScenarioEvent]) -> bool {
    let first = |other: &&&ScenarioEvent| other.container == word.container && other.reported_at < word.reported_at;
    word.container.is_some() && !words.iter().any(|other| first(&other))
}
