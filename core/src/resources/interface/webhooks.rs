//! Webhooks and their notifications.

use crate::resources::Shape::{self, Flag, Integer, List, Secret, Text};
use crate::resources::attribute::Attribute;
use crate::resources::operation::Answer::{All, Json, One, Pages};
use crate::resources::operation::Body::{Document, Members};
use crate::resources::operation::words::{delete, get, must, optional, patch, post, required};
use crate::resources::operation::{Field, Operation};
use crate::resources::{DeliveryHeader, EventName};

const EVENT: Shape = <EventName as Attribute>::SHAPE;

pub(super) const WEBHOOK_NOTIFICATIONS: &[Operation] = &[
    get("list", "/webhook_notifications", Pages("webhook_notification"))
        .about("Lists what webhooks were told, newest first.")
        .includes(NOTIFICATION_INCLUDES)
        .everywhere(),
    get("get", "/webhook_notifications/{id}", One("webhook_notification"))
        .about("Reads what a webhook was told.")
        .includes(NOTIFICATION_INCLUDES)
        .everywhere(),
    get("examples", "/webhook_notifications/examples", All("webhook_notification"))
        .about("Reads made-up notifications of one event, as webhooks are told of it.")
        .takes(&[must("event", EVENT, "The name of the event, such as `container.transport.vessel_arrived`.")])
        .everywhere(),
];

const NOTIFICATION_INCLUDES: &[&str] =
    &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"];

pub(super) const WEBHOOKS: &[Operation] = &[
    get("list", "/webhooks", Pages("webhook")).about("Lists webhooks.").everywhere(),
    post("create", "/webhooks", Document("webhook", NEW_WEBHOOK, &[]), One("webhook"))
        .about("Registers a URL. The answer holds the secret its deliveries are signed with.")
        .everywhere(),
    get("get", "/webhooks/{id}", One("webhook")).about("Reads a webhook.").everywhere(),
    patch("update", "/webhooks/{id}", Document("webhook", WEBHOOK_CHANGES, &[]), One("webhook"))
        .about("Changes a webhook. What is not named stays.")
        .everywhere(),
    delete("delete", "/webhooks/{id}").about("Deletes a webhook.").everywhere(),
    get("events", "/webhooks/events", All("webhook_event_category")).about("Lists the events that webhooks can be told of, by category.").everywhere(),
    get("ips", "/webhooks/ips", Json("`webhook_notification_ips` and `last_updated`"))
        .about("Lists the addresses that deliveries come from. The embedded service lists those it was opened with.")
        .everywhere(),
    post("trigger", "/webhooks/trigger", Members(TRIGGER), Json("`url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`, `response_headers`, `response_body`"))
        .about("Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an address is not public, the embedded service sends it for nobody but the process it runs in.")
        .everywhere(),
    patch("rotate_secret", "/webhooks/{id}/rotate_secret", Document("webhook", &[optional("overlap_seconds", Integer, "For how long the secret before signs along; 0 ends it at once.")], &[]), One("webhook"))
        .about("Gives a webhook a new secret, which the answer holds.")
        .embedded(),
];

const NEW_WEBHOOK: &[Field] = &[
    required("url", Text, "Where notifications are posted."),
    required("active", Flag, "Whether notifications are posted."),
    EVENTS,
    HEADERS,
];

const WEBHOOK_CHANGES: &[Field] = &[optional("url", Text, "Where notifications are posted."), ACTIVE, EVENTS, HEADERS];

const ACTIVE: Field = optional("active", Flag, "Whether notifications are posted.");

const EVENTS: Field = optional("events", List(&EVENT), "The names of the events it is told of.");

const HEADERS: Field = optional(
    "headers",
    List(&<DeliveryHeader as Attribute>::SHAPE),
    "Headers sent along with every delivery, each with `name` and `value`.",
);

const TRIGGER: &[Field] = &[
    required("url", Text, "Where the notification is posted."),
    required("event", EVENT, "The name of the event."),
    optional("secret", Secret, "What the notification is signed with."),
];
