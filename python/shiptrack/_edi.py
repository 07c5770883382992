"""What came of EDI that was taken in, and what could not be read of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from shiptrack._reading import NamedNumber, Problem

__all__ = ["AttachedEdi", "EdiReport", "InterchangeReport", "MessageReport", "RequestReport", "EdiFileReport", "UnreadEdi"]


@dataclass(frozen=True)
class RequestReport:
    """What became of recorded facts for one of the numbers they are about."""

    request: UUID | str
    """The tracking request that stands for the number."""
    shipment: UUID | str | None
    """Its shipment; ``None`` while its carrier has said nothing, which takes the facts in when it does."""
    new: int
    """How many were news."""


@dataclass(frozen=True)
class MessageReport:
    """What came of a message of EDI."""

    kind: str
    """What it is: ``315``, ``IFTSTA`` …"""
    control_number: str
    """The number its sender gave it."""
    numbers: tuple[NamedNumber, ...]
    """The containers, bookings and bills of lading that it names, each once."""
    facts: int
    """How many facts it says. None where it could not be read."""
    is_read: bool
    """Whether it could be read."""
    requests: tuple[RequestReport, ...]
    """The numbers of the account its facts are about."""
    kept: int
    """How many facts are kept for whoever comes to track their numbers."""
    doubts: tuple[str, ...]
    """What looks wrong about the facts that are news."""
    problems: tuple[Problem, ...]
    """What of it could not be read or recorded, and where."""
    unread: str | None
    """Where nothing was taken in of it: what it is kept under, for ``Service.discard_unread_edi``."""


@dataclass(frozen=True)
class InterchangeReport:
    """What came of an interchange."""

    syntax: str
    """``x12`` or ``edifact``."""
    sender: str
    """Who sent it, as it says."""
    recipient: str
    """Whom it is for, as it says."""
    control_number: str
    """The number its sender gave it."""
    sent_at: str | None
    """When it was made, by the sender's clock."""
    is_test: bool
    """Whether its sender calls it a test. It is taken in all the same."""
    is_repeated: bool
    """Whether the account has it already: then nothing was taken in, and the rest is what came of it the first time."""
    messages: tuple[MessageReport, ...]
    """Its messages, in their order."""
    problems: tuple[Problem, ...]
    """What is wrong with its envelope."""
    acknowledgement: bytes | None
    """The 997 or the CONTRL for whoever must send it back; ``None`` where there is nothing to acknowledge."""


@dataclass(frozen=True)
class EdiReport:
    """What came of EDI that was taken in."""

    interchanges: tuple[InterchangeReport, ...]
    """The interchanges, in their order."""
    problems: tuple[Problem, ...]
    """What is wrong with no interchange in particular. What is told here is kept nowhere."""
    is_whole: bool
    """Whether everything in it was taken in: something was, and no message was left out, but for acknowledgements."""


@dataclass(frozen=True)
class AttachedEdi:
    """EDI that came attached to a message."""

    document: str
    """Name of the document."""
    report: EdiReport
    """What came of it."""


@dataclass(frozen=True)
class EdiFileReport:
    """What became of a file in a folder of EDI."""

    file: str
    """Its name."""
    moved_to: Path | None
    """Where it is now; ``None`` where it stays because it could not be read or moved."""
    report: EdiReport | None
    """What came of it; ``None`` where it was not read."""
    problem: str | None
    """Why it was not taken in."""
    acknowledgements: tuple[Path, ...]
    """The acknowledgements that were written to ``out/``."""


@dataclass(frozen=True)
class UnreadEdi:
    """A message of EDI of which nothing was taken in, as it is kept."""

    id: str
    """What it is kept under."""
    sender: str
    """Who sent it."""
    interchange_control_number: str
    """The number the sender gave its interchange."""
    received_at: datetime
    """When it was received first."""
    report: MessageReport
    """What came of it."""
    text: str
    """The message as it came."""
