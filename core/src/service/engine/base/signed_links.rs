//! Signed links to one file, valid for a short time without an API key.

use std::sync::OnceLock;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::error::{Error, ErrorKind, Result};
use crate::ids::Entropy;
use crate::resources::AccountId;

const SIGNED: usize = 1 + 16 + 16 + 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::service) enum LinkKind {
    Send = 1,
    Fetch = 2,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::service) struct FileLink {
    pub kind: LinkKind,
    pub account: AccountId,
    pub file: Uuid,
    pub until: DateTime<Utc>,
}

/// The key that signs links. It is generated on first use and not stored: links expire soon.
#[derive(Default)]
pub(in crate::service::engine) struct LinkSecret(OnceLock<[u8; 32]>);

impl LinkSecret {
    fn key(&self, entropy: &dyn Entropy) -> &[u8; 32] {
        self.0.get_or_init(|| {
            let mut key = [0; 32];
            entropy.fill(&mut key);
            key
        })
    }

    pub fn sign(&self, entropy: &dyn Entropy, link: &FileLink) -> String {
        let mut bytes = Vec::with_capacity(SIGNED + 32);
        bytes.push(link.kind as u8);
        bytes.extend_from_slice(link.account.uuid().unwrap_or_default().as_bytes());
        bytes.extend_from_slice(link.file.as_bytes());
        bytes.extend_from_slice(&link.until.timestamp_micros().to_be_bytes());
        let signature = signature(self.key(entropy), &bytes);
        bytes.extend_from_slice(&signature);
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    pub fn verify(&self, entropy: &dyn Entropy, text: &str, now: DateTime<Utc>) -> Result<FileLink> {
        let forged = || refused("wrong_signature", "the link was not created by this service, or it was changed");
        // Longer texts are rejected without decoding.
        let bytes = if text.len() <= 4 * SIGNED { BASE64_URL_SAFE_NO_PAD.decode(text).ok() } else { None };
        let bytes = bytes.filter(|bytes| bytes.len() == SIGNED + 32).ok_or_else(forged)?;
        let (signed, given) = bytes.split_at(SIGNED);
        if !bool::from(signature(self.key(entropy), signed).ct_eq(given)) {
            return Err(forged());
        }
        let link = read(signed).ok_or_else(forged)?;
        if link.until <= now {
            return Err(refused("expired", "the link has expired: request a new one"));
        }
        Ok(link)
    }
}

fn signature(key: &[u8; 32], bytes: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

fn read(signed: &[u8]) -> Option<FileLink> {
    let kind = match signed[0] {
        1 => LinkKind::Send,
        2 => LinkKind::Fetch,
        _ => return None,
    };
    let account = Uuid::from_slice(&signed[1..17]).ok()?.into();
    let file = Uuid::from_slice(&signed[17..33]).ok()?;
    let until = DateTime::from_timestamp_micros(i64::from_be_bytes(signed[33..].try_into().ok()?))?;
    Some(FileLink { kind, account, file, until })
}

fn refused(code: &str, detail: &'static str) -> Error {
    use crate::error::ErrorObject;
    let kind = ErrorKind::Forbidden;
    let object = ErrorObject::new(kind.title()).with_code(code).with_detail(detail);
    Error::new(kind, detail).with_objects(vec![object])
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::ids::SystemEntropy;

    #[test]
    fn expired_and_changed_links_are_rejected() {
        let (secret, now) = (LinkSecret::default(), DateTime::from_timestamp(1_800_000_000, 0).unwrap());
        let link = FileLink {
            kind: LinkKind::Fetch,
            account: Uuid::from_u128(1).into(),
            file: Uuid::from_u128(2),
            until: now + TimeDelta::minutes(5),
        };
        let text = secret.sign(&SystemEntropy, &link);
        let verify = |text: &str, now| secret.verify(&SystemEntropy, text, now);
        assert_eq!(verify(&text, now).unwrap(), link);
        assert_eq!(verify(&text, link.until).unwrap_err().code(), Some("expired"));
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&text).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let refused = verify(&BASE64_URL_SAFE_NO_PAD.encode(changed), now).unwrap_err();
            assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, Some("wrong_signature")), "{bit}");
        }
        for other in ["", "a", &text[1..], &format!("{text}A"), &"A".repeat(10_000)] {
            assert_eq!(verify(other, now).unwrap_err().code(), Some("wrong_signature"));
        }
        assert!(LinkSecret::default().verify(&SystemEntropy, &text, now).is_err(), "a link of another service");
    }
}
