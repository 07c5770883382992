//! Finds the changes between two pictures that are published as notifications.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::event_times::SAME_CONTENT;
use super::moment::{certainly_before, same_there, sort_instant};
use super::normalize::is_same_name;
use super::published::{
    CONTAINER_TIMES, Published, PublishedContainer, SHIPMENT_PLACES, SHIPMENT_TIMES, TimeAttribute, has_moved,
    is_elsewhere, is_movement, is_other_place,
};
use super::{ContainerPicture, EventPicture, FoldPolicy, Milestone, Motion, Picture};
use crate::jsonapi::Members;
use crate::resources::{Container, DataSource, EventName, Shipment, TerminalHold, Timestamp, TransportEvent};

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
    /// Attributes of the shipment that were corrected, each with its old and new value: a `shipment_updated_event`.
    Shipment(Members),
}

impl Subject {
    /// Number of the container; `None` if the change is about the shipment.
    pub fn container(&self) -> Option<&str> {
        match self {
            Subject::Container(number)
            | Subject::Event(number, _)
            | Subject::Attributes(number, _)
            | Subject::Terminal(number) => Some(number),
            Subject::Arrival | Subject::Shipment(_) => None,
        }
    }
}

/// Returns the changes from what was published to `after`, in the order of their notifications. `before` is `None` for a new shipment.
///
/// Containers are in the order of their numbers. For each container its new events come first, in order of time, then its changed
/// attributes, then its terminal. The estimated arrival of the shipment and its corrected attributes come last.
///
/// * Of a new shipment only the containers are reported, and not their past events.
/// * Of a container that is added to a known shipment, the events since the shipment was first reported are also reported.
/// * A published time that is taken back, or moves by more than [`FoldPolicy::reported_correction`], and a published place that changes are
///   reported as changed attributes. So is a value that returns after it was taken back. A new value is reported by its event only.
pub fn changes(before: Option<&Published<'_>>, after: &Picture, policy: &FoldPolicy) -> Vec<Change> {
    let mut changes = Vec::new();
    for picture in &after.containers {
        let known = before.and_then(|before| before.containers.get(number(picture)));
        if known.is_none_or(|known| known.left_shipment) {
            changes.push(change(EventName::ContainerCreated, Subject::Container(number(picture).to_owned()), &None));
            if before.is_some() {
                let since = after.first_received_at.map(Timestamp::from);
                let happened = picture.events.iter().filter(|event| happened_since(event, since.as_ref()));
                add_events(picture, happened, &mut changes);
            }
        } else if let Some(known) = known {
            let is_new = |event: &&EventPicture| is_published(known.events.get(event.key.as_str()).copied(), event);
            add_events(picture, picture.events.iter().filter(is_new), &mut changes);
        }
        if let Some(known) = known {
            add_changed_attributes(known, picture, policy, &mut changes);
        }
    }
    if let Some(before) = before {
        let (old, new) = (&before.shipment.pod_eta_at, &after.shipment.pod_eta_at);
        if new.is_some() && has_estimate_moved(old, new, &after.shipment.pod_timezone) {
            changes.push(change(EventName::ShipmentEstimatedArrival, Subject::Arrival, &after.pod_eta_source));
        }
        let Changeset { values, source } = corrections_of_shipment(before, after, policy);
        if !values.is_empty() {
            changes.push(change(EventName::ShipmentUpdated, Subject::Shipment(values), &source));
        }
    }
    changes
}

/// Returns the attributes that are taken back and have no value, after a changeset was published.
pub fn taken_back(before: &[String], changeset: &Members) -> Vec<String> {
    let new_value = |name: &str| changeset.get(name).and_then(|values| values.get(1));
    let mut names: BTreeSet<&str> = before.iter().map(String::as_str).collect();
    names.retain(|name| new_value(name).is_none_or(Value::is_null));
    let times = CONTAINER_TIMES.iter().map(|time| time.name).chain(SHIPMENT_TIMES.iter().map(|time| time.name));
    let places = SHIPMENT_PLACES.iter().flat_map(|place| [place.locode.0, place.name.0]);
    names.extend(times.chain(places).filter(|name| new_value(name).is_some_and(Value::is_null)));
    names.into_iter().map(str::to_owned).collect()
}

