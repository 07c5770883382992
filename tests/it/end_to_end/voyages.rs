//! A container on two voyages, with a change of vessel, a train, a replaced container, a corrected time, a withdrawn event, and three
//! sources for one arrival.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::Clock;
use shiptrack::jsonapi::Page;
use shiptrack::resources::{
    ContainerId, DataSource, RailTerminal, Terminal, TransportEvent, Vessel, WebhookNotification,
};
use shiptrack::tracking::{Event, Fact, Mode, Motion, Movement, Source};
use shiptrack::zones::{LocalTime, Zone};

use super::shipping_line::{BILL, CONTAINER, los_angeles};
use super::{Stage, count};

pub fn one_container_makes_two_voyages(stage: &Stage) {
    let requests = stage.client.tracking_requests();
    requests.create(NewTrackingRequest::bill_of_lading(BILL, "ONEY")).unwrap();
    // From Shanghai by Busan and Los Angeles to Chicago; one of the two containers is replaced.
    let delivered = stage.run_until("2026-05-27T08:00:00Z");
    assert_eq!((count(&delivered, "container.created"), transport(&delivered, "vessel_departed")), (3, 2));
    let delivered = stage.run_until("2026-05-30T08:00:00Z");
    let loaded = transport(&delivered, "transshipment_loaded");
    assert_eq!((transport(&delivered, "transshipment_arrived"), loaded), (2, 1), "loaded too early in Busan");
    let delivered = stage.run_until("2026-06-02T08:00:00Z");
    let departed = transport(&delivered, "transshipment_departed");
    assert_eq!((transport(&delivered, "transshipment_loaded"), departed), (2, 2), "loaded on the next vessel");
    three_sources_expect_the_arrival(stage);
    let delivered = stage.run_until("2026-07-05T08:00:00Z");
    for event in ["rail_departed", "rail_arrived", "arrived_at_inland_destination", "full_out", "empty_in"] {
        assert_eq!(transport(&delivered, event), 2, "{event}: {delivered:?}");
    }
    assert_eq!(count(&delivered, "tracking_request.tracking_stopped"), 1);

    // Months later the container makes another voyage and is tracked by its container number.
    stage.run_until("2026-10-12T08:00:00Z");
    let tracked = requests.track(NewTrackingRequest::container(CONTAINER, "ONEY")).unwrap();
    assert_eq!(tracked.request.status.as_str(), "pending");
    let delivered = stage.run_until("2026-11-05T08:00:00Z");
    assert_eq!((count(&delivered, "container.created"), transport(&delivered, "vessel_arrived")), (1, 1));
    assert_eq!((transport(&delivered, "empty_in"), count(&delivered, "tracking_request.tracking_stopped")), (1, 1));

    let containers = stage.client.containers().list().number(CONTAINER).into_iter();
    let voyages: Vec<_> = containers.map(|container| lines(stage, &container.unwrap().id)).collect();
    assert_eq!(voyages, [SECOND_VOYAGE.lines().collect::<Vec<_>>(), FIRST_VOYAGE.lines().collect::<Vec<_>>()]);
    no_event_is_delivered_twice(stage);
}

const SECOND_VOYAGE: &str = "\
2026-10-02 11:00 -0700 empty_out at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-10-06 09:00 -0700 full_in at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-10-09 20:00 -0700 vessel_loaded on Meridian Pearl at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-10-10 04:00 -0700 vessel_departed on Meridian Pearl at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-10-26 08:00 +0800 vessel_arrived on Meridian Pearl at Yangshan
2026-10-27 19:00 +0800 vessel_discharged on Meridian Pearl at Yangshan
2026-10-29 10:00 +0800 full_out at Yangshan
2026-11-02 15:00 +0800 empty_in at Yangshan";

const FIRST_VOYAGE: &str = "\
2026-05-21 09:00 +0800 empty_out at Yangshan
2026-05-24 16:00 +0800 full_in at Yangshan
2026-05-26 02:00 +0800 vessel_loaded on Evergreen Dawn at Yangshan
2026-05-26 20:00 +0800 vessel_departed on Evergreen Dawn at Yangshan
2026-05-28 17:00 +0900 transshipment_arrived on Evergreen Dawn at PUSAN NEW PORT CO. (PNC)
2026-05-28 22:00 +0900 transshipment_discharged on Evergreen Dawn at PUSAN NEW PORT CO. (PNC)
2026-05-29 08:00 +0900 transshipment_loaded on Harbour Star at PUSAN NEW PORT CO. (PNC), withdrawn
2026-06-01 06:00 +0900 transshipment_loaded on Harbour Star at PUSAN NEW PORT CO. (PNC)
2026-06-01 23:00 +0900 transshipment_departed on Harbour Star at PUSAN NEW PORT CO. (PNC)
2026-06-19 05:00 -0700 vessel_arrived on Harbour Star at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-06-19 07:30 -0700 estimated.vessel_arrived at WEST BASIN CONTAINER TERMINAL (WBCT), withdrawn
2026-06-20 03:00 -0700 vessel_discharged on Harbour Star at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-06-22 18:00 -0700 rail_loaded at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-06-23 01:00 -0700 rail_departed at WEST BASIN CONTAINER TERMINAL (WBCT)
2026-06-27 09:00 -0500 arrived_at_inland_destination at Global 2
2026-06-27 09:00 -0500 rail_arrived at Global 2
2026-06-27 15:00 -0500 rail_unloaded at Global 2
2026-06-29 10:00 -0500 full_out at Global 2
2026-07-03 14:00 -0500 empty_in at Global 2";

