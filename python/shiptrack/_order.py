"""Putting what happened in order of time."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from shiptrack._native import _in_order
from shiptrack.values import Moment

PREFIX = "container.transport."

LAST = datetime.max.replace(tzinfo=timezone.utc)
"""Where nobody says when, it comes last."""

MILESTONES = (
    "empty_out",
    "full_in",
    "vessel_loaded",
    "vessel_departed",
    "feeder_loaded",
    "feeder_departed",
    "feeder_arrived",
    "feeder_discharged",
    "transshipment_arrived",
    "transshipment_discharged",
    "transshipment_loaded",
    "transshipment_departed",
    "vessel_arrived",
    "vessel_berthed",
    "vessel_discharged",
    "not_available",
    "available",
    "rail_loaded",
    "rail_departed",
    "rail_arrived",
    "rail_unloaded",
    "arrived_at_inland_destination",
    "full_out",
    "delivered",
    "empty_in",
)
"""The order in which milestones follow each other."""

RANKS = {name: rank for rank, name in enumerate(MILESTONES)}


def milestone(event: str) -> str:
    """The milestone an event tells of, expected or not."""
    return event.removeprefix(PREFIX).removeprefix("estimated.")


def instant(moment: Moment | None) -> datetime | None:
    """A moment that compares with every other: a day alone stands for its noon in UTC."""
    if moment is None or isinstance(moment, datetime):
        return moment
    return datetime(moment.year, moment.month, moment.day, 12, tzinfo=timezone.utc)


def of_resource(resource: Any) -> datetime | None:
    """When an event happened; when anything else was made."""
    name = "timestamp" if resource.type == "transport_event" else "created_at"
    return instant(getattr(resource, name, None))


def sort_key(resource: Any) -> tuple[datetime, int, str]:
    """By time; at one time milestones as they follow each other, and then by id, so that the order is always the same."""
    rank = RANKS.get(milestone(str(getattr(resource, "event", ""))), len(RANKS))
    return of_resource(resource) or LAST, rank, str(resource.id)


def in_order(resources: list[Any]) -> list[Any]:
    """Events as they happened, days and moments mixed; anything else by when it was made."""
    if resources and all(resource.type == "transport_event" for resource in resources):
        return _in_order(resources)
    return sorted(resources, key=sort_key)
