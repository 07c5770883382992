// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The families of operations, one file each.

mod containers;
mod custom_field_definitions;
mod custom_fields;
mod document_schemas;
mod documents;
mod email_submissions;
mod metro_areas;
mod parties;
mod ports;
mod search;
mod shipments;
mod shipping_lines;
mod terminals;
mod tracking_requests;
mod vessels;
mod webhook_notifications;
mod webhooks;

use super::Client;
pub use containers::{ContainerUpdate, Containers};
pub use custom_field_definitions::{
    CustomFieldDefinitionUpdate, CustomFieldDefinitions, CustomFieldOptionUpdate, NewCustomFieldDefinition,
    NewCustomFieldOption,
};
pub use custom_fields::CustomFields;
pub use document_schemas::DocumentSchemas;
pub use documents::{DocumentUpdate, Documents};
pub use email_submissions::EmailSubmissions;
pub use metro_areas::MetroAreas;
pub use parties::{Parties, PartyUpdate};
pub use ports::Ports;
pub use shipments::{ShipmentUpdate, Shipments};
pub use shipping_lines::ShippingLines;
pub use terminals::Terminals;
pub use vessels::Vessels;
pub use webhook_notifications::WebhookNotifications;
pub use webhooks::{WebhookTrigger, Webhooks};

/// The families.
impl Client {
    /// Containers of tracked shipments.
    pub fn containers(&self) -> Containers<'_> {
        Containers { client: self }
    }

    /// Definitions of the custom fields that an account adds to its resources, and their options.
    pub fn custom_field_definitions(&self) -> CustomFieldDefinitions<'_> {
        CustomFieldDefinitions { client: self }
    }

    /// Values of the custom fields of resources.
    pub fn custom_fields(&self) -> CustomFields<'_> {
        CustomFields { client: self }
    }

    /// Schemas of the data that is extracted from documents.
    pub fn document_schemas(&self) -> DocumentSchemas<'_> {
        DocumentSchemas { client: self }
    }

    /// Freight documents, their files, and the data that was extracted from them.
    pub fn documents(&self) -> Documents<'_> {
        Documents { client: self }
    }

    /// Email messages that the account received.
    pub fn email_submissions(&self) -> EmailSubmissions<'_> {
        EmailSubmissions { client: self }
    }

    /// Cities and regions inland that are destinations of containers.
    pub fn metro_areas(&self) -> MetroAreas<'_> {
        MetroAreas { client: self }
    }

    /// Customers of the account.
    pub fn parties(&self) -> Parties<'_> {
        Parties { client: self }
    }

    /// Ports where vessels call.
    pub fn ports(&self) -> Ports<'_> {
        Ports { client: self }
    }

    /// Shipments that were found under tracked numbers.
    pub fn shipments(&self) -> Shipments<'_> {
        Shipments { client: self }
    }

    /// Ocean carriers, and what can be tracked at each.
    pub fn shipping_lines(&self) -> ShippingLines<'_> {
        ShippingLines { client: self }
    }

    /// Terminals of ports and of railways.
    pub fn terminals(&self) -> Terminals<'_> {
        Terminals { client: self }
    }

    /// Vessels that carry containers.
    pub fn vessels(&self) -> Vessels<'_> {
        Vessels { client: self }
    }

    /// Notifications for webhooks, and the status of their delivery.
    pub fn webhook_notifications(&self) -> WebhookNotifications<'_> {
        WebhookNotifications { client: self }
    }

    /// URLs that receive notifications of events.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks { client: self }
    }
}
