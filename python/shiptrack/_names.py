# Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The enumerations of the interface. A service may send values that this version does not know, so each also accepts any text."""

from __future__ import annotations

from typing import Literal, TypeAlias, Union

__all__ = [
    "ContainerInclude",
    "ContainerStatus",
    "CustomFieldDataType",
    "CustomFieldEntityType",
    "DataSource",
    "DeliveryStatus",
    "DocumentInclude",
    "DocumentSource",
    "EmailSubmissionInclude",
    "EventName",
    "FacilityType",
    "FailedReason",
    "Milestone",
    "RequestStatus",
    "RequestType",
    "SchemaFormat",
    "SearchEntityType",
    "ShipmentInclude",
    "StopReason",
    "TrackingRequestInclude",
    "TransportEventInclude",
    "WebhookDisabledReason",
    "WebhookNotificationInclude",
]

ContainerInclude: TypeAlias = Union[Literal[
    "shipment",
    "transport_events",
    "raw_events",
    "pod_terminal",
    "pod_terminal.port",
    "pickup_facility",
    "pickup_facility.port",
    "shipment.containers",
    "shipment.port_of_lading",
    "shipment.port_of_discharge",
    "shipment.pod_terminal",
    "shipment.destination",
    "shipment.destination_terminal",
    "transport_events.location",
    "transport_events.terminal",
    "transport_events.vessel",
], str]
"""Resources that can be included with a ``container``. Dots separate the relationships of a path."""

ContainerStatus: TypeAlias = Union[Literal[
    "new",
    "on_ship",
    "available",
    "not_available",
    "grounded",
    "on_rail",
    "picked_up",
    "off_dock",
    "delivered",
    "dropped",
    "loaded",
    "empty_returned",
    "awaiting_inland_transfer",
], str]
"""Where a container is. The values follow no fixed order: a container can skip values and return to earlier ones.

* ``new``: The container is tracked, and no milestone is known yet.
* ``on_ship``: The container is on a vessel: it was loaded and is not yet discharged.
* ``available``: The container is at the terminal and can be picked up.
* ``not_available``: The container is at the terminal and cannot be picked up.
* ``grounded``: The container is off the vessel or train, and it is unknown whether it can be picked up.
* ``on_rail``: The container is on a rail car.
* ``picked_up``: The loaded container has left the terminal.
* ``off_dock``: The container was moved to another yard, where it can be picked up.
* ``delivered``: A user marked the container as delivered.
* ``dropped``: The container was dropped. The hosted service does not document the meaning of this value.
* ``loaded``: The container was loaded. The hosted service does not document the meaning of this value.
* ``empty_returned``: The empty container was returned, which ends its tracking.
* ``awaiting_inland_transfer``: The container is off the vessel and continues by rail.
"""

CustomFieldDataType: TypeAlias = Union[Literal[
    "short_text",
    "number",
    "date",
    "datetime",
    "boolean",
    "enum",
    "enum_multi",
    "reference",
], str]
"""The data type of the values of a custom field.

* ``short_text``: One line of text.
* ``number``: A number with up to 12 digits before and 6 digits after the decimal point.
* ``date``: A date without a time of day.
* ``datetime``: A date with a time of day and an offset from UTC.
* ``boolean``: True or false.
* ``enum``: One of the options of the field.
* ``enum_multi``: Any number of the options of the field, as a list of texts.
* ``reference``: A reference to another resource, as an object with its ``type`` and ``id``.
"""

CustomFieldEntityType: TypeAlias = Union[Literal["Shipment", "Container", "Cargo", "TrackingRequest"], str]
"""The type of the resources that have a custom field.

* ``Shipment``: The field belongs to shipments.
* ``Container``: The field belongs to containers. This name is used to define it.
* ``Cargo``: The field belongs to containers. The hosted service returns this name.
* ``TrackingRequest``: The field belongs to tracking requests.
"""

DataSource: TypeAlias = Union[Literal[
    "shipping_line",
    "terminal",
    "ais",
    "rail",
    "user_input",
    "t49_operations_team",
    "t49_calculation",
    "pierpass",
], str]
"""The kind of the source of some data.

* ``shipping_line``: The shipping line.
* ``terminal``: The terminal reported it.
* ``ais``: Position reports of the vessel (AIS).
* ``rail``: The railway reported it.
* ``user_input``: A user entered it.
* ``t49_operations_team``: The operations team of the hosted service.
* ``t49_calculation``: A calculation of the hosted service.
* ``pierpass``: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
"""

DeliveryStatus: TypeAlias = Union[Literal["pending", "succeeded", "failed"], str]
"""The status of the delivery of a notification.

* ``pending``: The notification is not delivered yet.
* ``succeeded``: The receiver accepted the notification.
* ``failed``: The receiver did not accept the notification, and delivery is not tried again.
"""

