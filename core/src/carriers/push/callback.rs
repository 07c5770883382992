//! A callback of an event subscription: from its head and its bytes to facts.

use super::{CallbackSecret, NOTIFICATION_SIGNATURE, PushRefusal, SIGNATURE, SUBSCRIPTION_ID};
use crate::carriers::dcsa;
use crate::carriers::reading::{ReadLimits, Reading};

/// Most signatures that one field may carry: enough for every rotation, too few to keep a receiver busy.
const SIGNATURES: usize = 8;
/// Characters of a subscription's id that are looked at.
const LONGEST_ID: usize = 256;

/// A callback as it came. Nothing of its body was looked at but the length.
#[derive(Debug)]
pub struct Callback<'a> {
    subscription: Option<&'a str>,
    signatures: Vec<[u8; 32]>,
    body: &'a [u8],
}

impl<'a> Callback<'a> {
    /// The callback with this body. `header` is asked with lower-case names, and must answer without regard to case.
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

    /// The carrier's id of the subscription, where it says so.
    pub fn subscription_id(&self) -> Option<&'a str> {
        self.subscription
    }

    /// Whether one of these secrets signed its bytes.
    pub fn is_signed_with(&self, secrets: &[CallbackSecret]) -> bool {
        secrets.iter().any(|secret| secret.has_signed(self.body, &self.signatures))
    }

    /// What it says, if one of these secrets signed its bytes (there are several while one is replaced by another): a message for all events that name the same bookings and bills, or, where they name none, the same containers,
    /// in the order in which they stand there. They are no answer of a carrier: what they do not name is not withdrawn by them.
    ///
    /// An event that cannot be read is a problem of its message or of the reading. A callback without any event is refused.
    pub fn read(&self, secrets: &[CallbackSecret], limits: &ReadLimits) -> Result<Reading, PushRefusal> {
        if !self.is_signed_with(secrets) {
            return Err(PushRefusal::WrongSignature);
        }
        let reading = dcsa::callback(self.body, limits);
        let says_nothing = reading.messages.iter().all(|message| message.facts.is_empty());
        let problem = reading.all_problems().next().filter(|_| says_nothing).map(ToString::to_string);
        problem.map_or(Ok(reading), |problem| Err(PushRefusal::NotReadable(problem)))
    }
}

/// The id in a header field, where it can be one.
fn subscription_id(field: Option<&str>) -> Result<Option<&str>, PushRefusal> {
    match field {
        Some(id) if id.len() > LONGEST_ID => Err(PushRefusal::UnknownSubscription),
        id => Ok(id),
    }
}

/// The signatures in a header field: one, or several behind one another while a secret is replaced.
fn signatures(field: &str) -> Option<Vec<[u8; 32]>> {
    let mut signatures = Vec::new();
    for text in field.split([',', ' ']).filter(|text| !text.is_empty()) {
        if signatures.len() == SIGNATURES {
            return None;
        }
        signatures.push(signature(text)?);
    }
    (!signatures.is_empty()).then_some(signatures)
}

fn signature(text: &str) -> Option<[u8; 32]> {
    let (scheme, digits) = text.split_once('=')?;
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    if !scheme.eq_ignore_ascii_case("sha256") || pairs.len() != 32 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        *byte = u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()?;
    }
    Some(bytes)
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
        let header = |name: &str| fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let reading = Callback::of(header, body, &limits)?.read(secrets, &limits)?;
        Ok(reading.facts().count())
    }

    fn signed(signature: &str, secrets: &[CallbackSecret]) -> Result<usize, PushRefusal> {
        receive(&[("notification-signature", signature)], EVENT.as_bytes(), secrets)
    }

    #[test]
    fn the_key_is_what_the_base64_stands_for() {
        // RFC 4231, test case 2: the key is "Jefe".
        let digest = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(secret("SmVmZQ==").sign(b"what do ya want for nothing?"), digest);
        assert_eq!(secret("SmVmZQ").sign(b"what do ya want for nothing?"), digest);
    }

    #[test]
    fn every_secret_of_a_rotation_and_the_old_header_verify() {
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
    fn what_cannot_be_a_signature_is_refused_before_the_body_is_looked_at() {
        let known = [secret("a2V5")];
        assert_eq!(receive(&[], b"not JSON", &known), Err(PushRefusal::Unsigned));
        let digits = "a".repeat(64);
        let many = vec![format!("sha256={digits}"); 9].join(",");
        for text in
            ["sha256", "sha256=", "sha256=zz", &format!("md5={digits}"), &digits, &many, &format!("sha256={digits}a")]
        {
            assert_eq!(signed(text, &known), Err(PushRefusal::MalformedSignature), "{text}");
        }
        let refused = receive(&[("notification-signature", "sha256=")], &[b'['; 1_001], &known);
        assert_eq!(refused, Err(PushRefusal::TooLarge { bytes: 1_001, most: 1_000 }));
        assert_eq!(signed(&format!("sha256={digits}"), &[]), Err(PushRefusal::WrongSignature));
    }

    #[test]
    fn one_bit_of_the_body_is_enough_to_refuse_it() {
        let known = [secret("a2V5")];
        let signature = known[0].sign(EVENT.as_bytes());
        let mut changed = EVENT.as_bytes().to_vec();
        for at in [0, changed.len() / 2, changed.len() - 1] {
            changed[at] ^= 1;
            let refused = receive(&[("notification-signature", &signature)], &changed, &known);
            assert_eq!(refused, Err(PushRefusal::WrongSignature));
            changed[at] ^= 1;
        }
    }

    #[test]
    fn what_is_signed_and_no_event_is_refused_with_the_reason() {
        let known = [secret("a2V5")];
        for body in ["", "hello", "{}", "[1]", r#"[{"eventType":"EQUIPMENT"}]"#] {
            let signature = known[0].sign(body.as_bytes());
            let refused = receive(&[("notification-signature", &signature)], body.as_bytes(), &known);
            assert!(matches!(refused, Err(PushRefusal::NotReadable(_))), "{body}: {refused:?}");
        }
        let nothing = known[0].sign(b"[]");
        assert_eq!(receive(&[("notification-signature", &nothing)], b"[]", &known), Ok(0));
    }

    #[test]
    fn events_of_several_shipments_are_kept_apart() {
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
        let told: Vec<(usize, usize)> =
            reading.messages.iter().map(|message| (message.facts.len(), message.numbers.len())).collect();
        assert_eq!(told, [(2, 2), (1, 2), (1, 1)]);
    }
}
