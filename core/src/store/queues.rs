//! Queues of due work, one for each carrier or webhook, so that a busy or paused one does not block others.

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{DeliveryRecord, RequestRecord};
use crate::ids::CredentialId;
use crate::resources::{AccountId, WebhookId};

/// The kind of work in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// Tracking requests to be looked up.
    LookUps,
    /// Deliveries to be sent to webhooks.
    Deliveries,
    /// Subscriptions that are to be created, renewed or ended at a carrier.
    Subscriptions,
    /// Documents that are to be read.
    Documents,
}

/// A record that waits in a queue: a tracking request or a delivery.
pub trait QueueItem: DeserializeOwned {
    /// The kind of queue in which it waits.
    const QUEUE: Queue;
}

impl QueueItem for RequestRecord {
    const QUEUE: Queue = Queue::LookUps;
}

impl QueueItem for DeliveryRecord {
    const QUEUE: Queue = Queue::Deliveries;
}

/// The receiver of requests of the service: a carrier or a webhook. Its health and pauses are stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Counterparty {
    /// The carrier with this code. The code is empty for requests with an unknown carrier.
    Carrier(String),
    /// The receiver of a webhook.
    Webhook(WebhookId),
}

/// The look-ups of one account at one carrier. They use the same credentials, and have a separate queue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lane {
    /// The carrier's code.
    pub scac: String,
    /// The account.
    pub account: AccountId,
}

/// Numbers of requests in a lane that are due now or later, by urgency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaneSize {
    /// Requests with a near deadline.
    pub urgent: u64,
    /// New requests.
    pub new: u64,
    /// All other requests.
    pub others: u64,
}

/// A credential that a carrier rejects. Requests that need it wait, except for one look-up an hour that tries the credential again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspendedCredential {
    /// The carrier's code.
    pub scac: String,
    /// The credential.
    pub credential: CredentialId,
    /// When the carrier first rejected it.
    pub since: DateTime<Utc>,
    /// When a look-up tries it again.
    pub retry_at: DateTime<Utc>,
    /// The reason that the carrier gave; `None` if unknown.
    pub reason: Option<String>,
}

/// Selects due work: the first item of the queue of each carrier or webhook that matches.
#[derive(Debug, Clone, Copy, Default)]
pub struct DueFilter<'a> {
    /// Whether to select carriers and webhooks whose last call failed, or the others.
    pub troubled: bool,
    /// Carriers and webhooks to exclude, because work for them is in progress.
    pub busy: &'a [Counterparty],
    /// Accounts to exclude, because too much work for them is in progress.
    pub busy_accounts: &'a [AccountId],
    /// [Origins](origin) of webhooks of an account to exclude, because work for them is in progress.
    pub busy_origins: &'a [(AccountId, String)],
    /// Lanes to exclude, because other accounts have their turn.
    pub served: &'a [Lane],
    /// The carriers to select from; `None` for all.
    pub carriers: Option<&'a [String]>,
    /// Items to exclude, because they are in progress.
    pub held: &'a [Uuid],
}

/// The latest times at which pauses may end.
#[derive(Debug, Clone, Copy)]
pub struct LatestRests {
    /// Pauses of carriers.
    pub of_carriers: DateTime<Utc>,
    /// Pauses of webhooks.
    pub of_webhooks: DateTime<Utc>,
}

/// The origin of a URL, for circuits: its scheme, host and port, in lower case.
pub fn origin(url: &str) -> String {
    let authority = url.find("://").map_or(0, |at| at + 3);
    let end = url[authority..].find(['/', '?', '#']).map_or(url.len(), |at| authority + at);
    url[..end].to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        assert_eq!(origin("https://Me.Example:8443/a/b?c#d"), "https://me.example:8443");
        assert_eq!(origin("http://me.example?x=/"), "http://me.example");
        assert_eq!(origin("HTTPS://me.example"), "https://me.example");
        assert_eq!(origin("no url/at all"), "no url");
        assert_eq!(origin(""), "");
    }
}
