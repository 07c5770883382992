"""What became of a hosted account that was taken over."""

from __future__ import annotations

from dataclasses import dataclass


__all__ = ["AdoptionReport", "SkippedRequest"]


@dataclass(frozen=True)
class SkippedRequest:
    """A tracking request that is not taken over."""

    number: str
    scac: str | None
    """Its carrier, where that is known."""
    reason: str


@dataclass(frozen=True)
class AdoptionReport:
    """What became of a hosted account that was taken over."""

    seen: int
    """Tracking requests of the account that were looked at."""
    created: int
    """Tracking requests that were made here."""
    existing: int
    """Those that were here already."""
    facts: int
    """Facts that were news."""
    skipped: tuple[SkippedRequest, ...]
    """Those that are not taken over, each with the reason."""
    not_taken: dict[str, int]
    """What is not taken over of those that are, by its name, and of how many."""
    is_complete: bool
    """Whether the account was looked through to its end; otherwise the next run goes on."""
