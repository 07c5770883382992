mod clocks;

use chrono::{TimeDelta, TimeZone};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::resources::{ContainerStatus, DataSource, EventName, StopReason, TerminalFee, TerminalHold, Timestamp};
use crate::tracking::{
    Event, HoldChanges, Milestone, Mode, Motion, Movement, Particulars, Place, Statement, TerminalStatus, Vessel,
    absorb,
};

const CONTAINER: &str = "MSKU0308961";

fn day(day: u32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
}

fn shanghai() -> Place {
    Place::new("CNSHA", "Shanghai").in_zone("Asia/Shanghai")
}

fn los_angeles() -> Place {
    Place::new("USLAX", "Los Angeles").in_zone("America/Los_Angeles")
}

fn chicago() -> Place {
    Place::new("USCHI", "Chicago").in_zone("America/Chicago")
}

fn vessel() -> Vessel {
    Vessel::new("Test Voyager", "9321483")
}

fn did(milestone: Milestone, on: u32, place: Place) -> Fact {
    Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place(place)).received(day(1))
}

fn will(milestone: Milestone, on: u32, place: Place) -> Fact {
    Fact::shipment_event(Event::estimated(milestone, day(on)).at_place(place)).received(day(1))
}

#[test]
fn a_booking_has_a_voyage_after_its_last_container_was_returned_unused() {
    let empty = |milestone, on| did(milestone, on, shanghai());
    let facts = [
        will(Milestone::VesselArrived, 20, los_angeles()),
        empty(Milestone::EmptyOut, 2),
        empty(Milestone::EmptyIn, 3),
    ];
    let kept = BTreeMap::new();
    let confirmations = Confirmations::default();
    let following =
        TripSelection { target: Target::Documents(&[]), ..TripSelection::of_all_containers(&kept, &confirmations) };
    let at = |facts: &[Fact]| fold_trips(facts, &following, day(4), &FoldPolicy::default()).picture;
    assert_eq!((at(&facts[..2]).containers.len(), at(&facts).containers.len()), (1, 0));
    assert_eq!(at(&facts).shipment.pod_eta_at, Some(day(20).into()));
}

#[test]
fn the_estimated_arrival_has_the_vessel_of_its_container() {
    let report =
        |container: &str, certainty: &str, movement: &str, at: &str, place: &str, vessel: (&str, Option<&str>)| {
            let (name, voyage) = vessel;
            let vessel = if name.is_empty() { json!(null) } else { json!({ "name": name }) };
            let event = json!({ "movement": movement, "mode": "vessel", "at": at, "certainty": certainty,
            "place": { "locode": place }, "vessel": vessel, "voyage": voyage });
            let fact = json!({ "container": container, "event": event });
            serde_json::from_value::<Fact>(fact).unwrap().received(day(1))
        };
    let other = "CSQU3054383";
    let mut facts = vec![
        report(CONTAINER, "actual", "loaded", "2026-05-01T02:00:00Z", "CNSHA", ("BIG 2", Some("02"))),
        report(other, "actual", "loaded", "2026-05-02T02:00:00Z", "CNSHA", ("BIG 3", Some("03"))),
        report(CONTAINER, "actual", "arrived", "2026-05-20T02:00:00Z", "USLAX", ("BIG 2", Some("02"))),
    ];
    for (name, expected) in [("BIG 3", Some("03")), ("", None)] {
        facts.push(report(other, "estimated", "arrived", "2026-05-27T02:00:00Z", "USLAX", (name, expected)));
        let picture = fold(&facts, day(21), &FoldPolicy::default());
        let (vessel, voyage) = (picture.pod_eta_vessel, picture.pod_eta_voyage);
        assert_eq!((vessel.and_then(|on| on.name).as_deref(), voyage.as_deref()), (Some("BIG 3"), Some("03")));
        assert_eq!(picture.shipment.pod_vessel_name.as_deref(), Some("BIG 2"), "it arrived, as the shipment has it");
        facts.pop();
    }
}

#[test]
fn a_correction_by_a_user_wins_until_the_corrected_source_reports_again() {
    let discharged = |source: DataSource, received: u32, hour: i64| {
        let event = Event::actual(Milestone::VesselDischarged, day(19) + TimeDelta::hours(hour));
        Fact::event(CONTAINER, event.at_place(los_angeles())).with_source(source).received(day(received))
    };
    let hour = |reports: &[Fact]| {
        let others = voyage().into_iter().filter(|fact| fact.key().is_none_or(|key| !key.contains("discharged")));
        let all: Vec<Fact> = others.chain(reports.iter().cloned()).collect();
        let at = fold(&all, day(28), &FoldPolicy::default()).containers[0].container.pod_discharged_at.clone();
        (at.unwrap().utc().unwrap() - day(19)).num_hours()
    };
    use DataSource::{ShippingLine, Terminal, UserInput};
    let (terminal, user, line) =
        (discharged(Terminal, 3, 1), discharged(UserInput, 5, 2), discharged(ShippingLine, 7, 3));
    assert_eq!(hour(&[terminal.clone(), line.clone()]), 1, "the terminal was at the place");
    assert_eq!(hour(&[terminal.clone(), user.clone()]), 2);
    assert_eq!(hour(&[terminal.clone(), user.clone(), line.clone()]), 2, "the correction is about the terminal");
    let early = discharged(UserInput, 2, 2);
    assert_eq!(hour(&[terminal.clone(), early, line.clone()]), 1, "the terminal reported again");
    assert_eq!(hour(&[user.clone(), line.clone()]), 3, "the carrier was corrected and reported again");
    assert_eq!(hour(&[terminal, user, line, discharged(Terminal, 9, 4)]), 4);
}

