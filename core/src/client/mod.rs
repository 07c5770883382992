//! The blocking client of a service, hosted or in this process.
//!
//! A [`Client`] is cheap to clone. Clones share a rate limit, a retry budget and an API key. Each family of resources has a handle with the
//! operations of the interface:
//!
//! ```no_run
//! # fn example(client: &shiptrack::client::Client) -> shiptrack::error::Result<()> {
//! use std::time::Duration;
//!
//! use shiptrack::client::{NewTrackingRequest, Wait};
//!
//! let request = client.tracking_requests().track(NewTrackingRequest::bill_of_lading("MEDUF5399896", "MSCU"))?;
//! let request = client.tracking_requests().wait(&request.id, Wait::until_settled().timeout(Duration::from_secs(300)))?;
//! println!("{} is {}", request.request_number, request.status);
//!
//! for email in client.email_submissions().list().include(["documents"]) {
//!     println!("{}", email?.subject);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Every call ends within its time-out. Without a time-out, it ends after at most 30 seconds on the network; waiting for the rate limit
//! does not count. A call that would have to wait for more than an hour fails at once, and its error names the pause. Reads are retried if
//! that can help. A write is retried only if the service certainly did not carry it out. A write with an unknown outcome is an error that
//! is [in doubt](crate::error::Error::is_in_doubt).

mod base_url;
mod builder;
mod ensure_webhook;
mod exchange;
mod families;
mod fetched;
mod gate;
mod inference;
mod key;
mod list;
mod new_tracking_request;
mod observer;
mod operations;
mod pages;
mod raw;
mod request_draft;
mod retry;
mod track;
mod upload;
mod wait;
mod webhooks;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[doc(inline)]
pub use crate::limits::{Bucket, RateLimits};
pub use builder::ClientBuilder;
pub use ensure_webhook::{EnsureOutcome, EnsureResult};
pub use families::*;
pub use fetched::{Fetched, FetchedPage};
pub use inference::{Inference, LineCandidate, LineDecision};
pub use list::List;
pub use new_tracking_request::{NewTrackingRequest, TrackingRequestUpdate};
pub use observer::{Attempt, CallObserver, Pause};
pub use pages::{Items, Pages};
pub use retry::RetryPolicy;
pub use track::{RetrackPolicy, TrackOutcome, TrackResult, TrackingRequests};
pub use upload::NewUpload;
pub use wait::{Wait, WaitHandle, WaitProgress};
pub use webhooks::{NewWebhook, WebhookUpdate};

internals! {
    use operations::{Arguments};
}

use base_url::BaseUrl;
use gate::Gate;
use key::{ApiKey, KeyHolder};
use retry::RetryBudget;

use crate::clock::{CancelToken, Clock};
use crate::error::Result;
use crate::http::Transport;

/// A client of the service. Clones share their state.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    timeout: Option<Duration>,
    until: Option<Duration>,
    /// Whether a failed call is not repeated, and a call does not wait for the end of a pause that the service asked for.
    is_impatient: bool,
    cancel: CancelToken,
}

struct Shared {
    transport: Arc<dyn Transport>,
    base: BaseUrl,
    key: KeyHolder,
    gate: Gate,
    budget: RetryBudget,
    settings: ClientBuilder,
    /// Locked while references are added to an existing request.
    adopting: Mutex<()>,
}

impl Client {
    /// The number of requests of this bucket that can be sent now without waiting; `None` without a limit. Requests of other processes with
    /// the same key are unknown.
    pub fn allowance(&self, bucket: Bucket) -> Option<u32> {
        self.shared.gate.left(bucket)
    }

    /// Replaces the API key of all clones. After a 401 response, nothing is sent until the key is replaced.
    pub fn set_api_key(&self, key: &str) -> Result<()> {
        self.shared.key.replace(ApiKey::parse("api_key", key)?);
        Ok(())
    }

    /// Returns a clone with another time-out for each call, as with [`ClientBuilder::timeout`].
    pub fn with_timeout(&self, timeout: Duration) -> Client {
        Client { timeout: Some(timeout), ..self.clone() }
    }

    /// Returns a clone whose calls `cancel` cancels.
    pub fn with_cancel(&self, cancel: CancelToken) -> Client {
        Client { cancel, ..self.clone() }
    }

    /// The base URL without a trailing slash; `/v2` for a service in this process. It contains no secret.
    pub fn base_url(&self) -> String {
        self.base().to_string()
    }

    /// The token that cancels the calls of this client.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    fn from_shared(shared: Shared) -> Self {
        let (timeout, cancel) = (shared.settings.timeout, CancelToken::new());
        Client { timeout, until: None, is_impatient: false, cancel, shared: Arc::new(shared) }
    }

    /// One time-out covers all calls of the returned client.
    pub(crate) fn as_one_call(&self) -> Client {
        Client { until: self.deadline(), timeout: None, ..self.clone() }
    }

    /// All calls of the returned client end after `timeout` from now, in addition to the time-out of each call.
    #[cfg(feature = "embedded")]
    pub(crate) fn ending_after(&self, timeout: Duration) -> Client {
        let until = self.clock().monotonic().saturating_add(timeout);
        Client { until: Some(self.until.map_or(until, |earlier| earlier.min(until))), ..self.clone() }
    }

    /// Calls of the returned client are not repeated, and do not wait for the end of a pause that the service asked for: the error has the
    /// pause. They still wait for the rate limit of the client, within their time.
    #[cfg(feature = "embedded")]
    pub(crate) fn impatient(&self) -> Client {
        Client { is_impatient: true, ..self.clone() }
    }

    /// The time that is left until the end of all calls; `None` without such an end.
    #[cfg(feature = "embedded")]
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_sub(self.clock().monotonic()))
    }

    /// Equal for clones of a client.
    #[cfg(feature = "embedded")]
    pub(crate) fn shared_id(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    /// The monotonic time of the client's clock.
    #[cfg(feature = "embedded")]
    pub(crate) fn monotonic(&self) -> Duration {
        self.clock().monotonic()
    }

    fn deadline(&self) -> Option<Duration> {
        let of_call = self.timeout.map(|timeout| self.clock().monotonic().saturating_add(timeout));
        [of_call, self.until].into_iter().flatten().min()
    }

    fn base(&self) -> &BaseUrl {
        &self.shared.base
    }

    fn clock(&self) -> &dyn Clock {
        &*self.shared.settings.clock
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base", &self.shared.base)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
