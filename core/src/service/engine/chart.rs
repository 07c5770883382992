//! What the records of a shipment link: the places, terminals and vessels that the picture of it names.

use std::collections::{HashMap, HashSet};

use crate::resources::EventName;
use crate::store::Whereabouts;
use crate::store::whereabouts::{Facility, Site};
use crate::tracking::{ContainerPicture, EventPicture, Picture, Place, Vessel};

/// A picture, and what all of it together says about its places.
pub(super) struct Chart<'p> {
    picture: &'p Picture,
    /// Places where a vessel calls, by their keys.
    called_at: HashSet<String>,
    /// Facilities where a railway has the container, by their ids.
    by_rail: HashSet<String>,
    /// The vessels somebody names with their number, by their names.
    numbered: HashMap<String, &'p Vessel>,
}

/// What a shipment links.
#[derive(Default)]
pub(super) struct ShipmentLinks {
    pub port_of_lading: Option<Whereabouts>,
    pub port_of_discharge: Option<Whereabouts>,
    pub pod_terminal: Option<Whereabouts>,
    pub destination: Option<Whereabouts>,
    pub destination_terminal: Option<Whereabouts>,
}

impl ShipmentLinks {
    pub fn all(&self) -> Vec<&Whereabouts> {
        let links = [
            &self.port_of_lading,
            &self.port_of_discharge,
            &self.pod_terminal,
            &self.destination,
            &self.destination_terminal,
        ];
        links.into_iter().flatten().collect()
    }
}

/// What a container links.
pub(super) struct ContainerLinks {
    pub pod_terminal: Option<Whereabouts>,
    pub pickup_facility: Option<Whereabouts>,
}

/// What an event links.
pub(super) struct EventLinks {
    pub location: Option<Whereabouts>,
    pub vessel: Option<Whereabouts>,
    pub terminal: Option<Whereabouts>,
}

impl<'p> Chart<'p> {
    pub fn of(picture: &'p Picture) -> Self {
        let events = || picture.containers.iter().flat_map(|container| &container.events);
        let ports = [&picture.port_of_lading, &picture.port_of_discharge].into_iter().flatten();
        let calls = events().filter(|told| is_by(VESSELS, &told.event.event)).map(|told| &told.place);
        let called_at = ports.chain(calls).filter_map(Site::of).map(|site| site.key()).collect();
        let numbered = |vessel: &'p Vessel| Some((name_of(vessel)?, vessel)).filter(|_| vessel.imo.is_some());
        let numbered = events().filter_map(|told| told.vessel.as_ref()).filter_map(numbered).collect();
        let mut chart = Chart { picture, called_at, by_rail: HashSet::new(), numbered };
        let by_rail = events().filter(|told| is_by(RAILWAYS, &told.event.event));
        chart.by_rail = by_rail.filter_map(|told| Some(key(&chart.facility(&told.place)?))).collect();
        chart
    }

    pub fn shipment(&self) -> ShipmentLinks {
        let Picture { port_of_lading, port_of_discharge, destination, containers, .. } = self.picture;
        let port = |place: &Option<Place>| Some(Whereabouts::Port(Site::of(place.as_ref()?)?));
        ShipmentLinks {
            port_of_lading: port(port_of_lading),
            port_of_discharge: port(port_of_discharge),
            pod_terminal: containers.iter().find_map(|container| self.pod_terminal(container)),
            destination: destination.as_ref().and_then(|place| self.location(place)),
            destination_terminal: containers.iter().find_map(|container| self.destination_terminal(container)),
        }
    }

    pub fn container(&self, container: &ContainerPicture) -> ContainerLinks {
        let pod_terminal = self.pod_terminal(container);
        let picked_up = last(container, &PICKED_UP, |_| true).and_then(|told| self.terminal(&told.place));
        let inland = || match self.picture.destination {
            Some(_) => self.destination_terminal(container),
            None => pod_terminal.clone(),
        };
        ContainerLinks { pickup_facility: picked_up.or_else(inland), pod_terminal }
    }

    pub fn event(&self, told: &EventPicture) -> EventLinks {
        EventLinks {
            location: self.location(&told.place),
            vessel: told.vessel.as_ref().and_then(|vessel| self.vessel(vessel)),
            terminal: self.terminal(&told.place),
        }
    }

