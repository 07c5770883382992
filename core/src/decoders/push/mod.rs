//! Verifies and decodes callbacks: HTTP requests with which a carrier sends events of a DCSA event subscription.
//!
//! [`Callback::of`] checks the header fields and the length. [`Callback::read`] verifies the signature over the received bytes and
//! then decodes them. A host program with a [`Service`](crate::service::Service) calls
//! [`receive_push`](crate::service::Service::receive_push), which does all of this.
//!
//! ```
//! use shiptrack::decoders::ReadLimits;
//! use shiptrack::carriers::CallbackSecret;
//! use shiptrack::decoders::push::{Callback, PushRefusal};
//!
//! /// Counts the facts of a callback. `header` is called with lower-case names.
//! fn receive<'a>(header: impl Fn(&str) -> Option<&'a str>, body: &'a [u8], secret: &str) -> shiptrack::Result<usize> {
//!     let limits = ReadLimits::default();
//!     let callback = Callback::of(header, body, &limits)?;
//!     assert_eq!(callback.subscription_id(), Some("7f5a"));
//!     // The secret that the carrier received with the subscription.
//!     let reading = callback.read(&[CallbackSecret::parse(secret)?], &limits)?;
//!     Ok(reading.facts().count())
//! }
//!
//! let signature = CallbackSecret::parse("AAECAwQFBgc=")?.sign(b"[]");
//! let header = |name: &str| match name {
//!     "subscription-id" => Some("7f5a"),
//!     "notification-signature" => Some(signature.as_str()),
//!     _ => None,
//! };
//! assert_eq!(receive(header, b"[]", "AAECAwQFBgc=")?, 0);
//! assert_eq!(receive(header, b"[]", "AAAAAAAAAAA=").unwrap_err().code(), Some(PushRefusal::WrongSignature.code()));
//! # Ok::<(), shiptrack::Error>(())
//! ```

mod known_estimates;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::carriers::CallbackSecret;
use crate::decoders::dcsa;
use crate::decoders::message::{Message, ReadLimits, Reading};
use crate::error::{Error, ErrorKind, ErrorObject};
use crate::ids::unhex;
use crate::resources::DataSource;
use crate::tracking::{Fact, Source};

pub(crate) use known_estimates::KnownEstimates;

/// Header field with the carrier's id of the subscription.
pub const SUBSCRIPTION_ID: &str = "Subscription-ID";
/// Header field with the signature of a callback: `sha256=` and the hex HMAC-SHA256 of the body.
pub const NOTIFICATION_SIGNATURE: &str = "Notification-Signature";
/// Older name of the header field [`NOTIFICATION_SIGNATURE`]. It is used if the newer one is missing.
pub const SIGNATURE: &str = "Signature";

const MAX_SIGNATURES: usize = 8;
/// Maximum length of a subscription id in bytes.
const MAX_ID_LENGTH: usize = 256;

/// A received callback. Its length was checked and its signature header was parsed, but the signature was not verified.
#[derive(Debug)]
pub struct Callback<'a> {
    subscription: Option<&'a str>,
    signatures: Vec<[u8; 32]>,
    body: &'a [u8],
}

impl<'a> Callback<'a> {
    /// Checks the length of the body and parses the header fields. `header` returns the value of a header field; it is called with names in
    /// lower case, and must compare names without regard to case.
    pub fn of(
        header: impl Fn(&str) -> Option<&'a str>,
        body: &'a [u8],
        limits: &ReadLimits,
    ) -> Result<Self, PushRefusal> {
        if body.len() > limits.bytes {
            return Err(PushRefusal::TooLarge { bytes: body.len(), most: limits.bytes });
        }
        let field = |name: &str| header(&name.to_ascii_lowercase()).map(str::trim).filter(|text| !text.is_empty());
        let signature = field(NOTIFICATION_SIGNATURE).or_else(|| field(SIGNATURE)).ok_or(PushRefusal::Unsigned)?;
        let signatures = signatures(signature).ok_or(PushRefusal::MalformedSignature)?;
        Ok(Callback { subscription: subscription_id(field(SUBSCRIPTION_ID))?, signatures, body })
    }