/// All events of a voyage from port to port.
fn voyage() -> Vec<Fact> {
    vec![
        did(Milestone::EmptyOut, 1, shanghai()),
        did(Milestone::FullIn, 2, shanghai()),
        did(Milestone::VesselLoaded, 3, shanghai()),
        Fact::shipment_event(
            Event::actual(Milestone::VesselDeparted, day(4)).at_place(shanghai()).on_vessel(vessel()).on_voyage("042E"),
        )
        .received(day(1)),
        Fact::shipment_event(
            Event::actual(Milestone::VesselArrived, day(18)).at_place(los_angeles()).on_vessel(vessel()),
        )
        .received(day(1)),
        did(Milestone::VesselDischarged, 19, los_angeles()),
        did(Milestone::FullOut, 21, los_angeles()),
        did(Milestone::EmptyIn, 25, los_angeles()),
    ]
}

fn picture(facts: &[Fact]) -> Picture {
    fold(facts, day(31), &FoldPolicy::default())
}

fn only(facts: &[Fact]) -> Container {
    let mut containers = picture(facts).containers;
    assert_eq!(containers.len(), 1);
    containers.remove(0).container
}

fn names(picture: &Picture) -> Vec<String> {
    let events = picture.containers.iter().flat_map(|container| &container.events);
    events.map(|event| event.event.event.as_str().replace("container.", "").replace("transport.", "")).collect()
}

fn at(on: u32) -> Option<Timestamp> {
    Some(day(on).into())
}

#[test]
fn a_voyage_from_port_to_port_fills_the_container() {
    let container = only(&voyage());
    assert_eq!(container.number, CONTAINER);
    assert_eq!(container.empty_out_at, at(1));
    assert_eq!(container.pol_full_in_at, at(2));
    assert_eq!(container.pol_vessel_loaded_at, at(3));
    assert_eq!(container.pol_vessel_departed_at, at(4));
    assert_eq!(container.pod_arrived_at, at(18));
    assert_eq!(container.pod_discharged_at, at(19));
    assert_eq!(container.pod_full_out_at, at(21));
    assert_eq!(container.final_destination_full_out_at, None);
    assert_eq!(container.empty_terminated_at, at(25));
    assert_eq!(container.pod_timezone.as_deref(), Some("America/Los_Angeles"));
    assert_eq!(container.empty_terminated_timezone.as_deref(), Some("America/Los_Angeles"));
    assert_eq!(container.current_status, ContainerStatus::EmptyReturned);
    assert_eq!(container.availability_known, Some(false));
}

#[test]
fn a_voyage_from_port_to_port_fills_the_shipment() {
    let shipment = picture(&voyage()).shipment;
    assert_eq!(shipment.port_of_lading_locode.as_deref(), Some("CNSHA"));
    assert_eq!(shipment.port_of_lading_name.as_deref(), Some("Shanghai"));
    assert_eq!(shipment.pol_timezone.as_deref(), Some("Asia/Shanghai"));
    assert_eq!(shipment.port_of_discharge_locode.as_deref(), Some("USLAX"));
    assert_eq!(shipment.pod_timezone.as_deref(), Some("America/Los_Angeles"));
    assert_eq!(shipment.destination_locode, None);
    assert_eq!((shipment.pol_atd_at, shipment.pod_ata_at), (at(4), at(18)));
    assert_eq!(shipment.pod_vessel_name.as_deref(), Some("Test Voyager"));
    assert_eq!(shipment.pod_vessel_imo.as_deref(), Some("9321483"));
    assert_eq!(shipment.pod_voyage_number.as_deref(), Some("042E"), "from the departure of the same vessel");
}

#[test]
fn the_status_follows_the_events() {
    let expected = ["new", "new", "on_ship", "on_ship", "on_ship", "grounded", "picked_up", "empty_returned"];
    let facts = voyage();
    for (count, status) in expected.into_iter().enumerate() {
        // Events of the shipment are visible only if a container is named.
        assert_eq!(only(&facts[..=count]).current_status.as_str(), status, "after {} facts", count + 1);
    }
}

#[test]
fn events_are_in_order_of_time() {
    let picture = picture(&voyage());
    let expected = "empty_out full_in vessel_loaded vessel_departed vessel_arrived vessel_discharged full_out empty_in";
    assert_eq!(names(&picture), expected.split(' ').collect::<Vec<_>>());
    let departed = &picture.containers[0].events[3];
    assert_eq!(departed.key, "container.transport.vessel_departed@CNSHA");
    assert_eq!(departed.event.timestamp, at(4));
    assert_eq!(departed.event.timezone.as_deref(), Some("Asia/Shanghai"));
    assert_eq!(departed.event.location_locode.as_deref(), Some("CNSHA"));
    assert_eq!(departed.event.voyage_number.as_deref(), Some("042E"));
    assert_eq!(departed.event.data_source, Some(DataSource::ShippingLine));
    assert_eq!(departed.vessel, Some(vessel()));
}

#[test]
fn events_of_the_shipment_apply_to_every_named_container() {
    let containers = vec!["TGHU1643396".to_owned(), CONTAINER.to_owned()];
    let facts = [
        Fact::particulars(Particulars { containers, ..Particulars::default() }),
        Fact::shipment_event(Event::actual(Milestone::VesselDeparted, day(4)).at_place("CNSHA")),
        Fact::event("CSQU3054383", Event::actual(Milestone::FullIn, day(2)).at_place("CNSHA")),
    ];
    let result = picture(&facts).containers;
    let departures: Vec<_> = result
        .iter()
        .map(|container| (container.container.number.as_str(), container.container.pol_vessel_departed_at.clone()))
        .collect();
    assert_eq!(departures, [("CSQU3054383", at(4)), (CONTAINER, at(4)), ("TGHU1643396", at(4))]);
}

#[test]
fn a_berthing_without_a_voyage_number_keeps_that_of_the_arrival() {
    let mut facts = voyage();
    let at_berth = |milestone, on| Event::actual(milestone, day(on)).at_place(los_angeles()).on_vessel(vessel());
    facts.push(Fact::shipment_event(at_berth(Milestone::VesselArrived, 18).on_voyage("042W")).received(day(2)));
    facts.push(Fact::shipment_event(at_berth(Milestone::VesselBerthed, 19)).received(day(2)));
    assert_eq!(picture(&facts).shipment.pod_voyage_number.as_deref(), Some("042W"));
}

