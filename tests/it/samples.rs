//! Compares anonymized answers of real carriers with results that were determined by hand. The answers are not part of this project: they
//! are in the folder named by `SHIPTRACK_SAMPLES`, or in `shared/data` next to the project. Without them the tests do nothing.

use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::decoders::{self, ReadLimits};
use shiptrack::resources::{Container, ContainerStatus, Shipment, StopReason, Timestamp};
use shiptrack::tracking::{Certainty, Fact, FoldPolicy, Picture, Statement, absorb, fold};

/// Returns the facts of the sample; `None` if there is no such sample.
fn sample(name: &str) -> Option<Vec<Fact>> {
    let default_folder = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("SHIPTRACK_SAMPLES").map_or_else(default_folder, PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join("dcsa").join(name)) else {
        println!("there is no sample {name}: skipped");
        return None;
    };
    let reading = decoders::read(&bytes, &ReadLimits::default());
    assert_eq!(reading.all_problems().next(), None, "everything in {name} can be read");
    Some(reading.facts().cloned().collect())
}

/// Returns what is derived from the sample as a complete answer received at `now`; `None` if there is no such sample.
fn picture(name: &str, now: &str) -> Option<Picture> {
    let now = now.parse().expect("a moment");
    Some(fold(&absorb(&[], sample(name)?, true, now), now, &FoldPolicy::default()))
}

/// Returns a line for each event: name, time, place, IMO number of the vessel, voyage.
fn lines(picture: &Picture) -> Vec<String> {
    let [container] = &picture.containers[..] else { panic!("one container, not {}", picture.containers.len()) };
    let line = |found: &shiptrack::tracking::EventPicture| {
        let at = found.event.timestamp.as_ref().map(Timestamp::as_str).unwrap_or_default();
        let place = found.event.location_locode.as_deref().unwrap_or_default();
        let imo = found.vessel.as_ref().and_then(|vessel| vessel.imo.as_deref()).unwrap_or("-");
        let voyage = found.event.voyage_number.as_deref().unwrap_or("-");
        let name = found.event.event.as_str().replace("container.transport.", "");
        format!("{name} {at} {place} {imo} {voyage}")
    };
    container.events.iter().map(line).collect()
}

fn at(at: &str) -> Option<Timestamp> {
    Some(at.into())
}

