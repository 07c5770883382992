//! What was sent, by the numbers that it is about.

use std::collections::BTreeMap;

use super::kept::Subject;
use super::recorded::Said;
use crate::carriers::{Message, Problem, Reading};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::tracking::Fact;

/// What a message says of one shipment: all of it, and what of it is about each container.
#[derive(Default)]
pub(super) struct Part {
    pub papers: Vec<String>,
    pub facts: Vec<Fact>,
    pub of_boxes: BTreeMap<String, Vec<Fact>>,
}

impl Part {
    /// A part for each shipment that the message is about.
    pub fn all_of(message: Message) -> Vec<Part> {
        let reading = Reading { messages: vec![message], ..Reading::default() };
        reading.shipments().into_iter().flat_map(|shipment| shipment.messages).map(Part::of).collect()
    }

    /// What a message says that is about one shipment.
    pub fn of(message: Message) -> Part {
        let papers = message.numbers.into_iter().filter(|named| named.kind != NumberKind::Container);
        Part { papers: papers.map(|named| named.number).collect(), ..Part::of_facts(message.facts) }
    }

    /// Facts that are about no number but the containers they name.
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

/// What is said of which number, what is said of all before what is said of one container; and what nobody can be asked for.
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
    // What is said of a container alone comes last: whoever has heard of all knows it.
    said.sort_by_key(|said| said.subject.is_box);
    (said, problems)
}
