//! Why there is no answer, and whether the request may have been received.

use crate::error::{Error, ErrorKind};

/// Whether a request without an answer may have taken effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendStatus {
    /// Not a byte of it left this machine: it can be sent again safely.
    NotSent,
    /// It may have arrived.
    MaybeSent,
}

closed_enum! {
    /// How far the exchange had come.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExchangePhase {
        /// Before anything was tried: a malformed URL, a cancelled call.
        Prepare => "preparing the request",
        /// Looking up the host's address.
        Resolve => "looking up the host",
        /// Opening the connection.
        Connect => "connecting",
        /// Agreeing on TLS.
        Handshake => "agreeing on TLS",
        /// Sending the request.
        Send => "sending the request",
        /// Waiting for the answer's head.
        Receive => "waiting for the answer",
        /// Reading the answer's body.
        Body => "reading the answer",
    }
    fn doing;
    impl Display;
}

/// What stopped the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The caller cancelled.
    Cancelled,
    /// A deadline passed.
    Timeout,
    /// The egress rule refuses the address.
    Refused,
    /// Too much of what cannot be interrupted is under way already, for the one who calls or for all: nothing was begun.
    Busy,
    /// The answer is larger than the caller allows.
    TooLarge,
    /// The answer is no HTTP, or its content coding is broken.
    Protocol,
    /// The network or the other side gave up.
    Io,
    /// The request itself cannot be sent: a URL or a header that is none.
    Malformed,
}

/// A request without an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{phase}: {message}")]
#[non_exhaustive]
pub struct TransportError {
    /// What stopped it.
    pub failure: Failure,
    /// How far it had come.
    pub phase: ExchangePhase,
    /// A sentence for a person; holds no secret.
    pub message: String,
}

impl TransportError {
    /// A failure in a phase, with a sentence for a person.
    pub fn new(failure: Failure, phase: ExchangePhase, message: impl Into<String>) -> Self {
        TransportError { failure, phase, message: message.into() }
    }

    /// Whether the request may have reached the other side: it may from the moment sending began.
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
            (Failure::Io, SendStatus::NotSent) => ErrorKind::Connect,
            (Failure::Io, SendStatus::MaybeSent) => ErrorKind::Connection,
        };
        Error::new(kind, failed.to_string()).with_source(failed)
    }
}
