//! Readings and particulars: how things stand, said in part.

use serde::Serialize;

use super::Place;
use crate::resources::{TerminalFee, TerminalHold, Timestamp};

/// How things stand with a container. What a reading leaves out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TerminalStatus {
    /// Whether it may be picked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_for_pickup: Option<bool>,
    /// Last free day of the carrier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_lfd_line: Option<Timestamp>,
    /// Last free day of the terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_lfd_terminal: Option<Timestamp>,
    /// Last free day of the railway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_lfd_rail: Option<Timestamp>,
    /// Appointment for picking it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pickup_appointment_at: Option<Timestamp>,
    /// Holds; an empty list lifts those there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<Vec<TerminalHold>>,
    /// Fees; an empty list lifts those there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<Vec<TerminalFee>>,
    /// Terminal at the port of discharge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal: Option<String>,
    /// Where it stands at the terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_at_terminal: Option<String>,
    /// Size and type, ISO 6346 (`45G1`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_type: Option<String>,
    /// Number of its seal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal_number: Option<String>,
    /// Weight in pounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_in_lbs: Option<serde_json::Number>,
    /// Chassis it was picked up on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chassis_number: Option<String>,
    /// Railway that takes it at the port of discharge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_rail_carrier_scac: Option<String>,
    /// Railway that brings it inland.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ind_rail_carrier_scac: Option<String>,
}

/// Takes over the named members of `$newer` that say something.
macro_rules! take_over {
    ($older:ident, $newer:ident: $($member:ident)+) => {
        $(if $newer.$member.is_some() {
            $older.$member.clone_from(&$newer.$member);
        })+
    };
}

impl TerminalStatus {
    /// Each time in it, with its pointer within the fact.
    pub(in crate::tracking) fn times(&mut self) -> [(&'static str, &mut Option<Timestamp>); 4] {
        [
            ("/reading/pickup_lfd_line", &mut self.pickup_lfd_line),
            ("/reading/pickup_lfd_terminal", &mut self.pickup_lfd_terminal),
            ("/reading/pickup_lfd_rail", &mut self.pickup_lfd_rail),
            ("/reading/pickup_appointment_at", &mut self.pickup_appointment_at),
        ]
    }

    /// How things stand after `newer`, too.
    pub(in crate::tracking) fn update(&mut self, newer: &TerminalStatus) {
        take_over!(self, newer: available_for_pickup pickup_lfd_line pickup_lfd_terminal pickup_lfd_rail
            pickup_appointment_at holds fees terminal location_at_terminal size_type seal_number weight_in_lbs
            chassis_number pod_rail_carrier_scac ind_rail_carrier_scac);
    }
}

/// What the whole shipment is. What particulars leave out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Particulars {
    /// Port of lading as booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port_of_lading: Option<Place>,
    /// Port of discharge as booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port_of_discharge: Option<Place>,
    /// Inland destination as booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destination: Option<Place>,
    /// Containers that belong to the shipment, also those nothing happened to yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<String>,
}

impl Particulars {
    /// What the shipment is after `newer`, too. Containers only join.
    pub(in crate::tracking) fn update(&mut self, newer: &Particulars) {
        take_over!(self, newer: port_of_lading port_of_discharge destination);
        self.containers.extend(newer.containers.iter().cloned());
        self.containers.sort_unstable();
        self.containers.dedup();
    }
}
