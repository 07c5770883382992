//! Recognises what bytes are, and gives them to their decoder.

use super::message::{Problem, ReadLimits, Reading};
use super::{dcsa, edi};

/// Reads what a source of tracking data sends: a DCSA Track & Trace answer of any form, or EDI ([`edi`]) of either syntax.
///
/// It never fails. What cannot be read is listed in [`Message::problems`](super::Message::problems), with its place. For bytes in no
/// known format the reading has no [`messages`](Reading::messages), and its [`problems`](Reading::problems) describe the bytes.
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
        let detail = format!("this has {} bytes, more than the {} that are read", bytes.len(), limits.bytes);
        return Reading { problems: vec![Problem::new("", detail)], ..Reading::default() };
    }
    if dcsa::recognises(bytes) {
        return dcsa::read(bytes, limits);
    }
    if edi::recognises(bytes) {
        return edi::reading(bytes, limits);
    }
    let detail = "this is neither JSON nor EDI: a DCSA Track & Trace answer, X12 or EDIFACT is expected";
    Reading { problems: vec![Problem::new("", detail)], ..Reading::default() }
}
