//! Splits a reading by shipment.
//!
//! Facts are assigned by booking or bill of lading, otherwise by container. A shared container alone does not make two
//! shipments one, because a container makes many voyages. It only joins a booking and a bill that were both reported with
//! it within [`ONE_VOYAGE`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Deref;

use chrono::{DateTime, TimeDelta, Utc};

use super::message::{Message, NamedNumber, Problem, Reading};
use crate::numbers::NumberKind;
use crate::tracking::{Fact, Particulars, Statement, Unions, approximate_utc, containers_named_in};

/// A booking and a bill of one container within this time belong to the same voyage.
const ONE_VOYAGE: TimeDelta = TimeDelta::days(60);

impl Reading {
    /// Splits the reading into one for each shipment, in the order in which the shipments first appear.
    ///
    /// A fact belongs to the shipment of the bookings and bills that it names. If it names none, those that its message names for
    /// the same container count. Otherwise the fact is assigned by its container, to the shipment that is nearest
    /// in time. All DCSA answers of a reading count as pages of one answer about one shipment.
    pub fn shipments(&self) -> Vec<Reading> {
        if self.messages.iter().all(|message| message.form.is_whole_answer()) {
            return vec![self.clone()];
        }
        let messages_by_shipment = ShipmentSplit::of(&self.messages).messages_by_shipment();
        if messages_by_shipment.len() < 2 {
            return vec![self.clone()];
        }
        let shipments = messages_by_shipment.into_values().map(|parts| {
            let messages = parts.into_iter().map(MessagePart::into_message).collect();
            Reading { messages, problems: Vec::new() }
        });
        shipments.collect()
    }
}

impl Message {
    /// Splits the message by shipment, as [`Reading::shipments`], without copies of the facts, which need most of the memory.
    pub(crate) fn by_shipment(&self) -> Vec<ShipmentFacts<'_>> {
        let parts = ShipmentSplit::of(std::slice::from_ref(self)).messages_by_shipment();
        if parts.len() < 2 {
            let facts = self.facts.iter().map(FactRef::Shared).collect();
            return vec![ShipmentFacts { numbers: self.numbers.clone(), facts }];
        }
        let parts = parts.into_values().flatten();
        parts.map(|MessagePart { numbers, facts, .. }| ShipmentFacts { numbers, facts }).collect()
    }
}

/// The facts of a message about one shipment, and the numbers that name it.
pub(crate) struct ShipmentFacts<'m> {
    pub numbers: Vec<NamedNumber>,
    pub facts: Vec<FactRef<'m>>,
}

/// A fact of a message, or a part of one.
pub(crate) enum FactRef<'m> {
    Shared(&'m Fact),
    Own(Box<Fact>),
}

impl<'m> FactRef<'m> {
    /// The fact with only these containers of its `particulars`.
    fn with_containers(fact: &'m Fact, particulars: &Particulars, containers: Vec<String>) -> Self {
        if containers.len() == particulars.containers.len() {
            return FactRef::Shared(fact);
        }
        let mut fact = fact.clone();
        if let Statement::Particulars(particulars) = &mut fact.statement {
            particulars.containers = containers;
        }
        FactRef::Own(Box::new(fact))
    }

    fn into_fact(self) -> Fact {
        match self {
            FactRef::Shared(fact) => fact.clone(),
            FactRef::Own(fact) => *fact,
        }
    }
}

impl Deref for FactRef<'_> {
    type Target = Fact;

    fn deref(&self) -> &Fact {
        match self {
            FactRef::Shared(fact) => fact,
            FactRef::Own(fact) => fact,
        }
    }
}

/// Assigns facts to shipments, which are numbered in order of appearance. If several turn out to be one shipment, the first
/// number is used.
#[derive(Default)]
struct ShipmentSplit<'m> {
    messages: &'m [Message],
    shipments: Unions,
    by_document: HashMap<&'m str, usize>,
    answers_shipment: Option<usize>,
    kinds: HashMap<&'m str, NumberKind>,
    mentions: HashMap<&'m str, Vec<Mention>>,
}

