//! The changes between two pictures that are published.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::moment::{certainly_before, same_there};
use super::{ContainerPicture, EventPicture, Picture};
use crate::jsonapi::Members;
use crate::resources::{DataSource, EventName, Timestamp};

/// Something to notify of.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The event's name on the wire.
    pub event: EventName,
    /// What it is about.
    pub subject: Subject,
    /// The source whose words hold, where one is known.
    pub source: Option<DataSource>,
}

/// What a change is about, and so which object its notification refers to.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A new container, by number: a `container_created_event`.
    Container(String),
    /// An event of a container, by number and key, to be found in the picture: a `transport_event`.
    Event(String, String),
    /// The shipment's expected arrival at the port of discharge: an `estimated_event`.
    Arrival,
    /// Attributes of a container, by number, each with its old and new value: a `container_updated_event`.
    ///
    /// `pod_terminal` holds the terminals' names.
    Attributes(String, Members),
    /// A container, by number, that goes to another terminal than before: a `container_pod_terminal_changed_event`.
    Terminal(String),
}

impl Subject {
    /// The container it is about.
    pub fn container(&self) -> Option<&str> {
        match self {
            Subject::Container(number)
            | Subject::Event(number, _)
            | Subject::Attributes(number, _)
            | Subject::Terminal(number) => Some(number),
            Subject::Arrival => None,
        }
    }
}

/// The changes from `before` to `after`, in the order of their notifications. `None` is a shipment that was not known yet.
///
/// Containers come by number; of each: its new events in the order they happen, then its attributes and its terminal. The
/// shipment's arrival comes last. Of a shipment that was not known, only its containers are reported: what happened to
/// them before is in the picture, and a flood of past events would help nobody. Of a container that joins one that was known, what
/// happened to it since the shipment was first reported is reported, too. Nothing is reported of an event whose time was merely corrected,
/// nor of one that is gone.
pub fn changes(before: Option<&Picture>, after: &Picture) -> Vec<Change> {
    let known: BTreeMap<&str, &ContainerPicture> =
        before.into_iter().flat_map(|before| &before.containers).map(|seen| (number(seen), seen)).collect();
    let mut changes = Vec::new();
    for seen in &after.containers {
        match known.get(number(seen)) {
            None => {
                changes.push(change(EventName::ContainerCreated, Subject::Container(number(seen).to_owned()), &None));
                if before.is_some() {
                    let since = after.first_received_at.map(Timestamp::from);
                    let happened = seen.events.iter().filter(|event| has_happened_since(event, since.as_ref()));
                    tell_events(seen, happened, &mut changes);
                }
            }
            Some(before) => tell_container(before, seen, &mut changes),
        }
    }
    if let Some(before) = before
        && after.shipment.pod_eta_at.is_some()
        && !is_same(&before.shipment.pod_eta_at, &after.shipment.pod_eta_at, &[&after.shipment.pod_timezone])
    {
        changes.push(change(EventName::ShipmentEstimatedArrival, Subject::Arrival, &after.pod_eta_source));
    }
    changes
}

fn tell_container(before: &ContainerPicture, after: &ContainerPicture, changes: &mut Vec<Change>) {
    let known: BTreeMap<&str, &EventPicture> = before.events.iter().map(|event| (event.key.as_str(), event)).collect();
    let news = after.events.iter().filter(|event| is_news(known.get(event.key.as_str()).copied(), event));
    tell_events(after, news, changes);
    let changeset = changeset(before, after);
    if !changeset.is_empty() {
        let subject = Subject::Attributes(number(after).to_owned(), changeset);
        changes.push(change(EventName::ContainerUpdated, subject, &after.status_source));
    }
    // The first known terminal is no change of terminal.
    if before.pod_terminal.is_some() && after.pod_terminal.is_some() && before.pod_terminal != after.pod_terminal {
        let subject = Subject::Terminal(number(after).to_owned());
        changes.push(change(EventName::ContainerPodTerminalChanged, subject, &after.status_source));
    }
}

fn tell_events<'e>(seen: &ContainerPicture, events: impl Iterator<Item = &'e EventPicture>, changes: &mut Vec<Change>) {
    let mut keys = BTreeSet::new();
    for event in events {
        if keys.insert(event.key.as_str()) {
            let subject = Subject::Event(number(seen).to_owned(), event.key.clone());
            changes.push(change(event.event.event.clone(), subject, &event.event.data_source));
        }
    }
}

fn has_happened_since(event: &EventPicture, since: Option<&Timestamp>) -> bool {
    let happened = event.reported_by.is_some() && !event.event.event.is_estimate();
    let is_before = |at: &Timestamp| since.is_some_and(|since| certainly_before(at, since, false));
    happened && event.event.timestamp.as_ref().is_some_and(|at| !is_before(at))
}

