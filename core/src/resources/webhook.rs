//! Webhooks and their notifications.

use std::fmt;

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

open_enum! {
    /// How far the delivery of a notification has come.
    pub enum DeliveryStatus {
        /// Not delivered yet.
        Pending => "pending",
        /// Delivered.
        Succeeded => "succeeded",
        /// Given up.
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
    /// A URL that is told of events.
    pub struct Webhook = "webhook" {
        /// Where notifications are posted.
        required url: String,
        /// Whether they are.
        nullable active: bool,
        /// Which events.
        list events: EventName,
        /// The key of the signatures.
        nullable secret: WebhookSecret,
        /// Headers sent along.
        nullable headers: Vec<DeliveryHeader>,
        /// When it was registered.
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
    /// One event, told to one webhook.
    pub struct WebhookNotification = "webhook_notification" {
        /// Which event.
        required event: EventName,
        /// How far its delivery has come.
        nullable delivery_status: DeliveryStatus,
        /// When it was made.
        nullable created_at: Timestamp,
        /// Dated version of the payload.
        optional version: String,
    }
    relationships {
        /// The webhook it is for.
        one webhook: webhook,
        /// What the event is about.
        one reference_object:
            container_created_event | container_pod_terminal_changed_event | container_updated_event | estimated_event
            | tracking_request | transport_event,
        /// Attempts to deliver it.
        many webhook_notification_logs,
        /// The document, for events about documents.
        one document: document,
    }
}
