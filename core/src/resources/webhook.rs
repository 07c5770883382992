//! Webhooks and their notifications.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::attribute::Attribute;
use super::macros::resource;
use super::open_enum::open_enum;
use super::structures::structure;
use super::{EventName, Shape, Timestamp};
use crate::ids::Id;

/// The id of a [`Webhook`].
pub type WebhookId = Id<Webhook>;

/// The id of a [`WebhookNotification`].
pub type WebhookNotificationId = Id<WebhookNotification>;

/// The id of a [`WebhookEventCategory`]: a short name.
pub type WebhookEventCategoryId = Id<WebhookEventCategory>;

/// The longest time for which the secret of a webhook that is replaced signs along.
pub const LONGEST_SECRET_OVERLAP: Duration = Duration::from_secs(30 * 24 * 60 * 60);

open_enum! {
    /// How far the delivery of a notification has come.
    pub enum DeliveryStatus {
        /// The notification was not delivered yet.
        Pending => "pending",
        /// The receiver took the notification.
        Succeeded => "succeeded",
        /// The receiver never took the notification, and it is not tried again.
        Failed => "failed",
    }
}

structure! {
    /// A header sent along with every delivery. Its value is not printed: it often is a credential.
    #[derive(Clone, Default, PartialEq, Eq)]
    pub struct DeliveryHeader {
        /// Name of the header; the service writes it with capitals.
        plain name: String,
        /// Value of the header.
        secret value: String,
    }
}

impl fmt::Debug for DeliveryHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ***", self.name)
    }
}

/// The key of a webhook's signatures. It is not printed; [`reveal`](WebhookSecret::reveal) gives it away.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookSecret(String);

impl WebhookSecret {
    /// The secret written `text`.
    pub fn new(text: impl Into<String>) -> Self {
        WebhookSecret(text.into())
    }

    /// The secret in clear.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl Attribute for WebhookSecret {
    const SHAPE: Shape = Shape::Secret;

    fn read_text(text: &str) -> Option<Self> {
        Some(WebhookSecret::new(text))
    }
}

resource! {
    /// A URL to which notifications of events are posted.
    pub struct Webhook = "webhook" {
        /// URL to which notifications are posted; the hosted service wants https.
        required url: String,
        /// Whether notifications are posted to the URL; the service switches it off after repeated failures.
        nullable active: bool,
        /// Events it is notified of; at least one.
        list events: EventName,
        /// Key of the signatures, made by the service; `None` where the service does not show it.
        nullable secret: WebhookSecret,
        /// Headers sent along with every notification; `None` when there are none.
        nullable headers: Vec<DeliveryHeader>,
        /// When the webhook was registered.
        nullable created_at: Timestamp,
    }
    relationships {}
}

impl Webhook {
    /// Whether notifications are posted.
    pub fn is_active(&self) -> bool {
        self.active == Some(true)
    }
}

resource! {
    /// A notification of one event for one webhook.
    pub struct WebhookNotification = "webhook_notification" {
        /// Event it notifies of.
        required event: EventName,
        /// How far its delivery has come; a delivered notification may already say `succeeded`.
        nullable delivery_status: DeliveryStatus,
        /// When the notification was made.
        nullable created_at: Timestamp,
        /// Version of the payload, a date as text; `None` for all events but those of documents.
        optional version: String,
    }
    relationships {
        /// Webhook that is notified; nothing is told of it for events of documents.
        one webhook: webhook,
        /// What the event is about; nothing is told of it for events of documents.
        one reference_object:
            container_created_event | container_pod_terminal_changed_event | container_updated_event | estimated_event
            | tracking_request | transport_event,
        /// Attempts to deliver it; the service has always listed none.
        many webhook_notification_logs,
        /// Document that the event is about, for events of documents.
        one document: document,
    }
}

structure! {
    /// An event that webhooks can be notified of.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct EventDescription {
        /// Name of the event.
        plain name: EventName,
        /// What the event tells, for readers.
        plain description: String,
    }
}

resource! {
    /// Events that webhooks can be notified of and that belong together. The id is a short name of the category.
    pub struct WebhookEventCategory = "webhook_event_category" {
        /// Name of the category for readers.
        required name: String,
        /// Events of the category, as far as the account may have them.
        list events: EventDescription,
    }
    relationships {}
}
