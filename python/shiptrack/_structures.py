# Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""What stands inside the attributes of resources. All of them are frozen."""

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
    """A header sent along with every delivery. Its value is not printed: it often is a credential."""

    name: str = ""
    """Name of the header; the service writes it with capitals."""
    value: Secret = field(default_factory=lambda: Secret(""))
    """Value of the header."""


@dataclass(frozen=True)
class EventDescription:
    """An event that webhooks can be notified of."""

    name: EventName = ""
    """Name of the event."""
    description: str = ""
    """What the event tells, for readers."""


@dataclass(frozen=True)
class ImportDeadlines:
    """The last free days of a container, by who sets them. After them storage is charged."""

    pickup_lfd_terminal: Moment | None = None
    """Last free day the terminal at the port of discharge gives; ``None`` until it gives one."""
    pickup_lfd_rail: Moment | None = None
    """Last free day the railway gives at the inland destination; ``None`` until it gives one."""
    pickup_lfd_line: Moment | None = None
    """Last free day the shipping line gives; ``None`` until it gives one."""


@dataclass(frozen=True)
class TerminalFee:
    """A fee on a container at a terminal."""

    type: str = ""
    """What for: ``demurrage``, ``exam``, ``extended_dwell_time``, ``other``, or ``total``, which may contain the
    others.
    """
    amount: int | float = 0
    """How much, as the number came; 0 is an amount."""
    currency_code: str | None = None
    """Currency of the amount, ISO 4217; ``None`` when the terminal does not say."""


@dataclass(frozen=True)
class TerminalHold:
    """A hold on a container at a terminal. A cleared hold is not listed any more."""

    name: str = ""
    """What kind: ``freight``, ``customs``, ``USDA``, ``VACIS``, ``TMF`` or ``other``; terminals send others, too."""
    status: str = ""
    """``pending`` or ``hold``."""
    description: str | None = None
    """The terminal's own words; empty or ``None`` when it has none."""


@dataclass(frozen=True)
class UntrackedNumber:
    """A number of freight that a message or one of its documents names, and that nobody tracks."""

    number: str = ""
    """The number, as a tracking request takes it."""
    request_type: RequestType = ""
    """What it is: ``bill_of_lading``, ``booking_number`` or ``container``."""
    scac: str | None = None
    """Carrier that the number points to; ``None`` where it does not tell."""
    document_id: str | None = None
    """Id of the document that names it first; ``None`` where the message itself does."""


@dataclass(frozen=True)
class VesselPosition:
    """Where a vessel was at one moment, or is expected to be."""

    latitude: float | None = None
    """Latitude in degrees, positive to the north."""
    longitude: float | None = None
    """Longitude in degrees, positive to the east."""
    heading: int | float | None = None
    """Heading in degrees, clockwise from north; ``None`` when it is not known."""
    timestamp: Moment | None = None
    """Moment of the position."""
    estimated: bool | None = None
    """Whether the position is an estimate and not a report of the vessel."""
