//! Renders webhooks and the categories of events.

use crate::resources::{EventDescription, EventName, Webhook, WebhookEventCategory};
use crate::store::WebhookRecord;

/// The resource of a webhook, with the health of its deliveries. For a read-only key it omits the secret, which can sign notifications, and the headers,
/// which are often credentials.
pub(in crate::service) fn resource(record: &WebhookRecord, read_only: bool) -> Webhook {
    let webhook = Webhook { failing_since: record.failing_since.map(Into::into), ..record.webhook.clone() };
    if read_only { Webhook { secret: None, headers: None, ..webhook } } else { webhook }
}

/// The id and the name of a category, and whether an event belongs to it.
type Category = (&'static str, &'static str, fn(&EventName) -> bool);

/// An event belongs to the first category that accepts it.
const CATEGORIES: [Category; 8] = [
    ("tracking-requests", "Tracking requests", EventName::is_tracking_request),
    ("shipments", "Shipments", EventName::is_shipment),
    ("deadlines", "Last free days and appointments", |event| event.as_str().starts_with("container.pickup_")),
    ("estimates", "Estimates of containers", EventName::is_estimate),
    ("transport", "Movements of containers", EventName::is_transport_event),
    ("containers", "Containers", EventName::is_container),
    ("documents", "Documents", EventName::is_document),
    ("webhooks", "Webhooks", EventName::is_webhook),
];

pub(in crate::service) fn event_categories() -> Vec<WebhookEventCategory> {
    let category_of = |event: &EventName| CATEGORIES.iter().position(|(_, _, accepts)| accepts(event));
    let described = |event: &EventName| EventDescription {
        description: event.description().unwrap_or_default().to_owned(),
        name: event.clone(),
    };
    let category = |(at, (id, name, _)): (usize, &Category)| WebhookEventCategory {
        id: (*id).into(),
        name: (*name).to_owned(),
        events: EventName::ALL.iter().filter(|event| category_of(event) == Some(at)).map(described).collect(),
        ..Default::default()
    };
    CATEGORIES.iter().enumerate().map(category).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_event_is_in_exactly_one_category() {
        let categories = event_categories();
        let events: Vec<&EventDescription> = categories.iter().flat_map(|category| &category.events).collect();
        let names: BTreeSet<&str> = events.iter().map(|event| event.name.as_str()).collect();
        assert_eq!((events.len(), names.len()), (EventName::ALL.len(), EventName::ALL.len()));
        assert!(events.iter().all(|event| !event.description.is_empty()));
        assert!(categories.iter().all(|category| !category.events.is_empty()));
    }
}
