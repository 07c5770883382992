//! Finds plans of legs that are over. Sources often do not remove a plan that was replaced, or that the container has passed.

use std::collections::BTreeSet;

use super::container_event::ContainerEvent;
use super::land_moves::{comes_in, is_by_rail_or_barge, leaves_by_rail_or_barge};
use super::milestones::MilestoneRules;
use super::route::Route;
use super::stops::{country, is_on_another_vessel};
use super::timeline::Timeline;
use super::unused::{UnusedReason, UnusedStatement};
use crate::tracking::{FactMark, Milestone, Movement};

/// Removes the plans of legs that are over. Returns whether there were any. `route` is that with all plans.
pub(super) fn end_plans(timeline: &mut Timeline<'_>, route: &Route) -> bool {
    if timeline.plans().next().is_none() {
        return false;
    }
    let legs = Legs::of(timeline, route);
    let over: BTreeSet<FactMark> =
        timeline.plans().filter(|plan| legs.is_over(plan)).map(|plan| plan.report.fact).collect();
    if over.is_empty() {
        return false;
    }
    for plans in [&mut timeline.expected, &mut timeline.overdue, &mut timeline.undated, &mut timeline.planned_calls] {
        plans.retain(|plan| !over.contains(&plan.report.fact));
    }
    timeline.unused.retain(|unused| !over.contains(&unused.fact));
    timeline.unused.extend(over.into_iter().map(|fact| UnusedStatement { fact, reason: UnusedReason::LegOver }));
    true
}

/// What shows that a leg is over.
struct Legs<'t, 'a> {
    timeline: &'t Timeline<'a>,
    /// The event by which the container was picked up for good, delivered or returned after its first vessel.
    end: Option<&'t ContainerEvent<'a>>,
    /// The first departure by train or barge after the last discharge by a vessel.
    onward: Option<Onward<'t, 'a>>,
    /// The last arrival by land or barge after the last vessel.
    inland: Option<&'t ContainerEvent<'a>>,
}

struct Onward<'t, 'a> {
    discharge: &'t ContainerEvent<'a>,
    left: &'t ContainerEvent<'a>,
}

impl<'t, 'a> Legs<'t, 'a> {
    fn of(timeline: &'t Timeline<'a>, route: &Route) -> Self {
        let actual = &timeline.actual;
        let first_vessel = actual.iter().position(ContainerEvent::moves_by_vessel);
        let after_vessel = first_vessel.and_then(|index| actual.get(index + 1..)).unwrap_or_default();
        let may_end = |e: &ContainerEvent<'_>| {
            matches!(e.motion.movement, Movement::GateOut | Movement::PickedUp | Movement::Dropped)
                || e.is_empty_return()
        };
        let rules = after_vessel.iter().any(may_end).then(|| MilestoneRules::of(timeline, route));
        let ends = |e: &&ContainerEvent<'_>| {
            let milestone = || rules.as_ref().and_then(|rules| rules.milestone(e));
            may_end(e) && matches!(milestone(), Some(Milestone::FullOut | Milestone::Delivered | Milestone::EmptyIn))
        };
        let returned = if first_vessel.is_some() { timeline.returned.as_ref() } else { None };
        let end = after_vessel.iter().rfind(ends).or(returned);
        let is_discharge = |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Discharged);
        let last = actual.iter().rposition(is_discharge);
        let onward = last.and_then(|last| {
            let left = actual.get(last + 1..)?.iter().find(|e| leaves_by_rail_or_barge(e))?;
            Some(Onward { discharge: &actual[last], left })
        });
        let last_vessel = actual.iter().rposition(ContainerEvent::moves_by_vessel);
        let inland = last_vessel.and_then(|index| actual.get(index + 1..)?.iter().rfind(|e| comes_in(e)));
        Legs { timeline, end, onward, inland }
    }

    fn is_over(&self, plan: &ContainerEvent<'_>) -> bool {
        match plan.moves_by_vessel() {
            true => !(plan.comes_off_vessel() && self.was_at(plan)) && self.is_over_at_sea(plan),
            false => is_inland(plan) && self.is_over_inland(plan),
        }
    }

    /// Whether the container was at the planned place. Then the plan names a place of the route, even if the call was not reported.
    fn was_at(&self, plan: &ContainerEvent<'_>) -> bool {
        !plan.port_id.is_empty() && self.timeline.actual.iter().any(|e| e.is_laden() && e.port_id == plan.port_id)
    }

    fn is_over_at_sea(&self, plan: &ContainerEvent<'_>) -> bool {
        self.end.is_some() || self.goes_on_by_land(plan) || self.is_on_another_vessel(plan)
    }

    /// Whether the container went on by train or barge after a discharge, and no later load on a vessel is planned. A port in the same country that
    /// the vessel omitted may be the place to which it goes.
    fn goes_on_by_land(&self, plan: &ContainerEvent<'_>) -> bool {
        let Some(Onward { discharge, left }) = &self.onward else { return false };
        let is_later_load =
            |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && e.moment > left.moment && e.moment.is_some();
        let is_omitted =
            country(&plan.place_id) == country(&discharge.place_id) && !is_on_another_vessel(plan, discharge);
        !is_omitted && !self.timeline.plans().any(is_later_load)
    }

    /// Whether the planned vessel discharged the container elsewhere, and something else carried it on.
    fn is_on_another_vessel(&self, plan: &ContainerEvent<'_>) -> bool {
        let Some(vessel) = &plan.vessel else { return false };
        let discharged = self.timeline.actual.iter().position(|e| {
            let is_its = e.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
            e.is_vessel(&Movement::Discharged) && is_its && e.port_id != plan.port_id
        });
        let later = discharged.and_then(|index| self.timeline.actual.get(index + 1..)).unwrap_or_default();
        later.iter().any(|e| {
            let is_other = !e.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
            e.motion.movement == Movement::Loaded && !e.is_empty() && is_other
        })
    }

    fn is_over_inland(&self, plan: &ContainerEvent<'_>) -> bool {
        let arrived_elsewhere = |arrival: &ContainerEvent<'_>| {
            let is_later = |e: &ContainerEvent<'_>| is_inland(e) && e.is_after(arrival);
            arrival.place_id != plan.place_id && !self.timeline.plans().any(is_later)
        };
        self.end.is_some() || self.inland.is_some_and(arrived_elsewhere)
    }
}

/// Whether a plan is one of an inland leg.
fn is_inland(plan: &ContainerEvent<'_>) -> bool {
    !plan.moves_by_vessel() && !plan.is_empty() && (is_by_rail_or_barge(plan) || comes_in(plan))
}

impl ContainerEvent<'_> {
    /// Whether both have a time, and this event is later.
    fn is_after(&self, other: &ContainerEvent<'_>) -> bool {
        matches!((self.moment, other.moment), (Some(this), Some(that)) if this > that)
    }
}
