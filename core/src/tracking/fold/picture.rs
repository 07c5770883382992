//! The picture that is derived from facts, and the policy for it.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use crate::resources::{Container, DataSource, Shipment, StopReason, TransportEvent};
use crate::settings::settings;
use crate::tracking::fact::{FactMark, Place, Vessel};

/// What all facts together say. Nothing in it has an id yet.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// The shipment.
    pub shipment: Shipment,
    /// Its containers, by number.
    pub containers: Vec<ContainerPicture>,
    /// Why there is nothing left to follow, when there is not.
    pub concluded: Option<StopReason>,
    /// From when on nothing is left to follow if nobody says anything new.
    pub concludes_at: Option<DateTime<Utc>>,
    /// Port of lading.
    pub port_of_lading: Option<Place>,
    /// Port of discharge; while nobody expects an arrival, the last port the vessel reached.
    pub port_of_discharge: Option<Place>,
    /// Inland destination, when there is one beyond the port of discharge.
    pub destination: Option<Place>,
    /// Vessel that arrives at the port of discharge.
    pub pod_vessel: Option<Vessel>,
    /// Who expects the arrival at the port of discharge as the shipment has it.
    pub pod_eta_source: Option<DataSource>,
    /// The vessel that is expected there so: where containers go by several vessels, not always that of the shipment.
    pub pod_eta_vessel: Option<Vessel>,
    /// The number of the voyage it is expected on.
    pub pod_eta_voyage: Option<String>,
    /// When the first of the facts was received: what happened before is its past.
    pub first_received_at: Option<DateTime<Utc>>,
    /// The zone (IANA name) of each place somebody names one for, by its UN/LOCODE and by its name, in capitals.
    pub zones: BTreeMap<String, String>,
}

/// A container and what happened to it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContainerPicture {
    /// The container.
    pub container: Container,
    /// Its events, in the order they happen.
    pub events: Vec<EventPicture>,
    /// Terminal at the port of discharge, as its source names it.
    pub pod_terminal: Option<String>,
    /// Who said last how things stand with it.
    pub status_source: Option<DataSource>,
}

/// An event, and the key it is known by however often it is said.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventPicture {
    /// The same for the same event, whatever its time.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
    /// Where, as far as known; shared by all that happened there.
    pub place: Arc<Place>,
    /// On which vessel.
    pub vessel: Option<Vessel>,
    /// The fact whose words hold; `None` of what follows from how things stand.
    pub reported_by: Option<FactMark>,
}

impl Borrow<TransportEvent> for EventPicture {
    fn borrow(&self) -> &TransportEvent {
        &self.event
    }
}

settings! {
    /// How long a shipment is followed, and whose estimates hold. Of several sources that expect one event the one whose
    /// estimates count most holds; where they count the same, the one whose words changed last.
    #[derive(Debug, Clone, PartialEq)]
    pub struct FoldPolicy {
        /// How long a shipment is followed after it arrived at its destination; where nobody told of that, after its
        /// containers left there full.
        time arrival_window: TimeDelta = TimeDelta::days(56),
        /// How long a shipment is followed without any news.
        time silence_window: TimeDelta = TimeDelta::days(56),
        /// How much the estimates of a shipping line count. Those of a source of any other kind count 1.
        count estimates_of_shipping_line: u32 = 1,
        /// How much the estimates of a terminal count.
        count estimates_of_terminal: u32 = 1,
        /// How much the estimates of a railway count.
        count estimates_of_rail: u32 = 1,
        /// How much the estimates made from the positions of vessels count.
        count estimates_of_ais: u32 = 1,
        /// How much the estimates of a clerk count.
        count estimates_of_user_input: u32 = 1,
    }
}

impl FoldPolicy {
    pub(super) fn preference(&self, source: &DataSource) -> u32 {
        match source {
            DataSource::ShippingLine => self.estimates_of_shipping_line,
            DataSource::Terminal => self.estimates_of_terminal,
            DataSource::Rail => self.estimates_of_rail,
            DataSource::Ais => self.estimates_of_ais,
            DataSource::UserInput => self.estimates_of_user_input,
            _ => 1,
        }
    }
}
