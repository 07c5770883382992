//! Measures the time of looking up places. The tests print the times.

use std::hint::black_box;
use std::time::Instant;

use shiptrack::places;
use shiptrack::tracking::{Event, Fact, FoldPolicy, Milestone, Place, fold};

#[test]
fn print_the_time_of_looking_up_a_place() {
    let started = Instant::now();
    println!("all {} places, read: {:?}", places::locations().count(), started.elapsed());
    let codes: Vec<&str> = places::locations().map(|place| place.locode).step_by(97).collect();
    let started = Instant::now();
    for code in &codes {
        black_box(places::location(black_box(code)));
    }
    println!("one place: {:?}", started.elapsed() / u32::try_from(codes.len()).unwrap());
    let started = Instant::now();
    black_box(places::timezone(black_box("NLQQQ")));
    println!("the zone of an unknown place: {:?}", started.elapsed());
    let ports = places::facilities("NLRTM").count();
    let started = Instant::now();
    black_box(places::facility("NLRTM", "no such terminal"));
    println!("a terminal among {ports}: {:?}", started.elapsed());
}

#[test]
fn print_the_time_of_folding_facts_with_and_without_zones() {
    let facts_with = |named: bool| -> Vec<Fact> {
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
        let facts = facts_with(named);
        black_box(fold(&facts, chrono::DateTime::UNIX_EPOCH, &FoldPolicy::default()));
        let started = Instant::now();
        for _ in 0..20 {
            black_box(fold(black_box(&facts), chrono::DateTime::UNIX_EPOCH, &FoldPolicy::default()));
        }
        println!("40 events, zones named: {named}: {:?}", started.elapsed() / 20);
    }
}

#[test]
fn print_the_time_of_looking_up_an_unknown_id() {
    let scenario = shiptrack_tests::scenario::Scenario::new();
    for id in ["4d0e2ddf-9938-5309-b9f0-187fb46e0000", "4d0e2ddf-9938-7309-b9f0-187fb46e0000"] {
        let started = Instant::now();
        let answer = scenario.send(shiptrack::http::Method::Get, &format!("/v2/ports/{id}"), None);
        assert_eq!(answer.status, 404);
        println!("unknown port {id}: {:?}", started.elapsed());
    }
}
