//! `Repeats`: leaves out warnings that were written within the last hour.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::sync::Mutex;
use std::time::Duration;

use crate::threads::lock;

/// Minimum time between two lines about the same thing.
const INTERVAL: Duration = Duration::from_secs(60 * 60);
/// Things that are remembered. If there are more within an hour, all are forgotten, and their next warnings are written.
const MAX_TOPICS: usize = 4_096;

/// What a warning is about: a kind of problem, and the thing that has the problem.
pub(in crate::service) type Topic<'a> = (&'static str, &'a str);

/// The warnings that were written, by the hash of their topic. Times are monotonic.
#[derive(Default)]
pub(super) struct Repeats {
    hasher: RandomState,
    topics: Mutex<HashMap<u64, WrittenLine>>,
}

struct WrittenLine {
    at: Duration,
    left_out: u64,
}

impl Repeats {
    /// Whether a warning about the topic would be written.
    pub fn is_due(&self, topic: Topic<'_>, now: Duration) -> bool {
        lock(&self.topics).get(&self.hasher.hash_one(topic)).is_none_or(|last| last.is_over(now))
    }

    /// Returns the number of warnings that were left out since the previous one; `None` if this one is left out.
    pub fn next(&self, topic: Topic<'_>, now: Duration) -> Option<u64> {
        let topic = self.hasher.hash_one(topic);
        let mut topics = lock(&self.topics);
        let left_out = match topics.get_mut(&topic) {
            Some(last) if !last.is_over(now) => {
                last.left_out += 1;
                return None;
            }
            Some(last) => last.left_out,
            None => 0,
        };
        if topics.len() >= MAX_TOPICS {
            topics.retain(|_, last| !last.is_over(now));
            if topics.len() >= MAX_TOPICS {
                topics.clear();
            }
        }
        topics.insert(topic, WrittenLine { at: now, left_out: 0 });
        Some(left_out)
    }
}

impl WrittenLine {
    fn is_over(&self, now: Duration) -> bool {
        now.saturating_sub(self.at) >= INTERVAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_about_one_topic_are_due_once_an_hour_with_the_number_left_out() {
        let (repeats, minute) = (Repeats::default(), |minutes: u64| Duration::from_secs(60 * minutes));
        let next = |kind, subject, minutes| repeats.next((kind, subject), minute(minutes));
        assert_eq!(next("delivery", "a", 0), Some(0));
        assert_eq!([next("delivery", "a", 1), next("delivery", "a", 59)], [None, None]);
        assert_eq!([next("delivery", "b", 1), next("look-up", "a", 1)], [Some(0), Some(0)]);
        assert!(!repeats.is_due(("delivery", "a"), minute(59)) && repeats.is_due(("delivery", "a"), minute(60)));
        assert_eq!(next("delivery", "a", 60), Some(2));
        assert_eq!([next("delivery", "a", 119), next("delivery", "a", 120)], [None, Some(1)]);
    }

    #[test]
    fn number_of_remembered_topics_is_bounded() {
        let repeats = Repeats::default();
        for subject in 0..3 * MAX_TOPICS {
            assert_eq!(repeats.next(("delivery", &subject.to_string()), Duration::ZERO), Some(0));
            assert!(lock(&repeats.topics).len() <= MAX_TOPICS);
        }
    }
}
