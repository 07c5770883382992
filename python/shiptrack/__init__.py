"""Ocean freight tracking: a client of the Shipment Tracking Service, and the service itself, in this process.

::

    import shiptrack

    service = shiptrack.Service("tracking.db")  # or shiptrack.Service(), in memory
    client = service.client()                   # or shiptrack.Client(api_key=…, base_url="https://…/v2")

    tracked = client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    request = client.tracking_requests.wait(tracked)
    client.containers.list().to_pandas()

Resources are immutable objects whose attributes have the names of the interface. Listings are fetched lazily. Every error
is a :class:`~shiptrack.errors.ShiptrackError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiptrack import _exit, _families, _family, _later_imports, _resources, errors
from shiptrack._families import *
from shiptrack._native import (
    EVENTS,
    CancelToken,
    Client,
    EdiFolder,
    Events,
    HostedAccount,
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
    serve_reader,
)
from shiptrack._resources import *
from shiptrack.errors import ShiptrackError

if TYPE_CHECKING:
    from shiptrack import carriers, facts, numbers, tables, testing, timeline, types, values, webhooks
    from shiptrack._async import AsyncClient, AsyncItems, AsyncListing, AsyncPages
    from shiptrack._async_families import *
    from shiptrack._log import ShiptrackWarning
    from shiptrack.tables import ContainerTable
    from shiptrack.timeline import Timeline
    from shiptrack.values import Answer, Extraction, ResourceId, Secret

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncItems",
    "AsyncListing",
    "AsyncPages",
    "CancelToken",
    "Client",
    "ContainerTable",
    "EVENTS",
    "EdiFolder",
    "Events",
    "Extraction",
    "HostedAccount",
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
    "ShiptrackWarning",
    "Timeline",
    "__version__",
    "carriers",
    "errors",
    "facts",
    "numbers",
    "serve_reader",
    "tables",
    "timeline",
    "types",
    "values",
    "webhooks",
]
_ASYNC = [f"Async{name}" for name in _families.__all__]
__all__ += _families.__all__
__all__ += _ASYNC
__all__ += _resources.__all__

_family.install(Client, _families._Families)
for _name in _families.__all__:
    _family.explain_mistakes(getattr(_families, _name))

_LAZY = {
    **dict.fromkeys(["carriers", "facts", "numbers", "tables", "testing", "timeline", "types", "values", "webhooks"], ""),
    **dict.fromkeys(["AsyncClient", "AsyncItems", "AsyncListing", "AsyncPages"], "_async"),
    **dict.fromkeys(_ASYNC, "_async_families"),
    **dict.fromkeys(["Answer", "Extraction", "ResourceId", "Secret"], "values"),
    "ContainerTable": "tables",
    "ShiptrackWarning": "_log",
    "Timeline": "timeline",
}
"""Names that are imported on first access, with their modules. Most programs start without them."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _LAZY[name]
    found = getattr(import_module(f"{__name__}.{home}"), name) if home else import_module(f"{__name__}.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({name for name in globals() if name.startswith("_")}.union(__all__))