fn add_changed_attributes(
    before: &PublishedContainer<'_>,
    after: &ContainerPicture,
    policy: &FoldPolicy,
    changes: &mut Vec<Change>,
) {
    let corrections = corrections_of_container(before, after, policy);
    let mut changeset = status_changes(before, after);
    let source = if changeset.is_empty() { corrections.source } else { after.status_source.clone() };
    changeset.extend(corrections.values);
    if !changeset.is_empty() {
        let subject = Subject::Attributes(number(after).to_owned(), changeset);
        changes.push(change(EventName::ContainerUpdated, subject, &source));
    }
    // The first known terminal is not a change of terminal.
    if before.pod_terminal.is_some()
        && after.pod_terminal.is_some()
        && before.pod_terminal != after.pod_terminal.as_deref()
    {
        let subject = Subject::Terminal(number(after).to_owned());
        changes.push(change(EventName::ContainerPodTerminalChanged, subject, &after.pod_terminal_source));
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

/// Whether an event is new, or an estimate whose time changed. A restored event is not new.
fn is_published(before: Option<&TransportEvent>, after: &EventPicture) -> bool {
    match before {
        None => true,
        Some(before) if after.event.event.is_estimate() => {
            before.invalidated_at.is_some()
                || has_estimate_moved(&before.timestamp, &after.event.timestamp, &after.event.timezone)
        }
        Some(before) => is_replaced(before, &after.event),
    }
}

/// Whether an event that happened has the key of an invalidated event that happened at another time, because another source reports it.
fn is_replaced(before: &TransportEvent, after: &TransportEvent) -> bool {
    let at = |event: &TransportEvent| event.timestamp.as_ref().and_then(sort_instant);
    let is_other_time = || matches!((at(before), at(after)), (Some(a), Some(b)) if (a - b).abs() > SAME_CONTENT);
    before.invalidated_at.is_some() && before.data_source != after.data_source && is_other_time()
}

/// Changed attributes, each with its old and new value.
#[derive(Default)]
struct Changeset {
    values: Members,
    /// The source of the first change.
    source: Option<DataSource>,
}

impl Changeset {
    fn add(&mut self, name: String, old: Value, new: Value, events: [Option<&TransportEvent>; 2]) {
        let [before, after] = events;
        self.source = self.source.take().or_else(|| after.or(before)?.data_source.clone());
        self.values.insert(name, json!([old, new]));
    }

    fn has(&self, name: &str, side: usize, value: Option<&Timestamp>) -> bool {
        self.values.get(name).and_then(|values| values.get(side)?.as_str()) == value.map(Timestamp::as_str)
    }
}

/// The events of one state: the number of the container, the key, and the event.
type Events<'e> = Vec<(&'e str, &'e str, &'e TransportEvent)>;

/// Compares the times of one resource.
struct TimeComparison<'c> {
    before: Events<'c>,
    after: Events<'c>,
    /// Whether an event was published before, by container and key. It may have been invalidated since.
    was_published: &'c dyn Fn(&str, &str) -> bool,
    taken_back: &'c [String],
    tolerance: TimeDelta,
}

