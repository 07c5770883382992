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
    Untold,
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
            ToOne::Untold | ToOne::Empty => None,
        }
    }

    /// The id of the `T` it points at.
    pub fn id<T: Resource>(&self) -> Option<Id<T>> {
        self.get().and_then(ResourceId::as_id)
    }

    /// Reads a relationship object; `None` when it says more than this shape can hold.
    pub(crate) fn read(relationship: &Value) -> Option<Self> {
        match only_data(relationship)? {
            Value::Null => Some(ToOne::Empty),
            data => read_id(data).map(ToOne::Linked),
        }
    }

    pub(crate) fn is_told(&self) -> bool {
        *self != ToOne::Untold
    }
}

/// A relationship to any number of resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ToMany {
    /// The document does not say.
    #[default]
    Untold,
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
            ToMany::Untold => &[],
        }
    }

    /// The ids of the `T`s it points at.
    pub fn ids<T: Resource>(&self) -> impl Iterator<Item = Id<T>> {
        self.get().iter().filter_map(ResourceId::as_id)
    }

    /// Reads a relationship object; `None` when it says more than this shape can hold.
    pub(crate) fn read(relationship: &Value) -> Option<Self> {
        let Value::Array(items) = only_data(relationship)? else { return None };
        items.iter().map(read_id).collect::<Option<_>>().map(ToMany::Linked)
    }

    pub(crate) fn is_told(&self) -> bool {
        *self != ToMany::Untold
    }
}

impl Serialize for ToOne {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.is_told().then(|| ("data", self.get())))
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

/// The `data` of a relationship object that has nothing else.
fn only_data(relationship: &Value) -> Option<&Value> {
    let members = relationship.as_object()?;
    if members.len() == 1 { members.get("data") } else { None }
}

/// A resource identifier that has nothing but type and id.
fn read_id(data: &Value) -> Option<ResourceId> {
    let members = data.as_object()?;
    let (kind, id) = (members.get("type")?.as_str()?, members.get("id")?.as_str()?);
    (members.len() == 2).then(|| ResourceId { kind: kind.to_owned(), id: Id::new(id) })
}
