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
    Type::of::<Document>(),
    Type::of::<DocumentRepresentation>(),
    Type::of::<EmailSubmission>(),
    Type::of::<Shipment>(),
    Type::of::<ShippingLine>(),
    Type::of::<TrackingRequest>(),
    Type::of::<TransportEvent>(),
    Type::of::<User>(),
    Type::of::<Webhook>(),
    Type::of::<WebhookNotification>(),
];
