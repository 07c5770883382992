//! Decoding of EDI from carriers, terminals and depots. The expected facts are written by hand.

use shiptrack::decoders::edi::{self, Message, Senders, Transmission};
use shiptrack::resources::Timestamp;
use shiptrack::tracking::{Event, Fact, Place, Statement};

mod acknowledgements;
mod arrival_notices;
mod edifact;
mod envelopes;
mod numbers_and_places;
mod samples;
mod shipments;
mod status_details;
mod table;
mod terminal_activity;
mod voyages;

/// Reads a text with the built-in table of senders.
fn read(text: &str) -> Transmission {
    edi::read(text.as_bytes(), &Senders::built_in())
}

/// The only message of a text.
fn message(text: &str) -> Message {
    let transmission = read(text);
    let messages: Vec<&Message> = transmission.messages().collect();
    let [message] = messages[..] else { panic!("one message, not {}: {transmission:?}", messages.len()) };
    message.clone()
}

/// The facts of a message, one line each.
fn lines(message: &Message) -> Vec<String> {
    message.facts.iter().map(line).collect()
}

fn line(fact: &Fact) -> String {
    let container = fact.container.as_deref().unwrap_or("*");
    match &fact.statement {
        Statement::Event(event) => format!("{container} {}", of_event(event)),
        Statement::TerminalStatus(status) => {
            format!("{container} {}", serde_json::to_string(status).expect("a status is JSON"))
        }
        Statement::Particulars(particulars) => {
            let place = |place: &Option<Place>| place.as_ref().map(of_place).unwrap_or_else(|| "-".to_owned());
            let places =
                [&particulars.port_of_lading, &particulars.port_of_discharge, &particulars.destination].map(place);
            format!("{container} {} {}", places.join(" > "), particulars.containers.join(" "))
        }
        Statement::Withdrawn(key) => format!("{container} withdrawn: {key}"),
    }
}

fn of_event(event: &Event) -> String {
    let motion = &event.motion;
    let mut parts = vec![motion.movement.as_str().to_owned()];
    parts.extend(motion.mode.as_ref().map(ToString::to_string));
    parts.extend(motion.empty.map(|empty| if empty { "empty" } else { "laden" }.to_owned()));
    parts.extend(motion.phase.as_ref().map(ToString::to_string));
    parts.push(event.certainty.as_str().to_owned());
    parts.push(event.at.as_ref().map_or("-", Timestamp::as_str).to_owned());
    parts.push(of_place(&event.place));
    if let Some(vessel) = &event.vessel {
        let known = [vessel.imo.as_deref(), vessel.name.as_deref()];
        parts.push(known.map(|part| part.unwrap_or("-")).join("/"));
    }
    parts.extend(event.voyage.clone());
    parts.extend((!event.documents.is_empty()).then(|| format!("[{}]", event.documents.join(" "))));
    parts.join(" ")
}

fn of_place(place: &Place) -> String {
    let known = [&place.locode, &place.name, &place.facility];
    let parts: Vec<&str> = known.into_iter().flatten().map(String::as_str).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join("/") }
}
