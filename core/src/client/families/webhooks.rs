// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! URLs that are told of events.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{EventName, Webhook, WebhookEventCategory};
use serde_json::{Map, Value};

/// URLs that are told of events.
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

    /// Lists the events that webhooks can be told of, by category.
    pub fn events(&self) -> List<WebhookEventCategory> {
        self.client.list_of(const { named("webhooks", "events") }, &Arguments::new())
    }

    /// Lists the addresses that deliveries come from. The embedded service lists those it was opened with.
    pub fn ips(&self) -> Result<Value> {
        self.client.call_for_json(const { named("webhooks", "ips") }, &Arguments::new())
    }

    /// Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an address is not public, the embedded service sends it for nobody but the process it runs in.
    pub fn trigger(&self, new: WebhookTrigger) -> Result<Value> {
        self.client.call_for_json(const { named("webhooks", "trigger") }, &Arguments::new().fields(new.attributes))
    }
}

/// What `trigger` is asked with.
#[derive(Clone, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct WebhookTrigger {
    attributes: Map<String, Value>,
}

impl WebhookTrigger {
    /// What it cannot do without.
    pub fn new(url: impl Into<String>, event: impl Into<EventName>) -> Self {
        WebhookTrigger { attributes: Map::new() }.attribute("url", url.into()).attribute("event", event.into().as_str())
    }

    /// What the notification is signed with.
    pub fn secret(self, secret: impl Into<String>) -> Self {
        self.attribute("secret", secret.into())
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

impl std::fmt::Debug for WebhookTrigger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A secret is printed nowhere.
        f.debug_struct("WebhookTrigger").field("sets", &self.attributes.keys().collect::<Vec<_>>()).finish()
    }
}
