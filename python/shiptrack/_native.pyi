"""The native module. Import its names from ``shiptrack``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from os import PathLike
from typing import Any, ClassVar, Final, Generic, Literal, NoReturn, TypeVar, final, overload
from uuid import UUID

import pandas
import polars
from typing_extensions import Self, TypedDict, Unpack, disjoint_base

from shiptrack.errors import ShiptrackError
from shiptrack.tables import ContainerTable
from shiptrack.timeline import Timeline
from shiptrack.types import (
    AnyCarrier,
    AnyExtractor,
    Breaker,
    ContainerStatus,
    DataSource,
    DeliveryRules,
    DeliveryStatus,
    DocumentSource,
    EventName,
    FailedReason,
    Following,
    Headers,
    Id,
    Lifecycle,
    MailLimits,
    Progress,
    RateLimits,
    RequestStatus,
    RequestType,
    Seconds,
    ServerLimits,
    StopReason,
)
from shiptrack.values import (
    AccountRecord,
    Activity,
    DeliveryHeader,
    Done,
    Ensured,
    FeedEvent,
    ImportDeadlines,
    Inference,
    Ingested,
    KeyRecord,
    Moment,
    NewKey,
    Quarantined,
    ResourceId,
    Secret,
    Settled,
    TerminalFee,
    TerminalHold,
    Tracked,
    Verified,
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
        """When an event happened, and when anything else was made, as a moment that compares with every other: a day alone
        stands for its noon in UTC. ``None`` where nobody says.
        """

    @property
    def sort_key(self) -> tuple[datetime, int, str]:
        """What sorts resources by ``instant``, milestones of one moment as they follow each other, and those without a moment
        last: ``sorted(resources, key=lambda each: each.sort_key)``. Where some events name a day and others a moment of that
        day, ``timeline.in_order`` knows better which came first.
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

    def related(self, name: str) -> Any:
        """The included resource a relationship leads to, or a tuple of all of them.

        ``None``, or an empty tuple, says that there are none. Resources that were not read along (``include=``) raise
        :class:`~shiptrack.errors.NotIncludedError`; the attribute of that name has their ids in any case. Of several, those
        the document holds are given. A name no relationship has is an ``AttributeError``.
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
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Account(Resource):
    """An account: the owner of requests, shipments, webhooks and mail."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def company_name(self) -> str:
        """Name of the company that has the account."""

