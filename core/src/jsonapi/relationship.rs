//! Resource identifiers and the two shapes of relationship.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Resource;
use crate::ids::Id;

/// Type and id of a resource: what a relationship points at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourceId {
    /// The type, singular snake case.
    #[serde(rename = "type")]
    pub kind: String,
    /// The id.
    pub id: Id<()>,
}

impl ResourceId {
    /// The identifier of a `T`.
    pub fn of<T: Resource>(id: &Id<T>) -> Self {
        ResourceId { kind: T::TYPE.to_owned(), id: id.cast() }
    }

    /// The id, if this points at a `T`.
    pub fn as_id<T: Resource>(&self) -> Option<Id<T>> {
        (self.kind == T::TYPE).then(|| self.id.cast())
    }

    /// Whole numbers are accepted as ids.
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

/// A relationship to one resource at most.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToOne {
    /// The document does not say.
    #[default]
    Absent,
    /// There is none.
    Empty,
    /// There is this one.
    Linked(ResourceId),
}

impl ToOne {
    /// A relationship to a `T`.
    pub fn to<T: Resource>(id: &Id<T>) -> Self {
        ToOne::Linked(ResourceId::of(id))
    }

    /// A relationship to a `T`, or the word that there is none.
    pub fn to_or_empty<T: Resource>(id: Option<&Id<T>>) -> Self {
        id.map_or(ToOne::Empty, ToOne::to)
    }

    /// What it points at.
    pub fn get(&self) -> Option<&ResourceId> {
        match self {
            ToOne::Linked(target) => Some(target),
            ToOne::Absent | ToOne::Empty => None,
        }
    }

    /// The id of the `T` it points at.
    pub fn id<T: Resource>(&self) -> Option<Id<T>> {
        self.get().and_then(ResourceId::as_id)
    }
}

/// A relationship to any number of resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToMany {
    /// The document does not say.
    #[default]
    Absent,
    /// There are these.
    Linked(Vec<ResourceId>),
}

impl ToMany {
    /// A relationship to these `T`s.
    pub fn to<'a, T: Resource + 'a>(ids: impl IntoIterator<Item = &'a Id<T>>) -> Self {
        ToMany::Linked(ids.into_iter().map(ResourceId::of).collect())
    }

    /// What it points at.
    pub fn get(&self) -> &[ResourceId] {
        match self {
            ToMany::Linked(targets) => targets,
            ToMany::Absent => &[],
        }
    }

    /// The ids of the `T`s it points at.
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
    /// `None` if the document does not say.
    fn read(relationship: &Value) -> Option<Self>;

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
    /// One identifier that cannot be read hides none of the others.
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

/// A bare identifier in its place counts: the published description of the service has some.
fn data_of(relationship: &Value) -> Option<&Value> {
    let members = relationship.as_object()?;
    members.get("data").or_else(|| members.contains_key("id").then_some(relationship))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_identifier_has_a_text_or_a_whole_number() {
        for (id, read) in
            [(json!("a"), true), (json!(7), true), (json!(-7), true), (json!(0.5), false), (json!(7.0), false)]
        {
            assert_eq!(ResourceId::read(&json!({ "type": "port", "id": id })).is_some(), read, "{id}");
        }
    }

    #[test]
    fn one_broken_identifier_hides_none_of_the_others() {
        let came =
            json!({ "data": [{ "type": "port", "id": "a" }, null, { "id": "b" }, { "type": "port", "id": "c" }] });
        let read = ToMany::read(&came).unwrap();
        assert_eq!(read.get().iter().map(|target| target.id.to_string()).collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(ToMany::read(&json!({ "data": null })), Some(ToMany::Linked(Vec::new())));
    }
}
