//! Chooses one of the estimates of an expected event.
//!
//! 1. An estimate that has not passed is preferred to one that has passed.
//! 2. Then one that its source confirmed within the last 72 hours is preferred. The newest answer of the source that contains the
//!    estimate confirms it.
//! 3. Then one of a source with a higher weight in the policy: by default a user, then the line, then terminals and railways, then other
//!    sources, then AIS.
//! 4. Then an estimate is preferred to a plan, then the one that was confirmed last, then the latest time.
//!
//! Some estimates are never chosen; [`UnusedReason`] lists the reasons.

use chrono::{DateTime, TimeDelta, Utc};

use super::container_event::ContainerEvent;
use super::picture::FoldPolicy;
use super::standing::Standing;
use super::unused::UnusedReason;
use crate::resources::DataSource;
use crate::time::saturating_add;
use crate::tracking::moment::{ALLOWANCE, earliest, latest};
use crate::tracking::{Certainty, Movement};

/// An estimate is not used if it is further than this from the estimates of all sources with a higher weight.
const FAR: TimeDelta = TimeDelta::days(30);
/// Estimates of AIS have no year, so those that are further ahead than this are wrong.
const AIS_HORIZON: TimeDelta = TimeDelta::days(60);

impl ContainerEvent<'_> {
    /// Whether this estimate is preferred to another one of the same event.
    pub(super) fn is_better_than(&self, other: &ContainerEvent<'_>) -> bool {
        let source = |event: &ContainerEvent<'_>| event.report.source.to_string();
        let order = (self.standing, self.moment).cmp(&(other.standing, other.moment));
        order.then_with(|| source(self).cmp(&source(other))).is_gt()
    }
}

/// Judges the estimates of one container.
pub(super) struct EstimateRules<'p> {
    now: DateTime<Utc>,
    policy: &'p FoldPolicy,
    /// The earliest possible time of the last movement of the container.
    last_movement: Option<DateTime<Utc>>,
}

impl<'p> EstimateRules<'p> {
    pub(super) fn of(actual: &[ContainerEvent<'_>], now: DateTime<Utc>, policy: &'p FoldPolicy) -> Self {
        let moves = |event: &&ContainerEvent<'_>| is_physical(&event.motion.movement);
        let last = actual.iter().filter(moves).filter_map(|event| Some(possible_times(event)?.0)).max();
        EstimateRules { now, policy, last_movement: last }
    }

    /// Sets the standing of an estimate. Returns a reason why it is never used, whatever the other estimates are.
    pub(super) fn judge(&self, estimate: &mut ContainerEvent<'_>, confirmed_at: DateTime<Utc>) -> Option<UnusedReason> {
        let (first, last) = possible_times(estimate)?;
        let weight = self.policy.weight(&estimate.report.source.kind);
        let is_estimated = estimate.certainty == Certainty::Estimated;
        estimate.standing = Standing::at(self.now, last, confirmed_at, weight, is_estimated);
        let is_before = self.last_movement.is_some_and(|moved| saturating_add(last, ALLOWANCE) < moved);
        let source = &estimate.report.source.kind;
        doubt_about_ais(source, (first, last), confirmed_at).or(is_before.then_some(UnusedReason::BeforeLastEvent))
    }

    /// When an answer that repeats this estimate of AIS changes whether it is used: when it is no longer more than 60 days ahead, and when it
    /// passes. `None` for other sources, and after it passed.
    pub(super) fn changes_at(&self, estimate: &ContainerEvent<'_>) -> Option<DateTime<Utc>> {
        if estimate.report.source.kind != DataSource::Ais {
            return None;
        }
        let (first, last) = possible_times(estimate)?;
        let is_near_at = first.checked_sub_signed(AIS_HORIZON).filter(|at| *at > self.now);
        is_near_at.or_else(|| (last >= self.now).then_some(last))
    }
}

/// Why an estimate of AIS is never used, whatever else is known. `possible` are the first and the last moment that it may mean.
pub(super) fn doubt_about_ais(
    source: &DataSource,
    possible: (DateTime<Utc>, DateTime<Utc>),
    confirmed_at: DateTime<Utc>,
) -> Option<UnusedReason> {
    match possible {
        _ if *source != DataSource::Ais => None,
        (_, last) if last < confirmed_at => Some(UnusedReason::PassedAtReceipt),
        (first, _) if first > saturating_add(confirmed_at, AIS_HORIZON) => Some(UnusedReason::TooFarAhead),
        _ => None,
    }
}

/// Whether the estimate is more than 30 days from all estimates of sources with a higher weight that are still ahead, confirmed recently or
/// not. Estimates of users do not count, because users do not repeat them: a wrong one would hide all others until it passes.
pub(super) fn is_far_from_preferred(estimate: &ContainerEvent<'_>, others: &[ContainerEvent<'_>]) -> bool {
    let is_preferred = |other: &&ContainerEvent<'_>| {
        other.standing.is_ahead()
            && other.report.source.kind != DataSource::UserInput
            && other.standing.weight() > estimate.standing.weight()
            && other.motion.may_share_mode(&estimate.motion)
    };
    let is_far = |other: &ContainerEvent<'_>| match (other.moment, estimate.moment) {
        (Some(a), Some(b)) => (a - b).abs() > FAR,
        _ => false,
    };
    let mut preferred = others.iter().filter(is_preferred).peekable();
    preferred.peek().is_some() && preferred.all(is_far)
}

/// Whether the container or its vehicle moves. Customs and documents do not.
fn is_physical(movement: &Movement) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, Dropped, GateIn, GateOut, Loaded, PickedUp};
    matches!(movement, Loaded | Departed | Arrived | Berthed | Discharged | GateIn | GateOut | PickedUp | Dropped)
}

/// The first and the last moment that the time of the event may mean.
pub(super) fn possible_times(event: &ContainerEvent<'_>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    if let Some(begin) = event.day_begin {
        return Some((begin, saturating_add(begin, TimeDelta::days(1))));
    }
    let at = event.at.as_deref()?;
    match at.utc() {
        Some(moment) => Some((moment, moment)),
        None => Some((earliest(at)?, latest(at)?)),
    }
}

#[cfg(test)]
mod tests;
