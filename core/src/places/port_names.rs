//! Finds ports by the names of ports and terminals, as sources write them.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::facilities::all_facilities;
use super::locations::locations;
use super::port_areas::port_area;
use super::sorted_tables::country_name;

/// Names of terminals at New York, which are also the names of places elsewhere.
const OTHER_NAMES: [(&str, &str); 2] = [("Port Elizabeth", "USNYC"), ("Port Newark", "USNYC")];

/// A port that has the name, or a terminal with the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NamedPort {
    /// UN/LOCODE of the port.
    pub(crate) locode: &'static str,
    /// Whether the name is that of a terminal of the port.
    pub(crate) is_terminal: bool,
}

/// The ports of container shipping that a name can mean, one for each port area. A country may follow the name: `Manzanillo, Panama`. Case and punctuation
/// are ignored, and nothing else: `Port Elizabeth` is not Elizabeth.
pub(crate) fn ports_named(name: &str) -> Vec<NamedPort> {
    let found = ports_by_name().get(&significant(name)).cloned().unwrap_or_default();
    match name.rsplit_once(',') {
        Some((city, country)) if found.is_empty() => {
            let mut found = ports_by_name().get(&significant(city)).cloned().unwrap_or_default();
            found.retain(|port| is_country(&port.locode[..2], country));
            found
        }
        _ => found,
    }
}

fn is_country(code: &str, written: &str) -> bool {
    let written = significant(written);
    written == code || country_name(code).is_some_and(|name| significant(name) == written)
}

fn ports_by_name() -> &'static HashMap<String, Vec<NamedPort>> {
    static READ: OnceLock<HashMap<String, Vec<NamedPort>>> = OnceLock::new();
    READ.get_or_init(|| {
        let mut ports: HashMap<String, Vec<NamedPort>> = HashMap::new();
        let mut add = |name: &str, port: NamedPort| {
            let known = ports.entry(significant(name)).or_default();
            if known.iter().all(|other| port_area(other.locode) != port_area(port.locode)) {
                known.push(port);
            }
        };
        for port in locations().filter(|place| place.is_port) {
            add(port.name, NamedPort { locode: port.locode, is_terminal: false });
        }
        for terminal in all_facilities() {
            let port = NamedPort { locode: terminal.locode, is_terminal: true };
            add(terminal.name, port);
            // A short name may follow in parentheses.
            if let Some((name, _)) = terminal.name.split_once('(') {
                add(name, port);
            }
        }
        for (name, locode) in OTHER_NAMES {
            add(name, NamedPort { locode, is_terminal: true });
        }
        ports
    })
}

/// Letters and digits in upper case.
fn significant(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::*;

    fn found(name: &str) -> Vec<&'static str> {
        ports_named(name).iter().map(|port| port.locode).collect()
    }

    #[test]
    fn a_name_is_that_of_a_port_or_of_terminals() {
        assert_eq!(found("TraPac Container Terminal"), ["USLAX", "USOAK"]);
        assert_eq!(found("Yusen Container Terminal"), ["USLAX"]);
        assert_eq!(found("rotterdam"), ["NLRTM"]);
        assert_eq!(found("Nhava Sheva Terminal"), [""; 0]);
    }

    #[test]
    fn a_name_of_several_ports_is_ambiguous_unless_the_country_follows() {
        assert_eq!(found("Manzanillo"), ["MXZLO", "PAMIT"]);
        assert_eq!(found("Manzanillo, Panama"), ["PAMIT"]);
        assert_eq!(found("Manzanillo, MX"), ["MXZLO"]);
        assert_eq!(found("Port Elizabeth"), ["ZAPLZ", "USNYC"]);
        assert_eq!(found("Elizabeth"), [""; 0]);
    }
}
