//! Tests of local times, which have no offset.

use super::*;

fn clock(milestone: Milestone, at: &str, place: impl Into<Place>) -> Fact {
    Fact::event(CONTAINER, Event::actual(milestone, at.to_owned()).at_place(place)).received(day(1))
}

fn estimate(at: &str, place: impl Into<Place>) -> Fact {
    Fact::shipment_event(Event::estimated(Milestone::VesselArrived, at.to_owned()).at_place(place)).received(day(1))
}

/// Name, time and zone of each event.
fn events(facts: &[Fact]) -> Vec<(String, String, Option<String>)> {
    let summary = |event: &EventPicture| {
        let at = event.event.timestamp.as_ref().map(ToString::to_string).unwrap_or_default();
        (event.event.event.to_string().replace("container.transport.", ""), at, event.event.timezone.clone())
    };
    picture(facts).containers[0].events.iter().map(summary).collect()
}

fn event(name: &str, at: &str, zone: Option<&str>) -> (String, String, Option<String>) {
    (name.to_owned(), at.to_owned(), zone.map(str::to_owned))
}

/// A place with an unknown time zone.
const NOWHERE: &str = "USZZ9";

const LA: Option<&str> = Some("America/Los_Angeles");

#[test]
fn local_time_is_read_in_the_zone_of_its_place() {
    let facts = [
        clock(Milestone::VesselDeparted, "2026-05-01T21:40:00", shanghai()),
        clock(Milestone::VesselArrived, "2026-05-15T06:00:00", los_angeles()),
        clock(Milestone::FullOut, "2026-05-18 09:30", los_angeles()),
        clock(Milestone::EmptyIn, "2026-05-25T09:30:00", los_angeles()),
    ];
    let shanghai = Some("Asia/Shanghai");
    assert_eq!(
        events(&facts),
        [
            event("vessel_departed", "2026-05-01T13:40:00Z", shanghai),
            event("vessel_arrived", "2026-05-15T13:00:00Z", LA),
            event("full_out", "2026-05-18T16:30:00Z", LA),
            event("empty_in", "2026-05-25T16:30:00Z", LA),
        ]
    );
    let result = picture(&facts);
    let (shipment, container) = (&result.shipment, &result.containers[0].container);
    let shown = [
        &shipment.pol_atd_at,
        &shipment.pod_ata_at,
        &container.pol_vessel_departed_at,
        &container.pod_arrived_at,
        &container.pod_full_out_at,
        &container.empty_terminated_at,
    ];
    let expected = [
        "2026-05-01T13:40:00Z",
        "2026-05-15T13:00:00Z",
        "2026-05-01T13:40:00Z",
        "2026-05-15T13:00:00Z",
        "2026-05-18T16:30:00Z",
        "2026-05-25T16:30:00Z",
    ];
    assert_eq!(shown.map(|at| at.as_ref().unwrap().as_str()), expected);
    assert_eq!(container.empty_terminated_timezone.as_deref(), LA);
}

#[test]
fn estimates_are_read_in_the_zone_of_their_place() {
    let later = Fact { received_at: day(2), ..estimate("2026-05-16T06:00:00", los_angeles()) };
    let facts = [
        clock(Milestone::VesselDeparted, "2026-05-01T21:40:00", shanghai()),
        estimate("2026-05-15T06:00:00", los_angeles()),
        later,
    ];
    let shipment = picture(&facts).shipment;
    assert_eq!(shipment.pod_original_eta_at, Some("2026-05-15T13:00:00Z".into()));
    assert_eq!(shipment.pod_eta_at, Some("2026-05-16T13:00:00Z".into()));
}

