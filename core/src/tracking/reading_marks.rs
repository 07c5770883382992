//! Identifies the members of readings for which it matters when their source last repeated them.

use chrono::{DateTime, Utc};

use super::key::fnv_of;
use super::{Fact, FactMark, TerminalStatus};

/// A member of a reading for which it matters when its source last repeated it. A repeated value adds no fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ConfirmedMember {
    Availability,
    Fees,
    Holds,
    Terminal,
}

impl ConfirmedMember {
    pub(super) const ALL: [ConfirmedMember; 4] =
        [ConfirmedMember::Availability, ConfirmedMember::Fees, ConfirmedMember::Holds, ConfirmedMember::Terminal];

    pub(super) fn is_in(self, reading: &TerminalStatus) -> bool {
        match self {
            ConfirmedMember::Availability => reading.available_for_pickup.is_some(),
            ConfirmedMember::Fees => reading.fees.is_some(),
            ConfirmedMember::Holds => reading.holds.is_some() || reading.hold_changes.is_some(),
            ConfirmedMember::Terminal => reading.terminal.is_some(),
        }
    }

    /// The mark of the member in the reading that was stored at `received_at`.
    pub(super) fn mark(self, reading: &Fact, received_at: DateTime<Utc>) -> FactMark {
        let name = match self {
            ConfirmedMember::Availability => "available_for_pickup",
            ConfirmedMember::Fees => "fees",
            ConfirmedMember::Holds => "holds",
            ConfirmedMember::Terminal => "terminal",
        };
        FactMark { key: fnv_of(&[&reading.topic(), "|", name].concat()), received_at }
    }
}
