//! Decides whether a new statement of a source corrects an older one that its complete answer omits.
//!
//! Occurrence numbers already follow corrections of the time ([`super::occurrence`]): the corrected event keeps its key. The corrections
//! here change the key, so the older event is withdrawn: another place, another statement about whether the container was empty, or a time
//! that an earlier, withdrawn statement had. Example: the last answer reported a discharge in Los Angeles, and this one reports it in
//! Oakland at the same hour.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::key::Identity;
use super::occurrence::{EventTime, Movements, SAME_CONTENT, StatedEvent, corrects_time};
use super::{Certainty, Event};

/// Maximum difference of the times if the place is corrected.
const MAX_CHANGE_OF_PLACE: TimeDelta = TimeDelta::hours(12);

/// Maximum difference of the times if the place is corrected and the answer still reports an older event of the container. Then the source
/// did not drop the event because it is old.
const MAX_CHANGE_OF_PLACE_WITH_HISTORY: TimeDelta = TimeDelta::days(3);

/// Marks the corrected events among the statements that are current after a complete answer of their source. `gone` already marks the
/// statements that are withdrawn for other reasons.
pub(super) fn mark_corrected(statements: &[&StatedEvent<'_>], gone: &mut [bool]) {
    let is_new = |stated: &&StatedEvent<'_>| stated.is_new && stated.event.certainty == Certainty::Actual;
    let new: Vec<&StatedEvent<'_>> = statements.iter().copied().filter(is_new).collect();
    if new.is_empty() {
        return;
    }
    let corrections = Corrections::of(statements);
    for (old, is_gone) in statements.iter().zip(gone).filter(|(old, is_gone)| !old.in_answer && !**is_gone) {
        *is_gone = new.iter().any(|new| corrections.corrects(new, old));
    }
}

/// Compares the actual events of an answer with statements that the answer omits.
struct Corrections<'a> {
    events: Vec<(Option<&'a str>, &'a Event)>,
    movements: Movements<'a>,
    /// The time of the earliest event of each container; `None`: of the whole shipment.
    reported_since: OnceCell<BTreeMap<Option<&'a str>, DateTime<Utc>>>,
}

impl<'a> Corrections<'a> {
    fn of(statements: &[&StatedEvent<'a>]) -> Self {
        let reported =
            statements.iter().filter(|stated| stated.in_answer && stated.event.certainty == Certainty::Actual);
        let events: Vec<_> = reported.map(|stated| (stated.fact.container.as_deref(), stated.event)).collect();
        Corrections { movements: Movements::of(events.clone()), events, reported_since: OnceCell::new() }
    }

    /// Whether `new`, an actual event that was not current before the answer, corrects `old`, which the answer omits.
    fn corrects(&self, new: &StatedEvent<'_>, old: &StatedEvent<'_>) -> bool {
        let container = old.fact.container.as_deref();
        let (event, before) = (new.event, old.event);
        let is_same_movement =
            event.motion.movement == before.motion.movement && event.motion.may_share_mode(&before.motion);
        if (&new.fact.source, new.fact.container.as_deref()) != (&old.fact.source, container) || !is_same_movement {
            return false;
        }
        let (time, time_before) = (EventTime::of(event), EventTime::of(before));
        if Identity::of(new.fact, event) == Identity::of(old.fact, before) {
            return corrects_time(container, (event, &time), (before, &time_before), &self.movements);
        }
        let Some(difference) =
            time.difference(&time_before).or_else(|| Some((time.moment? - time_before.moment?).abs()))
        else {
            return false;
        };
        match (
            event.motion.is_empty() == before.motion.is_empty(),
            event.place.port_or_name() == before.place.port_or_name(),
        ) {
            (false, true) => difference <= SAME_CONTENT,
            (true, _) => difference <= MAX_CHANGE_OF_PLACE || self.has_history(container, &time_before, difference),
            _ => false,
        }
    }

    /// Whether the answer still reports an older event of the container, and the times differ by little enough.
    fn has_history(&self, container: Option<&str>, time: &EventTime<'_>, difference: TimeDelta) -> bool {
        let is_before = |since: &DateTime<Utc>| time.moment.is_some_and(|at| *since < at);
        let since = self.reported_since.get_or_init(|| self.reported_since());
        difference <= MAX_CHANGE_OF_PLACE_WITH_HISTORY && since.get(&container).is_some_and(is_before)
    }

    fn reported_since(&self) -> BTreeMap<Option<&'a str>, DateTime<Utc>> {
        let mut since = BTreeMap::new();
        for (container, event) in &self.events {
            if let Some(at) = EventTime::of(event).moment {
                let first = since.entry(*container).or_insert(at);
                *first = at.min(*first);
            }
        }
        since
    }
}
