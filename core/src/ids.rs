//! Typed identifiers, secrets, and the source of randomness.
//!
//! Nearly every id is a UUID and is stored in sixteen bytes. The hosted service has other ids too (`req_…`, slugs,
//! `invoice@2026-01-01`): any other text is kept unchanged. UUIDs compare without regard to case.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// The identifier of a `T`.
pub struct Id<T> {
    repr: Repr,
    of: PhantomData<fn() -> T>,
}

#[derive(Clone)]
enum Repr {
    Uuid(Uuid),
    Text(Box<str>),
}

impl Repr {
    fn uuid(&self) -> Option<Uuid> {
        match self {
            Repr::Uuid(uuid) => Some(*uuid),
            // Only the canonical length: no known service writes other forms.
            Repr::Text(text) if text.len() == CANONICAL => Uuid::try_parse(text).ok(),
            Repr::Text(_) => None,
        }
    }

    /// The value to compare by: UUIDs compare without regard to case, other text exactly.
    fn key(&self) -> (Option<Uuid>, &str) {
        match (self.uuid(), self) {
            (None, Repr::Text(text)) => (None, text),
            (uuid, _) => (uuid, ""),
        }
    }
}

const CANONICAL: usize = 36;

impl Hash for Repr {
    /// In one write, because a pass over a listing hashes the id of every item.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.key() {
            (Some(uuid), _) => state.write_u128(uuid.as_u128()),
            (None, text) => text.hash(state),
        }
    }
}

impl<T> Id<T> {
    /// The id written as `text`.
    pub fn new(text: &str) -> Self {
        // Only the canonical form is stored as bytes: any other spelling must be returned unchanged.
        let has_uppercase = || text.bytes().fold(false, |found, byte| found | byte.is_ascii_uppercase());
        let repr = match Uuid::try_parse(text) {
            Ok(uuid) if text.len() == CANONICAL && !has_uppercase() => Repr::Uuid(uuid),
            _ => Repr::Text(text.into()),
        };
        Id { repr, of: PhantomData }
    }

    /// The UUID; `None` if the id is another text.
    pub fn uuid(&self) -> Option<Uuid> {
        self.repr.uuid()
    }

    /// The same identifier for a resource of another type.
    pub fn cast<U>(&self) -> Id<U> {
        Id { repr: self.repr.clone(), of: PhantomData }
    }

    /// Whether the identifier is empty: the resource has no id yet.
    pub fn is_empty(&self) -> bool {
        matches!(&self.repr, Repr::Text(text) if text.is_empty())
    }
}

/// A digest that identifies a set of credentials without revealing them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CredentialId(pub [u8; 32]);

impl CredentialId {
    /// The id for calls without credentials.
    pub const NONE: CredentialId = CredentialId([0; 32]);
}

impl fmt::Debug for CredentialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CredentialId({:02x}{:02x}…)", self.0[0], self.0[1])
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut bytes = [0; N];
    if pairs.len() != N {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()?;
    }
    Some(bytes)
}

/// A secret, such as a credential or a key. It is not printed; [`reveal`](Secret::reveal) returns it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Secret(text.into())
    }

    /// The secret as plain text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The source of randomness for identifiers, keys and secrets.
pub trait Entropy: Send + Sync {
    /// Fills `out` with unpredictable bytes.
    fn fill(&self, out: &mut [u8]);

    /// A uniformly distributed number from 0 (inclusive) to 1 (exclusive), used as jitter of schedules.
    fn fraction(&self) -> f64 {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        f64::from(u32::from_le_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
    }

    /// A new version 7 UUID: ordered by `now` in milliseconds, random after that.
    fn uuid(&self, now: chrono::DateTime<chrono::Utc>) -> Uuid {
        let mut random = [0; 10];
        self.fill(&mut random);
        uuid::Builder::from_unix_timestamp_millis(now.timestamp_millis().max(0).cast_unsigned(), &random).into_uuid()
    }
}

/// The random number generator of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, out: &mut [u8]) {
        // Without a working generator no keys can be made, so nothing can continue.
        getrandom::fill(out).expect("the operating system provides random bytes");
    }
}

impl<T> From<Uuid> for Id<T> {
    fn from(uuid: Uuid) -> Self {
        Id { repr: Repr::Uuid(uuid), of: PhantomData }
    }
}

impl<T> From<&str> for Id<T> {
    fn from(text: &str) -> Self {
        Id::new(text)
    }
}

impl<T> From<String> for Id<T> {
    fn from(text: String) -> Self {
        Id::new(&text)
    }
}

impl<T> FromStr for Id<T> {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Id::new(text))
    }
}

impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Uuid(uuid) => f.pad(uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer())),
            Repr::Text(text) => f.pad(text),
        }
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T> Default for Id<T> {
    fn default() -> Self {
        Id::new("")
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        self.cast()
    }
}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.repr.key() == other.repr.key()
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let (this, that) = (self.repr.key(), other.repr.key());
        that.0.is_some().cmp(&this.0.is_some()).then_with(|| this.cmp(&that))
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.repr.hash(state);
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match &self.repr {
            Repr::Uuid(uuid) => out.serialize_str(uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer())),
            Repr::Text(text) => out.serialize_str(text),
        }
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<fn() -> T>);

        impl<T> serde::de::Visitor<'_> for Visitor<T> {
            type Value = Id<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an identifier")
            }

            fn visit_str<E>(self, text: &str) -> Result<Id<T>, E> {
                Ok(Id::new(text))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Id<T>, E> {
                Ok(Id::new(&number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id<T>, E> {
                Ok(Id::new(&number.to_string()))
            }
        }

        input.deserialize_any(Visitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_returned_unchanged() {
        for text in [
            "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab",
            "0B1C9F9E-8F5A-7B3E-9A53-0123456789AB",
            "0b1c9f9e8f5a7b3e9a530123456789ab",
            "req_0b1c",
            "invoice@2026-01-01",
            "",
        ] {
            assert_eq!(Id::<()>::new(text).to_string(), text);
        }
    }

    #[test]
    fn uuids_compare_without_regard_to_case() {
        use std::collections::HashSet;
        let id = Id::<()>::new;
        let (small, capital) = (id("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab"), id("0B1C9F9E-8F5A-7B3E-9A53-0123456789AB"));
        assert_eq!((&small, small.uuid()), (&capital, capital.uuid()));
        assert_eq!(small.cmp(&capital), std::cmp::Ordering::Equal);
        assert!(HashSet::from([small.clone()]).contains(&capital));
        assert_ne!(id("req_a"), id("req_A"));
        assert!(small < id("A") && capital < id("") && id("A") < id("a"));
    }

    #[test]
    fn new_ids_sort_by_time() {
        let at = |ms| chrono::DateTime::from_timestamp_millis(ms).unwrap();
        assert!(SystemEntropy.uuid(at(2_000)) > SystemEntropy.uuid(at(1_999)));
    }
}
