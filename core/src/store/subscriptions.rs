//! Who may send to the service without being asked.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::ReplacedSecret;
use crate::resources::{AccountId, DataSource, RequestType, WebhookSecret};

/// Somebody who sends to the service without being asked, and how that is known to be them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubscriptionRecord {
    /// Our id of it.
    pub id: Uuid,
    /// Whose.
    pub account: AccountId,
    /// Who sends.
    pub sender: Sender,
    /// What they sign with.
    pub secret: WebhookSecret,
    /// The secrets they had before, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<ReplacedSecret>,
    /// How it stands.
    pub state: SubscriptionState,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it ends by itself, where it does.
    pub expires_at: Option<DateTime<Utc>>,
    /// When its carrier is asked next to make it, or to renew it.
    pub due: Option<DateTime<Utc>>,
    /// How often in a row that failed.
    pub failures: u32,
    /// Why, the last time.
    pub problem: Option<String>,
    /// When something came last.
    pub received_at: Option<DateTime<Utc>>,
}

/// Who sends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sender {
    /// A carrier, callbacks of an event subscription.
    Carrier(CarrierSubscription),
    /// A source of the host's own: a terminal, a trucker.
    Own {
        /// What kind of source it is.
        kind: DataSource,
        /// Which one of its kind.
        name: String,
    },
}

/// An event subscription at a carrier.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CarrierSubscription {
    /// The carrier's code.
    pub scac: String,
    /// The carrier's id of it, which its callbacks carry; `None` while nobody knows it.
    pub subscription_id: Option<String>,
    /// The number it is about; `None` where it is about all shipments of a customer.
    pub about: Option<(RequestType, String)>,
    /// Where the carrier calls back, where it is this service that asks it to.
    pub callback_url: Option<String>,
    /// Whether it still has to be told of the secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signs_with_older: bool,
}

/// How a subscription stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionState {
    /// Its carrier is still to be asked to make it.
    Requested,
    /// It is there.
    Active,
    /// Its carrier refused to make it, or to renew it: `problem` says why.
    Refused,
    /// Its carrier is still to be asked to end it. Nothing is taken in by it any more.
    Ending,
}

impl SubscriptionState {
    /// The name, the same for ever.
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
    /// The JSON form, which is the same in every language; `core/docs/push.md` describes it. The secret is in it.
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

    /// The event subscription that it is, where a carrier sends.
    pub fn carrier(&self) -> Option<&CarrierSubscription> {
        match &self.sender {
            Sender::Carrier(subscription) => Some(subscription),
            Sender::Own { .. } => None,
        }
    }
}