#[test]
fn a_booking_without_containers_has_a_voyage() {
    let result = picture(&[will(Milestone::VesselArrived, 18, los_angeles())]);
    assert!(result.containers.is_empty());
    assert_eq!(result.shipment.pod_eta_at, at(18));
    assert_eq!(result.port_of_discharge, Some(los_angeles()));
}

#[test]
fn booked_ports_win_over_ports_from_events() {
    let mut facts = voyage();
    facts.truncate(5);
    facts.push(Fact::particulars(Particulars {
        port_of_discharge: Some(Place::new("USOAK", "Oakland")),
        ..Particulars::default()
    }));
    let result = picture(&facts);
    assert_eq!(result.shipment.port_of_discharge_locode.as_deref(), Some("USOAK"));
    assert_eq!(result.shipment.pod_ata_at, None, "Los Angeles is a port on the way");
}

#[test]
fn the_newest_estimate_wins_and_the_first_is_kept() {
    let mut facts = voyage();
    facts.truncate(4);
    facts.push(will(Milestone::VesselArrived, 16, los_angeles()).received(day(4)));
    facts.push(will(Milestone::VesselArrived, 20, los_angeles()).received(day(6)));
    facts.push(will(Milestone::VesselArrived, 18, los_angeles()).received(day(5)));
    let result = picture(&facts);
    assert_eq!(result.shipment.pod_eta_at, at(20));
    assert_eq!(result.shipment.pod_original_eta_at, at(16));
    assert_eq!(names(&result).last().unwrap(), "estimated.vessel_arrived");
    assert_eq!(result.containers[0].events.last().unwrap().event.timestamp, at(20));
}

#[test]
fn an_estimate_wins_over_a_plan() {
    let plan = Event::planned(Milestone::VesselArrived, day(15)).at_place("USLAX");
    let plan = Fact::shipment_event(plan);
    let estimate = will(Milestone::VesselArrived, 18, los_angeles());
    let facts = absorb(&[], vec![plan.clone(), estimate.clone()], true, day(9));
    assert_eq!(picture(&facts).shipment.pod_eta_at, at(18), "of one source in one answer");
    let facts = [estimate.with_source(DataSource::Ais), plan.clone().received(day(9))];
    assert_eq!(picture(&facts).shipment.pod_eta_at, at(15), "a plan of a preferred source is better");
    assert_eq!(picture(&[plan]).shipment.pod_eta_at, at(15));
}

#[test]
fn an_actual_event_ends_the_estimate_and_keeps_the_first_one() {
    let mut facts = voyage();
    facts.push(will(Milestone::VesselArrived, 28, los_angeles()));
    facts.truncate(6);
    facts.push(will(Milestone::VesselArrived, 28, los_angeles()));
    facts.push(will(Milestone::VesselDeparted, 3, shanghai()));
    let result = picture(&facts);
    assert_eq!((result.shipment.pod_eta_at.clone(), result.shipment.pol_etd_at.clone()), (None, None));
    assert_eq!(result.shipment.pod_original_eta_at, at(28));
    assert_eq!(result.shipment.pol_original_etd_at, at(3));
    assert!(!names(&result).iter().any(|name| name.starts_with("estimated")));
}

#[test]
fn a_departure_that_is_only_expected_is_an_estimate() {
    let result = picture(&[did(Milestone::FullIn, 2, shanghai()), will(Milestone::VesselDeparted, 4, shanghai())]);
    assert_eq!(result.shipment.pol_etd_at, at(4));
    assert_eq!(names(&result), ["full_in", "estimated.vessel_departed"]);
}

#[test]
fn outdated_plans_are_dropped() {
    let mut facts = voyage();
    facts.truncate(6);
    facts.push(will(Milestone::VesselArrived, 17, Place::new("DEHAM", "Hamburg")));
    let result = picture(&facts);
    assert_eq!(result.shipment.port_of_discharge_locode.as_deref(), Some("USLAX"));
    assert_eq!(result.shipment.pod_eta_at, None);
}

#[test]
fn events_after_the_return_belong_to_the_next_trip() {
    let mut facts = voyage();
    facts.push(did(Milestone::RailLoaded, 27, chicago()));
    facts.push(did(Milestone::VesselArrived, 29, Place::new("DEHAM", "Hamburg")));
    facts.push(will(Milestone::VesselArrived, 30, Place::new("DEHAM", "Hamburg")));
    let result = picture(&facts);
    // The facts about the next trip only add the time zone of Chicago.
    assert_eq!(Picture { zones: picture(&voyage()).zones, ..result }, picture(&voyage()));
}

#[test]
fn an_empty_return_before_any_laden_event_does_not_end_a_trip() {
    let mut facts = voyage();
    facts.truncate(3);
    facts.push(Fact::event(
        CONTAINER,
        Event::actual(Milestone::EmptyIn, Timestamp::new("2026-04-20")).at_place("CNSHA"),
    ));
    let container = only(&facts);
    assert_eq!(container.current_status, ContainerStatus::OnShip);
    assert_eq!(container.empty_terminated_at, None);
}

#[test]
fn withdrawn_events_are_removed() {
    let arrival = will(Milestone::VesselArrived, 18, los_angeles());
    let withdrawal = |at| Fact::new(None, Statement::Withdrawn(arrival.key().unwrap())).received(at);
    assert_eq!(picture(&[arrival.clone(), withdrawal(day(2))]).shipment.pod_eta_at, None);
    let repeated = arrival.clone().received(day(3));
    assert_eq!(picture(&[arrival.clone(), repeated, withdrawal(day(2))]).shipment.pod_eta_at, at(18));
    let by_another = withdrawal(day(2)).with_source(DataSource::Terminal);
    assert_eq!(picture(&[arrival.clone(), by_another]).shipment.pod_eta_at, at(18));
}

