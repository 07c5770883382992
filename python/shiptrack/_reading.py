"""What is made of the bytes that a source of tracking data sends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shiptrack._decode import decode, loads
from shiptrack._native import _read, _voyage


@dataclass(frozen=True)
class Problem:
    """Something that could not be read."""

    place: str
    """Where: a JSON pointer, or the number of a segment; empty where it is about all of it."""
    detail: str
    """What is wrong there, for a person."""

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
    """One message, and what it says."""

    form: str
    """What it was recognised as: ``dcsa2``, ``dcsa3_beta``, ``dcsa3_codes``, ``dcsa3_words``, ``x12_315``,
    ``iftsta``, ``codeco``, ``coarri``, or ``edi`` for a kind that is not read."""
    description: str
    """The same for people."""
    place: str
    """Where it stands in what was read; empty where it is all of it."""
    sender: str | None
    """Who sent it, as it says."""
    sent_at: str | None
    """When it was written, as it says."""
    control_number: str | None
    """The number its sender gave it."""
    facts: tuple[dict[str, Any], ...]
    """The facts in it, as ``Service.record_facts`` takes them; ``shiptrack docs facts`` in the shell describes them."""
    numbers: tuple[NamedNumber, ...]
    """The containers, bookings and bills of lading that it names, each once."""
    cancelled: tuple[str, ...]
    """The bookings that it says were cancelled."""
    retracted: tuple[str, ...]
    """The ids of events that it takes back without naming what they were."""
    problems: tuple[Problem, ...]
    """What of it could not be read."""


@dataclass(frozen=True)
class Reading:
    """What was made of bytes."""

    messages: tuple[Message, ...]
    """The messages in it: one for a DCSA answer. None where the bytes are nothing of it."""
    problems: tuple[Problem, ...]
    """What is wrong with no message in particular."""

    @property
    def facts(self) -> tuple[dict[str, Any], ...]:
        """The facts of all messages, in their order."""
        return tuple(fact for message in self.messages for fact in message.facts)


@dataclass(frozen=True)
class VoyageEvent:
    """One thing that happened on a voyage, or is expected to."""

    container: str | None
    """The container; ``None`` for a booking that has none yet."""
    at: str | None
    """When: a moment in UTC (``2026-01-05T22:19:00Z``); a day where nobody knows more."""
    locode: str | None
    """The UN/LOCODE of the place."""
    raw_event: str | None
    """What it means on the route, ``transshipment_loaded``; ``None`` where the interface has no word for it."""
    event: str | None
    """The event of the interface, ``container.transport.transshipment_loaded``; ``None`` where it has none."""
    estimated: bool
    """Whether it is expected or planned, and has not happened."""


@dataclass(frozen=True)
class Voyage:
    """A shipment, and everything that happened to its containers or is expected to."""

    shipment: dict[str, Any]
    """Attributes of the shipment, as the interface names them."""
    events: tuple[VoyageEvent, ...]
    """The events, of one container after the other, in the order they happen."""


def read(document: bytes) -> Reading:
    """Reads whatever a source of tracking data sends: a DCSA Track & Trace answer of any shape, EDI of either syntax.

    It never fails: what can be read is read, and what cannot is told in ``problems``, with its place::

        reading = shiptrack.carriers.read(open("answer.json", "rb").read())
        for message in reading.messages:
            print(message.description, len(message.facts))
    """
    found: Reading = loads(Reading, _read(document))
    return found


def voyage(*documents: bytes, now: datetime | None = None) -> Voyage:
    """The voyage that documents tell of, as if they were all that is known and had been received ``now``.

    Several answers of a carrier are taken for the pages of one. EDI that is about several shipments is refused
    (``ValueError``): :func:`voyages` tells them apart.
    """
    found = voyages(*documents, now=now)
    if len(found) > 1:
        raise ValueError(f"these tell of {len(found)} shipments: voyages() answers with a voyage for each")
    return found[0]


def voyages(*documents: bytes, now: datetime | None = None) -> tuple[Voyage, ...]:
    """The voyages that documents tell of, one for each shipment: those with the same booking or bill, else the same container.

    There is one at least: of nothing, where nothing is told.
    """
    shipments: list[tuple[dict[str, Any], list[VoyageEvent]]] = []
    for line in map(json.loads, _voyage(documents, now).splitlines()):
        if "shipment" in line:
            shipments.append((line["shipment"], []))
        else:
            shipments[-1][1].append(decode(VoyageEvent, line))
    return tuple(Voyage(shipment, tuple(events)) for shipment, events in shipments)
