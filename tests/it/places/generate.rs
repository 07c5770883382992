//! Generates the tables of places from their sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::DeflateEncoder;

use super::zone_verdicts::ZoneVerdict;

/// Places of one block.
const BLOCK: usize = 512;

/// The time zones of countries, from the time zone database of the operating system.
const ZONES_OF_COUNTRIES: &str = "/usr/share/zoneinfo/zone.tab";

/// The rows of the sources.
pub(super) struct Sources {
    /// Code, name, continent, state, name of the state, latitude, longitude.
    locodes: Vec<Vec<String>>,
    /// Code and name of ports.
    ports: Vec<Vec<String>>,
    /// Zones of ports.
    port_zones: Vec<Vec<String>>,
    /// Name, port, SMDG code, BIC code.
    facilities: Vec<Vec<String>>,
    /// Corrections of this project: names and zones of ports, zones of states.
    our_names: Vec<Vec<String>>,
    our_zones: Vec<Vec<String>>,
    /// Zones of places whose zone was wrong, from the verdicts of this project.
    corrected_zones: Vec<Vec<String>>,
    state_zones: Vec<Vec<String>>,
    /// Country and zone.
    countries: Vec<(String, String)>,
}

impl Sources {
    pub fn read(folder: &Path) -> Self {
        let table = |name: &str| {
            let text = std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            rows(&text).skip(1).collect()
        };
        let mut locodes = String::new();
        let compressed = File::open(folder.join("unlocode-mit.csv.gz")).expect("unlocode-mit.csv.gz is there");
        GzDecoder::new(compressed).read_to_string(&mut locodes).expect("text");
        let countries = std::fs::read_to_string(ZONES_OF_COUNTRIES).expect("the machine has a table of zones");
        let country = |line: &str| {
            let mut columns = line.split('\t');
            Some((columns.next()?.to_owned(), columns.nth(1)?.to_owned()))
        };
        Sources {
            locodes: rows(&locodes).collect(),
            ports: table("dcsa-unlocationcodes.csv"),
            port_zones: table("dcsa-porttimezones.csv"),
            facilities: table("dcsa-facilities.csv"),
            our_names: table("port-names.csv"),
            our_zones: table("port-zones.csv"),
            corrected_zones: ZoneVerdict::all()
                .filter(ZoneVerdict::corrects_zone)
                .map(|verdict| vec![verdict.locode.to_owned(), verdict.zone.to_owned()])
                .collect(),
            state_zones: table("state-zones.csv"),
            countries: countries.lines().filter(|line| !line.starts_with('#')).filter_map(country).collect(),
        }
    }
}

/// A place in the table.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub code: String,
    pub name: String,
    pub state: String,
    /// Minutes north and east.
    pub minutes: Option<(i16, i16)>,
    pub is_port: bool,
}

pub(super) struct Tables {
    pub places: Vec<Place>,
    pub zones: String,
    pub facilities: String,
}

impl Tables {
    pub fn of(sources: &Sources) -> Self {
        Tables { places: places(sources), zones: zones(sources), facilities: facilities(sources) }
    }

    pub fn write(&self, folder: &Path) {
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the table is written");
        write("locations.bin", &packed(&self.places));
        write("zones.csv", self.zones.as_bytes());
        write("facilities.csv", self.facilities.as_bytes());
    }
}

fn places(sources: &Sources) -> Vec<Place> {
    let minutes = |degrees: &str| (degrees.parse::<f64>().expect("degrees") * 60.0).round() as i16;
    let mut places: BTreeMap<String, Place> = BTreeMap::new();
    for row in &sources.locodes {
        let [code, name, _, state, _, latitude, longitude] = row.as_slice() else { panic!("{row:?}") };
        // Some coordinates are typing errors outside of the valid range. They are dropped.
        let minutes = Some((minutes(latitude), minutes(longitude)))
            .filter(|(latitude, longitude)| latitude.abs() <= 90 * 60 && longitude.abs() <= 180 * 60);
        let (code, name) = (code.clone(), name.trim().to_owned());
        places.insert(code.clone(), Place { code, name, state: state.clone(), minutes, is_port: false });
    }
    for row in &sources.ports {
        let new = || Place { code: row[0].clone(), name: row[1].trim().to_owned(), ..Place::default() };
        places.entry(row[0].clone()).or_insert_with(new).is_port = true;
    }
    for row in &sources.our_names {
        places.get_mut(&row[0]).expect("a known place").name.clone_from(&row[1]);
    }
    places.into_values().collect()
}

