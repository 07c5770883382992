//! Looks up names, coordinates and time zones by UN/LOCODE.
//!
//! The table consists of blocks of several hundred places, each compressed separately. A block is decompressed when one of its places
//! is first looked up, and then stays in memory. Numbers are big-endian. The format of the table:
//!
//! * the number of blocks (4 bytes);
//! * for each block its first code (5), the end of its bytes, counted from the first block (4), and its decompressed length (4);
//! * the blocks.
//!
//! A block stores columns, which compress better than rows:
//!
//! * the number of places (2 bytes);
//! * the first letters of all codes, the second letters, and so on;
//! * one byte of flags for each place: 1 for a port, plus 2 if the coordinates are known;
//! * latitudes, then longitudes, in minutes north and east: first the higher bytes of all places, then the lower bytes;
//! * names, then states, each ended by a line feed.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use flate2::{Decompress, FlushDecompress};

use super::sorted_tables::{capitals, zone_of};

#[cfg(feature = "places")]
const TABLE: &[u8] = include_bytes!("tables/locations.bin");
#[cfg(not(feature = "places"))]
const TABLE: &[u8] = &[0; HEAD];

const HEAD: usize = 4;

const ENTRY: usize = CODE + 8;

const CODE: usize = 5;

/// A place with a UN/LOCODE: a port, a town or an inland terminal.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Location {
    /// UN/LOCODE.
    pub locode: &'static str,
    /// Its name.
    pub name: &'static str,
    /// State or province: the part of the ISO 3166-2 code behind the country. `None` if unknown.
    pub state: Option<&'static str>,
    /// Latitude in degrees, positive to the north, with a precision of one minute. Some values are wrong. `None` if unknown.
    pub latitude: Option<f64>,
    /// Longitude in degrees, positive to the east, with a precision of one minute. Some values are wrong. `None` if unknown.
    pub longitude: Option<f64>,
    /// IANA name of the time zone; see [`timezone`]. `None` if unknown.
    pub timezone: Option<&'static str>,
    /// Whether the place is a known port of container shipping. `false` for many small ports, which the table does not mark.
    pub is_port: bool,
}

impl Location {
    /// The two-letter ISO 3166-1 code of the country.
    pub fn country(&self) -> &'static str {
        &self.locode[..2]
    }
}

/// Finds the place with this UN/LOCODE, without regard to case.
pub fn location(locode: &str) -> Option<Location> {
    let code: [u8; CODE] = capitals(locode).as_bytes().try_into().ok()?;
    let after = entries().partition_point(|entry| entry[..CODE] <= code[..]);
    let block = block(after.checked_sub(1)?)?;
    let at = block.codes.as_bytes().as_chunks().0.binary_search(&code).ok()?;
    Some(block.location(at))
}

/// Returns all places, sorted by code.
pub fn locations() -> impl Iterator<Item = Location> {
    let blocks = (0..entries().len()).filter_map(block);
    blocks.flat_map(|block| (0..block.rows.len()).map(|at| block.location(at)))
}

/// Returns the IANA name of the time zone of the place with this UN/LOCODE.
///
/// The zone is that of the place if the tables have it, otherwise the only zone of the country, otherwise that of the state or
/// province, otherwise that of nearly all of the country. So an unknown code has the zone of its country, if that has only one. `None`
/// if the zone is unknown or the text is not a UN/LOCODE.
pub fn timezone(locode: &str) -> Option<&'static str> {
    match location(locode) {
        Some(location) => location.timezone,
        None => zone_of(&capitals(locode), None),
    }
}

/// Whether a place has this name of five letters, without regard to case. Such a name has the format of a UN/LOCODE.
pub(crate) fn is_name_of_five_letters(name: &str) -> bool {
    static NAMES: OnceLock<HashSet<[u8; CODE]>> = OnceLock::new();
    let Ok(name) = <[u8; CODE]>::try_from(capitals(name).as_bytes()) else { return false };
    let names = NAMES.get_or_init(|| {
        // These blocks are read once more, so that they do not stay in memory.
        let blocks = (0..entries().len()).filter_map(|index| Block::read(&unpacked(index)?));
        let names_of = |block: Block| {
            let name = |position: usize| block.name(position).to_ascii_uppercase().into_bytes().try_into().ok();
            (0..block.rows.len()).filter_map(name).collect::<Vec<[u8; CODE]>>()
        };
        blocks.flat_map(names_of).filter(|name| name.is_ascii()).collect()
    });
    names.contains(&name)
}

/// Finds a port by name. `None` if another place in the country, or in the state if one is given, has the same name. Country and state
/// must be in upper case.
pub(crate) fn port_by_name(country: &str, state: &str, name: &str) -> Option<&'static Location> {
    let is_there = |place: &&Location| state.is_empty() || place.state.is_none_or(|own| own == state);
    let all = named_like_ports(country)?.iter();
    let mut found = all.filter(|place| place.name.eq_ignore_ascii_case(name.trim())).filter(is_there);
    found.next().filter(|place| place.is_port && found.next().is_none())
}