impl TimeComparison<'_> {
    fn compare<T>(&self, table: &[TimeAttribute<T>], old: &T, new: &T, changeset: &mut Changeset) {
        for attribute in table {
            let (from, to) = ((attribute.value)(old), (attribute.value)(new));
            if from == to {
                continue;
            }
            let of = |events: &Events<'_>, at: Option<&Timestamp>| {
                let is_it =
                    |event: &TransportEvent| attribute.events.contains(&event.event) && event.timestamp.as_ref() == at;
                at.and_then(|_| events.iter().position(|(.., event)| is_it(event)))
            };
            let before = of(&self.before, from).map(|at| self.before[at]);
            let after = of(&self.after, to).map(|at| self.after[at]);
            let events = [before.map(|(.., event)| event), after.map(|(.., event)| event)];
            let is_reported = match (from, to) {
                (Some(_), None) => {
                    let ends = |(.., event): &(&str, &str, &TransportEvent)| attribute.ended_by.contains(&event.event);
                    !self.after.iter().any(ends)
                }
                (None, Some(_)) => {
                    let is_known = |(container, key, _): (&str, &str, _)| (self.was_published)(container, key);
                    self.taken_back.iter().any(|name| name == attribute.name)
                        || !attribute.is_estimate() && after.is_some_and(is_known)
                }
                (Some(from), Some(to)) => {
                    let timezones: Vec<&str> = [(attribute.timezone)(old), (attribute.timezone)(new)]
                        .into_iter()
                        .chain(events.iter().map(|event| event.and_then(|event| event.timezone.as_deref())))
                        .flatten()
                        .collect();
                    let is_elsewhere = matches!(events, [Some(before), Some(after)] if is_elsewhere(before, after));
                    // A moved estimate has a notification of its kind.
                    !attribute.is_estimate() && (is_elsewhere || has_moved(from, to, &timezones, self.tolerance))
                }
                (None, None) => false,
            };
            if is_reported {
                changeset.add(attribute.name.to_owned(), json!(from), json!(to), events);
            }
        }
    }
}

fn corrections_of_container(
    before: &PublishedContainer<'_>,
    after: &ContainerPicture,
    policy: &FoldPolicy,
) -> Changeset {
    let mut changeset = Changeset::default();
    if have_changed(CONTAINER_TIMES, before.container, &after.container) {
        let comparison = TimeComparison {
            before: valid_events(before),
            after: derived_events(after).collect(),
            was_published: &|_, key| before.events.contains_key(key),
            taken_back: before.taken_back,
            tolerance: policy.reported_correction,
        };
        comparison.compare(CONTAINER_TIMES, before.container, &after.container, &mut changeset);
    }
    add_corrected_events(before, after, policy.reported_correction, &mut changeset);
    changeset
}

fn have_changed<T>(table: &[TimeAttribute<T>], old: &T, new: &T) -> bool {
    table.iter().any(|attribute| (attribute.value)(old) != (attribute.value)(new))
}

fn valid_events<'c>(container: &PublishedContainer<'c>) -> Events<'c> {
    let number = container.container.number.as_str();
    let valid = container.events.iter().filter(|(_, event)| event.invalidated_at.is_none());
    valid.map(|(key, event)| (number, *key, *event)).collect()
}

fn derived_events(picture: &ContainerPicture) -> impl Iterator<Item = (&str, &str, &TransportEvent)> {
    picture.events.iter().map(|event| (number(picture), event.key.as_str(), &event.event))
}

/// Adds corrections of events that no attribute of the container shows, such as those at a port of transshipment.
fn add_corrected_events(
    before: &PublishedContainer<'_>,
    after: &ContainerPicture,
    tolerance: TimeDelta,
    changeset: &mut Changeset,
) {
    let derived: BTreeMap<&str, &EventPicture> = after.events.iter().map(|event| (event.key.as_str(), event)).collect();
    let is_new = |event: &&EventPicture| !before.events.contains_key(event.key.as_str());
    let replacements: Vec<Motion> =
        after.events.iter().filter(is_new).filter_map(|event| motion(&event.event.event)).collect();
    for (key, old) in before.events.iter().filter(|(_, event)| is_movement(&event.event)) {
        let from = if old.invalidated_at.is_none() { old.timestamp.as_ref() } else { None };
        let new = derived.get(key).map(|derived| &derived.event);
        let to = new.and_then(|new| new.timestamp.as_ref());
        let (side, is_corrected) = match (from, to) {
            // The new event links the one that it replaces.
            (Some(_), None) => (0, motion(&old.event).is_none_or(|motion| !replacements.contains(&motion))),
            (None, Some(_)) => (1, true),
            (Some(from), Some(to)) => {
                let timezones: Vec<&str> =
                    [Some(*old), new].into_iter().flatten().filter_map(|event| event.timezone.as_deref()).collect();
                (1, has_moved(from, to, &timezones, tolerance))
            }
            (None, None) => (0, false),
        };
        let value = if side == 0 { from } else { to };
        let is_shown = || {
            let shows = |time: &&TimeAttribute<Container>| time.events.contains(&old.event);
            CONTAINER_TIMES.iter().filter(shows).any(|time| changeset.has(time.name, side, value))
        };
        if is_corrected && !is_shown() {
            let name = free_name(&changeset.values, &old.event, "timestamp");
            changeset.add(name, json!(from), json!(to), [Some(*old), new]);
        }
        if let (Some(_), Some(new)) = (from, new)
            && is_elsewhere(old, new)
        {
            let name = free_name(&changeset.values, &old.event, "location_locode");
            changeset.add(name, json!(old.location_locode), json!(new.location_locode), [Some(*old), Some(new)]);
        }
    }
}

