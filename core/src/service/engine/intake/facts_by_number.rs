//! Groups the facts of messages by the numbers they are about.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::record_facts::{FactsAbout, RecordingOutcome, RecordingReport};
use crate::decoders::{FactRef, Message, NamedNumber, Problem};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::resources::TrackingRequestId;
use crate::service::engine::derive::unclaimed_facts::SubjectNumber;
use crate::tracking::{Fact, Statement};

/// Facts that are recorded together, by the numbers they are about.
#[derive(Default)]
pub(super) struct Part<'m> {
    pub documents: Vec<String>,
    pub facts: Vec<FactRef<'m>>,
    /// The indexes in `facts` of the facts about each container.
    pub by_container: BTreeMap<String, Vec<usize>>,
}

impl<'m> Part<'m> {
    /// Returns one part for each shipment of the message.
    pub fn all_of(message: &'m Message) -> Vec<Self> {
        message.by_shipment().into_iter().map(|shipment| Part::of(shipment.numbers, shipment.facts)).collect()
    }

    pub fn of(numbers: Vec<NamedNumber>, facts: Vec<FactRef<'m>>) -> Self {
        let documents = numbers.into_iter().filter(|named| named.kind != NumberKind::Container);
        Part { documents: documents.map(|named| named.number).collect(), ..Part::of_facts(facts) }
    }

    pub fn of_facts(facts: Vec<FactRef<'m>>) -> Self {
        let mut by_container: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate() {
            if let Some(container) = &fact.container {
                by_container.entry(container.clone()).or_default().push(index);
            }
        }
        Part { documents: Vec::new(), facts, by_container }
    }

    pub fn whole(&self) -> PartOfBatch<'_> {
        PartOfBatch { part: self, containers: self.by_container.iter().collect() }
    }
}

/// A part with the containers that are recorded in one batch.
pub(super) struct PartOfBatch<'p> {
    part: &'p Part<'p>,
    containers: Vec<(&'p String, &'p Vec<usize>)>,
}

impl PartOfBatch<'_> {
    fn count_numbers(&self) -> usize {
        self.part.documents.len() + self.containers.len()
    }
}

/// Facts under bills and bookings come before those under containers. The problems describe what cannot be recorded.
pub(super) fn facts_by_number<'p>(parts: &[PartOfBatch<'p>]) -> (Vec<FactsAbout<'p>>, Vec<Problem>) {
    let (mut facts_by_number, mut problems) = (Vec::new(), Vec::new());
    for (at, PartOfBatch { part, containers }) in parts.iter().enumerate() {
        let part: &'p Part<'p> = part;
        if part.facts.is_empty() {
            continue;
        }
        let of_document = FactsOfDocuments::of(part);
        let documents = part
            .documents
            .iter()
            .map(|document| (document, SubjectNumber::of_document_at_source(document), of_document.facts(document)));
        let fact_at = |index: &usize| part.facts.get(*index).map(|fact| &**fact);
        let facts_at = |indexes: &[usize]| indexes.iter().filter_map(fact_at).collect();
        let containers =
            containers.iter().map(|(number, indexes)| (*number, SubjectNumber::parse(number), facts_at(indexes)));
        for (number, subject, facts) in documents.chain(containers) {
            match subject {
                Ok(subject) => {
                    facts_by_number.push(FactsAbout { subject, facts, part: at, carriers: &[], is_mailed: false })
                }
                Err(refused) => {
                    let detail = format!("no facts are recorded under {}: {}", Quoted(number), refused.message());
                    problems.push(Problem::new("", detail));
                }
            }
        }
        if part.documents.is_empty() && part.by_container.is_empty() {
            problems.push(Problem::new(
                "",
                "it contains no booking, bill of lading or container to record its facts under",
            ));
        }
    }
    facts_by_number.sort_by_key(|facts| facts.subject.is_container);
    (facts_by_number, problems)
}

/// If a part with several documents has more facts under them than this, each fact is recorded only under the documents that it names, and
/// under its container. Otherwise the number of records would grow with the square of the message: a container of a consolidator has
/// hundreds of house bills.
const MAX_SHARED: usize = 10_000;

/// The facts of a part by the document under which they are recorded.
enum FactsOfDocuments<'p> {
    All(Vec<&'p Fact>),
    ByDocument(HashMap<&'p str, Vec<&'p Fact>>),
}

impl<'p> FactsOfDocuments<'p> {
    fn of(part: &'p Part<'p>) -> Self {
        let facts = part.facts.iter().map(|fact| &**fact);
        if part.documents.len() < 2 || part.documents.len() * part.facts.len() <= MAX_SHARED {
            return FactsOfDocuments::All(facts.collect());
        }
        let mut by_document: HashMap<&str, Vec<&Fact>> = HashMap::new();
        for fact in facts {
            let Statement::Event(event) = &fact.statement else { continue };
            for document in &event.documents {
                by_document.entry(document).or_default().push(fact);
            }
        }
        FactsOfDocuments::ByDocument(by_document)
    }

    fn facts(&self, document: &str) -> Vec<&'p Fact> {
        match self {
            FactsOfDocuments::All(facts) => facts.clone(),
            FactsOfDocuments::ByDocument(facts) => facts.get(document).cloned().unwrap_or_default(),
        }
    }
}

