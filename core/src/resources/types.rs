//! The table of all resource types of the API, as data for generators and bindings.

use super::*;

/// A resource type of the API, as data.
///
/// ```
/// use shiptrack::resources::TYPES;
///
/// let container = TYPES.iter().find(|resource| resource.name == "container").unwrap();
/// assert_eq!(container.rust, "Container");
/// assert_eq!(container.attributes[0].name, "number");
/// assert_eq!(container.relationships[0].targets, ["shipment"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Type {
    /// The type name in JSON, in the singular: `container`.
    pub name: &'static str,
    /// Other type names in JSON that are also read as this type.
    pub other_types: &'static [&'static str],
    /// The name of the Rust struct: `Container`.
    pub rust: &'static str,
    /// The documentation of the type.
    pub about: &'static str,
    /// The attributes, in the order of their declaration.
    pub attributes: &'static [AttributeSchema],
    /// The relationships, in the order of their declaration.
    pub relationships: &'static [RelationshipSchema],
}

impl Type {
    /// The description of `T`.
    pub const fn of<T: Schema>() -> Self {
        Type {
            name: T::TYPE,
            other_types: T::OTHER_TYPES,
            rust: T::NAME,
            about: T::ABOUT,
            attributes: T::ATTRIBUTES,
            relationships: T::RELATIONSHIPS,
        }
    }
}

/// All resource types of the API, sorted by their type names.
pub const TYPES: &[Type] = &[
    Type::of::<Account>(),
    Type::of::<Container>(),
    Type::of::<ContainerCreatedEvent>(),
    Type::of::<ContainerPodTerminalChangedEvent>(),
    Type::of::<ContainerUpdatedEvent>(),
    Type::of::<CustomField>(),
    Type::of::<CustomFieldDefinition>(),
    Type::of::<CustomFieldOption>(),
    Type::of::<Document>(),
    Type::of::<DocumentRepresentation>(),
    Type::of::<DocumentSchema>(),
    Type::of::<EmailSubmission>(),
    Type::of::<EstimatedEvent>(),
    Type::of::<MetroArea>(),
    Type::of::<Party>(),
    Type::of::<Port>(),
    Type::of::<RailTerminal>(),
    Type::of::<RawEvent>(),
    Type::of::<SearchResult>(),
    Type::of::<Shipment>(),
    Type::of::<ShipmentUpdatedEvent>(),
    Type::of::<ShippingLine>(),
    Type::of::<Terminal>(),
    Type::of::<TrackingRequest>(),
    Type::of::<TransportEvent>(),
    Type::of::<User>(),
    Type::of::<Vessel>(),
    Type::of::<Webhook>(),
    Type::of::<WebhookEventCategory>(),
    Type::of::<WebhookNotification>(),
];
