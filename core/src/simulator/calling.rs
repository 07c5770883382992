//! Calling somebody on this machine, over a connection of its own.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::subscribers::SentCallback;
use crate::http::Headers;

/// How long anybody is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether somebody answers there, as carriers see to it before they make a subscription.
pub(super) fn is_there(url: &str) -> bool {
    call("HEAD", url, &Headers::new(), b"").is_ok_and(is_taken)
}

/// Sends something; whether it was taken.
pub(super) fn send(sent: &SentCallback) -> bool {
    call("POST", &sent.url, &sent.headers, &sent.body).is_ok_and(is_taken)
}

fn is_taken(status: u16) -> bool {
    (200..300).contains(&status)
}

fn call(method: &str, url: &str, headers: &Headers, body: &[u8]) -> io::Result<u16> {
    let refused = || io::Error::other("the URL is none of this machine");
    let rest = url.strip_prefix("http://").ok_or_else(refused)?;
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, target) = rest.split_at(at);
    let address: SocketAddr = authority.replace("localhost", "127.0.0.1").parse().map_err(|_| refused())?;
    if !address.ip().is_loopback() {
        return Err(refused());
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let slash = if target.starts_with('/') { "" } else { "/" };
    let mut bytes =
        format!("{method} {slash}{target} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n").into_bytes();
    for (name, value) in headers.iter() {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    if method == "POST" {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    stream.write_all(&bytes)?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| io::Error::other("this is no HTTP"))
}
