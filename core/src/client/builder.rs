//! Configures a client.

use std::env::VarError;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::base_url::BaseUrl;
use super::gate::Gate;
use super::key::{ApiKey, KeyHolder};
use super::observer::CallObserver;
use super::retry::{RetryBudget, RetryPolicy};
use super::{Client, Shared};
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Call, Roots, Transport, is_field_name};
use crate::ids::{Entropy, SystemEntropy};
use crate::limits::{Bucket, RateLimits};

const RESERVED: [&str; 12] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Builds a [`Client`]. Everything except the base URL and the API key has a default.
#[derive(Clone)]
pub struct ClientBuilder {
    base_url: Option<String>,
    api_key: Option<String>,
    /// Names of the settings that base URL and API key came from, for errors.
    names: [&'static str; 2],
    pub(super) allow_insecure: bool,
    pub(super) timeout: Option<Duration>,
    pub(super) retries: RetryPolicy,
    /// `None` to follow what the service reports.
    limits: Option<RateLimits>,
    pub(super) user_agent: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body_limit: usize,
    pub(super) observer: Option<Arc<dyn CallObserver>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(crate) connect_timeout: Duration,
    pub(crate) proxy: Option<String>,
    pub(crate) roots: Roots,
}

impl Default for ClientBuilder {
    fn default() -> Self {
        ClientBuilder {
            base_url: None,
            api_key: None,
            names: ["base_url", "api_key"],
            allow_insecure: false,
            timeout: None,
            retries: RetryPolicy::default(),
            limits: None,
            user_agent: concat!("shiptrack/", env!("CARGO_PKG_VERSION")).to_owned(),
            headers: Vec::new(),
            body_limit: Call::BODY_LIMIT,
            observer: None,
            clock: Arc::new(SystemClock::new()),
            entropy: Arc::new(SystemEntropy),
            connect_timeout: Duration::from_secs(10),
            proxy: None,
            roots: Roots::default(),
        }
    }
}

impl ClientBuilder {
    /// The environment variable that holds the base URL.
    pub const BASE_URL_VARIABLE: &str = "SHIPTRACK_BASE_URL";

    /// The environment variable that holds the API key.
    pub const API_KEY_VARIABLE: &str = "SHIPTRACK_API_KEY";

    /// A builder for the service at `base_url` (`https://host/v2`) with an API key.
    pub fn new(base_url: impl Into<String>, api_key: impl Into<String>) -> Self {
        Self::default().service(base_url, api_key)
    }

    /// Reads [`BASE_URL_VARIABLE`](Self::BASE_URL_VARIABLE) and [`API_KEY_VARIABLE`](Self::API_KEY_VARIABLE) with `look_up`, for example
    /// `|name| std::env::var(name)`. Errors, here and when the client is built, name the variable that is missing or not valid.
    ///
    /// ```
    /// # use shiptrack::client::ClientBuilder;
    /// let missing = ClientBuilder::from_variables(|_| Err(std::env::VarError::NotPresent)).unwrap_err();
    /// assert_eq!(missing.pointer(), Some("SHIPTRACK_BASE_URL"));
    /// ```
    pub fn from_variables(look_up: impl Fn(&str) -> Result<String, VarError>) -> Result<Self> {
        Self::default().service_or_variables(None, None, look_up)
    }

    /// A builder for a service in this process: without a base URL, rate limits and an API key.
    pub fn in_process() -> Self {
        Self::default().limits(RateLimits::unlimited())
    }

    /// Sets the base URL (`https://host/v2`) and the API key.
    pub fn service(mut self, base_url: impl Into<String>, api_key: impl Into<String>) -> Self {
        self.base_url = Some(base_url.into());
        self.names[0] = "base_url";
        self.api_key(api_key)
    }

