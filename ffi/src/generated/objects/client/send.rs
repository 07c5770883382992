// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `client/send.rs`, or free them.

use super::{Response, ResponseBody};
use crate::boundary::{Text, free, peek, value_or};

/// The HTTP status; 0 if `response` is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_http_status(response: *const Response) -> i32 {
    value_or(0, || Some(peek::<ResponseBody>(response)?.status))
}

/// The body.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_body(response: *const Response) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.body.get()))
}

/// The number of header fields.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_headers_count(response: *const Response) -> usize {
    value_or(0, || Some(peek::<ResponseBody>(response)?.headers.len()))
}

/// The name of a header field; `index` counts from 0, in the order in which they were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_header_name(response: *const Response, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.headers.get(index)?.0.get()))
}

/// The value of a header field; `index` counts from 0, in the order in which they were received.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_header_value(response: *const Response, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResponseBody>(response)?.headers.get(index)?.1.get()))
}

/// Frees the response. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_free(response: *mut Response) {
    free::<ResponseBody>(response);
}
