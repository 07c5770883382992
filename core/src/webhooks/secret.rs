//! The secret shared with the receiver of a webhook.

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD as ALPHABET;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::error::{Error, Result};
use crate::ids::Entropy;
use crate::resources::WebhookSecret;

const PREFIX: &str = "whsec_";
const NEW_KEY: usize = 32;

/// Secrets come with and without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The text shared with the receiver of a webhook, from which both sides make their keys.
///
/// It has no `Display`, and its `Debug` shows nothing of it: only [`reveal`](SigningSecret::reveal) gives it away.
#[derive(Clone)]
pub struct SigningSecret {
    text: Box<str>,
    standard_key: Box<[u8]>,
}

impl SigningSecret {
    /// The secret written as `text`.
    ///
    /// Under the hosted scheme the key is the text itself. Under Standard Webhooks a text of the form
    /// `whsec_<base64>` stands for the decoded bytes, and any other text for itself. A text without a key in it (empty,
    /// or `whsec_` and something that is no base64) is refused.
    pub fn new(text: impl Into<String>) -> Result<Self> {
        let text = text.into().into_boxed_str();
        let standard_key = match text.strip_prefix(PREFIX) {
            Some(encoded) => BASE64
                .decode(encoded)
                .map_err(|_| Error::invalid("secret", "what follows whsec_ in a webhook secret must be base64"))?,
            None => text.as_bytes().to_vec(),
        };
        if standard_key.is_empty() {
            return Err(Error::invalid("secret", "a webhook secret must not be empty"));
        }
        Ok(SigningSecret { text, standard_key: standard_key.into() })
    }

    /// A new secret of 32 random bytes, written `whsec_<base64>`.
    pub fn generate(entropy: &dyn Entropy) -> Self {
        let mut key = [0; NEW_KEY];
        entropy.fill(&mut key);
        SigningSecret { text: format!("{PREFIX}{}", BASE64.encode(key)).into(), standard_key: key.into() }
    }

    #[cfg(feature = "embedded")]
    pub(crate) fn key_length(&self) -> usize {
        self.standard_key.len()
    }

    /// The text itself, to store it or to show it to its owner.
    pub fn reveal(&self) -> &str {
        &self.text
    }

    /// Standard Webhooks signs the time, too.
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
    fn a_secret_without_a_key_in_it_is_refused_and_not_repeated() {
        for text in ["", "whsec_", "whsec_canary!"] {
            let error = SigningSecret::new(text).unwrap_err();
            assert_eq!(error.pointer(), Some("secret"));
            assert!(!format!("{error} {error:?}").contains("canary"));
        }
    }

    #[test]
    fn a_standard_secret_is_decoded_with_and_without_padding() {
        for text in ["whsec_AAECAw==", "whsec_AAECAw"] {
            let secret = SigningSecret::new(text).unwrap();
            assert_eq!(secret.standard_key(), [0, 1, 2, 3]);
            assert_eq!(secret.hosted_key(), text.as_bytes());
        }
        assert_eq!(SigningSecret::new("AAECAw==").unwrap().standard_key(), b"AAECAw==");
    }

    #[test]
    fn a_new_secret_reads_back_as_the_same_key_and_differs_from_the_next() {
        let [one, other] = [(); 2].map(|()| SigningSecret::generate(&SystemEntropy));
        assert_eq!(SigningSecret::new(one.reveal()).unwrap().standard_key(), one.standard_key());
        assert_ne!(one.reveal(), other.reveal());
    }

    #[test]
    fn the_secret_of_a_webhook_is_checked_like_any_other() {
        let secret = SigningSecret::try_from(&WebhookSecret::new("whsec_AAECAw==")).unwrap();
        assert_eq!(secret.standard_key(), [0, 1, 2, 3]);
        assert_eq!(SigningSecret::try_from(&WebhookSecret::default()).unwrap_err().pointer(), Some("secret"));
    }

    #[test]
    fn debug_shows_nothing_of_a_secret() {
        assert_eq!(format!("{:?}", SigningSecret::new("canary").unwrap()), "SigningSecret(…)");
    }
}
