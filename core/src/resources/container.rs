//! Containers, with their holds, fees and last free days.

use serde_json::Value;

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use super::structures::structure;
use crate::ids::Id;

/// The id of a [`Container`].
pub type ContainerId = Id<Container>;

open_enum! {
    /// Where a container is. The values follow no fixed order: a container can skip values and return to earlier ones.
    pub enum ContainerStatus {
        /// The container is tracked, and no milestone is known yet.
        New => "new",
        /// The container is on a vessel: it was loaded and is not yet discharged.
        OnShip => "on_ship",
        /// The container is at the terminal and can be picked up.
        Available => "available",
        /// The container is at the terminal and cannot be picked up.
        NotAvailable => "not_available",
        /// The container is off the vessel or train, and it is unknown whether it can be picked up.
        Grounded => "grounded",
        /// The container is on a rail car.
        OnRail => "on_rail",
        /// The loaded container has left the terminal.
        PickedUp => "picked_up",
        /// The container was moved to another yard, where it can be picked up.
        OffDock => "off_dock",
        /// A user marked the container as delivered.
        Delivered => "delivered",
        /// The container was dropped. The hosted service does not document the meaning of this value.
        Dropped => "dropped",
        /// The container was loaded. The hosted service does not document the meaning of this value.
        Loaded => "loaded",
        /// The empty container was returned, which ends its tracking.
        EmptyReturned => "empty_returned",
        /// The container is off the vessel and continues by rail.
        AwaitingInlandTransfer => "awaiting_inland_transfer",
    }
}

structure! {
    /// A hold on a container at a terminal: a reason why it cannot be picked up. Released holds are not listed.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
    pub struct TerminalHold {
        /// Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
        plain name: String,
        /// Status of the hold: `pending` or `hold`.
        plain status: String,
        /// Description by the terminal; empty or `null` if the terminal gives none.
        nullable description: String,
    }
    optional {
        /// More about the hold, in the words of the terminal; left out if the terminal gives none.
        detail: String,
        /// When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the embedded service
        /// reports it.
        unconfirmed_since: Timestamp,
    }
}

structure! {
    /// A fee for a container at a terminal.
    #[derive(Debug, Clone, PartialEq, Hash)]
    pub struct TerminalFee {
        /// Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other fees.
        plain kind: String = "type",
        /// Amount of the fee, with the digits that the source sent; 0 is an amount.
        required amount: serde_json::Number,
        /// Currency of the amount (ISO 4217); `null` if the terminal does not report it.
        nullable currency_code: String,
    }
}

structure! {
    /// The last free days of a container, by the party that sets them. Storage is charged after the last free day.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct ImportDeadlines {
        /// Last free day that the terminal at the port of discharge sets; `null` if unknown.
        nullable pickup_lfd_terminal: Timestamp => pod_timezone,
        /// Last free day that the railway sets at the inland destination; `null` if unknown.
        nullable pickup_lfd_rail: Timestamp => final_destination_timezone | pod_timezone,
        /// Last free day that the shipping line sets; `null` if unknown.
        nullable pickup_lfd_line: Timestamp => final_destination_timezone | pod_timezone,
    }
    optional {
        /// Day until which the fees at the terminal are paid; left out if unknown. Only the embedded service reports it.
        pickup_good_through: Timestamp,
        /// Last free day for the return of the empty container: that of detention, or of a combined free time; left out if unknown. Only the
        /// embedded service reports it.
        return_lfd_line: Timestamp,
    }
}

