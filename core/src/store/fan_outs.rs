//! Notifications of which deliveries are still to be written.

use chrono::{DateTime, Utc};

use crate::resources::{AccountId, EventName, WebhookId};

/// A notification of which deliveries are still to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct FanOut {
    /// The account.
    pub account: AccountId,
    /// The sequence number of the notification.
    pub notification: u64,
    /// The name of the event.
    pub event: EventName,
    /// When the notification was written.
    pub created_at: DateTime<Utc>,
    /// The webhooks that were active then and have no delivery yet.
    pub webhooks: Vec<WebhookId>,
}
