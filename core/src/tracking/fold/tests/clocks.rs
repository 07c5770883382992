//! Times without an offset: what clocks at the places showed.

use super::*;

fn clock(milestone: Milestone, at: &str, place: impl Into<Place>) -> Fact {
    Fact::event(BOX, Event::actual(milestone, at.to_owned()).at_place(place)).received(day(1))
}

fn estimate(at: &str, place: impl Into<Place>) -> Fact {
    Fact::shipment_event(Event::estimated(Milestone::VesselArrived, at.to_owned()).at_place(place)).received(day(1))
}

/// Name, time and zone of each event.
fn events(facts: &[Fact]) -> Vec<(String, String, Option<String>)> {
    let told = |told: &EventPicture| {
        let at = told.event.timestamp.as_ref().map(ToString::to_string).unwrap_or_default();
        (told.event.event.to_string().replace("container.transport.", ""), at, told.event.timezone.clone())
    };
    picture(facts).containers[0].events.iter().map(told).collect()
}

fn told(name: &str, at: &str, zone: Option<&str>) -> (String, String, Option<String>) {
    (name.to_owned(), at.to_owned(), zone.map(str::to_owned))
}

/// A place whose zone nobody knows.
const NOWHERE: &str = "USZZ9";

const LA: Option<&str> = Some("America/Los_Angeles");

#[test]
fn a_clock_is_read_in_the_zone_of_its_place_wherever_a_time_is_shown() {
    let facts = [
        clock(Milestone::VesselDeparted, "2026-05-01T21:40:00", shanghai()),
        clock(Milestone::VesselArrived, "2026-05-15T06:00:00", los_angeles()),
        clock(Milestone::FullOut, "2026-05-18 09:30", los_angeles()),
        clock(Milestone::EmptyIn, "2026-11-20T09:30:00", los_angeles()),
    ];
    let shanghai = Some("Asia/Shanghai");
    assert_eq!(
        events(&facts),
        [
            told("vessel_departed", "2026-05-01T13:40:00Z", shanghai),
            told("vessel_arrived", "2026-05-15T13:00:00Z", LA),
            told("full_out", "2026-05-18T16:30:00Z", LA),
            told("empty_in", "2026-11-20T17:30:00Z", LA),
        ]
    );
    let seen = picture(&facts);
    let (shipment, container) = (&seen.shipment, &seen.containers[0].container);
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
        "2026-11-20T17:30:00Z",
    ];
    assert_eq!(shown.map(|at| at.as_ref().unwrap().as_str()), expected);
    assert_eq!(container.empty_terminated_timezone.as_deref(), LA);
}

