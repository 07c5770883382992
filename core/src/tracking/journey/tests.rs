//! Tests of journeys.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::*;
use crate::error::Result;
use crate::jsonapi::Page;
use crate::resources::ShipmentId;
use crate::tracking::{last_free_day as free_until, milestone_label as label};

const NUMBER: &str = "MSKU0308961";

fn event(name: &str, at: &str) -> JourneyEvent {
    let attributes = json!({ "event": format!("{PREFIX}{name}"), "timestamp": at, "created_at": at });
    event_of(&json!({ "attributes": attributes }))
}

fn event_of(event: &Value) -> JourneyEvent {
    JourneyEvent { event: serde_json::from_value(event.clone()).unwrap(), ..JourneyEvent::default() }
}

/// An event on a vessel.
fn sailing(name: &str, at: &str, vessel: &str) -> JourneyEvent {
    let mut sailing = event(name, at);
    sailing.event.vessel = ToOne::Linked(ResourceId { kind: "vessel".into(), id: vessel.into() });
    JourneyEvent { vessel_name: Some(vessel.to_owned()), ..sailing }
}

fn container(attributes: Value) -> Container {
    let mut attributes = attributes;
    attributes["number"] = NUMBER.into();
    serde_json::from_value(json!({ "id": "c", "attributes": attributes })).unwrap()
}

fn shipment(attributes: Value) -> Shipment {
    serde_json::from_value(json!({ "id": "s", "attributes": attributes })).unwrap()
}

fn arrival(events: &[JourneyEvent], shipment: Option<&Shipment>) -> Arrival {
    Journey { events, shipment, ..Journey::new(&container(json!({}))) }.arrival()
}

fn steps(events: &[JourneyEvent], shipment: Option<&Shipment>) -> Vec<Step> {
    let now = "2026-06-20T09:30:00Z".parse().unwrap();
    Journey { events, shipment, ..Journey::new(&container(json!({}))) }.steps(now)
}

fn text(at: Option<&Timestamp>) -> Option<&str> {
    at.map(Timestamp::as_str)
}

#[test]
fn attributes_of_the_shipment_are_ignored_if_it_has_another_vessel() {
    let cargo = shipment(json!({
        "pod_vessel_name": "BIG 2", "pod_voyage_number": "02",
        "pod_eta_at": "2026-05-20T17:00:00Z", "pod_original_eta_at": "2026-05-18T17:00:00Z",
    }));
    let same = arrival(&[sailing("vessel_loaded", "2026-04-21T10:00:00Z", "Big 2 ")], Some(&cargo));
    assert_eq!((same.voyage.as_deref(), text(same.eta.as_ref())), (Some("02"), Some("2026-05-20T17:00:00Z")));
    assert_eq!(same.delay(), Some(TimeDelta::days(2)));
    let other = arrival(&[sailing("vessel_loaded", "2026-04-21T10:00:00Z", "BIG 3")], Some(&cargo));
    assert_eq!((other.vessel.as_deref(), other.voyage.as_deref()), (Some("BIG 3"), None));
    assert_eq!((&other.eta, &other.first_eta, other.delay()), (&None, &None, None));
    assert_eq!(arrival(&[], Some(&cargo)).vessel.as_deref(), Some("BIG 2"));
}

#[test]
fn the_newest_estimate_and_the_last_vessel_win() {
    let events = [
        sailing("estimated.vessel_arrived", "2026-05-22T17:00:00Z", "BIG 3"),
        sailing("vessel_loaded", "2026-04-21T10:00:00Z", "BIG 2"),
        sailing("transshipment_loaded", "2026-05-01T10:00:00Z", "BIG 3"),
        sailing("estimated.vessel_arrived", "2026-05-21T17:00:00Z", "BIG 2"),
    ];
    let later = arrival(&events, None);
    assert_eq!((later.vessel.as_deref(), text(later.eta.as_ref())), (Some("BIG 3"), Some("2026-05-22T17:00:00Z")));
    assert_eq!(later.tracking, None);
    let mut withdrawn = events.to_vec();
    withdrawn[0].event.invalidated_at = Some("2026-05-23T00:00:00Z".into());
    assert_eq!(text(arrival(&withdrawn, None).eta.as_ref()), Some("2026-05-21T17:00:00Z"));
}

