//! What the requests of all connections share, and how the service is asked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};

use super::ServerLimits;
use super::body::Body;
use super::response;
use crate::error::Error;
use crate::http::{Call, Request, Response, SendStatus, Stream, Transport, TransportError};

pub(super) struct ServerState {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) limits: ServerLimits,
    /// The beginning of URLs.
    pub(super) origin: String,
    /// Passed to every handler. Its token is cancelled when stopping takes too long.
    pub(super) call: Call,
    /// For requests that handler threads answer, and for those that wait for such a thread.
    pub(super) places: Arc<Semaphore>,
    /// Bytes left for the bodies of all requests.
    pub(super) body_memory: Arc<Semaphore>,
}

impl ServerState {
    pub(super) fn reject_early(&self, head: &Request) -> Option<Response> {
        let asked = catch_unwind(AssertUnwindSafe(|| self.transport.reject_early(head)));
        asked.unwrap_or_else(|_| Some(response::failed()))
    }

    pub(super) fn is_brief(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.transport.is_brief(request))).unwrap_or_default()
    }

    pub(super) fn accepts_stream(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.transport.accepts_stream(request))).unwrap_or_default()
    }

    pub(super) fn send_stream(&self, request: Request, body: Stream<'_>) -> Response {
        self.asked(|| self.transport.send_stream(request, body, &self.call))
    }

    pub(super) fn send(&self, mut request: Request, body: Body) -> Response {
        let Body { bytes, memory } = body;
        request.body = bytes;
        let answer = self.asked(|| self.transport.send(request, &self.call));
        drop(memory);
        answer
    }

    /// Runs `handle` on a handler thread, now or when one is free; `None` if too many requests wait already. A request
    /// that still waits when the server stops gets an error.
    pub(super) fn spawn_handler(
        &self,
        handle: impl FnOnce() -> Response + Send + 'static,
    ) -> Option<JoinHandle<Response>> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        Some(spawn_blocking(move || {
            let response = handle();
            drop(place);
            response
        }))
    }

    fn asked(&self, ask: impl FnOnce() -> Result<Response, TransportError>) -> Response {
        match catch_unwind(AssertUnwindSafe(ask)) {
            Ok(Ok(response)) => response,
            Ok(Err(failure)) if failure.send_status() == SendStatus::MaybeSent => {
                response::refusal(&Error::from(failure).in_doubt())
            }
            Ok(Err(failure)) => response::refusal(&failure.into()),
            Err(_) => response::failed(),
        }
    }
}
