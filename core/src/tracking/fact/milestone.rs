//! Milestones, and the events of the interface they become.

use crate::resources::EventName;
use crate::resources::open_enum::open_enum;

open_enum! {
    /// What happened to a container, in the words of the service's raw events.
    pub enum Milestone {
        /// Empty box collected at the origin.
        EmptyOut => "empty_out",
        /// Full box returned to the port of lading.
        FullIn => "full_in",
        /// Moved into a yard between terminals.
        PositionedIn => "positioned_in",
        /// Moved out of a yard between terminals.
        PositionedOut => "positioned_out",
        /// Loaded on a vessel.
        VesselLoaded => "vessel_loaded",
        /// The vessel left.
        VesselDeparted => "vessel_departed",
        /// Reached a transshipment port.
        TransshipmentArrived => "transshipment_arrived",
        /// Discharged there.
        TransshipmentDischarged => "transshipment_discharged",
        /// Loaded there on the next vessel.
        TransshipmentLoaded => "transshipment_loaded",
        /// Left there.
        TransshipmentDeparted => "transshipment_departed",
        /// A feeder or barge arrived.
        FeederArrived => "feeder_arrived",
        /// Off the feeder.
        FeederDischarged => "feeder_discharged",
        /// On the feeder.
        FeederLoaded => "feeder_loaded",
        /// The feeder left.
        FeederDeparted => "feeder_departed",
        /// On a rail car.
        RailLoaded => "rail_loaded",
        /// The train left.
        RailDeparted => "rail_departed",
        /// The train arrived.
        RailArrived => "rail_arrived",
        /// Off the rail car.
        RailUnloaded => "rail_unloaded",
        /// The vessel arrived.
        VesselArrived => "vessel_arrived",
        /// The vessel is at its berth.
        VesselBerthed => "vessel_berthed",
        /// Off the vessel.
        VesselDischarged => "vessel_discharged",
        /// Reached the inland destination.
        ArrivedAtDestination => "arrived_at_destination",
        /// Delivered.
        Delivered => "delivered",
        /// Picked up full.
        FullOut => "full_out",
        /// Came back empty.
        EmptyIn => "empty_in",
        /// Verified gross mass received.
        VgmReceived => "vgm_received",
        /// Released by the carrier.
        CarrierRelease => "carrier_release",
        /// Released by customs.
        CustomsRelease => "customs_release",
        /// May be picked up.
        Available => "available",
        /// May not be picked up any more.
        NotAvailable => "not_available",
    }
}

impl Milestone {
    /// The event of the interface that tells it happened. Movements between yards and releases have none.
    pub fn transport_event(&self) -> Option<EventName> {
        let name = match self {
            Milestone::ArrivedAtDestination => return Some(EventName::TransportArrivedAtInlandDestination),
            happened => EventName::parse(&format!("container.transport.{happened}")),
        };
        name.is_known().then_some(name)
    }

    /// The milestone that an event of the interface tells of, expected or not; `None` where it tells of something else.
    pub(in crate::tracking) fn of_event(event: &EventName) -> Option<Self> {
        let name = event.as_str().strip_prefix("container.transport.")?;
        let name = name.strip_prefix("estimated.").unwrap_or(name);
        let name = if name == "arrived_at_inland_destination" { "arrived_at_destination" } else { name };
        Some(Milestone::parse(name)).filter(Milestone::is_known)
    }

    /// Where it comes in a usual voyage: the order of things that happen at one moment.
    pub(in crate::tracking) fn rank(&self) -> usize {
        USUAL_ORDER.iter().position(|known| known == self).unwrap_or(USUAL_ORDER.len())
    }

    /// Whether the container is full, or its vessel at sea.
    pub(in crate::tracking) fn is_laden(&self) -> bool {
        use Milestone::*;
        let said_without_moving =
            matches!(self, VgmReceived | CarrierRelease | CustomsRelease | Available | NotAvailable);
        self.is_known() && !said_without_moving && !matches!(self, EmptyOut | EmptyIn | PositionedIn | PositionedOut)
    }
}

const USUAL_ORDER: [Milestone; 30] = {
    use Milestone::*;
    [
        EmptyOut,
        FullIn,
        VgmReceived,
        PositionedOut,
        PositionedIn,
        FeederLoaded,
        FeederDeparted,
        FeederArrived,
        FeederDischarged,
        VesselLoaded,
        VesselDeparted,
        TransshipmentArrived,
        TransshipmentDischarged,
        TransshipmentLoaded,
        TransshipmentDeparted,
        VesselArrived,
        VesselBerthed,
        VesselDischarged,
        CarrierRelease,
        CustomsRelease,
        RailLoaded,
        RailDeparted,
        RailArrived,
        RailUnloaded,
        ArrivedAtDestination,
        NotAvailable,
        Available,
        FullOut,
        Delivered,
        EmptyIn,
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_milestone_has_its_place_in_the_usual_order() {
        for milestone in Milestone::ALL {
            assert!(milestone.rank() < USUAL_ORDER.len(), "{milestone}");
        }
    }

    #[test]
    fn a_milestone_becomes_the_event_of_the_same_name() {
        for milestone in Milestone::ALL {
            let told = milestone.transport_event();
            if let Some(told) = &told {
                assert_eq!(Milestone::of_event(told), Some(milestone.clone()));
            }
            match milestone.as_str() {
                "arrived_at_destination" => assert_eq!(told, Some(EventName::TransportArrivedAtInlandDestination)),
                "positioned_in" | "positioned_out" | "vgm_received" | "carrier_release" | "customs_release" => {
                    assert_eq!(told, None, "{milestone}");
                }
                name => assert_eq!(told, Some(EventName::parse(&format!("container.transport.{name}")))),
            }
        }
        assert_eq!(Milestone::parse("fumigated").transport_event(), None);
    }
}
