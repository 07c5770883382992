//! Signs and verifies deliveries, in the hosted scheme and in Standard Webhooks v1.
//!
//! The hosted scheme only signs the body, so a captured delivery stays valid forever. Standard Webhooks also signs an
//! id and a timestamp. Deliveries of the service have the headers of both, unless the policy disables the hosted one.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::SigningSecret;
use crate::error::{Error, ErrorKind, Result};
use crate::ids::{hex, unhex};

/// Header of the hosted scheme: the HMAC-SHA256 of the body in lower-case hex.
pub const HOSTED_SIGNATURE: &str = "X-T49-Webhook-Signature";
/// Header of Standard Webhooks: the id of the message, the same in each attempt.
pub const STANDARD_ID: &str = "webhook-id";
/// Header of Standard Webhooks: the time at which this attempt was signed, in Unix seconds.
pub const STANDARD_TIMESTAMP: &str = "webhook-timestamp";
/// Header of Standard Webhooks: signatures of the form `v1,<base64>`, separated by spaces.
pub const STANDARD_SIGNATURE: &str = "webhook-signature";

/// The name by which the hosted header is looked up.
const HOSTED_SIGNATURE_LOWER: &str = "x-t49-webhook-signature";
/// The length of a signature in bytes.
const SIGNATURE: usize = 32;
/// Maximum number of signatures of a delivery. Enough for every rotation, and not too many to check.
const MAX_SIGNATURES: usize = 16;
/// The longest message id in bytes.
const MAX_ID: usize = 256;

/// The scheme of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scheme {
    /// The scheme of the hosted service, which only signs the body.
    Hosted,
    /// Standard Webhooks v1, which signs the id, the timestamp and the body.
    Standard,
}

/// Makes the signature headers of deliveries. Creating it prepares the keys, so reuse it.
#[derive(Clone)]
pub struct Signer {
    keys: Vec<Key>,
    hosted: bool,
}

impl Signer {
    /// A signer with these secrets. The first is the current one; the others are previous ones that receivers may
    /// still use during a rotation.
    ///
    /// The headers of Standard Webhooks have a signature for each secret, and the hosted header only one for the
    /// first. Without secrets this is an error.
    pub fn new(secrets: impl IntoIterator<Item = SigningSecret>) -> Result<Self> {
        Ok(Signer { keys: keys(secrets)?, hosted: true })
    }

    /// Sets whether to add the header of the hosted scheme; by default it is added. It does not sign the time, so a
    /// captured delivery can be reduced to this header and sent again to a receiver that accepts it.
    pub fn hosted(mut self, sent: bool) -> Self {
        self.hosted = sent;
        self
    }

    /// The headers for an attempt at `now` to deliver `body` with this id.
    pub fn sign(&self, id: &str, body: &[u8], now: DateTime<Utc>) -> Result<Vec<(&'static str, String)>> {
        if !is_message_id(id) {
            return Err(Error::invalid(
                "id",
                "a message id must have 1 to 256 visible ASCII characters and no full stop",
            ));
        }
        let timestamp = now.timestamp().max(0).to_string();
        let standard: Vec<String> =
            self.keys.iter().map(|key| format!("v1,{}", BASE64.encode(key.standard(id, &timestamp, body)))).collect();
        let mut headers: Vec<_> =
            self.keys.iter().take(self.hosted.into()).map(|key| (HOSTED_SIGNATURE, hex(&key.hosted(body)))).collect();
        headers.push((STANDARD_ID, id.to_owned()));
        headers.push((STANDARD_TIMESTAMP, timestamp));
        headers.push((STANDARD_SIGNATURE, standard.join(" ")));
        Ok(headers)
    }
}

/// A valid signature of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedSignature<'h> {
    /// The scheme of the signature.
    pub scheme: Scheme,
    /// The signed id of the message; `None` in the hosted scheme.
    pub id: Option<&'h str>,
    /// When the attempt was signed; `None` in the hosted scheme.
    pub timestamp: Option<DateTime<Utc>>,
}

