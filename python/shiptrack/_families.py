# Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The families of the interface: a class for each, with a method for each operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from shiptrack._family import UNSET, Unset, _Containers, without_unset
from shiptrack._native import _Documents, _Family, _TrackingRequests, _Webhooks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from shiptrack._basic import Secret
    from shiptrack._native import Listing
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

__all__ = [
    "Containers",
    "CustomFieldDefinitions",
    "CustomFields",
    "DocumentSchemas",
    "Documents",
    "EmailSubmissions",
    "MetroAreas",
    "Parties",
    "Ports",
    "Shipments",
    "ShippingLines",
    "Terminals",
    "TrackingRequests",
    "Vessels",
    "WebhookNotifications",
    "Webhooks",
]


@final
class Containers(_Containers):
    """Boxes of tracked shipments."""

    __slots__ = ()

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
    ) -> Listing[Container]:
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
        optional = {
            "number": number, "current_status": current_status, "free_from": free_from, "free_until": free_until,
            "reference": reference, "tag": tag, "customer_id": customer_id, "customer_name": customer_name,
            "scac": scac, "vessel_name": vessel_name, "pol_code": pol_code, "pod_code": pod_code,
            "destination_code": destination_code, "eta_from": eta_from, "eta_until": eta_until,
            "custom_fields": custom_fields, "include": include, "page_size": page_size, "page_number": page_number,
            "resume_from": resume_from, "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("containers", "list", {}, optional)

    def get(self, id: Id, *, include: str | Sequence[ContainerInclude] | None = None) -> Container:
        """Reads a container.

        * ``include``: Related resources to be read along: ``shipment``, ``transport_events``, ``raw_events``,
          ``pod_terminal``, ``pod_terminal.port``, ``pickup_facility``, ``pickup_facility.port``,
          ``shipment.port_of_lading``, ``shipment.port_of_discharge``, ``shipment.pod_terminal``,
          ``shipment.destination``, ``shipment.destination_terminal``, ``transport_events.location``,
          ``transport_events.terminal``, ``transport_events.vessel``.
        """
        return self._call("containers", "get", {"id": id}, {"include": include})

    def update(self, id: Id, *, ref_numbers: str | Sequence[str] | None = None) -> Container:
        """Changes the references of a container. What is not named stays.

        * ``ref_numbers``: The customer's own references.
        """
        return self._call("containers", "update", {"id": id}, {"ref_numbers": ref_numbers})

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
    ) -> Listing[TransportEvent]:
        """Lists the events of a container. They come in no order of time, which their time stamps alone do not tell
        either: ``in_order`` puts them in order (in C ``shiptrack_transport_events_sort``).

        * ``include``: Related resources to be read along: ``shipment``, ``container``, ``location``, ``terminal``,
          ``vessel``, ``port``, ``metro_area``, ``rail_terminal``, ``source_event``, ``previous_version``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("containers", "transport_events", {"id": id}, optional)

    def raw_events(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[RawEvent]:
        """Lists what the sources said of a container, before it was made into events: in the order it was received in,
        classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted
        service calls this deprecated.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "containers",
            "raw_events",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def map_geojson(self, id: Id) -> dict[str, Any]:
        """Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has
        sailed and what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the
        vessel took; the embedded one knows where ports are, and no positions of vessels.

        The answer: A GeoJSON FeatureCollection, without features where no route is known.
        """
        return self._call("containers", "map_geojson", {"id": id})

    def refresh(self, id: Id) -> dict[str, Any]:
        """Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it
        (403 otherwise). Where tracking has ended it is refused (422).

        The answer: ``message``
        """
        return self._call("containers", "refresh", {"id": id})

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a container.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "containers",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a container a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("containers", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a container.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("containers", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a container away."""
        self._call("containers", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class CustomFieldDefinitions(_Family):
    """Fields that an account adds to its resources, and the options of those that have some."""

    __slots__ = ()

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
    ) -> Listing[CustomFieldDefinition]:
        """Lists the definitions of custom fields.

        * ``entity_type``: Those for this type: ``Shipment``, ``Container``, ``TrackingRequest``.
        * ``data_type``: Those whose values are of this type, such as ``short_text``.
        * ``display_name``: Those whose display name begins like this.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "entity_type": entity_type, "data_type": data_type, "display_name": display_name, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("custom_field_definitions", "list", {}, optional)

    def create(
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
        given = {
            "entity_type": entity_type, "api_slug": api_slug, "display_name": display_name, "data_type": data_type,
            **without_unset(default_value=default_value),
        }
        optional = {
            "description": description, "reference_type": reference_type, "validation": validation,
            "default_format": default_format,
        }
        return self._call("custom_field_definitions", "create", given, optional)

    def get(self, id: Id) -> CustomFieldDefinition:
        """Reads the definition of a custom field."""
        return self._call("custom_field_definitions", "get", {"id": id})

    def update(
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
        given = {
            "id": id,
            **without_unset(display_name=display_name, description=description, validation=validation, default_format=default_format, default_value=default_value),
        }
        return self._call("custom_field_definitions", "update", given)

    def delete(self, id: Id) -> None:
        """Deletes the definition of a custom field, and its values with it."""
        self._call("custom_field_definitions", "delete", {"id": id})

    def options(
        self,
        definition_id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[CustomFieldOption]:
        """Lists the options of a custom field.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "custom_field_definitions",
            "options",
            {"definition_id": definition_id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_option(
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
        return self._call(
            "custom_field_definitions",
            "create_option",
            {"definition_id": definition_id, "label": label, "value": value},
            {"position": position},
        )

    def get_option(self, definition_id: Id, option_id: Id) -> CustomFieldOption:
        """Reads an option of a custom field."""
        return self._call(
            "custom_field_definitions",
            "get_option",
            {"definition_id": definition_id, "option_id": option_id},
        )

    def update_option(
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
        given = {
            "definition_id": definition_id, "option_id": option_id, **without_unset(label=label, position=position),
        }
        return self._call("custom_field_definitions", "update_option", given)

    def delete_option(self, definition_id: Id, option_id: Id) -> None:
        """Deletes an option of a custom field."""
        self._call(
            "custom_field_definitions",
            "delete_option",
            {"definition_id": definition_id, "option_id": option_id},
        )


@final
class CustomFields(_Family):
    """Values of the fields that an account added to its resources."""

    __slots__ = ()

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
    ) -> Listing[CustomField]:
        """Lists the custom fields of all resources.

        * ``entity_type``: Those of resources of this type: ``Shipment``, ``Container``, ``TrackingRequest``.
        * ``entity_id``: Those of the resource with this id.
        * ``definition_id``: Those of the definition with this id.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "entity_type": entity_type, "entity_id": entity_id, "definition_id": definition_id, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("custom_fields", "list", {}, optional)

    def create(self, api_slug: str, value: Any, entity: Shipment | Container | ResourceId) -> CustomField:
        """Gives a shipment or a container a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        * ``entity``: The resource that has the field.
        """
        return self._call("custom_fields", "create", {"api_slug": api_slug, "value": value, "entity": entity})

    def get(self, id: Id) -> CustomField:
        """Reads a custom field."""
        return self._call("custom_fields", "get", {"id": id})

    def update(self, id: Id, value: Any) -> CustomField:
        """Changes a custom field.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("custom_fields", "update", {"id": id, "value": value})

    def delete(self, id: Id) -> None:
        """Takes a custom field away."""
        self._call("custom_fields", "delete", {"id": id})


@final
class DocumentSchemas(_Family):
    """What is read out of a document of some type."""

    __slots__ = ()

    def get(self, id: Id) -> DocumentSchema:
        """Reads what is read out of documents of one type. Its id names type and date: ``bill_of_lading@2025-01-01``.
        """
        return self._call("document_schemas", "get", {"id": id})


@final
class Documents(_Documents):
    """Files that belong to shipments, and what was read out of them."""

    __slots__ = ()

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
    ) -> Listing[Document]:
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
        optional = {
            "file_name": file_name, "reference": reference, "document_types": document_types, "sort": sort,
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("documents", "list", {}, optional)

    def create(self, name: str, attached_document: str) -> Document:
        """Adds a document whose file the service was given already. The same file a second time is refused with 409 and
        the code ``duplicate_document``; ``meta`` has ``existing_document_id`` and ``existing_document_name``. A file
        and its document in one step are ``upload``.

        * ``name``: The name of the document.
        * ``attached_document``: What the upload of its file was answered with (``signed_id``).
        """
        return self._call("documents", "create", {"name": name, "attached_document": attached_document})

    def types(self) -> dict[str, Any]:
        """Lists the types of documents.

        The answer: ``document_types``: the types the service tells apart.
        """
        return self._call("documents", "types", {})

    def get(self, id: Id, *, include: str | Sequence[DocumentInclude] | None = None) -> Document:
        """Reads a document.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.
        """
        return self._call("documents", "get", {"id": id}, {"include": include})

    def update(
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
        given = {
            "id": id, **without_unset(document_type_manual=document_type_manual, extracted_data_manual=extracted_data_manual),
        }
        return self._call("documents", "update", given)

    def delete(self, id: Id) -> None:
        """Discards a document."""
        self._call("documents", "delete", {"id": id})

    def download_url(self, id: Id) -> dict[str, Any]:
        """Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process
        gives a path of its own: its ``document_content`` has the bytes.

        The answer: ``download_url``
        """
        return self._call("documents", "download_url", {"id": id})

    def reextract(self, id: Id) -> dict[str, Any]:
        """Has a document read again.

        The answer: ``status``
        """
        return self._call("documents", "reextract", {"id": id})

    def reclassify(self, id: Id) -> dict[str, Any]:
        """Has the type of a document found again.

        The answer: ``status``
        """
        return self._call("documents", "reclassify", {"id": id})

    def relink(self, id: Id) -> dict[str, Any]:
        """Has the shipments of a document found again.

        The answer: ``status``
        """
        return self._call("documents", "relink", {"id": id})

    def rotate(self, id: Id, degrees: int) -> dict[str, Any]:
        """Turns the image of a document. The embedded service keeps files as they came and refuses it (422).

        * ``degrees``: By how much, clockwise: 90, 180 or 270.

        The answer: ``status``
        """
        return self._call("documents", "rotate", {"id": id, "degrees": degrees})


@final
class EmailSubmissions(_Family):
    """Mail that was sent to the account's address."""

    __slots__ = ()

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
    ) -> Listing[EmailSubmission]:
        """Lists the mail of the account, newest first. Asked for no ``include``, the service tells documents and what
        was read out of them along.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("email_submissions", "list", {}, optional)

    def get(self, id: Id, *, include: str | Sequence[EmailSubmissionInclude] | None = None) -> EmailSubmission:
        """Reads a mail.

        * ``include``: Related resources to be read along: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.
        """
        return self._call("email_submissions", "get", {"id": id}, {"include": include})


@final
class MetroAreas(_Family):
    """Regions of several ports."""

    __slots__ = ()

    def get(self, id: Id) -> MetroArea:
        """Reads a metro area by its id or its UN/LOCODE."""
        return self._call("metro_areas", "get", {"id": id})


@final
class Parties(_Family):
    """Customers of the account."""

    __slots__ = ()

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[Party]:
        """Lists the customers of the account.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "page_size": page_size, "page_number": page_number, "resume_from": resume_from, "max_items": max_items,
            "query": query, "progress": progress,
        }
        return self._call("parties", "list", {}, optional)

    def create(self, company_name: str) -> Party:
        """Adds a customer. A name that exists is refused with 422.

        * ``company_name``: The name of the company.
        """
        return self._call("parties", "create", {"company_name": company_name})

    def get(self, id: Id) -> Party:
        """Reads a customer."""
        return self._call("parties", "get", {"id": id})

    def update(self, id: Id, *, company_name: str | Unset | None = UNSET) -> Party:
        """Renames a customer. A name that exists is refused with 422.

        * ``company_name``: The name of the company.
        """
        return self._call("parties", "update", {"id": id, **without_unset(company_name=company_name)})


@final
class Ports(_Family):
    """Ports."""

    __slots__ = ()

    def get(self, id: Id) -> Port:
        """Reads a port by its id or its UN/LOCODE."""
        return self._call("ports", "get", {"id": id})


@final
class Shipments(_Family):
    """What a tracked number turned out to be: a voyage with its containers."""

    __slots__ = ()

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
    ) -> Listing[Shipment]:
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
        optional = {
            "number": number, "tracking_stopped": tracking_stopped, "q": q, "reference": reference, "tag": tag,
            "customer_id": customer_id, "customer_name": customer_name, "scac": scac, "vessel_name": vessel_name,
            "pol_code": pol_code, "pod_code": pod_code, "destination_code": destination_code, "eta_from": eta_from,
            "eta_until": eta_until, "custom_fields": custom_fields, "include": include, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("shipments", "list", {}, optional)

    def get(self, id: Id, *, include: str | Sequence[ShipmentInclude] | None = None) -> Shipment:
        """Reads a shipment.

        * ``include``: Related resources to be read along: ``containers``, ``containers.pod_terminal``,
          ``containers.pickup_facility``, ``pod_terminal``, ``pod_terminal.port``, ``port_of_lading``,
          ``port_of_discharge``, ``destination``, ``destination_terminal``, ``destination_terminal.port``.
        """
        return self._call("shipments", "get", {"id": id}, {"include": include})

    def update(
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
        return self._call("shipments", "update", {"id": id}, {"ref_numbers": ref_numbers, "tags": tags})

    def stop_tracking(self, id: Id) -> Shipment:
        """Stops following a shipment and all its containers."""
        return self._call("shipments", "stop_tracking", {"id": id})

    def resume_tracking(self, id: Id) -> Shipment:
        """Follows a shipment again that was stopped."""
        return self._call("shipments", "resume_tracking", {"id": id})

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a shipment.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "shipments",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a shipment a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("shipments", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a shipment.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("shipments", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a shipment away."""
        self._call("shipments", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class ShippingLines(_Family):
    """Ocean carriers whose numbers can be tracked."""

    __slots__ = ()

    def list(
        self,
        *,
        search: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[ShippingLine]:
        """Lists ocean carriers, all on one page.

        * ``search``: Those whose name or code has this part.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "search": search, "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("shipping_lines", "list", {}, optional)

    def get(self, id: Id) -> ShippingLine:
        """Reads an ocean carrier by its id or its SCAC."""
        return self._call("shipping_lines", "get", {"id": id})


@final
class Terminals(_Family):
    """Terminals of ports, and of railways."""

    __slots__ = ()

    def get(self, id: Id) -> Terminal:
        """Reads a terminal; those of railways answer here, too."""
        return self._call("terminals", "get", {"id": id})


@final
class TrackingRequests(_TrackingRequests):
    """Numbers to be tracked."""

    __slots__ = ()

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
    ) -> Listing[TrackingRequest]:
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
        optional = {
            "number": number, "scac": scac, "status": status, "request_type": request_type,
            "created_from": created_from, "created_until": created_until, "updated_from": updated_from,
            "updated_until": updated_until, "q": q, "reference": reference, "tag": tag, "customer_id": customer_id,
            "customer_name": customer_name, "custom_fields": custom_fields, "include": include, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("tracking_requests", "list", {}, optional)

    def get(self, id: Id, *, include: str | Sequence[TrackingRequestInclude] | None = None) -> TrackingRequest:
        """Reads a tracking request. Asked for no ``include``, the service tells its shipment along.

        * ``include``: Related resources to be read along: ``tracked_object``, ``tracked_object.containers``,
          ``tracked_object.pod_terminal``, ``tracked_object.port_of_lading``, ``tracked_object.port_of_discharge``,
          ``tracked_object.destination``, ``tracked_object.destination_terminal``, ``shipment``, ``container``,
          ``containers``, ``customer``, ``user``, ``account``, ``shipping_line``.
        """
        return self._call("tracking_requests", "get", {"id": id}, {"include": include})

    def custom_fields(
        self,
        id: Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a tracking request.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "tracking_requests",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Gives a tracking request a custom field.

        * ``api_slug``: The name of the field in the interface, as its definition has it.
        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("tracking_requests", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: Id, api_slug: str, value: Any) -> CustomField:
        """Changes a custom field of a tracking request.

        * ``value``: Its value: a text, a number, true or false, a list of texts, an object, or null.
        """
        return self._call("tracking_requests", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: Id, api_slug: str) -> None:
        """Takes a custom field of a tracking request away."""
        self._call("tracking_requests", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class Vessels(_Family):
    """Ships."""

    __slots__ = ()

    def get(
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
        return self._call(
            "vessels",
            "get",
            {"id": id},
            {"positions_from": positions_from, "positions_until": positions_until},
        )

    def future_positions(self, id: Id, port_id: Id, previous_port_id: Id) -> Vessel:
        """Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants
        a paid plan for it (403 otherwise).

        * ``port_id``: The id of the port it sails to.
        * ``previous_port_id``: The id of the port it left.

        A hosted service does this; the one in this process answers with ``ForbiddenError``.
        """
        return self._call(
            "vessels",
            "future_positions",
            {"id": id, "port_id": port_id, "previous_port_id": previous_port_id},
        )

    def future_positions_with_coordinates(
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
        given = {
            "id": id, "port_id": port_id, "previous_port_id": previous_port_id, "latitude": latitude,
            "longitude": longitude,
        }
        return self._call("vessels", "future_positions_with_coordinates", given)


@final
class WebhookNotifications(_Family):
    """What webhooks were told, and how far its delivery came."""

    __slots__ = ()

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
    ) -> Listing[WebhookNotification]:
        """Lists what webhooks were told, newest first.

        * ``include``: Related resources to be read along: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("webhook_notifications", "list", {}, optional)

    def get(self, id: Id, *, include: str | Sequence[WebhookNotificationInclude] | None = None) -> WebhookNotification:
        """Reads what a webhook was told.

        * ``include``: Related resources to be read along: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.
        """
        return self._call("webhook_notifications", "get", {"id": id}, {"include": include})

    def examples(
        self,
        event: EventName,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[WebhookNotification]:
        """Reads made-up notifications of one event, as webhooks are told of it.

        * ``event``: The name of the event, such as ``container.transport.vessel_arrived``.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call(
            "webhook_notifications",
            "examples",
            {"event": event},
            {"max_items": max_items, "query": query, "progress": progress},
        )


@final
class Webhooks(_Webhooks):
    """URLs that are told of events."""

    __slots__ = ()

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[Webhook]:
        """Lists webhooks.

        Every listing takes ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (a page a walk broke off
        at), ``query`` (any other parameter) and ``progress``.
        """
        optional = {
            "page_size": page_size, "page_number": page_number, "resume_from": resume_from, "max_items": max_items,
            "query": query, "progress": progress,
        }
        return self._call("webhooks", "list", {}, optional)

    def get(self, id: Id) -> Webhook:
        """Reads a webhook."""
        return self._call("webhooks", "get", {"id": id})

    def delete(self, id: Id) -> None:
        """Deletes a webhook."""
        self._call("webhooks", "delete", {"id": id})

    def events(
        self,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Listing[WebhookEventCategory]:
        """Lists the events that webhooks can be told of, by category.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return self._call("webhooks", "events", {}, {"max_items": max_items, "query": query, "progress": progress})

    def ips(self) -> dict[str, Any]:
        """Lists the addresses that deliveries come from. The embedded service lists those it was opened with.

        The answer: ``webhook_notification_ips`` and ``last_updated``
        """
        return self._call("webhooks", "ips", {})

    def trigger(self, url: str, event: EventName, *, secret: str | Secret | None = None) -> dict[str, Any]:
        """Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an
        address is not public, the embedded service sends it for nobody but the process it runs in.

        * ``url``: Where the notification is posted.
        * ``event``: The name of the event.
        * ``secret``: What the notification is signed with.

        The answer: ``url``, ``succeeded``, ``error``, ``status_code``, ``request_headers``, ``request_body``,
        ``response_headers``, ``response_body``
        """
        return self._call("webhooks", "trigger", {"url": url, "event": event}, {"secret": secret})


class _Families:
    """What a client has of the families."""

    __slots__ = ()

    @property
    def containers(self) -> Containers:
        """Boxes of tracked shipments."""
        return Containers(self)

    @property
    def custom_field_definitions(self) -> CustomFieldDefinitions:
        """Fields that an account adds to its resources, and the options of those that have some."""
        return CustomFieldDefinitions(self)

    @property
    def custom_fields(self) -> CustomFields:
        """Values of the fields that an account added to its resources."""
        return CustomFields(self)

    @property
    def document_schemas(self) -> DocumentSchemas:
        """What is read out of a document of some type."""
        return DocumentSchemas(self)

    @property
    def documents(self) -> Documents:
        """Files that belong to shipments, and what was read out of them."""
        return Documents(self)

    @property
    def email_submissions(self) -> EmailSubmissions:
        """Mail that was sent to the account's address."""
        return EmailSubmissions(self)

    @property
    def metro_areas(self) -> MetroAreas:
        """Regions of several ports."""
        return MetroAreas(self)

    @property
    def parties(self) -> Parties:
        """Customers of the account."""
        return Parties(self)

    @property
    def ports(self) -> Ports:
        """Ports."""
        return Ports(self)

    def search(
        self,
        query: str,
        *,
        max_items: int | None = None,
        progress: Progress | None = None,
    ) -> Listing[SearchResult]:
        """Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by
        their number, reference or label, then by what these begin with or a number ends with, then shipments by a part
        of the name of vessel, customer or port.

        * ``query``: What to look for: a number, its beginning or its end; a reference or a label, or what it begins
          with; a part of a name.

        Every listing takes ``max_items``, ``query`` (any other parameter) and ``progress``.
        """
        return _Family(self)._call("search", "search", {"query": query}, {"max_items": max_items, "progress": progress})

    @property
    def shipments(self) -> Shipments:
        """What a tracked number turned out to be: a voyage with its containers."""
        return Shipments(self)

    @property
    def shipping_lines(self) -> ShippingLines:
        """Ocean carriers whose numbers can be tracked."""
        return ShippingLines(self)

    @property
    def terminals(self) -> Terminals:
        """Terminals of ports, and of railways."""
        return Terminals(self)

    @property
    def tracking_requests(self) -> TrackingRequests:
        """Numbers to be tracked."""
        return TrackingRequests(self)

    @property
    def vessels(self) -> Vessels:
        """Ships."""
        return Vessels(self)

    @property
    def webhook_notifications(self) -> WebhookNotifications:
        """What webhooks were told, and how far its delivery came."""
        return WebhookNotifications(self)

    @property
    def webhooks(self) -> Webhooks:
        """URLs that are told of events."""
        return Webhooks(self)
