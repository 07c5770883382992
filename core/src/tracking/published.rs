//! The published state of a shipment: the values that a new picture is compared with, and the attributes that follow from events.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::Picture;
use super::moment::{earliest, latest, sort_instant};
use crate::places::port_area;
use crate::resources::{Container, EventName, Shipment, Timestamp, TransportEvent};
use crate::zones::Zone;

/// What was last published about a shipment.
#[derive(Debug, Clone)]
pub struct Published<'a> {
    /// The shipment.
    pub shipment: &'a Shipment,
    /// Attributes of the shipment that were reported as taken back and have no value since.
    pub taken_back: &'a [String],
    /// Its containers, by number.
    pub containers: BTreeMap<&'a str, PublishedContainer<'a>>,
}

/// What was last published about a container.
#[derive(Debug, Clone)]
pub struct PublishedContainer<'a> {
    /// The container.
    pub container: &'a Container,
    /// Attributes of the container that were reported as taken back and have no value since.
    pub taken_back: &'a [String],
    /// Name of the terminal at the port of discharge.
    pub pod_terminal: Option<&'a str>,
    /// Whether the container was removed from the shipment.
    pub left_shipment: bool,
    /// Its events by their keys, including those that are not valid any more.
    pub events: BTreeMap<&'a str, &'a TransportEvent>,
}

impl<'a> From<&'a Picture> for Published<'a> {
    /// The state after the picture was published.
    fn from(picture: &'a Picture) -> Self {
        let containers = picture.containers.iter().map(|picture| {
            let published = PublishedContainer {
                container: &picture.container,
                taken_back: &[],
                pod_terminal: picture.pod_terminal.as_deref(),
                left_shipment: false,
                events: picture.events.iter().map(|event| (event.key.as_str(), &event.event)).collect(),
            };
            (picture.container.number.as_str(), published)
        });
        Published { shipment: &picture.shipment, taken_back: &[], containers: containers.collect() }
    }
}

impl<'a> Published<'a> {
    /// Adds what `earlier` had reported as taken back: attributes, and invalidated events that are not valid again.
    pub(crate) fn with_taken_back_of(mut self, earlier: &Published<'a>) -> Self {
        self.taken_back = earlier.taken_back;
        for (number, container) in &mut self.containers {
            let Some(before) = earlier.containers.get(number) else { continue };
            container.taken_back = before.taken_back;
            for (key, event) in before.events.iter().filter(|(_, event)| event.invalidated_at.is_some()) {
                container.events.entry(key).or_insert(event);
            }
        }
        self
    }
}

/// An attribute that is the time of an event, or of an estimate.
pub(super) struct TimeAttribute<T: 'static> {
    pub(super) name: &'static str,
    pub(super) value: fn(&T) -> Option<&Timestamp>,
    pub(super) timezone: fn(&T) -> Option<&str>,
    /// The events whose time it is.
    pub(super) events: &'static [EventName],
    /// For an estimate: the events that end it without a notification, because they show that it came true.
    pub(super) ended_by: &'static [EventName],
}

impl<T> TimeAttribute<T> {
    pub(super) fn is_estimate(&self) -> bool {
        !self.ended_by.is_empty()
    }
}

