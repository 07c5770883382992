//! The code that reads and writes resource objects, shared by all types that the macro `resource!` declares.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::attribute::{Attribute, ReadResult, Reader};
use crate::ids::Id;
use crate::jsonapi::{Extra, Links, Members, Relationship, Resource};

pub(crate) trait DeclaredResource: Resource + Default {
    const ATTRIBUTES: &'static [&'static str];
    const RELATIONSHIPS: &'static [&'static str];

    fn id_mut(&mut self) -> &mut Id<Self>;
    fn other(&self) -> &Members;
    fn extra(&self) -> &Extra;
    fn extra_mut(&mut self) -> &mut Extra;
    fn read_attribute<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
    fn read_relationship<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
    fn write_attributes<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
    /// Removes the fractions of seconds from all timestamps.
    #[cfg(feature = "embedded")]
    fn drop_fractions(&mut self);
    fn has_relationships(&self) -> bool;
    fn write_relationships<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// Fails only if the object has another `type`. All other unexpected values are preserved.
pub(crate) fn read<'de, T: DeclaredResource, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    input.deserialize_map(Object(PhantomData))
}

struct Object<T>(PhantomData<fn() -> T>);

impl<'de, T: DeclaredResource> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a resource object of type {}", T::TYPE)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut resource = T::default();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            let unexpected = match name.0.as_ref() {
                "type" => read_type(&mut resource, &map.next_value::<Name<'de>>()?.0)?,
                "id" => read_id(&mut resource, map.next_value_seed(Reader::new())?),
                "attributes" => map.next_value_seed(PartReader { resource: &mut resource, part: Part::Attributes })?,
                "relationships" => {
                    map.next_value_seed(PartReader { resource: &mut resource, part: Part::Relationships })?
                }
                "links" => read_links(&mut resource, map.next_value_seed(Reader::new())?),
                "meta" => read_meta(&mut resource, map.next_value()?),
                _ => Some(map.next_value()?),
            };
            if let Some(unexpected) = unexpected {
                resource.extra_mut().members.insert(name.0.into_owned(), unexpected);
            }
        }
        Ok(resource)
    }
}

#[derive(Deserialize)]
pub(super) struct Name<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Preserves the type if it is one of `OTHER_TYPES`.
fn read_type<T: DeclaredResource, E: serde::de::Error>(resource: &mut T, found: &str) -> Result<Option<Value>, E> {
    resource.extra_mut().members.remove("type");
    match found {
        found if found == T::TYPE => Ok(None),
        found if T::OTHER_TYPES.contains(&found) => Ok(Some(found.into())),
        found => Err(E::custom(format_args!("expected type {}, found {found}", T::TYPE))),
    }
}

fn type_of<T: DeclaredResource>(resource: &T) -> &str {
    let json = resource.extra().members.get("type").and_then(Value::as_str);
    json.filter(|json| T::OTHER_TYPES.contains(json)).unwrap_or(T::TYPE)
}

fn read_id<T: DeclaredResource>(resource: &mut T, read: ReadResult<Id<T>>) -> Option<Value> {
    match read {
        ReadResult::Value(id) => *resource.id_mut() = id,
        ReadResult::Null => {}
        ReadResult::Partial(_, unexpected) | ReadResult::Unexpected(unexpected) => return Some(unexpected),
    }
    None
}

fn read_links<T: DeclaredResource>(resource: &mut T, read: ReadResult<Links>) -> Option<Value> {
    match read {
        ReadResult::Value(links) => resource.extra_mut().links = links,
        ReadResult::Null => {}
        ReadResult::Partial(_, unexpected) | ReadResult::Unexpected(unexpected) => return non_empty(unexpected),
    }
    None
}

fn read_meta<T: DeclaredResource>(resource: &mut T, value: Value) -> Option<Value> {
    match value {
        Value::Object(meta) => resource.extra_mut().meta = Some(meta),
        unexpected => return non_empty(unexpected),
    }
    None
}

/// `None` for `null` and for the empty list, which some serializers write instead of an empty object.
fn non_empty(value: Value) -> Option<Value> {
    let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    (!is_empty).then_some(value)
}

enum Part {
    Attributes,
    Relationships,
}

/// Reads the members of a part. Returns the value if it is not an object.
struct PartReader<'r, T> {
    resource: &'r mut T,
    part: Part,
}

impl<'de, T: DeclaredResource> DeserializeSeed<'de> for PartReader<'_, T> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de, T: DeclaredResource> Visitor<'de> for PartReader<'_, T> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while let Some(name) = map.next_key::<Name<'de>>()? {
            match self.part {
                Part::Attributes => self.resource.read_attribute(&name.0, &mut map)?,
                Part::Relationships => self.resource.read_relationship(&name.0, &mut map)?,
            }
        }
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(items)).map(non_empty)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, unexpected: &str) -> Result<Self::Value, E> {
        Ok(Some(unexpected.into()))
    }

    fn visit_bool<E>(self, unexpected: bool) -> Result<Self::Value, E> {
        Ok(Some(unexpected.into()))
    }

    fn visit_u64<E>(self, unexpected: u64) -> Result<Self::Value, E> {
        Ok(Some(unexpected.into()))
    }

    fn visit_i64<E>(self, unexpected: i64) -> Result<Self::Value, E> {
        Ok(Some(unexpected.into()))
    }

    fn visit_f64<E>(self, unexpected: f64) -> Result<Self::Value, E> {
        Ok(Some(unexpected.into()))
    }
}

