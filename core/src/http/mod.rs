//! The transport: sends one request and returns the response, as plain values.
//!
//! The client sends requests through a [`Transport`]. The [`Service`](crate::Service) implements it, and also uses it
//! to send webhook deliveries and requests to carriers. A server passes the requests that it receives to a [`Handler`].

#[cfg(feature = "_net")]
mod agents;
mod call;
#[cfg(feature = "_net")]
mod config;
#[cfg(feature = "_net")]
mod decode;
#[cfg(feature = "_net")]
mod dial;
#[cfg(feature = "_net")]
pub(crate) mod egress;
#[cfg(feature = "_net")]
mod exchange;
mod failure;
#[cfg(feature = "_net")]
mod handshake;
#[cfg(feature = "_net")]
mod local_failure;
mod message;
mod pieces;
#[cfg(all(feature = "_net", feature = "internals"))]
#[doc(hidden)]
pub mod ureq;
#[cfg(all(feature = "_net", not(feature = "internals")))]
pub(crate) mod ureq;
#[cfg(feature = "_net")]
mod workers;

use chrono::{DateTime, Utc};

use crate::clock::{CancelToken, Cancelled};

pub use call::{Call, Egress};
#[cfg(feature = "_net")]
pub use config::Roots;
pub use failure::{ExchangePhase, Failure, SendStatus, TransportError};
#[cfg(feature = "embedded")]
pub(crate) use message::split_url;
pub use message::{Headers, Method, Request, Response, Stream};
pub use pieces::{ResponseInPieces, StreamReceiver, StreamSource};

internals! {
    use message::{is_field_name, retry_after};
}

/// Sends requests and returns responses.
///
/// A response with any status is a success; only a request without a response is an error. Implementations must not
/// follow redirects, must not retry, and must send credentials only to the URL of the request.
pub trait Transport: Send + Sync {
    /// Sends `request` and waits for the complete response, within the limits of `call`.
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError>;

    /// Sends `request`, which has an empty body, with a streamed body. Otherwise like [`send`](Self::send), except
    /// that sending may take as long as bytes are transferred. If the body fails or ends early, the request fails.
    ///
    /// By default this is an error, before anything is read.
    fn send_stream(&self, _: Request, _: Stream<'_>, _: &Call) -> Result<Response, TransportError> {
        let problem = "this transport does not support streamed bodies";
        Err(TransportError::new(Failure::Malformed, ExchangePhase::Prepare, problem))
    }

    /// Checks, without connecting, whether `call` may connect to the host of `url`.
    ///
    /// The error is [`Refused`](Failure::Refused) if the egress rule allows no address of the host, one of the phase
    /// [`Resolve`](ExchangePhase::Resolve) if the host has no address at present, and [`Busy`](Failure::Busy) if too
    /// many names are being looked up. By default it succeeds.
    fn check(&self, _url: &str, _call: &Call) -> Result<(), TransportError> {
        Ok(())
    }

    /// Called before the body of a request is sent. If it returns a response, the body is not sent.
    fn reject_early(&self, _head: &Request) -> Option<Response> {
        None
    }

    /// Whether this is a service in the same process, which processes due work during a [pause](Self::pause).
    fn is_embedded(&self) -> bool {
        false
    }

    /// Waits until `until`. An embedded service processes due work during this time.
    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled>;
}

/// Answers the requests of a [server](crate::server::Server).
pub trait Handler: Send + Sync {
    /// Answers `request`. An error becomes a response with a status of 500 or more, without its text.
    fn answer(&self, request: Request, call: &Call) -> Result<Response, TransportError>;

    /// Called before the body of a request is read. If it returns a response, the body is not read.
    fn reject_early(&self, _head: &Request) -> Option<Response> {
        None
    }

    /// Whether the body of this request, which has not been read yet, may have any length and is passed to
    /// [`receive_stream`](Self::receive_stream).
    fn accepts_stream(&self, _head: &Request) -> bool {
        false
    }

    /// Begins to receive a request that [`accepts_stream`](Self::accepts_stream). The caller passes the `length` bytes of its body to the
    /// receiver. An `Err` is the response, if the body is not needed.
    fn receive_stream(&self, _head: &Request, _length: u64) -> Result<Box<dyn StreamReceiver>, Response> {
        Err(Response::new(501))
    }

    /// Answers a request whose response has a long body: the response without its body, and the source of the body. An `Err` is a complete
    /// response. `None` if [`answer`](Self::answer) must answer the request.
    fn answer_in_pieces(&self, _request: &Request) -> Option<ResponseInPieces> {
        None
    }

    /// A number that all requests of one account have in common. The server divides its threads and memory between accounts by this
    /// number. It must be found quickly. By default, all requests have the same number.
    fn account_number(&self, _head: &Request) -> u128 {
        0
    }

    /// Whether answering this request is faster than passing it to another thread. The server answers such a request on
    /// the thread that reads and writes all connections.
    fn is_brief(&self, _request: &Request) -> bool {
        false
    }
}
