//! Notifications of webhooks.

use shiptrack::resources::WebhookNotification;

use super::family::family;

family! {
    WebhookNotification(it) = 9;
    texts {
        /// Which event.
        shiptrack_webhook_notification_event = it.event;
        /// How far its delivery has come.
        shiptrack_webhook_notification_delivery_status = it.delivery_status;
        /// When it was made.
        shiptrack_webhook_notification_created_at = it.created_at;
        /// Dated version of the payload.
        shiptrack_webhook_notification_version = it.version;
    }
    lists {}
    integers {}
    doubles {}
    flags {}
    codes {
        /// Which event: SHIPTRACK_EVENT_…
        shiptrack_webhook_notification_event_code = it.event;
        /// How far its delivery has come: SHIPTRACK_DELIVERY_STATUS_…
        shiptrack_webhook_notification_delivery_status_code = it.delivery_status;
    }
}
