//! Reading and writing one attribute. Reading always succeeds, and says when the value was not quite of its type.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use super::{Shape, Timestamp};
use crate::ids::Id;
use crate::jsonapi::Members;

/// Says which JSON values it can be read from.
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

    fn read_object(members: Members) -> Read<Self> {
        Read::Odd(Value::Object(members))
    }

    fn read_members<'de, A: MapAccess<'de>>(members: A) -> Result<Read<Self>, A::Error> {
        Members::deserialize(serde::de::value::MapAccessDeserializer::new(members)).map(Self::read_object)
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<Read<Self>, A::Error> {
        Value::deserialize(serde::de::value::SeqAccessDeserializer::new(items)).map(Read::Odd)
    }
}

pub(crate) enum Read<T> {
    /// A value of the expected type.
    Value(T),
    /// A value that says less than what came, and what came.
    Partly(T, Value),
    /// `null`.
    Null,
    /// Something else, as it came.
    Odd(Value),
}

impl<T> Read<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Read<U> {
        match self {
            Read::Value(value) => Read::Value(change(value)),
            Read::Partly(value, whole) => Read::Partly(change(value), whole),
            Read::Null => Read::Null,
            Read::Odd(value) => Read::Odd(value),
        }
    }

    pub(super) fn value(self) -> Option<T> {
        match self {
            Read::Value(value) | Read::Partly(value, _) => Some(value),
            Read::Null | Read::Odd(_) => None,
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

/// What the field cannot say, or would not write again, is kept in `other`. Of several members with one name the last
/// counts, so nothing an earlier one left behind may stay.
pub(crate) fn store<F>(kind: Kind, field: &mut F, other: &mut Members, name: &str, read: Read<F>)
where
    F: Attribute + Default + PartialEq + Serialize,
{
    let (value, keep) = match read {
        Read::Value(value) if kind == Kind::Required && value == F::default() => {
            let keep = to_value(&value);
            (value, Some(keep))
        }
        Read::Value(value) => (value, None),
        Read::Partly(value, whole) => (value, Some(whole)),
        Read::Null => (F::default(), (kind != Kind::Nullable).then_some(Value::Null)),
        Read::Odd(odd) => (F::default(), Some(odd)),
    };
    *field = value;
    match keep {
        Some(value) => drop(other.insert(name.to_owned(), value)),
        None if other.is_empty() => {}
        None => drop(other.remove(name)),
    }
}

/// Writes what `other` has for as long as the field still says the same, else the field.
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
    let reread = |value: &Value| Reader::<F>::new().deserialize(value).ok().and_then(Read::value).unwrap_or_default();
    if let Some(kept) = other.get(name).filter(|kept| reread(kept) == *field) {
        map.serialize_entry(name, kept)
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
        T::read_list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Read<T>, A::Error> {
        T::read_members(members)
    }
}

fn read_number<T: Attribute>(number: Number) -> Read<T> {
    T::read_number(&number).map_or_else(|| Read::Odd(number.into()), Read::Value)
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
}

impl<T> Attribute for Id<T> {
    const SHAPE: Shape = Shape::Text;

    fn read_text(text: &str) -> Option<Self> {
        Some(Id::new(text))
    }

    /// Whole numbers are accepted as ids, and written as text from then on.
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

    fn read_object(members: Members) -> Read<Self> {
        Read::Value(members)
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

    fn read_object(members: Members) -> Read<Self> {
        T::read_object(members).map(Some)
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<Read<Self>, A::Error> {
        T::read_list(items).map(|read| read.map(Some))
    }
}

impl<T: Attribute + Serialize> Attribute for Vec<T> {
    const SHAPE: Shape = Shape::List(&T::SHAPE);

    /// A `null` or a stray type among the items hides none of the others.
    fn read_list<'de, A: SeqAccess<'de>>(mut items: A) -> Result<Read<Self>, A::Error> {
        let mut list = Vec::new();
        let mut whole: Option<Vec<Value>> = None;
        while let Some(read) = items.next_element_seed(Reader::<T>::new())? {
            let (item, odd) = match read {
                Read::Value(item) => (Some(item), None),
                Read::Partly(item, odd) => (Some(item), Some(odd)),
                Read::Null => (None, Some(Value::Null)),
                Read::Odd(odd) => (None, Some(odd)),
            };
            if odd.is_some() || whole.is_some() {
                let before = whole.get_or_insert_with(|| list.iter().map(to_value).collect());
                before.push(odd.unwrap_or_else(|| item.as_ref().map_or(Value::Null, to_value)));
            }
            list.extend(item);
        }
        Ok(match whole {
            None => Read::Value(list),
            Some(whole) => Read::Partly(list, Value::Array(whole)),
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

    fn read_object(members: Members) -> Read<Self> {
        Read::Value(members.into())
    }

    fn read_list<'de, A: SeqAccess<'de>>(items: A) -> Result<Read<Self>, A::Error> {
        Value::deserialize(serde::de::value::SeqAccessDeserializer::new(items)).map(Read::Value)
    }
}
