//! Reading relationships and links: nearly all hold nothing but plain identifiers and texts, and those are read straight
//! into their fields. Whatever else they hold is kept as it came.

use serde::de::MapAccess;
use serde_json::Value;

use super::attribute::{Attribute, Read, Reader, to_value};
use super::members::Name;
use crate::ids::Id;
use crate::jsonapi::{Links, Members, Relationship, ResourceId, ToMany, ToOne};

impl Attribute for ResourceId {
    fn read_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<Read<Self>, A::Error> {
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
                Ok(Read::Value(ResourceId { kind, id: Id::new(&id) }))
            }
            (kind, id) => {
                let named = [("type", kind), ("id", id)].into_iter();
                other.extend(named.filter_map(|(name, value)| Some((name.to_owned(), value?))));
                Ok(as_far_as(ResourceId::read, Value::Object(other)))
            }
        }
    }
}

impl Attribute for ToOne {
    fn read_members<'de, A: MapAccess<'de>>(map: A) -> Result<Read<Self>, A::Error> {
        relationship(map, |data| match data {
            Read::Value(target) => Ok(ToOne::Linked(target)),
            Read::Null => Ok(ToOne::Empty),
            Read::Partly(_, odd) | Read::Odd(odd) => Err(odd),
        })
    }
}

impl Attribute for ToMany {
    fn read_members<'de, A: MapAccess<'de>>(map: A) -> Result<Read<Self>, A::Error> {
        relationship(map, |data| match data {
            Read::Value(targets) => Ok(ToMany::Linked(targets)),
            // Read like an empty list, but not written like one.
            Read::Null => Err(Value::Null),
            Read::Partly(_, odd) | Read::Odd(odd) => Err(odd),
        })
    }
}

/// `plain` makes the field out of the relationship's `data`, or returns the data if the field cannot say all of it.
fn relationship<'de, R: Relationship, D: Attribute, A: MapAccess<'de>>(
    mut map: A,
    plain: impl FnOnce(Read<D>) -> Result<R, Value>,
) -> Result<Read<R>, A::Error> {
    let (mut data, mut other) = (None, Members::new());
    while let Some(name) = map.next_key::<Name<'de>>()? {
        match name.0.as_ref() {
            "data" => data = Some(map.next_value_seed(Reader::new())?),
            _ => drop(other.insert(name.0.into_owned(), map.next_value()?)),
        }
    }
    match data.map(plain) {
        Some(Ok(field)) if other.is_empty() => return Ok(Read::Value(field)),
        Some(Ok(field)) => {
            // Writes the data as it was read: it said all of it.
            other.extend(to_value(&field).as_object().cloned().into_iter().flatten());
        }
        Some(Err(odd)) => drop(other.insert("data".to_owned(), odd)),
        None => {}
    }
    Ok(as_far_as(R::read, Value::Object(other)))
}

fn as_far_as<T>(read: impl FnOnce(&Value) -> Option<T>, whole: Value) -> Read<T> {
    match read(&whole) {
        Some(field) => Read::Partly(field, whole),
        None => Read::Odd(whole),
    }
}

impl Attribute for Links {
    fn read_members<'de, A: MapAccess<'de>>(mut map: A) -> Result<Read<Self>, A::Error> {
        let mut links = Links::default();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            links.put(&name.0, map.next_value()?);
        }
        Ok(Read::Value(links))
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeSeed;
    use serde_json::json;

    use super::*;

    /// Also returns whether the field says all of it.
    fn read<R: Attribute + Default>(came: &Value) -> (R, bool) {
        match Reader::<R>::new().deserialize(came).unwrap() {
            Read::Value(field) => (field, true),
            Read::Partly(field, kept) => {
                assert_eq!(kept, *came);
                (field, false)
            }
            Read::Odd(kept) => {
                assert_eq!(kept, *came);
                (R::default(), false)
            }
            Read::Null => (R::default(), false),
        }
    }

    #[test]
    fn a_relationship_is_read_as_far_as_its_field_can_hold_it_and_else_kept_whole() {
        let target = ResourceId { kind: "port".into(), id: "p".into() };
        let linked = ToOne::Linked(target.clone());
        for (came, field, all) in [
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
            assert_eq!(read(&came), (field, all), "{came}");
        }
        let list = json!([{ "type": "port", "id": "p" }]);
        for (came, field, all) in [
            (json!({ "data": [] }), ToMany::Linked(Vec::new()), true),
            (json!({ "data": list }), ToMany::Linked(vec![target.clone()]), true),
            (json!({ "data": list, "meta": {} }), ToMany::Linked(vec![target.clone()]), false),
            (json!({ "data": [null, list[0]] }), ToMany::Linked(vec![target]), false),
            (json!({ "data": null }), ToMany::Linked(Vec::new()), false),
            (json!({ "data": "port" }), ToMany::Absent, false),
        ] {
            assert_eq!(read(&came), (field, all), "{came}");
        }
    }

    #[test]
    fn of_repeated_members_the_last_counts() {
        let mut text = serde_json::Deserializer::from_str(
            r#"{"data":5,"data":{"id":"a","type":"x","id":"b"},"data":{"type":"port","id":1,"id":"p"}}"#,
        );
        let Ok(Read::Value(read)) = Reader::<ToOne>::new().deserialize(&mut text) else { panic!("it is plain") };
        assert_eq!(read, ToOne::Linked(ResourceId { kind: "port".into(), id: "p".into() }));
        let mut text = serde_json::Deserializer::from_str(r#"{"next":7,"next":"/a","self":"/b","self":null}"#);
        let Ok(Read::Value(links)) = Reader::<Links>::new().deserialize(&mut text) else { panic!("they are links") };
        assert_eq!((links.next.as_deref(), links.this), (Some("/a"), None));
        assert_eq!(links.other, Members::from_iter([("self".to_owned(), Value::Null)]));
    }
}
