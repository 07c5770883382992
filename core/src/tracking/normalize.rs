//! Normalizes facts before they are compared and stored.

use std::borrow::Cow;
use std::mem::Discriminant;

use foldhash::HashMap;

use super::moment::is_time;
use super::{Event, Fact, Particulars, Place, Source, Statement, TerminalStatus, Vessel, capitals};

/// Writes container numbers and place codes in capitals, and removes blank texts. A time that cannot be parsed is moved to the codes.
pub(crate) fn normalize(mut fact: Fact) -> Fact {
    if let Some(written) = &mut fact.container
        && !written.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    {
        *written = normalize_container_number(written);
    }
    fact.container.take_if(|number| number.is_empty());
    match &mut fact.statement {
        Statement::Event(event) => normalize_event(event),
        Statement::TerminalStatus(reading) => normalize_reading(reading),
        Statement::Particulars(particulars) => normalize_particulars(particulars),
        Statement::Withdrawn(_) => {}
    }
    for (pointer, at) in fact.statement.times() {
        if let Some(written) = at.take_if(|written| !is_time(written)) {
            fact.codes.insert(pointer.to_owned(), written.as_str().into());
        }
    }
    fact
}

/// The number in capitals and digits, without spaces and dashes.
pub(crate) fn normalize_container_number(written: &str) -> String {
    letters_and_digits(written).collect()
}

/// Whether two names of a place have the same letters and digits, in upper or lower case.
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    letters_and_digits(one).eq(letters_and_digits(other))
}

/// The letters and digits of a text, in upper case.
fn letters_and_digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_uppercase)
}

fn normalize_event(event: &mut Event) {
    normalize_place(&mut event.place);
    if let Some(vessel) = &mut event.vessel {
        trim([&mut vessel.name, &mut vessel.imo]);
    }
    event.vessel.take_if(|vessel| *vessel == Vessel::default());
    trim([&mut event.voyage]);
}

fn normalize_place(place: &mut Place) {
    trim([&mut place.locode, &mut place.name, &mut place.facility, &mut place.timezone]);
    if let Some(locode) = &mut place.locode
        && let Cow::Owned(capitals) = capitals(locode)
    {
        *locode = capitals;
    }
}

fn normalize_reading(reading: &mut TerminalStatus) {
    trim([
        &mut reading.terminal,
        &mut reading.location_at_terminal,
        &mut reading.size_type,
        &mut reading.seal_number,
        &mut reading.weight_kind,
        &mut reading.chassis_number,
        &mut reading.pod_rail_carrier_scac,
        &mut reading.ind_rail_carrier_scac,
    ]);
}

fn normalize_particulars(particulars: &mut Particulars) {
    for place in [&mut particulars.port_of_lading, &mut particulars.port_of_discharge, &mut particulars.destination] {
        if let Some(place) = place {
            normalize_place(place);
        }
        place.take_if(|place| place.is_empty());
    }
    for numbers in [&mut particulars.containers, &mut particulars.left] {
        *numbers = numbers.iter().map(|written| normalize_container_number(written)).collect();
        numbers.retain(|number| !number.is_empty());
    }
}

fn trim<const N: usize>(texts: [&mut Option<String>; N]) {
    for text in texts {
        if let Some(written) = text
            && written.trim().len() < written.len()
        {
            *written = written.trim().to_owned();
        }
        text.take_if(|written| written.is_empty());
    }
}

/// Merges the readings that one source gives for one container, and its particulars of the shipment. Without this, an answer that
/// contradicts itself would add facts each time.
pub(super) fn merge_readings(answer: Vec<Fact>) -> Vec<Fact> {
    let is_reading = |fact: &&Fact| matches!(fact.statement, Statement::TerminalStatus(_) | Statement::Particulars(_));
    if answer.iter().filter(is_reading).nth(1).is_none() {
        return answer;
    }
    let mut merged: Vec<Fact> = Vec::with_capacity(answer.len());
    let mut indexes: HashMap<(Discriminant<Statement>, Option<String>, Source), usize> = HashMap::default();
    for fact in answer {
        let kind = std::mem::discriminant(&fact.statement);
        let at = match fact.statement {
            Statement::TerminalStatus(_) | Statement::Particulars(_) => {
                *indexes.entry((kind, fact.container.clone(), fact.source.clone())).or_insert(merged.len())
            }
            Statement::Event(_) | Statement::Withdrawn(_) => merged.len(),
        };
        match merged.get_mut(at) {
            Some(reading) => update(reading, fact),
            None => merged.push(fact),
        }
    }
    merged
}

fn update(reading: &mut Fact, newer: Fact) {
    match (&mut reading.statement, &newer.statement) {
        (Statement::TerminalStatus(reading), Statement::TerminalStatus(newer)) => reading.update(newer),
        (Statement::Particulars(reading), Statement::Particulars(newer)) => reading.update(newer),
        _ => {}
    }
    reading.codes.extend(newer.codes);
}
