//! Finds a member that occurs twice in one JSON object. Parsers of JSON silently drop one of the two.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

/// The name of a member that occurs twice in one object of `json`; `None` if there is no such member.
pub(super) fn repeated_member(json: &[u8]) -> Option<String> {
    let mut found = None;
    let mut reader = serde_json::Deserializer::from_slice(json);
    // Fails only if a duplicate was found, because the text was parsed as JSON before.
    let _ = Values(&mut found).deserialize(&mut reader);
    found
}

struct Values<'f>(&'f mut Option<String>);

impl<'de> DeserializeSeed<'de> for Values<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Values<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            members.next_value_seed(Values(self.0))?;
            if let Some(repeated) = names.replace(name) {
                *self.0 = Some(repeated);
                return Err(A::Error::custom("a member occurs twice"));
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Values(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_members_are_found_at_any_depth_and_in_any_spelling() {
        let found = |json: &str| repeated_member(json.as_bytes());
        assert_eq!(found(r#"{"a": 1, "b": {"a": [1.5, -2, null, true, "x", {"c": 1}]}}"#), None);
        assert_eq!(found(r#"{"a": 1, "b": 2, "a": 1}"#).as_deref(), Some("a"));
        assert_eq!(found(r#"{"d": [{"x": {}}, {"x": 1, "\u0078": 2}], "d": 1}"#).as_deref(), Some("x"));
    }
}
