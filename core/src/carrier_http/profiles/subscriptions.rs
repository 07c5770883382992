//! Describes the event subscriptions of a carrier as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::resources::RequestType;

/// Describes the event subscriptions of a carrier, as in DCSA Track & Trace 2. Version 3 has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Subscriptions {
    /// The path where subscriptions are created. A subscription is at this path followed by its id.
    pub path: String,
    /// Lifetime in days of a subscription that is not renewed; `None` if it does not expire.
    #[serde(default)]
    pub lasts_days: Option<u32>,
    /// How a subscription is renewed.
    #[serde(default)]
    pub renewal: Renewal,
    /// The names of the members of the request. An empty name means that the carrier does not support the member.
    #[serde(default)]
    pub members: SubscriptionMembers,
    /// Whether a subscription can be about all shipments of a customer.
    #[serde(default = "yes")]
    pub of_all: bool,
    /// Further members of the request, for example `eventType = ["TRANSPORT", "EQUIPMENT"]`.
    #[serde(default)]
    pub filters: BTreeMap<String, Value>,
    /// Statuses that are retried, in addition to 408, 425, 429 and 5xx.
    #[serde(default)]
    pub retry_on: Vec<u16>,
}

/// How a subscription is renewed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renewal {
    /// The subscription is sent again with `PUT`, as in the standard.
    #[default]
    Put,
    /// The subscription is sent again with `PATCH`.
    Patch,
    /// A new subscription is created, then the old one is deleted.
    Recreate,
}

/// The names of the members of a request for a subscription.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SubscriptionMembers {
    /// The URL that the carrier calls.
    pub callback_url: String,
    /// The secret that the carrier signs callbacks with.
    pub secret: String,
    /// The bill of lading.
    pub bill_of_lading: String,
    /// The booking number.
    pub booking_number: String,
    /// The container.
    pub container: String,
}

impl Default for SubscriptionMembers {
    fn default() -> Self {
        SubscriptionMembers {
            callback_url: "callbackUrl".into(),
            secret: "secret".into(),
            bill_of_lading: "transportDocumentReference".into(),
            booking_number: "carrierBookingReference".into(),
            container: "equipmentReference".into(),
        }
    }
}

impl SubscriptionMembers {
    /// The member for a number of this kind; `None` if the carrier does not support the kind.
    pub fn of(&self, kind: &RequestType) -> Option<&str> {
        name_for(kind, [&self.bill_of_lading, &self.booking_number, &self.container])
    }
}

pub(super) fn name_for<'n>(kind: &RequestType, [bill, booking, container]: [&'n str; 3]) -> Option<&'n str> {
    let name = match kind {
        RequestType::BillOfLading => bill,
        RequestType::BookingNumber => booking,
        RequestType::Container => container,
        _ => return None,
    };
    (!name.is_empty()).then_some(name)
}

impl Subscriptions {
    /// Subscriptions of the standard at this path.
    pub fn at(path: &str) -> Self {
        Subscriptions {
            path: path.to_owned(),
            lasts_days: None,
            renewal: Renewal::Put,
            members: SubscriptionMembers::default(),
            of_all: true,
            filters: BTreeMap::new(),
            retry_on: Vec::new(),
        }
    }

    pub(super) fn problem(&self) -> Option<(&'static str, &'static str)> {
        let members = &self.members;
        if !self.path.starts_with('/') || self.path.contains(['?', '#']) {
            return Some(("path", "a path begins with a slash and has no query"));
        }
        if self.lasts_days.is_some_and(|days| !(1..=3_650).contains(&days)) {
            return Some(("lasts_days", "must be 1 to 3650 days"));
        }
        if members.callback_url.is_empty() || members.secret.is_empty() {
            return Some(("members", "`callback_url` and `secret` are required"));
        }
        let named = [&members.bill_of_lading, &members.booking_number, &members.container];
        if !self.of_all && named.iter().all(|name| name.is_empty()) {
            return Some(("members", "with `of_all = false` at least one kind of number is needed"));
        }
        None
    }
}

fn yes() -> bool {
    true
}
