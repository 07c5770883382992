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
    Storage,
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
    RederiveReport,
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
"""All events by name, with their descriptions."""

@final
class _Closer:
    """Closes a service that is still open when the interpreter shuts down."""

    @property
    def gone(self) -> bool:
        """Whether nothing is left to close."""

    def __call__(self) -> None:
        """Waits for at most `timeout` seconds."""

_T = TypeVar("_T", bound="Resource")
_T_co = TypeVar("_T_co", bound="Resource", covariant=True)
_Answer = TypeVar("_Answer")

@disjoint_base
class Resource:
    """A resource of the service. It is immutable. Types without a specific class are plain ``Resource`` objects."""

    @property
    def id(self) -> UUID | str:
        """The id that the service assigned; empty if the resource was not created yet."""

    @property
    def type(self) -> str:
        """The type of the resource in the interface, such as ``shipment``."""

    @property
    def other(self) -> dict[str, Any]:
        """Attributes that this version does not know, and values that do not match their type, as they were received.
        """

    @property
    def instant(self) -> datetime | None:
        """The time as a ``datetime`` that can be compared with any other: when an event happened, or when another
        resource was created.

        A date without a time counts as noon UTC. ``None`` if no time is known.
        """

    @property
    def sort_key(self) -> tuple[datetime, int, str]:
        """A sort key for any resources: ``sorted(resources, key=lambda resource: resource.sort_key)``.

        Sorts by ``instant``, at equal times by the usual order of milestones, and resources without a time last. If
        some events have a date and others a moment, the order is approximate, because a date counts as noon UTC.
        :meth:`Listing.in_order` and :func:`shiptrack.timeline.in_order` are exact.
        """

    @property
    def links(self) -> dict[str, Any]:
        """The links of the resource."""

    @property
    def meta(self) -> dict[str, Any]:
        """The ``meta`` object of the resource."""

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes as they were received, as a dict."""

    @property
    def relationships(self) -> dict[str, Any]:
        """All relationships as they were received, as a dict."""

    @property
    def page(self) -> Page[Resource]:
        """The document that contains this resource, with everything that was included."""

    def raw(self, name: str) -> Any:
        """Returns one attribute as it was received; ``None`` if it is missing."""

    def local(self, name: str) -> datetime | date | None:
        """Returns a time attribute in the local time of its place, for example ``timestamp``, ``pickup_lfd`` or
        ``import_deadlines.pickup_lfd_rail``.

        Returns a ``date`` if the value is a day without a time (services send it as the moment at which the day
        begins at the place), else an aware ``datetime`` with the local offset. The time zone is that of the attribute
        next to it (``timezone``, ``pod_timezone`` …). For a last free day that may apply at the port or inland, it is
        the zone in which the value is a day. If the zone is unknown, the value is returned as the attribute has it;
        ``None`` if the attribute is empty.

        Raises ``AttributeError`` if the resource has no time attribute with this name.
        """

    def related(self, name: str) -> Any:
        """Returns the included resource of a relationship, or a tuple of all of them.

        ``None`` or an empty tuple means that the relationship is empty. If the relationship has several resources,
        those that the document includes are returned. The attribute with the same name has the ids in any case.

        Raises :class:`~shiptrack.errors.NotIncludedError` if the resources were not included: read the resource with
        ``include="NAME"``. Raises ``AttributeError`` if there is no relationship with this name.
        """

    def to_dict(self) -> dict[str, Any]:
        """Returns the resource object in the form of the interface, as a dict."""

    def to_json(self) -> str:
        """Returns the resource object in the form of the interface, as JSON text."""

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Creates a resource from JSON: a resource object, or a document that contains one. Raises
        :class:`~shiptrack.errors.UnexpectedResponseError` if the text is neither.
        """

    @classmethod
    def from_dict(cls, members: Mapping[str, Any]) -> Self:
        """Creates a resource from a dict with the form of a resource object."""

    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the resource together with the included resources that its relationships refer to. A resource with a
        secret is refused.
        """

@final
class ContainerNumber:
    """A container number (ISO 6346) with a valid check digit."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Returns whether the text is valid."""

    @property
    def owner_prefix(self) -> str:
        """The four letters of the owner: owner code and category."""

    @property
    def serial_number(self) -> str:
        """The six digits of the serial number."""

    @property
    def check_digit(self) -> int:
        """The check digit."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Scac:
    """The code of a carrier (SCAC)."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Returns whether the text is valid."""

    @property
    def is_sandbox(self) -> bool:
        """Whether this is ``TEST``, the built-in carrier for test numbers."""

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
        """Returns whether the text is valid."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BookingNumber:
    """The number of a booking at a carrier."""

    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def is_valid(text: str) -> bool:
        """Returns whether the text is valid."""

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
        """Returns whether the text is valid."""

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
        """Returns whether the text is valid."""

    @property
    def country(self) -> str:
        """The code of the country: two letters."""

    @property
    def place(self) -> str:
        """The code of the place in the country: three characters."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class TrackingNumber:
    """A number that can be tracked: its kind, its text and its normalized form."""

    def __new__(cls, kind: RequestType, text: str) -> Self: ...
    @staticmethod
    def infer(text: str) -> TrackingNumber:
        """Returns the number with its kind inferred from the text. Raises ``InvalidError`` if the kind is ambiguous or
        the text is not valid.
        """

    @property
    def kind(self) -> str:
        """The kind: ``bill_of_lading``, ``booking_number`` or ``container``."""

    @property
    def text(self) -> str:
        """The number as it was passed."""

    @property
    def normalized(self) -> str:
        """The normalized form: upper case, without spaces and dashes."""

    @property
    def evidence(self) -> str | None:
        """What an inferred kind is based on: ``sandbox``, ``check_digit`` or ``shape``; ``None`` if the kind was
        passed.
        """

    @property
    def is_sandbox(self) -> bool:
        """Whether this is a number of the built-in carrier ``TEST``."""

    def normalized_for(self, scac: str) -> str:
        """Returns the number in the form that the carrier with this code uses."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Page(Generic[_T_co]):
    """A JSON:API document: its resources, the resources that were included, links and ``meta``."""

    @overload
    @staticmethod
    def parse(data: bytes | str, of: None = None) -> Page[Resource]:
        """Parses a document from bytes or text. ``of`` is the class of its items; without it, each item has the class
        of its type.
        """

    @overload
    @staticmethod
    def parse(data: bytes | str, of: type[_T]) -> Page[_T]: ...
    @property
    def items(self) -> list[_T_co]:
        """The items of the page, without those that cannot be read (see :attr:`problems`) and those that were on an
        earlier page of the iteration.
        """

    def _repeated(self) -> list[_T_co]:
        """The items that were on an earlier page of the iteration, with their present data."""

    @property
    def problems(self) -> dict[int, ShiptrackError]:
        """The errors of items that cannot be read, by their position."""

    @property
    def included(self) -> list[Resource]:
        """All resources that were included."""

    def find_included(self, type: str, id: Id) -> Resource | None:
        """Returns the included resource of this type and id; ``None`` if it was not included."""

    @property
    def links(self) -> dict[str, Any]:
        """The links of the document, such as ``self`` and ``next``."""

    @property
    def meta(self) -> dict[str, Any] | None:
        """The ``meta`` object of the document; ``None`` if the document has no ``meta``."""

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """The warnings of the service about the request: parts that it ignored or stored for later. Each is a dict with
        ``code``, ``detail`` and ``source``.
        """

    @property
    def total(self) -> int | None:
        """Number of items in the whole listing; ``None`` if the service did not return it."""

    @property
    def status(self) -> int | None:
        """The HTTP status; ``None`` if the page was not fetched."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The header fields of the response, as pairs of name and value; empty if the page was not fetched."""

    @property
    def url(self) -> str | None:
        """The URL that the page was fetched from; ``None`` if it was not fetched."""

    @property
    def text(self) -> str:
        """The document as it was received."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the document as dicts and lists."""

    def to_json(self) -> str:
        """Returns the document as text."""

    def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """Returns the items as a ``pandas.DataFrame``. Needs pandas and pyarrow (``pip install shiptrack[pandas]``).

        There is a column for each attribute and each relationship. Ids are text. A relationship to one resource has
        a second column with its id alone, to join by: ``shipment_id`` next to ``shipment``.

        Times are timestamps in UTC; a date without a time becomes noon UTC. Times at a place have a second column
        with the local time there, without an offset: ``pod_arrived_at_local`` next to ``pod_arrived_at``. There a date
        becomes midnight.

        * ``as_written``: ``True`` returns times as the text that the service sent, and no local times.
        * ``numpy``: ``True`` returns NumPy types instead of Arrow types; missing values are ``NaT``, ``NaN`` or
          ``None``.

        Raises ``ImportError`` if pandas or pyarrow is not installed.
        """

    def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """Returns the items as a ``polars.DataFrame`` with the columns of :meth:`to_pandas`. Needs polars (``pip
        install shiptrack[polars]``).
        """

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
        """Returns the items as an Arrow stream (PyCapsule interface)."""

    def _repr_html_(self) -> str: ...

