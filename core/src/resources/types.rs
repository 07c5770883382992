//! Every resource type of the interface as data, in one table: the place to start from for whoever makes something of all.

use super::*;

/// A resource type of the interface, as data.
///
/// ```
/// use shiptrack::resources::TYPES;
///
/// let container = TYPES.iter().find(|known| known.name == "container").unwrap();
/// assert_eq!(container.rust, "Container");
/// assert_eq!(container.attributes[0].name, "number");
/// assert_eq!(container.relationships[0].targets, ["shipment"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Type {
    /// Its name on the wire, in the singular: `container`.
    pub name: &'static str,
    /// Other types on the wire that are read as this one where it is asked for.
    pub other_types: &'static [&'static str],
    /// The name of the struct: `Container`.
    pub rust: &'static str,
    /// What it is, as in its documentation.
    pub about: &'static str,
    /// The attributes, in the order of their declaration.
    pub attributes: &'static [AttributeSchema],
    /// The relationships, in the order of their declaration.
    pub relationships: &'static [RelationshipSchema],
}

impl Type {
    /// The type that `T` was declared as.
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

/// Every resource type of the interface, in the order of their names on the wire.
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
