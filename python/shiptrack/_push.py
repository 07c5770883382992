"""What was sent to a service without being asked for, and who may send."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shiptrack._basic import Secret
from shiptrack._edi import RequestReport
from shiptrack._reading import Problem

__all__ = ["PushReport", "Subscription"]


@dataclass(frozen=True)
class Subscription:
    """Somebody who may send to an account without being asked."""

    id: UUID
    """Our id of it: a sender that has no other names it by this."""
    account: UUID
    """Whose it is."""
    carrier: str | None
    """The code of the carrier that calls back; ``None`` for a source of one's own."""
    source: str | None
    """What kind of source of one's own it is; ``None`` for a carrier."""
    name: str | None
    """Which one of its kind."""
    called: str | None
    """The carrier's id of it; ``None`` while nobody knows it."""
    number: str | None
    """The number it is about."""
    kind: str | None
    """What kind of number that is."""
    callback_url: str | None
    """Where its carrier calls back, where it is the service that asks it to."""
    secret: Secret
    """What is signed with."""
    state: str
    """``active``; ``requested`` while its carrier is still to be asked, ``refused`` when that said no, ``ending`` while that is still
    to be asked to end it."""
    created_at: datetime
    """When it was made."""
    expires_at: datetime | None
    """When it ends by itself, unless it is renewed."""
    due_at: datetime | None
    """When its carrier is asked next: to make it, to renew it, to end it."""
    failures: int
    """How often in a row that failed."""
    received_at: datetime | None
    """When something came by it last."""
    problem: str | None
    """Why its carrier did not make or renew it."""


@dataclass(frozen=True)
class PushReport:
    """What came of something that was sent."""

    subscription: UUID
    """The subscription it came by."""
    account: UUID
    """Whose that is."""
    is_repeated: bool
    """Whether the same came before: then nothing was taken in."""
    facts: int
    """How many facts are in it."""
    requests: tuple[RequestReport, ...]
    """The numbers of the account they are about, each with the tracking request that stands for it."""
    kept: int
    """How many are kept for whoever comes to track the number."""
    doubts: tuple[str, ...]
    """What looks wrong about those that are news."""
    problems: tuple[Problem, ...]
    """What of it could not be read or recorded."""
