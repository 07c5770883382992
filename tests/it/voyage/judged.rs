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

#[test]
fn a_truck_that_is_planned_where_a_vessel_arrives_is_another_plan_and_no_destination_inland() {
    let told = of(&[
        "05-01 loaded vessel CNSHA on A",
        "plan 05-20 arrived vessel KEMBA on A",
        "plan 05-19 arrived truck KEMBA",
    ]);
    assert_eq!(meant(&told), ["vessel_loaded CNSHA", "~? KEMBA", "~vessel_arrived KEMBA"]);
    let shipment = &told.picture.shipment;
    assert_eq!((discharge(&told), &shipment.destination_locode), (Some("KEMBA"), &None));
    assert_eq!(shipment.pod_eta_at.as_ref().map(|at| at.as_str()), Some("2026-05-20T12:00:00Z"));
}

#[test]
fn a_truck_to_where_no_vessel_has_been_yet_is_no_arrival_inland() {
    let told = of(&["04-28T09:00 arrived truck CNSHA", "04-28T10:00 gate_in truck CNSHA"]);
    assert_eq!(meant(&told), ["? CNSHA", "full_in CNSHA"]);
    assert_eq!(told.picture.shipment.destination_locode, None);
}

const BOOKED: &str = r#"{"particulars":{"port_of_lading":{"locode":"CNSHA"},"port_of_discharge":{"locode":"NLRTM"},"destination":{"locode":"DEDUS"}}}"#;

#[test]
fn an_empty_container_comes_back_where_its_voyage_ends_though_nobody_told_of_that() {
    for (facts, means) in [
        (&["06-05 gate_in truck empty import NLRTM"][..], "empty_in NLRTM"),
        (&[BOOKED, "06-05 gate_in truck empty NLRTM"], "empty_in NLRTM"),
        (&["06-05 gate_in truck empty export NLRTM"], "? NLRTM"),
        (&["06-05 gate_in truck empty NLRTM"], "? NLRTM"),
        (&[BOOKED, "04-05 gate_in truck empty CNSHA"], "? CNSHA"),
    ] {
        let told = of(facts);
        let status = if means.starts_with('?') { "new" } else { "empty_returned" };
        assert_eq!(meant(&told), [means]);
        assert_eq!(told.picture.containers[0].container.current_status.as_str(), status, "{means}");
    }
}

#[test]
fn a_full_container_that_comes_in_after_its_voyage_is_not_brought_to_one() {
    let discharged = ["06-01 discharged vessel import NLRTM on A", "06-02 gate_out truck import NLRTM"];
    for (facts, means) in [
        (&["06-05 gate_in truck import NLRTM"][..], "? NLRTM"),
        (&[BOOKED, "06-05 gate_in truck import DEDUS"], "arrived_at_destination DEDUS"),
        (&[BOOKED, "06-05 gate_in truck DEDUS"], "arrived_at_destination DEDUS"),
        (&[discharged[0], discharged[1], "06-05 gate_in truck DEDUS"], "? DEDUS"),
        (&[BOOKED, discharged[0], discharged[1], "06-05 gate_in truck DEDUS"], "arrived_at_destination DEDUS"),
        (&["04-28 gate_in truck CNSHA"], "full_in CNSHA"),
    ] {
        assert_eq!(meant(&of(facts)).last().map(String::as_str), Some(means), "{facts:?}");
    }
}

#[test]
fn where_a_container_may_be_picked_up_is_told_with_it() {
    let told = of(&["05-20 discharged vessel USLAX on A", "05-25 available USCHI", "05-21 arrived rail USCHI"]);
    assert!(meant(&told).contains(&"available USCHI".to_owned()), "{:?}", meant(&told));
    let events = &told.picture.containers[0].events;
    let available = events.iter().find(|told| told.event.event.as_str().ends_with("available")).unwrap();
    assert_eq!(available.event.location_locode.as_deref(), Some("USCHI"));
}

#[test]
fn a_port_that_the_carrier_calls_a_transshipment_is_no_port_of_discharge_while_no_other_is_known() {
    let told = of(&["05-01 loaded vessel CNSHA on A", "05-08 arrived vessel transshipment SGSIN on A box all"]);
    assert_eq!(meant(&told), ["vessel_loaded CNSHA", "transshipment_arrived SGSIN"]);
    assert_eq!(discharge(&told), None);
}

#[test]
fn an_empty_container_that_moves_between_depots_under_one_booking_is_on_one_voyage() {
    let told = of(&[
        "04-20T02:00 gate_out truck empty CNSHA under BK1",
        "04-20T07:00 gate_in truck empty CNTAC under BK1",
        "04-22 gate_out truck empty CNTAC under BK1",
        "04-28 gate_in truck CNSHA under BK1",
        "05-01 loaded vessel CNSHA on A under BK1",
    ]);
    let expected = ["empty_out CNSHA", "? CNTAC", "empty_out CNTAC", "full_in CNSHA", "vessel_loaded CNSHA"];
    assert_eq!(meant(&told), expected);
}

