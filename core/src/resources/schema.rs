//! What a resource type consists of, as data: for bindings and tables, which need every member without naming one.

use crate::jsonapi::{Members, Resource};

/// A resource type that can be asked what it consists of. Every type in [`crate::resources`] can.
pub trait Schema: Resource {
    /// The attributes, in the order of their declaration.
    const ATTRIBUTES: &'static [AttributeSchema];
    /// The relationships, in the order of their declaration.
    const RELATIONSHIPS: &'static [RelationshipSchema];

    /// Attributes this version does not know, and values that do not fit their field, as they came.
    fn unmodelled(&self) -> &Members;
}

/// One attribute of a resource type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributeSchema {
    /// Its name on the wire.
    pub name: &'static str,
    /// Whether its field is an `Option`, so that it says nothing where an answer has no value for it.
    pub nullable: bool,
    /// What its values are.
    pub shape: Shape,
    /// What it says, as in its documentation.
    pub about: &'static str,
}

/// One relationship of a resource type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RelationshipSchema {
    /// Its name on the wire.
    pub name: &'static str,
    /// Whether it leads to any number of resources, or to one at most.
    pub many: bool,
    /// What it says, as in its documentation.
    pub about: &'static str,
}

/// What the values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Text.
    Text,
    /// Text that is not to be printed.
    Secret,
    /// One of these names, or one this version does not know.
    Name(&'static [&'static str]),
    /// A [`Timestamp`](super::Timestamp): a moment or a day.
    Moment,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// A list of values of one shape.
    List(&'static Shape),
    /// An object with these members; the first text is the name of the structure.
    Structure(&'static str, &'static [(&'static str, Shape)]),
    /// A free-form object.
    Object,
}

impl AttributeSchema {
    pub(crate) const fn new(name: &'static str, nullable: bool, shape: Shape) -> Self {
        AttributeSchema { name, nullable, shape, about: "" }
    }

    pub(crate) const fn about(self, about: &'static str) -> Self {
        AttributeSchema { about, ..self }
    }
}

impl RelationshipSchema {
    pub(crate) const fn new(name: &'static str, many: bool) -> Self {
        RelationshipSchema { name, many, about: "" }
    }

    pub(crate) const fn about(self, about: &'static str) -> Self {
        RelationshipSchema { about, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{Container, TrackingRequest, Webhook};

    #[test]
    fn a_type_tells_its_members() {
        let names: Vec<_> = TrackingRequest::ATTRIBUTES.iter().map(|attribute| attribute.name).collect();
        assert_eq!(names[..4], ["request_type", "request_number", "scac", "status"]);
        assert!(!TrackingRequest::ATTRIBUTES[3].nullable && TrackingRequest::ATTRIBUTES[4].nullable);
        let Shape::Name(names) = TrackingRequest::ATTRIBUTES[3].shape else { panic!("a status is a name") };
        assert!(names.contains(&"awaiting_manifest"));
        let told = Container::RELATIONSHIPS[4];
        assert_eq!((told.name, told.many), ("raw_events", true));
        let documented = |about: &str| about.trim().ends_with('.');
        assert!(documented(told.about) && Container::ATTRIBUTES.iter().all(|attribute| documented(attribute.about)));
        assert_eq!(Webhook::ATTRIBUTES[3].shape, Shape::Secret);
        let Shape::List(Shape::Structure(name, members)) = Webhook::ATTRIBUTES[4].shape else { panic!("headers") };
        assert_eq!((*name, members[1]), ("DeliveryHeader", ("value", Shape::Secret)));
    }
}
