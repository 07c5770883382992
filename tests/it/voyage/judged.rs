//! Voyages as carriers tell them with something left out or in another order, judged by hand: what each movement means, also
//! where the interface has no event for it.

use shiptrack::resources::Milestone;
use shiptrack::tracking::{Fact, FoldPolicy, Voyage, absorb, voyage};

use super::line::fact;
use super::rows::Dice;

const ORDERS: u64 = 20;

/// The voyage that one answer tells of: the same, in whatever order it does.
pub fn of(lines: &[&str]) -> Voyage {
    let facts: Vec<Fact> = lines.iter().map(|line| fact(line)).collect();
    let now = "2026-07-30T00:00:00Z".parse().unwrap();
    let told = |facts: Vec<Fact>| voyage(&absorb(&[], facts, true, now), now, &FoldPolicy::default());
    let seen = told(facts.clone());
    for seed in 0..ORDERS {
        let order = Dice(seed).shuffled(facts.len());
        assert_eq!(told(order.iter().map(|at| facts[*at].clone()).collect()), seen, "{order:?}");
    }
    seen
}

/// What each event means, `?` where there is no word for it, and where it was, `~` before what is only expected.
pub fn meant(voyage: &Voyage) -> Vec<String> {
    let events = voyage.events.iter();
    let line = |told: &shiptrack::tracking::VoyageEvent| {
        let means = told.raw_event.as_ref().map_or("?", Milestone::as_str);
        format!("{}{means} {}", if told.estimated { "~" } else { "" }, told.locode.as_deref().unwrap_or("-"))
    };
    events.map(line).collect()
}

/// Port of discharge of the shipment.
pub fn discharge(voyage: &Voyage) -> Option<&str> {
    voyage.picture.shipment.port_of_discharge_locode.as_deref()
}

const TO_THE_HUB: [&str; 4] = [
    "05-01 loaded vessel CNSHA on A",
    "05-01T22:00 departed vessel CNSHA on A box all",
    "05-08 arrived vessel SGSIN on A box all",
    "05-08T16:00 discharged vessel SGSIN on A",
];

const MEANT_TO_THE_HUB: [&str; 4] =
    ["vessel_loaded CNSHA", "vessel_departed CNSHA", "transshipment_arrived SGSIN", "transshipment_discharged SGSIN"];

#[test]
fn the_next_vessel_is_expected_to_leave_the_hub_that_another_one_came_to() {
    let told = of(&[
        &TO_THE_HUB[..],
        &["est 05-12 departed vessel SGSIN on B box all", "est 06-01 arrived vessel NLRTM on B box all"],
    ]
    .concat());
    let next = ["~transshipment_departed SGSIN", "~vessel_arrived NLRTM"];
    assert_eq!(meant(&told), [&MEANT_TO_THE_HUB[..], &next].concat());
}

#[test]
fn where_another_vessel_is_expected_to_leave_with_it_is_no_port_of_discharge() {
    let told = of(&[&TO_THE_HUB[..], &["est 05-12 departed vessel SGSIN on B box all"]].concat());
    assert_eq!(meant(&told), [&MEANT_TO_THE_HUB[..], &["~transshipment_departed SGSIN"]].concat());
    assert_eq!((discharge(&told), &told.picture.concluded), (None, &None));
}

#[test]
fn a_truck_between_the_terminals_of_a_hub_does_not_end_the_voyage_while_the_next_vessel_is_expected() {
    let told =
        of(&[&TO_THE_HUB[..], &["05-09 gate_out truck SGSIN", "est 05-12 departed vessel SGSIN on B box all"]]
            .concat());
    let next = ["positioned_out SGSIN", "~transshipment_departed SGSIN"];
    assert_eq!(meant(&told), [&MEANT_TO_THE_HUB[..], &next].concat());
    assert_eq!(discharge(&told), None);
}

#[test]
fn an_expected_departure_is_not_of_what_another_vessel_takes_from_there() {
    let told = of(&[
        "05-01 loaded vessel CNSHA on A",
        "est 05-02 departed vessel CNSHA on A box all",
        "est 05-03 departed vessel CNSHA on B box all",
    ]);
    let vessel = told.picture.containers[0].events.last().and_then(|last| last.vessel.clone());
    assert_eq!(vessel.and_then(|on| on.name).as_deref(), Some("A"));
}

#[test]
fn what_nobody_told_was_loaded_goes_on_with_the_only_vessel_that_left_the_hub() {
    let left = ["05-12 departed vessel SGSIN on B box all", "06-01 arrived vessel NLRTM on B box all"];
    let told = of(&[&TO_THE_HUB[..], &left].concat());
    let next = ["transshipment_departed SGSIN", "vessel_arrived NLRTM"];
    assert_eq!(meant(&told), [&MEANT_TO_THE_HUB[..], &next].concat());
    assert_eq!(discharge(&told), Some("NLRTM"));
    // Nor was it told that it was put off there.
    let told = of(&[&TO_THE_HUB[..3], &left].concat());
    assert_eq!(meant(&told), [&MEANT_TO_THE_HUB[..3], &next].concat());
}

#[test]
fn a_vessel_that_was_loaded_with_others_leaves_without_what_was_not() {
    let other = [
        "05-01 loaded vessel CNSHA on A box TGHU1643396",
        "05-08T17:00 discharged vessel SGSIN on A box TGHU1643396",
        "05-11 loaded vessel SGSIN on B box TGHU1643396",
    ];
    let told = of(&[&TO_THE_HUB[..], &other, &["05-12 departed vessel SGSIN on B box all"]].concat());
    let own = told.events.iter().filter(|told| told.container.as_deref() == Some(super::line::BOX));
    assert_eq!(own.count(), MEANT_TO_THE_HUB.len());
}

#[test]
fn where_two_vessels_left_nobody_knows_which_took_it_on() {
    let left = ["05-12 departed vessel SGSIN on B box all", "05-13 departed vessel SGSIN on C box all"];
    assert_eq!(meant(&of(&[&TO_THE_HUB[..], &left].concat())).len(), MEANT_TO_THE_HUB.len());
}

#[test]
fn a_vessel_arrives_though_its_containers_were_put_off_some_hours_before_that() {
    let told = of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-20T04:00 discharged vessel NLRTM on A",
        "05-20T06:00 arrived vessel NLRTM on A box all",
    ]);
    assert_eq!(meant(&told), ["vessel_loaded CNSHA", "vessel_discharged NLRTM", "vessel_arrived NLRTM"]);
    let container = &told.picture.containers[0].container;
    assert_eq!(container.current_status.as_str(), "grounded", "it is off its vessel all the same");
    assert!(container.pod_arrived_at.is_some());
    let later = of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-20 discharged vessel NLRTM on A",
        "05-29 arrived vessel NLRTM on A box all",
    ]);
    assert_eq!(meant(&later).len(), 2, "days later it is another call");
}
