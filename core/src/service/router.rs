//! From a request to the route that answers it.

use super::authority::Authority;
use super::engine::Engine;
use super::reply::{self, Reply};
use super::routes;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Method, Request, Response};
use crate::jsonapi::{Query, media};
use crate::resources::AccountId;

/// The path every resource stands under.
pub(super) const PREFIX: &str = "/v2";

/// Families of the interface that are not served yet.
const NOT_SERVED: [&str; 14] = [
    "custom_field_definitions",
    "custom_fields",
    "document_schemas",
    "events",
    "locations",
    "metro_areas",
    "parties",
    "ports",
    "raw_events",
    "routing",
    "search",
    "terminals",
    "vessels",
    "custom_field_options",
];

/// One request on its way through the service.
pub(super) struct Ask<'a> {
    pub engine: &'a Engine,
    pub account: &'a AccountId,
    pub request: &'a Request,
    pub query: Query,
    pub call: &'a Call,
}

/// Answers a request: of the `host` itself, or of whoever the key in it belongs to.
pub(super) fn answer(engine: &Engine, host: Option<&Authority>, request: &Request, call: &Call) -> Response {
    let answered = match host {
        Some(authority) => route(engine, authority, request, call),
        None => Authority::of(engine, request).and_then(|authority| {
            authority.spend(engine, request)?;
            authority.permit(request)?;
            route(engine, &authority, request, call)
        }),
    };
    answered.map(Reply::into_response).unwrap_or_else(|error| reply::refusal(&error))
}

fn route(engine: &Engine, authority: &Authority, request: &Request, call: &Call) -> Result<Reply> {
    let segments = segments(request.path())?;
    let ask = Ask { engine, account: &authority.account, request, query: Query::parse(request.query()), call };
    let (&[family, ref rest @ ..], method) = (segments.as_slice(), request.method) else {
        return Err(Error::new(ErrorKind::NotFound, "there is no resource at this path"));
    };
    check_media_type(request)?;
    match family {
        // The guide writes the singular, the resource's own link the plural.
        "tracking_requests" | "tracking_request" => routes::tracking_requests::route(&ask, method, rest),
        "shipping_lines" => routes::shipping_lines::route(&ask, method, rest),
        "shipments" => routes::shipments::route(&ask, method, rest),
        "containers" => routes::containers::route(&ask, method, rest),
        "email_submissions" => routes::email_submissions::route(&ask, method, rest),
        "documents" => routes::documents::route(&ask, method, rest),
        "webhooks" => routes::webhooks::route(&ask, method, rest),
        "webhook_notifications" => routes::webhook_notifications::route(&ask, method, rest),
        known if NOT_SERVED.contains(&known) => {
            Err(Error::new(ErrorKind::NotFound, format!("{known} are part of the interface but not served yet")))
        }
        _ => Err(no_such_path()),
    }
}

/// The segments of the path behind the version.
fn segments(path: &str) -> Result<Vec<&str>> {
    let rest = path.strip_prefix(PREFIX).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = rest.ok_or_else(|| {
        Error::new(ErrorKind::NotFound, format!("the interface stands under {PREFIX}; this path does not"))
    })?;
    Ok(rest.split('/').filter(|segment| !segment.is_empty()).collect())
}

/// Refuses a body that is not JSON with 415.
fn check_media_type(request: &Request) -> Result<()> {
    if request.body.is_empty() {
        return Ok(());
    }
    match request.headers.get("Content-Type") {
        Some(found) if media::is_accepted(found) => Ok(()),
        found => {
            let found = found.unwrap_or("none");
            let detail = format!("a body is sent as {} (or {}), not as {found}", media::JSON_API, media::JSON);
            Err(Error::new(ErrorKind::UnsupportedMediaType, detail))
        }
    }
}

/// There is nothing at this path.
pub(super) fn no_such_path() -> Error {
    Error::new(ErrorKind::NotFound, "there is no resource at this path")
}

/// The path takes other methods than this one.
pub(super) fn wrong_method(method: Method, allowed: &[Method]) -> Error {
    let allowed: Vec<&str> = allowed.iter().map(|method| method.as_str()).collect();
    Error::new(
        ErrorKind::MethodNotAllowed,
        format!("{method} is not possible here; possible is {}", allowed.join(", ")),
    )
}

/// The resource is not there, or not this account's: both sound the same.
pub(super) fn not_found(kind: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no such {kind}"))
}
