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
        /// The container is tracked and has met no milestone yet.
        New => "new",
        /// The container is on a vessel: loaded or under way, and not discharged.
        OnShip => "on_ship",
        /// The container may be picked up.
        Available => "available",
        /// The container is at the terminal and may not be picked up.
        NotAvailable => "not_available",
        /// The container is off the vessel or the train, and nobody says whether it may be picked up.
        Grounded => "grounded",
        /// The container is on a rail car.
        OnRail => "on_rail",
        /// The loaded container has left the terminal.
        PickedUp => "picked_up",
        /// The container was moved to another yard, where it may be picked up.
        OffDock => "off_dock",
        /// The container was delivered, as a user says.
        Delivered => "delivered",
        /// The container was dropped; the service does not explain the value.
        Dropped => "dropped",
        /// The container was loaded; the service does not explain the value.
        Loaded => "loaded",
        /// The empty container was returned, which ends its tracking.
        EmptyReturned => "empty_returned",
        /// The container is off the vessel and will travel on by rail.
        AwaitingInlandTransfer => "awaiting_inland_transfer",
    }
}

structure! {
    /// A hold on a container at a terminal. A cleared hold is not listed any more.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
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
    #[derive(Debug, Clone, PartialEq, Hash)]
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
        nullable pickup_lfd_terminal: Timestamp => pod_timezone,
        /// Last free day the railway gives at the inland destination; `None` until it gives one.
        nullable pickup_lfd_rail: Timestamp => final_destination_timezone | pod_timezone,
        /// Last free day the shipping line gives; `None` until it gives one.
        nullable pickup_lfd_line: Timestamp => final_destination_timezone | pod_timezone,
    }
}

