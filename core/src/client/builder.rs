//! Setting up a client.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::base_url::BaseUrl;
use super::budget::RetryBudget;
use super::gate::Gate;
use super::key::{ApiKey, Credentials};
use super::observer::CallObserver;
use super::retry::RetryPolicy;
use super::{Client, Shared};
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Call, Roots, Transport, is_field_name};
use crate::ids::{Entropy, SystemEntropy};
use crate::limits::{Bucket, RateLimits};

/// Header fields the client or the transport sets itself.
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

/// How a [`Client`] is set up. Everything but the base URL and the API key has a default.
#[derive(Clone)]
pub struct ClientBuilder {
    base_url: Option<String>,
    in_process: bool,
    api_key: Option<String>,
    /// What refusals call the base URL and the key: the settings, or the variables they came from.
    names: [&'static str; 2],
    allow_insecure: bool,
    timeout: Option<Duration>,
    retries: RetryPolicy,
    limits: RateLimits,
    user_agent: String,
    headers: Vec<(String, String)>,
    body_limit: usize,
    observer: Option<Arc<dyn CallObserver>>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    connection: Connection,
}

impl ClientBuilder {
    /// A client of the service at `base_url` (`https://host/v2`), with an API key.
    pub fn new(base_url: impl Into<String>, api_key: impl Into<String>) -> Self {
        ClientBuilder { base_url: Some(base_url.into()), api_key: Some(api_key.into()), ..ClientBuilder::empty() }
    }

    /// The same builder, whose refusals call the base URL and the key by these names.
    pub(super) fn named(mut self, base_url: &'static str, api_key: &'static str) -> Self {
        self.names = [base_url, api_key];
        self
    }

    /// A client of a service in this process: paths for URLs, no limits, and no key unless one is set.
    pub fn in_process() -> Self {
        ClientBuilder { in_process: true, limits: RateLimits::unlimited(), ..ClientBuilder::empty() }
    }

    fn empty() -> Self {
        ClientBuilder {
            base_url: None,
            in_process: false,
            api_key: None,
            names: ["base_url", "api_key"],
            allow_insecure: false,
            timeout: None,
            retries: RetryPolicy::default(),
            limits: RateLimits::interface(),
            user_agent: concat!("shiptrack/", env!("CARGO_PKG_VERSION")).to_owned(),
            headers: Vec::new(),
            body_limit: Call::BODY_LIMIT,
            observer: None,
            clock: Arc::new(SystemClock::new()),
            entropy: Arc::new(SystemEntropy),
            connection: Connection::default(),
        }
    }

    /// Uses this API key.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.api_key = Some(key.into());
        self.names[1] = "api_key";
        self
    }

    /// Lets the key be sent unencrypted to another machine: for a service inside a network one trusts.
    pub fn allow_insecure_http(mut self) -> Self {
        self.allow_insecure = true;
        self
    }

    /// Limits every call to `timeout`, pauses and the wait for the rate allowance included. Without it, a call may
    /// spend thirty seconds on the network and in pauses, and waits for the allowance as long as it takes.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Retries like this.
    pub fn retries(mut self, retries: RetryPolicy) -> Self {
        self.retries = retries;
        self
    }

    /// Keeps within these limits instead of the interface's own.
    pub fn limits(mut self, limits: RateLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Says this in the `User-Agent` field.
    pub fn user_agent(mut self, user_agent: impl Into<String>) -> Self {
        self.user_agent = user_agent.into();
        self
    }

    /// Sends a header field along with every request. Its value is treated as a secret.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Accepts answers of at most this many bytes, decoded.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Tells `observer` of every attempt.
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Waits, and measures time, on this clock. The transport must be given the same.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Takes the jitter of pauses from here.
    pub fn entropy(mut self, entropy: Arc<dyn Entropy>) -> Self {
        self.entropy = entropy;
        self
    }

    /// Waits this long for a connection at most; ten seconds unless told otherwise.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connection.connect_timeout = timeout;
        self
    }