@final
class Container(Resource):
    """A container of a shipment."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def number(self) -> str:
        """Number painted on the container, ISO 6346."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """The customer's own references for the container."""

    @property
    def equipment_type(self) -> str | None:
        """Type of the container: ``dry``, ``reefer``, ``open top``, ``flat rack``, ``bulk`` or ``tank``; ``None`` when
        it is not known."""

    @property
    def equipment_length(self) -> int | None:
        """Length of the container in feet: 10, 20, 40, 45; ``None`` when it is not known."""

    @property
    def equipment_height(self) -> str | None:
        """Height of the container: ``standard`` or ``high_cube``; ``None`` when it is not known."""

    @property
    def weight_in_lbs(self) -> int | float | None:
        """Weight in pounds, as the shipping line says; 0 or ``None`` when it says nothing."""

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of the container."""

    @property
    def seal_number(self) -> str | None:
        """Number of the seal on its doors; ``None`` when it is not known."""

    @property
    def pickup_lfd(self) -> Moment | None:
        """Last day it is stored free of charge: the shipping line's, else the terminal's, else the railway's; ``None``
        until one is given."""

    @property
    def pickup_appointment_at(self) -> Moment | None:
        """Appointment to pick it up at the terminal; ``None`` when there is none."""

    @property
    def availability_known(self) -> bool | None:
        """Whether the terminal tells if it may be picked up; without that, ``available_for_pickup`` means nothing."""

    @property
    def available_for_pickup(self) -> bool | None:
        """Whether it may be picked up, as the terminal says; ``None`` when the terminal does not."""

    @property
    def pod_arrived_at(self) -> Moment | None:
        """When its vessel arrived at the port of discharge; ``None`` before that."""

    @property
    def pod_discharged_at(self) -> Moment | None:
        """When it was discharged at the port of discharge; ``None`` before that."""

    @property
    def pod_full_out_at(self) -> Moment | None:
        """When it was picked up at the port of discharge; ``None`` before that, and usually when it travels on by rail.
        """

    @property
    def terminal_checked_at(self) -> Moment | None:
        """When the terminal's data was last read; ``None`` when it never was."""

    @property
    def pod_full_out_chassis_number(self) -> str | None:
        """Number of the chassis it was picked up on; ``None`` when the terminal does not say."""

    @property
    def location_at_pod_terminal(self) -> str | None:
        """Where it stands in the yard of the terminal, in the terminal's words; ``None`` when the terminal does not
        say."""

    @property
    def final_destination_full_out_at(self) -> Moment | None:
        """When it was picked up at the inland destination; ``None`` before that, and when it does not travel inland."""

    @property
    def empty_terminated_at(self) -> Moment | None:
        """When the empty container was returned; ``None`` before that."""

    @property
    def holds_at_pod_terminal(self) -> tuple[TerminalHold, ...]:
        """Holds of the terminal, also of the inland one: what keeps the container from being picked up; empty when
        there is none."""

    @property
    def fees_at_pod_terminal(self) -> tuple[TerminalFee, ...]:
        """Fees due at the terminal, also at the inland one; empty when there is none."""

    @property
    def pod_timezone(self) -> str | None:
        """Time zone of the port of discharge as its IANA name; ``None`` when it is not known."""

    @property
    def final_destination_timezone(self) -> str | None:
        """Time zone of the inland destination as its IANA name; ``None`` when there is none or it is not known."""

    @property
    def empty_terminated_timezone(self) -> str | None:
        """Time zone of the place where the empty container is returned, as its IANA name; ``None`` when it is not
        known."""

    @property
    def pod_rail_carrier_scac(self) -> str | None:
        """SCAC of the railway that takes it from the port of discharge; ``None`` when it does not travel by rail."""

    @property
    def ind_rail_carrier_scac(self) -> str | None:
        """SCAC of the railway that brings it to the inland destination; ``None`` when it does not travel by rail."""

    @property
    def pod_last_tracking_request_at(self) -> Moment | None:
        """When the terminal was last asked for it; ``None`` when it never was."""

    @property
    def shipment_last_tracking_request_at(self) -> Moment | None:
        """When the shipping line was last asked for its shipment; ``None`` when it never was."""

    @property
    def pod_rail_loaded_at(self) -> Moment | None:
        """When it was loaded on a rail car at the port of discharge; ``None`` before that, and when it does not travel
        by rail."""

    @property
    def pod_rail_departed_at(self) -> Moment | None:
        """When its train left the port of discharge; ``None`` before that, and when it does not travel by rail."""

    @property
    def ind_eta_at(self) -> Moment | None:
        """When it is expected at the inland destination, as the railway says; ``None`` when it does not."""

    @property
    def ind_ata_at(self) -> Moment | None:
        """When it arrived at the inland destination, as the railway says; ``None`` before that."""

    @property
    def ind_rail_unloaded_at(self) -> Moment | None:
        """When it was unloaded from the rail car at the inland destination; ``None`` before that."""

    @property
    def ind_facility_lfd_on(self) -> Moment | None:
        """Last free day inland; the service's older name for ``pickup_lfd_rail`` of ``import_deadlines``."""

    @property
    def ind_facility_holds(self) -> tuple[TerminalHold, ...] | None:
        """Holds of the inland terminal under an older name; ``None`` in all that has been seen, see
        ``holds_at_pod_terminal``."""

    @property
    def ind_facility_fees(self) -> tuple[TerminalFee, ...] | None:
        """Fees at the inland terminal under an older name; ``None`` in all that has been seen, see
        ``fees_at_pod_terminal``."""

    @property
    def ssl_lfd(self) -> Moment | None:
        """Last free day of the shipping line under an older name; ``None`` in all that has been seen, see
        ``import_deadlines``."""

    @property
    def import_deadlines(self) -> ImportDeadlines | None:
        """Last free days by who sets them; ``None`` when nothing is known of them."""

    @property
    def current_status(self) -> ContainerStatus:
        """Where it is, as the service concludes from its events."""

    @property
    def delivered_at(self) -> Moment | None:
        """When a user marked it as delivered; ``None`` until one does."""

    @property
    def empty_out_at(self) -> Moment | None:
        """When the empty container was collected at the origin; ``None`` before that."""

    @property
    def pol_full_in_at(self) -> Moment | None:
        """When the loaded container was brought to the port of lading; ``None`` before that."""

    @property
    def pol_vessel_loaded_at(self) -> Moment | None:
        """When it was loaded on the vessel at the port of lading; ``None`` before that."""

    @property
    def pol_vessel_departed_at(self) -> Moment | None:
        """When its vessel left the port of lading; ``None`` before that."""

    @property
    def rail_last_tracking_request_at(self) -> Moment | None:
        """When the railway was last asked for it; ``None`` when it never was."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment the container belongs to."""

    @property
    def pickup_facility(self) -> ResourceId | None:
        """Terminal where the container is to be picked up; empty when it is not known."""

    @property
    def pod_terminal(self) -> ResourceId | None:
        """Terminal at the port of discharge; empty when it is not known."""

    @property
    def transport_events(self) -> tuple[ResourceId, ...]:
        """Events of the container: what happened to it or is expected to, and changes of its last free days."""

    @property
    def raw_events(self) -> tuple[ResourceId, ...]:
        """What shipping line, terminal and railway said in their own words."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...
    @overload
    def related(self, name: Literal["pickup_facility", "pod_terminal"]) -> Resource | None: ...
    @overload
    def related(self, name: Literal["transport_events"]) -> tuple[TransportEvent, ...]: ...
    @overload
    def related(self, name: Literal["raw_events"]) -> tuple[Resource, ...]: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class Document(Resource):
    """A document. Inside an email submission it comes in a short shape: name, source, type and times."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def name(self) -> str:
        """Name of the document, at first that of its file."""

    @property
    def source(self) -> DocumentSource:
        """How the document came to the service."""

    @property
    def document_type(self) -> str | None:
        """Type of the document, such as ``bill_of_lading``; ``None`` until it was classified."""

    @property
    def document_type_manual(self) -> str | None:
        """Type that a user set, which counts before the one found; ``None`` when nobody did."""

    @property
    def classification_notes(self) -> str | None:
        """Why the document was classified so, for readers; ``None`` when nothing is noted."""

    @property
    def file_name(self) -> str | None:
        """Name of the file; ``None`` in the short shape."""

    @property
    def file_content_type(self) -> str | None:
        """Media type of the file, such as ``application/pdf``; ``None`` when it is not known."""

    @property
    def file_size_bytes(self) -> int | None:
        """Size of the file in bytes; ``None`` when it is not known."""

    @property
    def created_at(self) -> Moment | None:
        """When the document came to the service."""

    @property
    def updated_at(self) -> Moment | None:
        """When the document last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account the document belongs to."""

    @property
    def user(self) -> ResourceId | None:
        """User who brought it in; empty when it came by mail or through the interface."""

    @property
    def email_submission(self) -> ResourceId | None:
        """Message the document was attached to; empty when it came in another way."""

    @property
    def last_document_representation(self) -> ResourceId | None:
        """What was last read out of the document; empty until something was."""

    @property
    def shipments(self) -> tuple[ResourceId, ...]:
        """Shipments the document belongs to."""

    @property
    def cargos(self) -> tuple[ResourceId, ...]:
        """Containers the document belongs to."""

    @overload
    def related(self, name: Literal["account"]) -> Account | None: ...
    @overload
    def related(self, name: Literal["user"]) -> User | None: ...
    @overload
    def related(self, name: Literal["email_submission"]) -> EmailSubmission | None: ...
    @overload
    def related(self, name: Literal["last_document_representation"]) -> DocumentRepresentation | None: ...
    @overload
    def related(self, name: Literal["shipments"]) -> tuple[Shipment, ...]: ...
    @overload
    def related(self, name: Literal["cargos"]) -> tuple[Resource, ...]: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class DocumentRepresentation(Resource):
    """What was read out of a document."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def schema_version(self) -> str:
        """Version of the schema that the payload follows, a date as text."""

    @property
    def payload(self) -> dict[str, Any] | None:
        """Values read out of the document, with the members of the schema of its type; ``None`` when there are none."""

    @property
    def created_at(self) -> Moment | None:
        """When the document was read."""

    @property
    def updated_at(self) -> Moment | None:
        """When the values last changed."""

@final
class EmailSubmission(Resource):
    """A message an account received. Inside a document it comes in a short shape: ``body_preview`` in place of ``body``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def subject(self) -> str:
        """Subject line of the message; empty when it has none."""

    @property
    def body(self) -> str | None:
        """The text of the message; ``None`` when it has none, and in the short shape."""

    @property
    def body_preview(self) -> str | None:
        """The first part of the text, in the short shape only."""

    @property
    def from_(self) -> tuple[str, ...]:
        """Addresses of those who sent the message."""

    @property
    def to(self) -> tuple[str, ...]:
        """Addresses of those the message was sent to."""

    @property
    def cc(self) -> tuple[str, ...]:
        """Addresses of those who got a copy of the message."""

    @property
    def sent_at(self) -> Moment | None:
        """When the message was sent, as its header says; ``None`` when it does not."""

    @property
    def message_id(self) -> str | None:
        """Identifier of the message, from its header ``Message-ID``; ``None`` when it has none."""

    @property
    def in_reply_to(self) -> str | None:
        """Identifier of the message it answers, from its header ``In-Reply-To``; ``None`` when it answers none."""

    @property
    def references(self) -> tuple[str, ...] | None:
        """Identifiers of the messages before it in its thread, oldest first; ``None`` in the short shape."""

    @property
    def content_type(self) -> str | None:
        """Media type of the message as a whole; ``None`` when it has none, and in the short shape."""

    @property
    def documents_count(self) -> int | None:
        """How many documents were made from the message and not discarded; ``None`` in the short shape."""

    @property
    def created_at(self) -> Moment | None:
        """When the service took the message in."""

    @property
    def updated_at(self) -> Moment | None:
        """When the submission last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account the message was sent to."""

    @property
    def user(self) -> ResourceId | None:
        """User who brought the message in; empty when it came by mail."""

    @property
    def documents(self) -> tuple[ResourceId, ...]:
        """Documents made from the message and its attachments."""

    @overload
    def related(self, name: Literal["account"]) -> Account | None: ...
    @overload
    def related(self, name: Literal["user"]) -> User | None: ...
    @overload
    def related(self, name: Literal["documents"]) -> tuple[Document, ...]: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class Shipment(Resource):
    """A shipment: what travels under one bill of lading or booking."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def bill_of_lading_number(self) -> str:
        """Number of the bill of lading or booking as it was submitted."""

    @property
    def normalized_number(self) -> str:
        """Number as the shipping line is asked for it, often without the line's prefix."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """The customer's own references for the shipment."""

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of the shipment."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Labels that the account gave the shipment."""

    @property
    def port_of_lading_locode(self) -> str | None:
        """UN/LOCODE of the port of lading; ``None`` when it is not known."""

    @property
    def port_of_lading_name(self) -> str | None:
        """Name of the port of lading; ``None`` when it is not known."""

    @property
    def port_of_discharge_locode(self) -> str | None:
        """UN/LOCODE of the port of discharge; ``None`` when it is not known."""

    @property
    def port_of_discharge_name(self) -> str | None:
        """Name of the port of discharge; ``None`` when it is not known."""

    @property
    def destination_locode(self) -> str | None:
        """UN/LOCODE of the inland destination; ``None`` when there is none or only its name is known."""

    @property
    def destination_name(self) -> str | None:
        """Name of the inland destination; ``None`` when there is none."""

    @property
    def shipping_line_scac(self) -> str | None:
        """SCAC of the shipping line."""

    @property
    def shipping_line_name(self) -> str | None:
        """Full name of the shipping line."""

    @property
    def shipping_line_short_name(self) -> str | None:
        """Short name of the shipping line."""

    @property
    def customer_name(self) -> str | None:
        """Name of the customer it is tracked for; ``None`` when none was given."""

    @property
    def pod_vessel_name(self) -> str | None:
        """Name of the vessel that arrives at the port of discharge; ``None`` when it is not known."""

    @property
    def pod_vessel_imo(self) -> str | None:
        """IMO number of that vessel as text; ``None`` when it is not known."""

    @property
    def pod_voyage_number(self) -> str | None:
        """Number of the voyage on which that vessel arrives; ``None`` when it is not known."""

    @property
    def pol_etd_at(self) -> Moment | None:
        """Planned departure from the port of lading, in the zone ``pol_timezone``; ``None`` when the shipping line
        gives none."""

    @property
    def pol_original_etd_at(self) -> Moment | None:
        """Departure from the port of lading as it was first planned; ``None`` when the shipping line gave none."""

    @property
    def pol_atd_at(self) -> Moment | None:
        """Actual departure from the port of lading; ``None`` before that."""

    @property
    def pod_eta_at(self) -> Moment | None:
        """Expected arrival at the port of discharge, in the zone ``pod_timezone``; ``None`` when it is not known, and
        often after the arrival."""

    @property
    def pod_original_eta_at(self) -> Moment | None:
        """Arrival at the port of discharge as it was first expected; ``None`` when the shipping line gave none."""

    @property
    def pod_ata_at(self) -> Moment | None:
        """Actual arrival at the port of discharge; ``None`` before that."""

    @property
    def destination_eta_at(self) -> Moment | None:
        """Expected arrival at the inland destination as the shipping line says, in the zone ``destination_timezone``;
        ``None`` when it gives none."""

    @property
    def destination_original_eta_at(self) -> Moment | None:
        """Arrival at the inland destination as it was first expected; ``None`` when the shipping line gave none."""

    @property
    def destination_ata_at(self) -> Moment | None:
        """Actual arrival at the inland destination as the shipping line says; ``None`` before that."""

    @property
    def pol_timezone(self) -> str | None:
        """Time zone of the port of lading as its IANA name; ``None`` when it is not known."""

    @property
    def pod_timezone(self) -> str | None:
        """Time zone of the port of discharge as its IANA name; ``None`` when it is not known."""

    @property
    def destination_timezone(self) -> str | None:
        """Time zone of the inland destination as its IANA name; ``None`` when there is none or it is not known."""

    @property
    def line_tracking_last_attempted_at(self) -> Moment | None:
        """When the shipping line was last asked for the shipment; ``None`` when it never was."""

    @property
    def line_tracking_last_succeeded_at(self) -> Moment | None:
        """When the shipping line last answered with data; ``None`` when it never did."""

    @property
    def line_tracking_stopped_at(self) -> Moment | None:
        """When the service stopped following the shipment; ``None`` while it follows it."""

    @property
    def line_tracking_stopped_reason(self) -> StopReason | None:
        """Why the service stopped following the shipment; ``None`` while it follows it."""

    @property
    def destination(self) -> ResourceId | None:
        """Inland destination; empty when there is none or it is not recognised."""

    @property
    def port_of_lading(self) -> ResourceId | None:
        """Port where the containers are loaded on the first vessel; empty when it is not recognised."""

    @property
    def containers(self) -> tuple[ResourceId, ...]:
        """Containers of the shipment."""

    @property
    def port_of_discharge(self) -> ResourceId | None:
        """Port where the containers leave the last vessel; empty when it is not recognised."""

    @property
    def pod_terminal(self) -> ResourceId | None:
        """Terminal at the port of discharge; empty when it is not known."""

    @property
    def destination_terminal(self) -> ResourceId | None:
        """Terminal at the inland destination; empty when there is none or it is not known."""

    @property
    def line_tracking_stopped_by_user(self) -> ResourceId | None:
        """User who stopped following the shipment; empty when no user did."""

    @overload
    def related(
        self,
        name: Literal[
            "destination",
            "port_of_lading",
            "port_of_discharge",
            "pod_terminal",
            "destination_terminal",
            "line_tracking_stopped_by_user",
        ],
    ) -> Resource | None: ...
    @overload
    def related(self, name: Literal["containers"]) -> tuple[Container, ...]: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class ShippingLine(Resource):
    """An ocean carrier whose numbers can be tracked."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def scac(self) -> str:
        """Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that name it in tracking requests."""

    @property
    def name(self) -> str:
        """Full name of the shipping line."""

    @property
    def alternative_scacs(self) -> tuple[str, ...]:
        """Other codes that mean the same shipping line; tracking requests take them, too."""

    @property
    def short_name(self) -> str:
        """Short name of the shipping line, as people in the trade use it."""

    @property
    def bill_of_lading_tracking_support(self) -> bool | None:
        """Whether its bills of lading can be tracked."""

    @property
    def booking_number_tracking_support(self) -> bool | None:
        """Whether its bookings can be tracked."""

    @property
    def container_number_tracking_support(self) -> bool | None:
        """Whether containers can be tracked at it by their number alone."""

    @property
    def provided_data(self) -> dict[str, Any] | None:
        """Which data the shipping line supplies: a boolean a kind, each with notes under a name ending in ``_notes``.
        """

    @property
    def tracking_url(self) -> str | None:
        """URL of the shipping line's own tracking page, with ``${BLNUM}`` where the number goes; ``None`` when there is
        none."""

    @property
    def contact_url(self) -> str | None:
        """URL of the shipping line's contact page; ``None`` when there is none."""