#[test]
fn dates_are_shown_as_the_instant_when_the_day_begins_at_the_place() {
    let dated = |milestone, date: &str, place: Place| {
        Fact::event(CONTAINER, Event::actual(milestone, Timestamp::new(date)).at_place(place))
    };
    let facts = [
        dated(Milestone::EmptyIn, "2026-05-20", los_angeles()),
        dated(Milestone::FullOut, "2026-05-20", los_angeles()),
        dated(Milestone::VesselArrived, "2026-05-18", los_angeles()),
        dated(Milestone::VesselLoaded, "2026-05-03", shanghai()),
    ];
    let result = picture(&facts);
    assert_eq!(result.shipment.pod_ata_at, Some(Timestamp::new("2026-05-18T07:00:00Z")));
    assert_eq!(names(&result), ["vessel_loaded", "vessel_arrived", "full_out", "empty_in"]);
    let container = &result.containers[0].container;
    assert_eq!(container.current_status, ContainerStatus::EmptyReturned);
    assert_eq!(container.pol_vessel_loaded_at, Some(Timestamp::new("2026-05-02T16:00:00Z")));
    let times: Vec<&str> = result.containers[0]
        .events
        .iter()
        .filter_map(|event| event.event.timestamp.as_ref()?.as_str().into())
        .collect();
    assert_eq!(times[2..], ["2026-05-20T07:00:00Z", "2026-05-20T07:00:00Z"]);
}

#[test]
fn a_date_at_a_place_with_an_unknown_zone_stays_a_date() {
    let arrived = Event::actual(Milestone::VesselArrived, Timestamp::new("2026-05-18")).at_place(Place::from("QQBBB"));
    let result = picture(&[Fact::event(CONTAINER, arrived)]);
    assert_eq!(result.shipment.pod_ata_at, Some(Timestamp::new("2026-05-18")));
    assert_eq!(result.containers[0].events[0].event.timestamp, result.shipment.pod_ata_at);
}

#[test]
fn last_free_days_begin_in_the_zone_of_the_pickup_place() {
    let inland = Place { locode: Some("USCHI".into()), timezone: Some("America/Chicago".into()), ..Place::default() };
    let booked =
        Particulars { port_of_discharge: Some(los_angeles()), destination: Some(inland), ..Particulars::default() };
    let days = TerminalStatus {
        pickup_lfd_terminal: Some("2026-05-20".into()),
        pickup_lfd_rail: Some("2026-05-27".into()),
        pickup_lfd_line: Some("2026-05-28".into()),
        pickup_appointment_at: Some("2026-05-19".into()),
        ..TerminalStatus::default()
    };
    let result =
        picture(&[Fact::particulars(booked).received(day(1)), Fact::terminal_status(CONTAINER, days).received(day(2))]);
    let container = &result.containers[0].container;
    let deadlines = container.import_deadlines.clone().unwrap();
    let at = |at: &str| Some(Timestamp::new(at));
    assert_eq!(deadlines.pickup_lfd_terminal, at("2026-05-20T07:00:00Z"));
    assert_eq!(
        (&deadlines.pickup_lfd_rail, &deadlines.pickup_lfd_line),
        (&at("2026-05-27T05:00:00Z"), &at("2026-05-28T05:00:00Z"))
    );
    assert_eq!(
        (&container.pickup_lfd, &container.ind_facility_lfd_on),
        (&deadlines.pickup_lfd_terminal, &deadlines.pickup_lfd_rail)
    );
    assert_eq!(container.pickup_appointment_at, at("2026-05-19T07:00:00Z"));
    let changed =
        result.containers[0].events.iter().find(|event| event.event.event == EventName::ContainerPickupLfdChanged);
    assert_eq!(changed.unwrap().event.value.as_deref(), Some("2026-05-20T07:00:00Z"));
}

#[test]
fn reports_of_two_sources_are_merged_into_one_event() {
    let mut facts = voyage();
    let by_terminal = Event::actual(Milestone::VesselDischarged, day(20))
        .at_place(Place { name: Some("los angeles".into()), facility: Some("Pier 400".into()), ..Place::default() })
        .on_vessel(vessel());
    facts.push(Fact::event(CONTAINER, by_terminal).with_source(DataSource::Terminal).received(day(21)));
    let result = picture(&facts);
    assert_eq!(names(&result), names(&picture(&voyage())));
    let discharged = &result.containers[0].events[5];
    assert_eq!(discharged.event.timestamp, at(20), "the newest report wins");
    assert_eq!(discharged.event.data_source, Some(DataSource::Terminal));
    assert_eq!(discharged.event.location_locode.as_deref(), Some("USLAX"), "gaps are filled");
    assert_eq!(discharged.place.facility.as_deref(), Some("Pier 400"));
    assert_eq!(discharged.key, picture(&voyage()).containers[0].events[5].key, "it is the same event");
}

#[test]
fn two_reports_of_one_source_are_two_events() {
    let facts = absorb(
        &[],
        vec![
            did(Milestone::RailLoaded, 3, chicago()),
            did(Milestone::RailUnloaded, 4, chicago()),
            did(Milestone::RailLoaded, 5, chicago()),
        ],
        true,
        day(6),
    );
    let keys: Vec<_> = picture(&facts).containers[0].events.iter().map(|event| event.key.clone()).collect();
    assert_eq!(
        (keys[0].as_str(), keys.last().unwrap().as_str()),
        ("container.transport.rail_loaded@USCHI", "container.transport.rail_loaded@USCHI#2")
    );
}

