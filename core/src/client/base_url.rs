//! Builds the URLs of requests. All of them have the origin of the base URL, so that the API key is sent to no other server. Only the
//! path and the query of a link are used.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::Query;
use crate::resources::STORED_FILES;

const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BaseUrl {
    origin: String,
    prefix: String,
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.prefix)
    }
}

impl BaseUrl {
    pub fn in_process() -> Self {
        BaseUrl { origin: String::new(), prefix: "/v2".to_owned() }
    }

    pub fn parse(setting: &str, text: &str) -> Result<Self> {
        let refused =
            |detail| Error::refused(ErrorKind::Configuration, setting, format!("the base URL is not valid: {detail}"));
        read_base(text.trim()).map_err(refused)
    }

    /// The URL may be a secret, so errors do not contain it.
    pub fn origin_of(url: &str) -> Result<Self, String> {
        if url.chars().any(|c| !is_url_char(c)) {
            return Err("it has characters that are not allowed in a URL".to_owned());
        }
        Ok(BaseUrl { origin: split_origin(url)?.0, prefix: String::new() })
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether requests are encrypted or do not leave this machine.
    pub fn is_confidential(&self) -> bool {
        !self.origin.starts_with("http://") || self.is_loopback()
    }

    /// Whether requests do not leave this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.origin.split_once("://").map_or("", |(_, host)| host);
        let host = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(host, |(host, _)| host);
        let loopback = host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback());
        loopback || host == "localhost" || host.ends_with(".localhost") || host == "[::1]"
    }

    /// Builds the URL for a path relative to the base URL. A path that begins with the prefix of the base URL, as in links, is used as it
    /// is. An absolute URL must have the origin of the base URL.
    pub fn join(&self, path: &str, query: &Query) -> Result<String> {
        let refused = |detail: String| Error::invalid("path", detail);
        if has_scheme(path) || path.starts_with("//") {
            return self.resolve(path, "").map(|url| add_query(url, query)).map_err(|e| refused(e.to_string()));
        }
        if let Some(bad) = path.chars().find(|c| !is_url_char(*c) || *c == '#') {
            return Err(refused(format!("`path` has the character {bad:?}, which is not allowed")));
        }
        let (path, inline) = path.split_once('?').unwrap_or((path, ""));
        let after_prefix = path.strip_prefix(&*self.prefix).filter(|rest| rest.starts_with('/'));
        let path = after_prefix.unwrap_or(path);
        let path = path.strip_prefix('/').unwrap_or(path);
        if path.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
            return Err(refused(format!(
                "`path` has a part that is empty, \".\" or \"..\": {path:?}. Is an id missing?"
            )));
        }
        let separator = if inline.is_empty() { "" } else { "?" };
        Ok(add_query(format!("{}{}/{path}{separator}{inline}", self.origin, self.prefix), query))
    }

    /// The URL of a path outside of the prefix.
    pub fn at_origin(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Removes the origin of a link if the origin is another name of this service. A server that is reached directly uses its public URL in
    /// links. Whether it does is seen from `this`, the link of the page to itself: with the same origin as `link`, and the path of `page`.
    pub fn without_public_origin<'l>(&self, link: &'l str, this: Option<&str>, page: &str) -> &'l str {
        let is_own_path =
            |path: &str| path.split('?').next() == page.strip_prefix(&*self.origin).and_then(|at| at.split('?').next());
        match (split_origin(link), this.map(split_origin)) {
            (Ok((origin, path)), Some(Ok((public, own))))
                if origin == public && origin != self.origin && is_own_path(own) =>
            {
                path
            }
            _ => link,
        }
    }

    /// The URL of a file at the service itself: with the origin of the base URL if that is on this machine. Files elsewhere, and with
    /// services elsewhere, keep their URL.
    pub fn local_file_url(&self, url: &str) -> String {
        match split_origin(url) {
            Ok((_, path)) if self.is_loopback() && path.starts_with(STORED_FILES) => format!("{}{path}", self.origin),
            _ => url.to_owned(),
        }
    }

    /// Resolves a link against the URL of the current page. Fails if it leads to another origin.
    pub fn resolve(&self, link: &str, current: &str) -> Result<String> {
        let unusable = |detail: String| Error::new(ErrorKind::UnexpectedResponse, detail);
        if link.chars().any(|c| !is_url_char(c)) {
            return Err(unusable("a link has characters that are not allowed in a URL".to_owned()));
        }
        let link = link.split('#').next().unwrap_or_default();
        let own_scheme = self.origin.split_once("//").map_or("https:", |(scheme, _)| scheme);
        let absolute = if link.starts_with("//") { format!("{own_scheme}{link}") } else { link.to_owned() };
        if has_scheme(&absolute) {
            let (origin, rest) =
                split_origin(&absolute).map_err(|detail| unusable(format!("a link is not valid: {detail}")))?;
            if origin != self.origin {
                return Err(unusable(format!("a link leads to another origin ({origin}) and is not followed")));
            }
            let slash = if rest.starts_with('/') { "" } else { "/" };
            return Ok(format!("{}{slash}{rest}", self.origin));
        }
        let page = current.strip_prefix(&*self.origin).unwrap_or(current);
        let page = page.split('?').next().unwrap_or_default();
        let directory = page.rfind('/').map_or("/", |end| &page[..=end]);
        Ok(match link.as_bytes().first() {
            Some(b'/') => format!("{}{link}", self.origin),
            Some(b'?') => format!("{}{page}{link}", self.origin),
            _ => format!("{}{directory}{link}", self.origin),
        })
    }
}

