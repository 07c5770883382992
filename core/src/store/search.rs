//! Finding things by what somebody remembers of them.

use super::sealed;
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

/// The search.
pub trait Searches: sealed::Sealed {
    /// What the account has that is known by `text`, capitals or not, at most `limit`, the best first: what has it as its
    /// number, as a reference or as a label; whose number begins with it (three characters and more) or ends with it (four and
    /// more); whose references or labels begin with it; shipments whose vessel, customer or port is called so in part. Of what is
    /// equally good shipments come first, then containers, then requests, the newest first. Spaces, dashes, points and
    /// slashes in numbers are passed over.
    fn search(&self, account: &AccountId, text: &str, limit: usize) -> Result<Vec<Finding>>;
}
