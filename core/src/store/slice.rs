//! Filters, slices and results of lists.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{ContainerRecord, RequestRecord, ShipmentRecord};
use crate::error::{Error, Result};
use crate::resources::{
    AccountId, ContainerId, ContainerStatus, CustomFieldDefinitionId, RequestStatus, RequestType, ShipmentId,
    TrackingRequestId,
};

/// A part of a list. Lists are sorted newest first, except for the list of all containers, which begins with the most recently refreshed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    /// Only items after this position. Used to follow links from page to page; equally fast at any depth.
    pub before: Option<Position>,
    /// Number of items to skip. Used to jump to a page.
    pub skip: u64,
    /// Maximum number of items.
    pub limit: u64,
}

impl Slice {
    /// The id of the item to continue after; `None` if the slice begins elsewhere.
    pub(super) fn before_id(&self) -> Option<Uuid> {
        match self.before {
            Some(Position::Item(id)) => Some(id),
            Some(Position::Refresh(_)) | None => None,
        }
    }
}

/// A position in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// After the item with this id, which is in the list.
    Item(Uuid),
    /// A position in the list of containers by refresh. It does not move when the container that was there is refreshed.
    Refresh(RefreshPosition),
}

/// A position in the list of containers by refresh. The list has two parts: all containers, the most recently refreshed first; then those
/// that were refreshed since the list began, in the order of their refreshes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefreshPosition {
    /// The number of the refresh of the shipment.
    pub refreshed: u64,
    /// The container.
    pub container: Uuid,
    /// In the first part: the number of the last refresh when the list began. `None` in the second part.
    pub began: Option<u64>,
}

impl RefreshPosition {
    /// The position of a container in the same part of the list.
    pub(super) fn at(self, (refreshed, container): (u64, Uuid)) -> Self {
        RefreshPosition { refreshed, container, ..self }
    }
}

/// A filter for tracking requests. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestFilter {
    /// The number, as submitted or normalized.
    pub number: Option<String>,
    /// The beginning of the number or of one of the references.
    pub search: Option<String>,
    /// The kind of number.
    pub kind: Option<RequestType>,
    /// The status.
    pub status: Option<RequestStatus>,
    /// The carrier's code.
    pub scac: Option<String>,
    /// Created at this time or later, to the millisecond. The time of creation is part of the id.
    pub created_from: Option<DateTime<Utc>>,
    /// Created before this time, to the millisecond.
    pub created_until: Option<DateTime<Utc>>,
    /// Last changed at this time or later.
    pub updated_from: Option<DateTime<Utc>>,
    /// Last changed before this time.
    pub updated_until: Option<DateTime<Utc>>,
    /// One of the references.
    pub reference: Option<String>,
    /// One of the tags for the shipment.
    pub tag: Option<String>,
    /// The customers, one of whom it must be for.
    pub customers: Option<Vec<Uuid>>,
    /// Values of custom fields, all of which must match.
    pub fields: Vec<FieldCondition>,
}

/// The condition that a custom field has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldCondition {
    /// The definition.
    pub definition: CustomFieldDefinitionId,
    /// The normalized text that the value must be equal to; if the value is a list, one of its items.
    pub text: String,
}

/// The conditions that filters of shipments and containers have in common; for a container, most of them apply to its shipment. `None` in
/// a field matches everything. Names and codes are compared without regard to case and diacritical marks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommonFilter {
    /// One of the references; for a container, also one of the references of its shipment.
    pub reference: Option<String>,
    /// One of the tags of the shipment.
    pub tag: Option<String>,
    /// The customers for one of whom the shipment is tracked.
    pub customers: Option<Vec<Uuid>>,
    /// The carrier's code.
    pub scac: Option<String>,
    /// The name of the vessel that arrives at the port of discharge.
    pub vessel: Option<String>,
    /// UN/LOCODE of the port of lading. Matches all codes of the same port area.
    pub port_of_lading: Option<String>,
    /// UN/LOCODE of the port of discharge. Matches all codes of the same port area.
    pub port_of_discharge: Option<String>,
    /// UN/LOCODE of the inland destination.
    pub destination: Option<String>,
    /// The estimated arrival at the port of discharge is at this time or later.
    pub eta_from: Option<DateTime<Utc>>,
    /// The estimated arrival at the port of discharge is before this time.
    pub eta_until: Option<DateTime<Utc>>,
    /// The tracking request of the shipment changed at this time or later. Each look-up and each change of the shipment changes it.
    pub updated_from: Option<DateTime<Utc>>,
    /// Values of custom fields of the shipment or container itself, all of which must match.
    pub fields: Vec<FieldCondition>,
}