@final
class Listing(Generic[_T_co]):
    """A listing that is fetched lazily: every iteration sends the requests again, page by page.

    ``for item in listing`` iterates over the items and :meth:`pages` over the pages. A listing has no length and no
    truth value: ``bool(listing)`` raises ``TypeError``. :meth:`first` returns ``None`` for an empty listing.
    """

    def __iter__(self) -> Items[_T_co]: ...
    def __bool__(self) -> NoReturn: ...
    def pages(self) -> Pages[_T_co]:
        """Iterates over the pages."""

    def first(self) -> _T_co | None:
        """Returns the first item; ``None`` if the listing is empty. Fetches one item only."""

    def first_page(self) -> Page[_T_co] | None:
        """Returns the first page; ``None`` if the listing is empty."""

    def all(self) -> list[_T_co]:
        """Returns a list of every item. Items that cannot be read are left out; a ``ShiptrackWarning`` names their
        positions.
        """

    def in_order(self) -> list[_T_co]:
        """Returns a list of every item in order of time: events by when they happened, other resources by when they
        were created. The order is that of :func:`shiptrack.timeline.in_order`.
        """

    def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """Returns every item as a ``pandas.DataFrame``. Needs pandas and pyarrow (``pip install shiptrack[pandas]``).

        There is a column for each attribute and each relationship. Ids are text. A relationship to one resource has
        a second column with its id alone, to join by: ``shipment_id`` next to ``shipment``.

        Times are timestamps in UTC; a date without a time becomes noon UTC. Times at a place have a second column
        with the local time there, without an offset: ``pod_arrived_at_local`` next to ``pod_arrived_at``. There a date
        becomes midnight.

        * ``as_written``: ``True`` returns times as the text that the service sent, and no local times.
        * ``numpy``: ``True`` returns NumPy types instead of Arrow types; missing values are ``NaT``, ``NaN`` or
          ``None``.

        Raises ``ImportError`` if pandas or pyarrow is not installed.
        """

    def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """Returns every item as a ``polars.DataFrame`` with the columns of :meth:`to_pandas`. Needs polars (``pip
        install shiptrack[polars]``).
        """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any:
        """Returns every item as an Arrow stream (PyCapsule interface)."""

    def _repr_html_(self) -> str: ...

