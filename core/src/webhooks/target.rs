//! Checks the URL and the additional headers of a webhook.
//!
//! This only checks the text. The egress rule checks the addresses of the host when a connection is opened.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use super::sign::{HOSTED_SIGNATURE, STANDARD_ID, STANDARD_SIGNATURE, STANDARD_TIMESTAMP};
use crate::error::{Error, Result};

const URL: &str = "/data/attributes/url";
const HEADERS: &str = "/data/attributes/headers";
const URL_LENGTH: usize = 2_048;
/// Maximum number of headers, and the longest name and value.
const HEADER_COUNT: usize = 32;
const NAME_LENGTH: usize = 128;
const VALUE_LENGTH: usize = 4_096;

/// Header fields that every delivery sets. All others can be chosen, for example for credentials.
const RESERVED: [&str; 19] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    HOSTED_SIGNATURE,
    STANDARD_ID,
    STANDARD_SIGNATURE,
    STANDARD_TIMESTAMP,
];

/// An error that names each additional header that cannot be sent safely.
pub fn validate_headers(headers: &[(String, String)]) -> Result<()> {
    if headers.len() > HEADER_COUNT {
        return Err(Error::invalid(HEADERS, format!("a webhook can have at most {HEADER_COUNT} additional headers")));
    }
    let problems = headers.iter().enumerate().flat_map(|(index, (name, value))| {
        let problems = [("name", name_problem(name)), ("value", value_problem(value))];
        problems
            .into_iter()
            .filter_map(move |(member, problem)| Some(Error::invalid(&format!("{HEADERS}/{index}/{member}"), problem?)))
    });
    problems.reduce(Error::and).map_or(Ok(()), Err)
}

/// An error unless the URL is a valid absolute `https` URL, or an `http` URL if `allow_http` is true.
pub fn validate_url(url: &str, allow_http: bool) -> Result<()> {
    match url_problem(url, allow_http) {
        Some(problem) => Err(Error::invalid(URL, problem)),
        None => Ok(()),
    }
}

/// Whether requests to `url` are not encrypted.
pub fn is_plain(url: &str) -> bool {
    url.split_once("://").is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("http"))
}

/// Whether the host of a valid `url` is an IP address and not a name.
pub fn has_address(url: &str) -> bool {
    let authority = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?']).next()).unwrap_or_default();
    authority.parse::<SocketAddr>().is_ok()
        || authority.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok()
}

/// The URL of a webhook for logs: scheme, host and port. Path and query often contain a key, so they are replaced by an ellipsis.
pub fn redacted(url: &str) -> String {
    let authority = url.find("://").map_or(0, |at| at + 3);
    match url[authority..].find(['/', '?']).map(|at| authority + at) {
        Some(end) if url[end..].len() > 1 => format!("{}/…", &url[..end]),
        Some(end) => url[..end].to_owned(),
        None => url.to_owned(),
    }
}

fn name_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > NAME_LENGTH || !name.bytes().all(is_token) {
        Some("a header name must have 1 to 128 letters, digits, hyphens or other token characters")
    } else if RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
        Some("this header cannot be set: every delivery sets it")
    } else {
        None
    }
}

fn value_problem(value: &str) -> Option<&'static str> {
    if value.len() > VALUE_LENGTH {
        Some("a header value can have at most 4096 characters")
    } else if !value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)) {
        Some("a header value must be one line of printable ASCII characters")
    } else {
        None
    }
}

/// Whether the byte may be in a token (RFC 9110, 5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn url_problem(url: &str, allow_http: bool) -> Option<&'static str> {
    if url.len() > URL_LENGTH {
        return Some("the URL can have at most 2048 characters");
    }
    if url.contains('#') {
        return Some("the URL must not have a fragment");
    }
    if !is_url_text(url) {
        return Some("the URL has a space or another character that must be percent-encoded");
    }
    let Some((scheme, rest)) = url.split_once("://") else {
        return Some("the URL must be absolute, such as https://receiver.example/hook");
    };
    let plain = scheme.eq_ignore_ascii_case("http");
    if plain && !allow_http {
        return Some("the URL must begin with https://");
    }
    if !plain && !scheme.eq_ignore_ascii_case("https") {
        return Some("the URL must be an http or https URL");
    }
    authority_problem(rest.split(['/', '?']).next().unwrap_or_default())
}

