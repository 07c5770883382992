//! The stored occurrences of an event to which an answer may give another time.

use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};

use super::event_times::{EventTime, Movements, SAME_CONTENT};
use super::{Certainty, ComparedVessel, Event, Motion, Movement};

/// Maximum change of the time of an event that counts as a correction. A larger change is another occurrence of the event.
const MAX_CORRECTION: TimeDelta = TimeDelta::days(30);

/// Decides which statements with the same identity an event corrects in time: those that differ by at most 30 days, if the container was
/// nowhere else in between. A load or departure on another vessel at another time is another event.
pub(super) struct TimeCorrection<'e> {
    motion: &'e Motion,
    moment: Option<DateTime<Utc>>,
    /// The earliest and the latest time of a corrected statement.
    between: [DateTime<Utc>; 2],
    /// The same if the statement names another vessel.
    between_on_other_vessel: [DateTime<Utc>; 2],
    /// The vessel that the container left on; empty for other movements.
    left_on: ComparedVessel,
}

impl<'e> TimeCorrection<'e> {
    pub(super) fn of(
        container: Option<&str>,
        event: &'e Event,
        time: &EventTime<'_>,
        movements: &Movements<'_>,
    ) -> Self {
        let moment = time.moment;
        let around = |difference: TimeDelta| {
            let first = moment.and_then(|moment| moment.checked_sub_signed(difference));
            let last = moment.and_then(|moment| moment.checked_add_signed(difference));
            [first.unwrap_or(DateTime::<Utc>::MIN_UTC), last.unwrap_or(DateTime::<Utc>::MAX_UTC)]
        };
        let [previous, next] =
            moment.map_or([None; 2], |moment| movements.elsewhere_around(container, &event.place, moment));
        let [first, last] = around(MAX_CORRECTION);
        let between = [previous.map_or(first, |at| at.max(first)), next.map_or(last, |at| at.min(last))];
        let (between_on_other_vessel, left_on) = (around(SAME_CONTENT), left_on(event));
        TimeCorrection { motion: &event.motion, moment, between, between_on_other_vessel, left_on }
    }

    /// The statements that may be corrected, among statements in order of time.
    pub(super) fn range<T>(&self, statements: &[T], moment: impl Fn(&T) -> DateTime<Utc>) -> Range<usize> {
        let [first, last] = self.between;
        let start = statements.partition_point(|statement| moment(statement) < first);
        start..statements.partition_point(|statement| moment(statement) <= last).max(start)
    }

    /// Whether a statement in the [range](Self::range), or one without a time, is corrected.
    pub(super) fn fits(&self, motion: &Motion, moment: Option<DateTime<Utc>>, left_on: &ComparedVessel) -> bool {
        let [first, last] = self.between_on_other_vessel;
        let is_near = || moment.is_none_or(|moment| first <= moment && moment <= last);
        self.motion.may_share_mode(motion) && (!self.left_on.differs(left_on) || is_near())
    }

    fn has_time(&self) -> bool {
        self.moment.is_some()
    }
}

/// The vessel that an actual event took the container away on; empty for other events.
pub(super) fn left_on(event: &Event) -> ComparedVessel {
    let leaves = matches!(event.motion.movement, Movement::Loaded | Movement::Departed);
    let is_left_on = leaves && event.certainty == Certainty::Actual;
    ComparedVessel::of(if is_left_on { event.vessel.as_ref() } else { None })
}

/// Stored occurrences that the answer neither repeats nor withdraws, by number.
pub(super) struct OpenNumbers<'k> {
    slots: Vec<OpenSlot<'k>>,
    /// The indexes of the slots with a time, in order of time, and their times.
    by_time: Vec<(DateTime<Utc>, usize)>,
    lowest: LowestInRange,
}

struct OpenSlot<'k> {
    number: u32,
    event: &'k Event,
    left_on: ComparedVessel,
    moment: Option<DateTime<Utc>>,
    is_taken: bool,
}

