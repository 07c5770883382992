# Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
"""The names of the wire. A service may send others, which this version does not know: every one is also plain text."""

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
    "shipment.port_of_lading",
    "shipment.port_of_discharge",
    "shipment.pod_terminal",
    "shipment.destination",
    "shipment.destination_terminal",
    "transport_events.location",
    "transport_events.terminal",
    "transport_events.vessel",
], str]
"""What can be read along with a ``container``; dots lead further."""

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
"""Where a container is. The values follow no fixed order: jumps and returns happen.

* ``new``: The container is tracked and has met no milestone yet.
* ``on_ship``: The container is on a vessel: loaded or under way, and not discharged.
* ``available``: The container may be picked up.
* ``not_available``: The container is at the terminal and may not be picked up.
* ``grounded``: The container is off the vessel or the train, and nobody says whether it may be picked up.
* ``on_rail``: The container is on a rail car.
* ``picked_up``: The loaded container has left the terminal.
* ``off_dock``: The container was moved to another yard, where it may be picked up.
* ``delivered``: The container was delivered, as a user says.
* ``dropped``: The container was dropped; the service does not explain the value.
* ``loaded``: The container was loaded; the service does not explain the value.
* ``empty_returned``: The empty container was returned, which ends its tracking.
* ``awaiting_inland_transfer``: The container is off the vessel and will travel on by rail.
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
"""What the values of a custom field are.

* ``short_text``: One line of text.
* ``number``: A number of up to eighteen digits, six of them after the point.
* ``date``: A day, without a time.
* ``datetime``: A moment: day and time.
* ``boolean``: Yes or no.
* ``enum``: One of the field's options.
* ``enum_multi``: Any number of the field's options, written as a list of texts.
* ``reference``: Another resource, written as an object with its ``type`` and ``id``.
"""

CustomFieldEntityType: TypeAlias = Union[Literal["Shipment", "Container", "Cargo", "TrackingRequest"], str]
"""What a custom field is added to.

* ``Shipment``: Shipments have the field.
* ``Container``: Containers have the field; the name under which it is defined.
* ``Cargo``: Containers have the field; the name under which the hosted service tells of it.
* ``TrackingRequest``: Tracking requests have the field.
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
"""What kind of source said something.

* ``shipping_line``: The shipping line says so.
* ``terminal``: The terminal says so.
* ``ais``: The vessel's own position reports say so.
* ``rail``: The railway says so.
* ``user_input``: A user says so.
* ``t49_operations_team``: The operations team of the hosted service says so.
* ``t49_calculation``: The hosted service calculated it.
* ``pierpass``: PierPass, the appointment system of the terminals at Los Angeles and Long Beach, says so.
"""

DeliveryStatus: TypeAlias = Union[Literal["pending", "succeeded", "failed"], str]
"""How far the delivery of a notification has come.

* ``pending``: The notification was not delivered yet.
* ``succeeded``: The receiver took the notification.
* ``failed``: The receiver never took the notification, and it is not tried again.
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
"""What can be read along with a ``document``; dots lead further."""

DocumentSource: TypeAlias = Union[Literal["upload", "api", "email", "split_document"], str]
"""How a document came to the service.

* ``upload``: The document was uploaded by a user.
* ``api``: The document was sent through the interface.
* ``email``: The document was attached to a message.
* ``split_document``: The document was cut out of another one that held several.
"""

EmailSubmissionInclude: TypeAlias = Union[Literal[
    "account",
    "user",
    "documents",
    "documents.last_document_representation",
], str]
"""What can be read along with a ``email_submission``; dots lead further."""

EventName: TypeAlias = Union[Literal[
    "tracking_request.succeeded",
    "tracking_request.failed",
    "tracking_request.awaiting_manifest",
    "tracking_request.tracking_stopped",
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
], str]
"""What happened, as notifications, subscriptions and transport events name it.

* ``tracking_request.succeeded``: The carrier answered: a shipment is linked to the tracking request.
* ``tracking_request.failed``: The tracking request failed for good.
* ``tracking_request.awaiting_manifest``: The carrier has no data yet; told once, the first time.
* ``tracking_request.tracking_stopped``: The shipment of the tracking request is no longer updated.
* ``shipment.estimated.arrival``: The estimated arrival at the port of discharge changed.
* ``container.created``: A container was added to a shipment.
* ``container.updated``: What the terminal says about a container changed.
* ``container.pod_terminal_changed``: A container will be discharged at another terminal.
* ``container.pickup_lfd.changed``: The last free day that counts changed.
* ``container.pickup_lfd_line.changed``: The last free day the shipping line gives changed.
* ``container.pickup_lfd_terminal.changed``: The last free day the terminal gives changed.
* ``container.pickup_lfd_rail.changed``: The last free day the railway gives changed.
* ``container.pickup_appointment.changed``: The appointment to collect the container changed.
* ``container.transport.empty_out``: The empty container was collected at the origin.
* ``container.transport.full_in``: The loaded container was brought to the port of loading.
* ``container.transport.vessel_loaded``: The container was loaded on the vessel at the port of loading.
* ``container.transport.vessel_departed``: The vessel left the port of loading.
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
* ``container.transport.available``: The container can be collected.
* ``container.transport.not_available``: The container can no longer be collected.
* ``container.transport.full_out``: The loaded container was collected, at the port or inland.
* ``container.transport.delivered``: A user marked the container as delivered.
* ``container.transport.empty_in``: The empty container was returned.
* ``container.transport.rail_loaded``: The container was loaded on a rail car.
* ``container.transport.rail_departed``: The train departed.
* ``container.transport.rail_arrived``: The train arrived at a rail terminal, the last one or one on the way.
* ``container.transport.rail_unloaded``: The container was unloaded from the rail car.
* ``container.transport.arrived_at_inland_destination``: The container reached its inland destination by rail.
* ``container.transport.estimated.vessel_departed``: The estimated departure from the port of loading changed.
* ``container.transport.estimated.vessel_arrived``: The estimated arrival of this container at the port of discharge
  changed.
