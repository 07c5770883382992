//! Example notifications: for each event, what a webhook receives about an invented shipment.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::included::{IncludedResource, IncludedSet};
use super::links::own_link;
use super::locations;
use crate::ids::Id;
use crate::jsonapi::{Members, Resource, ResourceId, ToMany, ToOne};
use crate::resources::{
    AccountId, Container, ContainerCreatedEvent, ContainerPodTerminalChangedEvent, ContainerStatus,
    ContainerUpdatedEvent, DataSource, Document, DocumentRepresentation, DocumentSource, EstimatedEvent, EventName,
    FailedReason, RequestStatus, RequestType, Shipment, ShipmentUpdatedEvent, StopReason, Timestamp, TrackingRequest,
    TransportEvent, Webhook, WebhookDisabledReason, WebhookNotificationId,
};
use crate::store::{LocationRecord, NotificationRecord, PlaceRecord, TerminalRecord, VesselRecord};

/// An example notification of an event. The ids of its resources are always the same.
pub(in crate::service) fn notification(
    event: &EventName,
    account: &AccountId,
    id: WebhookNotificationId,
    now: DateTime<Utc>,
) -> NotificationRecord {
    let example = ExampleShipment { event, account, now };
    let (reference, included) = example.notification();
    NotificationRecord {
        sequence: 0,
        id,
        account: account.clone(),
        event: event.clone(),
        reference: ToOne::Linked(reference),
        included: included.into_stored(),
        created_at: now,
    }
}

const CONTAINER: &str = "MSKU0308961";
const BILL: &str = "MAEU123456789";
const VOYAGE: &str = "042E";

/// An invented shipment from Shanghai via Los Angeles to Chicago.
struct ExampleShipment<'e> {
    event: &'e EventName,
    account: &'e AccountId,
    now: DateTime<Utc>,
}

fn example_id<T: Resource>() -> Id<T> {
    LocationRecord::id_of(&format!("example/{}", T::TYPE)).into()
}

fn site(locode: &str, name: &str, timezone: &str) -> PlaceRecord {
    PlaceRecord { locode: Some(locode.to_owned()), name: Some(name.to_owned()), timezone: Some(timezone.to_owned()) }
}

fn lading() -> PlaceRecord {
    site("CNSHA", "Shanghai", "Asia/Shanghai")
}

fn transshipment() -> PlaceRecord {
    site("KRPUS", "Busan", "Asia/Seoul")
}

fn discharge() -> PlaceRecord {
    site("USLAX", "Los Angeles", "America/Los_Angeles")
}

fn inland() -> PlaceRecord {
    site("USCHI", "Chicago", "America/Chicago")
}

fn terminal(site: PlaceRecord) -> LocationRecord {
    LocationRecord::Terminal(TerminalRecord { site, is_at_port: true, name: "Pier 1".to_owned() })
}

fn pier() -> LocationRecord {
    LocationRecord::Terminal(TerminalRecord { site: discharge(), is_at_port: true, name: "APMT".to_owned() })
}

fn ramp() -> LocationRecord {
    LocationRecord::RailTerminal(TerminalRecord { site: inland(), is_at_port: false, name: "Landers".to_owned() })
}

fn vessel() -> LocationRecord {
    LocationRecord::Vessel(VesselRecord { imo: Some("9321483".to_owned()), name: Some("Test Voyager".to_owned()) })
}

fn linked(location: &LocationRecord) -> ToOne {
    ToOne::Linked(location.resource_id())
}

