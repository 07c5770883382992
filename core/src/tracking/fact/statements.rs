//! Readings of terminals and particulars of a shipment. Both are partial: what they leave out stays unchanged.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Place;
use crate::resources::{TerminalFee, TerminalHold, Timestamp};

/// The status of a container at its terminal. What it leaves out stays unchanged. A value that is no longer valid is
/// [withdrawn](TerminalStatus::without).
#[derive(Debug, Clone, Default, PartialEq, Hash)]
#[non_exhaustive]
pub struct TerminalStatus {
    /// Whether the container is available for pickup.
    pub available_for_pickup: Option<bool>,
    /// Last free day of the carrier.
    pub pickup_lfd_line: Option<Timestamp>,
    /// Last free day of the terminal.
    pub pickup_lfd_terminal: Option<Timestamp>,
    /// Last free day of the railway.
    pub pickup_lfd_rail: Option<Timestamp>,
    /// Day until which the fees at the terminal are paid.
    pub pickup_good_through: Option<Timestamp>,
    /// Last free day for the return of the empty container: that of detention, or of a combined free time.
    pub return_lfd_line: Option<Timestamp>,
    /// Pickup appointment.
    pub pickup_appointment_at: Option<Timestamp>,
    /// All holds; an empty list lifts all holds.
    pub holds: Option<Vec<TerminalHold>>,
    /// Changes of single holds, from a source that does not list all holds.
    pub hold_changes: Option<Box<HoldChanges>>,
    /// All fees; an empty list removes all fees.
    pub fees: Option<Vec<TerminalFee>>,
    /// Terminal at the port of discharge.
    pub terminal: Option<String>,
    /// Position of the container at the terminal.
    pub location_at_terminal: Option<String>,
    /// Size and type: a code of ISO 6346 (`45G1`), or as the trade writes them (`40HC`).
    pub size_type: Option<String>,
    /// Seal number.
    pub seal_number: Option<String>,
    /// Weight in pounds.
    pub weight_in_lbs: Option<serde_json::Number>,
    /// Kind of the weight, such as `verified gross mass`, `gross` or `tare`.
    pub weight_kind: Option<String>,
    /// Number of the chassis on which it was picked up.
    pub chassis_number: Option<String>,
    /// SCAC of the railway at the port of discharge.
    pub pod_rail_carrier_scac: Option<String>,
    /// SCAC of the railway to the inland destination.
    pub ind_rail_carrier_scac: Option<String>,
    /// Names of the members whose values are withdrawn.
    pub taken_back: BTreeSet<&'static str>,
}

/// Changes of holds. First holds are lifted, then holds are placed.
#[derive(Debug, Clone, Default, PartialEq, Hash)]
#[non_exhaustive]
pub struct HoldChanges {
    /// Holds that were placed.
    pub placed: Vec<TerminalHold>,
    /// Names of the holds that were lifted; `*` for all.
    pub lifted: Vec<String>,
}

impl HoldChanges {
    /// A hold was placed.
    pub fn placed(hold: TerminalHold) -> Self {
        HoldChanges { placed: vec![hold], lifted: Vec::new() }
    }

    /// The holds with these names were lifted.
    pub fn lifted<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        HoldChanges { placed: Vec::new(), lifted: names.into_iter().map(Into::into).collect() }
    }

    fn apply(&self, holds: &mut Vec<TerminalHold>) {
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
            /// Names of all members, as in JSON.
            pub const MEMBERS: &'static [&'static str] = &[$(stringify!($member)),+];

            pub(in crate::tracking) fn update(&mut self, newer: &TerminalStatus) {
                // A kind belongs to the weight that it is reported with.
                if newer.weight_in_lbs.is_some() {
                    self.weight_kind = None;
                }
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
    available_for_pickup pickup_lfd_line pickup_lfd_terminal pickup_lfd_rail pickup_good_through return_lfd_line
    pickup_appointment_at holds fees terminal
    location_at_terminal size_type seal_number weight_in_lbs weight_kind chassis_number pod_rail_carrier_scac ind_rail_carrier_scac
}

impl TerminalStatus {
    /// Withdraws a value that was reported before. `member` is one of [`MEMBERS`](Self::MEMBERS); other names are ignored.
    pub fn without(mut self, member: &str) -> Self {
        self.taken_back.extend(Self::MEMBERS.iter().find(|known| **known == member));
        self
    }

    /// Stores the changes until a source lists all holds.
    fn change_holds(&mut self, newer: &TerminalStatus) {
        if newer.holds.is_some() || newer.taken_back.contains("holds") {
            self.hold_changes = None;
        }
        let Some(changes) = newer.hold_changes.as_deref() else { return };
        if let Some(holds) = &mut self.holds {
            return changes.apply(holds);
        }
        let hold_changes = self.hold_changes.get_or_insert_default();
        changes.apply(&mut hold_changes.placed);
        let more = changes.lifted.iter().filter(|name| !hold_changes.lifted.contains(name));
        let more: Vec<String> = more.cloned().collect();
        hold_changes.lifted.extend(more);
    }

    pub(in crate::tracking) fn times(&mut self) -> [(&'static str, &mut Option<Timestamp>); 6] {
        [
            ("/reading/pickup_lfd_line", &mut self.pickup_lfd_line),
            ("/reading/pickup_lfd_terminal", &mut self.pickup_lfd_terminal),
            ("/reading/pickup_lfd_rail", &mut self.pickup_lfd_rail),
            ("/reading/pickup_good_through", &mut self.pickup_good_through),
            ("/reading/return_lfd_line", &mut self.return_lfd_line),
            ("/reading/pickup_appointment_at", &mut self.pickup_appointment_at),
        ]
    }
}

/// What is known about the shipment as a whole. What it leaves out stays unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Hash)]
#[non_exhaustive]
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
    /// Containers that belong to the shipment, even without events.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<String>,
    /// Containers that no longer belong to the shipment.
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