/// Reads a relationship into its field. Preserves the relationship object if the field cannot represent it completely.
pub(crate) fn read_relationship<'de, R: Relationship + Attribute, A: MapAccess<'de>>(
    field: &mut R,
    preserved: &mut Members,
    name: &str,
    map: &mut A,
) -> Result<(), A::Error> {
    let (read, whole) = match map.next_value_seed(Reader::new())? {
        ReadResult::Value(read) => (read, None),
        ReadResult::Partial(read, whole) => (read, Some(whole)),
        ReadResult::Null => (R::default(), Some(Value::Null)),
        ReadResult::Unexpected(whole) => (R::default(), Some(whole)),
    };
    *field = read;
    match whole {
        Some(whole) => drop(preserved.insert(name.to_owned(), whole)),
        None => drop(preserved.remove(name)),
    }
    Ok(())
}

/// Writes the preserved relationship object if the field was not changed since it was read, otherwise the field.
pub(crate) fn write_relationship<R: Relationship, M: SerializeMap>(
    map: &mut M,
    field: &R,
    preserved: &Members,
    name: &'static str,
) -> Result<(), M::Error> {
    match preserved.get(name) {
        Some(preserved) if R::read(preserved).unwrap_or_default() == *field => map.serialize_entry(name, preserved),
        _ if field.is_present() => map.serialize_entry(name, field),
        _ => Ok(()),
    }
}

pub(crate) fn write<T: DeclaredResource, S: Serializer>(resource: &T, out: S) -> Result<S::Ok, S::Error> {
    let extra = resource.extra();
    let mut map = out.serialize_map(None)?;
    let mut written = vec!["type"];
    if !resource.id().is_empty() {
        map.serialize_entry("id", resource.id())?;
        written.push("id");
    }
    map.serialize_entry("type", type_of(resource))?;
    if !extra.members.contains_key("attributes") {
        map.serialize_entry("attributes", &Attributes(resource))?;
    }
    if resource.has_relationships() {
        map.serialize_entry("relationships", &Relationships(resource))?;
        written.push("relationships");
    }
    if !extra.links.is_empty() {
        map.serialize_entry("links", &extra.links)?;
        written.push("links");
    }
    if let Some(meta) = &extra.meta {
        map.serialize_entry("meta", meta)?;
        written.push("meta");
    }
    write_others(&mut map, &extra.members, &written)?;
    map.end()
}

fn write_others<M: SerializeMap>(map: &mut M, members: &Members, written: &[&str]) -> Result<(), M::Error> {
    members
        .iter()
        .filter(|(name, _)| !written.contains(&name.as_str()))
        .try_for_each(|(name, value)| map.serialize_entry(name, value))
}

/// Makes the writer write `null` for optional attributes without a value. The flag is true if the attribute has a value.
pub(crate) fn write_nulls(other: &mut Members, attributes: &[(&str, bool)]) {
    for (name, _) in attributes.iter().filter(|(_, has_value)| !has_value) {
        other.entry(*name).or_insert(Value::Null);
    }
}

struct Attributes<'a, T>(&'a T);

impl<T: DeclaredResource> Serialize for Attributes<'_, T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        self.0.write_attributes(&mut map)?;
        write_others(&mut map, self.0.other(), T::ATTRIBUTES)?;
        map.end()
    }
}

struct Relationships<'a, T>(&'a T);

