//! Lists the single statements about a container before they are merged, including replaced and withdrawn ones.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use foldhash::{HashMap, HashSet};

use super::container_event::ContainerEvent;
use super::current_event::CurrentEvent;
use super::estimates;
use super::event_scope::EventScope;
use super::ledger::{Confirmations, Ledger};
use super::milestones::{self, MilestoneRules};
use super::picture::FoldPolicy;
use super::places::Places;
use super::timeline::{Timeline, implausible};
use super::trip_selection::TripSelection;
use super::trips::{EventRange, Trip};
use super::unused::UnusedReason;
use super::{container_history, routes};
use crate::resources::Timestamp;
use crate::tracking::key::{Key, Keys};
use crate::tracking::message_order;
use crate::tracking::moment::{approximate_utc, sort_instant};
use crate::tracking::{Fact, FactMark, Milestone, Movement, Place, Statement};

/// One statement of one source about an event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourceStatement {
    pub(crate) fact: Fact,
    pub(crate) mark: FactMark,
    /// What the event means on the route; `None` if the interface has no name for it.
    pub(crate) milestone: Option<Milestone>,
    pub(crate) at: Option<Timestamp>,
    /// The time as the interface shows it. A date is the time when that day begins at the place, in UTC if its time zone is unknown.
    pub(crate) shown_at: Option<Timestamp>,
    pub(crate) place: Place,
    /// When its source changed or withdrew it; `None` if it is current.
    pub(crate) ended_at: Option<DateTime<Utc>>,
    /// Why it is not used as its source reported it; `None` if it is used. A statement that is not current has a reason only if it would not
    /// be used, whatever the other statements are.
    pub(crate) unused: Option<UnusedReason>,
}

/// All statements about a number.
pub(crate) struct StatementHistory<'f> {
    ledger: Ledger<'f>,
    confirmations: &'f Confirmations,
    places: Places,
    /// By the index of the fact.
    ended: HashMap<usize, DateTime<Utc>>,
}

impl<'f> StatementHistory<'f> {
    pub(crate) fn of(
        facts: impl IntoIterator<Item = &'f Fact>,
        confirmations: &'f Confirmations,
        now: DateTime<Utc>,
    ) -> Self {
        let ledger = Ledger::read(facts, confirmations, now);
        StatementHistory { places: Places::from_facts(&ledger), ended: ends(&ledger), confirmations, ledger }
    }

    /// The statements about a container in the order of receipt, and those of one answer in order of time. Leaves out events of
    /// trips other than `trip`.
    pub(crate) fn about(&self, container: &str, trip: Option<&Trip>, policy: &FoldPolicy) -> Vec<SourceStatement> {
        let StatementHistory { ledger, confirmations, places, ended } = self;
        let stored_trips = trip.map(|trip| (container.to_owned(), trip.clone())).into_iter().collect();
        let selection = TripSelection::of_all_containers(&stored_trips, confirmations);
        let mut histories = vec![container_history(container, ledger, places, &selection)];
        let chosen = selection.choose(&histories, ledger).pop().flatten();
        let Some(mut own) = histories.pop() else { return Vec::new() };
        let range = match chosen {
            Some(at) => own.trips.swap_remove(at),
            None => EventRange::of_whole_history(own.history.actual.len()),
        };
        let of_other_trips: HashSet<u32> = {
            let actual = own.history.actual.iter().enumerate();
            let others = actual.filter(|(at, _)| !range.events.contains(at));
            others.flat_map(|(_, event)| event.keys()).collect()
        };
        let mut timeline = Timeline::of(own.history, &range, places, ledger.window.now, policy);
        let booked = ledger.bookings.merged(timeline.next_began_at);
        let Some(route) = routes(&booked, &mut [&mut timeline], places).pop() else { return Vec::new() };
        milestones::assign(&mut timeline, &route);
        let rules = MilestoneRules::of(&timeline, &route);
        let unused: HashMap<FactMark, UnusedReason> =
            timeline.unused.iter().rev().map(|statement| (statement.fact, statement.reason)).collect();
        let events = ledger.facts.iter().enumerate().filter_map(|(at, fact)| match &fact.statement {
            Statement::Event(event) if fact.why_unused().is_none() => {
                Some((at, CurrentEvent::of(Key::of(fact)?.digest(), fact, event, &ledger.window)))
            }
            _ => None,
        });
        let scope = EventScope::of(container, ledger);
        let about = events.filter(|(_, current)| !of_other_trips.contains(&current.key)).filter(|(_, current)| {
            match current.fact.container.as_deref() {
                Some(number) => number == container,
                None => scope.concerns(current),
            }
        });
        let mut statements: Vec<SourceStatement> = about
            .map(|(at, current)| {
                // Shown as the source reported it, even if the time is implausible.
                let reported = CurrentEvent {
                    at: current.event.at.as_ref(),
                    certainty: current.event.certainty,
                    place: timeline.placed.get(&current.mark()).copied().unwrap_or(current.place),
                    ..current
                };
                let event = ContainerEvent::of(reported, places);
                let ended_at = ended.get(&at).copied();
                let unused = match ended_at {
                    None => unused.get(&current.mark()).copied(),
                    Some(_) => implausible(&current).or_else(|| self.doubt_about_ais(&current, &event)),
                };
                let milestone = match current.event.motion.movement {
                    Movement::Available | Movement::NotAvailable => Some(current.event.motion.milestone()),
                    _ if unused == Some(UnusedReason::NoPlace) => None,
                    _ => rules.milestone(&event),
                };
                let day_in_utc = || approximate_utc(event.at.as_deref().filter(|at| at.is_date())?);
                SourceStatement {
                    shown_at: event.day_begin.or_else(day_in_utc).map(Timestamp::from).or_else(|| event.shown_time()),
                    fact: current.fact.clone(),
                    mark: current.mark(),
                    milestone,
                    at: event.at.map(Cow::into_owned),
                    place: Arc::unwrap_or_clone(event.place),
                    ended_at,
                    unused,
                }
            })
            .collect();
        statements.sort_by_key(|statement| (statement.fact.received_at, statement.at.as_ref().and_then(sort_instant)));
        statements
    }

