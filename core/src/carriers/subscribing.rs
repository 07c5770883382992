//! What a carrier is asked that is to call back.

use chrono::{DateTime, Utc};

use super::push::CallbackSecret;
use crate::resources::{AccountId, RequestType};

/// What a carrier is asked about an event subscription.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SubscriptionOrder {
    /// What is to be done.
    pub step: SubscriptionStep,
    /// The account whose it is: the carrier is asked with its credentials.
    pub account: AccountId,
    /// What the host calls that account.
    pub account_name: String,
    /// The carrier's code.
    pub scac: String,
    /// The carrier's id of it; `None` of one that is to be made, or whose id it never told.
    pub subscription_id: Option<String>,
    /// The number it is about, in the form that requests for it are kept under; `None` for all shipments of a customer.
    pub about: Option<(RequestType, String)>,
    /// Where the carrier is to call back.
    pub callback_url: String,
    /// What it is to sign with.
    pub secret: CallbackSecret,
    /// The service's time.
    pub now: DateTime<Utc>,
}

/// What a carrier is to do with a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionStep {
    /// Begin it.
    Make,
    /// Go on with it, for it would end.
    Renew,
    /// Sign with the secret of the order from now on.
    ReplaceSecret,
    /// End it.
    End,
}

/// A subscription that a carrier made, or went on with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subscribed {
    /// The carrier's id of it, where it says so.
    pub subscription_id: Option<String>,
    /// When it ends unless it is renewed; `None` where it does not.
    pub expires_at: Option<DateTime<Utc>>,
}

impl SubscriptionOrder {
    /// An order about all shipments of a customer, that no account gives: for whoever asks a carrier beside a service, and for tests.
    pub fn new(scac: &str, callback_url: &str, secret: CallbackSecret, now: DateTime<Utc>) -> Self {
        SubscriptionOrder {
            step: SubscriptionStep::Make,
            account: AccountId::from(""),
            account_name: String::new(),
            scac: scac.to_owned(),
            subscription_id: None,
            about: None,
            callback_url: callback_url.to_owned(),
            secret,
            now,
        }
    }
}