@final
class TrackingRequest(Resource):
    """A request to track a number at a carrier."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def request_type(self) -> RequestType:
        """What kind of number is tracked."""

    @property
    def request_number(self) -> str:
        """The number as it was submitted."""

    @property
    def scac(self) -> str | None:
        """SCAC of the shipping line that is asked; ``None`` while it is being detected."""

    @property
    def status(self) -> RequestStatus:
        """Where the request stands."""

    @property
    def failed_reason(self) -> FailedReason | None:
        """Why the last look-up failed, or the request as a whole; ``None`` without trouble."""

    @property
    def is_retrying(self) -> bool:
        """Whether look-ups are being repeated after one that met trouble."""

    @property
    def retry_count(self) -> int | None:
        """How many look-ups in a row met trouble; ``None`` without trouble, and as soon as there is a shipment."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """The customer's own references, which the shipment gets, too."""

    @property
    def shipment_tags(self) -> tuple[str, ...]:
        """Labels that the shipment gets once there is one."""

    @property
    def created_at(self) -> Moment | None:
        """When the request was made."""

    @property
    def updated_at(self) -> Moment | None:
        """When the request last changed."""

    @property
    def tracked_object(self) -> ResourceId | None:
        """Shipment that was found under the number; empty until there is one."""

    @property
    def customer(self) -> ResourceId | None:
        """Customer it is tracked for; empty when none was given."""

    @property
    def user(self) -> ResourceId | None:
        """User who made the request; empty when it came through the interface without one."""

    @overload
    def related(self, name: Literal["tracked_object"]) -> Shipment | None: ...
    @overload
    def related(self, name: Literal["customer"]) -> Resource | None: ...
    @overload
    def related(self, name: Literal["user"]) -> User | None: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class TransportEvent(Resource):
    """An event of a container. Events come in no fixed order: sort them by their ``sort_key``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def event(self) -> EventName:
        """What happened, or is expected to, or which date changed."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage; ``None`` when the event belongs to none."""

    @property
    def timestamp(self) -> Moment | None:
        """When it happened, or is expected to; ``None`` when nobody says."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the place as its IANA name; ``None`` when the time stamp is the place's own clock."""

    @property
    def location_locode(self) -> str | None:
        """UN/LOCODE of the place; ``None`` when it is not recognised."""

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of the event."""

    @property
    def data_source(self) -> DataSource | None:
        """What kind of source said so; ``None`` when it is not known."""

    @property
    def invalidated_at(self) -> Moment | None:
        """When the event was withdrawn; ``None`` while it stands."""

    @property
    def value(self) -> str | None:
        """The new last free day or appointment, for events that tell of its change; ``None`` for all others."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment the event belongs to."""

    @property
    def location(self) -> ResourceId | None:
        """Place of the event; empty when it is not recognised."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel of the event; empty when it took place without one."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal of the event; empty when it is not known."""

    @property
    def container(self) -> ResourceId | None:
        """Container it happened to."""

    @property
    def source_event(self) -> ResourceId | None:
        """What the source said in its own words."""

    @property
    def previous_version(self) -> ResourceId | None:
        """Event that this one replaces; empty when it replaces none."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...
    @overload
    def related(self, name: Literal["location", "vessel", "terminal", "source_event"]) -> Resource | None: ...
    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...
    @overload
    def related(self, name: Literal["previous_version"]) -> TransportEvent | None: ...
    @overload
    def related(self, name: str) -> Any: ...

@final
class User(Resource):
    """A user of an account. The service documents no attributes: what it sends is in ``other``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
