// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `client/send.rs` that read a value of one, or free it.

use super::{Response, ResponseBody};
use crate::boundary::{Text, free, peek, value_or};

/// The HTTP status; 0 for no response.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_http_status(response: *const Response) -> i32 {
    value_or(0, || Some(peek::<ResponseBody>(response)?.status))
}

/// The body.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_body(response: *const Response) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.body.get()))
}

/// How many header fields it has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_headers_count(response: *const Response) -> usize {
    value_or(0, || Some(peek::<ResponseBody>(response)?.headers.len()))
}

/// The name of a header field, in the order they came.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_header_name(response: *const Response, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.headers.get(index)?.0.get()))
}

/// The value of a header field, in the order they came.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_header_value(response: *const Response, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.headers.get(index)?.1.get()))
}

/// Frees the answer. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_free(response: *mut Response) {
    free::<ResponseBody>(response);
}
