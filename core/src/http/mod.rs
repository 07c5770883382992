//! The transport port: one request, one answer, as plain values.
//!
//! The client speaks through it, the service implements it, and the service's own deliveries go out through it.

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
mod message;
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

internals! {
    use message::{is_field_name, retry_after};
}

/// Carries one request to the other side and brings back its answer.
///
/// An answer of any status is an answer: only a request without one is an error. Implementations never follow
/// redirects, never retry, and never send a credential anywhere but where the request's URL points.
pub trait Transport: Send + Sync {
    /// Sends `request` and waits for the whole answer, within the limits of `call`.
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError>;

    /// Sends `request` with a body that is read while it is sent; its own is empty. Everything else is as with
    /// [`send`](Self::send), but that sending may take as long as it gets on, and for a body that fails or ends early no
    /// whole request is sent. A transport that hands requests on as a whole refuses, before anything is read.
    fn send_stream(&self, _: Request, _: Stream<'_>, _: &Call) -> Result<Response, TransportError> {
        let problem = "this transport sends no body that is read while it is sent";
        Err(TransportError::new(Failure::Malformed, ExchangePhase::Prepare, problem))
    }

    /// Whether `call` may reach the host of `url`, as far as that can be told without connecting:
    /// [`Refused`](Failure::Refused) when its egress rule refuses every address the host has, a failure while
    /// [looking it up](ExchangePhase::Resolve) when it has none just now, and [`Busy`](Failure::Busy) at once when too many names
    /// are being looked up. A transport that connects to nobody has nothing to refuse.
    fn check(&self, _url: &str, _call: &Call) -> Result<(), TransportError> {
        Ok(())
    }

    /// Looks at a request whose body has not been read yet. An answer ends it there, and nothing of the body is read.
    fn reject_early(&self, _head: &Request) -> Option<Response> {
        None
    }

    /// Whether the body of this request, which has not been read yet, is taken with
    /// [`send_stream`](Self::send_stream), however long it is.
    fn accepts_stream(&self, _head: &Request) -> bool {
        false
    }

    /// Whether answering this request takes no longer than handing it to another thread. A server answers such a
    /// request on the thread that reads and writes all its connections.
    fn is_brief(&self, _request: &Request) -> bool {
        false
    }

    /// Whether the other side is a service in this process, which does its due work while time [passes](Self::pause) here.
    fn is_embedded(&self) -> bool {
        false
    }

    /// Lets time pass until `until`. An embedded service does its due work meanwhile.
    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled>;
}