/// The container is transshipped at Wilhelmshaven (DEWVN) and not in Hamburg (DEHAM) as planned, goes to Norfolk, by rail to Chicago, and
/// is returned empty. A rail load two days after the return belongs to the next voyage.
#[test]
fn a_container_with_a_transshipment_and_a_rail_leg() {
    let Some(seen) = picture("hapag-lloyd-transship-container.json", "2026-02-16T00:00:00Z") else { return };
    assert_eq!(
        lines(&seen),
        [
            "full_in 2025-12-30T18:34:00Z PLGDY - -",
            "vessel_loaded 2026-01-02T08:58:00Z PLGDY - 2601W",
            "vessel_departed 2026-01-02T17:13:00Z PLGDY - 2601W",
            "transshipment_arrived 2026-01-12T09:22:00Z DEWVN - -",
            "transshipment_discharged 2026-01-12T21:47:00Z DEWVN - -",
            "transshipment_loaded 2026-01-14T18:02:00Z DEWVN - -",
            "transshipment_departed 2026-01-15T02:35:00Z DEWVN - -",
            "vessel_arrived 2026-02-03T14:12:00Z USORF - 601W",
            "vessel_discharged 2026-02-04T06:50:00Z USORF - 601W",
            "rail_loaded 2026-02-05T16:49:00Z USORF - -",
            "rail_departed 2026-02-06T04:53:00Z USORF - -",
            "rail_arrived 2026-02-12T09:15:00Z USCHI - -",
            "arrived_at_inland_destination 2026-02-12T09:15:00Z USCHI - -",
            "full_out 2026-02-13T14:25:00Z USCHI - -",
            "empty_in 2026-02-13T17:07:00Z USCHI - -",
        ]
    );
    assert_eq!(seen.concluded, Some(StopReason::AllContainersTerminated));
    let Shipment { pod_eta_at, destination_eta_at, pol_etd_at, .. } = &seen.shipment;
    assert_eq!(
        (pod_eta_at, destination_eta_at, pol_etd_at),
        (&None, &None, &None),
        "there are no estimates after the end of the voyage"
    );
    let shipment = &seen.shipment;
    let places = [&shipment.port_of_lading_locode, &shipment.port_of_discharge_locode, &shipment.destination_locode];
    assert_eq!(places.map(Option::as_deref), [Some("PLGDY"), Some("USORF"), Some("USCHI")]);
    let names = [&shipment.port_of_lading_name, &shipment.port_of_discharge_name, &shipment.destination_name];
    assert_eq!(names.map(Option::as_deref), [Some("GDYNIA"), Some("NORFOLK, VA"), Some("CHICAGO, IL")]);
    let zones = [&shipment.pol_timezone, &shipment.pod_timezone, &shipment.destination_timezone];
    let expected = [Some("Europe/Warsaw"), Some("America/New_York"), Some("America/Chicago")];
    assert_eq!(zones.map(Option::as_deref), expected);
    let vessel = [&shipment.pod_vessel_name, &shipment.pod_vessel_imo, &shipment.pod_voyage_number];
    assert_eq!(vessel.map(Option::as_deref), [Some("EXAMPLE VESSEL 13"), None, Some("601W")]);
    assert_eq!(shipment.pol_atd_at, at("2026-01-02T17:13:00Z"));
    assert_eq!(shipment.pod_ata_at, at("2026-02-03T14:12:00Z"));
    assert_eq!(shipment.destination_ata_at, at("2026-02-12T09:15:00Z"));
    let container: &Container = &seen.containers[0].container;
    assert_eq!(
        (container.number.as_str(), &container.current_status),
        ("HLCU1000001", &ContainerStatus::EmptyReturned)
    );
    let times = [
        (&container.pol_full_in_at, "2025-12-30T18:34:00Z"),
        (&container.pol_vessel_loaded_at, "2026-01-02T08:58:00Z"),
        (&container.pol_vessel_departed_at, "2026-01-02T17:13:00Z"),
        (&container.pod_arrived_at, "2026-02-03T14:12:00Z"),
        (&container.pod_discharged_at, "2026-02-04T06:50:00Z"),
        (&container.pod_rail_loaded_at, "2026-02-05T16:49:00Z"),
        (&container.pod_rail_departed_at, "2026-02-06T04:53:00Z"),
        (&container.ind_ata_at, "2026-02-12T09:15:00Z"),
        (&container.final_destination_full_out_at, "2026-02-13T14:25:00Z"),
        (&container.empty_terminated_at, "2026-02-13T17:07:00Z"),
    ];
    times.iter().for_each(|(found, expected)| assert_eq!(**found, at(expected)));
    assert_eq!((&container.empty_out_at, &container.pod_full_out_at, &container.ind_eta_at), (&None, &None, &None));
    let facility = |at: usize| seen.containers[0].events[at].place.facility.as_deref();
    assert_eq!([0, 3, 8, 13].map(facility), [Some("PLGDYEOOJ"), Some("DEWVNTNII"), Some("USORFVITA"), None]);
}

