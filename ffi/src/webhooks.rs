//! Webhook deliveries: signatures, verification and notifications.

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::ids::SystemEntropy;
use shiptrack::jsonapi::{AnyResource, Document};
use shiptrack::webhooks::{Scheme, Signer, SigningSecret, Verifier as CoreVerifier};

use crate::boundary::{
    Error, Failure, LockCell, OwnedText, Text, bytes, call, free, lend, object, peek, required_text, texts, value_or,
    write_object, write_optional,
};
use crate::buffer::{self, Buffer};
use crate::generated::codes::{SHIPTRACK_SCHEME_HOSTED, SHIPTRACK_SCHEME_STANDARD};
use crate::resource::{Resource, ResourceBody, type_of};
use crate::time::{moment, time_limit};

/// Header fields of a delivery, a request or a response: names with values.
///
/// Ownership: yours; free it with shiptrack_headers_free().
/// Lifetime: its texts are valid until it is freed.
/// Threads: any number of threads may read it at the same time while no thread adds to it.
pub struct Headers(());

object!(Headers, "shiptrack_headers", 0x19, HeadersBody);

/// Verifies deliveries with the secrets of a webhook. It prepares its keys once, so create one and share it.
///
/// Ownership: yours; free it with shiptrack_verifier_free().
/// Threads: any number of threads may use it at the same time.
pub struct Verifier(());

object!(Verifier, "shiptrack_verifier", 0x1a, VerifierBody);

#[derive(Default)]
pub(crate) struct HeadersBody(LockCell<Vec<Header>>);

struct Header {
    name: String,
    value: String,
    texts: (Box<OwnedText>, Box<OwnedText>),
}

pub(crate) struct VerifierBody(pub(crate) CoreVerifier);

/// Writes a new random signing secret, `whsec_…`, to `secret`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_new_secret(secret: *mut *mut Buffer, error: *mut *mut Error) -> i32 {
    buffer::write_buffer(secret, "secret", error, || Ok(SigningSecret::generate(&SystemEntropy).reveal().to_owned()))
}

fn secrets(list: *const *const c_char, count: usize) -> Result<Vec<SigningSecret>, Failure> {
    let texts = texts(list, count, "secrets")?.into_iter().enumerate();
    let secret =
        |(at, text)| SigningSecret::new(text).map_err(|refusal| Failure::renamed(&format!("secrets[{at}]"), &refusal));
    texts.map(secret).collect()
}

/// Creates an empty list of header fields.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_new(headers: *mut *mut Headers, error: *mut *mut Error) -> i32 {
    write_object(headers, "headers", error, || Ok(HeadersBody::default()))
}

impl HeadersBody {
    /// In the order in which they were added.
    pub(crate) fn to_http(&self) -> shiptrack::http::Headers {
        let mut headers = shiptrack::http::Headers::new();
        for header in self.0.lock().iter() {
            headers.append(header.name.clone(), header.value.clone());
        }
        headers
    }

    fn add(&self, name: &str, value: &str) {
        let texts = (Box::new(OwnedText::new(name)), Box::new(OwnedText::new(value)));
        let header = Header { name: name.to_owned(), value: value.to_owned(), texts };
        self.0.lock().push(header);
    }
}

/// Adds a header field as it was received. Names are compared without regard to case.
///
/// `name` and `value` are UTF-8. HTTP permits bytes from 0x80 in values, and any client can send them:
/// SHIPTRACK_ERROR_NOT_UTF8 then means that this one field cannot be added. The fields of a signature never have such
/// bytes, so a receiver can skip the field and continue. An empty name, a name with characters other than those of an
/// HTTP token, and a value with a line break are rejected with SHIPTRACK_ERROR_INVALID, because they are used to make
/// one field look like two.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_add(
    headers: *const Headers,
    name: *const c_char,
    value: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (name, value) = (required_text(name, "name")?, required_text(value, "value")?);
        if !shiptrack::http::is_field_name(name) {
            return Err(Failure::argument("name", format!("{} is not the name of a header field", Quoted(name))));
        }
        if value.contains(['\r', '\n']) {
            return Err(Failure::argument("value", "the value of a header field must not contain a line break"));
        }
        lend::<HeadersBody>(headers)?.add(name, value);
        Ok(())
    })
}

/// Signs a delivery: for tests of a receiver, and for programs that send deliveries. `secrets` has `secrets_count`
/// texts, the current secret first; `id` is the id of the delivery, `body` its bytes, and `unix_ms` the time of
/// signing, in milliseconds since 1970-01-01T00:00:00Z. `headers` receives the header fields to send.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_sign(
    secrets: *const *const c_char,
    secrets_count: usize,
    id: *const c_char,
    body: *const u8,
    body_length: usize,
    unix_ms: i64,
    headers: *mut *mut Headers,
    error: *mut *mut Error,
) -> i32 {
    write_object(headers, "headers", error, || {
        let signer = Signer::new(self::secrets(secrets, secrets_count)?);
        let signer = signer.map_err(|refusal| Failure::renamed("secrets", &refusal))?;
        let body = bytes(body, body_length, "body")?;
        let signed = HeadersBody::default();
        for (name, value) in signer.sign(required_text(id, "id")?, body, moment(unix_ms, "unix_ms")?)? {
            signed.add(name, &value);
        }
        Ok(signed)
    })
}

