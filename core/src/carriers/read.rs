//! What do you make of this? Bytes that somebody sent become what they were recognised as, and the facts in them.

use super::reading::{Problem, ReadLimits, Reading};
use super::{dcsa, edi};

/// Reads whatever a source of tracking data sends: a DCSA Track & Trace answer of any shape, EDI
/// ([`edi`]) of either syntax.
///
/// It never fails: what can be read is read, and what cannot is told in [`Message::problems`](super::reading::Message::problems), with its place. Bytes that are
/// nothing of it have no [`messages`](Reading::messages), and [`problems`](Reading::problems) says what they look like.
///
/// ```
/// use shiptrack::carriers::{self, Form, ReadLimits};
///
/// let answer = br#"[{"eventType": "TRANSPORT", "transportEventTypeCode": "DEPA", "eventClassifierCode": "ACT",
///     "eventDateTime": "2026-01-06T10:18:00+08:00", "transportCall": {"UNLocationCode": "CNYTN"}}]"#;
/// let reading = carriers::read(answer, &ReadLimits::default());
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
