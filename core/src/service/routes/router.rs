//! Finds the handler of a request.
//!
//! The table of the interface (`resources/interface.rs`) lists the operations at each path and their parameters. The
//! file of each family has a list `HANDLERS` with a function for each of its operations.

use std::borrow::Cow;
use std::cell::RefCell;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::caller::Caller;
use super::context::RequestContext;
use super::failures;
use super::refusals::{no_such_path, not_found, not_served, wrong_method};
use super::reply::{self, Handler, Handlers, Reply};
use super::{
    containers, custom_field_definitions, custom_fields, documents, email_submissions, files, locations, parties,
    payload, push, search, shipments, shipping_lines, tracking_requests, webhook_notifications, webhooks,
};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Call, Method, Request, Response};
use crate::jsonapi::{Query, Resource, media};
use crate::rate_limit_policy;
use crate::resources::{ANNOUNCE_FILE, Container, ContainerId, DIRECT_UPLOADS, Operation, family_named};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::store_health::mark_committed;
use crate::service::rendering::PREFIX;
use crate::spans::span;

const MAX_BODY: usize = 1024 * 1024;

/// Answers a request. `host` is the caller if the request comes from the host program; other requests need an API key.
pub(in crate::service) fn answer(engine: &Engine, host: Option<&Caller>, request: &Request, call: &Call) -> Response {
    if push::serves(request) {
        return push::answer(engine, request);
    }
    if files::serves(request) {
        return files::answer(engine, request);
    }
    // A handler commits a write, and then reads what it returns.
    let mut account = None;
    let mut limits = None;
    let answered = mark_committed(|| {
        engine.check_open()?;
        match host {
            Some(caller) => take_turn_and_route(engine, caller, request, call),
            None => {
                let caller = Caller::authenticate(engine, request)?;
                account = Some(caller.account.clone());
                limits = Some(caller.limits(engine));
                caller.count_request(engine, request)?;
                caller.check_permission(request)?;
                take_turn_and_route(engine, &caller, request, call)
            }
        }
    });
    let response = answered.map(Reply::into_response).unwrap_or_else(|error| {
        // Only the host program sees internal details. Its calls return the error, so the log has no line for it.
        match host {
            Some(_) => reply::refusal(error.render_in_full()),
            None => failures::refused(engine, || account, &failures::description(request), &error),
        }
    });
    match limits {
        Some(limits) => response.header(rate_limit_policy::FIELD, rate_limit_policy::write(&limits)),
        None => response,
    }
}

fn take_turn_and_route(engine: &Engine, caller: &Caller, request: &Request, call: &Call) -> Result<Reply> {
    // The thread that reads all connections of a server answers brief requests, so they must not wait.
    let is_listing = request.method == Method::Get && !is_brief(request);
    let _turn = is_listing.then(|| engine.read_turns.take());
    route(engine, caller, request, call)
}

/// Rejects a request with an invalid API key or an unknown subscription before its body is read.
pub(in crate::service) fn reject_early(engine: &Engine, head: &Request) -> Option<Response> {
    if push::serves(head) {
        return push::reject_early(engine, head);
    }
    if files::serves(head) {
        return files::reject_early(engine, head);
    }
    let accepted = engine.check_open().and_then(|()| Caller::authenticate(engine, head));
    accepted.err().map(|error| reply::refusal(error.render()))
}

/// A number that all requests of an account have in common; 0 if the account is unknown.
pub(in crate::service) fn account_number(engine: &Engine, head: &Request) -> u128 {
    let account = if push::serves(head) {
        push::account(engine, head)
    } else if files::serves(head) {
        files::account(engine, head)
    } else {
        Caller::account_of(engine, head)
    };
    account.and_then(|account| account.uuid()).unwrap_or_default().as_u128()
}

/// Whether answering takes only a few reads by key: for a single resource without related ones. Not for listings, and
/// not for email submissions, which have a long body.
pub(in crate::service) fn is_brief(request: &Request) -> bool {
    const FAMILIES: [&str; 5] = ["tracking_requests", "tracking_request", "shipments", "containers", "webhooks"];
    let is_single = |segments: Vec<Cow<'_, str>>| segments.len() == 2 && FAMILIES.contains(&&*segments[0]);
    request.method == Method::Get && request.query().is_empty() && segments(request.path()).is_ok_and(is_single)
}

fn route(engine: &Engine, caller: &Caller, request: &Request, call: &Call) -> Result<Reply> {
    let query = Query::parse(request.query());
    let context = |operation, arguments, query| RequestContext {
        engine,
        account: &caller.account,
        is_host: caller.is_host(),
        read_only: caller.read_only,
        request,
        operation,
        arguments,
        query,
        call,
        warnings: RefCell::default(),
        raw_events: RefCell::default(),
    };
    if request.path() == DIRECT_UPLOADS {
        if request.method != Method::Post {
            return Err(wrong_method(request.method, &[ANNOUNCE_FILE.method]));
        }
        check_body(request)?;
        return files::announce(&context(ANNOUNCE_FILE, Vec::new(), query));
    }
    let segments = segments(request.path())?;
    let segments: Vec<&str> = segments.iter().map(|segment| &**segment).collect();
    let &[family, ref rest @ ..] = segments.as_slice() else { return Err(no_such_path()) };
    // The hosted service documents one path in the singular.
    let family = if family == "tracking_request" { "tracking_requests" } else { family };
    let id_is_in_body = family == "containers" && rest.is_empty();
    if id_is_in_body && request.method == Method::Patch {
        check_body(request)?;
        return route(engine, caller, &with_id_in_path(request)?, call);
    }
    let operations: Vec<_> = family_named(family).ok_or_else(no_such_path)?.operations_at(rest).collect();
    let operation = operations.iter().find(|known| known.method == request.method.as_str());
    if let Some(operation) = operation {
        check_served(operation, &query)?;
    }
    check_body(request)?;
    let operation = operation.ok_or_else(|| no_such_operation(request.method, &operations, id_is_in_body))?;
    let context = context(operation, operation.arguments_in(rest), query);
    let _span = span!("service_request", family = family, operation = operation.name);
    // Paged operations check the query themselves, to report its problems together with those of the page and the
    // filters.
    if operation.paging.is_empty() {
        context.check_query()?;
    }
    handler(family, operation).ok_or(ErrorKind::Internal)?(&context)
}

