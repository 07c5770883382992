//! Where carriers and the host's own sources send to, beside the interface: no key is asked for, for what comes is signed.
//!
//! `POST /push` takes callbacks whose `Subscription-ID` says which subscription they are of, `POST /push/ID` those of the subscription
//! with our id ID. `GET` and `HEAD` answer carriers that look whether somebody is there before they subscribe.

use super::refusals::{no_such_path, wrong_method};
use super::reply;
use crate::decoders::push::SUBSCRIPTION_ID;
use crate::error::{Error, ErrorKind, ErrorObject, Result};
use crate::http::{Headers, Method, Request, Response};
use crate::service::engine::base::engine::Engine;

const PATH: &str = "/push";

/// Empty, or the id of a subscription. `None` for other paths.
fn behind(path: &str) -> Option<&str> {
    let rest = path.strip_prefix(PATH)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

pub(super) fn serves(request: &Request) -> bool {
    behind(request.path()).is_some()
}

pub(super) fn answer(engine: &Engine, request: &Request) -> Response {
    let answered = match request.method {
        Method::Get | Method::Head => Ok(()),
        Method::Post => receive(engine, request),
        other => Err(wrong_method(other, &["GET", "HEAD", "POST"])),
    };
    answered.map_or_else(|error| refusal(&error), |()| Response::new(204))
}

pub(super) fn reject_early(engine: &Engine, head: &Request) -> Option<Response> {
    if head.method != Method::Post {
        return None;
    }
    let known = engine.check_open().and_then(|()| engine.check_sender(&headers(head)?));
    known.err().map(|error| refusal(&error))
}

fn receive(engine: &Engine, request: &Request) -> Result<()> {
    engine.check_open()?;
    let pushed = engine.receive_push(&headers(request)?, &request.body)?;
    for problem in pushed.problems {
        // The sender cannot mend it, and would send the same for ever.
        let told = format!("something that came by the subscription {} was left out: {problem}", pushed.subscription);
        engine.report_trouble(&Error::new(ErrorKind::Invalid, told));
    }
    Ok(())
}

/// Adds the subscription of the path if no header field names one.
fn headers(request: &Request) -> Result<Headers> {
    let named = behind(request.path()).ok_or_else(no_such_path)?;
    let mut headers = request.headers.clone();
    if !named.is_empty() {
        headers.set(SUBSCRIPTION_ID, named);
    }
    Ok(headers)
}

/// Gives the reason: that a signature is wrong is no secret.
fn refusal(error: &Error) -> Response {
    if error.kind() != ErrorKind::Signature {
        return reply::refusal(error.render());
    }
    let kind = ErrorKind::Unauthorized;
    let object = ErrorObject::new(kind.title()).with_code(error.code().unwrap_or("wrong_signature"));
    let object = object.with_detail(error.message());
    reply::refusal(Error::new(kind, error.message().to_owned()).with_objects(vec![object]).render())
}