    /// The carrier's id of the subscription. `None` if the header field is missing.
    pub fn subscription_id(&self) -> Option<&'a str> {
        self.subscription
    }

    /// Whether the body was signed with one of these secrets.
    pub fn is_signed_with(&self, secrets: &[CallbackSecret]) -> bool {
        secrets.iter().any(|secret| secret.has_signed(self.body, &self.signatures))
    }

    /// Decodes the callback if it was signed with one of these secrets. Pass the old and the new secret while a secret is being replaced.
    ///
    /// The reading has one message for each shipment: events with the same bookings and bills of lading are in one message. Events without
    /// these numbers are grouped by their containers. A callback is not a complete answer: estimates that are missing from it stay valid.
    ///
    /// An invalid event is reported as a problem of its message or of the reading. If all events are invalid, the call fails.
    pub fn read(&self, secrets: &[CallbackSecret], limits: &ReadLimits) -> Result<Reading, PushRefusal> {
        if !self.is_signed_with(secrets) {
            return Err(PushRefusal::WrongSignature);
        }
        let reading = dcsa::callback(self.body, limits);
        if reading.messages.iter().all(Message::is_empty)
            && let Some(problem) = reading.all_problems().next()
        {
            return Err(PushRefusal::NotReadable(problem.to_string()));
        }
        Ok(reading)
    }
}

fn subscription_id(field: Option<&str>) -> Result<Option<&str>, PushRefusal> {
    match field {
        Some(id) if id.len() > MAX_ID_LENGTH => Err(PushRefusal::UnknownSubscription),
        id => Ok(id),
    }
}

/// Parses the signatures in a header field; there are several while a secret is being replaced. `None` if one is not valid.
fn signatures(field: &str) -> Option<Vec<[u8; 32]>> {
    let mut signatures = Vec::new();
    for text in field.split([',', ' ']).filter(|text| !text.is_empty()) {
        if signatures.len() == MAX_SIGNATURES {
            return None;
        }
        signatures.push(signature(text)?);
    }
    (!signatures.is_empty()).then_some(signatures)
}

fn signature(text: &str) -> Option<[u8; 32]> {
    let (scheme, digits) = text.split_once('=')?;
    if scheme.eq_ignore_ascii_case("sha256") { unhex(digits) } else { None }
}

/// Why a callback is rejected, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PushRefusal {
    /// The body is too large. It was not read.
    #[error("the body has {bytes} bytes; the limit is {most}: send fewer events at a time")]
    TooLarge {
        /// Size of the body in bytes.
        bytes: usize,
        /// Largest accepted size in bytes.
        most: usize,
    },
    /// The id of the subscription is missing.
    #[error("the header field Subscription-ID is missing")]
    NoSubscription,
    /// The service has no subscription with this id.
    #[error("no subscription has this Subscription-ID: add the subscription with its secret, or end it at the carrier")]
    UnknownSubscription,
    /// The signature is missing.
    #[error(
        "the callback is not signed: send the header field Notification-Signature (sha256= and the hex HMAC-SHA256 of the body)"
    )]
    Unsigned,
    /// The header field is not a valid signature.
    #[error("the header field Notification-Signature is not a valid signature: expected sha256= and 64 hex digits")]
    MalformedSignature,
    /// The signature was made with a different secret, or for a different body.
    #[error(
        "the signature does not match the body with any secret of the subscription: pass the body unchanged; if the sender \
         replaced the secret, replace it here, too"
    )]
    WrongSignature,
    /// The signature is valid, but the body cannot be decoded.
    #[error("the body has no readable event or fact: {0}")]
    NotReadable(String),
}

impl PushRefusal {
    /// The error code. It is stable.
    pub fn code(&self) -> &'static str {
        self.answer().0
    }

    /// The HTTP status of the response.
    pub fn status(&self) -> u16 {
        self.answer().1
    }

    fn answer(&self) -> (&'static str, u16, ErrorKind) {
        match self {
            PushRefusal::TooLarge { .. } => ("too_large", 413, ErrorKind::TooLarge),
            PushRefusal::NoSubscription => ("no_subscription_id", 400, ErrorKind::BadRequest),
            PushRefusal::UnknownSubscription => ("unknown_subscription", 404, ErrorKind::NotFound),
            PushRefusal::Unsigned => ("not_signed", 401, ErrorKind::Signature),
            PushRefusal::MalformedSignature => ("malformed_signature", 401, ErrorKind::Signature),
            PushRefusal::WrongSignature => ("wrong_signature", 401, ErrorKind::Signature),
            PushRefusal::NotReadable(_) => ("not_readable", 422, ErrorKind::Invalid),
        }
    }
}

