//! How subscriptions are made at a carrier, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::resources::RequestType;

/// How event subscriptions are made at a carrier, as DCSA Track & Trace 2 has them; version 3 has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Subscriptions {
    /// Where they are made; below it, under the carrier's id, each is renewed and ended, and its secret replaced.
    pub path: String,
    /// For how many days one lasts that is not renewed; without it, until it is ended.
    #[serde(default)]
    pub lasts_days: Option<u32>,
    /// How one is renewed.
    #[serde(default)]
    pub renewal: Renewal,
    /// What the members of the request are called. An empty name is none: then the carrier does not take it.
    #[serde(default)]
    pub members: SubscriptionMembers,
    /// Whether one can be about all shipments of a customer.
    #[serde(default = "yes")]
    pub of_all: bool,
    /// Further members of the request: `eventType = ["TRANSPORT", "EQUIPMENT"]`.
    #[serde(default)]
    pub filters: BTreeMap<String, Value>,
    /// Statuses after which the same is tried again later, beside 408, 425, 429 and 5xx.
    #[serde(default)]
    pub retry_on: Vec<u16>,
}

/// How a subscription is renewed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renewal {
    /// The whole of it is sent once more (`PUT`), as the standard has it.
    #[default]
    Put,
    /// The same with `PATCH`.
    Patch,
    /// Another one is made, and then the one before is ended.
    Recreate,
}

/// What the members of a request for a subscription are called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SubscriptionMembers {
    /// Where the carrier calls back.
    pub callback_url: String,
    /// What it signs with.
    pub secret: String,
    /// The bill of lading it is about.
    pub bill_of_lading: String,
    /// The booking it is about.
    pub booking_number: String,
    /// The container it is about.
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
    /// The member for a number of this kind; `None` where the carrier takes none.
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
    /// Those of the standard, made at this path.
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
            return Some(("lasts_days", "1 to 3650 days are expected"));
        }
        if members.callback_url.is_empty() || members.secret.is_empty() {
            return Some(("members", "callback_url and secret cannot be left out"));
        }
        let named = [&members.bill_of_lading, &members.booking_number, &members.container];
        if !self.of_all && named.iter().all(|name| name.is_empty()) {
            return Some(("members", "with of_all = false at least one kind of number is needed"));
        }
        None
    }
}

fn yes() -> bool {
    true
}