pub(super) fn path_of(segments: &[&str]) -> String {
    let encoded: Vec<String> = segments.iter().map(|part| utf8_percent_encode(part, SEGMENT).to_string()).collect();
    encoded.join("/")
}

fn add_query(url: String, query: &Query) -> String {
    match (query.is_empty(), url.contains('?')) {
        (true, _) => url,
        (false, true) => format!("{url}&{query}"),
        (false, false) => format!("{url}?{query}"),
    }
}

fn read_base(text: &str) -> Result<BaseUrl, String> {
    if text.chars().any(|c| !is_url_char(c)) {
        return Err("it must not contain spaces, backslashes or non-ASCII characters".to_owned());
    }
    let (origin, path) = split_origin(text)?;
    if path.contains(['?', '#']) {
        return Err("it must not have a query or a fragment".to_owned());
    }
    let prefix = path.trim_end_matches('/').to_owned();
    if prefix.split('/').skip(1).any(|segment| matches!(segment, "" | "." | "..")) {
        return Err("the path has a part that is empty, \".\" or \"..\"".to_owned());
    }
    Ok(BaseUrl { origin, prefix })
}

fn split_origin(url: &str) -> Result<(String, &str), String> {
    let (scheme, rest) = url.split_once("://").ok_or("it must begin with https:// or http://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match &*scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return Err("it must begin with https:// or http://".to_owned()),
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let authority = authority.to_ascii_lowercase();
    if authority.contains('@') {
        return Err("it must not contain a user name or password".to_owned());
    }
    let host_end =
        if authority.starts_with('[') { authority.find(']').map(|end| end + 1) } else { authority.find(':') };
    let (host, port) = authority.split_at(host_end.unwrap_or(authority.len()));
    if !is_host(host) {
        return Err("the host is missing or not valid".to_owned());
    }
    match port {
        "" | ":" => Ok((format!("{scheme}://{host}"), path)),
        _ if port == default_port => Ok((format!("{scheme}://{host}"), path)),
        _ if port[1..].parse::<u16>().is_ok_and(|port| port > 0) && !port.contains('+') => {
            Ok((format!("{scheme}://{host}{port}"), path))
        }
        _ => Err("the port is not valid".to_owned()),
    }
}

fn is_host(host: &str) -> bool {
    match host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        }
    }
}