#[test]
fn an_event_keeps_its_key_when_more_facts_arrive() {
    let vague = Fact::event(CONTAINER, Event::actual(Milestone::FullIn, day(2))).with_source(DataSource::Terminal);
    let exact = did(Milestone::FullIn, 2, shanghai()).received(day(5));
    let key = |facts: &[Fact]| picture(facts).containers[0].events[0].key.clone();
    let before = key(std::slice::from_ref(&vague));
    let facts = [vague, exact];
    assert_eq!(names(&picture(&facts)), ["full_in"]);
    assert_eq!(key(&facts), before);
    let corrected = [did(Milestone::FullIn, 3, shanghai())];
    assert_eq!(key(&corrected), key(&[did(Milestone::FullIn, 2, shanghai())]), "the time does not matter");
}

#[test]
fn a_vessel_that_comes_to_load_the_container_has_not_arrived_with_it() {
    let mut facts = voyage();
    facts.push(Fact::shipment_event(Event::actual(Milestone::VesselArrived, day(3)).at_place("CNSHA")));
    assert_eq!(names(&picture(&facts)), names(&picture(&voyage())));
    assert_eq!(picture(&facts).shipment.pod_ata_at, at(18));
    let early = picture(&facts[..3].iter().chain(&facts[8..]).cloned().collect::<Vec<_>>());
    assert_eq!(early.port_of_discharge, None);
}

#[test]
fn a_truck_to_the_first_vessel_is_not_an_inland_arrival() {
    let mut facts = voyage();
    let comes = |on, place: Place| {
        let motion = Motion { mode: Some(Mode::Truck), empty: Some(false), ..Motion::from(Movement::Arrived) };
        Fact::event(CONTAINER, Event::actual(motion, day(on)).at_place(place)).received(day(1))
    };
    let without = names(&picture(&facts));
    facts.push(comes(1, shanghai()));
    let result = picture(&facts);
    assert_eq!((names(&result), result.shipment.destination_locode), (without.clone(), None));
    facts.push(comes(25, chicago()));
    let result = picture(&facts);
    assert_eq!(names(&result).iter().filter(|name| **name == "arrived_at_inland_destination").count(), 1);
    assert_eq!(result.shipment.destination_locode.as_deref(), Some("USCHI"));
}

#[test]
fn a_truck_that_arrives_and_passes_the_gate_arrives_once() {
    let comes = |motion: Motion| {
        let event = Event::actual(Motion { empty: Some(false), ..motion }, day(25)).at_place(chicago());
        Fact::event(CONTAINER, event).received(day(1))
    };
    let arrives = comes(Motion { mode: Some(Mode::Truck), ..Motion::from(Movement::Arrived) });
    let facts = [voyage(), vec![arrives, comes(Motion::from(Movement::GateIn))]].concat();
    let result = picture(&facts);
    assert_eq!(names(&result).iter().filter(|name| **name == "arrived_at_inland_destination").count(), 1);
}

#[test]
fn a_rail_leg_is_followed_to_the_inland_destination() {
    let mut facts = voyage();
    facts.truncate(6);
    facts.push(will(Milestone::ArrivedAtDestination, 27, chicago()));
    let result = picture(&facts);
    assert_eq!(result.containers[0].container.current_status, ContainerStatus::AwaitingInlandTransfer);
    facts.push(Fact::particulars(Particulars { destination: Some(chicago()), ..Particulars::default() }));
    let result = picture(&facts);
    assert_eq!(result.shipment.destination_locode.as_deref(), Some("USCHI"));
    assert_eq!(result.shipment.destination_timezone.as_deref(), Some("America/Chicago"));
    assert_eq!(result.shipment.destination_eta_at, at(27));
    assert_eq!(result.containers[0].container.ind_eta_at, at(27));
    assert_eq!(result.containers[0].container.current_status, ContainerStatus::AwaitingInlandTransfer);
    assert_eq!(names(&result).last().unwrap(), "estimated.arrived_at_inland_destination");

    facts.push(did(Milestone::RailLoaded, 20, los_angeles()));
    facts.push(did(Milestone::RailDeparted, 21, los_angeles()));
    assert_eq!(only(&facts).current_status, ContainerStatus::OnRail);
    facts.push(did(Milestone::RailArrived, 26, chicago()));
    facts.push(did(Milestone::RailUnloaded, 27, chicago()));
    assert_eq!(only(&facts).current_status, ContainerStatus::Grounded);
    facts.push(did(Milestone::FullOut, 28, chicago()));
    let result = picture(&facts);
    let container = &result.containers[0].container;
    assert_eq!((&container.pod_rail_loaded_at, &container.pod_rail_departed_at), (&at(20), &at(21)));
    assert_eq!((&container.ind_ata_at, &container.ind_rail_unloaded_at), (&at(26), &at(27)));
    assert_eq!((&container.pod_full_out_at, &container.final_destination_full_out_at), (&None, &at(28)));
    assert_eq!(container.final_destination_timezone.as_deref(), Some("America/Chicago"));
    assert_eq!(container.ind_eta_at, None);
    assert_eq!((&result.shipment.destination_eta_at, &result.shipment.destination_ata_at), (&None, &at(26)));
    assert_eq!(result.shipment.destination_original_eta_at, at(27));
    let names = names(&result);
    let rail = ["rail_loaded", "rail_departed", "rail_arrived", "arrived_at_inland_destination", "rail_unloaded"];
    assert_eq!(names[6..11], rail);
}

