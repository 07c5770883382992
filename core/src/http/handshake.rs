//! Messages for failed TLS handshakes.

use std::io;

use rustls::{Error, InvalidMessage};

pub(super) fn words(error: &io::Error, host: &str) -> String {
    match error.get_ref().and_then(|inside| inside.downcast_ref()) {
        Some(inside) => words_of(inside, host),
        None => error.to_string(),
    }
}

/// If something other than TLS answers, the URL is probably wrong.
pub(super) fn words_of(error: &Error, host: &str) -> String {
    match error {
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            format!("{host} speaks no TLS: is its URL http://, or its port another one?")
        }
        other => other.to_string(),
    }
}
