"""The hand-written parts of the families."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from types import FunctionType
from typing import Any, Final

import shiptrack
from shiptrack._native import _Family


class Unset(Enum):
    """The value of an argument that was left out, for arguments where ``None`` is a value."""

    UNSET = "unset"

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset.UNSET
"""The argument was left out."""


def without_unset(**arguments: Any) -> dict[str, Any]:
    """Returns the arguments that were not left out."""
    return {name: value for name, value in arguments.items() if value is not UNSET}


class _Containers(_Family):
    """Calls of ``client.containers`` that are not generated from the description of the interface."""

    __slots__ = ()

    def table(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        max_items: int | None = None,
        resume_from: str | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
        duplicates: bool = True,
        **filters: Any,
    ) -> shiptrack.ContainerTable:
        """Returns a table with one row per container: status, arrival, delay, last free day, ports and vessel.

        Takes the arguments of ``list`` (such as ``pod_code="USLAX"``) except ``include``; shipments are fetched automatically. The
        columns are those of :class:`~shiptrack.tables.ContainerRow`.

        A container that is tracked by its number and also by its bill of lading has two rows for one voyage. ``duplicates=False``
        leaves out the row of the container number, if the service reports that the shipments are related
        (``meta.related_shipments``).
        """
        from shiptrack import tables

        if not isinstance(duplicates, bool):
            raise TypeError(f"duplicates: True or False expected, not {type(duplicates).__name__}")
        options: dict[str, Any] = {"page_size": page_size, "page_number": page_number, "max_items": max_items}
        options |= {"resume_from": resume_from, "query": query, "progress": progress, **filters}
        return tables.fetch(self, options, None if duplicates else self._related)

    def _related(self, shipment: str) -> list[str]:
        """Returns the ids of the shipments that have containers of this shipment on the same voyage."""
        found: Any = self._call("shipments", "get", {"id": shipment})
        related = (found.page.meta or {}).get("related_shipments") or ()
        return [shipment["id"] for shipment in related]

    def timeline(self, id: shiptrack.types.Id, *, now: datetime | None = None) -> shiptrack.Timeline:
        """Returns the timeline of a container's journey, which a notebook shows as a picture. ``now`` is the current
        time of the service if left out.
        """
        from shiptrack import timeline

        return timeline.fetch(self, id, now)


def install(client: type, families: type) -> None:
    """Adds the families to clients."""
    for name, member in list(vars(families).items()):
        if not name.startswith("__"):
            setattr(client, name, _explaining(member) if isinstance(member, FunctionType) else member)


def explain_mistakes(family: type) -> None:
    """Makes the calls of a family explain wrong arguments."""
    for owner in (family, *family.__bases__):
        for name, member in list(vars(owner).items()):
            if isinstance(member, FunctionType) and not name.startswith("_") and not hasattr(member, "__wrapped__"):
                setattr(owner, name, _explaining(member))


def _explaining(call: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the same call. Wrong arguments raise a ``TypeError`` that lists the valid ones."""

    @functools.wraps(call)
    def checked(*given: Any, **keywords: Any) -> Any:
        try:
            return call(*given, **keywords)
        except TypeError as problem:
            # If the call itself has started, the error is not about its arguments.
            if problem.__traceback__ is None or problem.__traceback__.tb_next is not None:
                raise
        raise TypeError(_mistake(call, given, keywords)) from None

    return checked


def _mistake(call: Callable[..., Any], given: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    import inspect

    known = list(inspect.signature(call).parameters.values())[1:]
    names = [parameter.name for parameter in known]
    for keyword in keywords:
        if keyword not in names:
            return f"{call.__name__}() has no keyword {keyword}; it has {', '.join(names)}"
    plain = [parameter for parameter in known if parameter.kind is not inspect.Parameter.KEYWORD_ONLY]
    if len(given) - 1 > len(plain):
        return f"{call.__name__}() takes no further positional argument: pass {given[len(plain) + 1]!r} by keyword ({', '.join(names)})"
    for place, parameter in enumerate(plain):
        if place < len(given) - 1 and parameter.name in keywords:
            return f"{call.__name__}(): {parameter.name} is given twice"
    missing = [parameter.name for parameter in plain[len(given) - 1 :] if parameter.default is parameter.empty and parameter.name not in keywords]
    return f"{call.__name__}(): {', '.join(missing)} is missing"
