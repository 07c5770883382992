"""Activities of a service: what it did in the background."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Union
from uuid import UUID

from shiptrack.errors import ShiptrackError

__all__ = [
    "Activity",
    "Delivery",
    "DoubtfulFacts",
    "ExtractionFailed",
    "LookUpReport",
    "Migrated",
    "RecordLeftOut",
    "Resting",
    "Trouble",
    "WebhookDisabled",
    "WritesRefused",
    "WritesResumed",
]


@dataclass(frozen=True)
class LookUpReport:
    """A carrier was asked, or could not be asked."""

    request: UUID | str
    scac: str | None
    """Code of the carrier; ``None`` if it could not be inferred from the number."""
    number: str
    """The number as it was submitted."""
    attempt: int
    """Number of consecutive tries, from 1. A readable answer resets it."""
    outcome: Literal[
        "found",
        "next_trip_awaited",
        "no_data_yet",
        "not_found",
        "invalid_number",
        "cancelled",
        "withheld",
        "no_carrier",
        "rate_limited",
        "refused",
        "trouble",
    ]
    """The outcome. After ``trouble``, ``rate_limited`` and ``refused`` the look-up is retried."""
    reason: str | None = None
    """The kind of trouble, or why the number is no longer tracked."""
    retry_after: float | None = None
    """The pause that the carrier asks for, in seconds."""
    why: str | None = None
    """The reason in the words of the carrier, for people. It is not stored."""
    error: BaseException | None = field(default=None, repr=False, compare=False)
    """The exception of a Python carrier, with its traceback. Do not keep it longer than necessary, because it refers to
    the local variables of the carrier."""
    account: UUID | str | None = None


@dataclass(frozen=True)
class DoubtfulFacts:
    """The answer of a carrier contains facts that look wrong. They are stored, and may have no effect. Reported once
    for each fact."""

    request: UUID | str
    scac: str | None
    """Code of the carrier."""
    number: str
    """The number as it was submitted."""
    doubts: tuple[str, ...]
    """What looks wrong, one sentence each, such as an unknown movement or a container number with a wrong check digit.
    """
    account: UUID | str | None = None


@dataclass(frozen=True)
class Delivery:
    """A notification was posted to a webhook, or could not be posted."""

    webhook: UUID | str
    notification: UUID | str
    attempt: int
    """Number of the attempt, from 1."""
    status: int | None = None
    """The HTTP status of the response."""
    failure: str | None = None
    """Why there was no response."""
    url: str | None = None
    """Scheme, host and port of the URL of the webhook."""
    account: UUID | str | None = None

    @property
    def succeeded(self) -> bool:
        """Whether the receiver accepted the notification."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True)
class ExtractionFailed:
    """An extractor failed. The document is stored anyway."""

    document: UUID | str
    error: ShiptrackError
    """The error. Its ``__cause__`` is the exception of a Python extractor."""
    account: UUID | str | None = None


@dataclass(frozen=True)
class WritesRefused:
    """The store no longer accepts writes: its disk is full or failed, or its file was removed.

    Reported once, when it begins. Reading continues as far as possible."""

    error: ShiptrackError
    """The reason. A :class:`~shiptrack.errors.StorageFullError` ends when space is available."""


@dataclass(frozen=True)
class RecordLeftOut:
    """A record cannot be read and was left out of a listing. Reported once for each record."""

    id: UUID | str
    error: ShiptrackError
    """The record, and what is wrong with it."""
    account: UUID | str | None = None


@dataclass(frozen=True)
class Resting:
    """A carrier or a webhook is paused after repeated failures. Its work stays due and counts no attempts. Reported
    when the pause begins, and not again when a test call fails and the pause is extended."""

    scac: str | None
    """The carrier that is paused; ``None`` for a webhook."""
    webhook: UUID | str | None
    """The webhook that is paused; ``None`` for a carrier."""
    until: datetime
    url: str | None = None
    """Scheme, host and port of the URL of the webhook; ``None`` for a carrier, like ``account``."""
    account: UUID | str | None = None


@dataclass(frozen=True)
class WebhookDisabled:
    """A webhook was disabled: its receiver is ``gone``, or was ``failing_too_long``. After it is activated again,
    ``client.webhooks.replay`` delivers what it missed.
    """

    account: UUID | str
    webhook: UUID | str
    url: str
    """Scheme, host and port of its URL. The path and the query are left out, because they may contain a key."""
    reason: str
    """``gone`` or ``failing_too_long``."""
    failing_since: datetime | None = None
    """Since when no delivery has succeeded."""


@dataclass(frozen=True)
class WritesResumed:
    """The store accepts writes again."""


@dataclass(frozen=True)
class Migrated:
    """The database had an older version and was migrated when the service was opened."""

    from_version: int
    to_version: int
    copy: str
    """The path of the copy of the database that was written before. Delete it when it is no longer needed."""


@dataclass(frozen=True)
class Trouble:
    """Due work failed, and no caller received the error. It will be retried."""

    error: ShiptrackError
    account: UUID | str | None = None
    """The account; ``None`` if the failure is about none or several."""


Activity = Union[
    LookUpReport,
    DoubtfulFacts,
    Delivery,
    ExtractionFailed,
    Resting,
    WebhookDisabled,
    WritesRefused,
    WritesResumed,
    RecordLeftOut,
    Migrated,
    Trouble,
]
"""Something that a service did by itself. Contains no secrets."""
