# Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The families of the interface for asyncio: what answers is awaited, listings are walked with ``async for``."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from os import PathLike
from typing import Any, BinaryIO, Literal, final

from shiptrack import tables, timeline
from shiptrack._async_listing import AsyncListing, _Caller
from shiptrack._basic import Secret
from shiptrack._family import UNSET, Unset
from shiptrack._resources import (
    Container,
    CustomField,
    CustomFieldDefinition,
    CustomFieldOption,
    Document,
    DocumentSchema,
    EmailSubmission,
    MetroArea,
    Party,
    Port,
    RawEvent,
    SearchResult,
    Shipment,
    ShippingLine,
    Terminal,
    TrackingRequest,
    TransportEvent,
    Vessel,
    Webhook,
    WebhookEventCategory,
    WebhookNotification,
)
from shiptrack.types import (
    ContainerInclude,
    ContainerStatus,
    DocumentInclude,
    EmailSubmissionInclude,
    EventName,
    Id,
    Progress,
    RequestStatus,
    RequestType,
    ShipmentInclude,
    TrackingRequestInclude,
    TransportEventInclude,
    WebhookNotificationInclude,
)
from shiptrack.values import ResourceId
from shiptrack.types import Headers, Seconds
from shiptrack.values import EnsureResult, Inference, TrackResult

__all__ = [
    "AsyncContainers",
    "AsyncCustomFieldDefinitions",
    "AsyncCustomFields",
    "AsyncDocumentSchemas",
    "AsyncDocuments",
    "AsyncEmailSubmissions",
    "AsyncMetroAreas",
    "AsyncParties",
    "AsyncPorts",
    "AsyncShipments",
    "AsyncShippingLines",
    "AsyncTerminals",
    "AsyncTrackingRequests",
    "AsyncVessels",
    "AsyncWebhookNotifications",
    "AsyncWebhooks",
]

class _AsyncFamily:
    """What all families have in common."""

    def __init__(self, client: _Caller) -> None: ...

