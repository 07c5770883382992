//! Where a tracking request stands.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::resources::{FailedReason, RequestStatus, StopReason};
use crate::tracking::Stage;

/// Where a request stands, and when it is to be looked at next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The status on the wire.
    pub status: RequestStatus,
    /// Why the last look-up failed, or the request as a whole.
    pub failed_reason: Option<FailedReason>,
    /// Look-ups that met trouble, one after the other; never more than the policy's tries.
    pub troubled: u32,
    /// Since when the carrier has no data; only while its manifest is awaited, and not while a container's next trip is.
    pub awaiting_since: Option<DateTime<Utc>>,
    /// Whether the carrier ever knew the number, as long as it has no data for it.
    pub number_known: bool,
    /// When the carrier is to be asked next; `None` once the request ended.
    pub due: Option<DateTime<Utc>>,
    /// Why following the shipment ended.
    pub stopped: Option<StopReason>,
    /// When the carrier last had data, or when following went on; only while the shipment is followed.
    pub last_found: Option<DateTime<Utc>>,
    /// When following last went on after a stop; only while the shipment is followed.
    pub resumed: Option<DateTime<Utc>>,
    /// The nearest day that something hangs on, an arrival that is near when it is asked next or a last free day: where a carrier
    /// may not be asked for all, this goes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgent: Option<DateTime<Utc>>,
    /// Where on their way its containers are, as far as that is known; only while the shipment is followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

impl State {
    /// A request just made: due at once.
    pub fn new(now: DateTime<Utc>) -> Self {
        State { due: Some(now), ..State::bare(RequestStatus::Pending) }
    }

    /// Whether a second request for the same number would be a duplicate.
    pub fn is_live(&self) -> bool {
        matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest | RequestStatus::Created)
    }

    /// Whether it waits for the next trip of a container, for which there is no limit of time.
    pub fn awaits_next_trip(&self) -> bool {
        self.status == RequestStatus::AwaitingManifest && self.awaiting_since.is_none()
    }

    /// Whether look-ups are being repeated because of trouble, before there is a shipment.
    pub fn is_retrying(&self) -> bool {
        self.troubled > 0 && matches!(self.status, RequestStatus::Pending | RequestStatus::AwaitingManifest)
    }

    /// How many look-ups in a row met trouble; `None` without trouble and as soon as there is a shipment.
    pub fn retry_count(&self) -> Option<i64> {
        let told = self.is_retrying() || (self.troubled > 0 && self.status == RequestStatus::Failed);
        told.then_some(i64::from(self.troubled))
    }

    /// Only a status: nothing has been tried, nothing is due.
    pub(super) fn bare(status: RequestStatus) -> Self {
        State {
            status,
            failed_reason: None,
            troubled: 0,
            awaiting_since: None,
            number_known: false,
            due: None,
            stopped: None,
            last_found: None,
            resumed: None,
            urgent: None,
            stages: Vec::new(),
        }
    }
}