/// Creates a verifier that accepts a signature by any of `secrets_count` secrets. Pass the old and the new secret while
/// you rotate them.
///
/// `tolerance_ms` is the greatest difference between a signed time stamp and the time of receipt, in milliseconds, in
/// both directions. SHIPTRACK_DEFAULT_TIMEOUT means five minutes.
///
/// `require_timestamp` decides about deliveries without a signed time stamp, as the hosted service sends them: 1
/// rejects them, -1 accepts them, and 0 lets the secrets decide. A secret of the form `whsec_…` is one of Standard
/// Webhooks, which a service in this process uses, and requires a signed time stamp; any other secret is one of the
/// hosted service and does not. Anyone who captures a delivery without a signed time stamp can send it again at any
/// time, so store the ids of the notifications that you have processed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_verifier_new(
    secrets: *const *const c_char,
    secrets_count: usize,
    tolerance_ms: i64,
    require_timestamp: i32,
    verifier: *mut *mut Verifier,
    error: *mut *mut Error,
) -> i32 {
    write_object(verifier, "verifier", error, || {
        let made = CoreVerifier::new(self::secrets(secrets, secrets_count)?);
        let made = made.map_err(|refusal| Failure::renamed("secrets", &refusal))?;
        let made = match require_timestamp {
            0 => made,
            1 => made.require_timestamp(true),
            -1 => made.require_timestamp(false),
            other => {
                let detail = format!("require_timestamp is 1 (yes), -1 (no) or 0 (as the secrets say), not {other}");
                return Err(Failure::argument("require_timestamp", detail));
            }
        };
        let tolerance = time_limit(tolerance_ms, "tolerance_ms", CoreVerifier::TOLERANCE)?;
        Ok(VerifierBody(made.tolerance(tolerance)))
    })
}

/// Verifies a delivery: `headers` are its header fields, `body` its raw bytes, and `unix_ms` the time of receipt, in
/// milliseconds since 1970-01-01T00:00:00Z. Parse the body only after this function succeeds. If the delivery is not
/// valid, it returns SHIPTRACK_ERROR_SIGNATURE.
///
/// `scheme` receives SHIPTRACK_SCHEME_…. With SHIPTRACK_SCHEME_STANDARD, `id` receives the signed id, borrowed from
/// `headers`, and `signed_unix_ms` the time of signing. The hosted scheme signs neither: then `id` has no value, and
/// `signed_unix_ms` does not change. Each of the three may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_verifier_verify(
    verifier: *const Verifier,
    headers: *const Headers,
    body: *const u8,
    body_length: usize,
    unix_ms: i64,
    scheme: *mut i32,
    id: *mut Text,
    signed_unix_ms: *mut i64,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let verifier = lend::<VerifierBody>(verifier)?;
        let headers = lend::<HeadersBody>(headers)?.0.lock();
        let found = |name: &str| {
            let header = headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
            header.map(|header| header.value.as_str())
        };
        let body = bytes(body, body_length, "body")?;
        let verified = verifier.0.verify(found, body, moment(unix_ms, "unix_ms")?)?;
        write_optional(
            scheme,
            match verified.scheme {
                Scheme::Hosted => SHIPTRACK_SCHEME_HOSTED,
                Scheme::Standard => SHIPTRACK_SCHEME_STANDARD,
                _ => 0,
            },
        );
        let signed = verified.id.and_then(|id| headers.iter().find(|header| header.value == id));
        write_optional(id, signed.map_or(Text::NONE, |header| header.texts.1.get()));
        if let Some(signed_at) = verified.timestamp {
            write_optional(signed_unix_ms, signed_at.timestamp_millis());
        }
        Ok(())
    })
}

/// Parses a notification. Verify it first. `notification` receives a resource of type `webhook_notification`. The
/// resource that it is about is `shiptrack_resource_related(notification, "reference_object", 0)`; the comment of
/// shiptrack_events_notification() lists its type for each event.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_notification_parse(
    body: *const u8,
    body_length: usize,
    notification: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(notification, "notification", error, || {
        let read = Document::<AnyResource>::parse(bytes(body, body_length, "body")?)?;
        Ok(ResourceBody::of(read, type_of("webhook_notification"))?)
    })
}

/// The number of header fields.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_count(headers: *const Headers) -> usize {
    value_or(0, || Some(peek::<HeadersBody>(headers)?.0.lock().len()))
}

/// The name of a header field; `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_name(headers: *const Headers, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<HeadersBody>(headers)?.0.lock().get(index)?.texts.0.get()))
}

/// The value of a header field; `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_value(headers: *const Headers, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<HeadersBody>(headers)?.0.lock().get(index)?.texts.1.get()))
}

/// Frees the header fields. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_free(headers: *mut Headers) {
    free::<HeadersBody>(headers);
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_verifier_free(verifier: *mut Verifier) {
    free::<VerifierBody>(verifier);
}
