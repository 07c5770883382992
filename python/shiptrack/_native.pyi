# Made from python/src/native.pyi and the documentation in python/src by the tests in tests/it/codegen.rs; do not edit.
"""The native module. Import its classes from ``shiptrack``, ``infer_number`` from ``shiptrack.numbers``, ``sign`` and
``verify`` from ``shiptrack.webhooks``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from os import PathLike
from typing import Any, BinaryIO, ClassVar, Final, Generic, Literal, NoReturn, TypeVar, final, overload
from uuid import UUID

import pandas
import polars
from typing_extensions import Self, TypedDict, Unpack, disjoint_base

from shiptrack._access import CredentialSuspension
from shiptrack._async import AsyncClient
from shiptrack._families import _Families
from shiptrack._resources import *
from shiptrack.errors import ShiptrackError
from shiptrack.types import (
    AnyCarrier,
    AnyExtractor,
    DeliveryRules,
    DocumentLimits,
    EventName,
    Following,
    Headers,
    Id,
    Lifecycle,
    MailLimits,
    Pace,
    Progress,
    RateLimits,
    Recording,
    RequestType,
    Seconds,
    ServerLimits,
)
from shiptrack.values import (
    AccountRecord,
    Activity,
    AdoptionReport,
    EdiFileReport,
    EdiReport,
    EnsureResult,
    FeedEvent,
    Inference,
    IngestedEmail,
    KeyRecord,
    LookUp,
    NewKey,
    PushReport,
    QuarantinedEmail,
    RecordingReport,
    Secret,
    SettleReport,
    StoredCredential,
    Subscription,
    TrackResult,
    UnreadEdi,
    VerifiedSignature,
    WorkCounts,
)

__version__: Final[str]
ERROR_KINDS: Final[tuple[str, ...]]
EVENTS: Final[dict[str, str]]
"""Every event there is, and what it means."""

@final
class _Closer:
    """Closes a service that is still there when the interpreter ends."""

    @property
    def gone(self) -> bool:
        """Whether there is nothing left to close."""

    def __call__(self) -> None: ...

_T = TypeVar("_T", bound="Resource")
_T_co = TypeVar("_T_co", bound="Resource", covariant=True)
_Answer = TypeVar("_Answer")

@disjoint_base
class Resource:
    """A resource of the service: a frozen value. One whose type has no class of its own is a plain ``Resource``."""

    @property
    def id(self) -> UUID | str:
        """The identifier the service gave it; empty while it has none."""

    @property
    def type(self) -> str:
        """The type on the wire."""

    @property
    def other(self) -> dict[str, Any]:
        """Attributes this version does not know, and values that do not fit their field, as they came."""

    @property
    def instant(self) -> datetime | None:
        """When an event happened, and when anything else was made, as a moment that compares with every other: a day
        alone stands for its noon in UTC. ``None`` where nobody says.
        """

    @property
    def sort_key(self) -> tuple[datetime, int, str]:
        """What sorts resources by ``instant``, milestones of one moment as they follow each other, and those without a
        moment last: ``sorted(resources, key=lambda each: each.sort_key)``. It is approximate where some events name a
        day and others a moment: a day stands for its noon in UTC. ``in_order()`` of a listing, and
        ``timeline.in_order``, are exact.
        """

    @property
    def links(self) -> dict[str, Any]:
        """Its own links."""

    @property
    def meta(self) -> dict[str, Any]:
        """Its own ``meta``."""

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes as they came."""

    @property
    def relationships(self) -> dict[str, Any]:
        """All relationships as they came."""

    @property
    def page(self) -> Page[Resource]:
        """The document it came in, with everything that was included."""

    def raw(self, name: str) -> Any:
        """One attribute as it came."""

    def local(self, name: str) -> datetime | date | None:
        """A time among the attributes by the clocks and the calendar of its place: ``timestamp``, ``pickup_lfd``,
        ``import_deadlines.pickup_lfd_rail``.

        A ``date`` where it is a day without a time, which services tell as the moment it begins with at its place;
        else an aware ``datetime`` with the offset there. The zone is the one that stands beside it (``timezone``,
        ``pod_timezone`` …); a last free day that may hold at the port or inland goes by the zone in which it is a day.
        Where the resource names no zone, and for what belongs to no place, it is as the attribute has it. An attribute
        that is no time is an ``AttributeError``.
        """

    def related(self, name: str) -> Any:
        """The included resource a relationship leads to, or a tuple of all of them.

        ``None``, or an empty tuple, says that there are none. Resources that were not read along (``include=``)
        raise :class:`~shiptrack.errors.NotIncludedError`; the attribute of that name has their ids in any case. Of
        several, those the document holds are given. A name no relationship has is an ``AttributeError``.
        """

    def to_dict(self) -> dict[str, Any]:
        """The resource object as it is written on the wire."""

    def to_json(self) -> str:
        """The same as text."""

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a resource object, or a document that holds one."""

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Self:
        """The same from a dict."""

    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]:
        """As it came, and with it the included resources its relationships lead to."""

@final
class ContainerNumber:
    """The number of a container (ISO 6346), its check digit right."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    @property
    def owner_prefix(self) -> str:
        """The four letters that name the owner."""

    @property
    def serial_number(self) -> str:
        """The six digits of the container."""

    @property
    def check_digit(self) -> int:
        """The digit that guards the others."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Scac:
    """The code of a carrier."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    @property
    def is_sandbox(self) -> bool:
        """Whether it is the built-in carrier of test numbers."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BillOfLading:
    """The number of a master bill of lading."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BookingNumber:
    """The number of a carrier's booking."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Imo:
    """The IMO number of a vessel."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class UnLocode:
    """The UN/LOCODE of a place."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Whether the text can be one."""

    @property
    def country(self) -> str:
        """The country, two letters."""

    @property
    def place(self) -> str:
        """The place within it, three characters."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class TrackingNumber:
    """A number that can be tracked: what it is, as it was given and in its normal form."""

    def __new__(cls, kind: RequestType, text: str) -> Self: ...
    @staticmethod
    def infer(text: str) -> TrackingNumber:
        """A number whose kind nobody stated: certain, or refused."""

    @property
    def kind(self) -> str:
        """What it is: ``bill_of_lading``, ``booking_number`` or ``container``."""

    @property
    def text(self) -> str:
        """The number as it was given."""

    @property
    def normalized(self) -> str:
        """Its normal form: upper case, without spaces and dashes."""

    @property
    def evidence(self) -> str | None:
        """What gave its kind away, when it was inferred: ``sandbox``, ``check_digit`` or ``shape``."""

    @property
    def is_sandbox(self) -> bool:
        """Whether it is a number of the built-in carrier ``TEST``."""

    def normalized_for(self, scac: str) -> str:
        """The number as the carrier with this code knows it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Page(Generic[_T_co]):
    """A document of the service: its resources, what was included with them, links and ``meta``."""

    @overload
    @staticmethod
    def parse(data: bytes | str, of: None = None) -> Page[Resource]:
        """Reads a document out of its bytes or text. ``of`` is the class its items should have."""

    @overload
    @staticmethod
    def parse(data: bytes | str, of: type[_T]) -> Page[_T]: ...
    @property
    def items(self) -> list[_T_co]:
        """The items, without those that cannot be read (see ``problems``) and those an earlier page of the walk had."""

    @property
    def problems(self) -> dict[int, ShiptrackError]:
        """Why items cannot be read, by their position."""

    @property
    def included(self) -> list[Resource]:
        """Everything that was included."""

    def find_included(self, type: str, id: Id) -> Resource | None:
        """The included resource of this type and id."""

    @property
    def links(self) -> dict[str, Any]:
        """The links of the document: ``self``, ``next`` and so on."""

    @property
    def meta(self) -> dict[str, Any] | None:
        """The ``meta`` of the document, when it has one."""

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """What the service passed over, or keeps for later, of the request that this answers: ``code``, ``detail`` and
        the ``source`` in the request of each.
        """

    @property
    def total(self) -> int | None:
        """How many items the whole listing has, when the document says so."""

    @property
    def status(self) -> int | None:
        """The HTTP status, of an answer."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The header fields, of an answer."""

    @property
    def url(self) -> str | None:
        """Where it came from."""

    @property
    def text(self) -> str:
        """The document as it came."""

    def to_dict(self) -> dict[str, Any]:
        """The document as dicts and lists."""

    def to_json(self) -> str:
        """The document as text."""

    def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """The items as a ``pandas.DataFrame`` with Arrow types; needs pandas and pyarrow.

        A column for each attribute and each relationship. One that leads to a single resource also has a column of
        its ids to join by: ``shipment_id`` beside ``shipment``. Ids are text. Moments are time stamps in UTC, a day
        alone stands for its noon, and beside those at a place stands what the clocks there show:
        ``pod_arrived_at_local`` beside ``pod_arrived_at``, midnight for a day. With ``as_written=True`` there is the
        text that came instead of both. With ``numpy=True`` types are NumPy's in place of Arrow's: what is missing is
        ``NaT``, ``NaN`` or ``None`` then.
        """

    def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """The items as a ``polars.DataFrame``; needs polars. The columns are those of :meth:`to_pandas`."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_T_co]: ...
    def __getitem__(self, at: int, /) -> _T_co: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """The items as an Arrow stream (PyCapsule interface)."""

    def _repr_html_(self) -> str: ...

@final
class Listing(Generic[_T_co]):
    """A listing that has not been fetched yet: every walk over it asks again, page by page as it gets there.

    It has no length and no truth before it is fetched: ``bool(listing)`` raises ``TypeError``. ``first() is None``
    tells whether it is empty.
    """

    def __iter__(self) -> Items[_T_co]: ...
    def __bool__(self) -> NoReturn: ...
    def pages(self) -> Pages[_T_co]:
        """Walks page by page."""

    def first(self) -> _T_co | None:
        """The first item alone; ``None`` when the listing is empty."""

    def first_page(self) -> Page[_T_co] | None:
        """The first page alone."""

    def all(self) -> list[_T_co]:
        """Every item. Those that cannot be read are left out, and told by a ``ShiptrackWarning``."""

    def in_order(self) -> list[_T_co]:
        """Every item in order of time: events by when they happened, as ``timeline.in_order`` has them, anything else
        by when it was made.
        """

    def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """Every item as a ``pandas.DataFrame`` with Arrow types; needs pandas and pyarrow.

        A column for each attribute and each relationship. One that leads to a single resource also has a column of
        its ids to join by: ``shipment_id`` beside ``shipment``. Ids are text. Moments are time stamps in UTC, a day
        alone stands for its noon, and beside those at a place stands what the clocks there show:
        ``pod_arrived_at_local`` beside ``pod_arrived_at``, midnight for a day. With ``as_written=True`` there is the
        text that came instead of both. With ``numpy=True`` types are NumPy's in place of Arrow's: what is missing is
        ``NaT``, ``NaN`` or ``None`` then.
        """

    def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """Every item as a ``polars.DataFrame``; needs polars. The columns are those of :meth:`to_pandas`."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """Every item as an Arrow stream (PyCapsule interface)."""

    def _repr_html_(self) -> str: ...

@final
class Pages(Generic[_T_co]):
    """The pages of a listing."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Page[_T_co]: ...
    @property
    def resume_from(self) -> str | None:
        """The page the walk would fetch next. After an error, the page it could not get past."""