#[test]
fn the_voyage_number_may_come_from_the_other_end_of_the_leg() {
    let mut events =
        [sailing("vessel_loaded", "2026-04-21", "BIG 2"), sailing("vessel_arrived", "2026-05-21", "BIG 2")];
    events[0].event.voyage_number = Some("02".into());
    assert_eq!(arrival(&events, None).voyage.as_deref(), Some("02"));
    events[1].event.voyage_number = Some("02E".into());
    assert_eq!(arrival(&events, None).voyage.as_deref(), Some("02E"));
}

#[test]
fn removed_containers_and_stopped_shipments_have_no_estimate() {
    let with_containers = |attributes: Value, containers: Value| -> Shipment {
        let links = json!({ "containers": { "data": containers } });
        serde_json::from_value(json!({ "id": "s", "attributes": attributes, "relationships": links })).unwrap()
    };
    let (own, other) = (json!({ "type": "container", "id": "c" }), json!({ "type": "container", "id": "d" }));
    let eta = "2026-05-20T17:00:00Z";
    for (attributes, containers, tracking) in [
        (json!({ "pod_eta_at": eta }), json!([own, other]), "followed"),
        (json!({ "pod_eta_at": eta }), json!([other]), "left"),
        (
            json!({ "pod_eta_at": eta, "line_tracking_stopped_reason": "booking_cancelled" }),
            json!([]),
            "booking_cancelled",
        ),
        (json!({ "pod_eta_at": eta, "line_tracking_stopped_at": eta }), json!([own]), "stopped"),
    ] {
        let arrival = arrival(&[], Some(&with_containers(attributes, containers)));
        assert_eq!(arrival.tracking.as_ref().map(TrackingState::as_str), Some(tracking));
        assert_eq!(arrival.eta.is_some(), tracking == "followed", "{tracking}");
    }
    let ata = json!({ "pod_ata_at": eta });
    assert!(arrival(&[], Some(&with_containers(ata.clone(), json!([own])))).arrived.is_some());
    assert!(
        arrival(&[], Some(&with_containers(ata, json!([own, other])))).arrived.is_none(),
        "it may be about the other container"
    );
}

#[test]
fn late_expected_and_unreported_steps_are_distinguished() {
    let cargo = shipment(json!({
        "port_of_lading_locode": "CNSHA", "port_of_lading_name": "Shanghai", "pol_timezone": "Asia/Shanghai",
        "pod_vessel_name": "Test Voyager", "pod_voyage_number": "042W", "pod_original_eta_at": "2026-06-08T14:00:00Z",
    }));
    let placed = |name: &str, at: &str, place: &str, voyage: Option<&str>| {
        let mut placed = event(name, at);
        placed.event.location_locode = Some(place.into());
        placed.event.voyage_number = voyage.map(str::to_owned);
        placed
    };
    let steps = steps(
        &[
            placed("estimated.arrived_at_inland_destination", "2026-06-18T14:00:00Z", "USCHI", None),
            placed("vessel_arrived", "2026-06-10T14:00:00Z", "USLAX", Some("042W")),
            placed("estimated.vessel_arrived", "2026-06-09T14:00:00Z", "USLAX", None),
            placed("estimated.vessel_departed", "2026-05-02T07:00:00Z", "CNSHA", None),
            placed("full_in", "2026-05-01T07:00:00Z", "CNSHA", None),
        ],
        Some(&cargo),
    );
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["full_in", "vessel_departed", "vessel_arrived", "arrived_at_inland_destination"]);
    let [entered, departed, arrived, inland] = &steps[..] else { panic!() };
    assert_eq!(entered.place_name.as_deref(), Some("Shanghai"));
    assert!(
        matches!(entered.local_time(), Some(crate::zones::LocalTime::Moment(at)) if at.to_rfc3339().contains("15:00"))
    );
    assert!(departed.passed && !departed.happened && departed.late.is_none());
    assert!(arrived.happened && arrived.late == Some(TimeDelta::days(2)));
    assert_eq!((arrived.vessel.as_deref(), arrived.voyage.as_deref()), (Some("Test Voyager"), Some("042W")));
    assert!(!inland.happened && !inland.passed && inland.late > Some(TimeDelta::days(1)));
}

