"""What is known of one container's arrival at its port of discharge.

A shipment has one vessel and one arrival, and its containers may go by several vessels: a container's own events say which is its
own. What they do not say is its shipment's, as long as that is not about another vessel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from shiptrack._order import LAST, PREFIX, instant
from shiptrack._related import held
from shiptrack.values import Moment

FOLLOWED, LEFT, STOPPED = "followed", "left", "stopped"

_CANCELLED = "booking_cancelled"
_EXPECTED = "estimated."
_THERE = frozenset(PREFIX + name for name in ("vessel_arrived", "vessel_berthed", "vessel_discharged"))
_LEAVES = ("vessel_loaded", "vessel_departed", "transshipment_loaded", "transshipment_departed")
_OFF = frozenset(PREFIX + name for name in _LEAVES)
_OFF_EXPECTED = frozenset(PREFIX + _EXPECTED + name for name in _LEAVES)


@dataclass(frozen=True)
class Arrival:
    """The arrival of one container."""

    vessel: str | None
    voyage: str | None
    eta: Moment | None
    """While it is expected; not of a container that nobody follows any more."""
    first_eta: Moment | None
    at: Moment | None
    tracking: str | None
    """``followed``, ``left`` (its shipment goes on without it), or why its shipment is followed no more; ``None`` where no shipment
    is known."""


def members(shipment: Any) -> frozenset[Any] | None:
    """The ids of a shipment's containers; ``None`` where it does not tell."""
    if shipment is None or "containers" not in shipment.relationships:
        return None
    return frozenset(str(link.id) for link in shipment.containers)


def of(container: Any, events: Iterable[Any], shipment: Any, inside: frozenset[Any] | None) -> Arrival:
    """The arrival of a container, by its events, and its shipment and its containers, where they are known."""
    told = [event for event in events if event.invalidated_at is None and event.event.startswith(PREFIX)]
    leg, expected = _leg(told), _newest(told, "vessel_arrived")
    vessel = _vessel(leg)
    theirs = getattr(shipment, "pod_vessel_name", None)
    is_same = shipment is not None and (vessel is None or theirs is None or _is_one(vessel, theirs))
    at, tracking = container.pod_arrived_at, _tracking(container, shipment, inside)
    if at is None and shipment is not None and (inside is None or inside == {str(container.id)}):
        at = shipment.pod_ata_at
    eta = expected.timestamp if expected is not None else None
    if eta is None and is_same:
        eta = shipment.pod_eta_at
    return Arrival(
        vessel=vessel or theirs,
        voyage=_voyage(told, leg) or (shipment.pod_voyage_number if is_same else None),
        eta=eta if at is None and tracking in (None, FOLLOWED) else None,
        first_eta=shipment.pod_original_eta_at if is_same else None,
        at=at,
        tracking=tracking,
    )


def _tracking(container: Any, shipment: Any, inside: frozenset[Any] | None) -> str | None:
    if shipment is None:
        return None
    why = shipment.line_tracking_stopped_reason
    if inside is not None and str(container.id) not in inside and why != _CANCELLED:
        return LEFT
    if why is not None:
        return str(why)
    return FOLLOWED if shipment.line_tracking_stopped_at is None else STOPPED


def _leg(told: list[Any]) -> Any:
    """The event that tells most of the vessel into the port of discharge, as the shipment's vessel is found."""
    return (
        _last(told, _THERE, _vessel)
        or _newest(told, "vessel_arrived", _vessel)
        or _last(told, _OFF, _vessel)
        or _last(told, _OFF_EXPECTED, _vessel)
    )


def _last(told: list[Any], names: frozenset[str], has: Callable[[Any], object]) -> Any:
    """The last that happened of some milestones, of those that have something."""
    found = [event for event in told if event.event in names and has(event)]
    return max(found, key=lambda event: (event.timestamp is not None, instant(event.timestamp) or LAST), default=None)


def _newest(told: list[Any], name: str, has: Callable[[Any], object] = lambda event: True) -> Any:
    """What was said last of an expected milestone."""
    found = [event for event in told if event.event == PREFIX + _EXPECTED + name and has(event)]
    return max(found, key=lambda event: instant(event.created_at) or LAST, default=None)


def _vessel(event: Any) -> str | None:
    vessel = held(event, "vessel") if event is not None else None
    return vessel.attributes.get("name") if vessel is not None else None


def _voyage(told: list[Any], leg: Any) -> str | None:
    """The voyage of a leg: carriers may give it with one of its ends alone."""
    if leg is None or leg.voyage_number:
        return leg.voyage_number if leg is not None else None

    def same(event: Any) -> bool:
        return bool(event.voyage_number) and event.vessel == leg.vessel

    known = _last(told, _THERE, same) or _last(told, _OFF, same)
    return known.voyage_number if known is not None else None


def _is_one(vessel: str, other: str) -> bool:
    return vessel.strip().casefold() == other.strip().casefold()
