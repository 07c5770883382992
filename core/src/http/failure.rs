//! Errors of the transport: why there is no response, and whether the request may have been received.

use crate::error::{Error, ErrorKind};

/// Whether a request without a response may have been received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendStatus {
    /// Nothing was sent: the request can be sent again safely.
    NotSent,
    /// It may have been received, and may have taken effect.
    MaybeSent,
}

closed_enum! {
    /// A phase of an exchange.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExchangePhase {
        /// Before the look-up: checking the request.
        Prepare => "preparing the request",
        /// Looking up the host name.
        Resolve => "looking up the host",
        /// Opening the connection.
        Connect => "connecting",
        /// The TLS handshake.
        Handshake => "TLS handshake",
        /// Sending the request.
        Send => "sending the request",
        /// Waiting for the head of the response.
        Receive => "waiting for the response",
        /// Reading the body of the response.
        Body => "reading the response",
    }
    fn doing;
    impl Display;
}

/// Why an exchange failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The caller cancelled.
    Cancelled,
    /// A timeout passed.
    Timeout,
    /// The egress rule does not allow the address.
    Refused,
    /// Too many look-ups are in progress, in total or for the group of the caller. Nothing was begun.
    Busy,
    /// The response is larger than the caller allows.
    TooLarge,
    /// The response is not valid HTTP, or its content coding is broken.
    Protocol,
    /// The network or the server failed.
    Io,
    /// This computer could not send the request: it has no free descriptor or thread, or no network. Nothing left it.
    Local,
    /// The request cannot be sent: an invalid URL or header.
    Malformed,
}

/// The error of an exchange without a response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{phase}: {message}")]
#[non_exhaustive]
pub struct TransportError {
    /// The reason.
    pub failure: Failure,
    /// The phase in which it failed.
    pub phase: ExchangePhase,
    /// A message for people. It contains no secrets.
    pub message: String,
}

impl TransportError {
    /// An error in a phase, with a message for people.
    pub fn new(failure: Failure, phase: ExchangePhase, message: impl Into<String>) -> Self {
        TransportError { failure, phase, message: message.into() }
    }

    /// Whether the request may have been received. It may as soon as sending has begun.
    pub fn send_status(&self) -> SendStatus {
        match self.phase {
            ExchangePhase::Prepare | ExchangePhase::Resolve | ExchangePhase::Connect | ExchangePhase::Handshake => {
                SendStatus::NotSent
            }
            ExchangePhase::Send | ExchangePhase::Receive | ExchangePhase::Body => SendStatus::MaybeSent,
        }
    }
}

impl From<TransportError> for Error {
    fn from(failed: TransportError) -> Self {
        let kind = match (failed.failure, failed.send_status()) {
            (Failure::Cancelled, _) => ErrorKind::Cancelled,
            (Failure::Timeout, _) => ErrorKind::Timeout,
            (Failure::Refused, _) => ErrorKind::EgressRefused,
            (Failure::Busy, _) => ErrorKind::Unavailable,
            (Failure::TooLarge, _) => ErrorKind::TooLarge,
            (Failure::Protocol, _) => ErrorKind::UnexpectedResponse,
            (Failure::Malformed, _) => ErrorKind::Invalid,
            (Failure::Io, SendStatus::NotSent) | (Failure::Local, _) => ErrorKind::Connect,
            (Failure::Io, SendStatus::MaybeSent) => ErrorKind::Connection,
        };
        Error::new(kind, failed.to_string()).with_source(failed)
    }
}
