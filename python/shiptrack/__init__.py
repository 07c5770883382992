"""Ocean freight tracking: a client of the Shipment Tracking Service, and that service itself, in this process.

::

    import shiptrack

    service = shiptrack.Service("tracking.db")  # or shiptrack.Service(), in memory
    client = service.client()                   # or shiptrack.Client(api_key=…, base_url="https://…/v2")

    tracked = client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    request = client.tracking_requests.wait(tracked.request)
    client.containers.list().to_pandas()

Resources are frozen values with the names of the wire; listings are lazy. What goes wrong is a
:class:`~shiptrack.errors.ShiptrackError`.
"""

from shiptrack import carriers, errors, numbers, tables, timeline, types, values, webhooks
from shiptrack._native import (
    EVENTS,
    Account,
    CancelToken,
    Client,
    Container,
    Containers,
    Document,
    DocumentRepresentation,
    Documents,
    EmailSubmission,
    EmailSubmissions,
    Events,
    Items,
    Listing,
    ManualClock,
    Page,
    Pages,
    Resource,
    Response,
    Server,
    Service,
    Shipment,
    Shipments,
    ShippingLine,
    ShippingLines,
    TrackingRequest,
    TrackingRequests,
    TransportEvent,
    User,
    Webhook,
    WebhookNotification,
    WebhookNotifications,
    Webhooks,
    __version__,
)
from shiptrack.errors import ShiptrackError
from shiptrack.tables import ContainerTable
from shiptrack.timeline import Timeline
from shiptrack.values import Answer, Extraction, ResourceId, Secret

__all__ = [
    "Account",
    "Answer",
    "CancelToken",
    "Client",
    "Container",
    "ContainerTable",
    "Containers",
    "Document",
    "DocumentRepresentation",
    "Documents",
    "EVENTS",
    "EmailSubmission",
    "EmailSubmissions",
    "Events",
    "Extraction",
    "Items",
    "Listing",
    "ManualClock",
    "Page",
    "Pages",
    "Resource",
    "ResourceId",
    "Response",
    "Secret",
    "Server",
    "Service",
    "Shipment",
    "Shipments",
    "ShippingLine",
    "ShippingLines",
    "ShiptrackError",
    "Timeline",
    "TrackingRequest",
    "TrackingRequests",
    "TransportEvent",
    "User",
    "Webhook",
    "WebhookNotification",
    "WebhookNotifications",
    "Webhooks",
    "__version__",
    "carriers",
    "errors",
    "numbers",
    "tables",
    "timeline",
    "types",
    "values",
    "webhooks",
]
