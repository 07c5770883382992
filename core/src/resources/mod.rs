//! The resources of the API: their attributes, relationships and enumerations.
//!
//! Every resource is a plain struct with public fields, which have the names of the JSON members. A resource of an unknown type is an
//! [`AnyResource`](crate::jsonapi::AnyResource).

pub(crate) mod attribute;
mod linkage;
pub(crate) mod macros;
pub(crate) mod members;
pub(crate) mod open_enum;
mod structures;

mod account;
mod container;
mod container_event;
mod custom_field;
mod decimal;
mod document;
mod document_schema;
mod email_submission;
mod estimated_event;
mod event_name;
mod interface;
mod milestone;
mod operation;
mod party;
mod port;
mod raw_event;
mod schema;
mod search_result;
mod shipment;
mod shipment_event;
mod shipping_line;
mod terminal;
mod timestamp;
mod tracking_request;
mod transport_event;
mod types;
mod vessel;
mod webhook;

pub use account::{Account, AccountId, User, UserId};
pub use container::{Container, ContainerId, ContainerStatus, ImportDeadlines, TerminalFee, TerminalHold};
pub use container_event::{
    ContainerCreatedEvent, ContainerCreatedEventId, ContainerPodTerminalChangedEvent,
    ContainerPodTerminalChangedEventId, ContainerUpdatedEvent, ContainerUpdatedEventId,
};
pub use custom_field::{
    CustomField, CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType,
    CustomFieldId, CustomFieldOption, CustomFieldOptionId,
};
pub use decimal::Decimal;
pub use document::{Document, DocumentId, DocumentRepresentation, DocumentRepresentationId, DocumentSource};
pub use document_schema::{DocumentSchema, DocumentSchemaId, SchemaFormat};
pub use email_submission::{EmailSubmission, EmailSubmissionId, UntrackedNumber};
pub use estimated_event::{EstimatedEvent, EstimatedEventId};
pub use event_name::{EventFamily, EventName};
#[cfg(feature = "embedded")]
pub(crate) use interface::unlisted::{ANNOUNCE_FILE, WRITE_ONLY_ATTRIBUTES};
#[cfg(feature = "embedded")]
pub(crate) use members::DeclaredResource;
pub use milestone::Milestone;
pub use party::{Party, PartyId};
pub use port::{MetroArea, MetroAreaId, Port, PortId};
pub use raw_event::{RawEvent, RawEventId};
pub use search_result::{SearchEntityType, SearchResult, SearchResultId};
pub use shipment::{Shipment, ShipmentId, StopReason};
pub use shipment_event::{ShipmentUpdatedEvent, ShipmentUpdatedEventId};
pub use shipping_line::{ShippingLine, ShippingLineId};
pub use terminal::{FacilityType, RailTerminal, RailTerminalId, Terminal, TerminalId};
pub use timestamp::Timestamp;
pub use tracking_request::{FailedReason, RequestStatus, RequestType, TrackingRequest, TrackingRequestId};
pub use transport_event::{DataSource, TransportEvent, TransportEventId};
pub use vessel::{Vessel, VesselId, VesselPosition};
pub use webhook::{
    DeliveryHeader, DeliveryStatus, EventDescription, Webhook, WebhookDisabledReason, WebhookEventCategory,
    WebhookEventCategoryId, WebhookId, WebhookNotification, WebhookNotificationId, WebhookSecret,
};

// The description of the API as data, from which the clients in all languages are generated.
internals! {
    use interface::{DIRECT_UPLOADS, INTERFACE, STORED_FILES, family_named, operation};
    use operation::{Answer, Body, Family, Field, ServedBy, Link, Operation, Parameter, Idempotency};
    use schema::{AttributeSchema, Member, Enumeration, RelationshipSchema, Schema, Shape, Structure};
    use types::{TYPES, Type};
    use webhook::{LONGEST_SECRET_OVERLAP};
}
