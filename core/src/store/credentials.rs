//! Credentials of accounts at carriers, and the key with which the store encrypts secrets.

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
    /// The id.
    pub id: Uuid,
    /// The account.
    pub account: AccountId,
    /// The code of the carrier, as in its profile.
    pub scac: String,
    /// The name of the credential in the profile: `client_id`.
    pub name: String,
    /// The secret itself.
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

/// The key with which a store encrypts secrets: 32 bytes, which the host program keeps outside of the store. It is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreKey([u8; StoreKey::BYTES]);

impl StoreKey {
    /// The length of a key in bytes.
    pub const BYTES: usize = 32;
    const LONGEST_FILE: u64 = 1 << 10;

    /// A key of these bytes, which must be random and secret.
    pub fn new(bytes: [u8; StoreKey::BYTES]) -> Self {
        StoreKey(bytes)
    }

    /// Parses a key: 64 hexadecimal digits, or 32 bytes in base64 (`openssl rand -base64 32`). Errors do not contain the text.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let bytes = match text.len() {
            64 => unhex::<{ StoreKey::BYTES }>(text).map(Vec::from),
            _ => [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD].iter().find_map(|form| form.decode(text).ok()),
        };
        let key = bytes.and_then(|bytes| bytes.try_into().ok()).map(StoreKey);
        key.ok_or_else(|| refused("a key must be 32 bytes, written as 64 hexadecimal digits or in base64"))
    }

    /// Reads a key from a file, which contains such a text or the 32 bytes. 32 visible characters are rejected, because they are probably 16
    /// bytes in hexadecimal digits, or a password.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let named = |problem: &dyn std::fmt::Display| refused(format!("{}: {problem}", path.display()));
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|problem| named(&problem))?;
        file.take(StoreKey::LONGEST_FILE).read_to_end(&mut bytes).map_err(|problem| named(&problem))?;
        if let Ok(key) = <[u8; StoreKey::BYTES]>::try_from(bytes.as_slice()) {
            let is_text = key.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
            let problem = "the file contains 32 characters, which is not a key. A key is 32 random bytes, written as \
                           64 hexadecimal digits or in base64 (openssl rand -base64 32)";
            return if is_text { Err(named(&problem)) } else { Ok(StoreKey(key)) };
        }
        let text = String::from_utf8(bytes).unwrap_or_default();
        StoreKey::parse(&text).map_err(|error| named(&error.message()))
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
    fn a_key_is_read_from_hexadecimal_digits_base64_and_files_and_is_not_printed() {
        let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";
        let key = StoreKey::parse(hex).unwrap();
        assert_eq!(key.bytes()[31], 31);
        for same in ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", " AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"] {
            assert_eq!(StoreKey::parse(same).unwrap(), key);
        }
        assert_eq!(format!("{key:?}"), "***");
        for wrong in ["", "secret", &hex[1..], &hex.replace('0', "g"), "AAECAwQFBgcICQoLDA0ODw=="] {
            let error = StoreKey::parse(wrong).unwrap_err();
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("store_key")), "{wrong}");
            assert!(wrong.is_empty() || !format!("{error:?}").contains(wrong));
        }
        assert!(StoreKey::from_file("/nowhere/key").unwrap_err().message().contains("/nowhere/key"));
    }
}
