//! Ports and metro areas: the places of a voyage.

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
        /// UN/LOCODE of the port as the service has it; some are not the official one.
        required code: String,
        /// State or province, abbreviated; some places have a number here as text. `None` where the country has none.
        nullable state_abbr: String,
        /// City the port belongs to; `None` when the service does not know it.
        nullable city: String,
        /// Country, as the two letters of ISO 3166-1.
        required country_code: String,
        /// Time zone of the port as its IANA name; older names such as `US/Eastern` occur.
        required time_zone: String,
        /// Latitude in degrees, positive to the north; the service writes it as text. `None` when it is not known.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east; the service writes it as text. `None` when it is not known.
        nullable longitude: Decimal,
    }
    relationships {
        /// The terminals of the port; nothing is told about them where the port is only included.
        many terminals: terminal,
    }
}

resource! {
    /// A city or region inland that a container is bound for, which is not a port itself.
    pub struct MetroArea = "metro_area" {
        /// Name of the area, usually of its main city.
        required name: String,
        /// UN/LOCODE of the area.
        required code: String,
        /// State or province, abbreviated; some places have a number here as text. `None` where the country has none.
        nullable state_abbr: String,
        /// Country, as the two letters of ISO 3166-1.
        required country_code: String,
        /// Time zone of the area as its IANA name; older names such as `US/Eastern` occur.
        required time_zone: String,
        /// Latitude in degrees, positive to the north; the service writes it as text. `None` when it is not known.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east; the service writes it as text. `None` when it is not known.
        nullable longitude: Decimal,
    }
    relationships {}
}
