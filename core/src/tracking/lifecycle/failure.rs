//! `LookUpFailure`: why a look-up failed. A carrier returns it. It decides the next state of the tracking request, whether the carrier is
//! paused, and whether the credentials are suspended.

use std::time::Duration;

use crate::resources::FailedReason;

/// Why a look-up failed. The table in [`carriers`](crate::carriers) shows the effect of each failure. To match on a failure, use
/// [`kind`](Self::kind): it removes the wrapper [`Because`](Self::Because) of a failure with a reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookUpFailure {
    /// The carrier does not know the number.
    #[error("the carrier does not know the number")]
    NotFound,
    /// The carrier knows the number, but has no data yet.
    #[error("the carrier has no data yet")]
    NoDataYet,
    /// The number is not valid at this carrier.
    #[error("the carrier rejects the number as invalid")]
    InvalidNumber,
    /// The booking was cancelled. If the call itself was cancelled, return [`Unreachable`](Self::Unreachable) instead.
    #[error("the booking was cancelled")]
    Cancelled,
    /// The carrier has data, but does not release it.
    #[error("the carrier withholds the data")]
    Withheld,
    /// The carrier refuses the credentials. The service suspends them: look-ups with these credentials wait, except for one look-up an hour,
    /// which tries them again.
    #[error("the carrier refuses the credentials")]
    Refused,
    /// The carrier refuses the credentials in general, or does not permit them for this number. The service distinguishes the two by
    /// the results of other look-ups with the same credentials.
    #[error("the carrier refuses the credentials for this number")]
    Forbidden,
    /// The rate limit of the carrier was exceeded. The look-up does not count as an attempt, and the carrier is not asked until the pause is
    /// over.
    #[error("the carrier was asked too often")]
    RateLimited {
        /// The pause that the carrier requested.
        retry_after: Option<Duration>,
    },
    /// The carrier cannot be reached.
    #[error("the carrier cannot be reached")]
    Unreachable {
        /// The pause that the carrier requested.
        retry_after: Option<Duration>,
    },
    /// The look-up did not leave this computer, because it has no free descriptor or thread, or no network. It does not count as an attempt.
    /// The carrier is asked again after 5 seconds, then after growing pauses of at most five minutes.
    #[error("the look-up could not be sent")]
    NotSent,
    /// The carrier's answer cannot be read.
    #[error("the carrier's answer cannot be read")]
    Unreadable,
    /// The code of the carrier panicked. The service reports this; a carrier does not return it.
    #[error("the carrier panicked")]
    Panicked,
    /// No carrier was found for the number. The service reports this; a carrier does not return it.
    #[error("no carrier was found for the number")]
    NoCarrier,
    /// Another failure, with a reason for humans; see [`because`](LookUpFailure::because).
    #[error("{failure}: {why}")]
    Because {
        /// The failure.
        failure: Box<LookUpFailure>,
        /// The reason, for humans.
        why: String,
    },
}

impl LookUpFailure {
    /// Adds a reason for humans. An [observer](crate::service::ActivityObserver) of the service receives it, and the list of
    /// [suspended credentials](crate::service::Service::suspended_credentials) shows it. It has no other effect.
    pub fn because(self, why: impl Into<String>) -> Self {
        LookUpFailure::Because { failure: Box::new(self), why: why.into() }
    }

    /// The reason that was added; `None` if none was added.
    pub fn why(&self) -> Option<&str> {
        match self {
            LookUpFailure::Because { why, .. } => Some(why),
            _ => None,
        }
    }

    /// The failure without its reason.
    pub fn kind(&self) -> &LookUpFailure {
        match self {
            LookUpFailure::Because { failure, .. } => failure.kind(),
            failure => failure,
        }
    }

    /// The name of the failure, which never changes: `not_found`.
    pub fn name(&self) -> &'static str {
        match self.kind() {
            LookUpFailure::NotFound => "not_found",
            LookUpFailure::NoDataYet => "no_data_yet",
            LookUpFailure::InvalidNumber => "invalid_number",
            LookUpFailure::Cancelled => "cancelled",
            LookUpFailure::Withheld => "withheld",
            LookUpFailure::Refused | LookUpFailure::Forbidden => "refused",
            LookUpFailure::RateLimited { .. } => "rate_limited",
            LookUpFailure::Unreachable { .. } => "unreachable",
            LookUpFailure::NotSent => "not_sent",
            LookUpFailure::Unreadable => "unreadable",
            LookUpFailure::NoCarrier => "no_carrier",
            LookUpFailure::Panicked | LookUpFailure::Because { .. } => "panicked",
        }
    }

    /// Whether the carrier is not working: it cannot be reached, its answer cannot be read, or its code panicked. The look-up is retried, and
    /// the carrier is paused after several such failures in a row.
    pub fn is_outage(&self) -> bool {
        matches!(
            self.kind(),
            LookUpFailure::Unreachable { .. }
                | LookUpFailure::NotSent
                | LookUpFailure::Unreadable
                | LookUpFailure::Panicked
        )
    }

    /// The pause that the carrier requested; `None` if it requested none.
    pub fn retry_after(&self) -> Option<Duration> {
        match self.kind() {
            LookUpFailure::RateLimited { retry_after } | LookUpFailure::Unreachable { retry_after } => *retry_after,
            _ => None,
        }
    }

    /// The failed reason that a tracking request shows for this failure. `None` if the request only waits for data, for the end of a pause,
    /// or for other credentials.
    pub fn failed_reason(&self) -> Option<FailedReason> {
        match self.kind() {
            LookUpFailure::NotFound => Some(FailedReason::NotFound),
            LookUpFailure::InvalidNumber => Some(FailedReason::InvalidNumber),
            LookUpFailure::Cancelled => Some(FailedReason::BookingCancelled),
            LookUpFailure::Withheld => Some(FailedReason::DataUnavailable),
            LookUpFailure::NoCarrier => Some(FailedReason::ScacAutoDetectFailed),
            LookUpFailure::Unreachable { .. } | LookUpFailure::NotSent => Some(FailedReason::ShippingLineUnreachable),
            LookUpFailure::Unreadable => Some(FailedReason::UnrecognizedResponse),
            LookUpFailure::Panicked | LookUpFailure::Because { .. } => Some(FailedReason::InternalProcessingError),
            LookUpFailure::NoDataYet
            | LookUpFailure::Refused
            | LookUpFailure::Forbidden
            | LookUpFailure::RateLimited { .. } => None,
        }
    }
}

/// What the outcome of a look-up shows about the credentials that were used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CredentialVerdict {
    Accepted,
    Refused,
    /// The credentials are refused, or not allowed for this number.
    Forbidden,
    /// The outcome says nothing about the credentials: the carrier may have failed, or rejected the number, before it checked them.
    Unknown,
}

impl CredentialVerdict {
    pub(crate) fn of<T>(answer: &Result<T, LookUpFailure>) -> Self {
        match answer.as_ref().map_err(LookUpFailure::kind) {
            Ok(_) | Err(LookUpFailure::NotFound | LookUpFailure::NoDataYet | LookUpFailure::Cancelled) => {
                CredentialVerdict::Accepted
            }
            Err(LookUpFailure::Refused) => CredentialVerdict::Refused,
            Err(LookUpFailure::Forbidden) => CredentialVerdict::Forbidden,
            Err(_) => CredentialVerdict::Unknown,
        }
    }
}