fn is_news(before: Option<&EventPicture>, after: &EventPicture) -> bool {
    match before {
        None => true,
        Some(before) => {
            let timezone = [&after.event.timezone];
            after.event.event.is_estimate() && !is_same(&before.event.timestamp, &after.event.timestamp, &timezone)
        }
    }
}

fn changeset(before: &ContainerPicture, after: &ContainerPicture) -> Members {
    let pairs = attributes(before).into_iter().zip(attributes(after));
    let timezones = [&after.container.pod_timezone, &after.container.final_destination_timezone];
    let time = |value: &Value| value.as_str().map(Timestamp::from);
    // No other attribute of these has the form of a day.
    let is_same =
        |old: &Value, new: &Value| old == new || old.is_string() && is_same(&time(old), &time(new), &timezones);
    let changed = pairs.filter(|((_, old), (_, new))| !is_same(old, new));
    changed.map(|((name, old), (_, new))| (name.to_owned(), json!([old, new]))).collect()
}

fn is_same(old: &Option<Timestamp>, new: &Option<Timestamp>, timezones: &[&Option<String>]) -> bool {
    let timezones: Vec<Option<&str>> = timezones.iter().map(|name| name.as_deref()).collect();
    same_there(old.as_ref(), new.as_ref(), &timezones)
}

