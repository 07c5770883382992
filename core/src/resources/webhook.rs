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

/// The id of a [`WebhookEventCategory`]: a short name, not a UUID.
pub type WebhookEventCategoryId = Id<WebhookEventCategory>;

/// The longest time for which deliveries are still signed with the previous secret of a webhook, in addition to the new one.
pub const LONGEST_SECRET_OVERLAP: Duration = Duration::from_secs(30 * 24 * 60 * 60);

open_enum! {
    /// The status of the delivery of a notification.
    pub enum DeliveryStatus {
        /// The notification is not delivered yet.
        Pending => "pending",
        /// The receiver accepted the notification.
        Succeeded => "succeeded",
        /// The receiver did not accept the notification, and delivery is not tried again.
        Failed => "failed",
    }
}

open_enum! {
    /// Why the service disabled a webhook.
    pub enum WebhookDisabledReason {
        /// The receiver answered 410 at least three times in a row, over at least an hour: it no longer exists.
        Gone => "gone",
        /// No delivery succeeded for the time `delivery.switch_off_after`, five days by default.
        FailingTooLong => "failing_too_long",
    }
}

structure! {
    /// An HTTP header that is sent with every delivery. Its value is not printed, because it often is a credential.
    #[derive(Clone, Default, PartialEq, Eq)]
    pub struct DeliveryHeader {
        /// Name of the header. The service capitalizes it.
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

/// The key with which deliveries of a webhook are signed. It is not printed; [`reveal`](WebhookSecret::reveal) returns it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookSecret(String);

impl WebhookSecret {
    /// A secret with this text.
    pub fn new(text: impl Into<String>) -> Self {
        WebhookSecret(text.into())
    }

    /// The text of the secret.
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
    /// A URL to which the service posts notifications of events.
    pub struct Webhook = "webhook" {
        /// URL to which notifications are posted. The hosted service requires `https`.
        required url: String,
        /// Whether notifications are sent. The service sets it to false after repeated failures, see `disabled_reason`.
        nullable active: bool,
        /// Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`, `shipment.updated` and
        /// `webhook.disabled` are only sent if they are listed.
        list events: EventName,
        /// Secret with which the service signs deliveries; `null` in responses that do not contain it.
        nullable secret: WebhookSecret,
        /// HTTP headers that are sent with every delivery; `null` if no headers are set.
        nullable headers: Vec<DeliveryHeader>,
        /// Time when the webhook was created.
        nullable created_at: Timestamp,
        /// Time since which all deliveries have failed; missing if the last one succeeded. Only the embedded service reports it.
        optional failing_since: Timestamp,
        /// Time when the service disabled the webhook; missing if it did not, or if the webhook was activated again. Only the embedded service
        /// reports it.
        optional disabled_at: Timestamp,
        /// Why the service disabled the webhook; missing if `disabled_at` is missing.
        optional disabled_reason: WebhookDisabledReason,
    }
    relationships {}
}

impl Webhook {
    /// Whether notifications are sent.
    pub fn is_active(&self) -> bool {
        self.active == Some(true)
    }
}

resource! {
    /// A notification of one event for one webhook.
    pub struct WebhookNotification = "webhook_notification" {
        /// Name of the event.
        required event: EventName,
        /// Status of the delivery. The body of a delivery can already contain `succeeded`.
        nullable delivery_status: DeliveryStatus,
        /// Time when the notification was created.
        nullable created_at: Timestamp,
        /// Version of the payload: a date as text; only for events of documents, otherwise `null`.
        optional version: String,
    }
    relationships {
        /// Webhook that receives the notification; missing for events of documents.
        one webhook: webhook,
        /// Resource that the event is about; missing for events of documents.
        one reference_object:
            container_created_event | container_pod_terminal_changed_event | container_updated_event | estimated_event | shipment_updated_event
            | tracking_request | transport_event | webhook,
        /// Attempts to deliver the notification. Always empty.
        many webhook_notification_logs,
        /// Document that the event is about; only for events of documents.
        one document: document,
    }
}

structure! {
    /// An event that webhooks can receive.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct EventDescription {
        /// Name of the event.
        plain name: EventName,
        /// Description of the event, for people.
        plain description: String,
    }
}

resource! {
    /// A category of events that webhooks can receive. Its id is a short name.
    pub struct WebhookEventCategory = "webhook_event_category" {
        /// Name of the category that is shown to people.
        required name: String,
        /// Events of the category that the account can receive.
        list events: EventDescription,
    }
    relationships {}
}