    fn doubt_about_ais(&self, current: &CurrentEvent<'_>, event: &ContainerEvent<'_>) -> Option<UnusedReason> {
        if !current.is_expected() {
            return None;
        }
        let confirmed_at = self.confirmations.last_of(current.mark()).unwrap_or(current.confirmed_at);
        estimates::doubt_about_ais(&current.fact.source.kind, estimates::possible_times(event)?, confirmed_at)
    }
}

/// When each statement was replaced or withdrawn, by the index of the fact.
fn ends(ledger: &Ledger<'_>) -> HashMap<usize, DateTime<Utc>> {
    let mut keys = Keys::for_all(ledger.facts.iter().copied());
    let (mut current, mut ended) = (HashMap::<String, usize>::default(), HashMap::default());
    for (at, fact) in ledger.facts.iter().enumerate() {
        keys.add(fact);
        let before = match &fact.statement {
            Statement::Event(_) => fact.key().and_then(|key| {
                let known = current.get(&key).copied();
                let is_older = |known: &usize| message_order::is_older(fact, ledger.facts[*known]);
                if known.as_ref().is_some_and(is_older) { Some(at) } else { current.insert(key, at) }
            }),
            Statement::Withdrawn(key) => {
                let key = keys.resolve(key);
                let in_port_area = || Key::parse(key).map(|key| key.in_port_area().to_string());
                let key = &if current.contains_key(key) { key.to_owned() } else { in_port_area().unwrap_or_default() };
                let is_same_source = current.get(key).is_some_and(|at| ledger.facts[*at].source == fact.source);
                if is_same_source { current.remove(key) } else { None }
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

    const CONTAINER: &str = "MSKU0308961";

    fn facts(statements: &[serde_json::Value]) -> Vec<Fact> {
        let at = |minute: usize| format!("2026-05-01T12:{minute:02}:00Z").parse().unwrap();
        let read = |(number, json): (usize, &serde_json::Value)| {
            Fact::parse_all(&json.to_string()).unwrap().remove(0).received(at(number))
        };
        statements.iter().enumerate().map(read).collect()
    }

    fn event(source: &str, movement: &str, at: &str, locode: &str) -> serde_json::Value {
        json!({ "container": CONTAINER, "source": source,
                "event": { "movement": movement, "at": at, "place": { "locode": locode } } })
    }

    fn now() -> DateTime<Utc> {
        "2026-05-02T12:00:00Z".parse().unwrap()
    }

    fn milestones(facts: &[Fact]) -> Vec<(Option<Milestone>, bool)> {
        StatementHistory::of(facts, &Confirmations::default(), now())
            .about(CONTAINER, None, &FoldPolicy::default())
            .into_iter()
            .map(|statement| (statement.milestone, statement.ended_at.is_some()))
            .collect()
    }

    #[test]
    fn statements_without_a_milestone_and_replaced_statements_are_listed() {
        let facts = facts(&[
            event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA"),
            event("shipping_line", "arrived", "2026-04-10T10:00:00Z", "KRPUS"),
            event("shipping_line", "discharged", "2026-04-20T10:00:00Z", "USLAX"),
            event("terminal", "discharged", "2026-04-20T12:00:00Z", "USLAX"),
            event("shipping_line", "fumigated", "2026-04-21T12:00:00Z", "USLAX"),
            event("terminal", "available", "2026-04-22T12:00:00Z", "USLAX"),
        ]);
        use Milestone::{Available, VesselDischarged, VesselLoaded};
        let expected =
            [Some(VesselLoaded), None, Some(VesselDischarged), Some(VesselDischarged), None, Some(Available)];
        assert_eq!(milestones(&facts), expected.map(|milestone| (milestone, false)));
    }

    #[test]
    fn changed_and_withdrawn_statements_have_an_end() {
        let mut facts = facts(&[
            event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA"),
            event("shipping_line", "loaded", "2026-04-01T11:00:00Z", "CNSHA"),
            event("terminal", "gate_out", "2026-04-22T12:00:00Z", "USLAX"),
        ]);
        let key = facts[2].key().unwrap();
        let back =
            Fact::new(Some(CONTAINER), Statement::Withdrawn(key)).received("2026-05-01T13:00:00Z".parse().unwrap());
        facts.push(back.clone());
        let ended = |facts: &[Fact]| {
            StatementHistory::of(facts, &Confirmations::default(), now())
                .about(CONTAINER, None, &FoldPolicy::default())
                .into_iter()
                .map(|statement| statement.ended_at)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            ended(&facts),
            [Some(facts[1].received_at), None, None],
            "a withdrawal by another source does not count"
        );
        facts[3] = back.with_source(crate::resources::DataSource::Terminal);
        assert_eq!(ended(&facts)[2], Some(facts[3].received_at));
    }

    #[test]
    fn statements_about_the_shipment_are_listed_if_they_apply_to_the_container() {
        let on = |vessel: &str| json!({ "name": vessel });
        let mut own = event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA");
        own["event"]["vessel"] = on("One");
        let all = |vessel: &str| {
            json!({ "event": { "movement": "departed", "at": "2026-04-02T10:00:00Z",
                    "place": { "locode": "CNSHA" }, "vessel": on(vessel) } })
        };
        let facts = facts(&[
            own,
            all("One"),
            all("Two"),
            json!({ "container": "TGHU1643396",
            "event": { "movement": "gate_in" } }),
        ]);
        assert_eq!(
            milestones(&facts),
            [(Some(Milestone::VesselLoaded), false), (Some(Milestone::VesselDeparted), true)]
        );
    }

    #[test]
    fn an_estimate_that_was_too_late_stays_listed_after_the_discharge() {
        let on_vessel = |mut fact: serde_json::Value| {
            fact["event"]["vessel"] = json!({ "name": "One" });
            fact
        };
        let estimate = json!({ "event": { "movement": "arrived", "certainty": "estimated",
            "at": "2026-04-25T10:00:00Z", "place": { "locode": "USLAX" } } });
        let facts = facts(&[
            on_vessel(event("shipping_line", "loaded", "2026-04-01T10:00:00Z", "CNSHA")),
            on_vessel(estimate),
            on_vessel(event("shipping_line", "discharged", "2026-04-20T10:00:00Z", "USLAX")),
        ]);
        let arrived = (Some(Milestone::VesselArrived), false);
        assert_eq!(milestones(&facts)[1], arrived);
    }

    #[test]
    fn a_statement_that_is_not_used_has_a_reason_even_after_it_was_replaced() {
        let of_ais = |at: &str| {
            let mut fact = event("ais", "arrived", at, "USLAX");
            fact["event"]["certainty"] = "estimated".into();
            fact
        };
        let facts = facts(&[of_ais("2026-04-28T10:00:00Z"), of_ais("2027-04-28T10:00:00Z")]);
        let confirmations = Confirmations::default();
        let statements =
            StatementHistory::of(&facts, &confirmations, now()).about(CONTAINER, None, &FoldPolicy::default());
        let found: Vec<_> = statements.iter().map(|found| (found.ended_at.is_some(), found.unused)).collect();
        let expected = [(true, Some(UnusedReason::PassedAtReceipt)), (false, Some(UnusedReason::TooFarAhead))];
        assert_eq!(found, expected);
    }
}
