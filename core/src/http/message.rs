//! Requests, responses, streamed bodies, and `Retry-After`.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};

closed_enum! {
    /// An HTTP method.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Method {
        /// Read.
        Get => "GET",
        /// Read only the header fields.
        Head => "HEAD",
        /// Ask for the supported methods.
        Options => "OPTIONS",
        /// Create a resource, or perform an action.
        Post => "POST",
        /// Replace.
        Put => "PUT",
        /// Change.
        Patch => "PATCH",
        /// Delete.
        Delete => "DELETE",
    }
    /// The method as it is written in a request line.
    pub fn as_str;
    impl Display;
}

impl Method {
    /// Parses a method in upper case.
    pub fn parse(text: &str) -> Option<Self> {
        use Method::*;
        [Get, Head, Options, Post, Put, Patch, Delete].into_iter().find(|method| method.as_str() == text)
    }

    /// Whether the method changes nothing on the server.
    pub fn is_safe(self) -> bool {
        matches!(self, Method::Get | Method::Head | Method::Options)
    }
}

/// Header fields, in the order in which they were set or received. Names compare without regard to case.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<(Cow<'static, str>, String)>);

impl Headers {
    /// Empty header fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first value of `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.get_all(name).next()
    }

    /// All values of `name`.
    pub fn get_all<'a, 'n>(&'a self, name: &'n str) -> impl Iterator<Item = &'a str> + use<'a, 'n> {
        self.0.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets `name`, and removes all earlier values.
    pub fn set(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) {
        let name = name.into();
        self.0.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        self.append(name, value);
    }

    /// Adds a value of `name`.
    pub fn append(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }

    /// All fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value.as_str()))
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.iter().map(|(name, value)| (name, if is_harmless(name) { value } else { "***" }));
        f.debug_map().entries(shown).finish()
    }
}

/// Whether this is a valid name of a header field: a token (RFC 9110, 5.6.2).
pub fn is_field_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// Whether the values of a header field contain no secrets.
fn is_harmless(name: &str) -> bool {
    const HARMLESS: [&str; 18] = [
        "accept",
        "accept-encoding",
        "allow",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "date",
        "expect",
        "host",
        "retry-after",
        "server",
        "transfer-encoding",
        "user-agent",
        "webhook-id",
        "webhook-timestamp",
        "www-authenticate",
        "x-request-id",
    ];
    HARMLESS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// A request.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The absolute URL. For a service in this process, the path and the query are enough.
    pub url: String,
    /// The header fields.
    pub headers: Headers,
    /// The body; empty if it is missing.
    pub body: Vec<u8>,
}

impl Request {
    /// A request without header fields and body.
    pub fn new(method: Method, url: impl Into<String>) -> Self {
        Request { method, url: url.into(), headers: Headers::new(), body: Vec::new() }
    }

    /// Sets a header field.
    pub fn header(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        self.headers.set(name, value);
        self
    }

    /// Sets the body and its media type.
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.headers.set("Content-Type", media_type);
        self.body = body.into();
        self
    }

    /// The scheme and the authority of the URL (`https://host:port`); empty if the URL is a path.
    pub fn origin(&self) -> &str {
        split_url(&self.url).0
    }

    /// The path of the URL.
    pub fn path(&self) -> &str {
        let rest = split_url(&self.url).1;
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        if end == 0 { "/" } else { &rest[..end] }
    }

    /// The query of the URL, without the question mark; empty if it is missing.
    pub fn query(&self) -> &str {
        let rest = split_url(&self.url).1;
        let rest = rest.split('#').next().unwrap_or_default();
        rest.split_once('?').map_or("", |(_, query)| query)
    }
}

pub(crate) fn split_url(url: &str) -> (&str, &str) {
    let Some(scheme_end) = url.find("://") else { return ("", url) };
    let authority = scheme_end + 3;
    let path = url[authority..].find(['/', '?', '#']).map_or(url.len(), |at| authority + at);
    url.split_at(path)
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("path", &self.path())
            .field("headers", &self.headers)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}

/// A response with any status. Its body is complete and decoded.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The header fields.
    pub headers: Headers,
    /// The decoded body.
    pub body: Vec<u8>,
}

impl Response {
    /// A response without header fields and body.
    pub fn new(status: u16) -> Self {
        Response { status, headers: Headers::new(), body: Vec::new() }
    }

    /// Sets a header field.
    pub fn header(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        self.headers.set(name, value);
        self
    }

