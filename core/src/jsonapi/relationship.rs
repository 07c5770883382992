//! Resource identifiers and relationships.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Resource;
use crate::ids::Id;

/// Type and id of a resource: the target of a relationship.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourceId {
    /// The type, such as `tracking_request`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id.
    pub id: Id<()>,
}

impl ResourceId {
    /// The identifier of a resource of type `T`.
    pub fn of<T: Resource>(id: &Id<T>) -> Self {
        ResourceId { kind: T::TYPE.to_owned(), id: id.cast() }
    }

    /// The id as an id of `T`; `None` if the resource has another type.
    pub fn as_id<T: Resource>(&self) -> Option<Id<T>> {
        (self.kind == T::TYPE).then(|| self.id.cast())
    }

    /// Parses a resource identifier. Accepts whole numbers as ids. `None` if `type` or `id` is not valid.
    pub(crate) fn read(data: &Value) -> Option<Self> {
        let id = match data.get("id")? {
            Value::String(text) => Id::new(text),
            Value::Number(number) if !number.is_f64() => Id::new(&number.to_string()),
            _ => return None,
        };
        Some(ResourceId { kind: data.get("type")?.as_str()?.to_owned(), id })
    }
}

impl fmt::Display for ResourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.id)
    }
}

/// A relationship to at most one resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToOne {
    /// The document does not contain the relationship.
    #[default]
    Absent,
    /// The relationship has no target (`null`).
    Empty,
    /// The relationship has this target.
    Linked(ResourceId),
}

impl ToOne {
    /// A relationship to a resource of type `T`.
    pub fn to<T: Resource>(id: &Id<T>) -> Self {
        ToOne::Linked(ResourceId::of(id))
    }

    /// A relationship to a resource of type `T`; without a target if `id` is `None`.
    pub fn to_or_empty<T: Resource>(id: Option<&Id<T>>) -> Self {
        id.map_or(ToOne::Empty, ToOne::to)
    }

    /// The target, if there is one.
    pub fn get(&self) -> Option<&ResourceId> {
        match self {
            ToOne::Linked(target) => Some(target),
            ToOne::Absent | ToOne::Empty => None,
        }
    }

    /// The id of the target, if there is one of type `T`.
    pub fn id<T: Resource>(&self) -> Option<Id<T>> {
        self.get().and_then(ResourceId::as_id)
    }
}

/// A relationship to any number of resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToMany {
    /// The document does not contain the relationship.
    #[default]
    Absent,
    /// The relationship has these targets.
    Linked(Vec<ResourceId>),
}

impl ToMany {
    /// A relationship to these resources of type `T`.
    pub fn to<'a, T: Resource + 'a>(ids: impl IntoIterator<Item = &'a Id<T>>) -> Self {
        ToMany::Linked(ids.into_iter().map(ResourceId::of).collect())
    }

    /// The targets; empty if the document does not contain the relationship.
    pub fn get(&self) -> &[ResourceId] {
        match self {
            ToMany::Linked(targets) => targets,
            ToMany::Absent => &[],
        }
    }

    /// The ids of the targets of type `T`.
    pub fn ids<T: Resource>(&self) -> impl Iterator<Item = Id<T>> {
        self.get().iter().filter_map(ResourceId::as_id)
    }
}

impl Serialize for ToOne {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.is_present().then(|| ("data", self.get())))
    }
}

impl Serialize for ToMany {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map([("data", self.get())])
    }
}

impl<'de> Deserialize<'de> for ToOne {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(ToOne::read(&Value::deserialize(input)?).unwrap_or_default())
    }
}

pub(crate) trait Relationship: Default + PartialEq + Serialize {
    /// `None` if the relationship object has no valid `data`.
    fn read(relationship: &Value) -> Option<Self>;

    /// Whether the document contains the relationship.
    fn is_present(&self) -> bool;
}

impl Relationship for ToOne {
    fn read(relationship: &Value) -> Option<Self> {
        match data_of(relationship)? {
            Value::Null => Some(ToOne::Empty),
            data => ResourceId::read(data).map(ToOne::Linked),
        }
    }

    fn is_present(&self) -> bool {
        *self != ToOne::Absent
    }
}

impl Relationship for ToMany {
    /// Ignores invalid identifiers in the list.
    fn read(relationship: &Value) -> Option<Self> {
        match data_of(relationship)? {
            Value::Null => Some(ToMany::Linked(Vec::new())),
            Value::Array(items) => Some(ToMany::Linked(items.iter().filter_map(ResourceId::read).collect())),
            _ => None,
        }
    }

    fn is_present(&self) -> bool {
        *self != ToMany::Absent
    }
}

/// The `data` of a relationship object. Also accepts an identifier in place of the object, because examples in the published API description
/// have this form.
fn data_of(relationship: &Value) -> Option<&Value> {
    let members = relationship.as_object()?;
    members.get("data").or_else(|| members.contains_key("id").then_some(relationship))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_id_is_text_or_a_whole_number() {
        for (id, read) in
            [(json!("a"), true), (json!(7), true), (json!(-7), true), (json!(0.5), false), (json!(7.0), false)]
        {
            assert_eq!(ResourceId::read(&json!({ "type": "port", "id": id })).is_some(), read, "{id}");
        }
    }

    #[test]
    fn a_broken_identifier_does_not_affect_the_others() {
        let json =
            json!({ "data": [{ "type": "port", "id": "a" }, null, { "id": "b" }, { "type": "port", "id": "c" }] });
        let read = ToMany::read(&json).unwrap();
        assert_eq!(read.get().iter().map(|target| target.id.to_string()).collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(ToMany::read(&json!({ "data": null })), Some(ToMany::Linked(Vec::new())));
    }
}
