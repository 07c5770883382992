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
    """The milestone, as in the name of its event."""
    at: Moment | None
    """When, by the clocks of the place where its zone is known, else in UTC. A day where nobody says at what time."""
    place: str | None
    """Where, UN/LOCODE."""
    place_name: str | None
    vessel: str | None
    """The vessel and its voyage, as far as they are known."""
    terminal: str | None
    """The terminal or depot, by its name."""
    happened: bool
    """Whether it is known to have happened."""
    passed: bool
    """Whether it was expected, and a later milestone happened: nobody reported it, but it lies behind."""
    late: timedelta | None
    """How far behind the first plan it is, or, still expected, behind the clock."""

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
    """A milestone in words, by its name or that of its event."""
    return _milestone_label(event)
