//! What can happen to a tracking request.

use std::time::Duration;

use crate::resources::{FailedReason, StopReason};

/// What can happen to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The carrier was asked.
    Looked(LookUpOutcome),
    /// Following the shipment ends.
    Stop(StopReason),
    /// Following the shipment goes on.
    Resume,
}

/// What came of asking the carrier.
#[derive(Debug, Clone, PartialEq)]
pub enum LookUpOutcome {
    /// Facts arrived.
    Found {
        /// Another live request tracks the same shipment. Of no meaning once this request has its shipment.
        duplicate: bool,
        /// There is nothing left to follow.
        concluded: Option<StopReason>,
    },
    /// The container's last trip is another request's, and its next one has not begun.
    NextTripAwaited,
    /// The carrier knows the number and has no data yet.
    NoDataYet,
    /// The carrier does not know the number.
    NotFound,
    /// There can be no such number.
    InvalidNumber,
    /// The booking was cancelled.
    BookingCancelled,
    /// The carrier withholds the data.
    Withheld,
    /// No carrier could be inferred.
    NoCarrier,
    /// Passing trouble, to be tried again.
    Trouble {
        /// Which. A reason that is not a passing one is told as `internal_processing_error`.
        reason: FailedReason,
        /// The pause the carrier asked for.
        retry_after: Option<Duration>,
    },
}

impl LookUpOutcome {
    /// What it is called in logs: `found`, `not_found`.
    pub fn as_str(&self) -> &'static str {
        match self {
            LookUpOutcome::Found { .. } => "found",
            LookUpOutcome::NextTripAwaited => "next_trip_awaited",
            LookUpOutcome::NoDataYet => "no_data_yet",
            LookUpOutcome::NotFound => "not_found",
            LookUpOutcome::InvalidNumber => "invalid_number",
            LookUpOutcome::BookingCancelled => "cancelled",
            LookUpOutcome::Withheld => "withheld",
            LookUpOutcome::NoCarrier => "no_carrier",
            LookUpOutcome::Trouble { .. } => "trouble",
        }
    }

    /// The failed reason or stop reason that goes with it; `duplicate` of facts for a shipment that is tracked already.
    pub fn reason(&self) -> Option<String> {
        match self {
            LookUpOutcome::Found { concluded: Some(reason), .. } => Some(reason.to_string()),
            LookUpOutcome::Found { duplicate: true, .. } => Some("duplicate".to_owned()),
            LookUpOutcome::Trouble { reason, .. } => Some(reason.to_string()),
            _ => None,
        }
    }

    /// The pause the carrier asked for.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            LookUpOutcome::Trouble { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