/// The container is on its way from Yantian to Gdansk on one vessel.
#[test]
fn a_container_on_a_direct_voyage() {
    let Some(seen) = picture("msc-direct.json", "2026-02-18T00:00:00Z") else { return };
    assert_eq!(
        lines(&seen),
        [
            "empty_out 2025-12-29T21:36:00Z CNYTN - -",
            "full_in 2025-12-30T09:34:00Z CNYTN - -",
            "vessel_loaded 2026-01-05T22:19:00Z CNYTN - GA551W",
            "vessel_departed 2026-01-06T02:18:00Z CNYTN - GA551W",
            "estimated.vessel_arrived 2026-02-20T05:00:00Z PLGDN - GA551W",
        ]
    );
    assert_eq!(seen.concluded, None);
    let shipment = &seen.shipment;
    let places = [&shipment.port_of_lading_locode, &shipment.port_of_discharge_locode, &shipment.destination_locode];
    assert_eq!(places.map(Option::as_deref), [Some("CNYTN"), Some("PLGDN"), None]);
    let zones = [&shipment.pol_timezone, &shipment.pod_timezone];
    assert_eq!(zones.map(Option::as_deref), [Some("Asia/Shanghai"), Some("Europe/Warsaw")]);
    let vessel = [&shipment.pod_vessel_name, &shipment.pod_vessel_imo, &shipment.pod_voyage_number];
    assert_eq!(vessel.map(Option::as_deref), [Some("EXAMPLE VESSEL 01"), None, Some("GA551W")]);
    assert_eq!(shipment.pol_atd_at, at("2026-01-06T02:18:00Z"));
    assert_eq!((&shipment.pod_eta_at, &shipment.pod_ata_at), (&at("2026-02-20T05:00:00Z"), &None));
    assert_eq!(shipment.pod_original_eta_at, shipment.pod_eta_at);
    let container = &seen.containers[0].container;
    assert_eq!((container.number.as_str(), &container.current_status), ("MSCU1000001", &ContainerStatus::OnShip));
    assert_eq!(container.empty_out_at, at("2025-12-29T21:36:00Z"));
    assert_eq!(container.pol_full_in_at, at("2025-12-30T09:34:00Z"));
    assert_eq!(container.pol_vessel_loaded_at, at("2026-01-05T22:19:00Z"));
    assert_eq!(container.pod_timezone.as_deref(), Some("Europe/Warsaw"));
    let facility = |at: usize| seen.containers[0].events[at].place.facility.as_deref();
    assert_eq!([0, 4].map(facility), [Some("YICT"), Some("PLGDA")]);
}

/// The facts as they were at `now`, when their source expects everything that happened later.
fn until(now: DateTime<Utc>, facts: &[Fact], certainty: Certainty) -> Vec<Fact> {
    let mut known = facts.to_vec();
    for fact in &mut known {
        if moment(fact) > Some(now)
            && let Statement::Event(event) = &mut fact.statement
            && event.certainty == Certainty::Actual
        {
            event.certainty = certainty;
        }
    }
    known
}

fn moment(fact: &Fact) -> Option<DateTime<Utc>> {
    match &fact.statement {
        Statement::Event(event) => event.at.as_ref()?.utc(),
        _ => None,
    }
}

#[test]
fn the_route_is_that_of_the_end_while_the_rest_of_the_voyage_is_expected() {
    let samples = [
        ("hapag-lloyd-transship-container.json", ["PLGDY", "USORF", "USCHI"]),
        ("msc-direct.json", ["CNYTN", "PLGDN", ""]),
    ];
    let mut wrong = Vec::new();
    for (name, expected) in samples {
        let Some(facts) = sample(name) else { return };
        let mut moments: Vec<DateTime<Utc>> = facts.iter().filter_map(moment).collect();
        moments.sort();
        for certainty in [Certainty::Estimated, Certainty::Planned] {
            let mut log = Vec::new();
            for moment in &moments {
                let now = *moment + TimeDelta::minutes(1);
                let answer = until(now, &facts, certainty);
                log.extend(absorb(&log, answer.clone(), true, now));
                for (kind, facts) in [("alone", absorb(&[], answer, true, now)), ("after others", log.clone())] {
                    let found = fold(&facts, now, &FoldPolicy::default()).shipment;
                    let route =
                        [&found.port_of_lading_locode, &found.port_of_discharge_locode, &found.destination_locode];
                    let route = route.map(|code| code.as_deref().unwrap_or_default());
                    if route != expected {
                        wrong.push(format!("{name}, {certainty:?}, {kind}, at {now}: {route:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
