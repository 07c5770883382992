//! Every statement is used, replaced, or in the list of doubts with the reason why not.
//!
//! Some inputs of each file of `tests/corpus/voyage` are played, and all of them in a deep run. A statement is used if it is a published event, names a place of the route, or if the
//! published state differs without it, or without all statements that report the same. What is neither used nor replaced must be a doubt of a
//! shipment.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::resources::Timestamp;
use shiptrack::tracking::{Certainty, Event, Fact, FoldPolicy, Movement, Statement, absorb, fold};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;

use super::days::{Day, Voyage, bill, some_voyages};
use super::history::state;

/// The facts that a service has received.
#[derive(Default)]
struct Log {
    facts: Vec<Fact>,
    now: DateTime<Utc>,
}

impl Log {
    fn add(&mut self, facts: &[Fact], complete: bool) {
        // An answer confirms the estimates that it repeats.
        for known in &mut self.facts {
            let is_repeated = |fact: &Fact| {
                (&fact.container, &fact.source, &fact.statement) == (&known.container, &known.source, &known.statement)
            };
            if !is_actual(known) && facts.iter().any(is_repeated) {
                *known = known.clone().received(self.now);
            }
        }
        let new = absorb(&self.facts, facts.to_vec(), complete, self.now);
        self.facts.extend(new);
    }

    /// The published state, without some of the facts.
    fn state_without(&self, left_out: &[usize]) -> Vec<Value> {
        let facts = self.facts.iter().enumerate().filter(|(at, _)| !left_out.contains(at)).map(|(_, fact)| fact);
        let picture = fold(facts, self.now, &FoldPolicy::default());
        let terminals = picture.containers.iter().map(|container| json!(container.pod_terminal));
        let mut state = state(&picture);
        state.extend(terminals.collect::<Vec<_>>());
        state
    }

    /// Whether a later statement of the source is about the same, or takes it back.
    fn is_replaced(&self, at: usize) -> bool {
        let (fact, later) = (&self.facts[at], &self.facts[at + 1..]);
        let of_source = || later.iter().filter(|other| other.source == fact.source);
        match &fact.statement {
            Statement::Event(event) if is_about_customs(event) => {
                let is_newer = |other: &Event| is_about_customs(other) && moment(other) > moment(event);
                self.facts.iter().any(|other| matches!(&other.statement, Statement::Event(other) if is_newer(other)))
            }
            Statement::Event(_) => of_source().any(|other| match &other.statement {
                Statement::Event(_) => other.key() == fact.key(),
                Statement::Withdrawn(key) => Some(key.as_str()) == fact.key().as_deref(),
                _ => false,
            }),
            Statement::TerminalStatus(_) => {
                let is_restated = |member: &String| of_source().any(|other| reading(other).contains_key(member));
                reading(fact).keys().all(|member| is_restated(member) || is_about_holds(member))
            }
            Statement::Particulars(_) => of_source().any(|other| matches!(other.statement, Statement::Particulars(_))),
            Statement::Withdrawn(key) => self.facts[..at].iter().any(|other| Some(key) == other.key().as_ref()),
        }
    }

    /// The statements that report the same as this one, with it.
    fn same(&self, at: usize) -> Vec<usize> {
        let this = &self.facts[at];
        let is_same = |other: &Fact| match (&this.statement, &other.statement) {
            (Statement::Event(one), Statement::Event(other_event)) => {
                may_concern_one_container(this, other) && are_one_event(one, other_event)
            }
            (Statement::TerminalStatus(_), Statement::TerminalStatus(_)) => {
                let (one, other) = (reading(this), reading(other));
                one.iter().any(|(member, value)| {
                    other.get(member).is_some_and(|other| in_one_spelling(other) == in_one_spelling(value))
                })
            }
            (Statement::Particulars(_), Statement::Particulars(_)) => true,
            _ => false,
        };
        self.facts.iter().enumerate().filter(|(_, other)| is_same(other)).map(|(at, _)| at).collect()
    }

    /// Whether the expected event happened.
    fn happened(&self, fact: &Fact, expected: &Event) -> bool {
        expected.certainty != Certainty::Actual
            && self.facts.iter().any(|other| match &other.statement {
                Statement::Event(event) => {
                    event.certainty == Certainty::Actual
                        && event.motion.movement == expected.motion.movement
                        && may_concern_one_container(fact, other)
                        && are_at_one_port(event, expected)
                }
                _ => false,
            })
    }
}

fn is_actual(fact: &Fact) -> bool {
    !matches!(&fact.statement, Statement::Event(event) if event.certainty != Certainty::Actual)
}

/// The holds of all sources count together, so that an empty list, or one that a release ended, changes nothing.
fn is_about_holds(member: &str) -> bool {
    member.starts_with("holds")
}

