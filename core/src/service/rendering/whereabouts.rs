//! Ports, metro areas, terminals and vessels: what sources named and what the tables of places know of it, as resources.

use serde_json::{Map, json};
use uuid::Uuid;

use super::included::{Included, Related, leads_to};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::{Members, ToMany, ToOne};
use crate::places::{self, Location};
use crate::resources::{AccountId, Decimal, FacilityType, MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::store::{Ship, Site, Tx, Whereabouts, Yard};

pub(in crate::service) fn included(whereabouts: &Whereabouts) -> Included {
    match whereabouts {
        Whereabouts::Port(site) => Included::of(&port(site)),
        Whereabouts::MetroArea(site) => Included::of(&metro_area(site)),
        Whereabouts::Terminal(yard) => Included::of(&terminal(yard)),
        Whereabouts::RailTerminal(yard) => Included::of(&rail_terminal(yard)),
        Whereabouts::Vessel(ship) => Included::of(&vessel(ship)),
    }
}

/// `with_place` also adds the place of a terminal.
pub(in crate::service) fn add(related: &mut Related<'_>, link: &ToOne, with_place: bool) -> Result<()> {
    let Some(target) = link.get().filter(|target| with_place || !related.set.has(target)) else { return Ok(()) };
    let named = target.id.uuid().map(|id| related.tx.whereabouts(related.account, id)).transpose()?.flatten();
    let Some(named) = named else { return Ok(()) };
    related.set.add(included(&named));
    if let (true, Whereabouts::Terminal(yard) | Whereabouts::RailTerminal(yard)) = (with_place, &named) {
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
) -> Result<Option<Whereabouts>> {
    let made = || Whereabouts::id_of(&format!("{kind}/{}", word.trim().to_uppercase()));
    let found = tx.whereabouts(account, Id::<()>::new(word).uuid().unwrap_or_else(made))?;
    Ok(found.filter(|found| found.kind() == kind))
}

/// Finds by id or UN/LOCODE what the tables have.
pub(in crate::service) fn known(kind: &str, word: &str) -> Option<Whereabouts> {
    match Id::<()>::new(word).uuid() {
        Some(id) => of_the_tables(kind, id),
        None => place(kind, places::location(word)?),
    }
}

/// The tables have no index of ids: all are derived again, which takes some milliseconds.
fn of_the_tables(kind: &str, id: Uuid) -> Option<Whereabouts> {
    let made_of_text = id.get_version() == Some(uuid::Version::Sha1);
    let has_id = |found: &Whereabouts| found.id() == id;
    let terminals = |port: Location| {
        let at_port = move |facility: places::Facility| Yard {
            site: site(&port),
            is_at_port: true,
            name: facility.code().to_owned(),
        };
        places::facilities(port.locode).map(at_port).map(Whereabouts::Terminal)
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
fn place(kind: &str, found: Location) -> Option<Whereabouts> {
    match kind {
        "port" => Some(Whereabouts::Port(site(&found))),
        "metro_area" => Some(Whereabouts::MetroArea(site(&found))),
        _ => None,
    }
}

fn site(found: &Location) -> Site {
    Site { locode: Some(found.locode.to_owned()), ..Site::default() }
}

/// From the tables, else from sources.
struct Known {
    code: String,
    found: Option<Location>,
    name: String,
    timezone: String,
}

impl Known {
    fn of(site: &Site) -> Self {
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

fn id<T>(whereabouts: &Whereabouts) -> Id<T> {
    whereabouts.id().into()
}

pub(in crate::service) fn port(site: &Site) -> Port {
    let known = Known::of(site);
    let id = id(&Whereabouts::Port(site.clone()));
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

pub(in crate::service) fn port_with_terminals(site: &Site) -> Port {
    let at = |facility: places::Facility| {
        let name = facility.code().to_owned();
        id::<Terminal>(&Whereabouts::Terminal(Yard { site: site.clone(), is_at_port: true, name }))
    };
    let terminals: Vec<Id<Terminal>> = places::facilities(site.locode.as_deref().unwrap_or_default()).map(at).collect();
    Port { terminals: ToMany::to(&terminals), ..port(site) }
}

pub(in crate::service) fn metro_area(site: &Site) -> MetroArea {
    let known = Known::of(site);
    let id = id(&Whereabouts::MetroArea(site.clone()));
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

pub(in crate::service) fn terminal(yard: &Yard) -> Terminal {
    let (found, town) = (yard.known(), Known::of(&yard.site));
    let (port, metro_area) = links(yard);
    let id = id(&Whereabouts::Terminal(yard.clone()));
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

pub(in crate::service) fn rail_terminal(yard: &Yard) -> RailTerminal {
    let (port, metro_area) = links(yard);
    let id = id(&Whereabouts::RailTerminal(yard.clone()));
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

fn place_of(yard: &Yard) -> Option<Whereabouts> {
    let site = Some(yard.site.clone()).filter(|site| *site != Site::default())?;
    Some(if yard.is_at_port { Whereabouts::Port(site) } else { Whereabouts::MetroArea(site) })
}

/// The port and the metro area.
fn links(yard: &Yard) -> (ToOne, ToOne) {
    let linked = place_of(yard).map(|place| ToOne::Linked(place.resource_id()));
    match linked {
        Some(area) if !yard.is_at_port => (ToOne::Empty, area),
        port => (port.unwrap_or(ToOne::Empty), ToOne::Untold),
    }
}

/// The position is not known here.
pub(in crate::service) fn vessel(ship: &Ship) -> Vessel {
    Vessel {
        id: id(&Whereabouts::Vessel(ship.clone())),
        name: ship.name.clone().unwrap_or_default(),
        imo: ship.imo.clone(),
        ..Vessel::default()
    }
}
