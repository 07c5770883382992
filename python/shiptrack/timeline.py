"""The picture of a container's journey: what happened, what is expected, what is late, and where the box is now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import Any

from shiptrack._native import Container, Resource, Shipment, TransportEvent, _at_place
from shiptrack import _arrival, _order
from shiptrack._order import LAST, PREFIX, RANKS, instant, milestone
from shiptrack._picture import Picture
from shiptrack._related import held
from shiptrack.values import Moment

__all__ = ["Step", "Timeline", "fetch", "in_order"]

_LATE_FROM = timedelta(hours=12)
"""Less than this behind the first plan is on time."""

_WORDS = {
    "empty_out": "Empty container collected",
    "full_in": "Delivered to the port of lading",
    "vessel_loaded": "Loaded on the vessel",
    "vessel_departed": "Vessel departed",
    "feeder_loaded": "Loaded on the feeder",
    "feeder_departed": "Feeder departed",
    "feeder_arrived": "Feeder arrived",
    "feeder_discharged": "Discharged from the feeder",
    "transshipment_arrived": "Arrived for transshipment",
    "transshipment_discharged": "Discharged for transshipment",
    "transshipment_loaded": "Loaded on the next vessel",
    "transshipment_departed": "Next vessel departed",
    "vessel_arrived": "Vessel arrived",
    "vessel_berthed": "Vessel berthed",
    "vessel_discharged": "Discharged",
    "not_available": "Not available for pickup",
    "available": "Available for pickup",
    "rail_loaded": "Loaded on the train",
    "rail_departed": "Train departed",
    "rail_arrived": "Train arrived",
    "rail_unloaded": "Unloaded from the train",
    "arrived_at_inland_destination": "Arrived at the inland destination",
    "full_out": "Picked up",
    "delivered": "Delivered",
    "empty_in": "Empty container returned",
}

_AT_THE_TERMINAL = ("available", "not_available")
"""Terminals say so of themselves, and name no place."""


def _milestone(event: TransportEvent) -> str:
    return milestone(event.event)


def _is_expected(event: TransportEvent) -> bool:
    return event.event.startswith(PREFIX + "estimated.")


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
    name = milestone(event)
    return _WORDS.get(name, name.replace("_", " ").replace(".", " ").capitalize())


def at_place(moment: Moment | None, zone: str | None) -> Moment | None:
    """A moment by the clocks of a place, with their offset, where its zone is known here; else as it is.

    The moment a day begins with there is that day: services tell a day without a time so.
    """
    there: Moment | None = _at_place(moment, [zone])
    return there


def _aware(now: datetime | None) -> datetime | None:
    """The moment, if it can be compared with those of events."""
    if now is None:
        return None
    if not isinstance(now, datetime) or now != now:  # pandas' NaT says that it is a datetime
        raise TypeError(f"now: a datetime expected, not {type(now).__name__}")
    if now.utcoffset() is None:
        raise ValueError("now: the datetime has no time zone: give it one, for example datetime.timezone.utc")
    return now


def in_order(events: Iterable[TransportEvent]) -> list[TransportEvent]:
    """The events in the order they happen, those nobody gives a time of last.

    A day is compared with a moment by the day it was at the place; on one day, and at one moment, milestones come as in a
    usual voyage: an arrival on the 1st comes before a discharge at 04:00 on the 1st.
    """
    return _order.in_order(list(events))


def _name(event: TransportEvent, relationship: str) -> str | None:
    """The name of what an event leads to, where it was read along."""
    found = held(event, relationship)
    return found.attributes.get("name") if isinstance(found, Resource) else None


class Timeline:
    """A container's journey in order: iterate it for its :class:`Step`, show it in a notebook for the picture."""

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
        told = list(events)
        self._arrival = _arrival.of(container, told, shipment, _arrival.members(shipment))
        self.steps: tuple[Step, ...] = tuple(self._order(told))

    @property
    def vessel(self) -> str | None:
        """The vessel that brings the container to the port of discharge."""
        return self._arrival.vessel

    def _order(self, events: list[TransportEvent]) -> list[Step]:
        told = [event for event in events if event.invalidated_at is None and event.event.startswith(PREFIX)]
        happened = {_milestone(event) for event in told if not _is_expected(event)}
        newest: dict[str, TransportEvent] = {}
        for event in told:
            name = _milestone(event)
            if _is_expected(event) and name not in happened:
                known = newest.get(name)
                if known is None or (instant(event.created_at) or LAST) >= (instant(known.created_at) or LAST):
                    newest[name] = event
        furthest = max((RANKS.get(name, -1) for name in happened), default=-1)
        shown = [event for event in told if not _is_expected(event)] + list(newest.values())
        steps = [self._step(event, furthest) for event in in_order(shown)]
        return sorted(steps, key=lambda step: not step.happened and not step.passed)

    def _step(self, event: TransportEvent, furthest: int) -> Step:
        name, expected = _milestone(event), _is_expected(event)
        passed = expected and RANKS.get(name, len(RANKS)) < furthest
        place_name, zone = self._place(event)
        return Step(
            name=name,
            at=at_place(event.timestamp, zone),
            place=event.location_locode,
            place_name=place_name,
            vessel=self._vessel(event),
            terminal=_name(event, "terminal"),
            happened=not expected,
            passed=passed,
            late=None if passed else self._late(name, event.timestamp, expected),
        )

    def _place(self, event: TransportEvent) -> tuple[str | None, str | None]:
        """Name and zone of the place, as the event, its port or the shipment have them."""
        port = held(event, "location")
        attributes = port.attributes if isinstance(port, Resource) else {}
        name, zone = attributes.get("name"), event.timezone or attributes.get("time_zone")
        for locode, known, its_zone in self._ports():
            if locode is not None and locode == event.location_locode:
                name, zone = name or known, zone or its_zone
        if zone is None and event.location_locode is None and _milestone(event) in _AT_THE_TERMINAL:
            inland = self.shipment is not None and self.shipment.destination_locode is not None
            zone = None if inland else self.container.pod_timezone
        return name, zone

    def _ports(self) -> list[tuple[str | None, str | None, str | None]]:
        known = self.shipment
        if known is None:
            return []
        return [
            (known.port_of_lading_locode, known.port_of_lading_name, known.pol_timezone),
            (known.port_of_discharge_locode, known.port_of_discharge_name, known.pod_timezone),
            (known.destination_locode, known.destination_name, known.destination_timezone),
        ]

    def _vessel(self, event: TransportEvent) -> str | None:
        voyage, known = event.voyage_number, self.shipment
        name = _name(event, "vessel")
        if name is None and voyage and known is not None and known.pod_voyage_number == voyage:
            name = known.pod_vessel_name
        return ", ".join(part for part in (name, f"voyage {voyage}" if voyage else None) if part) or None

    def _late(self, name: str, at: Moment | None, expected: bool) -> timedelta | None:
        moment = instant(at)
        if moment is None:
            return None
        planned = self._planned(name)
        behind = moment - planned if planned is not None else timedelta(0)
        if expected:
            behind = max(behind, self.now - moment)
        return behind if behind >= _LATE_FROM else None

    def _planned(self, name: str) -> datetime | None:
        """When it was first expected to happen."""
        if self.shipment is None:
            return None
        plans = {
            "vessel_departed": self.shipment.pol_original_etd_at,
            "vessel_arrived": self._arrival.first_eta,
            "arrived_at_inland_destination": self.shipment.destination_original_eta_at,
        }
        return instant(plans.get(name))

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
        """The picture, as SVG text that needs nothing else."""
        return Picture(self).draw()

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg


def fetch(containers: Any, id: Any, now: datetime | None = None) -> Timeline:
    """Reads a container, its events and its shipment, for the picture; ``now`` is the moment by the clock of the service in this
    process, or else of this machine, unless it is given."""
    _aware(now)
    container: Container = containers.get(id, include="shipment")
    shipment = held(container, "shipment")
    events = containers.transport_events(id, include="location,vessel,terminal", page_size=100)
    return Timeline(container, events, shipment=shipment if isinstance(shipment, Shipment) else None, now=now or containers._now())
