//! What happened, or is expected to happen, to a container.

use shiptrack::resources::TransportEvent;

use super::family::family;

family! {
    TransportEvent(it) = 4;
    texts {
        /// Which event.
        shiptrack_transport_event_event = it.event;
        /// Voyage.
        shiptrack_transport_event_voyage_number = it.voyage_number;
        /// When it happened, or is expected to.
        shiptrack_transport_event_timestamp = it.timestamp;
        /// Zone of the place, IANA name; no value when the time stamp is the place's own wall clock.
        shiptrack_transport_event_timezone = it.timezone;
        /// Place, UN/LOCODE.
        shiptrack_transport_event_location_locode = it.location_locode;
        /// When it was learned.
        shiptrack_transport_event_created_at = it.created_at;
        /// Who said so.
        shiptrack_transport_event_data_source = it.data_source;
        /// When it was withdrawn.
        shiptrack_transport_event_invalidated_at = it.invalidated_at;
        /// The new value, for events that tell of a change.
        shiptrack_transport_event_value = it.value;
    }
    lists {}
    integers {}
    doubles {}
    flags {}
    codes {
        /// Which event: SHIPTRACK_EVENT_…
        shiptrack_transport_event_event_code = it.event;
        /// Who said so: SHIPTRACK_DATA_SOURCE_…
        shiptrack_transport_event_data_source_code = it.data_source;
    }
}
