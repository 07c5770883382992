//! Reading and writing the resource objects that the `resource!` macro declares: what is the same for all of them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::attribute::{Attribute, Read, Reader};
use crate::ids::Id;
use crate::jsonapi::{Extra, Links, Members, Relationship, Resource};

pub(crate) trait Declared: Resource + Default {
    const ATTRIBUTES: &'static [&'static str];
    const RELATIONSHIPS: &'static [&'static str];

    fn id_mut(&mut self) -> &mut Id<Self>;
    fn other(&self) -> &Members;
    fn extra(&self) -> &Extra;
    fn extra_mut(&mut self) -> &mut Extra;
    fn read_attribute<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
    fn read_relationship<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
    fn write_attributes<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
    fn has_relationships(&self) -> bool;
    fn write_relationships<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// Only another `type` is refused; whatever else is odd is kept as it came.
pub(crate) fn read<'de, T: Declared, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    input.deserialize_map(Object(PhantomData))
}

struct Object<T>(PhantomData<fn() -> T>);

impl<'de, T: Declared> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a resource object of type {}", T::TYPE)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut resource = T::default();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            let odd = match name.0.as_ref() {
                "type" => read_type(&mut resource, &map.next_value::<Name<'de>>()?.0)?,
                "id" => read_id(&mut resource, map.next_value_seed(Reader::new())?),
                "attributes" => map.next_value_seed(Fields { of: &mut resource, part: Part::Attributes })?,
                "relationships" => map.next_value_seed(Fields { of: &mut resource, part: Part::Relationships })?,
                "links" => read_links(&mut resource, map.next_value_seed(Reader::new())?),
                "meta" => read_meta(&mut resource, map.next_value()?),
                _ => Some(map.next_value()?),
            };
            if let Some(odd) = odd {
                resource.extra_mut().members.insert(name.0.into_owned(), odd);
            }
        }
        Ok(resource)
    }
}

#[derive(Deserialize)]
pub(super) struct Name<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Another name of the type is kept with the resource.
fn read_type<T: Declared, E: serde::de::Error>(resource: &mut T, found: &str) -> Result<Option<Value>, E> {
    resource.extra_mut().members.remove("type");
    match found {
        found if found == T::TYPE => Ok(None),
        found if T::OTHER_TYPES.contains(&found) => Ok(Some(found.into())),
        found => Err(E::custom(format_args!("expected type {}, found {found}", T::TYPE))),
    }
}

fn type_of<T: Declared>(resource: &T) -> &str {
    let came = resource.extra().members.get("type").and_then(Value::as_str);
    came.filter(|came| T::OTHER_TYPES.contains(came)).unwrap_or(T::TYPE)
}

fn read_id<T: Declared>(resource: &mut T, read: Read<Id<T>>) -> Option<Value> {
    match read {
        Read::Value(id) => *resource.id_mut() = id,
        Read::Null => {}
        Read::Partly(_, odd) | Read::Odd(odd) => return Some(odd),
    }
    None
}

fn read_links<T: Declared>(resource: &mut T, read: Read<Links>) -> Option<Value> {
    match read {
        Read::Value(links) => resource.extra_mut().links = links,
        Read::Null => {}
        Read::Partly(_, odd) | Read::Odd(odd) => return told(odd),
    }
    None
}

fn read_meta<T: Declared>(resource: &mut T, value: Value) -> Option<Value> {
    match value {
        Value::Object(meta) => resource.extra_mut().meta = Some(meta),
        odd => return told(odd),
    }
    None
}

/// `None` for `null` and the empty list, as which some serializers write an empty object.
fn told(value: Value) -> Option<Value> {
    let nothing = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    (!nothing).then_some(value)
}

enum Part {
    Attributes,
    Relationships,
}

/// Returns what was in place of an object.
struct Fields<'r, T> {
    of: &'r mut T,
    part: Part,
}