    /// Connects through the HTTP proxy at this URL (`http://user:password@host:port`), which is checked when the client is
    /// built. The environment is not asked for one.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.connection.proxy = Some(url.into());
        self
    }

    /// Believes the certificates of these authorities.
    pub fn roots(mut self, roots: Roots) -> Self {
        self.connection.roots = roots;
        self
    }

    /// How connections are to be made: for whoever builds the transport.
    pub fn connection_settings(&self) -> &Connection {
        &self.connection
    }

    /// The clock in use: for whoever builds the transport.
    pub fn clock_in_use(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Checks the settings and makes a client that speaks through `transport`. A refusal names the setting.
    pub fn over(self, transport: Arc<dyn Transport>) -> Result<Client> {
        let base = self.read_base()?;
        let [url_name, key_name] = self.names;
        let key = self.api_key.as_deref().map(|key| ApiKey::parse(key_name, key)).transpose()?;
        match key {
            None if !self.in_process => return Err(refused(key_name, "an API key is needed")),
            Some(_) if !base.is_private() && !self.allow_insecure => {
                let problem = "an API key is not sent unencrypted to another machine: use https, or the option allow_insecure_http";
                return Err(refused(url_name, problem));
            }
            _ => {}
        }
        self.check_own()?;
        Ok(Client::of(Shared {
            gate: Gate::new(&self.limits, Arc::clone(&self.clock)),
            credentials: Credentials::new(key),
            budget: RetryBudget::new(),
            base,
            transport,
            allow_insecure: self.allow_insecure,
            timeout: self.timeout,
            retries: self.retries,
            user_agent: self.user_agent,
            headers: self.headers,
            body_limit: self.body_limit,
            observer: self.observer,
            clock: self.clock,
            entropy: self.entropy,
            adopting: Mutex::default(),
        }))
    }

    fn read_base(&self) -> Result<BaseUrl> {
        if self.in_process {
            return Ok(BaseUrl::in_process());
        }
        BaseUrl::parse(self.names[0], self.base_url.as_deref().unwrap_or_default())
    }

    /// Refuses what the client itself is set up by; how connections are made is for whoever builds the transport.
    pub(crate) fn check_own(&self) -> Result<()> {
        for (name, timeout) in [("timeout", self.timeout), ("connect_timeout", Some(self.connection.connect_timeout))] {
            if timeout.is_some_and(|timeout| timeout.is_zero()) {
                return Err(refused(name, &format!("{name} must be more than 0")));
            }
        }
        if self.retries.attempts == 0 {
            return Err(refused("retries", "the number of attempts must be 1 or more"));
        }
        if Bucket::ALL.into_iter().any(|bucket| self.limits.of(bucket) == Some(0)) {
            return Err(refused("limits", "a limit must be 1 or more: with 0 no request could ever be sent"));
        }
        if self.limits.per.is_zero() {
            return Err(refused("limits", "the time a limit counts in must be more than 0"));
        }
        if self.body_limit == 0 {
            return Err(refused("body_limit", "body_limit must be 1 or more: with 0 every answer would be too large"));
        }
        if !is_field_value(&self.user_agent) || self.user_agent.is_empty() {
            return Err(refused("user_agent", "it is not printable ASCII text"));
        }
        for (name, value) in &self.headers {
            if RESERVED.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
                return Err(refused("headers", &format!("the client sets {name} itself: leave it out")));
            }
            if !is_field_name(name) {
                let detail = format!("{} is not the name of a header field: letters, digits and dashes", Quoted(name));
                return Err(refused("headers", &detail));
            }
            if !is_field_value(value) {
                return Err(refused("headers", &format!("the value of {name} is not printable ASCII text")));
            }
        }
        Ok(())
    }
}

fn refused(setting: &str, detail: &str) -> Error {
    Error::refused(ErrorKind::Configuration, setting, detail)
}

fn is_field_value(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The base URL has not been checked yet: it may hold a password.
        f.debug_struct("ClientBuilder")
            .field("in_process", &self.in_process)
            .field("api_key", &self.api_key.as_ref().map(|_| "***"))
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .field("limits", &self.limits)
            .field("connection", &self.connection)
            .finish_non_exhaustive()
    }
}

/// How connections are made: settings for the transport, which the client itself has no use for.
#[derive(Clone)]
#[non_exhaustive]
pub struct Connection {
    /// The longest wait for a connection.
    pub connect_timeout: Duration,
    /// The URL of a proxy; `None` for a direct connection. The environment is not asked.
    pub proxy: Option<String>,
    /// Whose certificates are believed.
    pub roots: Roots,
}

impl Default for Connection {
    fn default() -> Self {
        Connection { connect_timeout: Duration::from_secs(10), proxy: None, roots: Roots::default() }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The proxy's URL may hold a password.
        f.debug_struct("Connection")
            .field("connect_timeout", &self.connect_timeout)
            .field("proxy", &self.proxy.as_ref().map(|_| "***"))
            .field("roots", &self.roots)
            .finish()
    }
}
