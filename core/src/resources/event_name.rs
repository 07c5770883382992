//! Names of the events that webhooks can receive.

use super::open_enum::open_enum;

open_enum! {
    /// The name of an event, in notifications, webhooks and transport events.
    pub enum EventName {
        /// The carrier returned data, and a shipment is linked to the tracking request.
        TrackingRequestSucceeded => "tracking_request.succeeded",
        /// The tracking request failed, and the carrier is not asked again.
        TrackingRequestFailed => "tracking_request.failed",
        /// The carrier has no data yet. This event is published only the first time.
        TrackingRequestAwaitingManifest => "tracking_request.awaiting_manifest",
        /// Tracking of the shipment stopped.
        TrackingRequestTrackingStopped => "tracking_request.tracking_stopped",
        /// The tracking request was deleted. This event is an extension: only webhooks that list it receive it.
        TrackingRequestDeleted => "tracking_request.deleted",
        /// The estimated arrival at the port of discharge changed.
        ShipmentEstimatedArrival => "shipment.estimated.arrival",
        /// A container was added to a shipment.
        ContainerCreated => "container.created",
        /// The data of the terminal about a container changed, or published times of the container were corrected.
        ContainerUpdated => "container.updated",
        /// The terminal where a container will be discharged changed.
        ContainerPodTerminalChanged => "container.pod_terminal_changed",
        /// The last free day that applies changed.
        ContainerPickupLfdChanged => "container.pickup_lfd.changed",
        /// The last free day that the shipping line sets changed.
        ContainerPickupLfdLineChanged => "container.pickup_lfd_line.changed",
        /// The last free day that the terminal sets changed.
        ContainerPickupLfdTerminalChanged => "container.pickup_lfd_terminal.changed",
        /// The last free day that the railway sets changed.
        ContainerPickupLfdRailChanged => "container.pickup_lfd_rail.changed",
        /// The pickup appointment of the container changed.
        ContainerPickupAppointmentChanged => "container.pickup_appointment.changed",
        /// The empty container was picked up at the origin.
        TransportEmptyOut => "container.transport.empty_out",
        /// The loaded container was delivered to the port of lading.
        TransportFullIn => "container.transport.full_in",
        /// The container was loaded on the vessel at the port of lading.
        TransportVesselLoaded => "container.transport.vessel_loaded",
        /// The vessel left the port of lading.
        TransportVesselDeparted => "container.transport.vessel_departed",
        /// The container arrived at a transshipment port.
        TransportTransshipmentArrived => "container.transport.transshipment_arrived",
        /// The container was discharged at a transshipment port.
        TransportTransshipmentDischarged => "container.transport.transshipment_discharged",
        /// The container was loaded on the next vessel.
        TransportTransshipmentLoaded => "container.transport.transshipment_loaded",
        /// The next vessel left the transshipment port.
        TransportTransshipmentDeparted => "container.transport.transshipment_departed",
        /// The feeder vessel or barge arrived.
        TransportFeederArrived => "container.transport.feeder_arrived",
        /// The container was discharged from the feeder vessel or barge.
        TransportFeederDischarged => "container.transport.feeder_discharged",
        /// The container was loaded on the feeder vessel or barge.
        TransportFeederLoaded => "container.transport.feeder_loaded",
        /// The feeder vessel or barge departed.
        TransportFeederDeparted => "container.transport.feeder_departed",
        /// The vessel arrived at the port of discharge.
        TransportVesselArrived => "container.transport.vessel_arrived",
        /// The vessel berthed at the port of discharge.
        TransportVesselBerthed => "container.transport.vessel_berthed",
        /// The container was discharged at the port of discharge.
        TransportVesselDischarged => "container.transport.vessel_discharged",
        /// The container can be picked up.
        TransportAvailable => "container.transport.available",
        /// The container can no longer be picked up.
        TransportNotAvailable => "container.transport.not_available",
        /// The loaded container was picked up, at the port or inland.
        TransportFullOut => "container.transport.full_out",
        /// A user marked the container as delivered.
        TransportDelivered => "container.transport.delivered",
        /// The empty container was returned.
        TransportEmptyIn => "container.transport.empty_in",
        /// The container was loaded on a rail car.
        TransportRailLoaded => "container.transport.rail_loaded",
        /// The train departed.
        TransportRailDeparted => "container.transport.rail_departed",
        /// The train arrived at a rail terminal, at the destination or on the way.
        TransportRailArrived => "container.transport.rail_arrived",
        /// The container was unloaded from the rail car.
        TransportRailUnloaded => "container.transport.rail_unloaded",
        /// The container reached its inland destination by rail.
        TransportArrivedAtInlandDestination => "container.transport.arrived_at_inland_destination",
        /// The estimated departure from the port of lading changed.
        EstimatedVesselDeparted => "container.transport.estimated.vessel_departed",
        /// The estimated arrival of this container at the port of discharge changed.
        EstimatedVesselArrived => "container.transport.estimated.vessel_arrived",
        /// The estimated arrival at the inland destination changed.
        EstimatedArrivedAtInlandDestination => "container.transport.estimated.arrived_at_inland_destination",
        /// Data was extracted from a document.
        DocumentExtracted => "document.extracted",
        /// No data could be extracted from a document.
        DocumentExtractionFailed => "document.extraction_failed",
        /// Published times or places of the shipment were corrected. This event is an extension: only webhooks that list it receive it.
        ShipmentUpdated => "shipment.updated",
        /// The service disabled a webhook, because its receiver is gone or failed for too long. This event is an extension: only webhooks that
        /// list it receive it.
        WebhookDisabled => "webhook.disabled",
    }
}

