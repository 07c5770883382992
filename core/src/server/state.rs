//! The state that all connections share, and calls of the service.

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
    /// The start of URLs.
    pub(super) origin: String,
    /// The call options of every request. The token is cancelled if stopping takes too long.
    pub(super) call: Call,
    /// Permits for requests on handler threads, and for those that wait for such a thread.
    pub(super) queue: Arc<Semaphore>,
    /// Permits for the bytes of all bodies.
    pub(super) body_memory: Arc<Semaphore>,
}

impl ServerState {
    pub(super) fn reject_early(&self, head: &Request) -> Option<Response> {
        let answered = catch_unwind(AssertUnwindSafe(|| self.transport.reject_early(head)));
        answered.unwrap_or_else(|_| Some(response::failed()))
    }

    pub(super) fn is_brief(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.transport.is_brief(request))).unwrap_or_default()
    }

    pub(super) fn accepts_stream(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.transport.accepts_stream(request))).unwrap_or_default()
    }

    pub(super) fn send_stream(&self, request: Request, body: Stream<'_>) -> Response {
        self.call_transport(|| self.transport.send_stream(request, body, &self.call))
    }

    pub(super) fn send(&self, mut request: Request, body: Body) -> Response {
        let Body { bytes, memory } = body;
        request.body = bytes;
        let answer = self.call_transport(|| self.transport.send(request, &self.call));
        drop(memory);
        answer
    }

    /// Runs `handle` on a handler thread, as soon as one is free; `None` if too many requests are waiting. A request
    /// that still waits when the server stops gets an error.
    pub(super) fn spawn_handler(
        &self,
        handle: impl FnOnce() -> Response + Send + 'static,
    ) -> Option<JoinHandle<Response>> {
        let permit = Arc::clone(&self.queue).try_acquire_owned().ok()?;
        Some(spawn_blocking(move || {
            let response = handle();
            drop(permit);
            response
        }))
    }

    fn call_transport(&self, call: impl FnOnce() -> Result<Response, TransportError>) -> Response {
        match catch_unwind(AssertUnwindSafe(call)) {
            Ok(Ok(response)) => response,
            Ok(Err(failure)) if failure.send_status() == SendStatus::MaybeSent => {
                response::refusal(&Error::from(failure).in_doubt())
            }
            Ok(Err(failure)) => response::refusal(&failure.into()),
            Err(_) => response::failed(),
        }
    }
}
