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
    /// What kind of facility a terminal is.
    pub enum FacilityType {
        /// A terminal at a port, where vessels are loaded and discharged.
        OceanTerminal => "ocean_terminal",
        /// A terminal or ramp of a railway.
        Rail => "rail",
    }
}

resource! {
    /// A terminal: the facility where a container is discharged, stored and picked up. Terminals of railways are read
    /// as
    /// this type, too, where one is asked for by its id.
    pub struct Terminal = "terminal" | "rail_terminal" {
        /// Full name of the terminal.
        required name: String,
        /// Short name that people in the trade use; `None` when there is none.
        nullable nickname: String,
        /// FIRMS code that US customs gave it, in Canada the sublocation code of the CBSA; `None` elsewhere.
        nullable firms_code: String,
        /// Code of the terminal in SMDG's list; `None` when it has none.
        nullable smdg_code: String,
        /// Facility code of the Bureau International des Containers (BIC); `None` when it has none.
        nullable bic_facility_code: String,
        /// Street and number; may end in blanks. `None` when it is not known.
        nullable street: String,
        /// City of its address; `None` when it is not known.
        nullable city: String,
        /// State or province in full; `None` when it is not known.
        nullable state: String,
        /// State or province, abbreviated; `None` when it is not known.
        nullable state_abbr: String,
        /// Postal code, as text; `None` when it is not known.
        nullable zip: String,
        /// Country by its name, not by a code; `None` when it is not known.
        nullable country: String,
        /// Which data the terminal supplies: a boolean a kind, each with notes under a name ending in `_notes`.
        optional provided_data: Members,
        /// Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own.
        optional facility_type: FacilityType,
    }
    relationships {
        /// Port the terminal stands in; empty for most of the railways' terminals.
        one port: port,
        /// Area that a railway's terminal serves.
        one metro_area: metro_area,
    }
}

impl Terminal {
    /// Whether it is a railway's: it says so, or came under the railways' type.
    pub fn is_rail(&self) -> bool {
        let came_as_one = || self.extra.members.get("type").is_some_and(|kind| kind == "rail_terminal");
        self.facility_type == Some(FacilityType::Rail) || came_as_one()
    }
}

resource! {
    /// A terminal of a railway, inland or at a port.
    pub struct RailTerminal = "rail_terminal" {
        /// Full name of the terminal.
        required name: String,
        /// Short name that people in the trade use; `None` when there is none.
        nullable nickname: String,
        /// FIRMS code that US customs gave it; `None` elsewhere.
        nullable firms_code: String,
        /// City of its address; `None` when it is not known.
        nullable city: String,
    }
    relationships {
        /// Port the terminal stands in; empty for one inland.
        one port: port,
        /// Area the terminal serves.
        one metro_area: metro_area,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_railways_terminal_is_told_apart_and_written_as_it_came() {
        for (came, is_rail) in [
            (json!({ "type": "terminal", "attributes": { "name": "WBCT", "facility_type": "ocean_terminal" } }), false),
            (json!({ "type": "terminal", "attributes": { "name": "Logport", "facility_type": "rail" } }), true),
            (json!({ "type": "rail_terminal", "attributes": { "name": "Logport" } }), true),
        ] {
            let read: Terminal = serde_json::from_value(came.clone()).unwrap();
            assert_eq!(read.is_rail(), is_rail, "{came}");
            let written = serde_json::to_value(&read).unwrap();
            assert_eq!(
                (&written["type"], &written["attributes"]["name"]),
                (&came["type"], &came["attributes"]["name"])
            );
        }
        assert!(serde_json::from_value::<RailTerminal>(json!({ "type": "terminal" })).is_err());
    }
}
