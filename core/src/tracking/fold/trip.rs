//! What a trip is recognised by.

use serde::{Deserialize, Serialize};

/// A trip of a container as it is kept with its shipment: the identities of the events that happened on it, and that of the
/// event which ended it. Nothing else tells trips apart: no number, and no date.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trip {
    /// Digests of the keys of its events, in order.
    events: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended_by: Option<u32>,
}

impl Trip {
    pub(super) fn new(mut events: Vec<u32>, ended_by: Option<u32>) -> Self {
        events.sort_unstable();
        events.dedup();
        Trip { events, ended_by }
    }

    /// Whether it is over: the container came back, or its next trip began.
    pub fn is_over(&self) -> bool {
        self.ended_by.is_some()
    }

    /// How many events it has in common with another: with more than none it is the same trip.
    pub fn in_common(&self, other: &Trip) -> usize {
        other.events.iter().filter(|event| self.has(**event)).count()
    }

    /// Whether an event with this digest happened on it.
    pub(super) fn has(&self, event: u32) -> bool {
        self.events.binary_search(&event).is_ok()
    }

    /// The same, ended by that event where it is not over.
    pub(super) fn or_ended_by(mut self, event: Option<u32>) -> Self {
        self.ended_by = self.ended_by.or(event);
        self
    }

    /// The digest of the event that ended it.
    pub(super) fn ended_by(&self) -> Option<u32> {
        self.ended_by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_are_written_and_read() {
        let trip = Trip::new(vec![7, 3, 7], Some(3));
        let written = serde_json::to_string(&trip).unwrap();
        assert_eq!(written, r#"{"events":[3,7],"ended_by":3}"#);
        assert_eq!(serde_json::from_str::<Trip>(&written).unwrap(), trip);
        assert_eq!((trip.in_common(&Trip::new(vec![7, 8], None)), trip.is_over()), (1, true));
    }
}
