//! Finding things by what somebody remembers of them.

use super::{ContainerRecord, RequestRecord, ShipmentRecord};
use crate::resources::{ContainerId, ShipmentId, TrackingRequestId};

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Finding {
    /// A shipment.
    Shipment(ShipmentId),
    /// A container.
    Container(ContainerId),
    /// A tracking request.
    Request(TrackingRequestId),
}

/// What was found, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub enum FoundRecord {
    /// A shipment.
    Shipment(Box<ShipmentRecord>),
    /// A container, and its shipment where that is there and can be read.
    Container(Box<ContainerRecord>, Option<Box<ShipmentRecord>>),
    /// A tracking request.
    Request(Box<RequestRecord>),
}
