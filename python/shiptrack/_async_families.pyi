# Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The families of the interface for asyncio: calls are awaited, listings are iterated with ``async for``."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from os import PathLike
from typing import Any, BinaryIO, Literal, final

import shiptrack
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
from shiptrack.types import EventName, Headers, Id, Progress, RequestType, Seconds
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
    """Base class of all families for asyncio."""

    def __init__(self, client: _Caller) -> None: ...

@final
class AsyncContainers(_AsyncFamily):
    """Containers of tracked shipments."""

    async def table(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        max_items: int | None = None,
        resume_from: str | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
        duplicates: bool = True,
        **filters: Any,
    ) -> shiptrack.ContainerTable:
        """Returns a table with one row per container: status, arrival, delay, last free day, ports and vessel.

        Takes the arguments of ``list`` (such as ``pod_code="USLAX"``) except ``include``; shipments are fetched automatically. The
        columns are those of :class:`~shiptrack.tables.ContainerRow`.

        A container that is tracked by its number and also by its bill of lading has two rows for one voyage. ``duplicates=False``
        leaves out the row of the container number, if the service reports that the shipments are related
        (``meta.related_shipments``).
        """

    async def timeline(self, id: shiptrack.types.Id, *, now: datetime | None = None) -> shiptrack.Timeline:
        """Returns the timeline of a container's journey, which a notebook shows as a picture. ``now`` is the current
        time of the service if left out.
        """

    def list(
        self,
        *,
        number: str | None = None,
        current_status: shiptrack.types.ContainerStatus | None = None,
        free_from: datetime | date | str | None = None,
        free_until: datetime | date | str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: shiptrack.types.Id | None = None,
        customer_name: str | None = None,
        scac: str | None = None,
        vessel_name: str | None = None,
        pol_code: str | None = None,
        pod_code: str | None = None,
        destination_code: str | None = None,
        eta_from: datetime | date | str | None = None,
        eta_until: datetime | date | str | None = None,
        updated_from: datetime | date | str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[shiptrack.types.ContainerInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[Container]:
        """Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded
        service refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens
        while the links of the list are followed, the containers appear again at its end, so that none is missed. With a
        filter, the embedded service returns the newest first. The hosted service supports only ``filter[number]``, and
        ignores the other filters.

        * ``number``: Only containers with this number.
        * ``current_status``: Only containers with this status.
        * ``free_from``: Only containers with a last free day on this day or later. Days are in the time zone of the
          place where the container is picked up.
        * ``free_until``: Only containers with a last free day on this day or earlier. Days are in the time zone of the
          place where the container is picked up.
        * ``reference``: Only containers with this reference, and containers of shipments with this reference.
        * ``tag``: Only if the shipment has this tag.
        * ``customer_id``: Only if the shipment is tracked for the customer with this id.
        * ``customer_name``: Only if the shipment is tracked for a customer whose name contains these words.
        * ``scac``: Only if the carrier of the shipment has this SCAC.
        * ``vessel_name``: Only if the vessel that arrives at the port of discharge has this name.
        * ``pol_code``: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
        * ``pod_code``: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
        * ``destination_code``: Only if the inland destination has this UN/LOCODE.
        * ``eta_from``: Only if the estimated arrival at the port of discharge is at this time or later. A date means
          its beginning in UTC.
        * ``eta_until``: Only if the estimated arrival at the port of discharge is at this time or earlier. A date means
          its end in UTC.
        * ``updated_from``: Only if a source was asked about the shipment, or changed it, at this time or later. A date
          means its beginning in UTC.
        * ``custom_fields``: Only resources with these values of custom fields. Each item is ``slug=value``; an option
          is given by its value or its label. Use ``filter[custom_fields][slug]`` for a value that contains a comma. The
          hosted service ignores this filter.
        * ``include``: Related resources to include: ``shipment``, ``transport_events``, ``raw_events``,
          ``pod_terminal``, ``pod_terminal.port``, ``pickup_facility``, ``pickup_facility.port``,
          ``shipment.containers``, ``shipment.port_of_lading``, ``shipment.port_of_discharge``,
          ``shipment.pod_terminal``, ``shipment.destination``, ``shipment.destination_terminal``,
          ``transport_events.location``, ``transport_events.terminal``, ``transport_events.vessel``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.ContainerInclude] | None = None,
    ) -> Container:
        """Reads a container.

        * ``include``: Related resources to include: ``shipment``, ``transport_events``, ``raw_events``,
          ``pod_terminal``, ``pod_terminal.port``, ``pickup_facility``, ``pickup_facility.port``,
          ``shipment.containers``, ``shipment.port_of_lading``, ``shipment.port_of_discharge``,
          ``shipment.pod_terminal``, ``shipment.destination``, ``shipment.destination_terminal``,
          ``transport_events.location``, ``transport_events.terminal``, ``transport_events.vessel``.
        """

    async def update(self, id: shiptrack.types.Id, *, ref_numbers: str | Sequence[str] | None = None) -> Container:
        """Changes the references of a container. The hosted service documents this request without an id in the path,
        ``PATCH /containers``: then the id is in the body.

        * ``ref_numbers``: References of the customer, such as purchase order numbers.
        """

    def transport_events(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.TransportEventInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[TransportEvent]:
        """Lists the events of a container. They are not in chronological order, and their timestamps alone do not give
        the order: ``in_order`` sorts them (in C ``shiptrack_transport_events_sort``).

        * ``include``: Related resources to include: ``shipment``, ``container``, ``location``, ``terminal``,
          ``vessel``, ``port``, ``metro_area``, ``rail_terminal``, ``source_event``, ``previous_version``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    def raw_events(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[RawEvent]:
        """Lists the statements of the sources about a container, from which its events are derived, in the order in
        which they were received. Statements that became no event, and withdrawn statements, are included. The response
        includes places, vessels and terminals. Deprecated in the hosted service.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def map_geojson(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the
        remaining part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan
        (403 otherwise). The embedded service draws lines between ports, because it has no vessel positions.

        Returns: A GeoJSON FeatureCollection; it has no features if no route is known.
        """

    async def route(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The
        hosted service has removed this request, which its older clients send.

        Returns: ``data``, the route, and ``included``: its places as ``route_location``, with the times, the mode,
        the voyage and the vessel of the leg that ends there (``inbound_…``) and of the leg that begins there
        (``outbound_…``), and the ports, vessels and terminals

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

    async def refresh(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Requests new data about a container from its sources now. At most ten calls a minute. The hosted service
        requires a paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.

        Returns: ``message``
        """

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a container.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a container.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a container.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a container."""

@final
class AsyncCustomFieldDefinitions(_AsyncFamily):
    """Definitions of the custom fields that an account adds to its resources, and their options."""

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
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomFieldDefinition]:
        """Lists the definitions of custom fields.

        * ``entity_type``: Only definitions for this type of resource: ``Shipment``, ``Container`` or
          ``TrackingRequest``.
        * ``data_type``: Only definitions with this data type, such as ``short_text``.
        * ``display_name``: Only definitions with a display name that begins with this text.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
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

        * ``entity_type``: The type of the resources that have the field: ``Shipment``, ``Container`` or
          ``TrackingRequest``. It cannot be changed later.
        * ``api_slug``: The name of the field in the API. It cannot be changed later.
        * ``display_name``: The name of the field that is shown to people.
        * ``data_type``: The data type of the values: ``short_text``, ``number``, ``date``, ``datetime``, ``boolean``,
          ``enum``, ``enum_multi`` or ``reference``. It cannot be changed later.
        * ``description``: The purpose of the field, for people.
        * ``reference_type``: The type of the resources to which values refer, for the data type ``reference``:
          ``Shipment``, ``Container``, ``TrackingRequest`` or ``Party``.
        * ``validation``: Rules for the values: ``required`` for every data type; ``pattern``, ``min_length`` and
          ``max_length`` for ``short_text``; ``min`` and ``max`` for ``number``.
        * ``default_format``: The format in which values are shown: such as ``#,##0.00`` for ``number``, and a
          ``strftime`` format such as ``%d.%m.%Y`` for ``date`` and ``datetime``.
        * ``default_value``: The value for resources that are created without one. Existing resources do not get it.
        """

    async def get(self, id: shiptrack.types.Id) -> CustomFieldDefinition:
        """Reads the definition of a custom field."""

    async def update(
        self,
        id: shiptrack.types.Id,
        *,
        display_name: str | Unset | None = UNSET,
        description: str | Unset | None = UNSET,
        validation: Mapping[str, Any] | Unset | None = UNSET,
        default_format: str | Unset | None = UNSET,
        default_value: Any = UNSET,
    ) -> CustomFieldDefinition:
        """Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug
        and the data type cannot be changed.

        * ``display_name``: The name of the field that is shown to people.
        * ``description``: The purpose of the field, for people.
        * ``validation``: Rules for the values: ``required`` for every data type; ``pattern``, ``min_length`` and
          ``max_length`` for ``short_text``; ``min`` and ``max`` for ``number``.
        * ``default_format``: The format in which values are shown: such as ``#,##0.00`` for ``number``, and a
          ``strftime`` format such as ``%d.%m.%Y`` for ``date`` and ``datetime``.
        * ``default_value``: The value for resources that are created without one. Existing resources do not get it.
        """

    async def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes the definition of a custom field and all its values."""

    def options(
        self,
        definition_id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomFieldOption]:
        """Lists the options of a custom field.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def create_option(
        self,
        definition_id: shiptrack.types.Id,
        label: str,
        value: str,
        *,
        position: int | None = None,
    ) -> CustomFieldOption:
        """Adds an option to a custom field.

        * ``label``: The text of the option that is shown to people.
        * ``value``: The value that is stored. It is unique among the options of a field, and cannot be changed later.
        * ``position``: The position of the option in the list, starting at 0.
        """

    async def get_option(self, definition_id: shiptrack.types.Id, option_id: shiptrack.types.Id) -> CustomFieldOption:
        """Reads an option of a custom field."""

    async def update_option(
        self,
        definition_id: shiptrack.types.Id,
        option_id: shiptrack.types.Id,
        *,
        label: str | Unset | None = UNSET,
        position: int | Unset | None = UNSET,
    ) -> CustomFieldOption:
        """Changes an option of a custom field. Attributes that are not in the request keep their values. The value
        cannot be changed.

        * ``label``: The text of the option that is shown to people.
        * ``position``: The position of the option in the list, starting at 0.
        """

    async def delete_option(self, definition_id: shiptrack.types.Id, option_id: shiptrack.types.Id) -> None:
        """Deletes an option of a custom field."""

@final
class AsyncCustomFields(_AsyncFamily):
    """Values of the custom fields of resources."""

    def list(
        self,
        *,
        entity_type: str | None = None,
        entity_id: shiptrack.types.Id | None = None,
        definition_id: shiptrack.types.Id | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of all resources.

        * ``entity_type``: Only custom fields of resources of this type: ``Shipment``, ``Container`` or
          ``TrackingRequest``.
        * ``entity_id``: Only custom fields of the resource with this id.
        * ``definition_id``: Only custom fields with the definition with this id.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def create(self, api_slug: str, value: Any, entity: Shipment | Container | shiptrack.ResourceId) -> CustomField:
        """Sets a custom field of a shipment or container.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        * ``entity``: The resource that has the field.
        """

    async def get(self, id: shiptrack.types.Id) -> CustomField:
        """Reads a custom field."""

    async def update(self, id: shiptrack.types.Id, value: Any) -> CustomField:
        """Changes the value of a custom field.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes the value of a custom field."""

@final
class AsyncDocumentSchemas(_AsyncFamily):
    """Schemas of the data that is extracted from documents."""

    async def get(self, id: shiptrack.types.Id) -> DocumentSchema:
        """Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date:
        ``bill_of_lading@2026-11-01``.
        """

@final
class AsyncDocuments(_AsyncFamily):
    """Freight documents, their files, and the data that was extracted from them."""

    async def upload(
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

    def list(
        self,
        *,
        file_name: str | None = None,
        reference: str | None = None,
        document_types: str | Sequence[str] | None = None,
        sort: str | None = None,
        include: str | Sequence[shiptrack.types.DocumentInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[Document]:
        """Lists documents, newest first unless ``sort`` is given.

        * ``file_name``: Only documents whose file name contains these words.
        * ``reference``: Only documents that contain this number of a bill of lading, booking or container.
        * ``document_types``: Only documents with one of these types.
        * ``sort``: The attribute by which the list is sorted: ``document_type``, ``added_by`` or ``created_at``. A
          leading ``-`` reverses the order.
        * ``include``: Related resources to include: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def create(self, name: str, attached_document: str) -> Document:
        """Creates a document from a file that was uploaded before. A file that another document already has is rejected
        with 409 and the code ``duplicate_document``; ``meta`` contains ``existing_document_id`` and
        ``existing_document_name``. To upload a file and create its document in one step, use the upload function of the
        client.

        * ``name``: The name of the document.
        * ``attached_document``: The ``signed_id`` that the service returned when the file was announced for upload.
        """

    async def types(self) -> dict[str, Any]:
        """Lists the types of documents.

        Returns: ``document_types``, the types that the service can detect
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.DocumentInclude] | None = None,
    ) -> Document:
        """Reads a document.

        * ``include``: Related resources to include: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.
        """

    async def update(
        self,
        id: shiptrack.types.Id,
        *,
        document_type_manual: str | Unset | None = UNSET,
        extracted_data_manual: Mapping[str, Any] | Unset | None = UNSET,
    ) -> Document:
        """Corrects the type of a document or the data that was extracted from it. Attributes that are not in the
        request keep their values.

        * ``document_type_manual``: The type that a user sets, one of ``document_types``. ``None`` returns to the type
          that the service detects.
        * ``extracted_data_manual``: Data that a user sets. Its members replace members of the extracted data; a member
          that is ``None`` removes the extracted value. ``None`` instead of an object returns to the extracted data.
        """

    async def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a document."""

    async def download_url(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Returns a URL from which the file of a document can be downloaded for a short time. An embedded service
        without an HTTP server returns a path instead; its function ``document_content`` returns the bytes.

        Returns: ``download_url``
        """

    async def reextract(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Extracts the data of a document again.

        Returns: ``status``
        """

    async def reclassify(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Detects the type of a document again.

        Returns: ``status``
        """

    async def relink(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Finds the shipments and containers of a document again.

        Returns: ``status``
        """

    async def rotate(self, id: shiptrack.types.Id, degrees: int) -> dict[str, Any]:
        """Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.

        * ``degrees``: The clockwise angle in degrees: 90, 180 or 270.

        Returns: ``status``
        """

@final
class AsyncEmailSubmissions(_AsyncFamily):
    """Email messages that the account received."""

    def list(
        self,
        *,
        include: str | Sequence[shiptrack.types.EmailSubmissionInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[EmailSubmission]:
        """Lists the email submissions of the account, newest first. Without ``include``, the response includes their
        documents and the data that was extracted from them.

        * ``include``: Related resources to include: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.EmailSubmissionInclude] | None = None,
    ) -> EmailSubmission:
        """Reads an email submission. Without ``include``, the response includes its documents and the data that was
        extracted from them.

        * ``include``: Related resources to include: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.
        """

@final
class AsyncMetroAreas(_AsyncFamily):
    """Cities and regions inland that are destinations of containers."""

    async def get(self, id: shiptrack.types.Id) -> MetroArea:
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
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[Party]:
        """Lists the customers of the account.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def create(self, company_name: str) -> Party:
        """Creates a customer. A name that another customer of the account has is rejected with 422.

        * ``company_name``: The name of the company.
        """

    async def get(self, id: shiptrack.types.Id) -> Party:
        """Reads a customer."""

    async def update(self, id: shiptrack.types.Id, *, company_name: str | Unset | None = UNSET) -> Party:
        """Renames a customer. A name that another customer of the account has is rejected with 422.

        * ``company_name``: The name of the company.
        """

@final
class AsyncPorts(_AsyncFamily):
    """Ports where vessels call."""

    async def get(self, id: shiptrack.types.Id) -> Port:
        """Reads a port by its id or its UN/LOCODE."""

@final
class AsyncShipments(_AsyncFamily):
    """Shipments that were found under tracked numbers."""

    def list(
        self,
        *,
        number: str | None = None,
        tracking_stopped: bool | None = None,
        q: str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: shiptrack.types.Id | None = None,
        customer_name: str | None = None,
        scac: str | None = None,
        vessel_name: str | None = None,
        pol_code: str | None = None,
        pod_code: str | None = None,
        destination_code: str | None = None,
        eta_from: datetime | date | str | None = None,
        eta_until: datetime | date | str | None = None,
        updated_from: datetime | date | str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[shiptrack.types.ShipmentInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[Shipment]:
        """Lists shipments, newest first. The hosted service supports the filters ``number``,
        ``filter[tracking_stopped]`` and ``q``, and ignores the others.

        * ``number``: Only shipments that are tracked under this number, as it was submitted. Container numbers are not
          searched.
        * ``tracking_stopped``: Only shipments that are no longer tracked (true), or only shipments that are still
          tracked (false).
        * ``q``: Only shipments with a bill of lading, reference or container number that begins with this text.
          Deprecated in the hosted service.
        * ``reference``: Only shipments with this reference.
        * ``tag``: Only if the shipment has this tag.
        * ``customer_id``: Only if the shipment is tracked for the customer with this id.
        * ``customer_name``: Only if the shipment is tracked for a customer whose name contains these words.
        * ``scac``: Only if the carrier of the shipment has this SCAC.
        * ``vessel_name``: Only if the vessel that arrives at the port of discharge has this name.
        * ``pol_code``: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
        * ``pod_code``: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
        * ``destination_code``: Only if the inland destination has this UN/LOCODE.
        * ``eta_from``: Only if the estimated arrival at the port of discharge is at this time or later. A date means
          its beginning in UTC.
        * ``eta_until``: Only if the estimated arrival at the port of discharge is at this time or earlier. A date means
          its end in UTC.
        * ``updated_from``: Only if a source was asked about the shipment, or changed it, at this time or later. A date
          means its beginning in UTC.
        * ``custom_fields``: Only resources with these values of custom fields. Each item is ``slug=value``; an option
          is given by its value or its label. Use ``filter[custom_fields][slug]`` for a value that contains a comma. The
          hosted service ignores this filter.
        * ``include``: Related resources to include: ``containers``, ``containers.pod_terminal``,
          ``containers.pickup_facility``, ``containers.transport_events``, ``pod_terminal``, ``pod_terminal.port``,
          ``port_of_lading``, ``port_of_discharge``, ``destination``, ``destination_terminal``,
          ``destination_terminal.port``, ``line_tracking_stopped_by_user``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.ShipmentInclude] | None = None,
    ) -> Shipment:
        """Reads a shipment.

        * ``include``: Related resources to include: ``containers``, ``containers.pod_terminal``,
          ``containers.pickup_facility``, ``containers.transport_events``, ``pod_terminal``, ``pod_terminal.port``,
          ``port_of_lading``, ``port_of_discharge``, ``destination``, ``destination_terminal``,
          ``destination_terminal.port``, ``line_tracking_stopped_by_user``.
        """

    async def update(
        self,
        id: shiptrack.types.Id,
        *,
        ref_numbers: str | Sequence[str] | None = None,
        tags: str | Sequence[str] | None = None,
        customer: shiptrack.types.Id | Unset | None = UNSET,
    ) -> Shipment:
        """Changes the references, tags and customer of a shipment. What is not in the request keeps its value.

        * ``ref_numbers``: References of the customer, such as purchase order numbers.
        * ``tags``: Tags of the shipment.
        * ``customer``: The customer for whom the shipment is tracked. ``None`` removes it, also from the tracking
          requests of the shipment.
        """

    async def stop_tracking(self, id: shiptrack.types.Id) -> Shipment:
        """Stops tracking a shipment and all its containers."""

    async def resume_tracking(self, id: shiptrack.types.Id) -> Shipment:
        """Resumes tracking of a shipment that was stopped."""

    async def doubts(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and
        those that are probably wrong. Lists at most 1,000 doubts, newest first.

        Returns: ``doubts``, a list of objects with ``reason``, ``text``, ``container``, ``source``, ``received_at``,
        ``pointer``, ``event``, ``at`` and ``locode``, and ``total``, the number of doubts

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a shipment.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a shipment.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a shipment.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a shipment."""

@final
class AsyncShippingLines(_AsyncFamily):
    """Ocean carriers, and what can be tracked at each."""

    def list(
        self,
        *,
        search: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[ShippingLine]:
        """Lists all ocean carriers on one page.

        * ``search``: Only carriers with a name or SCAC that contains this text.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def get(self, id: shiptrack.types.Id) -> ShippingLine:
        """Reads an ocean carrier by its id or its SCAC."""

@final
class AsyncTerminals(_AsyncFamily):
    """Terminals of ports and of railways."""

    async def get(self, id: shiptrack.types.Id) -> Terminal:
        """Reads a terminal of a port or of a railway."""

@final
class AsyncTrackingRequests(_AsyncFamily):
    """Requests to track a number at a carrier."""

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

    async def update(
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

    async def wait(
        self,
        id: Id,
        *,
        until: Literal["settled", "answered"] = "settled",
        timeout: Seconds | None = None,
        poll: Seconds | None = None,
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

    async def infer_number(self, number: str) -> Inference:
        """Asks the service what kind of number this is and which carriers it may belong to."""

    def list(
        self,
        *,
        number: str | None = None,
        scac: str | None = None,
        status: shiptrack.types.RequestStatus | None = None,
        request_type: shiptrack.types.RequestType | None = None,
        created_from: datetime | date | str | None = None,
        created_until: datetime | date | str | None = None,
        updated_from: datetime | date | str | None = None,
        updated_until: datetime | date | str | None = None,
        q: str | None = None,
        reference: str | None = None,
        tag: str | None = None,
        customer_id: shiptrack.types.Id | None = None,
        customer_name: str | None = None,
        custom_fields: str | Sequence[str] | None = None,
        include: str | Sequence[shiptrack.types.TrackingRequestInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[TrackingRequest]:
        """Lists tracking requests, newest first.

        * ``number``: Only tracking requests with this number, as it was submitted.
        * ``scac``: Only tracking requests at the carrier with this SCAC.
        * ``status``: Only tracking requests with this status. The hosted service documents ``created``, ``pending`` and
          ``failed``.
        * ``request_type``: Only tracking requests for this kind of number: ``bill_of_lading``, ``booking_number`` or
          ``container``. The hosted service ignores this filter.
        * ``created_from``: Only tracking requests created at this time or later.
        * ``created_until``: Only tracking requests created at this time or earlier.
        * ``updated_from``: Only tracking requests last changed at this time or later.
        * ``updated_until``: Only tracking requests last changed at this time or earlier.
        * ``q``: Only tracking requests with a number or reference that begins with this text. Deprecated in the hosted
          service.
        * ``reference``: Only tracking requests with this reference. The hosted service ignores this filter.
        * ``tag``: Only tracking requests that give their shipment this tag. The hosted service ignores this filter.
        * ``customer_id``: Only tracking requests for the customer with this id. The hosted service ignores this filter.
        * ``customer_name``: Only tracking requests for customers whose name contains these words. The hosted service
          ignores this filter.
        * ``custom_fields``: Only resources with these values of custom fields. Each item is ``slug=value``; an option
          is given by its value or its label. Use ``filter[custom_fields][slug]`` for a value that contains a comma. The
          hosted service ignores this filter.
        * ``include``: Related resources to include: ``tracked_object``, ``tracked_object.containers``,
          ``tracked_object.pod_terminal``, ``tracked_object.port_of_lading``, ``tracked_object.port_of_discharge``,
          ``tracked_object.destination``, ``tracked_object.destination_terminal``, ``shipment``, ``container``,
          ``containers``, ``customer``, ``user``, ``account``, ``shipping_line``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.TrackingRequestInclude] | None = None,
    ) -> TrackingRequest:
        """Reads a tracking request. Without ``include``, the response includes its shipment.

        * ``include``: Related resources to include: ``tracked_object``, ``tracked_object.containers``,
          ``tracked_object.pod_terminal``, ``tracked_object.port_of_lading``, ``tracked_object.port_of_discharge``,
          ``tracked_object.destination``, ``tracked_object.destination_terminal``, ``shipment``, ``container``,
          ``containers``, ``customer``, ``user``, ``account``, ``shipping_line``.
        """

    async def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a tracking request, its shipment with containers and events unless another tracking request has the
        shipment, and the notifications about them that were not delivered yet. What sources reported about the number
        is kept, and used if the number is tracked again. The event feed has the event ``tracking_request.deleted``.

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[CustomField]:
        """Lists the custom fields of a tracking request.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a tracking request.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a tracking request.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """

    async def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a tracking request."""

@final
class AsyncVessels(_AsyncFamily):
    """Vessels that carry containers."""

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        positions_from: datetime | date | str | None = None,
        positions_until: datetime | date | str | None = None,
    ) -> Vessel:
        """Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires
        a paid plan (403 otherwise).

        * ``positions_from``: Adds the positions of the vessel from this time on. If missing, from seven days ago.
        * ``positions_until``: Adds the positions of the vessel until this time.
        """

    async def future_positions(
        self,
        id: shiptrack.types.Id,
        port_id: shiptrack.types.Id,
        previous_port_id: shiptrack.types.Id,
    ) -> Vessel:
        """Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted
        service requires a paid plan (403 otherwise).

        * ``port_id``: The id of the port to which the vessel sails.
        * ``previous_port_id``: The id of the port that the vessel left.

        Only a hosted service supports this; a service in this process raises ``ForbiddenError``.
        """

    async def future_positions_with_coordinates(
        self,
        id: shiptrack.types.Id,
        port_id: shiptrack.types.Id,
        previous_port_id: shiptrack.types.Id,
        latitude: float,
        longitude: float,
    ) -> Vessel:
        """Reads the estimated positions of a vessel on its way between two ports, from its current position on.

        * ``port_id``: The id of the port to which the vessel sails.
        * ``previous_port_id``: The id of the port that the vessel left.
        * ``latitude``: Latitude of the current position of the vessel in degrees, positive to the north.
        * ``longitude``: Longitude of the current position of the vessel in degrees, positive to the east.

        Only a hosted service supports this; a service in this process raises ``ForbiddenError``.
        """

@final
class AsyncWebhookNotifications(_AsyncFamily):
    """Notifications for webhooks, and the status of their delivery."""

    def list(
        self,
        *,
        include: str | Sequence[shiptrack.types.WebhookNotificationInclude] | None = None,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[WebhookNotification]:
        """Lists the notifications of webhooks, newest first.

        * ``include``: Related resources to include: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.WebhookNotificationInclude] | None = None,
    ) -> WebhookNotification:
        """Reads a notification of a webhook.

        * ``include``: Related resources to include: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.
        """

    def examples(
        self,
        event: shiptrack.types.EventName,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[WebhookNotification]:
        """Returns example notifications of one event, in the form in which webhooks receive them.

        * ``event``: The name of the event, such as ``container.transport.vessel_arrived``.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

@final
class AsyncWebhooks(_AsyncFamily):
    """URLs that receive notifications of events."""

    async def create(
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

    async def ensure(
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

    async def update(
        self,
        id: Id,
        *,
        url: str | None = None,
        active: bool | None = None,
        events: str | Sequence[EventName] | None = None,
        headers: Headers | None = None,
    ) -> Webhook:
        """Changes a webhook and returns it. Arguments that are left out keep their values."""

    async def rotate_secret(self, id: Id, *, overlap: Seconds = 86400) -> Webhook:
        """Gives a webhook a new signing secret, which the returned webhook contains.

        During ``overlap`` (in seconds; a day if left out, at most 30 days) deliveries are signed with both secrets,
        so a receiver that accepts both misses no delivery. The signature header of the hosted service has room for one
        signature; it is made with the new secret at once. ``overlap=0`` makes all earlier secrets invalid immediately:
        use it after a secret has leaked.

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[Webhook]:
        """Lists webhooks.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """

    async def get(self, id: shiptrack.types.Id) -> Webhook:
        """Reads a webhook."""

    async def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a webhook."""

    def events(
        self,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[WebhookEventCategory]:
        """Lists the events that webhooks can receive, by category.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    async def ips(self) -> dict[str, Any]:
        """Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were
        configured when it was opened.

        Returns: ``webhook_notification_ips`` and ``last_updated``
        """

    async def trigger(
        self,
        url: str,
        event: shiptrack.types.EventName,
        *,
        secret: str | shiptrack.Secret | None = None,
    ) -> dict[str, Any]:
        """Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook.
        The embedded service sends to the same addresses as deliveries.

        * ``url``: The URL to which the notification is posted.
        * ``event``: The name of the event.
        * ``secret``: The secret with which the notification is signed. Without it, the notification is not signed.

        Returns: ``url``, ``succeeded``, ``error``, ``status_code``, ``request_headers``, ``request_body``,
        ``response_headers``, ``response_body``
        """

    async def replay(self, id: shiptrack.types.Id, since: datetime | date | str) -> dict[str, Any]:
        """Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery
        failed, with their ids, and those of events that happened while it was not active. Those that were delivered are
        not sent again.

        * ``since``: The time from which on notifications are delivered, such as the ``failing_since`` or
          ``disabled_at`` of the webhook.

        Returns: ``replayed``, the number of notifications

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """

class _AsyncFamilies:
    """The families of a client."""

    @property
    def containers(self) -> AsyncContainers:
        """Containers of tracked shipments."""

    @property
    def custom_field_definitions(self) -> AsyncCustomFieldDefinitions:
        """Definitions of the custom fields that an account adds to its resources, and their options."""

    @property
    def custom_fields(self) -> AsyncCustomFields:
        """Values of the custom fields of resources."""

    @property
    def document_schemas(self) -> AsyncDocumentSchemas:
        """Schemas of the data that is extracted from documents."""

    @property
    def documents(self) -> AsyncDocuments:
        """Freight documents, their files, and the data that was extracted from them."""

    @property
    def email_submissions(self) -> AsyncEmailSubmissions:
        """Email messages that the account received."""

    @property
    def metro_areas(self) -> AsyncMetroAreas:
        """Cities and regions inland that are destinations of containers."""

    @property
    def parties(self) -> AsyncParties:
        """Customers of the account."""

    @property
    def ports(self) -> AsyncPorts:
        """Ports where vessels call."""

    def search(
        self,
        query: str,
        *,
        max_items: int | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> AsyncListing[SearchResult]:
        """Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches
        first: an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag
        that begins with it; then shipments with the text in the name of their vessel, customer or port.

        * ``query``: The text to find: a number, or its beginning or end; a reference or tag, or its beginning; a part
          of the name of a vessel, customer or port.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """

    @property
    def shipments(self) -> AsyncShipments:
        """Shipments that were found under tracked numbers."""

    @property
    def shipping_lines(self) -> AsyncShippingLines:
        """Ocean carriers, and what can be tracked at each."""

    @property
    def terminals(self) -> AsyncTerminals:
        """Terminals of ports and of railways."""

    @property
    def tracking_requests(self) -> AsyncTrackingRequests:
        """Requests to track a number at a carrier."""

    @property
    def vessels(self) -> AsyncVessels:
        """Vessels that carry containers."""

    @property
    def webhook_notifications(self) -> AsyncWebhookNotifications:
        """Notifications for webhooks, and the status of their delivery."""

    @property
    def webhooks(self) -> AsyncWebhooks:
        """URLs that receive notifications of events."""
