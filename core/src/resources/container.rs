//! Containers.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use super::structures::structure;
use crate::ids::Id;

/// The id of a [`Container`].
pub type ContainerId = Id<Container>;

open_enum! {
    /// Where a container is. The values follow no fixed order: jumps and returns happen.
    pub enum ContainerStatus {
        /// No milestone yet.
        New => "new",
        /// On a vessel.
        OnShip => "on_ship",
        /// May be picked up.
        Available => "available",
        /// At the terminal, held.
        NotAvailable => "not_available",
        /// Off the vessel; nobody says whether it may be picked up.
        Grounded => "grounded",
        /// On a rail car.
        OnRail => "on_rail",
        /// Picked up.
        PickedUp => "picked_up",
        /// Moved to another yard.
        OffDock => "off_dock",
        /// Delivered, as a user says.
        Delivered => "delivered",
        /// Dropped.
        Dropped => "dropped",
        /// Loaded.
        Loaded => "loaded",
        /// Came back empty.
        EmptyReturned => "empty_returned",
        /// Off the vessel, a rail leg ahead.
        AwaitingInlandTransfer => "awaiting_inland_transfer",
    }
}

structure! {
    /// A hold on a container at a terminal. A cleared hold is not listed any more.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct TerminalHold {
        /// What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
        plain name: String,
        /// `pending` or `hold`.
        plain status: String,
        /// The terminal's own words; empty or `None` when it has none.
        nullable description: String,
    }
}

structure! {
    /// A fee on a container at a terminal.
    #[derive(Debug, Clone, PartialEq)]
    pub struct TerminalFee {
        /// What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
        plain kind: String = "type",
        /// How much, as the number came; 0 is an amount.
        required amount: serde_json::Number,
        /// Currency of the amount, ISO 4217; `None` when the terminal does not say.
        nullable currency_code: String,
    }
}

structure! {
    /// The last free days of a container, by who sets them. After them storage is charged.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct ImportDeadlines {
        /// Last free day the terminal at the port of discharge gives; `None` until it gives one.
        nullable pickup_lfd_terminal: Timestamp,
        /// Last free day the railway gives at the inland destination; `None` until it gives one.
        nullable pickup_lfd_rail: Timestamp,
        /// Last free day the shipping line gives; `None` until it gives one.
        nullable pickup_lfd_line: Timestamp,
    }
}

resource! {
    /// A container of a shipment.
    pub struct Container = "container" {
        /// Its number.
        required number: String,
        /// The customer's own references.
        list ref_numbers: String,
        /// `dry`, `reefer`, `open top`, `flat rack`, `bulk`, `tank`.
        nullable equipment_type: String,
        /// Length in feet.
        nullable equipment_length: i64,
        /// `standard` or `high_cube`.
        nullable equipment_height: String,
        /// Weight in pounds; 0 when the carrier does not say.
        nullable weight_in_lbs: serde_json::Number,
        /// When it was first known.
        nullable created_at: Timestamp,
        /// Number of its seal.
        nullable seal_number: String,
        /// Last free day: the line's, else the terminal's, else the railway's.
        nullable pickup_lfd: Timestamp,
        /// Appointment for picking it up.
        nullable pickup_appointment_at: Timestamp,
        /// Whether anybody tells if it may be picked up.
        nullable availability_known: bool,
        /// Whether it may be picked up.
        nullable available_for_pickup: bool,
        /// Vessel arrived at the port of discharge.
        nullable pod_arrived_at: Timestamp,
        /// Discharged there.
        nullable pod_discharged_at: Timestamp,
        /// Picked up there.
        nullable pod_full_out_at: Timestamp,
        /// When the terminal was last asked.
        nullable terminal_checked_at: Timestamp,
        /// Chassis it was picked up on.
        nullable pod_full_out_chassis_number: String,
        /// Where it stands at the terminal.
        nullable location_at_pod_terminal: String,
        /// Picked up at the inland destination.
        nullable final_destination_full_out_at: Timestamp,
        /// Came back empty.
        nullable empty_terminated_at: Timestamp,
        /// Holds, also inland ones; empty for none.
        list holds_at_pod_terminal: TerminalHold,
        /// Fees, also inland ones; empty for none.
        list fees_at_pod_terminal: TerminalFee,
        /// Zone of the port of discharge, IANA name.
        nullable pod_timezone: String,
        /// Zone of the inland destination.
        nullable final_destination_timezone: String,
        /// Zone of the place the empty came back to.
        nullable empty_terminated_timezone: String,
        /// Railway that takes it at the port.
        nullable pod_rail_carrier_scac: String,
        /// Railway that brings it inland.
        nullable ind_rail_carrier_scac: String,
        /// When the terminal was last polled.
        nullable pod_last_tracking_request_at: Timestamp,
        /// When the carrier was last polled.
        nullable shipment_last_tracking_request_at: Timestamp,
        /// On a rail car at the port.
        nullable pod_rail_loaded_at: Timestamp,
        /// The train left the port.
        nullable pod_rail_departed_at: Timestamp,
        /// Expected inland.
        nullable ind_eta_at: Timestamp,
        /// Arrived inland.
        nullable ind_ata_at: Timestamp,
        /// Off the rail car inland.
        nullable ind_rail_unloaded_at: Timestamp,
        /// Last free day inland; the service's older name for `import_deadlines.pickup_lfd_rail`.
        nullable ind_facility_lfd_on: Timestamp,
        /// Last free days by who sets them.
        nullable import_deadlines: ImportDeadlines,
        /// Where it is.
        required current_status: ContainerStatus,
        /// Delivered, as a user says.
        nullable delivered_at: Timestamp,
        /// Collected empty at the origin.
        nullable empty_out_at: Timestamp,
        /// Came full to the port of lading.
        nullable pol_full_in_at: Timestamp,
        /// Loaded there.
        nullable pol_vessel_loaded_at: Timestamp,
        /// Left there.
        nullable pol_vessel_departed_at: Timestamp,
        /// When the railway was last polled.
        nullable rail_last_tracking_request_at: Timestamp,
    }
    relationships {
        /// The shipment it belongs to.
        one shipment: shipment,
        /// Where it is to be picked up.
        one pickup_facility: terminal | rail_terminal,
        /// Terminal at the port of discharge.
        one pod_terminal: terminal,
        /// What happened to it.
        many transport_events: transport_event,
        /// What its carrier says happened to it.
        many raw_events: raw_event,
    }
}
