//! Shipments.

use shiptrack::resources::Shipment;

use super::family::family;

family! {
    Shipment(it) = 2;
    texts {
        /// The number as submitted.
        shiptrack_shipment_bill_of_lading_number = it.bill_of_lading_number;
        /// The form of the number the carrier is asked for.
        shiptrack_shipment_normalized_number = it.normalized_number;
        /// When it was first known.
        shiptrack_shipment_created_at = it.created_at;
        /// Port of lading, UN/LOCODE.
        shiptrack_shipment_port_of_lading_locode = it.port_of_lading_locode;
        /// Port of lading.
        shiptrack_shipment_port_of_lading_name = it.port_of_lading_name;
        /// Port of discharge, UN/LOCODE.
        shiptrack_shipment_port_of_discharge_locode = it.port_of_discharge_locode;
        /// Port of discharge.
        shiptrack_shipment_port_of_discharge_name = it.port_of_discharge_name;
        /// Inland destination, UN/LOCODE.
        shiptrack_shipment_destination_locode = it.destination_locode;
        /// Inland destination.
        shiptrack_shipment_destination_name = it.destination_name;
        /// The carrier's code.
        shiptrack_shipment_shipping_line_scac = it.shipping_line_scac;
        /// The carrier.
        shiptrack_shipment_shipping_line_name = it.shipping_line_name;
        /// The carrier, short.
        shiptrack_shipment_shipping_line_short_name = it.shipping_line_short_name;
        /// The customer it is tracked for.
        shiptrack_shipment_customer_name = it.customer_name;
        /// Vessel that arrives at the port of discharge.
        shiptrack_shipment_pod_vessel_name = it.pod_vessel_name;
        /// Its IMO number.
        shiptrack_shipment_pod_vessel_imo = it.pod_vessel_imo;
        /// Its voyage.
        shiptrack_shipment_pod_voyage_number = it.pod_voyage_number;
        /// Planned departure from the port of lading.
        shiptrack_shipment_pol_etd_at = it.pol_etd_at;
        /// First planned departure.
        shiptrack_shipment_pol_original_etd_at = it.pol_original_etd_at;
        /// Actual departure.
        shiptrack_shipment_pol_atd_at = it.pol_atd_at;
        /// Expected arrival at the port of discharge.
        shiptrack_shipment_pod_eta_at = it.pod_eta_at;
        /// First expected arrival.
        shiptrack_shipment_pod_original_eta_at = it.pod_original_eta_at;
        /// Actual arrival.
        shiptrack_shipment_pod_ata_at = it.pod_ata_at;
        /// Expected arrival at the inland destination.
        shiptrack_shipment_destination_eta_at = it.destination_eta_at;
        /// First expected arrival there.
        shiptrack_shipment_destination_original_eta_at = it.destination_original_eta_at;
        /// Actual arrival there.
        shiptrack_shipment_destination_ata_at = it.destination_ata_at;
        /// Zone of the port of lading, IANA name.
        shiptrack_shipment_pol_timezone = it.pol_timezone;
        /// Zone of the port of discharge.
        shiptrack_shipment_pod_timezone = it.pod_timezone;
        /// Zone of the inland destination.
        shiptrack_shipment_destination_timezone = it.destination_timezone;
        /// When the carrier was last asked.
        shiptrack_shipment_line_tracking_last_attempted_at = it.line_tracking_last_attempted_at;
        /// When it last answered with data.
        shiptrack_shipment_line_tracking_last_succeeded_at = it.line_tracking_last_succeeded_at;
        /// When following it ended.
        shiptrack_shipment_line_tracking_stopped_at = it.line_tracking_stopped_at;
        /// Why following it ended.
        shiptrack_shipment_line_tracking_stopped_reason = it.line_tracking_stopped_reason;
    }
    lists {
        /// The customer's own references. Item `index`, from 0.
        [
            /// How many items shiptrack_shipment_ref_numbers_at() has.
            shiptrack_shipment_ref_numbers_count
        ] shiptrack_shipment_ref_numbers_at = it.ref_numbers;
        /// Labels. Item `index`, from 0.
        [
            /// How many items shiptrack_shipment_tags_at() has.
            shiptrack_shipment_tags_count
        ] shiptrack_shipment_tags_at = it.tags;
    }
    integers {}
    doubles {}
    flags {}
    codes {
        /// Why following it ended: SHIPTRACK_STOP_REASON_…
        shiptrack_shipment_line_tracking_stopped_reason_code = it.line_tracking_stopped_reason;
    }
}
