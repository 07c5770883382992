//! Access control of a simulated carrier: required header fields, and access tokens for client credentials (OAuth 2).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde_json::json;

use crate::http::{Request, Response};
use crate::time::{saturating_add, time_delta};

/// The access control of a simulated carrier.
#[derive(Clone)]
pub struct Access {
    headers: Vec<(String, String)>,
    credentials: Option<(String, String)>,
    /// The lifetime in the token response.
    stated_lifetime: Duration,
    actual_lifetime: Duration,
}

impl Access {
    /// No access control.
    pub fn open() -> Self {
        let hour = Duration::from_secs(3_600);
        Access { headers: Vec::new(), credentials: None, stated_lifetime: hour, actual_lifetime: hour }
    }

    /// Requires a header field with this value.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Requires an access token for these client credentials. A POST to a path that ends with `token` returns a token; it needs the
    /// credentials in its form or as `Basic` authorization, and the required header fields.
    pub fn client_credentials(mut self, id: impl Into<String>, secret: impl Into<String>) -> Self {
        self.credentials = Some((id.into(), secret.into()));
        self
    }

    /// Sets the lifetime that token responses state, and the actual lifetime. A shorter actual lifetime simulates early expiry.
    pub fn token_lifetimes(mut self, stated: Duration, actual: Duration) -> Self {
        (self.stated_lifetime, self.actual_lifetime) = (stated, actual);
        self
    }
}

impl Default for Access {
    fn default() -> Self {
        Access::open()
    }
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&String> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Access").field("headers", &names).field("has_tokens", &self.credentials.is_some()).finish()
    }
}

#[derive(Debug)]
pub(super) struct Gate {
    access: Access,
    tokens: Mutex<Tokens>,
}

#[derive(Debug, Default)]
struct Tokens {
    issued: u64,
    valid_until: HashMap<String, DateTime<Utc>>,
}

impl Gate {
    pub fn new(access: Access) -> Self {
        Gate { access, tokens: Mutex::default() }
    }

    fn tokens(&self) -> MutexGuard<'_, Tokens> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of issued tokens.
    pub fn issued(&self) -> u64 {
        self.tokens().issued
    }

    /// Invalidates all issued tokens.
    pub fn expire_all(&self) {
        self.tokens().valid_until.clear();
    }

    /// Returns why the request is refused; `None` if it is allowed.
    pub fn refusal(&self, request: &Request, now: DateTime<Utc>) -> Option<&'static str> {
        if let Some(reason) = self.lacks_header(request) {
            return Some(reason);
        }
        self.access.credentials.as_ref()?;
        let sent = request.headers.get("Authorization").and_then(|value| value.strip_prefix("Bearer "));
        let Some(token) = sent else { return Some("an access token is missing") };
        match self.tokens().valid_until.get(token) {
            Some(until) if now < *until => None,
            Some(_) => Some("the access token has expired"),
            None => Some("the access token is not valid"),
        }
    }

    fn lacks_header(&self, request: &Request) -> Option<&'static str> {
        let has = |(name, value): &(String, String)| request.headers.get(name).is_some_and(|sent| sent == value);
        (!self.access.headers.iter().all(has)).then_some("a key is missing or wrong")
    }

    /// Answers a token request.
    pub fn token(&self, request: &Request, now: DateTime<Utc>) -> Response {
        let refused = |status: u16, error: &str| {
            Response::new(status).body("application/json", json!({ "error": error }).to_string())
        };
        let Some((id, secret)) = &self.access.credentials else { return refused(404, "not_found") };
        if self.lacks_header(request).is_some() {
            return refused(401, "invalid_client");
        }
        let form: HashMap<String, String> = form_urlencoded::parse(&request.body).into_owned().collect();
        if form.get("grant_type").map(String::as_str) != Some("client_credentials") {
            return refused(400, "unsupported_grant_type");
        }
        let basic = request.headers.get("Authorization").and_then(|value| value.strip_prefix("Basic "));
        let basic = basic.and_then(|coded| String::from_utf8(STANDARD.decode(coded).ok()?).ok());
        let in_basic = basic.is_some_and(|sent| sent == format!("{id}:{secret}"));
        if !in_basic && (form.get("client_id"), form.get("client_secret")) != (Some(id), Some(secret)) {
            return refused(401, "invalid_client");
        }
        let mut tokens = self.tokens();
        tokens.issued += 1;
        let token = format!("simulated-{}", tokens.issued);
        tokens.valid_until.retain(|_, until| now < *until);
        tokens.valid_until.insert(token.clone(), saturating_add(now, time_delta(self.access.actual_lifetime)));
        let body = json!({ "access_token": token, "token_type": "Bearer", "expires_in": self.access.stated_lifetime.as_secs() });
        Response::new(200).header("Cache-Control", "no-store").body("application/json", body.to_string())
    }
}
