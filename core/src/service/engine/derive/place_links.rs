//! `PlaceLinks`: the places, terminals and vessels that the records of a shipment link to.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::EventName;
use crate::store::{LocationRecord, PlaceRecord, TerminalRecord};
use crate::tracking::{ContainerPicture, EventPicture, Picture, Place, Vessel};

/// Resolves the places of a picture. It uses evidence from all events: where vessels call, and where railways handle
/// containers.
pub(super) struct PlaceLinks<'p> {
    picture: &'p Picture,
    /// Keys of the places where vessels call.
    port_calls: HashSet<String>,
    /// Keys of the facilities where railways handle containers.
    rail_facilities: HashSet<String>,
    /// Vessels with an IMO number in some event, by compared name. `None` if several have this name.
    with_imo: HashMap<String, Option<&'p Vessel>>,
    places: RefCell<HashMap<&'p Place, (Link, Link)>>,
    vessels: RefCell<HashMap<&'p Vessel, Link>>,
}

/// A link to a location or vessel; empty if it is unknown.
#[derive(Debug, Clone, Default)]
pub(super) struct Link(Option<Arc<(LocationRecord, ResourceId)>>);

#[derive(Default)]
pub(super) struct ShipmentLinks {
    pub port_of_lading: Link,
    pub port_of_discharge: Link,
    pub pod_terminal: Link,
    pub destination: Link,
    pub destination_terminal: Link,
    pub pod_eta_vessel: Link,
}

pub(super) struct ContainerLinks {
    pub pod_terminal: Link,
    pub pickup_facility: Link,
}

pub(super) struct EventLinks {
    pub location: Link,
    pub vessel: Link,
    pub terminal: Link,
}

impl Link {
    fn to(location: Option<LocationRecord>) -> Self {
        Link(location.map(|record| {
            let id = record.resource_id();
            Arc::new((record, id))
        }))
    }

    fn or_else(self, other: impl FnOnce() -> Link) -> Self {
        if self.0.is_some() { self } else { other() }
    }

    pub fn get(&self) -> Option<&LocationRecord> {
        self.0.as_ref().map(|linked| &linked.0)
    }

    pub fn to_one(&self) -> ToOne {
        self.0.as_ref().map_or(ToOne::Empty, |linked| ToOne::Linked(linked.1.clone()))
    }
}

impl ShipmentLinks {
    pub fn all(&self) -> [&Link; 5] {
        [
            &self.port_of_lading,
            &self.port_of_discharge,
            &self.pod_terminal,
            &self.destination,
            &self.destination_terminal,
        ]
    }
}

