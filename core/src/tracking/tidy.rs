//! One spelling for what sources spell in several ways, before facts are compared and stored.

use super::moment::clean;
use super::{Event, Fact, Particulars, Place, Reading, Statement, Vessel};
use crate::jsonapi::Members;
use crate::resources::Timestamp;

/// The fact with container numbers and place codes in capitals, nothing where a source writes a blank, and times that are
/// times: what a source wrote instead is kept among its codes.
pub(super) fn tidy(mut fact: Fact) -> Fact {
    fact.container = fact.container.as_deref().map(container_number).filter(|number| !number.is_empty());
    match &mut fact.statement {
        Statement::Event(event) => {
            tidy_event(event);
            tidy_time(&mut event.at, "/event/at", &mut fact.codes);
        }
        Statement::Reading(reading) => {
            tidy_reading(reading);
            tidy_time(&mut reading.pickup_lfd_line, "/reading/pickup_lfd_line", &mut fact.codes);
            tidy_time(&mut reading.pickup_lfd_terminal, "/reading/pickup_lfd_terminal", &mut fact.codes);
            tidy_time(&mut reading.pickup_lfd_rail, "/reading/pickup_lfd_rail", &mut fact.codes);
            tidy_time(&mut reading.pickup_appointment_at, "/reading/pickup_appointment_at", &mut fact.codes);
        }
        Statement::Particulars(particulars) => tidy_particulars(particulars),
        Statement::Withdrawn(_) => {}
    }
    fact
}

/// Capitals and digits; no spaces, no dashes.
pub(crate) fn container_number(written: &str) -> String {
    written.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

fn tidy_event(event: &mut Event) {
    tidy_place(&mut event.place);
    if let Some(vessel) = &mut event.vessel {
        trim([&mut vessel.name, &mut vessel.imo]);
    }
    event.vessel.take_if(|vessel| *vessel == Vessel::default());
    trim([&mut event.voyage]);
}

fn tidy_place(place: &mut Place) {
    trim([&mut place.locode, &mut place.name, &mut place.facility, &mut place.timezone]);
    if let Some(locode) = &mut place.locode {
        *locode = locode.to_uppercase();
    }
}

fn tidy_reading(reading: &mut Reading) {
    trim([
        &mut reading.terminal,
        &mut reading.location_at_terminal,
        &mut reading.size_type,
        &mut reading.seal_number,
        &mut reading.chassis_number,
        &mut reading.pod_rail_carrier_scac,
        &mut reading.ind_rail_carrier_scac,
    ]);
}

fn tidy_time(at: &mut Option<Timestamp>, pointer: &str, codes: &mut Members) {
    let Some(written) = at.take() else { return };
    *at = clean(&written);
    if at.as_ref() != Some(&written) {
        codes.insert(pointer.to_owned(), written.as_str().into());
    }
}

fn tidy_particulars(particulars: &mut Particulars) {
    for place in [&mut particulars.port_of_lading, &mut particulars.port_of_discharge, &mut particulars.destination] {
        if let Some(place) = place {
            tidy_place(place);
        }
        place.take_if(|place| place.is_empty());
    }
    particulars.containers = particulars.containers.iter().map(|written| container_number(written)).collect();
    particulars.containers.retain(|number| !number.is_empty());
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
