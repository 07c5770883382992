//! The secrets of webhooks.

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::error::{Error, Result};
use crate::ids::Entropy;
use crate::resources::WebhookSecret;

const PREFIX: &str = "whsec_";
const NEW_KEY: usize = 32;

/// Accepts base64 with and without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The secret of a webhook, from which the service and the receiver derive their keys.
///
/// It has no `Display`, and its `Debug` does not show it. [`reveal`](SigningSecret::reveal) returns it.
#[derive(Clone)]
pub struct SigningSecret {
    text: Box<str>,
    standard_key: Box<[u8]>,
}

impl SigningSecret {
    /// Parses a secret.
    ///
    /// For the hosted scheme the key is the text itself. For Standard Webhooks the key of a text `whsec_<base64>` is
    /// the decoded bytes, and the key of any other text is the text itself. An error if the key is empty, or if the
    /// base64 is invalid.
    pub fn new(text: impl Into<String>) -> Result<Self> {
        let text = text.into().into_boxed_str();
        let standard_key = match text.strip_prefix(PREFIX) {
            Some(encoded) => BASE64
                .decode(encoded)
                .map_err(|_| Error::invalid("secret", "the part of a webhook secret after whsec_ must be base64"))?,
            None => text.as_bytes().to_vec(),
        };
        if standard_key.is_empty() {
            return Err(Error::invalid("secret", "a webhook secret must not be empty"));
        }
        Ok(SigningSecret { text, standard_key: standard_key.into() })
    }

    /// Generates a secret with 32 random bytes, in the form `whsec_<base64>`.
    pub fn generate(entropy: &dyn Entropy) -> Self {
        let mut key = [0; NEW_KEY];
        entropy.fill(&mut key);
        SigningSecret { text: format!("{PREFIX}{}", BASE64.encode(key)).into(), standard_key: key.into() }
    }

    #[cfg(feature = "embedded")]
    pub(crate) fn key_length(&self) -> usize {
        self.standard_key.len()
    }

    /// The secret as text, to store it or to show it to its owner.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Whether the secret has the form of Standard Webhooks, which also signs the time.
    pub(super) fn is_standard(&self) -> bool {
        self.text.starts_with(PREFIX)
    }

    pub(super) fn hosted_key(&self) -> &[u8] {
        self.text.as_bytes()
    }

    pub(super) fn standard_key(&self) -> &[u8] {
        &self.standard_key
    }
}

impl TryFrom<&WebhookSecret> for SigningSecret {
    type Error = Error;

    fn try_from(secret: &WebhookSecret) -> Result<Self> {
        SigningSecret::new(secret.reveal())
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemEntropy;

    #[test]
    fn secret_without_a_key_is_rejected_and_not_shown() {
        for text in ["", "whsec_", "whsec_canary!"] {
            let error = SigningSecret::new(text).unwrap_err();
            assert_eq!(error.pointer(), Some("secret"));
            assert!(!format!("{error} {error:?}").contains("canary"));
        }
    }

    #[test]
    fn standard_secret_is_decoded_with_and_without_padding() {
        for text in ["whsec_AAECAw==", "whsec_AAECAw"] {
            let secret = SigningSecret::new(text).unwrap();
            assert_eq!(secret.standard_key(), [0, 1, 2, 3]);
            assert_eq!(secret.hosted_key(), text.as_bytes());
        }
        assert_eq!(SigningSecret::new("AAECAw==").unwrap().standard_key(), b"AAECAw==");
    }

    #[test]
    fn generated_secrets_are_different_and_can_be_parsed() {
        let [first, second] = [(); 2].map(|()| SigningSecret::generate(&SystemEntropy));
        assert_eq!(SigningSecret::new(first.reveal()).unwrap().standard_key(), first.standard_key());
        assert_ne!(first.reveal(), second.reveal());
    }

    #[test]
    fn secret_of_a_webhook_resource_is_checked() {
        let secret = SigningSecret::try_from(&WebhookSecret::new("whsec_AAECAw==")).unwrap();
        assert_eq!(secret.standard_key(), [0, 1, 2, 3]);
        assert_eq!(SigningSecret::try_from(&WebhookSecret::default()).unwrap_err().pointer(), Some("secret"));
    }

    #[test]
    fn debug_does_not_show_the_secret() {
        assert_eq!(format!("{:?}", SigningSecret::new("canary").unwrap()), "SigningSecret(…)");
    }
}