/// The places of the country that have the name of a port.
fn named_like_ports(country: &str) -> Option<&'static [Location]> {
    static READ: OnceLock<Vec<OnceLock<Vec<Location>>>> = OnceLock::new();
    let letter = |at: usize| country.as_bytes().get(at).filter(|letter| letter.is_ascii_uppercase());
    let number = usize::from(letter(0)? - b'A') * 26 + usize::from(letter(1)? - b'A');
    let read = READ.get_or_init(|| (0..26 * 26).map(|_| OnceLock::new()).collect());
    Some(read.get(number)?.get_or_init(|| {
        let rows = || rows_of(country);
        let ports: HashSet<String> = rows()
            .filter(|(block, at)| block.rows[*at].is_port)
            .map(|(block, at)| block.name(at).to_ascii_lowercase())
            .collect();
        let has_name_of_port =
            |(block, at): &(&'static Block, usize)| ports.contains(&block.name(*at).to_ascii_lowercase());
        rows().filter(has_name_of_port).map(|(block, at)| block.location(at)).collect()
    }))
}

fn rows_of(country: &str) -> impl Iterator<Item = (&'static Block, usize)> {
    let first = entries().partition_point(|entry| &entry[..2] < country.as_bytes()).saturating_sub(1);
    let last = entries().partition_point(|entry| &entry[..2] <= country.as_bytes());
    let of_block = |block: &'static Block| (0..block.rows.len()).map(move |at| (block, at));
    (first..last).filter_map(block).flat_map(of_block).filter(move |(block, at)| block.code(*at).starts_with(country))
}

struct Block {
    codes: String,
    texts: String,
    rows: Vec<Row>,
}

struct Row {
    name: Range<usize>,
    state: Range<usize>,
    timezone: OnceLock<Option<&'static str>>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    is_port: bool,
}

fn entries() -> &'static [[u8; ENTRY]] {
    TABLE[HEAD..].as_chunks().0.get(..number(&TABLE[..HEAD])).unwrap_or_default()
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn block(at: usize) -> Option<&'static Block> {
    static READ: OnceLock<Vec<OnceLock<Option<Block>>>> = OnceLock::new();
    let read = READ.get_or_init(|| entries().iter().map(|_| OnceLock::new()).collect());
    read.get(at)?.get_or_init(|| Block::read(&unpacked(at)?)).as_ref()
}

fn unpacked(at: usize) -> Option<Vec<u8>> {
    let bodies = &TABLE[HEAD + entries().len() * ENTRY..];
    let end = |at: usize| Some(number(&entries().get(at)?[CODE..CODE + 4]));
    let start = at.checked_sub(1).map_or(Some(0), end)?;
    let length = number(&entries().get(at)?[CODE + 4..]);
    let mut bytes = Vec::with_capacity(length);
    let packed = bodies.get(start..end(at)?)?;
    Decompress::new(false).decompress_vec(packed, &mut bytes, FlushDecompress::Finish).ok()?;
    (bytes.len() == length).then_some(bytes)
}

