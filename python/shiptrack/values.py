"""The small values that come along with resources and answers. All of them are frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, Union
from uuid import UUID

from shiptrack import _structures
from shiptrack._basic import Moment, Secret
from shiptrack._edi import AttachedEdi, EdiReport, InterchangeReport, MessageReport, RequestReport, EdiFileReport, UnreadEdi
from shiptrack._hosted import AdoptionReport, SkippedRequest
from shiptrack._push import PushReport, Subscription
from shiptrack._related import related_or_none
from shiptrack._structures import *

if TYPE_CHECKING:
    from shiptrack._native import EmailSubmission, Resource, TrackingRequest, Webhook, WebhookNotification
    from shiptrack.errors import ShiptrackError

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
    "Moment",
    "NewKey",
    "Notification",
    "PushReport",
    "QuarantinedEmail",
    "RecordLeftOut",
    "RecordingReport",
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
    "WritesRefused",
    "WritesResumed",
]
__all__ += _structures.__all__


@dataclass(frozen=True)
class ResourceId:
    """Type and id of a resource: what a relationship points at."""

    __slots__ = ("type", "id")
    type: str
    id: UUID | str

    def to_dict(self) -> dict[str, str]:
        """As it stands on the wire."""
        return {"type": self.type, "id": str(self.id)}

    def __reduce__(self) -> tuple[Any, ...]:
        return ResourceId, (self.type, self.id)


@dataclass(frozen=True)
class TrackResult:
    """The tracking request for a number, and how it came about."""

    request: TrackingRequest
    how: Literal["created", "adopted", "returned"]
    """Whether this call created it, found it alive and took it over, or found that it failed: then nothing was made or
    changed (``again`` of :meth:`TrackingRequests.track <shiptrack.TrackingRequests.track>`)."""
    maybe_duplicate: bool = False
    """Whether this may be the second request for the number: an earlier create of the same call had an unknown outcome,
    and may have made one that has failed since. Only after ``track_until_certain``."""
    left_out: tuple[str, ...] = ()
    """What was asked for and the adopted request does not have: ``shipment_tags``, ``customer`` and the like can only be
    set when a request is created. ``ref_numbers`` it lacked were added to it, and stand here when the service took none."""

    @property
    def id(self) -> UUID | str:
        """The id of the request: what takes a request takes this too."""
        return self.request.id

    @property
    def type(self) -> str:
        """The type of the request."""
        return self.request.type


@dataclass(frozen=True)
class EnsureResult:
    """The webhook of a URL, and how it came about."""

    webhook: Webhook
    how: Literal["created", "updated", "unchanged"]
    """Whether this call registered the URL, changed what was registered, or found it just as it was asked for."""

    @property
    def id(self) -> UUID | str:
        """The id of the webhook: what takes a webhook takes this too."""
        return self.webhook.id

    @property
    def type(self) -> str:
        """The type of the webhook."""
        return self.webhook.type


@dataclass(frozen=True)
class LineCandidate:
    """A carrier a number may belong to, and how likely (0 to 1)."""

    scac: str
    name: str | None = None
    confidence: float | None = None
    confirmed: bool | None = None
    """Whether the carrier itself said that the number is its own, where the service asked any."""


@dataclass(frozen=True)
class Inference:
    """What a bare number is, and which carrier it belongs to. Anything may be missing."""

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
    """What a carrier is asked."""

    scac: str
    kind: Literal["bill_of_lading", "booking_number", "container"] | str
    number: str
    """The number as it was submitted."""
    normalized_number: str
    """The form of it the carrier wants: upper case, no spaces, no redundant prefix."""
    attempt: int
    """Which try this is, from 1."""
    first_asked_at: datetime
    now: datetime
    """The service's time."""
    account_id: UUID | None = None
    """The account that asks. A carrier that shows each customer its own shipments is asked with that account's credentials."""
    account_name: str = ""
    """What you called that account; ``default`` for the one a service has from the start."""
    bookmark: str | None = None
    """What the last answer about this request gave to be reminded of: a cursor, an ``ETag``."""
    references: tuple[str, ...] = ()
    """Other numbers of the same shipment, as far as they are known: an answer about one of them may serve as well."""
    containers: tuple[str, ...] = ()
    """The containers of the shipment, as far as they are known."""
    since: datetime | None = None
    """Up to when the last answer about this request told everything (``until``): what was written since is enough, and is an answer that
    is not ``complete``."""


