//! Notifications of webhooks.

use super::draft::including;
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{WebhookNotification, WebhookNotificationId};

const PATH: &str = "webhook_notifications";

/// Reading what webhooks were told.
#[derive(Debug, Clone, Copy)]
pub struct WebhookNotifications<'c> {
    client: &'c Client,
}

impl<'c> WebhookNotifications<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        WebhookNotifications { client }
    }

    /// Reads one.
    pub fn get(&self, id: &WebhookNotificationId) -> Result<Fetched<WebhookNotification>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document (`webhook`, `reference_object`).
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &WebhookNotificationId,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<WebhookNotification>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them.
    pub fn list(&self) -> List<WebhookNotification> {
        List::new(self.client, PATH.to_owned())
    }
}