DocumentInclude: TypeAlias = Union[Literal[
    "account",
    "user",
    "last_document_representation",
    "current_extraction",
    "email_submission",
    "shipments",
    "cargos",
], str]
"""Resources that can be included with a ``document``. Dots separate the relationships of a path."""

DocumentSource: TypeAlias = Union[Literal["upload", "api", "email", "split_document"], str]
"""How the service received a document.

* ``upload``: A user uploaded the document.
* ``api``: The document was sent through the API.
* ``email``: The document was attached to an email message.
* ``split_document``: The service split the document off a file that contained several documents.
"""

EmailSubmissionInclude: TypeAlias = Union[Literal[
    "account",
    "user",
    "documents",
    "documents.last_document_representation",
], str]
"""Resources that can be included with a ``email_submission``. Dots separate the relationships of a path."""

EventName: TypeAlias = Union[Literal[
    "tracking_request.succeeded",
    "tracking_request.failed",
    "tracking_request.awaiting_manifest",
    "tracking_request.tracking_stopped",
    "tracking_request.deleted",
    "shipment.estimated.arrival",
    "container.created",
    "container.updated",
    "container.pod_terminal_changed",
    "container.pickup_lfd.changed",
    "container.pickup_lfd_line.changed",
    "container.pickup_lfd_terminal.changed",
    "container.pickup_lfd_rail.changed",
    "container.pickup_appointment.changed",
    "container.transport.empty_out",
    "container.transport.full_in",
    "container.transport.vessel_loaded",
    "container.transport.vessel_departed",
    "container.transport.transshipment_arrived",
    "container.transport.transshipment_discharged",
    "container.transport.transshipment_loaded",
    "container.transport.transshipment_departed",
    "container.transport.feeder_arrived",
    "container.transport.feeder_discharged",
    "container.transport.feeder_loaded",
    "container.transport.feeder_departed",
    "container.transport.vessel_arrived",
    "container.transport.vessel_berthed",
    "container.transport.vessel_discharged",
    "container.transport.available",
    "container.transport.not_available",
    "container.transport.full_out",
    "container.transport.delivered",
    "container.transport.empty_in",
    "container.transport.rail_loaded",
    "container.transport.rail_departed",
    "container.transport.rail_arrived",
    "container.transport.rail_unloaded",
    "container.transport.arrived_at_inland_destination",
    "container.transport.estimated.vessel_departed",
    "container.transport.estimated.vessel_arrived",
    "container.transport.estimated.arrived_at_inland_destination",
    "document.extracted",
    "document.extraction_failed",
    "shipment.updated",
    "webhook.disabled",
], str]
"""The name of an event, in notifications, webhooks and transport events.

* ``tracking_request.succeeded``: The carrier returned data, and a shipment is linked to the tracking request.
* ``tracking_request.failed``: The tracking request failed, and the carrier is not asked again.
* ``tracking_request.awaiting_manifest``: The carrier has no data yet. This event is published only the first time.
* ``tracking_request.tracking_stopped``: Tracking of the shipment stopped.
* ``tracking_request.deleted``: The tracking request was deleted. This event is an extension: only webhooks that list it
  receive it.
* ``shipment.estimated.arrival``: The estimated arrival at the port of discharge changed.
* ``container.created``: A container was added to a shipment.
* ``container.updated``: The data of the terminal about a container changed, or published times of the container were
  corrected.
* ``container.pod_terminal_changed``: The terminal where a container will be discharged changed.
* ``container.pickup_lfd.changed``: The last free day that applies changed.
* ``container.pickup_lfd_line.changed``: The last free day that the shipping line sets changed.
* ``container.pickup_lfd_terminal.changed``: The last free day that the terminal sets changed.
* ``container.pickup_lfd_rail.changed``: The last free day that the railway sets changed.
* ``container.pickup_appointment.changed``: The pickup appointment of the container changed.
* ``container.transport.empty_out``: The empty container was picked up at the origin.
* ``container.transport.full_in``: The loaded container was delivered to the port of lading.
* ``container.transport.vessel_loaded``: The container was loaded on the vessel at the port of lading.
* ``container.transport.vessel_departed``: The vessel left the port of lading.
* ``container.transport.transshipment_arrived``: The container arrived at a transshipment port.
* ``container.transport.transshipment_discharged``: The container was discharged at a transshipment port.
* ``container.transport.transshipment_loaded``: The container was loaded on the next vessel.
* ``container.transport.transshipment_departed``: The next vessel left the transshipment port.
* ``container.transport.feeder_arrived``: The feeder vessel or barge arrived.
* ``container.transport.feeder_discharged``: The container was discharged from the feeder vessel or barge.
* ``container.transport.feeder_loaded``: The container was loaded on the feeder vessel or barge.
* ``container.transport.feeder_departed``: The feeder vessel or barge departed.
* ``container.transport.vessel_arrived``: The vessel arrived at the port of discharge.
* ``container.transport.vessel_berthed``: The vessel berthed at the port of discharge.
* ``container.transport.vessel_discharged``: The container was discharged at the port of discharge.
* ``container.transport.available``: The container can be picked up.
* ``container.transport.not_available``: The container can no longer be picked up.
* ``container.transport.full_out``: The loaded container was picked up, at the port or inland.
* ``container.transport.delivered``: A user marked the container as delivered.
* ``container.transport.empty_in``: The empty container was returned.
* ``container.transport.rail_loaded``: The container was loaded on a rail car.
* ``container.transport.rail_departed``: The train departed.
* ``container.transport.rail_arrived``: The train arrived at a rail terminal, at the destination or on the way.
* ``container.transport.rail_unloaded``: The container was unloaded from the rail car.
* ``container.transport.arrived_at_inland_destination``: The container reached its inland destination by rail.
* ``container.transport.estimated.vessel_departed``: The estimated departure from the port of lading changed.
* ``container.transport.estimated.vessel_arrived``: The estimated arrival of this container at the port of discharge
  changed.
* ``container.transport.estimated.arrived_at_inland_destination``: The estimated arrival at the inland destination
  changed.
* ``document.extracted``: Data was extracted from a document.
* ``document.extraction_failed``: No data could be extracted from a document.
* ``shipment.updated``: Published times or places of the shipment were corrected. This event is an extension: only
  webhooks that list it receive it.
* ``webhook.disabled``: The service disabled a webhook, because its receiver is gone or failed for too long. This event
  is an extension: only webhooks that list it receive it.
"""