@final
class Pages(Generic[_T_co]):
    """An iterator over the pages of a listing."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Page[_T_co]: ...
    @property
    def resume_from(self) -> str | None:
        """URL of the page that would be fetched next; after an error, of the page that could not be fetched. Pass it as
        ``resume_from`` to a new listing to continue.
        """

@final
class Items(Generic[_T_co]):
    """An iterator over the items of a listing. Each item is returned once. An item that cannot be read raises an error;
    the next call continues after it.
    """

    def __iter__(self) -> Self: ...
    def __next__(self) -> _T_co:
        """An item that cannot be read raises an error; the next call continues after it."""

    def _is_at_hand(self) -> bool:
        """Whether the next item is already fetched."""

    @property
    def resume_from(self) -> str | None:
        """URL of the page that would be fetched next; after an error, of the page that could not be fetched. Pass it as
        ``resume_from`` to a new listing to continue.
        """

class _ListOptions(TypedDict, total=False):
    """The keywords of every ``list``."""

    include: str | Sequence[str] | None
    page_size: int | None
    page_number: int | None
    max_items: int | None
    resume_from: str | None
    query: dict[str, Any] | None
    progress: Progress | None

@disjoint_base
class _Family:
    """Base class of all families."""

    def __new__(cls, client: _Families) -> Self: ...
    def _call(
        self, family: str, name: str, given: Mapping[str, Any], optional: Mapping[str, Any] | None = None
    ) -> _Answer:  # type: ignore[type-var]  # the type depends on the operation
        """Calls an operation. The arguments have their Python names, those of the path in their order: ``given`` is passed as
        it is, ``optional`` without values that are ``None``.
        """

    def _now(self) -> datetime:
        """Returns the time of the service in this process, or of this machine for a hosted service."""

@disjoint_base
class _Documents(_Family):
    """Calls of `client.documents` that are not generated from the description of the interface."""

    def __new__(cls, client: _Families) -> Self: ...
    def upload(
        self,
        file: str | PathLike[str] | BinaryIO,
        *,
        name: str | None = None,
        content_type: str | None = None,
        progress: Progress | None = None,
    ) -> Document:
        """Uploads a file and returns the document that the service makes of it.

        * ``file``: A path, or a file that is open for reading bytes (``io.BytesIO(data)`` for bytes in memory). An open
          file is read twice, from its current position to its end.
        * ``name``: Name of the document; the name of the file if left out.
        * ``content_type``: Media type; derived from the extension of the file name if left out.
        * ``progress``: ``True`` shows a bar, a callable receives ``(sent, total)`` in bytes.

        The time limit of :meth:`Client.with_timeout` applies to the whole upload. Without it, an upload may take as
        long as it makes progress. The API key is never sent to the storage URL that the service names.

        Raises ``ConflictError`` with the code ``duplicate_document`` if the account already has this file;
        ``errors[0]["meta"]["existing_document_id"]`` is the id of that document. Raises ``OSError`` if the path cannot
        be opened, and ``InvalidError`` if the file changes during the upload.
        """

@disjoint_base
class _TrackingRequests(_Family):
    """Calls of `client.tracking_requests` that are not generated from the description of the interface."""

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
        allow_wrong_check_digit: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackingRequest:
        """Creates a tracking request for one number: ``bill_of_lading=``, ``booking_number=`` or ``container=``.

        With ``request_number=`` alone the kind of the number is inferred, and an ambiguous number is rejected. A
        number is a ``str``: an ``int`` has already lost its leading zeros. :meth:`track` does the same and can be
        repeated safely.

        * ``scac``: Code of the carrier, or a name that no other carrier has, such as ``"Maersk"``. Either ``scac`` or
          ``auto_detect`` is required.
        * ``auto_detect``: ``True`` lets the service infer the carrier from the number.
        * ``request_type``: Kind of ``request_number``: ``bill_of_lading``, ``booking_number`` or ``container``.
        * ``allow_wrong_check_digit``: ``True`` accepts a container number with a wrong check digit, as carriers and EDI
          messages sometimes have it.
        * ``ref_numbers``, ``shipment_tags``: Your references and tags.
        * ``customer``: The party that the shipment is tracked for.
        * ``initial_custom_fields``: Values of custom fields for the shipment and containers that are found.

        Raises ``DuplicateError`` if a live request for this number and carrier exists, and ``InvalidError`` if a
        value is invalid.
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
        allow_wrong_check_digit: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackResult:
        """Tracks a number. Safe to repeat: an existing live request for the number and carrier is adopted.

        Takes the keywords of :meth:`create` and returns a :class:`~shiptrack.values.TrackResult`. An adopted request
        gets the ``ref_numbers`` it lacks; ``left_out`` lists the other arguments, which were not applied.

        If the last request for the number failed because of the number, that request is returned (``how ==
        "returned"``): for a week if the number is invalid, for a day if the carrier did not know it. ``again="always"``
        creates a new request in any case, ``again="never"`` always returns the failed one.

        A service in this process creates a new request if the voyage of a container is over. Otherwise it looks the
        number up later, at most once an hour, and if the container has begun its next voyage then, it stops the live
        request and creates the next one by itself. The events report both.
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
        allow_wrong_check_digit: bool = False,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = None,
        initial_custom_fields: Any = None,
    ) -> TrackResult:
        """Tracks a number like :meth:`track`, and repeats the create if its outcome is unknown, for example after a
        broken connection.

        ``maybe_duplicate`` of the result says whether two requests may have been created.
        """

    def update(
        self,
        id: Id,
        *,
        ref_number: str | None = None,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
        customer: Id | None = ...,
    ) -> TrackingRequest:
        """Changes a tracking request and returns it. Arguments that are left out keep their values; lists are replaced.

        ``customer=None`` removes the customer. A hosted service documents only ``ref_number``, a single reference. A
        service in this process accepts all of these.
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
        """Waits until a tracking request is settled (created, failed or stopped) and returns it.

        * ``id``: The request, its id, or the result of :meth:`track`.
        * ``until``: ``"settled"``, or ``"answered"`` to return also if the carrier has no data yet and is asked again
          every day.
        * ``timeout``: Longest wait in seconds (300).
        * ``poll``: Pause between two looks, in seconds.
        * ``cancel``: A :class:`CancelToken` that ends the wait.
        * ``progress``: ``True`` shows a bar, a callable receives ``(seconds, timeout)``.

        Raises ``TimedOutError`` if the request is not settled in time; the request is still tracked. Ctrl-C ends the
        wait at once. If the service runs on a manual clock, the wait moves that clock.
        """

    def _waiting(
        self, id: Id, until: Literal["settled", "answered"], timeout: Seconds | None = None, poll: Seconds | None = None
    ) -> _Waiting:
        """The same wait in single steps, for asyncio."""

    def infer_number(self, number: str) -> Inference:
        """Asks the service what kind of number this is and which carriers it may belong to."""

@final
class _Waiting:
    """A wait in single steps."""

    def look(self) -> TrackingRequest | float:
        """Returns the request if the wait is over, otherwise the seconds until it is read again."""

    def pause(self, seconds: float) -> None:
        """Waits for so many seconds. Meanwhile a service without a worker does its due work, and a manual clock is
        moved.
        """

    @property
    def does_the_work(self) -> bool:
        """Whether due work is only done by waiting: true for a service in this process without a worker."""

    @property
    def timeout(self) -> float:
        """Longest wait in seconds."""

