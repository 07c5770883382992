# Generated from the policies of the core (core/src/settings.rs) by the tests in tests/it/codegen.rs; do not edit.
"""Numeric settings of clients, services and servers, as dicts."""

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
    "Storage",
    "Seconds",
]

Seconds: TypeAlias = Union[float, timedelta]
"""A length of time: in seconds, or a ``timedelta``."""


class DeliveryRules(TypedDict, total=False):
    """How notifications are delivered to webhooks. Settings that are omitted keep their defaults."""

    retries: Iterable[Seconds]
    """The pauses between attempts: there is one attempt more than pauses. Each pause is randomly changed by up to a
    fifth. Default: 5 seconds, 30 seconds, 2 minutes, 5 minutes, 15 minutes, 30 minutes, 1 hour, 2 hours, 4 hours, 8
    hours, 12 hours, 1 day.
    """
    timeout: Seconds
    """How long a receiver may take to answer. Default: 15 seconds."""
    switch_off_after: Seconds
    """How long a webhook may fail without a success before it is disabled. Time in which nothing was sent, because the
    program did not run, does not count. Default: 5 days.
    """
    hosted_signature: bool
    """Whether deliveries also have the signature header of the hosted service, for receivers that do not know the
    headers of Standard Webhooks. The hosted signature does not cover the time, so a captured delivery can be sent again
    to a receiver that accepts this header. Default: ``True``.
    """
    most_webhooks: int
    """Maximum number of webhooks of an account. Webhooks that exist when it is lowered stay. Default: 100."""
    shipment_updates_in_feed: bool
    """Whether the event feed has ``shipment.updated``, which reports corrected times and places of shipments. The
    hosted service does not have this event. Webhooks receive it if they list it. Default: ``False``.
    """


class DocumentLimits(TypedDict, total=False):
    """Limits for uploaded files, and for the extraction of data from documents. Settings that are omitted keep their
    defaults.
    """

    file_bytes: int
    """Maximum size of an uploaded file in bytes; a larger file is refused. Default: 100 MiB."""
    most_waiting: int
    """Maximum size, in bytes, of the announced and uploaded files of an account that are not documents yet; more are
    refused. Default: 1,073,741,824.
    """
    link_lasts: Seconds
    """How long the download URL of a document is valid. Default: 5 minutes."""
    read_bytes: int
    """Maximum size of a document, in bytes, for it to be read; a larger one is stored, and its extraction fails.
    Default: 16 MiB.
    """
    read_pages: int
    """Maximum number of pages of a document that are read; later pages are ignored. Default: 100."""
    read_cells: int
    """Maximum number of cells of a table that are read; later cells are ignored. Default: 200,000."""
    read_text: int
    """Maximum size of the text that is searched, in bytes; later text is ignored. Default: 4,194,304."""
    read_time: Seconds
    """How long reading a document may take. Default: 10 seconds."""
    read_memory: int
    """Maximum size of the memory of a reader process, in bytes. Linux keeps this limit; other systems do not. Default:
    536,870,912.
    """
    readers: int
    """Maximum number of reader processes, and of documents that a worker reads at once. With 0, PDF, XLSX and HTML
    documents are stored without being read. Default: 2.
    """
    trusted_documents_in_process: bool
    """Reads PDF, XLSX and HTML documents in the process of the service, without limits of time and memory: a hostile
    file can end the process. Only for documents from trusted sources. Default: ``False``.
    """
    most_tracked: int
    """Maximum number of numbers of one message that are tracked, for an account that tracks the numbers in its mail.
    Default: 20.
    """


