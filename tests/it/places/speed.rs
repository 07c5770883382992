//! What a look-up costs.

use std::hint::black_box;
use std::time::Instant;

use shiptrack::places;
use shiptrack::tracking::{Event, Fact, FoldPolicy, Milestone, Place, fold};

#[test]
fn looking_a_place_up_is_quick() {
    let begun = Instant::now();
    println!("all {} places, read: {:?}", places::locations().count(), begun.elapsed());
    let codes: Vec<&str> = places::locations().map(|place| place.locode).step_by(97).collect();
    let begun = Instant::now();
    for code in &codes {
        black_box(places::location(black_box(code)));
    }
    println!("a place: {:?}", begun.elapsed() / u32::try_from(codes.len()).unwrap());
    let begun = Instant::now();
    black_box(places::timezone(black_box("NLQQQ")));
    println!("the zone of a place that is in no table: {:?}", begun.elapsed());
    let ports = places::facilities("NLRTM").count();
    let begun = Instant::now();
    black_box(places::facility("NLRTM", "nobody's terminal"));
    println!("a terminal among {ports}: {:?}", begun.elapsed());
}

#[test]
fn facts_that_name_no_zone_are_folded_nearly_as_quickly_as_those_that_do() {
    let said = |named: bool| -> Vec<Fact> {
        let place = |at: usize| match (["CNSHA", "CNNGB", "SGSIN", "USLAX", "USCHI"][at % 5], named) {
            (locode, true) => Place::new(locode, "Somewhere").in_zone("Asia/Singapore"),
            (locode, false) => Place::from(locode),
        };
        let milestones =
            [Milestone::FullIn, Milestone::VesselLoaded, Milestone::VesselDeparted, Milestone::VesselArrived];
        (0..40_usize)
            .map(|at| {
                let day = format!("2026-05-{:02}T{:02}:00:00", 1 + at / 2, 8 + at % 2);
                Fact::event("MSKU0308961", Event::actual(milestones[at % 4].clone(), day).at_place(place(at)))
            })
            .collect()
    };
    for named in [true, false] {
        let facts = said(named);
        black_box(fold(&facts, chrono::DateTime::UNIX_EPOCH, &FoldPolicy::default()));
        let begun = Instant::now();
        for _ in 0..20 {
            black_box(fold(black_box(&facts), chrono::DateTime::UNIX_EPOCH, &FoldPolicy::default()));
        }
        println!("40 events, zones named: {named}: {:?}", begun.elapsed() / 20);
    }
}

#[test]
fn an_id_that_nobody_knows_is_looked_for_among_all_places() {
    let scenario = shiptrack_tests::scenario::Scenario::new();
    for id in ["4d0e2ddf-9938-5309-b9f0-187fb46e0000", "4d0e2ddf-9938-7309-b9f0-187fb46e0000"] {
        let begun = Instant::now();
        let answer = scenario.send(shiptrack::http::Method::Get, &format!("/v2/ports/{id}"), None);
        assert_eq!(answer.status, 404);
        println!("a port nobody knows, {id}: {:?}", begun.elapsed());
    }
}
