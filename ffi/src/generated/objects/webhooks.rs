// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `webhooks.rs`, or free them.

use super::{Headers, HeadersBody, Verifier, VerifierBody};
use crate::boundary::{Text, free, peek, value_or};

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
