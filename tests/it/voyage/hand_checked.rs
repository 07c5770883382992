//! Voyages with missing or reordered events, and the milestones that a human expects, even if the interface has no event for them.

use shiptrack::resources::Milestone;
use shiptrack::tracking::{Fact, FoldPolicy, Voyage, absorb, voyage};

use super::fact_lines::fact;
use super::rows::Dice;

const ORDERS: u64 = 20;

/// Derives the voyage from one answer, and checks that its order does not matter.
pub fn voyage_of(lines: &[&str]) -> Voyage {
    let facts: Vec<Fact> = lines.iter().map(|line| fact(line)).collect();
    let now = "2026-07-30T00:00:00Z".parse().unwrap();
    let derive = |facts: Vec<Fact>| voyage(&absorb(&[], facts, true, now), now, &FoldPolicy::default());
    let expected = derive(facts.clone());
    for seed in 0..ORDERS {
        let order = Dice(seed).shuffled(facts.len());
        assert_eq!(derive(order.iter().map(|at| facts[*at].clone()).collect()), expected, "{order:?}");
    }
    expected
}

/// The milestone of each event, or `?` without a milestone, and its place. `~` marks an event that is not actual.
pub fn milestones(voyage: &Voyage) -> Vec<String> {
    let events = voyage.events.iter();
    let line = |event: &shiptrack::tracking::VoyageEvent| {
        let milestone = event.raw_event.as_ref().map_or("?", Milestone::as_str);
        format!("{}{milestone} {}", if event.estimated { "~" } else { "" }, event.locode.as_deref().unwrap_or("-"))
    };
    events.map(line).collect()
}

/// The port of discharge of the shipment.
pub fn port_of_discharge(voyage: &Voyage) -> Option<&str> {
    voyage.picture.shipment.port_of_discharge_locode.as_deref()
}

const TO_THE_TRANSSHIPMENT: [&str; 4] = [
    "05-01 loaded vessel CNSHA on A",
    "05-01T22:00 departed vessel CNSHA on A container all",
    "05-08 arrived vessel SGSIN on A container all",
    "05-08T16:00 discharged vessel SGSIN on A",
];

const MILESTONES_TO_THE_TRANSSHIPMENT: [&str; 4] =
    ["vessel_loaded CNSHA", "vessel_departed CNSHA", "transshipment_arrived SGSIN", "transshipment_discharged SGSIN"];

#[test]
fn the_expected_departure_of_the_next_vessel_is_a_transshipment() {
    let result = voyage_of(
        &[
            &TO_THE_TRANSSHIPMENT[..],
            &[
                "est 05-12 departed vessel SGSIN on B container all",
                "est 06-01 arrived vessel NLRTM on B container all",
            ],
        ]
        .concat(),
    );
    let next = ["~transshipment_departed SGSIN", "~vessel_arrived NLRTM"];
    assert_eq!(milestones(&result), [&MILESTONES_TO_THE_TRANSSHIPMENT[..], &next].concat());
}

#[test]
fn a_port_that_another_vessel_is_expected_to_leave_is_not_the_port_of_discharge() {
    let result =
        voyage_of(&[&TO_THE_TRANSSHIPMENT[..], &["est 05-12 departed vessel SGSIN on B container all"]].concat());
    assert_eq!(
        milestones(&result),
        [&MILESTONES_TO_THE_TRANSSHIPMENT[..], &["~transshipment_departed SGSIN"]].concat()
    );
    assert_eq!((port_of_discharge(&result), &result.picture.concluded), (None, &None));
}

#[test]
fn a_truck_between_terminals_does_not_end_the_voyage_if_the_next_vessel_is_expected() {
    let result = voyage_of(
        &[
            &TO_THE_TRANSSHIPMENT[..],
            &["05-09 gate_out truck SGSIN", "est 05-12 departed vessel SGSIN on B container all"],
        ]
        .concat(),
    );
    let next = ["positioned_out SGSIN", "~transshipment_departed SGSIN"];
    assert_eq!(milestones(&result), [&MILESTONES_TO_THE_TRANSSHIPMENT[..], &next].concat());
    assert_eq!(port_of_discharge(&result), None);
}

#[test]
fn an_expected_departure_does_not_apply_to_a_container_on_another_vessel() {
    let result = voyage_of(&[
        "05-01 loaded vessel CNSHA on A",
        "est 05-02 departed vessel CNSHA on A container all",
        "est 05-03 departed vessel CNSHA on B container all",
    ]);
    let vessel = result.picture.containers[0].events.last().and_then(|last| last.vessel.clone());
    assert_eq!(vessel.and_then(|on| on.name).as_deref(), Some("A"));
}