/// Verifies deliveries. Creating it prepares the keys, so reuse it.
#[derive(Clone)]
pub struct Verifier {
    keys: Vec<Key>,
    tolerance: Duration,
    /// `None` if it depends on the form of the secret.
    require_timestamp: Option<bool>,
}

impl Verifier {
    /// The default tolerance of timestamps, in the past and in the future.
    pub const TOLERANCE: Duration = Duration::from_secs(300);

    /// A verifier that accepts a signature by any of these secrets. Use several during a rotation. Without secrets
    /// this is an error.
    ///
    /// A secret of the form `whsec_<base64>`, as this library generates them, requires a signed timestamp. Any other
    /// secret is taken for one of the hosted service, which does not sign timestamps.
    /// [`require_timestamp`](Verifier::require_timestamp) changes that.
    pub fn new(secrets: impl IntoIterator<Item = SigningSecret>) -> Result<Self> {
        Ok(Verifier { keys: keys(secrets)?, tolerance: Self::TOLERANCE, require_timestamp: None })
    }

    /// Sets the tolerance of timestamps, in the past and in the future.
    pub fn tolerance(mut self, tolerance: Duration) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Sets whether to reject deliveries that are signed only in the hosted scheme, and so have no signed timestamp. This
    /// applies to all secrets, whatever their form.
    ///
    /// If they are accepted, an attacker can reduce a captured delivery to the hosted header and send it again at any
    /// time: store the ids of handled notifications.
    pub fn require_timestamp(mut self, required: bool) -> Self {
        self.require_timestamp = Some(required);
        self
    }

    /// Verifies the raw bytes of a delivery. Parse them only after that.
    ///
    /// `headers` is called with lower-case names, and must find header fields without regard to case. A delivery with
    /// any of the Standard Webhooks headers must be valid by them; the hosted header only counts without them. Every
    /// error is [`ErrorKind::Signature`], with the reason in its text.
    pub fn verify<'h>(
        &self,
        headers: impl Fn(&str) -> Option<&'h str>,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<VerifiedSignature<'h>> {
        match [STANDARD_ID, STANDARD_TIMESTAMP, STANDARD_SIGNATURE].map(&headers) {
            [None, None, None] => match headers(HOSTED_SIGNATURE_LOWER) {
                Some(signature) => self.verify_hosted(signature, body),
                None => Err(refused(UNSIGNED)),
            },
            [Some(id), Some(timestamp), Some(signatures)] => self.verify_standard(id, timestamp, signatures, body, now),
            _ => Err(refused(
                "a Standard Webhooks header is missing: webhook-id, webhook-timestamp or webhook-signature",
            )),
        }
    }

    fn verify_hosted<'h>(&self, signature: &str, body: &[u8]) -> Result<VerifiedSignature<'h>> {
        let mut keys = self.keys.iter().filter(|key| !self.require_timestamp.unwrap_or(key.is_standard)).peekable();
        if keys.peek().is_none() {
            return Err(refused(NO_TIME));
        }
        let read = unhex(signature).filter(|_| !signature.bytes().any(|byte| byte.is_ascii_uppercase()));
        let signature = read.ok_or_else(|| refused("the signature header is malformed"))?;
        if !keys.any(|key| is_equal_in_constant_time(&key.hosted(body), &signature)) {
            return Err(refused("the signature does not match the body"));
        }
        Ok(VerifiedSignature { scheme: Scheme::Hosted, id: None, timestamp: None })
    }

    fn verify_standard<'h>(
        &self,
        id: &'h str,
        timestamp: &str,
        signatures: &str,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<VerifiedSignature<'h>> {
        if !is_message_id(id) {
            return Err(refused("the message id is malformed"));
        }
        let signed_at = read_timestamp(timestamp).ok_or_else(|| refused("the timestamp is malformed"))?;
        let signatures = Signatures::read(signatures).ok_or_else(|| refused("the signature header is malformed"))?;
        if !self.keys.iter().any(|key| signatures.contain(&key.standard(id, timestamp, body))) {
            return Err(refused(
                "the signature does not match the id, the timestamp and the body: the secret is another one, or the bytes of the \
                 body were changed",
            ));
        }
        self.check_age(signed_at, now)?;
        Ok(VerifiedSignature { scheme: Scheme::Standard, id: Some(id), timestamp: Some(signed_at) })
    }

    fn check_age(&self, signed_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<()> {
        let tolerance = TimeDelta::from_std(self.tolerance).unwrap_or(TimeDelta::MAX);
        match now.signed_duration_since(signed_at) {
            age if age > tolerance => Err(refused(TOO_OLD)),
            age if -age > tolerance => Err(refused(TOO_FAR_AHEAD)),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("secrets", &self.keys.len()).finish()
    }
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifier")
            .field("secrets", &self.keys.len())
            .field("tolerance", &self.tolerance)
            .field("require_timestamp", &self.require_timestamp)
            .finish()
    }
}

