//! Converts responses of the transport, and errors of the server, to responses of hyper.

use std::borrow::Cow;
use std::time::Duration;

use chrono::{DateTime, Utc};
use http_body_util::{Either, Full};
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{ALLOW, CONNECTION, DATE, HeaderName, HeaderValue};
use serde::Serialize;

use super::body::BodyFailure;
use super::handlers::Unread;
use super::request::ALLOWED;
use super::response_body::PieceBody;
use crate::error::{Error, ErrorKind, ErrorObject, ErrorResponse};
use crate::http::Response;
use crate::jsonapi::media;

pub(super) type HyperResponse = hyper::Response<Either<Full<Bytes>, PieceBody>>;

/// The value of `Retry-After` if the server is busy.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// Header fields of the connection. hyper writes them itself.
const FRAMING: [&str; 6] = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/// A body that counts as unread until it is sent.
struct UnreadBody {
    bytes: Vec<u8>,
    _unread: Unread,
}

impl AsRef<[u8]> for UnreadBody {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Converts a response. One that cannot be written, because of an invalid status or a line break in a header, becomes
/// 500.
pub(super) fn write(response: Response, closes: bool, unread: Option<Unread>) -> HyperResponse {
    encode_or_fail(response, closes).map(|bytes| {
        let body = match unread {
            Some(_unread) => Bytes::from_owner(UnreadBody { bytes, _unread }),
            None => bytes.into(),
        };
        Either::Left(Full::new(body))
    })
}

/// Converts a response with a body that is read in pieces.
pub(super) fn write_with(response: Response, body: PieceBody, closes: bool) -> HyperResponse {
    let answer = encode_or_fail(response, closes);
    match answer.status().is_server_error() {
        true => answer.map(|body| Either::Left(Full::new(body.into()))),
        false => answer.map(|_| Either::Right(body)),
    }
}

/// Sets `Date`. hyper would repeat the last date until the clock reaches it, so that the date stayed ahead after the clock was set back.
pub(super) fn set_date<B>(response: &mut hyper::Response<B>, now: DateTime<Utc>) {
    if let Ok(date) = HeaderValue::try_from(now.format("%a, %d %b %Y %H:%M:%S GMT").to_string()) {
        response.headers_mut().insert(DATE, date);
    }
}

fn encode_or_fail(response: Response, closes: bool) -> hyper::Response<Vec<u8>> {
    let mut answer = encode(response).or_else(|| encode(failed())).unwrap_or_default();
    if closes {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

pub(super) fn refusal(error: &Error) -> Response {
    let response = render(error.render());
    match error.kind() {
        ErrorKind::MethodNotAllowed => response.header("Allow", ALLOWED),
        _ => response,
    }
}

pub(super) fn body_error(failure: BodyFailure) -> Response {
    match failure {
        BodyFailure::TooLarge(most) => {
            let detail = format!("the body has more than {most} bytes, the limit of this server");
            refusal(&Error::new(ErrorKind::TooLarge, detail))
        }
        BodyFailure::NoMemory => busy(),
        BodyFailure::Broken => refusal(&Error::new(ErrorKind::BadRequest, "the body is incomplete")),
        BodyFailure::TooSlow => {
            error_response(408, "Request Timeout", ErrorKind::Timeout.code(), "the body did not arrive in time")
        }
    }
}

pub(super) fn unmet_expectation() -> Response {
    error_response(
        417,
        "Expectation Failed",
        ErrorKind::BadRequest.code(),
        "the only supported expectation is 100-continue",
    )
}

/// The response for a file without a length: it could not be limited, and a truncated file would not be noticed.
pub(super) fn no_length() -> Response {
    error_response(411, "Length Required", ErrorKind::BadRequest.code(), "a file must be sent with its Content-Length")
}

fn error_response(status: u16, title: &'static str, code: &'static str, detail: &'static str) -> Response {
    let object = ErrorObject::new(title).with_code(code).with_detail(detail).with_status(status);
    render(ErrorResponse { status, errors: vec![object], retry_after: None })
}

pub(super) fn busy() -> Response {
    let error = Error::new(ErrorKind::Unavailable, "the server is busy");
    refusal(&error.with_retry_after(Some(PAUSE)))
}

/// The response after a panic of the service. Whether a write took effect is unknown.
pub(super) fn failed() -> Response {
    refusal(&Error::from(ErrorKind::Internal).in_doubt())
}

fn render(rendered: ErrorResponse) -> Response {
    #[derive(Serialize)]
    struct Errors {
        errors: Vec<ErrorObject>,
    }
    // Error objects only contain text, so writing them cannot fail.
    let body = serde_json::to_vec(&Errors { errors: rendered.errors }).unwrap_or_default();
    let response = Response::new(rendered.status).body(media::JSON_API, body);
    match rendered.retry_after {
        // Whole seconds, rounded up, so that clients do not return too early.
        Some(pause) => response.header("Retry-After", pause.as_millis().div_ceil(1_000).to_string()),
        None => response,
    }
}

fn encode(response: Response) -> Option<hyper::Response<Vec<u8>>> {
    let status = StatusCode::from_u16(response.status).ok().filter(|status| !status.is_informational())?;
    let has_no_body = matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    let mut answer = hyper::Response::new(if has_no_body { Vec::new() } else { response.body });
    *answer.status_mut() = status;
    let fields = response.headers.iter().filter(|(name, _)| !FRAMING.iter().any(|own| name.eq_ignore_ascii_case(own)));
    for (name, value) in fields {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        let value = if name == ALLOW { with_head(value) } else { Cow::Borrowed(value) };
        answer.headers_mut().append(name, HeaderValue::from_bytes(value.as_bytes()).ok()?);
    }
    Some(answer)
}

/// Adds HEAD to the allowed methods if they contain GET, see [`super::request::read`].
fn with_head(methods: &str) -> Cow<'_, str> {
    let mut allowed = methods.split(", ");
    match allowed.clone().any(|method| method == "GET") && allowed.all(|method| method != "HEAD") {
        true => methods.replacen("GET", "GET, HEAD", 1).into(),
        false => methods.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_is_allowed_together_with_get() {
        for (methods, allowed) in [
            ("GET, POST", "GET, HEAD, POST"),
            ("POST", "POST"),
            ("GET", "GET, HEAD"),
            (ALLOWED, "GET, HEAD, POST, PATCH, DELETE"),
        ] {
            let answer = write(Response::new(405).header("Allow", methods), false, None);
            assert_eq!(answer.headers().get("Allow").unwrap(), allowed);
        }
    }

    #[test]
    fn date_follows_a_clock_that_is_set_back() {
        let mut answer = write(Response::new(200), false, None);
        for (now, date) in [(1_780_000_000, "Thu, 28 May 2026 20:26:40 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT")] {
            set_date(&mut answer, DateTime::from_timestamp(now, 0).unwrap());
            assert_eq!(answer.headers()["date"], date);
        }
    }

    #[test]
    fn invalid_response_becomes_a_500() {
        for response in [
            Response::new(99),
            Response::new(101),
            Response::new(200).header("X-A", "1\r\nSet-Cookie: x"),
            Response::new(200).header("X A", "1"),
        ] {
            let answer = write(response, false, None);
            assert_eq!(answer.status(), 500);
            assert_eq!(answer.headers()["content-type"], media::JSON_API);
        }
    }

    #[test]
    fn framing_headers_of_the_service_are_ignored() {
        let answer =
            write(Response::new(200).header("Content-Length", "7").header("Connection", "upgrade"), true, None);
        assert!(!answer.headers().contains_key("content-length"));
        assert_eq!(answer.headers()["connection"], "close");
    }

    #[test]
    fn every_error_is_a_json_api_document_with_its_status() {
        for (status, response) in [
            (413, body_error(BodyFailure::TooLarge(7))),
            (408, body_error(BodyFailure::TooSlow)),
            (400, body_error(BodyFailure::Broken)),
            (503, body_error(BodyFailure::NoMemory)),
            (500, failed()),
            (417, unmet_expectation()),
            (405, refusal(&ErrorKind::MethodNotAllowed.into())),
        ] {
            let error = Error::from_answer(response.status, None, &response.body);
            assert_eq!(response.status, status);
            assert_eq!(error.errors()[0].status, Some(status.to_string()));
            assert_eq!(response.headers.get("retry-after"), (status == 503).then_some("1"));
            assert_eq!(response.headers.get("allow").is_some(), status == 405);
        }
    }
}
