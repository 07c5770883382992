# Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The resource types. They are immutable, and their attributes have the names of the interface."""

from typing import Any, ClassVar, Literal, final, overload

from typing_extensions import Self

from shiptrack._native import Resource
from shiptrack.types import (
    ContainerStatus,
    CustomFieldDataType,
    CustomFieldEntityType,
    DataSource,
    DeliveryStatus,
    DocumentSource,
    EventName,
    FacilityType,
    FailedReason,
    Id,
    Milestone,
    RequestStatus,
    RequestType,
    SchemaFormat,
    SearchEntityType,
    StopReason,
    WebhookDisabledReason,
)
from shiptrack.values import (
    DeliveryHeader,
    EventDescription,
    ImportDeadlines,
    Moment,
    ResourceId,
    Secret,
    TerminalFee,
    TerminalHold,
    UntrackedNumber,
    VesselPosition,
)

__all__ = [
    "Account",
    "Container",
    "ContainerCreatedEvent",
    "ContainerPodTerminalChangedEvent",
    "ContainerUpdatedEvent",
    "CustomField",
    "CustomFieldDefinition",
    "CustomFieldOption",
    "Document",
    "DocumentRepresentation",
    "DocumentSchema",
    "EmailSubmission",
    "EstimatedEvent",
    "MetroArea",
    "Party",
    "Port",
    "RailTerminal",
    "RawEvent",
    "SearchResult",
    "Shipment",
    "ShipmentUpdatedEvent",
    "ShippingLine",
    "Terminal",
    "TrackingRequest",
    "TransportEvent",
    "User",
    "Vessel",
    "Webhook",
    "WebhookEventCategory",
    "WebhookNotification",
]

