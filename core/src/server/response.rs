//! From an answer of the transport port, or the lack of one, to an answer as hyper writes it.

use std::borrow::Cow;
use std::time::Duration;

use http_body_util::Full;
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{ALLOW, CONNECTION, HeaderName, HeaderValue};
use serde::Serialize;

use super::body::BodyFailure;
use super::request::ALLOWED;
use crate::error::{Error, ErrorKind, ErrorObject, ErrorResponse};
use crate::http::Response;
use crate::jsonapi::media;

pub(super) type HyperResponse = hyper::Response<Full<Bytes>>;

/// `Retry-After` when there is no room.
pub(super) const PAUSE: Duration = Duration::from_secs(1);

/// Header fields of the connection, which hyper writes.
const FRAMING: [&str; 6] = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/// A response that cannot be written (an invalid status, a line break in a header) becomes 500.
pub(super) fn write(response: Response, closes: bool) -> HyperResponse {
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

pub(super) fn no_body(failure: BodyFailure) -> Response {
    match failure {
        BodyFailure::TooLarge(most) => {
            let detail = format!("the body is larger than this server takes: {most} bytes are the most");
            refusal(&Error::new(ErrorKind::TooLarge, detail))
        }
        BodyFailure::NoMemory => busy(),
        BodyFailure::Broken => refusal(&Error::new(ErrorKind::BadRequest, "the body broke off")),
        BodyFailure::TooSlow => {
            own(408, "Request Timeout", ErrorKind::Timeout.code(), "the body did not arrive in time")
        }
    }
}

pub(super) fn unmet_expectation() -> Response {
    own(417, "Expectation Failed", ErrorKind::BadRequest.code(), "the only expectation met is 100-continue")
}

/// A file of unknown length could be neither limited nor distinguished from one that was cut off.
pub(super) fn no_length() -> Response {
    own(411, "Length Required", ErrorKind::BadRequest.code(), "a file is sent with its Content-Length")
}

fn own(status: u16, title: &'static str, code: &'static str, detail: &'static str) -> Response {
    let object = ErrorObject::new(title).with_code(code).with_detail(detail).with_status(status);
    render(ErrorResponse { status, errors: vec![object], retry_after: None })
}

pub(super) fn busy() -> Response {
    let error = Error::new(ErrorKind::Unavailable, "the server has too much to do");
    refusal(&error.with_retry_after(Some(PAUSE)))
}

/// The service panicked: whether a write took effect is unknown.
pub(super) fn failed() -> Response {
    refusal(&Error::from(ErrorKind::Internal).in_doubt())
}

fn render(told: ErrorResponse) -> Response {
    #[derive(Serialize)]
    struct Errors {
        errors: Vec<ErrorObject>,
    }
    // Error objects are text in text: writing them cannot fail.
    let body = serde_json::to_vec(&Errors { errors: told.errors }).unwrap_or_default();
    let response = Response::new(told.status).body(media::JSON_API, body);
    match told.retry_after {
        // Whole seconds, rounded up: back too early is back in vain.
        Some(pause) => response.header("Retry-After", pause.as_millis().div_ceil(1_000).to_string()),
        None => response,
    }
}

fn encode(response: Response) -> Option<HyperResponse> {
    let status = StatusCode::from_u16(response.status).ok().filter(|status| !status.is_informational())?;
    let has_no_body = matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    let body = if has_no_body { Bytes::new() } else { Bytes::from(response.body) };
    let mut answer = hyper::Response::new(Full::new(body));
    *answer.status_mut() = status;
    let fields = response.headers.iter().filter(|(name, _)| !FRAMING.iter().any(|own| name.eq_ignore_ascii_case(own)));
    for (name, value) in fields {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        let value = if name == ALLOW { with_head(value) } else { Cow::Borrowed(value) };
        answer.headers_mut().append(name, HeaderValue::from_bytes(value.as_bytes()).ok()?);
    }
    Some(answer)
}

/// The methods that are taken: whatever answers GET answers HEAD as well, see [`super::request::read`].
fn with_head(methods: &str) -> Cow<'_, str> {
    let mut taken = methods.split(", ");
    match taken.clone().any(|method| method == "GET") && taken.all(|method| method != "HEAD") {
        true => methods.replacen("GET", "GET, HEAD", 1).into(),
        false => methods.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_is_allowed_where_get_is_and_options_nowhere() {
        for (told, allowed) in [
            ("GET, POST", "GET, HEAD, POST"),
            ("POST", "POST"),
            ("GET", "GET, HEAD"),
            (ALLOWED, "GET, HEAD, POST, PATCH, DELETE"),
        ] {
            let answer = write(Response::new(405).header("Allow", told), false);
            assert_eq!(answer.headers().get("Allow").unwrap(), allowed);
        }
    }

    #[test]
    fn an_answer_that_cannot_be_written_becomes_a_500() {
        for response in [
            Response::new(99),
            Response::new(101),
            Response::new(200).header("X-A", "1\r\nSet-Cookie: x"),
            Response::new(200).header("X A", "1"),
        ] {
            let answer = write(response, false);
            assert_eq!(answer.status(), 500);
            assert_eq!(answer.headers()["content-type"], media::JSON_API);
        }
    }

    #[test]
    fn framing_is_not_the_business_of_the_service() {
        let answer = write(Response::new(200).header("Content-Length", "7").header("Connection", "upgrade"), true);
        assert!(!answer.headers().contains_key("content-length"));
        assert_eq!(answer.headers()["connection"], "close");
    }

    #[test]
    fn every_refusal_is_a_json_api_document_with_its_status() {
        for (status, response) in [
            (413, no_body(BodyFailure::TooLarge(7))),
            (408, no_body(BodyFailure::TooSlow)),
            (400, no_body(BodyFailure::Broken)),
            (503, no_body(BodyFailure::NoMemory)),
            (500, failed()),
            (417, unmet_expectation()),
            (405, refusal(&ErrorKind::MethodNotAllowed.into())),
        ] {
            let told = Error::from_answer(response.status, None, &response.body);
            assert_eq!(response.status, status);
            assert_eq!(told.errors()[0].status, Some(status.to_string()));
            assert_eq!(response.headers.get("retry-after"), (status == 503).then_some("1"));
            assert_eq!(response.headers.get("allow").is_some(), status == 405);
        }
    }
}
