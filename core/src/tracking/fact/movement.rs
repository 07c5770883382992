//! Movements as a source reports them, before their milestone on the route is known.

use crate::resources::EventName;
pub use crate::resources::Milestone;
use crate::resources::open_enum::open_enum;

open_enum! {
    /// A movement of a container, or of the vehicle that carries it.
    pub enum Movement {
        /// The container was loaded.
        Loaded => "loaded",
        /// The vehicle departed.
        Departed => "departed",
        /// The vehicle arrived.
        Arrived => "arrived",
        /// The vessel berthed.
        Berthed => "berthed",
        /// The container was discharged.
        Discharged => "discharged",
        /// The container entered through a gate.
        GateIn => "gate_in",
        /// The container left through a gate.
        GateOut => "gate_out",
        /// The container was picked up.
        PickedUp => "picked_up",
        /// The container was dropped off.
        Dropped => "dropped",
        /// The container is available for pickup.
        Available => "available",
        /// The container is no longer available for pickup.
        NotAvailable => "not_available",
        /// Customs released the container.
        CustomsReleased => "customs_released",
        /// The carrier released the container.
        CarrierReleased => "carrier_released",
        /// The verified gross mass (VGM) was received.
        VgmReceived => "vgm_received",
    }
}

/// Movements `booking_…`, and whether they mean that the booking is cancelled.
const BOOKING_MOVEMENTS: [(&str, bool); 18] = [
    ("cancelled", true),
    ("voided", true),
    ("declined", true),
    ("cancellation_confirmed", true),
    ("cancellation_received", false),
    ("cancellation_declined", false),
    ("requested", false),
    ("received", false),
    ("submitted", false),
    ("approved", false),
    ("confirmed", false),
    ("completed", false),
    ("rejected", false),
    ("updated", false),
    ("on_hold", false),
    ("pending_approval", false),
    ("pending_update", false),
    ("pending_confirmation", false),
];

impl Movement {
    /// Whether the booking is cancelled; `None` if the movement is not about a booking.
    pub(crate) fn cancels_booking(&self) -> Option<bool> {
        let name = self.as_str().strip_prefix("booking_")?;
        Some(BOOKING_MOVEMENTS.iter().any(|(known, cancels)| *cancels && *known == name))
    }

    pub(crate) fn has_meaning(&self) -> bool {
        let is_about_booking = |name: &str| BOOKING_MOVEMENTS.iter().any(|(known, _)| *known == name);
        self.is_known() || self.as_str().strip_prefix("booking_").is_some_and(is_about_booking)
    }
}

open_enum! {
    /// The mode of transport.
    pub enum Mode {
        /// A seagoing vessel.
        Vessel => "vessel",
        /// A barge or a feeder vessel.
        Barge => "barge",
        /// A train.
        Rail => "rail",
        /// A truck.
        Truck => "truck",
    }
}

open_enum! {
    /// The part of the voyage that a source assigns an event to.
    pub enum Phase {
        /// Up to the departure of the first vessel.
        Export => "export",
        /// Between two vessels.
        Transshipment => "transshipment",
        /// From the arrival at the port of discharge.
        Import => "import",
    }
}

/// A movement with its mode, whether the container was empty, and the part of the voyage. What the source leaves out is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Motion {
    /// The movement.
    pub movement: Movement,
    /// The mode of transport.
    pub mode: Option<Mode>,
    /// Whether the container was empty.
    pub empty: Option<bool>,
    /// The part of the voyage, as the source calls it.
    pub phase: Option<Phase>,
}

impl From<Movement> for Motion {
    fn from(movement: Movement) -> Self {
        Motion { movement, ..Motion::default() }
    }
}

impl From<Milestone> for Motion {
    fn from(milestone: Milestone) -> Self {
        match TABLE.iter().find(|(known, ..)| *known == milestone) {
            Some((_, movement, mode, empty, phase)) => {
                Motion { movement: movement.clone(), mode: mode.clone(), empty: *empty, phase: phase.clone() }
            }
            None => Motion::from(Movement::parse(milestone.as_str())),
        }
    }
}

