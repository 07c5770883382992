//! What a TLS handshake that failed says to a person.

use std::io;

use rustls::{Error, InvalidMessage};

/// What an error of a socket says; one of TLS may be inside of it.
pub(super) fn words(error: &io::Error, host: &str) -> String {
    match error.get_ref().and_then(|inside| inside.downcast_ref()) {
        Some(inside) => words_of(inside, host),
        None => error.to_string(),
    }
}

/// What an error of TLS says. Where something else answers it is mostly the URL that is wrong.
pub(super) fn words_of(error: &Error, host: &str) -> String {
    match error {
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            format!("{host} speaks no TLS: is its URL http://, or its port another one?")
        }
        other => other.to_string(),
    }
}
