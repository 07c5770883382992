"""The milestones of a container's journey."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from shiptrack._native import _milestone_label
from shiptrack.values import Moment

__all__ = ["Step", "label"]


@dataclass(frozen=True)
class Step:
    """One milestone of a journey."""

    name: str
    """Name of the milestone, as in the name of its event."""
    at: Moment | None
    """When, in local time of the place if its zone is known, otherwise in UTC. A ``date`` if the time is unknown."""
    place: str | None
    """UN/LOCODE of the place."""
    place_name: str | None
    vessel: str | None
    """Vessel and voyage, as far as known."""
    terminal: str | None
    """Name of the terminal or depot."""
    happened: bool
    """Whether it was reported as happened."""
    passed: bool
    """Whether it was expected and not reported, but a later milestone happened."""
    late: timedelta | None
    """How late it is compared to the first plan, or if still expected, to the current time."""

    @property
    def where(self) -> str:
        """The place in words."""
        if self.place_name and self.place:
            return f"{self.place_name} ({self.place})"
        return self.place_name or self.place or ""

    @property
    def label(self) -> str:
        """The milestone in words."""
        return label(self.name)


def label(event: str) -> str:
    """Returns a milestone in words, for its name or the name of its event."""
    return _milestone_label(event)
