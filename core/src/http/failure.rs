//! Why there is no answer, and whether the request may have been received.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// Whether a request without an answer may have taken effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Not a byte of it left this machine: it can be sent again safely.
    No,
    /// It may have arrived.
    Maybe,
}

/// How far the exchange had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Before anything was tried: a malformed URL, a cancelled call.
    Prepare,
    /// Looking up the host's address.
    Resolve,
    /// Opening the connection.
    Connect,
    /// Agreeing on TLS.
    Handshake,
    /// Sending the request.
    Send,
    /// Waiting for the answer's head.
    Receive,
    /// Reading the answer's body.
    Body,
}

impl Phase {
    fn doing(self) -> &'static str {
        match self {
            Phase::Prepare => "preparing the request",
            Phase::Resolve => "looking up the host",
            Phase::Connect => "connecting",
            Phase::Handshake => "agreeing on TLS",
            Phase::Send => "sending the request",
            Phase::Receive => "waiting for the answer",
            Phase::Body => "reading the answer",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.doing())
    }
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
pub struct TransportError {
    /// What stopped it.
    pub failure: Failure,
    /// How far it had come.
    pub phase: Phase,
    /// A sentence for a person; holds no secret.
    pub message: String,
}

impl TransportError {
    /// A failure in a phase, with a sentence for a person.
    pub fn new(failure: Failure, phase: Phase, message: impl Into<String>) -> Self {
        TransportError { failure, phase, message: message.into() }
    }

    /// Whether the request may have reached the other side: it may from the moment sending began.
    pub fn left(&self) -> Left {
        match self.phase {
            Phase::Prepare | Phase::Resolve | Phase::Connect | Phase::Handshake => Left::No,
            Phase::Send | Phase::Receive | Phase::Body => Left::Maybe,
        }
    }
}

impl From<TransportError> for Error {
    fn from(failed: TransportError) -> Self {
        let kind = match (failed.failure, failed.left()) {
            (Failure::Cancelled, _) => ErrorKind::Cancelled,
            (Failure::Timeout, _) => ErrorKind::Timeout,
            (Failure::Refused, _) => ErrorKind::EgressRefused,
            (Failure::Busy, _) => ErrorKind::Unavailable,
            (Failure::TooLarge, _) => ErrorKind::TooLarge,
            (Failure::Protocol, _) => ErrorKind::UnexpectedResponse,
            (Failure::Malformed, _) => ErrorKind::Invalid,
            (Failure::Io, Left::No) => ErrorKind::Connect,
            (Failure::Io, Left::Maybe) => ErrorKind::Connection,
        };
        Error::new(kind, failed.to_string()).with_source(failed)
    }
}