#[test]
fn readings_fill_the_container() {
    let hold = TerminalHold {
        name: "customs".into(),
        status: "hold".into(),
        description: None,
        detail: None,
        unconfirmed_since: None,
    };
    let fee = TerminalFee { kind: "total".into(), amount: 5.into(), currency_code: None };
    let container = only(&[Fact::terminal_status(
        CONTAINER,
        TerminalStatus {
            available_for_pickup: Some(true),
            pickup_lfd_terminal: Some(Timestamp::new("2026-05-22")),
            pickup_lfd_rail: Some(Timestamp::new("2026-05-29")),
            pickup_appointment_at: at(20),
            holds: Some(vec![hold.clone()]),
            fees: Some(vec![fee.clone()]),
            location_at_terminal: Some("B12".into()),
            size_type: Some("45R1".into()),
            seal_number: Some("S1".into()),
            weight_in_lbs: Some(40_000.into()),
            chassis_number: Some("C1".into()),
            pod_rail_carrier_scac: Some("BNSF".into()),
            ind_rail_carrier_scac: Some("UPRR".into()),
            ..TerminalStatus::default()
        },
    )]);
    assert_eq!((container.available_for_pickup, container.availability_known), (Some(true), Some(true)));
    assert_eq!(container.pickup_lfd, Some(Timestamp::new("2026-05-22")), "the terminal's, because the line gives none");
    let deadlines = container.import_deadlines.unwrap();
    assert_eq!(deadlines.pickup_lfd_rail, Some(Timestamp::new("2026-05-29")));
    assert_eq!((deadlines.pickup_lfd_line, container.pickup_appointment_at), (None, at(20)));
    // The fact has no time of receipt.
    let hold = TerminalHold { unconfirmed_since: Some("1970-01-01T00:00:00Z".into()), ..hold };
    assert_eq!((container.holds_at_pod_terminal, container.fees_at_pod_terminal), (vec![hold], vec![fee]));
    assert_eq!(container.location_at_pod_terminal.as_deref(), Some("B12"));
    assert_eq!(container.equipment_type.as_deref(), Some("reefer"));
    assert_eq!(container.equipment_height.as_deref(), Some("high_cube"));
    assert_eq!(container.equipment_length, Some(40));
    assert_eq!(container.seal_number.as_deref(), Some("S1"));
    assert_eq!(container.weight_in_lbs, Some(40_000.into()));
    assert_eq!(container.pod_full_out_chassis_number.as_deref(), Some("C1"));
    assert_eq!(container.pod_rail_carrier_scac.as_deref(), Some("BNSF"));
    assert_eq!(container.ind_rail_carrier_scac.as_deref(), Some("UPRR"));
    assert_eq!(container.current_status, ContainerStatus::New, "availability matters at the terminal");
}

#[test]
fn the_last_free_day_is_the_earliest_one_at_the_port_else_that_of_the_railway() {
    let days = |line: Option<&str>, terminal: bool, rail: bool| {
        let day = |is_given: bool, text: &str| is_given.then(|| Timestamp::new(text));
        only(&[Fact::terminal_status(
            CONTAINER,
            TerminalStatus {
                pickup_lfd_line: line.map(Timestamp::new),
                pickup_lfd_terminal: day(terminal, "2026-05-22"),
                pickup_lfd_rail: day(rail, "2026-05-21"),
                ..TerminalStatus::default()
            },
        )])
        .pickup_lfd
        .map(|day| day.to_string())
    };
    assert_eq!(days(Some("2026-05-23"), true, true).as_deref(), Some("2026-05-22"));
    assert_eq!(days(Some("2026-05-20"), true, true).as_deref(), Some("2026-05-20"));
    assert_eq!(days(None, true, true).as_deref(), Some("2026-05-22"));
    assert_eq!(days(None, false, true).as_deref(), Some("2026-05-21"));
    assert_eq!(days(None, false, false), None);
}

#[test]
fn omitted_values_of_a_reading_stay_and_an_empty_list_removes() {
    let hold = TerminalHold {
        name: "customs".into(),
        status: "hold".into(),
        description: None,
        detail: None,
        unconfirmed_since: None,
    };
    let held = TerminalStatus { holds: Some(vec![hold]), seal_number: Some("S1".into()), ..TerminalStatus::default() };
    let lifted = TerminalStatus { holds: Some(Vec::new()), ..TerminalStatus::default() };
    let facts = [
        Fact::terminal_status(CONTAINER, lifted).received(day(3)),
        Fact::terminal_status(CONTAINER, held).received(day(2)),
    ];
    let container = only(&facts);
    assert!(container.holds_at_pod_terminal.is_empty());
    assert_eq!(container.seal_number.as_deref(), Some("S1"));
}

#[test]
fn availability_changes_by_readings_and_events() {
    let mut facts = voyage();
    facts.truncate(6);
    let reading = |available, on| {
        let reading = TerminalStatus { available_for_pickup: Some(available), ..TerminalStatus::default() };
        Fact::terminal_status(CONTAINER, reading).with_source(DataSource::Terminal).received(day(on))
    };
    facts.push(reading(false, 19));
    assert_eq!(only(&facts).current_status, ContainerStatus::NotAvailable);
    let by_terminal = did(Milestone::Available, 20, los_angeles()).with_source(DataSource::Terminal);
    facts.push(by_terminal.received(day(20)));
    assert_eq!(only(&facts).current_status, ContainerStatus::Available);
    facts.push(reading(true, 21));
    facts.push(reading(false, 22));
    let result = picture(&facts);
    assert_eq!(names(&result)[6..], ["not_available", "available", "not_available"]);
    let keys: Vec<_> = result.containers[0].events[6..].iter().map(|event| event.key.as_str()).collect();
    assert_eq!(keys[0], "container.transport.not_available#1");
    assert_eq!(keys[2], "container.transport.not_available#2");
    facts.push(did(Milestone::FullOut, 23, los_angeles()));
    assert_eq!(only(&facts).current_status, ContainerStatus::PickedUp);
}

#[test]
fn a_changed_last_free_day_is_an_event_with_the_date_as_its_value() {
    let lfd = |on, day_of_month: &str| {
        let reading =
            TerminalStatus { pickup_lfd_terminal: Some(Timestamp::new(day_of_month)), ..TerminalStatus::default() };
        Fact::terminal_status(CONTAINER, reading).with_source(DataSource::Terminal).received(day(on))
    };
    let result = picture(&[lfd(19, "2026-05-22"), lfd(20, "2026-05-22"), lfd(21, "2026-05-24")]);
    let events: Vec<_> = result.containers[0]
        .events
        .iter()
        .map(|event| json!([event.event.event, event.event.value, event.event.timestamp, event.event.data_source]))
        .collect();
    let (first, second) = (at(19).unwrap().to_string(), at(21).unwrap().to_string());
    assert_eq!(
        json!(events),
        json!([
            ["container.pickup_lfd_terminal.changed", "2026-05-22", first, "terminal"],
            ["container.pickup_lfd.changed", "2026-05-22", first, "terminal"],
            ["container.pickup_lfd_terminal.changed", "2026-05-24", second, "terminal"],
            ["container.pickup_lfd.changed", "2026-05-24", second, "terminal"],
        ])
    );
}