resource! {
    /// A container of a shipment.
    pub struct Container = "container" {
        /// Number painted on the container, ISO 6346.
        required number: String,
        /// The customer's own references for the container.
        list ref_numbers: String,
        /// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; `None` when it is not
        /// known.
        nullable equipment_type: String,
        /// Length of the container in feet: 10, 20, 40, 45; `None` when it is not known.
        nullable equipment_length: i64,
        /// Height of the container: `standard` or `high_cube`; `None` when it is not known.
        nullable equipment_height: String,
        /// Weight in pounds, as the shipping line says; 0 or `None` when it says nothing.
        nullable weight_in_lbs: serde_json::Number,
        /// When the service learned of the container.
        nullable created_at: Timestamp,
        /// Number of the seal on its doors; `None` when it is not known.
        nullable seal_number: String,
        /// Last day it is stored free of charge: the shipping line's, else the terminal's, else the railway's; `None`
        /// until one is given.
        nullable pickup_lfd: Timestamp => pod_timezone | final_destination_timezone,
        /// Appointment to pick it up at the terminal; `None` when there is none.
        nullable pickup_appointment_at: Timestamp => pod_timezone | final_destination_timezone,
        /// Whether the terminal tells if it may be picked up; without that, `available_for_pickup` means nothing.
        nullable availability_known: bool,
        /// Whether it may be picked up, as the terminal says; `None` when the terminal does not.
        nullable available_for_pickup: bool,
        /// When its vessel arrived at the port of discharge; `None` before that.
        nullable pod_arrived_at: Timestamp => pod_timezone,
        /// When it was discharged at the port of discharge; `None` before that.
        nullable pod_discharged_at: Timestamp => pod_timezone,
        /// When it was picked up at the port of discharge; `None` before that, and usually when it travels on by rail.
        nullable pod_full_out_at: Timestamp => pod_timezone,
        /// When the terminal's data was last read; `None` when it never was.
        nullable terminal_checked_at: Timestamp,
        /// Number of the chassis it was picked up on; `None` when the terminal does not say.
        nullable pod_full_out_chassis_number: String,
        /// Where it stands in the yard of the terminal, in the terminal's words; `None` when the terminal does not say.
        nullable location_at_pod_terminal: String,
        /// When it was picked up at the inland destination; `None` before that, and when it does not travel inland.
        nullable final_destination_full_out_at: Timestamp => final_destination_timezone,
        /// When the empty container was returned; `None` before that.
        nullable empty_terminated_at: Timestamp => empty_terminated_timezone,
        /// Holds of the terminal, also of the inland one: what keeps the container from being picked up; empty when
        /// there is none.
        list holds_at_pod_terminal: TerminalHold,
        /// Fees due at the terminal, also at the inland one; empty when there is none.
        list fees_at_pod_terminal: TerminalFee,
        /// Time zone of the port of discharge as its IANA name; `None` when it is not known.
        nullable pod_timezone: String,
        /// Time zone of the inland destination as its IANA name; `None` when there is none or it is not known.
        nullable final_destination_timezone: String,
        /// Time zone of the place where the empty container is returned, as its IANA name; `None` when it is not known.
        nullable empty_terminated_timezone: String,
        /// SCAC of the railway that takes it from the port of discharge; `None` when it does not travel by rail.
        nullable pod_rail_carrier_scac: String,
        /// SCAC of the railway that brings it to the inland destination; `None` when it does not travel by rail.
        nullable ind_rail_carrier_scac: String,
        /// When the terminal was last asked for it; `None` when it never was.
        nullable pod_last_tracking_request_at: Timestamp,
        /// When the shipping line was last asked for its shipment; `None` when it never was.
        nullable shipment_last_tracking_request_at: Timestamp,
        /// When it was loaded on a rail car at the port of discharge; `None` before that, and when it does not travel
        /// by rail.
        nullable pod_rail_loaded_at: Timestamp => pod_timezone,
        /// When its train left the port of discharge; `None` before that, and when it does not travel by rail.
        nullable pod_rail_departed_at: Timestamp => pod_timezone,
        /// When it is expected at the inland destination, as the railway says; `None` when it does not.
        nullable ind_eta_at: Timestamp => final_destination_timezone,
        /// When it arrived at the inland destination, as the railway says; `None` before that.
        nullable ind_ata_at: Timestamp => final_destination_timezone,
        /// When it was unloaded from the rail car at the inland destination; `None` before that.
        nullable ind_rail_unloaded_at: Timestamp => final_destination_timezone,
        /// Last free day inland; the service's older name for `pickup_lfd_rail` of `import_deadlines`.
        nullable ind_facility_lfd_on: Timestamp => final_destination_timezone | pod_timezone,
        /// Holds of the inland terminal under an older name; `None` in all that has been seen, see
        /// `holds_at_pod_terminal`.
        optional ind_facility_holds: Vec<TerminalHold>,
        /// Fees at the inland terminal under an older name; `None` in all that has been seen, see
        /// `fees_at_pod_terminal`.
        optional ind_facility_fees: Vec<TerminalFee>,
        /// Last free day of the shipping line under an older name; `None` in all that has been seen, see
        /// `import_deadlines`.
        optional ssl_lfd: Timestamp => pod_timezone | final_destination_timezone,
        /// Last free days by who sets them; `None` when nothing is known of them.
        nullable import_deadlines: ImportDeadlines,
        /// Where it is, as the service concludes from its events.
        required current_status: ContainerStatus,
        /// When a user marked it as delivered; `None` until one does.
        nullable delivered_at: Timestamp,
        /// When the empty container was collected at the origin; `None` before that.
        nullable empty_out_at: Timestamp,
        /// When the loaded container was brought to the port of lading; `None` before that.
        nullable pol_full_in_at: Timestamp,
        /// When it was loaded on the vessel at the port of lading; `None` before that.
        nullable pol_vessel_loaded_at: Timestamp,
        /// When its vessel left the port of lading; `None` before that.
        nullable pol_vessel_departed_at: Timestamp,
        /// When the railway was last asked for it; `None` when it never was.
        nullable rail_last_tracking_request_at: Timestamp,
    }
    relationships {
        /// Shipment the container belongs to.
        one shipment: shipment,
        /// Terminal where the container is to be picked up; empty when it is not known.
        one pickup_facility: terminal,
        /// Terminal at the port of discharge; empty when it is not known.
        one pod_terminal: terminal,
        /// Events of the container: what happened to it or is expected to, and changes of its last free days.
        many transport_events: transport_event,
        /// What shipping line, terminal and railway said in their own words.
        many raw_events: raw_event,
    }
}
