//! Declaring a resource type: the struct, how it is read and how it is written, from one list of its members.

/// Declares a resource type.
///
/// Attributes are one of four kinds:
/// * `required`: a plain value; absent, it is the type's default and is not written;
/// * `nullable`: an `Option`, written as `null` when it is `None`;
/// * `optional`: an `Option`, left out when it is `None`;
/// * `list`: a `Vec`, always written.
///
/// Relationships are `one` ([`ToOne`](crate::jsonapi::ToOne)) or `many` ([`ToMany`](crate::jsonapi::ToMany)).
///
/// A value that does not fit its field is kept in `other` (attributes) or `extra.relationships`, under its own name, and
/// written again from there: reading never fails on one attribute, and loses none.
macro_rules! resource {
    (
        $(#[$meta:meta])*
        pub struct $name:ident = $kind:literal {
            $($(#[$adoc:meta])* $akind:ident $afield:ident $(= $aname:literal)? : $atype:ty,)*
        }
        relationships {
            $($(#[$rdoc:meta])* $rkind:ident $rfield:ident,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name {
            /// The identifier the service gave it.
            pub id: $crate::ids::Id<$name>,
            $($(#[$adoc])* pub $afield: $crate::resources::macros::attribute_type!($akind $atype),)*
            $($(#[$rdoc])* pub $rfield: $crate::resources::macros::relationship_type!($rkind),)*
            /// Attributes this version does not know, and values that do not fit their field, as they came.
            pub other: $crate::jsonapi::Members,
            /// Links, `meta` and everything else beside attributes and known relationships.
            pub extra: $crate::jsonapi::Extra,
        }

        impl $crate::jsonapi::Resource for $name {
            const TYPE: &'static str = $kind;

            fn id(&self) -> &$crate::ids::Id<Self> {
                &self.id
            }
        }

        impl $crate::resources::macros::Declared for $name {
            fn set_id(&mut self, id: $crate::ids::Id<Self>) {
                self.id = id;
            }

            fn extra(&mut self) -> &mut $crate::jsonapi::Extra {
                &mut self.extra
            }

            fn read_attribute<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                name: &str,
                map: &mut A,
            ) -> Result<(), A::Error> {
                match name {
                    $($crate::resources::macros::attribute_name!($afield $($aname)?) => {
                        let read = map.next_value_seed($crate::resources::attribute::Reader::new())?;
                        $crate::resources::macros::store_attribute!($akind, self, $afield, name, read);
                    })*
                    _ => {
                        self.other.insert(name.to_owned(), map.next_value()?);
                    }
                }
                Ok(())
            }

            #[allow(unused_variables, reason = "a type without relationships reads none")]
            fn read_relationship(&mut self, name: &str, value: &serde_json::Value) -> bool {
                match name {
                    $(stringify!($rfield) => {
                        match <$crate::resources::macros::relationship_type!($rkind)>::read(value) {
                            Some(read) => self.$rfield = read,
                            None => return false,
                        }
                        true
                    })*
                    _ => false,
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;

                struct Attributes<'a>(&'a $name);

                impl serde::Serialize for Attributes<'_> {
                    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                        let mut map = out.serialize_map(None)?;
                        $($crate::resources::macros::write_attribute!(
                            $akind, map, self.0, $afield,
                            $crate::resources::macros::attribute_name!($afield $($aname)?)
                        );)*
                        for (name, value) in &self.0.other {
                            map.serialize_entry(name, value)?;
                        }
                        map.end()
                    }
                }

                struct Relationships<'a>(&'a $name);

                impl serde::Serialize for Relationships<'_> {
                    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                        let mut map = out.serialize_map(None)?;
                        $(if self.0.$rfield.is_told() && !self.0.extra.relationships.contains_key(stringify!($rfield)) {
                            map.serialize_entry(stringify!($rfield), &self.0.$rfield)?;
                        })*
                        for (name, value) in &self.0.extra.relationships {
                            map.serialize_entry(name, value)?;
                        }
                        map.end()
                    }
                }

                let mut map = out.serialize_map(None)?;
                if !self.id.is_empty() {
                    map.serialize_entry("id", &self.id)?;
                }
                map.serialize_entry("type", $kind)?;
                map.serialize_entry("attributes", &Attributes(self))?;
                if !self.extra.relationships.is_empty() $(|| self.$rfield.is_told())* {
                    map.serialize_entry("relationships", &Relationships(self))?;
                }
                $crate::resources::macros::write_extra(&mut map, &self.extra)?;
                map.end()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                $crate::resources::macros::read(input)
            }
        }
    };
}

macro_rules! attribute_type {
    (required $type:ty) => { $type };
    (nullable $type:ty) => { Option<$type> };
    (optional $type:ty) => { Option<$type> };
    (list $type:ty) => { Vec<$type> };
}

macro_rules! relationship_type {
    (one) => {
        $crate::jsonapi::ToOne
    };
    (many) => {
        $crate::jsonapi::ToMany
    };
}

macro_rules! attribute_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

macro_rules! store_attribute {
    (required, $this:ident, $field:ident, $name:ident, $read:ident) => {
        match $read {
            $crate::resources::attribute::Read::Value(value) => $this.$field = value,
            $crate::resources::attribute::Read::Null => {
                $this.other.insert($name.to_owned(), serde_json::Value::Null);
            }
            $crate::resources::attribute::Read::Odd(value) => {
                $this.other.insert($name.to_owned(), value);
            }
        }
    };
    (optional, $this:ident, $field:ident, $name:ident, $read:ident) => {
        match $read {
            $crate::resources::attribute::Read::Value(value) => $this.$field = Some(value),
            $crate::resources::attribute::Read::Null => {
                $this.other.insert($name.to_owned(), serde_json::Value::Null);
            }
            $crate::resources::attribute::Read::Odd(value) => {
                $this.other.insert($name.to_owned(), value);
            }
        }
    };
    (nullable, $this:ident, $field:ident, $name:ident, $read:ident) => {
        match $read {
            $crate::resources::attribute::Read::Value(value) => $this.$field = Some(value),
            $crate::resources::attribute::Read::Null => $this.$field = None,
            $crate::resources::attribute::Read::Odd(value) => {
                $this.other.insert($name.to_owned(), value);
            }
        }
    };
    (list, $this:ident, $field:ident, $name:ident, $read:ident) => {
        $crate::resources::macros::store_attribute!(required, $this, $field, $name, $read)
    };
}

macro_rules! write_attribute {
    (required, $map:ident, $this:expr, $field:ident, $name:expr) => {
        if !$crate::resources::macros::is_default(&$this.$field) && !$this.other.contains_key($name) {
            $map.serialize_entry($name, &$this.$field)?;
        }
    };
    (optional, $map:ident, $this:expr, $field:ident, $name:expr) => {
        if $this.$field.is_some() && !$this.other.contains_key($name) {
            $map.serialize_entry($name, &$this.$field)?;
        }
    };
    (nullable, $map:ident, $this:expr, $field:ident, $name:expr) => {
        if !$this.other.contains_key($name) {
            $map.serialize_entry($name, &$this.$field)?;
        }
    };
    (list, $map:ident, $this:expr, $field:ident, $name:expr) => {
        $crate::resources::macros::write_attribute!(nullable, $map, $this, $field, $name)
    };
}

pub(crate) use {attribute_name, attribute_type, relationship_type, resource, store_attribute, write_attribute};

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde_json::Value;

use crate::ids::Id;
use crate::jsonapi::{Extra, Resource};

/// What the `resource!` macro writes for each type, so that reading can be written once.
pub(crate) trait Declared: Resource + Default {
    fn set_id(&mut self, id: Id<Self>);
    fn extra(&mut self) -> &mut Extra;
    /// Reads the value of one attribute out of the map.
    fn read_attribute<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<(), A::Error>;
    /// Takes over a known relationship; false when it is unknown or says more than the field can hold.
    fn read_relationship(&mut self, name: &str, value: &Value) -> bool;
}

pub(crate) fn read<'de, T: Declared, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<fn() -> T>);

    impl<'de, T: Declared> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a resource object of type {}", T::TYPE)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
            let mut resource = T::default();
            while let Some(name) = map.next_key::<Name<'de>>()? {
                match name.0.as_ref() {
                    "id" => resource.set_id(map.next_value()?),
                    "type" => check_type::<T, _>(&map.next_value::<Value>()?)?,
                    "attributes" => map.next_value_seed(Attributes(&mut resource))?,
                    "relationships" => read_relationships(&mut resource, map.next_value()?),
                    "links" => resource.extra().links = map.next_value()?,
                    "meta" => read_meta(&mut resource, map.next_value()?),
                    other => {
                        let value = map.next_value()?;
                        resource.extra().members.insert(other.to_owned(), value);
                    }
                }
            }
            Ok(resource)
        }
    }

    input.deserialize_map(Object(PhantomData))
}