impl<T: DeclaredResource> Serialize for Relationships<'_, T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        self.0.write_relationships(&mut map)?;
        write_others(&mut map, &self.0.extra().relationships, T::RELATIONSHIPS)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::resources::{Container, ContainerStatus, RequestStatus, TrackingRequest, Webhook};

    use super::*;

    fn round_trip<T: Resource>(value: &Value) -> Value {
        serde_json::to_value(serde_json::from_value::<T>(value.clone()).unwrap()).unwrap()
    }

    #[test]
    fn false_and_empty_texts_are_written_unchanged() {
        let request = json!({ "attributes": { "is_retrying": false, "status": "", "request_number": "" } });
        let written = round_trip::<TrackingRequest>(&request);
        for (name, value) in request["attributes"].as_object().unwrap() {
            assert_eq!(written["attributes"].get(name), Some(value), "{name}");
        }
    }

    #[test]
    fn a_new_request_is_written_with_is_retrying_false() {
        let written = serde_json::to_value(TrackingRequest::default()).unwrap();
        assert_eq!(written["attributes"]["is_retrying"], false);
        assert!(written["attributes"].get("status").is_none());
    }

    #[test]
    fn the_last_of_repeated_attributes_applies() {
        for (text, status) in [
            (r#"{"attributes":{"status":5,"status":"pending"}}"#, "pending"),
            (r#"{"attributes":{"status":"pending","status":"failed"}}"#, "failed"),
        ] {
            let read: TrackingRequest = serde_json::from_str(text).unwrap();
            assert_eq!((read.status.as_str(), read.other.is_empty()), (status, true));
        }
        let read: TrackingRequest = serde_json::from_str(r#"{"attributes":{"scac":"MAEU","scac":7}}"#).unwrap();
        assert_eq!((read.scac, read.other.get("scac")), (None, Some(&json!(7))));
    }

    #[test]
    fn a_null_in_a_list_does_not_affect_other_items() {
        let json = json!({ "attributes": { "ref_numbers": ["PO-1", null, 7, "PO-2"] } });
        let mut read: TrackingRequest = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read.ref_numbers, ["PO-1", "PO-2"]);
        assert_eq!(
            serde_json::to_value(&read).unwrap()["attributes"]["ref_numbers"],
            json["attributes"]["ref_numbers"]
        );
        read.ref_numbers.push("PO-3".into());
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!(written["attributes"]["ref_numbers"], json!(["PO-1", "PO-2", "PO-3"]));
    }

    #[test]
    fn a_hold_with_unknown_or_missing_members_is_read_and_preserved() {
        let holds = json!([
            { "name": "customs", "status": "hold", "released_by": "broker" },
            { "name": "freight", "status": "pending", "description": "" },
            { "name": "USDA", "status": null },
        ]);
        let json =
            json!({ "attributes": { "holds_at_pod_terminal": holds, "import_deadlines": { "pickup_lfd_line": 5 } } });
        let read: Container = serde_json::from_value(json).unwrap();
        let names: Vec<&str> = read.holds_at_pod_terminal.iter().map(|hold| hold.name.as_str()).collect();
        assert_eq!(names, ["customs", "freight", "USDA"]);
        assert!(read.import_deadlines.is_some());
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!(written["attributes"]["holds_at_pod_terminal"], holds);
        assert_eq!(written["attributes"]["import_deadlines"], json!({ "pickup_lfd_line": 5 }));
    }

    #[test]
    fn unexpected_parts_of_a_resource_object_are_preserved() {
        for (part, unexpected) in [
            ("attributes", json!("x")),
            ("attributes", json!([1])),
            ("relationships", json!(5)),
            ("links", json!("/a")),
            ("meta", json!(true)),
            ("id", json!(1.5)),
            ("id", json!({ "a": 1 })),
        ] {
            let json = json!({ "type": "container", part: unexpected });
            let written = round_trip::<Container>(&json);
            assert_eq!(written[part], unexpected, "{part}");
            assert_eq!(written["type"], "container");
        }
    }

    #[test]
    fn empty_lists_instead_of_objects_are_ignored() {
        for empty in [json!([]), json!(null)] {
            let json =
                json!({ "attributes": empty, "relationships": empty, "links": empty, "meta": empty, "id": null });
            assert_eq!(serde_json::from_value::<Container>(json).unwrap(), Container::default());
        }
    }

    #[test]
    fn a_resource_of_another_type_is_rejected() {
        for kind in [json!("shipment"), json!(null), json!(1)] {
            assert!(serde_json::from_value::<Container>(json!({ "type": kind })).is_err());
        }
    }

    #[test]
    fn an_id_that_was_set_replaces_an_unexpected_one() {
        let mut read: Container = serde_json::from_value(json!({ "id": [1] })).unwrap();
        assert!(read.id.is_empty());
        read.id = "c".into();
        let text = serde_json::to_string(&read).unwrap();
        assert_eq!(text.matches(r#""id":"#).count(), 1, "{text}");
    }

    #[test]
    fn an_unknown_status_keeps_its_text() {
        let json = json!({ "attributes": { "current_status": "teleported" } });
        let read: Container = serde_json::from_value(json).unwrap();
        assert_eq!(read.current_status, ContainerStatus::Other("teleported".into()));
        assert_eq!(RequestStatus::parse("created"), RequestStatus::Created);
    }

    #[test]
    fn a_relationship_with_more_than_data_is_read_and_preserved() {
        let shipment = json!({ "data": { "type": "shipment", "id": "s" }, "links": { "related": "/s" } });
        let json = json!({ "relationships": { "shipment": shipment, "new_one": { "data": [] } } });
        let mut read: Container = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read.shipment.id::<crate::resources::Shipment>(), Some("s".into()));
        assert_eq!(serde_json::to_value(&read).unwrap()["relationships"], json["relationships"]);
        read.shipment = crate::jsonapi::ToOne::Empty;
        assert_eq!(serde_json::to_value(&read).unwrap()["relationships"]["shipment"], json!({ "data": null }));
    }

    #[test]
    fn debug_output_contains_no_secrets() {
        let json = json!({ "attributes": {
            "secret": ["s3cret"], "signing_key": "s3cret",
            "headers": [{ "name": "X-Key", "value": "s3cret", "more": "s3cret" }],
        } });
        let read: Webhook = serde_json::from_value(json).unwrap();
        let text = format!("{read:?}");
        assert!(text.contains("signing_key") && !text.contains("s3cret"), "{text}");
    }
}
