//! Assigns the facts of a reading to shipments: by booking or bill, else by container. A container alone joins nothing,
//! since it makes many voyages; it only joins a booking and a bill that are both named with it within weeks.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::message::{Message, NamedNumber, Reading};
use crate::numbers::NumberKind;
use crate::tracking::{Fact, Particulars, Statement, Unions, approximate_utc, containers_named_in};

/// Facts of a container under its booking and under a bill within this time are of one voyage.
const ONE_VOYAGE: TimeDelta = TimeDelta::days(60);

impl Reading {
    /// The same, a reading for each shipment that the facts are about, in the order in which they are first named.
    ///
    /// A fact belongs to the shipment with the bookings and bills that it names. Where it names none, its message does, as far as
    /// that says something else of the container; else it goes by its container, to the shipment whose time is nearest. The answers
    /// of a carrier are taken for the pages of one, about one shipment.
    pub fn shipments(&self) -> Vec<Reading> {
        if self.messages.iter().all(|message| message.form.is_whole_answer()) {
            return vec![self.clone()];
        }
        let parted = Parting::of(&self.messages).parted();
        match parted.len() {
            0 | 1 => vec![self.clone()],
            _ => parted.into_values().map(|messages| Reading { messages, problems: Vec::new() }).collect(),
        }
    }
}

/// Assigns facts to shipments, numbered in order of appearance. Of several that turn out to be one, the first stands
/// for all.
#[derive(Default)]
struct Parting<'m> {
    messages: &'m [Message],
    shipments: Unions,
    by_document: HashMap<&'m str, usize>,
    of_answers: Option<usize>,
    kinds: HashMap<&'m str, NumberKind>,
    mentions: HashMap<&'m str, Vec<Mention>>,
}

impl<'m> Parting<'m> {
    fn of(messages: &'m [Message]) -> Self {
        let mut parting = Parting { messages, ..Parting::default() };
        for message in messages {
            parting.kinds.extend(message.numbers.iter().map(|named| (named.number.as_str(), named.kind)));
            let documents = DocumentNumbers::of(message);
            for fact in &message.facts {
                let shipment = match message.form.is_whole_answer() {
                    true => Some(parting.answers(&documents)),
                    false if matches!(fact.statement, Statement::Particulars(_)) => None,
                    false => parting.with(documents.of_container(fact.container.as_deref())),
                };
                if let (Some(shipment), Some(container)) = (shipment, fact.container.as_deref()) {
                    parting.mentions.entry(container).or_default().push((shipment, documents.time(fact, message)));
                }
            }
        }
        parting.join_bookings_and_bills();
        parting
    }

