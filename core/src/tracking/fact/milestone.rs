//! What the fold asks of a milestone.

pub use crate::resources::Milestone;

impl Milestone {
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
}