@final
class Webhook(Resource):
    """A URL that is told of events."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def url(self) -> str:
        """URL to which notifications are posted; the hosted service wants https."""

    @property
    def active(self) -> bool | None:
        """Whether notifications are posted to the URL; the service switches it off after repeated failures."""

    @property
    def events(self) -> tuple[EventName, ...]:
        """Events it is notified of; at least one."""

    @property
    def secret(self) -> Secret | None:
        """Key of the signatures, made by the service; ``None`` where the service does not show it."""

    @property
    def headers(self) -> tuple[DeliveryHeader, ...] | None:
        """Headers sent along with every notification; ``None`` when there are none."""

    @property
    def created_at(self) -> Moment | None:
        """When the webhook was registered."""

@final
class WebhookNotification(Resource):
    """One event, told to one webhook."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...
    @property
    def event(self) -> EventName:
        """Event it notifies of."""

    @property
    def delivery_status(self) -> DeliveryStatus | None:
        """How far its delivery has come; a delivered notification may already say ``succeeded``."""

    @property
    def created_at(self) -> Moment | None:
        """When the notification was made."""

    @property
    def version(self) -> str | None:
        """Version of the payload, a date as text; ``None`` for all events but those of documents."""

    @property
    def webhook(self) -> ResourceId | None:
        """Webhook that is notified; nothing is told of it for events of documents."""

    @property
    def reference_object(self) -> ResourceId | None:
        """What the event is about; nothing is told of it for events of documents."""

    @property
    def webhook_notification_logs(self) -> tuple[ResourceId, ...]:
        """Attempts to deliver it; the service has always listed none."""

    @property
    def document(self) -> ResourceId | None:
        """Document that the event is about, for events of documents."""

    @overload
    def related(self, name: Literal["webhook"]) -> Webhook | None: ...
    @overload
    def related(self, name: Literal["reference_object"]) -> Resource | None: ...
    @overload
    def related(self, name: Literal["document"]) -> Document | None: ...
    @overload
    def related(self, name: Literal["webhook_notification_logs"]) -> tuple[Resource, ...]: ...
    @overload
    def related(self, name: str) -> Any: ...


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
    def normalised(self) -> str:
        """Its normal form: upper case, without spaces and dashes."""

    @property
    def evidence(self) -> str | None:
        """What gave its kind away, when it was inferred: ``sandbox``, ``check_digit`` or ``shape``."""

    @property
    def is_sandbox(self) -> bool:
        """Whether it is a number of the built-in carrier ``TEST``."""

    def normalised_for(self, scac: str) -> str:
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
    def parse(data: bytes | str, of: None = None) -> Page[Resource]: ...
    @overload
    @staticmethod
    def parse(data: bytes | str, of: type[_T]) -> Page[_T]:
        """Reads a document out of its bytes or text. ``of`` is the class its items should have."""

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
        """What the service passed over, or keeps for later, of the request that this answers: ``code``, ``detail`` and the
        ``source`` in the request of each."""

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

        A column for each attribute and each relationship. One that leads to a single resource also has a column of its
        ids to join by: ``shipment_id`` beside ``shipment``. Ids are text. Moments are time stamps in UTC, a day alone stands
        for its noon; with ``as_written=True`` they are the text that came. With ``numpy=True`` types are NumPy's in place of
        Arrow's: what is missing is ``NaT``, ``NaN`` or ``None`` then.
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
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def _repr_html_(self) -> str: ...

