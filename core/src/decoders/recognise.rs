//! Detects the format of bytes and calls the decoder for it.

use super::message::{Problem, ReadLimits, Reading};
use super::{dcsa, edi};

/// Reads tracking data: a DCSA Track & Trace answer of any form, or EDI ([`edi`]) in X12 or EDIFACT.
///
/// It never fails. [`Message::problems`](super::Message::problems) lists what could not be read, with its position. For bytes in an
/// unknown format the reading has no [`messages`](Reading::messages), and its [`problems`](Reading::problems) describe the bytes.
///
/// ```
/// use shiptrack::decoders::{self, Form, ReadLimits};
///
/// let answer = br#"[{"eventType": "TRANSPORT", "transportEventTypeCode": "DEPA", "eventClassifierCode": "ACT",
///     "eventDateTime": "2026-01-06T10:18:00+08:00", "transportCall": {"UNLocationCode": "CNYTN"}}]"#;
/// let reading = decoders::read(answer, &ReadLimits::default());
/// assert_eq!(reading.messages[0].form, Form::Dcsa2);
/// assert_eq!(reading.facts().count(), 1);
/// ```
pub fn read(bytes: &[u8], limits: &ReadLimits) -> Reading {
    if bytes.len() > limits.bytes {
        let detail = format!("the input has {} bytes; the limit is {}", bytes.len(), limits.bytes);
        return Reading { problems: vec![Problem::new("", detail)], ..Reading::default() };
    }
    if dcsa::recognises(bytes) {
        return dcsa::read(bytes, limits);
    }
    if edi::recognises(bytes) {
        return edi::reading(bytes, limits);
    }
    let detail = "the input is neither JSON nor EDI: expected a DCSA Track & Trace answer, X12 or EDIFACT";
    Reading { problems: vec![Problem::new("", detail)], ..Reading::default() }
}
