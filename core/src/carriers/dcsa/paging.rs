//! Where the next page is: a cursor, or a link that must not lead away.

use crate::carriers::reading::Problem;
use crate::http::Headers;

/// Where the next page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The same request with this cursor; the other parameters are repeated.
    Cursor(String),
    /// This URL, on the origin that was asked.
    Link(String),
}

/// Where a page leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leads {
    To(Next),
    /// To itself: what follows it is not known.
    Back,
    Nowhere,
}

/// Where the page after the one at `asked` is. A link to another origin is not followed, and told.
pub(super) fn next(headers: &Headers, asked: &str, cursor: Option<&str>) -> Result<Leads, Problem> {
    let field = |name| headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    if let Some(next) = field("Next-Page-Cursor") {
        return Ok(another(next, cursor));
    }
    let Some(next) = field("Next-Page") else { return Ok(Leads::Nowhere) };
    let next = next.strip_prefix('<').and_then(|link| link.split('>').next()).unwrap_or(next);
    if !next.contains("://") && !next.contains('?') {
        return Ok(another(next, cursor));
    }
    let link = resolved(next, asked)?;
    Ok(if link == asked { Leads::Back } else { Leads::To(Next::Link(link)) })
}

fn another(next: &str, cursor: Option<&str>) -> Leads {
    if cursor == Some(next) { Leads::Back } else { Leads::To(Next::Cursor(next.to_owned())) }
}

/// The URL that a link on the page at `asked` leads to.
fn resolved(link: &str, asked: &str) -> Result<String, Problem> {
    let elsewhere = || Problem::new("Next-Page", "the next page is on another origin, and is not followed");
    let own = origin(asked).ok_or_else(elsewhere)?;
    let (path, _) = asked.split_once('?').unwrap_or((asked, ""));
    let here = asked.get(..own_length(asked)).unwrap_or_default();
    let resolved = match link {
        link if link.contains("://") && !link.starts_with(['/', '?']) => link.to_owned(),
        link if link.starts_with("//") => format!("{}:{link}", asked.split(':').next().unwrap_or_default()),
        link if link.starts_with('/') => format!("{here}{link}"),
        link if link.starts_with('?') => format!("{path}{link}"),
        link => format!("{}/{link}", path.rsplit_once('/').map_or(path, |(folder, _)| folder)),
    };
    let is_plain = resolved.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    match origin(&resolved) {
        Some(to) if to == own && is_plain => Ok(resolved),
        _ => Err(elsewhere()),
    }
}

/// Bytes of the scheme and the authority.
fn own_length(url: &str) -> usize {
    let Some((scheme, rest)) = url.split_once("://") else { return 0 };
    scheme.len() + "://".len() + rest.find(['/', '?', '#']).unwrap_or(rest.len())
}

/// Scheme, host and port in lower case, a default port left out. One with a user in it is none.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match &*scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let authority =
        rest.split(['/', '?', '#']).next().filter(|authority| !authority.is_empty() && !authority.contains('@'))?;
    let authority = authority.to_ascii_lowercase();
    Some(format!("{scheme}://{}", authority.strip_suffix(default_port).unwrap_or(&authority)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: &str = "https://api.line.example/v2/events?limit=100";

    fn next_of(name: &'static str, value: &str) -> Result<Leads, Problem> {
        let mut headers = Headers::new();
        headers.set(name, value);
        next(&headers, ASKED, Some("now"))
    }

    #[test]
    fn a_cursor_is_taken_from_either_field_and_ends_where_it_repeats() {
        let cursor = |text: &str| Ok(Leads::To(Next::Cursor(text.to_owned())));
        assert_eq!(next_of("next-page-cursor", " abc "), cursor("abc"));
        assert_eq!(next_of("Next-Page", "fE9mZnNldHw=/x"), cursor("fE9mZnNldHw=/x"));
        for (name, value) in [("Next-Page", " "), ("X-Other", "a")] {
            assert_eq!(next_of(name, value), Ok(Leads::Nowhere), "{name}: {value}");
        }
        for (name, value) in [("Next-Page-Cursor", "now"), ("Next-Page", "now"), ("Next-Page", ASKED)] {
            assert_eq!(next_of(name, value), Ok(Leads::Back), "{name}: {value}");
        }
    }

    #[test]
    fn a_link_is_followed_on_its_own_origin_alone() {
        for (value, url) in [
            ("https://api.line.example/v2/events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("HTTPS://API.line.example:443/v2?cursor=2", "HTTPS://API.line.example:443/v2?cursor=2"),
            ("</v2/events?cursor=2>; rel=next", "https://api.line.example/v2/events?cursor=2"),
            ("?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("//api.line.example/x?cursor=2", "https://api.line.example/x?cursor=2"),
            ("/x?at=http://elsewhere.example", "https://api.line.example/x?at=http://elsewhere.example"),
        ] {
            assert_eq!(next_of("Next-Page", value), Ok(Leads::To(Next::Link(url.to_owned()))), "{value}");
        }
        for value in [
            "http://api.line.example/v2/events?cursor=2",
            "https://api.line.example.evil.example/?cursor=2",
            "https://api.line.example@evil.example/?cursor=2",
            "https://api.line.example:8443/?cursor=2",
            "//evil.example/?cursor=2",
            "file:///etc/passwd?",
            "https:///?cursor=2",
            "/x?a b",
        ] {
            assert_eq!(next_of("Next-Page", value).unwrap_err().place, "Next-Page", "{value}");
        }
    }
}
