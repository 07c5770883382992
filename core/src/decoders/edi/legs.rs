//! Reads the legs of a consignment (TDT segments), and derives its route from their places.

use std::borrow::Cow;

use super::place::is_same;
use super::segment::Fields;
use super::status_details::imo;
use super::status_facts::{Role, Stop};
use super::text::{any, some};
use crate::tracking::approximate_utc;
use crate::tracking::{Mode, Motion, Movement, Place, Vessel};

pub(super) struct Leg<'m> {
    stage: Cow<'m, str>,
    mode: Cow<'m, str>,
    pub vessel: Option<Vessel>,
    pub voyage: Option<Cow<'m, str>>,
    /// Index of its first place in the list of stops.
    pub first: usize,
}

/// Parses a TDT segment. `first` is the number of places before it.
pub(super) fn leg<'m>(fields: &Fields<'m>, first: usize) -> Leg<'m> {
    let name = some(&fields.part(8, 4));
    let code = fields.part(8, 1);
    // Senders confuse code lists: a number with a valid check digit is an IMO number.
    let imo = imo(&code, false);
    Leg {
        stage: fields.get(1),
        mode: fields.part(3, 1),
        vessel: Some(Vessel { name, imo }).filter(|vessel| *vessel != Vessel::default()),
        voyage: any(fields.get(2)),
        first,
    }
}

impl Leg<'_> {
    /// The mode. Codes have one digit, or two in older directories.
    pub fn mode(&self) -> Option<Mode> {
        match &*self.mode {
            "1" | "10" => Some(Mode::Vessel),
            "2" | "20" => Some(Mode::Rail),
            "3" | "30" => Some(Mode::Truck),
            "8" | "80" => Some(Mode::Barge),
            _ => None,
        }
    }

    pub fn is_by_sea(&self) -> bool {
        self.mode.is_empty() || matches!(self.mode(), Some(Mode::Vessel | Mode::Barge))
    }
}

pub(super) fn only_mode(legs: &[Leg<'_>]) -> Option<Mode> {
    let mode = legs.first()?.mode()?;
    legs.iter().all(|leg| leg.mode().as_ref() == Some(&mode)).then_some(mode)
}

/// The leg with the stage code for main carriage (20), otherwise the first leg by sea.
pub(super) fn main_leg<'l, 'm>(legs: &'l [Leg<'m>]) -> Option<&'l Leg<'m>> {
    legs.iter().find(|leg| leg.stage == "20").or_else(|| legs.iter().find(|leg| leg.is_by_sea()))
}

pub(super) fn leg_at<'l, 'm>(
    legs: &'l [Leg<'m>],
    stops: &[Stop<'_>],
    place: &Place,
    motion: &Motion,
) -> Option<&'l Leg<'m>> {
    let leaves = match motion.movement {
        Movement::Loaded | Movement::Departed => true,
        Movement::Arrived | Movement::Discharged => false,
        _ => return None,
    };
    let is_there = |stop: &Stop<'_>| (stop.role == Role::Lading) == leaves && is_same(&stop.place, place);
    let may_be = |leg: &Leg<'_>| motion.mode.is_none() || leg.mode().is_none() || leg.mode() == motion.mode;
    (0..legs.len()).find(|at| may_be(&legs[*at]) && stops_of(legs, stops, *at).iter().any(is_there)).map(|at| &legs[at])
}

