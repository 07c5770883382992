//! Where a container can be: a port or another place, a terminal, a vessel. The id is derived from what it is, so every
//! database has the same one.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jsonapi::{Resource, ResourceId};
use crate::numbers::Imo;
use crate::places;
use crate::resources::{MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::tracking;

/// Where a container can be, as far as sources name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationRecord {
    /// A port.
    Port(PlaceRecord),
    /// A place inland that is no port.
    MetroArea(PlaceRecord),
    /// A terminal or a depot.
    Terminal(TerminalRecord),
    /// A terminal of a railway.
    RailTerminal(TerminalRecord),
    /// A vessel.
    Vessel(VesselRecord),
}

/// A place. It has a code or a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// UN/LOCODE, in capitals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locode: Option<String>,
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Zone, IANA name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A terminal, a depot, a ramp.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TerminalRecord {
    /// Where it is; nothing is said of it where nobody knows.
    pub site: PlaceRecord,
    /// Whether that is a port.
    pub is_at_port: bool,
    /// Name or code, as its source writes it.
    pub name: String,
}

/// A vessel. It has a number or a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VesselRecord {
    /// IMO number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imo: Option<String>,
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl LocationRecord {
    /// The namespace of the ids (UUID version 5): any program can make them of their [`texts`](LocationRecord::canonical).
    pub const NAMESPACE: Uuid = Uuid::from_u128(0x5d1c_58a5_2f6b_4c0e_9a57_6b1d_3c8e_f0a4);

    /// The id of what this [text](LocationRecord::canonical) says.
    pub fn id_of(canonical: &str) -> Uuid {
        Uuid::new_v5(&Self::NAMESPACE, canonical.as_bytes())
    }

    /// The vessel a source names; `None` where it says nothing of it.
    pub fn vessel(named: &tracking::Vessel) -> Option<Self> {
        let imo = text(&named.imo).map(|imo| Imo::parse(&imo).map_or(imo, |imo| imo.to_string()));
        let ship = VesselRecord { imo, name: text(&named.name) };
        (ship != VesselRecord::default()).then_some(LocationRecord::Vessel(ship))
    }

    /// What tells it from everything else, as its id is made of it: `port/USLAX`, `metro_area/USCHI`, `terminal/USLAX/PIER 400`,
    /// `vessel/9321483`. Codes count before names; a terminal that the [tables](places::facility) know has its code there.
    pub fn canonical(&self) -> String {
        let kind = self.kind();
        match self {
            LocationRecord::Port(site) | LocationRecord::MetroArea(site) => format!("{kind}/{}", site.key()),
            LocationRecord::Terminal(yard) | LocationRecord::RailTerminal(yard) => {
                let code = yard.known().map(|known| known.code().to_owned());
                format!("{kind}/{}/{}", yard.site.key(), code.unwrap_or_else(|| capitals(&yard.name)))
            }
            LocationRecord::Vessel(ship) => format!("{kind}/{}", capitals(first(&ship.imo, &ship.name))),
        }
    }

    /// Its id.
    pub fn id(&self) -> Uuid {
        Self::id_of(&self.canonical())
    }

    /// The type of the resource it is.
    pub fn kind(&self) -> &'static str {
        match self {
            LocationRecord::Port(_) => Port::TYPE,
            LocationRecord::MetroArea(_) => MetroArea::TYPE,
            LocationRecord::Terminal(_) => Terminal::TYPE,
            LocationRecord::RailTerminal(_) => RailTerminal::TYPE,
            LocationRecord::Vessel(_) => Vessel::TYPE,
        }
    }

    /// What a relationship has that leads to it.
    pub fn resource_id(&self) -> ResourceId {
        ResourceId { kind: self.kind().to_owned(), id: self.id().into() }
    }
}

impl PlaceRecord {
    /// The place as a source names it; `None` where it says neither code nor name.
    pub fn of(named: &tracking::Place) -> Option<Self> {
        let locode = text(&named.locode).map(|code| code.to_uppercase());
        let site = PlaceRecord { locode, name: text(&named.name), timezone: text(&named.timezone) };
        (!site.key().is_empty()).then_some(site)
    }

    /// What tells it from other places: its code, else its name, in capitals.
    pub fn key(&self) -> String {
        capitals(first(&self.locode, &self.name))
    }
}

impl TerminalRecord {
    /// What the tables know of it.
    pub fn known(&self) -> Option<places::Facility> {
        places::facility(self.site.locode.as_deref()?, &self.name)
    }
}

fn text(said: &Option<String>) -> Option<String> {
    said.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn first<'t>(code: &'t Option<String>, name: &'t Option<String>) -> &'t str {
    code.as_deref().or(name.as_deref()).unwrap_or_default()
}

/// Folds case and blanks. A slash becomes a space, because ids use it as separator.
fn capitals(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase().replace('/', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(locode: &str, name: &str) -> PlaceRecord {
        PlaceRecord::of(&tracking::Place::new(locode, name)).unwrap()
    }

    #[test]
    fn ids_are_made_of_what_a_thing_is_and_of_nothing_else() {
        let port = LocationRecord::Port(place(" uslax", "Los Angeles"));
        assert_eq!(port.canonical(), "port/USLAX");
        // As anybody makes it: uuid.uuid5(NAMESPACE, "port/USLAX") in Python.
        assert_eq!(port.id().to_string(), "9218412d-da5e-5975-a8f2-1d5f466027be");
        assert_eq!(port.id(), LocationRecord::Port(place("USLAX", "LA").clone()).id());
        assert_ne!(port.id(), LocationRecord::MetroArea(place("USLAX", "LA")).id());
        let by_name =
            PlaceRecord::of(&tracking::Place { name: Some("  São  paulo ".into()), ..Default::default() }).unwrap();
        assert_eq!(LocationRecord::MetroArea(by_name).canonical(), "metro_area/SÃO PAULO");
        assert_eq!(PlaceRecord::of(&tracking::Place::new(" ", "")), None);
    }

    #[test]
    fn a_vessel_is_its_number_else_its_name() {
        let canonical = |name: &str, imo: &str| {
            LocationRecord::vessel(&tracking::Vessel::new(name, imo)).map(|vessel| vessel.canonical())
        };
        assert_eq!(canonical("Test Voyager", "IMO 9321483").as_deref(), Some("vessel/9321483"));
        assert_eq!(canonical("Test Voyager", "").as_deref(), Some("vessel/TEST VOYAGER"));
        assert_eq!(canonical("", "1234567").as_deref(), Some("vessel/1234567"), "a number that cannot be one");
        assert_eq!(canonical(" ", ""), None);
    }

    #[test]
    fn a_terminal_is_the_code_the_tables_have_else_what_its_source_calls_it() {
        let at = |name: &str| {
            let site = place("AEKHL", "Khalifa");
            LocationRecord::Terminal(TerminalRecord { site, is_at_port: true, name: name.to_owned() }).canonical()
        };
        assert_eq!(at("Depot 7 / north"), "terminal/AEKHL/DEPOT 7 - NORTH");
        if cfg!(feature = "places") {
            assert_eq!(at("Khalifa Port Container Terminal"), "terminal/AEKHL/ADT");
        }
        let somewhere = TerminalRecord { site: PlaceRecord::default(), is_at_port: true, name: "Pier 4".into() };
        assert_eq!(LocationRecord::Terminal(somewhere).canonical(), "terminal//PIER 4");
    }
}