    fn with(&mut self, documents: &[&'m str]) -> Option<usize> {
        let mut shipment = None;
        for document in documents {
            let known = self.by_document.get(document).copied();
            let shared = known.or(shipment).unwrap_or_else(|| self.shipments.add());
            self.by_document.insert(document, shared);
            shipment.into_iter().for_each(|shipment| self.shipments.join(shipment, shared));
            shipment = Some(shared);
        }
        shipment
    }

    fn answers(&mut self, documents: &DocumentNumbers<'m>) -> usize {
        let shipment = self.of_answers.unwrap_or_else(|| self.shipments.add());
        self.of_answers = Some(shipment);
        for document in &documents.all {
            let other = self.with(&[document]);
            other.into_iter().for_each(|other| self.shipments.join(shipment, other));
        }
        shipment
    }

    /// Joins what is known of a container under bookings only with what is known under bills only, if close in time.
    fn join_bookings_and_bills(&mut self) {
        let mut kinds: HashMap<usize, BTreeSet<NumberKind>> = HashMap::new();
        for (document, shipment) in &self.by_document {
            let kind = self.kinds.get(document).copied().unwrap_or(NumberKind::BillOfLading);
            kinds.entry(self.shipments.find(*shipment)).or_default().insert(kind);
        }
        let mut containers: Vec<&str> = self.mentions.keys().copied().collect();
        containers.sort_unstable();
        for container in containers {
            for pair in self.spans(container).windows(2) {
                let [(earlier, before), (later, after)] = [pair[0], pair[1]];
                let (one, other) = (self.shipments.find(before), self.shipments.find(after));
                let of = |shipment: &usize| kinds.get(shipment).cloned().unwrap_or_default();
                let (own, others) = (of(&one), of(&other));
                let complete = !own.is_empty() && !others.is_empty() && own.is_disjoint(&others);
                if one != other && complete && later.0 - earlier.1 <= ONE_VOYAGE {
                    self.shipments.join(one, other);
                    kinds.insert(one.min(other), own.union(&others).copied().collect());
                }
            }
        }
    }

    /// First and last time of the container in each shipment, ordered by the first.
    fn spans(&self, container: &str) -> Vec<(Span, usize)> {
        let mut spans: BTreeMap<usize, Span> = BTreeMap::new();
        for (shipment, at) in self.mentions.get(container).into_iter().flatten() {
            let at = at.unwrap_or_default();
            let span = spans.entry(self.shipments.find(*shipment)).or_insert((at, at));
            *span = (span.0.min(at), span.1.max(at));
        }
        let mut spans: Vec<(Span, usize)> = spans.into_iter().map(|(shipment, span)| (span, shipment)).collect();
        spans.sort_unstable();
        spans
    }

    fn parted(mut self) -> BTreeMap<usize, Vec<Message>> {
        let spans: HashMap<&str, Vec<(Span, usize)>> =
            self.mentions.keys().map(|container| (*container, self.spans(container))).collect();
        let mut alone: HashMap<Option<&str>, usize> = HashMap::new();
        let mut parted: BTreeMap<usize, Vec<Message>> = BTreeMap::new();
        for message in self.messages {
            let documents = DocumentNumbers::of(message);
            let mut own: BTreeMap<usize, Vec<Fact>> = BTreeMap::new();
            for fact in &message.facts {
                let mut nearest_shipment = |parting: &mut Self, container: Option<&'m str>| {
                    let near =
                        container.and_then(|container| nearest(spans.get(container)?, documents.time(fact, message)));
                    near.unwrap_or_else(|| *alone.entry(container).or_insert_with(|| parting.shipments.add()))
                };
                if let (Statement::Particulars(particulars), false) = (&fact.statement, message.form.is_whole_answer())
                {
                    for (shipment, containers) in self.about(particulars, &documents, &mut nearest_shipment) {
                        let part = Particulars { containers, ..particulars.clone() };
                        let part = Fact { statement: Statement::Particulars(part), ..fact.clone() };
                        own.entry(shipment).or_default().push(part);
                    }
                    continue;
                }
                let shipment = match message.form.is_whole_answer() {
                    true => self.of_answers.unwrap_or_default(),
                    false => match self.with(documents.of_container(fact.container.as_deref())) {
                        Some(shipment) => shipment,
                        None => nearest_shipment(&mut self, fact.container.as_deref()),
                    },
                };
                own.entry(self.shipments.find(shipment)).or_default().push(fact.clone());
            }
            let mut numbers = self.numbers(message, &own);
            // Problems of the message are reported once.
            let mut problems = message.problems.clone();
            let cancelled: HashSet<&String> = message.cancelled.iter().collect();
            for (shipment, facts) in own {
                let numbers = numbers.remove(&shipment).unwrap_or_default();
                let gone = numbers.iter().map(|named| &named.number).filter(|number| cancelled.contains(number));
                let cancelled = gone.cloned().collect();
                let problems = std::mem::take(&mut problems);
                let part = Message { facts, numbers, cancelled, problems, ..about_nothing(message) };
                parted.entry(shipment).or_default().push(part);
            }
        }
        parted
    }