/// The two attributes of one place.
pub(super) struct PlaceAttributes {
    pub(super) locode: (&'static str, fn(&Shipment) -> Option<&str>),
    pub(super) name: (&'static str, fn(&Shipment) -> Option<&str>),
    /// Codes of one port area are one port, but different inland places.
    pub(super) is_port: bool,
}

macro_rules! times {
    ($type:ident: $($field:ident $([$zone:ident])? = $($event:ident)|+ $(, until $ends:ident)?;)+) => {
        &[$(TimeAttribute {
            name: stringify!($field),
            value: |resource: &$type| resource.$field.as_ref(),
            timezone: |_resource: &$type| None$(.or(_resource.$zone.as_deref()))?,
            events: &[$(EventName::$event),+],
            ended_by: times!(@ends $($ends)?),
        }),+]
    };
    (@ends) => { &[] };
    (@ends $ends:ident) => { $ends };
}

/// Events that show that the container reached its inland destination.
const AT_DESTINATION: &[EventName] = &[
    EventName::TransportArrivedAtInlandDestination,
    EventName::TransportRailUnloaded,
    EventName::TransportFullOut,
    EventName::TransportDelivered,
    EventName::TransportEmptyIn,
];

/// Events that show that the vessel reached the port of discharge.
const AT_DISCHARGE: &[EventName] = &[
    EventName::TransportVesselArrived,
    EventName::TransportVesselBerthed,
    EventName::TransportVesselDischarged,
    EventName::TransportArrivedAtInlandDestination,
    EventName::TransportFullOut,
    EventName::TransportDelivered,
    EventName::TransportEmptyIn,
];

/// Events that show that the vessel left the port of lading.
const UNDER_WAY: &[EventName] = &[
    EventName::TransportVesselDeparted,
    EventName::TransportTransshipmentArrived,
    EventName::TransportTransshipmentDischarged,
    EventName::TransportTransshipmentLoaded,
    EventName::TransportTransshipmentDeparted,
    EventName::TransportVesselArrived,
    EventName::TransportVesselBerthed,
    EventName::TransportVesselDischarged,
    EventName::TransportArrivedAtInlandDestination,
    EventName::TransportFullOut,
    EventName::TransportDelivered,
    EventName::TransportEmptyIn,
];

/// The times of a container that follow from its events.
pub(super) const CONTAINER_TIMES: &[TimeAttribute<Container>] = times! { Container:
    empty_out_at = TransportEmptyOut;
    pol_full_in_at = TransportFullIn;
    pol_vessel_loaded_at = TransportVesselLoaded;
    pol_vessel_departed_at = TransportVesselDeparted;
    pod_arrived_at[pod_timezone] = TransportVesselArrived;
    pod_discharged_at[pod_timezone] = TransportVesselDischarged;
    pod_rail_loaded_at[pod_timezone] = TransportRailLoaded;
    pod_rail_departed_at[pod_timezone] = TransportRailDeparted;
    pod_full_out_at[pod_timezone] = TransportFullOut;
    ind_eta_at[final_destination_timezone] = EstimatedArrivedAtInlandDestination, until AT_DESTINATION;
    ind_ata_at[final_destination_timezone] = TransportArrivedAtInlandDestination | TransportRailArrived;
    ind_rail_unloaded_at[final_destination_timezone] = TransportRailUnloaded;
    final_destination_full_out_at[final_destination_timezone] = TransportFullOut;
    delivered_at = TransportDelivered;
    empty_terminated_at[empty_terminated_timezone] = TransportEmptyIn;
};

/// The times of a shipment that follow from the events of its containers.
pub(super) const SHIPMENT_TIMES: &[TimeAttribute<Shipment>] = times! { Shipment:
    pol_etd_at[pol_timezone] = EstimatedVesselDeparted, until UNDER_WAY;
    pol_atd_at[pol_timezone] = TransportVesselDeparted;
    pod_eta_at[pod_timezone] = EstimatedVesselArrived, until AT_DISCHARGE;
    pod_ata_at[pod_timezone] = TransportVesselArrived;
    destination_eta_at[destination_timezone] = EstimatedArrivedAtInlandDestination, until AT_DESTINATION;
    destination_ata_at[destination_timezone] = TransportArrivedAtInlandDestination | TransportRailArrived;
};

macro_rules! places {
    ($($locode:ident $name:ident $is_port:literal;)+) => {
        &[$(PlaceAttributes {
            locode: (stringify!($locode), |shipment: &Shipment| shipment.$locode.as_deref()),
            name: (stringify!($name), |shipment: &Shipment| shipment.$name.as_deref()),
            is_port: $is_port,
        }),+]
    };
}

/// The places of a shipment.
pub(super) const SHIPMENT_PLACES: &[PlaceAttributes] = places! {
    port_of_lading_locode port_of_lading_name true;
    port_of_discharge_locode port_of_discharge_name true;
    destination_locode destination_name false;
};

/// Whether a published time changed by more than `tolerance`. A date and a moment of that day in one of the zones are the same time. A date
/// may also be published as the moment at which the day begins.
pub(super) fn has_moved(old: &Timestamp, new: &Timestamp, timezones: &[&str], tolerance: TimeDelta) -> bool {
    if old == new {
        return false;
    }
    match (old.is_date(), new.is_date()) {
        (true, true) => old.date() != new.date(),
        (true, false) => !is_on_day(new, old, timezones),
        (false, true) => !is_on_day(old, new, timezones),
        (false, false) => match (sort_instant(old), sort_instant(new)) {
            (Some(old), Some(new)) => {
                (new - old).abs() > tolerance && !timezones.iter().any(|name| is_day_and_moment(old, new, name))
            }
            _ => true,
        },
    }
}

/// Whether the moment is on that day. If the zone is unknown: in some zone.
fn is_on_day(moment: &Timestamp, day: &Timestamp, timezones: &[&str]) -> bool {
    let Some(at) = sort_instant(moment) else { return false };
    let mut zones = timezones.iter().filter_map(|name| Zone::named(name)).peekable();
    if zones.peek().is_none() {
        return earliest(day).is_some_and(|begin| begin <= at) && latest(day).is_some_and(|end| at <= end);
    }
    zones.any(|zone| zone.day(at).is_some() && zone.day(at) == day.date())
}

/// Whether both are on one day of the zone, and that day begins at one of them.
fn is_day_and_moment(a: DateTime<Utc>, b: DateTime<Utc>, timezone: &str) -> bool {
    let Some(zone) = Zone::named(timezone) else { return false };
    let Some(day) = zone.day(a).filter(|day| zone.day(b) == Some(*day)) else { return false };
    zone.start_of_day(day).is_some_and(|begin| begin == a || begin == b)
}

/// Whether the event is a movement that happened. Availability is a state.
pub(super) fn is_movement(event: &EventName) -> bool {
    !matches!(event, EventName::TransportAvailable | EventName::TransportNotAvailable)
        && event.as_str().starts_with("container.transport.")
        && !event.is_estimate()
}

/// Whether the event is at another place than before. `false` if either place is unknown.
pub(super) fn is_elsewhere(old: &TransportEvent, new: &TransportEvent) -> bool {
    let (Some(before), Some(after)) = (&old.location_locode, &new.location_locode) else { return false };
    is_other_place(before, after, ["vessel_", "transshipment_", "feeder_"].iter().any(|of| has_prefix(&new.event, of)))
}

/// Whether two UN/LOCODEs are different places. If `is_port`, codes of one port area are the same place.
pub(super) fn is_other_place(old: &str, new: &str, is_port: bool) -> bool {
    old != new && !(is_port && port_area(old) == port_area(new))
}

fn has_prefix(event: &EventName, prefix: &str) -> bool {
    event.as_str().strip_prefix("container.transport.").is_some_and(|name| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(old: &str, new: &str, timezones: &[&str]) -> bool {
        let there = has_moved(&old.into(), &new.into(), timezones, TimeDelta::hours(1));
        assert_eq!(there, has_moved(&new.into(), &old.into(), timezones, TimeDelta::hours(1)), "{old} {new}");
        there
    }

    const LOS_ANGELES: &[&str] = &["America/Los_Angeles"];

    #[test]
    fn a_time_has_moved_if_it_changed_by_more_than_an_hour() {
        assert!(!moved("2026-05-20T10:00:00Z", "2026-05-20T11:00:00Z", LOS_ANGELES));
        assert!(moved("2026-05-20T10:00:00Z", "2026-05-20T11:00:01Z", LOS_ANGELES));
        assert!(!moved("2026-05-20T10:00:00Z", "2026-05-20T18:00:00+08:00", &[]), "the same instant");
        assert!(moved("soon", "2026-05-20T10:00:00Z", &[]));
    }

    #[test]
    fn a_date_and_a_moment_of_that_day_at_the_place_are_the_same_time() {
        for day in ["2026-05-20", "2026-05-20T07:00:00Z"] {
            assert!(!moved(day, "2026-05-20T16:30:00Z", LOS_ANGELES), "{day}");
            assert!(!moved(day, "2026-05-21T06:59:00Z", LOS_ANGELES), "{day}");
            assert!(moved(day, "2026-05-21T07:30:00Z", LOS_ANGELES), "{day}");
            assert!(moved(day, "2026-05-20T05:30:00Z", LOS_ANGELES), "{day}");
        }
        assert!(moved("2026-05-20", "2026-05-21", LOS_ANGELES));
        assert!(!moved("2026-05-20", "2026-05-21T09:00:00Z", &[]), "it may be that day in some zone");
        assert!(moved("2026-05-20", "2026-05-22T09:00:00Z", &[]));
    }

    #[test]
    fn codes_of_one_port_area_are_one_port_and_two_inland_places() {
        let event = |event: EventName, locode: &str| TransportEvent {
            event,
            location_locode: Some(locode.to_owned()),
            ..TransportEvent::default()
        };
        let elsewhere = |name: EventName| is_elsewhere(&event(name.clone(), "USNYC"), &event(name, "USEWR"));
        assert!(!elsewhere(EventName::TransportVesselArrived));
        assert!(!elsewhere(EventName::TransportTransshipmentDischarged));
        assert!(elsewhere(EventName::TransportFullOut));
        assert!(!is_elsewhere(
            &event(EventName::TransportFullOut, "USNYC"),
            &TransportEvent { event: EventName::TransportFullOut, ..TransportEvent::default() }
        ));
    }

    #[test]
    fn every_attribute_is_in_the_schema_and_has_a_name_for_its_events() {
        use crate::resources::Schema;
        let names = |attributes: &[crate::resources::AttributeSchema]| -> Vec<&str> {
            attributes.iter().map(|attribute| attribute.name).collect()
        };
        let (container, shipment) = (names(Container::ATTRIBUTES), names(Shipment::ATTRIBUTES));
        for (name, is_estimate, events) in
            CONTAINER_TIMES.iter().map(|time| (time.name, time.is_estimate(), time.events))
        {
            assert!(container.contains(&name), "{name}");
            assert!(events.iter().all(|event| event.is_estimate() == is_estimate), "{name}");
        }
        for (name, is_estimate, events) in
            SHIPMENT_TIMES.iter().map(|time| (time.name, time.is_estimate(), time.events))
        {
            assert!(shipment.contains(&name), "{name}");
            assert!(events.iter().all(|event| event.is_estimate() == is_estimate), "{name}");
        }
        assert!(
            SHIPMENT_PLACES.iter().all(|place| shipment.contains(&place.locode.0) && shipment.contains(&place.name.0))
        );
    }
}
