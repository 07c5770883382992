//! `LocationRecord`: a port, another place, a terminal or a vessel, as events of containers name it. The id of a location is computed from its
//! code or name, so it is the same in all databases.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jsonapi::{Resource, ResourceId};
use crate::places;
use crate::resources::{MetroArea, Port, RailTerminal, Terminal, Vessel};
use crate::tracking;

/// A location of a container, as a source names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationRecord {
    /// A port.
    Port(PlaceRecord),
    /// A place inland that is not a port.
    MetroArea(PlaceRecord),
    /// A terminal or a depot.
    Terminal(TerminalRecord),
    /// A terminal of a railway.
    RailTerminal(TerminalRecord),
    /// A vessel.
    Vessel(VesselRecord),
}

/// A place. It has at least a code or a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// UN/LOCODE, in capitals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locode: Option<String>,
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Time zone (IANA name).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A terminal, depot or ramp.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TerminalRecord {
    /// The place of the terminal; empty if unknown.
    pub site: PlaceRecord,
    /// Whether the place is a port.
    pub is_at_port: bool,
    /// Name or code, as the source writes it.
    pub name: String,
}

/// A vessel. It has at least an IMO number or a name.
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
    /// The namespace of the ids (UUID version 5). Other programs can compute an id from the [canonical text](LocationRecord::canonical).
    pub const NAMESPACE: Uuid = Uuid::from_u128(0x5d1c_58a5_2f6b_4c0e_9a57_6b1d_3c8e_f0a4);

    /// The id of the location with this [canonical text](LocationRecord::canonical).
    pub fn id_of(canonical: &str) -> Uuid {
        Uuid::new_v5(&Self::NAMESPACE, canonical.as_bytes())
    }

    /// The vessel that a source names; `None` if it has neither a valid number nor a name.
    pub fn vessel(named: &tracking::Vessel) -> Option<Self> {
        let vessel = VesselRecord { imo: named.imo_number().map(Cow::into_owned), name: text(&named.name) };
        (vessel != VesselRecord::default()).then_some(LocationRecord::Vessel(vessel))
    }

    /// The canonical text, from which the id is computed: `port/USLAX`, `metro_area/USCHI`, `terminal/USLAX/PIER 400`, `vessel/9321483`.
    /// It contains the code of the location or, without a code, its name. The code of a terminal is that of the built-in
    /// [table](places::facility).
    pub fn canonical(&self) -> String {
        let kind = self.kind();
        match self {
            LocationRecord::Port(place) | LocationRecord::MetroArea(place) => format!("{kind}/{}", place.key()),
            LocationRecord::Terminal(terminal) | LocationRecord::RailTerminal(terminal) => {
                let code = terminal.facility().map(|facility| facility.code().to_owned());
                format!("{kind}/{}/{}", terminal.site.key(), code.unwrap_or_else(|| capitals(&terminal.name)))
            }
            LocationRecord::Vessel(vessel) => format!("{kind}/{}", capitals(first(&vessel.imo, &vessel.name))),
        }
    }

    /// The id.
    pub fn id(&self) -> Uuid {
        Self::id_of(&self.canonical())
    }

    /// The resource type of the location.
    pub fn kind(&self) -> &'static str {
        match self {
            LocationRecord::Port(_) => Port::TYPE,
            LocationRecord::MetroArea(_) => MetroArea::TYPE,
            LocationRecord::Terminal(_) => Terminal::TYPE,
            LocationRecord::RailTerminal(_) => RailTerminal::TYPE,
            LocationRecord::Vessel(_) => Vessel::TYPE,
        }
    }

    /// The identifier for relationships to the location.
    pub fn resource_id(&self) -> ResourceId {
        ResourceId { kind: self.kind().to_owned(), id: self.id().into() }
    }
}

impl PlaceRecord {
    /// The place that a source names; `None` if it has neither code nor name.
    pub fn of(named: &tracking::Place) -> Option<Self> {
        let locode = text(&named.locode).map(|code| code.to_uppercase());
        let place = PlaceRecord { locode, name: text(&named.name), timezone: text(&named.timezone) };
        (!place.key().is_empty()).then_some(place)
    }

    /// The key of the place: its code or, without a code, its name, in capitals.
    pub fn key(&self) -> String {
        capitals(first(&self.locode, &self.name))
    }
}

impl TerminalRecord {
    /// The entry of this terminal in the built-in table; `None` if it is not in the table.
    pub fn facility(&self) -> Option<places::Facility> {
        places::facility(self.site.locode.as_deref()?, &self.name)
    }
}

fn text(value: &Option<String>) -> Option<String> {
    value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn first<'t>(code: &'t Option<String>, name: &'t Option<String>) -> &'t str {
    code.as_deref().or(name.as_deref()).unwrap_or_default()
}

/// Converts to capitals and single spaces. A slash becomes a dash, because it separates the parts of canonical texts.
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
    fn an_id_depends_only_on_the_canonical_text() {
        let port = LocationRecord::Port(place(" uslax", "Los Angeles"));
        assert_eq!(port.canonical(), "port/USLAX");
        // Equal to uuid.uuid5(NAMESPACE, "port/USLAX") in Python.
        assert_eq!(port.id().to_string(), "9218412d-da5e-5975-a8f2-1d5f466027be");
        assert_eq!(port.id(), LocationRecord::Port(place("USLAX", "LA").clone()).id());
        assert_ne!(port.id(), LocationRecord::MetroArea(place("USLAX", "LA")).id());
        let by_name =
            PlaceRecord::of(&tracking::Place { name: Some("  São  paulo ".into()), ..Default::default() }).unwrap();
        assert_eq!(LocationRecord::MetroArea(by_name).canonical(), "metro_area/SÃO PAULO");
        assert_eq!(PlaceRecord::of(&tracking::Place::new(" ", "")), None);
    }

    #[test]
    fn a_vessel_is_identified_by_its_number_or_else_its_name() {
        let canonical = |name: &str, imo: &str| {
            LocationRecord::vessel(&tracking::Vessel::new(name, imo)).map(|vessel| vessel.canonical())
        };
        assert_eq!(canonical("Test Voyager", "IMO 9321483").as_deref(), Some("vessel/9321483"));
        assert_eq!(canonical("Test Voyager", "").as_deref(), Some("vessel/TEST VOYAGER"));
        assert_eq!(canonical("Test Voyager", "0000000").as_deref(), Some("vessel/TEST VOYAGER"), "an invalid number");
        assert_eq!(canonical("", "9321484"), None);
        assert_eq!(canonical(" ", ""), None);
    }

    #[test]
    fn a_terminal_is_identified_by_its_code_in_the_tables_or_else_its_name() {
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
