//! The top-level members of a document, as text.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::view::Position;

/// A document with `data` and `included` of type `D`. Lists are read with a list as `D`, so that the text is parsed once; other
/// documents with a text as `D`, which can be any value.
///
/// `Deserialize` is implemented by hand, because a derived implementation accepts lists as documents and rejects repeated members.
pub(super) struct Envelope<'a, D> {
    pub data: Option<D>,
    pub included: Option<D>,
    pub links: Option<&'a RawValue>,
    pub meta: Option<&'a RawValue>,
}

impl<'de: 'a, 'a, D: Deserialize<'de>> Deserialize<'de> for Envelope<'a, D> {
    fn deserialize<I: Deserializer<'de>>(input: I) -> Result<Self, I::Error> {
        input.deserialize_map(Document(PhantomData))
    }
}

struct Document<'a, D>(PhantomData<fn() -> Envelope<'a, D>>);

impl<'de: 'a, 'a, D: Deserialize<'de>> Visitor<'de> for Document<'a, D> {
    type Value = Envelope<'a, D>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a document")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut envelope = Envelope { data: None, included: None, links: None, meta: None };
        while let Some(member) = map.next_key_seed(Position::of(&["data", "included", "links", "meta"]))? {
            match member {
                Some(0) => envelope.data = Some(map.next_value()?),
                Some(1) => envelope.included = Some(map.next_value()?),
                Some(2) => envelope.links = Some(map.next_value()?),
                Some(3) => envelope.meta = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(envelope)
    }
}