fn check_type<T: Resource, E: serde::de::Error>(found: &Value) -> Result<(), E> {
    if found == T::TYPE { Ok(()) } else { Err(E::custom(format_args!("expected type {}, found {found}", T::TYPE))) }
}

fn read_relationships<T: Declared>(resource: &mut T, value: Value) {
    match value {
        Value::Object(relationships) => {
            for (name, value) in relationships {
                if !resource.read_relationship(&name, &value) {
                    resource.extra().relationships.insert(name, value);
                }
            }
        }
        odd => {
            resource.extra().members.insert("relationships".to_owned(), odd);
        }
    }
}

fn read_meta<T: Declared>(resource: &mut T, value: Value) {
    match value {
        Value::Object(meta) => resource.extra().meta = Some(meta),
        odd => {
            resource.extra().members.insert("meta".to_owned(), odd);
        }
    }
}

/// A member name, borrowed from the text wherever it holds no escape.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads the `attributes` object into a resource.
struct Attributes<'r, T>(&'r mut T);

impl<'de, T: Declared> DeserializeSeed<'de> for Attributes<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de, T: Declared> Visitor<'de> for Attributes<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an attributes object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<Name<'de>>()? {
            self.0.read_attribute(&name.0, &mut map)?;
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Writes what a resource object holds beside id, type, attributes and relationships.
pub(crate) fn write_extra<M: SerializeMap>(map: &mut M, extra: &Extra) -> Result<(), M::Error> {
    if !extra.links.is_empty() {
        map.serialize_entry("links", &extra.links)?;
    }
    if let Some(meta) = &extra.meta {
        map.serialize_entry("meta", meta)?;
    }
    for (name, value) in &extra.members {
        map.serialize_entry(name, value)?;
    }
    Ok(())
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
