//! Reads and writes one attribute. Reading always succeeds, and reports whether the value had the expected type.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use super::{Shape, Timestamp};
use crate::ids::Id;
use crate::jsonapi::Members;

/// A Rust type of attribute values, with the JSON values from which it can be read.
pub(crate) trait Attribute: Sized {
    const SHAPE: Shape = Shape::Object;

    fn read_text(_: &str) -> Option<Self> {
        None
    }

    fn read_bool(_: bool) -> Option<Self> {
        None
    }

    fn read_number(_: &Number) -> Option<Self> {
        None
    }

    fn read_object(members: Members) -> ReadResult<Self> {
        ReadResult::Unexpected(Value::Object(members))
    }

    fn read_members<'de, A: MapAccess<'de>>(members: A) -> Result<ReadResult<Self>, A::Error> {
        Members::deserialize(serde::de::value::MapAccessDeserializer::new(members)).map(Self::read_object)
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<ReadResult<Self>, A::Error> {
        Value::deserialize(serde::de::value::SeqAccessDeserializer::new(items)).map(ReadResult::Unexpected)
    }

    /// Removes the fractions of seconds from timestamps.
    #[cfg(feature = "embedded")]
    fn drop_fractions(&mut self) {}
}

pub(crate) enum ReadResult<T> {
    /// A value of the expected type.
    Value(T),
    /// A value that does not represent the JSON value completely, and the JSON value.
    Partial(T, Value),
    /// `null`.
    Null,
    /// A JSON value of another type, unchanged.
    Unexpected(Value),
}

impl<T> ReadResult<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> ReadResult<U> {
        match self {
            ReadResult::Value(value) => ReadResult::Value(change(value)),
            ReadResult::Partial(value, whole) => ReadResult::Partial(change(value), whole),
            ReadResult::Null => ReadResult::Null,
            ReadResult::Unexpected(value) => ReadResult::Unexpected(value),
        }
    }

