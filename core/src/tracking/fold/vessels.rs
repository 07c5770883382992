//! Completes vessel and voyage of a call's events: what arrives on a vessel also berths and is discharged there, what
//! is loaded also departs. Sources of a discharge often leave out what the arrival has.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::happening::{Happening, fill_in};
use super::places::fill;
use super::timeline::Timeline;
use crate::tracking::Vessel;

#[derive(Default)]
struct Call<'a> {
    vessel: Agreed<Cow<'a, Vessel>>,
    voyage: Agreed<Cow<'a, str>>,
}

/// `None` without a statement, `Some(None)` if statements contradict each other.
type Agreed<T> = Option<Option<T>>;

fn note<T>(known: &mut Agreed<T>, told: T, join: impl Fn(&mut T, T) -> bool) {
    match known {
        None => *known = Some(Some(told)),
        Some(one) => *one = one.take().and_then(|mut one| join(&mut one, told).then_some(one)),
    }
}

pub(super) fn complete(timeline: &mut Timeline<'_>) {
    let lacks = |told: &Happening<'_>| (told.vessel.is_none() || told.voyage.is_none()) && is_call(told);
    if !timeline.actual.iter().chain(&timeline.expected).any(lacks) {
        return;
    }
    let mut calls: BTreeMap<(Rc<str>, bool), Call<'_>> = BTreeMap::new();
    for happening in timeline.actual.iter().chain(&timeline.expected) {
        let Some(key) = call_of(happening) else { continue };
        let call = calls.entry(key).or_default();
        if let Some(vessel) = happening.vessel.clone() {
            note(&mut call.vessel, vessel, join);
        }
        if let Some(voyage) = happening.voyage.clone() {
            note(&mut call.voyage, voyage, |known, told| *known == told);
        }
    }
    for happening in timeline.actual.iter_mut().chain(&mut timeline.expected) {
        let Some(call) = call_of(happening).and_then(|key| calls.get(&key)) else { continue };
        let Some(Some(vessel)) = &call.vessel else { continue };
        let own = happening.vessel.get_or_insert_with(|| Cow::Owned(Vessel::default()));
        fill_in(own, vessel);
        fill(&mut happening.voyage, &call.voyage.clone().flatten());
    }
}

fn is_call(told: &Happening<'_>) -> bool {
    told.moves_by_vessel() && !told.place_id.is_empty()
}

/// The place, and whether the vessel brings the container there.
fn call_of(told: &Happening<'_>) -> Option<(Rc<str>, bool)> {
    is_call(told).then(|| (told.place_id.clone(), told.comes_off_vessel()))
}

fn join(known: &mut Cow<'_, Vessel>, told: Cow<'_, Vessel>) -> bool {
    let same = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) => Some(a.trim().eq_ignore_ascii_case(b.trim())),
        _ => None,
    };
    let is_one = same(&known.imo, &told.imo).or_else(|| same(&known.name, &told.name)).unwrap_or(false);
    if is_one {
        fill_in(known, &told);
    }
    is_one
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Vessel, fold};

    const BOX: &str = "MSKU0308961";

    fn did(milestone: Milestone, day: u32, place: &str) -> Event {
        Event::actual(milestone, format!("2026-05-{day:02}T10:00:00Z")).at_place(place)
    }

    fn named(name: &str) -> Vessel {
        Vessel { name: Some(name.to_owned()), imo: None }
    }

    fn told(events: impl IntoIterator<Item = Event>) -> Vec<String> {
        let facts: Vec<Fact> = events.into_iter().map(|event| Fact::event(BOX, event)).collect();
        let seen = fold(&facts, DateTime::UNIX_EPOCH, &FoldPolicy::default());
        let vessel = |vessel: Option<&Vessel>| match vessel {
            Some(vessel) => [&vessel.name, &vessel.imo].map(|told| told.clone().unwrap_or_default()).join("/"),
            None => String::new(),
        };
        let events = seen.containers[0].events.iter();
        events
            .map(|told| {
                format!("{} {}", vessel(told.vessel.as_ref()), told.event.voyage_number.clone().unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn a_discharge_is_from_the_vessel_that_arrived_there_and_a_load_on_the_one_that_leaves() {
        let (first, second) = (Vessel::new("First", "9321483"), Vessel::new("Second", "9074729"));
        let voyage = [
            did(Milestone::VesselLoaded, 1, "CNSHA").on_vessel(named("first")),
            Event { voyage: Some("1W".into()), ..did(Milestone::VesselDeparted, 2, "CNSHA").on_vessel(first.clone()) },
            Event { voyage: Some("1E".into()), ..did(Milestone::VesselArrived, 8, "KRPUS").on_vessel(first) },
            did(Milestone::VesselDischarged, 9, "KRPUS"),
            did(Milestone::VesselLoaded, 10, "KRPUS"),
            did(Milestone::VesselDeparted, 11, "KRPUS").on_vessel(second),
            did(Milestone::VesselDischarged, 20, "USLAX"),
            did(Milestone::FullOut, 21, "USLAX"),
        ];
        assert_eq!(
            told(voyage),
            [
                "first/9321483 1W",
                "First/9321483 1W",
                "First/9321483 1E",
                "First/9321483 1E",
                "Second/9074729 ",
                "Second/9074729 ",
                " ",
                " "
            ]
        );
    }

    #[test]
    fn where_two_vessels_are_named_nobody_knows_which() {
        let voyage = [
            did(Milestone::VesselDeparted, 1, "CNSHA").on_vessel(named("One")),
            did(Milestone::VesselArrived, 8, "USLAX").on_vessel(named("One")),
            did(Milestone::VesselBerthed, 9, "USLAX").on_vessel(named("Other")),
            did(Milestone::VesselDischarged, 10, "USLAX"),
        ];
        assert_eq!(told(voyage)[3], " ");
    }
}
