//! Webhook deliveries: signed, verified, read.

#[path = "generated/objects/webhooks.rs"]
mod generated;

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::ids::SystemEntropy;
use shiptrack::jsonapi::{AnyResource, Document};
use shiptrack::webhooks::{Scheme, Signer, SigningSecret, Verifier as CoreVerifier};

use crate::boundary::{
    Error, Failure, LockCell, OwnedText, Text, bytes, call, lend, object, required_text, texts, write_object,
    write_optional,
};
use crate::buffer::{self, Buffer};
use crate::generated::codes::{SHIPTRACK_SCHEME_HOSTED, SHIPTRACK_SCHEME_STANDARD};
use crate::resource::{Resource, ResourceBody, type_of};
use crate::time::{moment, time_limit};

/// Header fields of a delivery or a request: names with values.
///
/// Ownership: yours; free it with shiptrack_headers_free().
/// Lifetime: its texts live as long as it does.
/// Threads: any number may read it at a time, when none adds to it.
pub struct Headers(());

object!(Headers, "shiptrack_headers", 0x19, HeadersBody);

/// Verifies deliveries with the secrets of a webhook. Its keys are prepared once: keep it and share it.
///
/// Ownership: yours; free it with shiptrack_verifier_free().
/// Threads: any number may use it at a time.
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

/// Makes a new secret, `whsec_…`.
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

/// Makes header fields without any.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_new(headers: *mut *mut Headers, error: *mut *mut Error) -> i32 {
    write_object(headers, "headers", error, || Ok(HeadersBody::default()))
}

impl HeadersBody {
    /// In the order they were added.
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

/// Adds a header field as it came. Names compare without regard to case.
///
/// Both are texts of this interface: UTF-8. HTTP lets a value hold any byte from 0x80, and whoever can reach a socket can send
/// one: SHIPTRACK_ERROR_NOT_UTF8 then says that this field cannot be taken, and nothing about the others. No field a
/// signature is in has such bytes, so a receiver leaves the field out and goes on. A name that is empty or has anything but
/// the characters of a token in it, and a value with a line break, are refused with SHIPTRACK_ERROR_INVALID: they are how one
/// field is made to look like two.
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
            return Err(Failure::argument("name", format!("no header field is called {}", Quoted(name))));
        }
        if value.contains(['\r', '\n']) {
            return Err(Failure::argument("value", "the value of a header field has no line break in it"));
        }
        lend::<HeadersBody>(headers)?.add(name, value);
        Ok(())
    })
}

/// Signs a delivery of `body` under `id`, made at `unix_ms`: for tests of receivers, and for senders of their own. `secrets`
/// are `secrets_count` texts, the current one first.
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

/// Makes a verifier that accepts a signature by any of these secrets.
///
/// A time stamp may be `tolerance_ms` old or ahead at most, by default five minutes.
///
/// `require_timestamp` says whether a delivery is refused that says nothing signed about its time, as those of the hosted
/// service do: 1 refuses all of them, -1 none, and 0 leaves it to the secrets. One of the form `whsec_…` is of Standard
/// Webhooks, as those of a service of one's own are, and takes only what carries a signed time; any other is taken for one of
/// the hosted service. Somebody who captured a delivery without a signed time can send it again at any time, so remember the
/// ids of the notifications seen.
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

/// Verifies the raw bytes of a delivery that came at `unix_ms`; parse them only afterwards. Every refusal is
/// SHIPTRACK_ERROR_SIGNATURE. `scheme` gets SHIPTRACK_SCHEME_…; with SHIPTRACK_SCHEME_STANDARD, `id` gets the signed id,
/// borrowed from `headers`, and `signed_unix_ms` when the delivery was signed. The hosted scheme signs neither: then `id` has
/// no value, and `signed_unix_ms` is left as it was. Each of them may be NULL.
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

/// Reads a notification that was verified: a resource of type `webhook_notification`, with what it is about included
/// (`shiptrack_resource_related(notification, "reference_object", 0)`; of which type that is for which event, is told at
/// shiptrack_events_notification()).
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
