//! The state of decoding a message, shared by the decoders of all kinds of messages.

use std::borrow::Cow;
use std::collections::HashSet;

use super::codes::{Meaning, Senders};
use super::interchange::{Numbers, Problem, ProblemCode};
use super::place::LocodesOfMessage;
use super::segment::{Fields, Segment};
use super::status_facts::StatusReport;
use super::text::is_container;
use super::{codes, time};
use crate::decoders::{UnreadPart, UnreadParts, may_be_container};

use crate::error::Quoted;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Certainty, Fact, Source};

pub(super) struct Decoding<'d> {
    pub segments: &'d [Segment<'d>],
    pub senders: &'d Senders,
    /// Sender of the interchange, and sender of the group.
    pub from: [&'d str; 2],
    pub locodes: LocodesOfMessage<'d>,
    pub numbers: Numbers,
    pub facts: Vec<Fact>,
    pub most_facts: usize,
    pub problems: Vec<Problem>,
    unread: UnreadParts,
    /// How many places, transports and numbers are left out, because their lists are full.
    left_out: usize,
    seen: SeenNumbers,
}

#[derive(Default)]
struct SeenNumbers {
    containers: NumberSet,
    bills: NumberSet,
    bookings: NumberSet,
    refused: Vec<String>,
}

/// Detects duplicates in a list. Empty while the list is short enough for a linear search.
#[derive(Default)]
struct NumberSet(HashSet<String>);

impl NumberSet {
    fn add(&mut self, list: &mut Vec<String>, text: &str) -> bool {
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
        Decoding {
            segments,
            senders,
            from,
            locodes: LocodesOfMessage::of(segments),
            numbers,
            facts: Vec::new(),
            most_facts,
            problems: Vec::new(),
            unread: UnreadParts::default(),
            left_out: 0,
            seen,
        }
    }

    pub fn is_full(&self) -> bool {
        self.facts.len() > self.most_facts
    }

    /// Reports a part of the message that cannot be read, and stores its text.
    pub fn report_unread(&mut self, problem: Problem, text: &str) {
        let place = problem.place();
        let place = if place.is_empty() { place } else { format!(" ({place})") };
        let why = format!("a part of the message cannot be read{place}: {}", problem.detail);
        let source = self.carrier();
        // With the text, because different messages state different things. Only answers are requested repeatedly.
        let reason = [&why, text].concat();
        self.unread.add(None, &source, UnreadPart { reason: &reason, why: &why, text });
        self.problem(problem);
    }

    /// Reports what is left out. Returns the statements about all parts that cannot be read, under the numbers of the message; none without numbers.
    pub fn unread_facts(&mut self) -> Vec<Fact> {
        if self.left_out > 0 {
            let detail = format!(
                "{} places, transports or numbers are left out: a message can have at most {MAX_SHARED} of each",
                self.left_out
            );
            self.report_unread(Problem::new(ProblemCode::TooLarge, detail), "");
        }
        let has_documents = self.numbers.documents().next().is_some();
        let container = if has_documents { None } else { self.numbers.containers.first().cloned() };
        if container.is_none() && !has_documents {
            return Vec::new();
        }
        let mut facts = std::mem::take(&mut self.unread).into_facts();
        facts.iter_mut().for_each(|fact| fact.container.clone_from(&container));
        facts
    }

    pub fn problem(&mut self, problem: Problem) {
        match self.problems.len() {
            0..MAX_PROBLEMS => self.problems.push(problem),
            MAX_PROBLEMS => {
                self.problems.push(Problem::new(problem.code, "there are more problems than are listed"));
            }
            _ => {}
        }
    }
}

