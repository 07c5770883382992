//! Reads relationships and links. Plain identifiers and texts, which are by far the most frequent, are read directly into their
//! fields; everything else is preserved as JSON.

use serde::de::MapAccess;
use serde_json::Value;

use super::attribute::{Attribute, ReadResult, Reader, to_value};
use super::members::Name;
use crate::ids::Id;
use crate::jsonapi::{Links, Members, Relationship, ResourceId, ToMany, ToOne};

impl Attribute for ResourceId {
    fn read_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<ReadResult<Self>, A::Error> {
        let (mut kind, mut id, mut other) = (None, None, Members::new());
        while let Some(name) = map.next_key::<Name<'de>>()? {
            match name.0.as_ref() {
                "type" => kind = Some(map.next_value()?),
                "id" => id = Some(map.next_value()?),
                _ => drop(other.insert(name.0.into_owned(), map.next_value()?)),
            }
        }
        match (kind, id) {
            (Some(Value::String(kind)), Some(Value::String(id))) if other.is_empty() => {
                Ok(ReadResult::Value(ResourceId { kind, id: Id::new(&id) }))
            }
            (kind, id) => {
                let named = [("type", kind), ("id", id)].into_iter();
                other.extend(named.filter_map(|(name, value)| Some((name.to_owned(), value?))));
                Ok(partial(ResourceId::read, Value::Object(other)))
            }
        }
    }
}

impl Attribute for ToOne {
    fn read_members<'de, A: MapAccess<'de>>(map: A) -> Result<ReadResult<Self>, A::Error> {
        relationship(map, |data| match data {
            ReadResult::Value(target) => Ok(ToOne::Linked(target)),
            ReadResult::Null => Ok(ToOne::Empty),
            ReadResult::Partial(_, unexpected) | ReadResult::Unexpected(unexpected) => Err(unexpected),
        })
    }
}

impl Attribute for ToMany {
    fn read_members<'de, A: MapAccess<'de>>(map: A) -> Result<ReadResult<Self>, A::Error> {
        relationship(map, |data| match data {
            ReadResult::Value(targets) => Ok(ToMany::Linked(targets)),
            // `null` is read as an empty list, but an empty list is not written as `null`.
            ReadResult::Null => Err(Value::Null),
            ReadResult::Partial(_, unexpected) | ReadResult::Unexpected(unexpected) => Err(unexpected),
        })
    }
}

/// `plain` converts the `data` of the relationship into the field, or returns the data if the field cannot represent it completely.
fn relationship<'de, R: Relationship, D: Attribute, A: MapAccess<'de>>(
    mut map: A,
    plain: impl FnOnce(ReadResult<D>) -> Result<R, Value>,
) -> Result<ReadResult<R>, A::Error> {
    let (mut data, mut other) = (None, Members::new());
    while let Some(name) = map.next_key::<Name<'de>>()? {
        match name.0.as_ref() {
            "data" => data = Some(map.next_value_seed(Reader::new())?),
            _ => drop(other.insert(name.0.into_owned(), map.next_value()?)),
        }
    }
    match data.map(plain) {
        Some(Ok(field)) if other.is_empty() => return Ok(ReadResult::Value(field)),
        Some(Ok(field)) => {
            // The field represents the data completely, so it can be written from the field.
            other.extend(to_value(&field).as_object().cloned().into_iter().flatten());
        }
        Some(Err(unexpected)) => drop(other.insert("data".to_owned(), unexpected)),
        None => {}
    }
    Ok(partial(R::read, Value::Object(other)))
}

fn partial<T>(read: impl FnOnce(&Value) -> Option<T>, whole: Value) -> ReadResult<T> {
    match read(&whole) {
        Some(field) => ReadResult::Partial(field, whole),
        None => ReadResult::Unexpected(whole),
    }
}

impl Attribute for Links {
    fn read_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<ReadResult<Self>, A::Error> {
        let mut links = Links::default();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            links.put(&name.0, map.next_value()?);
        }
        Ok(ReadResult::Value(links))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeSeed;
    use serde_json::json;

    use super::*;

    /// Also returns whether the field represents the value completely.
    fn read<R: Attribute + Default>(json: &Value) -> (R, bool) {
        match Reader::<R>::new().deserialize(json).unwrap() {
            ReadResult::Value(field) => (field, true),
            ReadResult::Partial(field, preserved) => {
                assert_eq!(preserved, *json);
                (field, false)
            }
            ReadResult::Unexpected(preserved) => {
                assert_eq!(preserved, *json);
                (R::default(), false)
            }
            ReadResult::Null => (R::default(), false),
        }
    }

    #[test]
    fn a_relationship_that_its_field_cannot_represent_is_preserved() {
        let target = ResourceId { kind: "port".into(), id: "p".into() };
        let linked = ToOne::Linked(target.clone());
        for (json, field, all) in [
            (json!({ "data": null }), ToOne::Empty, true),
            (json!({ "data": { "type": "port", "id": "p" } }), linked.clone(), true),
            (json!({ "data": { "type": "port", "id": "p" }, "links": {} }), linked.clone(), false),
            (json!({ "data": { "type": "port", "id": "p", "meta": {} } }), linked.clone(), false),
            (json!({ "type": "port", "id": "p" }), linked, false),
            (
                json!({ "data": { "type": "port", "id": 5 } }),
                ToOne::Linked(ResourceId { id: "5".into(), ..target.clone() }),
                false,
            ),
            (json!({ "data": { "name": "port", "id": "p" } }), ToOne::Absent, false),
            (json!({ "data": [] }), ToOne::Absent, false),
            (json!({ "links": {} }), ToOne::Absent, false),
            (json!({}), ToOne::Absent, false),
            (json!([1]), ToOne::Absent, false),
            (json!(null), ToOne::Absent, false),
        ] {
            assert_eq!(read(&json), (field, all), "{json}");
        }
        let list = json!([{ "type": "port", "id": "p" }]);
        for (json, field, all) in [
            (json!({ "data": [] }), ToMany::Linked(Vec::new()), true),
            (json!({ "data": list }), ToMany::Linked(vec![target.clone()]), true),
            (json!({ "data": list, "meta": {} }), ToMany::Linked(vec![target.clone()]), false),
            (json!({ "data": [null, list[0]] }), ToMany::Linked(vec![target]), false),
            (json!({ "data": null }), ToMany::Linked(Vec::new()), false),
            (json!({ "data": "port" }), ToMany::Absent, false),
        ] {
            assert_eq!(read(&json), (field, all), "{json}");
        }
    }

    #[test]
    fn the_last_of_repeated_members_applies() {
        let mut text = serde_json::Deserializer::from_str(
            r#"{"data":5,"data":{"id":"a","type":"x","id":"b"},"data":{"type":"port","id":1,"id":"p"}}"#,
        );
        let Ok(ReadResult::Value(read)) = Reader::<ToOne>::new().deserialize(&mut text) else { panic!("it is plain") };
        assert_eq!(read, ToOne::Linked(ResourceId { kind: "port".into(), id: "p".into() }));
        let mut text = serde_json::Deserializer::from_str(r#"{"next":7,"next":"/a","self":"/b","self":null}"#);
        let Ok(ReadResult::Value(links)) = Reader::<Links>::new().deserialize(&mut text) else {
            panic!("they are links")
        };
        assert_eq!((links.next.as_deref(), links.this), (Some("/a"), None));
        assert_eq!(links.other, Members::from_iter([("self".to_owned(), Value::Null)]));
    }
}