/// Maximum number of numbers in one transaction, unless one shipment has more. Facts about one shipment stay together, so that they are
/// published at once.
const MAX_NUMBERS: usize = 200;

pub(super) fn batches<'p>(parts: &'p [Part<'p>]) -> Vec<Vec<PartOfBatch<'p>>> {
    let mut batches = vec![Vec::new()];
    let mut room = MAX_NUMBERS;
    for part in parts.iter().flat_map(split) {
        let size = part.count_numbers();
        if size > room && room < MAX_NUMBERS {
            batches.push(Vec::new());
            room = MAX_NUMBERS;
        }
        room = room.saturating_sub(size);
        if let Some(batch) = batches.last_mut() {
            batch.push(part);
        }
    }
    batches
}

fn split<'p>(part: &'p Part<'p>) -> Vec<PartOfBatch<'p>> {
    let whole = part.whole();
    if !part.documents.is_empty() || whole.containers.len() <= MAX_NUMBERS {
        return vec![whole];
    }
    let chunks = whole.containers.chunks(MAX_NUMBERS);
    chunks.map(|containers| PartOfBatch { part, containers: containers.to_vec() }).collect()
}

/// The combined result of several batches.
#[derive(Default, Clone)]
pub(super) struct RecordedBatches {
    recorded: RecordingReport,
    refused: Option<String>,
    /// Indexes in `recorded.requests`.
    indexes: HashMap<TrackingRequestId, usize>,
    doubts: HashSet<String>,
}

impl RecordedBatches {
    pub fn add(&mut self, outcome: RecordingOutcome) {
        let RecordingOutcome { report: RecordingReport { requests, kept, doubts }, refused } = outcome;
        self.recorded.kept += kept;
        self.refused = self.refused.take().or_else(|| refused.map(|refused| refused.message().to_owned()));
        for recorded in requests {
            match self.indexes.get(&recorded.request).and_then(|index| self.recorded.requests.get_mut(*index)) {
                Some(report) => {
                    report.new += recorded.new;
                    report.shipment = recorded.shipment.or(report.shipment.take());
                }
                None => {
                    self.indexes.insert(recorded.request.clone(), self.recorded.requests.len());
                    self.recorded.requests.push(recorded);
                }
            }
        }
        let new = doubts.into_iter().filter(|doubt| self.doubts.insert(doubt.clone()));
        self.recorded.doubts.extend(new);
    }

    /// Adds the last batch and returns the combined report, with the reason if some facts could not be stored.
    pub fn with_last(&self, last: RecordingOutcome) -> (RecordingReport, Option<String>) {
        let mut whole = self.clone();
        whole.add(last);
        (whole.recorded, whole.refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::{Event, Movement};

    fn part(documents: usize, containers: usize) -> Part<'static> {
        let fact = |at: usize| {
            let event = Event::actual(Movement::Loaded, "2026-05-02");
            FactRef::Own(Box::new(Fact::event(&format!("MSKU{at:07}"), event)))
        };
        let documents = (0..documents).map(|at| format!("B{at}")).collect();
        Part { documents, ..Part::of_facts((0..containers).map(fact).collect()) }
    }

    #[test]
    fn many_facts_under_many_documents_are_recorded_under_those_that_they_name() {
        let part = |bills: usize| {
            let fact = |number: usize| {
                let mut event = Event::actual(Movement::Loaded, "2026-05-02");
                event.documents = vec![format!("MAEU{number:09}")];
                FactRef::Own(Box::new(Fact::event("MSKU0308961", event)))
            };
            let documents = (0..bills).map(|number| format!("MAEU{number:09}")).collect();
            Part { documents, ..Part::of_facts((0..bills).map(fact).collect()) }
        };
        for (bills, of_bill) in [(100, 100), (101, 1)] {
            let parts = [part(bills)];
            let batches = batches(&parts);
            let about = facts_by_number(&batches[0]).0;
            let counts: Vec<usize> = about.iter().map(|about| about.facts.len()).collect();
            assert_eq!(counts, [vec![of_bill; bills], vec![bills]].concat(), "and under the container");
        }
    }

    #[test]
    fn batches_have_a_limited_size_and_do_not_split_a_shipment() {
        let sizes = |parts: Vec<Part<'_>>| -> Vec<usize> {
            batches(&parts).iter().map(|batch| batch.iter().map(PartOfBatch::count_numbers).sum()).collect()
        };
        assert_eq!(sizes(Vec::new()), [0]);
        assert_eq!(sizes(vec![part(1, 2)]), [3]);
        assert_eq!(sizes((0..150).map(|_| part(1, 2)).collect()), [198, 198, 54]);
        assert_eq!(sizes(vec![part(0, 450)]), [200, 200, 50]);
        assert_eq!(sizes(vec![part(1, 1), part(1, 450), part(1, 1)]), [2, 451, 2]);
        let parts = [part(0, 450)];
        let numbers = batches(&parts)
            .iter()
            .flat_map(|batch| facts_by_number(batch).0)
            .map(|about| about.facts.len())
            .sum::<usize>();
        assert_eq!(numbers, 450);
    }
}
