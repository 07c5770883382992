// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! URLs that receive notifications of events.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{EventName, Timestamp, Webhook, WebhookEventCategory};
use serde_json::{Map, Value};

/// URLs that receive notifications of events.
#[derive(Debug, Clone, Copy)]
pub struct Webhooks<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Webhooks<'_> {
    /// Lists webhooks.
    pub fn list(&self) -> List<Webhook> {
        self.client.list_of(const { named("webhooks", "list") }, &Arguments::new())
    }

    /// Reads a webhook.
    pub fn get(&self, id: &Id<Webhook>) -> Result<Fetched<Webhook>> {
        self.client.call_for_one(const { named("webhooks", "get") }, &Arguments::new().path(id))
    }

    /// Deletes a webhook.
    pub fn delete(&self, id: &Id<Webhook>) -> Result<()> {
        self.client.call_for_json(const { named("webhooks", "delete") }, &Arguments::new().path(id)).map(drop)
    }

    /// Lists the events that webhooks can receive, by category.
    pub fn events(&self) -> List<WebhookEventCategory> {
        self.client.list_of(const { named("webhooks", "events") }, &Arguments::new())
    }

    /// Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were configured when it was opened.
    pub fn ips(&self) -> Result<Value> {
        self.client.call_for_json(const { named("webhooks", "ips") }, &Arguments::new())
    }

    /// Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook. The embedded service sends to the same addresses as deliveries.
    pub fn trigger(&self, new: WebhookTrigger) -> Result<Value> {
        self.client.call_for_json(const { named("webhooks", "trigger") }, &Arguments::new().fields(new.attributes))
    }

    /// Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery failed, with their ids, and those of events that happened while it was not active. Those that were delivered are not sent again.
    pub fn replay(&self, id: &Id<Webhook>, since: impl Into<Timestamp>) -> Result<Value> {
        self.client.call_for_json(
            const { named("webhooks", "replay") },
            &Arguments::new().path(id).query("since", since.into().as_str()),
        )
    }
}

/// The attributes of [`Webhooks::trigger`].
#[derive(Clone, PartialEq)]
#[must_use = "pass it to the client"]
pub struct WebhookTrigger {
    attributes: Map<String, Value>,
}

impl WebhookTrigger {
    /// Sets the required attributes.
    pub fn new(url: impl Into<String>, event: impl Into<EventName>) -> Self {
        WebhookTrigger { attributes: Map::new() }.attribute("url", url.into()).attribute("event", event.into().as_str())
    }

    /// The secret with which the notification is signed. Without it, the notification is not signed.
    pub fn secret(self, secret: impl Into<String>) -> Self {
        self.attribute("secret", secret.into())
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

impl std::fmt::Debug for WebhookTrigger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Secrets are not printed.
        f.debug_struct("WebhookTrigger").field("sets", &self.attributes.keys().collect::<Vec<_>>()).finish()
    }
}