@final
class Listing(Generic[_T_co]):
    """A listing that has not been fetched yet: every walk over it asks again, page by page as it gets there.

    It has no length and no truth before it is fetched: ``bool(listing)`` raises ``TypeError``. ``first() is None`` tells
    whether it is empty.
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
        """Every item. Those that cannot be read are left out, and told on the logger ``shiptrack``."""

    def in_order(self) -> list[_T_co]:
        """Every item in order of time: events by when they happened, as ``timeline.in_order`` has them, anything else by when it
        was made.
        """

    def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """Every item as a ``pandas.DataFrame`` with Arrow types; needs pandas and pyarrow.

        A column for each attribute and each relationship. One that leads to a single resource also has a column of its
        ids to join by: ``shipment_id`` beside ``shipment``. Ids are text. Moments are time stamps in UTC, a day alone stands
        for its noon; with ``as_written=True`` they are the text that came. With ``numpy=True`` types are NumPy's in place of
        Arrow's: what is missing is ``NaT``, ``NaN`` or ``None`` then.
        """

    def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """Every item as a ``polars.DataFrame``; needs polars. The columns are those of :meth:`to_pandas`."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
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
    def __next__(self) -> _T_co: ...
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

class _TableOptions(TypedDict, total=False):
    """The keywords a table takes."""

    page_size: int | None
    page_number: int | None
    max_items: int | None
    resume_from: str | None
    query: dict[str, Any] | None
    progress: Progress | None