class Following(TypedDict, total=False):
    """How long a shipment is tracked, and which estimates are preferred. If several sources estimate the same event,
    the weight of the source decides among estimates that are still ahead and that their sources confirmed within the
    last 72 hours. With equal weights, the estimate that was confirmed last is used. The setting ``estimate_order`` of
    an account changes the order for its shipments. Settings that are omitted keep their defaults.
    """

    arrival_window: Seconds
    """How long a shipment is tracked after its last container arrived at its destination or, if the arrival was not
    reported, left the port of discharge laden. Default: 56 days.
    """
    silence_window: Seconds
    """How long a shipment is tracked without new facts. Default: 56 days."""
    reported_correction: Seconds
    """By how much a published time can be corrected without a notification. Default: 1 hour."""
    terminal_silence: Seconds
    """How long the terminal or railway at the place of a container may be silent before later statements of other
    sources about availability, fees and terminal count. A hold that is not confirmed for this time is marked. Default:
    3 days.
    """
    estimates_of_shipping_line: int
    """Weight of the estimates of a shipping line. Sources of a kind that has no setting weigh 2. Default: 4."""
    estimates_of_terminal: int
    """Weight of the estimates of a terminal. Default: 3."""
    estimates_of_rail: int
    """Weight of the estimates of a railway. Default: 3."""
    estimates_of_ais: int
    """Weight of estimates from the positions of vessels (AIS). Default: 1."""
    estimates_of_user_input: int
    """Weight of the estimates of a user. Default: 5."""


class Lifecycle(TypedDict, total=False):
    """How often a carrier is asked, and for how long. Settings that are omitted keep their defaults."""

    tries: int
    """Attempts before a request fails because its carrier is unreachable or its answers cannot be read. Default: 14."""
    first_retry: Seconds
    """Pause after the first failed attempt. Each pause is 1.75 times as long as the one before, varied at random by up
    to a fifth. Default: 45 seconds.
    """
    manifest_check: Seconds
    """Pause between look-ups while the carrier has no data yet. Default: 1 day."""
    manifest_window: Seconds
    """How long a request waits while the carrier has no data yet. Default: 7 days."""
    refresh: Seconds
    """Pause between look-ups of a shipment whose position is unknown. Default: 6 hours."""
    before_loading: Seconds
    """Pause while a container is not on a vessel yet. For several containers, the shortest of their pauses applies.
    Default: 6 hours.
    """
    at_sea: Seconds
    """Pause while a container is at sea. Default: 12 hours."""
    near_port: Seconds
    """Pause while a container is at sea and its estimated arrival at the port of discharge is within three days.
    Default: 3 hours.
    """
    in_port: Seconds
    """Pause while a container is at the port of discharge. Default: 3 hours."""
    inland: Seconds
    """Pause while a container is on its way inland. Default: 6 hours."""
    awaiting_empty: Seconds
    """Pause while a container is with its consignee, until it is returned empty. Default: 12 hours."""
    silence_window: Seconds
    """How long a shipment is tracked after the carrier last had data. Default: 56 days."""


class MailLimits(TypedDict, total=False):
    """Limits of a message. A message that exceeds one is quarantined. If an attached message exceeds one, the outer
    message is not quarantined and has the problem ``unread_attached_message``. Settings that are omitted keep their
    defaults.
    """

    message_bytes: int
    """Bytes of a message. Default: 25 MiB."""
    header_bytes: int
    """Bytes of all header blocks of a message, including those of its parts and of attached messages. Default: 1 MiB.
    """
    fields: int
    """Fields of one header block. Default: 2,000."""
    depth: int
    """Nested multiparts. Default: 64."""
    parts: int
    """Parts of a message and of messages attached to it, including multiparts. Default: 1,000."""
    list_items: int
    """Addresses in one of ``From``, ``To`` and ``Cc``, and identifiers in ``References``. Default: 2,000."""
    parameters: int
    """Parameters of one ``Content-Type`` or ``Content-Disposition``. Default: 64."""
    text_bytes: int
    """Bytes of the text of a body. It is limited because every listing of messages contains it. Attached documents are
    stored completely. Default: 1 MiB.
    """


class Pace(TypedDict, total=False):
    """How many look-ups are sent to a carrier. Carriers do not wait for each other. Settings that are omitted keep
    their defaults.
    """

    at_once: int
    """Most look-ups to a carrier at the same time; after a failed look-up only one, until the next one succeeds.
    Default: 2.
    """
    look_ups: Optional[int]
    """Most look-ups to a carrier that may begin within one window of time. Default: no limit."""
    per: Seconds
    """Length of that window. Default: 1 minute."""


class RateLimits(TypedDict, total=False):
    """How many requests with one API key are allowed in any window of the length ``per``; ``None`` for unlimited.
    Settings that are omitted keep their defaults.
    """

    default: Optional[int]
    """Requests that count against no other limit. Default: 100."""
    create: Optional[int]
    """Creating tracking requests. Default: 100."""
    infer: Optional[int]
    """Inferring the carrier of a number. Default: 200."""
    refresh: Optional[int]
    """Refreshing a container. Default: 10."""
    per: Seconds
    """The length of the rolling window, which is the same for all limits. Default: 1 minute."""


