# Made from the policies of the core (core/src/settings.rs) by the tests in tests/it/codegen.rs; do not edit.
"""The numbers that clients, services and servers go by, as dicts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Optional, TypeAlias, TypedDict, Union

__all__ = [
    "DeliveryRules",
    "DocumentLimits",
    "Following",
    "Lifecycle",
    "MailLimits",
    "Pace",
    "RateLimits",
    "Recording",
    "ServerLimits",
    "Seconds",
]

Seconds: TypeAlias = Union[float, timedelta]
"""A span: in seconds, or a ``timedelta``."""


class DeliveryRules(TypedDict, total=False):
    """How notifications are delivered to webhooks. What is left out keeps its default."""

    retries: Iterable[Seconds]
    """The pauses between the attempts: a delivery is attempted once more than there are pauses. Chance changes each by
    up to a fifth. Default: 5 seconds, 30 seconds, 2 minutes, 5 minutes, 15 minutes, 30 minutes, 1 hour, 2 hours, 4
    hours, 8 hours, 12 hours, 1 day.
    """
    timeout: Seconds
    """How long a receiver may take to answer. Default: 15 seconds."""
    switch_off_after: Seconds
    """How long a webhook may fail, without one success, before it is switched off. Default: 5 days."""
    hosted_signature: bool
    """Whether deliveries carry the hosted service's signature header beside those of Standard Webhooks: for receivers
    that know no other. It signs no time, so what was captured can be sent again to whoever takes it. Default: ``True``.
    """


class DocumentLimits(TypedDict, total=False):
    """What of files is taken in to become documents, and what of them is read. What is left out keeps its default."""

    file_bytes: int
    """Bytes of a file that is uploaded; a larger one is refused. Default: 100 MiB."""
    most_waiting: int
    """Bytes of files that an account announced or sent, and made no document of yet; more are refused. Default:
    1,073,741,824.
    """
    link_lasts: Seconds
    """How long the URL is good from which the file of a document is fetched. Default: 5 minutes."""
    read_bytes: int
    """Bytes of a document that is read; a larger one is kept, and counts as not read. Default: 16 MiB."""
    read_pages: int
    """Pages of a document that are read; those behind them are left out. Default: 100."""
    read_cells: int
    """Cells of a table that are read; those behind them are left out. Default: 200,000."""
    read_text: int
    """Bytes of text that are looked at; what is behind them is left out. Default: 4,194,304."""
    read_unpacked: int
    """Bytes that what is packed in a document may unpack to; one that unpacks to more is not read. Default:
    134,217,728.
    """
    read_time: Seconds
    """How long reading a document may take. Default: 10 seconds."""
    most_tracked: int
    """Numbers of one message that are tracked, for an account that has those tracked that stand in its mail. Default:
    20.
    """


class Following(TypedDict, total=False):
    """How long a shipment is followed, and whose estimates hold. Of several sources that expect one event the one whose
    estimates count most holds; where they count the same, the one whose words changed last. What is left out keeps its
    default.
    """

    arrival_window: Seconds
    """How long a shipment is followed after it arrived at its destination; where nobody told of that, after its
    containers left there full. Default: 56 days.
    """
    silence_window: Seconds
    """How long a shipment is followed without any news. Default: 56 days."""
    estimates_of_shipping_line: int
    """How much the estimates of a shipping line count. Those of a source of any other kind count 1. Default: 1."""
    estimates_of_terminal: int
    """How much the estimates of a terminal count. Default: 1."""
    estimates_of_rail: int
    """How much the estimates of a railway count. Default: 1."""
    estimates_of_ais: int
    """How much the estimates made from the positions of vessels count. Default: 1."""
    estimates_of_user_input: int
    """How much the estimates of a clerk count. Default: 1."""


class Lifecycle(TypedDict, total=False):
    """How often and how long a carrier is asked. What is left out keeps its default."""

    tries: int
    """Tries before trouble with a carrier is final. Default: 14."""
    first_retry: Seconds
    """The pause after the first of them. Each is 1.75 times as long as the one before, and chance changes it by up to a
    fifth. Default: 45 seconds.
    """
    manifest_check: Seconds
    """The pause between checks while the carrier has no data. Default: 1 day."""
    manifest_window: Seconds
    """How long the carrier may have no data. Default: 7 days."""
    refresh: Seconds
    """The pause between look-ups of a shipment that is followed, where nobody can tell how far it is. Default: 6 hours.
    """
    before_loading: Seconds
    """The same while a container is on no vessel yet. Of several containers the shortest of these pauses counts.
    Default: 6 hours.
    """
    at_sea: Seconds
    """The same while it is at sea. Default: 12 hours."""
    near_port: Seconds
    """The same while it is at sea and expected at the port of discharge within three days. Default: 3 hours."""
    in_port: Seconds
    """The same while it is at the port of discharge. Default: 3 hours."""
    inland: Seconds
    """The same while it goes on inland. Default: 6 hours."""
    awaiting_empty: Seconds
    """The same while it is with its consignee, until it comes back empty. Default: 12 hours."""
    silence_window: Seconds
    """How long a shipment is followed for which the carrier has no data any more. Default: 56 days."""


class MailLimits(TypedDict, total=False):
    """What of a message is read; one that goes beyond it is quarantined. What is left out keeps its default."""

    message_bytes: int
    """Bytes of a message. Default: 25 MiB."""
    header_bytes: int
    """Bytes of all header blocks of a message together, those of its parts included. Default: 1 MiB."""
    fields: int
    """Fields of one header block. Default: 2,000."""
    depth: int
    """Multipart containers inside one another. Default: 64."""
    parts: int
    """Parts of a message, containers included. An attached message is one part: it is not taken apart. Default: 1,000.
    """
    list_items: int
    """Addresses in one of ``From``, ``To`` and ``Cc``, and identifiers in ``References``. Default: 2,000."""
    parameters: int
    """Parameters of one ``Content-Type`` or ``Content-Disposition``. Default: 64."""
    text_bytes: int
    """Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole.
    Default: 1 MiB.
    """


class Pace(TypedDict, total=False):
    """How many look-ups a carrier gets: those of one carrier wait for each other, and for nobody else's. What is left
    out keeps its default.
    """

    at_once: int
    """Look-ups of one carrier that may be under way at once; after one that failed, one alone until the next succeeds.
    Default: 2.
    """
    look_ups: Optional[int]
    """Look-ups of one carrier that may begin in any window of time. Default: no limit."""
    per: Seconds
    """The length of that window. Default: 1 minute."""


class RateLimits(TypedDict, total=False):
    """How many requests may go in any window; ``None`` for as many as one likes. What is left out keeps its default."""

    default: Optional[int]
    """Every request without a limit of its own. Default: 100."""
    create: Optional[int]
    """Creating tracking requests. Default: 100."""
    infer: Optional[int]
    """Inferring the carrier of a number. Default: 200."""
    refresh: Optional[int]
    """Refreshing a container. Default: 10."""
    per: Seconds
    """The length of the rolling window, the same for all. Default: 1 minute."""


class Recording(TypedDict, total=False):
    """How facts are kept that were recorded about numbers nobody tracks yet, and what was received beside them. What is
    left out keeps its default.
    """

    keep: Seconds
    """How long a fact is kept for whoever comes to track its number. Default: 90 days."""
    most_kept: int
    """Facts that are kept for an account at most; more are refused. Default: 100,000."""
    most_unread_edi: int
    """Bytes of EDI messages that are kept for an account at most because nothing could be taken in of them; more are
    refused. Default: 67,108,864.
    """


class ServerLimits(TypedDict, total=False):
    """What a server takes from the world before it says no. What is left out keeps its default."""

    head_deadline: Seconds
    """From the first byte of a request (on a new connection: from its opening) to the end of its head. Then the
    connection is cut. Default: 10 seconds.
    """
    body_deadline: Seconds
    """From the end of the head to the end of the body. Then the answer is 408. Default: 30 seconds."""
    idle_deadline: Seconds
    """How long a kept connection may wait for its next request. Default: 1 minute."""
    write_deadline: Seconds
    """How long a client may leave an answer unread. Then the connection is cut. Default: 30 seconds."""
    stop_deadline: Seconds
    """How long requests in flight have to finish when the server stops. Then they are cancelled. Default: 10 seconds.
    """
    head_bytes: int
    """Bytes of a request's head; more is answered with 431. A head has at most 100 fields, whatever their size.
    Default: 32 KiB.
    """
    body_bytes: int
    """Bytes of a request's body; more is answered with 413. The embedded service takes a mebibyte. Default: 1 MiB."""
    total_body_bytes: int
    """Bytes of all bodies held at a time; more is answered with 503. Default: 128 MiB."""
    connections: int
    """Connections at a time; one more is answered with 503 and closed. Fewer where the process may not open so many
    files: three quarters of its limit at most, the rest is left to the host and its database. Default: 1,024.
    """
    handlers: int
    """Threads for requests that may take a while, started when needed. Default: 32."""
    queue: int
    """Requests that may wait for such a thread; one more is answered with 503. Default: 256."""
