// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! What webhooks were told, and how far its delivery came.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{EventName, WebhookNotification};

/// What webhooks were told, and how far its delivery came.
#[derive(Debug, Clone, Copy)]
pub struct WebhookNotifications<'c> {
    pub(in crate::client) client: &'c Client,
}

impl WebhookNotifications<'_> {
    /// Lists what webhooks were told, newest first.
    pub fn list(&self) -> List<WebhookNotification> {
        self.client.list_of(const { named("webhook_notifications", "list") }, &Arguments::new())
    }

    /// Reads what a webhook was told.
    pub fn get(&self, id: &Id<WebhookNotification>) -> Result<Fetched<WebhookNotification>> {
        self.client.call_for_one(const { named("webhook_notifications", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `webhook`, `reference_object`, `tracking_request`, `transport_event`, `estimated_event`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<WebhookNotification>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<WebhookNotification>> {
        self.client
            .call_for_one(const { named("webhook_notifications", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Reads made-up notifications of one event, as webhooks are told of it.
    pub fn examples(&self, event: impl Into<EventName>) -> List<WebhookNotification> {
        self.client.list_of(
            const { named("webhook_notifications", "examples") },
            &Arguments::new().query("event", event.into().as_str()),
        )
    }
}
