//! What notifications about a container refer to when they tell of no movement.

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
    /// A container was added to a shipment. It is told with the notification `container.created` and nowhere else.
    pub struct ContainerCreatedEvent = "container_created_event" {
        /// When the service learned of the container.
        nullable timestamp: Timestamp,
        /// Time zone that belongs to the time stamp, as its IANA name; usually `Etc/UTC`.
        nullable timezone: String,
    }
    relationships {
        /// Container that was added.
        one container: container,
        /// Shipment it was added to.
        one shipment: shipment,
    }
}

resource! {
    /// What a terminal says about a container changed. It is told with the notification `container.updated` and nowhere
    /// else.
    pub struct ContainerUpdatedEvent = "container_updated_event" {
        /// What changed: under the name of each attribute a list of its old and its new value. Some older notifications
        /// name the holds `pod_terminal_holds`; the values of `pod_terminal` are ids of terminals.
        required changeset: Members,
        /// When the service saw the change.
        nullable timestamp: Timestamp,
        /// Time zone of the port of discharge as its IANA name; `None` when it is not known.
        nullable timezone: String,
        /// What kind of source said so; the terminal, as far as is known.
        optional data_source: DataSource,
    }
    relationships {
        /// Container that changed.
        one container: container,
        /// Terminal that the container is at.
        one terminal: terminal,
        /// Shipment the container belongs to.
        one shipment: shipment,
    }
}

impl ContainerUpdatedEvent {
    /// The changes: each attribute with its old and its new value. Members that are not two values are passed over.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &serde_json::Value, &serde_json::Value)> {
        self.changeset.iter().filter_map(|(name, values)| match values.as_array().map(Vec::as_slice) {
            Some([old, new]) => Some((name.as_str(), old, new)),
            _ => None,
        })
    }
}

resource! {
    /// A container will be discharged at another terminal. It is told with the notification
    /// `container.pod_terminal_changed`
    /// and nowhere else.
    pub struct ContainerPodTerminalChangedEvent = "container_pod_terminal_changed_event" {
        /// When the service learned of it.
        nullable timestamp: Timestamp,
        /// What kind of source said so.
        nullable data_source: DataSource,
    }
    relationships {
        /// Container that will be discharged elsewhere.
        one container: container,
        /// Shipment the container belongs to.
        one shipment: shipment,
        /// Terminal it will be discharged at now.
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
        let came = json!({ "attributes": { "changeset": changeset } });
        let read: ContainerUpdatedEvent = serde_json::from_value(came).unwrap();
        let changes: Vec<_> = read.changes().map(|(name, old, new)| (name, old.clone(), new.clone())).collect();
        let expected =
            [("available_for_pickup", json!(false), json!(true)), ("pickup_lfd", json!(null), json!("2026-05-02"))];
        assert_eq!(changes, expected);
    }
}