impl From<PushRefusal> for Error {
    fn from(refusal: PushRefusal) -> Self {
        let (code, status, kind) = refusal.answer();
        let object = ErrorObject::new(kind.title()).with_code(code).with_detail(refusal.to_string());
        Error::new(kind, refusal.to_string()).with_status(status).with_objects(vec![object])
    }
}

/// Facts that a source other than a carrier sends to the service, such as a trucker or a terminal.
///
/// The JSON form is `{"number": "MSKU0308961", "facts": [ … ]}`, or only the list of facts, each with its container.
/// `core/docs/facts.md` describes facts. The source of the facts is always the sender; a `source` member is ignored.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The bill of lading, booking or container that the facts are about. `None` if each fact names its container.
    pub number: Option<String>,
    /// The facts.
    pub facts: Vec<Fact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'t> {
    number: Option<String>,
    #[serde(borrow)]
    facts: &'t RawValue,
}

impl Report {
    /// Parses a report. `source` becomes the source of its facts. The caller must verify the signature first.
    pub fn read(body: &[u8], source: &Source) -> Result<Self, PushRefusal> {
        let unreadable = |problem: String| PushRefusal::NotReadable(problem);
        let text = std::str::from_utf8(body).map_err(|_| unreadable("the body is not UTF-8".to_owned()))?;
        let envelope: Option<Envelope<'_>> = serde_json::from_str(text).ok();
        let (number, facts) = match &envelope {
            Some(envelope) => (envelope.number.clone(), envelope.facts.get()),
            None => (None, text),
        };
        let facts = Fact::parse_all(facts).map_err(|refused| unreadable(with_pointer(&refused)))?;
        let facts: Vec<Fact> = facts.into_iter().map(|fact| fact.with_source(source.clone())).collect();
        let without_number = facts.iter().position(|fact| number.is_none() && fact.container.is_none());
        match without_number {
            Some(at) => Err(unreadable(format!(
                "/{at}: the fact has no container, and the report has no number; add one of them"
            ))),
            None => Ok(Report { number, facts }),
        }
    }
}

fn with_pointer(refused: &Error) -> String {
    match refused.pointer() {
        Some(pointer) => format!("{pointer}: {refused}"),
        None => refused.to_string(),
    }
}

