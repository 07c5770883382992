//! Finds the changes between two pictures that are published as notifications.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::moment::{certainly_before, same_there};
use super::{ContainerPicture, EventPicture, Picture};
use crate::jsonapi::Members;
use crate::resources::{DataSource, EventName, Timestamp};

/// A change that is published.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// Name of the event in the interface.
    pub event: EventName,
    /// What changed.
    pub subject: Subject,
    /// Kind of the source that reported the change; `None` if unknown.
    pub source: Option<DataSource>,
}

/// What changed, and so which object the notification refers to.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A new container, by number: a `container_created_event`.
    Container(String),
    /// An event of a container, by the number of the container and the key of the event in the picture: a `transport_event`.
    Event(String, String),
    /// The estimated arrival of the shipment at the port of discharge: an `estimated_event`.
    Arrival,
    /// Attributes of a container, by number, each with its old and new value: a `container_updated_event`.
    ///
    /// The values of `pod_terminal` are the names of the terminals.
    Attributes(String, Members),
    /// A container, by number, whose terminal changed: a `container_pod_terminal_changed_event`.
    Terminal(String),
}

impl Subject {
    /// Number of the container; `None` if the change is about the shipment.
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

/// Returns the changes from `before` to `after` in the order of their notifications. `before` is `None` for a new shipment.
///
/// Containers are in the order of their numbers. For each container its new events come first, in order of time, then its changed
/// attributes, then its terminal. The estimated arrival of the shipment comes last.
///
/// * Of a new shipment only the containers are reported, and not their past events.
/// * Of a container that is added to a known shipment, the events since the shipment was first reported are also reported.
/// * A corrected time of an actual event is not reported, and neither is a removed event.
pub fn changes(before: Option<&Picture>, after: &Picture) -> Vec<Change> {
    let known: BTreeMap<&str, &ContainerPicture> =
        before.into_iter().flat_map(|before| &before.containers).map(|picture| (number(picture), picture)).collect();
    let mut changes = Vec::new();
    for picture in &after.containers {
        match known.get(number(picture)) {
            None => {
                changes.push(change(
                    EventName::ContainerCreated,
                    Subject::Container(number(picture).to_owned()),
                    &None,
                ));
                if before.is_some() {
                    let since = after.first_received_at.map(Timestamp::from);
                    let happened = picture.events.iter().filter(|event| happened_since(event, since.as_ref()));
                    add_events(picture, happened, &mut changes);
                }
            }
            Some(before) => add_container_changes(before, picture, &mut changes),
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

fn add_container_changes(before: &ContainerPicture, after: &ContainerPicture, changes: &mut Vec<Change>) {
    let known: BTreeMap<&str, &EventPicture> = before.events.iter().map(|event| (event.key.as_str(), event)).collect();
    let new_events = after.events.iter().filter(|event| is_published(known.get(event.key.as_str()).copied(), event));
    add_events(after, new_events, changes);
    let changeset = changeset(before, after);
    if !changeset.is_empty() {
        let subject = Subject::Attributes(number(after).to_owned(), changeset);
        changes.push(change(EventName::ContainerUpdated, subject, &after.status_source));
    }
    // The first known terminal is not a change of terminal.
    if before.pod_terminal.is_some() && after.pod_terminal.is_some() && before.pod_terminal != after.pod_terminal {
        let subject = Subject::Terminal(number(after).to_owned());
        changes.push(change(EventName::ContainerPodTerminalChanged, subject, &after.status_source));
    }
}

fn add_events<'e>(
    picture: &ContainerPicture,
    events: impl Iterator<Item = &'e EventPicture>,
    changes: &mut Vec<Change>,
) {
    let mut keys = BTreeSet::new();
    for event in events {
        if keys.insert(event.key.as_str()) {
            let subject = Subject::Event(number(picture).to_owned(), event.key.clone());
            changes.push(change(event.event.event.clone(), subject, &event.event.data_source));
        }
    }
}

fn happened_since(event: &EventPicture, since: Option<&Timestamp>) -> bool {
    let happened = event.reported_by.is_some() && !event.event.event.is_estimate();
    let is_before = |at: &Timestamp| since.is_some_and(|since| certainly_before(at, since, false));
    happened && event.event.timestamp.as_ref().is_some_and(|at| !is_before(at))
}

/// Whether an event is new, or an estimate whose time changed.
fn is_published(before: Option<&EventPicture>, after: &EventPicture) -> bool {
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
    // No other attribute has a value that looks like a date.
    let is_same =
        |old: &Value, new: &Value| old == new || old.is_string() && is_same(&time(old), &time(new), &timezones);
    // A value that ends because the container leaves its terminal is not reported: the event is.
    let ends = |name: &str| after.ended.contains(&name) && !before.ended.contains(&name);
    let changed = pairs.filter(|((name, old), (_, new))| !is_same(old, new) && !ends(name));
    changed.map(|((name, old), (_, new))| (name.to_owned(), json!([old, new]))).collect()
}

fn is_same(old: &Option<Timestamp>, new: &Option<Timestamp>, timezones: &[&Option<String>]) -> bool {
    let timezones: Vec<Option<&str>> = timezones.iter().map(|name| name.as_deref()).collect();
    same_there(old.as_ref(), new.as_ref(), &timezones)
}

fn attributes(picture: &ContainerPicture) -> [(&'static str, Value); 10] {
    let container = &picture.container;
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
        ("pod_terminal", json!(picture.pod_terminal)),
    ]
}

fn number(picture: &ContainerPicture) -> &str {
    &picture.container.number
}

fn change(event: EventName, subject: Subject, source: &Option<DataSource>) -> Change {
    Change { event, subject, source: source.clone() }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use super::*;
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Particulars, Place, TerminalStatus, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32) -> Fact {
        Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place("USLAX")).received(day(on))
    }

    const OTHER: &str = "CSQU3054383";

    fn other(milestone: Milestone, on: u32) -> Fact {
        Fact { container: Some(OTHER.into()), ..did(milestone, on) }
    }

    fn eta(at: impl Into<Timestamp>, on: u32) -> Fact {
        Fact::shipment_event(Event::estimated(Milestone::VesselArrived, at).at_place("USLAX")).received(day(on))
    }

    fn reading(on: u32, reading: TerminalStatus) -> Fact {
        Fact::terminal_status(CONTAINER, reading).received(day(on))
    }

    fn changes_after(known: &[Fact], more: &[Fact]) -> Vec<Change> {
        let picture = |facts: &[Fact]| fold(facts, day(31), &FoldPolicy::default());
        changes(Some(&picture(known)), &picture(&[known, more].concat()))
    }

    fn names(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|change| change.event.as_str()).collect()
    }

