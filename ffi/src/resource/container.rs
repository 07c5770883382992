//! Containers.

use shiptrack::resources::Container;

use super::family::family;

family! {
    Container(it) = 3;
    texts {
        /// Its number.
        shiptrack_container_number = it.number;
        /// `dry`, `reefer`, `open top`, `flat rack`, `bulk`, `tank`.
        shiptrack_container_equipment_type = it.equipment_type;
        /// `standard` or `high_cube`.
        shiptrack_container_equipment_height = it.equipment_height;
        /// When it was first known.
        shiptrack_container_created_at = it.created_at;
        /// Number of its seal.
        shiptrack_container_seal_number = it.seal_number;
        /// Last free day: the line's, else the terminal's, else the railway's.
        shiptrack_container_pickup_lfd = it.pickup_lfd;
        /// Appointment for picking it up.
        shiptrack_container_pickup_appointment_at = it.pickup_appointment_at;
        /// Vessel arrived at the port of discharge.
        shiptrack_container_pod_arrived_at = it.pod_arrived_at;
        /// Discharged there.
        shiptrack_container_pod_discharged_at = it.pod_discharged_at;
        /// Picked up there.
        shiptrack_container_pod_full_out_at = it.pod_full_out_at;
        /// When the terminal was last asked.
        shiptrack_container_terminal_checked_at = it.terminal_checked_at;
        /// Chassis it was picked up on.
        shiptrack_container_pod_full_out_chassis_number = it.pod_full_out_chassis_number;
        /// Where it stands at the terminal.
        shiptrack_container_location_at_pod_terminal = it.location_at_pod_terminal;
        /// Picked up at the inland destination.
        shiptrack_container_final_destination_full_out_at = it.final_destination_full_out_at;
        /// Came back empty.
        shiptrack_container_empty_terminated_at = it.empty_terminated_at;
        /// Zone of the port of discharge, IANA name.
        shiptrack_container_pod_timezone = it.pod_timezone;
        /// Zone of the inland destination.
        shiptrack_container_final_destination_timezone = it.final_destination_timezone;
        /// Zone of the place the empty came back to.
        shiptrack_container_empty_terminated_timezone = it.empty_terminated_timezone;
        /// Railway that takes it at the port.
        shiptrack_container_pod_rail_carrier_scac = it.pod_rail_carrier_scac;
        /// Railway that brings it inland.
        shiptrack_container_ind_rail_carrier_scac = it.ind_rail_carrier_scac;
        /// When the terminal was last polled.
        shiptrack_container_pod_last_tracking_request_at = it.pod_last_tracking_request_at;
        /// When the carrier was last polled.
        shiptrack_container_shipment_last_tracking_request_at = it.shipment_last_tracking_request_at;
        /// On a rail car at the port.
        shiptrack_container_pod_rail_loaded_at = it.pod_rail_loaded_at;
        /// The train left the port.
        shiptrack_container_pod_rail_departed_at = it.pod_rail_departed_at;
        /// Expected inland.
        shiptrack_container_ind_eta_at = it.ind_eta_at;
        /// Arrived inland.
        shiptrack_container_ind_ata_at = it.ind_ata_at;
        /// Off the rail car inland.
        shiptrack_container_ind_rail_unloaded_at = it.ind_rail_unloaded_at;
        /// Last free day inland; the service's older name for `import_deadlines.pickup_lfd_rail`.
        shiptrack_container_ind_facility_lfd_on = it.ind_facility_lfd_on;
        /// Last free day, the terminal's.
        shiptrack_container_pickup_lfd_terminal = it.import_deadlines.as_ref().and_then(|days| days.pickup_lfd_terminal.as_ref());
        /// Last free day, the railway's.
        shiptrack_container_pickup_lfd_rail = it.import_deadlines.as_ref().and_then(|days| days.pickup_lfd_rail.as_ref());
        /// Last free day, the carrier's.
        shiptrack_container_pickup_lfd_line = it.import_deadlines.as_ref().and_then(|days| days.pickup_lfd_line.as_ref());
        /// Where it is.
        shiptrack_container_current_status = it.current_status;
        /// Delivered, as a user says.
        shiptrack_container_delivered_at = it.delivered_at;
        /// Collected empty at the origin.
        shiptrack_container_empty_out_at = it.empty_out_at;
        /// Came full to the port of lading.
        shiptrack_container_pol_full_in_at = it.pol_full_in_at;
        /// Loaded there.
        shiptrack_container_pol_vessel_loaded_at = it.pol_vessel_loaded_at;
        /// Left there.
        shiptrack_container_pol_vessel_departed_at = it.pol_vessel_departed_at;
        /// When the railway was last polled.
        shiptrack_container_rail_last_tracking_request_at = it.rail_last_tracking_request_at;
    }
    lists {
        /// The customer's own references. Item `index`, from 0.
        [
            /// How many items shiptrack_container_ref_numbers_at() has.
            shiptrack_container_ref_numbers_count
        ] shiptrack_container_ref_numbers_at = it.ref_numbers;
        /// What kind of hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF`, `other`.
        [
            /// How many holds there are, inland ones included.
            shiptrack_container_hold_count
        ] shiptrack_container_hold_name = it.holds_at_pod_terminal.iter().map(|hold| &hold.name).collect::<Vec<_>>();
        /// `pending` or `hold`.
        [] shiptrack_container_hold_status = it.holds_at_pod_terminal.iter().map(|hold| &hold.status).collect::<Vec<_>>();
        /// The terminal's own words about the hold.
        [] shiptrack_container_hold_description = it.holds_at_pod_terminal.iter().map(|hold| &hold.description).collect::<Vec<_>>();
        /// What the fee is for: `demurrage`, `exam`, `extended_dwell_time`, `other`, `total`.
        [
            /// How many fees there are, inland ones included.
            shiptrack_container_fee_count
        ] shiptrack_container_fee_type = it.fees_at_pod_terminal.iter().map(|fee| &fee.kind).collect::<Vec<_>>();
        /// How much, in the digits it came in: `120.50`.
        [] shiptrack_container_fee_amount = it.fees_at_pod_terminal.iter().map(|fee| &fee.amount).collect::<Vec<_>>();
        /// Currency, ISO 4217.
        [] shiptrack_container_fee_currency_code = it.fees_at_pod_terminal.iter().map(|fee| &fee.currency_code).collect::<Vec<_>>();
    }
    integers {
        /// Length in feet; SHIPTRACK_ABSENT when there is no value.
        shiptrack_container_equipment_length = it.equipment_length;
    }
    doubles {
        /// Weight in pounds; 0 when the carrier does not say; SHIPTRACK_ABSENT when there is no value.
        shiptrack_container_weight_in_lbs = it.weight_in_lbs;
    }
    flags {
        /// Whether anybody tells if it may be picked up: 1 yes, 0 no, -1 not told.
        shiptrack_container_availability_known = it.availability_known;
        /// Whether it may be picked up: 1 yes, 0 no, -1 not told.
        shiptrack_container_available_for_pickup = it.available_for_pickup;
    }
    codes {
        /// Where it is: SHIPTRACK_CONTAINER_STATUS_…
        shiptrack_container_current_status_code = it.current_status;
    }
}
