//! Registers and changes webhooks, and replaces their secrets.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::operations::named;
use super::{Arguments, Fetched, Webhooks};
use crate::error::{Error, Result};
use crate::resources::{DeliveryHeader, EventName, LONGEST_SECRET_OVERLAP, Webhook, WebhookId};

impl Webhooks<'_> {
    /// Registers a URL. The response contains the secret that its deliveries are signed with.
    ///
    /// A URL can be registered several times; then it receives every event several times. At the start of a program, use
    /// [`ensure`](Self::ensure) instead.
    pub fn create(&self, new: NewWebhook) -> Result<Fetched<Webhook>> {
        let mut attributes = new.attributes;
        attributes.entry("active").or_insert(Value::Bool(true));
        self.client.call_for_one(const { named("webhooks", "create") }, &Arguments::new().fields(attributes))
    }

    /// Changes a webhook.
    pub fn update(&self, id: &WebhookId, changes: WebhookUpdate) -> Result<Fetched<Webhook>> {
        let arguments = Arguments::new().path(id).fields(changes.attributes);
        self.client.call_for_one(const { named("webhooks", "update") }, &arguments)
    }

    /// Replaces the secret of a webhook. The response contains the new secret. During `overlap` (at most 30 days, in whole seconds)
    /// deliveries are also signed with the previous secret, so a [`Verifier`](crate::webhooks::Verifier) with either secret accepts them.
    /// In these deliveries, the header `X-T49-Webhook-Signature` has room for only one signature, that of the new secret. Without an
    /// overlap, all previous secrets end now: use this for a secret that was leaked.
    ///
    /// Only the embedded service supports this. The hosted service answers 404.
    pub fn rotate_secret(&self, id: &WebhookId, overlap: Duration) -> Result<Fetched<Webhook>> {
        if overlap > LONGEST_SECRET_OVERLAP {
            let (most, given) = (LONGEST_SECRET_OVERLAP.as_millis(), overlap.as_millis());
            let detail = format!("the overlap is at most 30 days ({most} ms), not {given} ms");
            return Err(Error::invalid("overlap", detail));
        }
        let seconds = overlap.as_secs().saturating_add(u64::from(overlap.subsec_nanos() > 0));
        let arguments = Arguments::new().path(id).field("overlap_seconds", seconds);
        self.client.call_for_one(const { named("webhooks", "rotate_secret") }, &arguments)
    }
}

/// A new webhook. It is active by default.
#[derive(Clone, PartialEq)]
#[must_use = "a webhook is registered by passing it to the client"]
pub struct NewWebhook {
    pub(super) attributes: Map<String, Value>,
}

/// Changes to a webhook. Other settings stay.
#[derive(Clone, Default, PartialEq)]
#[must_use = "changes are made by passing them to the client"]
pub struct WebhookUpdate {
    pub(super) attributes: Map<String, Value>,
}

impl NewWebhook {
    /// A webhook that posts events to this URL.
    pub fn new(url: impl Into<String>) -> Self {
        NewWebhook { attributes: Map::new() }.set("url", url.into().trim())
    }

    pub(super) fn url(&self) -> &str {
        self.attributes.get("url").and_then(Value::as_str).unwrap_or_default()
    }
}

impl WebhookUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the URL.
    pub fn url(self, url: impl Into<String>) -> Self {
        self.set("url", url.into())
    }
}

macro_rules! webhook_settings {
    ($name:ident) => {
        impl $name {
            /// Sets whether the webhook is active.
            pub fn active(self, active: bool) -> Self {
                self.set("active", active)
            }

            /// Sets the events to post.
            pub fn events(self, events: impl IntoIterator<Item = EventName>) -> Self {
                let events: Vec<EventName> = events.into_iter().collect();
                self.set("events", json!(events))
            }

            /// Sets additional header fields of every delivery.
            pub fn headers(self, headers: impl IntoIterator<Item = DeliveryHeader>) -> Self {
                let headers: Vec<DeliveryHeader> = headers.into_iter().collect();
                self.set("headers", json!(headers))
            }

            /// Sets any attribute.
            pub fn attribute(self, name: impl Into<String>, value: impl Into<Value>) -> Self {
                self.set(&name.into(), value)
            }

            fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
                self.attributes.insert(name.to_owned(), value.into());
                self
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                // Headers are often credentials, and a URL may contain one.
                f.debug_struct(stringify!($name)).field("sets", &self.attributes.keys().collect::<Vec<_>>()).finish()
            }
        }
    };
}

webhook_settings!(NewWebhook);
webhook_settings!(WebhookUpdate);
