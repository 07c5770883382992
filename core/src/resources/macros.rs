//! The macro `resource!`, which declares a resource type: the struct, its reader, its writer and its schema.

/// Declares a resource type.
///
/// An attribute has one of five kinds:
/// * `required`: a value without `Option`. It is left out only if it is empty, because an empty name or code has no meaning;
/// * `plain`: a value without `Option`, which is always written, because `false` and an empty text have a meaning;
/// * `nullable`: an `Option`, written as `null` if it is `None`;
/// * `optional`: an `Option`, not written if it is `None`;
/// * `list`: a `Vec`, which is always written.
///
/// After the type of a timestamp at a place come the names of the attributes that may contain the time zone of that place, separated
/// by `|`: `timestamp: Timestamp => timezone`.
///
/// A relationship is `one` ([`ToOne`](crate::jsonapi::ToOne)) or `many` ([`ToMany`](crate::jsonapi::ToMany)), followed by the
/// JSON:API types of its targets.
///
/// A resource that can have other types on the wire lists them after its type: `Terminal = "terminal" | "rail_terminal"`.
///
/// Reading a resource never fails because of an attribute, and preserves all of them. A value that a field cannot represent completely
/// (another JSON type, a list with a `null`, a relationship with links) is stored in `other` or `extra.relationships` under its name,
/// and is written from there until the field is changed.
///
/// The doc comments are documentation for all languages: write `null`, not `None`. The tables of the documentation pages show only
/// their first sentence.
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
            /// The id that the service assigned.
            pub id: $crate::ids::Id<$name>,
            $($(#[doc = $adoc])+ pub $afield: $crate::resources::macros::attribute_type!($akind $atype),)*
            $($(#[doc = $rdoc])+ pub $rfield: $crate::resources::macros::relationship_type!($rkind),)*
            /// Attributes that this version does not know, and values that their field cannot represent, unchanged.
            pub other: $crate::jsonapi::Members,
            /// Links, `meta` and all other members except attributes and known relationships.
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
        impl $crate::resources::members::DeclaredResource for $name {
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
                let preserved = &mut self.extra.relationships;
                match name {
                    $(stringify!($rfield) => {
                        $crate::resources::members::read_relationship(&mut self.$rfield, preserved, name, map)?;
                    })*
                    _ => {
                        preserved.insert(name.to_owned(), map.next_value()?);
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

            #[cfg(feature = "embedded")]
            fn drop_fractions(&mut self) {
                $($crate::resources::attribute::Attribute::drop_fractions(&mut self.$afield);)*
            }

            fn has_relationships(&self) -> bool {
                !self.extra.relationships.is_empty() $(|| $crate::jsonapi::Relationship::is_present(&self.$rfield))*
            }

            fn write_relationships<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let preserved = &self.extra.relationships;
                $($crate::resources::members::write_relationship(map, &self.$rfield, preserved, stringify!($rfield))?;)*
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
