//! Ports and metro areas.

use super::Decimal;
use super::macros::resource;
use crate::ids::Id;

/// The id of a [`Port`].
pub type PortId = Id<Port>;

/// The id of a [`MetroArea`].
pub type MetroAreaId = Id<MetroArea>;

resource! {
    /// A port where vessels call.
    pub struct Port = "port" {
        /// Name of the port.
        required name: String,
        /// UN/LOCODE of the port. Some codes of the hosted service differ from the official ones.
        required code: String,
        /// Abbreviation of the state or province, which can be a number as text; `null` if the country has none or it is unknown.
        nullable state_abbr: String,
        /// City of the port; `null` if unknown.
        nullable city: String,
        /// Country code: two letters (ISO 3166-1).
        required country_code: String,
        /// Time zone of the port (IANA name); can be an older name such as `US/Eastern`.
        required time_zone: String,
        /// Latitude in degrees, positive to the north; `null` if unknown. The API writes it as text.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east; `null` if unknown. The API writes it as text.
        nullable longitude: Decimal,
    }
    relationships {
        /// Terminals of the port; missing if the port is an included resource.
        many terminals: terminal,
    }
}

resource! {
    /// A city or region inland that is the destination of a container and not a port.
    pub struct MetroArea = "metro_area" {
        /// Name of the area, usually that of its main city.
        required name: String,
        /// UN/LOCODE of the area.
        required code: String,
        /// Abbreviation of the state or province, which can be a number as text; `null` if the country has none or it is unknown.
        nullable state_abbr: String,
        /// Country code: two letters (ISO 3166-1).
        required country_code: String,
        /// Time zone of the area (IANA name); can be an older name such as `US/Eastern`.
        required time_zone: String,
        /// Latitude in degrees, positive to the north; `null` if unknown. The API writes it as text.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east; `null` if unknown. The API writes it as text.
        nullable longitude: Decimal,
    }
    relationships {}
}
