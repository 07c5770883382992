//! Tests of the spans that the library enters, and the events that it emits, with the feature `tracing`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use shiptrack::{NewTrackingRequest, Service, service::Budget};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Event, Metadata, Subscriber, subscriber};

/// Records spans with their fields, in the order of creation.
#[derive(Clone, Default)]
struct SpanRecorder(Arc<Mutex<Vec<(&'static str, Fields)>>>);

#[derive(Clone, Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

impl Subscriber for SpanRecorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "shiptrack"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        let mut spans = self.0.lock().unwrap();
        spans.push((span.metadata().name(), fields));
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let position = usize::try_from(span.into_u64()).unwrap() - 1;
        values.record(&mut self.0.lock().unwrap()[position].1);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        fields.0.insert("level", event.metadata().level().to_string());
        self.0.lock().unwrap().push((EVENT, fields));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The name under which events are recorded.
const EVENT: &str = "event";

#[test]
fn requests_look_ups_and_deliveries_have_spans_without_secrets() {
    // With only one subscriber, a span that another thread enters first would be disabled for all threads.
    let _second = Dispatch::new(SpanRecorder::default());
    let recorded = SpanRecorder::default();
    subscriber::with_default(recorded.clone(), || {
        let service = Service::builder().allow_loopback().in_memory().unwrap();
        let client = service.client();
        let webhook =
            client.webhooks().create(shiptrack::client::NewWebhook::new("http://127.0.0.1:9/hook?token=secret"));
        assert!(webhook.is_ok(), "{webhook:?}");
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST")).unwrap();
        service.run_due(Budget::ALL).unwrap();
    });
    let spans = recorded.0.lock().unwrap();
    let first = |name: &str| &spans.iter().find(|(known, _)| *known == name).expect("the span was entered").1.0;
    assert_eq!((&*first("client_request")["method"], &*first("client_request")["status"]), ("POST", "201"));
    assert_eq!(first("service_request")["family"], "webhooks");
    assert_eq!(first("look_up")["carrier"], "TEST");
    assert!(first("delivery").contains_key("webhook"));
    let events: Vec<_> = spans.iter().filter(|(name, _)| *name == EVENT).map(|(_, fields)| &fields.0).collect();
    let failed = events.iter().find(|event| event["level"] == "WARN").expect("the delivery fails");
    assert!(failed["message"].contains("delivery of ") && failed.contains_key("account"), "{failed:?}");
    assert!(events.iter().any(|event| event["level"] == "DEBUG" && event.contains_key("request")), "the look-up");
    assert!(spans.iter().all(|(_, fields)| fields.0.values().all(|value| !value.contains("secret"))));
}
