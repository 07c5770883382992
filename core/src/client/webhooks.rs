//! Registers and changes webhooks, and replaces their secrets.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::operations::named;
use super::{Arguments, Fetched, Webhooks};
use crate::error::{Error, Result};
use crate::resources::{DeliveryHeader, EventName, LONGEST_SECRET_OVERLAP, Webhook, WebhookId};

impl Webhooks<'_> {
    /// Registers a URL. The answer holds the secret its deliveries are signed with.
    ///
    /// A URL can be registered several times, and is then told of everything as often: a program that does this at every
    /// start calls [`ensure`](Self::ensure) instead.
    pub fn create(&self, new: NewWebhook) -> Result<Fetched<Webhook>> {
        let mut attributes = new.attributes;
        attributes.entry("active").or_insert(Value::Bool(true));
        self.client.call_for_one(const { named("webhooks", "create") }, &Arguments::new().fields(attributes))
    }

    /// Changes one.
    pub fn update(&self, id: &WebhookId, changes: WebhookUpdate) -> Result<Fetched<Webhook>> {
        let arguments = Arguments::new().path(id).fields(changes.attributes);
        self.client.call_for_one(const { named("webhooks", "update") }, &arguments)
    }

    /// Gives one a new secret, which the answer holds. For the time of `overlap` (30 days at most, to the second) its
    /// deliveries are signed with the secret it had as well: a [`Verifier`](crate::webhooks::Verifier) that is given both
    /// takes every delivery, whichever of the two it has been given first. The hosted service's own signature header has
    /// room for one, and carries that of the new secret at once. Without an overlap the old secret ends now, and so do all
    /// before it: for one that leaked.
    ///
    /// The embedded service does this; the hosted one has nothing like it, and answers 404.
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

/// A webhook to be registered; it is active unless told otherwise.
#[derive(Clone, PartialEq)]
#[must_use = "a webhook is registered by handing it to the client"]
pub struct NewWebhook {
    pub(super) attributes: Map<String, Value>,
}

/// Changes to a webhook. What is not named stays.
#[derive(Clone, Default, PartialEq)]
#[must_use = "changes are made by handing them to the client"]
pub struct WebhookUpdate {
    pub(super) attributes: Map<String, Value>,
}

impl NewWebhook {
    /// Tells this URL of events.
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

    /// Posts to another URL.
    pub fn url(self, url: impl Into<String>) -> Self {
        self.set("url", url.into())
    }
}

macro_rules! webhook_settings {
    ($name:ident) => {
        impl $name {
            /// Posts, or does not.
            pub fn active(self, active: bool) -> Self {
                self.set("active", active)
            }

            /// Tells of these events alone.
            pub fn events(self, events: impl IntoIterator<Item = EventName>) -> Self {
                let events: Vec<EventName> = events.into_iter().collect();
                self.set("events", json!(events))
            }

            /// Sends these headers along with every delivery.
            pub fn headers(self, headers: impl IntoIterator<Item = DeliveryHeader>) -> Self {
                let headers: Vec<DeliveryHeader> = headers.into_iter().collect();
                self.set("headers", json!(headers))
            }

            /// Sets an attribute this version does not know.
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
                // Headers often are credentials, and a URL may hold one.
                f.debug_struct(stringify!($name)).field("sets", &self.attributes.keys().collect::<Vec<_>>()).finish()
            }
        }
    };
}

webhook_settings!(NewWebhook);
webhook_settings!(WebhookUpdate);