/// HMAC states with the key, which are cloned for each call.
#[derive(Clone)]
struct Key {
    is_standard: bool,
    hosted: Hmac<Sha256>,
    standard: Hmac<Sha256>,
}

impl Key {
    fn new(secret: &SigningSecret) -> Self {
        let keyed = |key: &[u8]| Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        let (hosted, standard) = (keyed(secret.hosted_key()), keyed(secret.standard_key()));
        Key { is_standard: secret.is_standard(), hosted, standard }
    }

    fn hosted(&self, body: &[u8]) -> [u8; SIGNATURE] {
        self.hosted.clone().chain_update(body).finalize().into_bytes().into()
    }

    fn standard(&self, id: &str, timestamp: &str, body: &[u8]) -> [u8; SIGNATURE] {
        let mut mac = self.standard.clone();
        for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

struct Signatures {
    list: [[u8; SIGNATURE]; MAX_SIGNATURES],
    count: usize,
}

impl Signatures {
    /// Parses the header and ignores signatures of other versions. `None` if it is malformed or has too many
    /// signatures.
    fn read(header: &str) -> Option<Self> {
        let mut read = Signatures { list: [[0; SIGNATURE]; MAX_SIGNATURES], count: 0 };
        for (index, entry) in header.split(' ').enumerate() {
            let (version, encoded) = entry.split_once(',')?;
            if index >= MAX_SIGNATURES {
                return None;
            }
            if version == "v1" {
                read.list[read.count] = unbase64(encoded)?;
                read.count += 1;
            }
        }
        Some(read)
    }

    fn contain(&self, signature: &[u8; SIGNATURE]) -> bool {
        self.list[..self.count].iter().any(|known| is_equal_in_constant_time(known, signature))
    }
}

fn keys(secrets: impl IntoIterator<Item = SigningSecret>) -> Result<Vec<Key>> {
    let keys: Vec<Key> = secrets.into_iter().map(|secret| Key::new(&secret)).collect();
    if keys.is_empty() {
        return Err(Error::invalid("secrets", "signatures need at least one secret"));
    }
    Ok(keys)
}

/// Whether the id may be signed. A full stop would be ambiguous, because it separates the id from the timestamp. The
/// other characters are valid in a header.
fn is_message_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= MAX_ID && id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'.')
}

fn read_timestamp(text: &str) -> Option<DateTime<Utc>> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    DateTime::from_timestamp(text.parse().ok().filter(|_| is_number)?, 0)
}

fn is_equal_in_constant_time(one: &[u8; SIGNATURE], other: &[u8; SIGNATURE]) -> bool {
    one.ct_eq(other).into()
}

fn unbase64(text: &str) -> Option<[u8; SIGNATURE]> {
    // The decoder needs room for the longest possible value, one byte more than a signature.
    let mut out = [0; SIGNATURE + 1];
    let length = BASE64.decode_slice(text, &mut out).ok()?;
    out[..length].try_into().ok()
}

const TOO_OLD: &str =
    "the timestamp is too old: it is further in the past than the tolerance permits. Check both clocks";
const TOO_FAR_AHEAD: &str =
    "the timestamp is too far ahead: it is further in the future than the tolerance permits. Check both clocks";
const UNSIGNED: &str =
    "the delivery is not signed: it has none of the headers webhook-id, webhook-timestamp, webhook-signature";