impl<'k> OpenNumbers<'k> {
    /// The occurrences must be in order of their numbers.
    pub(super) fn of(occurrences: impl Iterator<Item = (u32, &'k Event, Option<DateTime<Utc>>)>) -> Self {
        let slot =
            |(number, event, moment)| OpenSlot { number, event, left_on: left_on(event), moment, is_taken: false };
        let slots: Vec<OpenSlot<'k>> = occurrences.map(slot).collect();
        let dated = slots.iter().enumerate().filter_map(|(at, slot)| Some((slot.moment?, at)));
        let mut by_time: Vec<(DateTime<Utc>, usize)> = dated.collect();
        by_time.sort_unstable();
        let lowest = LowestInRange::of(by_time.iter().map(|(_, at)| *at));
        OpenNumbers { slots, by_time, lowest }
    }

    /// Takes the lowest number of an occurrence that is corrected.
    pub(super) fn take(&mut self, correction: &TimeCorrection<'_>) -> Option<u32> {
        let slots = &self.slots;
        let fits = |at: usize| {
            let slot = &slots[at];
            !slot.is_taken && correction.fits(&slot.event.motion, slot.moment, &slot.left_on)
        };
        // The tree has only statements with a time. The others are few.
        let without_time = |at: &usize| !correction.has_time() || slots[*at].moment.is_none();
        let undated = match self.by_time.len() < slots.len() || !correction.has_time() {
            true => (0..slots.len()).filter(without_time).find(|at| fits(*at)),
            false => None,
        };
        let range = correction.range(&self.by_time, |(at, _)| *at);
        let dated = if correction.has_time() { self.lowest.find(range, &fits) } else { None };
        let found = undated.into_iter().chain(dated).min()?;
        self.slots[found].is_taken = true;
        if let Some(moment) = self.slots[found].moment
            && let Ok(at) = self.by_time.binary_search(&(moment, found))
        {
            self.lowest.remove(at);
        }
        Some(self.slots[found].number)
    }
}

/// Finds the lowest value in a range of a list that fits a condition: a tree of minimums.
struct LowestInRange {
    /// The root is 1, the children of `n` are `2n` and `2n + 1`, and the values are in the second half. `usize::MAX` if there is no value.
    nodes: Vec<usize>,
}

impl LowestInRange {
    fn of(values: impl ExactSizeIterator<Item = usize>) -> Self {
        let leaves = values.len().next_power_of_two();
        let mut nodes = vec![usize::MAX; leaves];
        nodes.extend(values);
        nodes.resize(2 * leaves, usize::MAX);
        for node in (1..leaves).rev() {
            nodes[node] = nodes[2 * node].min(nodes[2 * node + 1]);
        }
        LowestInRange { nodes }
    }

    fn remove(&mut self, at: usize) {
        let mut node = self.nodes.len() / 2 + at;
        self.nodes[node] = usize::MAX;
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[2 * node].min(self.nodes[2 * node + 1]);
        }
    }

    fn find(&self, range: Range<usize>, fits: &impl Fn(usize) -> bool) -> Option<usize> {
        let lowest = self.lower_than(usize::MAX, 1, 0..self.nodes.len() / 2, &range, fits);
        (lowest < usize::MAX).then_some(lowest)
    }

    /// The lowest fitting value below a node, or `best` if none is lower. `leaves` are those below the node.
    fn lower_than(
        &self,
        best: usize,
        node: usize,
        leaves: Range<usize>,
        range: &Range<usize>,
        fits: &impl Fn(usize) -> bool,
    ) -> usize {
        let value = self.nodes[node];
        if value >= best || leaves.end <= range.start || range.end <= leaves.start {
            return best;
        }
        if leaves.len() == 1 {
            return if fits(value) { value } else { best };
        }
        let middle = leaves.start + leaves.len() / 2;
        let best = self.lower_than(best, 2 * node, leaves.start..middle, range, fits);
        self.lower_than(best, 2 * node + 1, middle..leaves.end, range, fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_value_in_a_range_is_found_and_removed() {
        let values = [4, 0, 6, 2, 5, 1, 3];
        let mut tree = LowestInRange::of(values.into_iter());
        let mut left: Vec<Option<usize>> = values.map(Some).into();
        for removed in [None, Some(1), Some(5), Some(3)] {
            if let Some(at) = removed {
                tree.remove(at);
                left[at] = None;
            }
            for range in (0..=7).flat_map(|start| (start..=7).map(move |end| start..end)) {
                for divisor in 1..4 {
                    let fits = |value: usize| value.is_multiple_of(divisor);
                    let expected = left[range.clone()].iter().flatten().copied().filter(|value| fits(*value)).min();
                    assert_eq!(tree.find(range.clone(), &fits), expected, "{range:?} {divisor}");
                }
            }
        }
        assert_eq!(LowestInRange::of(std::iter::empty()).find(0..0, &|_| true), None);
    }
}
