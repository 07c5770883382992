//! Reads single members from the text of a resource, without building the resource.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{AnyResource, Resource, ResourceId, ToMany, ToOne, repair};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// The text of one resource object. Copying it copies a pointer.
#[derive(Clone, Copy)]
pub struct View<'a> {
    text: &'a str,
}

impl<'a> View<'a> {
    /// A view of this text. If it is not a JSON object, the view has no members.
    pub fn new(text: &'a str) -> Self {
        View { text }
    }

    /// The text of the resource object.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The `type`; empty if missing.
    pub fn kind(self) -> Cow<'a, str> {
        self.find_kind().unwrap_or_default()
    }

    /// The `id`; empty if missing.
    pub fn id(self) -> Cow<'a, str> {
        self.find_id().unwrap_or_default()
    }

    fn find_kind(self) -> Option<Cow<'a, str>> {
        leading_member(self.text, "type").map(Cow::Borrowed).or_else(|| self.members(["type"])[0]?.as_str())
    }

    fn find_id(self) -> Option<Cow<'a, str>> {
        leading_member(self.text, "id").map(Cow::Borrowed).or_else(|| self.members(["id"])[0]?.as_id())
    }

    pub(super) fn key(self) -> (Cow<'a, str>, Cow<'a, str>) {
        (self.kind(), self.id())
    }

    /// Checks that [`read`](Self::read) accepts this resource as type `kind` or one of `other_types`, without building it. Fails if the
    /// text is not an object, or has another type. Does not check the depth of nesting.
    pub fn check(self, kind: &str, other_types: &[&str]) -> Result<()> {
        // Fast path: the type is nearly always the first member.
        if leading_member(self.text, "type").is_some_and(|found| found == kind) {
            return Ok(());
        }
        let rejected = |reason: String| {
            let message = format!("this {kind} cannot be read: {reason}");
            Err(Error::new(ErrorKind::UnexpectedResponse, message).with_body(self.text.into()))
        };
        if !trim_start(self.text).starts_with('{') {
            return rejected("it is not an object".to_owned());
        }
        match self.members(["type"])[0].map(|found| found.as_str().unwrap_or(Cow::Borrowed(found.text))) {
            Some(found) if found != kind && !other_types.contains(&&*found) => {
                rejected(format!("expected type {kind}, found {found}"))
            }
            _ => Ok(()),
        }
    }

    /// Builds the resource. Fails if it has another type.
    pub fn read<T: Resource>(self) -> Result<T> {
        repair::from_str(self.text).map_err(|problem| self.unreadable(T::TYPE, &problem))
    }

    /// Builds the resource as a resource of any type.
    pub fn read_any(self) -> Result<AnyResource> {
        repair::from_str(self.text).map_err(|problem| self.unreadable("resource", &problem))
    }

    fn unreadable(self, what: &str, problem: &serde_json::Error) -> Error {
        Error::new(ErrorKind::UnexpectedResponse, format!("this {what} cannot be read: {problem}"))
            .with_body(self.text.into())
    }

    /// One attribute; `None` if missing.
    pub fn attribute(self, name: &str) -> Option<Attribute<'a>> {
        let [found] = self.attributes([name]);
        found
    }

    /// Several attributes in one pass over the text, in the order of `names`.
    pub fn attributes<const N: usize>(self, names: [&str; N]) -> [Option<Attribute<'a>>; N] {
        self.nested("attributes", names)
    }

    /// Finds attributes in one pass over the text. Each is stored in `found` at the index of its name. Entries of missing attributes
    /// are not changed.
    pub fn find_attributes(self, names: &[&str], found: &mut [Option<Attribute<'a>>]) {
        search(self.text, NestedSearch { members: ["attributes"], searches: [Some(MemberSearch::new(names, found))] });
    }

    /// Finds attributes and relationship objects in one pass, like [`find_attributes`](Self::find_attributes).
    pub fn find_members(
        self,
        attribute_names: &[&str],
        attributes: &mut [Option<Attribute<'a>>],
        relationship_names: &[&str],
        relationships: &mut [Option<Attribute<'a>>],
    ) {
        let searches = [(attribute_names, attributes), (relationship_names, relationships)];
        let searches =
            searches.map(|(names, found)| Some(MemberSearch { read_to_end: true, ..MemberSearch::new(names, found) }));
        search(self.text, NestedSearch { members: ["attributes", "relationships"], searches });
    }

    /// A relationship to one resource.
    pub fn to_one(self, name: &str) -> ToOne {
        match self.linkage(name) {
            Some(data) if data.is_null() => ToOne::Empty,
            Some(data) => View::new(data.text).identifier().map_or(ToOne::Absent, ToOne::Linked),
            None => ToOne::Absent,
        }
    }

    /// A relationship to many resources.
    pub fn to_many(self, name: &str) -> ToMany {
        match self.linkage(name) {
            Some(data) if data.is_null() => ToMany::Linked(Vec::new()),
            Some(data) => match serde_json::from_str::<Vec<&RawValue>>(data.text) {
                Ok(items) => {
                    ToMany::Linked(items.iter().filter_map(|item| View::new(item.get()).identifier()).collect())
                }
                Err(_) => ToMany::Absent,
            },
            None => ToMany::Absent,
        }
    }

    /// A relationship object.
    pub fn relationship(self, name: &str) -> Option<Value> {
        self.nested("relationships", [name])[0].and_then(|found| repair::from_str(found.text).ok())
    }

    fn linkage(self, name: &str) -> Option<Attribute<'a>> {
        let [relationship] = self.nested("relationships", [name]);
        relationship?.linkage()
    }

    fn identifier(self) -> Option<ResourceId> {
        Some(ResourceId { kind: self.find_kind()?.into_owned(), id: Id::new(&self.find_id()?) })
    }

    fn nested<const N: usize>(self, member: &str, names: [&str; N]) -> [Option<Attribute<'a>>; N] {
        let mut found = [None; N];
        search(self.text, NestedSearch { members: [member], searches: [Some(MemberSearch::new(&names, &mut found))] });
        found
    }

    fn members<const N: usize>(self, names: [&str; N]) -> [Option<Attribute<'a>>; N] {
        let mut found = [None; N];
        search(self.text, MemberSearch::new(&names, &mut found));
        found
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.id())
    }
}