/// The subject of an event: the word before the first dot of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EventFamily {
    /// A tracking request.
    TrackingRequest,
    /// A shipment as a whole.
    Shipment,
    /// One container.
    Container,
    /// One document.
    Document,
    /// A webhook.
    Webhook,
    /// A subject that this version does not know.
    Other,
}

impl EventName {
    /// The subject of the event. An unknown name with a known first word belongs to that family.
    pub fn family(&self) -> EventFamily {
        match self.as_str().split_once('.').map(|(family, _)| family) {
            Some("tracking_request") => EventFamily::TrackingRequest,
            Some("shipment") => EventFamily::Shipment,
            Some("container") => EventFamily::Container,
            Some("document") => EventFamily::Document,
            Some("webhook") => EventFamily::Webhook,
            _ => EventFamily::Other,
        }
    }

    /// Whether the event is about a tracking request.
    pub fn is_tracking_request(&self) -> bool {
        self.family() == EventFamily::TrackingRequest
    }

    /// Whether the event is about a shipment as a whole.
    pub fn is_shipment(&self) -> bool {
        self.family() == EventFamily::Shipment
    }

    /// Whether the event is about one container.
    pub fn is_container(&self) -> bool {
        self.family() == EventFamily::Container
    }

    /// Whether the event is about one document.
    pub fn is_document(&self) -> bool {
        self.family() == EventFamily::Document
    }

    /// Whether transport events can have this name: movements, their estimates, last free days and appointments.
    pub fn is_transport_event(&self) -> bool {
        let name = self.as_str();
        name.starts_with("container.transport.") || name.starts_with("container.pickup_")
    }

    /// Whether the event is about a webhook.
    pub fn is_webhook(&self) -> bool {
        self.family() == EventFamily::Webhook
    }

    /// Whether the hosted service does not have the event. Webhooks for all events do not receive it. The event feed has `shipment.updated`
    /// only if `delivery.shipment_updates_in_feed` is set.
    pub fn is_extension(&self) -> bool {
        matches!(self, EventName::TrackingRequestDeleted | EventName::ShipmentUpdated | EventName::WebhookDisabled)
    }

    /// Whether the event is the change of an estimate, not something that happened.
    pub fn is_estimate(&self) -> bool {
        self.as_str().contains(".estimated.")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_46_distinct_names_and_33_of_them_are_transport_events() {
        let names: HashSet<&str> = EventName::ALL.iter().map(EventName::as_str).collect();
        assert_eq!(names.len(), 46);
        assert_eq!(EventName::ALL.iter().filter(|event| event.is_transport_event()).count(), 33);
    }

    #[test]
    fn every_known_name_is_parsed_as_itself_and_has_a_description() {
        for event in EventName::ALL {
            assert_eq!(&EventName::parse(event.as_str()), event);
            assert!(event.is_known() && event.family() != EventFamily::Other);
            assert!(event.description().is_some_and(|text| text.ends_with('.') && !text.starts_with(' ')));
        }
    }

    #[test]
    fn an_unknown_name_survives_a_round_trip() {
        for text in [r#""container.transport.hyperloop_loaded""#, r#""""#, "\"café\""] {
            let event: EventName = serde_json::from_str(text).unwrap();
            assert!(!event.is_known());
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
        }
    }

    #[test]
    fn an_unknown_name_of_a_known_family_has_that_family() {
        let event = EventName::parse("document.split");
        assert!(event.is_document() && !event.is_known() && event.description().is_none());
        assert_eq!(EventName::parse("tracking_requests").family(), EventFamily::Other);
    }

    #[test]
    fn estimates_are_distinguished_from_movements() {
        let estimates: Vec<&str> =
            EventName::ALL.iter().filter(|event| event.is_estimate()).map(EventName::as_str).collect();
        assert_eq!(estimates.len(), 4);
        assert!(!EventName::TransportVesselArrived.is_estimate());
    }
}
