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
        /// Every container came back empty.
        AllContainersTerminated => "all_containers_terminated",
        /// Too long since the vessel arrived.
        PastArrivalWindow => "past_arrival_window",
        /// Too long since the containers were picked up.
        PastFullOutWindow => "past_full_out_window",
        /// Too long without news from the carrier.
        NoUpdatesAtLine => "no_updates_at_line",
        /// A user said so.
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
        /// The number as submitted.
        required bill_of_lading_number: String,
        /// The form of the number the carrier is asked for.
        required normalized_number: String,
        /// The customer's own references.
        list ref_numbers: String,
        /// When it was first known.
        nullable created_at: Timestamp,
        /// Labels.
        list tags: String,
        /// Port of lading, UN/LOCODE.
        nullable port_of_lading_locode: String,
        /// Port of lading.
        nullable port_of_lading_name: String,
        /// Port of discharge, UN/LOCODE.
        nullable port_of_discharge_locode: String,
        /// Port of discharge.
        nullable port_of_discharge_name: String,
        /// Inland destination, UN/LOCODE.
        nullable destination_locode: String,
        /// Inland destination.
        nullable destination_name: String,
        /// The carrier's code.
        nullable shipping_line_scac: String,
        /// The carrier.
        nullable shipping_line_name: String,
        /// The carrier, short.
        nullable shipping_line_short_name: String,
        /// The customer it is tracked for.
        nullable customer_name: String,
        /// Vessel that arrives at the port of discharge.
        nullable pod_vessel_name: String,
        /// Its IMO number.
        nullable pod_vessel_imo: String,
        /// Its voyage.
        nullable pod_voyage_number: String,
        /// Planned departure from the port of lading.
        nullable pol_etd_at: Timestamp,
        /// First planned departure.
        nullable pol_original_etd_at: Timestamp,
        /// Actual departure.
        nullable pol_atd_at: Timestamp,
        /// Expected arrival at the port of discharge.
        nullable pod_eta_at: Timestamp,
        /// First expected arrival.
        nullable pod_original_eta_at: Timestamp,
        /// Actual arrival.
        nullable pod_ata_at: Timestamp,
        /// Expected arrival at the inland destination.
        nullable destination_eta_at: Timestamp,
        /// First expected arrival there.
        nullable destination_original_eta_at: Timestamp,
        /// Actual arrival there.
        nullable destination_ata_at: Timestamp,
        /// Zone of the port of lading, IANA name.
        nullable pol_timezone: String,
        /// Zone of the port of discharge.
        nullable pod_timezone: String,
        /// Zone of the inland destination.
        nullable destination_timezone: String,
        /// When the carrier was last asked.
        nullable line_tracking_last_attempted_at: Timestamp,
        /// When it last answered with data.
        nullable line_tracking_last_succeeded_at: Timestamp,
        /// When following it ended.
        nullable line_tracking_stopped_at: Timestamp,
        /// Why following it ended.
        nullable line_tracking_stopped_reason: StopReason,
    }
    relationships {
        /// Inland destination: a port or a metro area.
        one destination: port | metro_area,
        /// Port of lading.
        one port_of_lading: port,
        /// Its containers.
        many containers: container,
        /// Port of discharge.
        one port_of_discharge: port,
        /// Terminal at the port of discharge.
        one pod_terminal: terminal,
        /// Terminal at the inland destination.
        one destination_terminal: terminal | rail_terminal,
        /// Who stopped following it.
        one line_tracking_stopped_by_user: user,
    }
}
