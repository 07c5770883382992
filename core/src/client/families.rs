//! A handle for each family of resources.

use super::{
    Client, Containers, Documents, EmailSubmissions, Shipments, ShippingLines, TrackingRequests, WebhookNotifications,
    Webhooks,
};

impl Client {
    /// Tracking requests.
    pub fn tracking_requests(&self) -> TrackingRequests<'_> {
        TrackingRequests::new(self)
    }

    /// Shipments.
    pub fn shipments(&self) -> Shipments<'_> {
        Shipments::new(self)
    }

    /// Containers.
    pub fn containers(&self) -> Containers<'_> {
        Containers::new(self)
    }

    /// Ocean carriers.
    pub fn shipping_lines(&self) -> ShippingLines<'_> {
        ShippingLines::new(self)
    }

    /// Inbound mail.
    pub fn email_submissions(&self) -> EmailSubmissions<'_> {
        EmailSubmissions::new(self)
    }

    /// Documents.
    pub fn documents(&self) -> Documents<'_> {
        Documents::new(self)
    }

    /// Webhooks.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks::new(self)
    }

    /// Notifications of webhooks.
    pub fn webhook_notifications(&self) -> WebhookNotifications<'_> {
        WebhookNotifications::new(self)
    }
}
