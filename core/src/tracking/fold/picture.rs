//! The result of a fold, and the policy for it.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::reading_doubt::ReadingDoubt;
use super::unused::UnusedStatement;
use crate::resources::{Container, DataSource, Shipment, StopReason, TransportEvent};
use crate::settings::settings;
use crate::tracking::fact::{FactMark, Place, Vessel};

/// A shipment with its containers and their events, derived from facts. Resources in it have no ids yet.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// The shipment.
    pub shipment: Shipment,
    /// Its containers, by number.
    pub containers: Vec<ContainerPicture>,
    /// Why tracking the shipment can stop; `None` while the shipment must be tracked.
    pub concluded: Option<StopReason>,
    /// When tracking can stop if no new facts arrive; `None` if that is unknown.
    pub concludes_at: Option<DateTime<Utc>>,
    /// When the time windows began after which tracking can stop.
    pub(crate) windows: TrackingWindows,
    /// When the picture changes next without new facts, for example because an estimate passes; `None` if it does not.
    pub changes_at: Option<DateTime<Utc>>,
    /// Port of lading.
    pub port_of_lading: Option<Place>,
    /// Port of discharge; without an expected arrival, the last port that the vessel reached.
    pub port_of_discharge: Option<Place>,
    /// Where the container was discharged although another port of discharge is booked, if nothing further is expected.
    pub(in crate::tracking) stranded_at: Option<Place>,
    /// Inland destination; `None` if the voyage ends at the port of discharge.
    pub destination: Option<Place>,
    /// Vessel that brings the shipment to the port of discharge.
    pub pod_vessel: Option<Vessel>,
    /// Kind of the source of the shipment's estimated arrival at the port of discharge.
    pub pod_eta_source: Option<DataSource>,
    /// The vessel of that estimate. It may differ from `pod_vessel` if the containers travel on several vessels.
    pub pod_eta_vessel: Option<Vessel>,
    /// The voyage number of that estimate.
    pub pod_eta_voyage: Option<String>,
    /// When the first fact was received. Events from before that time are not reported as changes.
    pub first_received_at: Option<DateTime<Utc>>,
    /// Time zones (IANA names) by place: by UN/LOCODE and by name, both in capitals. Only places with a known zone.
    pub zones: BTreeMap<String, String>,
    /// The current statements about events that are not published as their sources reported them, if that is a doubt.
    pub(in crate::tracking) unused: Vec<UnusedStatement>,
    /// The time zones of events whose place was concluded, because their sources name none, or name it without a code.
    pub(in crate::tracking) concluded_zones: BTreeMap<FactMark, String>,
}

/// When the time windows began after which a shipment is no longer tracked. `None` if a window has not begun.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct TrackingWindows {
    /// When the last container arrived.
    pub(super) arrived_at: Option<DateTime<Utc>>,
    /// When the last container arrived or, if its arrival was not reported, was picked up.
    pub(super) left_at: Option<DateTime<Utc>>,
    /// When the last fact was received, moved by idle time.
    pub(crate) last_fact_at: Option<DateTime<Utc>>,
}

/// A container with its events.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ContainerPicture {
    /// The container.
    pub container: Container,
    /// The events of its trip, in order of time.
    pub events: Vec<EventPicture>,
    /// Name of the terminal at the port of discharge, as its source writes it.
    pub pod_terminal: Option<String>,
    /// Kind of the source that last changed the terminal status of the container.
    pub status_source: Option<DataSource>,
    /// Kind of the source that reported the terminal.
    pub(in crate::tracking) pod_terminal_source: Option<DataSource>,
    /// Names of the attributes, such as `pickup_lfd_terminal`, that are empty because the container left its terminal. This end of a value
    /// is not a change that is published.
    pub(in crate::tracking) ended: Vec<&'static str>,
    /// The doubtful values of the newest readings.
    pub(in crate::tracking) reading_doubts: Vec<ReadingDoubt>,
}

/// An event of a container, with a key that identifies it in later pictures.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct EventPicture {
    /// The key: it does not change when the time of the event changes.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
    /// Place, as far as known. Events at one place share it.
    pub place: Arc<Place>,
    /// Vessel; `None` if unknown.
    pub vessel: Option<Vessel>,
    /// The fact that reported it; `None` if the event follows from a change of the terminal status.
    pub reported_by: Option<FactMark>,
}

impl Borrow<TransportEvent> for EventPicture {
    fn borrow(&self) -> &TransportEvent {
        &self.event
    }
}

settings! {
    /// How long a shipment is tracked, and which estimates are preferred. If several sources estimate the same event, the weight of
    /// the source decides among estimates that are still ahead and that their sources confirmed within the last 72 hours. With equal
    /// weights, the estimate that was confirmed last is used. The setting `estimate_order` of an account changes the order for its
    /// shipments.
    #[derive(Debug, Clone, PartialEq)]
    pub struct FoldPolicy {
        /// How long a shipment is tracked after its last container arrived at its destination or, if the arrival was not
        /// reported, left the port of discharge laden.
        time arrival_window: TimeDelta = TimeDelta::days(56),
        /// How long a shipment is tracked without new facts.
        time silence_window: TimeDelta = TimeDelta::days(56),
        /// By how much a published time can be corrected without a notification.
        time reported_correction: TimeDelta = TimeDelta::hours(1),
        /// How long the terminal or railway at the place of a container may be silent before later statements of other sources about
        /// availability, fees and terminal count. A hold that is not confirmed for this time is marked.
        time terminal_silence: TimeDelta = TimeDelta::hours(72),
        /// Weight of the estimates of a shipping line. Sources of a kind that has no setting weigh 2.
        count estimates_of_shipping_line: u32 = 4,
        /// Weight of the estimates of a terminal.
        count estimates_of_terminal: u32 = 3,
        /// Weight of the estimates of a railway.
        count estimates_of_rail: u32 = 3,
        /// Weight of estimates from the positions of vessels (AIS).
        count estimates_of_ais: u32 = 1,
        /// Weight of the estimates of a user.
        count estimates_of_user_input: u32 = 5,
    }
}

impl FoldPolicy {
    pub(super) fn weight(&self, source: &DataSource) -> u32 {
        match source {
            DataSource::ShippingLine => self.estimates_of_shipping_line,
            DataSource::Terminal => self.estimates_of_terminal,
            DataSource::Rail => self.estimates_of_rail,
            DataSource::Ais => self.estimates_of_ais,
            DataSource::UserInput => self.estimates_of_user_input,
            _ => 2,
        }
    }

    /// `None` if the weight of the kind is not a setting.
    pub(super) fn weight_mut(&mut self, source: &DataSource) -> Option<&mut u32> {
        match source {
            DataSource::ShippingLine => Some(&mut self.estimates_of_shipping_line),
            DataSource::Terminal => Some(&mut self.estimates_of_terminal),
            DataSource::Rail => Some(&mut self.estimates_of_rail),
            DataSource::Ais => Some(&mut self.estimates_of_ais),
            DataSource::UserInput => Some(&mut self.estimates_of_user_input),
            _ => None,
        }
    }
}
