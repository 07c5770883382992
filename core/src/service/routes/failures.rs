//! Requests that fail because of the service: each has an id in its response and in the log.

use super::reply;
use crate::error::{Error, ErrorKind};
use crate::http::{Request, Response};
use crate::resources::AccountId;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::log_entry::LogEntry;
use crate::service::engine::base::log_line::LogLevel;

const REQUEST_ID: &str = "X-Request-Id";

/// The response to a request that failed; see [`identified`].
pub(super) fn refused(
    engine: &Engine,
    account: impl FnOnce() -> Option<AccountId>,
    what: &str,
    error: &Error,
) -> Response {
    identified(engine, account, what, error, reply::refusal(error.render()))
}

/// Adds a request id to a response with a status of 500 or above, and writes a line of the log with this id. Failures with the same cause
/// are written once an hour. `what` describes the request, without secrets; `account` finds its account.
pub(super) fn identified(
    engine: &Engine,
    account: impl FnOnce() -> Option<AccountId>,
    what: &str,
    error: &Error,
    response: Response,
) -> Response {
    if response.status < 500 || error.kind() == ErrorKind::Closed {
        return response;
    }
    let id = engine.new_uuid(engine.now()).to_string();
    let level = if response.status == 500 { LogLevel::Error } else { LogLevel::Warn };
    let text = format!("{what} failed with status {}: {error}", response.status);
    engine
        .log(&LogEntry::new(level, ("request", &error.to_string()), text).about(account().as_ref(), Some(id.clone())));
    response.header(REQUEST_ID, id)
}

/// Describes a request of the API. Its query is left out.
pub(super) fn description(request: &Request) -> String {
    format!("{} {}", request.method, request.path())
}