class _NewTrackingRequest(TypedDict, total=False):
    """What a tracking request is made of."""

    bill_of_lading: str | None
    booking_number: str | None
    container: str | None
    request_number: str | None
    request_type: RequestType | None
    scac: str | None
    auto_detect: bool
    ref_numbers: str | Sequence[str] | None
    shipment_tags: str | Sequence[str] | None
    customer: Id | None
    initial_custom_fields: Any

@final
class TrackingRequests:
    """Creating, reading and following tracking requests."""

    def create(self, **request: Unpack[_NewTrackingRequest]) -> TrackingRequest:
        """Creates a tracking request for one number: ``bill_of_lading=``, ``booking_number=`` or ``container=``.

        With ``request_number=`` alone the kind is inferred, and an ambiguous number refused. A number is a ``str``: an
        ``int`` has lost its leading zeros. A second request for the same number and carrier raises ``DuplicateError``;
        :meth:`track` takes over the first one instead.
        """

    def track(
        self, *, again: Literal["by_reason", "always", "never"] | None = None, **request: Unpack[_NewTrackingRequest]
    ) -> Tracked:
        """Tracks a number. Safe to call twice: a live request for the number and carrier is taken over.

        The keywords are those of :meth:`create`. A request that was taken over gets the ``ref_numbers`` it lacks; what else
        was asked for and cannot be set any more is named in ``left_out``.

        A number that failed for a reason of its own is not asked for again every day: the failed request is returned
        (``how == "returned"``), for a week when there can be no such number, for a day when the carrier did not know it.
        ``again="always"`` asks for it anew, ``again="never"`` returns it for whatever reason it failed.
        """

    def create_or_adopt(
        self, *, again: Literal["by_reason", "always", "never"] | None = None, **request: Unpack[_NewTrackingRequest]
    ) -> Tracked:
        """Tracks a number as :meth:`track` does, and sends the create again when nobody knows whether it took effect.

        ``maybe_second`` of the result says whether that may have made two requests.
        """

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> TrackingRequest:
        """Reads one, and with it the resources that ``include`` names (``tracked_object``)."""

    def list(
        self,
        *,
        number: str | None = None,
        scac: str | None = None,
        status: RequestStatus | None = None,
        created_from: datetime | str | None = None,
        created_until: datetime | str | None = None,
        updated_from: datetime | str | None = None,
        updated_until: datetime | str | None = None,
        **options: Unpack[_ListOptions],
    ) -> Listing[TrackingRequest]:
        """Lists them, newest first: all, or those with this number, carrier and status, made or changed in a period.

        Every ``list`` takes ``include`` (what to read along), ``page_size``, ``page_number``, ``max_items``,
        ``resume_from`` (a page a walk broke off at), ``query`` (any other parameter) and ``progress``.
        """

    def update(
        self,
        id: Id,
        *,
        ref_numbers: str | Sequence[str] | None = None,
        shipment_tags: str | Sequence[str] | None = None,
    ) -> TrackingRequest:
        """Changes one. Lists are replaced; what is not named stays.

        The hosted service documents this for a single reference; the one in this process takes all of it.
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

        It takes a request, its id, or what :meth:`track` gave. With ``until="answered"`` the wait also ends when the carrier
        has no data yet and is asked again every day. A request that is not settled in time raises ``TimedOutError``, and
        lives on. Ctrl-C ends the wait at once. Where the service is on a manual clock, the wait moves that clock.
        """

    def infer_number(self, number: str) -> Inference:
        """Asks the service what a number is and which carrier it belongs to."""

@final
class Shipments:
    """Reading shipments, and following them or not."""

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> Shipment:
        """Reads one, and with it the resources that ``include`` names (``containers``, ``port_of_lading`` …)."""

    def list(
        self, *, number: str | None = None, tracking_stopped: bool | None = None, **options: Unpack[_ListOptions]
    ) -> Listing[Shipment]:
        """Lists them, newest first: all, those with this number, those that are followed or not."""

    def update(
        self,
        id: Id,
        *,
        ref_numbers: str | Sequence[str] | None = None,
        tags: str | Sequence[str] | None = None,
    ) -> Shipment:
        """Changes the customer's own references and labels. Lists are replaced; what is not named stays."""

    def stop_tracking(self, id: Id) -> Shipment:
        """Stops following a shipment and all its containers."""

    def resume_tracking(self, id: Id) -> Shipment:
        """Follows a shipment again that was stopped."""