impl<'de, T: Declared> DeserializeSeed<'de> for Fields<'_, T> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de, T: Declared> Visitor<'de> for Fields<'_, T> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while let Some(name) = map.next_key::<Name<'de>>()? {
            match self.part {
                Part::Attributes => self.of.read_attribute(&name.0, &mut map)?,
                Part::Relationships => self.of.read_relationship(&name.0, &mut map)?,
            }
        }
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(items)).map(told)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, odd: &str) -> Result<Self::Value, E> {
        Ok(Some(odd.into()))
    }

    fn visit_bool<E>(self, odd: bool) -> Result<Self::Value, E> {
        Ok(Some(odd.into()))
    }

    fn visit_u64<E>(self, odd: u64) -> Result<Self::Value, E> {
        Ok(Some(odd.into()))
    }

    fn visit_i64<E>(self, odd: i64) -> Result<Self::Value, E> {
        Ok(Some(odd.into()))
    }

    fn visit_f64<E>(self, odd: f64) -> Result<Self::Value, E> {
        Ok(Some(odd.into()))
    }
}

/// A relationship that says more than the field can hold is also kept whole.
pub(crate) fn read_relationship<'de, R: Relationship + Attribute, A: MapAccess<'de>>(
    field: &mut R,
    kept: &mut Members,
    name: &str,
    map: &mut A,
) -> Result<(), A::Error> {
    let (read, whole) = match map.next_value_seed(Reader::new())? {
        Read::Value(read) => (read, None),
        Read::Partly(read, whole) => (read, Some(whole)),
        Read::Null => (R::default(), Some(Value::Null)),
        Read::Odd(whole) => (R::default(), Some(whole)),
    };
    *field = read;
    match whole {
        Some(whole) => drop(kept.insert(name.to_owned(), whole)),
        None => drop(kept.remove(name)),
    }
    Ok(())
}

/// Writes what was kept for as long as the field still says the same, else the field.
pub(crate) fn write_relationship<R: Relationship, M: SerializeMap>(
    map: &mut M,
    field: &R,
    kept: &Members,
    name: &'static str,
) -> Result<(), M::Error> {
    match kept.get(name) {
        Some(kept) if R::read(kept).unwrap_or_default() == *field => map.serialize_entry(name, kept),
        _ if field.is_present() => map.serialize_entry(name, field),
        _ => Ok(()),
    }
}

pub(crate) fn write<T: Declared, S: Serializer>(resource: &T, out: S) -> Result<S::Ok, S::Error> {
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

/// Writes `null` for optional attributes without a value. The flag says whether there is one.
pub(crate) fn spell_out(other: &mut Members, attributes: &[(&str, bool)]) {
    for (name, _) in attributes.iter().filter(|(_, has_value)| !has_value) {
        other.entry(*name).or_insert(Value::Null);
    }
}

struct Attributes<'a, T>(&'a T);

impl<T: Declared> Serialize for Attributes<'_, T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        self.0.write_attributes(&mut map)?;
        write_others(&mut map, self.0.other(), T::ATTRIBUTES)?;
        map.end()
    }
}

struct Relationships<'a, T>(&'a T);

