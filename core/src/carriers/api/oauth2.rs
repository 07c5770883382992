//! Getting a token with client id and secret.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::keys::Keys;
use super::tokens::Got;
use super::way::{Sending, Trace, Way};
use crate::carriers::profiles::{OAuth2, SecretIn};
use crate::carriers::{LookUpFailure, dcsa};
use crate::http::{Call, Method, Request, Response, retry_after};

/// Bytes of an answer with a token.
const MOST_BYTES: usize = 64 << 10;

#[derive(Deserialize)]
struct Answered {
    access_token: String,
    #[serde(default)]
    expires_in: Value,
}

/// Gets a token.
pub(super) fn fetch(
    way: &Way,
    oauth2: &OAuth2,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<Got, LookUpFailure> {
    let (id, secret) = (keys.get("client_id"), keys.get("client_secret"));
    let mut form = vec![("grant_type", "client_credentials")];
    let pair = (oauth2.secret_in == SecretIn::Basic).then(|| {
        let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        STANDARD.encode(format!("{}:{}", encode(id), encode(secret)))
    });
    if pair.is_none() {
        form.extend([("client_id", id), ("client_secret", secret)]);
    }
    if !oauth2.scope.is_empty() {
        form.push(("scope", &oauth2.scope));
    }
    let request = TokenRequest {
        url: &oauth2.token_url,
        form: &form,
        headers: &oauth2.headers,
        authorization: pair.as_ref().map(|pair| format!("Basic {pair}")),
        what: "client_id and client_secret, or what they are asked for with",
        secrets: &pair.as_deref().into_iter().collect::<Vec<_>>(),
    };
    send(way, &request, keys, call, trace)
}

/// What a token service is asked.
pub(super) struct TokenRequest<'r> {
    pub url: &'r str,
    pub form: &'r [(&'r str, &'r str)],
    /// Further header fields, as the profile has them.
    pub headers: &'r BTreeMap<String, String>,
    pub authorization: Option<String>,
    /// What it refuses where it refuses something.
    pub what: &'static str,
    /// What must not be repeated, beside the credentials.
    pub secrets: &'r [&'r str],
}

/// Asks a token service.
pub(super) fn send(
    way: &Way,
    asked: &TokenRequest<'_>,
    keys: &Keys,
    call: &Call,
    trace: &mut Trace,
) -> Result<Got, LookUpFailure> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(asked.form);
    let mut request = Request::new(Method::Post, asked.url)
        .header("Accept", "application/json")
        .body("application/x-www-form-urlencoded", form.finish());
    let mut hidden = keys.set(&mut request, asked.headers);
    hidden.push("Authorization");
    if let Some(authorization) = &asked.authorization {
        request.headers.set("Authorization", authorization.clone());
    }
    let mut secrets = keys.secrets();
    secrets.extend(asked.secrets);
    let sending = Sending { purpose: "token", request, shown: asked.url, hidden, secrets, most_bytes: MOST_BYTES };
    let response = way.send(&sending, call, trace)?;
    read(&response, asked.what, &sending.secrets, way.now())
}

/// The token in an answer, or why there is none.
fn read(response: &Response, refused: &str, secrets: &[&str], now: DateTime<Utc>) -> Result<Got, LookUpFailure> {
    let pause = retry_after(&response.headers, now, dcsa::LONGEST_PAUSE);
    let refused = format!("the token service refuses {refused}");
    let too_often = dcsa::with_pause("a token was asked for too often", pause);
    let (failure, what) = match response.status {
        200..300 => match serde_json::from_slice::<Answered>(&response.body) {
            Ok(answered) if is_token(&answered.access_token) => {
                return Ok(Got { value: answered.access_token, lasts: lasts(&answered.expires_in) });
            }
            // It may hold a token, so nothing of it is repeated.
            _ => return Err(LookUpFailure::Unreadable.because("the token service answered without a token")),
        },
        429 => (LookUpFailure::RateLimited { retry_after: pause }, &*too_often),
        400 | 401 | 403 if dcsa::spent_quota(&response.body).is_some() => {
            (LookUpFailure::RateLimited { retry_after: pause }, &*too_often)
        }
        400 | 401 | 403 => (LookUpFailure::Refused, &*refused),
        408 | 425 | 500..600 => {
            (LookUpFailure::Unreachable { retry_after: pause }, "the token service is out of order")
        }
        _ => (LookUpFailure::Unreadable, "this is no token service: token_url may be wrong"),
    };
    Err(dcsa::because(failure, what, response.status, &response.body, secrets))
}

/// Whether it can stand in a header field.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Seconds, as a number or as text.
fn lasts(told: &Value) -> Option<TimeDelta> {
    let seconds = told.as_f64().or_else(|| told.as_str()?.trim().parse().ok())?;
    let seconds = seconds.is_finite().then_some(seconds.clamp(0.0, 1e9))?;
    #[expect(clippy::cast_possible_truncation, reason = "it was clamped")]
    Some(TimeDelta::seconds(seconds as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(status: u16, body: &str) -> Result<(String, Option<i64>), (&'static str, String)> {
        let response = Response { body: body.into(), ..Response::new(status) };
        let got = read(&response, "client_id", &["s3cr3t"], DateTime::UNIX_EPOCH);
        got.map(|got| (got.value, got.lasts.map(|lasts| lasts.num_seconds())))
            .map_err(|failure| (failure.name(), failure.why().unwrap_or_default().to_owned()))
    }

    #[test]
    fn a_token_is_read_with_how_long_it_lasts() {
        for (expires, seconds) in [
            ("3600", Some(3_600)),
            ("\"7199\"", Some(7_199)),
            ("null", None),
            ("-5", Some(0)),
            ("1e30", Some(1_000_000_000)),
        ] {
            let body = format!(r#"{{"access_token":"abc.def","token_type":"Bearer","expires_in":{expires}}}"#);
            assert_eq!(told(200, &body), Ok(("abc.def".to_owned(), seconds)), "{expires}");
        }
    }

    #[test]
    fn a_refusal_of_the_client_is_never_anything_about_the_number() {
        for (status, body, name, words) in [
            (
                400,
                r#"{"error":"invalid_scope","error_description":"no such scope: tracking"}"#,
                "refused",
                "invalid_scope: no such scope: tracking",
            ),
            (400, r#"{"error":"invalid_client"}"#, "refused", "status 400: invalid_client"),
            (401, r#"{"error_description":"unknown s3cr3t"}"#, "refused", "unknown ***"),
            (403, "", "refused", "client_id"),
            (403, r#"{"message":"Out of call volume quota"}"#, "rate_limited", "too often"),
            (429, "", "rate_limited", "too often"),
            (503, "", "unreachable", "out of order"),
            (404, "<title>No page</title>", "unreadable", "token_url may be wrong"),
            (302, "", "unreadable", "token_url may be wrong"),
            (200, r#"{"access_token":""}"#, "unreadable", "without a token"),
            (200, "{\"access_token\":\"a\\r\\nb\"}", "unreadable", "without a token"),
            (200, "<html>", "unreadable", "without a token"),
        ] {
            let (failure, why) = told(status, body).unwrap_err();
            assert_eq!(failure, name, "{status} {body}");
            assert!(why.contains(words), "{status} {body}: {why}");
        }
    }
}