#[test]
fn the_newest_of_several_estimates_is_a_step() {
    let mut events = ["2026-07-02", "2026-07-03", "2026-07-01"].map(|at| event("estimated.vessel_arrived", at));
    assert_eq!(text(steps(&events, None)[0].at.as_ref()), Some("2026-07-03"));
    events[2].event.created_at = None;
    assert_eq!(text(steps(&events, None)[0].at.as_ref()), Some("2026-07-01"), "an unknown time is the newest");
}

#[test]
fn a_terminal_without_a_place_is_at_the_port_if_there_is_no_inland_destination() {
    let own = container(json!({ "pod_timezone": "America/Los_Angeles" }));
    let events = [event("available", "2026-06-12T05:00:00Z")];
    let now = "2026-06-20T09:30:00Z".parse().unwrap();
    let zone = |shipment: Option<&Shipment>| {
        Journey { events: &events, shipment, ..Journey::new(&own) }.steps(now).remove(0).timezone
    };
    assert_eq!(zone(None).as_deref(), Some("America/Los_Angeles"));
    assert_eq!(zone(Some(&shipment(json!({ "destination_locode": "USCHI" })))), None);
}

#[test]
fn milestones_have_a_label_and_a_rank() {
    assert_eq!(label("container.transport.not_available"), "Not available for pickup");
    assert_eq!(label("container.transport.estimated.vessel_arrived"), "Vessel arrived");
    assert_eq!([label("something_new"), label("")], ["Something new", ""]);
    assert!(milestone_rank("full_in") < milestone_rank("container.transport.estimated.vessel_departed"));
    assert!(milestone_rank("something_new") > milestone_rank("empty_in"));
}

#[test]
fn names_are_read_from_the_document() {
    let event = json!({
        "type": "transport_event", "id": "e", "attributes": { "event": "container.transport.vessel_arrived" },
        "relationships": {
            "vessel": { "data": { "type": "vessel", "id": "v" } },
            "location": { "data": { "type": "port", "id": "p" } },
            "terminal": { "data": { "type": "terminal", "id": "missing" } },
        },
    });
    let links = json!({ "transport_events": { "data": [
        { "type": "transport_event", "id": "e" }, { "type": "transport_event", "id": "missing" },
    ] } });
    let page = json!({
        "data": [{ "type": "container", "id": "c", "relationships": links }],
        "included": [
            event,
            { "type": "vessel", "id": "v", "attributes": { "name": "BIG 2" } },
            { "type": "port", "id": "p", "attributes": { "name": "", "time_zone": "Asia/Shanghai" } },
        ],
    });
    let page = Page::<Container>::parse(page.to_string()).unwrap();
    let container = page.get(0).unwrap().unwrap();
    let events = JourneyEvent::included(&container, |id| page.find_included(&id.kind, &id.id.to_string()));
    let [known] = &events[..] else { panic!("{events:?}") };
    assert_eq!((known.vessel_name.as_deref(), known.place_name.as_deref()), (Some("BIG 2"), None));
    assert_eq!((known.place_timezone.as_deref(), known.terminal_name.as_deref()), (Some("Asia/Shanghai"), None));
}