impl Motion {
    /// Sets the mode of transport.
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = Some(mode);
        self
    }

    /// Sets whether the container is empty.
    pub fn with_empty(mut self, empty: bool) -> Self {
        self.empty = Some(empty);
        self
    }

    /// Whether the container is empty. It counts as laden unless the source says that it is empty.
    pub(in crate::tracking) fn is_empty(&self) -> bool {
        self.empty == Some(true)
    }

    pub(in crate::tracking) fn is_by_vessel(&self) -> bool {
        self.mode.as_ref().is_none_or(|mode| *mode == Mode::Vessel)
    }

    pub(in crate::tracking) fn is_by_road(&self) -> bool {
        self.mode.as_ref().is_none_or(|mode| *mode == Mode::Truck)
    }

    pub(in crate::tracking) fn is_vessel(&self, movement: &Movement) -> bool {
        self.movement == *movement && self.is_by_vessel()
    }

    pub(in crate::tracking) fn is_vessel_handling(&self) -> bool {
        matches!(self.movement, Movement::Loaded | Movement::Discharged) && self.is_by_vessel()
    }

    pub(in crate::tracking) fn moves_by_vessel(&self) -> bool {
        self.comes_by_vessel() || self.leaves_by_vessel()
    }

    pub(in crate::tracking) fn is_laden_handling(&self) -> bool {
        use Movement::{Discharged, Dropped, GateIn, GateOut, Loaded, PickedUp};
        !self.is_empty() && matches!(self.movement, Loaded | Discharged | GateIn | GateOut | PickedUp | Dropped)
    }

    pub(in crate::tracking) fn comes_by_vessel(&self) -> bool {
        matches!(self.movement, Movement::Arrived | Movement::Berthed | Movement::Discharged) && self.is_by_vessel()
    }

    pub(in crate::tracking) fn leaves_by_vessel(&self) -> bool {
        matches!(self.movement, Movement::Loaded | Movement::Departed) && self.is_by_vessel()
    }

    /// Whether the modes are equal, or one is unknown.
    pub(in crate::tracking) fn may_share_mode(&self, other: &Motion) -> bool {
        self.mode == other.mode || self.mode.is_none() || other.mode.is_none()
    }

    /// The milestone that is the short form of this motion. If it is not in [`TABLE`], a milestone with the name of the movement.
    pub(in crate::tracking) fn milestone(&self) -> Milestone {
        let is_same = |(_, movement, mode, empty, phase): &&Row| {
            (movement, mode, empty, phase) == (&self.movement, &self.mode, &self.empty, &self.phase)
        };
        TABLE.iter().find(is_same).map_or_else(|| Milestone::parse(self.movement.as_str()), |(known, ..)| known.clone())
    }

    /// Position in a usual voyage, which orders events with the same time.
    pub(in crate::tracking) fn rank(&self) -> usize {
        use Movement::*;
        let usual = match (&self.movement, &self.mode) {
            (Loaded | Departed | Arrived | Discharged, Some(Mode::Barge | Mode::Rail)) | (Berthed, _) => {
                Motion { empty: None, phase: None, ..self.clone() }.milestone()
            }
            (GateOut, Some(Mode::Rail)) => Milestone::RailDeparted,
            (GateIn, Some(Mode::Rail)) => Milestone::RailArrived,
            (Arrived, Some(Mode::Truck)) => Milestone::ArrivedAtDestination,
            (Loaded, _) => Milestone::VesselLoaded,
            (Departed, _) => Milestone::VesselDeparted,
            (Arrived, _) => Milestone::VesselArrived,
            (Discharged, _) => Milestone::VesselDischarged,
            (GateOut | PickedUp, _) if self.is_empty() => Milestone::EmptyOut,
            (GateOut | PickedUp, _) => Milestone::FullOut,
            (GateIn | Dropped, _) if self.phase == Some(Phase::Import) => Milestone::Delivered,
            (GateIn | Dropped, _) if self.is_empty() => Milestone::EmptyIn,
            (GateIn | Dropped, _) => Milestone::FullIn,
            _ => self.milestone(),
        };
        usual.rank()
    }
}

type Row = (Milestone, Movement, Option<Mode>, Option<bool>, Option<Phase>);

const EMPTY: Option<bool> = Some(true);
const LADEN: Option<bool> = Some(false);

