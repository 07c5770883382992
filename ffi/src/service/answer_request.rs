//! The service behind a web server of the host's own.

use std::ffi::c_char;

use shiptrack::error::Quoted;
use shiptrack::http::{Call, Request, Transport};

use super::{Service, service_of};
use crate::boundary::{Error, Failure, bytes, lend, required_text, write_object};
use crate::client::{Response, ResponseBody, method_of};
use crate::webhooks::{Headers, HeadersBody};

/// Answers a request as the library's own server would: for hosts that have a web server, and for tests.
///
/// `method` is `GET`, `POST`, `PATCH` …; `path` begins with `/v2` and has the query with it. Who asks, and what they may, is
/// told by the `Authorization` field among `headers`, which may be NULL; the limits of keys hold. An answer that says what
/// was wrong is an answer too: see shiptrack_response_http_status(). A body has 1 MiB at most.
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
