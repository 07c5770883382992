//! Queues of due work, one for each carrier or webhook, so that a busy or resting one does not block others.

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{DeliveryRecord, RequestRecord};
use crate::ids::CredentialId;
use crate::resources::{AccountId, WebhookId};

/// What kind of due work a queue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// Tracking requests to be looked up.
    LookUps,
    /// Deliveries to be sent to webhooks.
    Deliveries,
    /// Subscriptions that a carrier is to be asked for.
    Subscriptions,
}

/// A record that waits for its turn: a tracking request or a delivery.
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

/// Somebody work waits for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Counterparty {
    /// The carrier with this code; the empty one stands for requests whose carrier cannot be told.
    Carrier(String),
    /// The receiver of a webhook.
    Webhook(WebhookId),
}

/// The look-ups of one account at one carrier: they are made with the same credentials, and stand in a queue of their own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lane {
    /// The carrier's code.
    pub scac: String,
    /// Whose look-ups.
    pub account: AccountId,
}

/// How many requests in a lane are to be looked up, now or later.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaneSize {
    /// With a near day that something hangs on.
    pub urgent: u64,
    /// New ones.
    pub new: u64,
    /// All others.
    pub others: u64,
}

/// A credential that a carrier rejects. Requests that need it wait, except for one look-up an hour that tries it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuspendedCredential {
    /// The carrier's code.
    pub scac: String,
    /// The credential.
    pub credential: CredentialId,
    /// Since when.
    pub since: DateTime<Utc>,
    /// When one look-up tries it again.
    pub retry_at: DateTime<Utc>,
    /// The reason, as the carrier words it; `None` if unknown.
    pub reason: Option<String>,
}

/// Which due work is wanted: of each party's queue the first item, of those parties that
#[derive(Debug, Clone, Copy, Default)]
pub struct DueFilter<'a> {
    /// failed last (`true`) or did not,
    pub troubled: bool,
    /// are none of these,
    pub busy: &'a [Counterparty],
    /// are at none of these [origins](origin) and
    pub busy_origins: &'a [String],
    /// are among these carriers, when any are named.
    pub carriers: Option<&'a [String]>,
    /// Items that are passed over, for they are in hand already.
    pub held: &'a [Uuid],
}

/// The latest moments at which rests may end.
#[derive(Debug, Clone, Copy)]
pub struct LatestRests {
    /// Of carriers.
    pub of_carriers: DateTime<Utc>,
    /// Of webhooks.
    pub of_webhooks: DateTime<Utc>,
}

/// Where a URL leads to: its scheme, host and port.
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
