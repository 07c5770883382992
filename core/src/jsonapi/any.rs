//! A resource of any type, kept whole.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Members, Resource};
use crate::ids::Id;

/// A resource whose type this library does not model, or that a caller wants to handle as it came.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnyResource {
    /// The `type` on the wire.
    pub kind: String,
    /// The id.
    pub id: Id<AnyResource>,
    /// Every member but `type` and `id`.
    pub members: Members,
}

impl AnyResource {
    /// One attribute.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.members.get("attributes")?.get(name)
    }

    /// One relationship object.
    pub fn relationship(&self, name: &str) -> Option<&Value> {
        self.members.get("relationships")?.get(name)
    }
}

impl Resource for AnyResource {
    /// What messages call it: a resource of any type is read, whatever its type on the wire.
    const TYPE: &'static str = "resource";

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Serialize for AnyResource {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut members = self.members.clone();
        if !self.id.is_empty() && !members.contains_key("id") {
            members.insert("id".into(), self.id.to_string().into());
        }
        members.entry("type").or_insert_with(|| self.kind.clone().into());
        members.serialize(out)
    }
}

impl<'de> Deserialize<'de> for AnyResource {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let mut members = Members::deserialize(input)?;
        let kind = take_text(&mut members, "type").unwrap_or_default();
        let id = take_text(&mut members, "id").map(Id::from).unwrap_or_default();
        Ok(AnyResource { kind, id, members })
    }
}

/// Takes a member out of the map if it is text; one that is not stays where it is.
fn take_text(members: &mut Members, name: &str) -> Option<String> {
    match members.remove(name)? {
        Value::String(text) => Some(text),
        other => {
            members.insert(name.into(), other);
            None
        }
    }
}
