//! Answers one request.

use std::convert::Infallible;
use std::sync::Arc;

use hyper::body::{Body as _, Incoming};
use hyper::http::request::Parts;

use super::body::{self, Body};
use super::connection_state::SharedState;
use super::response::{self, HyperResponse};
use super::response_body::PieceBody;
use super::state::{Answer, ServerState};
use super::{request, stream};
use crate::clock::{Clock as _, SystemClock};
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
    let (account, answer) = match is_ambiguous {
        true => (0, Answer::Whole(ambiguous(), None)),
        false => respond(&server, &state, &parts, &mut incoming).await,
    };
    let is_unread = is_ambiguous || !incoming.is_end_stream();
    let closes = is_unread || body_length.is_none();
    let mut response = match answer {
        Answer::Whole(response, unread) => {
            state.lock().answered(is_unread);
            response::write(response, closes, unread)
        }
        Answer::Pieces(response, source) => {
            let body = PieceBody::new(Arc::clone(&server.handlers), account, source, (state, is_unread));
            response::write_with(response, body, closes)
        }
    };
    response::set_date(&mut response, SystemClock::new().now());
    Ok(response)
}

/// Returns the account of the request and the answer.
async fn respond(
    server: &Arc<ServerState>,
    state: &SharedState,
    parts: &Parts,
    incoming: &mut Incoming,
) -> (u128, Answer) {
    let refused = |response| (0, Answer::Whole(response, None));
    let request = match request::read(parts, &server.origin) {
        Ok(request) => request,
        Err(error) => return refused(response::refusal(&error)),
    };
    if !request::is_expectation_met(&parts.headers) {
        return refused(response::unmet_expectation());
    }
    if !incoming.is_end_stream()
        && let Some(refusal) = server.reject_early(&request)
    {
        return refused(refusal);
    }
    let account = server.account_number(&request);
    state.lock().belongs_to(account);
    if server.accepts_stream(&request) {
        // Its minimum speed limits how long it takes.
        return (account, Answer::Whole(stream::respond(server, account, request, incoming).await, None));
    }
    if !incoming.is_end_stream() {
        state.lock().begin_waiting(state.now());
    }
    let body = body::read(incoming, &server.limits, &server.body_memory, account).await;
    state.lock().end_waiting();
    let answer = match body {
        Err(failure) => Answer::Whole(response::body_error(failure), None),
        Ok(body) if server.is_brief(&request) && server.handlers.allows_brief(account) => {
            server.answer_at_once(account, request, body)
        }
        Ok(body) => answer_on_handler(server, (account, state), request, body).await,
    };
    (account, answer)
}

async fn answer_on_handler(
    server: &Arc<ServerState>,
    (account, state): (u128, &SharedState),
    request: Request,
    body: Body,
) -> Answer {
    let handler = Arc::clone(server);
    match server.handlers.run(account, false, move || handler.answer(account, request, body)).await {
        Ok(answer) => answer,
        Err(_) => {
            state.lock().begin_waiting(state.now());
            Answer::Whole(server.busy(account).await, None)
        }
    }
}

fn ambiguous() -> Response {
    response::refusal(&Error::new(ErrorKind::BadRequest, "the length of the request is ambiguous"))
}