/// The JSON text of one value in a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'a> {
    text: &'a str,
}

impl<'a> Attribute<'a> {
    /// A value with this JSON text.
    pub fn new(text: &'a str) -> Self {
        Attribute { text }
    }

    /// The items of a list; `None` if the value is not a list.
    pub fn items(self) -> Option<Vec<Attribute<'a>>> {
        let items: Vec<&RawValue> = serde_json::from_str(self.text).ok()?;
        Some(items.into_iter().map(|item| Attribute { text: item.get() }).collect())
    }

    /// Finds members of an object by name, like [`View::find_attributes`].
    pub fn find_members(self, names: &[&str], found: &mut [Option<Attribute<'a>>]) {
        search(self.text, MemberSearch::new(names, found));
    }

    /// Whether the value is an object.
    pub fn is_object(self) -> bool {
        self.text.starts_with('{')
    }

    /// The JSON text.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// Whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    /// The text of a string, borrowed from the JSON text unless it contains escapes; `None` if the value is not a string.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') { repair::from_str(self.text).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
    }

    /// Type and id of the target of this relationship object; `None` if it does not have exactly one target.
    pub fn target(self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let target = View::new(self.linkage()?.text);
        Some((target.find_kind()?, target.find_id()?))
    }

    fn linkage(self) -> Option<Attribute<'a>> {
        let [data, id] = View::new(self.text).members(["data", "id"]);
        data.or(id.map(|_| self))
    }

    /// A whole number is accepted as an id.
    fn as_id(self) -> Option<Cow<'a, str>> {
        let is_whole = || self.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        self.as_str().or_else(|| is_whole().then_some(Cow::Borrowed(self.text)))
    }

    /// The value as a boolean; `None` if it is not one.
    pub fn as_bool(self) -> Option<bool> {
        self.text.parse().ok()
    }

    /// The value as a whole number; `None` if it is not one, or does not fit.
    pub fn as_i64(self) -> Option<i64> {
        self.text.parse().ok()
    }

    /// The value as a number; `None` if it is not one.
    pub fn as_f64(self) -> Option<f64> {
        serde_json::from_str(self.text).ok()
    }

    /// The value as JSON; `null` if it is nested too deeply to be built (127 levels).
    pub fn to_value(self) -> Value {
        repair::from_str(self.text).unwrap_or_default()
    }
}

/// Fast path for `type` and `id`, with which nearly every resource begins. Gives up at the first member that is not a plain string.
fn leading_member<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text.strip_prefix('{')?;
    loop {
        let (key, after) = plain_string(rest)?;
        let (value, after) = plain_string(trim_start(after).strip_prefix(':')?)?;
        if key == name {
            return Some(value);
        }
        rest = trim_start(after).strip_prefix(',')?;
    }
}

fn plain_string(text: &str) -> Option<(&str, &str)> {
    let inner = trim_start(text).strip_prefix('"')?;
    let (inner, after) = inner.split_at(memchr::memchr(b'"', inner.as_bytes())?);
    let is_odd = inner.bytes().fold(false, |odd, byte| odd | (byte == b'\\') | (byte < b' '));
    (!is_odd).then_some((inner, &after[1..]))
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches([' ', '\n', '\r', '\t'])
}