impl<T: Declared> Serialize for Relationships<'_, T> {
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

    fn again<T: Resource>(value: &Value) -> Value {
        serde_json::to_value(serde_json::from_value::<T>(value.clone()).unwrap()).unwrap()
    }

    #[test]
    fn false_and_empty_texts_are_written_as_they_came() {
        let request = json!({ "attributes": { "is_retrying": false, "status": "", "request_number": "" } });
        let written = again::<TrackingRequest>(&request);
        for (name, value) in request["attributes"].as_object().unwrap() {
            assert_eq!(written["attributes"].get(name), Some(value), "{name}");
        }
    }

    #[test]
    fn a_new_request_says_that_it_is_not_being_retried() {
        let written = serde_json::to_value(TrackingRequest::default()).unwrap();
        assert_eq!(written["attributes"]["is_retrying"], false);
        assert!(written["attributes"].get("status").is_none());
    }

    #[test]
    fn of_repeated_attributes_the_last_counts() {
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
    fn a_stray_null_in_a_list_hides_no_other_item() {
        let came = json!({ "attributes": { "ref_numbers": ["PO-1", null, 7, "PO-2"] } });
        let mut read: TrackingRequest = serde_json::from_value(came.clone()).unwrap();
        assert_eq!(read.ref_numbers, ["PO-1", "PO-2"]);
        assert_eq!(
            serde_json::to_value(&read).unwrap()["attributes"]["ref_numbers"],
            came["attributes"]["ref_numbers"]
        );
        read.ref_numbers.push("PO-3".into());
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!(written["attributes"]["ref_numbers"], json!(["PO-1", "PO-2", "PO-3"]));
    }

    #[test]
    fn a_hold_with_unknown_or_missing_members_is_seen_and_kept_whole() {
        let holds = json!([
            { "name": "customs", "status": "hold", "released_by": "broker" },
            { "name": "freight", "status": "pending", "description": "" },
            { "name": "USDA", "status": null },
        ]);
        let came =
            json!({ "attributes": { "holds_at_pod_terminal": holds, "import_deadlines": { "pickup_lfd_line": 5 } } });
        let read: Container = serde_json::from_value(came).unwrap();
        let names: Vec<&str> = read.holds_at_pod_terminal.iter().map(|hold| hold.name.as_str()).collect();
        assert_eq!(names, ["customs", "freight", "USDA"]);
        assert!(read.import_deadlines.is_some());
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!(written["attributes"]["holds_at_pod_terminal"], holds);
        assert_eq!(written["attributes"]["import_deadlines"], json!({ "pickup_lfd_line": 5 }));
    }

    #[test]
    fn odd_parts_of_a_resource_object_spoil_nothing() {
        for (part, odd) in [
            ("attributes", json!("x")),
            ("attributes", json!([1])),
            ("relationships", json!(5)),
            ("links", json!("/a")),
            ("meta", json!(true)),
            ("id", json!(1.5)),
            ("id", json!({ "a": 1 })),
        ] {
            let came = json!({ "type": "container", part: odd });
            let written = again::<Container>(&came);
            assert_eq!(written[part], odd, "{part}");
            assert_eq!(written["type"], "container");
        }
    }

    #[test]
    fn empty_lists_in_place_of_objects_say_nothing() {
        for empty in [json!([]), json!(null)] {
            let came =
                json!({ "attributes": empty, "relationships": empty, "links": empty, "meta": empty, "id": null });
            assert_eq!(serde_json::from_value::<Container>(came).unwrap(), Container::default());
        }
    }

    #[test]
    fn a_resource_of_another_type_is_refused() {
        for kind in [json!("shipment"), json!(null), json!(1)] {
            assert!(serde_json::from_value::<Container>(json!({ "type": kind })).is_err());
        }
    }

    #[test]
    fn an_id_that_was_set_replaces_an_odd_one() {
        let mut read: Container = serde_json::from_value(json!({ "id": [1] })).unwrap();
        assert!(read.id.is_empty());
        read.id = "c".into();
        let text = serde_json::to_string(&read).unwrap();
        assert_eq!(text.matches(r#""id":"#).count(), 1, "{text}");
    }

    #[test]
    fn an_unknown_status_keeps_its_text() {
        let came = json!({ "attributes": { "current_status": "teleported" } });
        let read: Container = serde_json::from_value(came).unwrap();
        assert_eq!(read.current_status, ContainerStatus::Other("teleported".into()));
        assert_eq!(RequestStatus::parse("created"), RequestStatus::Created);
    }

    #[test]
    fn a_relationship_that_says_more_than_its_target_is_seen_and_kept_whole() {
        let shipment = json!({ "data": { "type": "shipment", "id": "s" }, "links": { "related": "/s" } });
        let came = json!({ "relationships": { "shipment": shipment, "new_one": { "data": [] } } });
        let mut read: Container = serde_json::from_value(came.clone()).unwrap();
        assert_eq!(read.shipment.id::<crate::resources::Shipment>(), Some("s".into()));
        assert_eq!(serde_json::to_value(&read).unwrap()["relationships"], came["relationships"]);
        read.shipment = crate::jsonapi::ToOne::Empty;
        assert_eq!(serde_json::to_value(&read).unwrap()["relationships"]["shipment"], json!({ "data": null }));
    }

    #[test]
    fn secrets_are_in_no_debug_text() {
        let came = json!({ "attributes": {
            "secret": ["s3cret"], "signing_key": "s3cret",
            "headers": [{ "name": "X-Key", "value": "s3cret", "more": "s3cret" }],
        } });
        let read: Webhook = serde_json::from_value(came).unwrap();
        let text = format!("{read:?}");
        assert!(text.contains("signing_key") && !text.contains("s3cret"), "{text}");
    }
}
