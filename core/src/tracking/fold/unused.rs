//! Reasons why current statements are not published, or not as their sources reported them.

use crate::tracking::FactMark;

/// A current statement that is not published as its source reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnusedStatement {
    pub(crate) fact: FactMark,
    pub(crate) reason: UnusedReason,
}

/// Why a statement is not published as its source reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UnusedReason {
    /// It is reported as actual, but has no time.
    NoTime,
    /// It names no place, and none or several are possible.
    NoPlace,
    /// It names its place without a code, and other ports of the voyage have codes: it counts at a separate place.
    SeparatePlace,
    /// Its time is before 2000 or more than two years ahead.
    ImplausibleTime,
    /// It is reported as actual, but its time is more than 14 hours in the future: it counts as estimated.
    InFuture,
    /// AIS reports an arrival, but the line confirmed later that it expects the arrival more than 48 hours from now.
    LineExpectsLater,
    /// The estimate of AIS had passed when it was received.
    PassedAtReceipt,
    /// The estimate of AIS is more than 60 days after its receipt.
    TooFarAhead,
    /// The estimate is more than 14 hours before the last movement of the container.
    BeforeLastEvent,
    /// The plan belongs to a leg that is over.
    LegOver,
    /// The estimate differs by more than 30 days from those of all sources with a higher weight.
    FarFromPreferred,
    /// The estimated event happened, or a later event shows that it did.
    Happened,
    /// Another estimate of the same event was chosen.
    OtherEstimate,
}

impl UnusedReason {
    /// Whether the reason means that the statement is probably wrong. `Happened` and `OtherEstimate` are usual and no doubts.
    pub(crate) fn is_doubt(self) -> bool {
        !matches!(self, UnusedReason::Happened | UnusedReason::OtherEstimate)
    }

    /// The code of the reason in the list of doubts.
    pub(crate) fn code(self) -> &'static str {
        match self {
            UnusedReason::NoTime => "no_time",
            UnusedReason::NoPlace => "no_place",
            UnusedReason::SeparatePlace => "unknown_place",
            UnusedReason::ImplausibleTime => "unlikely_time",
            UnusedReason::InFuture => "future_actual",
            UnusedReason::LineExpectsLater => "line_expects_later",
            UnusedReason::PassedAtReceipt => "passed_at_receipt",
            UnusedReason::TooFarAhead => "too_far_ahead",
            UnusedReason::BeforeLastEvent => "before_last_event",
            UnusedReason::LegOver => "leg_over",
            UnusedReason::FarFromPreferred => "far_from_preferred",
            UnusedReason::Happened => "happened",
            UnusedReason::OtherEstimate => "other_estimate",
        }
    }

    /// The reason as the end of a sentence about the statement.
    pub(crate) fn text(self) -> &'static str {
        match self {
            UnusedReason::NoTime => "is reported as actual, but has no time, so it is not used",
            UnusedReason::SeparatePlace => "names its place without a UN/LOCODE, so it counts at a separate place",
            UnusedReason::NoPlace => "names no place, and none can be concluded, so it is not used",
            UnusedReason::ImplausibleTime => {
                "has a time before 2000 or more than two years ahead, which counts as no time"
            }
            UnusedReason::InFuture => "is reported as actual, but its time is in the future, so it counts as estimated",
            UnusedReason::LineExpectsLater => {
                "is an arrival that AIS reports, but the line expects it more than 48 hours from now, so it is not used"
            }
            UnusedReason::PassedAtReceipt => {
                "is an estimate of AIS that had passed when it was received, so it is not used"
            }
            UnusedReason::TooFarAhead => "is an estimate of AIS that is more than 60 days ahead, so it is not used",
            UnusedReason::BeforeLastEvent => {
                "is an estimate for a time before the last event of the container, so the time is not used"
            }
            UnusedReason::LegOver => "is a plan of a leg that is over, so it is not used",
            UnusedReason::FarFromPreferred => {
                "is an estimate that differs from those of preferred sources by more than 30 days, so it is not used"
            }
            UnusedReason::Happened => "is an estimate of an event that happened",
            UnusedReason::OtherEstimate => "is an estimate, and another estimate of the event is used",
        }
    }
}
