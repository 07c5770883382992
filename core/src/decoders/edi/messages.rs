//! Converts EDI messages into messages of a reading.

use std::collections::HashSet;

use super::codes::Senders;
use super::interchange::{EdiLimits, Interchange, Message, Numbers, Problem};
use super::read_within;
use crate::decoders::message::{self, Form, NamedNumber, ReadLimits, Reading};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::tracking::{Event, Statement};

pub(crate) fn reading(bytes: &[u8], limits: &ReadLimits) -> Reading {
    let limits = EdiLimits { bytes: limits.bytes, ..EdiLimits::default() };
    let transmission = read_within(bytes, &Senders::built_in(), &limits);
    let mut reading = Reading::default();
    reading.problems.extend(transmission.problems.iter().map(|problem| to_problem("", problem)));
    for (number, interchange) in (1..).zip(transmission.interchanges) {
        let place = format!("interchange {number}");
        let groups = interchange.groups.iter().flat_map(|group| &group.problems);
        reading.problems.extend(interchange.problems.iter().chain(groups).map(|problem| to_problem(&place, problem)));
        add_messages(&mut reading, interchange, &place);
    }
    if reading.messages.is_empty() && reading.problems.is_empty() {
        reading.problems.push(message::Problem::new("", "the file has no message"));
    }
    reading
}

fn add_messages(reading: &mut Reading, interchange: Interchange, place: &str) {
    let Interchange { sender, sent_at, groups, .. } = interchange;
    let messages = groups.into_iter().flat_map(|group| group.messages);
    for (number, message) in (1..).zip(messages) {
        let mut decoded = to_message(message);
        decoded.place = format!("{place}, message {number}");
        decoded.sender = Some(sender.id.clone()).filter(|id| !id.is_empty());
        decoded.sent_at = sent_at.clone();
        reading.messages.push(decoded);
    }
}

pub(crate) fn to_message(message: Message) -> message::Message {
    let form = match message.kind.to_ascii_uppercase().as_str() {
        "312" => Form::X12ArrivalNotice,
        "315" => Form::X12StatusDetails,
        "322" => Form::X12TerminalActivity,
        "IFTSTA" => Form::Iftsta,
        "IFTMAN" => Form::Iftman,
        "CODECO" => Form::Codeco,
        "COARRI" => Form::Coarri,
        _ => Form::OtherEdi,
    };
    let mut decoded = message::Message::of(form);
    decoded.numbers = number_list(&message.numbers);
    decoded.problems = message.problems.iter().map(|problem| to_problem("", problem)).collect();
    if !message.is_read {
        let kind = Quoted(&message.kind).to_string();
        decoded.problems.push(message::Problem::new("", format!("the message ({kind}) was not read")));
    }
    decoded.cancelled = cancelled(&message);
    decoded.control_number = (!message.control_number.is_empty()).then_some(message.control_number);
    decoded.facts = message.facts;
    decoded
}

pub(crate) fn number_list(numbers: &Numbers) -> Vec<NamedNumber> {
    let of = |kind: NumberKind, numbers: &[String]| -> Vec<NamedNumber> {
        numbers.iter().map(|number| NamedNumber { kind, number: number.clone() }).collect()
    };
    let documents = [of(NumberKind::BillOfLading, &numbers.bills), of(NumberKind::BookingNumber, &numbers.bookings)];
    documents.into_iter().flatten().chain(of(NumberKind::Container, &numbers.containers)).collect()
}

/// The cancelled bookings. A cancellation without numbers cancels all bookings of the message. One that names a bill cancels the
/// booking of the message if there is only one.
fn cancelled(message: &Message) -> Vec<String> {
    let cancels = |event: &&Event| event.motion.movement.cancels_booking() == Some(true);
    let events = message.facts.iter().filter_map(|fact| match &fact.statement {
        Statement::Event(event) => Some(event),
        _ => None,
    });
    let cancellations: Vec<&Event> = events.filter(cancels).collect();
    let named: HashSet<&String> = cancellations.iter().flat_map(|event| &event.documents).collect();
    let bookings = &message.numbers.bookings;
    let all = named.is_empty() || bookings.len() == 1;
    let is_meant = |booking: &&String| !cancellations.is_empty() && (all || named.contains(booking));
    bookings.iter().filter(is_meant).cloned().collect()
}

pub(crate) fn to_problem(within: &str, problem: &Problem) -> message::Problem {
    let parts = [within.to_owned(), problem.place()].into_iter().filter(|part| !part.is_empty());
    message::Problem::new(parts.collect::<Vec<_>>().join(", "), problem.detail.clone())
}