@dataclass(frozen=True)
class Answer:
    """What a carrier said: facts in their JSON form (dicts, or text), which ``shiptrack docs facts`` in the shell describes."""

    facts: Any
    complete: bool = True
    """Whether this is everything the source knows. Then an estimate it no longer names is withdrawn."""
    references: tuple[str, ...] = ()
    """Other numbers of the same shipment."""
    next_look: float | timedelta | None = None
    """How soon the carrier wants to be asked again, in seconds, where it says so: from five minutes to one day."""
    bookmark: str | None = None
    """What to be reminded of when this request is looked up again, of 4,096 bytes at most; an answer without one forgets the one
    before."""
    unchanged: bool = False
    """Whether nothing changed since the bookmark was given that was asked with: then there are no ``facts``, and what was known
    is taken for said again."""
    until: datetime | None = None
    """Up to when everything is told by this answer and those before it: the next look-up has it as ``since``. An answer without one
    forgets it."""


@dataclass(frozen=True)
class DocumentInput:
    """A document to be read by an extractor."""

    name: str
    content_type: str
    content: bytes = field(repr=False)
    email_body: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Extraction:
    """What was read out of a document."""

    payload: dict[str, Any]
    document_type: str | None = None
    schema_version: str = ""
    classification_notes: str | None = None
    """Why it is taken for that type, for readers."""


@dataclass(frozen=True)
class IngestedEmail:
    """What taking in a message gave."""

    submission: EmailSubmission
    is_new: bool
    """False when the same bytes were taken in before."""
    quarantined: bool
    """Whether the message could not be read. Its bytes are kept all the same."""
    problems: tuple[str, ...] = ()
    edi: tuple[AttachedEdi, ...] = ()
    """What came of the EDI that was attached, where the message was taken in now."""


@dataclass(frozen=True)
class QuarantinedEmail:
    """A message that could not be read. Its bytes are kept: see ``Service.email_content``."""

    id: UUID | str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecordingReport:
    """What became of facts that were recorded."""

    requests: tuple[RequestReport, ...] = ()
    """The numbers of the account they are about."""
    kept: int = 0
    """How many are kept for whoever comes to track the number, because nobody does yet; those that are kept already do not
    count."""
    doubts: tuple[str, ...] = ()
    """What looks wrong about those that are news, one sentence each. They are taken in all the same."""


@dataclass(frozen=True)
class FeedEvent:
    """One event of the feed."""

    sequence: int
    """Its place: pass the last one seen as ``after`` to go on behind it."""
    id: UUID | str
    event: str
    created_at: datetime
    notification: WebhookNotification
    """The document, as a webhook would get it."""

    def about(self) -> Resource | None:
        """What the event is about, as it stood then; ``None`` when the document does not hold it."""
        found: Resource | None = related_or_none(self.notification, "reference_object")
        return found


@dataclass(frozen=True)
class WorkCounts:
    """What was done of the due work."""

    look_ups: int = 0
    deliveries: int = 0
    subscriptions: int = 0
    """Subscriptions of which a carrier was asked: to make one, to renew or to end it."""


@dataclass(frozen=True)
class SettleReport:
    """How a service stands after it did what was due."""

    done: WorkCounts
    """What was done meanwhile, by whatever thread."""
    left: int
    """Look-ups, deliveries and subscriptions that are due and were not done: the time was up, their next try fell due meanwhile, or nobody
    can do them at present, for a carrier is not plugged in or whoever they wait for rests after failures
    (:class:`Resting`)."""
    next_due: datetime | None
    """When there is something to do next. When some are left: not later than now if they can be done, else when a rest
    ends, and ``None`` when all of them wait for carriers that are not plugged in."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing is due any more."""
        return self.left == 0


@dataclass(frozen=True)
class LookUpReport:
    """A carrier was asked, or could not be."""

    request: UUID | str
    scac: str | None
    """The carrier's code; ``None`` when it could not be inferred from the number."""
    number: str
    """The number as it was submitted."""
    attempt: int
    """Which try in a row it was, from 1; an answer that can be read starts the count anew."""
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
    """What came of it; ``trouble``, ``rate_limited`` and ``refused`` pass, and the look-up is tried again."""
    reason: str | None = None
    """What the trouble is, or why there is nothing left to follow."""
    retry_after: float | None = None
    """The pause the carrier asked for, in seconds."""
    why: str | None = None
    """Why, in the words of whoever was asked; for people. It is written down nowhere."""
    error: BaseException | None = field(default=None, repr=False, compare=False)
    """What a carrier written in Python raised, with its traceback. Keep it no longer than you need: it leads to whatever
    the carrier had in hand."""


