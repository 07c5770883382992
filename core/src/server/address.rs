//! Parses and checks the address of a server, and its public URL.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use hyper::Uri;

use crate::error::{Error, ErrorKind, Quoted, Result};

/// Parses `ip:port` or `localhost:port`. Other names are rejected, because they may have several addresses.
pub(super) fn parse(text: &str) -> Result<SocketAddr> {
    let local = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
    local.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)).or_else(|| text.parse().ok()).ok_or_else(
        || refused("address", format!("{} is not an address with a port, such as 127.0.0.1:8080", Quoted(text))),
    )
}

pub(super) fn check(address: SocketAddr, remote: bool, public_url: Option<&str>) -> Result<()> {
    let ip = address.ip();
    if !remote && !ip.to_canonical().is_loopback() {
        let detail = format!("{address} can be reached from other machines, and `allow_remote` is not set");
        return Err(refused("address", detail));
    }
    if ip.is_unspecified() && public_url.is_none() {
        let detail = format!("links cannot start with http://{address}: set the URL that clients use for this server");
        return Err(refused("public_url", detail));
    }
    Ok(())
}

/// Parses an origin: `http` or `https`, a host and an optional port.
pub(super) fn parse_origin(text: &str) -> Result<String> {
    let uri = text.parse::<Uri>().ok();
    let origin = uri.as_ref().and_then(|uri| {
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
        let authority = uri.authority().filter(|authority| is_host_and_port(authority.as_str(), authority.host()))?;
        (uri.path() == "/" && uri.query().is_none() && !text.contains('#')).then(|| format!("{scheme}://{authority}"))
    });
    origin.ok_or_else(|| {
        let problem = "is not an origin such as https://tracking.example.com, without a path and a user name";
        refused("public_url", format!("{} {problem}", Quoted(text)))
    })
}

fn is_host_and_port(authority: &str, host: &str) -> bool {
    let port = authority.strip_prefix(host);
    let is_port_valid = port.is_some_and(|port| {
        port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port != 0))
    });
    !host.is_empty() && is_port_valid
}

pub(super) fn refused(field: &str, detail: String) -> Error {
    Error::refused(ErrorKind::Configuration, field, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_an_ip_address_with_a_port() {
        assert_eq!(parse("localhost:80").unwrap(), "127.0.0.1:80".parse().unwrap());
        assert_eq!(parse("[::1]:0").unwrap(), "[::1]:0".parse().unwrap());
        for text in ["", "127.0.0.1", ":80", "example.com:80", "127.0.0.1:65536", "localhost:", "127.0.0.1:80 "] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("address")), "{text}");
        }
    }

    #[test]
    fn remote_address_is_rejected_unless_allowed() {
        for text in ["0.0.0.0:80", "192.168.1.1:80", "[::]:80", "[::ffff:10.0.0.1]:80"] {
            let address = parse(text).unwrap();
            assert_eq!(check(address, false, Some("http://a")).unwrap_err().pointer(), Some("address"), "{text}");
            assert!(check(address, true, Some("http://a")).is_ok(), "{text}");
        }
        for text in ["127.0.0.1:80", "127.9.9.9:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            assert!(check(parse(text).unwrap(), false, None).is_ok(), "{text}");
        }
    }

    #[test]
    fn unspecified_address_needs_a_public_url() {
        let every = parse("0.0.0.0:80").unwrap();
        assert_eq!(check(every, true, None).unwrap_err().pointer(), Some("public_url"));
    }

    #[test]
    fn public_url_must_be_an_origin() {
        assert_eq!(parse_origin("https://a.example.com").unwrap(), "https://a.example.com");
        assert_eq!(parse_origin("http://[::1]:8080/").unwrap(), "http://[::1]:8080");
        for text in [
            "",
            "a.example.com",
            "/v2",
            "ftp://a",
            "http://",
            "http://a/v2",
            "http://a?x",
            "http://a/#x",
            "http://user:pass@a",
            "http://a:0",
            "http://a:99999",
            "http://a:",
            "http://a b",
            "http://a\r\nX: y",
        ] {
            let error = parse_origin(text).map(|origin| panic!("{text:?} became {origin}")).unwrap_err();
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("public_url")));
        }
    }
}
