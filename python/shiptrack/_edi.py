"""What came of EDI that was taken in, and what could not be read of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from shiptrack._moments import moment
from shiptrack._reading import Named, Problem

if TYPE_CHECKING:
    from shiptrack.values import RecordedFor

__all__ = ["AttachedEdi", "EdiReport", "InterchangeReport", "MessageReport", "TakenFile", "UnreadEdi"]


@dataclass(frozen=True)
class MessageReport:
    """What came of a message of EDI."""

    kind: str
    """What it is: ``315``, ``IFTSTA`` …"""
    control_number: str
    """The number its sender gave it."""
    numbers: tuple[Named, ...]
    """The containers, bookings and bills of lading that it names, each once."""
    facts: int
    """How many facts it says. None where it could not be read."""
    is_read: bool
    """Whether it could be read."""
    requests: tuple[RecordedFor, ...]
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
class TakenFile:
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


def report(told: str) -> EdiReport:
    """A report out of its JSON form."""
    return _report(json.loads(told))


def attached(told: str) -> tuple[AttachedEdi, ...]:
    """What came of attachments, out of its JSON form."""
    return tuple(AttachedEdi(row["document"], _report(row["report"])) for row in json.loads(told))


def taken(told: str) -> list[TakenFile]:
    """What became of files, out of its JSON form."""

    def one(row: dict[str, Any]) -> TakenFile:
        moved_to = row["moved_to"]
        return TakenFile(
            row["file"],
            None if moved_to is None else Path(moved_to),
            None if row["report"] is None else _report(row["report"]),
            row["problem"],
            tuple(map(Path, row["acknowledgements"])),
        )

    return [one(row) for row in json.loads(told)]


def unread(told: str) -> list[UnreadEdi]:
    """Unread messages out of their JSON form."""

    def one(row: dict[str, Any]) -> UnreadEdi:
        since = moment(row["received_at"])
        return UnreadEdi(**{**row, "received_at": since, "report": _message(row["report"])})

    return [one(row) for row in json.loads(told)]


def _report(told: dict[str, Any]) -> EdiReport:
    return EdiReport(tuple(map(_interchange, told["interchanges"])), _problems(told["problems"]), told["is_whole"])


def _interchange(told: dict[str, Any]) -> InterchangeReport:
    answer = told["acknowledgement"]
    made = {
        "messages": tuple(map(_message, told["messages"])),
        "problems": _problems(told["problems"]),
        "acknowledgement": None if answer is None else answer.encode(),
    }
    return InterchangeReport(**{**told, **made})


def _message(told: dict[str, Any]) -> MessageReport:
    made = {
        "numbers": tuple(Named(**number) for number in told["numbers"]),
        "requests": tuple(map(_recorded, told["requests"])),
        "doubts": tuple(told["doubts"]),
        "problems": _problems(told["problems"]),
    }
    return MessageReport(**{**told, **made})


def _recorded(told: dict[str, Any]) -> RecordedFor:
    from shiptrack.values import RecordedFor

    shipment = told["shipment"]
    return RecordedFor(UUID(told["request"]), None if shipment is None else UUID(shipment), told["new"])


def _problems(told: list[dict[str, str]]) -> tuple[Problem, ...]:
    return tuple(Problem(**problem) for problem in told)
