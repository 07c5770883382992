//! The schema of resource types as data, for bindings, tables and generators.

use crate::jsonapi::{Members, Resource};

/// The schema of a resource type. All types in [`crate::resources`] implement it.
pub trait Schema: Resource {
    /// The name of the struct.
    const NAME: &'static str;
    /// The documentation of the type.
    const ABOUT: &'static str;
    /// The attributes, in the order of their declaration.
    const ATTRIBUTES: &'static [AttributeSchema];
    /// The relationships, in the order of their declaration.
    const RELATIONSHIPS: &'static [RelationshipSchema];

    /// Attributes of this resource that this version does not know, and values that their field cannot represent, unchanged.
    fn unmodeled(&self) -> &Members;
}

/// One attribute of a resource type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttributeSchema {
    /// The name in JSON.
    pub name: &'static str,
    /// Whether the field is an `Option`, so that a missing value and an empty one can be distinguished.
    pub nullable: bool,
    /// The kind of its values.
    pub shape: Shape,
    /// For the timestamp of a place: the attributes of the resource with the time zones that can apply, the most likely first.
    pub timezones: &'static [&'static str],
    /// Its documentation.
    pub about: &'static str,
}

/// One relationship of a resource type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RelationshipSchema {
    /// The name in JSON.
    pub name: &'static str,
    /// Whether the relationship can have several targets, or at most one.
    pub many: bool,
    /// The known types of the targets, by their names in JSON. A response can contain others.
    pub targets: &'static [&'static str],
    /// Its documentation.
    pub about: &'static str,
}

/// The kind of the values of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Text.
    Text,
    /// Text that must not be printed.
    Secret,
    /// One of these texts, or one that this version does not know.
    Enumeration(&'static Enumeration),
    /// A [`Timestamp`](super::Timestamp): a time or a date.
    Moment,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// A [`Decimal`](super::Decimal): a number, written as a JSON number or as text.
    Decimal,
    /// A list of values of one kind.
    List(&'static Shape),
    /// An object with known members.
    Structure(&'static Structure),
    /// A free-form object.
    Object,
    /// Any JSON value.
    Any,
}

/// The known values of an enumeration. A newer service can send other values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Enumeration {
    /// The name of the enum.
    pub name: &'static str,
    /// The documentation of the enum.
    pub about: &'static str,
    /// The values in the order of their declaration: the text in JSON, and its meaning.
    pub values: &'static [(&'static str, &'static str)],
}

/// A structure inside attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The name of the struct.
    pub name: &'static str,
    /// The documentation of the struct.
    pub about: &'static str,
    /// Its members, in the order of their declaration.
    pub members: &'static [Member],
}

/// One member of a [`Structure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// The name in JSON.
    pub name: &'static str,
    /// Whether the field is an `Option`.
    pub nullable: bool,
    /// The kind of its values.
    pub shape: Shape,
    /// For the timestamp of a place: the attributes of the resource with the time zones that can apply, the most likely first.
    pub timezones: &'static [&'static str],
    /// Its documentation.
    pub about: &'static str,
}

impl AttributeSchema {
    pub(crate) const fn new(
        name: &'static str,
        nullable: bool,
        shape: Shape,
        timezones: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        AttributeSchema { name, nullable, shape, timezones, about: about.trim_ascii() }
    }

    /// The attributes with the time zone of the timestamp at `path` (`pickup_lfd`, `import_deadlines.pickup_lfd_rail`). `None` if there
    /// is no timestamp at `path`.
    pub fn timezones_of(attributes: &[AttributeSchema], path: &str) -> Option<&'static [&'static str]> {
        let (name, member) = path.split_once('.').map_or((path, None), |(name, member)| (name, Some(member)));
        let attribute = attributes.iter().find(|attribute| attribute.name == name)?;
        let (shape, timezones) = match (attribute.shape, member) {
            (Shape::Structure(inner), Some(member)) => {
                let member = inner.members.iter().find(|known| known.name == member)?;
                (member.shape, member.timezones)
            }
            (shape, None) => (shape, attribute.timezones),
            _ => return None,
        };
        (shape == Shape::Moment).then_some(timezones)
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

impl Enumeration {
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        values: &'static [(&'static str, &'static str)],
    ) -> Self {
        Enumeration { name, about: about.trim_ascii(), values }
    }
}

