//! Shipments.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;

/// The id of a [`Shipment`].
pub type ShipmentId = Id<Shipment>;

open_enum! {
    /// Why a shipment is no longer followed.
    pub enum StopReason {
        /// All its containers were returned empty.
        AllContainersTerminated => "all_containers_terminated",
        /// Too much time has passed since its arrival.
        PastArrivalWindow => "past_arrival_window",
        /// Too much time has passed since its containers were picked up.
        PastFullOutWindow => "past_full_out_window",
        /// The shipping line has had no news of it for too long.
        NoUpdatesAtLine => "no_updates_at_line",
        /// A user stopped it.
        CancelledByUser => "cancelled_by_user",
        /// The booking was cancelled.
        BookingCancelled => "booking_cancelled",
        /// The account was closed.
        AccountClosed => "account_closed",
    }
}

resource! {
    /// A shipment: what travels under one bill of lading or booking.
    pub struct Shipment = "shipment" {
        /// Number of the bill of lading or booking as it was submitted.
        required bill_of_lading_number: String,
        /// Number as the shipping line is asked for it, often without the line's prefix.
        required normalized_number: String,
        /// The customer's own references for the shipment.
        list ref_numbers: String,
        /// When the service learned of the shipment.
        nullable created_at: Timestamp,
        /// Labels that the account gave the shipment.
        list tags: String,
        /// UN/LOCODE of the port of lading; `None` when it is not known.
        nullable port_of_lading_locode: String,
        /// Name of the port of lading; `None` when it is not known.
        nullable port_of_lading_name: String,
        /// UN/LOCODE of the port of discharge; `None` when it is not known.
        nullable port_of_discharge_locode: String,
        /// Name of the port of discharge; `None` when it is not known.
        nullable port_of_discharge_name: String,
        /// UN/LOCODE of the inland destination; `None` when there is none or only its name is known.
        nullable destination_locode: String,
        /// Name of the inland destination; `None` when there is none.
        nullable destination_name: String,
        /// SCAC of the shipping line.
        nullable shipping_line_scac: String,
        /// Full name of the shipping line.
        nullable shipping_line_name: String,
        /// Short name of the shipping line.
        nullable shipping_line_short_name: String,
        /// Name of the customer it is tracked for; `None` when none was given.
        nullable customer_name: String,
        /// Name of the vessel that arrives at the port of discharge; `None` when it is not known.
        nullable pod_vessel_name: String,
        /// IMO number of that vessel as text; `None` when it is not known.
        nullable pod_vessel_imo: String,
        /// Number of the voyage on which that vessel arrives; `None` when it is not known.
        nullable pod_voyage_number: String,
        /// Planned departure from the port of lading, in the zone `pol_timezone`; `None` when the shipping line gives
        /// none.
        nullable pol_etd_at: Timestamp => pol_timezone,
        /// Departure from the port of lading as it was first planned; `None` when the shipping line gave none.
        nullable pol_original_etd_at: Timestamp => pol_timezone,
        /// Actual departure from the port of lading; `None` before that.
        nullable pol_atd_at: Timestamp => pol_timezone,
        /// Expected arrival at the port of discharge, in the zone `pod_timezone`; `None` when it is not known, and
        /// often after the arrival.
        nullable pod_eta_at: Timestamp => pod_timezone,
        /// Arrival at the port of discharge as it was first expected; `None` when the shipping line gave none.
        nullable pod_original_eta_at: Timestamp => pod_timezone,
        /// Actual arrival at the port of discharge; `None` before that.
        nullable pod_ata_at: Timestamp => pod_timezone,
        /// Expected arrival at the inland destination as the shipping line says, in the zone `destination_timezone`;
        /// `None` when it gives none.
        nullable destination_eta_at: Timestamp => destination_timezone,
        /// Arrival at the inland destination as it was first expected; `None` when the shipping line gave none.
        nullable destination_original_eta_at: Timestamp => destination_timezone,
        /// Actual arrival at the inland destination as the shipping line says; `None` before that.
        nullable destination_ata_at: Timestamp => destination_timezone,
        /// Time zone of the port of lading as its IANA name; `None` when it is not known.
        nullable pol_timezone: String,
        /// Time zone of the port of discharge as its IANA name; `None` when it is not known.
        nullable pod_timezone: String,
        /// Time zone of the inland destination as its IANA name; `None` when there is none or it is not known.
        nullable destination_timezone: String,
        /// When the shipping line was last asked for the shipment; `None` when it never was.
        nullable line_tracking_last_attempted_at: Timestamp,
        /// When the shipping line last answered with data; `None` when it never did.
        nullable line_tracking_last_succeeded_at: Timestamp,
        /// When the service stopped following the shipment; `None` while it follows it.
        nullable line_tracking_stopped_at: Timestamp,
        /// Why the service stopped following the shipment; `None` while it follows it.
        nullable line_tracking_stopped_reason: StopReason,
    }
    relationships {
        /// Inland destination; empty when there is none or it is not recognised.
        one destination: port | metro_area,
        /// Port where the containers are loaded on the first vessel; empty when it is not recognised.
        one port_of_lading: port,
        /// Containers of the shipment.
        many containers: container,
        /// Port where the containers leave the last vessel; empty when it is not recognised.
        one port_of_discharge: port,
        /// Terminal at the port of discharge; empty when it is not known.
        one pod_terminal: terminal,
        /// Terminal at the inland destination; empty when there is none or it is not known.
        one destination_terminal: terminal | rail_terminal,
        /// User who stopped following the shipment; empty when no user did.
        one line_tracking_stopped_by_user: user,
    }
}