impl<'p> PlaceLinks<'p> {
    pub fn of(picture: &'p Picture) -> Self {
        let events = || picture.containers.iter().flat_map(|container| &container.events);
        let of = |prefixes: &'static [&'static str]| -> HashSet<&Place> {
            events().filter(|event| has_prefix(prefixes, &event.event.event)).map(|event| &*event.place).collect()
        };
        let ports = [&picture.port_of_lading, &picture.port_of_discharge].into_iter().flatten();
        let port_calls =
            ports.chain(of(VESSEL_EVENTS)).filter_map(PlaceRecord::of).map(|place_record| place_record.key()).collect();
        let mut with_imo = HashMap::new();
        for vessel in events().filter_map(|event| event.vessel.as_ref()).filter(|vessel| vessel.imo_number().is_some())
        {
            let known = with_imo.entry(vessel.compared_name()).or_insert(Some(vessel));
            *known = known.filter(|known| known.may_be(vessel));
        }
        let (places, vessels, rail_facilities) = (RefCell::default(), RefCell::default(), HashSet::new());
        let mut links = PlaceLinks { picture, port_calls, rail_facilities, with_imo, places, vessels };
        links.rail_facilities =
            of(RAIL_EVENTS).into_iter().filter_map(|place| Some(key(&links.terminal_record(place)?))).collect();
        links
    }

    pub fn shipment(&self) -> ShipmentLinks {
        let Picture { port_of_lading, port_of_discharge, destination, containers, pod_eta_vessel, .. } = self.picture;
        let port = |place: &Option<Place>| Link::to(place.as_ref().and_then(PlaceRecord::of).map(LocationRecord::Port));
        let first = |of: &dyn Fn(&'p ContainerPicture) -> Link| {
            containers.iter().map(of).find(|link| link.get().is_some()).unwrap_or_default()
        };
        ShipmentLinks {
            port_of_lading: port(port_of_lading),
            port_of_discharge: port(port_of_discharge),
            pod_terminal: first(&|container| self.pod_terminal(container)),
            destination: destination.as_ref().map(|place| self.at(place).0).unwrap_or_default(),
            destination_terminal: first(&|container| self.destination_terminal(container)),
            pod_eta_vessel: pod_eta_vessel.as_ref().map(|vessel| self.vessel(vessel)).unwrap_or_default(),
        }
    }

    pub fn container(&self, container: &'p ContainerPicture) -> ContainerLinks {
        let pod_terminal = self.pod_terminal(container);
        let picked_up = last(container, &PICKED_UP, |_| true).map(|event| self.at(&event.place).1).unwrap_or_default();
        let pickup_facility = picked_up.or_else(|| match self.picture.destination {
            Some(_) => self.destination_terminal(container),
            None => pod_terminal.clone(),
        });
        // The interface links a terminal here, even if the facility is a rail terminal.
        let pickup_facility = match pickup_facility.get() {
            Some(LocationRecord::RailTerminal(terminal)) => Link::to(Some(LocationRecord::Terminal(terminal.clone()))),
            _ => pickup_facility,
        };
        ContainerLinks { pickup_facility, pod_terminal }
    }

    pub fn event(&self, event: &'p EventPicture) -> EventLinks {
        let (location, terminal) = self.at(&event.place);
        EventLinks {
            location,
            terminal,
            vessel: event.vessel.as_ref().map(|vessel| self.vessel(vessel)).unwrap_or_default(),
        }
    }

    fn vessel(&self, named: &'p Vessel) -> Link {
        let with_imo = || {
            let name = Some(named.compared_name()).filter(|name| !name.is_empty() && named.imo_number().is_none())?;
            self.with_imo.get(&name).copied().flatten()
        };
        let find = || LocationRecord::vessel(with_imo().unwrap_or(named));
        self.vessels.borrow_mut().entry(named).or_insert_with(|| Link::to(find())).clone()
    }

    fn pod_terminal(&self, container: &'p ContainerPicture) -> Link {
        match &container.pod_terminal {
            Some(name) => Link::to(Some(pod_terminal_named(name, self.picture))),
            None => self.last_facility(container, &DISCHARGED, self.picture.port_of_discharge.as_ref()),
        }
    }

    fn destination_terminal(&self, container: &'p ContainerPicture) -> Link {
        self.last_facility(container, &ARRIVED_INLAND, self.picture.destination.as_ref())
    }

    fn last_facility(&self, container: &'p ContainerPicture, events: &[EventName], place: Option<&Place>) -> Link {
        let Some(place_record) = place.and_then(PlaceRecord::of) else { return Link::default() };
        let key = place_record.key();
        let is_there =
            |event: &EventPicture| PlaceRecord::of(&event.place).is_some_and(|place_record| place_record.key() == key);
        last(container, events, is_there).map(|event| self.at(&event.place).1).unwrap_or_default()
    }

    /// The location and the terminal of a place.
    fn at(&self, place: &'p Place) -> (Link, Link) {
        let find = || (Link::to(self.location(place)), Link::to(self.terminal(place)));
        self.places.borrow_mut().entry(place).or_insert_with(find).clone()
    }

    /// A place is a port if vessels call there, or the tables list it as a port.
    fn location(&self, place: &Place) -> Option<LocationRecord> {
        let place_record = PlaceRecord::of(place)?;
        Some(if self.is_port(&place_record) {
            LocationRecord::Port(place_record)
        } else {
            LocationRecord::MetroArea(place_record)
        })
    }

    /// An inland facility where a railway handles the container is a rail terminal, even if other sources do not say so.
    fn terminal(&self, place: &Place) -> Option<LocationRecord> {
        let found = self.terminal_record(place)?;
        let is_rail = !found.is_at_port && self.rail_facilities.contains(&key(&found));
        Some(if is_rail { LocationRecord::RailTerminal(found) } else { LocationRecord::Terminal(found) })
    }

    fn terminal_record(&self, place: &Place) -> Option<TerminalRecord> {
        let name = place.facility.as_deref().map(str::trim).filter(|name| !name.is_empty())?.to_owned();
        let place_record = PlaceRecord::of(place).unwrap_or_default();
        Some(TerminalRecord { is_at_port: self.is_port(&place_record), site: place_record, name })
    }

    fn is_port(&self, place_record: &PlaceRecord) -> bool {
        let listed = || crate::places::location(place_record.locode.as_deref()?).filter(|found| found.is_port);
        self.port_calls.contains(&place_record.key()) || listed().is_some()
    }
}

