//! Error messages for failed TLS handshakes.

use std::io;

use rustls::{Error, InvalidMessage};

pub(super) fn describe_io(error: &io::Error, host: &str) -> String {
    match error.get_ref().and_then(|inside| inside.downcast_ref()) {
        Some(inside) => describe(inside, host),
        None => error.to_string(),
    }
}

/// A message for an error of TLS. If the server does not use TLS, the URL is probably wrong.
pub(super) fn describe(error: &Error, host: &str) -> String {
    match error {
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            format!("{host} does not use TLS: the URL needs http:// instead of https://, or another port")
        }
        other => other.to_string(),
    }
}