resource! {
    /// A container of a shipment.
    pub struct Container = "container" {
        /// Container number (ISO 6346).
        required number: String,
        /// References of the customer for the container.
        list ref_numbers: String,
        /// Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; `null` if unknown.
        nullable equipment_type: String,
        /// Length of the container in feet: 10, 20, 40 or 45; `null` if unknown.
        nullable equipment_length: i64,
        /// Height of the container: `standard` or `high_cube`; `null` if unknown.
        nullable equipment_height: String,
        /// Weight in pounds, as reported by the shipping line; 0 or `null` if unknown.
        nullable weight_in_lbs: serde_json::Number,
        /// Kind of the weight, such as `verified gross mass`, `gross` or `tare`; missing if unknown. Only the embedded service reports it.
        optional weight_kind: String,
        /// Time when the service created the container.
        nullable created_at: Timestamp,
        /// Number of the seal on the doors; `null` if unknown.
        nullable seal_number: String,
        /// Numbers of all seals that the sources report, that of `seal_number` first: a seal may be replaced after an examination. Only the
        /// embedded service reports them.
        list seals: String,
        /// Last free day that applies where the container is picked up; `null` if unknown. The embedded service returns the earliest one:
        /// at the port that of the terminal or the shipping line, at the inland destination that of the railway or the shipping line. The
        /// hosted service returns that of the shipping line, else of the terminal, else of the railway.
        nullable pickup_lfd: Timestamp => pod_timezone | final_destination_timezone,
        /// `true` if `pickup_lfd` was given before the container arrived, so that it may move with the arrival; missing otherwise. Only the
        /// embedded service reports it.
        optional pickup_lfd_may_move: bool,
        /// Last free day that applied when the container was picked up; missing before that. Only the embedded service reports it.
        optional pickup_lfd_at_pickup: Timestamp => pod_timezone | final_destination_timezone,
        /// Fees at the terminal when the container was picked up; missing before that. Only the embedded service reports them.
        optional fees_at_pickup: Vec<TerminalFee>,
        /// Time of the pickup appointment at the terminal; `null` if there is no appointment.
        nullable pickup_appointment_at: Timestamp => pod_timezone | final_destination_timezone,
        /// Whether the terminal reports availability for pickup; if not, `available_for_pickup` has no meaning.
        nullable availability_known: bool,
        /// Whether the container can be picked up, as reported by the terminal; `null` if the terminal does not report it.
        nullable available_for_pickup: bool,
        /// Time when the vessel arrived at the port of discharge; `null` before that.
        nullable pod_arrived_at: Timestamp => pod_timezone,
        /// Time when the container was discharged at the port of discharge; `null` before that.
        nullable pod_discharged_at: Timestamp => pod_timezone,
        /// Time when the loaded container was picked up at the port of discharge; `null` before that, and usually if it continues by
        /// rail.
        nullable pod_full_out_at: Timestamp => pod_timezone,
        /// Time when the data of the terminal was last read; `null` if never.
        nullable terminal_checked_at: Timestamp,
        /// Number of the chassis on which the container was picked up; `null` if unknown.
        nullable pod_full_out_chassis_number: String,
        /// Position in the yard of the terminal, as free text of the terminal; `null` if unknown.
        nullable location_at_pod_terminal: String,
        /// Time when the container was picked up at the inland destination; `null` before that, and if it has no inland destination.
        nullable final_destination_full_out_at: Timestamp => final_destination_timezone,
        /// Time when the empty container was returned; `null` before that.
        nullable empty_terminated_at: Timestamp => empty_terminated_timezone,
        /// Holds at the terminal at the port of discharge and at the inland terminal; empty if there are no holds.
        list holds_at_pod_terminal: TerminalHold,
        /// Fees at the terminal at the port of discharge and at the inland terminal; empty if there are no fees.
        list fees_at_pod_terminal: TerminalFee,
        /// Releases of the container by shipping line, customs and terminal. The hosted service names the attribute without describing its
        /// content; the embedded service omits it.
        optional release_statuses: Value,
        /// Time zone of the port of discharge (IANA name); `null` if unknown.
        nullable pod_timezone: String,
        /// Time zone of the inland destination (IANA name); `null` if unknown, and if there is no inland destination.
        nullable final_destination_timezone: String,
        /// Time zone of the place where the empty container is returned (IANA name); `null` if unknown.
        nullable empty_terminated_timezone: String,
        /// SCAC of the railway that takes the container at the port of discharge; `null` if unknown, and if it does not travel by rail.
        nullable pod_rail_carrier_scac: String,
        /// SCAC of the railway that delivers to the inland destination; `null` if unknown, and if it does not travel by rail.
        nullable ind_rail_carrier_scac: String,
        /// Time when the service last requested data about the container from the terminal; `null` if never.
        nullable pod_last_tracking_request_at: Timestamp,
        /// Time when the service last requested data about the shipment from the shipping line; `null` if never.
        nullable shipment_last_tracking_request_at: Timestamp,
        /// Time when the container was loaded on a rail car at the port of discharge; `null` before that, and if it does not travel by
        /// rail.
        nullable pod_rail_loaded_at: Timestamp => pod_timezone,
        /// Time when the train left the port of discharge; `null` before that, and if the container does not travel by rail.
        nullable pod_rail_departed_at: Timestamp => pod_timezone,
        /// Estimated arrival at the inland destination, as reported by the railway; `null` if unknown.
        nullable ind_eta_at: Timestamp => final_destination_timezone,
        /// Actual arrival at the inland destination, as reported by the railway; `null` before that.
        nullable ind_ata_at: Timestamp => final_destination_timezone,
        /// Time when the container was unloaded from the rail car at the inland destination; `null` before that.
        nullable ind_rail_unloaded_at: Timestamp => final_destination_timezone,
        /// Last free day inland. Deprecated: use `pickup_lfd_rail` of `import_deadlines`.
        nullable ind_facility_lfd_on: Timestamp => final_destination_timezone | pod_timezone,
        /// Holds at the inland terminal, under an older name. The hosted service sends `null`: use `holds_at_pod_terminal`.
        optional ind_facility_holds: Vec<TerminalHold>,
        /// Fees at the inland terminal, under an older name. The hosted service sends `null`: use `fees_at_pod_terminal`.
        optional ind_facility_fees: Vec<TerminalFee>,
        /// Last free day of the shipping line, under an older name. The hosted service sends `null`: use `import_deadlines`.
        optional ssl_lfd: Timestamp => pod_timezone | final_destination_timezone,
        /// Last free days by the party that sets them; `null` if none is known.
        nullable import_deadlines: ImportDeadlines,
        /// Current status of the container, which the service derives from its events.
        required current_status: ContainerStatus,
        /// `true` if the container left its shipment, for example because it was rolled over to another booking; missing otherwise. Only the
        /// embedded service reports it.
        optional left_shipment: bool,
        /// Time when a user marked the container as delivered; `null` before that.
        nullable delivered_at: Timestamp,
        /// Time when the empty container was picked up at the origin; `null` before that.
        nullable empty_out_at: Timestamp,
        /// Time when the loaded container was delivered to the port of lading; `null` before that.
        nullable pol_full_in_at: Timestamp,
        /// Time when the container was loaded on the vessel at the port of lading; `null` before that.
        nullable pol_vessel_loaded_at: Timestamp,
        /// Time when the vessel left the port of lading; `null` before that.
        nullable pol_vessel_departed_at: Timestamp,
        /// Time when the service last requested data about the container from the railway; `null` if never.
        nullable rail_last_tracking_request_at: Timestamp,
    }
    relationships {
        /// Shipment to which the container belongs.
        one shipment: shipment,
        /// Terminal where the container is to be picked up; empty if unknown.
        one pickup_facility: terminal,
        /// Terminal at the port of discharge; empty if unknown.
        one pod_terminal: terminal,
        /// Events of the container: actual and expected movements, and changes of its last free days.
        many transport_events: transport_event,
        /// Statements of the shipping line, terminal and railway from which the events are derived.
        many raw_events: raw_event,
    }
}