const NO_TIME: &str = "the delivery has no signed timestamp, which is required: its only signature is in the \
                       header X-T49-Webhook-Signature";

fn refused(reason: &'static str) -> Error {
    Error::new(ErrorKind::Signature, reason)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BODY: &[u8] = br#"{"event_type":"ping","data":{"success":true}}"#;
    const PUBLISHED: [(&str, &str); 3] = [
        ("webhook-id", "msg_loFOjxBNrRLzqYUf"),
        ("webhook-timestamp", "1731705121"),
        ("webhook-signature", "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="),
    ];

    fn secret(text: &str) -> SigningSecret {
        SigningSecret::new(text).unwrap()
    }

    fn published() -> Verifier {
        Verifier::new([secret("whsec_plJ3nmyCDGBKInavdOK15jsl")]).unwrap()
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn among<'h>(headers: &'h [(&'static str, String)]) -> impl Fn(&str) -> Option<&'h str> {
        |name| headers.iter().find(|(known, _)| known.to_ascii_lowercase() == name).map(|(_, value)| value.as_str())
    }

    fn with(name: &str, value: &str) -> Vec<(&'static str, String)> {
        PUBLISHED.iter().map(|(n, v)| (*n, if *n == name { value } else { v }.to_owned())).collect()
    }

    fn reason(result: Result<VerifiedSignature<'_>>) -> String {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Signature);
        error.to_string()
    }

    #[test]
    fn the_published_standard_webhooks_example_verifies() {
        let headers = with("", "");
        let verified = published().verify(among(&headers), BODY, at(1_731_705_121)).unwrap();
        assert_eq!(verified.id, Some("msg_loFOjxBNrRLzqYUf"));
        assert_eq!(verified.timestamp, Some(at(1_731_705_121)));
    }

    #[test]
    fn the_hosted_signature_is_the_hex_digest_of_the_body() {
        // RFC 4231, test case 2.
        let headers = Signer::new([secret("Jefe")]).unwrap();
        let headers = headers.sign("m", b"what do ya want for nothing?", at(0)).unwrap();
        let digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(headers[0], (HOSTED_SIGNATURE, digest.to_owned()));
    }

    #[test]
    fn any_secret_of_a_rotation_verifies() {
        let (old, new) = (secret("old"), secret("whsec_AAECAwQFBgc="));
        let signer = Signer::new([new.clone(), old.clone()]).unwrap();
        let headers = signer.sign("id", BODY, at(0)).unwrap();
        for trusted in [vec![new.clone()], vec![old.clone()], vec![secret("other"), old.clone()]] {
            let verified = Verifier::new(trusted).unwrap().verify(among(&headers), BODY, at(0)).unwrap();
            assert_eq!(verified.scheme, Scheme::Standard);
        }
        let hosted = Verifier::new([old, new]).unwrap().require_timestamp(false);
        assert_eq!(hosted.verify(among(&headers[..1]), BODY, at(0)).unwrap().scheme, Scheme::Hosted);
        let stranger = Verifier::new([secret("other")]).unwrap();
        reason(stranger.verify(among(&headers), BODY, at(0)));
        reason(stranger.verify(among(&headers[..1]), BODY, at(0)));
    }

    #[test]
    fn invalid_standard_signature_is_rejected_despite_a_valid_hosted_one() {
        let secrets = || [secret("s")];
        let mut headers = Signer::new(secrets()).unwrap().sign("id", BODY, at(0)).unwrap();
        headers[3].1 = with("", "")[2].1.clone();
        reason(Verifier::new(secrets()).unwrap().verify(among(&headers), BODY, at(0)));
        headers.remove(2);
        assert_eq!(
            reason(Verifier::new(secrets()).unwrap().verify(among(&headers), BODY, at(0))),
            "a Standard Webhooks header is missing: webhook-id, webhook-timestamp or webhook-signature"
        );
    }

    #[test]
    fn hosted_header_alone_is_rejected_if_a_timestamp_is_required() {
        let headers = Signer::new([secret("s")]).unwrap().sign("id", BODY, at(0)).unwrap();
        let verifier = Verifier::new([secret("s")]).unwrap();
        assert!(verifier.verify(among(&headers[..1]), BODY, at(9_999_999)).is_ok());
        reason(verifier.require_timestamp(true).verify(among(&headers[..1]), BODY, at(0)));
    }

    #[test]
    fn delivery_outside_of_the_tolerance_is_rejected() {
        let (headers, signed) = (with("", ""), 1_731_705_121);
        for shift in [-300, 300] {
            assert!(published().verify(among(&headers), BODY, at(signed + shift)).is_ok());
        }
        assert_eq!(reason(published().verify(among(&headers), BODY, at(signed + 301))), TOO_OLD);
        let ahead = reason(published().verify(among(&headers), BODY, at(signed - 301)));
        assert_eq!(ahead, TOO_FAR_AHEAD);
        let patient = published().tolerance(Duration::MAX);
        assert!(patient.verify(among(&headers), BODY, DateTime::<Utc>::MIN_UTC).is_ok());
    }

    #[test]
    fn signatures_of_other_versions_are_ignored() {
        let right = PUBLISHED[2].1;
        let headers = with("webhook-signature", &format!("v1a,whatever v2, {right}"));
        assert!(published().verify(among(&headers), BODY, at(1_731_705_121)).is_ok());
        let headers = with("webhook-signature", &right.replace("v1", "v1a"));
        reason(published().verify(among(&headers), BODY, at(1_731_705_121)));
    }

    #[test]
    fn malformed_headers_are_rejected_with_a_reason() {
        let right = PUBLISHED[2].1;
        let crowd = [right; MAX_SIGNATURES + 1].join(" ");
        for (name, value) in [
            ("webhook-signature", ""),
            ("webhook-signature", "v1"),
            ("webhook-signature", "v1,"),
            ("webhook-signature", "v1,AAAA"),
            ("webhook-signature", &format!("{right} ")),
            ("webhook-signature", &format!("{right}=")),
            ("webhook-signature", &crowd),
            ("webhook-timestamp", ""),
            ("webhook-timestamp", "-1"),
            ("webhook-timestamp", "+1731705121"),
            ("webhook-timestamp", "1731705121.5"),
            ("webhook-timestamp", "99999999999999999999"),
            ("webhook-timestamp", "9223372036854775807"),
            ("webhook-id", ""),
            ("webhook-id", "a.b"),
            ("webhook-id", "a\r\nb"),
        ] {
            let reason = reason(published().verify(among(&with(name, value)), BODY, at(1_731_705_121)));
            assert!(reason.ends_with("is malformed"), "{name} {value:?}: {reason}");
        }
        let verifier = published().require_timestamp(false);
        for value in ["", "5b", &"g".repeat(64), &"A".repeat(64), &"é".repeat(32)] {
            let headers = [(HOSTED_SIGNATURE, value.to_owned())];
            assert_eq!(reason(verifier.verify(among(&headers), BODY, at(0))), "the signature header is malformed");
        }
        assert_eq!(reason(verifier.verify(|_| None, BODY, at(0))), UNSIGNED);
    }

    #[test]
    fn body_cannot_be_taken_for_another_id_and_timestamp() {
        let headers = Signer::new([secret("s")]).unwrap().sign("id", b"x.300.{}", at(0)).unwrap();
        let mut forged = headers.clone();
        forged[1].1 = "id.0.x".to_owned();
        forged[2].1 = "300".to_owned();
        reason(Verifier::new([secret("s")]).unwrap().verify(among(&forged), b"{}", at(300)));
    }

    #[test]
    fn form_of_the_secret_decides_whether_a_timestamp_is_required() {
        let (ours, theirs) = ("whsec_AAECAw==", "a-token-of-the-hosted-service");
        let hosted = |with: &str| Signer::new([secret(with)]).unwrap().sign("id", BODY, at(0)).unwrap().remove(0);
        let takes = |verifier: Verifier, with: &str| verifier.verify(among(&[hosted(with)]), BODY, at(0)).is_ok();
        let verifier = |secrets: &[&str]| Verifier::new(secrets.iter().map(|text| secret(text))).unwrap();
        assert!(!takes(verifier(&[ours]), ours) && takes(verifier(&[theirs]), theirs));
        assert!(!takes(verifier(&[theirs, ours]), ours) && takes(verifier(&[ours, theirs]), theirs));
        assert!(takes(verifier(&[ours]).require_timestamp(false), ours));
        assert!(!takes(verifier(&[theirs]).require_timestamp(true), theirs));
        let reason = reason(verifier(&[ours]).verify(among(&[hosted(ours)]), BODY, at(0)));
        assert_eq!(reason, NO_TIME);
    }

    #[test]
    fn hosted_header_can_be_omitted() {
        let signer = Signer::new([secret("s")]).unwrap().hosted(false);
        let headers = signer.sign("id", BODY, at(0)).unwrap();
        assert_eq!(
            headers.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            [STANDARD_ID, STANDARD_TIMESTAMP, STANDARD_SIGNATURE]
        );
        assert!(Verifier::new([secret("s")]).unwrap().verify(among(&headers), BODY, at(0)).is_ok());
    }

    #[test]
    fn invalid_ids_are_rejected() {
        let signer = Signer::new([secret("s")]).unwrap();
        for id in ["", "a b", "a.b", "a\r\nX: y", "é", &"x".repeat(257)] {
            assert_eq!(signer.sign(id, BODY, at(0)).unwrap_err().pointer(), Some("id"));
        }
    }

    #[test]
    fn signer_and_verifier_need_a_secret_and_do_not_show_it() {
        assert!(Signer::new([]).is_err() && Verifier::new([]).is_err());
        let signer = format!("{:?}", Signer::new([secret("canary")]).unwrap());
        let verifier = format!("{:?}", Verifier::new([secret("canary")]).unwrap());
        assert!(!signer.contains("canary") && !verifier.contains("canary"));
    }

    proptest! {
        #[test]
        fn signed_deliveries_verify_in_both_schemes(
            key in ".{1,80}", id in "[!-\\-/-~]{1,40}", body: Vec<u8>, now in 0_i64..4_000_000_000
        ) {
            prop_assume!(!key.starts_with("whsec_"));
            let headers = Signer::new([secret(&key)]).unwrap().sign(&id, &body, at(now)).unwrap();
            let verifier = Verifier::new([secret(&key)]).unwrap();
            let verified = verifier.verify(among(&headers), &body, at(now)).unwrap();
            prop_assert_eq!((verified.id, verified.timestamp), (Some(id.as_str()), Some(at(now))));
            prop_assert!(verifier.verify(among(&headers[..1]), &body, at(now)).is_ok());
        }

        #[test]
        fn delivery_with_one_changed_byte_is_rejected(
            body in prop::collection::vec(any::<u8>(), 1..200),
            part in 0..5_usize, place: prop::sample::Index, change in 1..128_u8,
        ) {
            let verifier = Verifier::new([secret("s")]).unwrap();
            let mut headers = Signer::new([secret("s")]).unwrap().sign("message-1", &body, at(1_000_000)).unwrap();
            let mut body = body;
            let target = if part == 4 { &mut body } else { &mut headers[part].1.clone().into_bytes() };
            let index = place.index(target.len());
            // A header stays ASCII, as web frameworks ensure.
            target[index] ^= change;
            if part < 4 {
                headers[part].1 = String::from_utf8(target.clone()).unwrap();
            }
            let seen = if part == 0 { &headers[..1] } else { &headers[1..] };
            reason(verifier.verify(among(seen), &body, at(1_000_000)));
        }

        #[test]
        fn verifier_does_not_panic_on_any_header(id: String, time in "[0-9.+-]{0,22}", signature: String, hosted: String) {
            for signature in [signature.clone(), format!("v1,{signature}")] {
                let (id, time) = ((STANDARD_ID, id.clone()), (STANDARD_TIMESTAMP, time.clone()));
                let headers = [id, time, (STANDARD_SIGNATURE, signature)];
                reason(published().verify(among(&headers), BODY, at(0)));
            }
            reason(published().verify(among(&[(HOSTED_SIGNATURE, hosted)]), BODY, at(0)));
        }
    }
}