/// Finds nothing if the text is not an object.
fn search<'a>(text: &'a str, searches: impl Visitor<'a>) {
    if !trim_start(text).starts_with('{') {
        return;
    }
    let mut input = serde_json::Deserializer::from_str(text);
    // The visitor stops when it has found everything, which the parser reports as an error. Members that were found before an error
    // are valid.
    let _ = input.deserialize_map(searches);
}

struct MemberSearch<'f, 'n, 'a> {
    names: &'n [&'n str],
    found: &'f mut [Option<Attribute<'a>>],
    /// Whether to read to the end of the object although everything was found.
    read_to_end: bool,
}

impl<'f, 'n, 'a> MemberSearch<'f, 'n, 'a> {
    fn new(names: &'n [&'n str], found: &'f mut [Option<Attribute<'a>>]) -> Self {
        let count = names.len().min(found.len());
        MemberSearch { names: &names[..count], found: &mut found[..count], read_to_end: false }
    }
}

impl<'a> Visitor<'a> for MemberSearch<'_, '_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut missing, mut next) = (self.names.len(), 0);
        while let Some(index) = map.next_key_seed(Position::from(self.names, next))? {
            match index {
                Some(index) => {
                    next = index + 1;
                    missing -= usize::from(self.found[index].is_none());
                    self.found[index] = Some(Attribute { text: map.next_value::<&RawValue>()?.get() });
                    if missing == 0 && !self.read_to_end {
                        break;
                    }
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

impl<'a> DeserializeSeed<'a> for MemberSearch<'_, '_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_map(self)
    }
}

struct NestedSearch<'f, 'n, 'a, const N: usize> {
    members: [&'n str; N],
    searches: [Option<MemberSearch<'f, 'n, 'a>>; N],
}

impl<'a, const N: usize> Visitor<'a> for NestedSearch<'_, '_, 'a, N> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a resource object")
    }

    fn visit_map<A: MapAccess<'a>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut missing = N;
        while missing > 0
            && let Some(index) = map.next_key_seed(Position::of(&self.members))?
        {
            match index.and_then(|index| self.searches[index].take()) {
                Some(searches) => {
                    map.next_value_seed(searches)?;
                    missing -= 1;
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Finds the index of a key among names. Keys are compared as bytes, so that a key that is not valid text matches no name.
pub(super) struct Position<'n> {
    names: &'n [&'n str],
    /// The search starts here: members are mostly in the order of the names.
    first: usize,
}

impl<'n> Position<'n> {
    pub fn of(names: &'n [&'n str]) -> Self {
        Position::from(names, 0)
    }

    fn from(names: &'n [&'n str], first: usize) -> Self {
        Position { names, first: if first < names.len() { first } else { 0 } }
    }
}

impl<'a> DeserializeSeed<'a> for Position<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'a>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_bytes(self)
    }
}

