//! Facts: what a source said, one thing at a time.
//!
//! The JSON form is described in `core/docs/facts.md`; files, simulators, C callbacks and Python carriers speak it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::jsonapi::Members;
use crate::resources::open_enum::open_enum;
use crate::resources::{DataSource, TerminalFee, TerminalHold, Timestamp};

/// One thing a source said about a shipment or one of its containers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The container it is about; `None` when it is about the shipment with all its containers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// Who said it.
    #[serde(default = "shipping_line")]
    pub source: DataSource,
    /// When it was received.
    #[serde(default = "epoch")]
    pub received_at: DateTime<Utc>,
    /// What was said.
    #[serde(flatten)]
    pub statement: Statement,
    /// The source's own codes and words, as they came.
    #[serde(default, skip_serializing_if = "Members::is_empty")]
    pub codes: Members,
}

fn shipping_line() -> DataSource {
    DataSource::ShippingLine
}

fn epoch() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}

/// What a fact says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    /// Something happened, or is expected to.
    Event(Event),
    /// How things stand with a container, as of the receipt.
    Reading(Reading),
    /// What the whole shipment is.
    Particulars(Particulars),
    /// The event with this key, said before by the same source, no longer holds.
    Withdrawn(String),
}

open_enum! {
    /// What happened to a container, in the words of the service's raw events.
    pub enum Milestone {
        /// Empty box collected at the origin.
        EmptyOut => "empty_out",
        /// Full box returned to the port of lading.
        FullIn => "full_in",
        /// Moved into a yard between terminals.
        PositionedIn => "positioned_in",
        /// Moved out of a yard between terminals.
        PositionedOut => "positioned_out",
        /// Loaded on a vessel.
        VesselLoaded => "vessel_loaded",
        /// The vessel left.
        VesselDeparted => "vessel_departed",
        /// Reached a transshipment port.
        TransshipmentArrived => "transshipment_arrived",
        /// Discharged there.
        TransshipmentDischarged => "transshipment_discharged",
        /// Loaded there on the next vessel.
        TransshipmentLoaded => "transshipment_loaded",
        /// Left there.
        TransshipmentDeparted => "transshipment_departed",
        /// A feeder or barge arrived.
        FeederArrived => "feeder_arrived",
        /// Off the feeder.
        FeederDischarged => "feeder_discharged",
        /// On the feeder.
        FeederLoaded => "feeder_loaded",
        /// The feeder left.
        FeederDeparted => "feeder_departed",
        /// On a rail car.
        RailLoaded => "rail_loaded",
        /// The train left.
        RailDeparted => "rail_departed",
        /// The train arrived.
        RailArrived => "rail_arrived",
        /// Off the rail car.
        RailUnloaded => "rail_unloaded",
        /// The vessel arrived.
        VesselArrived => "vessel_arrived",
        /// The vessel is at its berth.
        VesselBerthed => "vessel_berthed",
        /// Off the vessel.
        VesselDischarged => "vessel_discharged",
        /// Reached the inland destination.
        ArrivedAtDestination => "arrived_at_destination",
        /// Delivered.
        Delivered => "delivered",
        /// Picked up full.
        FullOut => "full_out",
        /// Came back empty.
        EmptyIn => "empty_in",
        /// Verified gross mass received.
        VgmReceived => "vgm_received",
        /// Released by the carrier.
        CarrierRelease => "carrier_release",
        /// Released by customs.
        CustomsRelease => "customs_release",
        /// May be picked up.
        Available => "available",
        /// May not be picked up any more.
        NotAvailable => "not_available",
    }
}

/// How sure an event is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It happened.
    #[default]
    Actual,
    /// It is expected.
    Estimated,
    /// It is on the schedule.
    Planned,
}

/// Something that happened, or is expected to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Event {
    /// What.
    pub milestone: Milestone,
    /// How sure.
    pub certainty: Certainty,
    /// When; a date when the source gives no time of day.
    pub at: Option<Timestamp>,
    /// Where.
    pub place: Place,
    /// On which vessel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vessel: Option<Vessel>,
    /// On which voyage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voyage: Option<String>,
}

/// A place, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// UN/LOCODE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locode: Option<String>,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Terminal or depot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facility: Option<String>,
    /// Zone, IANA name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A vessel, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Vessel {
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// IMO number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imo: Option<String>,
}

/// How things stand with a container. What a reading leaves out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
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
}

/// What the whole shipment is. What particulars leave out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
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
