// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
//! The resource types that have a class.

crate::classes::classes!(
    /// An account of the service: the owner of requests, shipments, webhooks and mail.
    Account,
    /// A container of a shipment.
    Container,
    /// A container was added to a shipment. It is told with the notification ``container.created`` and nowhere else.
    ContainerCreatedEvent,
    /// A container will be discharged at another terminal. It is told with the notification ``container.pod_terminal_changed`` and nowhere else.
    ContainerPodTerminalChangedEvent,
    /// What a terminal says about a container changed. It is told with the notification ``container.updated`` and nowhere else.
    ContainerUpdatedEvent,
    /// The value of a custom field for one shipment, container or tracking request.
    CustomField,
    /// The definition of a custom field: its name, what has it and which values it takes.
    CustomFieldDefinition,
    /// A value that can be chosen for a custom field of the data type ``enum`` or ``enum_multi``.
    CustomFieldOption,
    /// A freight document and its file. Inside an email submission it comes in a short shape: name, source, type and times.
    Document,
    /// What was read out of a document, once.
    DocumentRepresentation,
    /// What is read out of documents of one type: the schema of the payload of a document representation.
    DocumentSchema,
    /// A message an account received. Inside a document it comes in a short shape: ``body_preview`` in place of ``body``.
    EmailSubmission,
    /// The expected arrival of a shipment changed. It is told with the notification ``shipment.estimated.arrival``.
    EstimatedEvent,
    /// A city or region inland that a container is bound for, which is not a port itself.
    MetroArea,
    /// A company that an account tracks shipments for: its customer.
    Party,
    /// A port where vessels call.
    Port,
    /// A terminal of a railway, inland or at a port.
    RailTerminal,
    /// What a carrier, terminal or railway says happened to a container, or will happen, in its own words.
    RawEvent,
    /// What a search found: a shipment, a container or a tracking request, with what identifies it. The interface documents the type of what was found in place of ``search_result``; both are read.
    SearchResult,
    /// A shipment: what travels under one bill of lading or booking.
    Shipment,
    /// A shipping line: an ocean carrier whose numbers can be tracked.
    ShippingLine,
    /// A terminal: the facility where a container is discharged, stored and picked up. Terminals of railways are read as this type, too, where one is asked for by its id.
    Terminal,
    /// A request to track a number at a shipping line.
    TrackingRequest,
    /// An event of a container. Events come in no fixed order: sort them by their ``timestamp``.
    TransportEvent,
    /// A user of an account. The service documents no attributes of users: what it sends of them is kept as it came.
    User,
    /// A vessel, with the last position it reported.
    Vessel,
    /// A URL to which notifications of events are posted.
    Webhook,
    /// Events that webhooks can be notified of and that belong together. The id is a short name of the category.
    WebhookEventCategory,
    /// A notification of one event for one webhook.
    WebhookNotification,
);
