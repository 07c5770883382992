"""Report about the import of a hosted account."""

from __future__ import annotations

from dataclasses import dataclass


__all__ = ["AdoptionReport", "SkippedRequest"]


@dataclass(frozen=True)
class SkippedRequest:
    """A tracking request that was not imported."""

    number: str
    scac: str | None
    """Code of its carrier; ``None`` if unknown."""
    reason: str


@dataclass(frozen=True)
class AdoptionReport:
    """Report about the import of a hosted account."""

    seen: int
    """Number of tracking requests that were examined."""
    created: int
    """Number of tracking requests that were created."""
    existing: int
    """Number of tracking requests that already existed here."""
    facts: int
    """Number of facts that were new."""
    skipped: tuple[SkippedRequest, ...]
    """The tracking requests that were not imported, each with the reason."""
    not_taken: dict[str, int]
    """Parts of imported requests that were not imported, by name, with the number of requests."""
    is_complete: bool
    """Whether the whole account was examined. Otherwise the next run continues."""
