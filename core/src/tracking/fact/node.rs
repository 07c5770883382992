//! JSON as it stands in a text: what is read from it once and thrown away is not copied first.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// A value of JSON.
#[derive(Debug, Clone)]
pub(crate) enum Node<'t> {
    Null,
    Flag(bool),
    Number(Number),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    /// Its members, each name once, by their names.
    Object(Vec<(Cow<'t, str>, Node<'t>)>),
}

impl Node<'_> {
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Node::Null)
    }
}

impl From<Node<'_>> for Value {
    fn from(node: Node<'_>) -> Self {
        match node {
            Node::Null => Value::Null,
            Node::Flag(flag) => Value::Bool(flag),
            Node::Number(number) => Value::Number(number),
            Node::Text(text) => Value::String(text.into_owned()),
            Node::List(items) => items.into_iter().map(Value::from).collect(),
            Node::Object(members) => {
                Value::Object(members.into_iter().map(|(name, node)| (name.into_owned(), node.into())).collect())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node<'de> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Node<'de>, E> {
        Ok(Node::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node<'de>, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node<'de>, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node<'de>, E> {
        Ok(Number::from_f64(number).map_or(Node::Null, Node::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(text.into()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(text.to_owned().into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Node<'de>, E> {
        Ok(Node::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node<'de>, A::Error> {
        let mut members: Vec<(Cow<'de, str>, Node<'de>)> = Vec::with_capacity(USUAL_MEMBERS);
        while let Some((name, node)) = entries.next_entry::<Name<'de>, Node<'de>>()? {
            members.push((name.0, node));
        }
        Ok(Node::Object(last_of_each(members)))
    }
}

/// Members for which an object has room at once.
const USUAL_MEMBERS: usize = 8;

/// In an order of their names; of several with one name, the last counts, as everywhere in JSON.
fn last_of_each<'t>(mut members: Vec<(Cow<'t, str>, Node<'t>)>) -> Vec<(Cow<'t, str>, Node<'t>)> {
    members.reverse();
    // Most names differ in their lengths, which are quickly compared.
    members.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    members.dedup_by(|(later, _), (first, _)| later == first);
    members
}

/// The name of a member, borrowed where it stands in the text as it is.
#[derive(serde::Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whatever_is_json_is_read_as_serde_json_reads_it() {
        for text in [
            "null",
            "true",
            "[]",
            "{}",
            "-1",
            "18446744073709551615",
            "1e400",
            "0.1",
            r#""a\u00e9\n""#,
            r#"{"b": [1, {"c": null}], "a": "x", "b": 2, "\u0061": 3}"#,
        ] {
            let value = serde_json::from_str::<Value>(text);
            let node = serde_json::from_str::<Node<'_>>(text).map(Value::from);
            assert_eq!(node.ok(), value.ok(), "{text}");
        }
        let value = json!({"a": [1.5, "x", {"b": false}], "c": null});
        assert_eq!(Value::from(Node::deserialize(&value).unwrap()), value);
    }
}
