// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
//! The resource types that have a class.

crate::classes::classes!(
    /// An account of the service. It owns tracking requests, shipments, webhooks and email submissions.
    Account,
    /// A container of a shipment.
    Container,
    /// A container was added to a shipment. This resource is only included in the notification ``container.created``.
    ContainerCreatedEvent,
    /// The terminal where a container will be discharged changed. This resource is only included in the notification ``container.pod_terminal_changed``.
    ContainerPodTerminalChangedEvent,
    /// The data of the terminal about a container changed, or published times of the container were corrected. This resource is only included in the notification ``container.updated``.
    ContainerUpdatedEvent,
    /// The value of a custom field of one shipment, container or tracking request.
    CustomField,
    /// The definition of a custom field: its names, the type of the resources that have it, and the values that it accepts.
    CustomFieldDefinition,
    /// An option of a custom field of the data type ``enum`` or ``enum_multi``.
    CustomFieldOption,
    /// A freight document and its file. An email submission includes its documents in a short form, which has only name, source, type and times.
    Document,
    /// The data that was extracted from a document at one time.
    DocumentRepresentation,
    /// The schema of the data that is extracted from documents of one type: the payload of a document representation.
    DocumentSchema,
    /// A message that an account received. A document includes its message in a short form, which has ``body_preview`` instead of ``body``.
    EmailSubmission,
    /// The estimated arrival of a shipment changed. This resource is included in the notification ``shipment.estimated.arrival``.
    EstimatedEvent,
    /// A city or region inland that is the destination of a container and not a port.
    MetroArea,
    /// A customer of an account: a company for which shipments are tracked.
    Party,
    /// A port where vessels call.
    Port,
    /// A terminal of a railway, inland or at a port.
    RailTerminal,
    /// A statement of a carrier, terminal or railway about something that happened to a container or will happen.
    RawEvent,
    /// A shipment, container or tracking request that a search found. The hosted service documents the type of the found resource instead of ``search_result``; the client reads both.
    SearchResult,
    /// A shipment: the containers that travel under one bill of lading or booking.
    Shipment,
    /// Published times or places of a shipment were corrected. This resource is only included in the notification ``shipment.updated``, which the hosted service does not have.
    ShipmentUpdatedEvent,
    /// A shipping line: an ocean carrier at which numbers can be tracked.
    ShippingLine,
    /// A terminal: the facility where a container is discharged, stored and picked up. This type also represents terminals of railways, because reading a terminal by its id can return one.
    Terminal,
    /// A request to track a number at a shipping line.
    TrackingRequest,
    /// An event of a container. Lists of events have no fixed order.
    TransportEvent,
    /// A user of an account. The hosted service documents no attributes of users; unknown attributes are preserved.
    User,
    /// A vessel and its last reported position. The embedded service has no positions.
    Vessel,
    /// A URL to which the service posts notifications of events.
    Webhook,
    /// A category of events that webhooks can receive. Its id is a short name.
    WebhookEventCategory,
    /// A notification of one event for one webhook.
    WebhookNotification,
);
