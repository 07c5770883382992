//! Partial statements: readings of terminals and particulars of a shipment.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Place;
use crate::resources::{TerminalFee, TerminalHold, Timestamp};

/// How things stand with a container. What it leaves out stays as it was; what no longer holds is
/// [taken back](TerminalStatus::without).
#[derive(Debug, Clone, Default, PartialEq, Hash)]
pub struct TerminalStatus {
    /// Whether it may be picked up.
    pub available_for_pickup: Option<bool>,
    /// Last free day of the carrier.
    pub pickup_lfd_line: Option<Timestamp>,
    /// Last free day of the terminal.
    pub pickup_lfd_terminal: Option<Timestamp>,
    /// Last free day of the railway.
    pub pickup_lfd_rail: Option<Timestamp>,
    /// Appointment for picking it up.
    pub pickup_appointment_at: Option<Timestamp>,
    /// All holds; an empty list lifts those there were.
    pub holds: Option<Vec<TerminalHold>>,
    /// Single holds, of a source that does not tell all of them at once.
    pub hold_changes: Option<Box<HoldChanges>>,
    /// Fees; an empty list lifts those there were.
    pub fees: Option<Vec<TerminalFee>>,
    /// Terminal at the port of discharge.
    pub terminal: Option<String>,
    /// Where it stands at the terminal.
    pub location_at_terminal: Option<String>,
    /// Size and type, ISO 6346 (`45G1`).
    pub size_type: Option<String>,
    /// Number of its seal.
    pub seal_number: Option<String>,
    /// Weight in pounds.
    pub weight_in_lbs: Option<serde_json::Number>,
    /// Chassis it was picked up on.
    pub chassis_number: Option<String>,
    /// Railway that takes it at the port of discharge.
    pub pod_rail_carrier_scac: Option<String>,
    /// Railway that brings it inland.
    pub ind_rail_carrier_scac: Option<String>,
    /// The names of those members that no longer hold.
    pub taken_back: BTreeSet<&'static str>,
}

/// Holds that were placed and lifted: first the latter, then the former.
#[derive(Debug, Clone, Default, PartialEq, Hash)]
pub struct HoldChanges {
    /// Those that were placed.
    pub placed: Vec<TerminalHold>,
    /// The names of those that were lifted; `*` for all.
    pub lifted: Vec<String>,
}

impl HoldChanges {
    /// That a hold was placed.
    pub fn placed(hold: TerminalHold) -> Self {
        HoldChanges { placed: vec![hold], lifted: Vec::new() }
    }

    /// That the holds with these names were lifted.
    pub fn lifted<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        HoldChanges { placed: Vec::new(), lifted: names.into_iter().map(Into::into).collect() }
    }

    fn make(&self, holds: &mut Vec<TerminalHold>) {
        holds.retain(|hold| !self.lifted.iter().any(|name| name == "*" || *name == hold.name));
        for placed in &self.placed {
            let is_known =
                |hold: &&mut TerminalHold| (&hold.name, &hold.description) == (&placed.name, &placed.description);
            match holds.iter_mut().find(is_known) {
                Some(known) => *known = placed.clone(),
                None => holds.push(placed.clone()),
            }
        }
    }
}

macro_rules! take_over {
    ($older:ident, $newer:ident: $($member:ident)+) => {
        $(if $newer.$member.is_some() {
            $older.$member.clone_from(&$newer.$member);
        })+
    };
}

macro_rules! members {
    ($($member:ident)+) => {
        impl TerminalStatus {
            /// The names of all that can be said, as JSON has them.
            pub const MEMBERS: &'static [&'static str] = &[$(stringify!($member)),+];

            pub(in crate::tracking) fn update(&mut self, newer: &TerminalStatus) {
                take_over!(self, newer: $($member)+);
                $(if newer.taken_back.contains(stringify!($member)) {
                    self.$member = None;
                })+
                self.change_holds(newer);
            }
        }

        impl Serialize for TerminalStatus {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                let mut map = out.serialize_map(None)?;
                $(if self.$member.is_some() || self.taken_back.contains(stringify!($member)) {
                    map.serialize_entry(stringify!($member), &self.$member)?;
                })+
                if let Some(HoldChanges { placed, lifted }) = self.hold_changes.as_deref() {
                    map.serialize_entry("holds_placed", placed)?;
                    map.serialize_entry("holds_lifted", lifted)?;
                }
                map.end()
            }
        }
    };
}

members! {
    available_for_pickup pickup_lfd_line pickup_lfd_terminal pickup_lfd_rail pickup_appointment_at holds fees terminal
    location_at_terminal size_type seal_number weight_in_lbs chassis_number pod_rail_carrier_scac ind_rail_carrier_scac
}

impl TerminalStatus {
    /// The same, with a member taken back: it was said before, and no longer holds. `member` is one of
    /// [`MEMBERS`](Self::MEMBERS); other names change nothing.
    pub fn without(mut self, member: &str) -> Self {
        self.taken_back.extend(Self::MEMBERS.iter().find(|known| **known == member));
        self
    }

    pub(in crate::tracking) fn standing_holds(&self) -> Vec<TerminalHold> {
        let placed = || Some(self.hold_changes.as_deref()?.placed.clone());
        self.holds.clone().or_else(placed).unwrap_or_default()
    }

    /// Changes are kept as such until all holds are known.
    fn change_holds(&mut self, newer: &TerminalStatus) {
        if newer.holds.is_some() || newer.taken_back.contains("holds") {
            self.hold_changes = None;
        }
        let Some(changes) = newer.hold_changes.as_deref() else { return };
        if let Some(holds) = &mut self.holds {
            return changes.make(holds);
        }
        let known = self.hold_changes.get_or_insert_default();
        changes.make(&mut known.placed);
        let more = changes.lifted.iter().filter(|name| !known.lifted.contains(name));
        let more: Vec<String> = more.cloned().collect();
        known.lifted.extend(more);
    }

    pub(in crate::tracking) fn times(&mut self) -> [(&'static str, &mut Option<Timestamp>); 4] {
        [
            ("/reading/pickup_lfd_line", &mut self.pickup_lfd_line),
            ("/reading/pickup_lfd_terminal", &mut self.pickup_lfd_terminal),
            ("/reading/pickup_lfd_rail", &mut self.pickup_lfd_rail),
            ("/reading/pickup_appointment_at", &mut self.pickup_appointment_at),
        ]
    }
}

/// What the whole shipment is. What particulars leave out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Hash)]
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
    /// Containers that belonged to it and do no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

impl Particulars {
    pub(in crate::tracking) fn update(&mut self, newer: &Particulars) {
        take_over!(self, newer: port_of_lading port_of_discharge destination);
        self.containers.retain(|number| !newer.left.contains(number));
        self.left.retain(|number| !newer.containers.contains(number));
        for (known, more) in [(&mut self.containers, &newer.containers), (&mut self.left, &newer.left)] {
            known.extend(more.iter().cloned());
            known.sort_unstable();
            known.dedup();
        }
    }
}
