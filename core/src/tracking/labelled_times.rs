//! A list of labels in order of time, in which the nearest other label is found without reading all labels in between.

use std::ops::Range;

use chrono::{DateTime, Utc};

/// Labels with their times, in order of time.
pub(super) struct LabelledTimes<L> {
    items: Vec<(DateTime<Utc>, L)>,
    /// For each item: the range of consecutive items around it that have the same label.
    runs: Vec<Range<usize>>,
}

impl<L: PartialEq> LabelledTimes<L> {
    pub(super) fn of(mut items: Vec<(DateTime<Utc>, L)>) -> Self {
        items.sort_by_key(|(at, _)| *at);
        let mut runs = Vec::with_capacity(items.len());
        let mut start = 0;
        for run in items.chunk_by(|(_, a), (_, b)| a == b) {
            let end = start + run.len();
            runs.extend(run.iter().map(|_| start..end));
            start = end;
        }
        LabelledTimes { items, runs }
    }

    /// The time of the first item after `time` that has another label.
    pub(super) fn next_other(&self, time: DateTime<Utc>, label: &L) -> Option<DateTime<Utc>> {
        let first = self.items.partition_point(|(at, _)| *at <= time);
        let (_, found) = self.items.get(first)?;
        let other = if found == label { self.runs[first].end } else { first };
        self.items.get(other).map(|(at, _)| *at)
    }

    /// The time of the last item before `time` that has another label.
    pub(super) fn previous_other(&self, time: DateTime<Utc>, label: &L) -> Option<DateTime<Utc>> {
        let last = self.items.partition_point(|(at, _)| *at < time).checked_sub(1)?;
        let other = if self.items[last].1 == *label { self.runs[last].start.checked_sub(1)? } else { last };
        Some(self.items[other].0)
    }

    /// Whether an item between the two times has another label.
    pub(super) fn has_other_between(&self, times: [DateTime<Utc>; 2], label: &L) -> bool {
        let [a, b] = times;
        self.next_other(a.min(b), label).is_some_and(|at| at < a.max(b))
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_nearest_other_label_is_found_as_if_all_items_were_read() {
        let at = |minute: usize| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(minute as i64);
        let labels = "aabbbacaab";
        // Pairs of items have the same time.
        let items: Vec<_> = labels.chars().enumerate().map(|(index, label)| (at(index / 2), label)).collect();
        let times = LabelledTimes::of(items.clone());
        for (minute, label) in (0..7).flat_map(|minute| "abcx".chars().map(move |label| (minute, label))) {
            let others = || items.iter().filter(|(_, other)| *other != label).map(|(at, _)| *at);
            assert_eq!(times.next_other(at(minute), &label), others().find(|time| *time > at(minute)));
            assert_eq!(times.previous_other(at(minute), &label), others().rev().find(|time| *time < at(minute)));
            for end in 0..7 {
                let between = others().any(|time| at(minute.min(end)) < time && time < at(minute.max(end)));
                assert_eq!(times.has_other_between([at(minute), at(end)], &label), between);
            }
        }
    }
}
