//! Reading a JSON object member by member: what nobody asked for is put aside, what does not fit is named by its pointer.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::Place;
use crate::error::{Error, Quoted};
use crate::jsonapi::Members;
use crate::resources::Timestamp;

/// Why JSON is no fact: where, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{pointer}: {fault}")]
pub(super) struct Refusal {
    pub(super) pointer: String,
    pub(super) fault: Fault,
}

/// What is wrong with a member.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error("a JSON object is expected")]
    NotAnObject,
    #[error("this member is missing")]
    Missing,
    /// Something about the whole, which is not told with the name of the member.
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
            Fault::Value(words) if !member.is_empty() => format!("{member}: {words}"),
            Fault::Whole(words) | Fault::Value(words) => words,
        };
        Error::invalid(&refusal.pointer, detail)
    }
}

/// The member as its writer calls it: `event.milestone` for `/3/event/milestone`.
fn member_of(pointer: &str) -> String {
    let is_number = |segment: &&str| segment.bytes().all(|byte| byte.is_ascii_digit());
    pointer.split('/').skip_while(|segment| is_number(segment)).collect::<Vec<_>>().join(".")
}

/// Where an object stands. Its pointer is only put together where something is refused or put aside.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    /// It is a fact: the one with this number of a list, or one that stands alone.
    Fact(Option<usize>),
    /// It is this member of another.
    Member(&'a Path<'a>, &'a str),
}

impl Path<'_> {
    /// The pointer of a member, or with an empty name of the object itself.
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

    /// The pointer within the fact.
    fn within(&self, member: &str) -> String {
        let own = match self {
            Path::Fact(_) => String::new(),
            Path::Member(of, name) => of.within(name),
        };
        if member.is_empty() { own } else { format!("{own}/{member}") }
    }
}

/// An object that is being read.
pub(super) struct Object<'a> {
    path: Path<'a>,
    /// Those that nobody has asked for yet. There are few: they are found by looking through them.
    members: Vec<(Cow<'a, str>, Node<'a>)>,
    /// Takes what is left over, each member under its pointer within the fact.
    spare: &'a mut Members,
}

impl<'a> Object<'a> {
    /// The object that stands at `path`.
    pub(super) fn new(path: Path<'a>, node: Node<'a>, spare: &'a mut Members) -> Result<Self, Refusal> {
        match node {
            Node::Object(members) => Ok(Object { path, members, spare }),
            _ => Err(Refusal { pointer: path.pointer(""), fault: Fault::NotAnObject }),
        }
    }

    fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Whether the member is there and not `null`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !value.is_null())
    }

    /// Whether the member is an object.
    pub(super) fn is_object(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| matches!(value, Node::Object(_)))
    }

    /// Those of these members that are there and `null`.
    pub(super) fn nulls(&self, names: &[&'static str]) -> BTreeSet<&'static str> {
        names.iter().copied().filter(|name| self.get(name).is_some_and(Node::is_null)).collect()
    }

    /// What it has instead of what is missing, for whoever wrote it: a slip is seen at once.
    pub(super) fn names(&self) -> String {
        let names: Vec<&str> = self.members.iter().take(8).map(|(name, _)| &**name).collect();
        if names.is_empty() { String::new() } else { format!(" (it has {})", names.join(", ")) }
    }

    /// A refusal of the member.
    pub(super) fn refuse(&self, name: &str, fault: Fault) -> Refusal {
        Refusal { pointer: self.path.pointer(&escape(name)), fault }
    }

    /// A refusal of what stands there, in these words.
    pub(super) fn wrong(&self, name: &str, detail: impl Into<String>) -> Refusal {
        self.refuse(name, Fault::Value(detail.into()))
    }

    /// The member as serde reads it; `null` is as good as none.
    pub(super) fn value<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(node) = self.take(name) else { return Ok(None) };
        let value = T::deserialize(Value::from(node)).map(Some);
        value.map_err(|error| self.wrong(name, error.to_string()))
    }

    /// The member as members of any shape.
    pub(super) fn members(&mut self, name: &str) -> Result<Option<Members>, Refusal> {
        match self.take(name).map(Value::from) {
            None => Ok(None),
            Some(Value::Object(members)) => Ok(Some(members)),
            Some(_) => Err(self.refuse(name, Fault::NotAnObject)),
        }
    }

    /// The member as a whole number from 0.
    pub(super) fn whole<T: TryFrom<u64>>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(value) = self.take(name).map(Value::from) else { return Ok(None) };
        let number = value.as_u64().and_then(|number| T::try_from(number).ok()).map(Some);
        number.ok_or_else(|| {
            let detail = format!("a whole number from 0 is expected, not {}", Quoted(&value.to_string()));
            self.wrong(name, detail)
        })
    }

    /// The member as true or false.
    pub(super) fn flag(&mut self, name: &str) -> Result<Option<bool>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Flag(flag)) => Ok(Some(flag)),
            Some(_) => Err(self.wrong(name, "true or false is expected")),
        }
    }

    /// The member as text. A number is as good as its digits; empty text is as good as none.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Text(text)) => Ok(Some(text).filter(|text| !text.is_empty()).map(Cow::into_owned)),
            Some(Node::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(self.wrong(name, "text is expected")),
        }
    }

    /// The member as a number. Decimal text (`"250.00"`, as money is often written) is as good as the number, as long as
    /// none of its digits would be lost.
    pub(super) fn number(&mut self, name: &str) -> Result<Option<Number>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Node::Number(number)) => Ok(Some(number)),
            Some(Node::Text(text)) => decimal(&text).map(Some).ok_or_else(|| {
                let detail = format!("a number is expected, or its digits as text (\"250.00\"), not {}", Quoted(&text));
                self.wrong(name, detail)
            }),
            Some(_) => Err(self.wrong(name, "a number is expected")),
        }
    }

    /// The member as a time.
    pub(super) fn time(&mut self, name: &str) -> Result<Option<Timestamp>, Refusal> {
        Ok(self.text(name)?.map(Timestamp::new))
    }

    /// The member as an object, read by `read`.
    pub(super) fn object<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Object<'_>) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.take(name) else { return Ok(None) };
        self.within(name, value, read).map(Some)
    }

    /// The member as a list of objects, each read by `read`.
    pub(super) fn objects<T>(
        &mut self,
        name: &str,
        read: impl Fn(&mut Object<'_>) -> Result<T, Refusal>,
    ) -> Result<Option<Vec<T>>, Refusal> {
        let items = match self.take(name) {
            None => return Ok(None),
            Some(Node::List(items)) => items.into_iter().enumerate(),
            Some(_) => return Err(self.wrong(name, "a list is expected")),
        };
        items.map(|(at, item)| self.within(&format!("{name}/{at}"), item, &read)).collect::<Result<_, _>>().map(Some)
    }

    /// The member as a place.
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
        let mut object = Object::new(Path::Member(&self.path, name), node, self.spare)?;
        let value = read(&mut object)?;
        object.put_aside();
        Ok(value)
    }

    /// Keeps the members nobody asked for.
    pub(super) fn put_aside(&mut self) {
        if self.members.is_empty() {
            return;
        }
        let within = self.path.within("");
        // A `null` says nothing, so nothing is lost with it; in a reading it takes something back.
        let may_be_null = within == "/reading";
        for (name, node) in std::mem::take(&mut self.members) {
            if may_be_null || !node.is_null() {
                self.spare.insert(format!("{within}/{}", escape(&name)), node.into());
            }
        }
    }

    fn take(&mut self, name: &str) -> Option<Node<'a>> {
        let at = self.members.iter().position(|(known, _)| known == name)?;
        Some(self.members.swap_remove(at).1).filter(|node| !node.is_null())
    }
}

/// The number that decimal text says, digit for digit; zeros at the end of a fraction say nothing.
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
