//! Subscriptions: sources that send data to the service.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::ReplacedSecret;
use crate::resources::{AccountId, DataSource, RequestType, WebhookSecret};

/// A source that sends data to the service, with the secret that authenticates it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubscriptionRecord {
    /// The id of the subscription in this service.
    pub id: Uuid,
    /// The account.
    pub account: AccountId,
    /// The source.
    pub sender: Sender,
    /// The secret with which the source signs.
    pub secret: WebhookSecret,
    /// Previous secrets that are still accepted, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<ReplacedSecret>,
    /// The state of the subscription.
    pub state: SubscriptionState,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it expires; `None` if it does not.
    pub expires_at: Option<DateTime<Utc>>,
    /// When the carrier is next asked to create, renew or end the subscription; `None` if it is not.
    pub due: Option<DateTime<Utc>>,
    /// The number of consecutive failures of such requests.
    pub failures: u32,
    /// The reason of the last failure.
    pub problem: Option<String>,
    /// When the source last sent something.
    pub received_at: Option<DateTime<Utc>>,
}

/// The source of a subscription.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sender {
    /// A carrier, which sends callbacks of an event subscription.
    Carrier(CarrierSubscription),
    /// A source that the host program defines, such as a terminal or trucker.
    Own {
        /// The kind of the source.
        kind: DataSource,
        /// The name of the source.
        name: String,
    },
}

/// An event subscription at a carrier.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CarrierSubscription {
    /// The code of the carrier.
    pub scac: String,
    /// The id of the subscription at the carrier, which callbacks contain; `None` if unknown.
    pub subscription_id: Option<String>,
    /// The subscribed number; `None` if the subscription covers all shipments of the customer.
    pub about: Option<(RequestType, String)>,
    /// The callback URL, if the service itself creates the subscription at the carrier.
    pub callback_url: Option<String>,
    /// Whether the carrier still signs with the previous secret, and the new one must be sent to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signs_with_older: bool,
}

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionState {
    /// The carrier has not been asked to create it yet.
    Requested,
    /// It is active.
    Active,
    /// The carrier refused to create or renew it; `problem` has the reason.
    Refused,
    /// The carrier has not been asked to end it yet. Its callbacks are rejected.
    Ending,
}

impl SubscriptionState {
    /// The name of the state, which never changes.
    pub fn as_str(self) -> &'static str {
        match self {
            SubscriptionState::Requested => "requested",
            SubscriptionState::Active => "active",
            SubscriptionState::Refused => "refused",
            SubscriptionState::Ending => "ending",
        }
    }
}

impl SubscriptionRecord {
    /// The JSON form, which is the same in all languages and contains the secret. `core/docs/push.md` describes it.
    pub fn to_json(&self) -> String {
        let (carrier, own) = match &self.sender {
            Sender::Carrier(carrier) => (Some(carrier), None),
            Sender::Own { kind, name } => (None, Some((kind, name))),
        };
        let about = carrier.and_then(|carrier| carrier.about.as_ref());
        json!({
            "id": self.id,
            "account": self.account,
            "carrier": carrier.map(|carrier| &carrier.scac),
            "source": own.map(|(kind, _)| kind.as_str()),
            "name": own.map(|(_, name)| name),
            "called": carrier.and_then(|carrier| carrier.subscription_id.as_ref()),
            "number": about.map(|(_, number)| number),
            "kind": about.map(|(kind, _)| kind.as_str()),
            "callback_url": carrier.and_then(|carrier| carrier.callback_url.as_ref()),
            "secret": self.secret.reveal(),
            "state": self.state.as_str(),
            "created_at": self.created_at,
            "expires_at": self.expires_at,
            "due_at": self.due,
            "failures": self.failures,
            "received_at": self.received_at,
            "problem": self.problem,
        })
        .to_string()
    }

    /// The event subscription, if the source is a carrier.
    pub fn carrier(&self) -> Option<&CarrierSubscription> {
        match &self.sender {
            Sender::Carrier(subscription) => Some(subscription),
            Sender::Own { .. } => None,
        }
    }
}
