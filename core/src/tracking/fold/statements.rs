//! The single statements about one container before they are merged, including outweighed, changed and withdrawn ones.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use foldhash::{HashMap, HashSet};

use super::choice::{Target, TripSelection};
use super::container_history;
use super::happening::Happening;
use super::ledger::{HeldEvent, Ledger};
use super::meaning::{self, Voyage};
use super::picture::FoldPolicy;
use super::places::Places;
use super::reach::Reach;
use super::route::Route;
use super::timeline::Timeline;
use super::trips::{EventRange, Trip};
use crate::resources::Timestamp;
use crate::tracking::key::{Key, Keys};
use crate::tracking::moment::sort_instant;
use crate::tracking::{Fact, FactMark, Milestone, Movement, Place, Statement};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourceStatement {
    pub(crate) fact: Fact,
    pub(crate) mark: FactMark,
    pub(crate) milestone: Option<Milestone>,
    pub(crate) at: Option<Timestamp>,
    pub(crate) place: Place,
    pub(crate) ended_at: Option<DateTime<Utc>>,
}

pub(crate) struct StatementHistory<'f> {
    ledger: Ledger<'f>,
    places: Places,
    ended: HashMap<usize, DateTime<Utc>>,
}

impl<'f> StatementHistory<'f> {
    pub(crate) fn of(facts: impl IntoIterator<Item = &'f Fact>) -> Self {
        let ledger = Ledger::read(facts);
        StatementHistory { places: Places::named_by(&ledger), ended: ends(&ledger), ledger }
    }

    /// In the order of receipt, within an answer in order of time. Leaves out events of trips other than `kept`.
    pub(crate) fn about(&self, container: &str, kept: Option<&Trip>, policy: &FoldPolicy) -> Vec<SourceStatement> {
        let StatementHistory { ledger, places, ended } = self;
        let kept = kept.map(|trip| (container.to_owned(), trip.clone())).into_iter().collect();
        let following = TripSelection { target: Target::AllContainers, stored_trips: &kept, under_way_at: None };
        let mut histories = vec![container_history(container, ledger, places, &following)];
        let chosen = following.choose(&histories, ledger).pop().flatten();
        let Some(mut own) = histories.pop() else { return Vec::new() };
        let range = match chosen {
            Some(at) => own.trips.swap_remove(at),
            None => EventRange::whole(own.history.actual.len()),
        };
        let of_other_trips: HashSet<u32> = {
            let actual = own.history.actual.iter().enumerate();
            let others = actual.filter(|(at, _)| !range.events.contains(at));
            others.flat_map(|(_, happening)| happening.keys()).collect()
        };
        let mut timeline = Timeline::of(own.history, &range, places, policy);
        let route = Route::find(&ledger.calls.booked(timeline.next_begins), &[&timeline], places);
        meaning::assign(&mut timeline, &route);
        let voyage = Voyage::of(&timeline, &route);
        let events = ledger.facts.iter().enumerate().filter_map(|(at, fact)| match &fact.statement {
            Statement::Event(event) => {
                let key = Key::of(fact)?.digest();
                Some((at, HeldEvent { fact, event, first_received: fact.received_at, key }))
            }
            _ => None,
        });
        let reach = Reach::of(container, ledger);
        let about = events.filter(|(_, held)| !of_other_trips.contains(&held.key)).filter(|(_, held)| {
            match held.fact.container.as_deref() {
                Some(number) => number == container,
                None => reach.has(held),
            }
        });
        let mut statements: Vec<SourceStatement> = about
            .map(|(at, held)| {
                let happening = Happening::of(held, places);
                let milestone = match held.event.motion.movement {
                    Movement::Available | Movement::NotAvailable => Some(held.event.motion.milestone()),
                    _ => voyage.meaning(&happening),
                };
                let ended_at = ended.get(&at).copied();
                SourceStatement {
                    fact: held.fact.clone(),
                    mark: held.mark(),
                    milestone,
                    at: happening.at.map(Cow::into_owned),
                    place: Arc::unwrap_or_clone(happening.place),
                    ended_at,
                }
            })
            .collect();
        statements.sort_by_key(|statement| (statement.fact.received_at, statement.at.as_ref().and_then(sort_instant)));
        statements
    }
}

