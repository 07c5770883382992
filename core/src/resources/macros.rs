//! Declaring a resource type: the struct, how it is read and how it is written, from one list of its members.

/// Declares a resource type.
///
/// Attributes are one of five kinds:
/// * `required`: a plain value; empty, it is left out, since an empty name or code is none;
/// * `plain`: a plain value that is always written: `false` and an empty text say something;
/// * `nullable`: an `Option`, written as `null` when it is `None`;
/// * `optional`: an `Option`, left out when it is `None`;
/// * `list`: a `Vec`, always written.
///
/// A moment at a place is followed by the attributes that have the place's time zone: `timestamp: Timestamp => timezone`.
///
/// Relationships are `one` ([`ToOne`](crate::jsonapi::ToOne)) or `many` ([`ToMany`](crate::jsonapi::ToMany)), followed by
/// the types they lead to, as the wire names them. The first sentence of a doc comment stands on its own in tables.
///
/// A type that answers under other names, too, lists them after its own: `Terminal = "terminal" | "rail_terminal"`.
///
/// Reading never fails on one attribute and loses none. Whatever a field cannot say in full (another JSON type, a list
/// with a stray `null`, a relationship with links) is kept in `other` or `extra.relationships` under its own name, and
/// written again from there for as long as the field is not changed.
macro_rules! resource {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident = $kind:literal $(| $also:literal)* {
            $($(#[doc = $adoc:literal])+ $akind:ident $afield:ident: $atype:ty $(=> $($zone:ident)|+)?,)*
        }
        relationships {
            $($(#[doc = $rdoc:literal])+ $rkind:ident $rfield:ident $(: $($target:ident)|+)?,)*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            /// The identifier the service gave it.
            pub id: $crate::ids::Id<$name>,
            $($(#[doc = $adoc])+ pub $afield: $crate::resources::macros::attribute_type!($akind $atype),)*
            $($(#[doc = $rdoc])+ pub $rfield: $crate::resources::macros::relationship_type!($rkind),)*
            /// Attributes this version does not know, and values that do not fit their field, as they came.
            pub other: $crate::jsonapi::Members,
            /// Links, `meta` and everything else beside attributes and known relationships.
            pub extra: $crate::jsonapi::Extra,
        }

        impl $crate::jsonapi::Resource for $name {
            const TYPE: &'static str = $kind;
            const OTHER_TYPES: &'static [&'static str] = &[$($also),*];

            fn id(&self) -> &$crate::ids::Id<Self> {
                &self.id
            }
        }

        #[allow(unused_variables, reason = "a type may have no attributes or no relationships")]
        impl $crate::resources::members::Declared for $name {
            const ATTRIBUTES: &'static [&'static str] = &[$(stringify!($afield)),*];
            const RELATIONSHIPS: &'static [&'static str] = &[$(stringify!($rfield)),*];

            fn id_mut(&mut self) -> &mut $crate::ids::Id<Self> {
                &mut self.id
            }

            fn other(&self) -> &$crate::jsonapi::Members {
                &self.other
            }

            fn extra(&self) -> &$crate::jsonapi::Extra {
                &self.extra
            }

            fn extra_mut(&mut self) -> &mut $crate::jsonapi::Extra {
                &mut self.extra
            }

            fn read_attribute<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                name: &str,
                map: &mut A,
            ) -> Result<(), A::Error> {
                match name {
                    $(stringify!($afield) => {
                        let read = map.next_value_seed($crate::resources::attribute::Reader::new())?;
                        let kind = $crate::resources::macros::attribute_kind!($akind);
                        $crate::resources::attribute::store(kind, &mut self.$afield, &mut self.other, name, read);
                    })*
                    _ => {
                        self.other.insert(name.to_owned(), map.next_value()?);
                    }
                }
                Ok(())
            }

            fn read_relationship<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                name: &str,
                map: &mut A,
            ) -> Result<(), A::Error> {
                let kept = &mut self.extra.relationships;
                match name {
                    $(stringify!($rfield) => {
                        $crate::resources::members::read_relationship(&mut self.$rfield, kept, name, map)?;
                    })*
                    _ => {
                        kept.insert(name.to_owned(), map.next_value()?);
                    }
                }
                Ok(())
            }

            fn write_attributes<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                $($crate::resources::attribute::write(
                    $crate::resources::macros::attribute_kind!($akind),
                    map, &self.$afield, &self.other, stringify!($afield),
                )?;)*
                Ok(())
            }

            fn has_relationships(&self) -> bool {
                !self.extra.relationships.is_empty() $(|| $crate::jsonapi::Relationship::is_present(&self.$rfield))*
            }

            fn write_relationships<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let kept = &self.extra.relationships;
                $($crate::resources::members::write_relationship(map, &self.$rfield, kept, stringify!($rfield))?;)*
                Ok(())
            }
        }

        impl $crate::resources::Schema for $name {
            const NAME: &'static str = stringify!($name);
            const ABOUT: &'static str = concat!($($doc),+).trim_ascii();
            const ATTRIBUTES: &'static [$crate::resources::AttributeSchema] =
                &[$($crate::resources::AttributeSchema::new(
                    stringify!($afield),
                    $crate::resources::macros::is_nullable!($akind),
                    <$crate::resources::macros::attribute_type!($akind $atype) as $crate::resources::attribute::Attribute>::SHAPE,
                    &[$($(stringify!($zone)),+)?],
                    concat!($($adoc),+),
                )),*];
            const RELATIONSHIPS: &'static [$crate::resources::RelationshipSchema] =
                &[$($crate::resources::RelationshipSchema::new(
                    stringify!($rfield),
                    $crate::resources::macros::is_many!($rkind),
                    &[$($(stringify!($target)),+)?],
                    concat!($($rdoc),+),
                )),*];

            fn unmodeled(&self) -> &$crate::jsonapi::Members {
                &self.other
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("id", &self.id)
                    $(.field(stringify!($afield), &self.$afield))*
                    $(.field(stringify!($rfield), &self.$rfield))*
                    .field("other", &$crate::jsonapi::MemberNames(&self.other))
                    .field("extra", &self.extra)
                    .finish()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                $crate::resources::members::write(self, out)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                $crate::resources::members::read(input)
            }
        }
    };
}

macro_rules! attribute_type {
    (required $type:ty) => { $type };
    (plain $type:ty) => { $type };
    (nullable $type:ty) => { Option<$type> };
    (optional $type:ty) => { Option<$type> };
    (list $type:ty) => { Vec<$type> };
}

#[rustfmt::skip]
macro_rules! attribute_kind {
    (required) => { $crate::resources::attribute::Kind::Required };
    (plain) => { $crate::resources::attribute::Kind::Plain };
    (nullable) => { $crate::resources::attribute::Kind::Nullable };
    (optional) => { $crate::resources::attribute::Kind::Optional };
    (list) => { $crate::resources::attribute::Kind::List };
}

#[rustfmt::skip]
macro_rules! is_nullable {
    (nullable) => { true };
    (optional) => { true };
    ($kind:ident) => { false };
}

#[rustfmt::skip]
macro_rules! is_many {
    (one) => { false };
    (many) => { true };
}

macro_rules! relationship_type {
    (one) => {
        $crate::jsonapi::ToOne
    };
    (many) => {
        $crate::jsonapi::ToMany
    };
}

pub(crate) use {attribute_kind, attribute_type, is_many, is_nullable, relationship_type, resource};
