//! Shipments.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;

/// The id of a [`Shipment`].
pub type ShipmentId = Id<Shipment>;

open_enum! {
    /// The reason why tracking of a shipment stopped.
    pub enum StopReason {
        /// All containers were returned empty.
        AllContainersTerminated => "all_containers_terminated",
        /// The maximum time after the arrival has passed.
        PastArrivalWindow => "past_arrival_window",
        /// The maximum time after the containers were picked up has passed.
        PastFullOutWindow => "past_full_out_window",
        /// The shipping line has reported nothing new for too long.
        NoUpdatesAtLine => "no_updates_at_line",
        /// A user stopped tracking.
        CancelledByUser => "cancelled_by_user",
        /// The booking was cancelled.
        BookingCancelled => "booking_cancelled",
        /// The account was closed.
        AccountClosed => "account_closed",
    }
}

resource! {
    /// A shipment: the containers that travel under one bill of lading or booking.
    pub struct Shipment = "shipment" {
        /// Number of the bill of lading or booking, as it was submitted.
        required bill_of_lading_number: String,
        /// Number in the form that is sent to the shipping line, often without the prefix of the line.
        required normalized_number: String,
        /// References of the customer for the shipment.
        list ref_numbers: String,
        /// Time when the service created the shipment.
        nullable created_at: Timestamp,
        /// Tags that the account assigned to the shipment.
        list tags: String,
        /// UN/LOCODE of the port of lading; `null` if unknown.
        nullable port_of_lading_locode: String,
        /// Name of the port of lading; `null` if unknown.
        nullable port_of_lading_name: String,
        /// UN/LOCODE of the port of discharge; `null` if unknown.
        nullable port_of_discharge_locode: String,
        /// Name of the port of discharge; `null` if unknown.
        nullable port_of_discharge_name: String,
        /// UN/LOCODE of the inland destination; `null` if there is no inland destination, or only its name is known.
        nullable destination_locode: String,
        /// Name of the inland destination; `null` if there is no inland destination.
        nullable destination_name: String,
        /// SCAC of the shipping line.
        nullable shipping_line_scac: String,
        /// Full name of the shipping line.
        nullable shipping_line_name: String,
        /// Short name of the shipping line.
        nullable shipping_line_short_name: String,
        /// Name of the customer for whom the shipment is tracked; `null` if no customer was given.
        nullable customer_name: String,
        /// Name of the vessel that arrives at the port of discharge; `null` if unknown.
        nullable pod_vessel_name: String,
        /// IMO number, as text, of the vessel that arrives at the port of discharge; `null` if unknown.
        nullable pod_vessel_imo: String,
        /// Number of the voyage that arrives at the port of discharge; `null` if unknown.
        nullable pod_voyage_number: String,
        /// Estimated departure from the port of lading; `null` if unknown. Its time zone is `pol_timezone`.
        nullable pol_etd_at: Timestamp => pol_timezone,
        /// First estimate of the departure from the port of lading; `null` if unknown.
        nullable pol_original_etd_at: Timestamp => pol_timezone,
        /// Actual departure from the port of lading; `null` before that.
        nullable pol_atd_at: Timestamp => pol_timezone,
        /// Estimated arrival at the port of discharge; `null` if unknown, and often after the arrival. Its time zone is `pod_timezone`.
        nullable pod_eta_at: Timestamp => pod_timezone,
        /// First estimate of the arrival at the port of discharge; `null` if unknown.
        nullable pod_original_eta_at: Timestamp => pod_timezone,
        /// Actual arrival at the port of discharge; `null` before that.
        nullable pod_ata_at: Timestamp => pod_timezone,
        /// Estimated arrival at the inland destination, as reported by the shipping line; `null` if unknown. Its time zone is
        /// `destination_timezone`.
        nullable destination_eta_at: Timestamp => destination_timezone,
        /// First estimate of the arrival at the inland destination; `null` if unknown.
        nullable destination_original_eta_at: Timestamp => destination_timezone,
        /// Actual arrival at the inland destination, as reported by the shipping line; `null` before that.
        nullable destination_ata_at: Timestamp => destination_timezone,
        /// Time zone of the port of lading (IANA name); `null` if unknown.
        nullable pol_timezone: String,
        /// Time zone of the port of discharge (IANA name); `null` if unknown.
        nullable pod_timezone: String,
        /// Time zone of the inland destination (IANA name); `null` if unknown, and if there is no inland destination.
        nullable destination_timezone: String,
        /// Time when the service last requested data from the shipping line; `null` if never.
        nullable line_tracking_last_attempted_at: Timestamp,
        /// Time when the shipping line last returned data; `null` if never.
        nullable line_tracking_last_succeeded_at: Timestamp,
        /// Time when tracking stopped; `null` while the shipment is tracked.
        nullable line_tracking_stopped_at: Timestamp,
        /// Reason why tracking stopped; `null` while the shipment is tracked.
        nullable line_tracking_stopped_reason: StopReason,
    }
    relationships {
        /// Inland destination; empty if the shipment has no inland destination, or it is not recognized.
        one destination: port | metro_area,
        /// Port where the containers are loaded on the first vessel; empty if it is unknown or not recognized.
        one port_of_lading: port,
        /// Containers of the shipment.
        many containers: container,
        /// Port where the containers are discharged from the last vessel; empty if it is unknown or not recognized.
        one port_of_discharge: port,
        /// Terminal at the port of discharge; empty if unknown.
        one pod_terminal: terminal,
        /// Terminal at the inland destination; empty if unknown, and if there is no inland destination.
        one destination_terminal: terminal | rail_terminal,
        /// User who stopped tracking; empty if tracking was not stopped by a user.
        one line_tracking_stopped_by_user: user,
    }
}
