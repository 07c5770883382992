//! Terminals of ports and of railways.

use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`Terminal`].
pub type TerminalId = Id<Terminal>;

/// The id of a [`RailTerminal`].
pub type RailTerminalId = Id<RailTerminal>;

open_enum! {
    /// The kind of facility of a terminal.
    pub enum FacilityType {
        /// A terminal at a port, where vessels are loaded and discharged.
        OceanTerminal => "ocean_terminal",
        /// A terminal or ramp of a railway.
        Rail => "rail",
    }
}

resource! {
    /// A terminal: the facility where a container is discharged, stored and picked up. This type also represents terminals of
    /// railways, because reading a terminal by its id can return one.
    pub struct Terminal = "terminal" | "rail_terminal" {
        /// Full name of the terminal.
        required name: String,
        /// Common short name; `null` if the terminal has no short name.
        nullable nickname: String,
        /// FIRMS code of US customs, or in Canada the sublocation code of the CBSA; `null` in other countries and if unknown.
        nullable firms_code: String,
        /// Code of the terminal in the SMDG list; `null` if unknown.
        nullable smdg_code: String,
        /// Facility code of the Bureau International des Containers (BIC); `null` if unknown.
        nullable bic_facility_code: String,
        /// Street and number of the address, which can end in spaces; `null` if unknown.
        nullable street: String,
        /// City of the address; `null` if unknown.
        nullable city: String,
        /// State or province of the address, in full; `null` if unknown.
        nullable state: String,
        /// State or province of the address, abbreviated; `null` if unknown.
        nullable state_abbr: String,
        /// Postal code of the address, as text; `null` if unknown.
        nullable zip: String,
        /// Name of the country (not a code); `null` if unknown.
        nullable country: String,
        /// Which data the terminal supplies: a boolean for each kind of data, and a text with the same name and the suffix `_notes`; `null`
        /// if unknown.
        nullable provided_data: Members,
        /// Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type `rail_terminal`; `null`
        /// if unknown.
        nullable facility_type: FacilityType,
    }
    relationships {
        /// Port of the terminal; empty for most terminals of railways.
        one port: port,
        /// Area that a terminal of a railway serves; empty for others.
        one metro_area: metro_area,
    }
}

impl Terminal {
    /// Whether this is a terminal of a railway: by its `facility_type`, or because it was read with the type `rail_terminal`.
    pub fn is_rail(&self) -> bool {
        let has_rail_type = || self.extra.members.get("type").is_some_and(|kind| kind == "rail_terminal");
        self.facility_type == Some(FacilityType::Rail) || has_rail_type()
    }
}

resource! {
    /// A terminal of a railway, inland or at a port.
    pub struct RailTerminal = "rail_terminal" {
        /// Full name of the terminal.
        required name: String,
        /// Common short name; `null` if the terminal has no short name.
        nullable nickname: String,
        /// FIRMS code of US customs; `null` in other countries and if unknown.
        nullable firms_code: String,
        /// City of the address; `null` if unknown.
        nullable city: String,
    }
    relationships {
        /// Port of the terminal; empty if the terminal is inland.
        one port: port,
        /// Area that the terminal serves.
        one metro_area: metro_area,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_terminal_of_a_railway_is_recognized_and_keeps_its_type() {
        for (json, is_rail) in [
            (json!({ "type": "terminal", "attributes": { "name": "WBCT", "facility_type": "ocean_terminal" } }), false),
            (json!({ "type": "terminal", "attributes": { "name": "Logport", "facility_type": "rail" } }), true),
            (json!({ "type": "rail_terminal", "attributes": { "name": "Logport" } }), true),
        ] {
            let read: Terminal = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(read.is_rail(), is_rail, "{json}");
            let written = serde_json::to_value(&read).unwrap();
            assert_eq!(
                (&written["type"], &written["attributes"]["name"]),
                (&json["type"], &json["attributes"]["name"])
            );
        }
        assert!(serde_json::from_value::<RailTerminal>(json!({ "type": "terminal" })).is_err());
    }
}