#[test]
fn single_hold_changes_add_up() {
    let hold = |name: &str, words: &str| TerminalHold {
        name: name.into(),
        status: "hold".into(),
        description: Some(words.into()),
        detail: None,
        unconfirmed_since: None,
    };
    let reading = |on, changes: HoldChanges| {
        let reading = TerminalStatus { hold_changes: Some(changes.into()), ..TerminalStatus::default() };
        Fact::terminal_status(CONTAINER, reading).received(day(on))
    };
    let placed = |on, name: &str, words: &str| reading(on, HoldChanges::placed(hold(name, words)));
    let lifted = |on, name: &str| reading(on, HoldChanges::lifted([name]));
    let all = |on, holds: &[TerminalHold]| {
        let reading = TerminalStatus { holds: Some(holds.to_vec()), ..TerminalStatus::default() };
        Fact::terminal_status(CONTAINER, reading).received(day(on))
    };
    let holds = |facts: &[Fact]| -> Vec<String> {
        let current = picture(facts).containers.remove(0).container.holds_at_pod_terminal;
        current.into_iter().map(|hold| format!("{} {}", hold.name, hold.description.unwrap_or_default())).collect()
    };
    let facts = [placed(1, "customs", "exam"), placed(2, "freight", "due"), placed(3, "customs", "documents")];
    assert_eq!(holds(&facts), ["customs exam", "freight due", "customs documents"]);
    let and = |more: Fact| holds(&[&facts[..], &[more]].concat());
    assert_eq!(and(lifted(4, "customs")), ["freight due"]);
    assert_eq!(and(lifted(4, "*")), [""; 0]);
    assert_eq!(and(all(4, &[hold("TMF", "unpaid")])), ["TMF unpaid"], "a complete list replaces all changes");
    let after_all = [all(1, &[hold("customs", "exam")]), placed(2, "freight", "due"), lifted(3, "customs")];
    assert_eq!(holds(&after_all), ["freight due"]);
    let known = facts.to_vec();
    assert_eq!(absorb(&known, vec![placed(4, "customs", "exam")], false, day(5)), [], "a repeated hold is not new");
    assert_eq!(absorb(&known, vec![lifted(4, "freight")], false, day(5)).len(), 1);
    let read: Fact = serde_json::from_value(json!(facts[0])).unwrap();
    assert_eq!(read, facts[0]);
}

#[test]
fn the_terminal_at_the_port_of_discharge_is_named() {
    let reading = TerminalStatus { terminal: Some("Pier 400".into()), ..TerminalStatus::default() };
    assert_eq!(
        picture(&[Fact::terminal_status(CONTAINER, reading)]).containers[0].pod_terminal.as_deref(),
        Some("Pier 400")
    );
}

fn concluded(facts: &[Fact], now: DateTime<Utc>) -> Option<StopReason> {
    fold(facts, now, &FoldPolicy::default()).concluded
}

#[test]
fn tracking_stops_when_all_containers_were_returned() {
    let mut facts = voyage();
    assert_eq!(concluded(&facts, day(26)), Some(StopReason::AllContainersTerminated));
    facts.push(Fact::event("TGHU1643396", Event::actual(Milestone::FullIn, day(2))).received(day(2)));
    assert_eq!(concluded(&facts, day(26)), None);
    assert_eq!(concluded(&[], day(26)), None);
}

#[test]
fn tracking_stops_when_every_booking_is_cancelled() {
    let booking = |status: &str, on: u32, number: &str| {
        let event = Event::actual(Movement::parse(&format!("booking_{status}")), day(on));
        Fact::shipment_event(event.with_document(number)).received(day(on))
    };
    let cancelled = Some(StopReason::BookingCancelled);
    let ends = |facts: &[Fact]| concluded(facts, day(26));
    let picked_up = did(Milestone::EmptyOut, 1, shanghai());
    let facts = [picked_up, booking("confirmed", 1, "B1"), booking("cancelled", 3, "B1")];
    assert_eq!(ends(&facts), cancelled);
    let and = |more: Fact| ends(&[&facts[..], &[more]].concat());
    assert_eq!(and(booking("confirmed", 4, "B1")), None, "booked again");
    assert_eq!(and(booking("confirmed", 1, "B2")), None, "another booking is valid");
    assert_eq!(and(booking("declined", 2, "B2")), cancelled);
    assert_eq!(and(did(Milestone::FullIn, 4, shanghai())), None, "a container is under way");
    assert_eq!(and(did(Milestone::FullIn, 2, shanghai())), cancelled);
    assert_eq!(
        and(did(Milestone::VesselDeparted, 5, shanghai())),
        cancelled,
        "a departure of the vessel does not matter"
    );
    let empty_back = did(Milestone::EmptyIn, 5, shanghai());
    assert_eq!(and(empty_back), cancelled);
}

#[test]
fn tracking_stops_56_days_after_the_last_container_arrived() {
    let mut facts: Vec<Fact> = voyage().into_iter().map(|fact| fact.received(day(30))).collect();
    facts.truncate(6);
    let limit = day(18) + TimeDelta::days(56);
    assert_eq!(concluded(&facts, limit), None);
    assert_eq!(concluded(&facts, limit + TimeDelta::seconds(1)), Some(StopReason::PastArrivalWindow));
    let inland = Particulars { destination: Some(chicago()), ..Particulars::default() };
    facts.push(Fact::particulars(inland).received(day(30)));
    assert_eq!(concluded(&facts, limit + TimeDelta::days(1)), None, "not arrived inland yet");
}