/// A filter for shipments. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShipmentFilter {
    /// The number, as submitted or normalized.
    pub number: Option<String>,
    /// The beginning of the number, of one of the references, or of the number of a container.
    pub search: Option<String>,
    /// Whether tracking has stopped.
    pub tracking_stopped: Option<bool>,
    /// The common conditions.
    pub common: CommonFilter,
}

/// A filter for containers. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerFilter {
    /// The number.
    pub number: Option<String>,
    /// The shipment.
    pub shipment: Option<ShipmentId>,
    /// The status.
    pub status: Option<ContainerStatus>,
    /// The last free day is this day or later.
    pub free_from: Option<NaiveDate>,
    /// The last free day is this day or earlier.
    pub free_until: Option<NaiveDate>,
    /// The common conditions.
    pub common: CommonFilter,
}

impl ContainerFilter {
    /// Whether it matches every container.
    pub fn is_empty(&self) -> bool {
        *self == ContainerFilter::default()
    }
}

/// A filter and the order for documents. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentFilter {
    /// Words in the name of the file, compared without regard to the case of ASCII letters.
    pub file_name: Option<String>,
    /// A number in the document.
    pub reference: Option<String>,
    /// The accepted types. A type that a user set takes precedence over the detected type.
    pub types: Option<Vec<String>>,
    /// The order.
    pub order: DocumentOrder,
    /// Whether the order is ascending. Otherwise it is descending, with the newest first.
    pub is_ascending: bool,
}

/// The order of documents. Documents with equal values are sorted by the time of their creation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DocumentOrder {
    /// By the time when they were received.
    #[default]
    CreatedAt,
    /// By type.
    DocumentType,
    /// By the user who uploaded them, or the way in which they were received.
    AddedBy,
}

/// The result of a query: the rows that could be read, in the requested order, and the rows that could not. A damaged row does not hide
/// the others.
#[derive(Debug)]
pub struct Rows<T> {
    /// The rows that could be read.
    pub readable: Vec<T>,
    /// The rows that could not be read. They count towards the requested limit.
    pub unreadable: Vec<UnreadableRow>,
    pub(super) last: Option<Uuid>,
}

/// A row that cannot be read.
#[derive(Debug)]
pub struct UnreadableRow {
    /// The account of the row.
    pub account: AccountId,
    /// The id of the row.
    pub id: Uuid,
    /// The reason: a [`Store`](crate::error::ErrorKind::Store) error that names the row.
    pub error: Error,
}

impl<T> Rows<T> {
    /// The number of rows, including the unreadable ones.
    pub fn len(&self) -> usize {
        self.readable.len() + self.unreadable.len()
    }

    /// Converts the readable rows.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> Rows<U> {
        Rows { readable: self.readable.into_iter().map(change).collect(), unreadable: self.unreadable, last: self.last }
    }

    /// Whether there are no rows, not even unreadable ones.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn one(self) -> Result<Option<T>> {
        match self.unreadable.into_iter().next() {
            Some(row) => Err(row.error),
            None => Ok(self.readable.into_iter().next()),
        }
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { readable: Vec::new(), unreadable: Vec::new(), last: None }
    }
}

/// A result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SearchHit {
    /// A shipment.
    Shipment(ShipmentId),
    /// A container.
    Container(ContainerId),
    /// A tracking request.
    Request(TrackingRequestId),
}

/// The record of a search result.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchHitRecord {
    /// A shipment.
    Shipment(Box<ShipmentRecord>),
    /// A container, and its shipment if it exists and can be read.
    Container(Box<ContainerRecord>, Option<Box<ShipmentRecord>>),
    /// A tracking request.
    Request(Box<RequestRecord>),
}