impl Structure {
    pub(crate) const fn new(name: &'static str, about: &'static str, members: &'static [Member]) -> Self {
        Structure { name, about: about.trim_ascii(), members }
    }
}

impl Member {
    pub(crate) const fn new(
        name: &'static str,
        nullable: bool,
        shape: Shape,
        timezones: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Member { name, nullable, shape, timezones, about: about.trim_ascii() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{Container, TrackingRequest, Webhook};

    #[test]
    fn a_type_lists_its_members() {
        let names: Vec<_> = TrackingRequest::ATTRIBUTES.iter().map(|attribute| attribute.name).collect();
        assert_eq!(names[..4], ["request_type", "request_number", "scac", "status"]);
        assert!(!TrackingRequest::ATTRIBUTES[3].nullable && TrackingRequest::ATTRIBUTES[4].nullable);
        let relationship = Container::RELATIONSHIPS[4];
        assert_eq!(
            (relationship.name, relationship.many, relationship.targets),
            ("raw_events", true, &["raw_event"][..])
        );
    }

    #[test]
    fn the_timestamp_of_a_place_names_the_attributes_with_its_zone() {
        for resource in super::super::TYPES {
            let is_attribute = |name: &&str| resource.attributes.iter().any(|attribute| attribute.name == *name);
            for attribute in resource.attributes {
                assert!(attribute.timezones.iter().all(&is_attribute), "{}", attribute.name);
                assert!(attribute.timezones.is_empty() || attribute.shape == Shape::Moment, "{}", attribute.name);
                let Shape::Structure(inner) = attribute.shape else { continue };
                assert!(inner.members.iter().flat_map(|member| member.timezones).all(&is_attribute));
            }
        }
        let of = |path: &str| AttributeSchema::timezones_of(Container::ATTRIBUTES, path);
        assert_eq!(of("pod_arrived_at"), Some(&["pod_timezone"][..]));
        assert_eq!(of("import_deadlines.pickup_lfd_rail"), Some(&["final_destination_timezone", "pod_timezone"][..]));
        assert_eq!(of("created_at"), Some(&[][..]));
        for none in ["number", "import_deadlines", "import_deadlines.x", "pickup_lfd.x", "x", ""] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn an_enumeration_lists_its_values_and_their_meaning() {
        let Shape::Enumeration(names) = TrackingRequest::ATTRIBUTES[3].shape else { panic!("a status is a name") };
        assert_eq!((names.name, names.about), ("RequestStatus", "The status of a tracking request."));
        let (value, meaning) = names.values[2];
        assert_eq!((value, meaning), ("created", "A shipment was found and is tracked."));
    }

    #[test]
    fn a_structure_lists_its_members() {
        assert_eq!(Webhook::ATTRIBUTES[3].shape, Shape::Secret);
        let Shape::List(Shape::Structure(header)) = Webhook::ATTRIBUTES[4].shape else { panic!("headers") };
        assert_eq!((header.name, header.members[1].name), ("DeliveryHeader", "value"));
        assert_eq!((header.members[1].shape, header.members[1].nullable), (Shape::Secret, false));
        let Some(fees) = Container::ATTRIBUTES.iter().find(|member| member.name == "fees_at_pod_terminal") else {
            panic!("a container has fees")
        };
        let Shape::List(Shape::Structure(fee)) = fees.shape else { panic!("fees") };
        let members: Vec<_> = fee.members.iter().map(|member| (member.name, member.shape, member.nullable)).collect();
        let expected =
            [("type", Shape::Text, false), ("amount", Shape::Number, false), ("currency_code", Shape::Text, true)];
        assert_eq!(members, expected);
    }
}