    /// The vessel: where a source leaves out its number, another may tell it.
    pub fn vessel(&self, named: &Vessel) -> Option<Whereabouts> {
        let numbered = || self.numbered.get(&name_of(named)?).copied();
        Whereabouts::vessel(if named.imo.is_some() { named } else { numbered().unwrap_or(named) })
    }

    /// The terminal at the port of discharge that a source calls so.
    pub fn pod_terminal_named(&self, name: &str) -> Whereabouts {
        let site = self.picture.port_of_discharge.as_ref().and_then(Site::of).unwrap_or_default();
        Whereabouts::Terminal(Facility { site, is_at_port: true, name: name.to_owned() })
    }

    /// As the terminal itself says, else where the vessel was discharged.
    fn pod_terminal(&self, container: &ContainerPicture) -> Option<Whereabouts> {
        let named = container.pod_terminal.as_deref().map(|name| self.pod_terminal_named(name));
        named
            .or_else(|| self.terminal(&last_at(container, &DISCHARGED, self.picture.port_of_discharge.as_ref())?.place))
    }

    fn destination_terminal(&self, container: &ContainerPicture) -> Option<Whereabouts> {
        self.terminal(&last_at(container, &ARRIVED_INLAND, self.picture.destination.as_ref())?.place)
    }

    /// Where vessels call is a port, and what the tables know as one.
    fn location(&self, place: &Place) -> Option<Whereabouts> {
        let site = Site::of(place)?;
        Some(if self.is_port(&site) { Whereabouts::Port(site) } else { Whereabouts::MetroArea(site) })
    }

    /// Inland, a facility where a railway has the container is the railway's, whoever else has it there.
    fn terminal(&self, place: &Place) -> Option<Whereabouts> {
        let found = self.facility(place)?;
        let is_rail = !found.is_at_port && self.by_rail.contains(&key(&found));
        Some(if is_rail { Whereabouts::RailTerminal(found) } else { Whereabouts::Terminal(found) })
    }

    fn facility(&self, place: &Place) -> Option<Facility> {
        let name = place.facility.as_deref().map(str::trim).filter(|name| !name.is_empty())?.to_owned();
        let site = Site::of(place).unwrap_or_default();
        Some(Facility { is_at_port: self.is_port(&site), site, name })
    }

    fn is_port(&self, site: &Site) -> bool {
        let listed = || crate::places::location(site.locode.as_deref()?).filter(|found| found.is_port);
        self.called_at.contains(&site.key()) || listed().is_some()
    }
}

/// What the names of events begin with that vessels make, feeders among them.
const VESSELS: &[&str] = &["vessel_", "transshipment_", "feeder_"];

/// Those of railways.
const RAILWAYS: &[&str] = &["rail_", "arrived_at_inland_destination"];

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

/// What tells a facility from others, whatever it is.
fn key(facility: &Facility) -> String {
    Whereabouts::Terminal(facility.clone()).canonical()
}

fn name_of(vessel: &Vessel) -> Option<String> {
    vessel.name.as_deref().map(|name| name.trim().to_uppercase()).filter(|name| !name.is_empty())
}

fn is_by(who: &[&str], event: &EventName) -> bool {
    let name = event.as_str().strip_prefix("container.transport.").unwrap_or_default();
    let name = name.strip_prefix("estimated.").unwrap_or(name);
    who.iter().any(|who| name.starts_with(who))
}

/// The last of these events at a place that names a facility.
fn last_at<'c>(container: &'c ContainerPicture, events: &[EventName], at: Option<&Place>) -> Option<&'c EventPicture> {
    let key = Site::of(at?)?.key();
    last(container, events, |told| Site::of(&told.place).is_some_and(|site| site.key() == key))
}

fn last<'c>(
    container: &'c ContainerPicture,
    events: &[EventName],
    fits: impl Fn(&EventPicture) -> bool,
) -> Option<&'c EventPicture> {
    let named = |told: &&EventPicture| told.place.facility.is_some() && events.contains(&told.event.event);
    container.events.iter().filter(named).rfind(|told| fits(told))
}