/// Lines of `area,zone`: the zones of places, of states, of all other places of a country, and of countries with one zone.
fn zones(sources: &Sources) -> String {
    let mut zones: BTreeMap<String, &str> = BTreeMap::new();
    for row in sources.our_zones.iter().chain(&sources.port_zones).chain(&sources.corrected_zones) {
        zones.insert(row[0].clone(), &row[1]);
    }
    for row in &sources.state_zones {
        zones.insert(format!("{}-{}", row[0], row[1]), &row[2]);
    }
    for (country, zone) in &sources.countries {
        if sources.countries.iter().filter(|(other, _)| other == country).count() == 1 {
            zones.entry(country.clone()).or_insert(zone);
        }
    }
    zones.into_iter().map(|(area, zone)| format!("{area},{zone}\n")).collect()
}

/// Lines of `locode,SMDG code,BIC code,name`.
fn facilities(sources: &Sources) -> String {
    let line = |row: &Vec<String>| {
        assert!(!row.iter().any(|column| column.contains('\n')));
        let (name, locode, smdg, bic) = (row[0].trim(), row[1].trim(), row[2].trim(), row[3].trim());
        (locode.to_owned(), format!("{smdg},{bic},{name}"))
    };
    let lines: BTreeSet<(String, String)> = sources.facilities.iter().map(line).collect();
    lines.into_iter().map(|(locode, rest)| format!("{locode},{rest}\n")).collect()
}

/// The places in the format that `core/src/places/locations.rs` reads.
fn packed(places: &[Place]) -> Vec<u8> {
    let (mut entries, mut bodies) = (Vec::new(), Vec::new());
    for block in places.chunks(BLOCK) {
        let bytes = columns(block);
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
        deflated.write_all(&bytes).expect("compression works");
        bodies.extend(deflated.finish().expect("compression works"));
        entries.extend_from_slice(block[0].code.as_bytes());
        entries.extend(u32::try_from(bodies.len()).expect("a table of some megabytes").to_be_bytes());
        entries.extend(u32::try_from(bytes.len()).expect("a block of some kilobytes").to_be_bytes());
    }
    let blocks = u32::try_from(places.chunks(BLOCK).len()).expect("some hundred blocks");
    [blocks.to_be_bytes().to_vec(), entries, bodies].concat()
}

fn columns(block: &[Place]) -> Vec<u8> {
    let mut bytes = u16::try_from(block.len()).expect("a block").to_be_bytes().to_vec();
    for letter in 0..5 {
        bytes.extend(block.iter().map(|place| place.code.as_bytes()[letter]));
    }
    bytes.extend(block.iter().map(|place| u8::from(place.is_port) | u8::from(place.minutes.is_some()) << 1));
    let minutes = |place: &Place| place.minutes.unwrap_or_default();
    for axis in [|minutes: (i16, i16)| minutes.0, |minutes: (i16, i16)| minutes.1] {
        for byte in 0..2 {
            bytes.extend(block.iter().map(|place| axis(minutes(place)).to_be_bytes()[byte]));
        }
    }
    for text in [|place: &Place| place.name.clone(), |place: &Place| place.state.clone()] {
        bytes.extend(block.iter().flat_map(|place| format!("{}\n", text(place)).into_bytes()));
    }
    bytes
}

/// The rows of a CSV table. Columns with a comma are in double quotes; a quote in them is doubled.
fn rows(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.lines().filter(|line| !line.is_empty()).map(|line| {
        let (mut columns, mut quoted) = (vec![String::new()], false);
        let mut letters = line.trim_start_matches('\u{feff}').chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '"' if quoted && letters.next_if_eq(&'"').is_some() => columns.last_mut().expect("one").push('"'),
                '"' => quoted = !quoted,
                ',' if !quoted => columns.push(String::new()),
                letter => columns.last_mut().expect("one").push(letter),
            }
        }
        assert!(!quoted, "{line}");
        columns
    })
}