const TABLE: [Row; 30] = {
    use Milestone as M;
    use Mode::{Barge, Rail, Truck, Vessel};
    use Movement::*;
    use Phase::{Import, Transshipment};
    [
        (M::EmptyOut, GateOut, None, EMPTY, None),
        (M::FullIn, GateIn, None, LADEN, None),
        (M::VgmReceived, VgmReceived, None, None, None),
        (M::PositionedIn, GateIn, Some(Truck), LADEN, Some(Transshipment)),
        (M::FeederLoaded, Loaded, Some(Barge), None, None),
        (M::FeederDeparted, Departed, Some(Barge), None, None),
        (M::FeederArrived, Arrived, Some(Barge), None, None),
        (M::FeederDischarged, Discharged, Some(Barge), None, None),
        (M::VesselLoaded, Loaded, Some(Vessel), None, None),
        (M::VesselDeparted, Departed, Some(Vessel), None, None),
        (M::TransshipmentArrived, Arrived, Some(Vessel), None, Some(Transshipment)),
        (M::TransshipmentDischarged, Discharged, Some(Vessel), None, Some(Transshipment)),
        (M::TransshipmentLoaded, Loaded, Some(Vessel), None, Some(Transshipment)),
        (M::TransshipmentDeparted, Departed, Some(Vessel), None, Some(Transshipment)),
        (M::VesselArrived, Arrived, Some(Vessel), None, None),
        (M::VesselBerthed, Berthed, Some(Vessel), None, None),
        (M::VesselDischarged, Discharged, Some(Vessel), None, None),
        (M::CarrierRelease, CarrierReleased, None, None, None),
        (M::CustomsRelease, CustomsReleased, None, None, None),
        (M::RailLoaded, Loaded, Some(Rail), None, None),
        (M::RailDeparted, Departed, Some(Rail), None, None),
        (M::RailArrived, Arrived, Some(Rail), None, None),
        (M::RailUnloaded, Discharged, Some(Rail), None, None),
        (M::PositionedOut, GateOut, Some(Truck), LADEN, Some(Transshipment)),
        (M::ArrivedAtDestination, Arrived, Some(Truck), LADEN, Some(Import)),
        (M::NotAvailable, NotAvailable, None, None, None),
        (M::Available, Available, None, None, None),
        (M::FullOut, GateOut, None, LADEN, None),
        (M::Delivered, Dropped, None, LADEN, Some(Import)),
        (M::EmptyIn, GateIn, None, EMPTY, None),
    ]
};

impl Milestone {
    /// The milestone of a transport event, or of its estimate.
    pub(in crate::tracking) fn of_event(event: &EventName) -> Option<Self> {
        let name = event.as_str().strip_prefix("container.transport.")?;
        let name = name.strip_prefix("estimated.").unwrap_or(name);
        let name = if name == "arrived_at_inland_destination" { "arrived_at_destination" } else { name };
        let milestone = Milestone::parse(name);
        milestone.is_known().then_some(milestone)
    }

    /// Position in a usual voyage.
    pub(in crate::tracking) fn rank(&self) -> usize {
        TABLE.iter().position(|(known, ..)| known == self).unwrap_or(TABLE.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_milestone_can_be_converted_to_a_motion_and_back() {
        for milestone in Milestone::ALL {
            assert_eq!(Motion::from(milestone.clone()).milestone(), *milestone);
            assert!(Motion::from(milestone.clone()).movement.is_known(), "{milestone}");
        }
        assert_eq!(Motion::from(Milestone::parse("fumigated")).milestone().as_str(), "fumigated");
    }

    #[test]
    fn every_milestone_has_a_rank() {
        for milestone in Milestone::ALL {
            assert!(milestone.rank() < TABLE.len(), "{milestone}");
        }
    }

    #[test]
    fn the_milestone_of_an_event_is_found_by_its_name() {
        for milestone in Milestone::ALL {
            if let Some(event) = milestone.transport_event() {
                assert_eq!(Milestone::of_event(&event).as_ref(), Some(milestone));
            }
        }
        assert_eq!(Milestone::of_event(&EventName::EstimatedVesselArrived), Some(Milestone::VesselArrived));
        assert_eq!(Milestone::of_event(&EventName::ContainerPickupLfdChanged), None);
    }
}
