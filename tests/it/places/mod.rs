//! Compares the committed tables of places with their sources.
//!
//! The sources are not part of this project. `SHIPTRACK_REFDATA` names a folder with them. With `SHIPTRACK_BLESS=1` the tables are
//! written again.

mod generate;
mod speed;
mod zone_verdicts;

use std::path::{Path, PathBuf};

use shiptrack::places::{self, Location};

use generate::{Sources, Tables};

fn sources() -> Option<Sources> {
    std::env::var_os("SHIPTRACK_REFDATA").map(|folder| Sources::read(Path::new(&folder)))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/places/tables")
}

#[test]
fn the_tables_are_equal_to_their_sources() {
    let Some(sources) = sources() else { return println!("SHIPTRACK_REFDATA is not set: nothing is compared") };
    let generated = Tables::of(&sources);
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        generated.write(&folder());
        return;
    }
    // The decompressed tables are compared, because compression differs between versions of the library.
    let found: Vec<Location> = places::locations().collect();
    assert_eq!(found.len(), generated.places.len());
    for (found, place) in found.iter().zip(&generated.places) {
        assert_eq!((found.locode, found.name), (place.code.as_str(), place.name.as_str()));
        assert_eq!((found.state.unwrap_or_default(), found.is_port), (place.state.as_str(), place.is_port));
        let minutes = |degrees: Option<f64>| degrees.map(|degrees| (degrees * 60.0).round());
        let (latitude, longitude) =
            place.minutes.map(|(latitude, longitude)| (latitude.into(), longitude.into())).unzip();
        assert_eq!((minutes(found.latitude), minutes(found.longitude)), (latitude, longitude), "{}", place.code);
    }
    let committed = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap();
    assert_eq!(committed("zones.csv"), generated.zones);
    assert_eq!(committed("facilities.csv"), generated.facilities);
}

#[test]
fn nearly_every_place_has_a_valid_zone() {
    let zones: std::collections::BTreeSet<&str> = places::locations().filter_map(|place| place.timezone).collect();
    let without = places::locations().filter(|place| place.timezone.is_none()).count();
    println!("{} zones, {without} places without one", zones.len());
    assert!(without < 600);
    for zone in zones {
        let place = shiptrack::tracking::Place::from("QQQQQ").in_zone(zone);
        let event = shiptrack::tracking::Event::actual(shiptrack::tracking::Milestone::FullIn, "2026-07-01T12:00:00");
        let facts = [shiptrack::tracking::Fact::event("MSKU0308961", event.at_place(place))];
        let now = "2026-07-02T12:00:00Z".parse().unwrap();
        let picture = shiptrack::tracking::fold(&facts, now, &Default::default());
        assert_eq!(picture.containers[0].events[0].event.timezone.as_deref(), Some(zone));
    }
}
