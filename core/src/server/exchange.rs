//! One request and its answer.

use std::convert::Infallible;
use std::sync::Arc;

use hyper::body::{Body as _, Incoming};
use hyper::http::request::Parts;

use super::body::{self, Body};
use super::connection_state::SharedState;
use super::response::{self, HyperResponse};
use super::state::ServerState;
use super::{request, stream};
use crate::error::{Error, ErrorKind};
use crate::http::{Request, Response};

pub(super) async fn exchange(
    site: Arc<ServerState>,
    progress: SharedState,
    request: hyper::Request<Incoming>,
) -> Result<HyperResponse, Infallible> {
    let (parts, mut incoming) = request.into_parts();
    let body_length = incoming.size_hint().exact();
    let length = progress.lock().handed_over(body_length);
    let is_ambiguous = length.is_none_or(|length| length.is_ambiguous(body_length));
    let response = if is_ambiguous { ambiguous() } else { respond(&site, &parts, &mut incoming).await };
    let is_unread = is_ambiguous || !incoming.is_end_stream();
    progress.lock().answered(is_unread);
    Ok(response::write(response, is_unread || body_length.is_none()))
}

async fn respond(site: &Arc<ServerState>, parts: &Parts, incoming: &mut Incoming) -> Response {
    let request = match request::read(parts, &site.origin) {
        Ok(request) => request,
        Err(error) => return response::refusal(&error),
    };
    if !request::is_expectation_met(&parts.headers) {
        return response::unmet_expectation();
    }
    if !incoming.is_end_stream()
        && let Some(refusal) = site.reject_early(&request)
    {
        return refusal;
    }
    if site.accepts_stream(&request) {
        return stream::respond(site, request, incoming).await;
    }
    match body::read(incoming, &site.limits, &site.body_memory).await {
        Err(failure) => response::no_body(failure),
        Ok(body) if site.is_brief(&request) => site.send(request, body),
        Ok(body) => send_on_handler(site, request, body).await,
    }
}

async fn send_on_handler(site: &Arc<ServerState>, request: Request, body: Body) -> Response {
    let handler = Arc::clone(site);
    match site.spawn_handler(move || handler.send(request, body)) {
        Some(response) => response.await.unwrap_or_else(|_| response::busy()),
        None => response::busy(),
    }
}

fn ambiguous() -> Response {
    response::refusal(&Error::new(ErrorKind::BadRequest, "the length of the request can be read in two ways"))
}
