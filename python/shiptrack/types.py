"""The names of the wire, and what arguments may be: for annotations in your own programs.

A service may send values that this version does not know: every enumeration is also plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Optional, Protocol, TypeAlias, TypedDict, Union
from uuid import UUID

from shiptrack._names import *
from shiptrack.carriers import Carrier
from shiptrack.values import DeliveryHeader, LookUp, Source


class _HasId(Protocol):
    @property
    def id(self) -> UUID | str:
        """The id."""

class HasItems(Protocol):
    """What has ``items()``: a dict, ``http.server``'s headers, those of Starlette and Flask."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Pairs of name and value."""


Headers: TypeAlias = Union[HasItems, Iterable[Union[tuple[Any, Any], DeliveryHeader, Mapping[str, Any]]]]
"""Header fields: whatever has ``items()``, or each by itself: a pair, a :class:`~shiptrack.values.DeliveryHeader` as
``webhook.headers`` has them, or ``{"name": …, "value": …}`` as the interface writes it. Of ``str`` or ``bytes``, in any case."""

Id: TypeAlias = Union[UUID, str, _HasId]
"""The id of something: as a ``UUID``, as text, or the thing itself."""

class Extractor(Protocol):
    """Whoever can read documents."""

    def extract(self, source: Source, /) -> Any:
        """An :class:`~shiptrack.values.Extraction`, or its payload alone; ``None`` for a document that is not for it."""


AnyCarrier: TypeAlias = Union[Carrier, Callable[[LookUp], Any]]
"""A carrier: an object with a method ``look_up``, or a callable."""

AnyExtractor: TypeAlias = Union[Extractor, Callable[[Source], Any]]
"""An extractor: an object with a method ``extract``, or a callable."""

Seconds: TypeAlias = Union[float, timedelta]
"""A span: in seconds, or a ``timedelta``."""

Progress: TypeAlias = Union[bool, Callable[[int, Optional[int]], object]]
"""``True`` for tqdm when it is installed, or a callable that is told ``(done, total)``."""

class RateLimits(TypedDict, total=False):
    """How many requests may go in any minute, or any ``per``; ``None`` is no limit. What is left out keeps its default."""

    default: Optional[int]
    """Every request without a limit of its own (100)."""
    create: Optional[int]
    """Creating tracking requests (100)."""
    infer: Optional[int]
    """Inferring the carrier of a number (200)."""
    refresh: Optional[int]
    """Refreshing a container (10)."""
    per: Seconds
    """The length of the window, the same for all (60 seconds)."""


class Lifecycle(TypedDict, total=False):
    """When a carrier is asked. What is left out keeps its default."""

    tries: int
    """Tries before trouble with a carrier is final (14)."""
    first_retry: Seconds
    """The pause after the first of them (45 seconds)."""
    growth: float
    """How many times as long each pause is as the one before (1.75); from 1 to 1,000."""
    jitter: float
    """Share of a pause by which chance shortens or lengthens it (0.2); from 0 to 1."""
    retry_after_limit: Seconds
    """How much of a pause that a carrier asks for is granted (12 hours)."""
    manifest_check: Seconds
    """The pause between checks while the carrier has no data (a day)."""
    manifest_window: Seconds
    """How long the carrier may have no data (7 days)."""
    refresh: Seconds
    """The pause between look-ups of a shipment that is followed (6 hours)."""
    silence_window: Seconds
    """How long one is followed for which the carrier has no data any more (56 days)."""


class Following(TypedDict, total=False):
    """How long a shipment is followed. What is left out keeps its default."""

    arrival_window: Seconds
    """After it arrived (56 days)."""
    silence_window: Seconds
    """Without news (56 days)."""


class DeliveryRules(TypedDict, total=False):
    """How notifications are delivered to webhooks. What is left out keeps its default."""

    retries: Iterable[Seconds]
    """The pauses between the attempts: one attempt more than there are pauses (5 and 30 seconds, 2, 5, 15 and 30 minutes,
    1, 2, 4, 8, 12 and 24 hours)."""
    spread: float
    """Share of a pause by which chance shortens or lengthens it (0.2); from 0 to 1."""
    timeout: Seconds
    """How long a receiver may take (15 seconds)."""
    longest_retry_after: Seconds
    """How much of a pause that a receiver asks for is granted (a day)."""
    switch_off_after: Seconds
    """How long a webhook may fail, without one success, before it is switched off (5 days)."""
    hosted_signature: bool
    """Whether deliveries carry the hosted service's signature header, which signs no time, beside those of Standard Webhooks
    (true)."""


class Breaker(TypedDict, total=False):
    """When a receiver or a carrier that fails rests, so that nobody waits for it. What is left out keeps its default."""

    failures: int
    """Failures in a row after which it rests (5)."""
    first_rest: Seconds
    """The first rest (30 seconds)."""
    growth: float
    """How many times as long each rest is as the one before (2); from 1 to 1,000."""
    longest_rest: Seconds
    """The longest rest (5 minutes)."""


class MailLimits(TypedDict, total=False):
    """What of a message is read; one beyond it is quarantined. What is left out keeps its default."""

    message_bytes: int
    """Bytes of a message (25 MiB)."""
    header_bytes: int
    """Bytes of all header blocks of a message together (1 MiB)."""
    fields: int
    """Fields of one header block (2,000)."""
    depth: int
    """Multipart containers inside one another (64)."""
    parts: int
    """Parts of a message, containers included (1,000)."""
    list_items: int
    """Addresses in one field, and references (2,000)."""
    parameters: int
    """Parameters of one ``Content-Type`` or ``Content-Disposition`` (64)."""
    text_bytes: int
    """Bytes of the text that is kept of a body (1 MiB); documents are whole."""


class ServerLimits(TypedDict, total=False):
    """What a server takes from the world before it says no. What is left out keeps its default."""

    head_deadline: Seconds
    """From the first byte of a request to the end of its head. Then the connection is cut."""
    body_deadline: Seconds
    """From there to the end of the body. Then the answer is 408."""
    idle_deadline: Seconds
    """How long a kept connection may wait for its next request."""
    write_deadline: Seconds
    """How long a client may leave an answer unread. Then the connection is cut."""
    stop_deadline: Seconds
    """How long requests in flight have to finish when the server stops."""
    head_bytes: int
    """Bytes of a request's head; more is answered with 431."""
    body_bytes: int
    """Bytes of a request's body; more is answered with 413."""
    total_body_bytes: int
    """Bytes of all bodies held at a time; more is answered with 503."""
    connections: int
    """Connections at a time; one more is answered with 503 and closed."""
    handlers: int
    """Threads for requests that may take a while, started when needed."""
    queue: int
    """Requests that may wait for such a thread; one more is answered with 503."""
