//! On which vessel, and on which voyage, where one event of a call says it and another does not.
//!
//! What comes with one vessel arrives, berths and is discharged at one place; what leaves with one is loaded and departs there. Who
//! tells of the discharge often leaves out what stands with the arrival.

use std::collections::BTreeMap;

use super::places::fill;
use super::timeline::{Happening, Timeline};
use crate::tracking::{Movement, Vessel};

/// What is known of a call: of several vessels, or several voyages, none.
#[derive(Default)]
struct Call {
    vessel: Known<Vessel>,
    voyage: Known<String>,
}

/// What those who say something agree on.
#[derive(Default)]
enum Known<T> {
    #[default]
    Nothing,
    One(T),
    Several,
}

impl<T> Known<T> {
    fn note(&mut self, told: T, join: impl Fn(&mut T, T) -> bool) {
        *self = match std::mem::take(self) {
            Known::Nothing => Known::One(told),
            Known::One(mut known) if join(&mut known, told) => Known::One(known),
            _ => Known::Several,
        };
    }

    fn one(&self) -> Option<&T> {
        match self {
            Known::One(known) => Some(known),
            _ => None,
        }
    }
}

/// Fills in the vessels and voyages of a container's events.
pub(super) fn complete(timeline: &mut Timeline) {
    let mut calls: BTreeMap<(String, bool), Call> = BTreeMap::new();
    for happening in timeline.actual.iter().chain(&timeline.expected) {
        let Some(key) = call_of(happening) else { continue };
        let call = calls.entry(key).or_default();
        if let Some(vessel) = happening.vessel.clone() {
            call.vessel.note(vessel, join);
        }
        if let Some(voyage) = happening.voyage.clone() {
            call.voyage.note(voyage, |known, told| *known == told);
        }
    }
    for happening in timeline.actual.iter_mut().chain(&mut timeline.expected) {
        let Some(call) = call_of(happening).and_then(|key| calls.get(&key)) else { continue };
        let Some(vessel) = call.vessel.one() else { continue };
        let own = happening.vessel.get_or_insert_with(Vessel::default);
        fill(&mut own.name, &vessel.name);
        fill(&mut own.imo, &vessel.imo);
        fill(&mut happening.voyage, &call.voyage.one().cloned());
    }
}

/// The place, and whether the vessel brings the container there or takes it away.
fn call_of(happening: &Happening) -> Option<(String, bool)> {
    let brings = match &happening.motion.movement {
        Movement::Loaded | Movement::Departed => false,
        Movement::Arrived | Movement::Berthed | Movement::Discharged => true,
        _ => return None,
    };
    let by_vessel = happening.motion.is_by_vessel() && !happening.place_id.is_empty();
    by_vessel.then(|| (happening.place_id.clone(), brings))
}

/// Both as one, when they are one vessel.
fn join(known: &mut Vessel, told: Vessel) -> bool {
    let same = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) => Some(a.trim().eq_ignore_ascii_case(b.trim())),
        _ => None,
    };
    let is_one = same(&known.imo, &told.imo).or_else(|| same(&known.name, &told.name)).unwrap_or(false);
    if is_one {
        fill(&mut known.imo, &told.imo);
        fill(&mut known.name, &told.name);
    }
    is_one
}