#[test]
fn the_zone_may_come_from_another_fact() {
    let facts = [
        clock(Milestone::VesselArrived, "2026-05-15T06:00:00", "USLAX"),
        Fact::particulars(Particulars { port_of_discharge: Some(los_angeles()), ..Particulars::default() }),
    ];
    assert_eq!(events(&facts), [event("vessel_arrived", "2026-05-15T13:00:00Z", LA)]);
    let by_name = Place { name: Some("Los Angeles".into()), ..Place::default() };
    assert_eq!(
        events(&[clock(Milestone::VesselArrived, "2026-05-15T06:00:00", by_name), facts[1].clone()]),
        [event("vessel_arrived", "2026-05-15T13:00:00Z", LA)]
    );
}

#[test]
fn the_place_may_come_from_another_source() {
    let result = clock(Milestone::VesselArrived, "2026-05-15T06:00:00", Place::default());
    let by_terminal = Fact { received_at: day(2), ..result.clone() }.with_source(DataSource::Terminal);
    let placed = clock(Milestone::VesselArrived, "2026-05-15T05:00:00", los_angeles());
    assert_eq!(events(&[placed, by_terminal]), [event("vessel_arrived", "2026-05-15T13:00:00Z", LA)]);
}

#[test]
fn local_time_without_a_zone_is_labeled_utc() {
    for place in [Place::from(NOWHERE), Place::from(NOWHERE).in_zone("PT"), Place::default()] {
        let facts = [clock(Milestone::FullOut, "2026-05-15T06:00:00", place)];
        assert_eq!(events(&facts), [event("full_out", "2026-05-15T06:00:00Z", None)]);
    }
    let booked = Particulars { port_of_discharge: Some(Place::from(NOWHERE).in_zone("PT")), ..Particulars::default() };
    let result = picture(&[Fact::particulars(booked), clock(Milestone::FullOut, "2026-05-15", NOWHERE)]);
    assert_eq!((result.shipment.pod_timezone, result.zones.len()), (None, 0), "an invalid zone is never shown");
}

#[test]
fn the_spelling_of_a_zone_is_normalized() {
    let facts = [clock(Milestone::FullOut, "2026-05-15T06:00:00", Place::from("USLAX").in_zone("america/los_angeles"))];
    assert_eq!(events(&facts), [event("full_out", "2026-05-15T13:00:00Z", LA)]);
}

#[test]
fn events_are_in_order_of_time_across_zones() {
    let busan = Place::new("KRPUS", "Busan").in_zone("Asia/Seoul");
    let facts = [
        clock(Milestone::TransshipmentDeparted, "2026-05-03T00:30:00", busan),
        clock(Milestone::VesselDeparted, "2026-05-02T23:20:00", shanghai()),
        Fact::event(CONTAINER, Event::actual(Milestone::FullIn, "2026-05-02T15:10:00Z").at_place(shanghai())),
    ];
    let names: Vec<String> = events(&facts).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["full_in", "vessel_departed", "transshipment_departed"]);
}

#[test]
fn times_of_readings_are_in_the_zone_of_port_or_destination() {
    let local = |text: &str| Some(Timestamp::new(text));
    let reading = TerminalStatus {
        pickup_lfd_terminal: local("2026-05-20T23:59:00"),
        pickup_lfd_rail: local("2026-05-22T23:59:00"),
        pickup_lfd_line: local("2026-05-25T23:59:00"),
        pickup_appointment_at: local("2026-05-19T08:00:00"),
        ..TerminalStatus::default()
    };
    let reading = Fact::terminal_status(CONTAINER, reading).received(day(2));
    let port = Particulars { port_of_discharge: Some(los_angeles()), ..Particulars::default() };
    let inland = Particulars { destination: Some(chicago()), ..port.clone() };
    let times = |booked: &Particulars| {
        let container = only(&[Fact::particulars(booked.clone()), reading.clone()]);
        let days = container.import_deadlines.unwrap();
        [days.pickup_lfd_terminal, days.pickup_lfd_rail, days.pickup_lfd_line, container.pickup_appointment_at]
            .map(|at| at.unwrap().to_string())
    };
    let appointment = "2026-05-19T15:00:00Z";
    let at_port = ["2026-05-21T06:59:00Z", "2026-05-23T06:59:00Z", "2026-05-26T06:59:00Z", appointment];
    assert_eq!(times(&port), at_port);
    let by_rail = ["2026-05-21T06:59:00Z", "2026-05-23T04:59:00Z", "2026-05-26T04:59:00Z", appointment];
    assert_eq!(times(&inland), by_rail);
    let nowhere = ["2026-05-20T23:59:00Z", "2026-05-22T23:59:00Z", "2026-05-25T23:59:00Z", "2026-05-19T08:00:00Z"];
    assert_eq!(times(&Particulars::default()), nowhere);
}

