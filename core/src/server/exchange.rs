//! One request and its answer.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hyper::body::{Body as _, Incoming};
use hyper::http::request::Parts;
use tokio::sync::oneshot;

use super::ServerLimits;
use super::answer::{self, Answer};
use super::body::{self, Body, BodyMemory};
use super::pool::Pool;
use super::progress::SharedProgress;
use super::request;
use crate::error::{Error, ErrorKind};
use crate::http::{Call, Left, Request, Response, Transport};

/// What the requests of all connections share.
pub(super) struct Site {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) limits: ServerLimits,
    /// What URLs start with.
    pub(super) origin: String,
    /// What every handler is called with. Its token is cancelled when stopping takes too long.
    pub(super) call: Call,
    pub(super) pool: Arc<Pool>,
    pub(super) body_memory: Arc<BodyMemory>,
}

/// Answers `request`. Every failure is an answer too.
pub(super) async fn exchange(
    site: Arc<Site>,
    progress: SharedProgress,
    request: hyper::Request<Incoming>,
) -> Result<Answer, Infallible> {
    let (parts, mut incoming) = request.into_parts();
    let body_length = incoming.size_hint().exact();
    let length = progress.lock().handed_over(body_length);
    let is_ambiguous = length.is_none_or(|length| length.is_ambiguous(body_length));
    let response = if is_ambiguous { ambiguous() } else { respond(&site, &parts, &mut incoming).await };
    let is_unread = is_ambiguous || !incoming.is_end_stream();
    progress.lock().answered(is_unread);
    Ok(answer::write(response, is_unread || body_length.is_none()))
}

async fn respond(site: &Arc<Site>, parts: &Parts, incoming: &mut Incoming) -> Response {
    let request = match request::read(parts, &site.origin) {
        Ok(request) => request,
        Err(error) => return answer::refusal(&error),
    };
    if !request::is_expectation_met(&parts.headers) {
        return answer::unmet_expectation();
    }
    if !incoming.is_end_stream()
        && let Some(refusal) = site.turn_away(&request)
    {
        return refusal;
    }
    match body::read(incoming, &site.limits, &site.body_memory).await {
        Err(failure) => answer::no_body(failure),
        Ok(body) if site.is_brief(&request) => site.send(request, body),
        Ok(body) => send_on_pool(site, request, body).await,
    }
}

async fn send_on_pool(site: &Arc<Site>, request: Request, body: Body) -> Response {
    let (reply, response) = oneshot::channel();
    let handler = Arc::clone(site);
    let job = Box::new(move || drop(reply.send(handler.send(request, body))));
    match site.pool.submit(job) {
        // A reply that never comes was waiting in the queue when the server stopped.
        Ok(()) => response.await.unwrap_or_else(|_| answer::busy()),
        Err(_) => answer::busy(),
    }
}

/// Asks the service. Neither its failure nor its panic is the end of the server.
impl Site {
    fn turn_away(&self, head: &Request) -> Option<Response> {
        let asked = catch_unwind(AssertUnwindSafe(|| self.transport.turn_away(head)));
        asked.unwrap_or_else(|_| Some(answer::failed()))
    }

    fn is_brief(&self, request: &Request) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.transport.is_brief(request))).unwrap_or_default()
    }

    fn send(&self, mut request: Request, body: Body) -> Response {
        let Body { bytes, claim } = body;
        request.body = bytes;
        let sent = catch_unwind(AssertUnwindSafe(|| self.transport.send(request, &self.call)));
        drop(claim);
        match sent {
            Ok(Ok(response)) => response,
            Ok(Err(failure)) if failure.left() == Left::Maybe => answer::refusal(&Error::from(failure).in_doubt()),
            Ok(Err(failure)) => answer::refusal(&failure.into()),
            Err(_) => answer::failed(),
        }
    }
}

fn ambiguous() -> Response {
    answer::refusal(&Error::new(ErrorKind::BadRequest, "the length of the request can be read in two ways"))
}
