//! Ports, metro areas, terminals and vessels: what sources named and what the tables of places know of it, as resources.

use serde_json::{Map, json};
use uuid::Uuid;

use super::included::{IncludedResource, Related, leads_to};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{Members, ToMany, ToOne};
use crate::places::{self, Location};
use crate::resources::{AccountId, Decimal, FacilityType, MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::store::{LocationRecord, PlaceRecord, TerminalRecord, Tx, VesselRecord};

pub(in crate::service) fn included(whereabouts: &LocationRecord) -> IncludedResource {
    match whereabouts {
        LocationRecord::Port(site) => IncludedResource::of(&port(site)),
        LocationRecord::MetroArea(site) => IncludedResource::of(&metro_area(site)),
        LocationRecord::Terminal(yard) => IncludedResource::of(&terminal(yard)),
        LocationRecord::RailTerminal(yard) => IncludedResource::of(&rail_terminal(yard)),
        LocationRecord::Vessel(ship) => IncludedResource::of(&vessel(ship)),
    }
}

/// `with_place` also adds the place of a terminal.
pub(in crate::service) fn add(related: &mut Related<'_>, link: &ToOne, with_place: bool) -> Result<()> {
    let Some(target) = link.get().filter(|target| with_place || !related.set.has(target)) else { return Ok(()) };
    let named = target.id.uuid().map(|id| related.tx.location(related.account, id)).transpose()?.flatten();
    let Some(named) = named else { return Ok(()) };
    related.set.add(included(&named));
    if let (true, LocationRecord::Terminal(yard) | LocationRecord::RailTerminal(yard)) = (with_place, &named) {
        related.set.extend(place_of(yard).as_ref().map(included));
    }
    Ok(())
}

/// For links with names: `pod_terminal`, `pod_terminal.port`.
pub(in crate::service) fn follow(related: &mut Related<'_>, paths: &[&str], links: &[(&str, &ToOne)]) -> Result<()> {
    let mut asked = links.iter().filter(|(name, _)| leads_to(paths, name));
    asked.try_for_each(|(name, link)| add(related, link, leads_to(paths, &format!("{name}.port"))))
}

/// Finds by id, UN/LOCODE or IMO number what the account's sources named.
pub(in crate::service) fn named(
    tx: &Tx<'_>,
    account: &AccountId,
    kind: &str,
    word: &str,
) -> Result<Option<LocationRecord>> {
    let made = || LocationRecord::id_of(&format!("{kind}/{}", word.trim().to_uppercase()));
    let found = tx.location(account, Id::<()>::new(word).uuid().unwrap_or_else(made))?;
    Ok(found.filter(|found| found.kind() == kind))
}

/// Finds by id or UN/LOCODE what the tables have.
pub(in crate::service) fn known(kind: &str, word: &str) -> Option<LocationRecord> {
    match Id::<()>::new(word).uuid() {
        Some(id) => of_the_tables(kind, id),
        None => place(kind, places::location(word)?),
    }
}

/// The tables have no index of ids: all are derived again, which takes some milliseconds.
fn of_the_tables(kind: &str, id: Uuid) -> Option<LocationRecord> {
    let made_of_text = id.get_version() == Some(uuid::Version::Sha1);
    let has_id = |found: &LocationRecord| found.id() == id;
    let terminals = |port: Location| {
        let at_port = move |facility: places::Facility| TerminalRecord {
            site: site(&port),
            is_at_port: true,
            name: facility.code().to_owned(),
        };
        places::facilities(port.locode).map(at_port).map(LocationRecord::Terminal)
    };
    if !made_of_text {
        None
    } else if kind == <Terminal as crate::jsonapi::Resource>::TYPE {
        places::locations().filter(|place| place.is_port).flat_map(terminals).find(has_id)
    } else {
        places::locations().filter_map(|found| place(kind, found)).find(has_id)
    }
}

/// The tables do not say of every place whether it is a port: it may be requested as either.
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

/// From the tables, else from sources.
struct Known {
    code: String,
    found: Option<Location>,
    name: String,
    timezone: String,
}

impl Known {
    fn of(site: &PlaceRecord) -> Self {
        let code = site.locode.clone().unwrap_or_default();
        let found = places::location(&code);
        let name = found.map(|found| found.name.to_owned()).or_else(|| site.name.clone());
        let timezone = places::timezone(&code).map(str::to_owned).or_else(|| site.timezone.clone());
        Known { name: name.unwrap_or_else(|| code.clone()), timezone: timezone.unwrap_or_default(), found, code }
    }

    /// Part of the code, even if no list has the place.
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

/// Decimal text, as the hosted service writes it.
fn degrees(degrees: Option<f64>) -> Option<Decimal> {
    Decimal::parse(&degrees?.to_string())
}

/// The hosted service repeats the id of places among their attributes.
fn repeated<T>(id: &Id<T>) -> Members {
    Map::from_iter([("id".to_owned(), json!(id))])
}

fn id<T>(whereabouts: &LocationRecord) -> Id<T> {
    whereabouts.id().into()
}

pub(in crate::service) fn port(site: &PlaceRecord) -> Port {
    let known = Known::of(site);
    let id = id(&LocationRecord::Port(site.clone()));
    Port {
        other: repeated(&id),
        id,
        country_code: known.country(),
        state_abbr: known.state(),
        city: known.found.map(|found| found.name.to_owned()),
        latitude: known.latitude(),
        longitude: known.longitude(),
        name: known.name,
        code: known.code,
        time_zone: known.timezone,
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
    let known = Known::of(site);
    let id = id(&LocationRecord::MetroArea(site.clone()));
    MetroArea {
        other: repeated(&id),
        id,
        country_code: known.country(),
        state_abbr: known.state(),
        latitude: known.latitude(),
        longitude: known.longitude(),
        name: known.name,
        code: known.code,
        time_zone: known.timezone,
        ..MetroArea::default()
    }
}

pub(in crate::service) fn terminal(yard: &TerminalRecord) -> Terminal {
    let (found, town) = (yard.known(), Known::of(&yard.site));
    let (port, metro_area) = links(yard);
    let id = id(&LocationRecord::Terminal(yard.clone()));
    Terminal {
        other: repeated(&id),
        id,
        name: found.map_or_else(|| yard.name.clone(), |found| found.name.to_owned()),
        smdg_code: found.and_then(|found| found.smdg_code).map(str::to_owned),
        bic_facility_code: found.and_then(|found| found.bic_code).map(str::to_owned),
        state_abbr: town.state(),
        city: Some(town.name).filter(|name| !name.is_empty()),
        // SMDG lists terminals where vessels berth.
        facility_type: found.and_then(|found| found.smdg_code).map(|_| FacilityType::OceanTerminal),
        port,
        metro_area,
        ..Terminal::default()
    }
}

pub(in crate::service) fn rail_terminal(yard: &TerminalRecord) -> RailTerminal {
    let (port, metro_area) = links(yard);
    let id = id(&LocationRecord::RailTerminal(yard.clone()));
    RailTerminal {
        other: repeated(&id),
        id,
        name: yard.name.clone(),
        city: Some(Known::of(&yard.site).name).filter(|name| !name.is_empty()),
        port,
        metro_area,
        ..RailTerminal::default()
    }
}

fn place_of(yard: &TerminalRecord) -> Option<LocationRecord> {
    let site = Some(yard.site.clone()).filter(|site| *site != PlaceRecord::default())?;
    Some(if yard.is_at_port { LocationRecord::Port(site) } else { LocationRecord::MetroArea(site) })
}

/// The port and the metro area.
fn links(yard: &TerminalRecord) -> (ToOne, ToOne) {
    let linked = place_of(yard).map(|place| ToOne::Linked(place.resource_id()));
    match linked {
        Some(area) if !yard.is_at_port => (ToOne::Empty, area),
        port => (port.unwrap_or(ToOne::Empty), ToOne::Absent),
    }
}

/// The position is not known here.
pub(in crate::service) fn vessel(ship: &VesselRecord) -> Vessel {
    Vessel {
        id: id(&LocationRecord::Vessel(ship.clone())),
        name: ship.name.clone().unwrap_or_default(),
        imo: ship.imo.clone(),
        ..Vessel::default()
    }
}