fn check_served(operation: &Operation, query: &Query) -> Result<()> {
    if let Some(why) = operation.not_served() {
        return Err(not_served(why, None));
    }
    let used = operation.parameters.iter().filter(|known| query.get(known.name).is_some());
    used.filter_map(|known| Some((known.not_served?, known.name)))
        .try_for_each(|(why, name)| Err(not_served(why, Some(name))))
}

fn no_such_operation(method: Method, operations: &[&Operation], has_patch: bool) -> Error {
    let served = operations.iter().filter(|known| known.not_served().is_none());
    match &*served.map(|known| known.method).chain(has_patch.then_some("PATCH")).collect::<Vec<_>>() {
        [] => no_such_path(),
        methods => wrong_method(method, methods),
    }
}

/// The same update of a container with its id in the path. The hosted service documents it with the id in the body only.
fn with_id_in_path(request: &Request) -> Result<Request> {
    const PLACE: &str = "/data/id";
    let document = payload::document(request)?;
    let id = document.get("data").and_then(|data| data.get("id")).and_then(Value::as_str).unwrap_or_default();
    if id.is_empty() {
        return Err(Error::blank(PLACE, "id can't be blank: name the container in the body, or in the path"));
    }
    let id = ContainerId::new(id);
    let id = id.uuid().ok_or_else(|| not_found(Container::TYPE, &id))?;
    let path = format!("{}{}/{id}", request.origin(), request.path().trim_end_matches('/'));
    let url = if request.query().is_empty() { path } else { format!("{path}?{}", request.query()) };
    Ok(Request { url, ..request.clone() })
}

fn handler(family: &str, operation: &Operation) -> Option<Handler> {
    handlers(family).iter().find(|(name, _)| *name == operation.name).map(|(_, handler)| *handler)
}

fn handlers(family: &str) -> Handlers {
    match family {
        "containers" => containers::HANDLERS,
        "custom_field_definitions" => custom_field_definitions::HANDLERS,
        "custom_fields" => custom_fields::HANDLERS,
        "document_schemas" => documents::SCHEMA_HANDLERS,
        "documents" => documents::HANDLERS,
        "email_submissions" => email_submissions::HANDLERS,
        "metro_areas" => locations::METRO_AREA_HANDLERS,
        "parties" => parties::HANDLERS,
        "ports" => locations::PORT_HANDLERS,
        "search" => search::HANDLERS,
        "shipments" => shipments::HANDLERS,
        "shipping_lines" => shipping_lines::HANDLERS,
        "terminals" => locations::TERMINAL_HANDLERS,
        "tracking_requests" => tracking_requests::HANDLERS,
        "vessels" => locations::VESSEL_HANDLERS,
        "webhook_notifications" => webhook_notifications::HANDLERS,
        "webhooks" => webhooks::HANDLERS,
        _ => &[],
    }
}

/// The decoded segments of a path. Each is decoded separately, because an encoded slash or dot is part of an id.
fn segments(path: &str) -> Result<Vec<Cow<'_, str>>> {
    let rest = path.strip_prefix(PREFIX).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = rest.ok_or_else(|| {
        Error::new(ErrorKind::NotFound, format!("the API is under {PREFIX}: add {PREFIX} to the base URL"))
    })?;
    let segments = rest.split('/').filter(|segment| !segment.is_empty());
    // A segment that is not UTF-8 cannot be an id.
    segments.map(|segment| percent_decode_str(segment).decode_utf8().map_err(|_| no_such_path())).collect()
}

/// Checks the size and the media type of the body. The errors have the status 413 and 415.
fn check_body(request: &Request) -> Result<()> {
    if request.body.is_empty() {
        return Ok(());
    }
    if request.body.len() > MAX_BODY {
        return Err(Error::new(ErrorKind::TooLarge, format!("a body can have at most {MAX_BODY} bytes")));
    }
    match request.headers.get("Content-Type") {
        Some(found) if media::is_accepted(found) => Ok(()),
        found => {
            let detail = match found.and_then(media::unsupported_parameter) {
                Some(parameter) => {
                    format!("the Content-Type cannot have the parameter {parameter}; send {} in UTF-8", media::JSON_API)
                }
                None => match found {
                    Some(found) => format!("send {} (or {}), not {}", media::JSON_API, media::JSON, Quoted(found)),
                    None => format!("the request has no Content-Type; send {}", media::JSON_API),
                },
            };
            Err(Error::new(ErrorKind::UnsupportedMediaType, detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::INTERFACE;

    #[test]
    fn every_served_operation_has_exactly_one_handler() {
        for family in INTERFACE {
            let served = family.operations.iter().filter(|known| known.not_served().is_none());
            let mut served: Vec<_> = served.map(|known| known.name).collect();
            let mut handled: Vec<_> = handlers(family.name).iter().map(|(name, _)| *name).collect();
            served.sort_unstable();
            handled.sort_unstable();
            assert_eq!(served, handled, "{}", family.name);
        }
    }
}
