//! Renders ports, metro areas, terminals and vessels, from what sources reported and from the tables of places.

use serde_json::{Map, json};
use uuid::Uuid;

use super::included::{IncludedResource, Related, leads_to};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{Members, ToMany, ToOne};
use crate::places::{self, Location};
use crate::resources::{AccountId, Decimal, FacilityType, MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::store::{LocationRecord, PlaceRecord, TerminalRecord, Tx, VesselRecord};

pub(in crate::service) fn included(location: &LocationRecord) -> IncludedResource {
    match location {
        LocationRecord::Port(site) => IncludedResource::of(port(site)),
        LocationRecord::MetroArea(site) => IncludedResource::of(metro_area(site)),
        LocationRecord::Terminal(record) => IncludedResource::of(terminal(record)),
        LocationRecord::RailTerminal(record) => IncludedResource::of(rail_terminal(record)),
        LocationRecord::Vessel(record) => IncludedResource::of(vessel(record)),
    }
}

/// Includes the target of a link. `with_place` also includes the place of a terminal.
pub(in crate::service) fn add(related: &mut Related<'_>, link: &ToOne, with_place: bool) -> Result<()> {
    let Some(target) = link.get().filter(|target| with_place || !related.set.has(target)) else { return Ok(()) };
    let found = target.id.uuid().map(|id| related.tx.location(related.account, id)).transpose()?.flatten();
    let Some(location) = found else { return Ok(()) };
    related.set.add(included(&location));
    if let (true, LocationRecord::Terminal(record) | LocationRecord::RailTerminal(record)) = (with_place, &location) {
        related.set.extend(place_of(record).as_ref().map(included));
    }
    Ok(())
}

/// Includes the targets of links that the paths name, such as `pod_terminal` or `pod_terminal.port`.
pub(in crate::service) fn follow(related: &mut Related<'_>, paths: &[&str], links: &[(&str, &ToOne)]) -> Result<()> {
    let mut included = links.iter().filter(|(name, _)| leads_to(paths, name));
    included.try_for_each(|(name, link)| add(related, link, leads_to(paths, &format!("{name}.port"))))
}

/// Finds a location that sources of the account reported, by id, UN/LOCODE or IMO number.
pub(in crate::service) fn find_in_store(
    tx: &Tx<'_>,
    account: &AccountId,
    kind: &str,
    text: &str,
) -> Result<Option<LocationRecord>> {
    let id_of_code = || LocationRecord::id_of(&format!("{kind}/{}", text.trim().to_uppercase()));
    let found = tx.location(account, Id::<()>::new(text).uuid().unwrap_or_else(id_of_code))?;
    Ok(found.filter(|found| found.kind() == kind))
}

/// Finds a location in the tables, by id or UN/LOCODE.
pub(in crate::service) fn find_in_tables(kind: &str, text: &str) -> Option<LocationRecord> {
    match Id::<()>::new(text).uuid() {
        Some(id) => find_in_tables_by_id(kind, id),
        None => place(kind, places::location(text)?),
    }
}

/// Derives the ids of all locations in the tables, which have no index of ids. It takes some milliseconds.
fn find_in_tables_by_id(kind: &str, id: Uuid) -> Option<LocationRecord> {
    let is_derived_id = id.get_version() == Some(uuid::Version::Sha1);
    let has_id = |found: &LocationRecord| found.id() == id;
    let terminals = |port: Location| {
        let at_port = move |facility: places::Facility| TerminalRecord {
            site: site(&port),
            is_at_port: true,
            name: facility.code().to_owned(),
        };
        places::facilities(port.locode).map(at_port).map(LocationRecord::Terminal)
    };
    if !is_derived_id {
        None
    } else if kind == <Terminal as crate::jsonapi::Resource>::TYPE {
        places::locations().filter(|place| place.is_port).flat_map(terminals).find(has_id)
    } else {
        places::locations().filter_map(|found| place(kind, found)).find(has_id)
    }
}

/// A place of the tables as the requested kind. The tables do not know for every place whether it is a port, so every
/// place may be requested as a port or as a metro area.
fn place(kind: &str, found: Location) -> Option<LocationRecord> {
    match kind {
        "port" => Some(LocationRecord::Port(site(&found))),
        "metro_area" => Some(LocationRecord::MetroArea(site(&found))),
        _ => None,
    }
}

fn site(found: &Location) -> PlaceRecord {
    PlaceRecord { locode: Some(found.locode.to_owned()), ..PlaceRecord::default() }
}

/// Details of a place, from the tables or, if it is not in them, from sources.
struct PlaceDetails {
    code: String,
    found: Option<Location>,
    name: String,
    timezone: String,
}

impl PlaceDetails {
    fn of(site: &PlaceRecord) -> Self {
        let code = site.locode.clone().unwrap_or_default();
        let found = places::location(&code);
        let name = found.map(|found| found.name.to_owned()).or_else(|| site.name.clone());
        let timezone = places::timezone(&code).map(str::to_owned).or_else(|| site.timezone.clone());
        PlaceDetails { name: name.unwrap_or_else(|| code.clone()), timezone: timezone.unwrap_or_default(), found, code }
    }

    /// The country, from the code, so that it is known for every place with a code.
    fn country(&self) -> String {
        self.code.get(..2).filter(|_| self.code.len() == 5).unwrap_or_default().to_owned()
    }

    fn state(&self) -> Option<String> {
        self.found?.state.map(str::to_owned)
    }

    fn latitude(&self) -> Option<Decimal> {
        degrees(self.found?.latitude)
    }

    fn longitude(&self) -> Option<Decimal> {
        degrees(self.found?.longitude)
    }
}

/// A coordinate as decimal text, as the hosted service writes it.
fn degrees(degrees: Option<f64>) -> Option<Decimal> {
    Decimal::parse(&degrees?.to_string())
}

/// The id as an attribute. The hosted service repeats the id of places among their attributes.
fn repeated<T>(id: &Id<T>) -> Members {
    Map::from_iter([("id".to_owned(), json!(id))])
}

fn id<T>(location: &LocationRecord) -> Id<T> {
    location.id().into()
}

pub(in crate::service) fn port(site: &PlaceRecord) -> Port {
    let details = PlaceDetails::of(site);
    let id = id(&LocationRecord::Port(site.clone()));
    Port {
        other: repeated(&id),
        id,
        country_code: details.country(),
        state_abbr: details.state(),
        city: details.found.map(|found| found.name.to_owned()),
        latitude: details.latitude(),
        longitude: details.longitude(),
        name: details.name,
        code: details.code,
        time_zone: details.timezone,
        ..Port::default()
    }
}

pub(in crate::service) fn port_with_terminals(site: &PlaceRecord) -> Port {
    let at = |facility: places::Facility| {
        let name = facility.code().to_owned();
        id::<Terminal>(&LocationRecord::Terminal(TerminalRecord { site: site.clone(), is_at_port: true, name }))
    };
    let terminals: Vec<Id<Terminal>> = places::facilities(site.locode.as_deref().unwrap_or_default()).map(at).collect();
    Port { terminals: ToMany::to(&terminals), ..port(site) }
}

pub(in crate::service) fn metro_area(site: &PlaceRecord) -> MetroArea {
    let details = PlaceDetails::of(site);
    let id = id(&LocationRecord::MetroArea(site.clone()));
    MetroArea {
        other: repeated(&id),
        id,
        country_code: details.country(),
        state_abbr: details.state(),
        latitude: details.latitude(),
        longitude: details.longitude(),
        name: details.name,
        code: details.code,
        time_zone: details.timezone,
        ..MetroArea::default()
    }
}

pub(in crate::service) fn terminal(record: &TerminalRecord) -> Terminal {
    let (found, town) = (record.facility(), PlaceDetails::of(&record.site));
    let (port, metro_area) = links(record);
    let id = id(&LocationRecord::Terminal(record.clone()));
    Terminal {
        other: repeated(&id),
        id,
        name: found.map_or_else(|| record.name.clone(), |found| found.name.to_owned()),
        smdg_code: found.and_then(|found| found.smdg_code).map(str::to_owned),
        bic_facility_code: found.and_then(|found| Some(format!("{}{}", found.locode, found.bic_code?))),
        state_abbr: town.state(),
        country: places::country_name(&town.country()).map(str::to_owned),
        city: Some(town.name).filter(|name| !name.is_empty()),
        // SMDG only lists terminals at which vessels berth.
        facility_type: found.and_then(|found| found.smdg_code).map(|_| FacilityType::OceanTerminal),
        port,
        metro_area,
        ..Terminal::default()
    }
}

pub(in crate::service) fn rail_terminal(record: &TerminalRecord) -> RailTerminal {
    let (port, metro_area) = links(record);
    let id = id(&LocationRecord::RailTerminal(record.clone()));
    RailTerminal {
        other: repeated(&id),
        id,
        name: record.name.clone(),
        city: Some(PlaceDetails::of(&record.site).name).filter(|name| !name.is_empty()),
        port,
        metro_area,
        ..RailTerminal::default()
    }
}

fn place_of(record: &TerminalRecord) -> Option<LocationRecord> {
    let site = Some(record.site.clone()).filter(|site| *site != PlaceRecord::default())?;
    Some(if record.is_at_port { LocationRecord::Port(site) } else { LocationRecord::MetroArea(site) })
}

/// The links to the port and the metro area.
fn links(record: &TerminalRecord) -> (ToOne, ToOne) {
    let linked = place_of(record).map(|place| ToOne::Linked(place.resource_id()));
    match linked {
        Some(area) if !record.is_at_port => (ToOne::Empty, area),
        port => (port.unwrap_or(ToOne::Empty), ToOne::Absent),
    }
}

/// Renders a vessel. Its position is not known here.
pub(in crate::service) fn vessel(record: &VesselRecord) -> Vessel {
    Vessel {
        id: id(&LocationRecord::Vessel(record.clone())),
        name: record.name.clone().unwrap_or_default(),
        imo: record.imo.clone(),
        ..Vessel::default()
    }
}
