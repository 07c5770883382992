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

const LEAST_KEY: usize = NEW_KEY;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The secret of a subscription: base64, as the carrier is given it. What it stands for is the key of the signatures.
///
/// It has no `Display`, and its `Debug` shows nothing of it: only [`reveal`](Self::reveal) gives it away.
#[derive(Clone)]
pub struct CallbackSecret {
    text: Box<str>,
    length: usize,
    keyed: Hmac<Sha256>,
}

impl CallbackSecret {
    /// The secret written so. What is no base64, or stands for nothing, is refused.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let key = BASE64.decode(text).map_err(|_| {
            Error::invalid("secret", "the secret of a subscription is base64: hand it over as the carrier was given it")
        })?;
        if key.is_empty() {
            return Err(Error::invalid("secret", "the secret of a subscription must not be empty"));
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

    /// Refuses one that is too short to be given to a carrier: it stands for 32 bytes at least.
    pub fn check_length(&self) -> Result<()> {
        match self.length {
            ..LEAST_KEY => {
                let detail =
                    format!("a carrier is given a secret of {LEAST_KEY} bytes at least, not of {}", self.length);
                Err(Error::invalid("secret", detail))
            }
            _ => Ok(()),
        }
    }

    /// The text itself, to store it or to give it to the carrier.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// The signature of these bytes: `sha256=` and hex digits, as a carrier sends it.
    pub fn sign(&self, body: &[u8]) -> String {
        format!("sha256={}", hex(&self.digest(body)))
    }

    fn digest(&self, body: &[u8]) -> [u8; 32] {
        self.keyed.clone().chain_update(body).finalize().into_bytes().into()
    }

    pub(crate) fn has_signed(&self, body: &[u8], signatures: &[[u8; 32]]) -> bool {
        let own = self.digest(body);
        signatures.iter().any(|signature| bool::from(own.as_slice().ct_eq(signature)))
    }
}

impl fmt::Debug for CallbackSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallbackSecret(…)")
    }
}
