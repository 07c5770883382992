"""Relationships of documents that may not hold what they lead to."""

from __future__ import annotations

from typing import Any

from shiptrack.errors import NotIncludedError


def related_or_none(resource: Any, relationship: str) -> Any:
    """What a relationship leads to; ``None`` where there is nothing, or where the document does not hold it."""
    try:
        return resource.related(relationship)
    except NotIncludedError:
        return None
