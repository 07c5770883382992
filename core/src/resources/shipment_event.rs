//! Corrections of a shipment, to which notifications refer.

use super::macros::resource;
use super::{DataSource, Timestamp};
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`ShipmentUpdatedEvent`].
pub type ShipmentUpdatedEventId = Id<ShipmentUpdatedEvent>;

resource! {
    /// Published times or places of a shipment were corrected. This resource is only included in the notification `shipment.updated`,
    /// which the hosted service does not have.
    pub struct ShipmentUpdatedEvent = "shipment_updated_event" {
        /// The changes: the name of each corrected attribute, with a list of its old and its new value.
        required changeset: Members,
        /// Time when the service detected the change.
        nullable timestamp: Timestamp,
        /// Kind of the source that reported the change.
        optional data_source: DataSource,
    }
    relationships {
        /// Shipment that was corrected.
        one shipment: shipment,
    }
}
