# Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""Structures in attributes of resources. They are immutable."""

from __future__ import annotations

from dataclasses import dataclass, field

from shiptrack._basic import Moment, Secret
from shiptrack._names import EventName, RequestType

__all__ = [
    "DeliveryHeader",
    "EventDescription",
    "ImportDeadlines",
    "TerminalFee",
    "TerminalHold",
    "UntrackedNumber",
    "VesselPosition",
]


@dataclass(frozen=True)
class DeliveryHeader:
    """An HTTP header that is sent with every delivery. Its value is not printed, because it often is a credential."""

    name: str = ""
    """Name of the header. The service capitalizes it."""
    value: Secret = field(default_factory=lambda: Secret(""))
    """Value of the header."""


@dataclass(frozen=True)
class EventDescription:
    """An event that webhooks can receive."""

    name: EventName = ""
    """Name of the event."""
    description: str = ""
    """Description of the event, for people."""


@dataclass(frozen=True)
class ImportDeadlines:
    """The last free days of a container, by the party that sets them. Storage is charged after the last free day."""

    pickup_lfd_terminal: Moment | None = None
    """Last free day that the terminal at the port of discharge sets; ``None`` if unknown."""
    pickup_lfd_rail: Moment | None = None
    """Last free day that the railway sets at the inland destination; ``None`` if unknown."""
    pickup_lfd_line: Moment | None = None
    """Last free day that the shipping line sets; ``None`` if unknown."""
    pickup_good_through: Moment | None = None
    """Day until which the fees at the terminal are paid; left out if unknown. Only the embedded service reports it."""
    return_lfd_line: Moment | None = None
    """Last free day for the return of the empty container: that of detention, or of a combined free time; left out if
    unknown. Only the embedded service reports it.
    """


@dataclass(frozen=True)
class TerminalFee:
    """A fee for a container at a terminal."""

    type: str = ""
    """Kind of the fee: ``demurrage``, ``exam``, ``extended_dwell_time``, ``other`` or ``total``. A ``total`` can
    include the other fees.
    """
    amount: int | float = 0
    """Amount of the fee, with the digits that the source sent; 0 is an amount."""
    currency_code: str | None = None
    """Currency of the amount (ISO 4217); ``None`` if the terminal does not report it."""


@dataclass(frozen=True)
class TerminalHold:
    """A hold on a container at a terminal: a reason why it cannot be picked up. Released holds are not listed."""

    name: str = ""
    """Kind of the hold: ``freight``, ``customs``, ``USDA``, ``VACIS``, ``TMF`` or ``other``; terminals also send other
    names.
    """
    status: str = ""
    """Status of the hold: ``pending`` or ``hold``."""
    description: str | None = None
    """Description by the terminal; empty or ``None`` if the terminal gives none."""
    detail: str | None = None
    """More about the hold, in the words of the terminal; left out if the terminal gives none."""
    unconfirmed_since: Moment | None = None
    """When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
    embedded service reports it.
    """


@dataclass(frozen=True)
class UntrackedNumber:
    """A number of a bill of lading, booking or container in a message or its documents that is not tracked yet."""

    number: str = ""
    """The number, in the form that a tracking request accepts."""
    request_type: RequestType = ""
    """Kind of the number: ``bill_of_lading``, ``booking_number`` or ``container``."""
    scac: str | None = None
    """SCAC of the carrier that the number indicates; ``None`` if it indicates none."""
    document_id: str | None = None
    """Id of the first document that contains the number; ``None`` if the message itself contains it."""


@dataclass(frozen=True)
class VesselPosition:
    """A position of a vessel at one time: reported or estimated."""

    latitude: float | None = None
    """Latitude in degrees, positive to the north."""
    longitude: float | None = None
    """Longitude in degrees, positive to the east."""
    heading: int | float | None = None
    """Heading in degrees, clockwise from north; ``None`` if unknown."""
    timestamp: Moment | None = None
    """Time of the position."""
    estimated: bool | None = None
    """Whether the position is an estimate, not a report of the vessel."""
