//! Credentials of accounts at carriers, as the store keeps them: under a key of the host's, or not at all.

use std::io::Read as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{Error, ErrorKind, Result};
use crate::ids::{Secret, unhex};
use crate::resources::AccountId;

/// A credential of an account at a carrier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CredentialRecord {
    /// Our id of it.
    pub id: Uuid,
    /// Whose.
    pub account: AccountId,
    /// The carrier's code, as its profile has it.
    pub scac: String,
    /// What the profile calls it: `client_id`.
    pub name: String,
    /// What it is.
    #[serde(with = "in_clear")]
    pub secret: Secret,
    /// When it was last stored.
    pub stored_at: DateTime<Utc>,
}

mod in_clear {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::ids::Secret;

    pub fn serialize<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(secret.reveal())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        String::deserialize(deserializer).map(Secret::new)
    }
}

/// The key that a store keeps secrets under: 32 bytes that the host keeps elsewhere. It is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreKey([u8; StoreKey::BYTES]);

impl StoreKey {
    /// How many bytes a key has.
    pub const BYTES: usize = 32;
    const LONGEST_FILE: u64 = 1 << 10;

    /// The key that these bytes are: random ones, of which nobody else knows.
    pub fn new(bytes: [u8; StoreKey::BYTES]) -> Self {
        StoreKey(bytes)
    }

    /// The key that a text is: 64 hexadecimal digits, or 32 bytes in base64 (`openssl rand -base64 32`). A refusal does not repeat it.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let bytes = match text.len() {
            64 => unhex::<{ StoreKey::BYTES }>(text).map(Vec::from),
            _ => [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD].iter().find_map(|form| form.decode(text).ok()),
        };
        let key = bytes.and_then(|bytes| bytes.try_into().ok()).map(StoreKey);
        key.ok_or_else(|| refused("a key is 32 bytes: 64 hexadecimal digits, or base64"))
    }

    /// The key in a file: such a text, or the 32 bytes themselves. Where these are nothing but visible characters they are refused: that
    /// is how half a key is written.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let named = |problem: &dyn std::fmt::Display| refused(format!("{}: {problem}", path.display()));
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|problem| named(&problem))?;
        file.take(StoreKey::LONGEST_FILE).read_to_end(&mut bytes).map_err(|problem| named(&problem))?;
        if let Ok(own) = <[u8; StoreKey::BYTES]>::try_from(bytes.as_slice()) {
            let is_written = own.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
            let told = "these are 32 characters, as 16 bytes are written or a person makes a key up; a key is 32 random bytes, \
                        as 64 hexadecimal digits or in base64 (openssl rand -base64 32)";
            return if is_written { Err(named(&told)) } else { Ok(StoreKey(own)) };
        }
        let text = String::from_utf8(bytes).unwrap_or_default();
        StoreKey::parse(&text).map_err(|refusal| named(&refusal.message()))
    }

    pub(super) fn bytes(&self) -> &[u8; StoreKey::BYTES] {
        &self.0
    }
}

impl std::fmt::Debug for StoreKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

pub(super) fn refused(detail: impl Into<String>) -> Error {
    Error::refused(ErrorKind::Configuration, "store_key", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_from_hexadecimal_digits_from_base64_and_from_a_file_and_is_printed_nowhere() {
        let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";
        let key = StoreKey::parse(hex).unwrap();
        assert_eq!(key.bytes()[31], 31);
        for same in ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", " AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"] {
            assert_eq!(StoreKey::parse(same).unwrap(), key);
        }
        assert_eq!(format!("{key:?}"), "***");
        for wrong in ["", "secret", &hex[1..], &hex.replace('0', "g"), "AAECAwQFBgcICQoLDA0ODw=="] {
            let refusal = StoreKey::parse(wrong).unwrap_err();
            assert_eq!((refusal.kind(), refusal.pointer()), (ErrorKind::Configuration, Some("store_key")), "{wrong}");
            assert!(wrong.is_empty() || !format!("{refusal:?}").contains(wrong));
        }
        assert!(StoreKey::from_file("/nowhere/key").unwrap_err().message().contains("/nowhere/key"));
    }
}
