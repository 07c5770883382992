//! Which part of a listing is wanted.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{ContainerRecord, RequestRecord, ShipmentRecord};
use crate::error::{Error, Result};
use crate::resources::{
    AccountId, ContainerId, ContainerStatus, CustomFieldDefinitionId, RequestStatus, RequestType, ShipmentId,
    TrackingRequestId,
};

/// A part of a listing, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    /// Only items older than this one: the way of following links, equally fast at any depth.
    pub before: Option<Uuid>,
    /// Items to pass over: the way of jumping to a page.
    pub skip: u64,
    /// How many items at most.
    pub limit: u64,
}

/// Which tracking requests are wanted. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestFilter {
    /// The number, as submitted or normalized.
    pub number: Option<String>,
    /// What the number or one of the references begins with.
    pub search: Option<String>,
    /// The kind of number.
    pub kind: Option<RequestType>,
    /// The status.
    pub status: Option<RequestStatus>,
    /// The carrier's code.
    pub scac: Option<String>,
    /// Created at this moment or later. Ids say when requests were made, to the millisecond.
    pub created_from: Option<DateTime<Utc>>,
    /// Created before this moment, to the millisecond.
    pub created_until: Option<DateTime<Utc>>,
    /// Last changed at this moment or later.
    pub updated_from: Option<DateTime<Utc>>,
    /// Last changed before this moment.
    pub updated_until: Option<DateTime<Utc>>,
    /// One of its references.
    pub reference: Option<String>,
    /// One of the labels for its shipment.
    pub tag: Option<String>,
    /// The customer.
    pub customer: Option<Uuid>,
    /// Custom fields it has.
    pub fields: Vec<FieldCondition>,
}

/// A custom field has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldCondition {
    /// The definition.
    pub definition: CustomFieldDefinitionId,
    /// One of the texts that the value is found by.
    pub text: String,
}

/// What shipments are chosen by beside their numbers, and containers by what their shipment has. Every `None` lets
/// everything pass; names and codes are compared whatever the case and the marks of their letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommonFilter {
    /// One of the references; of a container its own or those of its shipment.
    pub reference: Option<String>,
    /// One of the labels of the shipment.
    pub tag: Option<String>,
    /// The customer the shipment is tracked for.
    pub customer: Option<Uuid>,
    /// The carrier's code.
    pub scac: Option<String>,
    /// The name of the vessel that arrives at the port of discharge.
    pub vessel: Option<String>,
    /// UN/LOCODE of the port of lading.
    pub port_of_lading: Option<String>,
    /// UN/LOCODE of the port of discharge.
    pub port_of_discharge: Option<String>,
    /// UN/LOCODE of the inland destination.
    pub destination: Option<String>,
    /// Expected at the port of discharge at this moment or later.
    pub eta_from: Option<DateTime<Utc>>,
    /// Expected at the port of discharge before this moment.
    pub eta_until: Option<DateTime<Utc>>,
    /// Custom fields of what is looked for itself.
    pub fields: Vec<FieldCondition>,
}

/// Which shipments are wanted. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShipmentFilter {
    /// The number, as submitted or normalized.
    pub number: Option<String>,
    /// What the number, one of the references or the number of a container begins with.
    pub search: Option<String>,
    /// Whether following it has stopped.
    pub tracking_stopped: Option<bool>,
    /// What else it is chosen by.
    pub common: CommonFilter,
}

/// Which containers are wanted. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerFilter {
    /// The number.
    pub number: Option<String>,
    /// The shipment.
    pub shipment: Option<ShipmentId>,
    /// Where it stands.
    pub status: Option<ContainerStatus>,
    /// Its last free day is this one or later.
    pub free_from: Option<NaiveDate>,
    /// Its last free day is this one or earlier.
    pub free_until: Option<NaiveDate>,
    /// What else it is chosen by.
    pub common: CommonFilter,
}

/// Which documents are wanted, and in which order. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentFilter {
    /// The name of the file.
    pub file_name: Option<String>,
    /// A number that stands in the document.
    pub reference: Option<String>,
    /// The types; that of a user counts before the one found.
    pub types: Option<Vec<String>>,
    /// What they are sorted by.
    pub order: DocumentOrder,
    /// Whether the first comes first, and the oldest; otherwise it is the other way round.
    pub is_ascending: bool,
}

/// What documents are sorted by. Those that are alike come in the order they were made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum DocumentOrder {
    /// When they came.
    #[default]
    CreatedAt,
    /// Their type.
    DocumentType,
    /// Who brought them, and how.
    AddedBy,
}

/// Rows that could be read, in the order that was asked for, and those that could not: one bad row must not stand in
/// the way of all others.
#[derive(Debug)]
pub struct Rows<T> {
    /// Those that could be read.
    pub readable: Vec<T>,
    /// Those that could not. They count towards the limit that was asked for.
    pub unreadable: Vec<UnreadableRow>,
    pub(super) last: Option<Uuid>,
}

/// A row that cannot be read.
#[derive(Debug)]
pub struct UnreadableRow {
    /// Whose it is.
    pub account: AccountId,
    /// Its id.
    pub id: Uuid,
    /// Why it cannot be read: a [`Store`](crate::error::ErrorKind::Store) error that names the row.
    pub error: Error,
}

impl<T> Rows<T> {
    /// How many rows were found, readable or not.
    pub fn len(&self) -> usize {
        self.readable.len() + self.unreadable.len()
    }

    /// The same rows as something else.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> Rows<U> {
        Rows { readable: self.readable.into_iter().map(change).collect(), unreadable: self.unreadable, last: self.last }
    }

    /// Whether none was found.
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

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SearchHit {
    /// A shipment.
    Shipment(ShipmentId),
    /// A container.
    Container(ContainerId),
    /// A tracking request.
    Request(TrackingRequestId),
}

/// What was found, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchHitRecord {
    /// A shipment.
    Shipment(Box<ShipmentRecord>),
    /// A container, and its shipment where that is there and can be read.
    Container(Box<ContainerRecord>, Option<Box<ShipmentRecord>>),
    /// A tracking request.
    Request(Box<RequestRecord>),
}