@final
class AsyncContainers(_AsyncFamily):
    """Boxes of tracked shipments."""

    async def table(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        max_items: int | None = None,
        resume_from: str | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
        duplicates: bool = True,
        **filters: Any,
    ) -> tables.ContainerTable:
        """All containers with what an analyst asks for first: status, arrival, delay, last free day, ports and vessel, a row each.

        It takes what ``list`` takes (``pod_code="USLAX"``), but ``include``: it reads the shipments along. The columns are those of
        :class:`~shiptrack.tables.ContainerRow`.

        A container that is tracked by its own number beside its bill has two rows for one voyage. ``duplicates=False`` leaves
        out the one of its own number, as far as the service tells which shipments belong together (``meta.related_shipments``).
        """

    async def timeline(self, id: Id, *, now: datetime | None = None) -> timeline.Timeline:
        """The picture of a container's journey."""

    def list(
        self,
        *,
        number: str | None = None,
        current_status: ContainerStatus | None = None,
        free_from: datetime | date | str | None = None,
        free_until: datetime | date | str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: Id | None = None,
        customer_name: str | None = None,
        scac: str | None = None,
        vessel_name: str | None = None,
        pol_code: str | None = None,
        pod_code: str | None = None,
        destination_code: str | None = None,
        eta_from: datetime | date | str | None = None,
        eta_until: datetime | date | str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[ContainerInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[Container]:
        """Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of
        its filters the hosted service has ``filter[number]``, and passes the others over.

        * ``number``: Those with this number.
        * ``current_status``: Those that stand here.
        * ``free_from``: Those whose last free day, by the calendar there, is this day or later.
        * ``free_until``: Those whose last free day, by the calendar there, is this day or earlier.
        * ``reference``: Those with this reference, of their own or of their shipment.
        * ``tag``: Those whose shipment has this label.
        * ``customer_id``: Those tracked for the customer with this id.
        * ``customer_name``: Those tracked for the customer of this name.
        * ``scac``: Those at this carrier.
        * ``vessel_name``: Those whose vessel at the port of discharge is called so.
        * ``pol_code``: Those from this port of lading, by its UN/LOCODE.
        * ``pod_code``: Those to this port of discharge, by its UN/LOCODE.
        * ``destination_code``: Those to this place inland, by its UN/LOCODE.
        * ``eta_from``: Those expected at the port of discharge at this moment or later. A day begins as it does in UTC.
        * ``eta_until``: Those expected at the port of discharge at this moment or earlier. A day ends as it does in
          UTC.
        * ``custom_fields``: Those whose own custom fields have these values, each ``slug=value``; an option by its
          value or its label. ``filter[custom_fields][slug]`` takes one value, also with a comma in it.
        * ``include``: Related resources to be read along: ``shipment``, ``transport_events``, ``raw_events``,
          ``pod_terminal``, ``pod_terminal.port``, ``pickup_facility``, ``pickup_facility.port``,
          ``shipment.port_of_lading``, ``shipment.port_of_discharge``, ``shipment.pod_terminal``,
          ``shipment.destination``, ``shipment.destination_terminal``, ``transport_events.location``,
          ``transport_events.terminal``, ``transport_events.vessel``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id, *, include: str | Sequence[ContainerInclude] | None = None) -> Container:
        """Reads a container.

        * ``include``: Related resources to be read along: ``shipment``, ``transport_events``, ``raw_events``,
          ``pod_terminal``, ``pod_terminal.port``, ``pickup_facility``, ``pickup_facility.port``,
          ``shipment.port_of_lading``, ``shipment.port_of_discharge``, ``shipment.pod_terminal``,
          ``shipment.destination``, ``shipment.destination_terminal``, ``transport_events.location``,
          ``transport_events.terminal``, ``transport_events.vessel``.
        """

    async def update(self, id: Id, *, ref_numbers: str | Sequence[str] | None = None) -> Container:
        """Changes the references of a container. What is not named stays.

        * ``ref_numbers``: The customer's own references.
        """

    def transport_events(
        self,
        id: Id,
        *,
        include: str | Sequence[TransportEventInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[TransportEvent]:
        """Lists the events of a container. They come in no order of time, which their time stamps alone do not tell
        either: ``in_order`` puts them in order (in C ``shiptrack_transport_events_sort``).

        * ``include``: Related resources to be read along: ``shipment``, ``container``, ``location``, ``terminal``,
          ``vessel``, ``port``, ``metro_area``, ``rail_terminal``, ``source_event``, ``previous_version``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    def raw_events(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[RawEvent]:
        """Lists what the sources said of a container, before it was made into events: in the order it was received in,
        classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted
        service calls this deprecated.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def map_geojson(self, id: Id) -> dict[str, Any]:
        """Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has
        sailed and what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the
        vessel took; the embedded one knows where ports are, and no positions of vessels.

        The answer: A GeoJSON FeatureCollection, without features where no route is known.
        """

    async def refresh(self, id: Id) -> dict[str, Any]:
        """Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it
        (403 otherwise). Where tracking has ended it is refused (422).

        The answer: ``message``
        """

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a container.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a container a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a container.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a container away."""

@final
class AsyncCustomFieldDefinitions(_AsyncFamily):
    """Fields that an account adds to its resources, and the options of those that have some."""

    def list(
        self,
        *,
        entity_type: str | None = None,
        data_type: str | None = None,
        display_name: str | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomFieldDefinition]:
        """Lists the definitions of custom fields.

        * ``entity_type``: Those for this type: ``Shipment``, ``Container``, ``TrackingRequest``.
        * ``data_type``: Those whose values are of this type, such as ``short_text``.
        * ``display_name``: Those whose display name begins like this.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def create(
        self,
        entity_type: str,
        api_slug: str,
        display_name: str,
        data_type: str,
        *,
        description: str | None = None,
        reference_type: str | None = None,
        validation: Mapping[str, Any] | None = None,
        default_format: str | None = None,
        default_value: Any = UNSET,
    ) -> CustomFieldDefinition:
        """Defines a custom field.

        * ``entity_type``: The type that has the field: ``Shipment``, ``Container`` or ``TrackingRequest``.
        * ``api_slug``: The name of the field in the interface. It cannot be changed later.
        * ``display_name``: The name of the field for readers.
        * ``data_type``: What its values are: ``short_text``, ``number``, ``date``, ``datetime``, ``boolean``, ``enum``,
          ``enum_multi``, ``reference``. It cannot be changed later.
        * ``description``: What the field is for.
        * ``reference_type``: The type that values of ``reference`` lead to.
        * ``validation``: Rules for its values: ``required``; of a ``short_text`` ``pattern``, ``min_length`` and
          ``max_length``; of a ``number`` ``min`` and ``max``.
        * ``default_format``: How its values are shown.
        * ``default_value``: The value that a resource gets when it is made without one; those that are there already
          get none.
        """

    async def get(self, id: Id) -> CustomFieldDefinition:
        """Reads the definition of a custom field."""

    async def update(
        self,
        id: Id,
        *,
        display_name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        validation: Mapping[str, Any] | Unset | None = UNSET,
        default_format: str | Unset | None = UNSET,
        default_value: Any = UNSET,
    ) -> CustomFieldDefinition:
        """Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot
        be changed.

        * ``display_name``: The name of the field for readers.
        * ``description``: What the field is for.
        * ``validation``: Rules for its values: ``required``; of a ``short_text`` ``pattern``, ``min_length`` and
          ``max_length``; of a ``number`` ``min`` and ``max``.
        * ``default_format``: How its values are shown.
        * ``default_value``: The value that a resource gets when it is made without one; those that are there already
          get none.
        """

    async def delete(self, id: Id) -> None:
        """Deletes the definition of a custom field, and its values with it."""

    def options(
        self,
        definition_id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomFieldOption]:
        """Lists the options of a custom field.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def create_option(
        self,
        definition_id: Id,
        label: str,
        value: str,
        *,
        position: int | None = None,
    ) -> CustomFieldOption:
        """Adds an option to a custom field.

        * ``label``: The option for readers.
        * ``value``: The value that is kept; each option of a field has its own.
        * ``position``: Its place in the list, from 0.
        """

    async def get_option(self, definition_id: Id, option_id: Id) -> CustomFieldOption:
        """Reads an option of a custom field."""

    async def update_option(
        self,
        definition_id: Id,
        option_id: Id,
        *,
        label: str | Unset | None = UNSET,
        position: int | Unset | None = UNSET,
    ) -> CustomFieldOption:
        """Changes an option of a custom field. What is not named stays; its value cannot be changed.

        * ``label``: The option for readers.
        * ``position``: Its place in the list, from 0.
        """

    async def delete_option(self, definition_id: Id, option_id: Id) -> None:
        """Deletes an option of a custom field."""

@final
class AsyncCustomFields(_AsyncFamily):
    """Values of the fields that an account added to its resources."""

    def list(
        self,
        *,
        entity_type: str | None = None,
        entity_id: Id | None = None,
        definition_id: Id | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of all resources.

        * ``entity_type``: Those of resources of this type: ``Shipment``, ``Container``, ``TrackingRequest``.
        * ``entity_id``: Those of the resource with this id.
        * ``definition_id``: Those of the definition with this id.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def create(self, api_slug: str, value: Any, entity: Shipment | Container | ResourceId) -> CustomField:
        """Gives a shipment or a container a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        * ``entity``: The resource that has the field.
        """

    async def get(self, id: Id) -> CustomField:
        """Reads a custom field."""

    async def update(self, id: Id, value: Any) -> CustomField:
        """Changes a custom field.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def delete(self, id: Id) -> None:
        """Takes a custom field away."""

@final
class AsyncDocumentSchemas(_AsyncFamily):
    """What is read out of a document of some type."""

    async def get(self, id: Id) -> DocumentSchema:
        """Reads what is read out of documents of one type. Its id names type and date: ``bill_of_lading@2025-01-01``.
        """

@final
class AsyncDocuments(_AsyncFamily):
    """Files that belong to shipments, and what was read out of them."""

    async def upload(
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

    def list(
        self,
        *,
        file_name: str | None = None,
        reference: str | None = None,
        document_types: str | Sequence[str] | None = None,
        sort: str | None = None,
        include: str | Sequence[DocumentInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[Document]:
        """Lists documents, newest first unless a sort says otherwise.

        * ``file_name``: Those whose file has this name.
        * ``reference``: Those that name this bill, booking or container.
        * ``document_types``: Those of one of these types.
        * ``sort``: In this order: ``document_type``, ``added_by`` or ``created_at``, with a ``-`` before it for the
          other way round.
        * ``include``: Related resources to be read along: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def create(self, name: str, attached_document: str) -> Document:
        """Adds a document whose file the service was given already. The same file a second time is refused with 409 and
        the code ``duplicate_document``; ``meta`` has ``existing_document_id`` and ``existing_document_name``. A file
        and its document in one step are ``upload``.

        * ``name``: The name of the document.
        * ``attached_document``: What the upload of its file was answered with (``signed_id``).
        """

    async def types(self) -> dict[str, Any]:
        """Lists the types of documents.

        The answer: ``document_types``: the types the service tells apart.
        """

    async def get(self, id: Id, *, include: str | Sequence[DocumentInclude] | None = None) -> Document:
        """Reads a document.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.
        """

    async def update(
        self,
        id: Id,
        *,
        document_type_manual: str | Unset | None = UNSET,
        extracted_data_manual: Mapping[str, Any] | Unset | None = UNSET,
    ) -> Document:
        """Corrects the type of a document, or what was read out of it. What is not named stays.

        * ``document_type_manual``: The type as a user has it, one of ``document_types``; null leaves it to the service
          again.
        * ``extracted_data_manual``: What a user read out of it, laid over what the service read: a member that is null
          takes away what was found. Null for all of it leaves it to the service again.
        """

    async def delete(self, id: Id) -> None:
        """Discards a document."""

    async def download_url(self, id: Id) -> dict[str, Any]:
        """Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process
        gives a path of its own: its ``document_content`` has the bytes.

        The answer: ``download_url``
        """

    async def reextract(self, id: Id) -> dict[str, Any]:
        """Has a document read again.

        The answer: ``status``
        """

    async def reclassify(self, id: Id) -> dict[str, Any]:
        """Has the type of a document found again.

        The answer: ``status``
        """

    async def relink(self, id: Id) -> dict[str, Any]:
        """Has the shipments of a document found again.

        The answer: ``status``
        """

    async def rotate(self, id: Id, degrees: int) -> dict[str, Any]:
        """Turns the image of a document. The embedded service keeps files as they came and refuses it (422).

        * ``degrees``: By how much, clockwise: 90, 180 or 270.

        The answer: ``status``
        """

@final
class AsyncEmailSubmissions(_AsyncFamily):
    """Mail that was sent to the account's address."""

    def list(
        self,
        *,
        include: str | Sequence[EmailSubmissionInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[EmailSubmission]:
        """Lists the mail of the account, newest first. Asked for no ``include``, the service tells documents and what
        was read out of them along.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id, *, include: str | Sequence[EmailSubmissionInclude] | None = None) -> EmailSubmission:
        """Reads a mail.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.
        """

@final
class AsyncMetroAreas(_AsyncFamily):
    """Regions of several ports."""

    async def get(self, id: Id) -> MetroArea:
        """Reads a metro area by its id or its UN/LOCODE."""

@final
class AsyncParties(_AsyncFamily):
    """Customers of the account."""

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[Party]:
        """Lists the customers of the account.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def create(self, company_name: str) -> Party:
        """Adds a customer. A name that exists is refused with 422.

        * ``company_name``: The name of the company.
        """

    async def get(self, id: Id) -> Party:
        """Reads a customer."""

    async def update(self, id: Id, *, company_name: str | Unset | None = UNSET) -> Party:
        """Renames a customer. A name that exists is refused with 422.

        * ``company_name``: The name of the company.
        """

@final
class AsyncPorts(_AsyncFamily):
    """Ports."""

    async def get(self, id: Id) -> Port:
        """Reads a port by its id or its UN/LOCODE."""

@final
class AsyncShipments(_AsyncFamily):
    """What a tracked number turned out to be: a voyage with its containers."""

    def list(
        self,
        *,
        number: str | None = None,
        tracking_stopped: bool | None = None,
        q: str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: Id | None = None,
        customer_name: str | None = None,
        scac: str | None = None,
        vessel_name: str | None = None,
        pol_code: str | None = None,
        pod_code: str | None = None,
        destination_code: str | None = None,
        eta_from: datetime | date | str | None = None,
        eta_until: datetime | date | str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[ShipmentInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[Shipment]:
        """Lists shipments, newest first. Of its filters the hosted service has ``number``, ``filter[tracking_stopped]``
        and ``q``, and passes the others over.

        * ``number``: Those tracked under this number, as it was submitted; container numbers are not looked at.
        * ``tracking_stopped``: Those that are no longer followed (true), or those that are (false).
        * ``q``: Those known by this bill, reference or container number. The hosted service calls this deprecated.
        * ``reference``: Those with this reference.
        * ``tag``: Those whose shipment has this label.
        * ``customer_id``: Those tracked for the customer with this id.
        * ``customer_name``: Those tracked for the customer of this name.
        * ``scac``: Those at this carrier.
        * ``vessel_name``: Those whose vessel at the port of discharge is called so.
        * ``pol_code``: Those from this port of lading, by its UN/LOCODE.
        * ``pod_code``: Those to this port of discharge, by its UN/LOCODE.
        * ``destination_code``: Those to this place inland, by its UN/LOCODE.
        * ``eta_from``: Those expected at the port of discharge at this moment or later. A day begins as it does in UTC.
        * ``eta_until``: Those expected at the port of discharge at this moment or earlier. A day ends as it does in
          UTC.
        * ``custom_fields``: Those whose own custom fields have these values, each ``slug=value``; an option by its
          value or its label. ``filter[custom_fields][slug]`` takes one value, also with a comma in it.
        * ``include``: Related resources to be read along: ``containers``, ``containers.pod_terminal``,
          ``containers.pickup_facility``, ``pod_terminal``, ``pod_terminal.port``, ``port_of_lading``,
          ``port_of_discharge``, ``destination``, ``destination_terminal``, ``destination_terminal.port``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id, *, include: str | Sequence[ShipmentInclude] | None = None) -> Shipment:
        """Reads a shipment.

        * ``include``: Related resources to be read along: ``containers``, ``containers.pod_terminal``,
          ``containers.pickup_facility``, ``pod_terminal``, ``pod_terminal.port``, ``port_of_lading``,
          ``port_of_discharge``, ``destination``, ``destination_terminal``, ``destination_terminal.port``.
        """

    async def update(
        self,
        id: Id,
        *,
        ref_numbers: str | Sequence[str] | None = None,
        tags: str | Sequence[str] | None = None,
    ) -> Shipment:
        """Changes references and labels of a shipment. What is not named stays.

        * ``ref_numbers``: The customer's own references.
        * ``tags``: The labels.
        """

    async def stop_tracking(self, id: Id) -> Shipment:
        """Stops following a shipment and all its containers."""

    async def resume_tracking(self, id: Id) -> Shipment:
        """Follows a shipment again that was stopped."""

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a shipment.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a shipment a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a shipment.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a shipment away."""

@final
class AsyncShippingLines(_AsyncFamily):
    """Ocean carriers whose numbers can be tracked."""

    def list(
        self,
        *,
        search: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[ShippingLine]:
        """Lists ocean carriers, all on one page.

        * ``search``: Those whose name or code has this part.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id) -> ShippingLine:
        """Reads an ocean carrier by its id or its SCAC."""

@final
class AsyncTerminals(_AsyncFamily):
    """Terminals of ports, and of railways."""

    async def get(self, id: Id) -> Terminal:
        """Reads a terminal; those of railways answer here, too."""

@final
class AsyncTrackingRequests(_AsyncFamily):
    """Numbers to be tracked."""

    async def create(
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

    async def track(
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

    async def track_until_certain(
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

    async def update(
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

    async def wait(
        self,
        id: Id,
        *,
        until: Literal["settled", "answered"] = "settled",
        timeout: Seconds | None = None,
        poll: Seconds | None = None,
        progress: Progress | None = None,
    ) -> TrackingRequest:
        """Waits until a request is settled: created, failed or stopped. Five minutes unless told otherwise.

        It takes a request, its id, or what :meth:`track` gave. With ``until="answered"`` the wait also ends when the
        carrier has no data yet and is asked again every day. A request that is not settled in time raises
        ``TimedOutError``, and lives on. Ctrl-C ends the wait at once. Where the service is on a manual clock, the wait
        moves that clock.
        """

    async def infer_number(self, number: str) -> Inference:
        """Asks the service what a number is and which carrier it belongs to."""

    def list(
        self,
        *,
        number: str | None = None,
        scac: str | None = None,
        status: RequestStatus | None = None,
        request_type: RequestType | None = None,
        created_from: datetime | date | str | None = None,
        created_until: datetime | date | str | None = None,
        updated_from: datetime | date | str | None = None,
        updated_until: datetime | date | str | None = None,
        q: str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: Id | None = None,
        customer_name: str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[TrackingRequestInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[TrackingRequest]:
        """Lists tracking requests, newest first.

        * ``number``: Those with this number, as it was submitted.
        * ``scac``: Those at this carrier.
        * ``status``: Those that stand here: the hosted service documents ``created``, ``pending`` and ``failed``.
        * ``request_type``: Those of this kind: ``bill_of_lading``, ``booking_number``, ``container``. The hosted
          service passes it over.
        * ``created_from``: Those created at this moment or later.
        * ``created_until``: Those created at this moment or earlier.
        * ``updated_from``: Those last changed at this moment or later.
        * ``updated_until``: Those last changed at this moment or earlier.
        * ``q``: Those known by this number or reference. The hosted service calls this deprecated.
        * ``reference``: Those with this reference. The hosted service passes it over, and those that follow.
        * ``tag``: Those with this label for their shipment.
        * ``customer_id``: Those for the customer with this id.
        * ``customer_name``: Those for the customer of this name.
        * ``custom_fields``: Those whose own custom fields have these values, each ``slug=value``; an option by its
          value or its label. ``filter[custom_fields][slug]`` takes one value, also with a comma in it.
        * ``include``: Related resources to be read along: ``tracked_object``, ``tracked_object.containers``,
          ``tracked_object.pod_terminal``, ``tracked_object.port_of_lading``, ``tracked_object.port_of_discharge``,
          ``tracked_object.destination``, ``tracked_object.destination_terminal``, ``shipment``, ``container``,
          ``containers``, ``customer``, ``user``, ``account``, ``shipping_line``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id, *, include: str | Sequence[TrackingRequestInclude] | None = None) -> TrackingRequest:
        """Reads a tracking request. Asked for no ``include``, the service tells its shipment along.

        * ``include``: Related resources to be read along: ``tracked_object``, ``tracked_object.containers``,
          ``tracked_object.pod_terminal``, ``tracked_object.port_of_lading``, ``tracked_object.port_of_discharge``,
          ``tracked_object.destination``, ``tracked_object.destination_terminal``, ``shipment``, ``container``,
          ``containers``, ``customer``, ``user``, ``account``, ``shipping_line``.
        """

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a tracking request.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a tracking request a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a tracking request.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """

    async def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a tracking request away."""

@final
class AsyncVessels(_AsyncFamily):
    """Ships."""

    async def get(
        self,
        id: Id,
        *,
        positions_from: datetime | date | str | None = None,
        positions_until: datetime | date | str | None = None,
    ) -> Vessel:
        """Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted
        service wants a paid plan for (403 otherwise).

        * ``positions_from``: With its positions from this moment on; from seven days ago unless it is said.
        * ``positions_until``: With its positions until this moment.
        """

    async def future_positions(self, id: Id, port_id: Id, previous_port_id: Id) -> Vessel:
        """Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants
        a paid plan for it (403 otherwise).

        * ``port_id``: The id of the port it sails to.
        * ``previous_port_id``: The id of the port it left.

        A hosted service does this; the one in this process answers with ``ForbiddenError``.
        """

    async def future_positions_with_coordinates(
        self,
        id: Id,
        port_id: Id,
        previous_port_id: Id,
        latitude: float,
        longitude: float,
    ) -> Vessel:
        """The same, from where the ship is now.

        * ``port_id``: The id of the port it sails to.
        * ``previous_port_id``: The id of the port it left.
        * ``latitude``: Where the ship is now, in degrees north.
        * ``longitude``: Where the ship is now, in degrees east.

        A hosted service does this; the one in this process answers with ``ForbiddenError``.
        """

@final
class AsyncWebhookNotifications(_AsyncFamily):
    """What webhooks were told, and how far its delivery came."""

    def list(
        self,
        *,
        include: str | Sequence[WebhookNotificationInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[WebhookNotification]:
        """Lists what webhooks were told, newest first.

        * ``include``: Related resources to be read along: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id, *, include: str | Sequence[WebhookNotificationInclude] | None = None) -> WebhookNotification:
        """Reads what a webhook was told.

        * ``include``: Related resources to be read along: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.
        """

    def examples(
        self,
        event: EventName,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[WebhookNotification]:
        """Reads made-up notifications of one event, as webhooks are told of it.

        * ``event``: The name of the event, such as ``container.transport.vessel_arrived``.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

@final
class AsyncWebhooks(_AsyncFamily):
    """URLs that are told of events."""

    async def create(
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

    async def ensure(
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

    async def update(
        self,
        id: Id,
        *,
        url: str | None = None,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Changes one. What is not named stays."""

    async def rotate_secret(self, id: Id, *, overlap: Seconds = 86400) -> Webhook:
        """Gives one a new secret, which the answer holds.

        For the ``overlap`` (a day; 30 days at most, to the second) its deliveries are signed with the secret it had
        as well: a receiver that is given both takes every one of them. The hosted service's own signature header has
        room for one, and carries that of the new secret at once. ``overlap=0`` ends every secret before the new one
        now: for one that leaked. The service of this library does this; the hosted one has nothing like it
        (``NotFoundError``).
        """

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[Webhook]:
        """Lists webhooks.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """

    async def get(self, id: Id) -> Webhook:
        """Reads a webhook."""

    async def delete(self, id: Id) -> None:
        """Deletes a webhook."""

    def events(
        self,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[WebhookEventCategory]:
        """Lists the events that webhooks can be told of, by category.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    async def ips(self) -> dict[str, Any]:
        """Lists the addresses that deliveries come from. The embedded service lists those it was opened with.

        The answer: ``webhook_notification_ips`` and ``last_updated``
        """

    async def trigger(self, url: str, event: EventName, *, secret: str | Secret | None = None) -> dict[str, Any]:
        """Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an
        address is not public, the embedded service sends it for nobody but the process it runs in.

        * ``url``: Where the notification is posted.
        * ``event``: The name of the event.
        * ``secret``: What the notification is signed with.

        The answer: ``url``, ``succeeded``, ``error``, ``status_code``, ``request_headers``, ``request_body``,
        ``response_headers``, ``response_body``
        """

class _AsyncFamilies:
    """What a client has of the families."""

    @property
    def containers(self) -> AsyncContainers:
        """Boxes of tracked shipments."""

    @property
    def custom_field_definitions(self) -> AsyncCustomFieldDefinitions:
        """Fields that an account adds to its resources, and the options of those that have some."""

    @property
    def custom_fields(self) -> AsyncCustomFields:
        """Values of the fields that an account added to its resources."""

    @property
    def document_schemas(self) -> AsyncDocumentSchemas:
        """What is read out of a document of some type."""

    @property
    def documents(self) -> AsyncDocuments:
        """Files that belong to shipments, and what was read out of them."""

    @property
    def email_submissions(self) -> AsyncEmailSubmissions:
        """Mail that was sent to the account's address."""

    @property
    def metro_areas(self) -> AsyncMetroAreas:
        """Regions of several ports."""

    @property
    def parties(self) -> AsyncParties:
        """Customers of the account."""

    @property
    def ports(self) -> AsyncPorts:
        """Ports."""

    def search(
        self,
        query: str,
        *,
        max_items: int | None = None,
        progress: Progress | None = None,
    ) -> AsyncListing[SearchResult]:
        """Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by
        their number, reference or label, then by what these begin with or a number ends with, then shipments by a part
        of the name of vessel, customer or port.

        * ``query``: What to look for: a number, its beginning or its end; a reference or a label, or what it begins
          with; a part of a name.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """

    @property
    def shipments(self) -> AsyncShipments:
        """What a tracked number turned out to be: a voyage with its containers."""

    @property
    def shipping_lines(self) -> AsyncShippingLines:
        """Ocean carriers whose numbers can be tracked."""

    @property
    def terminals(self) -> AsyncTerminals:
        """Terminals of ports, and of railways."""

    @property
    def tracking_requests(self) -> AsyncTrackingRequests:
        """Numbers to be tracked."""

    @property
    def vessels(self) -> AsyncVessels:
        """Ships."""

    @property
    def webhook_notifications(self) -> AsyncWebhookNotifications:
        """What webhooks were told, and how far its delivery came."""

    @property
    def webhooks(self) -> AsyncWebhooks:
        """URLs that are told of events."""
