//! Renders the route of a container as GeoJSON: its ports, and lines for the past and the future legs.
//!
//! Vessel positions are unknown, so lines run straight from port to port. A line that crosses the 180th meridian is
//! split in two (RFC 7946, 3.1.9).

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{locations, raw_events};
use crate::error::Result;
use crate::places;
use crate::resources::{Milestone, RawEvent, Shipment, Timestamp};
use crate::store::{ContainerRecord, LocationRecord, PlaceRecord, Tx};
use crate::tracking::FoldPolicy;

/// The route as GeoJSON. A port without coordinates is omitted, and so are the lines to it.
pub(in crate::service) fn render(
    tx: &Tx<'_>,
    container: &ContainerRecord,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> Result<Value> {
    let (events, _) = raw_events::of_container(tx, container, now, policy)?;
    let shipment = tx.shipment(&container.account, &container.shipment)?.map(|record| record.shipment);
    let calls = port_calls(&events, shipment.as_ref());
    Ok(json!({ "type": "FeatureCollection", "features": features(&calls) }))
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Role {
    Lading,
    #[default]
    Transshipment,
    Discharge,
}

#[derive(Debug, Clone, Default)]
struct PortCall {
    site: PlaceRecord,
    role: Role,
    inbound_eta: Option<Timestamp>,
    inbound_ata: Option<Timestamp>,
    outbound_etd: Option<Timestamp>,
    outbound_atd: Option<Timestamp>,
    /// The first actual event of any kind at the port.
    seen_at: Option<DateTime<Utc>>,
    /// Whether a feeder calls here. It may call before the port of lading and after the port of discharge.
    by_feeder: bool,
    /// The id of the vessel on which the container leaves.
    vessel: Option<String>,
    updated_at: Option<Timestamp>,
}

impl PortCall {
    fn id(&self) -> String {
        LocationRecord::Port(self.site.clone()).id().to_string()
    }

    /// Longitude and latitude.
    fn point(&self) -> Option<[f64; 2]> {
        let port = locations::port(&self.site);
        Some([port.longitude?.as_f64(), port.latitude?.as_f64()])
    }

    /// When the container is at the port. Actual times are preferred to estimated ones.
    fn at(&self) -> Option<DateTime<Utc>> {
        let times = [&self.inbound_ata, &self.outbound_atd, &self.inbound_eta, &self.outbound_etd];
        self.seen_at.or_else(|| times.into_iter().find_map(|at| at.as_ref()?.utc()))
    }

    fn is_past(&self) -> bool {
        self.seen_at.is_some() || self.inbound_ata.is_some() || self.outbound_atd.is_some()
    }

    /// Adds an event at this port.
    fn add(&mut self, event: &RawEvent, step: Step) {
        if self.updated_at.as_ref().and_then(Timestamp::utc) < event.created_at.as_ref().and_then(Timestamp::utc) {
            self.updated_at = event.created_at.as_ref().map(|at| at.without_fraction().unwrap_or_else(|| at.clone()));
        }
        if step.is_out && event.vessel.get().is_some() {
            self.vessel = event.vessel.get().map(|vessel| vessel.id.to_string());
        }
        // A port of lading or discharge keeps its role, even if there are also events of a transshipment.
        if self.role == Role::Transshipment {
            self.role = step.role;
        }
        self.by_feeder |= step.by_feeder;
        let happened = event.timestamp.as_ref().filter(|_| !event.estimated).and_then(Timestamp::utc);
        self.seen_at = self.seen_at.into_iter().chain(happened).min();
        let time = match (step.is_out, event.estimated) {
            (false, true) => &mut self.inbound_eta,
            (false, false) => &mut self.inbound_ata,
            (true, true) => &mut self.outbound_etd,
            (true, false) => &mut self.outbound_atd,
        };
        // A discharge gives the time of an arrival that no source reported. A load does not give the time of a
        // departure.
        if step.is_exact || (!step.is_out && time.is_none()) {
            time.clone_from(&event.timestamp);
        }
    }
}

/// What a milestone says about the call at its port.
#[derive(Clone, Copy)]
struct Step {
    role: Role,
    is_out: bool,
    /// Whether the milestone is the arrival or the departure.
    is_exact: bool,
    by_feeder: bool,
}

fn step(milestone: &Milestone) -> Option<Step> {
    use Milestone as M;
    let (role, is_out) = match milestone {
        M::VesselLoaded | M::VesselDeparted => (Role::Lading, true),
        M::VesselArrived | M::VesselBerthed | M::VesselDischarged => (Role::Discharge, false),
        M::TransshipmentArrived | M::TransshipmentDischarged | M::FeederArrived | M::FeederDischarged => {
            (Role::Transshipment, false)
        }
        M::TransshipmentLoaded | M::TransshipmentDeparted | M::FeederLoaded | M::FeederDeparted => {
            (Role::Transshipment, true)
        }
        _ => return None,
    };
    let is_exact = milestone.as_str().ends_with("_arrived") || milestone.as_str().ends_with("_departed");
    let by_feeder = milestone.as_str().contains("feeder_");
    Some(Step { role, is_out, is_exact, by_feeder })
}

/// The port calls in order: those that sources report, and the ports of lading and discharge of the shipment.
fn port_calls(events: &[RawEvent], shipment: Option<&Shipment>) -> Vec<PortCall> {
    let mut calls: Vec<PortCall> = Vec::new();
    for event in events.iter().filter(|event| event.invalidated_at.is_none()) {
        let Some(step) = event.event.as_ref().and_then(step) else { continue };
        let site = site(&event.location_locode, &event.location_name, &event.timezone);
        if site.key().is_empty() {
            continue;
        }
        let at = calls.iter().position(|call| call.site.key() == site.key()).unwrap_or_else(|| {
            calls.push(PortCall { site, role: step.role, ..PortCall::default() });
            calls.len() - 1
        });
        calls[at].add(event, step);
    }
    if let Some(shipment) = shipment {
        add_ends(&mut calls, shipment);
    }
    let end = |role: Role| calls.iter().find(|call| call.role == role).and_then(PortCall::at);
    let (laden, discharged) = (end(Role::Lading), end(Role::Discharge));
    calls.sort_by_cached_key(|call| (stage(call, laden, discharged), call.at().is_none(), call.at()));
    calls
}

/// The sort key of a call. A feeder may bring the container to the port of lading, and take it from the port of
/// discharge.
fn stage(call: &PortCall, laden: Option<DateTime<Utc>>, discharged: Option<DateTime<Utc>>) -> u8 {
    let is =
        |other: Option<DateTime<Utc>>, order| call.at().zip(other).is_some_and(|(at, other)| at.cmp(&other) == order);
    match call.role {
        Role::Lading => 1,
        Role::Discharge => 3,
        Role::Transshipment if call.by_feeder && is(laden, Ordering::Less) => 0,
        Role::Transshipment if call.by_feeder && is(discharged, Ordering::Greater) => 4,
        Role::Transshipment => 2,
    }
}

fn site(locode: &Option<String>, name: &Option<String>, timezone: &Option<String>) -> PlaceRecord {
    let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    PlaceRecord { locode: text(locode), name: text(name), timezone: text(timezone) }
}

/// Adds the ports of lading and discharge of the shipment. If a source reported a call there, only adds missing
/// estimates.
fn add_ends(calls: &mut Vec<PortCall>, shipment: &Shipment) {
    let lading = PortCall {
        site: site(&shipment.port_of_lading_locode, &shipment.port_of_lading_name, &shipment.pol_timezone),
        role: Role::Lading,
        outbound_etd: shipment.pol_etd_at.clone(),
        outbound_atd: shipment.pol_atd_at.clone(),
        ..PortCall::default()
    };
    let discharge = PortCall {
        site: site(&shipment.port_of_discharge_locode, &shipment.port_of_discharge_name, &shipment.pod_timezone),
        role: Role::Discharge,
        inbound_eta: shipment.pod_eta_at.clone(),
        inbound_ata: shipment.pod_ata_at.clone(),
        ..PortCall::default()
    };
    for end in [lading, discharge].into_iter().filter(|end| !end.site.key().is_empty()) {
        match calls.iter_mut().find(|call| call.site.key() == end.site.key()) {
            None => calls.push(end),
            Some(known) => {
                known.role = end.role;
                known.inbound_eta = known.inbound_eta.take().or(end.inbound_eta);
                known.outbound_etd = known.outbound_etd.take().or(end.outbound_etd);
            }
        }
    }
}

fn features(calls: &[PortCall]) -> Vec<Value> {
    let ports = calls.iter().enumerate().filter_map(|(at, call)| port(calls, at, call.point()?));
    let legs = (1..calls.len()).flat_map(|to| leg(calls, to));
    ports.chain(legs).collect()
}

fn feature(geometry: &str, coordinates: Value, properties: Value) -> Value {
    json!({
        "type": "Feature",
        "geometry": { "type": geometry, "coordinates": coordinates },
        "properties": properties,
    })
}

fn port(calls: &[PortCall], at: usize, point: [f64; 2]) -> Option<Value> {
    let call = calls.get(at)?;
    let known = locations::port(&call.site);
    let label = match call.role {
        Role::Lading => "POL".to_owned(),
        Role::Discharge => "POD".to_owned(),
        Role::Transshipment => {
            format!("TS{}", calls[..=at].iter().filter(|call| call.role == Role::Transshipment).count())
        }
    };
    let properties = json!({
        "feature_type": "port",
        "ports_sequence": at + 1,
        "ports_total": calls.len(),
        "location_id": call.id(),
        "location_type": "Port",
        "name": known.name,
        "state_abbr": known.state_abbr,
        "state": null,
        "country_code": known.country_code,
        "country": places::country_name(&known.country_code),
        "time_zone": known.time_zone,
        "label": label,
        "inbound_eta_at": call.inbound_eta,
        "inbound_ata_at": call.inbound_ata,
        "outbound_etd_at": call.outbound_etd,
        "outbound_atd_at": call.outbound_atd,
        "updated_at": call.updated_at,
    });
    Some(feature("Point", json!(point), properties))
}

/// The features of the leg to a port. Their `ports_sequence` is that of the port where the leg begins.
fn leg(calls: &[PortCall], at: usize) -> Vec<Value> {
    let (from, to, later) = (&calls[at - 1], &calls[at], &calls[at..]);
    let (Some(start), Some(end)) = (from.point(), to.point()) else { return Vec::new() };
    // A container that has reached a later port has finished this leg.
    let is_past = later.iter().any(PortCall::is_past);
    let properties = match is_past {
        true => json!({
            "feature_type": "past_vessel_locations",
            "ports_sequence": at,
            "vessel_id": from.vessel,
            "start_time": from.outbound_atd,
            "end_time": to.inbound_ata,
            "point_count": 2,
            "outbound_atd_at": from.outbound_atd,
            "inbound_ata_at": to.inbound_ata,
            "inbound_eta_at": to.inbound_eta,
        }),
        false => json!({
            "feature_type": "estimated_full_legs",
            "ports_sequence": at,
            "previous_port_id": from.id(),
            "next_port_id": to.id(),
            "point_count": 2,
        }),
    };
    line(start, end).into_iter().map(|part| feature("LineString", json!(part), properties.clone())).collect()
}

/// The shorter line between two points, split at the 180th meridian.
fn line(from: [f64; 2], to: [f64; 2]) -> Vec<[[f64; 2]; 2]> {
    if (to[0] - from[0]).abs() <= 180.0 {
        return vec![[from, to]];
    }
    let edge = 180.0_f64.copysign(from[0]);
    let share = (edge - from[0]) / (to[0] + 2.0 * edge - from[0]);
    let latitude = ((from[1] + share * (to[1] - from[1])) * 1e4).round() / 1e4;
    vec![[from, [edge, latitude]], [[-edge, latitude], to]]
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::*;
    use crate::jsonapi::ToOne;
    use crate::resources::VesselId;

    fn event(milestone: Milestone, locode: &str, day: u32, estimated: bool) -> RawEvent {
        RawEvent {
            event: Some(milestone),
            timestamp: Some(Timestamp::new(format!("2026-05-{day:02}T10:00:00Z"))),
            estimated,
            created_at: Some(Timestamp::new("2026-05-01T00:00:00Z")),
            location_locode: Some(locode.to_owned()),
            vessel: ToOne::to(&VesselId::new("one")),
            ..RawEvent::default()
        }
    }

    fn voyage() -> Vec<RawEvent> {
        vec![
            event(Milestone::VesselArrived, "USLAX", 28, true),
            event(Milestone::VesselLoaded, "CNSHA", 1, false),
            event(Milestone::VesselDeparted, "CNSHA", 2, false),
            event(Milestone::TransshipmentDischarged, "KRPUS", 6, false),
            event(Milestone::TransshipmentDeparted, "KRPUS", 8, true),
        ]
    }

    fn of_type<'f>(features: &'f [Value], kind: &str) -> Vec<&'f Value> {
        features.iter().filter(|feature| feature["properties"]["feature_type"] == kind).collect()
    }

    #[test]
    fn ports_are_in_order_and_legs_are_past_or_future() {
        let features = features(&port_calls(&voyage(), None));
        let ports = of_type(&features, "port");
        let summary = |port: &Value| {
            let properties = &port["properties"];
            ["label", "name", "inbound_ata_at", "outbound_atd_at"].map(|name| properties[name].clone())
        };
        assert_eq!(summary(ports[0]), [json!("POL"), json!("Shanghai"), json!(null), json!("2026-05-02T10:00:00Z")]);
        assert_eq!(summary(ports[1]), [json!("TS1"), json!("Busan"), json!("2026-05-06T10:00:00Z"), json!(null)]);
        assert_eq!(summary(ports[2]), [json!("POD"), json!("Los Angeles"), json!(null), json!(null)]);
        assert_eq!(ports[2]["geometry"], json!({ "type": "Point", "coordinates": [-118.25, 34.05] }));
        let past = of_type(&features, "past_vessel_locations");
        assert_eq!((past.len(), &past[0]["properties"]["vessel_id"]), (1, &json!("one")));
        let of_ports = |name: &str| ports.iter().map(|port| port["properties"][name].clone()).collect::<Vec<_>>();
        assert_eq!(of_ports("country"), ["China", "South Korea", "United States"]);
        assert_eq!(of_ports("ports_sequence"), [1, 2, 3]);
        let future = of_type(&features, "estimated_full_legs");
        assert_eq!([past[0], future[0], future[1]].map(|leg| &leg["properties"]["ports_sequence"]), [1, 2, 2]);
        assert_eq!(future.len(), 2, "the line over the Pacific is split in two");
        assert_eq!(future[0]["properties"]["previous_port_id"], ports[1]["properties"]["location_id"]);
        assert_eq!(future[0]["geometry"]["coordinates"][1][0], 180.0);
        assert_eq!(future[1]["geometry"]["coordinates"][0][0], -180.0);
    }

    fn labelled(calls: &[PortCall]) -> Vec<(Value, Value)> {
        let features = features(calls);
        let ports = of_type(&features, "port").into_iter();
        ports.map(|port| (port["properties"]["name"].clone(), port["properties"]["label"].clone())).collect()
    }

    fn named(names: &[(&str, &str)]) -> Vec<(Value, Value)> {
        names.iter().map(|(name, label)| (json!(name), json!(label))).collect()
    }

    #[test]
    fn feeders_call_before_the_port_of_lading_and_after_the_port_of_discharge() {
        let events = [
            event(Milestone::FeederArrived, "CNSHA", 1, false),
            event(Milestone::VesselDeparted, "CNSHA", 2, false),
            event(Milestone::FeederDeparted, "KRPUS", 1, false),
            event(Milestone::VesselDischarged, "NLRTM", 20, true),
            event(Milestone::FeederDeparted, "NLRTM", 21, true),
            event(Milestone::FeederArrived, "DEHAM", 23, true),
        ];
        let mut events = events.to_vec();
        events[2].timestamp = Some(Timestamp::new("2026-04-28T10:00:00Z"));
        let names = [("Busan", "TS1"), ("Shanghai", "POL"), ("Rotterdam", "POD"), ("Hamburg", "TS2")];
        assert_eq!(labelled(&port_calls(&events, None)), named(&names));
    }

    #[test]
    fn transshipments_are_between_the_ends_whatever_their_times() {
        let late = [
            event(Milestone::TransshipmentArrived, "KRPUS", 25, true),
            event(Milestone::VesselDischarged, "USLAX", 20, true),
            event(Milestone::VesselLoaded, "CNSHA", 1, false),
        ];
        let names = [("Shanghai", "POL"), ("Busan", "TS1"), ("Los Angeles", "POD")];
        assert_eq!(labelled(&port_calls(&late, None)), named(&names));
        assert_eq!(labelled(&port_calls(&late[1..2], None)), named(&[("Los Angeles", "POD")]));
    }

    #[test]
    fn shipment_decides_which_ports_of_a_feeder_are_its_ends() {
        let shipment = Shipment { port_of_discharge_locode: Some("NLRTM".to_owned()), ..Shipment::default() };
        let events =
            [event(Milestone::FeederDeparted, "NLRTM", 21, true), event(Milestone::VesselLoaded, "CNSHA", 1, false)];
        let names = [("Shanghai", "POL"), ("Rotterdam", "POD")];
        assert_eq!(labelled(&port_calls(&events, Some(&shipment))), named(&names));
    }

    #[test]
    fn any_actual_event_makes_a_port_past() {
        let events = [
            event(Milestone::VesselDeparted, "CNSHA", 1, false),
            event(Milestone::TransshipmentArrived, "SGSIN", 20, true),
            event(Milestone::TransshipmentLoaded, "KRPUS", 6, false),
        ];
        let features = features(&port_calls(&events, None));
        let names: Vec<&Value> = of_type(&features, "port").iter().map(|port| &port["properties"]["name"]).collect();
        assert_eq!(names, ["Shanghai", "Busan", "Singapore"]);
        let count = |kind| of_type(&features, kind).len();
        assert_eq!((count("past_vessel_locations"), count("estimated_full_legs")), (1, 1));
    }

    #[test]
    fn withdrawn_events_and_ports_without_coordinates_are_omitted() {
        let mut events = voyage();
        events[0].invalidated_at = Some(Timestamp::new("2026-05-03T00:00:00Z"));
        events.push(event(Milestone::VesselArrived, "QQXXX", 28, true));
        let features = features(&port_calls(&events, None));
        let names: Vec<&Value> = of_type(&features, "port").iter().map(|port| &port["properties"]["name"]).collect();
        assert_eq!(names, ["Shanghai", "Busan"]);
        assert_eq!(of_type(&features, "estimated_full_legs").len(), 0);
        assert_eq!(of_type(&features, "port")[0]["properties"]["ports_total"], 3);
    }

    #[test]
    fn shipment_adds_ends_that_no_event_reports() {
        let shipment = Shipment {
            port_of_lading_locode: Some("CNSHA".to_owned()),
            port_of_discharge_locode: Some("NLRTM".to_owned()),
            pod_eta_at: Some(Timestamp::new("2026-06-01T10:00:00Z")),
            ..Shipment::default()
        };
        let features = features(&port_calls(&[], Some(&shipment)));
        let labels: Vec<&Value> = features.iter().map(|feature| &feature["properties"]["label"]).collect();
        assert_eq!(labels, [&json!("POL"), &json!("POD"), &Value::Null]);
        assert_eq!(features[1]["properties"]["inbound_eta_at"], "2026-06-01T10:00:00Z");
        assert!(super::features(&port_calls(&[], None)).is_empty());
    }

    #[test]
    fn lines_take_the_shorter_way_in_either_direction() {
        assert_eq!(
            line([170.0, 10.0], [-170.0, 20.0]),
            [[[170.0, 10.0], [180.0, 15.0]], [[-180.0, 15.0], [-170.0, 20.0]]]
        );
        assert_eq!(
            line([-170.0, 20.0], [170.0, 10.0]),
            [[[-170.0, 20.0], [-180.0, 15.0]], [[180.0, 15.0], [170.0, 10.0]]]
        );
        assert_eq!(line([-10.0, 0.0], [10.0, 0.0]), [[[-10.0, 0.0], [10.0, 0.0]]]);
    }
}