impl<'m> ShipmentSplit<'m> {
    fn of(messages: &'m [Message]) -> Self {
        let mut split = ShipmentSplit { messages, ..ShipmentSplit::default() };
        for message in messages {
            split.kinds.extend(message.numbers.iter().map(|named| (named.number.as_str(), named.kind)));
            let documents = DocumentNumbers::of(message);
            let mut known = ShipmentsOfContainers::new();
            for fact in &message.facts {
                let shipment = match message.form.is_whole_answer() {
                    true => Some(split.shipment_of_answers(&documents)),
                    false if matches!(fact.statement, Statement::Particulars(_)) => None,
                    false => split.shipment_of_container(fact.container.as_deref(), &documents, &mut known),
                };
                if let (Some(shipment), Some(container)) = (shipment, fact.container.as_deref()) {
                    split.mentions.entry(container).or_default().push((shipment, documents.time(fact, message)));
                }
            }
        }
        split.join_bookings_and_bills();
        split
    }

    fn shipment_of(&mut self, documents: &[&'m str]) -> Option<usize> {
        let mut shipment = None;
        for document in documents {
            let existing = self.by_document.get(document).copied();
            let shared = existing.or(shipment).unwrap_or_else(|| self.shipments.add());
            self.by_document.insert(document, shared);
            shipment.into_iter().for_each(|shipment| self.shipments.join(shipment, shared));
            shipment = Some(shared);
        }
        shipment
    }

    fn shipment_of_container(
        &mut self,
        container: Option<&'m str>,
        documents: &DocumentNumbers<'m>,
        known: &mut ShipmentsOfContainers<'m>,
    ) -> Option<usize> {
        *known.entry(container).or_insert_with(|| self.shipment_of(documents.of_container(container)))
    }

    fn shipment_of_answers(&mut self, documents: &DocumentNumbers<'m>) -> usize {
        let shipment = self.answers_shipment.unwrap_or_else(|| self.shipments.add());
        self.answers_shipment = Some(shipment);
        for document in &documents.all {
            let other = self.shipment_of(&[document]);
            other.into_iter().for_each(|other| self.shipments.join(shipment, other));
        }
        shipment
    }

    /// Joins a shipment with bookings only and one with bills only if they share a container and are close in time.
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
                let kinds_of = |shipment: &usize| kinds.get(shipment).cloned().unwrap_or_default();
                let (own, others) = (kinds_of(&one), kinds_of(&other));
                let complete = !own.is_empty() && !others.is_empty() && own.is_disjoint(&others);
                if one != other && complete && later.0 - earlier.1 <= ONE_VOYAGE {
                    self.shipments.join(one, other);
                    kinds.insert(one.min(other), own.union(&others).copied().collect());
                }
            }
        }
    }

    /// First and last time of the container in each shipment, ordered by the first time.
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

    fn messages_by_shipment(mut self) -> BTreeMap<usize, Vec<MessagePart<'m>>> {
        let spans: HashMap<&str, Vec<(Span, usize)>> =
            self.mentions.keys().map(|container| (*container, self.spans(container))).collect();
        let mut alone: HashMap<Option<&str>, usize> = HashMap::new();
        let mut messages_by_shipment: BTreeMap<usize, Vec<MessagePart<'m>>> = BTreeMap::new();
        for message in self.messages {
            let documents = DocumentNumbers::of(message);
            let mut known = ShipmentsOfContainers::new();
            let mut own: BTreeMap<usize, Vec<FactRef<'m>>> = BTreeMap::new();
            for fact in &message.facts {
                let mut nearest_shipment = |split: &mut Self, container: Option<&'m str>| {
                    let near =
                        container.and_then(|container| nearest(spans.get(container)?, documents.time(fact, message)));
                    near.unwrap_or_else(|| *alone.entry(container).or_insert_with(|| split.shipments.add()))
                };
                if let (Statement::Particulars(particulars), false) = (&fact.statement, message.form.is_whole_answer())
                {
                    for (shipment, containers) in
                        self.containers_by_shipment(particulars, &documents, &mut nearest_shipment)
                    {
                        own.entry(shipment).or_default().push(FactRef::with_containers(fact, particulars, containers));
                    }
                    continue;
                }
                let shipment = match message.form.is_whole_answer() {
                    true => self.answers_shipment.unwrap_or_default(),
                    false => match self.shipment_of_container(fact.container.as_deref(), &documents, &mut known) {
                        Some(shipment) => shipment,
                        None => nearest_shipment(&mut self, fact.container.as_deref()),
                    },
                };
                own.entry(self.shipments.find(shipment)).or_default().push(FactRef::Shared(fact));
            }
            for (shipment, part) in self.message_parts(message, own) {
                messages_by_shipment.entry(shipment).or_default().push(part);
            }
        }
        messages_by_shipment
    }

    /// The parts of a message, from its facts by shipment.
    fn message_parts(
        &self,
        message: &'m Message,
        facts_by_shipment: BTreeMap<usize, Vec<FactRef<'m>>>,
    ) -> impl Iterator<Item = (usize, MessagePart<'m>)> + use<'m> {
        let mut numbers = self.numbers(message, &facts_by_shipment);
        // Only the first part gets the problems of the message, so that they are reported once.
        let mut problems = message.problems.clone();
        let cancelled: HashSet<&String> = message.cancelled.iter().collect();
        facts_by_shipment.into_iter().map(move |(shipment, facts)| {
            let numbers = numbers.remove(&shipment).unwrap_or_default();
            let cancelled = numbers.iter().map(|named| &named.number).filter(|number| cancelled.contains(number));
            let cancelled = cancelled.cloned().collect();
            let problems = std::mem::take(&mut problems);
            (shipment, MessagePart { message, facts, numbers, cancelled, problems })
        })
    }

    /// The containers of these particulars by shipment.
    fn containers_by_shipment(
        &mut self,
        particulars: &'m Particulars,
        documents: &DocumentNumbers<'m>,
        nearest_shipment: &mut impl FnMut(&mut Self, Option<&'m str>) -> usize,
    ) -> BTreeMap<usize, Vec<String>> {
        let mut about: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        if particulars.containers.is_empty() {
            let shipment =
                self.shipment_of(documents.of_container(None)).unwrap_or_else(|| nearest_shipment(self, None));
            about.insert(self.shipments.find(shipment), Vec::new());
        }
        for container in &particulars.containers {
            let shipment = self.shipment_of(documents.of_container(Some(container)));
            let shipment = shipment.unwrap_or_else(|| nearest_shipment(self, Some(container)));
            about.entry(self.shipments.find(shipment)).or_default().push(container.clone());
        }
        about
    }

    fn numbers(&self, message: &Message, own: &BTreeMap<usize, Vec<FactRef<'_>>>) -> HashMap<usize, Vec<NamedNumber>> {
        let mut with: HashMap<&str, Vec<usize>> = HashMap::new();
        for (shipment, facts) in own {
            for container in facts.iter().flat_map(|fact| containers_named_in(fact)) {
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

/// The part of a message that is about one shipment.
struct MessagePart<'m> {
    message: &'m Message,
    facts: Vec<FactRef<'m>>,
    numbers: Vec<NamedNumber>,
    cancelled: Vec<String>,
    problems: Vec<Problem>,
}

impl MessagePart<'_> {
    fn into_message(self) -> Message {
        let MessagePart { message, facts, numbers, cancelled, problems } = self;
        let facts = facts.into_iter().map(FactRef::into_fact).collect();
        Message { facts, numbers, cancelled, problems, ..without_content(message) }
    }
}

fn without_content(message: &Message) -> Message {
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

/// The shipments of the containers that a message names. A container can be under many documents.
type ShipmentsOfContainers<'m> = HashMap<Option<&'m str>, Option<usize>>;

type Mention = (usize, Option<DateTime<Utc>>);

type Span = (DateTime<Utc>, DateTime<Utc>);

/// Of the last span that began before `at` and the next one, the closer one. The latest span if `at` is `None`.
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

    /// The time of the event; otherwise when the message first reports an event of the container, or when it was sent.
    fn time(&self, fact: &Fact, message: &Message) -> Option<DateTime<Utc>> {
        let of_container = || self.since.get(&fact.container.as_deref()).copied();
        time(fact).or_else(of_container).or_else(|| approximate_utc(message.sent_at.as_ref()?))
    }

    fn of_container(&self, container: Option<&'m str>) -> &[&'m str] {
        match self.by_container.get(&container).filter(|documents| !documents.is_empty()) {
            Some(documents) => documents,
            None if self.is_about_one => &self.all,
            None => &[],
        }
    }
}
