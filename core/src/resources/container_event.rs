//! Events of a container that are not movements, to which notifications refer.

use super::macros::resource;
use super::{DataSource, Timestamp};
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`ContainerCreatedEvent`].
pub type ContainerCreatedEventId = Id<ContainerCreatedEvent>;

/// The id of a [`ContainerUpdatedEvent`].
pub type ContainerUpdatedEventId = Id<ContainerUpdatedEvent>;

/// The id of a [`ContainerPodTerminalChangedEvent`].
pub type ContainerPodTerminalChangedEventId = Id<ContainerPodTerminalChangedEvent>;

resource! {
    /// A container was added to a shipment. This resource is only included in the notification `container.created`.
    pub struct ContainerCreatedEvent = "container_created_event" {
        /// Time when the service created the container.
        nullable timestamp: Timestamp,
        /// Time zone of the timestamp (IANA name); usually `Etc/UTC`.
        nullable timezone: String,
    }
    relationships {
        /// Container that was added.
        one container: container,
        /// Shipment to which the container was added.
        one shipment: shipment,
    }
}

resource! {
    /// The data of the terminal about a container changed, or published times of the container were corrected. This resource is only
    /// included in the notification `container.updated`.
    pub struct ContainerUpdatedEvent = "container_updated_event" {
        /// The changes: the name of each changed attribute, with a list of its old and its new value. Some older notifications use
        /// the name `pod_terminal_holds` for the holds. The values of `pod_terminal` are ids of terminals. A corrected event that no
        /// attribute shows has names such as `container.transport.transshipment_arrived.timestamp`.
        required changeset: Members,
        /// Time when the service detected the change.
        nullable timestamp: Timestamp,
        /// Time zone of the port of discharge (IANA name); `null` if unknown.
        nullable timezone: String,
        /// Kind of the source that reported the change; `terminal` in all known notifications of the hosted service.
        optional data_source: DataSource,
    }
    relationships {
        /// Container that changed.
        one container: container,
        /// Terminal where the container is.
        one terminal: terminal,
        /// Shipment to which the container belongs.
        one shipment: shipment,
    }
}

impl ContainerUpdatedEvent {
    /// The changes: the name of each attribute, with its old and its new value. Ignores members that are not a list of two values.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &serde_json::Value, &serde_json::Value)> {
        self.changeset.iter().filter_map(|(name, values)| match values.as_array().map(Vec::as_slice) {
            Some([old, new]) => Some((name.as_str(), old, new)),
            _ => None,
        })
    }
}

resource! {
    /// The terminal where a container will be discharged changed. This resource is only included in the notification
    /// `container.pod_terminal_changed`.
    pub struct ContainerPodTerminalChangedEvent = "container_pod_terminal_changed_event" {
        /// Time when the service detected the change.
        nullable timestamp: Timestamp,
        /// Kind of the source that reported the change; `null` if unknown.
        nullable data_source: DataSource,
    }
    relationships {
        /// Container that will be discharged at another terminal.
        one container: container,
        /// Shipment to which the container belongs.
        one shipment: shipment,
        /// Terminal where the container will now be discharged.
        one terminal: terminal,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_pairs_of_old_and_new_values() {
        let changeset =
            json!({ "available_for_pickup": [false, true], "pickup_lfd": [null, "2026-05-02"], "odd": [1] });
        let json = json!({ "attributes": { "changeset": changeset } });
        let read: ContainerUpdatedEvent = serde_json::from_value(json).unwrap();
        let changes: Vec<_> = read.changes().map(|(name, old, new)| (name, old.clone(), new.clone())).collect();
        let expected =
            [("available_for_pickup", json!(false), json!(true)), ("pickup_lfd", json!(null), json!("2026-05-02"))];
        assert_eq!(changes, expected);
    }
}
