"""Decoded documents of carriers and other sources."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shiptrack._decode import decode, loads
from shiptrack._native import _read, _voyage


@dataclass(frozen=True)
class Problem:
    """Something that could not be decoded."""

    place: str
    """Where: a JSON pointer, or the number of a segment; empty if it concerns the whole document."""
    detail: str
    """What is wrong, for a person."""

    def __str__(self) -> str:
        return f"{self.place}: {self.detail}" if self.place else self.detail


@dataclass(frozen=True)
class NamedNumber:
    """A number that a message names."""

    kind: str
    """``container``, ``booking_number`` or ``bill_of_lading``."""
    number: str


@dataclass(frozen=True)
class Message:
    """One decoded message."""

    form: str
    """The format: ``dcsa2``, ``dcsa3_beta``, ``dcsa3_codes``, ``dcsa3_words``, ``dcsa_arrival_notice``,
    ``x12_312``, ``x12_315``, ``x12_322``, ``iftsta``, ``iftman``, ``codeco``, ``coarri``, or ``edi`` for a message type that is not supported.
    """
    description: str
    """The format in words."""
    place: str
    """Where the message is in the document; empty if it is the whole document."""
    sender: str | None
    """The sender that the message states."""
    sent_at: str | None
    """When it was written, according to the message."""
    control_number: str | None
    """The number that the sender gave the message."""
    facts: tuple[dict[str, Any], ...]
    """The facts, as ``Service.record_facts`` takes them. ``shiptrack docs facts`` describes their format."""
    numbers: tuple[NamedNumber, ...]
    """The containers, bookings and bills of lading that the message names, each once."""
    cancelled: tuple[str, ...]
    """The bookings that the message reports as cancelled."""
    retracted: tuple[str, ...]
    """Ids of events that the message withdraws without stating what they were."""
    problems: tuple[Problem, ...]
    """What could not be decoded."""


@dataclass(frozen=True)
class Reading:
    """A decoded document."""

    messages: tuple[Message, ...]
    """The messages. A DCSA answer is one message. Empty if the document has no known format."""
    problems: tuple[Problem, ...]
    """Problems that belong to no message."""

    @property
    def facts(self) -> tuple[dict[str, Any], ...]:
        """The facts of all messages, in order."""
        return tuple(fact for message in self.messages for fact in message.facts)


@dataclass(frozen=True)
class VoyageEvent:
    """An event of a voyage that happened or is expected."""

    container: str | None
    """The container; ``None`` for a booking without containers."""
    at: str | None
    """When: a moment in UTC (``2026-01-05T22:19:00Z``), or a day."""
    locode: str | None
    """UN/LOCODE of the place."""
    raw_event: str | None
    """The meaning on the route, such as ``transshipment_loaded``; ``None`` if the interface has no name for it."""
    event: str | None
    """The event name of the interface, such as ``container.transport.transshipment_loaded``; ``None`` if there is no
    such event.
    """
    estimated: bool
    """Whether the event is expected or planned."""


@dataclass(frozen=True)
class Voyage:
    """A shipment and the events of its containers."""

    shipment: dict[str, Any]
    """Attributes of the shipment, with the names of the interface."""
    events: tuple[VoyageEvent, ...]
    """The events in order, one container after the other."""


def read(document: bytes) -> Reading:
    """Decodes a document of a carrier or another source: a DCSA Track & Trace answer of any version, or EDI (X12, EDIFACT).

    It never fails. What cannot be decoded is listed in ``problems`` with its place::

        reading = shiptrack.carriers.read(open("answer.json", "rb").read())
        for message in reading.messages:
            print(message.description, len(message.facts))
    """
    found: Reading = loads(Reading, _read(document))
    return found


def voyage(*documents: bytes, now: datetime | None = None) -> Voyage:
    """Returns the voyage that documents describe, as if they were the only data and had been received ``now``.

    Several DCSA answers count as the pages of one answer. Raises ``ValueError`` if EDI describes several shipments; use
    :func:`voyages` then.
    """
    found = voyages(*documents, now=now)
    if len(found) > 1:
        raise ValueError(f"the documents describe {len(found)} shipments: use voyages(), which returns a voyage for each")
    return found[0]


def voyages(*documents: bytes, now: datetime | None = None) -> tuple[Voyage, ...]:
    """Returns the voyages that documents describe, one for each shipment: messages with the same booking or bill of lading, else
    with the same container.

    There is at least one voyage. It is empty if the documents contain no events.
    """
    shipments: list[tuple[dict[str, Any], list[VoyageEvent]]] = []
    for line in map(json.loads, _voyage(documents, now).splitlines()):
        if "shipment" in line:
            shipments.append((line["shipment"], []))
        else:
            shipments[-1][1].append(decode(VoyageEvent, line))
    return tuple(Voyage(shipment, tuple(events)) for shipment, events in shipments)