    fn about(
        &mut self,
        particulars: &'m Particulars,
        documents: &DocumentNumbers<'m>,
        nearest_shipment: &mut impl FnMut(&mut Self, Option<&'m str>) -> usize,
    ) -> BTreeMap<usize, Vec<String>> {
        let mut about: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        if particulars.containers.is_empty() {
            let shipment = self.with(documents.of_container(None)).unwrap_or_else(|| nearest_shipment(self, None));
            about.insert(self.shipments.find(shipment), Vec::new());
        }
        for container in &particulars.containers {
            let shipment = self.with(documents.of_container(Some(container)));
            let shipment = shipment.unwrap_or_else(|| nearest_shipment(self, Some(container)));
            about.entry(self.shipments.find(shipment)).or_default().push(container.clone());
        }
        about
    }

    fn numbers(&self, message: &Message, own: &BTreeMap<usize, Vec<Fact>>) -> HashMap<usize, Vec<NamedNumber>> {
        let mut with: HashMap<&str, Vec<usize>> = HashMap::new();
        for (shipment, facts) in own {
            for container in facts.iter().flat_map(containers_named_in) {
                let shipments = with.entry(container).or_default();
                if shipments.last() != Some(shipment) {
                    shipments.push(*shipment);
                }
            }
        }
        let mut numbers: HashMap<usize, Vec<NamedNumber>> = HashMap::new();
        for named in &message.numbers {
            let shipments = match named.kind {
                NumberKind::Container => with.remove(named.number.as_str()).unwrap_or_default(),
                NumberKind::BillOfLading | NumberKind::BookingNumber => self
                    .by_document
                    .get(named.number.as_str())
                    .map(|shipment| self.shipments.find(*shipment))
                    .into_iter()
                    .collect(),
            };
            for shipment in shipments {
                numbers.entry(shipment).or_default().push(named.clone());
            }
        }
        numbers
    }
}

fn about_nothing(message: &Message) -> Message {
    let Message { form, place, sender, sent_at, control_number, retracted, .. } = message;
    Message {
        place: place.clone(),
        sender: sender.clone(),
        sent_at: sent_at.clone(),
        control_number: control_number.clone(),
        retracted: retracted.clone(),
        ..Message::of(*form)
    }
}

type Mention = (usize, Option<DateTime<Utc>>);

type Span = (DateTime<Utc>, DateTime<Utc>);

/// The span that began last before `at`, else the next one. Without a time, the latest.
fn nearest(spans: &[(Span, usize)], at: Option<DateTime<Utc>>) -> Option<usize> {
    let Some(at) = at else { return spans.last().map(|(_, shipment)| *shipment) };
    let next = spans.partition_point(|(span, _)| span.0 <= at);
    let before = next.checked_sub(1).and_then(|before| spans.get(before));
    let after = spans.get(next);
    let nearest = match (before, after) {
        (Some((before, _)), Some((after, _))) if after.0 - at < at - before.1 => spans.get(next),
        (Some(_), _) => before,
        (None, after) => after,
    };
    nearest.map(|(_, shipment)| *shipment)
}

fn time(fact: &Fact) -> Option<DateTime<Utc>> {
    match &fact.statement {
        Statement::Event(event) => approximate_utc(event.at.as_ref()?),
        _ => None,
    }
}

struct DocumentNumbers<'m> {
    since: HashMap<Option<&'m str>, DateTime<Utc>>,
    by_container: HashMap<Option<&'m str>, Vec<&'m str>>,
    all: Vec<&'m str>,
    is_about_one: bool,
}

impl<'m> DocumentNumbers<'m> {
    fn of(message: &'m Message) -> Self {
        let is_document = |kind: NumberKind| kind != NumberKind::Container;
        let (documents, containers): (Vec<_>, Vec<_>) =
            message.numbers.iter().partition(|named| is_document(named.kind));
        let all = documents.into_iter().map(|named| named.number.as_str()).collect();
        let mut by_container: HashMap<Option<&str>, Vec<&str>> = HashMap::new();
        let mut since = HashMap::new();
        for fact in &message.facts {
            let Statement::Event(event) = &fact.statement else { continue };
            time(fact).map(|at| *since.entry(fact.container.as_deref()).or_insert(at));
            let known = by_container.entry(fact.container.as_deref()).or_default();
            for document in &event.documents {
                if !known.contains(&document.as_str()) {
                    known.push(document);
                }
            }
        }
        DocumentNumbers { since, by_container, all, is_about_one: containers.len() < 2 }
    }

    /// Of a reading, when something first happened to the container, or when it was reported.
    fn time(&self, fact: &Fact, message: &Message) -> Option<DateTime<Utc>> {
        let beside = || self.since.get(&fact.container.as_deref()).copied();
        time(fact).or_else(beside).or_else(|| approximate_utc(message.sent_at.as_ref()?))
    }

    fn of_container(&self, container: Option<&'m str>) -> &[&'m str] {
        match self.by_container.get(&container).filter(|documents| !documents.is_empty()) {
            Some(documents) => documents,
            None if self.is_about_one => &self.all,
            None => &[],
        }
    }
}