pub(super) fn pod_terminal_named(name: &str, picture: &Picture) -> LocationRecord {
    let place_record = picture.port_of_discharge.as_ref().and_then(PlaceRecord::of).unwrap_or_default();
    LocationRecord::Terminal(TerminalRecord { site: place_record, is_at_port: true, name: name.to_owned() })
}

const VESSEL_EVENTS: &[&str] = &["vessel_", "transshipment_", "feeder_"];
const RAIL_EVENTS: &[&str] = &["rail_", "arrived_at_inland_destination"];

const DISCHARGED: [EventName; 4] = [
    EventName::TransportVesselArrived,
    EventName::TransportVesselBerthed,
    EventName::TransportVesselDischarged,
    EventName::EstimatedVesselArrived,
];

const ARRIVED_INLAND: [EventName; 4] = [
    EventName::TransportRailArrived,
    EventName::TransportRailUnloaded,
    EventName::TransportArrivedAtInlandDestination,
    EventName::EstimatedArrivedAtInlandDestination,
];

const PICKED_UP: [EventName; 1] = [EventName::TransportFullOut];

fn key(terminal: &TerminalRecord) -> String {
    LocationRecord::Terminal(terminal.clone()).canonical()
}

fn has_prefix(prefixes: &[&str], event: &EventName) -> bool {
    let name = event.as_str().strip_prefix("container.transport.").unwrap_or_default();
    let name = name.strip_prefix("estimated.").unwrap_or(name);
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn last<'c>(
    container: &'c ContainerPicture,
    events: &[EventName],
    fits: impl Fn(&EventPicture) -> bool,
) -> Option<&'c EventPicture> {
    let named = |event: &&EventPicture| event.place.facility.is_some() && events.contains(&event.event.event);
    container.events.iter().filter(named).rfind(|event| fits(event))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, Particulars, TerminalStatus, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn actual_event(milestone: Milestone, day: u32, place: Place) -> Fact {
        Fact::event(CONTAINER, Event::actual(milestone, format!("2026-05-{day:02}T10:00:00Z")).at_place(place))
    }

    fn picture_of(facts: &[Fact]) -> Picture {
        fold(facts, "2026-06-01T00:00:00Z".parse().unwrap(), &FoldPolicy::default())
    }

    fn canonical(link: &Link) -> String {
        link.get().map(LocationRecord::canonical).unwrap_or_default()
    }

    fn at(locode: &str, facility: &str) -> Place {
        Place::from(locode).at_facility(facility)
    }

    #[test]
    fn places_with_vessel_calls_are_ports_and_inland_rail_facilities_are_rail_terminals() {
        let picture = picture_of(&[
            actual_event(Milestone::VesselDeparted, 1, Place::from("QQAAA")),
            actual_event(Milestone::VesselDischarged, 9, at("QQBBB", "Quay 1")),
            actual_event(Milestone::RailLoaded, 10, at("QQBBB", "Quay 1")),
            actual_event(Milestone::RailUnloaded, 12, at("QQCCC", "Ramp")),
            actual_event(Milestone::FullOut, 13, at("QQCCC", "ramp")),
            actual_event(Milestone::EmptyIn, 14, at("QQCCC", "Depot")),
        ]);
        let links = PlaceLinks::of(&picture);
        let events: Vec<[String; 2]> = picture.containers[0]
            .events
            .iter()
            .map(|event| links.event(event))
            .map(|links| [canonical(&links.location), canonical(&links.terminal)])
            .collect();
        let expected = [
            ["port/QQAAA", ""],
            ["port/QQBBB", "terminal/QQBBB/QUAY 1"],
            ["port/QQBBB", "terminal/QQBBB/QUAY 1"],
            ["metro_area/QQCCC", "rail_terminal/QQCCC/RAMP"],
            ["metro_area/QQCCC", "rail_terminal/QQCCC/RAMP"],
            ["metro_area/QQCCC", "terminal/QQCCC/DEPOT"],
        ];
        for links in expected {
            assert!(events.iter().any(|event| *event == links), "{links:?} in {events:?}");
        }
        let shipment = links.shipment();
        assert_eq!(
            shipment.all().map(canonical),
            ["port/QQAAA", "port/QQBBB", "terminal/QQBBB/QUAY 1", "metro_area/QQCCC", "rail_terminal/QQCCC/RAMP"]
        );
        let container = links.container(&picture.containers[0]);
        assert_eq!(canonical(&container.pickup_facility), "terminal/QQCCC/RAMP", "the interface links a terminal");
    }

    #[test]
    fn terminal_in_terminal_status_is_preferred_and_is_the_default_pickup_facility() {
        let particulars = Particulars { port_of_discharge: Some("QQBBB".into()), ..Particulars::default() };
        let status = TerminalStatus { terminal: Some("Pier 400".into()), ..TerminalStatus::default() };
        let picture = picture_of(&[
            Fact::particulars(particulars),
            actual_event(Milestone::VesselDischarged, 9, at("QQBBB", "Quay 1")),
            Fact::terminal_status(CONTAINER, status),
        ]);
        let links = PlaceLinks::of(&picture);
        let links = links.container(&picture.containers[0]);
        assert_eq!(
            [&links.pod_terminal, &links.pickup_facility].map(canonical),
            ["terminal/QQBBB/PIER 400", "terminal/QQBBB/PIER 400"]
        );
    }

    #[test]
    fn vessel_without_imo_number_is_matched_by_name() {
        let sailed = |milestone, vessel: Vessel| {
            Fact::event(CONTAINER, Event::actual(milestone, "2026-05-01").at_place("QQAAA").on_vessel(vessel))
        };
        let without_imo = |name: &str| Vessel { name: Some(name.to_owned()), imo: None };
        let picture = picture_of(&[
            sailed(Milestone::VesselLoaded, without_imo("test voyager")),
            sailed(Milestone::VesselDeparted, Vessel::new("Test Voyager", "9321483")),
            sailed(Milestone::FullIn, without_imo("Other")),
        ]);
        let links = PlaceLinks::of(&picture);
        let vessels: HashSet<String> =
            picture.containers[0].events.iter().map(|event| canonical(&links.event(event).vessel)).collect();
        assert_eq!(vessels, HashSet::from(["vessel/9321483".to_owned(), "vessel/OTHER".to_owned()]));
    }

    #[test]
    fn unknown_places_have_no_links() {
        let picture = picture_of(&[actual_event(Milestone::FullIn, 1, Place::default())]);
        let links = PlaceLinks::of(&picture);
        assert!(links.shipment().all().iter().all(|link| link.to_one() == ToOne::Empty));
        let links = links.event(&picture.containers[0].events[0]);
        assert!([links.location, links.terminal, links.vessel].iter().all(|link| link.get().is_none()));
    }
}
