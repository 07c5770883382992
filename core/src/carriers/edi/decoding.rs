//! What is common to the decoders of all messages.

use std::borrow::Cow;
use std::collections::HashSet;

use super::codes::Meaning;
use super::codes::Senders;
use super::interchange::Numbers;
use super::interchange::{Problem, ProblemCode};
use super::segment::{Fields, Segment};
use super::text::is_container;
use super::told::Told;
use super::{codes, time};

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
    seen: SeenNumbers,
}

/// The numbers that were named so far.
#[derive(Default)]
struct SeenNumbers {
    boxes: Seen,
    bills: Seen,
    bookings: Seen,
}

/// The texts of a list, to be found among many: a report of a whole vessel names thousands.
#[derive(Default)]
struct Seen(HashSet<String>);

impl Seen {
    /// Adds a text that is not there yet. Whether it was added.
    fn add(&mut self, list: &mut Vec<String>, text: &str) -> bool {
        // Few are compared one by one.
        let is_known = match list.len() < 16 {
            true => list.iter().any(|known| known == text),
            false => {
                if self.0.is_empty() {
                    self.0.extend(list.iter().cloned());
                }
                !self.0.insert(text.to_owned())
            }
        };
        if !is_known {
            list.push(text.to_owned());
        }
        !is_known
    }
}

impl<'d> Decoding<'d> {
    pub fn new(segments: &'d [Segment<'d>], senders: &'d Senders, from: [&'d str; 2], most_facts: usize) -> Self {
        let (numbers, seen) = (Numbers::default(), SeenNumbers::default());
        Decoding { segments, senders, from, numbers, facts: Vec::new(), most_facts, problems: Vec::new(), seen }
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

    /// What the sender means by a status code.
    pub fn meaning(&self, code: &str) -> Option<Meaning> {
        self.senders.meaning(self.from, code)
    }

    /// Takes in one status of the carrier, and says so where nobody knows its code.
    pub fn status(&mut self, mut told: Told<'_>, segment: &Segment<'_>, element: usize) {
        let meaning = self.meaning(&told.code);
        if meaning.is_none() {
            let detail = format!("{} is a status code nobody explained; it is kept", Quoted(&told.code));
            let problem = Problem::new(ProblemCode::UnknownCode, detail);
            self.problem(problem.at(segment.number, segment.tag()).in_element(element));
        }
        told.description = told.description.or_else(|| codes::words(&told.code).map(Cow::Borrowed));
        let source = self.carrier();
        self.told(told, |told, facts| told.into_facts(meaning, &source, facts));
    }

    /// Takes in what is told, with the numbers it is about.
    pub fn told(&mut self, told: Told<'_>, into_facts: impl FnOnce(Told<'_>, &mut Vec<Fact>)) {
        if self.is_full() {
            return;
        }
        for number in told.containers.iter() {
            self.name_container(number);
        }
        into_facts(told, &mut self.facts);
    }

    fn name_container(&mut self, number: &str) {
        if !self.seen.boxes.add(&mut self.numbers.containers, number) {
            return;
        }
        if !is_container(number) {
            let detail =
                format!("{} has not the shape of a container's number; it is followed as it is", Quoted(number));
            self.problem(Problem::new(ProblemCode::NotAContainer, detail));
        }
    }

    /// Names a bill among those of a thing, as far as there is room there.
    pub fn bill(&mut self, own: &mut Vec<String>, number: &str) {
        if let Some(number) = add(own, number) {
            self.seen.bills.add(&mut self.numbers.bills, number);
        }
    }

    /// The same of a booking.
    pub fn booking(&mut self, own: &mut Vec<String>, number: &str) {
        if let Some(number) = add(own, number) {
            self.seen.bookings.add(&mut self.numbers.bookings, number);
        }
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

    /// Notes a time of day that cannot be one, beside a day that can.
    pub fn no_time(&mut self, text: &str, segment: &Segment<'_>, element: usize) {
        let problem = Problem::new(ProblemCode::NotATime, format!("{} is not a time; the day is kept", Quoted(text)));
        self.problem(problem.at(segment.number, segment.tag()).in_element(element));
    }

    /// The time of a DTM of EDIFACT with what it is the time of. Some write the day in one segment, and the time of day in the next.
    pub fn moment<'f>(&mut self, segment: &Segment<'_>, dtm: &Fields<'f>) -> Option<(Cow<'f, str>, Timestamp)> {
        let (qualifier, value, format) = (dtm.part(1, 1), dtm.part(1, 2), dtm.part(1, 3));
        let of_same = |at: usize| {
            let beside = self.segments.get(at).filter(|beside| beside.is(b"DTM")).map(Segment::fields);
            beside.filter(|beside| beside.part(1, 1) == qualifier)
        };
        if time::is_of_day(&format) {
            let day = segment.number.checked_sub(2).and_then(of_same);
            if day.is_none_or(|day| time::is_of_day(&day.part(1, 3))) {
                self.time(None, &value, segment, 1);
            }
            return None;
        }
        let read = time::edifact(&value, &format);
        if read.as_ref().is_some_and(|read| time::lost_time(&value, &format, read)) {
            self.no_time(&value, segment, 1);
        }
        let of_day = of_same(segment.number).filter(|next| time::is_of_day(&next.part(1, 3)));
        let read = read.map(|read| match &of_day {
            Some(next) => time::on(&read, &next.part(1, 2)).unwrap_or(read),
            None => read,
        });
        Some((qualifier, self.time(read, &value, segment, 1)?))
    }

    /// Whether anything can be made of the message; if not, why.
    pub fn missing(&mut self, tag: &str, detail: &str) {
        self.problem(Problem::of(ProblemCode::MissingSegment, tag, detail));
    }
}

/// The most of one kind that one thing may have, or a whole message may share: numbers, places, transports. Standards allow about thirty, and what is shared
/// is repeated with every container.
const MOST_SHARED: usize = 64;

/// The most problems of one message that are told.
const MOST_PROBLEMS: usize = 100;

/// Adds a number that is not there yet, as far as there is room. The number, where it is there then.
pub(super) fn add<'n>(numbers: &mut Vec<String>, number: &'n str) -> Option<&'n str> {
    let number = Some(number.trim()).filter(|number| !number.is_empty())?;
    if numbers.iter().any(|known| known == number) {
        return Some(number);
    }
    share(numbers, number.to_owned());
    numbers.last().is_some_and(|last| last == number).then_some(number)
}

/// Adds what a whole message shares, as far as there is room.
pub(super) fn share<T>(list: &mut Vec<T>, item: T) {
    if list.len() < MOST_SHARED {
        list.push(item);
    }
}