@dataclass(frozen=True)
class DoubtfulFacts:
    """A carrier's answer brought facts that look wrong: they are kept, and may come to nothing. Told once for a fact."""

    request: UUID | str
    scac: str | None
    """The carrier's code."""
    number: str
    """The number as it was submitted."""
    doubts: tuple[str, ...]
    """What looks wrong, one sentence each: a movement nobody knows, a container number whose check digit is wrong."""


@dataclass(frozen=True)
class Delivery:
    """A notification was posted to a webhook, or could not be."""

    webhook: UUID | str
    notification: UUID | str
    attempt: int
    """Which attempt it was, from 1."""
    status: int | None = None
    """The status the receiver answered with."""
    failure: str | None = None
    """Why there is no answer."""

    @property
    def succeeded(self) -> bool:
        """Whether the receiver took it."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True)
class ExtractionFailed:
    """An extractor failed on a document, which is kept all the same."""

    document: UUID | str
    error: ShiptrackError
    """What went wrong; what an extractor written in Python raised is its ``__cause__``."""


@dataclass(frozen=True)
class WritesRefused:
    """The store takes no writes from now on: its disk is full or failed, or its file is no longer there.

    Told once, when it begins; reading goes on as far as it can.
    """

    error: ShiptrackError
    """Why. A :class:`~shiptrack.errors.StorageFullError` ends by itself when there is room."""


@dataclass(frozen=True)
class RecordLeftOut:
    """A record was left out of a listing because it cannot be read; all others are there. Told once for a record."""

    id: UUID | str
    error: ShiptrackError
    """Which, and what is wrong with it."""


@dataclass(frozen=True)
class Resting:
    """A carrier or a receiver failed too often in a row and is left alone for a while: what waits for it stays due, and
    uses up no attempt. Told when a rest begins, and not for each longer one that follows a failed probe."""

    scac: str | None
    """The carrier that rests; ``None`` when it is a receiver."""
    webhook: UUID | str | None
    """The webhook whose receiver rests; ``None`` when it is a carrier."""
    until: datetime


@dataclass(frozen=True)
class WritesResumed:
    """The store takes writes again."""


@dataclass(frozen=True)
class Trouble:
    """Due work could not be done, and nobody was there to be answered. It is tried again."""

    error: ShiptrackError


Activity = Union[
    LookUpReport,
    DoubtfulFacts,
    Delivery,
    ExtractionFailed,
    Resting,
    WritesRefused,
    WritesResumed,
    RecordLeftOut,
    Trouble,
]
"""One thing a service did by itself. It holds no secret."""


@dataclass(frozen=True)
class AccountRecord:
    """An account of a service in this process."""

    id: UUID | str
    name: str
    company_name: str
    created_at: datetime
    track_numbers_in_mail: bool = False
    """Whether numbers that stand in its mail, and that nobody tracks, are tracked."""
    record_arrival_notices: bool = False
    """Whether what arrival notices say is recorded as facts of a user."""


@dataclass(frozen=True)
class StoredCredential:
    """A credential of an account at a carrier that the service keeps, without what it is."""

    scac: str
    """The carrier's code, as its profile has it."""
    name: str
    """What the profile calls it: ``client_id``."""
    stored_at: datetime
    """When it was kept last."""


@dataclass(frozen=True)
class KeyRecord:
    """What is kept of an API key."""

    id: UUID
    name: str
    hint: str
    """The first characters, to tell keys apart."""
    read_only: bool
    created_at: datetime
    revoked_at: datetime | None = None


@dataclass(frozen=True)
class NewKey:
    """A key just made: the only time it is seen in clear."""

    key: Secret
    record: KeyRecord


@dataclass(frozen=True)
class VerifiedSignature:
    """A delivery whose signature is right."""

    scheme: Literal["hosted", "standard"]
    id: str | None = None
    """The signed id of the message; the hosted scheme has none."""
    timestamp: datetime | None = None
    """When the attempt was signed; the hosted scheme does not say."""


@dataclass(frozen=True)
class Notification:
    """A delivery that was verified and read."""

    id: UUID | str
    """The same in every attempt: keep it to drop repeats."""
    event: str
    sequence: int | None
    """The place in the account's feed, where the service says so: of two about one thing the higher is the later."""
    resource: WebhookNotification
    verified: VerifiedSignature

    def about(self) -> Resource | None:
        """What the event is about, as it stood then; ``None`` when the document does not hold it."""
        found: Resource | None = related_or_none(self.resource, "reference_object")
        return found
