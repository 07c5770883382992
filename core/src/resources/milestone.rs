//! Milestones of containers: the classification of raw events.

use super::EventName;
use super::open_enum::open_enum;

open_enum! {
    /// What happened to a container, as a raw event is classified.
    pub enum Milestone {
        /// The empty container was picked up at the origin.
        EmptyOut => "empty_out",
        /// The loaded container was delivered to the port of lading.
        FullIn => "full_in",
        /// The container was moved into a yard between terminals.
        PositionedIn => "positioned_in",
        /// The container was moved out of a yard between terminals.
        PositionedOut => "positioned_out",
        /// The container was loaded on a vessel.
        VesselLoaded => "vessel_loaded",
        /// The vessel left the port.
        VesselDeparted => "vessel_departed",
        /// The container arrived at a transshipment port.
        TransshipmentArrived => "transshipment_arrived",
        /// The container was discharged at a transshipment port.
        TransshipmentDischarged => "transshipment_discharged",
        /// The container was loaded on the next vessel.
        TransshipmentLoaded => "transshipment_loaded",
        /// The next vessel left the transshipment port.
        TransshipmentDeparted => "transshipment_departed",
        /// The feeder vessel or barge arrived.
        FeederArrived => "feeder_arrived",
        /// The container was discharged from the feeder vessel or barge.
        FeederDischarged => "feeder_discharged",
        /// The container was loaded on the feeder vessel or barge.
        FeederLoaded => "feeder_loaded",
        /// The feeder vessel or barge departed.
        FeederDeparted => "feeder_departed",
        /// The container was loaded on a rail car.
        RailLoaded => "rail_loaded",
        /// The train departed.
        RailDeparted => "rail_departed",
        /// The train arrived at a rail terminal.
        RailArrived => "rail_arrived",
        /// The container was unloaded from the rail car.
        RailUnloaded => "rail_unloaded",
        /// The vessel arrived at a port.
        VesselArrived => "vessel_arrived",
        /// The vessel berthed.
        VesselBerthed => "vessel_berthed",
        /// The container was discharged from the vessel.
        VesselDischarged => "vessel_discharged",
        /// The container reached its inland destination.
        ArrivedAtDestination => "arrived_at_destination",
        /// The container was delivered.
        Delivered => "delivered",
        /// The loaded container was picked up.
        FullOut => "full_out",
        /// The empty container was returned.
        EmptyIn => "empty_in",
        /// The verified gross mass of the container was received.
        VgmReceived => "vgm_received",
        /// The carrier released the container.
        CarrierRelease => "carrier_release",
        /// Customs released the container.
        CustomsRelease => "customs_release",
        /// The container can be picked up.
        Available => "available",
        /// The container can no longer be picked up.
        NotAvailable => "not_available",
    }
}

impl Milestone {
    /// The transport event for this milestone; `None` for movements between yards, verified gross mass, releases and unknown
    /// milestones.
    pub fn transport_event(&self) -> Option<EventName> {
        Some(match self {
            Milestone::EmptyOut => EventName::TransportEmptyOut,
            Milestone::FullIn => EventName::TransportFullIn,
            Milestone::VesselLoaded => EventName::TransportVesselLoaded,
            Milestone::VesselDeparted => EventName::TransportVesselDeparted,
            Milestone::TransshipmentArrived => EventName::TransportTransshipmentArrived,
            Milestone::TransshipmentDischarged => EventName::TransportTransshipmentDischarged,
            Milestone::TransshipmentLoaded => EventName::TransportTransshipmentLoaded,
            Milestone::TransshipmentDeparted => EventName::TransportTransshipmentDeparted,
            Milestone::FeederArrived => EventName::TransportFeederArrived,
            Milestone::FeederDischarged => EventName::TransportFeederDischarged,
            Milestone::FeederLoaded => EventName::TransportFeederLoaded,
            Milestone::FeederDeparted => EventName::TransportFeederDeparted,
            Milestone::RailLoaded => EventName::TransportRailLoaded,
            Milestone::RailDeparted => EventName::TransportRailDeparted,
            Milestone::RailArrived => EventName::TransportRailArrived,
            Milestone::RailUnloaded => EventName::TransportRailUnloaded,
            Milestone::VesselArrived => EventName::TransportVesselArrived,
            Milestone::VesselBerthed => EventName::TransportVesselBerthed,
            Milestone::VesselDischarged => EventName::TransportVesselDischarged,
            Milestone::ArrivedAtDestination => EventName::TransportArrivedAtInlandDestination,
            Milestone::Delivered => EventName::TransportDelivered,
            Milestone::FullOut => EventName::TransportFullOut,
            Milestone::EmptyIn => EventName::TransportEmptyIn,
            Milestone::Available => EventName::TransportAvailable,
            Milestone::NotAvailable => EventName::TransportNotAvailable,
            Milestone::PositionedIn
            | Milestone::PositionedOut
            | Milestone::VgmReceived
            | Milestone::CarrierRelease
            | Milestone::CustomsRelease
            | Milestone::Other(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_milestone_has_the_transport_event_of_the_same_name() {
        for milestone in Milestone::ALL {
            let event = milestone.transport_event();
            match milestone.as_str() {
                "arrived_at_destination" => assert_eq!(event, Some(EventName::TransportArrivedAtInlandDestination)),
                "positioned_in" | "positioned_out" | "vgm_received" | "carrier_release" | "customs_release" => {
                    assert_eq!(event, None, "{milestone}");
                }
                name => assert_eq!(event, Some(EventName::parse(&format!("container.transport.{name}")))),
            }
        }
        assert_eq!(Milestone::parse("fumigated").transport_event(), None);
    }
}