fn reading(fact: &Fact) -> serde_json::Map<String, Value> {
    json!(fact)["reading"].as_object().cloned().unwrap_or_default()
}

/// The old code of a type is another spelling of it.
fn in_one_spelling(value: &Value) -> Value {
    if value == "4510" { json!("45G1") } else { value.clone() }
}

fn may_concern_one_container(one: &Fact, other: &Fact) -> bool {
    one.container.is_none() || other.container.is_none() || one.container == other.container
}

/// Whether customs hold or release the container. The latest of these events counts.
fn is_about_customs(event: &Event) -> bool {
    event.motion.movement.as_str().starts_with("customs_")
}

fn are_one_event(one: &Event, other: &Event) -> bool {
    let kind = |event: &Event| match event.motion.movement {
        Movement::PickedUp => Movement::GateOut,
        Movement::Dropped => Movement::GateIn,
        ref other => other.clone(),
    };
    let is_same_time = match (moment(one), moment(other)) {
        _ if one.certainty != Certainty::Actual => one.at == other.at,
        (Some(one), Some(other)) => (one - other).abs() <= TimeDelta::hours(48),
        _ => true,
    };
    kind(one) == kind(other)
        && (one.certainty == Certainty::Actual) == (other.certainty == Certainty::Actual)
        && are_at_one_port(one, other)
        && is_same_time
}

fn moment(event: &Event) -> Option<DateTime<Utc>> {
    event.at.as_ref().and_then(|at| at.utc().or_else(|| day(at)))
}

fn day(at: &Timestamp) -> Option<DateTime<Utc>> {
    format!("{}T00:00:00Z", at.as_str().get(..10)?).parse().ok()
}

/// Codes and names of one port, as far as the corpus has them.
fn are_at_one_port(one: &Event, other: &Event) -> bool {
    let port = |event: &Event| match event.place.locode.as_deref() {
        Some("CNSGH" | "CNSHG") => Some("CNSHA".to_owned()),
        Some("USEWR") => Some("USNYC".to_owned()),
        Some(code) => Some(code.to_owned()),
        None => None,
    };
    port(one) == port(other) || port(one).is_none() || port(other).is_none()
}

/// Whether the statement is the call of a vessel on the way, or after it discharged the container. The raw events have it. A plan without a time
/// is no call.
fn is_call(event: &Event) -> bool {
    let is_by_vessel = event.motion.mode.as_ref().is_none_or(|mode| mode.as_str() == "vessel");
    let is_call = matches!(event.motion.movement, Movement::Arrived | Movement::Departed | Movement::Berthed);
    is_call && is_by_vessel && event.at.is_some()
}

/// What the service shows: the doubts of all shipments, the ports of their routes, and the times and places of all valid events.
#[derive(Default)]
struct Published {
    doubts: Vec<Value>,
    stops: BTreeSet<String>,
    events: BTreeSet<(String, String)>,
    /// The estimates among them: name, time and place.
    estimates: Vec<[String; 3]>,
    /// The times of moves between terminals, which are no events of the interface, but raw events.
    moves: Vec<DateTime<Utc>>,
    /// The times of raw events with a place.
    placed: BTreeSet<String>,
}

impl Published {
    fn of(stage: &Scenario) -> Self {
        let mut published = Published::default();
        for shipment in list(&stage.get("/v2/shipments?page[size]=100")["data"]) {
            let id = shipment["id"].as_str().unwrap();
            published.doubts.extend(list(&stage.get(&format!("/v2/shipments/{id}/doubts"))["doubts"]));
            let stops = ["port_of_lading_locode", "port_of_discharge_locode", "destination_locode"];
            let stops = stops.iter().filter_map(|name| shipment["attributes"][name].as_str());
            published.stops.extend(stops.map(str::to_owned));
        }
        for container in list(&stage.get("/v2/containers?page[size]=100")["data"]) {
            let id = container["id"].as_str().unwrap();
            let events = list(&stage.get(&format!("/v2/containers/{id}/transport_events?page[size]=100"))["data"]);
            for event in
                events.iter().map(|event| &event["attributes"]).filter(|event| event["invalidated_at"].is_null())
            {
                let text = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
                published.events.insert((text("timestamp"), text("location_locode")));
                if text("event").contains(".estimated.") {
                    published.estimates.push(["event", "timestamp", "location_locode"].map(text));
                }
                published.stops.insert(text("location_locode"));
            }
            for raw in list(&stage.get(&format!("/v2/containers/{id}/raw_events?page[size]=100"))["data"]) {
                let raw = &raw["attributes"];
                if raw["location_locode"].is_string() {
                    published.placed.extend(raw["timestamp"].as_str().map(str::to_owned));
                }
                if raw["event"].as_str().is_some_and(|name| name.starts_with("positioned_")) {
                    published.moves.extend(raw["timestamp"].as_str().and_then(|at| at.parse::<DateTime<Utc>>().ok()));
                }
            }
        }
        published
    }