/// The movement of an event, as [`Motion`]s that may replace each other have it.
fn motion(event: &EventName) -> Option<Motion> {
    let motion = Motion::from(Milestone::of_event(event)?);
    Some(Motion { mode: None, phase: None, ..motion })
}

/// The name of an attribute of an event. A further event with this name has a number.
fn free_name(changeset: &Members, event: &EventName, attribute: &str) -> String {
    let name = format!("{event}.{attribute}");
    let numbered = |number: u32| if number == 1 { name.clone() } else { format!("{name}#{number}") };
    (1..).map(numbered).find(|name| !changeset.contains_key(name)).unwrap_or_default()
}

fn corrections_of_shipment(before: &Published<'_>, after: &Picture, policy: &FoldPolicy) -> Changeset {
    let mut changeset = Changeset::default();
    let (old, new) = (before.shipment, &after.shipment);
    for place in SHIPMENT_PLACES {
        let (old_code, new_code) = ((place.locode.1)(old), (place.locode.1)(new));
        let (old_name, new_name) = ((place.name.1)(old), (place.name.1)(new));
        let was_known = old_code.or(old_name).is_some();
        let is_taken_back = |name: &str| before.taken_back.iter().any(|taken_back| taken_back == name);
        let is_reported = match (old_code, new_code) {
            _ if !was_known => is_taken_back(place.locode.0) || is_taken_back(place.name.0),
            (Some(old), Some(new)) => is_other_place(old, new, place.is_port),
            (_, None) if new_name.is_none() => true,
            _ => matches!((old_name, new_name), (Some(old), Some(new)) if !is_same_name(old, new)),
        };
        if is_reported {
            let pairs = [(place.locode.0, old_code, new_code), (place.name.0, old_name, new_name)];
            for (name, old, new) in pairs.into_iter().filter(|(_, old, new)| old != new) {
                changeset.add(name.to_owned(), json!(old), json!(new), [None, None]);
            }
        }
    }
    if !have_changed(SHIPMENT_TIMES, old, new) {
        return changeset;
    }
    let comparison = TimeComparison {
        before: before.containers.values().flat_map(valid_events).collect(),
        after: after.containers.iter().flat_map(derived_events).collect(),
        was_published: &|container, key| {
            before.containers.get(container).is_some_and(|container| container.events.contains_key(key))
        },
        taken_back: before.taken_back,
        tolerance: policy.reported_correction,
    };
    comparison.compare::<Shipment>(SHIPMENT_TIMES, old, new, &mut changeset);
    changeset
}

/// The changes of the terminal status and of the last free days.
fn status_changes(before: &PublishedContainer<'_>, after: &ContainerPicture) -> Members {
    let pairs = status_attributes(before.container, before.pod_terminal)
        .into_iter()
        .zip(status_attributes(&after.container, after.pod_terminal.as_deref()));
    let timezones = [&after.container.pod_timezone, &after.container.final_destination_timezone];
    let time = |value: &Value| value.as_str().map(Timestamp::from);
    // No other attribute has a value that looks like a date.
    let is_same =
        |old: &Value, new: &Value| old == new || old.is_string() && is_same(&time(old), &time(new), &timezones);
    // A value that ends because the container leaves its terminal is not reported: the event is.
    let ends = |name: &str| after.ended.contains(&name);
    let changed = pairs.filter(|((name, old), (_, new))| !is_same(old, new) && !ends(name));
    let changed = changed.map(|((name, old), (_, new))| (name.to_owned(), json!([old, new])));
    changed.chain(equipment_changes(before.container, &after.container)).collect()
}