FacilityType: TypeAlias = Union[Literal["ocean_terminal", "rail"], str]
"""The kind of facility of a terminal.

* ``ocean_terminal``: A terminal at a port, where vessels are loaded and discharged.
* ``rail``: A terminal or ramp of a railway.
"""

FailedReason: TypeAlias = Union[Literal[
    "booking_cancelled",
    "duplicate",
    "expired",
    "internal_processing_error",
    "invalid_number",
    "not_found",
    "retries_exhausted",
    "shipping_line_unreachable",
    "unrecognized_response",
    "data_unavailable",
    "scac_auto_detect_failed",
    "awaiting_manifest",
], str]
"""The reason why the last look-up or the whole request failed.

* ``booking_cancelled``: The booking was cancelled.
* ``duplicate``: Another active request tracks the same shipment.
* ``expired``: The shipping line returned no data within the maximum time.
* ``internal_processing_error``: The service had an internal error, and tries again.
* ``invalid_number``: The shipping line rejects the number as invalid.
* ``not_found``: The shipping line does not know the number.
* ``retries_exhausted``: The maximum number of look-ups was reached.
* ``shipping_line_unreachable``: The shipping line does not respond. The service asks again.
* ``unrecognized_response``: The response of the shipping line cannot be read. The service asks again.
* ``data_unavailable``: The shipping line does not disclose the data.
* ``scac_auto_detect_failed``: The shipping line could not be detected from the number.
* ``awaiting_manifest``: The shipping line has no data yet. The service asks again every day.
"""

Milestone: TypeAlias = Union[Literal[
    "empty_out",
    "full_in",
    "positioned_in",
    "positioned_out",
    "vessel_loaded",
    "vessel_departed",
    "transshipment_arrived",
    "transshipment_discharged",
    "transshipment_loaded",
    "transshipment_departed",
    "feeder_arrived",
    "feeder_discharged",
    "feeder_loaded",
    "feeder_departed",
    "rail_loaded",
    "rail_departed",
    "rail_arrived",
    "rail_unloaded",
    "vessel_arrived",
    "vessel_berthed",
    "vessel_discharged",
    "arrived_at_destination",
    "delivered",
    "full_out",
    "empty_in",
    "vgm_received",
    "carrier_release",
    "customs_release",
    "available",
    "not_available",
], str]
"""What happened to a container, as a raw event is classified.

* ``empty_out``: The empty container was picked up at the origin.
* ``full_in``: The loaded container was delivered to the port of lading.
* ``positioned_in``: The container was moved into a yard between terminals.
* ``positioned_out``: The container was moved out of a yard between terminals.
* ``vessel_loaded``: The container was loaded on a vessel.
* ``vessel_departed``: The vessel left the port.
* ``transshipment_arrived``: The container arrived at a transshipment port.
* ``transshipment_discharged``: The container was discharged at a transshipment port.
* ``transshipment_loaded``: The container was loaded on the next vessel.
* ``transshipment_departed``: The next vessel left the transshipment port.
* ``feeder_arrived``: The feeder vessel or barge arrived.
* ``feeder_discharged``: The container was discharged from the feeder vessel or barge.
* ``feeder_loaded``: The container was loaded on the feeder vessel or barge.
* ``feeder_departed``: The feeder vessel or barge departed.
* ``rail_loaded``: The container was loaded on a rail car.
* ``rail_departed``: The train departed.
* ``rail_arrived``: The train arrived at a rail terminal.
* ``rail_unloaded``: The container was unloaded from the rail car.
* ``vessel_arrived``: The vessel arrived at a port.
* ``vessel_berthed``: The vessel berthed.
* ``vessel_discharged``: The container was discharged from the vessel.
* ``arrived_at_destination``: The container reached its inland destination.
* ``delivered``: The container was delivered.
* ``full_out``: The loaded container was picked up.
* ``empty_in``: The empty container was returned.
* ``vgm_received``: The verified gross mass of the container was received.
* ``carrier_release``: The carrier released the container.
* ``customs_release``: Customs released the container.
* ``available``: The container can be picked up.
* ``not_available``: The container can no longer be picked up.
"""