@final
class Containers:
    """Reading containers, and what happened to them."""

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> Container:
        """Reads one, and with it the resources that ``include`` names (``shipment``, ``pod_terminal`` …)."""

    def list(self, **options: Unpack[_ListOptions]) -> Listing[Container]:
        """Lists them, newest first."""

    def transport_events(self, id: Id, **options: Unpack[_ListOptions]) -> Listing[TransportEvent]:
        """What happened to a container, and what is expected to, in no order of time: ``in_order()`` of the listing has it."""

    def table(self, **options: Unpack[_TableOptions]) -> ContainerTable:
        """All containers with what an analyst asks for first: status, arrival, delay, last free day, ports and vessel, a row each.

        It takes what :meth:`list` takes, but ``include``. The columns are those of
        :class:`~shiptrack.tables.ContainerRow`.
        """

    def timeline(self, id: Id, *, now: datetime | None = None) -> Timeline:
        """The picture of a container's journey."""

@final
class ShippingLines:
    """Reading the carriers whose numbers can be tracked."""

    def get(self, id: Id) -> ShippingLine:
        """Reads one. Its id is its code: ``get("MAEU")``."""

    def list(self, **options: Unpack[_ListOptions]) -> Listing[ShippingLine]:
        """Lists all of them, in one page."""

@final
class EmailSubmissions:
    """Reading the mail of an account."""

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> EmailSubmission:
        """Reads one, and with it the resources that ``include`` names (account, user, documents, documents.last_document_representation)."""

    def list(self, **options: Unpack[_ListOptions]) -> Listing[EmailSubmission]:
        """Lists them. ``include`` takes account, user, documents and documents.last_document_representation."""

@final
class Documents:
    """Reading documents."""

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> Document:
        """Reads one, and with it the resources that ``include`` names (``last_document_representation``, ``email_submission`` …)."""

    def list(
        self,
        *,
        file_name: str | None = None,
        reference: str | None = None,
        document_types: str | Sequence[str] | None = None,
        sort: str | None = None,
        **options: Unpack[_ListOptions],
    ) -> Listing[Document]:
        """Lists documents. The filters and ``sort`` are the hosted service's; the one in this process refuses them with
        :class:`~shiptrack.errors.BadRequestError`.
        """