impl Decoding<'_> {
    pub fn carrier(&self) -> Source {
        self.senders.source(self.from).cloned().unwrap_or_else(|| DataSource::ShippingLine.into())
    }

    pub fn terminal(&self) -> Source {
        self.sender_as(DataSource::Terminal)
    }

    /// The sender as a source of this kind, unless the table of senders names another source.
    pub fn sender_as(&self, kind: DataSource) -> Source {
        let named = || match self.from[0].trim() {
            "" => kind.clone().into(),
            name => Source::named(kind.clone(), name),
        };
        self.senders.source(self.from).cloned().unwrap_or_else(named)
    }

    pub fn meaning(&self, code: &str) -> Option<Meaning> {
        self.senders.meaning(self.from, code)
    }

    /// Adds the facts of a status that the carrier reports.
    pub fn status(&mut self, report: StatusReport<'_>, segment: &Segment<'_>, element: usize) {
        let (source, meaning) = (self.carrier(), self.meaning(&report.code));
        self.status_from(&source, report, meaning, segment, element);
    }

    /// Adds the facts of a status of this source. `meaning` is that of its code; `None` if the code is unknown.
    pub fn status_from(
        &mut self,
        source: &Source,
        mut report: StatusReport<'_>,
        meaning: Option<Meaning>,
        segment: &Segment<'_>,
        element: usize,
    ) {
        if meaning.is_none() {
            let detail = format!("{} is an unknown status code; it is stored", Quoted(&report.code));
            let problem = Problem::new(ProblemCode::UnknownCode, detail);
            self.problem(problem.at(segment.number, segment.tag()).in_element(element));
        }
        self.report_unused_parts(&report, meaning.as_ref(), segment);
        report.description = report.description.or_else(|| codes::words(&report.code).map(Cow::Borrowed));
        self.report(report, |report, facts| report.into_facts(meaning, source, facts));
    }

    /// Reports what the status states and the facts cannot express: an event without a time, and a hold without a container.
    fn report_unused_parts(&mut self, report: &StatusReport<'_>, meaning: Option<&Meaning>, segment: &Segment<'_>) {
        let code = Quoted(&report.code);
        let is_actual = matches!(meaning, Some(Meaning::Event { certainty: Certainty::Actual, .. } | Meaning::Release));
        let is_reported = self
            .problems
            .last()
            .is_some_and(|last| last.code == ProblemCode::NotATime && last.segment == Some(segment.number));
        if is_actual && report.at.is_none() && !report.is_withdrawn && !is_reported {
            let detail = format!("the status {code} has no time, so it is not published");
            self.problem(Problem::new(ProblemCode::NotATime, detail).at(segment.number, segment.tag()));
        }
        let is_reading = matches!(
            meaning,
            Some(
                Meaning::HoldPlaced(_)
                    | Meaning::HoldLifted(_)
                    | Meaning::Release
                    | Meaning::Appointment
                    | Meaning::FreeTime
            )
        );
        if is_reading && report.containers.is_empty() {
            let detail =
                format!("the status {code} names no container, so it changes no hold, appointment or free day");
            let problem = Problem::new(ProblemCode::NotAContainer, detail).at(segment.number, segment.tag());
            self.report_unread(problem, &segment.text);
        }
    }

    pub fn report(&mut self, mut report: StatusReport<'_>, into_facts: impl FnOnce(StatusReport<'_>, &mut Vec<Fact>)) {
        if self.is_full() {
            return;
        }
        self.refuse_containers(&mut report);
        for number in report.containers.iter() {
            self.name_container(number);
        }
        into_facts(report, &mut self.facts);
    }

    /// Removes texts that are not container numbers, and reports them.
    fn refuse_containers(&mut self, report: &mut StatusReport<'_>) {
        if report.containers.iter().all(|number| may_be_container(number)) {
            return;
        }
        let (valid, refused): (Vec<String>, Vec<String>) =
            report.containers.iter().cloned().partition(|number| may_be_container(number));
        for text in &refused {
            if !self.seen.refused.contains(text) {
                let detail = format!("{} is not a container number, and is not used as one", Quoted(text));
                self.problem(Problem::new(ProblemCode::NotAContainer, detail));
                self.seen.refused.push(text.clone());
            }
        }
        report.refused_container = if valid.is_empty() { refused.into_iter().next() } else { None };
        report.containers = valid.into();
    }

    /// Notes that the message names the container.
    pub fn name_container(&mut self, number: &str) {
        if !self.seen.containers.add(&mut self.numbers.containers, number) {
            return;
        }
        if !is_container(number) {
            let detail =
                format!("{} does not have the format of a container number; it is used unchanged", Quoted(number));
            self.problem(Problem::new(ProblemCode::NotAContainer, detail));
        }
    }

    pub fn bill(&mut self, own: &mut Vec<String>, number: &str) {
        if let Some(number) = self.add(own, number) {
            self.seen.bills.add(&mut self.numbers.bills, number);
        }
    }

    pub fn booking(&mut self, own: &mut Vec<String>, number: &str) {
        if let Some(number) = self.add(own, number) {
            self.seen.bookings.add(&mut self.numbers.bookings, number);
        }
    }

    pub fn time(
        &mut self,
        read: Option<Timestamp>,
        text: &str,
        segment: &Segment<'_>,
        element: usize,
    ) -> Option<Timestamp> {
        let is_blank = text.trim().bytes().all(|byte| byte == b'0');
        if read.is_none() && !is_blank {
            let detail = format!("{} is not a date; it is stored as text", Quoted(text));
            let problem = Problem::new(ProblemCode::NotATime, detail);
            self.problem(problem.at(segment.number, segment.tag()).in_element(element));
        }
        read
    }

    pub fn report_invalid_time(&mut self, text: &str, segment: &Segment<'_>, element: usize) {
        let problem =
            Problem::new(ProblemCode::NotATime, format!("{} is not a time; only the date is used", Quoted(text)));
        self.problem(problem.at(segment.number, segment.tag()).in_element(element));
    }

    /// The qualifier and the time of a DTM segment. Some senders write the date in one segment and the time of day in the next.
    pub fn moment<'f>(&mut self, segment: &Segment<'_>, dtm: &Fields<'f>) -> Option<(Cow<'f, str>, Timestamp)> {
        let (qualifier, value, format) = (dtm.part(1, 1), dtm.part(1, 2), dtm.part(1, 3));
        let neighbor_with_qualifier = |at: usize| {
            let neighbor = self.segments.get(at).filter(|neighbor| neighbor.is(b"DTM")).map(Segment::fields);
            neighbor.filter(|neighbor| neighbor.part(1, 1) == qualifier)
        };
        if time::is_of_day(&format) {
            let day = segment.number.checked_sub(2).and_then(neighbor_with_qualifier);
            if day.is_none_or(|day| time::is_of_day(&day.part(1, 3))) {
                self.time(None, &value, segment, 1);
            }
            return None;
        }
        let read = time::edifact(&value, &format);
        if read.as_ref().is_some_and(|read| time::lost_time(&value, &format, read)) {
            self.report_invalid_time(&value, segment, 1);
        }
        let time_of_day = neighbor_with_qualifier(segment.number).filter(|next| time::is_of_day(&next.part(1, 3)));
        let read = read.map(|read| match &time_of_day {
            Some(next) => time::at_time_of_day(&read, &next.part(1, 2)).unwrap_or(read),
            None => read,
        });
        Some((qualifier, self.time(read, &value, segment, 1)?))
    }

    pub fn missing(&mut self, tag: &str, detail: &str) {
        self.report_unread(Problem::of(ProblemCode::MissingSegment, tag, detail), "");
    }

    /// Adds a number, unless the list contains it. Returns the trimmed number, or `None` if it is empty or the list is full.
    pub fn add<'n>(&mut self, numbers: &mut Vec<String>, number: &'n str) -> Option<&'n str> {
        let number = Some(number.trim()).filter(|number| !number.is_empty())?;
        if numbers.iter().any(|known| known == number) {
            return Some(number);
        }
        self.add_bounded(numbers, number.to_owned());
        numbers.last().is_some_and(|last| last == number).then_some(number)
    }

    pub fn add_bounded<T>(&mut self, list: &mut Vec<T>, item: T) {
        match list.len() < MAX_SHARED {
            true => list.push(item),
            false => self.left_out += 1,
        }
    }
}

/// Maximum length of a list of numbers, places or transports. The standards allow about thirty. Items for the whole message are copied for
/// every container.
const MAX_SHARED: usize = 64;

const MAX_PROBLEMS: usize = 100;
