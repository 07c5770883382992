//! Reading one attribute: always succeeds, and says when the value was not of the expected type.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::Timestamp;
use crate::jsonapi::Members;

/// A type an attribute can have. Each says which JSON values it can be read from.
pub(crate) trait Attribute: Sized {
    fn read_text(_: &str) -> Option<Self> {
        None
    }

    fn read_bool(_: bool) -> Option<Self> {
        None
    }

    fn read_number(_: &Number) -> Option<Self> {
        None
    }

    fn read_nested(_: &Value) -> Option<Self> {
        None
    }
}

/// What an attribute turned out to be.
pub(crate) enum Read<T> {
    /// A value of the expected type.
    Value(T),
    /// `null`.
    Null,
    /// Something else, to be kept as it came.
    Odd(Value),
}

/// Reads an attribute of type `T` from any JSON value.
pub(crate) struct Reader<T>(PhantomData<fn() -> T>);

impl<T> Reader<T> {
    pub(crate) fn new() -> Self {
        Reader(PhantomData)
    }
}

impl<'de, T: Attribute> DeserializeSeed<'de> for Reader<T> {
    type Value = Read<T>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Read<T>, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de, T: Attribute> Visitor<'de> for Reader<T> {
    type Value = Read<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Read<T>, E> {
        Ok(Read::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<Read<T>, E> {
        Ok(T::read_text(text).map_or_else(|| Read::Odd(text.into()), Read::Value))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Read<T>, E> {
        Ok(T::read_bool(flag).map_or_else(|| Read::Odd(flag.into()), Read::Value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Read<T>, E> {
        Ok(read_number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Read<T>, E> {
        Ok(read_number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Read<T>, E> {
        Ok(Number::from_f64(number).map_or(Read::Null, read_number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Read<T>, A::Error> {
        read_nested(Value::deserialize(serde::de::value::SeqAccessDeserializer::new(items))?)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Read<T>, A::Error> {
        read_nested(Value::deserialize(serde::de::value::MapAccessDeserializer::new(members))?)
    }
}

fn read_number<T: Attribute>(number: Number) -> Read<T> {
    T::read_number(&number).map_or_else(|| Read::Odd(number.into()), Read::Value)
}

fn read_nested<T: Attribute, E>(value: Value) -> Result<Read<T>, E> {
    Ok(T::read_nested(&value).map_or_else(|| Read::Odd(value), Read::Value))
}

impl Attribute for String {
    fn read_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Attribute for Timestamp {
    fn read_text(text: &str) -> Option<Self> {
        Some(Timestamp::new(text))
    }
}

impl Attribute for bool {
    fn read_bool(flag: bool) -> Option<Self> {
        Some(flag)
    }
}

impl Attribute for i64 {
    fn read_number(number: &Number) -> Option<Self> {
        number.as_i64()
    }
}

impl Attribute for Number {
    fn read_number(number: &Number) -> Option<Self> {
        Some(number.clone())
    }
}

impl Attribute for Members {
    fn read_nested(value: &Value) -> Option<Self> {
        value.as_object().cloned()
    }
}

/// Implements [`Attribute`] for structs that serde reads from an object.
macro_rules! nested_attribute {
    ($($name:ty),+ $(,)?) => {
        $(impl $crate::resources::attribute::Attribute for $name {
            fn read_nested(value: &serde_json::Value) -> Option<Self> {
                let read = <$name as serde::Deserialize>::deserialize(value).ok()?;
                // Members the struct does not have must not get lost: then the whole value is kept instead.
                (serde_json::to_value(&read).ok()? == *value).then_some(read)
            }
        })+
    };
}
pub(crate) use nested_attribute;

impl<T: Attribute> Attribute for Vec<T> {
    /// A list whose items all are of the expected type.
    fn read_nested(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(read_item).collect()
    }
}

fn read_item<T: Attribute>(value: &Value) -> Option<T> {
    match value {
        Value::String(text) => T::read_text(text),
        Value::Bool(flag) => T::read_bool(*flag),
        Value::Number(number) => T::read_number(number),
        Value::Null => None,
        nested => T::read_nested(nested),
    }
}
