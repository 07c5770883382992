// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `webhooks.rs` that read a value of one, or free it.

use super::{Headers, HeadersBody, Verifier, VerifierBody};
use crate::boundary::{Text, free, peek, value_or};

/// How many there are.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_count(headers: *const Headers) -> usize {
    value_or(0, || Some(peek::<HeadersBody>(headers)?.0.lock().len()))
}

/// The name of a header field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_name(headers: *const Headers, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<HeadersBody>(headers)?.0.lock().get(index)?.texts.0.get()))
}

/// The value of a header field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_value(headers: *const Headers, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<HeadersBody>(headers)?.0.lock().get(index)?.texts.1.get()))
}

/// Frees them. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_headers_free(headers: *mut Headers) {
    free::<HeadersBody>(headers);
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_verifier_free(verifier: *mut Verifier) {
    free::<VerifierBody>(verifier);
}
