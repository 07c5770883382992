//! Values of readings that are doubtful on the trip of their container.

use chrono::{DateTime, NaiveDate, Utc};

use crate::tracking::Source;

/// A value of a reading that is doubtful on the trip of its container.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::tracking) struct ReadingDoubt {
    pub(in crate::tracking) value: ReadingValue,
    pub(in crate::tracking) problem: ReadingProblem,
    pub(in crate::tracking) is_published: bool,
    pub(in crate::tracking) received_at: DateTime<Utc>,
    pub(in crate::tracking) source: Source,
}

/// A value of a reading that ends or that may be implausible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tracking) enum ReadingValue {
    LineDay,
    TerminalDay,
    RailDay,
    Appointment,
    Availability,
    Fees,
    Holds,
    Terminal,
    SizeType,
    Seal,
}

impl ReadingValue {
    /// The values that are dates.
    pub(super) const DATES: [ReadingValue; 4] =
        [ReadingValue::LineDay, ReadingValue::TerminalDay, ReadingValue::RailDay, ReadingValue::Appointment];

    /// The name of the member in a reading, and of the attribute in the changes of a container.
    pub(in crate::tracking) fn name(self) -> &'static str {
        self.pointer().trim_start_matches("/reading/")
    }

    /// The JSON pointer of the member in a fact.
    pub(in crate::tracking) fn pointer(self) -> &'static str {
        match self {
            ReadingValue::LineDay => "/reading/pickup_lfd_line",
            ReadingValue::TerminalDay => "/reading/pickup_lfd_terminal",
            ReadingValue::RailDay => "/reading/pickup_lfd_rail",
            ReadingValue::Appointment => "/reading/pickup_appointment_at",
            ReadingValue::Availability => "/reading/available_for_pickup",
            ReadingValue::Fees => "/reading/fees",
            ReadingValue::Holds => "/reading/holds",
            ReadingValue::Terminal => "/reading/terminal",
            ReadingValue::SizeType => "/reading/size_type",
            ReadingValue::Seal => "/reading/seal_number",
        }
    }
}

/// Why a value of a reading is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tracking) enum ReadingProblem {
    /// The date is before the first event of the trip, which was on that day.
    BeforeTrip(NaiveDate),
    /// The last free day is before the arrival at its port or ramp, or before the last event of a container that has not arrived.
    BeforeArrival(NaiveDate),
    /// The last free day is before the expected arrival.
    BeforeExpectedArrival(NaiveDate),
    /// The last free day is between the arrival and the discharge. It is published.
    BeforeDischarge(NaiveDate),
    /// The line's last free day is before the arrival at the ramp, so it is not one of the ramp.
    BeforeRamp(NaiveDate),
    /// The container had left the terminal when the value was reported.
    AfterDeparture,
    /// Another source is preferred, and states another value.
    OtherSource,
    /// The value is published when the container arrives.
    AwaitsArrival,
    /// The terminal or railway at the place of the container has not confirmed its value since then, and another source states another value.
    Unconfirmed(DateTime<Utc>),
    /// The seal is published in addition to that of a preferred source.
    FurtherSeal,
}

impl ReadingProblem {
    /// Whether the value is published in spite of the problem. A terminal that reports the container as available has it, so the estimate
    /// of its arrival is wrong, and not the last free day.
    pub(super) fn is_published(self, available: Option<bool>) -> bool {
        match self {
            ReadingProblem::BeforeDischarge(_) | ReadingProblem::BeforeRamp(_) | ReadingProblem::FurtherSeal => true,
            ReadingProblem::BeforeExpectedArrival(_) => available == Some(true),
            _ => false,
        }
    }
}