/// The changes of size and type. That they become known is no change.
fn equipment_changes(before: &Container, after: &Container) -> Vec<(String, Value)> {
    let attributes = |container: &Container| {
        [
            ("equipment_type", json!(container.equipment_type)),
            ("equipment_length", json!(container.equipment_length)),
            ("equipment_height", json!(container.equipment_height)),
        ]
    };
    let pairs = attributes(before).into_iter().zip(attributes(after));
    let changed = pairs.filter(|((_, old), (_, new))| !old.is_null() && old != new);
    changed.map(|((name, old), (_, new))| (name.to_owned(), json!([old, new]))).collect()
}

/// Whether an estimate changed. A date that becomes a moment of that day is no change.
fn has_estimate_moved(old: &Option<Timestamp>, new: &Option<Timestamp>, timezone: &Option<String>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => has_moved(old, new, timezone.as_deref().as_slice(), TimeDelta::zero()),
        _ => old.is_some() != new.is_some(),
    }
}

fn is_same(old: &Option<Timestamp>, new: &Option<Timestamp>, timezones: &[&Option<String>]) -> bool {
    let timezones: Vec<Option<&str>> = timezones.iter().map(|name| name.as_deref()).collect();
    same_there(old.as_ref(), new.as_ref(), &timezones)
}

