//! Handler of `POST /webhooks/trigger`, which sends a test notification.

use serde_json::{Value, json};

use super::context::RequestContext;
use super::payload;
use super::problems::combine;
use super::reply::Reply;
use super::webhook_urls::{self, NOT_PUBLIC};
use crate::error::{Error, Quoted, Result};
use crate::http::{ExchangePhase, Failure, Headers, TransportError};
use crate::jsonapi::Members;
use crate::resources::EventName;
use crate::service::engine::notify::test_notifications::{self, TestNotification, TestResult};
use crate::webhooks::SigningSecret;

const LONGEST_SECRET: usize = 1_024;

/// Succeeds even if the receiver rejects the notification: the response reports what it answered.
pub(super) fn trigger(context: &RequestContext<'_>) -> Result<Reply> {
    let body = payload::members(context)?;
    let url = required(&body, "url").and_then(|url| webhook_urls::check_url(context, "/url", url).map(|()| url));
    let (url, event, secret) = combine!(url = url, event = event(&body), secret = secret(&body))?;
    let _under_way = context.engine.test_notification_limit.acquire(context.account)?;
    let limits = test_notifications::limited_call(context.engine, context.account, url, context.call);
    webhook_urls::look_up_within(context, "/url", url, &limits)?;
    let notification = TestNotification { account: context.account, url, event: &event, secret };
    let result = test_notifications::send(context.engine, &notification, &limits, context.call)?;
    Ok(Reply::plain(context, 200, response(url, &result, context.is_host)))
}

fn required<'b>(body: &'b Members, name: &str) -> Result<&'b str> {
    let place = format!("/{name}");
    match body.get(name) {
        None | Some(Value::Null) => Err(Error::blank(&place, format!("{name} can't be blank"))),
        Some(Value::String(text)) if text.trim().is_empty() => {
            Err(Error::blank(&place, format!("{name} can't be blank")))
        }
        Some(Value::String(text)) => Ok(text.trim()),
        Some(_) => Err(Error::invalid(&place, format!("{name} must be text"))),
    }
}

fn event(body: &Members) -> Result<EventName> {
    let name = required(body, "event")?;
    let event = EventName::parse(name);
    match event.is_known() {
        true => Ok(event),
        false => Err(Error::invalid("/event", format!("{} is not an event of the interface", Quoted(name)))),
    }
}

/// Reads the secret. Errors do not contain it.
fn secret(body: &Members) -> Result<Option<SigningSecret>> {
    let refused = |detail: String| Err(Error::invalid("/secret", detail));
    match body.get("secret") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) if text.len() > LONGEST_SECRET => {
            refused(format!("secret can have at most {LONGEST_SECRET} bytes"))
        }
        Some(Value::String(text)) => match SigningSecret::new(text.clone()) {
            Ok(secret) => Ok(Some(secret)),
            Err(problem) => refused(problem.message().to_owned()),
        },
        Some(_) => refused("secret must be text".to_owned()),
    }
}

fn response(url: &str, result: &TestResult, is_host: bool) -> Value {
    let answer = result.answer.as_ref().ok();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "url": url,
        "succeeded": result.succeeded(),
        "error": problem(result, is_host),
        "status_code": answer.map(|answer| answer.status),
        "request_headers": headers(&result.request.headers),
        "request_body": text(&result.request.body),
        "response_headers": answer.map(|answer| headers(&answer.headers)),
        "response_body": answer.map(|answer| text(&answer.body)),
    })
}

/// Why the delivery failed; `None` if it succeeded. Callers other than the host program do not see resolved
/// addresses, which may be internal.
fn problem(result: &TestResult, is_host: bool) -> Option<String> {
    match &result.answer {
        Ok(_) if result.succeeded() => None,
        Ok(answer) => {
            Some(format!("the receiver answered {}; 200, 201, 202 or 204 confirms a delivery", answer.status))
        }
        Err(failed) if !is_host && (failed.failure == Failure::Refused || failed.phase == ExchangePhase::Resolve) => {
            Some(NOT_PUBLIC.to_owned())
        }
        Err(failed) => Some(TransportError::to_string(failed)),
    }
}

fn headers(headers: &Headers) -> Members {
    let mut members = Members::new();
    for (name, value) in headers.iter() {
        let previous = members.get(name).and_then(Value::as_str);
        let value = previous.map_or_else(|| value.to_owned(), |previous| format!("{previous}, {value}"));
        members.insert(name.to_owned(), value.into());
    }
    members
}