fn authority_problem(authority: &str) -> Option<&'static str> {
    if authority.contains('@') {
        return Some("the URL must not contain a user name or password");
    }
    let (host, port) = match authority.rfind([':', ']']) {
        Some(colon) if authority[colon..].starts_with(':') => (&authority[..colon], Some(&authority[colon + 1..])),
        _ => (authority, None),
    };
    if !is_host(host) {
        return Some("the URL has no valid host");
    }
    match port {
        Some(port) if !is_port(port) => Some("the URL has no valid port"),
        _ => None,
    }
}

/// Whether this is an IPv6 address in brackets, or a name or IPv4 address of labels with dots, optionally with a dot
/// at the end.
fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        return address.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    let label = |label: &str| {
        (1..=63).contains(&label.len()) && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    host.len() <= 253 && host.strip_suffix('.').unwrap_or(host).split('.').all(label)
}

fn is_port(port: &str) -> bool {
    port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Whether the URL only has valid characters (RFC 3986, 2), and two hex digits after each percent sign.
fn is_url_text(url: &str) -> bool {
    let mut bytes = url.bytes();
    while let Some(byte) = bytes.next() {
        let is_valid = match byte {
            b'%' => [bytes.next(), bytes.next()].into_iter().all(|hex| hex.is_some_and(|hex| hex.is_ascii_hexdigit())),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?[]@!$&'()*+,;=".contains(&byte),
        };
        if !is_valid {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn headers(name: &str, value: &str) -> Vec<(String, String)> {
        vec![("X-Fine".to_owned(), "yes".to_owned()), (name.to_owned(), value.to_owned())]
    }

    #[test]
    fn a_redacted_url_shows_only_scheme_host_and_port() {
        for (url, redacted_url) in [
            ("https://receiver.example", "https://receiver.example"),
            ("https://receiver.example/", "https://receiver.example"),
            ("https://receiver.example:8443/hooks/s3cret", "https://receiver.example:8443/…"),
            ("https://[::1]?key=s3cret", "https://[::1]/…"),
        ] {
            assert_eq!(redacted(url), redacted_url);
        }
    }

    #[test]
    fn ordinary_headers_are_accepted() {
        for (name, value) in [("X-Api-Key", "k3y=="), ("x_team", ""), ("Cookie", "a=b; c=\"d\""), ("X.Y~z", "a\tb")] {
            validate_headers(&headers(name, value)).unwrap();
        }
        for name in ["Authorization", "AUTHORIZATION", "Forwarded", "X-Forwarded-For", "Accept", "Date"] {
            validate_headers(&headers(name, "Bearer s3cret")).unwrap();
        }
        validate_headers(&[]).unwrap();
    }

    #[test]
    fn reserved_and_invalid_header_names_are_rejected_with_their_pointer() {
        let long = "x".repeat(129);
        for name in ["", "a b", "a:b", "a\r\nb", "a\0", "é", "(x)", "HOST", "Content-Length", "User-Agent", &long] {
            let error = validate_headers(&headers(name, "v")).unwrap_err();
            assert_eq!(error.pointer(), Some("/data/attributes/headers/1/name"), "{name:?}");
        }
        for name in ["x-t49-webhook-signature", "Webhook-Id", "WEBHOOK-TIMESTAMP", "webhook-signature"] {
            assert!(validate_headers(&headers(name, "v")).is_err(), "{name}");
        }
    }

    #[test]
    fn every_invalid_header_is_named() {
        let refused = validate_headers(&[
            ("Host".to_owned(), "a".to_owned()),
            ("x y".to_owned(), "v".to_owned()),
            ("X".to_owned(), "a\nb".to_owned()),
        ]);
        let refused = refused.unwrap_err();
        let places: Vec<&str> = refused.errors().iter().filter_map(|e| e.source.as_ref()?.pointer.as_deref()).collect();
        let at = |place: &str| format!("/data/attributes/headers/{place}");
        assert_eq!(places, [at("0/name"), at("1/name"), at("2/value")]);
    }

    #[test]
    fn invalid_header_values_are_rejected_with_their_pointer() {
        for value in ["a\r\nX: y", "a\nb", "a\0b", "\u{7f}", "é", &"v".repeat(4_097)] {
            let error = validate_headers(&headers("X-A", value)).unwrap_err();
            assert_eq!(error.pointer(), Some("/data/attributes/headers/1/value"));
        }
    }

    #[test]
    fn at_most_thirty_two_headers_are_accepted() {
        let many = vec![("X-A".to_owned(), "v".to_owned()); 33];
        assert!(validate_headers(&many[..32]).is_ok());
        assert_eq!(validate_headers(&many).unwrap_err().pointer(), Some("/data/attributes/headers"));
    }

    #[test]
    fn absolute_urls_are_accepted() {
        for url in [
            "https://example.com",
            "HTTPS://hooks.example.com.:8443/a/b?c=d&e=%20f",
            "https://example.com?x=1:2@3/4",
            "https://xn--bcher-kva.example/",
            "https://203.0.113.7/",
            "https://[2001:db8::1]:443/x",
            "https://service_a/hook",
        ] {
            validate_url(url, false).unwrap_or_else(|error| panic!("{url}: {error}"));
        }
        let long = format!("https://example.com/{}", "a".repeat(2_028));
        assert!(validate_url(&long, false).is_ok() && validate_url(&format!("{long}a"), false).is_err());
    }

    #[test]
    fn http_urls_are_only_accepted_if_allowed() {
        assert!(validate_url("http://127.0.0.1:8080/hook", true).is_ok());
        let error = validate_url("http://127.0.0.1:8080/hook", false).unwrap_err();
        assert_eq!(error.pointer(), Some("/data/attributes/url"));
    }

    #[test]
    fn invalid_urls_are_rejected() {
        for url in [
            "",
            "example.com/hook",
            "/hook",
            "https:/example.com",
            "https:example.com",
            "ftp://example.com",
            "file:///etc/passwd",
            "https://",
            "https:///path",
            "https://?q",
            "https://.",
            "https://a..b/",
            "https://user@example.com/",
            "https://user:password@example.com/",
            "https://example.com@evil.example/",
            "https://example.com\\@evil.example/",
            "https://example.com/#part",
            "https://example.com:/",
            "https://example.com:0/",
            "https://example.com:65536/",
            "https://example.com:+80/",
            "https://a:b:80/",
            "https://2001:db8::1/",
            "https://[::1",
            "https://[::1]x/",
            "https://[fe80::1%25eth0]/",
            "https://exa%6dple.com/",
            "https://bücher.example/",
            "https://example.com/a b",
            "https://example.com/a\r\nHost: evil",
            "https://example.com/%2",
            "https://example.com/%zz",
            " https://example.com/",
        ] {
            let error = validate_url(url, true).expect_err(url);
            assert_eq!(error.pointer(), Some("/data/attributes/url"));
        }
    }

    #[test]
    fn ip_addresses_and_names_are_distinguished() {
        for url in ["https://10.0.0.5/x", "http://10.0.0.5:80?x", "https://[::1]", "HTTPS://[::1]:443/"] {
            assert!(has_address(url), "{url}");
        }
        for url in ["https://example.com/", "https://10.0.0/", "https://2130706433/", "https://0x7f.1/"] {
            assert!(!has_address(url), "{url}");
        }
    }

    proptest! {
        #[test]
        fn checks_do_not_panic_on_any_text(text: String, rest in "[]\\[:@.%/?a-f0-9é]{0,12}") {
            let _ = validate_url(&text, true);
            let _ = validate_url(&format!("https://{rest}"), false);
            let _ = validate_headers(&headers(&text, &text));
        }
    }
}
