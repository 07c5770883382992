//! Receives callbacks of carriers and other sources at `/push`. They are signed, so no API key is needed.
//!
//! `POST /push` accepts callbacks with the id of a subscription in the header `Subscription-ID`, and `POST /push/ID`
//! callbacks of the subscription with this id. `GET` and `HEAD` are answered for carriers that test the URL before
//! they subscribe.

use super::failures;
use super::refusals::{no_such_path, wrong_method};
use super::reply;
use crate::decoders::push::SUBSCRIPTION_ID;
use crate::error::{Error, ErrorKind, ErrorObject, Result};
use crate::http::{Headers, Method, Request, Response};
use crate::resources::AccountId;
use crate::service::engine::base::engine::Engine;

const PATH: &str = "/push";

/// The id of a subscription in the path, or empty; `None` for other paths.
fn id_in_path(path: &str) -> Option<&str> {
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

pub(super) fn serves(request: &Request) -> bool {
    id_in_path(request.path()).is_some()
}

pub(super) fn answer(engine: &Engine, request: &Request) -> Response {
    let answered = match request.method {
        Method::Get | Method::Head => Ok(()),
        Method::Post => receive(engine, request),
        other => Err(wrong_method(other, &["GET", "HEAD", "POST"])),
    };
    let failed =
        |error: Error| failures::identified(engine, || account(engine, request), "a callback", &error, refusal(&error));
    answered.map_or_else(failed, |()| Response::new(204))
}

pub(super) fn reject_early(engine: &Engine, head: &Request) -> Option<Response> {
    if head.method != Method::Post {
        return None;
    }
    let accepted = engine.check_open().and_then(|()| engine.account_of_sender(&headers(head)?));
    accepted.err().map(|error| refusal(&error))
}

/// The account of the subscription; `None` if the subscription is unknown.
pub(super) fn account(engine: &Engine, head: &Request) -> Option<AccountId> {
    engine.account_of_sender(&headers(head).ok()?).ok()?
}

fn receive(engine: &Engine, request: &Request) -> Result<()> {
    engine.check_open()?;
    let pushed = engine.receive_push(&headers(request)?, &request.body)?;
    for problem in pushed.problems {
        // This is not an error, because the sender cannot fix it, and would send the same callback again and again.
        let message =
            format!("a part of a callback of the subscription {} was ignored: {problem}", pushed.subscription);
        engine.report_trouble(Some(&pushed.account), &Error::new(ErrorKind::Invalid, message));
    }
    Ok(())
}

/// The headers of the request, with the subscription in the path as `Subscription-ID`.
fn headers(request: &Request) -> Result<Headers> {
    let named = id_in_path(request.path()).ok_or_else(no_such_path)?;
    let mut headers = request.headers.clone();
    if !named.is_empty() {
        headers.set(SUBSCRIPTION_ID, named);
    }
    Ok(headers)
}

/// Renders an error. Unlike for API keys, it includes the reason why a signature is wrong.
fn refusal(error: &Error) -> Response {
    if error.kind() != ErrorKind::Signature {
        return reply::refusal(error.render());
    }
    let kind = ErrorKind::Unauthorized;
    let object = ErrorObject::new(kind.title()).with_code(error.code().unwrap_or("wrong_signature"));
    let object = object.with_detail(error.message());
    reply::refusal(Error::new(kind, error.message().to_owned()).with_objects(vec![object]).render())
}
