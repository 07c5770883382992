//! Webhooks.

use crate::resources::{EventDescription, EventName, Webhook, WebhookEventCategory};

/// A read-only key sees neither the secret, which signs in the service's name, nor header fields, which are often
/// credentials.
pub(in crate::service) fn resource(webhook: Webhook, read_only: bool) -> Webhook {
    if read_only { Webhook { secret: None, headers: None, ..webhook } } else { webhook }
}

/// Id, name, and whether an event belongs to the category.
type Category = (&'static str, &'static str, fn(&EventName) -> bool);

/// An event belongs to the first that accepts it.
const CATEGORIES: [Category; 7] = [
    ("tracking-requests", "Tracking requests", EventName::is_tracking_request),
    ("shipments", "Shipments", EventName::is_shipment),
    ("deadlines", "Last free days and appointments", |event| event.as_str().starts_with("container.pickup_")),
    ("estimates", "Estimates of containers", EventName::is_estimate),
    ("transport", "Movements of containers", EventName::is_transport_event),
    ("containers", "Containers", EventName::is_container),
    ("documents", "Documents", EventName::is_document),
];

pub(in crate::service) fn event_categories() -> Vec<WebhookEventCategory> {
    let place_of = |event: &EventName| CATEGORIES.iter().position(|(_, _, takes)| takes(event));
    let described = |event: &EventName| EventDescription {
        description: event.description().unwrap_or_default().to_owned(),
        name: event.clone(),
    };
    let category = |(at, (id, name, _)): (usize, &Category)| WebhookEventCategory {
        id: (*id).into(),
        name: (*name).to_owned(),
        events: EventName::ALL.iter().filter(|event| place_of(event) == Some(at)).map(described).collect(),
        ..Default::default()
    };
    CATEGORIES.iter().enumerate().map(category).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_event_is_in_one_category_and_no_category_is_empty() {
        let categories = event_categories();
        let told: Vec<&EventDescription> = categories.iter().flat_map(|category| &category.events).collect();
        let names: BTreeSet<&str> = told.iter().map(|event| event.name.as_str()).collect();
        assert_eq!((told.len(), names.len()), (EventName::ALL.len(), EventName::ALL.len()));
        assert!(told.iter().all(|event| !event.description.is_empty()));
        assert!(categories.iter().all(|category| !category.events.is_empty()));
    }
}