class Recording(TypedDict, total=False):
    """For how long, and how many, facts are stored about numbers that are not tracked yet; and how much unread EDI is
    stored. Settings that are omitted keep their defaults.
    """

    keep: Seconds
    """How long a fact is stored while its number is not tracked. Default: 90 days."""
    most_kept: int
    """Maximum number of facts that are stored for an account; more are refused. Default: 100,000."""
    most_kept_of_mail: int
    """Facts that are sent by mail are refused if an account would store more facts than this, so that mail leaves the
    rest of ``most_kept`` to other sources. Default: 25,000.
    """
    most_unread_edi: int
    """Maximum size, in bytes, of the EDI messages without a recorded fact that are stored for an account; more are
    refused. Default: 67,108,864.
    """


class ServerLimits(TypedDict, total=False):
    """Limits of a server, which protect it from clients. Settings that are omitted keep their defaults."""

    head_deadline: Seconds
    """Time for the head of a request, from its first byte, or from the opening of a new connection. After that the
    connection is cut. Default: 10 seconds.
    """
    body_deadline: Seconds
    """Time for the body of a request, from the end of the head. After that the response is 408. Default: 30 seconds."""
    body_rate_bytes: int
    """The minimum rate of a body: this many bytes in each ``body_rate_period``, or the rest of the body. A slower one
    is answered with 408. This is the only time limit of an uploaded file. Default: 64 KiB.
    """
    body_rate_period: Seconds
    """The time in which ``body_rate_bytes`` must arrive. Default: 10 seconds."""
    idle_deadline: Seconds
    """How long an open connection may wait for its next request. Longer than the pause of a minute after which a client
    that exceeded its rate limit may send again, so that its connection is not closed at that moment. Default: 75
    seconds.
    """
    write_deadline: Seconds
    """How long a client may leave a response unread. After that the connection is cut. Default: 30 seconds."""
    stop_deadline: Seconds
    """How long requests in flight may take to finish when the server stops. After that they are cancelled. Default: 10
    seconds.
    """
    head_bytes: int
    """The largest head of a request in bytes; a larger one is answered with 431. A head can also have at most 100
    fields. Default: 32 KiB.
    """
    body_bytes: int
    """The largest body of a request in bytes; a larger one is answered with 413. The service accepts at most a
    mebibyte. Default: 1 MiB.
    """
    total_body_bytes: int
    """The size of all bodies in memory at a time, in bytes; more is answered with 503. An account can use half of it.
    Default: 128 MiB.
    """
    connections: int
    """Maximum number of connections at a time. A further one takes the place of a connection that waits for its client,
    of the account or address that has most, or else is answered with 503 and closed. At most three quarters of the
    files that the process may open, so that the rest is left for the host program and its database. Default: 1,024.
    """
    handlers: int
    """Maximum number of threads for requests that may take long. They are started when needed. An account can use half
    of them. Default: 32.
    """
    queue: int
    """How many requests may wait for such a thread. If there are more, a request of the account that has most of them
    is answered with 503. Default: 256.
    """


class Storage(TypedDict, total=False):
    """How the database file is opened, and how much memory its caches use. Settings that are omitted keep their
    defaults.
    """

    busy_timeout: Seconds
    """How long opening the file waits while another process has it open; 0 does not wait. A file that this process has
    open is an error at once. Default: 10 seconds.
    """
    cache_bytes: int
    """Maximum size, in bytes, of the page caches of all connections to the database together. Default: 32 MiB."""
    check_bytes: int
    """Size of a database, in bytes, up to which its structure is checked whenever it is opened. A larger one is only
    checked if it was not closed properly. Default: 64 MiB.
    """
    max_log_bytes: int
    """Size of the write-ahead log, in bytes, from which writes are refused while another copy of SQLite in this
    process, such as Python's ``sqlite3``, has the database open. Until then, the log grows, because it cannot be copied
    to the database. Default: 1,024 MiB.
    """
    migrate: bool
    """Whether a database of an older version is migrated, after a verified copy of it was written next to it. If not,
    opening it fails. Default: ``True``.
    """