    /// Whether the statement is about a published event, or an expected one that names a place of the route.
    fn has(&self, event: &Event) -> bool {
        let locode = event.place.locode.clone().unwrap_or_default();
        let at = event.at.as_ref().and_then(Timestamp::utc).map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        match event.certainty {
            Certainty::Actual => at.is_some_and(|at| self.events.contains(&(at, locode))) || self.has_move(event),
            _ => self.stops.contains(&locode),
        }
    }

    /// Whether the event names a place, or its place was concluded.
    fn has_place(&self, event: &Event) -> bool {
        let at = event.at.as_ref().and_then(Timestamp::utc).map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        !event.place.is_empty() || at.is_some_and(|at| self.placed.contains(&at))
    }

    /// Whether the interface has an estimate of this event, and only with other times.
    fn is_outvoted(&self, event: &Event) -> bool {
        let locode = event.place.locode.as_deref().unwrap_or_default();
        let Some(at) = event.at.as_ref().and_then(Timestamp::utc) else { return false };
        let is_same = |name: &str| name.contains(event.motion.movement.as_str());
        let mut same = self.estimates.iter().filter(|[name, _, place]| is_same(name) && place == locode).peekable();
        let is_estimate = event.certainty != Certainty::Actual && same.peek().is_some();
        is_estimate && same.all(|[_, time, _]| time.parse::<DateTime<Utc>>() != Ok(at))
    }

    /// A local time may be a day from the moment in UTC.
    fn has_move(&self, event: &Event) -> bool {
        let is_gate = matches!(event.motion.movement, Movement::GateIn | Movement::GateOut);
        let is_near = |at: &DateTime<Utc>| moment(event).is_some_and(|of| (*at - of).abs() <= TimeDelta::days(1));
        is_gate && event.motion.empty != Some(true) && self.moves.iter().any(is_near)
    }
}

fn is_about(doubt: &Value, fact: &Fact) -> bool {
    let json = json!(fact);
    let is_of_source = doubt["source"] == json["source"] && doubt["container"] == json["container"];
    let is_unused = json["codes"].get("/event").is_some();
    let is_event = match &fact.statement {
        Statement::Event(_) if is_unused => doubt["event"].is_null(),
        Statement::Event(event) => {
            let at = event.at.as_ref().map(Timestamp::as_str);
            doubt["at"].as_str() == at && doubt["locode"].as_str() == event.place.locode.as_deref()
        }
        Statement::TerminalStatus(_) => doubt["pointer"].as_str().is_some_and(|at| at.starts_with("/reading")),
        Statement::Particulars(_) => doubt["pointer"].as_str().is_some_and(|at| at.starts_with("/particulars")),
        _ => doubt["pointer"] == "/withdrawn",
    };
    is_of_source && is_event
}

/// The statements that are neither used nor replaced nor doubts.
fn dropped(log: &Log, published: &Published) -> Vec<Value> {
    let all = std::cell::LazyCell::new(|| log.state_without(&[]));
    let is_accounted_for = |at: usize| {
        let fact = &log.facts[at];
        let is_accepted = match &fact.statement {
            Statement::Event(_) if json!(fact)["codes"].get("/event").is_some() => false,
            Statement::Event(event) if published.is_outvoted(event) => log.happened(fact, event),
            Statement::Event(event) => {
                published.has(event) || is_call(event) && published.has_place(event) || log.happened(fact, event)
            }
            Statement::Particulars(booked) => {
                let places = [&booked.port_of_lading, &booked.port_of_discharge, &booked.destination];
                let codes = places.into_iter().flatten().filter_map(|place| place.locode.as_ref());
                codes.into_iter().all(|code| published.stops.contains(code))
            }
            // The source retracts an event by its id before it reports it.
            Statement::Withdrawn(name) => name.starts_with("id|"),
            _ => false,
        };
        is_accepted
            || published.doubts.iter().any(|doubt| is_about(doubt, fact))
            || log.is_replaced(at)
            || log.state_without(&[at]) != *all
            || log.state_without(&log.same(at)) != *all
    };
    (0..log.facts.len()).filter(|at| !is_accounted_for(*at)).map(|at| json!(log.facts[at])).collect()
}

fn play(voyage: &Voyage, mut after_day: impl FnMut(&Day, &Log, &Scenario)) {
    let stage = voyage.stage(None);
    let (mut log, mut last) = (Log::default(), None);
    for day in &voyage.days {
        voyage.receive(day, &stage);
        log.now = day.at();
        last = day.carrier_answer(&mut None).or(last);
        if let Some(answer) = &last {
            log.add(&answer.facts, answer.complete);
        }
        log.add(&day.recorded_facts(), false);
        after_day(day, &log, &stage);
    }
}