    /// Sets the base URL and the API key. What is `None` is read from the [variables](Self::from_variables). Errors name `base_url`,
    /// `api_key` or the variable.
    pub fn service_or_variables(
        self,
        base_url: Option<String>,
        api_key: Option<String>,
        look_up: impl Fn(&str) -> Result<String, VarError>,
    ) -> Result<Self> {
        let setting = |given: Option<String>, name: &'static str, from: &'static str| match given {
            Some(text) => Ok((name, text)),
            None => variable(from, name, &look_up).map(|text| (from, text)),
        };
        let (url_name, base_url) = setting(base_url, "base_url", Self::BASE_URL_VARIABLE)?;
        BaseUrl::parse(url_name, &base_url)?;
        let (key_name, api_key) = setting(api_key, "api_key", Self::API_KEY_VARIABLE)?;
        ApiKey::parse(key_name, &api_key)?;
        Ok(ClientBuilder { names: [url_name, key_name], ..self.service(base_url, api_key) })
    }

    /// Sets the API key.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.api_key = Some(key.into());
        self.names[1] = "api_key";
        self
    }

    /// Allows sending the API key unencrypted to another machine. Only for a service in a trusted network.
    pub fn allow_insecure_http(mut self) -> Self {
        self.allow_insecure = true;
        self
    }

    /// Limits every call to `timeout`, including pauses and waiting for the rate limit. Without it, a call may spend 30 seconds on the
    /// network and in pauses, and waits for the rate limit without an end.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets the retry policy.
    pub fn retries(mut self, retries: RetryPolicy) -> Self {
        self.retries = retries;
        self
    }

    /// Sets rate limits. Without this, the client keeps to the limits that the service reports in `RateLimit-Policy`, and to those of the
    /// interface as long as it reports none.
    pub fn limits(mut self, limits: RateLimits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Sets the `User-Agent` header field.
    pub fn user_agent(mut self, user_agent: impl Into<String>) -> Self {
        self.user_agent = user_agent.into();
        self
    }

    /// Adds a header field to every request. Its value is treated as a secret.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the maximum size of a response in bytes, after decompression.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Reports every attempt to `observer`.
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Uses this clock for waiting and for measuring time. The transport must use the same.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the source of randomness for pauses.
    pub fn entropy(mut self, entropy: Arc<dyn Entropy>) -> Self {
        self.entropy = entropy;
        self
    }

    /// Limits the time for a connection. Default: 10 seconds.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Uses an HTTP proxy (`http://user:password@host:port`). The URL is checked when the client is built. Environment variables for
    /// proxies are ignored.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(url.into());
        self
    }

    /// Sets the trusted certificate authorities.
    pub fn roots(mut self, roots: Roots) -> Self {
        self.roots = roots;
        self
    }

    /// Builds a client that uses `transport`. Fails if a setting is not valid; the pointer of the error names it.
    pub fn over(self, transport: Arc<dyn Transport>) -> Result<Client> {
        let [url_name, key_name] = self.names;
        let base = match &self.base_url {
            Some(url) => BaseUrl::parse(url_name, url)?,
            None => BaseUrl::in_process(),
        };
        let key = self.api_key.as_deref().map(|key| ApiKey::parse(key_name, key)).transpose()?;
        match key {
            None if self.base_url.is_some() => return Err(refused(key_name, "the API key is missing")),
            Some(_) if !base.is_confidential() && !self.allow_insecure => {
                let problem = "the API key would be sent unencrypted to another machine. Use https, or allow it with `allow_insecure_http`";
                return Err(refused(url_name, problem));
            }
            _ => {}
        }
        self.check_settings()?;
        Ok(Client::from_shared(Shared {
            gate: Gate::new(self.limits.as_ref(), Arc::clone(&self.clock)),
            key: KeyHolder::new(key),
            budget: RetryBudget::new(),
            base,
            transport,
            settings: ClientBuilder { api_key: None, ..self },
            adopting: Mutex::default(),
        }))
    }

