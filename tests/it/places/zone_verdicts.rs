//! Places whose time zone differs from that at their coordinates, each judged by hand.
//!
//! `zone_verdicts.csv` covers the container ports, and harbours, islands, oil terminals at sea and inland places that containers reach.
//! Places in a part of a country or state with its own zone had the zone of the country or state, and places of an unknown state had none.
//! About 1,200 places are not judged: most are small inland places with wrong coordinates. The columns are the UN/LOCODE, the coordinates
//! in minutes north and east, the zone at these coordinates, the verdict and the zone of the place. The verdict says what is wrong:
//!
//! * `zone`: the zone that the tables gave, or none was given; corrected.
//! * `coordinates`: the coordinates.
//! * `both`: both; the zone is corrected.
//! * `border`: neither. The place is next to a border of zones.
//! * `offshore`: neither. At sea, zones at coordinates are not those of the port.

use shiptrack::places;

const VERDICTS: &str = include_str!("zone_verdicts.csv");

pub(super) struct ZoneVerdict {
    pub locode: &'static str,
    minutes: [f64; 2],
    zone_at_coordinates: &'static str,
    verdict: &'static str,
    pub zone: &'static str,
}

impl ZoneVerdict {
    pub fn all() -> impl Iterator<Item = Self> {
        VERDICTS.lines().skip(1).map(|line| {
            let columns: Vec<&str> = line.split(',').collect();
            let [locode, latitude, longitude, zone_at_coordinates, verdict, zone] = columns[..] else {
                panic!("{line}")
            };
            let minutes = [latitude, longitude].map(|minutes| minutes.parse().unwrap());
            ZoneVerdict { locode, minutes, zone_at_coordinates, verdict, zone }
        })
    }

    pub fn corrects_zone(&self) -> bool {
        matches!(self.verdict, "zone" | "both")
    }
}

#[test]
fn every_place_that_was_judged_has_the_zone_of_its_verdict() {
    let mut wrong = Vec::new();
    for judged in ZoneVerdict::all() {
        let zone = places::timezone(judged.locode).unwrap_or_default();
        if zone != judged.zone {
            wrong.push(format!("{} is in {}, not {zone}", judged.locode, judged.zone));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verdicts_are_about_the_coordinates_of_the_table() {
    for judged in ZoneVerdict::all() {
        let place = places::location(judged.locode).unwrap();
        let minutes = [place.latitude, place.longitude].map(|degrees| (degrees.unwrap() * 60.0).round());
        assert_eq!(minutes, judged.minutes, "{}: judge its zone again", judged.locode);
        let fits = judged.zone == judged.zone_at_coordinates;
        let is_expected_to_fit = match judged.verdict {
            "zone" => true,
            "coordinates" | "both" | "border" | "offshore" => false,
            other => panic!("{other} is not a verdict"),
        };
        assert_eq!(fits, is_expected_to_fit, "{}", judged.locode);
    }
}

#[test]
fn islands_and_regions_with_their_own_zone_have_it() {
    for (locode, zone) in [
        ("ESFUE", "Atlantic/Canary"),
        ("ESLPA", "Atlantic/Canary"),
        ("USJAX", "America/New_York"),
        ("USPNS", "America/Chicago"),
        ("CAGOO", "America/Goose_Bay"),
        ("NZCHT", "Pacific/Chatham"),
        ("KITRW", "Pacific/Tarawa"),
        ("FRG6E", "America/Guadeloupe"),
        ("RUYKS", "Asia/Yakutsk"),
        ("USRAP", "America/Denver"),
        ("CARIT", "America/Rankin_Inlet"),
        ("BRERN", "America/Eirunepe"),
    ] {
        assert_eq!(places::timezone(locode), Some(zone), "{locode}");
    }
}
