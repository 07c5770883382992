//! The secret that a carrier signs callbacks with.

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::error::{Error, Result};
use crate::ids::{Entropy, hex};

const NEW_KEY: usize = 32;

const MIN_KEY: usize = NEW_KEY;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The secret of a subscription in base64, as it is given to the carrier. The decoded bytes are the key of the signatures.
///
/// It has no `Display`, and its `Debug` hides it. Only [`reveal`](Self::reveal) returns it.
#[derive(Clone)]
pub struct CallbackSecret {
    text: Box<str>,
    length: usize,
    keyed: Hmac<Sha256>,
}

impl CallbackSecret {
    /// Parses a secret. Fails if `text` is not base64, or empty.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let key = BASE64.decode(text).map_err(|_| {
            Error::invalid(
                "secret",
                "`secret` is not base64. Pass the secret of the subscription as it was given to the carrier",
            )
        })?;
        if key.is_empty() {
            return Err(Error::invalid("secret", "`secret` must not be empty"));
        }
        Ok(Self::of(text.to_owned(), &key))
    }

    /// A new secret of 32 random bytes.
    pub fn generate(entropy: &dyn Entropy) -> Self {
        let mut key = [0; NEW_KEY];
        entropy.fill(&mut key);
        Self::of(BASE64.encode(key), &key)
    }

    fn of(text: String, key: &[u8]) -> Self {
        let keyed = Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        CallbackSecret { text: text.into(), length: key.len(), keyed }
    }

    /// Fails if the secret has less than 32 bytes, the minimum for a new subscription.
    pub fn check_length(&self) -> Result<()> {
        match self.length {
            ..MIN_KEY => {
                let detail = format!("`secret` must have at least {MIN_KEY} bytes, not {}", self.length);
                Err(Error::invalid("secret", detail))
            }
            _ => Ok(()),
        }
    }

    /// The text of the secret, to store it or to give it to the carrier.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Signs these bytes as a carrier does: `sha256=` and hex digits.
    pub fn sign(&self, body: &[u8]) -> String {
        format!("sha256={}", hex(&self.digest(body)))
    }

    fn digest(&self, body: &[u8]) -> [u8; 32] {
        self.keyed.clone().chain_update(body).finalize().into_bytes().into()
    }

    pub(crate) fn has_signed(&self, body: &[u8], signatures: &[[u8; 32]]) -> bool {
        let expected = self.digest(body);
        signatures.iter().any(|signature| bool::from(expected.as_slice().ct_eq(signature)))
    }
}

impl fmt::Debug for CallbackSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallbackSecret(…)")
    }
}