    #[test]
    fn a_new_shipment_reports_its_containers_and_not_their_past() {
        let facts = [did(Milestone::FullIn, 2), other(Milestone::FullIn, 2)];
        let first = changes(None, &fold(&facts, day(3), &FoldPolicy::default()));
        let created = |number: &str| change("container.created".into(), Subject::Container(number.into()), &None);
        assert_eq!(first, [created(OTHER), created(CONTAINER)]);
    }

    #[test]
    fn an_added_container_reports_its_events_since_the_shipment_was_first_reported() {
        let joins = |more: &[Fact]| names(&changes_after(&[did(Milestone::FullIn, 2)], more)).join(" ");
        let received = |fact: Fact| fact.received(day(5));
        assert_eq!(joins(&[received(other(Milestone::EmptyOut, 1))]), "container.created", "its past is not reported");
        let more = [other(Milestone::EmptyOut, 1), other(Milestone::FullIn, 4), eta(day(20), 5)].map(received);
        let expected = [
            "container.created",
            "container.transport.full_in",
            // About the container that was there before.
            "container.transport.estimated.vessel_arrived",
            "shipment.estimated.arrival",
        ];
        assert_eq!(joins(&more), expected.join(" "));
    }

    #[test]
    fn nothing_is_published_without_a_change() {
        let facts = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        assert_eq!(changes_after(&facts, &[]), []);
        assert_eq!(changes_after(&facts, &facts), []);
    }