impl ExampleShipment<'_> {
    /// The reference of the notification, and the included resources.
    fn notification(&self) -> (ResourceId, IncludedSet) {
        let mut included = IncludedSet::default();
        let event = self.event;
        if event.is_document() {
            included.add(IncludedResource::of(self.document()));
            if *event == EventName::DocumentExtracted {
                included.add(IncludedResource::of(self.representation()));
            }
            return (ResourceId::of(&example_id::<Document>()), included);
        }
        if event.is_tracking_request() {
            included.add(IncludedResource::of(self.request()));
            if !matches!(event, EventName::TrackingRequestFailed | EventName::TrackingRequestAwaitingManifest) {
                included.add(IncludedResource::of(self.shipment()));
            }
            if self.includes_container() {
                included.add(IncludedResource::of(self.container()));
            }
            return (ResourceId::of(&example_id::<TrackingRequest>()), included);
        }
        if event.is_webhook() {
            included.add(IncludedResource::of(self.webhook()));
            return (ResourceId::of(&example_id::<Webhook>()), included);
        }
        let (object, locations) = self.object();
        let reference = object.identity().clone();
        included.add(object);
        included.add(IncludedResource::of(self.shipment()));
        if self.includes_container() {
            included.add(IncludedResource::of(self.container()));
        }
        included.extend(locations.iter().map(locations::included));
        (reference, included)
    }

    fn webhook(&self) -> Webhook {
        Webhook {
            id: example_id(),
            url: "https://receiver.example/webhook".to_owned(),
            active: Some(false),
            events: vec![EventName::WebhookDisabled],
            created_at: self.at(-30),
            failing_since: self.at(-5),
            disabled_at: self.at(0),
            disabled_reason: Some(WebhookDisabledReason::FailingTooLong),
            ..Default::default()
        }
    }

    fn object(&self) -> (IncludedResource, Vec<LocationRecord>) {
        let (container, shipment) = (ToOne::to(&example_id::<Container>()), ToOne::to(&example_id::<Shipment>()));
        let pier = pier();
        match self.event {
            EventName::ShipmentEstimatedArrival => {
                let (port, vessel) = (LocationRecord::Port(discharge()), vessel());
                let expected = EstimatedEvent {
                    id: example_id(),
                    created_at: self.at(0),
                    estimated_timestamp: self.at(9),
                    event: self.event.clone(),
                    location_locode: discharge().locode,
                    timezone: discharge().timezone,
                    voyage_number: Some(VOYAGE.to_owned()),
                    data_source: Some(DataSource::ShippingLine),
                    shipment,
                    port: linked(&port),
                    vessel: linked(&vessel),
                    ..Default::default()
                };
                (IncludedResource::of(expected), vec![port, vessel])
            }
            EventName::ShipmentUpdated => {
                let corrected = ["2026-05-01T10:00:00Z", "2026-05-02T10:00:00Z"];
                let updated = ShipmentUpdatedEvent {
                    id: example_id(),
                    changeset: Members::from_iter([("pol_atd_at".to_owned(), json!(corrected))]),
                    timestamp: self.at(0),
                    data_source: Some(DataSource::ShippingLine),
                    shipment,
                    ..Default::default()
                };
                (IncludedResource::of(updated), Vec::new())
            }
            EventName::ContainerCreated => {
                let created = ContainerCreatedEvent {
                    id: example_id(),
                    timestamp: self.at(0),
                    timezone: Some("Etc/UTC".to_owned()),
                    container,
                    shipment,
                    ..Default::default()
                };
                (IncludedResource::of(created), Vec::new())
            }
            EventName::ContainerUpdated => {
                let updated = ContainerUpdatedEvent {
                    id: example_id(),
                    changeset: Members::from_iter([("available_for_pickup".to_owned(), json!([null, true]))]),
                    timestamp: self.at(0),
                    timezone: discharge().timezone,
                    data_source: Some(DataSource::Terminal),
                    container,
                    terminal: linked(&pier),
                    shipment,
                    ..Default::default()
                };
                (IncludedResource::of(updated), vec![pier])
            }
            EventName::ContainerPodTerminalChanged => {
                let changed = ContainerPodTerminalChangedEvent {
                    id: example_id(),
                    timestamp: self.at(0),
                    data_source: Some(DataSource::ShippingLine),
                    container,
                    shipment,
                    terminal: linked(&pier),
                    ..Default::default()
                };
                (IncludedResource::of(changed), vec![pier])
            }
            _ => self.transport_event(container, shipment),
        }
    }

    fn transport_event(&self, container: ToOne, shipment: ToOne) -> (IncludedResource, Vec<LocationRecord>) {
        let (site, locations) = self.locations();
        let is_of_kind = |kind: &str| locations.iter().find(|found| found.kind() == kind).map_or(ToOne::Empty, linked);
        let first_of = |kinds: [&str; 2]| match is_of_kind(kinds[0]) {
            ToOne::Linked(found) => ToOne::Linked(found),
            _ => is_of_kind(kinds[1]),
        };
        let is_deadline = self.event.as_str().starts_with("container.pickup_");
        let days = if self.event.is_estimate() { 9 } else { -1 };
        let event = TransportEvent {
            id: example_id(),
            event: self.event.clone(),
            voyage_number: is_of_kind("vessel").get().map(|_| VOYAGE.to_owned()),
            timestamp: self.at(if is_deadline { 0 } else { days }),
            timezone: site.timezone.clone(),
            location_locode: site.locode.clone(),
            created_at: self.at(0),
            data_source: Some(self.source()),
            value: self.at(9).filter(|_| is_deadline).map(|at| at.as_str().to_owned()),
            shipment,
            location: first_of(["port", "metro_area"]),
            vessel: is_of_kind("vessel"),
            terminal: first_of(["terminal", "rail_terminal"]),
            container,
            ..Default::default()
        };
        (IncludedResource::of(event), locations)
    }

    fn locations(&self) -> (PlaceRecord, Vec<LocationRecord>) {
        let name = self.event.as_str().trim_start_matches("container.transport.").trim_start_matches("estimated.");
        let at_port = |site: PlaceRecord| {
            let terminal = if site == discharge() { pier() } else { terminal(site.clone()) };
            [LocationRecord::Port(site), terminal]
        };
        let aboard = |site: PlaceRecord| (site.clone(), at_port(site).into_iter().chain([vessel()]).collect());
        match name {
            "empty_out" | "full_in" => (lading(), at_port(lading()).into()),
            "vessel_loaded" | "vessel_departed" => aboard(lading()),
            "vessel_arrived" | "vessel_berthed" | "vessel_discharged" => aboard(discharge()),
            "arrived_at_inland_destination" | "rail_arrived" | "rail_unloaded" => {
                (inland(), vec![LocationRecord::MetroArea(inland()), ramp()])
            }
            name if name.starts_with("transshipment_") || name.starts_with("feeder_") => aboard(transshipment()),
            "full_out" | "empty_in" | "rail_loaded" | "rail_departed" => (discharge(), at_port(discharge()).into()),
            name if name.starts_with("container.pickup_") => (discharge(), vec![LocationRecord::Port(discharge())]),
            _ => (discharge(), Vec::new()),
        }
    }

    fn source(&self) -> DataSource {
        let name = self.event.as_str();
        match () {
            () if name.contains("rail") || name.contains("inland") => DataSource::Rail,
            () if name.ends_with("_line.changed") => DataSource::ShippingLine,
            () if name.contains("available") || name.contains(".pickup_") => DataSource::Terminal,
            () if name.ends_with(".delivered") => DataSource::UserInput,
            () => DataSource::ShippingLine,
        }
    }

    fn at(&self, days: i64) -> Option<Timestamp> {
        Some((self.now + TimeDelta::days(days)).into())
    }

    fn request(&self) -> TrackingRequest {
        let (status, failed_reason) = match self.event {
            EventName::TrackingRequestFailed => (RequestStatus::Failed, Some(FailedReason::NotFound)),
            EventName::TrackingRequestAwaitingManifest => (RequestStatus::AwaitingManifest, None),
            EventName::TrackingRequestTrackingStopped => (RequestStatus::TrackingStopped, None),
            _ => (RequestStatus::Created, None),
        };
        let is_found = matches!(status, RequestStatus::Created | RequestStatus::TrackingStopped);
        let id = example_id();
        TrackingRequest {
            request_type: RequestType::BillOfLading,
            request_number: BILL.to_owned(),
            scac: Some("MAEU".to_owned()),
            status,
            failed_reason,
            is_retrying: false,
            created_at: self.at(-1),
            updated_at: self.at(0),
            tracked_object: ToOne::to_or_empty(is_found.then(example_id::<Shipment>).as_ref()),
            customer: ToOne::Empty,
            user: ToOne::Empty,
            extra: own_link("tracking_requests", &id),
            id,
            ..Default::default()
        }
    }

    fn shipment(&self) -> Shipment {
        let (lading, discharge, inland) = (lading(), discharge(), inland());
        let is_stopped = *self.event == EventName::TrackingRequestTrackingStopped;
        let id = example_id();
        Shipment {
            bill_of_lading_number: BILL.to_owned(),
            normalized_number: BILL.trim_start_matches("MAEU").to_owned(),
            created_at: self.at(-1),
            shipping_line_scac: Some("MAEU".to_owned()),
            shipping_line_name: Some("Maersk".to_owned()),
            shipping_line_short_name: Some("Maersk".to_owned()),
            pod_vessel_name: Some("Test Voyager".to_owned()),
            pod_vessel_imo: Some("9321483".to_owned()),
            pod_voyage_number: Some(VOYAGE.to_owned()),
            pol_atd_at: self.at(-9),
            pod_eta_at: self.at(9),
            pod_original_eta_at: self.at(8),
            line_tracking_last_attempted_at: self.at(0),
            line_tracking_last_succeeded_at: self.at(0),
            line_tracking_stopped_at: self.at(0).filter(|_| is_stopped),
            line_tracking_stopped_reason: is_stopped.then_some(StopReason::CancelledByUser),
            port_of_lading: linked(&LocationRecord::Port(lading.clone())),
            port_of_discharge: linked(&LocationRecord::Port(discharge.clone())),
            destination: linked(&LocationRecord::MetroArea(inland.clone())),
            pod_terminal: linked(&pier()),
            // The terminal is in no table, so it is only linked if it is included.
            destination_terminal: self.locations().1.contains(&ramp()).then(ramp).as_ref().map_or(ToOne::Empty, linked),
            containers: ToMany::to(self.includes_container().then(example_id::<Container>).as_ref()),
            line_tracking_stopped_by_user: ToOne::Empty,
            port_of_lading_locode: lading.locode,
            port_of_lading_name: lading.name,
            pol_timezone: lading.timezone,
            port_of_discharge_locode: discharge.locode,
            port_of_discharge_name: discharge.name,
            pod_timezone: discharge.timezone,
            destination_locode: inland.locode,
            destination_name: inland.name,
            destination_timezone: inland.timezone,
            extra: own_link("shipments", &id),
            id,
            ..Default::default()
        }
    }

    fn includes_container(&self) -> bool {
        self.event.is_container() || *self.event == EventName::TrackingRequestSucceeded
    }

    fn status(&self) -> ContainerStatus {
        match self.event.as_str().trim_start_matches("container.").trim_start_matches("transport.") {
            "created" | "empty_out" | "full_in" | "estimated.vessel_departed" => ContainerStatus::New,
            "vessel_discharged" => ContainerStatus::AwaitingInlandTransfer,
            "updated" | "available" => ContainerStatus::Available,
            "not_available" => ContainerStatus::NotAvailable,
            "rail_loaded" | "rail_departed" | "rail_arrived" | "estimated.arrived_at_inland_destination" => {
                ContainerStatus::OnRail
            }
            "rail_unloaded" | "arrived_at_inland_destination" => ContainerStatus::Grounded,
            "full_out" => ContainerStatus::PickedUp,
            "delivered" => ContainerStatus::Delivered,
            "empty_in" => ContainerStatus::EmptyReturned,
            name if name.starts_with("pickup_") => ContainerStatus::AwaitingInlandTransfer,
            _ => ContainerStatus::OnShip,
        }
    }

    fn container(&self) -> Container {
        let events = self.event.is_transport_event().then(example_id::<TransportEvent>);
        let (pier, status) = (linked(&pier()), self.status());
        let available = match status {
            ContainerStatus::Available => Some(true),
            ContainerStatus::NotAvailable => Some(false),
            _ => None,
        };
        Container {
            id: example_id(),
            number: CONTAINER.to_owned(),
            equipment_type: Some("dry".to_owned()),
            equipment_length: Some(40),
            equipment_height: Some("high_cube".to_owned()),
            created_at: self.at(-1),
            availability_known: Some(available.is_some()),
            available_for_pickup: available,
            pod_timezone: discharge().timezone,
            final_destination_timezone: inland().timezone,
            current_status: status,
            shipment: ToOne::to(&example_id::<Shipment>()),
            pod_terminal: pier.clone(),
            pickup_facility: pier,
            transport_events: ToMany::to(events.as_ref()),
            ..Default::default()
        }
    }

    fn document(&self) -> Document {
        let is_read = *self.event == EventName::DocumentExtracted;
        Document {
            id: example_id(),
            name: "arrival notice.pdf".to_owned(),
            source: DocumentSource::Api,
            document_type: is_read.then(|| "arrival_notice".to_owned()),
            file_name: Some("arrival notice.pdf".to_owned()),
            file_content_type: Some("application/pdf".to_owned()),
            file_size_bytes: Some(48_213),
            created_at: self.at(0),
            updated_at: self.at(0),
            account: ToOne::to(self.account),
            user: ToOne::Empty,
            email_submission: ToOne::Empty,
            last_document_representation: ToOne::to_or_empty(
                is_read.then(example_id::<DocumentRepresentation>).as_ref(),
            ),
            shipments: ToMany::Linked(Vec::new()),
            cargos: ToMany::Linked(Vec::new()),
            ..Default::default()
        }
        .into_full_form()
    }

    fn representation(&self) -> DocumentRepresentation {
        let payload = json!({ "bill_of_lading_number": BILL, "container_numbers": [CONTAINER] });
        DocumentRepresentation {
            id: example_id(),
            schema_version: self.now.format("%Y-%m-%d").to_string(),
            payload: payload.as_object().cloned(),
            created_at: self.at(0),
            updated_at: self.at(0),
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn example(event: &EventName) -> (ToOne, Vec<Value>) {
        let now = "2026-05-01T12:00:00Z".parse().unwrap();
        let record = notification(event, &"a".into(), "n".into(), now);
        (record.reference, serde_json::from_str(&record.included.array()).unwrap())
    }

    #[test]
    fn links_of_every_example_lead_to_included_or_readable_resources() {
        // The tables are long, so each id is only searched once.
        let mut readable = std::collections::HashMap::new();
        for event in EventName::ALL {
            let (reference, included) = example(event);
            let reference = reference.get().unwrap().clone();
            let first = &included[0];
            assert_eq!(
                (first["type"].as_str(), first["id"].as_str()),
                (Some(&*reference.kind), Some(&*reference.id.to_string()))
            );
            let count = included.len();
            let unique: std::collections::HashSet<String> =
                included.iter().map(|resource| resource["id"].to_string()).collect();
            assert_eq!(unique.len(), count, "{event}: every resource is included once");
            for (name, link) in included.iter().flat_map(links) {
                let is_included =
                    included.iter().any(|other| other["type"] == link["type"] && other["id"] == link["id"]);
                let (kind, id) = (link["type"].as_str().unwrap(), link["id"].as_str().unwrap());
                let mut is_readable = || *readable.entry(id.to_owned()).or_insert_with(|| can_be_read(kind, id));
                assert!(
                    is_included || kind == "account" || is_readable(),
                    "{event}: the link {name} leads nowhere: {link}"
                );
            }
        }
    }

    fn links(resource: &Value) -> Vec<(String, Value)> {
        let all = resource["relationships"].as_object().into_iter().flatten();
        let each = all.flat_map(|(name, relationship)| match &relationship["data"] {
            Value::Null => Vec::new(),
            Value::Array(targets) => targets.iter().map(|target| (name.clone(), target.clone())).collect(),
            target => vec![(name.clone(), target.clone())],
        });
        each.collect()
    }

    #[cfg(feature = "places")]
    fn can_be_read(kind: &str, id: &str) -> bool {
        locations::find_in_tables(kind, id).is_some()
    }

    #[cfg(not(feature = "places"))]
    fn can_be_read(kind: &str, _: &str) -> bool {
        matches!(kind, "port" | "metro_area" | "terminal")
    }

    #[test]
    fn status_of_the_container_fits_the_event() {
        let status = |event: &EventName| {
            let (_, included) = example(event);
            let container = included.into_iter().find(|resource| resource["type"] == "container").unwrap();
            container["attributes"]["current_status"].as_str().unwrap().to_owned()
        };
        for (event, is) in [
            (EventName::TransportFullIn, "new"),
            (EventName::TransportVesselArrived, "on_ship"),
            (EventName::TransportVesselDischarged, "awaiting_inland_transfer"),
            (EventName::TransportAvailable, "available"),
            (EventName::TransportRailDeparted, "on_rail"),
            (EventName::TransportEmptyIn, "empty_returned"),
        ] {
            assert_eq!(status(&event), is, "{event}");
        }
    }

    #[test]
    fn movements_link_their_place_and_deadlines_have_their_new_day() {
        let (_, included) = example(&EventName::TransportVesselArrived);
        let event = &included[0];
        assert_eq!(event["attributes"]["location_locode"], "USLAX");
        assert_eq!(event["relationships"]["location"]["data"]["type"], "port");
        assert_eq!(event["relationships"]["vessel"]["data"]["type"], "vessel");
        let (_, included) = example(&EventName::ContainerPickupLfdLineChanged);
        assert_eq!(included[0]["attributes"]["value"], "2026-05-10T12:00:00Z");
        assert_eq!(included[0]["attributes"]["data_source"], "shipping_line");
        assert_eq!(included[0]["relationships"]["location"]["data"]["type"], "port");
    }
}
