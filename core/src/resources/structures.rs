//! Structures inside attributes: declaring one, with how it is read and written, from one list of its members.

use serde::de::{DeserializeSeed, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::attribute::{Attribute, Read, Reader, to_value};
use crate::jsonapi::Members;

pub(crate) trait Structured: Serialize {
    const NAME: &'static str;

    /// `None` without a required member.
    fn from_members(members: &Members) -> Option<Self>
    where
        Self: Sized;
}

/// Whatever the fields cannot say is kept with the structure.
pub(crate) fn read<T: Structured>(members: Members) -> Read<T> {
    let read = T::from_members(&members);
    let whole = Value::Object(members);
    match read {
        Some(read) if to_value(&read) == whole => Read::Value(read),
        Some(read) => Read::Partly(read, whole),
        None => Read::Odd(whole),
    }
}

pub(crate) fn deserialize<'de, T: Structured, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    let members = Members::deserialize(input)?;
    T::from_members(&members).ok_or_else(|| D::Error::custom(format_args!("a {} lacks a member it needs", T::NAME)))
}

/// `None` if the member is missing or of another type.
pub(crate) fn member<T: Attribute>(members: &Members, name: &str) -> Option<T> {
    Reader::new().deserialize(members.get(name)?).ok().and_then(Read::value)
}

/// Declares a structure. Its members are of one of four kinds:
/// * `plain`: a plain value; missing or of another type, it is the empty one;
/// * `secret`: the same for text that is not to be printed;
/// * `nullable`: an `Option`, written as `null` when it is `None`;
/// * `required`: a plain value without which there is no such structure.
///
/// A member that has another name on the wire is followed by it: `plain kind: String = "type"`, a moment at a place by the
/// attributes of the resource that have the place's time zone: `nullable at: Timestamp => timezone`.
macro_rules! structure {
    (
        $(#[doc = $doc:literal])+
        #[derive($($derived:ident),+)]
        pub struct $name:ident {
            $($(#[doc = $mdoc:literal])+ $kind:ident $field:ident: $type:ty $(= $wire:literal)? $(=> $($zone:ident)|+)?,)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive($($derived,)+ serde::Serialize)]
        pub struct $name {
            $(
                $(#[doc = $mdoc])+
                $(#[serde(rename = $wire)])?
                pub $field: $crate::resources::structures::member_type!($kind $type),
            )+
        }

        impl $crate::resources::structures::Structured for $name {
            const NAME: &'static str = stringify!($name);

            fn from_members(members: &$crate::jsonapi::Members) -> Option<Self> {
                Some($name {
                    $($field: $crate::resources::structures::read_member!(
                        $kind members $crate::resources::structures::member_name!($field $($wire)?)
                    ),)+
                })
            }
        }

        impl $crate::resources::attribute::Attribute for $name {
            const SHAPE: $crate::resources::Shape =
                $crate::resources::Shape::Structure(&$crate::resources::Structure::new(
                    stringify!($name),
                    concat!($($doc),+),
                    &[$($crate::resources::Member::new(
                        $crate::resources::structures::member_name!($field $($wire)?),
                        $crate::resources::macros::is_nullable!($kind),
                        $crate::resources::structures::member_shape!($kind $type),
                        &[$($(stringify!($zone)),+)?],
                        concat!($($mdoc),+),
                    )),+],
                ));

            fn read_object(members: $crate::jsonapi::Members) -> $crate::resources::attribute::Read<Self> {
                $crate::resources::structures::read(members)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                $crate::resources::structures::deserialize(input)
            }
        }
    };
}

#[rustfmt::skip]
macro_rules! member_type {
    (nullable $type:ty) => { Option<$type> };
    ($kind:ident $type:ty) => { $type };
}

#[rustfmt::skip]
macro_rules! member_name {
    ($field:ident) => { stringify!($field) };
    ($field:ident $wire:literal) => { $wire };
}

#[rustfmt::skip]
macro_rules! member_shape {
    (secret $type:ty) => { $crate::resources::Shape::Secret };
    ($kind:ident $type:ty) => { <$type as $crate::resources::attribute::Attribute>::SHAPE };
}

#[rustfmt::skip]
macro_rules! read_member {
    (required $members:ident $name:expr) => { $crate::resources::structures::member($members, $name)? };
    (nullable $members:ident $name:expr) => { $crate::resources::structures::member($members, $name) };
    ($kind:ident $members:ident $name:expr) => {
        $crate::resources::structures::member($members, $name).unwrap_or_default()
    };
}

pub(crate) use {member_name, member_shape, member_type, read_member, structure};