#[test]
fn the_local_time_of_an_availability_is_in_the_zone_of_the_terminal() {
    let booked = Particulars { port_of_discharge: Some(los_angeles()), ..Particulars::default() };
    let available = clock(Milestone::Available, "2026-05-20T08:00:00", Place::default());
    assert_eq!(events(&[Fact::particulars(booked), available]), [event("available", "2026-05-20T15:00:00Z", LA)]);
}

#[test]
fn a_discharged_container_is_not_on_the_vessel_for_dates_and_instants() {
    let at = [
        "2026-05-01",
        "2026-05-01T04:00:00",
        "2026-05-01T06:00:00",
        "2026-05-01T23:30:00-07:00",
        "2026-05-02T06:00:00Z",
    ];
    for arrived in ["2026-05-01", "2026-05-01T03:00:00"] {
        for discharged in at {
            let facts = [
                clock(Milestone::VesselDeparted, "2026-04-15", shanghai()),
                clock(Milestone::VesselArrived, arrived, los_angeles()),
                clock(Milestone::VesselDischarged, discharged, los_angeles()),
            ];
            assert_eq!(only(&facts).current_status, ContainerStatus::Grounded, "{arrived} {discharged}");
            let names: Vec<String> = events(&facts).into_iter().map(|(name, ..)| name).collect();
            assert_eq!(names, ["vessel_departed", "vessel_arrived", "vessel_discharged"], "{arrived} {discharged}");
            for day in ["2026-05-01", "2026-05-02"] {
                let more = [facts.to_vec(), vec![clock(Milestone::FullOut, day, los_angeles())]].concat();
                assert_eq!(only(&more).current_status, ContainerStatus::PickedUp, "{arrived} {discharged} {day}");
            }
        }
    }
}

#[test]
fn without_a_zone_the_written_day_counts() {
    for discharged in ["2026-05-01T04:00:00", "2026-05-01T23:30:00-07:00", "2026-05-01T04:00:00+14:00"] {
        let facts = [
            clock(Milestone::VesselArrived, "2026-05-01", NOWHERE),
            clock(Milestone::VesselDischarged, discharged, NOWHERE),
        ];
        assert_eq!(only(&facts).current_status, ContainerStatus::Grounded, "{discharged}");
    }
}

#[test]
#[cfg(feature = "places")]
fn zone_and_name_come_from_the_tables_if_no_source_gives_them() {
    let hamburg = || Place::from("DEHAM");
    let facts = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", hamburg())];
    assert_eq!(events(&facts), [event("vessel_arrived", "2026-05-15T04:00:00Z", Some("Europe/Berlin"))]);
    let result = picture(&facts);
    assert_eq!(result.shipment.port_of_discharge_name.as_deref(), Some("Hamburg"));
    assert_eq!(result.shipment.pod_timezone.as_deref(), Some("Europe/Berlin"));
    // Values from a source win.
    let own = Place::new("DEHAM", "HAMBURG CTA").in_zone("Etc/UTC");
    let by_source = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", own)];
    assert_eq!(events(&by_source), [event("vessel_arrived", "2026-05-15T06:00:00Z", Some("Etc/UTC"))]);
    assert_eq!(picture(&by_source).shipment.port_of_discharge_name.as_deref(), Some("HAMBURG CTA"));
    // An invalid zone counts as unknown.
    let wrong = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", hamburg().in_zone("CET/CEST"))];
    assert_eq!(events(&wrong), events(&facts));
}
