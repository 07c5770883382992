//! The macro `structure!`, which declares a structure inside attributes: the struct, its reader, its writer and its schema.

use serde::de::{DeserializeSeed, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::attribute::{Attribute, ReadResult, Reader, to_value};
use crate::jsonapi::Members;

pub(crate) trait FromMembers: Serialize {
    const NAME: &'static str;

    /// `None` if a required member is missing.
    fn from_members(members: &Members) -> Option<Self>
    where
        Self: Sized;
}

/// Preserves the JSON object if the fields do not represent it completely.
pub(crate) fn read<T: FromMembers>(members: Members) -> ReadResult<T> {
    let read = T::from_members(&members);
    let whole = Value::Object(members);
    match read {
        Some(read) if to_value(&read) == whole => ReadResult::Value(read),
        Some(read) => ReadResult::Partial(read, whole),
        None => ReadResult::Unexpected(whole),
    }
}

pub(crate) fn deserialize<'de, T: FromMembers, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    let members = Members::deserialize(input)?;
    T::from_members(&members).ok_or_else(|| {
        D::Error::custom(format_args!("a required member of {} is missing or has another type", T::NAME))
    })
}

/// `None` if the member is missing or of another type.
pub(crate) fn member<T: Attribute>(members: &Members, name: &str) -> Option<T> {
    Reader::new().deserialize(members.get(name)?).ok().and_then(ReadResult::value)
}

/// Declares a structure. A member has one of four kinds:
/// * `plain`: a plain value, which is empty if the JSON member is missing or has another type;
/// * `secret`: a plain text that must not be printed;
/// * `nullable`: an `Option`, written as `null` if it is `None`;
/// * `required`: a plain value; without it, the object cannot be read as this structure.
///
/// Members in an `optional` block after the struct are `Option`s that are left out if they are `None`.
///
/// A field that has another name in JSON is followed by that name: `plain kind: String = "type"`. The timestamp of a place is followed
/// by the attributes of the resource with the time zone of the place: `nullable at: Timestamp => timezone`.
macro_rules! structure {
    (
        $(#[doc = $doc:literal])+
        #[derive($($derived:ident),+)]
        pub struct $name:ident {
            $($(#[doc = $mdoc:literal])+ $kind:ident $field:ident: $type:ty $(= $wire:literal)? $(=> $($zone:ident)|+)?,)+
        }
        $(optional {
            $($(#[doc = $odoc:literal])+ $ofield:ident: $otype:ty,)+
        })?
    ) => {
        $(#[doc = $doc])+
        #[derive($($derived,)+ serde::Serialize)]
        pub struct $name {
            $(
                $(#[doc = $mdoc])+
                $(#[serde(rename = $wire)])?
                pub $field: $crate::resources::structures::member_type!($kind $type),
            )+
            $($(
                $(#[doc = $odoc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $ofield: Option<$otype>,
            )+)?
        }

        impl $crate::resources::structures::FromMembers for $name {
            const NAME: &'static str = stringify!($name);

            fn from_members(members: &$crate::jsonapi::Members) -> Option<Self> {
                Some($name {
                    $($field: $crate::resources::structures::read_member!(
                        $kind members $crate::resources::structures::member_name!($field $($wire)?)
                    ),)+
                    $($($ofield: $crate::resources::structures::member(members, stringify!($ofield)),)+)?
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
                    ),)+
                    $($($crate::resources::Member::new(
                        stringify!($ofield),
                        true,
                        <$otype as $crate::resources::attribute::Attribute>::SHAPE,
                        &[],
                        concat!($($odoc),+),
                    ),)+)?],
                ));

            fn read_object(members: $crate::jsonapi::Members) -> $crate::resources::attribute::ReadResult<Self> {
                $crate::resources::structures::read(members)
            }

            #[cfg(feature = "embedded")]
            fn drop_fractions(&mut self) {
                $($crate::resources::attribute::Attribute::drop_fractions(&mut self.$field);)+
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