    #[test]
    fn a_new_event_is_published_and_a_correction_is_not() {
        let key = "container.transport.vessel_discharged@USLAX".to_owned();
        let expected = change(
            "container.transport.vessel_discharged".into(),
            Subject::Event(CONTAINER.into(), key),
            &Some(DataSource::ShippingLine),
        );
        assert_eq!(changes_after(&[did(Milestone::FullIn, 2)], &[did(Milestone::VesselDischarged, 9)]), [expected]);
        assert_eq!(changes_after(&[did(Milestone::FullIn, 2)], &[did(Milestone::FullIn, 3)]), []);
    }

    #[test]
    fn a_changed_estimate_is_published_for_each_container_and_once_for_the_shipment() {
        let known = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        let expected = ["container.transport.estimated.vessel_arrived", "shipment.estimated.arrival"];
        let changed = changes_after(&known, &[eta(day(21), 3)]);
        assert_eq!(names(&changed), expected);
        assert_eq!(changed[1].subject, Subject::Arrival);
        assert_eq!(names(&changes_after(&known[..1], &known[1..])), expected, "also the first estimate");
        assert_eq!(
            changes_after(&known, &[eta(Timestamp::new("2026-05-20T20:00:00+08:00"), 3)]),
            [],
            "the same instant"
        );
    }

    #[test]
    fn an_arrival_ends_the_estimate_without_a_notification_about_it() {
        let known = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        assert_eq!(
            names(&changes_after(&known, &[did(Milestone::VesselArrived, 21)])),
            ["container.transport.vessel_arrived"]
        );
    }

    #[test]
    fn availability_and_last_free_days_are_published_as_events_and_in_a_changeset() {
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
        let changes = changes_after(&known, &[more]);
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
        assert_eq!(number, CONTAINER);
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
    fn a_zone_that_becomes_known_later_is_not_a_change_of_a_date() {
        let place = || Place { locode: Some("QQBBB".into()), ..Place::default() };
        let expected = Event::estimated(Milestone::VesselArrived, "2026-05-20").at_place(place());
        let lfd = TerminalStatus { pickup_lfd_line: Some("2026-05-25".into()), ..TerminalStatus::default() };
        let known = [Fact::shipment_event(expected).received(day(2)), reading(3, lfd)];
        let named = Place { timezone: Some("America/Los_Angeles".into()), ..place() };
        let zone = Particulars { port_of_discharge: Some(named), ..Particulars::default() };
        let zone = Fact::particulars(zone).received(day(4));
        assert_eq!(changes_after(&known, std::slice::from_ref(&zone)), []);
        let after = fold(&[&known[..], &[zone]].concat(), day(4), &FoldPolicy::default());
        assert_eq!(after.shipment.pod_eta_at, Some("2026-05-20T07:00:00Z".into()));
        assert_eq!(after.containers[0].container.pickup_lfd, Some("2026-05-25T07:00:00Z".into()));
    }

    #[test]
    fn the_first_terminal_is_not_a_change_of_terminal() {
        let at =
            |on, name: &str| reading(on, TerminalStatus { terminal: Some(name.into()), ..TerminalStatus::default() });
        let first = changes_after(&[did(Milestone::FullIn, 2)], &[at(3, "Pier 400")]);
        assert_eq!(names(&first), ["container.updated"]);
        let second = changes_after(&[at(3, "Pier 400")], &[at(4, "Pier 300")]);
        assert_eq!(names(&second), ["container.updated", "container.pod_terminal_changed"]);
        let changeset = json!({"pod_terminal": ["Pier 400", "Pier 300"]}).as_object().unwrap().clone();
        assert_eq!(second[0].subject, Subject::Attributes(CONTAINER.into(), changeset));
        assert_eq!(second[1].subject, Subject::Terminal(CONTAINER.into()));
    }
}
