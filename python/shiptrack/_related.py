"""Relationships to resources that may not be included."""

from __future__ import annotations

from typing import Any

from shiptrack.errors import NotIncludedError


def related_or_none(resource: Any, relationship: str) -> Any:
    """Returns the related resource; ``None`` if the relationship is empty or the resource was not included."""
    try:
        return resource.related(relationship)
    except NotIncludedError:
        return None