#[test]
fn without_a_reported_load_the_container_is_on_the_only_vessel_that_left() {
    let left = ["05-12 departed vessel SGSIN on B container all", "06-01 arrived vessel NLRTM on B container all"];
    let result = voyage_of(&[&TO_THE_TRANSSHIPMENT[..], &left].concat());
    let next = ["transshipment_departed SGSIN", "vessel_arrived NLRTM"];
    assert_eq!(milestones(&result), [&MILESTONES_TO_THE_TRANSSHIPMENT[..], &next].concat());
    assert_eq!(port_of_discharge(&result), Some("NLRTM"));
    // Without the discharge.
    let result = voyage_of(&[&TO_THE_TRANSSHIPMENT[..3], &left].concat());
    assert_eq!(milestones(&result), [&MILESTONES_TO_THE_TRANSSHIPMENT[..3], &next].concat());
}

#[test]
fn a_vessel_that_loaded_other_containers_leaves_without_this_one() {
    let other = [
        "05-01 loaded vessel CNSHA on A container TGHU1643396",
        "05-08T17:00 discharged vessel SGSIN on A container TGHU1643396",
        "05-11 loaded vessel SGSIN on B container TGHU1643396",
    ];
    let result =
        voyage_of(&[&TO_THE_TRANSSHIPMENT[..], &other, &["05-12 departed vessel SGSIN on B container all"]].concat());
    let own = result.events.iter().filter(|event| event.container.as_deref() == Some(super::fact_lines::CONTAINER));
    assert_eq!(own.count(), MILESTONES_TO_THE_TRANSSHIPMENT.len());
}

#[test]
fn if_two_vessels_left_the_next_vessel_is_unknown() {
    let left = ["05-12 departed vessel SGSIN on B container all", "05-13 departed vessel SGSIN on C container all"];
    assert_eq!(
        milestones(&voyage_of(&[&TO_THE_TRANSSHIPMENT[..], &left].concat())).len(),
        MILESTONES_TO_THE_TRANSSHIPMENT.len()
    );
}

#[test]
fn an_arrival_reported_hours_after_the_discharge_counts() {
    let result = voyage_of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-20T04:00 discharged vessel NLRTM on A",
        "05-20T06:00 arrived vessel NLRTM on A container all",
    ]);
    assert_eq!(milestones(&result), ["vessel_loaded CNSHA", "vessel_discharged NLRTM", "vessel_arrived NLRTM"]);
    let container = &result.picture.containers[0].container;
    assert_eq!(container.current_status.as_str(), "grounded", "it was discharged");
    assert!(container.pod_arrived_at.is_some());
    let later = voyage_of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-20 discharged vessel NLRTM on A",
        "05-29 arrived vessel NLRTM on A container all",
    ]);
    assert_eq!(milestones(&later).len(), 2, "an arrival days later is another call");
}

#[test]
fn a_planned_truck_to_a_port_of_the_voyage_is_not_an_inland_destination() {
    let result = voyage_of(&[
        "05-01 loaded vessel CNSHA on A",
        "plan 05-20 arrived vessel KEMBA on A",
        "plan 05-19 arrived truck KEMBA",
    ]);
    assert_eq!(milestones(&result), ["vessel_loaded CNSHA", "~? KEMBA", "~vessel_arrived KEMBA"]);
    let shipment = &result.picture.shipment;
    assert_eq!((port_of_discharge(&result), &shipment.destination_locode), (Some("KEMBA"), &None));
    assert_eq!(shipment.pod_eta_at.as_ref().map(|at| at.as_str()), Some("2026-05-20T12:00:00Z"));
}

#[test]
fn a_truck_before_the_sea_voyage_is_not_an_inland_arrival() {
    let result = voyage_of(&["04-28T09:00 arrived truck CNSHA", "04-28T10:00 gate_in truck CNSHA"]);
    assert_eq!(milestones(&result), ["? CNSHA", "full_in CNSHA"]);
    assert_eq!(result.picture.shipment.destination_locode, None);
}

const BOOKED: &str = r#"{"particulars":{"port_of_lading":{"locode":"CNSHA"},"port_of_discharge":{"locode":"NLRTM"},"destination":{"locode":"DEDUS"}}}"#;

