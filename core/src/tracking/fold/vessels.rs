//! Copies vessel and voyage between the events of one port call: a container is discharged from the vessel that arrived, and
//! departs on the vessel that it was loaded on. Reports of a discharge often name no vessel. Also finds the vessel that a name is about, if
//! several vessels have this name.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::container_event::{ContainerEvent, fill_in};
use super::places::fill;
use super::timeline::Timeline;
use crate::tracking::Vessel;

/// The vessel and voyage that the events of one call name.
#[derive(Default)]
struct Call<'a> {
    vessel: Consensus<Cow<'a, Vessel>>,
    voyage: Consensus<Cow<'a, str>>,
}

/// `None` if no event names a value, `Some(None)` if events contradict each other.
type Consensus<T> = Option<Option<T>>;

fn add<T>(known: &mut Consensus<T>, value: T, join: impl Fn(&mut T, T) -> bool) {
    match known {
        None => *known = Some(Some(value)),
        Some(one) => *one = one.take().and_then(|mut one| join(&mut one, value).then_some(one)),
    }
}

/// Completes the events of all calls on which the reports agree.
pub(super) fn complete(timeline: &mut Timeline<'_>) {
    let lacks = |event: &ContainerEvent<'_>| (event.vessel.is_none() || event.voyage.is_none()) && is_call(event);
    if !timeline.actual.iter().chain(&timeline.expected).any(lacks) {
        return;
    }
    let mut calls: BTreeMap<(Rc<str>, bool), Call<'_>> = BTreeMap::new();
    for event in timeline.actual.iter().chain(&timeline.expected) {
        let Some(key) = call_of(event) else { continue };
        let call = calls.entry(key).or_default();
        if let Some(vessel) = event.vessel.clone() {
            add(&mut call.vessel, vessel, join);
        }
        if let Some(voyage) = event.voyage.clone() {
            add(&mut call.voyage, voyage, |known, voyage| *known == voyage);
        }
    }
    for event in timeline.actual.iter_mut().chain(&mut timeline.expected) {
        let Some(call) = call_of(event).and_then(|key| calls.get(&key)) else { continue };
        let Some(Some(vessel)) = &call.vessel else { continue };
        let own = event.vessel.get_or_insert_with(|| Cow::Owned(Vessel::default()));
        fill_in(own, vessel);
        fill(&mut event.voyage, &call.voyage.clone().flatten());
    }
}

fn is_call(event: &ContainerEvent<'_>) -> bool {
    event.moves_by_vessel() && !event.place_id.is_empty()
}

/// The place, and whether the vessel brings the container there (true) or takes it away.
fn call_of(event: &ContainerEvent<'_>) -> Option<(Rc<str>, bool)> {
    is_call(event).then(|| (event.place_id.clone(), event.comes_off_vessel()))
}

/// Combines two names of one vessel. `false` if they are different vessels, or if it is unknown whether they are.
fn join(known: &mut Cow<'_, Vessel>, other: Cow<'_, Vessel>) -> bool {
    let is_one = known.is(&other);
    if is_one {
        fill_in(known, &other);
    }
    is_one
}

#[cfg(test)]
mod tests {
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Vessel, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn did(milestone: Milestone, day: u32, place: &str) -> Event {
        Event::actual(milestone, format!("2026-05-{day:02}T10:00:00Z")).at_place(place)
    }

    fn named(name: &str) -> Vessel {
        Vessel { name: Some(name.to_owned()), imo: None }
    }

    fn vessels_and_voyages(events: impl IntoIterator<Item = Event>) -> Vec<String> {
        let facts: Vec<Fact> = events.into_iter().map(|event| Fact::event(CONTAINER, event)).collect();
        let picture = fold(&facts, "2026-06-01T00:00:00Z".parse().unwrap(), &FoldPolicy::default());
        let vessel = |vessel: Option<&Vessel>| match vessel {
            Some(vessel) => [&vessel.name, &vessel.imo].map(|text| text.clone().unwrap_or_default()).join("/"),
            None => String::new(),
        };
        let events = picture.containers[0].events.iter();
        events
            .map(|event| {
                format!("{} {}", vessel(event.vessel.as_ref()), event.event.voyage_number.clone().unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn a_discharge_gets_the_vessel_that_arrived_and_a_load_the_vessel_that_departed() {
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
            vessels_and_voyages(voyage),
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
    fn a_name_of_two_vessels_is_the_one_on_the_same_voyage_or_of_the_same_call() {
        let (first, second) = (Vessel::new("ALPHA", "9321483"), Vessel::new("Alpha", "9074729"));
        let on = |milestone, day, place, vessel: Vessel, voyage: &str| {
            did(milestone, day, place).on_vessel(vessel).on_voyage(voyage)
        };
        let voyage = [
            on(Milestone::VesselLoaded, 1, "CNSHA", named("M/V Alpha"), "1w"),
            on(Milestone::VesselDeparted, 2, "CNSHA", first.clone(), "1W"),
            on(Milestone::VesselArrived, 8, "KRPUS", named("ALPHA"), "1W"),
            did(Milestone::VesselDischarged, 9, "KRPUS").on_vessel(named("ALPHA")),
            did(Milestone::VesselLoaded, 10, "KRPUS").on_vessel(named("ALPHA.")),
            on(Milestone::VesselDeparted, 11, "KRPUS", second, "9E"),
            did(Milestone::VesselDischarged, 20, "USLAX").on_vessel(named("ALPHA")),
        ];
        assert_eq!(
            vessels_and_voyages(voyage),
            [
                "ALPHA/9321483 1w",
                "ALPHA/9321483 1W",
                "ALPHA/9321483 1W",
                "ALPHA/9321483 1W",
                "Alpha/9074729 9E",
                "Alpha/9074729 9E",
                "ALPHA/ "
            ]
        );
    }

    #[test]
    fn a_number_that_is_no_imo_number_is_ignored() {
        let voyage = [
            did(Milestone::VesselDeparted, 1, "CNSHA").on_vessel(Vessel::new("One", "0000000")),
            did(Milestone::VesselArrived, 8, "USLAX").on_vessel(Vessel::new("M/V ONE", "9321483")),
            did(Milestone::VesselDischarged, 9, "USLAX").on_vessel(Vessel::new("One", "9999999")),
        ];
        assert_eq!(vessels_and_voyages(voyage), ["One/ ", "M/V ONE/9321483 ", "One/9321483 "]);
    }

    #[test]
    fn a_call_with_two_vessels_is_not_completed() {
        let voyage = [
            did(Milestone::VesselDeparted, 1, "CNSHA").on_vessel(named("One")),
            did(Milestone::VesselArrived, 8, "USLAX").on_vessel(named("One")),
            did(Milestone::VesselBerthed, 9, "USLAX").on_vessel(named("Other")),
            did(Milestone::VesselDischarged, 10, "USLAX"),
        ];
        assert_eq!(vessels_and_voyages(voyage)[3], " ");
    }
}