fn stops_of<'s, 'm>(legs: &[Leg<'_>], stops: &'s [Stop<'m>], at: usize) -> &'s [Stop<'m>] {
    let end = legs.get(at + 1).map_or(stops.len(), |next| next.first);
    stops.get(legs[at].first..end).unwrap_or_default()
}

/// Moves times of departure to the place of departure, because some senders write all times after the place of arrival. A departure
/// after the arrival belongs to the next leg.
pub(super) fn move_departures(legs: &[Leg<'_>], stops: &mut [Stop<'_>]) {
    for at in 0..legs.len() {
        let end = legs.get(at + 1).map_or(stops.len(), |next| next.first);
        let Some(own) = stops.get_mut(legs[at].first..end) else { continue };
        let Some(lading) = own.iter().position(|stop| stop.role == Role::Lading && stop.departure.is_none()) else {
            continue;
        };
        let departs_before_arrival = |stop: &Stop<'_>| {
            let moment = |time: &Option<(_, _)>| time.as_ref().and_then(|(_, at)| approximate_utc(at));
            let is_before = moment(&stop.arrival).is_none_or(|arrival| moment(&stop.departure) < Some(arrival));
            stop.role == Role::Discharge && stop.departure.is_some() && is_before
        };
        if let Some(from) = own.iter().position(departs_before_arrival) {
            own[lading].departure = own[from].departure.take();
        }
    }
}

/// Joins the places of several legs into one route. The port of lading is where the first vessel departs, the port of
/// discharge where the last one arrives, unless `whole` (the places of the consignment) names other ports. The ports in between
/// are transshipments. The places of legs before and after the sea legs are inland.
pub(super) fn join(legs: &[Leg<'_>], stops: &mut Vec<Stop<'_>>, whole: &[Stop<'_>]) {
    let Some(before) = legs.first().map(|leg| leg.first) else { return };
    let by_sea: Vec<usize> = (0..legs.len()).filter(|at| legs[*at].is_by_sea()).collect();
    let (Some(first), Some(last)) = (by_sea.first().copied(), by_sea.last().copied()) else { return };
    let is_port = |stop: &&Stop<'_>| matches!(stop.role, Role::Lading | Role::Discharge) && !stop.place.is_empty();
    let of_whole = |role: Role| port(stops.iter().take(before).chain(whole), role);
    let parts = (0..legs.len()).filter(|at| stops_of(legs, stops, *at).iter().any(|stop| is_port(&stop))).count();
    let [from, to] = [Role::Lading, Role::Discharge].map(of_whole);
    if parts < 2 && from.is_none() && to.is_none() {
        return;
    }
    let from = from.or_else(|| port(stops_of(legs, stops, first), Role::Lading));
    let to = to.or_else(|| port(stops_of(legs, stops, last), Role::Discharge));
    let mut at = 0;
    stops.retain_mut(|stop| {
        let leg = legs.iter().rposition(|leg| leg.first <= at);
        let is_before = at < before;
        at += 1;
        let Some(leg) = leg else { return true };
        if is_before || !is_port(&&*stop) {
            return true;
        }
        let is = |place: &Option<Place>| place.as_ref().is_some_and(|place| is_same(place, &stop.place));
        let leaves = stop.role == Role::Lading;
        let role = match (legs[leg].is_by_sea(), leaves) {
            (true, true) if is(&from) => Role::Lading,
            (true, false) if is(&to) => Role::Discharge,
            (true, _) => Role::Transshipment,
            (false, true) if leg < first => Role::Receipt,
            (false, false) if leg > last => Role::Delivery,
            _ => return false,
        };
        stop.role = role;
        true
    });
    copy_times(stops);
}

fn port<'s>(stops: impl IntoIterator<Item = &'s Stop<'s>>, role: Role) -> Option<Place> {
    let mut ports = stops.into_iter().filter(|stop| stop.role == role);
    ports.find(|stop| !stop.place.is_empty()).map(|stop| stop.place.clone())
}

/// Copies times to the first of several stops at the same place, because only the first one counts.
fn copy_times(stops: &mut [Stop<'_>]) {
    for at in 1..stops.len() {
        let (before, rest) = stops.split_at_mut(at);
        let Some(stop) = rest.first_mut() else { continue };
        let same = before.iter_mut().find(|earlier| earlier.role == stop.role && is_same(&earlier.place, &stop.place));
        if let Some(earlier) = same {
            earlier.arrival = earlier.arrival.take().or_else(|| stop.arrival.clone());
            earlier.departure = earlier.departure.take().or_else(|| stop.departure.clone());
        }
    }
}
