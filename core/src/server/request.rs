//! Converts requests of hyper to requests of the transport.

use hyper::header::{EXPECT, HOST, TRANSFER_ENCODING};
use hyper::http::request::Parts;
use hyper::{HeaderMap, Version};

use crate::error::{Error, ErrorKind, Result};
use crate::http::{Headers, Method, Request};

pub(super) const ALLOWED: &str = "GET, HEAD, POST, PATCH, DELETE";

/// Converts the head of a request. Its URL starts with `origin`, whatever host the client sent. HEAD becomes GET:
/// hyper then sends only the head of the response, with the length of its body.
pub(super) fn read(parts: &Parts, origin: &str) -> Result<Request> {
    let method = match Method::parse(parts.method.as_str()) {
        Some(Method::Head) => Method::Get,
        Some(method) => method,
        None => return Err(Error::new(ErrorKind::MethodNotAllowed, "this server does not support the method")),
    };
    check_host(parts)?;
    check_coding(&parts.headers)?;
    let url = format!("{origin}{}", target(parts)?);
    Ok(Request { method, url, headers: headers(&parts.headers)?, body: Vec::new() })
}

/// Whether the client expects at most `100-continue`, which hyper handles (RFC 9110, 10.1.1).
pub(super) fn is_expectation_met(headers: &HeaderMap) -> bool {
    headers.get_all(EXPECT).iter().all(|value| value.as_bytes().trim_ascii().eq_ignore_ascii_case(b"100-continue"))
}

/// A request of HTTP/1.1 must have exactly one `Host` (RFC 9112, 3.2).
fn check_host(parts: &Parts) -> Result<()> {
    let hosts = parts.headers.get_all(HOST).iter().count();
    let fewest = usize::from(parts.version >= Version::HTTP_11);
    if (fewest..=1).contains(&hosts) { Ok(()) } else { Err(bad("the request must have exactly one Host header")) }
}

/// Rejects other transfer codings than chunked, which hyper would not decode.
fn check_coding(headers: &HeaderMap) -> Result<()> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let plain = codings.next().is_none_or(|coding| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked"));
    if plain && codings.next().is_none() { Ok(()) } else { Err(bad("the only supported Transfer-Encoding is chunked")) }
}

/// The path and the query, also of a target in absolute form. The target of `CONNECT` has none.
fn target(parts: &Parts) -> Result<&str> {
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    if target.starts_with('/') && target.is_ascii() {
        Ok(target)
    } else {
        Err(bad("the request target must be a path in ASCII"))
    }
}

fn headers(fields: &HeaderMap) -> Result<Headers> {
    let mut headers = Headers::new();
    for (name, value) in fields {
        let value = str::from_utf8(value.as_bytes()).map_err(|_| bad(format!("the header {name} is not UTF-8")))?;
        headers.append(name.as_str().to_owned(), value);
    }
    Ok(headers)
}

fn bad(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::BadRequest, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(build: impl FnOnce(hyper::http::request::Builder) -> hyper::http::request::Builder) -> Parts {
        build(hyper::Request::builder()).body(()).unwrap().into_parts().0
    }

    fn kind(parts: &Parts) -> ErrorKind {
        read(parts, "http://a").unwrap_err().kind()
    }

    #[test]
    fn url_starts_with_the_origin_of_the_server() {
        for uri in ["/v2/ports?q=a", "http://evil.example/v2/ports?q=a"] {
            let request = read(&parts(|r| r.uri(uri).header("Host", "evil.example")), "http://a:1").unwrap();
            assert_eq!(request.url, "http://a:1/v2/ports?q=a");
        }
        let request = read(&parts(|r| r.uri("//evil.example/x").header("Host", "a")), "http://a:1").unwrap();
        assert_eq!((request.origin(), request.path()), ("http://a:1", "//evil.example/x"));
    }

    #[test]
    fn target_without_a_path_is_rejected() {
        for uri in ["*", "/\u{e9}", "a", "a:80", "http://a?q"] {
            assert_eq!(kind(&parts(|r| r.method("OPTIONS").uri(uri).header("Host", "a"))), ErrorKind::BadRequest);
        }
    }

    #[test]
    fn all_values_of_a_header_are_kept() {
        let request =
            read(&parts(|r| r.header("Host", "a").header("X-A", "1").header("X-A", "2")), "http://a").unwrap();
        assert_eq!(request.headers.get_all("x-a").collect::<Vec<_>>(), ["1", "2"]);
    }

    #[test]
    fn header_that_is_not_utf8_is_rejected() {
        let value = hyper::header::HeaderValue::from_bytes(b"\xff").unwrap();
        assert_eq!(kind(&parts(|r| r.header("Host", "a").header("X-A", value))), ErrorKind::BadRequest);
    }

    #[test]
    fn request_needs_exactly_one_host() {
        assert_eq!(kind(&parts(|r| r)), ErrorKind::BadRequest);
        assert_eq!(kind(&parts(|r| r.header("Host", "a").header("Host", "a"))), ErrorKind::BadRequest);
        assert!(read(&parts(|r| r.version(Version::HTTP_10)), "http://a").is_ok());
    }

    #[test]
    fn unsupported_methods_are_rejected() {
        for method in ["TRACE", "CONNECT", "PROPFIND", "get"] {
            assert_eq!(kind(&parts(|r| r.method(method).header("Host", "a"))), ErrorKind::MethodNotAllowed);
        }
        let head = read(&parts(|r| r.method("HEAD").header("Host", "a")), "http://a").unwrap();
        assert_eq!(head.method, Method::Get);
    }

    #[test]
    fn other_transfer_codings_are_rejected() {
        for coding in ["gzip, chunked", "chunked, chunked", "identity"] {
            let parts = parts(|r| r.header("Host", "a").header("Transfer-Encoding", coding));
            assert_eq!(kind(&parts), ErrorKind::BadRequest, "{coding}");
        }
        assert!(read(&parts(|r| r.header("Host", "a").header("Transfer-Encoding", "Chunked")), "http://a").is_ok());
    }
}
