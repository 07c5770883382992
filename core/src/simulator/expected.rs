//! What is to come of a journey: the voyage in the end, and the notices on the way.

use chrono::{DateTime, Utc};

use super::codes::{can_say, can_take_back};
use super::journey::Journey;
use super::word::Word;
use crate::decoders::Form;
use crate::resources::{EventName, StopReason};
use crate::tracking::Certainty;

/// What a tracking service is to make of a journey.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Expected {
    /// The events that hold in the end, in the order of their times.
    pub voyage: Vec<Happened>,
    /// The notices told after the first answer, each once, in the order of their times. Those of tracking requests, and that boxes
    /// joined, are not among them.
    pub notices: Vec<Happened>,
    /// Why the shipment is no longer followed.
    pub stops: Option<StopReason>,
}

/// An event of the interface.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Happened {
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
    pub fn expected(&self) -> Expected {
        self.expected_of(|_| true, true, true)
    }

    /// What is expected where all that is heard is said in one form: what it has no words for is left out, what the terminal says,
    /// too. Where a form cannot take back, a word that goes is as one that is corrected.
    pub fn expected_in(&self, form: Form) -> Expected {
        self.expected_of(|word| can_say(form, word), can_take_back(form), false)
    }

    fn expected_of(&self, can_say: impl Fn(&Word) -> bool, can_take_back: bool, with_terminal: bool) -> Expected {
        let words: Vec<&Word> = self.scenario.words.iter().filter(|word| can_say(word)).collect();
        let is_replaced = |word: &Word| {
            let later = words.iter().filter(|later| later.told > word.told);
            { later }.any(|later| word.is_said_anew_by(later))
        };
        // Where nothing can be taken back, what comes instead of it is a correction, which is no news.
        let corrects = |word: &Word| {
            let gone = words.iter().filter(|other| other.gone.is_some_and(|gone| gone < word.told));
            !can_take_back && { gone }.any(|other| (other.container, &other.means) == (word.container, &word.means))
        };
        let mut expected = Expected { stops: self.scenario.stops.clone(), ..Expected::default() };
        for word in &words {
            if word.gone.is_none() && !is_replaced(word) {
                let events = word.means.iter().filter(|event| event.is_transport_event());
                expected.voyage.extend(events.flat_map(|event| self.of_each_box(word, event, &words)));
            }
            let is_past_of_box = is_first_of_box(word, &words)
                && (word.certainty != Certainty::Actual || word.at < self.scenario.tracked);
            if word.told > self.scenario.tracked && !is_past_of_box && !corrects(word) {
                expected.notices.extend(word.means.iter().flat_map(|event| self.of_each_box(word, event, &words)));
            }
        }
        if with_terminal {
            expected.notices.extend(self.of_terminal());
        }
        expected.voyage.sort();
        expected.notices.sort();
        expected
    }

    fn of_each_box(&self, word: &Word, event: &EventName, words: &[&Word]) -> Vec<Happened> {
        let happened = |container: Option<&String>| Happened {
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

    fn of_terminal(&self) -> impl Iterator<Item = Happened> {
        self.scenario.terminal.iter().flat_map(|said| {
            said.means.iter().map(|event| Happened {
                at: self.moment(said.told),
                container: self.containers.get(said.container.saturating_sub(1)).cloned(),
                event: event.to_string(),
                locode: None,
            })
        })
    }
}

/// The first word that names a container adds it to the shipment. What happened to the container before is only
/// reported then.
fn is_first_of_box(word: &Word, words: &[&Word]) -> bool {
    let first = |other: &&&Word| other.container == word.container && other.told < word.told;
    word.container.is_some() && !words.iter().any(|other| first(&other))
}
