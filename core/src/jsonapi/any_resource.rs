//! A resource of any type, with all its members.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Members, Resource};
use crate::ids::Id;

/// A resource of any type, as JSON. Use it for types that this library does not define, and to read members that a typed resource lacks.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct AnyResource {
    /// The `type` in JSON; empty if the JSON has no valid type.
    pub kind: String,
    /// The id; empty if the JSON has no valid id.
    pub id: Id<AnyResource>,
    /// All members except `type` and `id`.
    pub members: Members,
}

impl AnyResource {
    /// The value of an attribute; `None` if it is missing.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.members.get("attributes")?.get(name)
    }

    /// A relationship object, with its `data`; `None` if it is missing.
    pub fn relationship(&self, name: &str) -> Option<&Value> {
        self.members.get("relationships")?.get(name)
    }
}

impl Resource for AnyResource {
    /// Only used in error messages: a resource of any type is accepted.
    const TYPE: &'static str = "resource";

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Serialize for AnyResource {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let (has_id, has_kind) = (!self.id.is_empty(), !self.kind.is_empty());
        let mut map = out.serialize_map(None)?;
        if has_id {
            map.serialize_entry("id", &self.id)?;
        }
        if has_kind {
            map.serialize_entry("type", &self.kind)?;
        }
        for (name, value) in &self.members {
            // `members` may contain an `id` or `type` that was not valid when it was read. It is written unless a valid one was set since.
            if !(has_id && name == "id" || has_kind && name == "type") {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for AnyResource {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let mut members = Members::deserialize(input)?;
        let kind = remove_text(&mut members, "type", Value::is_string).unwrap_or_default();
        let id = remove_text(&mut members, "id", |id| id.is_string() || id.is_i64() || id.is_u64());
        let id = id.map(Id::from).unwrap_or_default();
        Ok(AnyResource { kind, id, members })
    }
}

impl fmt::Debug for AnyResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?}", self.kind, self.id, MemberNames(&self.members))
    }
}

/// Prints only the names of members, because their values may be secrets.
pub(crate) struct MemberNames<'m>(pub &'m Members);

impl fmt::Debug for MemberNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Removes a member and returns it as text; `None`, without a change, if it is missing, empty or not valid.
fn remove_text(members: &mut Members, name: &str, is_valid: fn(&Value) -> bool) -> Option<String> {
    let is_valid = |value: &&Value| is_valid(value) && value.as_str() != Some("");
    members.get(name).filter(is_valid)?;
    match members.remove(name)? {
        Value::String(text) => Some(text),
        number => Some(number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_resource_is_written_unchanged() {
        for json in [
            json!({ "type": "port", "id": "p", "attributes": { "latitude": "51.9" }, "links": null }),
            json!({ "type": 5, "id": null, "x": [] }),
            json!({ "id": "", "type": "" }),
            json!({}),
        ] {
            let read: AnyResource = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), json);
        }
    }

    #[test]
    fn debug_output_contains_no_values_of_an_unknown_resource() {
        let read: AnyResource =
            serde_json::from_value(json!({ "type": "key", "id": "k", "secret": "s3cret" })).unwrap();
        assert_eq!(format!("{read:?}"), r#"key k {"secret"}"#);
    }
}
