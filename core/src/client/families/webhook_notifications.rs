// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Notifications for webhooks, and the status of their delivery.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{EventName, WebhookNotification};

/// Notifications for webhooks, and the status of their delivery.
#[derive(Debug, Clone, Copy)]
pub struct WebhookNotifications<'c> {
    pub(in crate::client) client: &'c Client,
}

impl WebhookNotifications<'_> {
    /// Lists the notifications of webhooks, newest first.
    pub fn list(&self) -> List<WebhookNotification> {
        self.client.list_of(const { named("webhook_notifications", "list") }, &Arguments::new())
    }

    /// Reads a notification of a webhook.
    pub fn get(&self, id: &Id<WebhookNotification>) -> Result<Fetched<WebhookNotification>> {
        self.client.call_for_one(const { named("webhook_notifications", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `webhook`, `reference_object`, `tracking_request`, `transport_event`, `estimated_event`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<WebhookNotification>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<WebhookNotification>> {
        self.client
            .call_for_one(const { named("webhook_notifications", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Returns example notifications of one event, in the form in which webhooks receive them.
    pub fn examples(&self, event: impl Into<EventName>) -> List<WebhookNotification> {
        self.client.list_of(
            const { named("webhook_notifications", "examples") },
            &Arguments::new().query("event", event.into().as_str()),
        )
    }
}
