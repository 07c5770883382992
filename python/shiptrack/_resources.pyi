# Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The resource types: frozen values with the names of the wire."""

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
    """An account of the service: the owner of requests, shipments, webhooks and mail."""

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
        it is not known.
        """

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
        until one is given.
        """

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
        say.
        """

    @property
    def final_destination_full_out_at(self) -> Moment | None:
        """When it was picked up at the inland destination; ``None`` before that, and when it does not travel inland."""

    @property
    def empty_terminated_at(self) -> Moment | None:
        """When the empty container was returned; ``None`` before that."""

    @property
    def holds_at_pod_terminal(self) -> tuple[TerminalHold, ...]:
        """Holds of the terminal, also of the inland one: what keeps the container from being picked up; empty when
        there is none.
        """

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
        known.
        """

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
        by rail.
        """

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
        ``holds_at_pod_terminal``.
        """

    @property
    def ind_facility_fees(self) -> tuple[TerminalFee, ...] | None:
        """Fees at the inland terminal under an older name; ``None`` in all that has been seen, see
        ``fees_at_pod_terminal``.
        """

    @property
    def ssl_lfd(self) -> Moment | None:
        """Last free day of the shipping line under an older name; ``None`` in all that has been seen, see
        ``import_deadlines``.
        """

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
    def related(self, name: Literal["pickup_facility", "pod_terminal"]) -> Terminal | None: ...

    @overload
    def related(self, name: Literal["transport_events"]) -> tuple[TransportEvent, ...]: ...

    @overload
    def related(self, name: Literal["raw_events"]) -> tuple[RawEvent, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ContainerCreatedEvent(Resource):
    """A container was added to a shipment. It is told with the notification ``container.created`` and nowhere else."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def timestamp(self) -> Moment | None:
        """When the service learned of the container."""

    @property
    def timezone(self) -> str | None:
        """Time zone that belongs to the time stamp, as its IANA name; usually ``Etc/UTC``."""

    @property
    def container(self) -> ResourceId | None:
        """Container that was added."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment it was added to."""

    @overload
    def related(self, name: Literal["container"]) -> Container | None: ...

    @overload
    def related(self, name: Literal["shipment"]) -> Shipment | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class ContainerPodTerminalChangedEvent(Resource):
    """A container will be discharged at another terminal. It is told with the notification
    ``container.pod_terminal_changed`` and nowhere else.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def timestamp(self) -> Moment | None:
        """When the service learned of it."""

    @property
    def data_source(self) -> DataSource | None:
        """What kind of source said so."""

    @property
    def container(self) -> ResourceId | None:
        """Container that will be discharged elsewhere."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment the container belongs to."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal it will be discharged at now."""

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
    """What a terminal says about a container changed. It is told with the notification ``container.updated`` and
    nowhere else.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def changeset(self) -> dict[str, Any]:
        """What changed: under the name of each attribute a list of its old and its new value. Some older notifications
        name the holds ``pod_terminal_holds``; the values of ``pod_terminal`` are ids of terminals.
        """

    @property
    def timestamp(self) -> Moment | None:
        """When the service saw the change."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the port of discharge as its IANA name; ``None`` when it is not known."""

    @property
    def data_source(self) -> DataSource | None:
        """What kind of source said so; the terminal, as far as is known."""

    @property
    def container(self) -> ResourceId | None:
        """Container that changed."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal that the container is at."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment the container belongs to."""

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
    """The value of a custom field for one shipment, container or tracking request."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def api_slug(self) -> str:
        """Name of the field in the interface, as its definition has it."""

    @property
    def value(self) -> Any:
        """The value: text, number, boolean, list of texts or object, by the data type of the field; ``None`` for no
        value.
        """

    @property
    def display_value(self) -> str | None:
        """The value as a reader is shown it; ``None`` for no value."""

    @property
    def entity(self) -> ResourceId | None:
        """Shipment, container or tracking request that has the value."""

    @property
    def definition(self) -> ResourceId | None:
        """Definition that says what the field is and which values it takes."""

    @overload
    def related(self, name: Literal["entity"]) -> Shipment | Container | TrackingRequest | None: ...

    @overload
    def related(self, name: Literal["definition"]) -> CustomFieldDefinition | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class CustomFieldDefinition(Resource):
    """The definition of a custom field: its name, what has it and which values it takes."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def entity_type(self) -> CustomFieldEntityType:
        """What the field is added to; cannot be changed later."""

    @property
    def api_slug(self) -> str:
        """Name of the field in the interface; cannot be changed later."""

    @property
    def display_name(self) -> str:
        """Name of the field for readers."""

    @property
    def description(self) -> str | None:
        """What the field is for; ``None`` when nobody said so."""

    @property
    def data_type(self) -> CustomFieldDataType:
        """What its values are; cannot be changed later."""

    @property
    def reference_type(self) -> str | None:
        """Type of the resources that values of the data type ``reference`` lead to; ``None`` for every other data type.
        """

    @property
    def validation(self) -> dict[str, Any] | None:
        """Rules for its values, such as ``required``, ``pattern`` and ``max_length``; ``None`` when there are none."""

    @property
    def default_format(self) -> str | None:
        """How its values are shown; ``None`` for the usual way."""

    @property
    def default_value(self) -> Any:
        """Value where none is given; ``None`` when there is no such value."""

    @property
    def template_id(self) -> str | None:
        """Template the definition was made from; ``None`` when it was made without one."""

    @property
    def created_at(self) -> Moment | None:
        """When the field was defined."""

    @property
    def updated_at(self) -> Moment | None:
        """When the definition last changed."""

    @property
    def account(self) -> ResourceId | None:
        """Account the definition belongs to."""

    @property
    def fields(self) -> tuple[ResourceId, ...]:
        """Values that resources have for the field."""

    @property
    def options(self) -> tuple[ResourceId, ...]:
        """Options to choose from, for the data types ``enum`` and ``enum_multi``."""

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
    """A value that can be chosen for a custom field of the data type ``enum`` or ``enum_multi``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def label(self) -> str:
        """Text that a reader is shown."""

    @property
    def value(self) -> str:
        """Value that is stored; each option of a definition has its own."""

    @property
    def position(self) -> int | None:
        """Place among the options of the field, from the smallest; ``None`` when they are in no order."""

@final
class Document(Resource):
    """A freight document and its file. Inside an email submission it comes in a short shape: name, source, type and
    times.
    """

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
    def related(self, name: Literal["cargos"]) -> tuple[Container, ...]: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class DocumentRepresentation(Resource):
    """What was read out of a document, once."""

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
class DocumentSchema(Resource):
    """What is read out of documents of one type: the schema of the payload of a document representation."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def document_type(self) -> str:
        """Type of the documents, such as ``bill_of_lading``."""

    @property
    def label(self) -> str:
        """Name of the document type for readers."""

    @property
    def schema_version(self) -> str:
        """Version of the schema, a date as text."""

    @property
    def full_version(self) -> str:
        """Document type and version, which is also the id."""

    @property
    def current(self) -> bool:
        """Whether documents are read by this version now."""

    @property
    def draft(self) -> bool:
        """Whether the version is a draft, which may still change."""

    @property
    def active_at(self) -> Moment | None:
        """When the version came into use, or will; ``None`` when that is not decided."""

    @property
    def schema_format(self) -> SchemaFormat | None:
        """The language the schema is written in."""

    @property
    def description(self) -> str | None:
        """What the document type is, for readers; ``None`` when nobody said so."""

    @property
    def schema_payload(self) -> dict[str, Any] | None:
        """The schema itself, in the language that ``schema_format`` names."""

    @property
    def created_at(self) -> Moment | None:
        """When the schema was made."""

    @property
    def updated_at(self) -> Moment | None:
        """When the schema last changed."""

@final
class EmailSubmission(Resource):
    """A message an account received. Inside a document it comes in a short shape: ``body_preview`` in place of
    ``body``.
    """

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
    def untracked_numbers(self) -> tuple[UntrackedNumber, ...] | None:
        """Numbers that the message and its documents name, and that nobody tracks: an embedded service offers them
        here, and the hosted service tells none; ``None`` in the short shape.
        """

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
class EstimatedEvent(Resource):
    """The expected arrival of a shipment changed. It is told with the notification ``shipment.estimated.arrival``."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of the change."""

    @property
    def estimated_timestamp(self) -> Moment | None:
        """When the shipment is expected to arrive now."""

    @property
    def event(self) -> EventName:
        """Which event is expected: ``shipment.estimated.arrival``, as far as is known."""

    @property
    def location_locode(self) -> str | None:
        """Port of discharge as its UN/LOCODE; ``None`` when it is not known."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the port of discharge as its IANA name; ``None`` when it is not known."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage that arrives there; ``None`` when it is not known."""

    @property
    def data_source(self) -> DataSource | None:
        """What kind of source said so."""

    @property
    def shipment(self) -> ResourceId | None:
        """Shipment whose arrival is expected."""

    @property
    def port(self) -> ResourceId | None:
        """Port of discharge; empty when it is not known."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel that arrives there; empty when it is not known."""

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
    """A city or region inland that a container is bound for, which is not a port itself."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the area, usually of its main city."""

    @property
    def code(self) -> str:
        """UN/LOCODE of the area."""

    @property
    def state_abbr(self) -> str | None:
        """State or province, abbreviated; some places have a number here as text. ``None`` where the country has none.
        """

    @property
    def country_code(self) -> str:
        """Country, as the two letters of ISO 3166-1."""

    @property
    def time_zone(self) -> str:
        """Time zone of the area as its IANA name; older names such as ``US/Eastern`` occur."""

    @property
    def latitude(self) -> float | None:
        """Latitude in degrees, positive to the north; the service writes it as text. ``None`` when it is not known."""

    @property
    def longitude(self) -> float | None:
        """Longitude in degrees, positive to the east; the service writes it as text. ``None`` when it is not known."""

@final
class Party(Resource):
    """A company that an account tracks shipments for: its customer."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def company_name(self) -> str:
        """Name of the company; an account has each name once."""

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
        """UN/LOCODE of the port as the service has it; some are not the official one."""

    @property
    def state_abbr(self) -> str | None:
        """State or province, abbreviated; some places have a number here as text. ``None`` where the country has none.
        """

    @property
    def city(self) -> str | None:
        """City the port belongs to; ``None`` when the service does not know it."""

    @property
    def country_code(self) -> str:
        """Country, as the two letters of ISO 3166-1."""

    @property
    def time_zone(self) -> str:
        """Time zone of the port as its IANA name; older names such as ``US/Eastern`` occur."""

    @property
    def latitude(self) -> float | None:
        """Latitude in degrees, positive to the north; the service writes it as text. ``None`` when it is not known."""

    @property
    def longitude(self) -> float | None:
        """Longitude in degrees, positive to the east; the service writes it as text. ``None`` when it is not known."""

    @property
    def terminals(self) -> tuple[ResourceId, ...]:
        """The terminals of the port; nothing is told about them where the port is only included."""

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
        """Short name that people in the trade use; ``None`` when there is none."""

    @property
    def firms_code(self) -> str | None:
        """FIRMS code that US customs gave it; ``None`` elsewhere."""

    @property
    def city(self) -> str | None:
        """City of its address; ``None`` when it is not known."""

    @property
    def port(self) -> ResourceId | None:
        """Port the terminal stands in; empty for one inland."""

    @property
    def metro_area(self) -> ResourceId | None:
        """Area the terminal serves."""

    @overload
    def related(self, name: Literal["port"]) -> Port | None: ...

    @overload
    def related(self, name: Literal["metro_area"]) -> MetroArea | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class RawEvent(Resource):
    """What a carrier, terminal or railway says happened to a container, or will happen, in its own words."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def event(self) -> Milestone | None:
        """What happened, as the service understands the source; ``None`` when it does not."""

    @property
    def original_event(self) -> str | None:
        """The source's own wording; ``None`` when it used none."""

    @property
    def timestamp(self) -> Moment | None:
        """When it happened, or is expected to."""

    @property
    def estimated(self) -> bool:
        """Whether it is planned or expected and has not happened yet."""

    @property
    def actual_on(self) -> Moment | None:
        """Day it happened; deprecated by the service in favour of ``timestamp`` and ``estimated``."""

    @property
    def estimated_on(self) -> Moment | None:
        """Day it is expected on; deprecated by the service in favour of ``timestamp`` and ``estimated``, and rarely
        sent.
        """

    @property
    def actual_at(self) -> Moment | None:
        """When it happened; deprecated by the service in favour of ``timestamp`` and ``estimated``."""

    @property
    def estimated_at(self) -> Moment | None:
        """When it is expected; deprecated by the service in favour of ``timestamp`` and ``estimated``."""

    @property
    def will_occur_at(self) -> Moment | None:
        """When it will happen, as the source says; always empty in what has been seen."""

    @property
    def timezone(self) -> str | None:
        """Time zone of the place as its IANA name; ``None`` when the time stamp is the place's own clock."""

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of it."""

    @property
    def location_name(self) -> str | None:
        """Place as the source calls it; ``None`` when it names none."""

    @property
    def location_locode(self) -> str | None:
        """Place as its UN/LOCODE; ``None`` when the service does not recognise it."""

    @property
    def vessel_name(self) -> str | None:
        """Name of the vessel; ``None`` when it took place without one."""

    @property
    def vessel_imo(self) -> str | None:
        """IMO number of the vessel; ``None`` when it took place without one."""

    @property
    def index(self) -> int | None:
        """Place of the event in the source's own order, which is not always the order of time."""

    @property
    def voyage_number(self) -> str | None:
        """Number of the voyage; empty or ``None`` when there is none."""

    @property
    def invalidated_at(self) -> Moment | None:
        """When its source said otherwise or took it back; ``None`` while it stands."""

    @property
    def confirmed_at(self) -> Moment | None:
        """When the source said so last, of what is expected: it was first said at ``created_at``. The embedded service
        alone tells this.
        """

    @property
    def data_source(self) -> DataSource | None:
        """What kind of source said so."""

    @property
    def data_provider_name(self) -> str | None:
        """Name of the source, such as that of the shipping line."""

    @property
    def data_provider_code(self) -> str | None:
        """Code of the source; a shipping line's is its SCAC."""

    @property
    def location(self) -> ResourceId | None:
        """Place where it happened; empty when the service does not recognise it."""

    @property
    def vessel(self) -> ResourceId | None:
        """Vessel it happened on; empty when it took place without one."""

    @property
    def container(self) -> ResourceId | None:
        """Container it happened to."""

    @property
    def terminal(self) -> ResourceId | None:
        """Terminal where it happened; empty when the service does not recognise it."""

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
    """What a search found: a shipment, a container or a tracking request, with what identifies it. The interface
    documents the type of what was found in place of ``search_result``; both are read.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def entity_type(self) -> SearchEntityType:
        """What kind of thing was found."""

    @property
    def number(self) -> str | None:
        """Number of the bill of lading, booking or container."""

    @property
    def shipment_id(self) -> str | None:
        """Id of the shipment, of a container that of the shipment it belongs to; ``None`` while there is no shipment.
        """

    @property
    def scac(self) -> str | None:
        """SCAC of the shipping line; ``None`` when it is not known."""

    @property
    def port_of_lading_name(self) -> str | None:
        """Name of the port of lading; ``None`` when it is not known."""

    @property
    def port_of_discharge_name(self) -> str | None:
        """Name of the port of discharge; ``None`` when it is not known."""

    @property
    def containers_count(self) -> int | None:
        """How many containers the shipment has; ``None`` for everything else."""

    @property
    def tracking_stopped(self) -> bool | None:
        """Whether the shipment is no longer followed."""

    @property
    def tracking_stopped_reason(self) -> StopReason | None:
        """Why the shipment is no longer followed; ``None`` while it is."""

    @property
    def status(self) -> str | None:
        """Where it stands: the status of a tracking request or the current status of a container."""

    @property
    def failed_reason(self) -> FailedReason | None:
        """Why the tracking request failed; ``None`` when it did not."""

    @property
    def ref_numbers(self) -> tuple[str, ...]:
        """The customer's own references."""

    @property
    def created_at(self) -> Moment | None:
        """When the service learned of what was found."""

    @property
    def updated_at(self) -> Moment | None:
        """When what was found last changed."""

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
        gives none.
        """

    @property
    def pol_original_etd_at(self) -> Moment | None:
        """Departure from the port of lading as it was first planned; ``None`` when the shipping line gave none."""

    @property
    def pol_atd_at(self) -> Moment | None:
        """Actual departure from the port of lading; ``None`` before that."""

    @property
    def pod_eta_at(self) -> Moment | None:
        """Expected arrival at the port of discharge, in the zone ``pod_timezone``; ``None`` when it is not known, and
        often after the arrival.
        """

    @property
    def pod_original_eta_at(self) -> Moment | None:
        """Arrival at the port of discharge as it was first expected; ``None`` when the shipping line gave none."""

    @property
    def pod_ata_at(self) -> Moment | None:
        """Actual arrival at the port of discharge; ``None`` before that."""

    @property
    def destination_eta_at(self) -> Moment | None:
        """Expected arrival at the inland destination as the shipping line says, in the zone ``destination_timezone``;
        ``None`` when it gives none.
        """

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
class ShippingLine(Resource):
    """A shipping line: an ocean carrier whose numbers can be tracked."""

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
        none.
        """

    @property
    def contact_url(self) -> str | None:
        """URL of the shipping line's contact page; ``None`` when there is none."""

@final
class Terminal(Resource):
    """A terminal: the facility where a container is discharged, stored and picked up. Terminals of railways are read as
    this type, too, where one is asked for by its id.
    """

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Full name of the terminal."""

    @property
    def nickname(self) -> str | None:
        """Short name that people in the trade use; ``None`` when there is none."""

    @property
    def firms_code(self) -> str | None:
        """FIRMS code that US customs gave it, in Canada the sublocation code of the CBSA; ``None`` elsewhere."""

    @property
    def smdg_code(self) -> str | None:
        """Code of the terminal in SMDG's list; ``None`` when it has none."""

    @property
    def bic_facility_code(self) -> str | None:
        """Facility code of the Bureau International des Containers (BIC); ``None`` when it has none."""

    @property
    def street(self) -> str | None:
        """Street and number; may end in blanks. ``None`` when it is not known."""

    @property
    def city(self) -> str | None:
        """City of its address; ``None`` when it is not known."""

    @property
    def state(self) -> str | None:
        """State or province in full; ``None`` when it is not known."""

    @property
    def state_abbr(self) -> str | None:
        """State or province, abbreviated; ``None`` when it is not known."""

    @property
    def zip(self) -> str | None:
        """Postal code, as text; ``None`` when it is not known."""

    @property
    def country(self) -> str | None:
        """Country by its name, not by a code; ``None`` when it is not known."""

    @property
    def provided_data(self) -> dict[str, Any] | None:
        """Which data the terminal supplies: a boolean a kind, each with notes under a name ending in ``_notes``."""

    @property
    def facility_type(self) -> FacilityType | None:
        """Kind of facility; a railway's comes as a ``terminal`` with ``rail`` here as well as under a type of its own.
        """

    @property
    def port(self) -> ResourceId | None:
        """Port the terminal stands in; empty for most of the railways' terminals."""

    @property
    def metro_area(self) -> ResourceId | None:
        """Area that a railway's terminal serves."""

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
    def related(self, name: Literal["customer"]) -> Party | None: ...

    @overload
    def related(self, name: Literal["user"]) -> User | None: ...

    @overload
    def related(self, name: str) -> Any: ...

@final
class TransportEvent(Resource):
    """An event of a container. Events come in no fixed order: sort them by their ``timestamp``."""

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
    """A user of an account. The service documents no attributes of users: what it sends of them is kept as it came."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

@final
class Vessel(Resource):
    """A vessel, with the last position it reported."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the vessel."""

    @property
    def imo(self) -> str | None:
        """IMO number of the vessel, seven digits as text; ``None`` when it is not known."""

    @property
    def mmsi(self) -> str | None:
        """Maritime Mobile Service Identity (MMSI) of its radio, nine digits as text; ``None`` when it is not known."""

    @property
    def latitude(self) -> float | None:
        """Latitude of the last position in degrees, positive to the north; ``None`` when no position is known."""

    @property
    def longitude(self) -> float | None:
        """Longitude of the last position in degrees, positive to the east; ``None`` when no position is known."""

    @property
    def nautical_speed_knots(self) -> int | float | None:
        """Speed over ground at the last position in knots; ``None`` when it is not known."""

    @property
    def navigational_heading_degrees(self) -> int | float | None:
        """Heading at the last position in degrees, clockwise from north; ``None`` when it is not known."""

    @property
    def position_timestamp(self) -> Moment | None:
        """Moment of the last position; ``None`` when no position is known."""

    @property
    def positions(self) -> tuple[VesselPosition, ...] | None:
        """Positions in the order of time; ``None`` unless they were asked for, which a paid plan allows."""

@final
class Webhook(Resource):
    """A URL to which notifications of events are posted."""

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
class WebhookEventCategory(Resource):
    """Events that webhooks can be notified of and that belong together. The id is a short name of the category."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __new__(cls, id: Id | None = None, /, **members: Any) -> Self: ...

    @property
    def name(self) -> str:
        """Name of the category for readers."""

    @property
    def events(self) -> tuple[EventDescription, ...]:
        """Events of the category, as far as the account may have them."""

@final
class WebhookNotification(Resource):
    """A notification of one event for one webhook."""

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
    def related(
        self,
        name: Literal["reference_object"],
    ) -> ContainerCreatedEvent | ContainerPodTerminalChangedEvent | ContainerUpdatedEvent | EstimatedEvent | TrackingRequest | TransportEvent | None: ...

    @overload
    def related(self, name: Literal["webhook_notification_logs"]) -> tuple[Resource, ...]: ...

    @overload
    def related(self, name: Literal["document"]) -> Document | None: ...

    @overload
    def related(self, name: str) -> Any: ...