    pub(super) fn value(self) -> Option<T> {
        match self {
            ReadResult::Value(value) | ReadResult::Partial(value, _) => Some(value),
            ReadResult::Null | ReadResult::Unexpected(_) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Required,
    Nullable,
    Optional,
    List,
}

/// Stores a value that was read in its field. The JSON value is preserved in `other` if the field cannot represent it or would not
/// write it. If several members have one name, the last one applies, so the preserved value of an earlier one is removed.
pub(crate) fn store<F>(kind: Kind, field: &mut F, other: &mut Members, name: &str, read: ReadResult<F>)
where
    F: Attribute + Default + PartialEq + Serialize,
{
    let (value, preserved) = match read {
        ReadResult::Value(value) if kind == Kind::Required && value == F::default() => {
            let preserved = to_value(&value);
            (value, Some(preserved))
        }
        ReadResult::Value(value) => (value, None),
        ReadResult::Partial(value, whole) => (value, Some(whole)),
        ReadResult::Null => (F::default(), (kind != Kind::Nullable).then_some(Value::Null)),
        ReadResult::Unexpected(unexpected) => (F::default(), Some(unexpected)),
    };
    *field = value;
    match preserved {
        Some(value) => drop(other.insert(name.to_owned(), value)),
        None if other.is_empty() => {}
        None => drop(other.remove(name)),
    }
}

/// Writes the preserved value in `other` if the field was not changed since it was read, otherwise the field.
pub(crate) fn write<F, M>(
    kind: Kind,
    map: &mut M,
    field: &F,
    other: &Members,
    name: &'static str,
) -> Result<(), M::Error>
where
    F: Attribute + Default + PartialEq + Serialize,
    M: SerializeMap,
{
    let reread =
        |value: &Value| Reader::<F>::new().deserialize(value).ok().and_then(ReadResult::value).unwrap_or_default();
    if let Some(preserved) = other.get(name).filter(|preserved| reread(preserved) == *field) {
        map.serialize_entry(name, preserved)
    } else if matches!(kind, Kind::Plain | Kind::Nullable | Kind::List) || *field != F::default() {
        map.serialize_entry(name, field)
    } else {
        Ok(())
    }
}

pub(crate) struct Reader<T>(PhantomData<fn() -> T>);

impl<T> Reader<T> {
    pub(crate) fn new() -> Self {
        Reader(PhantomData)
    }
}

impl<'de, T: Attribute> DeserializeSeed<'de> for Reader<T> {
    type Value = ReadResult<T>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<ReadResult<T>, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de, T: Attribute> Visitor<'de> for Reader<T> {
    type Value = ReadResult<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<ReadResult<T>, E> {
        Ok(ReadResult::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<ReadResult<T>, E> {
        Ok(T::read_text(text).map_or_else(|| ReadResult::Unexpected(text.into()), ReadResult::Value))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<ReadResult<T>, E> {
        Ok(T::read_bool(flag).map_or_else(|| ReadResult::Unexpected(flag.into()), ReadResult::Value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<ReadResult<T>, E> {
        Ok(read_number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<ReadResult<T>, E> {
        Ok(read_number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<ReadResult<T>, E> {
        Ok(Number::from_f64(number).map_or(ReadResult::Null, read_number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<ReadResult<T>, A::Error> {
        T::read_list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<ReadResult<T>, A::Error> {
        T::read_members(members)
    }
}

fn read_number<T: Attribute>(number: Number) -> ReadResult<T> {
    T::read_number(&number).map_or_else(|| ReadResult::Unexpected(number.into()), ReadResult::Value)
}

impl Attribute for String {
    const SHAPE: Shape = Shape::Text;

    fn read_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Attribute for Timestamp {
    const SHAPE: Shape = Shape::Moment;

    fn read_text(text: &str) -> Option<Self> {
        Some(Timestamp::new(text))
    }

    #[cfg(feature = "embedded")]
    fn drop_fractions(&mut self) {
        if let Some(whole) = self.without_fraction() {
            *self = whole;
        }
    }
}

impl<T> Attribute for Id<T> {
    const SHAPE: Shape = Shape::Text;

    fn read_text(text: &str) -> Option<Self> {
        Some(Id::new(text))
    }

    /// Whole numbers are accepted as ids, and are written as text.
    fn read_number(number: &Number) -> Option<Self> {
        (!number.is_f64()).then(|| Id::new(&number.to_string()))
    }
}

impl Attribute for bool {
    const SHAPE: Shape = Shape::Flag;

    fn read_bool(flag: bool) -> Option<Self> {
        Some(flag)
    }
}

impl Attribute for i64 {
    const SHAPE: Shape = Shape::Integer;

    fn read_number(number: &Number) -> Option<Self> {
        number.as_i64()
    }
}

impl Attribute for Number {
    const SHAPE: Shape = Shape::Number;

    fn read_number(number: &Number) -> Option<Self> {
        Some(number.clone())
    }
}

impl Attribute for Members {
    const SHAPE: Shape = Shape::Object;

    fn read_object(members: Members) -> ReadResult<Self> {
        ReadResult::Value(members)
    }
}

impl<T: Attribute> Attribute for Option<T> {
    const SHAPE: Shape = T::SHAPE;

    fn read_text(text: &str) -> Option<Self> {
        T::read_text(text).map(Some)
    }

    fn read_bool(flag: bool) -> Option<Self> {
        T::read_bool(flag).map(Some)
    }

    fn read_number(number: &Number) -> Option<Self> {
        T::read_number(number).map(Some)
    }

    fn read_object(members: Members) -> ReadResult<Self> {
        T::read_object(members).map(Some)
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<ReadResult<Self>, A::Error> {
        T::read_list(items).map(|read| read.map(Some))
    }

    #[cfg(feature = "embedded")]
    fn drop_fractions(&mut self) {
        self.iter_mut().for_each(T::drop_fractions);
    }
}

impl<T: Attribute + Serialize> Attribute for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    #[cfg(feature = "embedded")]
    fn drop_fractions(&mut self) {
        self.iter_mut().for_each(T::drop_fractions);
    }

    /// An item that is `null` or has another type does not affect the other items.
    fn read_list<'de, A: SeqAccess<'de>>(mut items: A) -> Result<ReadResult<Self>, A::Error> {
        let mut list = Vec::new();
        let mut whole: Option<Vec<Value>> = None;
        while let Some(read) = items.next_element_seed(Reader::<T>::new())? {
            let (item, unexpected) = match read {
                ReadResult::Value(item) => (Some(item), None),
                ReadResult::Partial(item, unexpected) => (Some(item), Some(unexpected)),
                ReadResult::Null => (None, Some(Value::Null)),
                ReadResult::Unexpected(unexpected) => (None, Some(unexpected)),
            };
            if unexpected.is_some() || whole.is_some() {
                let before = whole.get_or_insert_with(|| list.iter().map(to_value).collect());
                before.push(unexpected.unwrap_or_else(|| item.as_ref().map_or(Value::Null, to_value)));
            }
            list.extend(item);
        }
        Ok(match whole {
            None => ReadResult::Value(list),
            Some(whole) => ReadResult::Partial(list, Value::Array(whole)),
        })
    }
}

pub(super) fn to_value<T: Serialize>(item: &T) -> Value {
    serde_json::to_value(item).unwrap_or_default()
}

impl Attribute for Value {
    const SHAPE: Shape = Shape::Any;

    fn read_text(text: &str) -> Option<Self> {
        Some(text.into())
    }

    fn read_bool(flag: bool) -> Option<Self> {
        Some(flag.into())
    }

    fn read_number(number: &Number) -> Option<Self> {
        Some(number.clone().into())
    }

    fn read_object(members: Members) -> ReadResult<Self> {
        ReadResult::Value(members.into())
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<ReadResult<Self>, A::Error> {
        Value::deserialize(serde::de::value::SeqAccessDeserializer::new(items)).map(ReadResult::Value)
    }
}
