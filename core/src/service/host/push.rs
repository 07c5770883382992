//! What is sent without being asked for, as the host hands it in, and who may send.

use std::time::Duration;

use uuid::Uuid;

use super::service::Service;
use crate::error::Result;
use crate::http::Headers;
use crate::resources::AccountId;
use crate::service::engine::{NewSubscription, Pushed};
use crate::store::SubscriptionRecord;

impl Service {
    /// Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a report of a source of the
    /// host's own. `headers` are the header fields as they came, `body` the bytes as they came: the signature is of those.
    ///
    /// Which [subscription](Self::add_subscription) it is of, the field `Subscription-ID` says: by the carrier's id of it, or by ours.
    /// What it says is recorded as [`record_facts`](Self::record_facts) does, as the words of that carrier, or of that source: an
    /// event that is sent and one that is polled are one. The same once more adds nothing; neither does an expectation that was
    /// written before the one that is known. Answer 204 to `Ok`, and to an error the [status](crate::Error::http_status) that it has.
    ///
    /// Refused are, each with a code of its own, what is too large (`too_large`), what is of no subscription (`unknown_subscription`,
    /// `no_subscription_id`), what nobody signed (`not_signed`, `malformed_signature`, `wrong_signature`), and what cannot be read
    /// (`not_readable`); see [`PushRefusal`](crate::carriers::push::PushRefusal).
    ///
    /// ```
    /// use shiptrack::Service;
    /// use shiptrack::carriers::push::CallbackSecret;
    /// use shiptrack::http::Headers;
    /// use shiptrack::service::NewSubscription;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let service = Service::in_memory()?;
    /// let new = NewSubscription::of_carrier("MAEU").called("7f5a2c").secret("AAECAwQFBgcICQoLDA0ODw==");
    /// service.add_subscription(service.default_account(), new)?;
    ///
    /// let body = br#"[{"eventType":"EQUIPMENT","equipmentEventTypeCode":"GTOT","eventClassifierCode":"ACT","emptyIndicatorCode":"LADEN",
    ///     "eventDateTime":"2026-05-12T09:00:00-07:00","equipmentReference":"MSKU0308961","eventLocation":{"UNLocationCode":"USLAX"}}]"#;
    /// let mut headers = Headers::new();
    /// headers.set("Subscription-ID", "7f5a2c");
    /// headers.set("Notification-Signature", CallbackSecret::parse("AAECAwQFBgcICQoLDA0ODw==")?.sign(body));
    /// let pushed = service.receive_push(&headers, body)?;
    /// assert_eq!((pushed.facts, pushed.kept), (1, 1));
    /// assert!(service.receive_push(&headers, body)?.is_repeated);
    /// assert_eq!(service.receive_push(&headers, b"[]").unwrap_err().code(), Some("wrong_signature"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn receive_push(&self, headers: &Headers, body: &[u8]) -> Result<Pushed> {
        self.engine().receive_push(headers, body)
    }

    /// Lets somebody send to an account. The record has the secret, which is [kept](crate::resources::WebhookSecret) as those of
    /// webhooks are, and the id by which a sender that has no other may name the subscription.
    pub fn add_subscription(&self, account: &AccountId, new: NewSubscription) -> Result<SubscriptionRecord> {
        self.engine().add_subscription(account, new)
    }

    /// Who may send to an account, oldest first.
    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        self.engine().subscriptions(account)
    }

    /// Gives a subscription another secret: this one, or a new one. Until the `overlap` is over, a day unless it is said, what the one
    /// before signed is taken, too.
    pub fn rotate_subscription(
        &self,
        account: &AccountId,
        id: Uuid,
        secret: Option<&str>,
        overlap: Option<Duration>,
    ) -> Result<SubscriptionRecord> {
        self.engine().rotate_subscription(account, id, secret, overlap)
    }

    /// Takes nothing in any more of a subscription.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        self.engine().remove_subscription(account, id)
    }
}
