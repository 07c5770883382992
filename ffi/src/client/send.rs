//! Requests to any endpoint.

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::http::{Method, Response as CoreResponse};
use shiptrack::serde_json;

use super::{Client, client_of};
use crate::boundary::{
    Error, Failure, OwnedText, Text, bytes, free, invalid_json, object, peek, required_text, value_or, write_object,
};
use crate::query::{Parameters, Query};

/// An HTTP response.
///
/// Ownership: yours; free it with shiptrack_response_free().
/// Lifetime: its texts are valid until it is freed.
/// Threads: any number of threads may read it at the same time.
pub struct Response(());

object!(Response, "shiptrack_response", 0x0d, ResponseBody);

pub(crate) fn method_of(method: *const c_char) -> Result<Method, Failure> {
    let method = required_text(method, "method")?;
    let unlike = || format!("method is GET, POST, PUT, PATCH or DELETE, not {}", Quoted(method));
    Method::parse(method).ok_or_else(|| Failure::argument("method", unlike()))
}

pub(crate) struct ResponseBody {
    status: i32,
    body: OwnedText,
    headers: Vec<(OwnedText, OwnedText, String)>,
}

impl ResponseBody {
    pub(crate) fn new(response: &CoreResponse) -> Self {
        let header = |(name, value): (&str, &str)| (OwnedText::new(name), OwnedText::new(value), name.to_owned());
        ResponseBody {
            status: response.status.into(),
            body: OwnedText::new(&response.body),
            headers: response.headers.iter().map(header).collect(),
        }
    }
}

/// Sends any request, with the same API key, rate limit and retries as all other requests.
///
/// `method` is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`; `path` is relative to the base URL (`containers/…/refresh`).
/// `query` and `json` may be NULL. A body with a `data` member is sent as JSON:API, any other body as plain JSON. A
/// response that is not a success, or not JSON, is an error.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_send(
    client: *const Client,
    method: *const c_char,
    path: *const c_char,
    query: *const Query,
    json: *const u8,
    json_length: usize,
    response: *mut *mut Response,
    error: *mut *mut Error,
) -> i32 {
    write_object(response, "response", error, || {
        let client = client_of(client)?;
        let method = method_of(method)?;
        let body = match bytes(json, json_length, "json")? {
            [] => None,
            json => Some(serde_json::from_slice(json).map_err(|problem| invalid_json(&problem))?),
        };
        let query = Parameters::of(query)?.into_query();
        let answer = client.send(method, required_text(path, "path")?, &query, body.as_ref())?;
        Ok(ResponseBody::new(&answer))
    })
}

/// The first value of the header field `name`; no value if the response does not have it. Case is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_response_header(response: *const Response, name: *const c_char) -> Text {
    value_or(Text::NONE, || {
        let response = peek::<ResponseBody>(response)?;
        let name = required_text(name, "name").ok()?;
        let found = response.headers.iter().find(|(_, _, known)| known.eq_ignore_ascii_case(name));
        Some(found?.1.get())
    })
}

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