    pub(crate) fn check_settings(&self) -> Result<()> {
        for (name, timeout) in [("timeout", self.timeout), ("connect_timeout", Some(self.connect_timeout))] {
            if timeout.is_some_and(|timeout| timeout.is_zero()) {
                return Err(refused(name, &format!("`{name}` must be more than 0")));
            }
        }
        if self.retries.attempts == 0 {
            return Err(refused("retries", "the number of attempts is 0: 1 means one attempt without retries"));
        }
        if let Some(limits) = self.limits {
            if Bucket::ALL.into_iter().any(|bucket| limits.of(bucket) == Some(0)) {
                return Err(refused("limits", "a limit must be 1 or more. With 0, no request could be sent"));
            }
            if limits.per.is_zero() {
                return Err(refused("limits", "the window of a limit must be more than 0"));
            }
        }
        if self.body_limit == 0 {
            return Err(refused(
                "body_limit",
                "`body_limit` must be 1 or more. With 0, every response would be too large",
            ));
        }
        if !is_field_value(&self.user_agent) || self.user_agent.is_empty() {
            return Err(refused("user_agent", "`user_agent` is not printable ASCII text"));
        }
        for (name, value) in &self.headers {
            if RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
                return Err(refused(
                    "headers",
                    &format!("the client sets the header field `{name}` itself. Leave it out"),
                ));
            }
            if !is_field_name(name) {
                let detail = format!("{} is not the name of a header field (letters, digits and dashes)", Quoted(name));
                return Err(refused("headers", &detail));
            }
            if !is_field_value(value) {
                return Err(refused("headers", &format!("the value of `{name}` is not printable ASCII text")));
            }
        }
        Ok(())
    }
}

fn variable(name: &str, setting: &str, look_up: impl Fn(&str) -> Result<String, VarError>) -> Result<String> {
    let problem = match look_up(name) {
        // A variable that was set from a file may end in a line break.
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Ok(_) => "is empty",
        Err(VarError::NotPresent) => "is not set",
        Err(VarError::NotUnicode(_)) => "is not Unicode",
    };
    let problem = format!("the environment variable {name} {problem}, and no `{setting}` was given");
    Err(Error::refused(ErrorKind::Configuration, name, problem))
}

fn refused(setting: &str, detail: &str) -> Error {
    Error::refused(ErrorKind::Configuration, setting, detail)
}

fn is_field_value(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The base URL is not checked yet. It may contain a password, as the URL of the proxy may.
        f.debug_struct("ClientBuilder")
            .field("api_key", &self.api_key.as_ref().map(|_| "***"))
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .field("limits", &self.limits)
            .field("connect_timeout", &self.connect_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE_URL: &str = ClientBuilder::BASE_URL_VARIABLE;
    const API_KEY: &str = ClientBuilder::API_KEY_VARIABLE;

    fn read(base_url: Option<&str>, api_key: Option<&str>) -> Result<ClientBuilder> {
        ClientBuilder::from_variables(|name| {
            let value = if name == BASE_URL { base_url } else { api_key };
            value.map(str::to_owned).ok_or(VarError::NotPresent)
        })
    }

    #[test]
    fn errors_name_the_argument_or_the_variable() {
        let given = |base_url: &str, api_key: &str| {
            let nothing = |_: &str| Err(VarError::NotPresent);
            let (url, key) = (Some(base_url.to_owned()), Some(api_key.to_owned()));
            ClientBuilder::default().service_or_variables(url, key, nothing)
        };
        assert_eq!(given("host/v2", "canary").unwrap_err().pointer(), Some("base_url"));
        assert_eq!(given("https://host/v2", "canary\n").unwrap_err().pointer(), Some("api_key"));
        assert!(given("https://host/v2", "canary").is_ok());
        let url = Some("https://host/v2".to_owned());
        let missing = |_: &str| Err(VarError::NotPresent);
        let missing = ClientBuilder::default().service_or_variables(url, None, missing).unwrap_err();
        assert_eq!(missing.pointer(), Some(API_KEY));
        assert!(missing.to_string().contains("no `api_key` was given"));
    }

    #[test]
    fn missing_or_invalid_variable_is_named() {
        let url = Some("https://host/v2");
        for (base_url, api_key, named) in [
            (None, Some("canary"), BASE_URL),
            (Some(" "), Some("canary"), BASE_URL),
            (Some("host/v2"), Some("canary"), BASE_URL),
            (url, None, API_KEY),
            (url, Some(""), API_KEY),
            (url, Some("canary key"), API_KEY),
        ] {
            let refused = read(base_url, api_key).unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some(named)));
            assert!(!format!("{refused} {refused:?}").contains("canary"));
        }
        assert!(read(url, Some("key\n")).is_ok());
    }
}
