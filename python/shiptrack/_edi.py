"""Reports about ingested EDI."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from shiptrack._reading import NamedNumber, Problem

__all__ = ["AttachedEdi", "EdiReport", "InterchangeReport", "MessageReport", "RequestReport", "EdiFileReport", "UnreadEdi"]


@dataclass(frozen=True)
class RequestReport:
    """The effect of recorded facts on one tracked number."""

    request: UUID | str
    """Id of the tracking request for the number."""
    shipment: UUID | str | None
    """Id of its shipment; ``None`` until its carrier has data. The facts are used as soon as it has."""
    new: int
    """Number of facts that were new."""


@dataclass(frozen=True)
class MessageReport:
    """Report about an EDI message."""

    kind: str
    """Type of the message: ``315``, ``IFTSTA`` …"""
    control_number: str
    """The number that the sender gave the message."""
    numbers: tuple[NamedNumber, ...]
    """The containers, bookings and bills of lading that the message names, each once."""
    facts: int
    """Number of facts in the message; 0 if it could not be read."""
    is_read: bool
    """Whether it could be read."""
    requests: tuple[RequestReport, ...]
    """The tracked numbers of the account that the facts are about."""
    kept: int
    """Number of facts that were stored because their numbers are not tracked yet."""
    doubts: tuple[str, ...]
    """What looks wrong about new facts, one sentence each."""
    problems: tuple[Problem, ...]
    """What could not be read or recorded, with its place in the message."""
    unread: str | None
    """Id of the stored message if nothing of it was ingested, for ``Service.discard_unread_edi``; ``None`` if something was ingested."""


@dataclass(frozen=True)
class InterchangeReport:
    """Report about an EDI interchange."""

    syntax: str
    """``x12`` or ``edifact``."""
    sender: str
    """The sender that the interchange states."""
    recipient: str
    """The recipient that the interchange states."""
    control_number: str
    """The number that the sender gave the interchange."""
    sent_at: str | None
    """When it was created, in the sender's local time."""
    is_test: bool
    """Whether it is marked as a test. It is ingested like any other."""
    is_repeated: bool
    """Whether the account already has this interchange. Then nothing was ingested, and this is the report of the first
    time.
    """
    messages: tuple[MessageReport, ...]
    """Reports about its messages, in order."""
    problems: tuple[Problem, ...]
    """Problems of its envelope."""
    acknowledgement: bytes | None
    """The 997 or CONTRL to send back; ``None`` if nothing is acknowledged."""


@dataclass(frozen=True)
class EdiReport:
    """Report about ingested EDI."""

    interchanges: tuple[InterchangeReport, ...]
    """Reports about the interchanges, in order."""
    problems: tuple[Problem, ...]
    """Problems outside of interchanges. They are not stored."""
    is_whole: bool
    """Whether everything was ingested: at least one message, and no message was left out, except for acknowledgements.
    """


@dataclass(frozen=True)
class AttachedEdi:
    """EDI that was attached to an email."""

    document: str
    """Name of the document."""
    report: EdiReport
    """Report about the EDI."""


@dataclass(frozen=True)
class EdiFileReport:
    """Report about a file in an EDI folder."""

    file: str
    """Name of the file."""
    moved_to: Path | None
    """The new path of the file; ``None`` if it could not be read or moved."""
    report: EdiReport | None
    """Report about its content; ``None`` if it was not read."""
    problem: str | None
    """Why the file was not ingested."""
    acknowledgements: tuple[Path, ...]
    """The acknowledgements that were written to ``out/``."""


@dataclass(frozen=True)
class UnreadEdi:
    """A stored EDI message that could not be ingested."""

    id: str
    """Id of the stored message."""
    sender: str
    """The sender of the message."""
    interchange_control_number: str
    """The number that the sender gave the interchange."""
    received_at: datetime
    """When the message was first received."""
    report: MessageReport
    """Report about the message."""
    text: str
    """The text of the message."""
