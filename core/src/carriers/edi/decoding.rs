//! What is common to the decoders of all messages.

use std::collections::HashSet;

use super::interchange::Numbers;
use super::problem::{Problem, ProblemCode};
use super::segment::Segment;
use super::senders::Senders;
use super::told::Told;
use super::{codes, container};

use crate::error::Quoted;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Fact, Source};

/// A message that is being decoded: its segments with the header first and without the trailer, and what was made of it so far.
pub(super) struct Decoding<'d> {
    pub segments: &'d [Segment<'d>],
    pub senders: &'d Senders,
    /// The identifications of who sent the interchange and the group.
    pub from: [&'d str; 2],
    pub numbers: Numbers,
    pub facts: Vec<Fact>,
    /// The most there may be.
    pub most_facts: usize,
    pub problems: Vec<Problem>,
    /// The containers among the numbers, to be found among many.
    boxes: HashSet<String>,
}

impl<'d> Decoding<'d> {
    pub fn new(segments: &'d [Segment<'d>], senders: &'d Senders, from: [&'d str; 2], most_facts: usize) -> Self {
        let (numbers, boxes) = (Numbers::default(), HashSet::new());
        Decoding { segments, senders, from, numbers, facts: Vec::new(), most_facts, problems: Vec::new(), boxes }
    }

    /// Whether more was said than is taken in.
    pub fn is_full(&self) -> bool {
        self.facts.len() > self.most_facts
    }

    /// Notes a problem, as far as there is room.
    pub fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

impl Decoding<'_> {
    /// As whose words those of a carrier's message count.
    pub fn carrier(&self) -> Source {
        self.senders.source(self.from).cloned().unwrap_or_else(|| DataSource::ShippingLine.into())
    }

    /// As whose words the report of a gate or a quay counts.
    pub fn terminal(&self) -> Source {
        let named = || match self.from[0].trim() {
            "" => DataSource::Terminal.into(),
            name => Source::named(DataSource::Terminal, name),
        };
        self.senders.source(self.from).cloned().unwrap_or_else(named)
    }

    /// Takes in one status of the carrier, and says so where nobody knows its code.
    pub fn status(&mut self, mut told: Told<'_>, segment: &Segment<'_>, element: usize) {
        let meaning = self.senders.meaning(self.from, &told.code);
        if meaning.is_none() {
            let detail = format!("{} is a status code nobody explained; it is kept", Quoted(&told.code));
            let problem = Problem::new(ProblemCode::UnknownCode, detail);
            self.problem(problem.at(segment.number, segment.tag()).in_element(element));
        }
        told.description = told.description.or_else(|| codes::words(&told.code).map(str::to_owned));
        let source = self.carrier();
        self.told(told, |told, facts| told.into_facts(meaning, &source, facts));
    }

    /// Takes in what is told, with the numbers it is about.
    pub fn told(&mut self, told: Told<'_>, into_facts: impl FnOnce(Told<'_>, &mut Vec<Fact>)) {
        if self.is_full() {
            return;
        }
        for number in &told.containers {
            self.name_container(number);
        }
        into_facts(told, &mut self.facts);
    }

    fn name_container(&mut self, number: &str) {
        // Few are compared one by one; a report of a whole vessel has thousands.
        let known = &self.numbers.containers;
        let is_known = match known.len() < 16 {
            true => known.iter().any(|known| known == number),
            false => {
                if self.boxes.is_empty() {
                    self.boxes.extend(known.iter().cloned());
                }
                !self.boxes.insert(number.to_owned())
            }
        };
        if is_known {
            return;
        }
        if !container::is_one(number) {
            let detail =
                format!("{} has not the shape of a container's number; it is followed as it is", Quoted(number));
            self.problem(Problem::new(ProblemCode::NotAContainer, detail));
        }
        self.numbers.containers.push(number.to_owned());
    }

    /// The time that was read, or that it could not be, where there is any text.
    pub fn time(
        &mut self,
        read: Option<Timestamp>,
        text: &str,
        segment: &Segment<'_>,
        element: usize,
    ) -> Option<Timestamp> {
        let is_nothing = text.trim().bytes().all(|byte| byte == b'0');
        if read.is_none() && !is_nothing {
            let detail = format!("{} is not a date; it is kept", Quoted(text));
            let problem = Problem::new(ProblemCode::NotATime, detail);
            self.problem(problem.at(segment.number, segment.tag()).in_element(element));
        }
        read
    }

    /// Whether anything can be made of the message; if not, why.
    pub fn missing(&mut self, tag: &str, detail: &str) {
        self.problem(Problem::missing(tag, detail));
    }
}

/// The most of one kind that a whole message may share: numbers, places, transports. Standards allow about thirty, and what is shared
/// is repeated with every container.
const MOST_SHARED: usize = 64;

/// The most problems of one message that are told.
const MOST_PROBLEMS: usize = 100;

/// Adds a number that is not there yet.
pub(super) fn add(numbers: &mut Vec<String>, number: &str) {
    let number = number.trim();
    if !number.is_empty() && !numbers.iter().any(|known| known == number) {
        share(numbers, number.to_owned());
    }
}

/// Adds what a whole message shares, as far as there is room.
pub(super) fn share<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST_SHARED {
        list.push(item);
    }
}

/// The text, where there is any.
pub(super) fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