* ``container.transport.estimated.arrived_at_inland_destination``: The estimated arrival at the inland destination
  changed.
* ``document.extracted``: A document was read and its content extracted.
* ``document.extraction_failed``: The content of a document could not be extracted.
"""

FacilityType: TypeAlias = Union[Literal["ocean_terminal", "rail"], str]
"""What kind of facility a terminal is.

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
"""Why the last look-up failed, or the request as a whole.

* ``booking_cancelled``: The booking was cancelled.
* ``duplicate``: Another live request tracks the same shipment.
* ``expired``: No data came within the time allowed.
* ``internal_processing_error``: The service itself failed and tries again.
* ``invalid_number``: The shipping line says there can be no such number.
* ``not_found``: The shipping line does not know the number.
* ``retries_exhausted``: Every look-up that is allowed was made.
* ``shipping_line_unreachable``: The shipping line does not answer and is asked again.
* ``unrecognized_response``: The shipping line's answer cannot be read, and it is asked again.
* ``data_unavailable``: The shipping line withholds the data.
* ``scac_auto_detect_failed``: No shipping line could be inferred from the number.
* ``awaiting_manifest``: The shipping line has no data yet; a passing reason.
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
"""What happened to a container, in the words of the service's raw events.

* ``empty_out``: The empty container was collected at the origin.
* ``full_in``: The loaded container was brought to the port of lading.
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
* ``available``: The container may be picked up.
* ``not_available``: The container may not be picked up any more.
"""

RequestStatus: TypeAlias = Union[Literal["pending", "awaiting_manifest", "created", "failed", "tracking_stopped"], str]
"""Where a tracking request stands.

* ``pending``: The shipping line is being asked.
* ``awaiting_manifest``: The shipping line has no data yet and is asked again every day.
* ``created``: A shipment is linked and followed.
* ``failed``: Nothing came of the request; its failed reason says why.
* ``tracking_stopped``: The shipment is no longer followed.
"""

RequestType: TypeAlias = Union[Literal["bill_of_lading", "booking_number", "container"], str]
"""What kind of number is tracked, as it stands on the wire. What a number is once it is parsed and checked is a
[``NumberKind``](crate::numbers::NumberKind), which has these three and no others.

* ``bill_of_lading``: A master bill of lading.
* ``booking_number``: A carrier's booking.
* ``container``: One container by its number.
"""

SchemaFormat: TypeAlias = Union[Literal["json_schema"], str]
"""The language a schema is written in.

* ``json_schema``: The schema is a JSON Schema.
"""

SearchEntityType: TypeAlias = Union[Literal["shipment", "cargo", "tracking_request"], str]
"""What a search found.

* ``shipment``: The search found a shipment.
* ``cargo``: The search found a container.
* ``tracking_request``: The search found a tracking request.
"""

ShipmentInclude: TypeAlias = Union[Literal[
    "containers",
    "containers.pod_terminal",
    "containers.pickup_facility",
    "pod_terminal",
    "pod_terminal.port",
    "port_of_lading",
    "port_of_discharge",
    "destination",
    "destination_terminal",
    "destination_terminal.port",
], str]
"""What can be read along with a ``shipment``; dots lead further."""

StopReason: TypeAlias = Union[Literal[
    "all_containers_terminated",
    "past_arrival_window",
    "past_full_out_window",
    "no_updates_at_line",
    "cancelled_by_user",
    "booking_cancelled",
    "account_closed",
], str]
"""Why a shipment is no longer followed.

* ``all_containers_terminated``: All its containers were returned empty.
* ``past_arrival_window``: Too much time has passed since its arrival.
* ``past_full_out_window``: Too much time has passed since its containers were picked up.
* ``no_updates_at_line``: The shipping line has had no news of it for too long.
* ``cancelled_by_user``: A user stopped it.
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
"""What can be read along with a ``tracking_request``; dots lead further."""

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
"""What can be read along with a ``transport_event``; dots lead further."""

WebhookNotificationInclude: TypeAlias = Union[Literal[
    "webhook",
    "reference_object",
    "tracking_request",
    "transport_event",
    "estimated_event",
], str]
"""What can be read along with a ``webhook_notification``; dots lead further."""