@final
class Webhooks:
    """Registering URLs that are told of events."""

    def create(
        self,
        url: str,
        *,
        active: bool = True,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Registers a URL. The answer holds the secret its deliveries are signed with.

        ``events`` are those it is told of, all without it; ``headers`` are sent along with every delivery.
        """

    def ensure(
        self,
        url: str,
        *,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Ensured:
        """Registers a URL unless it is registered. Safe to call at every start of a program.

        A webhook of this very URL is taken over, the oldest of several: ``active``, ``events`` and ``headers`` are set where they
        differ, and what is not said stays: one that is switched off stays off without ``active=True``. ``how`` of the answer
        says what was done.
        """

    def get(self, id: Id) -> Webhook:
        """Reads one."""

    def list(self, **options: Unpack[_ListOptions]) -> Listing[Webhook]:
        """Lists them, newest first."""

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

        For the ``overlap`` (a day; 30 days at most, to the second) its deliveries are signed with the secret it had as
        well: a receiver that is given both takes every one of them. The hosted service's own signature header has room for
        one, and carries that of the new secret at once. ``overlap=0`` ends every secret before the new one now: for one
        that leaked. The service of this library does this; the hosted one has nothing like it (``NotFoundError``).
        """

    def delete(self, id: Id) -> None:
        """Removes one: it is told of nothing more."""

@final
class WebhookNotifications:
    """Reading what webhooks were told."""

    def get(self, id: Id, *, include: str | Sequence[str] | None = None) -> WebhookNotification:
        """Reads one, and with it the resources that ``include`` names (``webhook``, ``reference_object``)."""

    def list(self, **options: Unpack[_ListOptions]) -> Listing[WebhookNotification]:
        """Lists them, newest first."""

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
class Client:
    """A client of the service. Threads may share it; it has one rate allowance.

    ``Client(api_key, base_url)`` speaks to a hosted service; what is not given is read from ``SHIPTRACK_API_KEY`` and
    ``SHIPTRACK_BASE_URL``. ``timeout`` limits every call, everything included; without it a call may spend thirty seconds
    on the network, and waits for the rate allowance as long as it takes. ``limits`` is that allowance: without it the
    interface's own, 100 requests in any minute, 100 of them creating, 200 inferring and 10 refreshing; give what was agreed
    with your service (``{"default": 500}``), ``None`` for no limit. ``Service.client()`` makes one of a service in this
    process, which needs none of that.
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
    @property
    def tracking_requests(self) -> TrackingRequests:
        """Tracking requests."""

    @property
    def shipments(self) -> Shipments:
        """Shipments."""

    @property
    def containers(self) -> Containers:
        """Containers."""

    @property
    def shipping_lines(self) -> ShippingLines:
        """Ocean carriers."""

    @property
    def email_submissions(self) -> EmailSubmissions:
        """Inbound mail."""

    @property
    def documents(self) -> Documents:
        """Documents."""

    @property
    def webhooks(self) -> Webhooks:
        """Webhooks."""

    @property
    def webhook_notifications(self) -> WebhookNotifications:
        """Notifications of webhooks."""

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
class Service:
    """The tracking service in this process: in the file at ``path``, or in memory.

    Opening a file that this process has open gives the same service again. What is given anew takes the place of what was
    given first: the carriers of the same codes, ``any_carrier``, as many ``extractors`` as there were, ``on_activity``. Any
    other setting is refused with :class:`~shiptrack.errors.ConfigurationError` where it differs from how the file was
    opened; one that is left out stays as it is.

    Its worker does look-ups and deliveries as they fall due, with 32 ``threads`` at most unless told otherwise, unless
    ``worker=False`` or the clock is a manual one: then :meth:`run_due` does, :meth:`advance`, and every ``wait``. ``carriers`` answer look-ups, by their code; ``extractors``
    read documents. Deliveries reach public addresses, unless ``allow_loopback`` or ``allow_networks`` opens others.
    ``limits`` are those of its API keys. ``lifecycle`` says when a carrier is asked, ``following`` how long a shipment is
    followed, ``delivery`` how webhooks are told, ``breaker`` when whoever fails again and again rests, ``mail_limits`` what of a
    message is read: dicts of
    :mod:`shiptrack.types`, in which what is left out keeps its default. ``on_activity`` is told of every look-up, delivery and trouble right after it was written down, on the thread that did
    it; so is the logger ``shiptrack.service``.
    """

    def __new__(
        cls,
        path: str | PathLike[str] | None = None,
        *,
        worker: bool | None = None,
        threads: int | None = None,
        clock: ManualClock | None = None,
        carriers: Mapping[str, AnyCarrier] | None = None,
        any_carrier: AnyCarrier | None = None,
        extractors: Iterable[AnyExtractor] | None = None,
        allow_loopback: bool = False,
        allow_networks: Sequence[str] | None = None,
        limits: RateLimits | None = None,
        look_up_timeout: Seconds | None = None,
        lifecycle: Lifecycle | None = None,
        following: Following | None = None,
        delivery: DeliveryRules | None = None,
        breaker: Breaker | None = None,
        mail_limits: MailLimits | None = None,
        on_activity: Callable[[Activity], object] | None = None,
    ) -> Self: ...
    def client(self, account: Id | None = None) -> Client:
        """A client of this service in this process: no key, no limits."""

    def send(
        self,
        method: str,
        path: str,
        *,
        headers: Headers | None = None,
        body: bytes | None = None,
    ) -> Response:
        """Answers a request as the server does, for a web framework of your own to hand on.

        The path goes with its query (``/v2/shipments?page[size]=5``), the key in the ``Authorization`` header. A refusal
        is an answer, not an exception.
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

    def run_due(self, items: int | None = None) -> Done:
        """Does the work that is due now."""

    def settle(
        self, timeout: Seconds | None = None, *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> Settled:
        """Does everything that is due now, and what falls due through that, until nothing is: look-ups and deliveries.

        After a restart it brings the service up to date before anything is exported. What is scheduled for later is left for
        later, and a manual clock is not moved. Each item is tried once; what a worker has in hand is waited for. ``timeout``
        begins nothing more once it is over, without being an error: ``left`` of the answer says how much is still due.
        ``progress`` is told how many items are done, and how many there are as far as is known.
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
    ) -> Done:
        """Moves the manual clock forward, doing work as it falls due: ``advance(3600)`` or ``advance(hours=1)``."""

    def next_due(self) -> datetime | None:
        """When the next look-up or delivery is due."""

    def start_worker(self, threads: int = 32) -> None:
        """Starts at most ``threads`` threads that do work as it falls due, as they are needed, unless they run already."""

    def stop_worker(self) -> None:
        """Ends these threads, once what they are doing is done."""

    def on_wake(self, wake: Callable[[], object] | None) -> None:
        """Has ``wake`` called whenever :meth:`next_due` or :meth:`events` may answer otherwise than before.

        It is called on the thread where that happened, and should do no more than wake a loop of your own
        (``lambda: loop.call_soon_threadsafe(event.set)``). ``None`` ends it.
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

    def ingest_email(self, message: Any, *, account: Id | None = None, user: Id | None = None) -> Ingested:
        """Takes in a message: its bytes as they came, or an ``email.message.Message``. The same bytes twice are one.

        A ``str`` is refused: decoding may have changed what it was made of.
        """

    def quarantined_emails(self, *, account: Id | None = None) -> list[Quarantined]:
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

    def accounts(self) -> list[AccountRecord]:
        """All accounts, oldest first."""

    def create_key(self, name: str, *, account: Id | None = None, read_only: bool = False) -> NewKey:
        """Makes an API key. It is seen here and never again."""

    def keys(self, *, account: Id | None = None) -> list[KeyRecord]:
        """The keys of an account, revoked ones too."""

    def revoke_key(self, id: Id, *, account: Id | None = None) -> KeyRecord:
        """Revokes a key at once."""

    def close(self) -> None:
        """Stops servers and workers, and lets go of the file.

        Every later call raises :class:`~shiptrack.errors.ClosedError`, those of its clients, listings and feeds too. It
        waits for the carrier that is being asked; Ctrl-C ends that wait, and the rest is done behind it. The end of the
        interpreter waits for the carrier as well.
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
        """Moves the clock forward: ``advance(3600)`` or ``advance(hours=1)``. No work is done: see ``Service.advance``."""

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


def _in_order(events: Any, /) -> list[Any]:
    """The events of a container in order."""

def _columns(columns: dict[str, tuple[str, list[Any]]], /) -> Any:
    """Columns by name, each with its type and its values: ``text``, ``moment`` (microseconds from 1970 in UTC), ``day`` (days
    from 1970) or ``number``.
    """

def infer_number(number: str) -> Inference:
    """What this library makes of a number, without asking anybody."""

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
) -> Verified:
    """Verifies the raw bytes of a delivery. Every refusal is a ``SignatureError``."""

def parse_notification(body: bytes | str) -> WebhookNotification:
    """The notification in a body that was verified."""

def read_error(status: int, body: bytes, retry_after: Seconds | None = None) -> ShiptrackError:
    """What an answer of this status and body says is wrong: the exception a client raises."""