@final
class Account(Resource):
    """An account of the service. It owns tracking requests, shipments, webhooks and email submissions."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def company_name(self) -> str:
        """Name of the company that owns the account."""

@final
class Container(Resource):
    """A container of a shipment."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def number(self) -> str:
        """Container number (ISO 6346)."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """References of the customer for the container."""

    @property
    def equipment_type(self) -> str | None:
        """Type of the container: ``dry``, ``reefer``, ``open top``, ``flat rack``, ``bulk`` or ``tank``; ``None`` if
        unknown.
        """

    @property
    def equipment_length(self) -> int | None:
        """Length of the container in feet: 10, 20, 40 or 45; ``None`` if unknown."""

    @property
    def equipment_height(self) -> str | None:
        """Height of the container: ``standard`` or ``high_cube``; ``None`` if unknown."""

    @property
    def weight_in_lbs(self) -> int | float | None:
        """Weight in pounds, as reported by the shipping line; 0 or ``None`` if unknown."""

    @property
    def weight_kind(self) -> str | None:
        """Kind of the weight, such as ``verified gross mass``, ``gross`` or ``tare``; missing if unknown. Only the
        embedded service reports it.
        """

    @property
    def created_at(self) -> Moment | None:
        """Time when the service created the container."""

    @property
    def seal_number(self) -> str | None:
        """Number of the seal on the doors; ``None`` if unknown."""

    @property
    def seals(self) -> tuple[str, ...]:
        """Numbers of all seals that the sources report, that of ``seal_number`` first: a seal may be replaced after an
        examination. Only the embedded service reports them.
        """

    @property
    def pickup_lfd(self) -> Moment | None:
        """Last free day that applies where the container is picked up; ``None`` if unknown. The embedded service
        returns the earliest one: at the port that of the terminal or the shipping line, at the inland destination that
        of the railway or the shipping line. The hosted service returns that of the shipping line, else of the terminal,
        else of the railway.
        """

    @property
    def pickup_lfd_may_move(self) -> bool | None:
        """``true`` if ``pickup_lfd`` was given before the container arrived, so that it may move with the arrival;
        missing otherwise. Only the embedded service reports it.
        """

    @property
    def pickup_lfd_at_pickup(self) -> Moment | None:
        """Last free day that applied when the container was picked up; missing before that. Only the embedded service
        reports it.
        """

    @property
    def fees_at_pickup(self) -> tuple[TerminalFee, ...] | None:
        """Fees at the terminal when the container was picked up; missing before that. Only the embedded service reports
        them.
        """

    @property
    def pickup_appointment_at(self) -> Moment | None:
        """Time of the pickup appointment at the terminal; ``None`` if there is no appointment."""

    @property
    def availability_known(self) -> bool | None:
        """Whether the terminal reports availability for pickup; if not, ``available_for_pickup`` has no meaning."""

    @property
    def available_for_pickup(self) -> bool | None:
        """Whether the container can be picked up, as reported by the terminal; ``None`` if the terminal does not report
        it.
        """

    @property
    def pod_arrived_at(self) -> Moment | None:
        """Time when the vessel arrived at the port of discharge; ``None`` before that."""

    @property
    def pod_discharged_at(self) -> Moment | None:
        """Time when the container was discharged at the port of discharge; ``None`` before that."""

    @property
    def pod_full_out_at(self) -> Moment | None:
        """Time when the loaded container was picked up at the port of discharge; ``None`` before that, and usually if
        it continues by rail.
        """

    @property
    def terminal_checked_at(self) -> Moment | None:
        """Time when the data of the terminal was last read; ``None`` if never."""

    @property
    def pod_full_out_chassis_number(self) -> str | None:
        """Number of the chassis on which the container was picked up; ``None`` if unknown."""

    @property
    def location_at_pod_terminal(self) -> str | None:
        """Position in the yard of the terminal, as free text of the terminal; ``None`` if unknown."""

    @property
    def final_destination_full_out_at(self) -> Moment | None:
        """Time when the container was picked up at the inland destination; ``None`` before that, and if it has no
        inland destination.
        """

    @property
    def empty_terminated_at(self) -> Moment | None:
        """Time when the empty container was returned; ``None`` before that."""

    @property
    def holds_at_pod_terminal(self) -> tuple[TerminalHold, ...]:
        """Holds at the terminal at the port of discharge and at the inland terminal; empty if there are no holds."""

    @property
    def fees_at_pod_terminal(self) -> tuple[TerminalFee, ...]:
        """Fees at the terminal at the port of discharge and at the inland terminal; empty if there are no fees."""

    @property
    def release_statuses(self) -> Any:
        """Releases of the container by shipping line, customs and terminal. The hosted service names the attribute
        without describing its content; the embedded service omits it.
        """

    @property
    def pod_timezone(self) -> str | None:
        """Time zone of the port of discharge (IANA name); ``None`` if unknown."""

    @property
    def final_destination_timezone(self) -> str | None:
        """Time zone of the inland destination (IANA name); ``None`` if unknown, and if there is no inland destination.
        """

    @property
    def empty_terminated_timezone(self) -> str | None:
        """Time zone of the place where the empty container is returned (IANA name); ``None`` if unknown."""

    @property
    def pod_rail_carrier_scac(self) -> str | None:
        """SCAC of the railway that takes the container at the port of discharge; ``None`` if unknown, and if it does
        not travel by rail.
        """

    @property
    def ind_rail_carrier_scac(self) -> str | None:
        """SCAC of the railway that delivers to the inland destination; ``None`` if unknown, and if it does not travel
        by rail.
        """

    @property
    def pod_last_tracking_request_at(self) -> Moment | None:
        """Time when the service last requested data about the container from the terminal; ``None`` if never."""

    @property
    def shipment_last_tracking_request_at(self) -> Moment | None:
        """Time when the service last requested data about the shipment from the shipping line; ``None`` if never."""

    @property
    def pod_rail_loaded_at(self) -> Moment | None:
        """Time when the container was loaded on a rail car at the port of discharge; ``None`` before that, and if it
        does not travel by rail.
        """

    @property
    def pod_rail_departed_at(self) -> Moment | None:
        """Time when the train left the port of discharge; ``None`` before that, and if the container does not travel by
        rail.
        """

    @property
    def ind_eta_at(self) -> Moment | None:
        """Estimated arrival at the inland destination, as reported by the railway; ``None`` if unknown."""

    @property
    def ind_ata_at(self) -> Moment | None:
        """Actual arrival at the inland destination, as reported by the railway; ``None`` before that."""

    @property
    def ind_rail_unloaded_at(self) -> Moment | None:
        """Time when the container was unloaded from the rail car at the inland destination; ``None`` before that."""

    @property
    def ind_facility_lfd_on(self) -> Moment | None:
        """Last free day inland. Deprecated: use ``pickup_lfd_rail`` of ``import_deadlines``."""

    @property
    def ind_facility_holds(self) -> tuple[TerminalHold, ...] | None:
        """Holds at the inland terminal, under an older name. The hosted service sends ``None``: use
        ``holds_at_pod_terminal``.
        """

    @property
    def ind_facility_fees(self) -> tuple[TerminalFee, ...] | None:
        """Fees at the inland terminal, under an older name. The hosted service sends ``None``: use
        ``fees_at_pod_terminal``.
        """

    @property
    def ssl_lfd(self) -> Moment | None:
        """Last free day of the shipping line, under an older name. The hosted service sends ``None``: use
        ``import_deadlines``.
        """

    @property
    def import_deadlines(self) -> ImportDeadlines | None:
        """Last free days by the party that sets them; ``None`` if none is known."""

    @property
    def current_status(self) -> ContainerStatus:
        """Current status of the container, which the service derives from its events."""

    @property
    def left_shipment(self) -> bool | None:
        """``true`` if the container left its shipment, for example because it was rolled over to another booking;
        missing otherwise. Only the embedded service reports it.
        """

    @property
    def delivered_at(self) -> Moment | None:
        """Time when a user marked the container as delivered; ``None`` before that."""

    @property
    def empty_out_at(self) -> Moment | None:
        """Time when the empty container was picked up at the origin; ``None`` before that."""

    @property
    def pol_full_in_at(self) -> Moment | None:
        """Time when the loaded container was delivered to the port of lading; ``None`` before that."""

    @property
    def pol_vessel_loaded_at(self) -> Moment | None:
        """Time when the container was loaded on the vessel at the port of lading; ``None`` before that."""

    @property
    def pol_vessel_departed_at(self) -> Moment | None:
        """Time when the vessel left the port of lading; ``None`` before that."""

    @property
    def rail_last_tracking_request_at(self) -> Moment | None:
        """Time when the service last requested data about the container from the railway; ``None`` if never."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment to which the container belongs."""

    @property
    def pickup_facility(self) -> ResourceId | None:
        """Terminal where the container is to be picked up; empty if unknown."""

    @property
    def pod_terminal(self) -> ResourceId | None:
        """Terminal at the port of discharge; empty if unknown."""

    @property
    def transport_events(self) -> tuple[ResourceId, ...]:
        """Events of the container: actual and expected movements, and changes of its last free days."""

    @property
    def raw_events(self) -> tuple[ResourceId, ...]:
        """Statements of the shipping line, terminal and railway from which the events are derived."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: Literal["pickup_facility", "pod_terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: Literal["transport_events"]) -> tuple[TransportEvent, ...]: ...

    @overload
    def related(self, name: Literal["raw_events"]) -> tuple[RawEvent, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ContainerCreatedEvent(Resource):
    """A container was added to a shipment. This resource is only included in the notification ``container.created``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def timestamp(self) -> Moment | None:
        """Time when the service created the container."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the timestamp (IANA name); usually ``Etc/UTC``."""

    @property
    def container(self) -> ResourceId | None:
        """Container that was added."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment to which the container was added."""

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ContainerPodTerminalChangedEvent(Resource):
    """The terminal where a container will be discharged changed. This resource is only included in the notification
    ``container.pod_terminal_changed``.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def timestamp(self) -> Moment | None:
        """Time when the service detected the change."""

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source that reported the change; ``None`` if unknown."""

    @property
    def container(self) -> ResourceId | None:
        """Container that will be discharged at another terminal."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment to which the container belongs."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal where the container will now be discharged."""

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: Literal["terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ContainerUpdatedEvent(Resource):
    """The data of the terminal about a container changed, or published times of the container were corrected. This
    resource is only included in the notification ``container.updated``.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def changeset(self) -> dict[str, Any]:
        """The changes: the name of each changed attribute, with a list of its old and its new value. Some older
        notifications use the name ``pod_terminal_holds`` for the holds. The values of ``pod_terminal`` are ids of
        terminals. A corrected event that no attribute shows has names such as
        ``container.transport.transshipment_arrived.timestamp``.
        """

    @property
    def timestamp(self) -> Moment | None:
        """Time when the service detected the change."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the port of discharge (IANA name); ``None`` if unknown."""

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source that reported the change; ``terminal`` in all known notifications of the hosted service.
        """

    @property
    def container(self) -> ResourceId | None:
        """Container that changed."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal where the container is."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment to which the container belongs."""

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class CustomField(Resource):
    """The value of a custom field of one shipment, container or tracking request."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def api_slug(self) -> str:
        """API name of the field: the ``api_slug`` of its definition."""

    @property
    def value(self) -> Any:
        """The value: text, number, boolean, list of texts or object, depending on the data type; ``None`` if the field
        has no value.
        """

    @property
    def display_value(self) -> str | None:
        """The value formatted for people; ``None`` if the field has no value."""

    @property
    def entity(self) -> ResourceId | None:
        """Shipment, container or tracking request that has the value."""

    @property
    def definition(self) -> ResourceId | None:
        """Definition of the field."""

    @overload
    def related(self, name: Literal["entity"]) -> Shipment | Container | TrackingRequest | None: ...

    @overload
    def related(self, name: Literal["definition"]) -> CustomFieldDefinition | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class CustomFieldDefinition(Resource):
    """The definition of a custom field: its names, the type of the resources that have it, and the values that it
    accepts.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def entity_type(self) -> CustomFieldEntityType:
        """Type of the resources that have the field; cannot be changed later."""

    @property
    def api_slug(self) -> str:
        """API name of the field; cannot be changed later."""

    @property
    def display_name(self) -> str:
        """Name of the field that is shown to people."""

    @property
    def description(self) -> str | None:
        """Purpose of the field, for people; ``None`` if not given."""

    @property
    def data_type(self) -> CustomFieldDataType:
        """Data type of the values; cannot be changed later."""

    @property
    def reference_type(self) -> str | None:
        """Type of the resources to which values of the data type ``reference`` refer; ``None`` for other data types."""

    @property
    def validation(self) -> dict[str, Any] | None:
        """Rules for the values, such as ``required``, ``pattern`` and ``max_length``; ``None`` if there are no rules.
        """

    @property
    def default_format(self) -> str | None:
        """Format in which values are shown; ``None`` for the default format."""

    @property
    def default_value(self) -> Any:
        """Value for resources that are created without one; ``None`` if there is no default."""

    @property
    def template_id(self) -> str | None:
        """Template from which the definition was created; ``None`` if it was created without a template."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the definition was created."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the definition last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account to which the definition belongs."""

    @property
    def fields(self) -> tuple[ResourceId, ...]:
        """Values of the field. Both services send an empty list: list the values with the filter
        ``filter[definition_id]``.
        """

    @property
    def options(self) -> tuple[ResourceId, ...]:
        """Options of the field, for the data types ``enum`` and ``enum_multi``."""

    @overload
    def related(self, name: Literal["account"]) -> Account | None: ...

    @overload
    def related(self, name: Literal["fields"]) -> tuple[CustomField, ...]: ...

    @overload
    def related(self, name: Literal["options"]) -> tuple[CustomFieldOption, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class CustomFieldOption(Resource):
    """An option of a custom field of the data type ``enum`` or ``enum_multi``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def label(self) -> str:
        """Text of the option that is shown to people."""

    @property
    def value(self) -> str:
        """Value that is stored. It is unique among the options of a definition."""

    @property
    def position(self) -> int | None:
        """Position among the options of the field, in ascending order; ``None`` if the options have no order."""

@final
class Document(Resource):
    """A freight document and its file. An email submission includes its documents in a short form, which has only name,
    source, type and times.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the document; initially the name of its file."""

    @property
    def source(self) -> DocumentSource:
        """How the service received the document."""

    @property
    def document_type(self) -> str | None:
        """Type of the document, such as ``bill_of_lading``; ``None`` until it is classified."""

    @property
    def document_type_manual(self) -> str | None:
        """Type that a user set, which overrides the detected type; ``None`` if no user set a type."""

    @property
    def classification_notes(self) -> str | None:
        """Explanation of the classification, for people; ``None`` if missing."""

    @property
    def file_name(self) -> str | None:
        """Name of the file; ``None`` in the short form."""

    @property
    def file_content_type(self) -> str | None:
        """Media type of the file, such as ``application/pdf``; ``None`` if unknown."""

    @property
    def file_size_bytes(self) -> int | None:
        """Size of the file in bytes; ``None`` if unknown."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the service received the document."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the document last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account to which the document belongs."""

    @property
    def user(self) -> ResourceId | None:
        """User who uploaded the document; empty if it was received by email or through the API."""

    @property
    def email_submission(self) -> ResourceId | None:
        """Email submission to which the document was attached; empty if it was received in another way."""

    @property
    def last_document_representation(self) -> ResourceId | None:
        """Data that was last extracted from the document; empty until data is extracted."""

    @property
    def shipments(self) -> tuple[ResourceId, ...]:
        """Shipments to which the document belongs."""

    @property
    def cargos(self) -> tuple[ResourceId, ...]:
        """Containers to which the document belongs."""

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
    def related(self, name: Literal["cargos"]) -> tuple[Container, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class DocumentRepresentation(Resource):
    """The data that was extracted from a document at one time."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def schema_version(self) -> str:
        """Version of the schema of the payload: a date as text."""

    @property
    def payload(self) -> dict[str, Any] | None:
        """Extracted values, with the members of the schema of the document type; ``None`` if nothing was extracted."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the data was extracted."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the values last changed."""

@final
class DocumentSchema(Resource):
    """The schema of the data that is extracted from documents of one type: the payload of a document representation."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def document_type(self) -> str:
        """Type of the documents, such as ``bill_of_lading``."""

    @property
    def label(self) -> str:
        """Name of the document type that is shown to people."""

    @property
    def schema_version(self) -> str:
        """Version of the schema: a date as text."""

    @property
    def full_version(self) -> str:
        """Document type and version, such as ``bill_of_lading@2026-11-01``; the same as the id."""

    @property
    def current(self) -> bool:
        """Whether this version is used to extract data now."""

    @property
    def draft(self) -> bool:
        """Whether the version is a draft, which can still change."""

    @property
    def active_at(self) -> Moment | None:
        """Time from which the version is used; ``None`` if not decided."""

    @property
    def schema_format(self) -> SchemaFormat | None:
        """Language of the schema; ``None`` if there is no schema."""

    @property
    def description(self) -> str | None:
        """Description of the document type, for people; ``None`` if not given."""

    @property
    def schema_payload(self) -> dict[str, Any] | None:
        """The schema, in the language of ``schema_format``; ``None`` if there is no schema."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the schema was created."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the schema last changed."""

@final
class EmailSubmission(Resource):
    """A message that an account received. A document includes its message in a short form, which has ``body_preview``
    instead of ``body``.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def subject(self) -> str:
        """Subject of the message; empty if it has none."""

    @property
    def body(self) -> str | None:
        """Text of the message; ``None`` if it has none, and in the short form."""

    @property
    def body_preview(self) -> str | None:
        """The first 200 characters of the text; only in the short form."""

    @property
    def from_(self) -> tuple[str, ...]:
        """Addresses of the senders."""

    @property
    def to(self) -> tuple[str, ...]:
        """Addresses of the recipients."""

    @property
    def cc(self) -> tuple[str, ...]:
        """Addresses of the recipients of copies."""

    @property
    def sent_at(self) -> Moment | None:
        """Time when the message was sent, from its header ``Date``; ``None`` if missing."""

    @property
    def message_id(self) -> str | None:
        """Identifier of the message, from its header ``Message-ID``; ``None`` if missing."""

    @property
    def in_reply_to(self) -> str | None:
        """Identifier of the message to which this is a reply, from its header ``In-Reply-To``; ``None`` if missing, and
        in the short form.
        """

    @property
    def references(self) -> tuple[str, ...] | None:
        """Identifiers of the previous messages of the thread, oldest first; ``None`` in the short form."""

    @property
    def content_type(self) -> str | None:
        """Media type of the whole message; ``None`` if missing, and in the short form."""

    @property
    def documents_count(self) -> int | None:
        """Number of documents of the message that were not deleted; ``None`` in the short form."""

    @property
    def untracked_numbers(self) -> tuple[UntrackedNumber, ...] | None:
        """Numbers in the message and its documents that are not tracked yet; ``None`` in the short form. Only the
        embedded service returns them.
        """

    @property
    def created_at(self) -> Moment | None:
        """Time when the service received the message."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the submission last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account to which the message was sent."""

    @property
    def user(self) -> ResourceId | None:
        """User who uploaded the message; empty if it was received by email."""

    @property
    def documents(self) -> tuple[ResourceId, ...]:
        """Documents that were created from the message and its attachments."""

    @overload
    def related(self, name: Literal["account"]) -> Account | None: ...

    @overload
    def related(self, name: Literal["user"]) -> User | None: ...

    @overload
    def related(self, name: Literal["documents"]) -> tuple[Document, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class EstimatedEvent(Resource):
    """The estimated arrival of a shipment changed. This resource is included in the notification
    ``shipment.estimated.arrival``.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def created_at(self) -> Moment | None:
        """Time when the service detected the change."""

    @property
    def estimated_timestamp(self) -> Moment | None:
        """New estimated time of arrival."""

    @property
    def event(self) -> EventName:
        """Name of the event: ``shipment.estimated.arrival`` in all known notifications."""

    @property
    def location_locode(self) -> str | None:
        """UN/LOCODE of the port of discharge; ``None`` if unknown."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the port of discharge (IANA name); ``None`` if unknown."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage that arrives at the port of discharge; ``None`` if unknown."""

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source that reported the change."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment that is expected to arrive."""

    @property
    def port(self) -> ResourceId | None:
        """Port of discharge; empty if unknown."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel that arrives at the port of discharge; empty if unknown."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: Literal["port"]) -> Port | None: ...

    @overload
    def related(self, name: Literal["vessel"]) -> Vessel | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class MetroArea(Resource):
    """A city or region inland that is the destination of a container and not a port."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the area, usually that of its main city."""

    @property
    def code(self) -> str:
        """UN/LOCODE of the area."""

    @property
    def state_abbr(self) -> str | None:
        """Abbreviation of the state or province, which can be a number as text; ``None`` if the country has none or it
        is unknown.
        """

    @property
    def country_code(self) -> str:
        """Country code: two letters (ISO 3166-1)."""

    @property
    def time_zone(self) -> str:
        """Time zone of the area (IANA name); can be an older name such as ``US/Eastern``."""

    @property
    def latitude(self) -> float | None:
        """Latitude in degrees, positive to the north; ``None`` if unknown. The API writes it as text."""

    @property
    def longitude(self) -> float | None:
        """Longitude in degrees, positive to the east; ``None`` if unknown. The API writes it as text."""

@final
class Party(Resource):
    """A customer of an account: a company for which shipments are tracked."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def company_name(self) -> str:
        """Name of the company. It is unique in the account."""

@final
class Port(Resource):
    """A port where vessels call."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the port."""

    @property
    def code(self) -> str:
        """UN/LOCODE of the port. Some codes of the hosted service differ from the official ones."""

    @property
    def state_abbr(self) -> str | None:
        """Abbreviation of the state or province, which can be a number as text; ``None`` if the country has none or it
        is unknown.
        """

    @property
    def city(self) -> str | None:
        """City of the port; ``None`` if unknown."""

    @property
    def country_code(self) -> str:
        """Country code: two letters (ISO 3166-1)."""

    @property
    def time_zone(self) -> str:
        """Time zone of the port (IANA name); can be an older name such as ``US/Eastern``."""

    @property
    def latitude(self) -> float | None:
        """Latitude in degrees, positive to the north; ``None`` if unknown. The API writes it as text."""

    @property
    def longitude(self) -> float | None:
        """Longitude in degrees, positive to the east; ``None`` if unknown. The API writes it as text."""

    @property
    def terminals(self) -> tuple[ResourceId, ...]:
        """Terminals of the port; missing if the port is an included resource."""

    @overload
    def related(self, name: Literal["terminals"]) -> tuple[Terminal, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class RailTerminal(Resource):
    """A terminal of a railway, inland or at a port."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Full name of the terminal."""

    @property
    def nickname(self) -> str | None:
        """Common short name; ``None`` if the terminal has no short name."""

    @property
    def firms_code(self) -> str | None:
        """FIRMS code of US customs; ``None`` in other countries and if unknown."""

    @property
    def city(self) -> str | None:
        """City of the address; ``None`` if unknown."""

    @property
    def port(self) -> ResourceId | None:
        """Port of the terminal; empty if the terminal is inland."""

    @property
    def metro_area(self) -> ResourceId | None:
        """Area that the terminal serves."""

    @overload
    def related(self, name: Literal["port"]) -> Port | None: ...

    @overload
    def related(self, name: Literal["metro_area"]) -> MetroArea | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class RawEvent(Resource):
    """A statement of a carrier, terminal or railway about something that happened to a container or will happen."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def event(self) -> Milestone | None:
        """Milestone as which the service classifies the statement; ``None`` if it is not classified."""

    @property
    def original_event(self) -> str | None:
        """Text of the source; ``None`` if it sent none."""

    @property
    def timestamp(self) -> Moment | None:
        """Time when it happened or is expected to happen; ``None`` if unknown."""

    @property
    def estimated(self) -> bool:
        """Whether it is planned or expected, and has not happened yet."""

    @property
    def actual_on(self) -> Moment | None:
        """Day when it happened. Deprecated: use ``timestamp`` and ``estimated``."""

    @property
    def estimated_on(self) -> Moment | None:
        """Day when it is expected. Deprecated: use ``timestamp`` and ``estimated``."""

    @property
    def actual_at(self) -> Moment | None:
        """Time when it happened. Deprecated: use ``timestamp`` and ``estimated``."""

    @property
    def estimated_at(self) -> Moment | None:
        """Time when it is expected. Deprecated: use ``timestamp`` and ``estimated``."""

    @property
    def will_occur_at(self) -> Moment | None:
        """Time when it will happen, as reported by the source. Both services send ``None``: use ``timestamp``."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the place (IANA name); ``None`` if the timestamp is a local time at the place."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the service received the statement."""

    @property
    def location_name(self) -> str | None:
        """Name of the place, as written by the source; ``None`` if the source names no place."""

    @property
    def location_locode(self) -> str | None:
        """UN/LOCODE of the place; ``None`` if the service does not recognize the place."""

    @property
    def vessel_name(self) -> str | None:
        """Name of the vessel; ``None`` if no vessel is involved."""

    @property
    def vessel_imo(self) -> str | None:
        """IMO number of the vessel, as text; ``None`` if no vessel is involved or the number is unknown."""

    @property
    def index(self) -> int | None:
        """Position of the statement in the list of the source, which is not always in chronological order."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage; empty or ``None`` if unknown."""

    @property
    def invalidated_at(self) -> Moment | None:
        """Time when the source corrected or withdrew the statement; ``None`` while it is valid."""

    @property
    def confirmed_at(self) -> Moment | None:
        """Time when the source last repeated an estimate that it first sent at ``created_at``. Only the embedded
        service returns this.
        """

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source."""

    @property
    def data_provider_name(self) -> str | None:
        """Name of the source, such as the name of the shipping line."""

    @property
    def data_provider_code(self) -> str | None:
        """Code of the source; for a shipping line its SCAC."""

    @property
    def location(self) -> ResourceId | None:
        """Place where it happened; empty if the service does not recognize the place."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel that is involved; empty if no vessel is involved."""

    @property
    def container(self) -> ResourceId | None:
        """Container that the statement is about."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal where it happened; empty if the service does not recognize the terminal."""

    @overload
    def related(self, name: Literal["location"]) -> Port | MetroArea | None: ...

    @overload
    def related(self, name: Literal["vessel"]) -> Vessel | None: ...

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class SearchResult(Resource):
    """A shipment, container or tracking request that a search found. The hosted service documents the type of the found
    resource instead of ``search_result``; the client reads both.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def entity_type(self) -> SearchEntityType:
        """Kind of the result."""

    @property
    def number(self) -> str | None:
        """Number of the bill of lading, booking or container."""

    @property
    def shipment_id(self) -> str | None:
        """Id of the shipment, or of the shipment to which the container belongs; ``None`` if there is no shipment yet.
        """

    @property
    def scac(self) -> str | None:
        """SCAC of the shipping line; ``None`` if unknown."""

    @property
    def port_of_lading_name(self) -> str | None:
        """Name of the port of lading; ``None`` if unknown."""

    @property
    def port_of_discharge_name(self) -> str | None:
        """Name of the port of discharge; ``None`` if unknown."""

    @property
    def containers_count(self) -> int | None:
        """Number of containers of the shipment; ``None`` for results of other kinds."""

    @property
    def tracking_stopped(self) -> bool | None:
        """Whether tracking of the shipment has stopped."""

    @property
    def tracking_stopped_reason(self) -> StopReason | None:
        """Reason why tracking stopped; ``None`` while the shipment is tracked."""

    @property
    def status(self) -> str | None:
        """Status of the tracking request, or current status of the container; ``None`` for shipments."""

    @property
    def failed_reason(self) -> FailedReason | None:
        """Reason why the tracking request failed; ``None`` if it did not fail."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """References of the customer."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the found resource was created."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the found resource last changed."""

@final
class Shipment(Resource):
    """A shipment: the containers that travel under one bill of lading or booking."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def bill_of_lading_number(self) -> str:
        """Number of the bill of lading or booking, as it was submitted."""

    @property
    def normalized_number(self) -> str:
        """Number in the form that is sent to the shipping line, often without the prefix of the line."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """References of the customer for the shipment."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the service created the shipment."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags that the account assigned to the shipment."""

    @property
    def port_of_lading_locode(self) -> str | None:
        """UN/LOCODE of the port of lading; ``None`` if unknown."""

    @property
    def port_of_lading_name(self) -> str | None:
        """Name of the port of lading; ``None`` if unknown."""

    @property
    def port_of_discharge_locode(self) -> str | None:
        """UN/LOCODE of the port of discharge; ``None`` if unknown."""

    @property
    def port_of_discharge_name(self) -> str | None:
        """Name of the port of discharge; ``None`` if unknown."""

    @property
    def destination_locode(self) -> str | None:
        """UN/LOCODE of the inland destination; ``None`` if there is no inland destination, or only its name is known.
        """

    @property
    def destination_name(self) -> str | None:
        """Name of the inland destination; ``None`` if there is no inland destination."""

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
        """Name of the customer for whom the shipment is tracked; ``None`` if no customer was given."""

    @property
    def pod_vessel_name(self) -> str | None:
        """Name of the vessel that arrives at the port of discharge; ``None`` if unknown."""

    @property
    def pod_vessel_imo(self) -> str | None:
        """IMO number, as text, of the vessel that arrives at the port of discharge; ``None`` if unknown."""

    @property
    def pod_voyage_number(self) -> str | None:
        """Number of the voyage that arrives at the port of discharge; ``None`` if unknown."""

    @property
    def pol_etd_at(self) -> Moment | None:
        """Estimated departure from the port of lading; ``None`` if unknown. Its time zone is ``pol_timezone``."""

    @property
    def pol_original_etd_at(self) -> Moment | None:
        """First estimate of the departure from the port of lading; ``None`` if unknown."""

    @property
    def pol_atd_at(self) -> Moment | None:
        """Actual departure from the port of lading; ``None`` before that."""

    @property
    def pod_eta_at(self) -> Moment | None:
        """Estimated arrival at the port of discharge; ``None`` if unknown, and often after the arrival. Its time zone
        is ``pod_timezone``.
        """

    @property
    def pod_original_eta_at(self) -> Moment | None:
        """First estimate of the arrival at the port of discharge; ``None`` if unknown."""

    @property
    def pod_ata_at(self) -> Moment | None:
        """Actual arrival at the port of discharge; ``None`` before that."""

    @property
    def destination_eta_at(self) -> Moment | None:
        """Estimated arrival at the inland destination, as reported by the shipping line; ``None`` if unknown. Its time
        zone is ``destination_timezone``.
        """

    @property
    def destination_original_eta_at(self) -> Moment | None:
        """First estimate of the arrival at the inland destination; ``None`` if unknown."""

    @property
    def destination_ata_at(self) -> Moment | None:
        """Actual arrival at the inland destination, as reported by the shipping line; ``None`` before that."""

    @property
    def pol_timezone(self) -> str | None:
        """Time zone of the port of lading (IANA name); ``None`` if unknown."""

    @property
    def pod_timezone(self) -> str | None:
        """Time zone of the port of discharge (IANA name); ``None`` if unknown."""

    @property
    def destination_timezone(self) -> str | None:
        """Time zone of the inland destination (IANA name); ``None`` if unknown, and if there is no inland destination.
        """

    @property
    def line_tracking_last_attempted_at(self) -> Moment | None:
        """Time when the service last requested data from the shipping line; ``None`` if never."""

    @property
    def line_tracking_last_succeeded_at(self) -> Moment | None:
        """Time when the shipping line last returned data; ``None`` if never."""

    @property
    def line_tracking_stopped_at(self) -> Moment | None:
        """Time when tracking stopped; ``None`` while the shipment is tracked."""

    @property
    def line_tracking_stopped_reason(self) -> StopReason | None:
        """Reason why tracking stopped; ``None`` while the shipment is tracked."""

    @property
    def destination(self) -> ResourceId | None:
        """Inland destination; empty if the shipment has no inland destination, or it is not recognized."""

    @property
    def port_of_lading(self) -> ResourceId | None:
        """Port where the containers are loaded on the first vessel; empty if it is unknown or not recognized."""

    @property
    def containers(self) -> tuple[ResourceId, ...]:
        """Containers of the shipment."""

    @property
    def port_of_discharge(self) -> ResourceId | None:
        """Port where the containers are discharged from the last vessel; empty if it is unknown or not recognized."""

    @property
    def pod_terminal(self) -> ResourceId | None:
        """Terminal at the port of discharge; empty if unknown."""

    @property
    def destination_terminal(self) -> ResourceId | None:
        """Terminal at the inland destination; empty if unknown, and if there is no inland destination."""

    @property
    def line_tracking_stopped_by_user(self) -> ResourceId | None:
        """User who stopped tracking; empty if tracking was not stopped by a user."""

    @overload
    def related(self, name: Literal["destination"]) -> Port | MetroArea | None: ...

    @overload
    def related(self, name: Literal["port_of_lading", "port_of_discharge"]) -> Port | None: ...

    @overload
    def related(self, name: Literal["containers"]) -> tuple[Container, ...]: ...

    @overload
    def related(self, name: Literal["pod_terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: Literal["destination_terminal"]) -> Terminal | RailTerminal | None: ...

    @overload
    def related(self, name: Literal["line_tracking_stopped_by_user"]) -> User | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ShipmentUpdatedEvent(Resource):
    """Published times or places of a shipment were corrected. This resource is only included in the notification
    ``shipment.updated``, which the hosted service does not have.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def changeset(self) -> dict[str, Any]:
        """The changes: the name of each corrected attribute, with a list of its old and its new value."""

    @property
    def timestamp(self) -> Moment | None:
        """Time when the service detected the change."""

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source that reported the change."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment that was corrected."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ShippingLine(Resource):
    """A shipping line: an ocean carrier at which numbers can be tracked."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def scac(self) -> str:
        """Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that identify it in tracking requests.
        """

    @property
    def name(self) -> str:
        """Full name of the shipping line."""

    @property
    def alternative_scacs(self) -> tuple[str, ...]:
        """Other SCACs of the shipping line, which tracking requests also accept."""

    @property
    def short_name(self) -> str:
        """Common short name of the shipping line."""

    @property
    def bill_of_lading_tracking_support(self) -> bool | None:
        """Whether bills of lading of the shipping line can be tracked; ``None`` if unknown."""

    @property
    def booking_number_tracking_support(self) -> bool | None:
        """Whether bookings of the shipping line can be tracked; ``None`` if unknown."""

    @property
    def container_number_tracking_support(self) -> bool | None:
        """Whether containers can be tracked by container number at the shipping line; ``None`` if unknown."""

    @property
    def provided_data(self) -> dict[str, Any] | None:
        """Which data the shipping line supplies: a boolean for each kind of data, and a text with the same name and the
        suffix ``_notes``; ``None`` if unknown.
        """

    @property
    def tracking_url(self) -> str | None:
        """URL of the tracking page of the shipping line; ``None`` if unknown. The number replaces ``${BLNUM}``; if the
        URL does not contain it, the number is entered on the page.
        """

    @property
    def contact_url(self) -> str | None:
        """URL of the contact page of the shipping line; ``None`` if unknown."""

    @property
    def can_be_asked(self) -> bool | None:
        """Whether this service can ask the shipping line about numbers. Only the embedded service has this attribute.
        """

@final
class Terminal(Resource):
    """A terminal: the facility where a container is discharged, stored and picked up. This type also represents
    terminals of railways, because reading a terminal by its id can return one.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Full name of the terminal."""

    @property
    def nickname(self) -> str | None:
        """Common short name; ``None`` if the terminal has no short name."""

    @property
    def firms_code(self) -> str | None:
        """FIRMS code of US customs, or in Canada the sublocation code of the CBSA; ``None`` in other countries and if
        unknown.
        """

    @property
    def smdg_code(self) -> str | None:
        """Code of the terminal in the SMDG list; ``None`` if unknown."""

    @property
    def bic_facility_code(self) -> str | None:
        """Facility code of the Bureau International des Containers (BIC); ``None`` if unknown."""

    @property
    def street(self) -> str | None:
        """Street and number of the address, which can end in spaces; ``None`` if unknown."""

    @property
    def city(self) -> str | None:
        """City of the address; ``None`` if unknown."""

    @property
    def state(self) -> str | None:
        """State or province of the address, in full; ``None`` if unknown."""

    @property
    def state_abbr(self) -> str | None:
        """State or province of the address, abbreviated; ``None`` if unknown."""

    @property
    def zip(self) -> str | None:
        """Postal code of the address, as text; ``None`` if unknown."""

    @property
    def country(self) -> str | None:
        """Name of the country (not a code); ``None`` if unknown."""

    @property
    def provided_data(self) -> dict[str, Any] | None:
        """Which data the terminal supplies: a boolean for each kind of data, and a text with the same name and the
        suffix ``_notes``; ``None`` if unknown.
        """

    @property
    def facility_type(self) -> FacilityType | None:
        """Kind of facility. A terminal of a railway has either the type ``terminal`` and the kind ``rail``, or the type
        ``rail_terminal``; ``None`` if unknown.
        """

    @property
    def port(self) -> ResourceId | None:
        """Port of the terminal; empty for most terminals of railways."""

    @property
    def metro_area(self) -> ResourceId | None:
        """Area that a terminal of a railway serves; empty for others."""

    @overload
    def related(self, name: Literal["port"]) -> Port | None: ...

    @overload
    def related(self, name: Literal["metro_area"]) -> MetroArea | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class TrackingRequest(Resource):
    """A request to track a number at a shipping line."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def request_type(self) -> RequestType:
        """Kind of the number."""

    @property
    def request_number(self) -> str:
        """Number, as it was submitted."""

    @property
    def scac(self) -> str | None:
        """SCAC of the shipping line; ``None`` while the service is detecting it."""

    @property
    def status(self) -> RequestStatus:
        """Status of the request."""

    @property
    def failed_reason(self) -> FailedReason | None:
        """Reason why the last look-up or the whole request failed; ``None`` if it did not fail."""

    @property
    def is_retrying(self) -> bool:
        """Whether the service is repeating look-ups after a failed one."""

    @property
    def retry_count(self) -> int | None:
        """Number of consecutive failed look-ups; ``None`` if the last one succeeded, and once there is a shipment."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """References of the customer, which are copied to the shipment."""

    @property
    def shipment_tags(self) -> tuple[str, ...]:
        """Tags for the shipment."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the request was created."""

    @property
    def updated_at(self) -> Moment | None:
        """Time when the request last changed."""

    @property
    def tracked_object(self) -> ResourceId | None:
        """Shipment that was found for the number; empty until it is found."""

    @property
    def customer(self) -> ResourceId | None:
        """Customer for whom the number is tracked; empty if not given."""

    @property
    def user(self) -> ResourceId | None:
        """User who created the request; empty if it was created through the API without a user."""

    @overload
    def related(self, name: Literal["tracked_object"]) -> Shipment | None: ...

    @overload
    def related(self, name: Literal["customer"]) -> Party | None: ...

    @overload
    def related(self, name: Literal["user"]) -> User | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class TransportEvent(Resource):
    """An event of a container. Lists of events have no fixed order."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def event(self) -> EventName:
        """Name of the event: what happened, or which date changed."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage; ``None`` if the event belongs to no voyage."""

    @property
    def timestamp(self) -> Moment | None:
        """Time when the event happened or is expected to happen; ``None`` if unknown."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the place (IANA name); ``None`` if the timestamp is a local time at the place."""

    @property
    def location_locode(self) -> str | None:
        """UN/LOCODE of the place; ``None`` if unknown or not recognized."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the service created the event."""

    @property
    def data_source(self) -> DataSource | None:
        """Kind of the source that reported the event; ``None`` if unknown."""

    @property
    def invalidated_at(self) -> Moment | None:
        """Time when the event was withdrawn or replaced; ``None`` while it is valid."""

    @property
    def value(self) -> str | None:
        """New last free day or appointment, for events that report such a change; ``None`` for other events."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment to which the event belongs."""

    @property
    def location(self) -> ResourceId | None:
        """Place of the event; empty if unknown or not recognized."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel of the event; empty if no vessel is involved."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal of the event; empty if unknown."""

    @property
    def container(self) -> ResourceId | None:
        """Container that the event is about."""

    @property
    def source_event(self) -> ResourceId | None:
        """Statement of the source from which the event is derived."""

    @property
    def previous_version(self) -> ResourceId | None:
        """Event that this event replaces; empty if it replaces none."""

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: Literal["location"]) -> Port | MetroArea | None: ...

    @overload
    def related(self, name: Literal["vessel"]) -> Vessel | None: ...

    @overload
    def related(self, name: Literal["terminal"]) -> Terminal | RailTerminal | None: ...

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["source_event"]) -> RawEvent | None: ...

    @overload
    def related(self, name: Literal["previous_version"]) -> TransportEvent | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class User(Resource):
    """A user of an account. The hosted service documents no attributes of users; unknown attributes are preserved."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

@final
class Vessel(Resource):
    """A vessel and its last reported position. The embedded service has no positions."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the vessel."""

    @property
    def imo(self) -> str | None:
        """IMO number of the vessel: seven digits as text; ``None`` if unknown."""

    @property
    def mmsi(self) -> str | None:
        """Maritime Mobile Service Identity (MMSI) of the radio of the vessel: nine digits as text; ``None`` if unknown.
        """

    @property
    def latitude(self) -> float | None:
        """Latitude of the last position in degrees, positive to the north; ``None`` if no position is known."""

    @property
    def longitude(self) -> float | None:
        """Longitude of the last position in degrees, positive to the east; ``None`` if no position is known."""

    @property
    def nautical_speed_knots(self) -> int | float | None:
        """Speed over ground at the last position, in knots; ``None`` if unknown."""

    @property
    def navigational_heading_degrees(self) -> int | float | None:
        """Heading at the last position in degrees, clockwise from north; ``None`` if unknown."""

    @property
    def position_timestamp(self) -> Moment | None:
        """Time of the last position; ``None`` if no position is known."""

    @property
    def positions(self) -> tuple[VesselPosition, ...] | None:
        """Positions in chronological order; ``None`` unless requested, which requires a paid plan of the hosted
        service.
        """

@final
class Webhook(Resource):
    """A URL to which the service posts notifications of events."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def url(self) -> str:
        """URL to which notifications are posted. The hosted service requires ``https``."""

    @property
    def active(self) -> bool | None:
        """Whether notifications are sent. The service sets it to false after repeated failures, see
        ``disabled_reason``.
        """

    @property
    def events(self) -> tuple[EventName, ...]:
        """Names of the events that the webhook receives; at least one. The extensions ``tracking_request.deleted``,
        ``shipment.updated`` and ``webhook.disabled`` are only sent if they are listed.
        """

    @property
    def secret(self) -> Secret | None:
        """Secret with which the service signs deliveries; ``None`` in responses that do not contain it."""

    @property
    def headers(self) -> tuple[DeliveryHeader, ...] | None:
        """HTTP headers that are sent with every delivery; ``None`` if no headers are set."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the webhook was created."""

    @property
    def failing_since(self) -> Moment | None:
        """Time since which all deliveries have failed; missing if the last one succeeded. Only the embedded service
        reports it.
        """

    @property
    def disabled_at(self) -> Moment | None:
        """Time when the service disabled the webhook; missing if it did not, or if the webhook was activated again.
        Only the embedded service reports it.
        """

    @property
    def disabled_reason(self) -> WebhookDisabledReason | None:
        """Why the service disabled the webhook; missing if ``disabled_at`` is missing."""

@final
class WebhookEventCategory(Resource):
    """A category of events that webhooks can receive. Its id is a short name."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the category that is shown to people."""

    @property
    def events(self) -> tuple[EventDescription, ...]:
        """Events of the category that the account can receive."""

@final
class WebhookNotification(Resource):
    """A notification of one event for one webhook."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def event(self) -> EventName:
        """Name of the event."""

    @property
    def delivery_status(self) -> DeliveryStatus | None:
        """Status of the delivery. The body of a delivery can already contain ``succeeded``."""

    @property
    def created_at(self) -> Moment | None:
        """Time when the notification was created."""

    @property
    def version(self) -> str | None:
        """Version of the payload: a date as text; only for events of documents, otherwise ``None``."""

    @property
    def webhook(self) -> ResourceId | None:
        """Webhook that receives the notification; missing for events of documents."""

    @property
    def reference_object(self) -> ResourceId | None:
        """Resource that the event is about; missing for events of documents."""

    @property
    def webhook_notification_logs(self) -> tuple[ResourceId, ...]:
        """Attempts to deliver the notification. Always empty."""

    @property
    def document(self) -> ResourceId | None:
        """Document that the event is about; only for events of documents."""

    @overload
    def related(self, name: Literal["webhook"]) -> Webhook | None: ...

    @overload
    def related(
        self,
        name: Literal["reference_object"],
    ) -> ContainerCreatedEvent | ContainerPodTerminalChangedEvent | ContainerUpdatedEvent | EstimatedEvent | ShipmentUpdatedEvent | TrackingRequest | TransportEvent | Webhook | None: ...

    @overload
    def related(self, name: Literal["webhook_notification_logs"]) -> tuple[Resource, ...]: ...

    @overload
    def related(self, name: Literal["document"]) -> Document | None: ...

    @overload
    def related(self, name: str) -> Any: ...
