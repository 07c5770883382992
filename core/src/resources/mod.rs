//! The resources of the service, one file a family: attributes, relationships, enumerations.
//!
//! Every resource is a plain struct with public fields, named as on the wire. A resource of any other type is an
//! [`AnyResource`](crate::jsonapi::AnyResource).

pub(crate) mod attribute;
mod linkage;
pub(crate) mod macros;
pub(crate) mod members;
pub(crate) mod open_enum;
mod structures;

mod account;
mod container;
mod decimal;
mod document;
mod email_submission;
mod event_name;
mod interface;
mod operation;
mod schema;
mod shipment;
mod shipping_line;
mod timestamp;
mod tracking_request;
mod transport_event;
mod types;
mod webhook;

pub use account::{Account, AccountId, User, UserId};
pub use container::{Container, ContainerId, ContainerStatus, ImportDeadlines, TerminalFee, TerminalHold};
pub use decimal::Decimal;
pub use document::{Document, DocumentId, DocumentRepresentation, DocumentRepresentationId, DocumentSource};
pub use email_submission::{EmailSubmission, EmailSubmissionId};
pub use event_name::{EventFamily, EventName};
pub use interface::{INTERFACE, operation, operation_at};
pub use operation::{Answer, Body, Family, Field, Home, Link, Operation, Parameter, Repeat};
pub use schema::{AttributeSchema, Member, Names, RelationshipSchema, Schema, Shape, Structure};
pub use shipment::{Shipment, ShipmentId, StopReason};
pub use shipping_line::{ShippingLine, ShippingLineId};
pub use timestamp::Timestamp;
pub use tracking_request::{FailedReason, RequestStatus, RequestType, TrackingRequest, TrackingRequestId};
pub use transport_event::{DataSource, TransportEvent, TransportEventId};
pub use types::{TYPES, Type};
pub use webhook::{
    DeliveryHeader, DeliveryStatus, Webhook, WebhookId, WebhookNotification, WebhookNotificationId, WebhookSecret,
};
