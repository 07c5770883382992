//! Finding things by what somebody remembers of them.

use super::{ContainerRecord, RequestRecord, ShipmentRecord, sealed};
use crate::error::Result;
use crate::resources::{AccountId, ContainerId, ShipmentId, TrackingRequestId};

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

/// The search.
pub trait Searches: sealed::Sealed {
    /// What the account has that is known by `text`, whatever the case and the marks of its letters, at most `limit`, the best
    /// first: what has it as its number, as a reference or as a label; whose number begins with it (three characters and more)
    /// or ends with it (four and more); whose references or labels begin with it; shipments whose vessel, customer or port is
    /// called so, then those whose name for one begins with it, then has a word that does, then has it anywhere. Of what is
    /// equally good shipments come first, then containers, then requests, the newest first. Spaces, dashes, points and
    /// slashes in numbers are passed over.
    fn search(&self, account: &AccountId, text: &str, limit: usize) -> Result<Vec<Finding>>;
    /// What was found; `None` where it is not there any more. What cannot be read is left out, as
    /// [listings](super::Listings) leave it out.
    fn found(&self, account: &AccountId, finding: &Finding) -> Result<Option<FoundRecord>>;
}
