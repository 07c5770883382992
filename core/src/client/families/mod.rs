// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The families of operations, a file each.

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
    /// Boxes of tracked shipments.
    pub fn containers(&self) -> Containers<'_> {
        Containers { client: self }
    }

    /// Fields that an account adds to its resources, and the options of those that have some.
    pub fn custom_field_definitions(&self) -> CustomFieldDefinitions<'_> {
        CustomFieldDefinitions { client: self }
    }

    /// Values of the fields that an account added to its resources.
    pub fn custom_fields(&self) -> CustomFields<'_> {
        CustomFields { client: self }
    }

    /// What is read out of a document of some type.
    pub fn document_schemas(&self) -> DocumentSchemas<'_> {
        DocumentSchemas { client: self }
    }

    /// Files that belong to shipments, and what was read out of them.
    pub fn documents(&self) -> Documents<'_> {
        Documents { client: self }
    }

    /// Mail that was sent to the account's address.
    pub fn email_submissions(&self) -> EmailSubmissions<'_> {
        EmailSubmissions { client: self }
    }

    /// Regions of several ports.
    pub fn metro_areas(&self) -> MetroAreas<'_> {
        MetroAreas { client: self }
    }

    /// Customers of the account.
    pub fn parties(&self) -> Parties<'_> {
        Parties { client: self }
    }

    /// Ports.
    pub fn ports(&self) -> Ports<'_> {
        Ports { client: self }
    }

    /// What a tracked number turned out to be: a voyage with its containers.
    pub fn shipments(&self) -> Shipments<'_> {
        Shipments { client: self }
    }

    /// Ocean carriers whose numbers can be tracked.
    pub fn shipping_lines(&self) -> ShippingLines<'_> {
        ShippingLines { client: self }
    }

    /// Terminals of ports, and of railways.
    pub fn terminals(&self) -> Terminals<'_> {
        Terminals { client: self }
    }

    /// Ships.
    pub fn vessels(&self) -> Vessels<'_> {
        Vessels { client: self }
    }

    /// What webhooks were told, and how far its delivery came.
    pub fn webhook_notifications(&self) -> WebhookNotifications<'_> {
        WebhookNotifications { client: self }
    }

    /// URLs that are told of events.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks { client: self }
    }
}