/// Returns the statements that are dropped at the end of the voyage.
fn check(voyage: &Voyage) -> Vec<String> {
    let end = voyage.days.last().map(Day::at);
    let mut wrong = Vec::new();
    play(voyage, |day, log, stage| {
        if Some(day.at()) == end {
            let dropped = dropped(log, &Published::of(stage));
            wrong.extend(dropped.iter().map(|fact| format!("{}: {}: {fact}", voyage.what, day.at)));
        }
    });
    wrong
}

/// A voyage of one answer for each list of facts, a day apart.
fn voyage(what: &Value, number: &str, answers: Vec<(String, Vec<Value>)>) -> Voyage {
    let days = answers.into_iter().map(|(at, facts)| Day { at, answer: Some(facts), ..Day::default() });
    Voyage { what: what.as_str().unwrap_or_default().to_owned(), number: number.to_owned(), days: days.collect() }
}

fn read(file: &str) -> Vec<Value> {
    serde_json::from_str(file).unwrap()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// The rows of the table of milestones, and the trips: each is one answer.
fn cases() -> Vec<Voyage> {
    let files = [include_str!("../../corpus/voyage/rows.json"), include_str!("../../corpus/voyage/trips.json")];
    let case = |case: &Value| {
        let place = |name: &str| case[name].as_str().map(|code| json!({ "locode": code }));
        let booked: BTreeMap<&str, Value> =
            [("port_of_discharge", place("booked_port_of_discharge")), ("destination", place("booked_destination"))]
                .into_iter()
                .filter_map(|(name, place)| Some((name, place?)))
                .collect();
        let booked = (!booked.is_empty()).then(|| json!({ "particulars": booked }));
        let facts = list(&case["facts"]).into_iter().chain(booked).collect();
        voyage(&case["what"], &bill(), vec![("05-30".to_owned(), facts)])
    };
    files.into_iter().flat_map(read).map(|found| case(&found)).collect()
}

/// The answers of a carrier one after the other, a day apart.
fn sequences() -> Vec<Voyage> {
    let sequence = |sequence: &Value| {
        let answers = list(&sequence["answers"]);
        let dated =
            answers.iter().enumerate().map(|(at, answer)| (format!("05-{:02}", at + 10), list(&answer["facts"])));
        voyage(&sequence["what"], &bill(), dated.collect())
    };
    read(include_str!("../../corpus/voyage/sequences.json")).iter().map(sequence).collect()
}

/// The answers for each number of the journeys.
fn journeys() -> Vec<Voyage> {
    let journey = |journey: &Value| -> Vec<Voyage> {
        let mut answers: BTreeMap<String, Vec<(String, Vec<Value>)>> = BTreeMap::new();
        for step in list(&journey["steps"]) {
            for (number, facts) in step["answers"].as_object().into_iter().flatten() {
                let at = step["at"].as_str().unwrap().to_owned();
                answers.entry(number.clone()).or_default().push((at, list(facts)));
            }
        }
        answers.into_iter().map(|(number, answers)| voyage(&journey["what"], &number, answers)).collect()
    };
    read(include_str!("../../corpus/voyage/journeys.json")).iter().flat_map(journey).collect()
}

#[test]
fn every_statement_is_used_or_replaced_or_a_doubt() {
    let step = depth(10, 1);
    let of_days = some_voyages(step).into_iter().map(|(_, voyage)| voyage);
    let others = [cases(), sequences(), journeys()].into_iter().flat_map(|voyages| voyages.into_iter().step_by(step));
    let all = of_days.chain(others);
    let wrong: Vec<String> = all.flat_map(|voyage| check(&voyage)).collect();
    assert!(wrong.is_empty(), "{} statements are neither used nor doubts:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_statement_without_its_doubt_is_found() {
    let voyage_with = |line: &str| {
        let lines = [
            "01-04T01:00 gate_in truck CNSHA",
            "01-06T02:00 loaded vessel CNSHA on A",
            "01-06T12:00 departed vessel CNSHA on A container all",
            "est 01-20T14:00 arrived vessel USLAX on A container all",
            line,
        ];
        voyage(&json!(line), &bill(), vec![("01-12".to_owned(), lines.map(Value::from).to_vec())])
    };
    for line in [
        "est 01-22T18:00 arrived USLAX by terminal:WBCT container all",
        "01-05T12:00 departed vessel CNSHA on A container all",
        "01-09T22:00 arrived vessel on A container all",
        "plan - discharged vessel USOAK on A",
        "01-05T12:00 fumigatd CNSHA",
    ] {
        play(&voyage_with(line), |_, log, stage| {
            let mut published = Published::of(stage);
            assert_eq!(dropped(log, &published), [Value::Null; 0], "{line}");
            published.doubts.clear();
            assert_eq!(dropped(log, &published).len(), 1, "{line}");
        });
    }
}