impl Block {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (count, bytes) = bytes.split_at_checked(2)?;
        let count = number(count);
        let (letters, bytes) = bytes.split_at_checked(CODE * count)?;
        let codes = (0..CODE * count).map(|at| char::from(letters[at % CODE * count + at / CODE])).collect();
        let (flags, bytes) = bytes.split_at_checked(count)?;
        let (latitudes, bytes) = bytes.split_at_checked(2 * count)?;
        let (longitudes, bytes) = bytes.split_at_checked(2 * count)?;
        let texts = String::from_utf8(bytes.to_vec()).ok()?;
        let degrees = |minutes: &[u8], at: usize| {
            let minutes = i16::from_be_bytes([minutes[at], minutes[count + at]]);
            // The precision of the table.
            (flags[at] & 2 != 0).then(|| (f64::from(minutes) / 60.0 * 1e4).round() / 1e4)
        };
        let mut ends = texts.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at);
        let mut start = 0;
        let mut lines = Vec::with_capacity(2 * count);
        for _ in 0..2 * count {
            let end = ends.next()?;
            lines.push(start..end);
            start = end + 1;
        }
        let row = |at: usize| Row {
            name: lines[at].clone(),
            state: lines[count + at].clone(),
            timezone: OnceLock::new(),
            latitude: degrees(latitudes, at),
            longitude: degrees(longitudes, at),
            is_port: flags[at] & 1 != 0,
        };
        let rows = (0..count).map(row).collect();
        Some(Block { codes, texts, rows })
    }

    fn code(&self, at: usize) -> &str {
        &self.codes[CODE * at..CODE * (at + 1)]
    }

    fn name(&self, at: usize) -> &str {
        &self.texts[self.rows[at].name.clone()]
    }

    fn location(&'static self, at: usize) -> Location {
        let (row, locode) = (&self.rows[at], self.code(at));
        let state = &self.texts[row.state.clone()];
        Location {
            locode,
            name: self.name(at),
            state: Some(state).filter(|state| !state.is_empty()),
            latitude: row.latitude,
            longitude: row.longitude,
            timezone: *row.timezone.get_or_init(|| zone_of(locode, Some(state))),
            is_port: row.is_port,
        }
    }
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_by_its_code_in_any_spelling() {
        let found = location(" uslax ").unwrap();
        assert_eq!(
            (found.locode, found.name, found.country(), found.state),
            ("USLAX", "Los Angeles", "US", Some("CA"))
        );
        assert_eq!((found.latitude, found.longitude, found.is_port), (Some(34.05), Some(-118.25), true));
        let chicago = location("USCHI").unwrap();
        assert_eq!((chicago.name, chicago.is_port), ("Chicago", false));
        for code in ["", "U", "USLAXX", "AAAAA", "ZZZZZ", "QQQQQ", "ÄÖÜ", "Rotterdam"] {
            assert_eq!(location(code), None, "{code}");
        }
    }

    #[test]
    fn ports_come_from_both_lists_and_names_of_airports_are_replaced() {
        for (code, name) in
            [("AEJEA", "Jebel Ali"), ("GBFXT", "Felixstowe"), ("INNSA", "Jawaharlal Nehru (Nhava Sheva)")]
        {
            let found = location(code).unwrap();
            assert_eq!((found.name, found.is_port, found.latitude), (name, true, None));
        }
        assert_eq!(location("CNSHA").unwrap().name, "Shanghai");
        assert_eq!(location("CNNGB").unwrap().name, "Ningbo");
    }

    #[test]
    fn a_port_is_found_by_its_name_if_the_name_is_unique_in_the_country() {
        for (country, state, name, code) in [
            ("KR", "", "busan", Some("KRPUS")),
            ("CN", "", "Shanghai", None),
            ("US", "FL", "Jacksonville", Some("USJAX")),
            ("DE", "", " Hamburg ", Some("DEHAM")),
            ("AE", "", "Jebel Ali", Some("AEJEA")),
            ("US", "", "Jacksonville", None),
            ("US", "NC", "Jacksonville", None),
            ("DE", "", "Shanghai", None),
            ("US", "IL", "Chicago", None),
            ("ZZ", "", "Hamburg", None),
            ("de", "", "Hamburg", None),
            ("", "", "", None),
        ] {
            assert_eq!(port_by_name(country, state, name).map(|port| port.locode), code, "{country} {state} {name}");
        }
    }

    #[test]
    fn names_of_five_letters_are_found() {
        for (name, is_name) in [
            ("Arica", true),
            ("BREST", true),
            ("delhi", true),
            ("TOKYO", true),
            ("USLAX", false),
            ("LA", false),
            ("", false),
        ] {
            assert_eq!(is_name_of_five_letters(name), is_name, "{name}");
        }
    }

    #[test]
    fn every_place_is_found_and_has_valid_coordinates() {
        let all: Vec<Location> = locations().collect();
        assert_eq!(all.len(), 94_413 + 89);
        assert!(all.is_sorted_by(|a, b| a.locode < b.locode));
        assert_eq!(all.iter().filter(|place| place.is_port).count(), 458);
        for place in all {
            assert_eq!(location(place.locode), Some(place));
            assert!(!place.name.is_empty() && place.name.trim() == place.name, "{place:?}");
            assert!(place.latitude.is_none_or(|latitude| latitude.abs() <= 90.0), "{place:?}");
            assert!(place.longitude.is_none_or(|longitude| longitude.abs() <= 180.0), "{place:?}");
        }
    }

    #[test]
    fn places_have_their_time_zones() {
        for (code, zone) in [
            ("USLAX", Some("America/Los_Angeles")),
            ("USCHI", Some("America/Chicago")),
            ("USJAX", Some("America/New_York")),
            ("USELP", Some("America/Denver")),
            ("AUFRE", Some("Australia/Perth")),
            ("CNNGB", Some("Asia/Shanghai")),
            ("GBFXT", Some("Europe/London")),
            ("CAVAN", Some("America/Vancouver")),
            ("ESSCT", Some("Atlantic/Canary")),
            ("AEJEA", Some("Asia/Dubai")),
            (" nlrtm ", Some("Europe/Amsterdam")),
            // Unknown codes: the Netherlands have one zone, nearly all of China has one, the United States have several.
            ("NLQQQ", Some("Europe/Amsterdam")),
            ("CNNBG", Some("Asia/Shanghai")),
            ("USZZ9", None),
            ("QQQQQ", None),
            ("NL", None),
            ("", None),
            ("Rotterdam", None),
        ] {
            assert_eq!(timezone(code), zone, "{code}");
        }
    }

    #[test]
    fn a_truncated_block_is_rejected() {
        let bytes = unpacked(0).unwrap();
        for cut in (0..bytes.len()).step_by(97) {
            assert!(Block::read(&bytes[..cut]).is_none());
        }
    }
}