fn ends(ledger: &Ledger<'_>) -> HashMap<usize, DateTime<Utc>> {
    let mut keys = Keys::for_all(ledger.facts.iter().copied());
    let (mut holding, mut ended) = (HashMap::<String, usize>::default(), HashMap::default());
    for (at, fact) in ledger.facts.iter().enumerate() {
        keys.note(fact);
        let before = match &fact.statement {
            Statement::Event(_) => fact.key().and_then(|key| holding.insert(key, at)),
            Statement::Withdrawn(key) => {
                let key = keys.resolve(key);
                let own = holding.get(key).is_some_and(|at| ledger.facts[*at].source == fact.source);
                if own { holding.remove(key) } else { None }
            }
            _ => None,
        };
        if let Some(before) = before {
            ended.insert(before, fact.received_at);
        }
    }
    ended
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BOX: &str = "MSKU0308961";

    fn facts(told: &[serde_json::Value]) -> Vec<Fact> {
        let at = |minute: usize| format!("2026-05-01T12:{minute:02}:00Z").parse().unwrap();
        let read = |(number, told): (usize, &serde_json::Value)| {
            Fact::parse_all(&told.to_string()).unwrap().remove(0).received(at(number))
        };
        told.iter().enumerate().map(read).collect()
    }

    fn event(source: &str, movement: &str, at: &str, locode: &str) -> serde_json::Value {
        json!({ "version": 2, "container": BOX, "source": source,
                "event": { "movement": movement, "at": at, "place": { "locode": locode } } })
    }

    fn told(facts: &[Fact]) -> Vec<(Option<Milestone>, bool)> {
        StatementHistory::of(facts)
            .about(BOX, None, &FoldPolicy::default())
            .into_iter()
            .map(|statement| (statement.milestone, statement.ended_at.is_some()))
            .collect()
    }

    #[test]
    fn every_word_is_there_classified_or_not_outweighed_or_not() {
        let said = facts(&[
            event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA"),
            event("shipping_line", "arrived", "2026-04-10T10:00:00Z", "KRPUS"),
            event("shipping_line", "discharged", "2026-04-20T10:00:00Z", "USLAX"),
            event("terminal", "discharged", "2026-04-20T12:00:00Z", "USLAX"),
            event("shipping_line", "fumigated", "2026-04-21T12:00:00Z", "USLAX"),
            event("terminal", "available", "2026-04-22T12:00:00Z", "USLAX"),
        ]);
        use Milestone::{Available, VesselDischarged, VesselLoaded};
        let meant = [Some(VesselLoaded), None, Some(VesselDischarged), Some(VesselDischarged), None, Some(Available)];
        assert_eq!(told(&said), meant.map(|milestone| (milestone, false)));
    }

    #[test]
    fn what_was_said_otherwise_or_taken_back_since_says_when() {
        let mut said = facts(&[
            event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA"),
            event("shipping_line", "loaded", "2026-04-01T11:00:00Z", "CNSHA"),
            event("terminal", "gate_out", "2026-04-22T12:00:00Z", "USLAX"),
        ]);
        let key = said[2].key().unwrap();
        let back = Fact::new(Some(BOX), Statement::Withdrawn(key)).received("2026-05-01T13:00:00Z".parse().unwrap());
        said.push(back.clone());
        let ended = |facts: &[Fact]| {
            StatementHistory::of(facts)
                .about(BOX, None, &FoldPolicy::default())
                .into_iter()
                .map(|said| said.ended_at)
                .collect::<Vec<_>>()
        };
        assert_eq!(ended(&said), [Some(said[1].received_at), None, None], "only its source takes it back");
        said[3] = back.with_source(crate::resources::DataSource::Terminal);
        assert_eq!(ended(&said)[2], Some(said[3].received_at));
    }

    #[test]
    fn what_is_said_of_all_containers_is_said_of_this_one_as_far_as_it_reaches_it() {
        let on = |vessel: &str| json!({ "name": vessel });
        let mut own = event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA");
        own["event"]["vessel"] = on("One");
        let all = |vessel: &str| {
            json!({ "version": 2, "event": { "movement": "departed", "at": "2026-04-02T10:00:00Z",
                    "place": { "locode": "CNSHA" }, "vessel": on(vessel) } })
        };
        let said = facts(&[
            own,
            all("One"),
            all("Two"),
            json!({ "version": 2, "container": "TGHU1643396",
            "event": { "movement": "gate_in" } }),
        ]);
        assert_eq!(told(&said), [(Some(Milestone::VesselLoaded), false), (Some(Milestone::VesselDeparted), true)]);
    }
}
