"""Subscriptions, and reports about the data that they deliver."""

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
    """A carrier or a source that may push data to an account."""

    id: UUID
    """Id of the subscription. A sender without an id uses this id."""
    account: UUID
    """Id of the account."""
    carrier: str | None
    """Code of the carrier that calls back; ``None`` for one of your own sources."""
    source: str | None
    """Kind of your own source; ``None`` for a carrier."""
    name: str | None
    """Name of your own source."""
    called: str | None
    """The carrier's id of the subscription; ``None`` while it is unknown."""
    number: str | None
    """The number that the subscription is about; ``None`` if it is about all."""
    kind: str | None
    """Kind of that number."""
    callback_url: str | None
    """The URL that the carrier calls, if the service subscribes at the carrier."""
    secret: Secret
    """The secret that signs callbacks."""
    state: str
    """``active``; ``requested`` until the carrier has confirmed, ``refused`` if it refused, ``ending`` until it has
    confirmed the end.
    """
    created_at: datetime
    """When the subscription was created."""
    expires_at: datetime | None
    """When it expires unless it is renewed."""
    due_at: datetime | None
    """When the carrier is asked next: to create, renew or end it."""
    failures: int
    """Number of consecutive failures of that."""
    received_at: datetime | None
    """When the last callback was received."""
    problem: str | None
    """Why the carrier did not create or renew it."""


@dataclass(frozen=True)
class PushReport:
    """Report about a callback or a signed report."""

    subscription: UUID
    """Id of the subscription."""
    account: UUID
    """Id of its account."""
    is_repeated: bool
    """Whether the same was received before. Then nothing was recorded."""
    facts: int
    """Number of facts."""
    requests: tuple[RequestReport, ...]
    """The tracked numbers of the account that the facts are about."""
    kept: int
    """Number of facts that were stored because their numbers are not tracked yet."""
    doubts: tuple[str, ...]
    """What looks wrong about new facts, one sentence each."""
    problems: tuple[Problem, ...]
    """What could not be read or recorded."""
