//! The facts of messages by the numbers they are about.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::record_facts::{Outcome, Recorded, Said};
use crate::decoders::{Message, Problem, Reading};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::resources::TrackingRequestId;
use crate::service::engine::derive::unclaimed_facts::Subject;
use crate::tracking::Fact;

#[derive(Default)]
pub(super) struct Part {
    pub papers: Vec<String>,
    pub facts: Vec<Fact>,
    pub of_boxes: BTreeMap<String, Vec<Fact>>,
}

impl Part {
    pub fn all_of(message: Message) -> Vec<Part> {
        let reading = Reading { messages: vec![message], ..Reading::default() };
        reading.shipments().into_iter().flat_map(|shipment| shipment.messages).map(Part::of).collect()
    }

    pub fn of(message: Message) -> Part {
        let papers = message.numbers.into_iter().filter(|named| named.kind != NumberKind::Container);
        Part { papers: papers.map(|named| named.number).collect(), ..Part::of_facts(message.facts) }
    }

    pub fn of_facts(facts: Vec<Fact>) -> Part {
        let mut of_boxes: BTreeMap<String, Vec<Fact>> = BTreeMap::new();
        for fact in &facts {
            if let Some(container) = &fact.container {
                of_boxes.entry(container.clone()).or_default().push(fact.clone());
            }
        }
        Part { papers: Vec::new(), facts, of_boxes }
    }
}

/// Statements about all come before those about one container. The problems name what could not be recorded.
pub(super) fn said(parts: &[Part]) -> (Vec<Said<'_>>, Vec<Problem>) {
    let (mut said, mut problems) = (Vec::new(), Vec::new());
    for (part, told) in parts.iter().enumerate().filter(|(_, told)| !told.facts.is_empty()) {
        let papers = told.papers.iter().map(|paper| (paper, Subject::of_paper(paper), &told.facts));
        let boxes = told.of_boxes.iter().map(|(number, facts)| (number, Subject::parse(number), facts));
        for (number, subject, facts) in papers.chain(boxes) {
            match subject {
                Ok(subject) => said.push(Said { subject, facts, part, carriers: &[] }),
                Err(refused) => {
                    let detail = format!("nothing is recorded under {}: {}", Quoted(number), refused.sentence());
                    problems.push(Problem::new("", detail));
                }
            }
        }
        if told.papers.is_empty() && told.of_boxes.is_empty() {
            problems.push(Problem::new(
                "",
                "it names no booking, bill or container that its facts could be recorded under",
            ));
        }
    }
    said.sort_by_key(|said| said.subject.is_box);
    (said, problems)
}

/// Numbers in one transaction. Facts about one shipment stay together, so that its followers get them at once.
const MOST: usize = 200;

pub(super) fn portions(parts: Vec<Part>) -> Vec<Vec<Part>> {
    let mut portions = vec![Vec::new()];
    let mut room = MOST;
    for part in parts.into_iter().flat_map(smaller) {
        let size = part.papers.len() + part.of_boxes.len();
        if size > room && room < MOST {
            portions.push(Vec::new());
            room = MOST;
        }
        room = room.saturating_sub(size);
        if let Some(portion) = portions.last_mut() {
            portion.push(part);
        }
    }
    portions
}

fn smaller(part: Part) -> Vec<Part> {
    if !part.papers.is_empty() || part.of_boxes.len() <= MOST {
        return vec![part];
    }
    let mut boxes = part.of_boxes.into_iter();
    let next = || {
        let of_boxes: BTreeMap<_, _> = boxes.by_ref().take(MOST).collect();
        let facts = of_boxes.values().flatten().cloned().collect();
        (!of_boxes.is_empty()).then_some(Part { papers: Vec::new(), facts, of_boxes })
    };
    std::iter::from_fn(next).collect()
}

#[derive(Default, Clone)]
pub(super) struct Before {
    recorded: Recorded,
    refused: Option<String>,
    places: HashMap<TrackingRequestId, usize>,
    doubts: HashSet<String>,
}

impl Before {
    pub fn add(&mut self, outcome: Outcome) {
        let Outcome { recorded: Recorded { requests, kept, doubts }, refused } = outcome;
        self.recorded.kept += kept;
        self.refused = self.refused.take().or_else(|| refused.map(|refused| refused.sentence().to_owned()));
        for told in requests {
            match self.places.get(&told.request).and_then(|place| self.recorded.requests.get_mut(*place)) {
                Some(known) => {
                    known.new += told.new;
                    known.shipment = told.shipment.or(known.shipment.take());
                }
                None => {
                    self.places.insert(told.request.clone(), self.recorded.requests.len());
                    self.recorded.requests.push(told);
                }
            }
        }
        let new = doubts.into_iter().filter(|doubt| self.doubts.insert(doubt.clone()));
        self.recorded.doubts.extend(new);
    }

    /// Adds the last batch; the text says why some facts could not be kept.
    pub fn and(&self, last: Outcome) -> (Recorded, Option<String>) {
        let mut whole = self.clone();
        whole.add(last);
        (whole.recorded, whole.refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::{Event, Fact, Movement};

    fn part(papers: usize, boxes: usize) -> Part {
        let fact = |at: usize| Fact::event(&format!("MSKU{at:07}"), Event::actual(Movement::Loaded, "2026-05-02"));
        let papers = (0..papers).map(|at| format!("B{at}")).collect();
        Part { papers, ..Part::of_facts((0..boxes).map(fact).collect()) }
    }

    #[test]
    fn a_portion_is_about_so_many_numbers_and_a_shipment_stays_together() {
        let sizes = |parts: Vec<Part>| -> Vec<usize> {
            let size = |portion: &Vec<Part>| portion.iter().map(|part| part.papers.len() + part.of_boxes.len()).sum();
            portions(parts).iter().map(size).collect()
        };
        assert_eq!(sizes(Vec::new()), [0]);
        assert_eq!(sizes(vec![part(1, 2)]), [3]);
        assert_eq!(sizes((0..150).map(|_| part(1, 2)).collect()), [198, 198, 54]);
        assert_eq!(sizes(vec![part(0, 450)]), [200, 200, 50]);
        assert_eq!(sizes(vec![part(1, 1), part(1, 450), part(1, 1)]), [2, 451, 2]);
        let facts: usize = portions(vec![part(0, 450)]).iter().flatten().map(|part| part.facts.len()).sum();
        assert_eq!(facts, 450);
    }
}