fn attributes(seen: &ContainerPicture) -> [(&'static str, Value); 10] {
    let container = &seen.container;
    let deadlines = container.import_deadlines.clone().unwrap_or_default();
    [
        ("fees_at_pod_terminal", json!(container.fees_at_pod_terminal)),
        ("holds_at_pod_terminal", json!(container.holds_at_pod_terminal)),
        ("available_for_pickup", json!(container.available_for_pickup)),
        ("pickup_lfd", json!(container.pickup_lfd)),
        ("pickup_lfd_line", json!(deadlines.pickup_lfd_line)),
        ("pickup_lfd_terminal", json!(deadlines.pickup_lfd_terminal)),
        ("pickup_lfd_rail", json!(deadlines.pickup_lfd_rail)),
        ("pickup_appointment_at", json!(container.pickup_appointment_at)),
        ("location_at_pod_terminal", json!(container.location_at_pod_terminal)),
        ("pod_terminal", json!(seen.pod_terminal)),
    ]
}

fn number(seen: &ContainerPicture) -> &str {
    &seen.container.number
}

fn change(event: EventName, subject: Subject, source: &Option<DataSource>) -> Change {
    Change { event, subject, source: source.clone() }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use super::*;
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Particulars, Place, TerminalStatus, fold};

    const BOX: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32) -> Fact {
        Fact::event(BOX, Event::actual(milestone, day(on)).at_place("USLAX")).received(day(on))
    }

    const OTHER: &str = "CSQU3054383";

    fn other(milestone: Milestone, on: u32) -> Fact {
        Fact { container: Some(OTHER.into()), ..did(milestone, on) }
    }

    fn eta(at: impl Into<Timestamp>, on: u32) -> Fact {
        Fact::shipment_event(Event::estimated(Milestone::VesselArrived, at).at_place("USLAX")).received(day(on))
    }

    fn reading(on: u32, reading: TerminalStatus) -> Fact {
        Fact::terminal_status(BOX, reading).received(day(on))
    }

    fn told(known: &[Fact], more: &[Fact]) -> Vec<Change> {
        let picture = |facts: &[Fact]| fold(facts, day(1), &FoldPolicy::default());
        changes(Some(&picture(known)), &picture(&[known, more].concat()))
    }

    fn names(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|change| change.event.as_str()).collect()
    }

    #[test]
    fn the_first_picture_tells_of_its_containers_and_not_of_the_past() {
        let facts = [did(Milestone::FullIn, 2), other(Milestone::FullIn, 2)];
        let first = changes(None, &fold(&facts, day(3), &FoldPolicy::default()));
        let created = |number: &str| change("container.created".into(), Subject::Container(number.into()), &None);
        assert_eq!(first, [created(OTHER), created(BOX)]);
    }

    #[test]
    fn a_container_that_joins_later_tells_what_happened_since_the_shipment_was_first_heard_of() {
        let joins = |more: &[Fact]| names(&told(&[did(Milestone::FullIn, 2)], more)).join(" ");
        let received = |fact: Fact| fact.received(day(5));
        assert_eq!(joins(&[received(other(Milestone::EmptyOut, 1))]), "container.created", "that is its past");
        let more = [other(Milestone::EmptyOut, 1), other(Milestone::FullIn, 4), eta(day(20), 5)].map(received);
        let expected = [
            "container.created",
            "container.transport.full_in",
            // The other one was there already.
            "container.transport.estimated.vessel_arrived",
            "shipment.estimated.arrival",
        ];
        assert_eq!(joins(&more), expected.join(" "));
    }

    #[test]
    fn nothing_is_told_when_nothing_changed() {
        let facts = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        assert_eq!(told(&facts, &[]), []);
        assert_eq!(told(&facts, &facts), []);
    }

    #[test]
    fn a_new_event_is_told_with_its_key_and_a_correction_is_not() {
        let key = "container.transport.vessel_discharged@USLAX".to_owned();
        let expected = change(
            "container.transport.vessel_discharged".into(),
            Subject::Event(BOX.into(), key),
            &Some(DataSource::ShippingLine),
        );
        assert_eq!(told(&[did(Milestone::FullIn, 2)], &[did(Milestone::VesselDischarged, 9)]), [expected]);
        assert_eq!(told(&[did(Milestone::FullIn, 2)], &[did(Milestone::FullIn, 3)]), []);
    }

    #[test]
    fn a_changed_estimate_is_told_of_each_container_and_once_of_the_shipment() {
        let known = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        let expected = ["container.transport.estimated.vessel_arrived", "shipment.estimated.arrival"];
        let changed = told(&known, &[eta(day(21), 3)]);
        assert_eq!(names(&changed), expected);
        assert_eq!(changed[1].subject, Subject::Arrival);
        assert_eq!(names(&told(&known[..1], &known[1..])), expected, "the first one, too");
        assert_eq!(told(&known, &[eta(Timestamp::new("2026-05-20T20:00:00+08:00"), 3)]), [], "the same moment");
    }

    #[test]
    fn an_arrival_ends_the_estimate_without_a_word_of_it() {
        let known = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        assert_eq!(names(&told(&known, &[did(Milestone::VesselArrived, 21)])), ["container.transport.vessel_arrived"]);
    }

    #[test]
    fn availability_and_last_free_days_are_told_as_events_and_in_a_changeset() {
        let known = [did(Milestone::VesselDischarged, 9)];
        let more = reading(
            10,
            TerminalStatus {
                available_for_pickup: Some(true),
                pickup_lfd_line: Some(Timestamp::new("2026-05-15")),
                pickup_appointment_at: Some(Timestamp::new("2026-05-14T08:00:00Z")),
                ..TerminalStatus::default()
            },
        );
        let changes = told(&known, &[more]);
        assert_eq!(
            names(&changes),
            [
                "container.transport.available",
                "container.pickup_lfd_line.changed",
                "container.pickup_lfd.changed",
                "container.pickup_appointment.changed",
                "container.updated",
            ]
        );
        let Subject::Attributes(number, changeset) = &changes[4].subject else { panic!("{changes:?}") };
        assert_eq!(number, BOX);
        assert_eq!(
            Value::Object(changeset.clone()),
            json!({
                "available_for_pickup": [null, true],
                "pickup_lfd": [null, "2026-05-15T07:00:00Z"],
                "pickup_lfd_line": [null, "2026-05-15T07:00:00Z"],
                "pickup_appointment_at": [null, "2026-05-14T08:00:00Z"],
            })
        );
    }

    #[test]
    fn a_zone_that_somebody_names_later_is_no_news_of_a_day() {
        let place = || Place { locode: Some("QQBBB".into()), ..Place::default() };
        let expected = Event::estimated(Milestone::VesselArrived, "2026-05-20").at_place(place());
        let lfd = TerminalStatus { pickup_lfd_line: Some("2026-05-25".into()), ..TerminalStatus::default() };
        let known = [Fact::shipment_event(expected).received(day(2)), reading(3, lfd)];
        let named = Place { timezone: Some("America/Los_Angeles".into()), ..place() };
        let zone = Particulars { port_of_discharge: Some(named), ..Particulars::default() };
        let zone = Fact::particulars(zone).received(day(4));
        assert_eq!(told(&known, std::slice::from_ref(&zone)), []);
        let after = fold(&[&known[..], &[zone]].concat(), day(4), &FoldPolicy::default());
        assert_eq!(after.shipment.pod_eta_at, Some("2026-05-20T07:00:00Z".into()));
        assert_eq!(after.containers[0].container.pickup_lfd, Some("2026-05-25T07:00:00Z".into()));
    }

    #[test]
    fn only_another_terminal_than_before_is_a_change_of_terminal() {
        let at =
            |on, name: &str| reading(on, TerminalStatus { terminal: Some(name.into()), ..TerminalStatus::default() });
        let first = told(&[did(Milestone::FullIn, 2)], &[at(3, "Pier 400")]);
        assert_eq!(names(&first), ["container.updated"]);
        let second = told(&[at(3, "Pier 400")], &[at(4, "Pier 300")]);
        assert_eq!(names(&second), ["container.updated", "container.pod_terminal_changed"]);
        let changeset = json!({"pod_terminal": ["Pier 400", "Pier 300"]}).as_object().unwrap().clone();
        assert_eq!(second[0].subject, Subject::Attributes(BOX.into(), changeset));
        assert_eq!(second[1].subject, Subject::Terminal(BOX.into()));
    }
}