    /// Sets the body and its media type.
    pub fn body(mut self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.headers.set("Content-Type", media_type);
        self.body = body.into();
        self
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}

/// A body that is read while it is sent, so that it is never in memory as a whole. Its length is sent in the head of
/// the request. If it has fewer bytes, the request fails.
pub struct Stream<'a> {
    length: u64,
    left: u64,
    bytes: &'a mut dyn Read,
}

impl<'a> Stream<'a> {
    /// A body of the next `length` bytes of `bytes`.
    pub fn new(length: u64, bytes: &'a mut dyn Read) -> Self {
        Stream { length, left: length, bytes }
    }

    /// The length of the whole body, including bytes that were read already.
    pub fn length(&self) -> u64 {
        self.length
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        let read = self.bytes.read(&mut buffer[..most])?;
        self.left -= read as u64;
        match read {
            // Without an error, the sender would wait for the rest forever.
            0 => Err(io::Error::other("the body ended before its length")),
            _ => Ok(read),
        }
    }
}

debug_fields!(Stream<'_>: length, left);

/// The pause that `Retry-After` requests: seconds, or one of the three forms of an HTTP date. `None` if it is missing
/// or invalid.
///
/// A date is compared with the `Date` of the response, so that wrong clocks do not matter, or with `now` if the
/// response has no `Date`. A date in the past is a pause of zero. The pause is at most `longest`.
pub fn retry_after(headers: &Headers, now: DateTime<Utc>, longest: Duration) -> Option<Duration> {
    let text = headers.get("Retry-After")?.trim();
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (0, digits));
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds = sign * digits.parse().unwrap_or(u64::MAX);
        return Some(Duration::from_secs(seconds).min(longest));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let sent = headers.get("Date").and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let since = sent.unwrap_or_else(|| SystemTime::from(now));
    Some(until.duration_since(since).unwrap_or_default().min(longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_split_into_origin_path_and_query() {
        let request = Request::new(Method::Get, "https://api.example.com:8443/v2/ports?q=a/b#top");
        assert_eq!(request.origin(), "https://api.example.com:8443");
        assert_eq!((request.path(), request.query()), ("/v2/ports", "q=a/b"));
        let request = Request::new(Method::Get, "http://host?q=1");
        assert_eq!((request.origin(), request.path(), request.query()), ("http://host", "/", "q=1"));
        let request = Request::new(Method::Get, "/v2/ports");
        assert_eq!((request.origin(), request.path(), request.query()), ("", "/v2/ports", ""));
    }

    #[test]
    fn secrets_are_not_printed() {
        let request = Request::new(Method::Get, "/v2/ports?token=hush").header("Authorization", "Token hush");
        assert!(!format!("{request:?}").contains("hush"));
    }
}

#[cfg(test)]
mod retry_after_tests {
    use proptest::prelude::*;

    use super::*;

    const LONGEST: Duration = Duration::from_secs(120);

    fn read(text: &str, date: Option<&str>) -> Option<u64> {
        let mut headers = Headers::new();
        headers.set("retry-after", text);
        if let Some(date) = date {
            headers.set("date", date);
        }
        retry_after(&headers, DateTime::UNIX_EPOCH, LONGEST).map(|pause| pause.as_secs())
    }

    #[test]
    fn seconds_are_read_and_clamped() {
        for (text, seconds) in
            [("7", 7), (" 60 ", 60), ("0", 0), ("-5", 0), ("120", 120), ("121", 120), ("99999999999999999999999", 120)]
        {
            assert_eq!(read(text, None), Some(seconds), "{text}");
        }
        for text in ["", "-", "soon", "1.5", "+5", "7 seconds", "٧"] {
            assert_eq!(read(text, None), None, "{text}");
        }
    }

    #[test]
    fn dates_are_compared_with_the_date_of_the_response() {
        let date = Some("Sun, 06 Nov 1994 08:49:07 GMT");
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(read(text, date), Some(30), "{text}");
        }
        assert_eq!(read("Sun, 06 Nov 1994 08:49:00 GMT", date), Some(0));
        assert_eq!(read("Sat, 06 Nov 2094 08:49:00 GMT", date), Some(120));
        assert_eq!(read("Thu, 01 Jan 1970 00:00:20 GMT", None), Some(20));
        assert_eq!(read("Thu, 01 Jan 1970 00:00:20 GMT", Some("nonsense")), Some(20));
    }

    proptest! {
        #[test]
        fn any_text_gives_at_most_the_longest_pause(text in "[ -~]{0,40}|[-+0-9.]{0,30}") {
            let pause = read(&text, Some(&text));
            prop_assert!(pause.is_none_or(|seconds| seconds <= 120));
        }
    }
}
