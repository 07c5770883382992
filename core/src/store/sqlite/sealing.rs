//! Encrypts records with secrets with the key of the host program (ChaCha20-Poly1305). Each record has a separate nonce, and can only be
//! decrypted in its row.

use std::sync::{PoisonError, RwLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use uuid::Uuid;

use crate::error::{Error, ErrorKind, Result};
use crate::ids::{Entropy as _, SystemEntropy};
use crate::resources::AccountId;
use crate::store::StoreKey;

/// Begins an encrypted record. A record that is not encrypted begins with a brace.
const MARK: &str = "sealed1:";

#[derive(Default)]
pub(super) struct Sealing(RwLock<Keys>);

#[derive(Default, Clone)]
pub(super) struct Keys {
    pub current: Option<LessSafeKey>,
    /// The previous key, for transactions that began before it was replaced.
    pub previous: Option<LessSafeKey>,
}

impl Keys {
    pub fn under(key: Option<&StoreKey>, previous: Option<LessSafeKey>) -> Self {
        Keys { current: key.map(cipher_key), previous }
    }
}

fn cipher_key(key: &StoreKey) -> LessSafeKey {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key.bytes()).expect("a key of 32 bytes is one of this cipher");
    LessSafeKey::new(key)
}

impl Sealing {
    pub fn has_key(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).current.is_some()
    }

    pub fn keys(&self) -> Keys {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set(&self, keys: Keys) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// Restores the previous keys after a failed replacement. The new key is still tried when records are read, because it may be unknown
    /// whether the records that it encrypted were committed.
    pub fn restore(&self, to: Keys) {
        let since = self.keys().current;
        self.set(Keys { previous: since, ..to });
    }

    pub fn seal(&self, row_name: impl FnOnce() -> String, text: String) -> Result<String> {
        let Some(key) = self.keys().current else { return Ok(text) };
        let mut nonce = [0; NONCE_LEN];
        // The entropy of the service is not used, because a test can repeat it, and a nonce must be unique.
        SystemEntropy.fill(&mut nonce);
        let mut bytes = text.into_bytes();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(row_name()), &mut bytes)
            .map_err(|_| Error::new(ErrorKind::Internal, "a record is too long to be encrypted"))?;
        Ok(format!("{MARK}{}", STANDARD_NO_PAD.encode([&nonce[..], &bytes].concat())))
    }

    /// `None` if the record is not encrypted. The error is the reason in words.
    pub fn open(&self, row_name: impl FnOnce() -> String, stored: &str) -> Result<Option<String>, &'static str> {
        let Some(sealed) = stored.strip_prefix(MARK) else { return Ok(None) };
        let row_name = row_name();
        let bytes = STANDARD_NO_PAD.decode(sealed).map_err(|_| "the stored data is damaged")?;
        let (nonce, sealed) = bytes.split_first_chunk().ok_or("the stored data is damaged")?;
        let keys = self.keys();
        if keys.current.is_none() && keys.previous.is_none() {
            return Err("it is encrypted, and the database was opened without a key");
        }
        let open = |key: LessSafeKey| {
            let (mut bytes, nonce) = (sealed.to_vec(), Nonce::assume_unique_for_key(*nonce));
            let length = key.open_in_place(nonce, Aad::from(&row_name), &mut bytes).ok()?.len();
            bytes.truncate(length);
            String::from_utf8(bytes).ok()
        };
        let opened = [keys.current, keys.previous].into_iter().flatten().find_map(open);
        opened.map(Some).ok_or("it was encrypted with another key, or has been changed")
    }
}

pub(super) fn row_name(family: &str, account: &AccountId, id: Uuid) -> String {
    format!("{family}/{}/{id}", account.uuid().unwrap_or_default())
}