fn status_attributes(container: &Container, pod_terminal: Option<&str>) -> [(&'static str, Value); 10] {
    let deadlines = container.import_deadlines.clone().unwrap_or_default();
    // That a hold gets old is no change of the hold.
    let unmarked = |hold: &TerminalHold| TerminalHold { unconfirmed_since: None, ..hold.clone() };
    let holds: Vec<TerminalHold> = container.holds_at_pod_terminal.iter().map(unmarked).collect();
    [
        ("fees_at_pod_terminal", json!(container.fees_at_pod_terminal)),
        ("holds_at_pod_terminal", json!(holds)),
        ("available_for_pickup", json!(container.available_for_pickup)),
        ("pickup_lfd", json!(container.pickup_lfd)),
        ("pickup_lfd_line", json!(deadlines.pickup_lfd_line)),
        ("pickup_lfd_terminal", json!(deadlines.pickup_lfd_terminal)),
        ("pickup_lfd_rail", json!(deadlines.pickup_lfd_rail)),
        ("pickup_appointment_at", json!(container.pickup_appointment_at)),
        ("location_at_pod_terminal", json!(container.location_at_pod_terminal)),
        ("pod_terminal", json!(pod_terminal)),
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
        let before = picture(known);
        changes(Some(&Published::from(&before)), &picture(&[known, more].concat()), &FoldPolicy::default())
    }

    /// The picture when the last fact was received.
    fn picture(facts: &[Fact]) -> Picture {
        let now = facts.iter().map(|fact| fact.received_at).max().unwrap_or_else(|| day(1));
        fold(facts, now, &FoldPolicy::default())
    }

    /// The changesets of the container and of the shipment.
    fn corrections(before: &Published<'_>, after: &Picture) -> [Value; 2] {
        let all = changes(Some(before), after, &FoldPolicy::default());
        let of = |name: &str| {
            let found = all.iter().find(|change| change.event.as_str() == name).map(|change| &change.subject);
            match found {
                Some(Subject::Attributes(_, values) | Subject::Shipment(values)) => Value::Object(values.clone()),
                _ => Value::Null,
            }
        };
        [of("container.updated"), of("shipment.updated")]
    }

    /// Changes the picture before it is compared, as another answer would.
    fn corrected(facts: &[Fact], correct: impl FnOnce(&mut Picture)) -> [Value; 2] {
        let before = picture(facts);
        let mut after = before.clone();
        correct(&mut after);
        corrections(&Published::from(&before), &after)
    }

    fn departed_and_arrived() -> [Fact; 3] {
        let at = |milestone, on, locode: &str| {
            Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place(locode)).received(day(19))
        };
        [
            at(Milestone::VesselDeparted, 2, "CNSHA"),
            at(Milestone::VesselArrived, 18, "USLAX"),
            at(Milestone::VesselDischarged, 19, "USLAX"),
        ]
    }

    fn remove(picture: &mut Picture, event: &EventName) {
        picture.containers[0].events.retain(|known| known.event.event != *event);
    }

    fn names(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|change| change.event.as_str()).collect()
    }

    #[test]
    fn a_new_shipment_reports_its_containers_and_not_their_past() {
        let facts = [did(Milestone::FullIn, 2), other(Milestone::FullIn, 2)];
        let first = changes(None, &fold(&facts, day(3), &FoldPolicy::default()), &FoldPolicy::default());
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
    fn a_new_event_is_published_and_a_corrected_time_is_a_changed_attribute() {
        let key = "container.transport.vessel_discharged@USLAX".to_owned();
        let expected = change(
            "container.transport.vessel_discharged".into(),
            Subject::Event(CONTAINER.into(), key),
            &Some(DataSource::ShippingLine),
        );
        assert_eq!(changes_after(&[did(Milestone::FullIn, 2)], &[did(Milestone::VesselDischarged, 9)]), [expected]);
        let corrected = changes_after(&[did(Milestone::FullIn, 2)], &[did(Milestone::FullIn, 3)]);
        let times = json!({ "pol_full_in_at": ["2026-05-02T12:00:00Z", "2026-05-03T12:00:00Z"] });
        let subject = Subject::Attributes(CONTAINER.into(), times.as_object().unwrap().clone());
        assert_eq!(corrected, [change("container.updated".into(), subject, &Some(DataSource::ShippingLine))]);
    }

    #[test]
    fn a_time_that_is_taken_back_is_reported_for_container_and_shipment() {
        let [container, shipment] = corrected(&departed_and_arrived(), |after| {
            remove(after, &EventName::TransportVesselArrived);
            after.containers[0].container.pod_arrived_at = None;
            after.shipment.pod_ata_at = None;
        });
        let taken_back = json!(["2026-05-18T12:00:00Z", null]);
        assert_eq!(container, json!({ "pod_arrived_at": taken_back }));
        assert_eq!(shipment, json!({ "pod_ata_at": taken_back }));
    }

    #[test]
    fn a_time_that_returns_is_reported_if_it_was_taken_back_and_else_by_its_event_only() {
        let facts = departed_and_arrived();
        let after = picture(&facts);
        let mut before = after.clone();
        remove(&mut before, &EventName::TransportVesselArrived);
        before.containers[0].container.pod_arrived_at = None;
        before.shipment.pod_ata_at = None;
        let mut published = Published::from(&before);
        assert_eq!(corrections(&published, &after), [Value::Null, Value::Null]);
        let (of_container, of_shipment) = (["pod_arrived_at".to_owned()], ["pod_ata_at".to_owned()]);
        published.containers.get_mut(CONTAINER).unwrap().taken_back = &of_container;
        published.taken_back = &of_shipment;
        let returned = json!([null, "2026-05-18T12:00:00Z"]);
        assert_eq!(
            corrections(&published, &after),
            [json!({ "pod_arrived_at": returned }), json!({ "pod_ata_at": returned })]
        );
        let all = changes(Some(&published), &after, &FoldPolicy::default());
        assert_eq!(names(&all), ["container.transport.vessel_arrived", "container.updated", "shipment.updated"]);
    }

    #[test]
    fn a_restored_event_is_a_changed_attribute_and_no_second_event() {
        let after = picture(&departed_and_arrived());
        let mut before = after.clone();
        let arrived =
            before.containers[0].events.iter_mut().find(|event| event.key.contains("vessel_arrived")).unwrap();
        arrived.event.invalidated_at = Some(day(18).into());
        before.containers[0].container.pod_arrived_at = None;
        before.shipment.pod_ata_at = None;
        let all = changes(Some(&Published::from(&before)), &after, &FoldPolicy::default());
        assert_eq!(names(&all), ["container.updated", "shipment.updated"]);
        let returned = json!([null, "2026-05-18T12:00:00Z"]);
        assert_eq!(
            corrections(&Published::from(&before), &after),
            [json!({ "pod_arrived_at": returned }), json!({ "pod_ata_at": returned })]
        );
    }

    #[test]
    fn what_is_taken_back_is_remembered_until_it_returns() {
        let changeset = |value: Value| value.as_object().unwrap().clone();
        let gone = changeset(json!({ "pod_arrived_at": ["2026-05-18", null], "pickup_lfd": ["2026-05-20", null] }));
        let names = taken_back(&[], &gone);
        assert_eq!(names, ["pod_arrived_at"], "only values that follow from events");
        assert_eq!(taken_back(&names, &changeset(json!({ "pickup_lfd": [null, "2026-05-20"] }))), names);
        let returned = changeset(json!({ "pod_arrived_at": [null, "2026-05-18"] }));
        assert_eq!(taken_back(&names, &returned), [""; 0]);
    }

    #[test]
    fn an_estimate_that_ends_without_its_event_is_reported() {
        let facts = [did(Milestone::FullIn, 2), eta(day(20), 2)];
        let [container, shipment] = corrected(&facts, |after| {
            remove(after, &EventName::EstimatedVesselArrived);
            after.shipment.pod_eta_at = None;
        });
        assert_eq!(container, Value::Null);
        assert_eq!(shipment, json!({ "pod_eta_at": ["2026-05-20T12:00:00Z", null] }));
        let ends = |more| names(&changes_after(&facts, &[more])).join(" ");
        assert_eq!(ends(did(Milestone::VesselDischarged, 21)), "container.transport.vessel_discharged", "it came true");
    }

    #[test]
    fn an_event_that_no_attribute_shows_is_reported_under_its_name() {
        let at = |milestone, on, locode: &str| {
            Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place(locode)).received(day(19))
        };
        let facts = [
            at(Milestone::VesselDeparted, 2, "CNSHA"),
            at(Milestone::TransshipmentArrived, 10, "KRPUS"),
            at(Milestone::VesselArrived, 18, "USLAX"),
        ];
        let arrived = |picture: &mut Picture| {
            let events = &mut picture.containers[0].events;
            events.iter().position(|event| event.event.event == EventName::TransportTransshipmentArrived).unwrap()
        };
        let [moved, _] = corrected(&facts, |after| {
            let at = arrived(after);
            after.containers[0].events[at].event.timestamp = Some(day(11).into());
        });
        let name = "container.transport.transshipment_arrived";
        let timestamp = format!("{name}.timestamp");
        assert_eq!(moved, json!({ &timestamp: ["2026-05-10T12:00:00Z", "2026-05-11T12:00:00Z"] }));
        let [removed, _] = corrected(&facts, |after| remove(after, &EventName::TransportTransshipmentArrived));
        assert_eq!(removed, json!({ &timestamp: ["2026-05-10T12:00:00Z", null] }));
        let [elsewhere, _] = corrected(&facts, |after| {
            let at = arrived(after);
            after.containers[0].events[at].event.location_locode = Some("SGSIN".into());
        });
        assert_eq!(elsewhere, json!({ format!("{name}.location_locode"): ["KRPUS", "SGSIN"] }));
    }

    #[test]
    fn another_place_of_the_shipment_is_reported_and_another_code_or_spelling_of_it_is_not() {
        let facts = departed_and_arrived();
        let port = |code: &str, name: &str| {
            let [_, shipment] = corrected(&facts, |after| {
                after.shipment.port_of_lading_locode = (!code.is_empty()).then(|| code.to_owned());
                after.shipment.port_of_lading_name = (!name.is_empty()).then(|| name.to_owned());
            });
            shipment
        };
        let known = picture(&facts).shipment.port_of_lading_name.unwrap_or_default();
        assert_eq!(port("CNSGH", &known), Value::Null, "one port area");
        assert_eq!(port("CNSHA", &known.to_uppercase()), Value::Null);
        assert_eq!(port("CNNGB", &known), json!({ "port_of_lading_locode": ["CNSHA", "CNNGB"] }));
        let gone = port("", "");
        assert_eq!(gone["port_of_lading_locode"], json!(["CNSHA", null]));
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