#[test]
fn an_empty_return_at_the_end_of_the_voyage_counts_without_other_events() {
    for (facts, milestone) in [
        (&["06-05 gate_in truck empty import NLRTM"][..], "empty_in NLRTM"),
        (&[BOOKED, "06-05 gate_in truck empty NLRTM"], "empty_in NLRTM"),
        (&["06-05 gate_in truck empty export NLRTM"], "? NLRTM"),
        (&["06-05 gate_in truck empty NLRTM"], "? NLRTM"),
        (&[BOOKED, "04-05 gate_in truck empty CNSHA"], "? CNSHA"),
    ] {
        let result = voyage_of(facts);
        let status = if milestone.starts_with('?') { "new" } else { "empty_returned" };
        assert_eq!(milestones(&result), [milestone]);
        assert_eq!(result.picture.containers[0].container.current_status.as_str(), status, "{milestone}");
    }
}

#[test]
fn a_laden_gate_in_after_the_voyage_is_not_a_full_in() {
    let discharged = ["06-01 discharged vessel import NLRTM on A", "06-02 gate_out truck import NLRTM"];
    for (facts, milestone) in [
        (&["06-05 gate_in truck import NLRTM"][..], "? NLRTM"),
        (&[BOOKED, "06-05 gate_in truck import DEDUS"], "arrived_at_destination DEDUS"),
        (&[BOOKED, "06-05 gate_in truck DEDUS"], "arrived_at_destination DEDUS"),
        (&[discharged[0], discharged[1], "06-05 gate_in truck DEDUS"], "? DEDUS"),
        (&[BOOKED, discharged[0], discharged[1], "06-05 gate_in truck DEDUS"], "arrived_at_destination DEDUS"),
        (&["04-28 gate_in truck CNSHA"], "full_in CNSHA"),
    ] {
        assert_eq!(milestones(&voyage_of(facts)).last().map(String::as_str), Some(milestone), "{facts:?}");
    }
}

#[test]
fn an_availability_has_its_place() {
    let result =
        voyage_of(&["05-20 discharged vessel USLAX on A", "05-25 available USCHI", "05-21 arrived rail USCHI"]);
    assert!(milestones(&result).contains(&"available USCHI".to_owned()), "{:?}", milestones(&result));
    let events = &result.picture.containers[0].events;
    let available = events.iter().find(|event| event.event.event.as_str().ends_with("available")).unwrap();
    assert_eq!(available.event.location_locode.as_deref(), Some("USCHI"));
}

#[test]
fn a_port_that_the_carrier_calls_transshipment_is_not_the_port_of_discharge() {
    let result =
        voyage_of(&["05-01 loaded vessel CNSHA on A", "05-08 arrived vessel transshipment SGSIN on A container all"]);
    assert_eq!(milestones(&result), ["vessel_loaded CNSHA", "transshipment_arrived SGSIN"]);
    assert_eq!(port_of_discharge(&result), None);
}

#[test]
fn moves_between_depots_under_one_booking_are_one_trip() {
    let result = voyage_of(&[
        "04-20T02:00 gate_out truck empty CNSHA under BK1",
        "04-20T07:00 gate_in truck empty CNTAC under BK1",
        "04-22 gate_out truck empty CNTAC under BK1",
        "04-28 gate_in truck CNSHA under BK1",
        "05-01 loaded vessel CNSHA on A under BK1",
    ]);
    let expected = ["empty_out CNSHA", "? CNTAC", "empty_out CNTAC", "full_in CNSHA", "vessel_loaded CNSHA"];
    assert_eq!(milestones(&result), expected);
}

#[test]
fn a_train_and_its_container_passing_a_gate_are_one_event() {
    let result = voyage_of(&[
        "06-01 discharged vessel NLRTM on A",
        "06-02T12:00 gate_out rail NLRTM",
        "06-02T14:00 departed rail NLRTM",
        "06-03T14:00 arrived rail DEMUC",
        "06-03T15:00 gate_in rail DEMUC",
    ]);
    let events = &result.picture.containers[0].events;
    let names: Vec<String> =
        events.iter().map(|event| event.event.event.as_str().replace("container.transport.", "")).collect();
    assert_eq!(names, ["vessel_discharged", "rail_departed", "rail_arrived", "arrived_at_inland_destination"]);
    let hours: Vec<&str> =
        events.iter().map(|result| &result.event.timestamp.as_ref().unwrap().as_str()[5..13]).collect();
    assert_eq!(hours[1..], ["06-02T14", "06-03T14", "06-03T14"], "the times of the train count");
}