@disjoint_base
class _Webhooks(_Family):
    """Calls of `client.webhooks` that are not generated from the description of the interface."""

    def __new__(cls, client: _Families) -> Self: ...
    def create(
        self,
        url: str,
        *,
        active: bool = True,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Registers a URL for notifications and returns the webhook with its signing secret:
        ``webhook.secret.reveal()`` is the text.

        * ``url``: Where notifications are posted.
        * ``active``: ``False`` registers the URL without sending anything to it.
        * ``events``: Names of the events to send; all events if left out.
        * ``headers``: Header fields that are added to every delivery.

        A service accepts URLs on this machine only if it was opened with ``allow_loopback=True``, and URLs in
        private networks only with ``allow_networks=``.
        """

    def ensure(
        self,
        url: str,
        *,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> EnsureResult:
        """Registers a URL unless it is already registered. Safe to call at every start of a program.

        If a webhook with exactly this URL exists (of several: the oldest), ``active``, ``events`` and ``headers``
        are changed where they differ; arguments that are left out change nothing. A webhook that is switched off stays
        off unless ``active=True`` is passed. ``how`` of the result is ``created``, ``updated`` or ``unchanged``.
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
        """Changes a webhook and returns it. Arguments that are left out keep their values."""

    def rotate_secret(self, id: Id, *, overlap: Seconds = 86400) -> Webhook:
        """Gives a webhook a new signing secret, which the returned webhook contains.

        During ``overlap`` (in seconds; a day if left out, at most 30 days) deliveries are signed with both secrets,
        so a receiver that accepts both misses no delivery. The signature header of the hosted service has room for one
        signature; it is made with the new secret at once. ``overlap=0`` makes all earlier secrets invalid immediately:
        use it after a secret has leaked.

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

@final
class Response:
    """The response to :meth:`Client.send` or :meth:`Service.send`."""

    @property
    def status(self) -> int:
        """The HTTP status."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The header fields as pairs of name and value."""

    @property
    def body(self) -> bytes:
        """The bytes of the body."""

    def json(self) -> Any:
        """The body as dicts and lists; ``None`` if the body is empty."""

@final
class Client(_Families):
    """A client of the tracking service. Threads can share it; all its calls count against one rate limit.

    ``Client(api_key, base_url)`` connects to a hosted service. If a value is not given, it is read from
    ``SHIPTRACK_API_KEY`` or ``SHIPTRACK_BASE_URL``. :meth:`Service.client` returns a client of a service in this
    process, which needs neither.

    * ``timeout``: Longest duration of a call, in seconds, including retries and waits. Without it, a call may spend 30
      seconds on the network and waits for the rate limit as long as necessary.
    * ``connect_timeout``: Longest time to establish a connection, in seconds (10).
    * ``attempts``: How often a request is sent at most, including the first time. Responses with status 429 do not
      count.
    * ``user_agent``, ``headers``: Sent with every request.
    * ``proxy``: URL of an HTTP proxy.
    * ``ca_file``: PEM file; only the certificates in it are trusted.
    * ``allow_insecure_http``: Permits a base URL with plain ``http``.
    * ``body_limit``: Largest response body in bytes, after decompression.
    * ``limits``: The rate limits of the API key: requests per minute in the buckets ``default``, ``create``, ``infer``
      and ``refresh`` (``{"default": 500}``); ``None`` removes a limit. Without this, the client keeps to the limits
      that the service reports (``RateLimit-Policy``), and as long as it reports none, to 100, 100, 200 and 10.

    Raises :class:`~shiptrack.errors.ConfigurationError` if key or URL is missing or a setting is invalid.
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
        """Returns how many requests can be sent now without waiting; ``None`` if the bucket has no limit.

        ``bucket`` is ``default``, ``create``, ``infer`` or ``refresh``.
        """

    def set_api_key(self, api_key: str | Secret) -> None:
        """Replaces the API key. After the service rejected a key (401), this client sends nothing until this method is
        called.
        """

    def with_timeout(self, timeout: Seconds) -> Client:
        """Returns a client with the same settings whose calls are each limited to ``timeout`` seconds. It shares the
        rate limit of this client.
        """

    def with_cancel(self, cancel: CancelToken) -> Client:
        """Returns a client with the same settings whose calls end with ``CancelledError`` when ``cancel`` is cancelled.
        """

    def send(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Mapping[str, Any] | None = None
    ) -> Response:
        """Sends any request, with the API key, rate limit and retries of this client, and returns the response.

        ``path`` is relative to the base URL; ``query`` has further parameters; ``body`` is a dict: one with a member
        ``data`` is sent as JSON:API, any other as plain JSON. An error status, and a response that is not JSON, raise
        an exception.
        """

    def get(self, path: str) -> Resource:
        """Reads one resource of any type by its path, for example ``shipments/ID``."""

    def list(self, path: str, **options: Unpack[_ListOptions]) -> Listing[Resource]:
        """Lists resources of any type by their path. The keywords are those of every ``list``: ``include``,
        ``page_size``, ``page_number``, ``max_items``, ``resume_from``, ``query`` and ``progress``.
        """

    def close(self) -> None:
        """Cancels the calls that are in progress. Every later call raises ``ClosedError``."""

    @property
    def closed(self) -> bool:
        """Whether the client, or the service in this process that it belongs to, is closed."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class HostedAccount:
    """A hosted account as a carrier: ``Service(any_carrier=HostedAccount(client))``. It answers for the numbers that
    the account tracks.

    A plain ``client`` in the same place does the same. ``create_missing=True`` also creates tracking requests in the
    account for numbers that it does not track yet, which may cost money there. ``use_for_detection=True`` also asks the
    account which carrier a number belongs to; it has no effect together with ``create_missing``.
    """

    def __new__(cls, client: Client, *, create_missing: bool = False, use_for_detection: bool = False) -> Self: ...

@final
class Service:
    """The tracking service in this process, stored in the file at ``path``, or in memory if ``path`` is left out.

    Work (look-ups and deliveries):

    * ``worker``: A worker thread does work when it is due. With ``False``, or on a manual clock, work is done by
      :meth:`run_due`, :meth:`settle`, :meth:`advance` and every ``wait``.
    * ``threads``: Largest number of worker threads (32).
    * ``clock``: A :class:`ManualClock` for tests.
    * ``on_activity``: A callable that receives every look-up, delivery and problem (:data:`shiptrack.values.Activity`),
      on the thread that did the work. The logger ``shiptrack.service`` receives the same.

    Carriers:

    * ``carriers``: A dict of carriers by code. A carrier is a callable, an object with a method ``look_up``, a
      :class:`Client` of a hosted account, or a :class:`HostedAccount`.
    * ``carrier_names``: Names of carriers that are not in the table of shipping lines, by code.
    * ``any_carrier``: The carrier for all other codes.
    * ``profiles``: Carriers that are asked over HTTP: a TOML or JSON file, or a dict by code. ``{}`` selects the
      included profile.
    * ``credentials``: Credentials for them: a file, a dict, or a function of code, name and account. If left out,
      environment variables are used (``SHIPTRACK_MAEU_CLIENT_ID``). They belong to the account ``default``, or with
      ``shared_credentials`` to all accounts.
    * ``carrier_proxy``, ``carrier_ca_file``: HTTP proxy and trusted certificates for connections to carriers.
    * ``carrier_public_only``, ``carrier_networks``: Restrict carriers to public addresses, or add private networks
      (``["10.0.0.0/8"]``) in which plain HTTP is permitted.

    Deliveries, documents, EDI:

    * ``allow_loopback``, ``allow_networks``: Let webhooks reach this machine or private networks. Otherwise only public
      addresses are reached.
    * ``webhook_ips``: The addresses that deliveries come from, for ``client.webhooks.ips()``.
    * ``extractors``: Callables that read documents.
    * ``reader_command``: The program that reads PDF, XLSX and HTML documents, with its arguments; by default the Python
      interpreter. See :func:`~shiptrack.serve_reader`.
    * ``edi_senders``: What codes of single EDI senders mean, in addition to the known ones.

    Settings, as dicts of :mod:`shiptrack.types`; members that are left out keep their defaults:

    * ``limits``: Rate limits of API keys.
    * ``look_up_timeout``: Longest duration of a look-up, in seconds.
    * ``lifecycle``, ``following``: When a carrier is asked, and how long a shipment is tracked.
    * ``pace``, ``paces``: How many look-ups a carrier gets, for all carriers and by code.
    * ``delivery``, ``mail_limits``, ``recording``, ``documents``: Deliveries to webhooks, limits for mail, stored
      facts, limits for documents.
    * ``storage``: How the file is opened, and how much memory its caches use.

    ``store_key`` encrypts the secrets in the file: 32 bytes, a text (64 hexadecimal digits or base64), or a
    :class:`pathlib.Path` to a file with one of these. Afterwards the file can only be opened with the key. Stored
    credentials require it.

    If another process has the file open, opening it waits for ``storage={"busy_timeout": …}`` (10 seconds).

    Opening a file that is already open in this process, by any thread, returns the same service. Its carriers,
    extractors and ``on_activity`` are replaced by the ones passed. A carrier for a new code, another number of
    extractors, and any other setting that differs raise :class:`~shiptrack.errors.ConfigurationError`.
    """

    def __new__(
        cls,
        path: str | PathLike[str] | None = None,
        *,
        worker: bool | None = None,
        threads: int | None = None,
        clock: ManualClock | None = None,
        carriers: Mapping[str, AnyCarrier | Client | HostedAccount] | None = None,
        carrier_names: Mapping[str, str] | None = None,
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
        storage: Storage | None = None,
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
        reader_command: Sequence[str] | None = None,
    ) -> Self: ...
    def client(self, account: Id | None = None) -> Client:
        """Returns a client of this service in this process. It needs no API key and has no rate limits. ``account`` is
        the name or id of the account (``default``).
        """

    def async_client(self, account: Id | None = None, *, threads: int = 32) -> AsyncClient:
        """Returns a client of this service for asyncio. Its calls run on at most ``threads`` threads."""

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: Headers | None = None,
        body: bytes | None = None,
    ) -> Response:
        """Answers an HTTP request as the server does, so that a web framework can serve the API.

        ``path`` includes the query (``/v2/shipments?page[size]=5``). The API key is in the header ``Authorization:
        Token KEY``. An error is returned as a response, not raised.
        """

    def serve(
        self,
        address: str = "127.0.0.1:0",
        *,
        public_url: str | None = None,
        allow_remote: bool = False,
        limits: ServerLimits | None = None,
    ) -> Server:
        """Starts an HTTP server for this service and returns it.

        * ``address``: Host and port to listen on; port 0 selects a free port.
        * ``public_url``: Beginning of the links in responses.
        * ``allow_remote``: Permits addresses that other machines can reach. The server has no TLS.
        * ``limits``: A dict of :class:`~shiptrack.types.ServerLimits`.
        """

    def run_due(self, items: int | None = None) -> WorkCounts:
        """Does the work that is due now, and returns how much was done. ``items`` limits the number of look-ups and
        deliveries.
        """

    def settle(
        self, timeout: Seconds | None = None, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> SettleReport:
        """Does all work that is due, and work that becomes due because of it: look-ups and deliveries. Brings a service
        up to date after a restart, before an export.

        Each item is tried once. Work that is scheduled for later is not done, and a manual clock is not moved. Items
        that a worker is doing are waited for.

        * ``timeout``: Start no more items after so many seconds. This is no error: ``left`` of the result says how many
          are still due.
        * ``progress``: ``True`` shows a bar, a callable receives ``(done, total)``.
        * ``cancel``: A :class:`CancelToken` that ends the call.
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
        """Moves the manual clock forward and does all work that becomes due meanwhile: ``advance(3600)`` or
        ``advance(hours=1)``. Raises ``ConfigurationError`` if the service has no manual clock.
        """

    def next_due(self) -> datetime | None:
        """Returns when the next look-up or delivery is due; ``None`` if nothing is scheduled."""

    def rederive(self, *, dry_run: bool = False, account: Id | None = None) -> RederiveReport:
        """Derives all shipments of the account again that were derived by other rules: by an earlier version of the
        library, or with other ``following`` settings. Returns what differs. Nothing is notified for it.

        * ``dry_run``: Only returns what would differ, and stores nothing.

        Without this call, each shipment is derived again at its next look-up.
        """

    def _carriers_plan(self) -> str:
        """Returns how many look-ups each carrier needs with each set of credentials, as JSON."""

    def suspended_credentials(self) -> tuple[CredentialSuspension, ...]:
        """Returns the credentials that carriers reject, each with the number of requests that wait for it. One look-up
        an hour tries it again; a replacement is used immediately.
        """

    def start_worker(self, threads: int = 32) -> None:
        """Starts a worker unless it is running. It makes up to ``threads`` look-ups of one account, twice as many of
        several accounts, and ``threads`` deliveries (at least four) at a time, on threads that are started when needed.
        """

    def stop_worker(self) -> None:
        """Stops the worker after its current work."""

    def on_wake(self, wake: Callable[[], object] | None) -> None:
        """Sets a callable that is called whenever :meth:`next_due` or :meth:`events` may return something new. ``None``
        removes it.

        It is called on the thread that caused the change, and should only wake an event loop (``lambda:
        loop.call_soon_threadsafe(event.set)``).
        """

    @property
    def now(self) -> datetime:
        """The current time of the service."""

    @property
    def clock(self) -> ManualClock | None:
        """The manual clock of the service; ``None`` if it uses the system clock."""

    @property
    def path(self) -> Any:
        """The file of the service as a ``pathlib.Path``; ``None`` if it is in memory."""

    def record_facts(self, number: str, facts: Any, *, account: Id | None = None) -> RecordingReport:
        """Records facts that a source other than the carrier reports: a terminal, a trucker, a user.

        * ``number``: A bill of lading, a booking or a container, in any spelling. The facts are recorded for every
          tracked number of the account that is this number, or has this container in its shipment.
        * ``facts``: Dicts or their JSON text, in the format that ``shiptrack docs facts`` describes. Facts about a
          container need not name it.

        New events are published at once. No carrier is asked, nothing is withdrawn because it is missing, and the
        next look-up stays scheduled, unless the facts say that the last container was returned empty. Recording the
        same facts again adds nothing; it only confirms estimates.

        Facts about a number that is not tracked are stored for some time (``recording=``) and used when the number,
        or a shipment with the container, is tracked. If the account stores too many,
        :class:`~shiptrack.errors.ConflictError` with the code ``too_many_kept_facts`` is raised.
        """

    def ingest_edi(self, document: Any, *, account: Id | None = None) -> EdiReport:
        """Ingests EDI: the bytes of one or more X12 or EDIFACT interchanges. Returns a report about each message, and
        the acknowledgement to send back.

        The content of each message is recorded for the bookings, bills of lading and containers that it names, as
        :meth:`record_facts` does. An interchange that the account already has adds nothing and is marked as repeated.
        An interchange that was interrupted by a crash continues where it stopped.

        A message that cannot be read or recorded is stored (:meth:`unread_edi`). If there is no more room for such
        messages, :class:`~shiptrack.errors.ConflictError` with the code ``too_much_unread_edi`` is raised; the messages
        before it are ingested.
        """

    def store_credential(self, scac: str, name: str, secret: str | Secret, *, account: Id | None = None) -> None:
        """Stores a credential of an account for a carrier, and replaces an earlier one of the same name. ``name`` is
        the name in the profile of the carrier, such as ``client_id`` of ``MAEU``; other names are rejected.

        Look-ups of the account use stored credentials before those of ``credentials=``. Requests that wait because
        the carrier rejected the previous credential continue. The credential is encrypted in the file with
        ``store_key`` and is never shown.

        Raises :class:`~shiptrack.errors.ConfigurationError` if the service has no ``store_key``.
        """

    def stored_credentials(self, *, account: Id | None = None) -> list[StoredCredential]:
        """Returns which credentials of an account are stored, without their values."""

    def forget_credential(self, scac: str, name: str, *, account: Id | None = None) -> None:
        """Deletes a stored credential. Raises :class:`~shiptrack.errors.NotFoundError` if it is not stored."""

    def rekey(self, key: bytes | str | PathLike[str]) -> None:
        """Encrypts the secrets in the file with another key: all secrets that can be read, or none if the call fails.
        From now on the file is opened with the new key; earlier copies of the file still need the previous one.
        """

    def receive_push(self, headers: Any, body: Any) -> PushReport:
        """Receives a callback of a carrier's event subscription, or a signed report of one of your own sources.

        ``headers`` are the header fields of any framework, ``body`` the raw bytes before anything parses them. The
        content is recorded as :meth:`record_facts` does. An event that is both pushed and polled is stored once, and
        the same callback again adds nothing.

        Answer with status 204 if the call returns, and with ``status`` of the error if it raises:
        :class:`~shiptrack.errors.SignatureError`, :class:`~shiptrack.errors.NotFoundError` if there is no such
        subscription, and others.
        """

    def adopt(
        self,
        client: Client,
        *,
        account: Id | None = None,
        most: int | None = None,
        anew: bool | None = None,
        max_pages: int | None = None,
        timeout: Seconds | None = None,
        cancel: CancelToken | None = None,
    ) -> AdoptionReport:
        """Imports a hosted account: its tracking requests with references, labels and customers, and what it knows
        about their shipments. Can be repeated: a second run adds nothing, and an interrupted run continues.

        * ``client``: A client of the hosted account. Every carrier code needs a carrier; the account can be it:
          ``Service(any_carrier=client)``.
        * ``most``: Stop after so many tracking requests; the next run continues.
        * ``anew``: ``True`` examines the whole account again.
        * ``max_pages``: Stop after so many pages of up to 100 tracking requests; 1,000 if it is missing.
        * ``timeout``: Seconds, with all pauses that the account requests. Then :class:`~shiptrack.errors.TimedOutError`
          or :class:`~shiptrack.errors.RateLimitedError` is raised; the next run continues.
        * ``cancel``: A :class:`CancelToken` that ends the run.
        """

    def receive_hosted(
        self, client: Client, headers: Any, body: Any, *, secret: str | Secret, account: Id | None = None
    ) -> Literal["due", "taken_over", "nothing"]:
        """Receives a notification that a hosted account posts to a webhook registered there. Returns ``"due"`` if a
        tracking request is looked up now, ``"taken_over"`` if it was imported, and ``"nothing"`` if it is not tracked
        here.

        * ``headers``, ``body``: Header fields of any framework, and the raw bytes.
        * ``secret``: The signing secret of the webhook.

        Raises :class:`~shiptrack.errors.SignatureError` if the signature is not valid.
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
        """Adds a subscription for callbacks of a carrier and returns it.

        * ``carrier``: Code of the carrier.
        * ``called``: The carrier's id of the subscription, which its callbacks contain. If left out, it is taken from
          the first callback with a valid signature.
        * ``number``, ``kind``: The number that the subscription is about, if it is about one.
        * ``secret``: The shared secret in base64. If left out, the service creates one: pass :attr:`Subscription.secret
          <shiptrack.values.Subscription>` to the carrier.
        * ``callback_url``: The service itself subscribes at the carrier with this URL, if the profile of the carrier
          supports it. This is done as due work (by the worker or :meth:`run_due`). The service renews the subscription
          before it expires, and ends it when it is removed.

        If the same subscription exists, it is returned.
        """

    def subscribe_source(
        self, source: str, name: str, *, secret: str | Secret | None = None, account: Id | None = None
    ) -> Subscription:
        """Adds a subscription for signed reports of one of your own sources and returns it. ``source`` is the kind of
        source (``terminal``, ``rail``, ``user_input`` …), ``name`` identifies the source. Reports are signed as by
        :func:`shiptrack.webhooks.sign`.
        """

    def subscriptions(self, *, account: Id | None = None) -> list[Subscription]:
        """Returns the subscriptions of an account, oldest first."""

    def rotate_subscription(
        self,
        id: Id,
        *,
        secret: str | Secret | None = None,
        overlap: Seconds = 86400,
        account: Id | None = None,
    ) -> Subscription:
        """Replaces the secret of a subscription and returns it. Without ``secret`` the service creates one. Signatures
        with the previous secret stay valid for ``overlap`` seconds (a day).
        """

    def remove_subscription(self, id: Id, *, account: Id | None = None) -> None:
        """Removes a subscription. Its callbacks are rejected from now on. A carrier where the service subscribed is
        asked to end the subscription.
        """

    def edi_folder(
        self, path: str | PathLike[str], *, acknowledge: bool = False, quiet: Seconds = 2, account: Id | None = None
    ) -> EdiFolder:
        """Returns a folder whose files are ingested as EDI each time :meth:`EdiFolder.sweep` is called.

        Files that were ingested completely are moved to ``done/`` in the folder, others to ``failed/``, each with a
        report. With ``acknowledge``, the 997 or CONTRL of each interchange is written to ``out/``. A file is only read
        if it did not change for ``quiet`` seconds after a sweep first found it.
        """

    def unread_edi(self, limit: int = 1000, *, account: Id | None = None) -> list[UnreadEdi]:
        """Returns the stored EDI messages that could not be ingested, newest interchange first, at most ``limit``."""

    def discard_unread_edi(self, id: str, *, account: Id | None = None) -> bool:
        """Deletes a stored EDI message that could not be ingested. Returns whether it existed."""

    def ingest_email(self, message: Any, *, account: Id | None = None, user: Id | None = None) -> IngestedEmail:
        """Ingests an email: its raw bytes, or an ``email.message.Message``. Stores its attachments as documents and
        extracts tracking data from them. The same bytes are ingested only once.

        The message is stored first, and then its documents are read. Documents that could not be read, because the
        store failed or their reader is not available, stay due, for a worker or for another call with the same bytes.

        ``user`` is the user that forwarded the message. Raises ``TypeError`` for a ``str``, because decoding may
        have changed the bytes.
        """

    def ingest_email_later(self, message: Any, *, account: Id | None = None, user: Id | None = None) -> IngestedEmail:
        """Stores an email like ``ingest_email``, and returns before its documents are read. A worker reads them, or
        ``run_due`` and ``settle``; ``due_documents`` is their number. Use this in a loop that receives mail, because
        reading the documents of one message can take minutes.
        """

    def quarantined_emails(self, *, account: Id | None = None) -> list[QuarantinedEmail]:
        """Returns the messages that could not be read, newest first."""

    def email_problems(self, id: Id, *, account: Id | None = None) -> tuple[str, ...] | None:
        """Returns what was wrong with a message, quarantined or not; ``None`` if there is no such message."""

    def document_content(self, id: Id, *, account: Id | None = None) -> bytes | None:
        """Returns the bytes of a document; ``None`` if there is no such document."""

    def email_content(self, id: Id, *, account: Id | None = None) -> bytes | None:
        """Returns the raw bytes of a message; ``None`` if there is no such message."""

    def discard_document(self, id: Id, *, account: Id | None = None) -> bool:
        """Discards a document, so that it is no longer listed or counted. Returns whether it existed."""

    def events(
        self, after: int = 0, *, account: Id | None = None, follow: bool = False, timeout: Seconds | None = None
    ) -> Events:
        """Returns an iterator over the events of an account, oldest first.

        * ``after``: Only events after this sequence number.
        * ``follow``: Wait for further events instead of ending.
        * ``timeout``: With ``follow``: end if no event arrives for so many seconds.
        """

    def replay_failed(self, *, account: Id | None = None) -> int:
        """Schedules every failed notification for another delivery, and returns their number.

        A notification has failed when all its attempts failed. A ``pending`` one is retried without this call.
        """

    def create_account(self, name: str, company_name: str | None = None) -> AccountRecord:
        """Creates an account and returns it. The name must be unique; every ``account=`` argument accepts it instead of
        the id. ``company_name`` is the name by default.
        """

    def change_account(
        self,
        *,
        account: Id | None = None,
        track_numbers_in_mail: bool | None = None,
        record_arrival_notices: bool | None = None,
        estimate_order: str | Sequence[str] | None = None,
        allowed_senders: str | Sequence[str] | None = None,
        indirect_senders: str | Sequence[str] | None = None,
        authentication_server: str | None = None,
    ) -> AccountRecord:
        """Changes the settings of an account and returns it. Settings that are left out keep their values.

        * ``track_numbers_in_mail``: Track numbers found in the mail of the account, unless they are already tracked or
          no carrier is available for them.
        * ``record_arrival_notices``: Record the arrival, vessel and last free day of arrival notices as facts of a user
          (``user_input``).
        * ``estimate_order``: Kinds of sources whose estimates are preferred, the most preferred one first:
          ``shipping_line``, ``terminal``, ``rail``, ``ais``, ``user_input``. Kinds that are not listed follow in the
          order of the service. ``()`` restores the order of the service. Applies to each shipment from its next look-up
          on; what changes for this reason is not notified.
        * ``allowed_senders``: Addresses (``edi@line.example``) and domains (``line.example``, without its subdomains)
          whose mail may report facts: attached EDI, and arrival notices with ``record_arrival_notices``. ``()`` allows
          no sender.
        * ``indirect_senders``: Senders in ``allowed_senders`` whose mail may report facts also if its content may be
          from someone else: bounces, automatic replies, mail of lists, and messages that are attached to a message.
          List addresses and no domain, because the mail server of a domain returns messages of strangers. ``()`` allows
          no sender.
        * ``authentication_server``: The name under which your mail server writes ``Authentication-Results`` (RFC 8601)
          into messages. Then its topmost result must confirm the domain of the sender. With ``""``, the topmost result
          of any server decides, and a message without a result is accepted, although anyone can forge a sender.
        """

    def accounts(self) -> list[AccountRecord]:
        """Returns all accounts, oldest first."""

    def create_key(self, name: str, *, account: Id | None = None, read_only: bool = False, unlimited: bool = False) -> NewKey:
        """Creates an API key for the HTTP server and returns it with its text:
        ``service.create_key("laptop").key.reveal()``. The text cannot be read later.

        With ``read_only`` the key can only be used for reading. With ``unlimited`` it has no rate limits: for
        programs of the same operator, such as the workers of a web server.
        """

    def keys(self, *, account: Id | None = None) -> list[KeyRecord]:
        """Returns the API keys of an account, including revoked ones, without their texts."""

    def revoke_key(self, id: Id, *, account: Id | None = None) -> KeyRecord:
        """Revokes an API key. The server rejects requests with it from now on. Raises ``NotFoundError`` if the account
        has no such key.
        """

    def close(self, timeout: Seconds | None = None) -> None:
        """Stops servers and workers, and closes the file.

        Every later call raises :class:`~shiptrack.errors.ClosedError`, including calls of its clients, listings and
        feeds. Ctrl-C ends the wait, and closing continues in the background.

        * ``timeout``: How many seconds to wait for carriers and other callables on threads of the worker (10). Then the
          service is closed without them, and a warning names the carriers: the answers are ignored, and the work is due
          again when the file is opened. The end of the interpreter waits for them for at most 5 seconds.
        """

    @property
    def closed(self) -> bool:
        """Whether the service is closed."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class EdiFolder:
    """A folder whose files are ingested as EDI. :meth:`Service.edi_folder` returns it."""

    def sweep(self, limit: int = 100) -> list[EdiFileReport]:
        """Ingests the complete files, oldest first and at most ``limit``, and returns a report about each.

        A file that appears for the first time is left for a later call, because it may still be written. Keep this
        object, because another one has not seen the file.
        """

@final
class Events:
    """An iterator over the events of an account, in order. :meth:`Service.events` returns it."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> FeedEvent: ...
    @property
    def position(self) -> int:
        """The sequence number of the last event that was returned. Pass it as ``after`` to continue after that event.
        """

@final
class Server:
    """The HTTP server of a service. It runs until :meth:`stop` is called or the service is closed.
    :meth:`Service.serve` returns it.
    """

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
        """The address on which the server listens: host and port."""

    @property
    def url(self) -> str:
        """The base URL of the API: pass it to clients as ``base_url``."""

    @property
    def running(self) -> bool:
        """Whether the server accepts connections."""

    def wait(self) -> None:
        """Waits until the server is stopped. Ctrl-C raises ``KeyboardInterrupt``."""

    def stop(self) -> None:
        """Accepts no more connections, lets current requests finish, and closes the server."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class ManualClock:
    """A clock for tests that only moves when you move it: pass it as ``Service(clock=…)``."""

    def __new__(cls, now: datetime | None = None) -> Self: ...
    @property
    def now(self) -> datetime:
        """The time of the clock."""

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
        """Moves the clock forward: ``advance(3600)`` or ``advance(hours=1)``. Does no work that falls due;
        :meth:`Service.advance` does.
        """

    def advance_to(self, moment: datetime) -> None:
        """Moves the clock forward to a moment. Does nothing if that moment has passed."""

    def set(self, now: datetime) -> None:
        """Sets the time; it may go back. Waits that have begun are not affected."""

@final
class CancelToken:
    """Cancels the calls that it is passed to. Can be used from any thread."""

    def __new__(cls) -> Self: ...
    def cancel(self) -> None:
        """Cancels these calls: they raise ``CancelledError``."""

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` was called."""


def _in_order(resources: Any, /) -> list[Any]:
    """Sorts resources by time: events by when they happened (dates and moments mixed), others by when they were
    created.
    """

def _milestone_label(event: str, /) -> str:
    """Returns a milestone in words, for its name or the name of its event."""

def _local_day(moment: Any, zone: str | None, /) -> date | None:
    """Returns the day of a moment in a time zone."""

def _steps(
    container: Container, events: list[TransportEvent], shipment: Shipment | None, now: datetime, /
) -> tuple[list[tuple[Any, ...]], str | None]:
    """Returns the steps of a journey, each with the values of a `Step`, and the vessel that arrives at the port of
    discharge.
    """

def _arrival(container: Container, /) -> tuple[str | None, datetime | date | None, str | None]:
    """Returns the arrival of a container according to what its document includes: vessel, expected arrival in local
    time of the port, and tracking state.
    """

@final
class _ContainerRows:
    """Table rows of containers, collected page by page."""

    def __new__(cls) -> Self: ...
    def add(self, containers: list[Container]) -> None:
        """Adds the containers of one page, with the shipments that the page includes. A container that was added before
        keeps its place and gets the new data.
        """

    def add_one(self, container: Container, shipment: Shipment | None) -> None:
        """Adds one container with its shipment, if that is known."""

    def finish(self, related: Callable[[str], list[str]] | None) -> list[tuple[Any, ...]]:
        """Returns all rows, each with the values of a `ContainerRow`. With `related`, a callable that returns the ids
        of shipments on the same voyage as a shipment, duplicate rows of containers that are tracked twice are left out.
        """

def _at_place(moment: Any, timezones: list[str | None], /) -> Any:
    """Converts a moment to local time in the first of these zones in which it is a whole day, otherwise in the first
    zone.
    """

@final
class _Simulation:
    """A simulated carrier, in this process and over HTTP."""

    def __new__(cls, description: str, clock: ManualClock | None = None) -> Self: ...
    def serve(self) -> str:
        """Starts an HTTP server for the carrier and returns its URL."""

    def stop(self) -> None:
        """Stops the HTTP server."""

    def call_back(self) -> int:
        """Sends new events to all subscriptions, and returns how many receivers accepted them."""

    def journeys(self) -> str:
        """Returns the journeys as JSON."""

    @property
    def calls(self) -> int:
        """How many requests for events it has received."""

    @property
    def tokens_given(self) -> int:
        """How many access tokens it gave out."""

    def look_up(self, asked: LookUp) -> tuple[str | None, str, bool, float | None]:
        """Answers a look-up."""

def _columns(columns: dict[str, tuple[str, list[Any]]], /) -> Any:
    """Returns columns as an Arrow stream. Each column has a name, a type and values: ``text``, ``moment`` (microseconds
    since 1970 in UTC), ``clock`` (the same in local time), ``day`` (days since 1970) or ``number``.
    """

def infer_number(number: str) -> Inference:
    """Returns what can be inferred from a number without a request: its kind, whether it is valid, and the likely
    carriers.
    """

def _end_calls(timeout: float) -> None:
    """Parks the calls of other threads, and waits for at most `timeout` seconds for callbacks into Python. Called on
    the thread that ends the interpreter, before it does.
    """

def _before_fork() -> None:
    """Called before a fork, on the thread that forks."""

def _after_fork_in_parent() -> None:
    """Called after a fork, in the parent."""

def _after_fork_in_child() -> None:
    """Called after a fork, in the child."""

def _doubts(facts: Any, now: datetime | None = None) -> tuple[str, ...]:
    """Returns what looks wrong about facts that can be read, as if they were received at ``now``."""

def _key(fact: Any) -> str | None:
    """Returns the key of the event that the fact states."""

def _is_edi(document: bytes) -> bool:
    """Returns whether a document looks like EDI."""

def _read(document: bytes) -> str:
    """Decodes a document and returns the result as JSON."""

def _voyage(documents: Iterable[bytes], now: datetime | None = None) -> str:
    """Returns the voyages that documents describe, as lines of JSON."""

def _pages() -> list[tuple[str, str, str]]:
    """Returns the pages: name, description and text of each."""

def _profiles(profiles: str | PathLike[str] | Mapping[str, Any] | None = None) -> str:
    """Returns the profiles in a file or a dict, or the included ones, as JSON by carrier code."""

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
    """Makes one look-up at a carrier and returns a full report, as JSON."""

def _replay(folder: str | PathLike[str]) -> str:
    """Decodes a recorded look-up again and returns the comparison, as JSON."""


def sign(
    secrets: str | Secret | Iterable[str | Secret], body: bytes, *, id: Id, now: datetime | None = None
) -> dict[str, str]:
    """Returns the header fields that sign a body: those of the hosted service and those of Standard Webhooks.

    ``secrets`` is one secret or several, ``id`` the id of the message, ``now`` the time of the signature (the
    current time).
    """

def verify(
    secrets: str | Secret | Iterable[str | Secret],
    headers: Headers,
    body: bytes,
    *,
    now: datetime | None = None,
    tolerance: Seconds | None = None,
    require_timestamp: bool | None = None,
) -> VerifiedSignature:
    """Verifies the signature of a delivery. Pass the raw bytes of the body, before anything parses them.

    ``tolerance`` is the largest age of a signature in seconds (300). ``require_timestamp`` says whether signatures
    without a time are rejected; see :func:`receive`. Raises ``SignatureError`` if the signature is not valid.
    """

def parse_notification(body: bytes | str) -> WebhookNotification:
    """Returns the notification in a body whose signature was verified."""

def serve_reader() -> None:
    """Makes a frozen program able to read documents: call it as the first line of the program.

    PDF, XLSX and HTML documents are read in a process apart, so that a hostile file cannot end this one or take its
    memory. A service starts the Python interpreter for that. A frozen program has none, so it is started again, with a
    marker in the environment: in that process this function reads the documents and does not return. In other programs
    it has no effect.
    """

def read_error(status: int, body: bytes, retry_after: Seconds | None = None) -> ShiptrackError:
    """Returns the exception that a client raises for an HTTP answer with this status and body. ``retry_after`` is the
    pause from the ``Retry-After`` header, in seconds.
    """
