//! Answers one request.

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
    server: Arc<ServerState>,
    state: SharedState,
    request: hyper::Request<Incoming>,
) -> Result<HyperResponse, Infallible> {
    let (parts, mut incoming) = request.into_parts();
    let body_length = incoming.size_hint().exact();
    let length = state.lock().finish_head(body_length);
    let is_ambiguous = length.is_none_or(|length| length.is_ambiguous(body_length));
    let response = if is_ambiguous { ambiguous() } else { respond(&server, &parts, &mut incoming).await };
    let is_unread = is_ambiguous || !incoming.is_end_stream();
    state.lock().answered(is_unread);
    Ok(response::write(response, is_unread || body_length.is_none()))
}

async fn respond(server: &Arc<ServerState>, parts: &Parts, incoming: &mut Incoming) -> Response {
    let request = match request::read(parts, &server.origin) {
        Ok(request) => request,
        Err(error) => return response::refusal(&error),
    };
    if !request::is_expectation_met(&parts.headers) {
        return response::unmet_expectation();
    }
    if !incoming.is_end_stream()
        && let Some(refusal) = server.reject_early(&request)
    {
        return refusal;
    }
    if server.accepts_stream(&request) {
        return stream::respond(server, request, incoming).await;
    }
    match body::read(incoming, &server.limits, &server.body_memory).await {
        Err(failure) => response::body_error(failure),
        Ok(body) if server.is_brief(&request) => server.send(request, body),
        Ok(body) => send_on_handler(server, request, body).await,
    }
}

async fn send_on_handler(server: &Arc<ServerState>, request: Request, body: Body) -> Response {
    let handler = Arc::clone(server);
    match server.spawn_handler(move || handler.send(request, body)) {
        Some(response) => response.await.unwrap_or_else(|_| response::busy()),
        None => response::busy(),
    }
}

fn ambiguous() -> Response {
    response::refusal(&Error::new(ErrorKind::BadRequest, "the length of the request is ambiguous"))
}