fn transport(delivered: &BTreeMap<String, usize>, event: &str) -> usize {
    count(delivered, &format!("container.transport.{event}"))
}

/// The carrier, the terminal and the vessel's own position reports.
fn three_sources_expect_the_arrival(stage: &Stage) {
    stage.run_until("2026-06-12T08:00:00Z");
    let arrived = Motion::from(Movement::Arrived).with_mode(Mode::Vessel);
    for (kind, name, at) in [
        (DataSource::Terminal, "WBCT", "2026-06-19T07:30:00-07:00"),
        (DataSource::Ais, "the vessel", "2026-06-18T21:00:00-07:00"),
    ] {
        let expected = Event::estimated(arrived.clone(), at).at_place(los_angeles());
        let fact = Fact::shipment_event(expected).with_source(Source::named(kind, name));
        let recorded = stage.service.record_facts(stage.service.default_account(), BILL, &[fact]).unwrap();
        assert_eq!(recorded.requests.iter().map(|request| request.new).sum::<usize>(), 1, "{name}");
    }
    stage.run_until(&(stage.clock.now() + TimeDelta::minutes(1)).to_rfc3339());
    let shipment = stage.client.shipments().list().number(BILL).first().unwrap().unwrap();
    assert_eq!(shipment.pod_eta_at.unwrap().as_str(), "2026-06-19T13:00:00Z", "the estimate of the carrier");
}

/// An event of a container, formatted for people.
pub struct EventLine {
    pub name: String,
    /// The local time of the place.
    pub local: String,
    pub vessel: String,
    pub terminal: String,
    pub withdrawn: bool,
}

/// The events of a container, sorted by time and name.
pub fn events(stage: &Stage, container: &ContainerId) -> Vec<EventLine> {
    let list = stage.client.containers().transport_events(container).include(["vessel", "terminal"]);
    let mut lines = Vec::new();
    for page in list.pages() {
        let page = page.unwrap();
        for event in page.iter() {
            let event: TransportEvent = event.unwrap();
            let Some(name) = event.event.as_str().strip_prefix("container.transport.") else { continue };
            let vessel = event.vessel.id::<Vessel>().and_then(|id| page.included::<Vessel>(&id)).transpose().unwrap();
            let line = EventLine {
                name: name.to_owned(),
                local: local(&event),
                vessel: vessel.map(|vessel| vessel.name).unwrap_or_default(),
                terminal: terminal(&event, &page),
                withdrawn: event.invalidated_at.is_some(),
            };
            lines.push((event.timestamp.as_ref().and_then(|at| at.utc()), line));
        }
    }
    lines.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    lines.into_iter().map(|(_, line)| line).collect()
}

fn lines(stage: &Stage, container: &ContainerId) -> Vec<String> {
    let line = |event: EventLine| {
        let on = if event.vessel.is_empty() { String::new() } else { format!(" on {}", event.vessel) };
        let withdrawn = if event.withdrawn { ", withdrawn" } else { "" };
        format!("{} {}{on} at {}{withdrawn}", event.local, event.name, event.terminal)
    };
    events(stage, container).into_iter().map(line).collect()
}

/// The name of the terminal or rail terminal. Empty if the event has no terminal.
fn terminal(event: &TransportEvent, page: &Page<TransportEvent>) -> String {
    let at_port = event.terminal.id::<Terminal>().and_then(|id| page.included::<Terminal>(&id)).transpose().unwrap();
    let inland = event.terminal.id::<RailTerminal>().and_then(|id| page.included::<RailTerminal>(&id)).transpose();
    at_port.map(|terminal| terminal.name).or(inland.unwrap().map(|terminal| terminal.name)).unwrap_or_default()
}

fn local(event: &TransportEvent) -> String {
    let zone = event.timezone.as_deref().and_then(Zone::named);
    match event.timestamp.as_ref().and_then(|at| at.at_place(&zone?)) {
        Some(LocalTime::Moment(clock)) => clock.format("%Y-%m-%d %H:%M %z").to_string(),
        Some(LocalTime::Day(day)) => day.to_string(),
        None => String::new(),
    }
}

fn no_event_is_delivered_twice(stage: &Stage) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for notification in stage.client.webhook_notifications().list() {
        let notification: WebhookNotification = notification.unwrap();
        let event = notification.reference_object.id::<TransportEvent>();
        if let Some(id) = event.filter(|_| !notification.event.is_estimate()) {
            *times.entry(id.to_string()).or_default() += 1;
        }
    }
    assert_eq!((times.len(), times.values().max()), (88, Some(&1)), "each event that happened is delivered once");
}
