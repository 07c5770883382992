//! The standing of an estimate: its rank among the estimates of the same event.

use chrono::{DateTime, TimeDelta, Utc};

use crate::time::saturating_add;

/// An estimate that its source has not confirmed for this long yields to others.
const CONFIRMED_FOR: TimeDelta = TimeDelta::hours(72);

/// The standing of an estimate. The estimate with the greatest standing is chosen. Fields are compared in this order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    is_ahead: bool,
    is_confirmed: bool,
    weight: u32,
    is_estimated: bool,
    confirmed_at: DateTime<Utc>,
    passes_at: DateTime<Utc>,
}

impl Standing {
    /// `passes_at` is the last moment that the estimate may mean: for a date, the end of the day. `weight` is that of its source, and
    /// `is_estimated` is false for a plan.
    pub(super) fn at(
        now: DateTime<Utc>,
        passes_at: DateTime<Utc>,
        confirmed_at: DateTime<Utc>,
        weight: u32,
        is_estimated: bool,
    ) -> Self {
        let is_confirmed = saturating_add(confirmed_at, CONFIRMED_FOR) > now;
        Standing { is_ahead: passes_at > now, is_confirmed, weight, is_estimated, confirmed_at, passes_at }
    }

    /// Whether the estimate has not passed.
    pub(super) fn is_ahead(&self) -> bool {
        self.is_ahead
    }

    pub(super) fn weight(&self) -> u32 {
        self.weight
    }

    /// When the standing is next different without new facts.
    pub(super) fn changes_at(&self) -> Option<DateTime<Utc>> {
        let passes = self.is_ahead.then_some(self.passes_at);
        let expires = self.is_confirmed.then(|| saturating_add(self.confirmed_at, CONFIRMED_FOR));
        passes.into_iter().chain(expires).min()
    }
}
