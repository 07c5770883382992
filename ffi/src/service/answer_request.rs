//! The service behind a web server of the host program.

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::http::{Call, Request, Transport};

use super::{Service, service_of};
use crate::boundary::{Error, Failure, bytes, lend, required_text, write_object};
use crate::client::{Response, ResponseBody, method_of};
use crate::webhooks::{Headers, HeadersBody};

/// Processes an HTTP request as the server of this library does: for programs with their own web server, and for tests.
///
/// `method` is `GET`, `POST`, `PATCH`, …; `path` starts with `/v2` and includes the query. `headers` may be NULL; the
/// `Authorization` field among them has the API key, whose permissions and rate limits apply. `body` has at most 1 MiB.
/// `response` receives the response, also if it reports an error: check shiptrack_response_http_status().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_answer(
    service: *const Service,
    method: *const c_char,
    path: *const c_char,
    headers: *const Headers,
    body: *const u8,
    body_length: usize,
    response: *mut *mut Response,
    error: *mut *mut Error,
) -> i32 {
    write_object(response, "response", error, || {
        let service = service_of(service)?;
        let method = method_of(method)?;
        let path = required_text(path, "path")?;
        if !path.starts_with('/') {
            let detail = format!("path begins with a slash (/v2/shipments), not {}", Quoted(path));
            return Err(Failure::argument("path", detail));
        }
        let mut request = Request::new(method, path);
        if !headers.is_null() {
            request.headers = lend::<HeadersBody>(headers)?.to_http();
        }
        request.body = bytes(body, body_length, "body")?.to_vec();
        let answer = service.send(request, &Call::default()).map_err(shiptrack::Error::from)?;
        Ok(ResponseBody::new(&answer))
    })
}