RequestStatus: TypeAlias = Union[Literal["pending", "awaiting_manifest", "created", "failed", "tracking_stopped"], str]
"""The status of a tracking request.

* ``pending``: The service is asking the shipping line for the number.
* ``awaiting_manifest``: The shipping line has no data yet. The service asks again every day.
* ``created``: A shipment was found and is tracked.
* ``failed``: The request failed; ``failed_reason`` gives the reason.
* ``tracking_stopped``: Tracking of the shipment stopped.
"""

RequestType: TypeAlias = Union[Literal["bill_of_lading", "booking_number", "container"], str]
"""The kind of a tracked number.

* ``bill_of_lading``: A master bill of lading.
* ``booking_number``: A booking of a carrier.
* ``container``: A container number.
"""

SchemaFormat: TypeAlias = Union[Literal["json_schema"], str]
"""The language of a schema.

* ``json_schema``: The schema is a JSON Schema.
"""

SearchEntityType: TypeAlias = Union[Literal["shipment", "cargo", "tracking_request"], str]
"""The kind of a search result.

* ``shipment``: It is a shipment.
* ``cargo``: It is a container.
* ``tracking_request``: It is a tracking request.
"""

ShipmentInclude: TypeAlias = Union[Literal[
    "containers",
    "containers.pod_terminal",
    "containers.pickup_facility",
    "containers.transport_events",
    "pod_terminal",
    "pod_terminal.port",
    "port_of_lading",
    "port_of_discharge",
    "destination",
    "destination_terminal",
    "destination_terminal.port",
    "line_tracking_stopped_by_user",
], str]
"""Resources that can be included with a ``shipment``. Dots separate the relationships of a path."""

StopReason: TypeAlias = Union[Literal[
    "all_containers_terminated",
    "past_arrival_window",
    "past_full_out_window",
    "no_updates_at_line",
    "cancelled_by_user",
    "booking_cancelled",
    "account_closed",
], str]
"""The reason why tracking of a shipment stopped.

* ``all_containers_terminated``: All containers were returned empty.
* ``past_arrival_window``: The maximum time after the arrival has passed.
* ``past_full_out_window``: The maximum time after the containers were picked up has passed.
* ``no_updates_at_line``: The shipping line has reported nothing new for too long.
* ``cancelled_by_user``: A user stopped tracking.
* ``booking_cancelled``: The booking was cancelled.
* ``account_closed``: The account was closed.
"""

TrackingRequestInclude: TypeAlias = Union[Literal[
    "tracked_object",
    "tracked_object.containers",
    "tracked_object.pod_terminal",
    "tracked_object.port_of_lading",
    "tracked_object.port_of_discharge",
    "tracked_object.destination",
    "tracked_object.destination_terminal",
    "shipment",
    "container",
    "containers",
    "customer",
    "user",
    "account",
    "shipping_line",
], str]
"""Resources that can be included with a ``tracking_request``. Dots separate the relationships of a path."""

TransportEventInclude: TypeAlias = Union[Literal[
    "shipment",
    "container",
    "location",
    "terminal",
    "vessel",
    "port",
    "metro_area",
    "rail_terminal",
    "source_event",
    "previous_version",
], str]
"""Resources that can be included with a ``transport_event``. Dots separate the relationships of a path."""

WebhookDisabledReason: TypeAlias = Union[Literal["gone", "failing_too_long"], str]
"""Why the service disabled a webhook.

* ``gone``: The receiver answered 410 at least three times in a row, over at least an hour: it no longer exists.
* ``failing_too_long``: No delivery succeeded for the time ``delivery.switch_off_after``, five days by default.
"""

WebhookNotificationInclude: TypeAlias = Union[Literal[
    "webhook",
    "reference_object",
    "tracking_request",
    "transport_event",
    "estimated_event",
], str]
"""Resources that can be included with a ``webhook_notification``. Dots separate the relationships of a path."""