@final
class Items(Generic[_T_co]):
    """The items of a listing, each once. One that cannot be read is an error in its place; the next call goes on."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> _T_co:
        """An item that cannot be read is an error in its place; the next call goes on behind it."""

    def _is_at_hand(self) -> bool:
        """Whether the next item is at hand: nothing is fetched for it."""

    @property
    def resume_from(self) -> str | None:
        """The page the walk would fetch next. After an error, the page it could not get past."""

class _ListOptions(TypedDict, total=False):
    """The keywords every ``list`` takes."""

    include: str | Sequence[str] | None
    page_size: int | None
    page_number: int | None
    max_items: int | None
    resume_from: str | None
    query: dict[str, Any] | None
    progress: Progress | None

@disjoint_base
class _Family:
    """What all families have in common: any operation, by its description."""

    def __new__(cls, client: _Families) -> Self: ...
    def _call(
        self, family: str, name: str, given: Mapping[str, Any], optional: Mapping[str, Any] | None = None
    ) -> _Answer:  # type: ignore[type-var]  # the description says of what type
        """Carries out an operation with arguments by their names in Python, those of its path in their order: what is ``said`` as
        it is, and what is ``wished`` unless it is ``None``.
        """

    def _now(self) -> datetime:
        """What time it is for the service in this process, and for one elsewhere by the clock of this machine."""

@disjoint_base
class _Documents(_Family):
    """What documents can be asked beside what the description of the interface says."""

    def __new__(cls, client: _Families) -> Self: ...
    def upload(
        self,
        file: str | PathLike[str] | BinaryIO,
        *,
        name: str | None = None,
        content_type: str | None = None,
        progress: Progress | None = None,
    ) -> Document:
        """Uploads a file and creates a document of it.

        ``file`` is a path, or a file opened for reading bytes (``io.BytesIO(data)`` for bytes at hand), which is
        read from where it stands to its end, twice. The document is called like the file without a ``name``;
        ``content_type`` is what the ending of the file's name says. ``progress`` is told ``(sent, total)`` in bytes, or
        shows a bar (``True``). ``with_timeout`` limits all of it; without a time-out sending takes as long as it gets
        on.

        The same file a second time is a ``ConflictError`` with the code ``duplicate_document``, whose
        ``errors[0]["meta"]`` has ``existing_document_id``. A path that cannot be opened raises ``OSError``
        (``FileNotFoundError`` …), a file that changes while it is sent ``InvalidError``. The key never goes to where
        the service has the file sent.
        """

@disjoint_base
class _TrackingRequests(_Family):
    """What tracking requests can be asked beside what the description of the interface says."""

    def __new__(cls, client: _Families) -> Self: ...
    def create(
        self,
        *,
        bill_of_lading: str | None = None,
        booking_number: str | None = None,
        container: str | None = None,
        request_number: str | None = None,
        request_type: RequestType | None = None,
        scac: str | None = None,
        auto_detect: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackingRequest:
        """Creates a tracking request for one number: ``bill_of_lading=``, ``booking_number=`` or ``container=``.

        With ``request_number=`` alone the kind is inferred, and an ambiguous number refused. A number is a ``str``:
        an ``int`` has lost its leading zeros. A second request for the same number and carrier raises
        ``DuplicateError``; :meth:`track` takes over the first one instead.

        * ``scac``: The carrier's code. One of ``scac`` and ``auto_detect`` is needed.
        * ``auto_detect``: ``True`` has the service find the carrier by the number.
        * ``request_type``: What ``request_number`` is: ``bill_of_lading``, ``booking_number`` or ``container``.
        * ``ref_numbers``, ``shipment_tags``: References and tags of the customer's own.
        * ``customer``: The party it is tracked for.
        * ``initial_custom_fields``: Values of custom fields for what is found.
        """

    def track(
        self,
        *,
        again: Literal["by_reason", "always", "never"] | None = None,
        bill_of_lading: str | None = None,
        booking_number: str | None = None,
        container: str | None = None,
        request_number: str | None = None,
        request_type: RequestType | None = None,
        scac: str | None = None,
        auto_detect: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackResult:
        """Tracks a number. Safe to call twice: a live request for the number and carrier is taken over.

        The keywords are those of :meth:`create`. A request that was taken over gets the ``ref_numbers`` it lacks;
        what else was asked for and cannot be set any more is named in ``left_out``.

        A number that failed for a reason of its own is not asked for again every day: the failed request is returned
        (``how == "returned"``), for a week when there can be no such number, for a day when the carrier did not know
        it. ``again="always"`` asks for it anew, ``again="never"`` returns it for whatever reason it failed.

        A container that is on its next voyage gets a new request for that, where the service runs in this process.
        """

    def track_until_certain(
        self,
        *,
        again: Literal["by_reason", "always", "never"] | None = None,
        bill_of_lading: str | None = None,
        booking_number: str | None = None,
        container: str | None = None,
        request_number: str | None = None,
        request_type: RequestType | None = None,
        scac: str | None = None,
        auto_detect: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackResult:
        """Tracks a number as :meth:`track` does, and sends the create again when nobody knows whether it took effect.

        ``maybe_duplicate`` of the result says whether that may have made two requests.
        """

    def update(
        self,
        id: Id,
        *,
        ref_number: str | None = None,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
    ) -> TrackingRequest:
        """Changes one. Lists are replaced; what is not named stays.

        The hosted service documents this for ``ref_number``, a single reference; the one in this process takes the
        others.
        """

    def wait(
        self,
        id: Id,
        *,
        until: Literal["settled", "answered"] = "settled",
        timeout: Seconds | None = None,
        poll: Seconds | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
    ) -> TrackingRequest:
        """Waits until a request is settled: created, failed or stopped. Five minutes unless told otherwise.

        It takes a request, its id, or what :meth:`track` gave. With ``until="answered"`` the wait also ends when the
        carrier has no data yet and is asked again every day. A request that is not settled in time raises
        ``TimedOutError``, and lives on. Ctrl-C ends the wait at once. Where the service is on a manual clock, the wait
        moves that clock.
        """

    def _waiting(
        self, id: Id, until: Literal["settled", "answered"], timeout: Seconds | None = None, poll: Seconds | None = None
    ) -> _Waiting:
        """The same wait, look by look, for an event loop."""

    def infer_number(self, number: str) -> Inference:
        """Asks the service what a number is and which carrier it belongs to."""

@final
class _Waiting:
    """A wait whose looks are taken one by one."""

    def look(self) -> TrackingRequest | float:
        """Looks: the request when it is as was waited for, or the seconds until the next look."""

    def pause(self, seconds: float) -> None:
        """Lets so much time pass. A service without a worker does its due work meanwhile, and a manual clock is moved.
        """

    @property
    def does_the_work(self) -> bool:
        """Whether nobody but who waits does the work that is due: a service in this process without a worker."""

    @property
    def timeout(self) -> float:
        """How long it waits, in seconds."""

@disjoint_base
class _Webhooks(_Family):
    """What webhooks can be asked beside what the description of the interface says."""

    def __new__(cls, client: _Families) -> Self: ...
    def create(
        self,
        url: str,
        *,
        active: bool = True,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Registers a URL. The answer holds the secret its deliveries are signed with: ``webhook.secret.reveal()`` is
        its text.

        ``events`` are those it is told of, all without it; ``headers`` are sent along with every delivery. A URL on
        this machine or in a network of yours is only taken by a service that was opened for it: ``Service(…,
        allow_loopback=True)``, or ``allow_networks=``.
        """

    def ensure(
        self,
        url: str,
        *,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> EnsureResult:
        """Registers a URL unless it is registered. Safe to call at every start of a program.

        A webhook of this very URL is taken over, the oldest of several: ``active``, ``events`` and ``headers`` are
        set where they differ, and what is not said stays: one that is switched off stays off without ``active=True``.
        ``how`` of the answer says what was done.
        """

    def update(
        self,
        id: Id,
        *,
        url: str | None = None,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Changes one. What is not named stays."""

    def rotate_secret(self, id: Id, *, overlap: Seconds = 86400) -> Webhook:
        """Gives one a new secret, which the answer holds.

        For the ``overlap`` (a day; 30 days at most, to the second) its deliveries are signed with the secret it had
        as well: a receiver that is given both takes every one of them. The hosted service's own signature header has
        room for one, and carries that of the new secret at once. ``overlap=0`` ends every secret before the new one
        now: for one that leaked. The service of this library does this; the hosted one has nothing like it
        (``NotFoundError``).
        """

@final
class Response:
    """An answer of any shape."""

    @property
    def status(self) -> int:
        """The HTTP status."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The header fields."""

    @property
    def body(self) -> bytes:
        """The bytes of the body."""

    def json(self) -> Any:
        """The body as dicts and lists; ``None`` when it is empty."""

@final
class Client(_Families):
    """A client of the service. Threads may share it; it has one rate allowance.

    ``Client(api_key, base_url)`` speaks to a hosted service; what is not given is read from ``SHIPTRACK_API_KEY``
    and ``SHIPTRACK_BASE_URL``. ``timeout`` limits every call, everything included; without it a call may spend thirty
    seconds on the network, and waits for the rate allowance as long as it takes. ``limits`` is that allowance: without
    it the interface's own, 100 requests in any minute, 100 of them creating, 200 inferring and 10 refreshing; give what
    was agreed with your service (``{"default": 500}``); a bucket whose limit is ``None`` has none. ``Service.client()``
    makes one of a service in this process, which needs none of that.
    """

    def __new__(
        cls,
        api_key: str | Secret | None = None,
        base_url: str | None = None,
        *,
        timeout: Seconds | None = None,
        connect_timeout: Seconds | None = None,
        attempts: int | None = None,
        user_agent: str | None = None,
        headers: Headers | None = None,
        proxy: str | None = None,
        ca_file: str | PathLike[str] | None = None,
        allow_insecure_http: bool = False,
        body_limit: int | None = None,
        limits: RateLimits | None = None,
    ) -> Self: ...
    def allowance(self, bucket: Literal["default", "create", "infer", "refresh"] = "default") -> int | None:
        """How many requests could go now without waiting; ``None`` without a limit."""

    def set_api_key(self, api_key: str | Secret) -> None:
        """Puts another API key in place. After a 401, nothing is sent before this is called."""

    def with_timeout(self, timeout: Seconds) -> Client:
        """The same client, its calls limited to ``timeout`` each."""

    def with_cancel(self, cancel: CancelToken) -> Client:
        """The same client, its calls broken off by ``cancel``."""

    def send(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Mapping[str, Any] | None = None
    ) -> Response:
        """Sends any request, with the same key, allowance and retries as every other."""

    def get(self, path: str) -> Resource:
        """Reads one resource of any type."""

    def list(self, path: str, **options: Unpack[_ListOptions]) -> Listing[Resource]:
        """Lists resources of any type."""

    def close(self) -> None:
        """Breaks off what is under way, and refuses every call from now on."""

    @property
    def closed(self) -> bool:
        """Whether it was closed, or its service was."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class HostedAccount:
    """A hosted account as a carrier: it answers for the numbers that it follows, as the plain ``client`` does.

    With ``create_missing`` it is told to follow a number that it does not follow yet, which may cost money there. With
    ``use_for_detection`` it is also asked whose a number is that nobody said it of; one that is creating is not.
    """

    def __new__(cls, client: Client, *, create_missing: bool = False, use_for_detection: bool = False) -> Self: ...

@final
class Service:
    """The tracking service in this process: in the file at ``path``, or in memory.

    Opening a file that this process has open gives the same service again. What is given anew takes the place of
    what was given first: the carriers of the same codes, ``any_carrier``, as many ``extractors`` as there were,
    ``on_activity``. Any other setting is refused with :class:`~shiptrack.errors.ConfigurationError` where it differs
    from how the file was opened; one that is left out stays as it is.

    Its worker does look-ups and deliveries as they fall due, with 32 ``threads`` at most unless told otherwise,
    unless ``worker=False`` or the clock is a manual one: then :meth:`run_due` does, :meth:`advance`, and every
    ``wait``. ``carriers`` answer look-ups, by their code; ``extractors`` read documents. Deliveries reach public
    addresses, unless ``allow_loopback`` or ``allow_networks`` opens others; ``webhook_ips`` are the addresses they come
    from, for receivers that ask (``client.webhooks.ips()``). ``limits`` are those of its API keys. ``lifecycle`` says
    when a carrier is asked, ``following`` how long a shipment is followed, ``delivery`` how webhooks are told, ``pace``
    how many look-ups each carrier gets (``paces`` the same for some, by their codes), ``mail_limits`` what of a message
    is read, ``recording`` how recorded facts are kept, ``documents`` what of files is taken in and read: dicts of
    :mod:`shiptrack.types`, in which what is left out keeps its default. ``on_activity`` is told of every look-up,
    delivery and trouble right after it was written down, on the thread that did it; so is the logger
    ``shiptrack.service``.

    ``profiles`` name the carriers that are asked over HTTP, in a file (TOML, JSON) or a dict by code; ``{}`` in a
    table is the profile that comes along. ``credentials`` are another such file or dict, or a function of code, name
    and account; without them they are looked up in the environment (``SHIPTRACK_MAEU_CLIENT_ID``). Those of a file, a
    dict or the environment are the account ``default``'s, and with ``shared_credentials`` every account's.
    ``carrier_proxy`` and ``carrier_ca_file`` are for the way to carriers alone; ``carrier_public_only`` asks at public
    addresses only, ``carrier_networks`` (``["10.0.0.0/8"]``) in these networks, too, there without TLS as well.
    ``edi_senders`` say what single senders of EDI mean by their codes, beside what comes along.

    ``store_key`` keeps secrets in the file under this key alone: 32 bytes, a text of 64 hexadecimal digits or in
    base64, or a :class:`pathlib.Path` of a file with one of these (a ``str`` is always a key). From then on the file is
    opened with it, or not at all. Credentials (:meth:`store_credential`) are kept with it only; webhooks and
    subscriptions, whose secrets stand in the file in clear otherwise, are sealed as well.

    A :class:`Client` of a hosted account is a carrier as well: it answers for the numbers that the account follows.
    As a :class:`HostedAccount` it can do more.
    """

    def __new__(
        cls,
        path: str | PathLike[str] | None = None,
        *,
        worker: bool | None = None,
        threads: int | None = None,
        clock: ManualClock | None = None,
        carriers: Mapping[str, AnyCarrier | Client | HostedAccount] | None = None,
        any_carrier: AnyCarrier | Client | HostedAccount | None = None,
        extractors: Iterable[AnyExtractor] | None = None,
        allow_loopback: bool = False,
        allow_networks: Sequence[str] | None = None,
        webhook_ips: Sequence[str] | None = None,
        limits: RateLimits | None = None,
        look_up_timeout: Seconds | None = None,
        lifecycle: Lifecycle | None = None,
        following: Following | None = None,
        delivery: DeliveryRules | None = None,
        pace: Pace | None = None,
        paces: Mapping[str, Pace] | None = None,
        mail_limits: MailLimits | None = None,
        recording: Recording | None = None,
        documents: DocumentLimits | None = None,
        on_activity: Callable[[Activity], object] | None = None,
        profiles: str | PathLike[str] | Mapping[str, Any] | None = None,
        credentials: str | PathLike[str] | Mapping[str, Mapping[str, str]] | Callable[[str, str, str], str | None] | None = None,
        shared_credentials: bool | None = None,
        carrier_proxy: str | None = None,
        carrier_ca_file: str | PathLike[str] | None = None,
        carrier_public_only: bool | None = None,
        carrier_networks: Sequence[str] | None = None,
        edi_senders: str | Mapping[str, Any] | None = None,
        store_key: bytes | str | PathLike[str] | None = None,
    ) -> Self: ...
    def client(self, account: Id | None = None) -> Client:
        """A client of this service in this process: no key, no limits."""

    def async_client(self, account: Id | None = None, *, threads: int = 32) -> AsyncClient:
        """A client of this service for asyncio, whose calls take ``threads`` threads at most."""

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: Headers | None = None,
        body: bytes | None = None,
    ) -> Response:
        """Answers a request as the server does, for a web framework of your own to hand on.

        The path goes with its query (``/v2/shipments?page[size]=5``), the key in the header ``Authorization: Token
        <key>``. A refusal is an answer, not an exception.
        """

    def serve(
        self,
        address: str = "127.0.0.1:0",
        *,
        public_url: str | None = None,
        allow_remote: bool = False,
        limits: ServerLimits | None = None,
    ) -> Server:
        """Puts the service behind a socket. ``limits`` change what it takes from the world before it says no."""

    def run_due(self, items: int | None = None) -> WorkCounts:
        """Does the work that is due now."""

    def settle(
        self, timeout: Seconds | None = None, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> SettleReport:
        """Does everything that is due now, and what falls due through that, until nothing is: look-ups and deliveries.

        After a restart it brings the service up to date before anything is exported. What is scheduled for later is
        left for later, and a manual clock is not moved. Each item is tried once; what a worker has in hand is waited
        for. ``timeout`` begins nothing more once it is over, without being an error: ``left`` of the answer says how
        much is still due. ``progress`` is told how many items are done, and how many there are as far as is known.
        """

    def advance(
        self,
        by: Seconds | None = None,
        *,
        weeks: float | None = None,
        days: float | None = None,
        hours: float | None = None,
        minutes: float | None = None,
        seconds: float | None = None,
    ) -> WorkCounts:
        """Moves the manual clock forward, doing work as it falls due: ``advance(3600)`` or ``advance(hours=1)``."""

    def next_due(self) -> datetime | None:
        """When the next look-up or delivery is due."""

    def _carriers_plan(self) -> str:
        """What each carrier is to be asked for with each set of credentials, as JSON."""

    def suspended_credentials(self) -> tuple[CredentialSuspension, ...]:
        """The credentials that carriers refuse, each with what waits for it. One look-up an hour tries it again, and
        others in its place are used at once.
        """

    def start_worker(self, threads: int = 32) -> None:
        """Starts at most ``threads`` threads that do work as it falls due, as they are needed, unless they run already.
        """

    def stop_worker(self) -> None:
        """Ends these threads, once what they are doing is done."""

    def on_wake(self, wake: Callable[[], object] | None) -> None:
        """Has ``wake`` called whenever :meth:`next_due` or :meth:`events` may answer otherwise than before.

        It is called on the thread where that happened, and should do no more than wake a loop of your own (``lambda:
        loop.call_soon_threadsafe(event.set)``). ``None`` ends it.
        """

    @property
    def now(self) -> datetime:
        """What time it is for the service."""

    @property
    def clock(self) -> ManualClock | None:
        """The manual clock it was given."""

    @property
    def path(self) -> Any:
        """The file it lives in, a ``pathlib.Path``; ``None`` in memory."""

    def record_facts(self, number: str, facts: Any, *, account: Id | None = None) -> RecordingReport:
        """Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk.

        ``number`` is a bill of lading, a booking or a container, in any spelling; every number of the account that
        is that number, or whose shipment has that container, gets the ``facts`` (dicts, or their JSON text) as if its
        carrier had told them, and what is news is told at once. Nobody is looked up, nothing is withdrawn because it is
        not named, and when the carrier is asked next stays as it was, unless the last container has come back empty by
        it. Recording the same again adds nothing; of what is expected, it says when that was confirmed last. Facts
        about a container need not name it.

        What nobody tracks yet is kept for a while (``recording``), and joins when the number, or a shipment with
        that container, comes to be tracked. More than an account may keep raise
        :class:`~shiptrack.errors.ConflictError` with the code ``too_many_kept_facts``.
        """

    def ingest_edi(self, document: Any, *, account: Id | None = None) -> EdiReport:
        """Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several.

        What each message says is recorded for the bookings, bills and containers that it names, as
        :meth:`record_facts` does. An interchange that the account has already adds nothing, and is told as such; one of
        which a crash left a part goes on where that ended. The report carries the acknowledgement for whoever must send
        it back.

        A message that could not be read or recorded is kept (:meth:`unread_edi`). When there is no more room for
        such messages, the first of them raises :class:`~shiptrack.errors.ConflictError` with the code
        ``too_much_unread_edi``; what stands before it was taken in.
        """

    def store_credential(self, scac: str, name: str, secret: str | Secret, *, account: Id | None = None) -> None:
        """Keeps a credential of an account at a carrier, in place of the one of that name there is: ``client_id`` of
        ``MAEU``, as its profile names it; a name that the profile does not ask for is refused.

        The account's look-ups are asked with it, before any that ``credentials`` give; what waits because the one
        before it was refused goes on. It stands in the file under the ``store_key`` and is shown nowhere; without a
        key, :class:`~shiptrack.errors.ConfigurationError`.
        """

    def stored_credentials(self, *, account: Id | None = None) -> list[StoredCredential]:
        """Which credentials are kept of an account, never what they are."""

    def forget_credential(self, scac: str, name: str, *, account: Id | None = None) -> None:
        """Keeps a credential no more. One that is not kept raises :class:`~shiptrack.errors.NotFoundError`."""

    def rekey(self, key: bytes | str | PathLike[str]) -> None:
        """Keeps all secrets in the file under this key instead of the present ``store_key``: all that can be read, or
        none. From then on the file is opened with this one; a copy of it from before is still under the one before.
        """

    def receive_push(self, headers: Any, body: Any) -> PushReport:
        """Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a signed
        report of a source of one's own.

        ``headers`` are the header fields of any framework, ``body`` the bytes as they came, before anything parses
        them. What it says is recorded as :meth:`record_facts` does; an event that is sent and one that is polled are
        one, and the same once more adds nothing. Answer 204 when it returns, and ``status`` of the error when it raises
        (:class:`~shiptrack.errors.SignatureError`, :class:`~shiptrack.errors.NotFoundError` for what is of no
        subscription, …).
        """

    def adopt(
        self, client: Client, *, account: Id | None = None, most: int | None = None, anew: bool | None = None
    ) -> AdoptionReport:
        """Takes over what a hosted account follows: its tracking requests with their references, labels and customers,
        and what it knows of their shipments. Doing so again adds nothing; one that was broken off goes on where it was
        left.

        ``client`` is a client of that account. The service needs somebody who answers for each carrier: the account
        itself does, as ``Service(any_carrier=client)``. After ``most`` tracking requests it ends, to be gone on with;
        ``anew`` looks through all of the account once more.
        """

    def receive_hosted(
        self, client: Client, headers: Any, body: Any, *, secret: str | Secret, account: Id | None = None
    ) -> Literal["due", "taken_over", "nothing"]:
        """Takes in what a hosted account posts to a webhook that is registered there, and says what came of it:
        ``"due"`` where a tracking request is looked up at once, ``"taken_over"`` where it was not here yet,
        ``"nothing"`` where nobody follows it here.

        ``headers`` are the header fields of any framework, ``body`` the bytes as they came; ``secret`` is the
        webhook's. A signature that does not hold raises :class:`~shiptrack.errors.SignatureError`.
        """

    def subscribe_carrier(
        self,
        carrier: str,
        *,
        called: str | None = None,
        number: str | None = None,
        kind: str | None = None,
        secret: str | Secret | None = None,
        callback_url: str | None = None,
        account: Id | None = None,
    ) -> Subscription:
        """Takes in the callbacks of an event subscription at a carrier.

        ``called`` is the carrier's id of it, which its callbacks carry; without it the first one that verifies says
        so. ``secret`` is base64, as the carrier was given it; without it the service makes one, for
        :meth:`Subscription.secret <shiptrack.values.Subscription>` to be given to the carrier. Where it is about one
        ``number``, what comes by it is about that.

        With a ``callback_url`` the service asks the carrier to call back there, where its profile allows it, as work
        that is due: in its worker, or in :meth:`run_due`. It renews the subscription before it ends, and has it ended
        when it is removed. Where the same is asked for already, that is given.
        """

    def subscribe_source(
        self, source: str, name: str, *, secret: str | Secret | None = None, account: Id | None = None
    ) -> Subscription:
        """Takes in the reports of a source of one's own: what kind of source it is (``terminal``, ``rail``,
        ``user_input``, …), and which one of its kind. They are signed as :func:`shiptrack.webhooks.sign` does.
        """

    def subscriptions(self, *, account: Id | None = None) -> list[Subscription]:
        """Who may send to an account without being asked, oldest first."""

    def rotate_subscription(
        self,
        id: Id,
        *,
        secret: str | Secret | None = None,
        overlap: Seconds = 86400,
        account: Id | None = None,
    ) -> Subscription:
        """Gives a subscription another secret: this one, or a new one. What the one before signed is taken for the
        ``overlap``, too: a day, unless it is said.
        """

    def remove_subscription(self, id: Id, *, account: Id | None = None) -> None:
        """Takes nothing in any more of a subscription. A carrier that the service asked to call back is asked to end
        it.
        """

    def edi_folder(
        self, path: str | PathLike[str], *, acknowledge: bool = False, quiet: Seconds = 2, account: Id | None = None
    ) -> EdiFolder:
        """A folder whose files are taken in as EDI, by :meth:`EdiFolder.sweep` now and then.

        Files that were taken in as a whole go to ``done/`` in it, others to ``failed/``, each with a report beside
        it. ``acknowledge`` has the 997 or CONTRL of each interchange written to ``out/``; who sends them takes them
        from there. A file must have been as it is for ``quiet`` seconds.
        """

    def unread_edi(self, limit: int = 1000, *, account: Id | None = None) -> list[UnreadEdi]:
        """The messages of EDI of which nothing was taken in, those of the newest interchange first."""

    def discard_unread_edi(self, id: str, *, account: Id | None = None) -> bool:
        """Lets go of a message of EDI of which nothing was taken in, and makes room for others."""

    def ingest_email(self, message: Any, *, account: Id | None = None, user: Id | None = None) -> IngestedEmail:
        """Takes in a message: its bytes as they came, or an ``email.message.Message``. The same bytes twice are one.

        A ``str`` is refused: decoding may have changed what it was made of.
        """

    def quarantined_emails(self, *, account: Id | None = None) -> list[QuarantinedEmail]:
        """The messages that could not be read, newest first."""

    def email_problems(self, id: Id, *, account: Id | None = None) -> tuple[str, ...] | None:
        """What was wrong with a message, quarantined or not; ``None`` when there is no such message."""

    def document_content(self, id: Id, *, account: Id | None = None) -> bytes | None:
        """The bytes of a document."""

    def email_content(self, id: Id, *, account: Id | None = None) -> bytes | None:
        """The bytes of a message as it was taken in."""

    def discard_document(self, id: Id, *, account: Id | None = None) -> bool:
        """Discards a document: it is no longer listed or counted."""

    def events(
        self, after: int = 0, *, account: Id | None = None, follow: bool = False, timeout: Seconds | None = None
    ) -> Events:
        """The events behind ``after``, in the order they happened.

        With ``follow`` the iterator waits for those that come, and ends when none came for ``timeout``.
        """

    def replay_failed(self, *, account: Id | None = None) -> int:
        """Delivers once more every notification that failed. Answers how many."""

    def create_account(self, name: str, company_name: str | None = None) -> AccountRecord:
        """Makes another account. Its name is its own, and stands for it wherever ``account=`` does."""

    def change_account(
        self,
        *,
        account: Id | None = None,
        track_numbers_in_mail: bool | None = None,
        record_arrival_notices: bool | None = None,
    ) -> AccountRecord:
        """Sets what an account wants done by itself; what is not given stays as it is.

        With ``track_numbers_in_mail`` numbers that stand in its mail, and that nobody tracks, are tracked, where
        somebody can be asked about them. With ``record_arrival_notices`` what arrival notices say of arrival, vessel
        and last free day is recorded as facts of a user (``user_input``).
        """

    def accounts(self) -> list[AccountRecord]:
        """All accounts, oldest first."""

    def create_key(self, name: str, *, account: Id | None = None, read_only: bool = False) -> NewKey:
        """Makes an API key. It is seen here and never again: ``service.create_key("laptop").key.reveal()`` is its text.
        """

    def keys(self, *, account: Id | None = None) -> list[KeyRecord]:
        """The keys of an account, revoked ones too."""

    def revoke_key(self, id: Id, *, account: Id | None = None) -> KeyRecord:
        """Revokes a key at once."""

    def close(self) -> None:
        """Stops servers and workers, and lets go of the file.

        Every later call raises :class:`~shiptrack.errors.ClosedError`, those of its clients, listings and feeds too.
        It waits for the carrier that is being asked; Ctrl-C ends that wait, and the rest is done behind it. The end of
        the interpreter waits for the carrier as well.
        """

    @property
    def closed(self) -> bool:
        """Whether it was closed."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class EdiFolder:
    """A folder whose files are taken in as EDI. :meth:`Service.edi_folder` makes it."""

    def sweep(self, limit: int = 100) -> list[EdiFileReport]:
        """Takes in the files that are complete, oldest first, at most ``limit``, and says what became of each.

        A file that was not seen before is left for the next sweep, for somebody may be writing it.
        """

@final
class Events:
    """The events of an account, in the order they happened."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> FeedEvent: ...
    @property
    def position(self) -> int:
        """The place of the last event given out: pass it as ``after`` to go on behind it."""

@final
class Server:
    """The service behind a socket, until it is stopped."""

    def __new__(
        cls,
        service: Service,
        address: str = "127.0.0.1:0",
        *,
        public_url: str | None = None,
        allow_remote: bool = False,
        limits: ServerLimits | None = None,
    ) -> Self: ...
    @property
    def address(self) -> str:
        """The address it listens on: host and port."""

    @property
    def url(self) -> str:
        """What a client takes for ``base_url``."""

    @property
    def running(self) -> bool:
        """Whether it still takes connections."""

    def wait(self) -> None:
        """Waits until the server is stopped, or until Ctrl-C."""

    def stop(self) -> None:
        """Takes no more connections, lets requests in flight finish, and closes."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class ManualClock:
    """A clock that stands still until it is moved."""

    def __new__(cls, now: datetime | None = None) -> Self: ...
    @property
    def now(self) -> datetime:
        """What time it says."""

    def advance(
        self,
        by: Seconds | None = None,
        *,
        weeks: float | None = None,
        days: float | None = None,
        hours: float | None = None,
        minutes: float | None = None,
        seconds: float | None = None,
    ) -> None:
        """Moves the clock forward: ``advance(3600)`` or ``advance(hours=1)``. No work is done: see ``Service.advance``.
        """

    def advance_to(self, moment: datetime) -> None:
        """Moves the clock forward to a moment; does nothing when it is there already."""

    def set(self, now: datetime) -> None:
        """Sets the wall clock alone: it may go back."""

@final
class CancelToken:
    """Breaks off the calls it was given to, from any thread."""

    def __new__(cls) -> Self: ...
    def cancel(self) -> None:
        """Breaks them off: they raise ``CancelledError``."""

    @property
    def cancelled(self) -> bool:
        """Whether that was done."""


def _in_order(resources: Any, /) -> list[Any]:
    """Resources in order of time: events as they happened, dates and moments mixed; others by when they were created.
    """

def _milestone_label(event: str, /) -> str:
    """A milestone in words, by its name or that of its event."""

def _local_day(moment: Any, zone: str | None, /) -> date | None:
    """The day of a moment by the clocks of a zone."""

def _steps(
    container: Container, events: list[TransportEvent], shipment: Shipment | None, now: datetime, /
) -> tuple[list[tuple[Any, ...]], str | None]:
    """The steps of a journey, each with the values of a `Step`, and the vessel that arrives at the port of discharge.
    """

def _arrival(container: Container, /) -> tuple[str | None, datetime | date | None, str | None]:
    """The arrival of a container by what its document includes: vessel, expected arrival by the clocks of the port, and
    whether it is followed.
    """

@final
class _ContainerRows:
    """Rows of containers, collected page by page."""

    def __new__(cls) -> Self: ...
    def add(self, containers: list[Container]) -> None:
        """Adds containers of one page, with the shipments that their document includes."""

    def add_one(self, container: Container, shipment: Shipment | None) -> None:
        """Adds one container with its shipment, if that is known."""

    def finish(self, related: Callable[[str], list[str]] | None) -> list[tuple[Any, ...]]:
        """All rows, each with the values of a `ContainerRow`. With `related`, a callable that returns the ids of the
        shipments on the voyage of a shipment, rows of containers that are tracked twice are left out.
        """

def _at_place(moment: Any, timezones: list[str | None], /) -> Any:
    """A moment by the clocks and the calendar of the first of these zones in which it is a day, else of the first."""

@final
class _Simulation:
    """A simulated carrier, in process and behind a socket."""

    def __new__(cls, description: str, clock: ManualClock | None = None) -> Self: ...
    def serve(self) -> str:
        """Puts a socket in front of it, and says where."""

    def stop(self) -> None:
        """Ends its connections."""

    def call_back(self) -> int:
        """Sends what is news to those that have a subscription; how many took it."""

    def journeys(self) -> str:
        """The journeys as JSON."""

    @property
    def calls(self) -> int:
        """How often it was asked for events."""

    @property
    def tokens_given(self) -> int:
        """How many access tokens it gave out."""

    def look_up(self, asked: LookUp) -> tuple[str | None, str, bool, float | None]:
        """Answers a look-up."""

def _columns(columns: dict[str, tuple[str, list[Any]]], /) -> Any:
    """Columns by name, each with its type and its values: ``text``, ``moment`` (microseconds from 1970 in UTC),
    ``clock`` (the same by the clocks of a place), ``day`` (days from 1970) or ``number``.
    """

def infer_number(number: str) -> Inference:
    """What this library makes of a number, without asking anybody."""

def _doubts(facts: Any, now: datetime | None = None) -> tuple[str, ...]:
    """What looks wrong about facts that can be read, as if received at ``now``."""

def _key(fact: Any) -> str | None:
    """The key of the event that one fact states."""

def _is_edi(document: bytes) -> bool:
    """Whether a document looks like EDI."""

def _read(document: bytes) -> str:
    """What was made of a document, as JSON."""

def _voyage(documents: Iterable[bytes], now: datetime | None = None) -> str:
    """The voyages that documents tell of, as lines of JSON."""

def _pages() -> list[tuple[str, str, str]]:
    """The pages: name, what each is about, and its text."""

def _profiles(profiles: str | PathLike[str] | Mapping[str, Any] | None = None) -> str:
    """The profiles in a file or a dict, or those that come along, as JSON by code."""

def _check(
    scac: str,
    number: str,
    kind: str | None = None,
    *,
    profiles: str | PathLike[str] | Mapping[str, Any] | None = None,
    credentials: str | PathLike[str] | Mapping[str, Mapping[str, str]] | Callable[[str, str, str], str | None] | None = None,
    account: str = "default",
    proxy: str | None = None,
    ca_file: str | PathLike[str] | None = None,
    record: str | PathLike[str] | None = None,
    service: Service | None = None,
) -> str:
    """One look-up of a carrier, told in full, as JSON."""

def _replay(folder: str | PathLike[str]) -> str:
    """A look-up that was recorded, read again, as JSON."""


def sign(
    secrets: str | Secret | Iterable[str | Secret], body: bytes, *, id: Id, now: datetime | None = None
) -> dict[str, str]:
    """The headers that sign a body: those of the hosted scheme and of Standard Webhooks."""

def verify(
    secrets: str | Secret | Iterable[str | Secret],
    headers: Headers,
    body: bytes,
    *,
    now: datetime | None = None,
    tolerance: Seconds | None = None,
    require_timestamp: bool | None = None,
) -> VerifiedSignature:
    """Verifies the raw bytes of a delivery. Every refusal is a ``SignatureError``."""

def parse_notification(body: bytes | str) -> WebhookNotification:
    """The notification in a body that was verified."""

def read_error(status: int, body: bytes, retry_after: Seconds | None = None) -> ShiptrackError:
    """What an answer of this status and body says is wrong: the exception a client raises."""
