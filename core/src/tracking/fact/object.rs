//! Reads a JSON object member by member. Unknown members are kept, and errors have a JSON pointer.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::Place;
use crate::error::{Error, Quoted};
use crate::jsonapi::Members;
use crate::resources::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {fault}")]
pub(super) struct Refusal {
    pub(super) pointer: String,
    pub(super) fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error("a JSON object is expected")]
    NotAnObject,
    #[error("this member is missing")]
    Missing,
    /// Reported without the name of the member.
    #[error("{0}")]
    Whole(String),
    #[error("{0}")]
    Value(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let member = member_of(&refusal.pointer);
        let detail = match refusal.fault {
            Fault::Missing => format!("{member} is missing"),
            Fault::NotAnObject if member.is_empty() => "a fact must be a JSON object".to_owned(),
            Fault::NotAnObject => format!("{member} must be a JSON object"),
            Fault::Value(text) if !member.is_empty() => format!("{member}: {text}"),
            Fault::Whole(text) | Fault::Value(text) => text,
        };
        Error::invalid(&refusal.pointer, detail)
    }
}

/// Converts a pointer to a member name: `/3/event/milestone` to `event.milestone`.
fn member_of(pointer: &str) -> String {
    let is_number = |segment: &&str| segment.bytes().all(|byte| byte.is_ascii_digit());
    pointer.split('/').skip_while(|segment| is_number(segment)).collect::<Vec<_>>().join(".")
}

/// The position in the document. The pointer is built only for errors and unknown members.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Fact(Option<usize>),
    Member(&'a Path<'a>, &'a str),
}

impl Path<'_> {
    pub(super) fn pointer(&self, member: &str) -> String {
        let fact = self.number().map(|number| format!("/{number}")).unwrap_or_default();
        fact + &self.within(member)
    }

    fn number(&self) -> Option<usize> {
        match self {
            Path::Fact(number) => *number,
            Path::Member(of, _) => of.number(),
        }
    }

    fn within(&self, member: &str) -> String {
        let own = match self {
            Path::Fact(_) => String::new(),
            Path::Member(of, name) => of.within(name),
        };
        if member.is_empty() { own } else { format!("{own}/{member}") }
    }
}

pub(super) struct Object<'a> {
    path: Path<'a>,
    /// The members that are not read yet. There are few, so they are searched linearly.
    members: Vec<(Cow<'a, str>, Node<'a>)>,
    /// Receives unknown members.
    unknown: &'a mut Members,
}

impl<'a> Object<'a> {
    pub(super) fn new(path: Path<'a>, node: Node<'a>, unknown: &'a mut Members) -> Result<Self, Refusal> {
        match node {
            Node::Object(members) => Ok(Object { path, members, unknown }),
            _ => Err(Refusal { pointer: path.pointer(""), fault: Fault::NotAnObject }),
        }
    }

    fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_null())
    }

    pub(super) fn is_object(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| matches!(value, Node::Object(_)))
    }

    pub(super) fn nulls(&self, names: &[&'static str]) -> BTreeSet<&'static str> {
        names.iter().copied().filter(|name| self.get(name).is_some_and(Node::is_null)).collect()
    }

    /// The names of the members, for the error message about a missing member, which the sender may have misspelled.
    pub(super) fn names(&self) -> String {
        let names: Vec<&str> = self.members.iter().take(8).map(|(name, _)| &**name).collect();
        if names.is_empty() { String::new() } else { format!(" (it has {})", names.join(", ")) }
    }

    pub(super) fn refuse(&self, name: &str, fault: Fault) -> Refusal {
        Refusal { pointer: self.path.pointer(&escape(name)), fault }
    }

    pub(super) fn wrong(&self, name: &str, detail: impl Into<String>) -> Refusal {
        self.refuse(name, Fault::Value(detail.into()))
    }

    /// Reads any value. `null` counts as missing.
    pub(super) fn value<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(node) = self.take_member(name) else { return Ok(None) };
        let value = T::deserialize(Value::from(node)).map(Some);
        value.map_err(|error| self.wrong(name, error.to_string()))
    }

    pub(super) fn members(&mut self, name: &str) -> Result<Option<Members>, Refusal> {
        match self.take_member(name).map(Value::from) {
            None => Ok(None),
            Some(Value::Object(members)) => Ok(Some(members)),
            Some(_) => Err(self.refuse(name, Fault::NotAnObject)),
        }
    }

    pub(super) fn whole<T: TryFrom<u64>>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(value) = self.take_member(name).map(Value::from) else { return Ok(None) };
        let number = value.as_u64().and_then(|number| T::try_from(number).ok()).map(Some);
        number.ok_or_else(|| {
            let detail = format!("a whole number from 0 is expected, not {}", Quoted(&value.to_string()));
            self.wrong(name, detail)
        })
    }

    pub(super) fn flag(&mut self, name: &str) -> Result<Option<bool>, Refusal> {
        match self.take_member(name) {
            None => Ok(None),
            Some(Node::Flag(flag)) => Ok(Some(flag)),
            Some(_) => Err(self.wrong(name, "true or false is expected")),
        }
    }

    /// Reads a text. A number counts as its digits, and an empty text as missing.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        match self.take_member(name) {
            None => Ok(None),
            Some(Node::Text(text)) => Ok((!text.is_empty()).then(|| text.into_owned())),
            Some(Node::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(self.wrong(name, "text is expected")),
        }
    }

    /// Reads a number. A decimal text such as `"250.00"` counts as a number unless digits would be lost.
    pub(super) fn number(&mut self, name: &str) -> Result<Option<Number>, Refusal> {
        match self.take_member(name) {
            None => Ok(None),
            Some(Node::Number(number)) => Ok(Some(number)),
            Some(Node::Text(text)) => decimal(&text).map(Some).ok_or_else(|| {
                let detail = format!("a number is expected, or its digits as text (\"250.00\"), not {}", Quoted(&text));
                self.wrong(name, detail)
            }),
            Some(_) => Err(self.wrong(name, "a number is expected")),
        }
    }

    pub(super) fn time(&mut self, name: &str) -> Result<Option<Timestamp>, Refusal> {
        Ok(self.text(name)?.map(Timestamp::new))
    }

    pub(super) fn object<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Object<'_>) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.take_member(name) else { return Ok(None) };
        self.within(name, value, read).map(Some)
    }

    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Object<'_>) -> Result<T, Refusal>,
    ) -> Result<Option<Vec<T>>, Refusal> {
        let items = match self.take_member(name) {
            None => return Ok(None),
            Some(Node::List(items)) => items.into_iter().enumerate(),
            Some(_) => return Err(self.wrong(name, "a list is expected")),
        };
        items.map(|(at, item)| self.within(&format!("{name}/{at}"), item, &read)).collect::<Result<_, _>>().map(Some)
    }

    pub(super) fn place(&mut self, name: &str) -> Result<Option<Place>, Refusal> {
        self.object(name, |place| {
            Ok(Place {
                locode: place.text("locode")?,
                name: place.text("name")?,
                facility: place.text("facility")?,
                timezone: place.text("timezone")?,
            })
        })
    }

    fn within<T>(
        &mut self,
        name: &str,
        node: Node<'_>,
        read: impl FnOnce(&mut Object<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut object = Object::new(Path::Member(&self.path, name), node, self.unknown)?;
        let value = read(&mut object)?;
        object.keep_unknown();
        Ok(value)
    }

    pub(super) fn keep_unknown(&mut self) {
        if self.members.is_empty() {
            return;
        }
        let within = self.path.within("");
        // `null` has no meaning except in a reading, where it withdraws a value.
        let may_be_null = within == "/reading";
        for (name, node) in std::mem::take(&mut self.members) {
            if may_be_null || !node.is_null() {
                self.unknown.insert(format!("{within}/{}", escape(&name)), node.into());
            }
        }
    }

    fn take_member(&mut self, name: &str) -> Option<Node<'a>> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        let (_, node) = self.members.swap_remove(at);
        (!node.is_null()).then_some(node)
    }
}

/// Parses a decimal text; `None` if digits other than trailing zeros would be lost.
fn decimal(text: &str) -> Option<Number> {
    fn significant(text: &str) -> &str {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
    }
    let number: Number = text.parse().ok()?;
    (significant(text) == significant(&number.to_string())).then_some(number)
}

pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A JSON value that borrows its texts.
#[derive(Debug, Clone)]
pub(crate) enum Node<'t> {
    Null,
    Flag(bool),
    Number(Number),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    /// Names are unique and sorted.
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

/// Initial capacity.
const USUAL_MEMBERS: usize = 8;

/// Keeps the last of several members with one name, as is usual in JSON.
fn last_of_each<'t>(mut members: Vec<(Cow<'t, str>, Node<'t>)>) -> Vec<(Cow<'t, str>, Node<'t>)> {
    members.reverse();
    // Comparing lengths first is faster, because they mostly differ.
    members.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    members.dedup_by(|(later, _), (first, _)| later == first);
    members
}

/// Borrows from the text if it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_like_serde_json_reads_them() {
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
