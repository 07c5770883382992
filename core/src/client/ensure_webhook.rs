//! Registers a webhook unless its URL is registered already.

use std::collections::BTreeSet;
use std::ops::Deref;

use serde_json::{Map, Value};

use super::Webhooks;
use super::webhooks::{NewWebhook, WebhookUpdate};
use crate::error::{Error, ErrorKind, Result};
use crate::resources::Webhook;

/// The result of [`Webhooks::ensure`]. It dereferences to the [`Webhook`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EnsureResult {
    /// The webhook, with its secret.
    pub webhook: Webhook,
    /// What the call did.
    pub how: EnsureOutcome,
}

/// What [`Webhooks::ensure`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnsureOutcome {
    /// The URL was registered.
    Created,
    /// The URL was registered before, and the webhook was changed.
    Updated,
    /// The URL was registered before with these settings.
    Unchanged,
}

impl Deref for EnsureResult {
    type Target = Webhook;

    fn deref(&self) -> &Webhook {
        &self.webhook
    }
}

impl Webhooks<'_> {
    /// Registers a URL unless it is registered. Safe to call at every start of a program.
    ///
    /// Searches all pages of the listing for exactly this URL, and uses the oldest webhook if there are several. Settings of `new` (active,
    /// events, headers) that differ are changed; settings that `new` does not contain stay. An inactive webhook stays inactive unless
    /// `new` sets it active.
    ///
    /// If two programs register the same URL at the same time, each searches again after its registration, and deletes its own webhook if
    /// there is an older one. One webhook remains, provided that the service lists a new webhook at once, as the embedded service does.
    pub fn ensure(&self, new: NewWebhook) -> Result<EnsureResult> {
        let client = self.client.as_one_call();
        let webhooks = Webhooks { client: &client };
        if let Some(existing) = webhooks.oldest_at(new.url())? {
            return webhooks.update_differences(existing, &new);
        }
        let created = webhooks.create(new.clone())?.into_inner();
        match webhooks.oldest_at(new.url()) {
            Ok(Some(older)) if older.id != created.id => {
                webhooks.delete(&created.id)?;
                webhooks.update_differences(older, &new)
            }
            _ => Ok(EnsureResult { webhook: created, how: EnsureOutcome::Created }),
        }
    }

    fn oldest_at(&self, url: &str) -> Result<Option<Webhook>> {
        let mut oldest: Option<Webhook> = None;
        for found in self.list().page_size(100) {
            match found {
                Ok(found) if found.url == url && oldest.as_ref().is_none_or(|existing| age(&found) < age(existing)) => {
                    oldest = Some(found);
                }
                // An unreadable item cannot match; an unreadable listing ends the search.
                Err(error) if error.resume_from().is_some() => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(oldest)
    }

    fn update_differences(&self, existing: Webhook, new: &NewWebhook) -> Result<EnsureResult> {
        let changes = differences(&existing, &new.attributes)?;
        if changes.is_empty() {
            return Ok(EnsureResult { webhook: existing, how: EnsureOutcome::Unchanged });
        }
        let webhook = self.update(&existing.id, WebhookUpdate { attributes: changes })?.into_inner();
        // Some services do not return the secret of an update.
        let secret = webhook.secret.clone().or(existing.secret);
        Ok(EnsureResult { webhook: Webhook { secret, ..webhook }, how: EnsureOutcome::Updated })
    }
}

/// Ids decide between equal times: the ids of a service increase.
fn age(webhook: &Webhook) -> (Option<chrono::DateTime<chrono::Utc>>, String) {
    (webhook.created_at.as_ref().and_then(|at| at.utc()), webhook.id.to_string())
}

/// An attribute that the service does not show counts as different.
fn differences(existing: &Webhook, requested: &Map<String, Value>) -> Result<Map<String, Value>> {
    let existing = serde_json::to_value(existing).map_err(|_| Error::from(ErrorKind::Internal))?;
    let has = |name: &String| existing.pointer("/attributes").and_then(|attributes| attributes.get(name));
    let differs = |(name, value): &(&String, &Value)| !has(name).is_some_and(|existing| is_same(name, existing, value));
    Ok(requested.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn is_same(name: &str, existing: &Value, requested: &Value) -> bool {
    let texts = |value: &Value| -> Option<BTreeSet<String>> {
        value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match name {
        "events" => texts(existing).is_some_and(|existing| Some(existing) == texts(requested)),
        "headers" => headers_of(existing) == headers_of(requested),
        _ => existing == requested,
    }
}

fn headers_of(value: &Value) -> Vec<(String, Option<&str>)> {
    fn text<'v>(header: &'v Value, member: &str) -> Option<&'v str> {
        header.get(member)?.as_str()
    }
    let of = |header| (text(header, "name").unwrap_or_default().to_ascii_lowercase(), text(header, "value"));
    let mut headers: Vec<_> = value.as_array().into_iter().flatten().map(of).collect();
    // The sort is stable, because the order of values with the same name counts.
    headers.sort_by(|(one, _), (other, _)| one.cmp(other));
    headers
}
