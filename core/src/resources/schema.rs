//! What a resource type consists of, as data: for bindings and tables, which need every member without naming one.

use crate::jsonapi::{Members, Resource};

/// A resource type that can be asked what it consists of. Every type in [`crate::resources`] can.
pub trait Schema: Resource {
    /// The name of the struct.
    const NAME: &'static str;
    /// What the type is, as in its documentation.
    const ABOUT: &'static str;
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
    /// The types it is known to lead to, by their names on the wire. An answer may name others.
    pub targets: &'static [&'static str],
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
    Name(&'static Names),
    /// A [`Timestamp`](super::Timestamp): a moment or a day.
    Moment,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// A [`Decimal`](super::Decimal): a number, written as one or as text.
    Decimal,
    /// A list of values of one shape.
    List(&'static Shape),
    /// An object with known members.
    Structure(&'static Structure),
    /// A free-form object.
    Object,
    /// Any JSON value.
    Any,
}

/// An enumeration, as far as this version knows it: a later service may send other names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Names {
    /// The name of the enum.
    pub name: &'static str,
    /// What its values tell, as in its documentation.
    pub about: &'static str,
    /// The values in the order of their declaration, each as on the wire, and what it means.
    pub values: &'static [(&'static str, &'static str)],
}

/// A structure inside attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The name of the struct.
    pub name: &'static str,
    /// What it is, as in its documentation.
    pub about: &'static str,
    /// Its members, in the order of their declaration.
    pub members: &'static [Member],
}

/// One member of a [`Structure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// Its name on the wire.
    pub name: &'static str,
    /// Whether its field is an `Option`.
    pub nullable: bool,
    /// What its values are.
    pub shape: Shape,
    /// What it says, as in its documentation.
    pub about: &'static str,
}

impl AttributeSchema {
    pub(crate) const fn new(name: &'static str, nullable: bool, shape: Shape, about: &'static str) -> Self {
        AttributeSchema { name, nullable, shape, about: about.trim_ascii() }
    }
}

impl RelationshipSchema {
    pub(crate) const fn new(
        name: &'static str,
        many: bool,
        targets: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        RelationshipSchema { name, many, targets, about: about.trim_ascii() }
    }
}

impl Names {
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        values: &'static [(&'static str, &'static str)],
    ) -> Self {
        Names { name, about: about.trim_ascii(), values }
    }
}

impl Structure {
    pub(crate) const fn new(name: &'static str, about: &'static str, members: &'static [Member]) -> Self {
        Structure { name, about: about.trim_ascii(), members }
    }
}

impl Member {
    pub(crate) const fn new(name: &'static str, nullable: bool, shape: Shape, about: &'static str) -> Self {
        Member { name, nullable, shape, about: about.trim_ascii() }
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
        let told = Container::RELATIONSHIPS[4];
        assert_eq!((told.name, told.many, told.targets), ("raw_events", true, &["raw_event"][..]));
    }

    #[test]
    fn an_enumeration_tells_its_values_and_what_they_mean() {
        let Shape::Name(names) = TrackingRequest::ATTRIBUTES[3].shape else { panic!("a status is a name") };
        assert_eq!((names.name, names.about), ("RequestStatus", "Where a tracking request stands."));
        let (value, meaning) = names.values[2];
        assert_eq!((value, meaning), ("created", "A shipment is linked and followed."));
    }

    #[test]
    fn a_structure_tells_its_members() {
        assert_eq!(Webhook::ATTRIBUTES[3].shape, Shape::Secret);
        let Shape::List(Shape::Structure(header)) = Webhook::ATTRIBUTES[4].shape else { panic!("headers") };
        assert_eq!((header.name, header.members[1].name), ("DeliveryHeader", "value"));
        assert_eq!((header.members[1].shape, header.members[1].nullable), (Shape::Secret, false));
        let Some(fees) = Container::ATTRIBUTES.iter().find(|known| known.name == "fees_at_pod_terminal") else {
            panic!("a container has fees")
        };
        let Shape::List(Shape::Structure(fee)) = fees.shape else { panic!("fees") };
        let members: Vec<_> = fee.members.iter().map(|member| (member.name, member.shape, member.nullable)).collect();
        let expected =
            [("type", Shape::Text, false), ("amount", Shape::Number, false), ("currency_code", Shape::Text, true)];
        assert_eq!(members, expected);
    }
}