/// Whether senders of this kind can send a [`Report`]. Shipping lines send callbacks instead.
pub(crate) fn is_report_source(kind: &DataSource) -> bool {
    kind.is_known() && *kind != DataSource::ShippingLine
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str = r#"[{"eventType":"EQUIPMENT","equipmentEventTypeCode":"GTOT","eventClassifierCode":"ACT",
        "eventDateTime":"2026-05-12T09:00:00-07:00","emptyIndicatorCode":"LADEN","equipmentReference":"MSKU0308961",
        "eventLocation":{"UNLocationCode":"USLAX"}}]"#;

    fn secret(text: &str) -> CallbackSecret {
        CallbackSecret::parse(text).expect("base64")
    }

    fn receive(fields: &[(&str, &str)], body: &[u8], secrets: &[CallbackSecret]) -> Result<usize, PushRefusal> {
        let limits = ReadLimits { bytes: 1_000, ..ReadLimits::default() };
        let header = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, value)| *value);
        let reading = Callback::of(header, body, &limits)?.read(secrets, &limits)?;
        Ok(reading.facts().count())
    }

    fn signed(signature: &str, secrets: &[CallbackSecret]) -> Result<usize, PushRefusal> {
        receive(&[("notification-signature", signature)], EVENT.as_bytes(), secrets)
    }

    #[test]
    fn the_secret_is_decoded_from_base64() {
        // RFC 4231, test case 2: the key is "Jefe".
        let digest = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(secret("SmVmZQ==").sign(b"what do ya want for nothing?"), digest);
        assert_eq!(secret("SmVmZQ").sign(b"what do ya want for nothing?"), digest);
    }

    #[test]
    fn signatures_of_all_current_secrets_and_in_the_old_header_are_accepted() {
        let (old, new) = (secret("b2xk"), secret("bmV3"));
        let by_old = old.sign(EVENT.as_bytes());
        let both = [new.clone(), old];
        assert_eq!(signed(&by_old, &both), Ok(1));
        assert_eq!(signed(&by_old.to_ascii_uppercase().replace("SHA", "sha"), &both), Ok(1));
        assert_eq!(signed(&format!("{by_old}, {}", new.sign(EVENT.as_bytes())), std::slice::from_ref(&new)), Ok(1));
        assert_eq!(receive(&[("signature", &by_old)], EVENT.as_bytes(), &both), Ok(1));
        assert_eq!(signed(&by_old, &[new]), Err(PushRefusal::WrongSignature));
    }

    #[test]
    fn a_malformed_signature_is_rejected_before_the_body_is_read() {
        let secrets = [secret("a2V5")];
        assert_eq!(receive(&[], b"not JSON", &secrets), Err(PushRefusal::Unsigned));
        let digits = "a".repeat(64);
        let many = vec![format!("sha256={digits}"); 9].join(",");
        for text in
            ["sha256", "sha256=", "sha256=zz", &format!("md5={digits}"), &digits, &many, &format!("sha256={digits}a")]
        {
            assert_eq!(signed(text, &secrets), Err(PushRefusal::MalformedSignature), "{text}");
        }
        let refused = receive(&[("notification-signature", "sha256=")], &[b'['; 1_001], &secrets);
        assert_eq!(refused, Err(PushRefusal::TooLarge { bytes: 1_001, most: 1_000 }));
        assert_eq!(signed(&format!("sha256={digits}"), &[]), Err(PushRefusal::WrongSignature));
    }

    #[test]
    fn a_changed_bit_of_the_body_is_rejected() {
        let secrets = [secret("a2V5")];
        let signature = secrets[0].sign(EVENT.as_bytes());
        let mut changed = EVENT.as_bytes().to_vec();
        for at in [0, changed.len() / 2, changed.len() - 1] {
            changed[at] ^= 1;
            let refused = receive(&[("notification-signature", &signature)], &changed, &secrets);
            assert_eq!(refused, Err(PushRefusal::WrongSignature));
            changed[at] ^= 1;
        }
    }

    #[test]
    fn a_signed_body_without_events_is_rejected_with_the_reason() {
        let secrets = [secret("a2V5")];
        for body in ["", "hello", "{}", "[1]", r#"[{"eventType":"EQUIPMENT"}]"#] {
            let signature = secrets[0].sign(body.as_bytes());
            let refused = receive(&[("notification-signature", &signature)], body.as_bytes(), &secrets);
            assert!(matches!(refused, Err(PushRefusal::NotReadable(_))), "{body}: {refused:?}");
        }
        let nothing = secrets[0].sign(b"[]");
        assert_eq!(receive(&[("notification-signature", &nothing)], b"[]", &secrets), Ok(0));
    }

    #[test]
    fn events_of_different_shipments_are_different_messages() {
        let event = |code: &str, container: &str, bill: &str| {
            format!(
                r#"{{"eventType":"EQUIPMENT","equipmentEventTypeCode":"{code}","eventClassifierCode":"ACT","eventDateTime":
                "2026-05-12T09:00:00-07:00","emptyIndicatorCode":"LADEN","equipmentReference":"{container}","transportCall":
                {{"UNLocationCode":"USLAX"}},"documentReferences":[{bill}]}}"#
            )
        };
        let bill = |number: &str| format!(r#"{{"documentReferenceType":"TRD","documentReferenceValue":"{number}"}}"#);
        let body = format!(
            "[{},{},{},{}]",
            event("DISC", "MSKU0308961", &bill("111111111")),
            event("DISC", "MSKU0308977", &bill("222222222")),
            event("GTOT", "MSKU0308961", &bill("111111111")),
            event("GTOT", "MSKU0308977", ""),
        );
        let reading = dcsa::callback(body.as_bytes(), &ReadLimits::default());
        let counts: Vec<(usize, usize)> =
            reading.messages.iter().map(|message| (message.facts.len(), message.numbers.len())).collect();
        assert_eq!(counts, [(2, 2), (1, 2), (1, 1)]);
    }
}