impl Visitor<'_> for Position<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_bytes<E>(self, key: &[u8]) -> Result<Self::Value, E> {
        let (before, after) = self.names.split_at(self.first);
        let find = |names: &[&str]| names.iter().position(|name| name.as_bytes() == key);
        Ok(find(after).map(|at| at + self.first).or_else(|| find(before)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_texts_with_escapes_are_found() {
        let view = View::new(r#"{"\u0069d":"\u0061","attributes":{"\ud800":1,"sca\u0063":"M\/\ud83d\udea2"}}"#);
        assert_eq!(view.id(), "a");
        assert_eq!(view.attribute("scac").and_then(Attribute::as_str).as_deref(), Some("M/🚢"));
    }

    #[test]
    fn large_numbers_keep_their_digits() {
        let view = View::new(r#"{"attributes":{"big":123456789012345678901234567890,"small":-3,"half":0.5}}"#);
        let [big, small, half] = view.attributes(["big", "small", "half"]).map(Option::unwrap);
        assert_eq!((big.text(), big.as_i64()), ("123456789012345678901234567890", None));
        assert_eq!((small.as_i64(), half.as_f64(), half.as_i64()), (Some(-3), Some(0.5), None));
    }

    #[test]
    fn check_rejects_the_same_resources_as_read() {
        for text in [
            "null",
            "7",
            "[]",
            r#""container""#,
            "{}",
            r#"{"id":"c"}"#,
            r#"{"type":"container"}"#,
            r#"{"type":null}"#,
            r#"{"type":5}"#,
            r#"{"id":[],"type":"shipment"}"#,
            r#"{"type":"\u0063ontainer","x":1e999}"#,
        ] {
            let built = View::new(text).read::<crate::resources::Container>();
            let checked = View::new(text).check("container", &[]);
            assert_eq!(built.is_ok(), checked.is_ok(), "{text}");
            assert_eq!(checked.err().map(|error| error.kind()), built.err().map(|error| error.kind()), "{text}");
        }
        assert!(View::new(r#"{"type":"rail_terminal"}"#).check("terminal", &["rail_terminal"]).is_ok());
    }

    #[test]
    fn values_inside_an_attribute_are_found() {
        let list = Attribute::new(r#"[{"a":1,"b":"x"}, null, 7]"#);
        let items = list.items().unwrap();
        assert_eq!(items.iter().map(|item| item.is_object()).collect::<Vec<_>>(), [true, false, false]);
        let mut found = [None; 2];
        items[0].find_members(&["b", "c"], &mut found);
        assert_eq!(found.map(|member| member.map(Attribute::text)), [Some("\"x\""), None]);
        assert_eq!((Attribute::new("{}").items(), Attribute::new("[").items()), (None, None));
    }

    #[test]
    fn members_are_found_in_one_pass_in_any_order() {
        let [attributes, relationships] = [r#""attributes":{"a":1,"b":2}"#, r#""relationships":{"r":{"data":null}}"#];
        for text in [format!("{{{attributes},{relationships}}}"), format!("{{{relationships},\"x\":0,{attributes}}}")] {
            let (mut found, mut linked) = ([None; 1], [None; 2]);
            View::new(&text).find_members(&["a"], &mut found, &["x", "r"], &mut linked);
            let texts = [found[0], linked[0], linked[1]].map(|found| found.map(Attribute::text));
            assert_eq!(texts, [Some("1"), None, Some(r#"{"data":null}"#)], "{text}");
        }
    }

    #[test]
    fn a_view_reads_relationships_like_a_built_resource() {
        let view = View::new(
            r#"{"relationships":{"a":{"data":{"id":5,"type":"port","meta":{}}},"b":{"links":{}},"c":{"data":null},
                "d":{"id":"p","type":"port"},"e":{"data":[{"id":"p"},{"id":"q","type":"port"}]}}}"#,
        );
        assert_eq!(view.to_one("a").get().map(ToString::to_string).as_deref(), Some("port 5"));
        assert_eq!(
            (view.to_one("b"), view.to_one("c"), view.to_one("nothing")),
            (ToOne::Absent, ToOne::Empty, ToOne::Absent)
        );
        assert_eq!(view.to_one("d").get().map(ToString::to_string).as_deref(), Some("port p"));
        let mut found = [None; 4];
        view.find_members(&[], &mut [], &["d", "a", "c", "nothing"], &mut found);
        let targets = found.map(|found| found.and_then(Attribute::target).map(|(kind, id)| format!("{kind} {id}")));
        assert_eq!(targets, [Some("port p".to_owned()), Some("port 5".to_owned()), None, None]);
        assert_eq!(
            (view.to_many("e").get().len(), view.to_many("c"), view.to_many("a")),
            (1, ToMany::Linked(vec![]), ToMany::Absent)
        );
    }

    proptest! {
        #[test]
        fn any_text_can_be_searched(text in r#"(\PC|[\[\]{}",:\\u0-9a-z ]){0,80}"#) {
            search_everything(&text);
        }

        #[test]
        fn any_broken_resource_can_be_searched(cut in 0usize..200, at in 0usize..200, with in r#"[\[\]{}",:\\ud8e0-]?"#) {
            let whole = r#"{"type":"x","id":"i","attributes":{"a":"b\ud83d\udea2","n":[1e5,{}]},"relationships":{"a":{"data":[{"id":"i","type":"t"}]}}}"#;
            let mut text = whole[..cut.min(whole.len())].to_owned();
            text.insert_str(at.min(text.len()), &with);
            search_everything(&text);
        }
    }

    fn search_everything(text: &str) {
        let view = View::new(text);
        for name in ["type", "id"] {
            if let Some(found) = leading_member(text, name) {
                assert_eq!(view.members([name])[0].and_then(Attribute::as_str).as_deref(), Some(found));
            }
        }
        for found in view.attributes(["a", "n", ""]).into_iter().flatten() {
            let _ =
                (found.as_str(), found.as_i64(), found.as_f64(), found.as_bool(), found.to_value(), found.is_null());
        }
        let _ = (view.kind(), view.id(), view.to_one("a"), view.to_many("a"), view.relationship("a"));
        let _ = (format!("{view:?}"), view.read_any());
        let _ = crate::jsonapi::Page::<crate::resources::Container>::parse(text);
    }
}
