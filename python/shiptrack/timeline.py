"""The timeline of a container's journey: what happened, what is expected, what is late, and where the container is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from typing import Any

from shiptrack._native import Container, Shipment, TransportEvent, _at_place, _in_order, _steps
from shiptrack._picture import Picture
from shiptrack._related import related_or_none
from shiptrack._step import Step
from shiptrack.values import Moment

__all__ = ["Step", "Timeline", "fetch", "in_order"]


def at_place(moment: Moment | None, zone: str | None) -> Moment | None:
    """Converts a moment to local time of a place. Returns it unchanged if the zone is unknown.

    A moment at which a day begins at the place becomes a ``date``, because services send dates without a time in this form.
    """
    there: Moment | None = _at_place(moment, [zone])
    return there


def _aware(now: datetime | None) -> datetime | None:
    """Rejects a moment that cannot be compared with those of events."""
    if now is None:
        return None
    if not isinstance(now, datetime) or now != now:  # pandas' NaT is an instance of datetime
        raise TypeError(f"now: a datetime expected, not {type(now).__name__}")
    if now.utcoffset() is None:
        raise ValueError("now: the datetime has no time zone: add one, for example datetime.timezone.utc")
    return now


def in_order(events: Iterable[TransportEvent]) -> list[TransportEvent]:
    """Sorts events by the time they happen. Events without a time come last.

    A date is compared with a moment by the date at the place. Events of the same day or moment are in the usual order of
    milestones: an arrival on the 1st comes before a discharge on the 1st at 04:00.
    """
    return _in_order(list(events))


class Timeline:
    """A container's journey in order. Iterate over it to get its :class:`Step` objects; a notebook shows it as a
    picture.
    """

    def __init__(
        self,
        container: Container,
        events: Iterable[TransportEvent],
        *,
        shipment: Shipment | None = None,
        now: datetime | None = None,
    ) -> None:
        self.container = container
        self.shipment = shipment
        self.now = _aware(now) or datetime.now(timezone.utc)
        steps, self._vessel = _steps(container, list(events), shipment, self.now)
        self.steps: tuple[Step, ...] = tuple(Step(*step) for step in steps)

    @property
    def vessel(self) -> str | None:
        """The vessel that brings the container to the port of discharge."""
        return self._vessel

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __getitem__(self, at: int) -> Step:
        return self.steps[at]

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        done = sum(step.happened for step in self.steps)
        return f"<Timeline of {self.container.number}: {done} of {len(self.steps)} milestones reached>"

    @property
    def svg(self) -> str:
        """The picture as SVG text. It needs no other files."""
        return Picture(self.steps, self.container, shipment=self.shipment, vessel=self.vessel, now=self.now).draw()

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg


def fetch(containers: Any, id: Any, now: datetime | None = None) -> Timeline:
    """Fetches a container, its events and its shipment. ``now`` is the current time of the service in this process, or
    of this machine, if left out.
    """
    _aware(now)
    container: Container = containers.get(id, include="shipment")
    shipment = related_or_none(container, "shipment")
    events = containers.transport_events(id, include="location,vessel,terminal", page_size=100)
    return Timeline(container, events, shipment=shipment if isinstance(shipment, Shipment) else None, now=now or containers._now())
