//! Operations of webhooks and their notifications.

use crate::resources::Shape::{self, Flag, Integer, List, Moment, Secret, Text};
use crate::resources::attribute::Attribute;
use crate::resources::operation::Answer::{All, Json, One, Pages};
use crate::resources::operation::Body::{Document, Empty, Members};
use crate::resources::operation::builders::{delete, field, get, patch, post, required_field, required_parameter};
use crate::resources::operation::{Field, Operation};
use crate::resources::{DeliveryHeader, EventName};

const EVENT: Shape = <EventName as Attribute>::SHAPE;

pub(super) const WEBHOOK_NOTIFICATIONS: &[Operation] = &[
    get("list", "/webhook_notifications", Pages("webhook_notification"))
        .about("Lists the notifications of webhooks, newest first.")
        .includes(NOTIFICATION_INCLUDES)
        .served_by_both(),
    get("get", "/webhook_notifications/{id}", One("webhook_notification"))
        .about("Reads a notification of a webhook.")
        .includes(NOTIFICATION_INCLUDES)
        .served_by_both(),
    get("examples", "/webhook_notifications/examples", All("webhook_notification"))
        .about("Returns example notifications of one event, in the form in which webhooks receive them.")
        .with_parameters(&[required_parameter(
            "event",
            EVENT,
            "The name of the event, such as `container.transport.vessel_arrived`.",
        )])
        .served_by_both(),
];

const NOTIFICATION_INCLUDES: &[&str] =
    &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"];

pub(super) const WEBHOOKS: &[Operation] = &[
    get("list", "/webhooks", Pages("webhook")).about("Lists webhooks.").served_by_both(),
    post("create", "/webhooks", Document("webhook", NEW_WEBHOOK, &[]), One("webhook"))
        .about("Registers a URL that receives notifications. The response contains the secret with which deliveries are signed.")
        .served_by_both(),
    get("get", "/webhooks/{id}", One("webhook")).about("Reads a webhook.").served_by_both(),
    patch("update", "/webhooks/{id}", Document("webhook", WEBHOOK_CHANGES, &[]), One("webhook"))
        .about("Changes a webhook. Attributes that are not in the request keep their values.")
        .served_by_both(),
    delete("delete", "/webhooks/{id}").about("Deletes a webhook.").served_by_both(),
    get("events", "/webhooks/events", All("webhook_event_category")).about("Lists the events that webhooks can receive, by category.").served_by_both(),
    get("ips", "/webhooks/ips", Json("`webhook_notification_ips` and `last_updated`"))
        .about("Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were configured when it was opened.")
        .served_by_both(),
    post("trigger", "/webhooks/trigger", Members(TRIGGER), Json("`url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`, `response_headers`, `response_body`"))
        .about("Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook. The embedded service sends to the same addresses as deliveries.")
        .served_by_both(),
    patch("rotate_secret", "/webhooks/{id}/rotate_secret", Document("webhook", &[field("overlap_seconds", Integer, "Number of seconds during which deliveries are signed with the previous secret, too. 0 ends its use at once.")], &[]), One("webhook"))
        .about("Replaces the secret of a webhook. The response contains the new secret.")
        .embedded_only(),
    patch("replay", "/webhooks/{id}/replay", Empty, Json("`replayed`, the number of notifications"))
        .about("Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery failed, with their ids, and those of events that happened while it was not active. Those that were delivered are not sent again.")
        .with_parameters(&[required_parameter("since", Moment, "The time from which on notifications are delivered, such as the `failing_since` or `disabled_at` of the webhook.")])
        .embedded_only(),
];

const NEW_WEBHOOK: &[Field] = &[
    required_field("url", Text, "The URL to which notifications are posted."),
    required_field("active", Flag, "Whether notifications are sent."),
    EVENTS,
    HEADERS,
];

const WEBHOOK_CHANGES: &[Field] =
    &[field("url", Text, "The URL to which notifications are posted."), ACTIVE, EVENTS, HEADERS];

const ACTIVE: Field = field("active", Flag, "Whether notifications are sent.");

const EVENTS: Field = field("events", List(&EVENT), "The names of the events that the webhook receives.");

const HEADERS: Field = field(
    "headers",
    List(&<DeliveryHeader as Attribute>::SHAPE),
    "HTTP headers that are sent with every delivery. Each has a `name` and a `value`.",
);

const TRIGGER: &[Field] = &[
    required_field("url", Text, "The URL to which the notification is posted."),
    required_field("event", EVENT, "The name of the event."),
    field(
        "secret",
        Secret,
        "The secret with which the notification is signed. Without it, the notification is not signed.",
    ),
];
