//! What the fold asks of a milestone.

use crate::resources::EventName;
pub use crate::resources::Milestone;

impl Milestone {
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
    fn an_event_tells_of_the_milestone_it_was_made_from() {
        for milestone in Milestone::ALL {
            if let Some(told) = milestone.transport_event() {
                assert_eq!(Milestone::of_event(&told).as_ref(), Some(milestone));
            }
        }
        assert_eq!(Milestone::of_event(&EventName::EstimatedVesselArrived), Some(Milestone::VesselArrived));
        assert_eq!(Milestone::of_event(&EventName::ContainerPickupLfdChanged), None);
    }
}
