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

from shiptrack import _families, _family, _resources, carriers, errors, facts, numbers, tables, timeline, types, values, webhooks
from shiptrack._families import *
from shiptrack._native import (
    EVENTS,
    CancelToken,
    Client,
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
    __version__,
)
from shiptrack._resources import *
from shiptrack.errors import ShiptrackError
from shiptrack.tables import ContainerTable
from shiptrack.timeline import Timeline
from shiptrack.values import Answer, Extraction, ResourceId, Secret

__all__ = [
    "Answer",
    "CancelToken",
    "Client",
    "ContainerTable",
    "EVENTS",
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
    "ShiptrackError",
    "Timeline",
    "__version__",
    "carriers",
    "errors",
    "facts",
    "numbers",
    "tables",
    "timeline",
    "types",
    "values",
    "webhooks",
]
__all__ += _families.__all__
__all__ += _resources.__all__

_family.on(Client, _families._Families)
for _name in _families.__all__:
    _family.named(getattr(_families, _name))
