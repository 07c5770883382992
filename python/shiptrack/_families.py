# Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The families of the interface: a class for each, with a method for each operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, final

import shiptrack
from shiptrack._family import UNSET, Unset, _Containers, without_unset
from shiptrack._native import Listing, _Documents, _Family, _TrackingRequests, _Webhooks
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
    """Containers of tracked shipments."""

    __slots__ = ()

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
    ) -> Listing[Container]:
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
        optional = {
            "number": number, "current_status": current_status, "free_from": free_from, "free_until": free_until,
            "reference": reference, "tag": tag, "customer_id": customer_id, "customer_name": customer_name,
            "scac": scac, "vessel_name": vessel_name, "pol_code": pol_code, "pod_code": pod_code,
            "destination_code": destination_code, "eta_from": eta_from, "eta_until": eta_until,
            "updated_from": updated_from, "custom_fields": custom_fields, "include": include, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("containers", "list", {}, optional)

    def get(
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
        return self._call("containers", "get", {"id": id}, {"include": include})

    def update(self, id: shiptrack.types.Id, *, ref_numbers: str | Sequence[str] | None = None) -> Container:
        """Changes the references of a container. The hosted service documents this request without an id in the path,
        ``PATCH /containers``: then the id is in the body.

        * ``ref_numbers``: References of the customer, such as purchase order numbers.
        """
        return self._call("containers", "update", {"id": id}, {"ref_numbers": ref_numbers})

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
    ) -> Listing[TransportEvent]:
        """Lists the events of a container. They are not in chronological order, and their timestamps alone do not give
        the order: ``in_order`` sorts them (in C ``shiptrack_transport_events_sort``).

        * ``include``: Related resources to include: ``shipment``, ``container``, ``location``, ``terminal``,
          ``vessel``, ``port``, ``metro_area``, ``rail_terminal``, ``source_event``, ``previous_version``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("containers", "transport_events", {"id": id}, optional)

    def raw_events(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[RawEvent]:
        """Lists the statements of the sources about a container, from which its events are derived, in the order in
        which they were received. Statements that became no event, and withdrawn statements, are included. The response
        includes places, vessels and terminals. Deprecated in the hosted service.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "containers",
            "raw_events",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def map_geojson(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the
        remaining part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan
        (403 otherwise). The embedded service draws lines between ports, because it has no vessel positions.

        Returns: A GeoJSON FeatureCollection; it has no features if no route is known.
        """
        return self._call("containers", "map_geojson", {"id": id})

    def route(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The
        hosted service has removed this request, which its older clients send.

        Returns: ``data``, the route, and ``included``: its places as ``route_location``, with the times, the mode,
        the voyage and the vessel of the leg that ends there (``inbound_…``) and of the leg that begins there
        (``outbound_…``), and the ports, vessels and terminals

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """
        return self._call("containers", "route", {"id": id})

    def refresh(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Requests new data about a container from its sources now. At most ten calls a minute. The hosted service
        requires a paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.

        Returns: ``message``
        """
        return self._call("containers", "refresh", {"id": id})

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a container.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "containers",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a container.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("containers", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a container.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("containers", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a container."""
        self._call("containers", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class CustomFieldDefinitions(_Family):
    """Definitions of the custom fields that an account adds to its resources, and their options."""

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
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[CustomFieldDefinition]:
        """Lists the definitions of custom fields.

        * ``entity_type``: Only definitions for this type of resource: ``Shipment``, ``Container`` or
          ``TrackingRequest``.
        * ``data_type``: Only definitions with this data type, such as ``short_text``.
        * ``display_name``: Only definitions with a display name that begins with this text.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
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
        given = {
            "entity_type": entity_type, "api_slug": api_slug, "display_name": display_name, "data_type": data_type,
            **without_unset(default_value=default_value),
        }
        optional = {
            "description": description, "reference_type": reference_type, "validation": validation,
            "default_format": default_format,
        }
        return self._call("custom_field_definitions", "create", given, optional)

    def get(self, id: shiptrack.types.Id) -> CustomFieldDefinition:
        """Reads the definition of a custom field."""
        return self._call("custom_field_definitions", "get", {"id": id})

    def update(
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
        given = {
            "id": id,
            **without_unset(display_name=display_name, description=description, validation=validation, default_format=default_format, default_value=default_value),
        }
        return self._call("custom_field_definitions", "update", given)

    def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes the definition of a custom field and all its values."""
        self._call("custom_field_definitions", "delete", {"id": id})

    def options(
        self,
        definition_id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[CustomFieldOption]:
        """Lists the options of a custom field.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "custom_field_definitions",
            "options",
            {"definition_id": definition_id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_option(
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
        return self._call(
            "custom_field_definitions",
            "create_option",
            {"definition_id": definition_id, "label": label, "value": value},
            {"position": position},
        )

    def get_option(self, definition_id: shiptrack.types.Id, option_id: shiptrack.types.Id) -> CustomFieldOption:
        """Reads an option of a custom field."""
        return self._call(
            "custom_field_definitions",
            "get_option",
            {"definition_id": definition_id, "option_id": option_id},
        )

    def update_option(
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
        given = {
            "definition_id": definition_id, "option_id": option_id, **without_unset(label=label, position=position),
        }
        return self._call("custom_field_definitions", "update_option", given)

    def delete_option(self, definition_id: shiptrack.types.Id, option_id: shiptrack.types.Id) -> None:
        """Deletes an option of a custom field."""
        self._call(
            "custom_field_definitions",
            "delete_option",
            {"definition_id": definition_id, "option_id": option_id},
        )


@final
class CustomFields(_Family):
    """Values of the custom fields of resources."""

    __slots__ = ()

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
    ) -> Listing[CustomField]:
        """Lists the custom fields of all resources.

        * ``entity_type``: Only custom fields of resources of this type: ``Shipment``, ``Container`` or
          ``TrackingRequest``.
        * ``entity_id``: Only custom fields of the resource with this id.
        * ``definition_id``: Only custom fields with the definition with this id.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "entity_type": entity_type, "entity_id": entity_id, "definition_id": definition_id, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("custom_fields", "list", {}, optional)

    def create(self, api_slug: str, value: Any, entity: Shipment | Container | shiptrack.ResourceId) -> CustomField:
        """Sets a custom field of a shipment or container.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        * ``entity``: The resource that has the field.
        """
        return self._call("custom_fields", "create", {"api_slug": api_slug, "value": value, "entity": entity})

    def get(self, id: shiptrack.types.Id) -> CustomField:
        """Reads a custom field."""
        return self._call("custom_fields", "get", {"id": id})

    def update(self, id: shiptrack.types.Id, value: Any) -> CustomField:
        """Changes the value of a custom field.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("custom_fields", "update", {"id": id, "value": value})

    def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes the value of a custom field."""
        self._call("custom_fields", "delete", {"id": id})


@final
class DocumentSchemas(_Family):
    """Schemas of the data that is extracted from documents."""

    __slots__ = ()

    def get(self, id: shiptrack.types.Id) -> DocumentSchema:
        """Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date:
        ``bill_of_lading@2026-11-01``.
        """
        return self._call("document_schemas", "get", {"id": id})


@final
class Documents(_Documents):
    """Freight documents, their files, and the data that was extracted from them."""

    __slots__ = ()

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
    ) -> Listing[Document]:
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
        optional = {
            "file_name": file_name, "reference": reference, "document_types": document_types, "sort": sort,
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("documents", "list", {}, optional)

    def create(self, name: str, attached_document: str) -> Document:
        """Creates a document from a file that was uploaded before. A file that another document already has is rejected
        with 409 and the code ``duplicate_document``; ``meta`` contains ``existing_document_id`` and
        ``existing_document_name``. To upload a file and create its document in one step, use the upload function of the
        client.

        * ``name``: The name of the document.
        * ``attached_document``: The ``signed_id`` that the service returned when the file was announced for upload.
        """
        return self._call("documents", "create", {"name": name, "attached_document": attached_document})

    def types(self) -> dict[str, Any]:
        """Lists the types of documents.

        Returns: ``document_types``, the types that the service can detect
        """
        return self._call("documents", "types", {})

    def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.DocumentInclude] | None = None,
    ) -> Document:
        """Reads a document.

        * ``include``: Related resources to include: ``account``, ``user``, ``last_document_representation``,
          ``current_extraction``, ``email_submission``, ``shipments``, ``cargos``.
        """
        return self._call("documents", "get", {"id": id}, {"include": include})

    def update(
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
        given = {
            "id": id,
            **without_unset(document_type_manual=document_type_manual, extracted_data_manual=extracted_data_manual),
        }
        return self._call("documents", "update", given)

    def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a document."""
        self._call("documents", "delete", {"id": id})

    def download_url(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Returns a URL from which the file of a document can be downloaded for a short time. An embedded service
        without an HTTP server returns a path instead; its function ``document_content`` returns the bytes.

        Returns: ``download_url``
        """
        return self._call("documents", "download_url", {"id": id})

    def reextract(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Extracts the data of a document again.

        Returns: ``status``
        """
        return self._call("documents", "reextract", {"id": id})

    def reclassify(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Detects the type of a document again.

        Returns: ``status``
        """
        return self._call("documents", "reclassify", {"id": id})

    def relink(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Finds the shipments and containers of a document again.

        Returns: ``status``
        """
        return self._call("documents", "relink", {"id": id})

    def rotate(self, id: shiptrack.types.Id, degrees: int) -> dict[str, Any]:
        """Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.

        * ``degrees``: The clockwise angle in degrees: 90, 180 or 270.

        Returns: ``status``
        """
        return self._call("documents", "rotate", {"id": id, "degrees": degrees})


@final
class EmailSubmissions(_Family):
    """Email messages that the account received."""

    __slots__ = ()

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
    ) -> Listing[EmailSubmission]:
        """Lists the email submissions of the account, newest first. Without ``include``, the response includes their
        documents and the data that was extracted from them.

        * ``include``: Related resources to include: ``account``, ``user``, ``documents``,
          ``documents.last_document_representation``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("email_submissions", "list", {}, optional)

    def get(
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
        return self._call("email_submissions", "get", {"id": id}, {"include": include})


@final
class MetroAreas(_Family):
    """Cities and regions inland that are destinations of containers."""

    __slots__ = ()

    def get(self, id: shiptrack.types.Id) -> MetroArea:
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
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[Party]:
        """Lists the customers of the account.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "page_size": page_size, "page_number": page_number, "resume_from": resume_from, "max_items": max_items,
            "query": query, "progress": progress,
        }
        return self._call("parties", "list", {}, optional)

    def create(self, company_name: str) -> Party:
        """Creates a customer. A name that another customer of the account has is rejected with 422.

        * ``company_name``: The name of the company.
        """
        return self._call("parties", "create", {"company_name": company_name})

    def get(self, id: shiptrack.types.Id) -> Party:
        """Reads a customer."""
        return self._call("parties", "get", {"id": id})

    def update(self, id: shiptrack.types.Id, *, company_name: str | Unset | None = UNSET) -> Party:
        """Renames a customer. A name that another customer of the account has is rejected with 422.

        * ``company_name``: The name of the company.
        """
        return self._call("parties", "update", {"id": id, **without_unset(company_name=company_name)})


@final
class Ports(_Family):
    """Ports where vessels call."""

    __slots__ = ()

    def get(self, id: shiptrack.types.Id) -> Port:
        """Reads a port by its id or its UN/LOCODE."""
        return self._call("ports", "get", {"id": id})


@final
class Shipments(_Family):
    """Shipments that were found under tracked numbers."""

    __slots__ = ()

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
    ) -> Listing[Shipment]:
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
        optional = {
            "number": number, "tracking_stopped": tracking_stopped, "q": q, "reference": reference, "tag": tag,
            "customer_id": customer_id, "customer_name": customer_name, "scac": scac, "vessel_name": vessel_name,
            "pol_code": pol_code, "pod_code": pod_code, "destination_code": destination_code, "eta_from": eta_from,
            "eta_until": eta_until, "updated_from": updated_from, "custom_fields": custom_fields, "include": include,
            "page_size": page_size, "page_number": page_number, "resume_from": resume_from, "max_items": max_items,
            "query": query, "progress": progress,
        }
        return self._call("shipments", "list", {}, optional)

    def get(
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
        return self._call("shipments", "get", {"id": id}, {"include": include})

    def update(
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
        return self._call(
            "shipments",
            "update",
            {"id": id, **without_unset(customer=customer)},
            {"ref_numbers": ref_numbers, "tags": tags},
        )

    def stop_tracking(self, id: shiptrack.types.Id) -> Shipment:
        """Stops tracking a shipment and all its containers."""
        return self._call("shipments", "stop_tracking", {"id": id})

    def resume_tracking(self, id: shiptrack.types.Id) -> Shipment:
        """Resumes tracking of a shipment that was stopped."""
        return self._call("shipments", "resume_tracking", {"id": id})

    def doubts(self, id: shiptrack.types.Id) -> dict[str, Any]:
        """Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and
        those that are probably wrong. Lists at most 1,000 doubts, newest first.

        Returns: ``doubts``, a list of objects with ``reason``, ``text``, ``container``, ``source``, ``received_at``,
        ``pointer``, ``event``, ``at`` and ``locode``, and ``total``, the number of doubts

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """
        return self._call("shipments", "doubts", {"id": id})

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a shipment.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "shipments",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a shipment.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("shipments", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a shipment.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("shipments", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a shipment."""
        self._call("shipments", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class ShippingLines(_Family):
    """Ocean carriers, and what can be tracked at each."""

    __slots__ = ()

    def list(
        self,
        *,
        search: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[ShippingLine]:
        """Lists all ocean carriers on one page.

        * ``search``: Only carriers with a name or SCAC that contains this text.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "search": search, "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("shipping_lines", "list", {}, optional)

    def get(self, id: shiptrack.types.Id) -> ShippingLine:
        """Reads an ocean carrier by its id or its SCAC."""
        return self._call("shipping_lines", "get", {"id": id})


@final
class Terminals(_Family):
    """Terminals of ports and of railways."""

    __slots__ = ()

    def get(self, id: shiptrack.types.Id) -> Terminal:
        """Reads a terminal of a port or of a railway."""
        return self._call("terminals", "get", {"id": id})


@final
class TrackingRequests(_TrackingRequests):
    """Requests to track a number at a carrier."""

    __slots__ = ()

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
    ) -> Listing[TrackingRequest]:
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
        optional = {
            "number": number, "scac": scac, "status": status, "request_type": request_type,
            "created_from": created_from, "created_until": created_until, "updated_from": updated_from,
            "updated_until": updated_until, "q": q, "reference": reference, "tag": tag, "customer_id": customer_id,
            "customer_name": customer_name, "custom_fields": custom_fields, "include": include, "page_size": page_size,
            "page_number": page_number, "resume_from": resume_from, "max_items": max_items, "query": query,
            "progress": progress,
        }
        return self._call("tracking_requests", "list", {}, optional)

    def get(
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
        return self._call("tracking_requests", "get", {"id": id}, {"include": include})

    def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a tracking request, its shipment with containers and events unless another tracking request has the
        shipment, and the notifications about them that were not delivered yet. What sources reported about the number
        is kept, and used if the number is tracked again. The event feed has the event ``tracking_request.deleted``.

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """
        self._call("tracking_requests", "delete", {"id": id})

    def custom_fields(
        self,
        id: shiptrack.types.Id,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[CustomField]:
        """Lists the custom fields of a tracking request.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "tracking_requests",
            "custom_fields",
            {"id": id},
            {"max_items": max_items, "query": query, "progress": progress},
        )

    def create_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Sets a custom field of a tracking request.

        * ``api_slug``: The API name of the field: the ``api_slug`` of its definition.
        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("tracking_requests", "create_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def update_custom_field(self, id: shiptrack.types.Id, api_slug: str, value: Any) -> CustomField:
        """Changes the value of a custom field of a tracking request.

        * ``value``: The value: text, a number, true or false, a list of texts, an object, or ``None``, depending on the
          data type.
        """
        return self._call("tracking_requests", "update_custom_field", {"id": id, "api_slug": api_slug, "value": value})

    def delete_custom_field(self, id: shiptrack.types.Id, api_slug: str) -> None:
        """Deletes the value of a custom field of a tracking request."""
        self._call("tracking_requests", "delete_custom_field", {"id": id, "api_slug": api_slug})


@final
class Vessels(_Family):
    """Vessels that carry containers."""

    __slots__ = ()

    def get(
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
        return self._call(
            "vessels",
            "get",
            {"id": id},
            {"positions_from": positions_from, "positions_until": positions_until},
        )

    def future_positions(
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
        return self._call(
            "vessels",
            "future_positions",
            {"id": id, "port_id": port_id, "previous_port_id": previous_port_id},
        )

    def future_positions_with_coordinates(
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
        given = {
            "id": id, "port_id": port_id, "previous_port_id": previous_port_id, "latitude": latitude,
            "longitude": longitude,
        }
        return self._call("vessels", "future_positions_with_coordinates", given)


@final
class WebhookNotifications(_Family):
    """Notifications for webhooks, and the status of their delivery."""

    __slots__ = ()

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
    ) -> Listing[WebhookNotification]:
        """Lists the notifications of webhooks, newest first.

        * ``include``: Related resources to include: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "include": include, "page_size": page_size, "page_number": page_number, "resume_from": resume_from,
            "max_items": max_items, "query": query, "progress": progress,
        }
        return self._call("webhook_notifications", "list", {}, optional)

    def get(
        self,
        id: shiptrack.types.Id,
        *,
        include: str | Sequence[shiptrack.types.WebhookNotificationInclude] | None = None,
    ) -> WebhookNotification:
        """Reads a notification of a webhook.

        * ``include``: Related resources to include: ``webhook``, ``reference_object``, ``tracking_request``,
          ``transport_event``, ``estimated_event``.
        """
        return self._call("webhook_notifications", "get", {"id": id}, {"include": include})

    def examples(
        self,
        event: shiptrack.types.EventName,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[WebhookNotification]:
        """Returns example notifications of one event, in the form in which webhooks receive them.

        * ``event``: The name of the event, such as ``container.transport.vessel_arrived``.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call(
            "webhook_notifications",
            "examples",
            {"event": event},
            {"max_items": max_items, "query": query, "progress": progress},
        )


@final
class Webhooks(_Webhooks):
    """URLs that receive notifications of events."""

    __slots__ = ()

    def list(
        self,
        *,
        page_size: int | None = None,
        page_number: int | None = None,
        resume_from: str | None = None,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[Webhook]:
        """Lists webhooks.

        Like every listing, it accepts ``page_size``, ``page_number``, ``max_items``, ``resume_from`` (URL of the
        page at which an iteration stopped), ``query`` (further parameters) and ``progress``.
        """
        optional = {
            "page_size": page_size, "page_number": page_number, "resume_from": resume_from, "max_items": max_items,
            "query": query, "progress": progress,
        }
        return self._call("webhooks", "list", {}, optional)

    def get(self, id: shiptrack.types.Id) -> Webhook:
        """Reads a webhook."""
        return self._call("webhooks", "get", {"id": id})

    def delete(self, id: shiptrack.types.Id) -> None:
        """Deletes a webhook."""
        self._call("webhooks", "delete", {"id": id})

    def events(
        self,
        *,
        max_items: int | None = None,
        query: dict[str, Any] | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[WebhookEventCategory]:
        """Lists the events that webhooks can receive, by category.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return self._call("webhooks", "events", {}, {"max_items": max_items, "query": query, "progress": progress})

    def ips(self) -> dict[str, Any]:
        """Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were
        configured when it was opened.

        Returns: ``webhook_notification_ips`` and ``last_updated``
        """
        return self._call("webhooks", "ips", {})

    def trigger(
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
        return self._call("webhooks", "trigger", {"url": url, "event": event}, {"secret": secret})

    def replay(self, id: shiptrack.types.Id, since: datetime | date | str) -> dict[str, Any]:
        """Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery
        failed, with their ids, and those of events that happened while it was not active. Those that were delivered are
        not sent again.

        * ``since``: The time from which on notifications are delivered, such as the ``failing_since`` or
          ``disabled_at`` of the webhook.

        Returns: ``replayed``, the number of notifications

        Only a service of this library supports this; a hosted service raises ``NotFoundError``.
        """
        return self._call("webhooks", "replay", {"id": id, "since": since})


class _Families:
    """The families of a client."""

    __slots__ = ()

    @property
    def containers(self) -> Containers:
        """Containers of tracked shipments."""
        return Containers(self)

    @property
    def custom_field_definitions(self) -> CustomFieldDefinitions:
        """Definitions of the custom fields that an account adds to its resources, and their options."""
        return CustomFieldDefinitions(self)

    @property
    def custom_fields(self) -> CustomFields:
        """Values of the custom fields of resources."""
        return CustomFields(self)

    @property
    def document_schemas(self) -> DocumentSchemas:
        """Schemas of the data that is extracted from documents."""
        return DocumentSchemas(self)

    @property
    def documents(self) -> Documents:
        """Freight documents, their files, and the data that was extracted from them."""
        return Documents(self)

    @property
    def email_submissions(self) -> EmailSubmissions:
        """Email messages that the account received."""
        return EmailSubmissions(self)

    @property
    def metro_areas(self) -> MetroAreas:
        """Cities and regions inland that are destinations of containers."""
        return MetroAreas(self)

    @property
    def parties(self) -> Parties:
        """Customers of the account."""
        return Parties(self)

    @property
    def ports(self) -> Ports:
        """Ports where vessels call."""
        return Ports(self)

    def search(
        self,
        query: str,
        *,
        max_items: int | None = None,
        progress: shiptrack.types.Progress | None = None,
    ) -> Listing[SearchResult]:
        """Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches
        first: an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag
        that begins with it; then shipments with the text in the name of their vessel, customer or port.

        * ``query``: The text to find: a number, or its beginning or end; a reference or tag, or its beginning; a part
          of the name of a vessel, customer or port.

        Like every listing, it accepts ``max_items``, ``query`` (further parameters) and ``progress``.
        """
        return _Family(self)._call("search", "search", {"query": query}, {"max_items": max_items, "progress": progress})

    @property
    def shipments(self) -> Shipments:
        """Shipments that were found under tracked numbers."""
        return Shipments(self)

    @property
    def shipping_lines(self) -> ShippingLines:
        """Ocean carriers, and what can be tracked at each."""
        return ShippingLines(self)

    @property
    def terminals(self) -> Terminals:
        """Terminals of ports and of railways."""
        return Terminals(self)

    @property
    def tracking_requests(self) -> TrackingRequests:
        """Requests to track a number at a carrier."""
        return TrackingRequests(self)

    @property
    def vessels(self) -> Vessels:
        """Vessels that carry containers."""
        return Vessels(self)

    @property
    def webhook_notifications(self) -> WebhookNotifications:
        """Notifications for webhooks, and the status of their delivery."""
        return WebhookNotifications(self)

    @property
    def webhooks(self) -> Webhooks:
        """URLs that receive notifications of events."""
        return Webhooks(self)
