//! Registers a URL unless it is registered already.

use std::collections::BTreeSet;
use std::ops::Deref;

use serde_json::{Map, Value};

use super::Webhooks;
use super::webhooks::{NewWebhook, WebhookUpdate};
use crate::error::{Error, ErrorKind, Result};
use crate::resources::Webhook;

/// The webhook of a URL, and how it came about. It dereferences to the [`Webhook`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EnsureResult {
    /// The webhook, with its secret.
    pub webhook: Webhook,
    /// How it came about.
    pub how: EnsureOutcome,
}

/// How the webhook of a URL came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnsureOutcome {
    /// This call registered the URL.
    Created,
    /// The URL was registered, and something about it was changed.
    Updated,
    /// The URL was registered just as it was asked for.
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
    /// Every page of the listing is looked through for the URL, letter by letter; of several webhooks for it the oldest is
    /// taken. What `new` says of it (whether it is active, its events, its headers) is set where it differs, and what `new`
    /// does not say stays: one that is switched off stays off, unless `new` says that it is active.
    ///
    /// There is no condition to register under, so two programs may find at one moment that there is none: each looks
    /// once more after it registered the URL, and takes its own away again when there is an older one. One is left, as
    /// long as the service lists what it has just accepted, which the embedded one does.
    pub fn ensure(&self, new: NewWebhook) -> Result<EnsureResult> {
        let client = self.client.as_one_call();
        let webhooks = Webhooks { client: &client };
        if let Some(known) = webhooks.oldest_at(new.url())? {
            return webhooks.brought_to(known, &new);
        }
        let created = webhooks.create(new.clone())?.into_inner();
        match webhooks.oldest_at(new.url()) {
            Ok(Some(older)) if older.id != created.id => {
                webhooks.delete(&created.id)?;
                webhooks.brought_to(older, &new)
            }
            _ => Ok(EnsureResult { webhook: created, how: EnsureOutcome::Created }),
        }
    }

    fn oldest_at(&self, url: &str) -> Result<Option<Webhook>> {
        let mut oldest: Option<Webhook> = None;
        for found in self.list().page_size(100) {
            match found {
                Ok(found) if found.url == url && oldest.as_ref().is_none_or(|known| age(&found) < age(known)) => {
                    oldest = Some(found);
                }
                // An unreadable item cannot match; an unreadable listing ends the search.
                Err(error) if error.resume_from().is_some() => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(oldest)
    }

    fn brought_to(&self, known: Webhook, new: &NewWebhook) -> Result<EnsureResult> {
        let changes = differences(&known, &new.attributes)?;
        if changes.is_empty() {
            return Ok(EnsureResult { webhook: known, how: EnsureOutcome::Unchanged });
        }
        let webhook = self.update(&known.id, WebhookUpdate { attributes: changes })?.into_inner();
        // Not every service returns the secret again.
        let secret = webhook.secret.clone().or(known.secret);
        Ok(EnsureResult { webhook: Webhook { secret, ..webhook }, how: EnsureOutcome::Updated })
    }
}

/// Ids break ties: a service's ids rise.
fn age(webhook: &Webhook) -> (Option<chrono::DateTime<chrono::Utc>>, String) {
    (webhook.created_at.as_ref().and_then(|at| at.utc()), webhook.id.to_string())
}

/// An attribute that the service does not show counts as different.
fn differences(known: &Webhook, wanted: &Map<String, Value>) -> Result<Map<String, Value>> {
    let known = serde_json::to_value(known).map_err(|_| Error::from(ErrorKind::Internal))?;
    let has = |name: &String| known.pointer("/attributes").and_then(|attributes| attributes.get(name));
    let differs = |(name, value): &(&String, &Value)| !has(name).is_some_and(|known| is_same(name, known, value));
    Ok(wanted.iter().filter(differs).map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn is_same(name: &str, known: &Value, wanted: &Value) -> bool {
    let texts = |value: &Value| -> Option<BTreeSet<String>> {
        value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match name {
        "events" => texts(known).is_some_and(|known| Some(known) == texts(wanted)),
        "headers" => headers_of(known) == headers_of(wanted),
        _ => known == wanted,
    }
}

fn headers_of(value: &Value) -> Vec<(String, Option<&str>)> {
    fn text<'v>(header: &'v Value, member: &str) -> Option<&'v str> {
        header.get(member)?.as_str()
    }
    let of = |header| (text(header, "name").unwrap_or_default().to_ascii_lowercase(), text(header, "value"));
    let mut headers: Vec<_> = value.as_array().into_iter().flatten().map(of).collect();
    // Stable: the order of one name's values counts.
    headers.sort_by(|(one, _), (other, _)| one.cmp(other));
    headers
}
