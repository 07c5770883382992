//! Reading single members of a resource out of its text, without building the resource.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{ToMany, ToOne};

/// One resource object, still text. Copying it copies a pointer.
#[derive(Clone, Copy)]
pub struct View<'a> {
    text: &'a str,
}

impl<'a> View<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        View { text }
    }

    /// The whole resource object as it came.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The `type`; empty when it has none.
    pub fn kind(self) -> Cow<'a, str> {
        self.member("type").and_then(Attribute::as_str).unwrap_or_default()
    }

    /// The `id`; empty when it has none.
    pub fn id(self) -> Cow<'a, str> {
        self.member("id").and_then(Attribute::as_str).unwrap_or_default()
    }

    /// One attribute.
    pub fn attribute(self, name: &str) -> Option<Attribute<'a>> {
        let [found] = self.attributes([name]);
        found
    }

    /// Several attributes in one pass over the text, in the order asked for.
    pub fn attributes<const N: usize>(self, names: [&str; N]) -> [Option<Attribute<'a>>; N] {
        let mut found = [None; N];
        seek(self.text, Nested { member: "attributes", names: &names, found: &mut found });
        found
    }

    /// A relationship to one resource.
    pub fn to_one(self, name: &str) -> ToOne {
        self.relationship(name).and_then(|value| ToOne::read(&value)).unwrap_or_default()
    }

    /// A relationship to many resources.
    pub fn to_many(self, name: &str) -> ToMany {
        self.relationship(name).and_then(|value| ToMany::read(&value)).unwrap_or_default()
    }

    /// A relationship object as it came.
    pub fn relationship(self, name: &str) -> Option<Value> {
        let mut found = [None; 1];
        seek(self.text, Nested { member: "relationships", names: &[name], found: &mut found });
        let [relationship] = found;
        relationship.and_then(|attribute| serde_json::from_str(attribute.text).ok())
    }

    fn member(self, name: &str) -> Option<Attribute<'a>> {
        let mut found = [None; 1];
        seek(self.text, Wanted { names: &[name], found: &mut found });
        found[0]
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.id())
    }
}

/// One value inside a resource, still text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'a> {
    text: &'a str,
}

impl<'a> Attribute<'a> {
    /// The JSON text as it came.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    /// The text of a string; borrowed from the page unless it holds escapes.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') {
            serde_json::from_str(self.text).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    /// A boolean.
    pub fn as_bool(self) -> Option<bool> {
        self.text.parse().ok()
    }

    /// A whole number.
    pub fn as_i64(self) -> Option<i64> {
        self.text.parse().ok()
    }

    /// A number.
    pub fn as_f64(self) -> Option<f64> {
        serde_json::from_str(self.text).ok()
    }

    /// Any value.
    pub fn to_value(self) -> Value {
        serde_json::from_str(self.text).unwrap_or_default()
    }
}

/// Walks the members of one JSON object; text that is none leaves everything unfound.
fn seek<'a>(text: &'a str, wanted: impl Visitor<'a>) {
    let mut input = serde_json::Deserializer::from_str(text);
    // Everything wanted was found, or the rest is malformed: either ends the walk, and what was found stands.
    let _ = input.deserialize_map(wanted);
}

/// Ends a walk that has found what it came for: the rest of the text need not be read.
fn enough<E: serde::de::Error>() -> E {
    E::custom("")
}

/// Members of an object, by name.
struct Wanted<'f, 'n, 'a> {
    names: &'n [&'n str],
    found: &'f mut [Option<Attribute<'a>>],
}

impl<'a> Visitor<'a> for Wanted<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let mut missing = self.names.len();
        while let Some(index) = map.next_key_seed(Position(self.names))? {
            match index {
                Some(index) if missing > 0 => {
                    missing -= usize::from(self.found[index].is_none());
                    self.found[index] = Some(Attribute { text: map.next_value::<&RawValue>()?.get() });
                    if missing == 0 {
                        return Err(enough());
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

impl<'a> DeserializeSeed<'a> for Wanted<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_map(self)
    }
}

/// Members of an object that is itself a member.
struct Nested<'f, 'n, 'a> {
    member: &'n str,
    names: &'n [&'n str],
    found: &'f mut [Option<Attribute<'a>>],
}

impl<'a> Visitor<'a> for Nested<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a resource object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(index) = map.next_key_seed(Position(&[self.member]))? {
            if index.is_some() {
                map.next_value_seed(Wanted { names: self.names, found: &mut *self.found })?;
                return Err(enough());
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Where a key stands in a list of names.
struct Position<'n>(&'n [&'n str]);

impl<'a> DeserializeSeed<'a> for Position<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'a>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_str(self)
    }
}

impl Visitor<'_> for Position<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| *name == key))
    }
}