#[test]
fn tracking_stops_56_days_after_a_full_out_without_a_reported_arrival() {
    let left = did(Milestone::FullOut, 20, los_angeles()).received(day(30));
    let ports = Particulars {
        port_of_lading: Some(shanghai()),
        port_of_discharge: Some(los_angeles()),
        ..Particulars::default()
    };
    let facts = [did(Milestone::FullIn, 2, shanghai()), Fact::particulars(ports).received(day(1)), left];
    let limit = day(20) + TimeDelta::days(56);
    assert_eq!(concluded(&facts, limit), None);
    assert_eq!(concluded(&facts, limit + TimeDelta::seconds(1)), Some(StopReason::PastFullOutWindow));
}

#[test]
fn tracking_stops_56_days_after_the_last_new_fact() {
    let facts = [did(Milestone::FullIn, 2, shanghai()), did(Milestone::EmptyOut, 1, shanghai()).received(day(3))];
    let limit = day(3) + TimeDelta::days(56);
    assert_eq!(concluded(&facts, limit), None);
    assert_eq!(concluded(&facts, limit + TimeDelta::seconds(1)), Some(StopReason::NoUpdatesAtLine));
}

prop_compose! {
    fn any_place()(locode in prop::option::of(prop::sample::select(vec!["CNSHA", "USLAX", "uslax", "SGSIN", ""])),
                   name in prop::option::of(prop::sample::select(vec!["Shanghai", "Los Angeles", "|#"])),
                   timezone in prop::option::of(prop::sample::select(vec!["Asia/Shanghai", "Etc/UTC"]))) -> Place {
        Place { locode: locode.map(Into::into), name: name.map(Into::into), facility: None,
                timezone: timezone.map(Into::into) }
    }
}

fn any_time() -> impl Strategy<Value = Option<Timestamp>> {
    prop::option::of(prop_oneof![
        (1u32..29, 0u32..24).prop_map(|(day, hour)| Timestamp::new(format!("2026-05-{day:02}T{hour:02}:00:00+08:00"))),
        (1u32..29).prop_map(|day| Timestamp::new(format!("2026-05-{day:02}"))),
        (1u32..29).prop_map(|day| Timestamp::new(format!("2026-05-{day:02}T10:00:00"))),
        ".{0,12}".prop_map(Timestamp::new),
    ])
}

prop_compose! {
    fn any_event()(milestone in prop::sample::select(Milestone::ALL.to_vec()), place in any_place(), at in any_time(),
                   certainty in 0..3, imo in prop::option::of(prop::sample::select(vec!["9321483", "9352004"])),
                   voyage in prop::option::of("[A-B]"), occurrence in 0u32..2) -> Event {
        use crate::tracking::Certainty::*;
        let certainty = [Actual, Estimated, Planned][certainty as usize];
        let vessel = imo.map(|imo| Vessel { name: None, imo: Some(imo.into()) });
        Event { certainty, at, place, vessel, voyage, occurrence, ..Event::actual(milestone, "") }
    }
}

prop_compose! {
    fn any_reading()(available_for_pickup in any::<Option<bool>>(), line in any_time(), rail in any_time(),
                     size_type in prop::option::of(".{0,4}"), terminal in prop::option::of("[A-B]")) -> TerminalStatus {
        TerminalStatus { available_for_pickup, pickup_lfd_line: line, pickup_lfd_rail: rail, size_type, terminal,
                  ..TerminalStatus::default() }
    }
}

fn any_statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        8 => any_event().prop_map(Statement::Event),
        2 => any_reading().prop_map(Statement::TerminalStatus),
        1 => (prop::option::of(any_place()), prop::option::of(any_place())).prop_map(|(port_of_discharge, destination)| {
            Statement::Particulars(Particulars { port_of_discharge, destination, ..Particulars::default() })
        }),
        1 => any_event().prop_map(|event| Statement::Withdrawn(Fact::event(CONTAINER, event).key().unwrap_or_default())),
    ]
}

prop_compose! {
    fn any_fact()(container in prop::option::of(prop::sample::select(vec![CONTAINER, "tghu 164339-6", ""])),
                  source in prop::sample::select(DataSource::ALL.to_vec()), statement in any_statement(),
                  received in prop::sample::select(vec![1u32, 1, 1, 5])) -> Fact {
        Fact::new(container, statement).with_source(source).received(day(received))
    }
}

proptest! {
    #[test]
    fn the_picture_does_not_depend_on_the_order_of_the_facts(
        (facts, shuffled) in prop::collection::vec(any_fact(), 0..30)
            .prop_flat_map(|facts| (Just(facts.clone()), Just(facts).prop_shuffle())),
    ) {
        prop_assert_eq!(picture(&facts), picture(&shuffled));
    }

    #[test]
    fn facts_survive_a_round_trip_and_are_absorbed_once(
        facts in prop::collection::vec(any_fact(), 0..30), complete in any::<bool>(),
    ) {
        let first = absorb(&[], facts.clone(), complete, day(7));
        prop_assert_eq!(absorb(&first, facts.clone(), complete, day(8)), Vec::new());
        let mut shuffled = facts;
        shuffled.reverse();
        prop_assert_eq!(absorb(&first, shuffled, complete, day(8)), Vec::new());
        let json = serde_json::to_string(&first).unwrap();
        let read: Vec<Fact> = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(picture(&read), picture(&first));
    }

    #[test]
    fn keys_of_a_container_are_unique(facts in prop::collection::vec(any_fact(), 0..30)) {
        for container in picture(&facts).containers {
            let keys: std::collections::BTreeSet<_> = container.events.iter().map(|event| event.key.clone()).collect();
            prop_assert_eq!(keys.len(), container.events.len());
        }
    }
}