#[test]
fn an_estimate_and_the_first_one_go_by_the_zone_too() {
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
fn the_zone_may_be_named_by_somebody_else_who_knows_the_place() {
    let facts = [
        clock(Milestone::VesselArrived, "2026-05-15T06:00:00", "USLAX"),
        Fact::particulars(Particulars { port_of_discharge: Some(los_angeles()), ..Particulars::default() }),
    ];
    assert_eq!(events(&facts), [told("vessel_arrived", "2026-05-15T13:00:00Z", LA)]);
    let by_name = Place { name: Some("Los Angeles".into()), ..Place::default() };
    assert_eq!(
        events(&[clock(Milestone::VesselArrived, "2026-05-15T06:00:00", by_name), facts[1].clone()]),
        [told("vessel_arrived", "2026-05-15T13:00:00Z", LA)]
    );
}

#[test]
fn who_sees_the_clock_may_leave_the_place_to_another() {
    let seen = clock(Milestone::VesselArrived, "2026-05-15T06:00:00", Place::default());
    let by_terminal = Fact { received_at: day(2), ..seen.clone() }.with_source(DataSource::Terminal);
    let placed = clock(Milestone::VesselArrived, "2026-05-15T05:00:00", los_angeles());
    assert_eq!(events(&[placed, by_terminal]), [told("vessel_arrived", "2026-05-15T13:00:00Z", LA)]);
}

#[test]
fn without_a_zone_a_clock_is_labelled_utc_and_has_no_zone() {
    for place in [Place::from(NOWHERE), Place::from(NOWHERE).in_zone("PT"), Place::default()] {
        let facts = [clock(Milestone::FullOut, "2026-05-15T06:00:00", place)];
        assert_eq!(events(&facts), [told("full_out", "2026-05-15T06:00:00Z", None)]);
    }
    let booked = Particulars { port_of_discharge: Some(Place::from(NOWHERE).in_zone("PT")), ..Particulars::default() };
    let seen = picture(&[Fact::particulars(booked), clock(Milestone::FullOut, "2026-05-15", NOWHERE)]);
    assert_eq!((seen.shipment.pod_timezone, seen.zones.len()), (None, 0), "what is no zone is nowhere shown as one");
}

#[test]
fn a_zone_is_spelled_as_the_table_spells_it() {
    let facts = [clock(Milestone::FullOut, "2026-05-15T06:00:00", Place::from("USLAX").in_zone("america/los_angeles"))];
    assert_eq!(events(&facts), [told("full_out", "2026-05-15T13:00:00Z", LA)]);
}

#[test]
fn events_come_in_the_order_they_happen_whatever_their_clocks_show() {
    let busan = Place::new("KRPUS", "Busan").in_zone("Asia/Seoul");
    let facts = [
        clock(Milestone::TransshipmentDeparted, "2026-05-03T00:30:00", busan),
        clock(Milestone::VesselDeparted, "2026-05-02T23:20:00", shanghai()),
        Fact::event(BOX, Event::actual(Milestone::FullIn, "2026-05-02T15:10:00Z").at_place(shanghai())),
    ];
    let names: Vec<String> = events(&facts).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["full_in", "vessel_departed", "transshipment_departed"]);
}

#[test]
fn times_of_readings_go_by_the_port_of_discharge_and_the_railway_by_the_destination() {
    let local = |text: &str| Some(Timestamp::new(text));
    let reading = TerminalStatus {
        pickup_lfd_terminal: local("2026-05-20T23:59:00"),
        pickup_lfd_rail: local("2026-05-22T23:59:00"),
        pickup_lfd_line: local("2026-05-25T23:59:00"),
        pickup_appointment_at: local("2026-05-19T08:00:00"),
        ..TerminalStatus::default()
    };
    let reading = Fact::terminal_status(BOX, reading).received(day(2));
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
fn a_clock_that_says_when_a_container_became_available_is_the_terminals() {
    let booked = Particulars { port_of_discharge: Some(los_angeles()), ..Particulars::default() };
    let available = clock(Milestone::Available, "2026-05-20T08:00:00", Place::default());
    assert_eq!(events(&[Fact::particulars(booked), available]), [told("available", "2026-05-20T15:00:00Z", LA)]);
}

#[test]
fn a_container_that_was_discharged_is_not_on_the_vessel_whether_days_or_moments_are_told() {
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
fn without_a_zone_days_are_those_that_are_written() {
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
fn where_no_source_names_a_zone_or_a_name_the_tables_do() {
    let hamburg = || Place::from("DEHAM");
    let facts = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", hamburg())];
    assert_eq!(events(&facts), [told("vessel_arrived", "2026-05-15T04:00:00Z", Some("Europe/Berlin"))]);
    let seen = picture(&facts);
    assert_eq!(seen.shipment.port_of_discharge_name.as_deref(), Some("Hamburg"));
    assert_eq!(seen.shipment.pod_timezone.as_deref(), Some("Europe/Berlin"));
    // A source that does name them is believed.
    let own = Place::new("DEHAM", "HAMBURG CTA").in_zone("Etc/UTC");
    let told_by = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", own)];
    assert_eq!(events(&told_by), [told("vessel_arrived", "2026-05-15T06:00:00Z", Some("Etc/UTC"))]);
    assert_eq!(picture(&told_by).shipment.port_of_discharge_name.as_deref(), Some("HAMBURG CTA"));
    // What is no zone counts as none.
    let wrong = [clock(Milestone::VesselArrived, "2026-05-15T06:00:00", hamburg().in_zone("CET/CEST"))];
    assert_eq!(events(&wrong), events(&facts));
}
