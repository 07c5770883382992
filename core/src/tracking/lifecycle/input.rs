//! What can happen to a tracking request.

use std::time::Duration;

use crate::resources::{FailedReason, StopReason};
use crate::tracking::Stage;

/// What can happen to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The carrier was asked.
    Looked(LookUpOutcome),
    /// Following the shipment ends.
    Stop(StopReason),
    /// Following the shipment goes on.
    Resume,
    /// The carrier is to be asked now, whatever was scheduled.
    AskNow,
}

/// What says when to ask again about a shipment that is followed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outlook {
    /// Where on their way its containers are.
    pub stages: Vec<Stage>,
    /// How soon its source itself wants to be asked again.
    pub next_look: Option<Duration>,
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
        /// When to ask again, if there is.
        outlook: Outlook,
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
    /// The carrier answers nobody for a while, because it was asked too often.
    RateLimited {
        /// The pause the carrier asked for.
        retry_after: Option<Duration>,
    },
    /// The carrier refuses the credentials: nothing was said of the number.
    Refused,
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
            LookUpOutcome::RateLimited { .. } => "rate_limited",
            LookUpOutcome::Refused => "refused",
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
            LookUpOutcome::RateLimited { retry_after } | LookUpOutcome::Trouble { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
