"""Small immutable values: results of calls, facts of carriers, and activities of a service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from shiptrack import _structures
from shiptrack._activities import (
    Activity,
    Delivery,
    DoubtfulFacts,
    ExtractionFailed,
    LookUpReport,
    Migrated,
    RecordLeftOut,
    Resting,
    Trouble,
    WebhookDisabled,
    WritesRefused,
    WritesResumed,
)
from shiptrack._basic import Moment, Secret
from shiptrack._edi import AttachedEdi, EdiReport, InterchangeReport, MessageReport, RequestReport, EdiFileReport, UnreadEdi
from shiptrack._native import EmailSubmission, Resource, TrackingRequest, Webhook, WebhookNotification
from shiptrack._hosted import AdoptionReport, SkippedRequest
from shiptrack._push import PushReport, Subscription
from shiptrack._related import related_or_none
from shiptrack._structures import *

__all__ = [
    "AccountRecord",
    "Activity",
    "AdoptionReport",
    "Answer",
    "AttachedEdi",
    "Delivery",
    "DocumentInput",
    "DoubtfulFacts",
    "EdiFileReport",
    "EdiReport",
    "EnsureResult",
    "Extraction",
    "ExtractionFailed",
    "FeedEvent",
    "Inference",
    "IngestedEmail",
    "InterchangeReport",
    "KeyRecord",
    "LineCandidate",
    "LookUp",
    "LookUpReport",
    "MessageReport",
    "Migrated",
    "Moment",
    "NewKey",
    "Notification",
    "PushReport",
    "QuarantinedEmail",
    "RecordLeftOut",
    "RecordingReport",
    "RederiveReport",
    "RederivedChange",
    "RederivedShipment",
    "RequestReport",
    "ResourceId",
    "Resting",
    "Secret",
    "SettleReport",
    "SkippedRequest",
    "StoredCredential",
    "Subscription",
    "TrackResult",
    "Trouble",
    "UnreadEdi",
    "VerifiedSignature",
    "WorkCounts",
    "WebhookDisabled",
    "WritesRefused",
    "WritesResumed",
]
__all__ += _structures.__all__


@dataclass(frozen=True)
class ResourceId:
    """Type and id of a resource: the target of a relationship."""

    __slots__ = ("type", "id")
    type: str
    id: UUID | str

    def to_dict(self) -> dict[str, str]:
        """Returns the form of the interface."""
        return {"type": self.type, "id": str(self.id)}

    def __reduce__(self) -> tuple[Any, ...]:
        return ResourceId, (self.type, self.id)


@dataclass(frozen=True)
class TrackResult:
    """The tracking request for a number, and how it was obtained."""

    request: TrackingRequest
    how: Literal["created", "adopted", "returned"]
    """``created``: this call created it. ``adopted``: it existed and is tracked. ``returned``: it existed and has
    failed, and nothing was created or changed (see ``again`` of :meth:`TrackingRequests.track
    <shiptrack.TrackingRequests.track>`)."""
    maybe_duplicate: bool = False
    """Whether a second request for the number may exist: an earlier attempt of the same call had an unknown outcome.
    Only set by ``track_until_certain``."""
    left_out: tuple[str, ...] = ()
    """Arguments that the adopted request does not have. ``update`` can set ``shipment_tags`` and ``customer`` later.
    ``ref_numbers`` are added to the request; they are listed here only if the service did not accept them.
    """
    warnings: tuple[Mapping[str, Any], ...] = ()
    """Warnings of the service about the request that this call created, for example that the number may be that of a
    container. Each has ``code``, ``detail`` and ``source``. Empty for an existing request."""

    @property
    def id(self) -> UUID | str:
        """The id of the request, so that the result can be passed instead of the request."""
        return self.request.id

    @property
    def type(self) -> str:
        """The type of the request."""
        return self.request.type


@dataclass(frozen=True)
class EnsureResult:
    """The webhook of a URL, and how it was obtained."""

    webhook: Webhook
    how: Literal["created", "updated", "unchanged"]
    """``created``: the URL was registered. ``updated``: an existing webhook was changed. ``unchanged``: it already had
    these settings."""

    @property
    def id(self) -> UUID | str:
        """The id of the webhook, so that the result can be passed instead of the webhook."""
        return self.webhook.id

    @property
    def type(self) -> str:
        """The type of the webhook."""
        return self.webhook.type


@dataclass(frozen=True)
class LineCandidate:
    """A carrier that a number may belong to, with a confidence from 0 to 1."""

    scac: str
    name: str | None = None
    confidence: float | None = None
    confirmed: bool | None = None
    """Whether the carrier confirmed that the number is its number; ``None`` if it was not asked."""


@dataclass(frozen=True)
class Inference:
    """The kind of a number and the carriers that it may belong to. Unknown values are ``None``."""

    kind: Literal["container", "bill_of_lading", "booking_number"] | str | None = None
    is_valid: bool | None = None
    check_digit_passed: bool | None = None
    parsed_number: str | None = None
    reason: str | None = None
    decision: Literal["auto_select", "needs_confirmation", "no_prediction"] | str | None = None
    selected: LineCandidate | None = None
    candidates: tuple[LineCandidate, ...] = ()


@dataclass(frozen=True)
class LookUp:
    """The question that a carrier is asked."""

    scac: str
    kind: Literal["bill_of_lading", "booking_number", "container"] | str
    number: str
    """The number as it was submitted."""
    normalized_number: str
    """The number in the form of the carrier: upper case, without spaces and redundant prefix."""
    attempt: int
    """Number of the try, from 1."""
    first_asked_at: datetime
    now: datetime
    """The time of the service."""
    account_id: UUID | None = None
    """Id of the account. Carriers that show each customer only its own shipments are asked with the credentials of this
    account."""
    account_name: str = ""
    """Name of the account; ``default`` for the account that every service has."""
    bookmark: str | None = None
    """The ``bookmark`` of the previous answer about this request, such as a cursor or an ``ETag``."""
    references: tuple[str, ...] = ()
    """Other known numbers of the shipment. An answer about one of them is also useful."""
    containers: tuple[str, ...] = ()
    """The known containers of the shipment."""
    since: datetime | None = None
    """The ``until`` of the previous answer about this request. It is enough to return changes since then, in an answer
    that is not ``complete``."""


@dataclass(frozen=True)
class Answer:
    """The answer of a carrier: facts as dicts or JSON text. ``shiptrack docs facts`` describes their format."""

    facts: Any
    complete: bool = True
    """Whether this is everything that the carrier knows. Then estimates that are missing are withdrawn."""
    references: tuple[str, ...] = ()
    """Other numbers of the shipment."""
    next_look: float | timedelta | None = None
    """When the carrier wants to be asked again, in seconds, from five minutes to one day; ``None`` if it does not say.
    """
    bookmark: str | None = None
    """A text of at most 4,096 bytes that the next look-up of this request receives. An answer without a bookmark
    deletes the previous one."""
    unchanged: bool = False
    """Whether nothing has changed since the bookmark that was passed. Then ``facts`` is empty, and the known facts are
    confirmed."""
    until: datetime | None = None
    """The time up to which this answer and the previous ones are complete. The next look-up receives it as ``since``.
    An answer without it deletes the previous one."""


@dataclass(frozen=True)
class DocumentInput:
    """A document that an extractor reads."""

    name: str
    content_type: str
    content: bytes = field(repr=False)
    email_body: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Extraction:
    """The data that was extracted from a document, or its ``text``, in which the built-in reader finds the data."""

    payload: dict[str, Any] = field(default_factory=dict)
    document_type: str | None = None
    schema_version: str = ""
    classification_notes: str | None = None
    """Why the document has this type, for readers."""
    text: str | None = None
    """Text of the document. The built-in reader searches it, and adds the members that ``payload`` does not have, and the
    type and the version if they are missing."""


@dataclass(frozen=True)
class IngestedEmail:
    """Result of :meth:`Service.ingest_email <shiptrack.Service.ingest_email>` and ``ingest_email_later``."""

    submission: EmailSubmission
    is_new: bool
    """``False`` if the same bytes were ingested before."""
    quarantined: bool
    """Whether the message could not be read. Its bytes are stored anyway."""
    problems: tuple[str, ...] = ()
    edi: tuple[AttachedEdi, ...] = ()
    """Reports about the attached EDI that this call ingested."""
    due_documents: int = 0
    """Number of documents that are left to a worker, ``run_due`` or ``settle``."""


@dataclass(frozen=True)
class QuarantinedEmail:
    """A message that could not be read. ``Service.email_content`` returns its bytes."""

    id: UUID | str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecordingReport:
    """Result of :meth:`Service.record_facts <shiptrack.Service.record_facts>`."""

    requests: tuple[RequestReport, ...] = ()
    """The tracked numbers of the account that the facts are about."""
    kept: int = 0
    """Number of facts that were newly stored because their number is not tracked yet."""
    doubts: tuple[str, ...] = ()
    """What looks wrong about new facts, one sentence each. They are recorded anyway."""


@dataclass(frozen=True)
class RederivedChange:
    """A value that differs in a shipment that was derived again."""

    container: str | None
    """Number of the container; ``None`` for an attribute of the shipment."""
    name: str
    """Name of the attribute, or of the event. ``container`` if the container joined or left the shipment."""
    old: Any
    """The stored value. For an event: a dict with its time and place, ``None`` if it was not valid."""
    new: Any
    """The value by the rules in force."""


@dataclass(frozen=True)
class RederivedShipment:
    """What differs in a shipment that was derived again."""

    shipment: UUID | str
    """Id of the shipment."""
    number: str
    """Its number, as it was submitted."""
    changes: tuple[RederivedChange, ...]
    """The attributes of the shipment, then those of its containers, then events."""


@dataclass(frozen=True)
class RederiveReport:
    """Result of :meth:`Service.rederive <shiptrack.Service.rederive>`."""

    examined: int
    """Number of shipments that had been derived by other rules."""
    shipments: tuple[RederivedShipment, ...]
    """Those of them that differ from what was stored, the newest first."""


def _about(event: str, notification: WebhookNotification) -> Resource | None:
    # Notifications about documents have another relationship.
    relationship = "document" if event.startswith("document.") else "reference_object"
    found: Resource | None = related_or_none(notification, relationship)
    return found


@dataclass(frozen=True)
class FeedEvent:
    """An event of the feed."""

    sequence: int
    """Its sequence number. Pass the last one as ``after`` to continue after it."""
    id: UUID | str
    event: str
    created_at: datetime
    notification: WebhookNotification
    """The notification, as a webhook receives it."""

    def about(self) -> Resource | None:
        """Returns the resource that the event concerns, as it was at that time; ``None`` if the notification does not
        include it."""
        return _about(self.event, self.notification)


@dataclass(frozen=True)
class WorkCounts:
    """How much due work was done."""

    look_ups: int = 0
    deliveries: int = 0
    subscriptions: int = 0
    """Number of subscriptions that were created, renewed or ended at a carrier."""
    documents: int = 0
    """Number of documents that were read."""


@dataclass(frozen=True)
class SettleReport:
    """Result of :meth:`Service.settle <shiptrack.Service.settle>`."""

    done: WorkCounts
    """The work that was done meanwhile, including that of a worker."""
    left: int
    """Number of look-ups, deliveries, subscriptions and documents that are due and were not done: the time was up, their next try
    became due meanwhile, their carrier is not installed, or their carrier or webhook is paused after failures
    (:class:`Resting`)."""
    next_due: datetime | None
    """When the next work is due. If some work is left: a time that is not in the future if it can be done now,
    otherwise the end of a pause or the next scheduled work; ``None`` if nothing is scheduled and all of the work that
    is left waits for carriers that are not installed."""

    @property
    def is_settled(self) -> bool:
        """Whether no due work is left."""
        return self.left == 0


@dataclass(frozen=True)
class AccountRecord:
    """An account of a service in this process."""

    id: UUID | str
    name: str
    company_name: str
    created_at: datetime
    track_numbers_in_mail: bool = False
    """Whether numbers that are found in its mail are tracked."""
    record_arrival_notices: bool = False
    """Whether the data of arrival notices is recorded as facts of a user."""
    estimate_order: tuple[str, ...] = ()
    """Kinds of sources whose estimates are preferred, the most preferred one first; empty for the order of the service."""
    allowed_senders: tuple[str, ...] = ()
    """Addresses and domains whose mail may report facts; empty if mail reports no facts."""
    authentication_server: str = ""
    """The name of the mail server that authenticates senders; empty if it has none."""
    indirect_senders: tuple[str, ...] = ()
    """Addresses and domains whose bounces, automatic replies, mail of lists and attached messages may report facts, too."""


@dataclass(frozen=True)
class StoredCredential:
    """A stored credential of an account for a carrier, without its value."""

    scac: str
    """Code of the carrier, as in its profile."""
    name: str
    """Name of the credential in the profile, such as ``client_id``."""
    stored_at: datetime
    """When it was last stored."""


@dataclass(frozen=True)
class KeyRecord:
    """An API key without its text."""

    id: UUID
    name: str
    hint: str
    """The first characters, to distinguish keys."""
    read_only: bool
    unlimited: bool
    """Whether the key has no rate limits."""
    created_at: datetime
    revoked_at: datetime | None = None


@dataclass(frozen=True)
class NewKey:
    """A new API key. Its text cannot be read later."""

    key: Secret
    record: KeyRecord


@dataclass(frozen=True)
class VerifiedSignature:
    """A valid signature of a delivery."""

    scheme: Literal["hosted", "standard"]
    id: str | None = None
    """The signed id of the message; ``None`` for the scheme of the hosted service."""
    timestamp: datetime | None = None
    """When the delivery was signed; ``None`` for the scheme of the hosted service."""


@dataclass(frozen=True)
class Notification:
    """A delivery that was verified and read."""

    id: UUID | str
    """The id, which is the same in every attempt: store it to ignore repeats."""
    event: str
    sequence: int | None
    """The position in the event feed of the account; ``None`` if the service does not send it. Of two notifications
    about one resource, the one with the higher number is newer."""
    resource: WebhookNotification
    verified: VerifiedSignature

    def about(self) -> Resource | None:
        """Returns the resource that the event concerns, as it was at that time; ``None`` if the notification does not
        include it."""
        return _about(self.event, self.resource)
