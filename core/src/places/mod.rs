//! Looks up places by UN/LOCODE, their time zones, and the terminals and depots of ports.
//!
//! The tables are compiled into the crate (feature `places`); no file and no network is used. Without the feature they are empty.
//! `core/src/places/NOTICES.md` lists the sources and licenses.
//!
#![cfg_attr(feature = "places", doc = "```")]
#![cfg_attr(not(feature = "places"), doc = "```ignore")]
//! let port = shiptrack::places::location("USLAX").unwrap();
//! assert_eq!((port.name, port.state, port.timezone), ("Los Angeles", Some("CA"), Some("America/Los_Angeles")));
//! assert!(port.is_port);
//! assert_eq!(shiptrack::places::timezone("CNSHA"), Some("Asia/Shanghai"));
//! ```

mod facilities;
mod locations;
mod neighbours;
mod port_areas;
mod port_names;
mod sorted_tables;

pub use facilities::{Facility, facilities, facility};
pub use locations::{Location, location, locations, timezone};
pub(crate) use locations::{is_name_of_five_letters, port_by_name};
pub(crate) use neighbours::{are_neighbours, are_of_one_city};
pub(crate) use port_areas::{codes_of_port_area, port_area};
pub(crate) use port_names::{NamedPort, ports_named};
pub(crate) use sorted_tables::{by_schedule_d, country_name, zone_in};