#[test]
fn a_plan_without_a_time_decides_the_port_of_discharge() {
    let undated = r#"{"container":"MSKU0308961","event":{"movement":"arrived","mode":"vessel","certainty":"planned","phase":"import","place":{"locode":"KEMBA"}}}"#;
    let result = voyage_of(&["05-01 loaded vessel NLRTM on A", "est 05-20 arrived vessel LKCMB on A", undated]);
    assert_eq!((port_of_discharge(&result), &result.picture.shipment.pod_eta_at), (Some("KEMBA"), &None));
    assert_eq!(milestones(&result), ["vessel_loaded NLRTM", "~? LKCMB"]);
}

#[test]
fn a_later_call_with_the_container_on_board_has_no_milestone() {
    let result = voyage_of(
        &[
            &TO_THE_TRANSSHIPMENT[..],
            &[
                "05-10 loaded vessel SGSIN on B",
                "05-10T20:00 departed vessel SGSIN on B container all",
                "05-12 arrived vessel MYPKG on B container all",
                "05-12T15:00 discharged vessel MYPKG on B",
                "05-15 loaded vessel MYPKG on C",
                "05-15T20:00 departed vessel MYPKG on C container all",
                "05-17 arrived vessel SGSIN on C container all",
                "05-17T20:00 departed vessel SGSIN on C container all",
                "06-01 arrived vessel NLRTM on C container all",
            ],
        ]
        .concat(),
    );
    assert_eq!(milestones(&result)[..4], MILESTONES_TO_THE_TRANSSHIPMENT);
    assert_eq!(milestones(&result)[10..], ["? SGSIN", "? SGSIN", "vessel_arrived NLRTM"]);
}

#[test]
fn a_second_call_at_the_port_of_lading_has_no_milestone() {
    let result = voyage_of(&[
        "05-01 loaded vessel CNNGB on A",
        "05-01T22:00 departed vessel CNNGB on A container all",
        "05-03 arrived vessel CNSHA on A container all",
        "05-04 departed vessel CNSHA on A container all",
        "05-05 arrived vessel CNNGB on A container all",
        "05-06 departed vessel CNNGB on A container all",
        "06-01 arrived vessel NLRTM on A container all",
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
    assert_eq!(milestones(&result), expected);
}

#[test]
fn a_planned_gate_out_at_the_inland_destination_is_a_full_out() {
    let result = voyage_of(
        &[
            &[BOOKED],
            &TO_THE_TRANSSHIPMENT[..],
            &["est 06-01 arrived vessel NLRTM on B container all", "plan 06-05 gate_out truck DEDUS"],
        ]
        .concat(),
    );
    assert_eq!(milestones(&result)[4..], ["~vessel_arrived NLRTM", "~full_out DEDUS"]);
}

#[test]
fn a_call_of_one_vessel_has_no_milestone_even_if_called_transshipment() {
    let result = voyage_of(&[
        "05-01 loaded vessel CNSHA on A",
        "05-08 arrived vessel transshipment SGSIN on A",
        "05-09 departed vessel transshipment SGSIN on A",
        "06-01 arrived vessel import NLRTM on A",
    ]);
    assert_eq!(milestones(&result), ["vessel_loaded CNSHA", "? SGSIN", "? SGSIN", "vessel_arrived NLRTM"]);
}

#[test]
fn plans_by_vessel_and_by_truck_to_one_port_stay_separate_when_postponed() {
    let answer = |vessel: &str, truck: &str| -> Vec<Fact> {
        let (by_vessel, by_truck) =
            (format!("plan {vessel} arrived vessel KEMBA on A"), format!("plan {truck} arrived truck KEMBA"));
        ["05-01 loaded vessel CNSHA on A", &by_vessel, &by_truck].map(fact).to_vec()
    };
    let now = |day: u32| format!("2026-05-{day:02}T00:00:00Z").parse().unwrap();
    let mut known = absorb(&[], answer("05-20", "05-19"), true, now(2));
    known.extend(absorb(&known, answer("05-24", "05-21"), true, now(3)));
    let result = voyage(&known, now(4), &FoldPolicy::default());
    let eta = result.picture.shipment.pod_eta_at.as_ref().map(|at| at.as_str());
    assert_eq!((eta, result.events.len()), (Some("2026-05-24T12:00:00Z"), 3));
    let withdrawn = known.iter().filter(|fact| fact.key().is_none()).count();
    assert_eq!(withdrawn, 0, "both plans are postponed, and none is withdrawn");
}