#[test]
fn a_row_has_times_in_utc_and_in_local_time_of_the_port() {
    let own = container(json!({ "pod_timezone": "America/Los_Angeles", "pickup_lfd": "2026-05-23T05:30:00Z" }));
    let cargo = shipment(json!({
        "bill_of_lading_number": "MAEU123", "pod_original_eta_at": "2026-05-20",
        "pod_eta_at": "2026-05-22T00:00:00+12:00",
    }));
    let row = Journey { shipment: Some(&cargo), ..Journey::new(&own) }.row();
    assert_eq!((row.eta.unwrap().to_rfc3339(), row.delay_days), ("2026-05-21T12:00:00+00:00".into(), Some(1.0)));
    assert_eq!(row.eta_local.unwrap().to_string(), "2026-05-21 05:00:00");
    assert_eq!(row.bill_of_lading.as_deref(), Some("MAEU123"));
    assert_eq!(row.last_free_day.unwrap().to_string(), "2026-05-22");
    for number in ["msku 030896-1", "CSQU3054383"] {
        let by_number = shipment(json!({ "bill_of_lading_number": number }));
        let row = Journey { shipment: Some(&by_number), ..Journey::new(&own) }.row();
        assert_eq!(row.bill_of_lading, None, "{number} is a container");
    }
}

#[test]
fn a_last_free_day_of_the_railway_is_in_the_zone_of_the_destination() {
    let late = "2026-05-23T05:30:00Z"; // 22:30 of the 22nd in Los Angeles, 00:30 of the 23rd in Chicago
    let zones = json!({ "pod_timezone": "America/Los_Angeles", "final_destination_timezone": "America/Chicago" });
    let day = |deadlines: Value| {
        let mut attributes = zones.clone();
        attributes["pickup_lfd"] = late.into();
        attributes["import_deadlines"] = deadlines;
        free_until(&container(attributes)).unwrap().to_string()
    };
    assert_eq!(day(json!({ "pickup_lfd_terminal": late })), "2026-05-22");
    assert_eq!(day(json!({ "pickup_lfd_rail": late })), "2026-05-23");
    assert_eq!(free_until(&container(json!({ "pickup_lfd": late }))), None);
}

fn row(id: &str, shipment: &str, vessel: &str, bill: Option<&str>) -> ContainerRow {
    ContainerRow {
        id: id.into(),
        number: NUMBER.into(),
        shipment_id: Some(shipment.into()),
        vessel: Some(vessel.into()),
        bill_of_lading: bill.map(str::to_owned),
        tracking: Some(TrackingState::Followed),
        delay_days: Some(1.0),
        ..ContainerRow::default()
    }
}

#[test]
fn a_first_estimate_of_a_shipment_on_several_vessels_is_cleared() {
    let mut rows = [row("1", "s", "BIG 2", None), row("2", "s", "BIG 3", None), row("3", "t", "BIG 3", None)];
    clear_shared_first_eta(&mut rows);
    assert_eq!(rows.map(|row| row.delay_days), [None, None, Some(1.0)]);
}

#[test]
fn the_row_of_a_container_is_removed_if_its_bill_has_the_same_container() {
    let mut asked = Vec::new();
    let mut related = |shipment: &ShipmentId| -> Result<Vec<ShipmentId>> {
        asked.push(shipment.to_string());
        Ok(if shipment.to_string() == "own" { vec!["bill".into()] } else { Vec::new() })
    };
    let rows = vec![
        row("1", "own", "BIG 2", None),
        row("2", "bill", "BIG 2", Some("MAEU123")),
        row("3", "earlier", "BIG 1", None),
        ContainerRow { number: "TGHU1643396".into(), ..row("4", "alone", "BIG 2", None) },
    ];
    let rows = remove_duplicate_rows(rows, &mut related).unwrap();
    assert_eq!(rows.iter().map(|row| row.id.to_string()).collect::<Vec<_>>(), ["2", "3", "4"]);
    assert_eq!(asked, ["own", "earlier"]);
}