fn has_scheme(link: &str) -> bool {
    let Some((scheme, _)) = link.split_once(':') else { return false };
    scheme.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Includes brackets, which the service does not encode in links.
fn is_url_char(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>' | '^' | '`' | '{' | '|' | '}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> BaseUrl {
        BaseUrl::parse("base_url", "https://API.Example.com:443/v2/").unwrap()
    }

    #[test]
    fn base_url_is_normalized() {
        for (text, origin, prefix) in [
            ("https://API.Example.com:443/v2/", "https://api.example.com", "/v2"),
            ("http://localhost:8080", "http://localhost:8080", ""),
            (" http://[::1]:80/a/b// ", "http://[::1]", "/a/b"),
        ] {
            let base = BaseUrl::parse("base_url", text).unwrap();
            assert_eq!((base.origin(), &*base.prefix), (origin, prefix));
        }
    }

    #[test]
    fn public_origin_is_removed_if_the_page_has_it_too() {
        let base = BaseUrl::parse("base_url", "http://127.0.0.1:8080/v2").unwrap();
        let (next, page) = ("https://public.example/v2/ports?page=2", "http://127.0.0.1:8080/v2/ports?page=1");
        let without = |this| base.without_public_origin(next, this, page);
        assert_eq!(without(Some("https://public.example/v2/ports?page[number]=1")), "/v2/ports?page=2");
        for this in
            [None, Some("https://other.example/v2/ports"), Some("https://public.example/v2/x"), Some("/v2/ports")]
        {
            assert_eq!(without(this), next);
        }
    }

    #[test]
    fn file_at_a_service_on_this_machine_has_the_base_url() {
        let local = |base: &str, url: &str| BaseUrl::parse("base_url", base).unwrap().local_file_url(url);
        let (file, storage) = ("https://public.example/rails/active_storage/disk/x", "https://storage.example/x");
        assert_eq!(local("http://127.0.0.1:8080/v2", file), "http://127.0.0.1:8080/rails/active_storage/disk/x");
        assert_eq!(local("http://127.0.0.1:8080/v2", storage), storage);
        assert_eq!(local("https://api.example.com/v2", file), file);
    }

    #[test]
    fn invalid_base_url_is_rejected() {
        for text in [
            "",
            "api.example.com/v2",
            "//api.example.com",
            "ftp://host",
            "https://",
            "https:///v2",
            "https://user:canary@host/v2",
            "https://host/v2?x=canary",
            "https://host/v2#canary",
            "https://host:0",
            "https://host:+80",
            "https://host:70000",
            "https://ho st",
            "https://host\\@evil",
            "https://hõst",
            "https://host/../v2",
            "https://[::1",
        ] {
            let refused = BaseUrl::parse("base_url", text).unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("base_url")), "{text}");
            assert!(!format!("{refused} {refused:?}").contains("canary"));
        }
    }

    #[test]
    fn paths_are_joined_below_the_prefix() {
        let query = Query::new().with("page[size]", "2");
        for (path, url) in [
            ("ports/USLAX", "https://api.example.com/v2/ports/USLAX?page%5Bsize%5D=2"),
            ("/ports", "https://api.example.com/v2/ports?page%5Bsize%5D=2"),
            ("/v2/ports", "https://api.example.com/v2/ports?page%5Bsize%5D=2"),
            ("ports?a=b", "https://api.example.com/v2/ports?a=b&page%5Bsize%5D=2"),
            ("https://api.example.com/v2/ports", "https://api.example.com/v2/ports?page%5Bsize%5D=2"),
        ] {
            assert_eq!(base().join(path, &query).unwrap(), url);
        }
        assert_eq!(BaseUrl::in_process().join("ports", &Query::new()).unwrap(), "/v2/ports");
        for path in [
            "",
            "/",
            "ports/",
            "ports//x",
            "ports/..",
            "a b",
            "https://evil.example/v2/ports",
            "//evil.example/x",
            "a#b",
        ] {
            assert_eq!(base().join(path, &Query::new()).unwrap_err().pointer(), Some("path"), "{path}");
        }
    }

    #[test]
    fn ids_are_encoded_as_one_segment() {
        assert_eq!(path_of(&["ports", "a/../b?c#d %é"]), "ports/a%2F..%2Fb%3Fc%23d%20%25%C3%A9");
        assert!(base().join(&path_of(&["ports", ".."]), &Query::new()).is_err());
    }

    #[test]
    fn links_are_resolved_within_the_origin() {
        let page = "https://api.example.com/v2/ports?page[number]=1";
        for (link, url) in [
            ("/v2/ports?page=2", "https://api.example.com/v2/ports?page=2"),
            ("?page=2#x", "https://api.example.com/v2/ports?page=2"),
            ("ports?next=http://x/", "https://api.example.com/v2/ports?next=http://x/"),
            ("HTTPS://API.example.com:443/other?a", "https://api.example.com/other?a"),
            ("//api.example.com/v2", "https://api.example.com/v2"),
            ("https://api.example.com?page=2", "https://api.example.com/?page=2"),
        ] {
            assert_eq!(base().resolve(link, page).unwrap(), url);
        }
        assert_eq!(BaseUrl::in_process().resolve("?page=2", "/v2/ports").unwrap(), "/v2/ports?page=2");
    }

    #[test]
    fn links_to_other_origins_are_rejected() {
        for link in [
            "https://evil.example/v2/ports",
            "http://api.example.com/v2/ports",
            "https://api.example.com:8443/v2",
            "https://api.example.com.evil.example/",
            "https://api.example.com@evil.example/",
            "https://api.example.com\\@evil.example/",
            "//evil.example/",
            "https:evil.example",
            "javascript:alert(1)",
            "https://api.example.com/\r\nHost: evil",
        ] {
            let refused = base().resolve(link, "").unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::UnexpectedResponse, "{link}");
        }
        assert!(base().resolve("https://evil.example/x", "").unwrap_err().to_string().contains("https://evil.example"));
        assert!(BaseUrl::in_process().resolve("https://evil.example/x", "").is_err());
        assert!(BaseUrl::in_process().resolve("//evil.example/x", "").is_err());
    }

    #[test]
    fn plain_http_is_confidential_only_on_this_machine() {
        let is_confidential = |text| BaseUrl::parse("base_url", text).unwrap().is_confidential();
        for text in
            ["https://host", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:9", "http://a.localhost"]
        {
            assert!(is_confidential(text), "{text}");
        }
        for text in ["http://host", "http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://[::2]"] {
            assert!(!is_confidential(text), "{text}");
        }
    }
}