#[test]
fn a_train_and_the_container_that_goes_with_it_through_a_gate_are_one_event() {
    let told = of(&[
        "06-01 discharged vessel NLRTM on A",
        "06-02T12:00 gate_out rail NLRTM",
        "06-02T14:00 departed rail NLRTM",
        "06-03T14:00 arrived rail DEMUC",
        "06-03T15:00 gate_in rail DEMUC",
    ]);
    let events = &told.picture.containers[0].events;
    let names: Vec<String> =
        events.iter().map(|told| told.event.event.as_str().replace("container.transport.", "")).collect();
    assert_eq!(names, ["vessel_discharged", "rail_departed", "rail_arrived", "arrived_at_inland_destination"]);
    let hours: Vec<&str> = events.iter().map(|told| &told.event.timestamp.as_ref().unwrap().as_str()[5..13]).collect();
    assert_eq!(hours[1..], ["06-02T14", "06-03T14", "06-03T14"], "at the times of the train");
}

#[test]
fn a_plan_without_a_time_says_where_the_voyage_ends() {
    let undated = r#"{"container":"MSKU0308961","event":{"movement":"arrived","mode":"vessel","certainty":"planned","phase":"import","place":{"locode":"KEMBA"}}}"#;
    let told = of(&["05-01 loaded vessel NLRTM on A", "est 05-20 arrived vessel LKCMB on A", undated]);
    assert_eq!((discharge(&told), &told.picture.shipment.pod_eta_at), (Some("KEMBA"), &None));
    assert_eq!(meant(&told), ["vessel_loaded NLRTM", "~? LKCMB"]);
}

#[test]
fn a_later_vessel_that_passes_the_hub_with_the_container_on_board_only_calls_there() {
    let told = of(&[
        &TO_THE_HUB[..],
        &[
            "05-10 loaded vessel SGSIN on B",
            "05-10T20:00 departed vessel SGSIN on B box all",
            "05-12 arrived vessel MYPKG on B box all",
            "05-12T15:00 discharged vessel MYPKG on B",
            "05-15 loaded vessel MYPKG on C",
            "05-15T20:00 departed vessel MYPKG on C box all",
            "05-17 arrived vessel SGSIN on C box all",
            "05-17T20:00 departed vessel SGSIN on C box all",
            "06-01 arrived vessel NLRTM on C box all",
        ],
    ]
    .concat());
    assert_eq!(meant(&told)[..4], MEANT_TO_THE_HUB);
    assert_eq!(meant(&told)[10..], ["? SGSIN", "? SGSIN", "vessel_arrived NLRTM"]);
}

#[test]
fn a_vessel_that_calls_at_the_port_of_lading_again_has_left_it_once() {
    let told = of(&[
        "05-01 loaded vessel CNNGB on A",
        "05-01T22:00 departed vessel CNNGB on A box all",
        "05-03 arrived vessel CNSHA on A box all",
        "05-04 departed vessel CNSHA on A box all",
        "05-05 arrived vessel CNNGB on A box all",
        "05-06 departed vessel CNNGB on A box all",
        "06-01 arrived vessel NLRTM on A box all",
    ]);
    let expected = [
        "vessel_loaded CNNGB",
        "vessel_departed CNNGB",
        "? CNSHA",
        "? CNSHA",
        "? CNNGB",
        "? CNNGB",
        "vessel_arrived NLRTM",
    ];
    assert_eq!(meant(&told), expected);
}

#[test]
fn out_of_the_inland_destination_it_is_picked_up_wherever_it_is_now() {
    let told = of(&[
        &[BOOKED],
        &TO_THE_HUB[..],
        &["est 06-01 arrived vessel NLRTM on B box all", "plan 06-05 gate_out truck DEDUS"],
    ]
    .concat());
    assert_eq!(meant(&told)[4..], ["~vessel_arrived NLRTM", "~full_out DEDUS"]);
}

#[test]
fn a_vessel_that_comes_and_leaves_alone_only_calls_whatever_its_source_says() {
    let told = of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-08 arrived vessel transshipment SGSIN on A",
        "05-09 departed vessel transshipment SGSIN on A",
        "06-01 arrived vessel import NLRTM on A",
    ]);
    assert_eq!(meant(&told), ["vessel_loaded CNSHA", "? SGSIN", "? SGSIN", "vessel_arrived NLRTM"]);
}

#[test]
fn plans_by_vessel_and_by_truck_to_one_port_stay_two_when_both_are_put_off() {
    let answer = |vessel: &str, truck: &str| -> Vec<Fact> {
        let (by_vessel, by_truck) =
            (format!("plan {vessel} arrived vessel KEMBA on A"), format!("plan {truck} arrived truck KEMBA"));
        ["05-01 loaded vessel CNSHA on A", &by_vessel, &by_truck].map(fact).to_vec()
    };
    let now = |day: u32| format!("2026-05-{day:02}T00:00:00Z").parse().unwrap();
    let mut known = absorb(&[], answer("05-20", "05-19"), true, now(2));
    known.extend(absorb(&known, answer("05-24", "05-21"), true, now(3)));
    let told = voyage(&known, now(4), &FoldPolicy::default());
    let eta = told.picture.shipment.pod_eta_at.as_ref().map(|at| at.as_str());
    assert_eq!((eta, told.events.len()), (Some("2026-05-24T12:00:00Z"), 3));
    let withdrawn = known.iter().filter(|fact| fact.key().is_none()).count();
    assert_eq!(withdrawn, 0, "each plan was put off, and none taken back");
}
