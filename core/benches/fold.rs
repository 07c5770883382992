//! Time of processing an answer: parsing facts, comparing them with known ones, and deriving a shipment, compared
//! with a JSON syntax tree of the same text.

mod support;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::tracking::{Fact, FoldPolicy, Picture, Published, absorb, changes, fold};
use support::{Goal, Goals, Ratios, computed, median, quotient, rounds};

const ROUNDS: usize = 2_000;
/// The number of events in a usual answer.
const USUAL: usize = 40;

const ANSWER: &str =
    "an answer of 40 events with a new one: time of parsing, absorbing, folding and comparing / of its syntax tree";
const ONE_CONTAINER: &str = "time per event of one container with 10,000 events / with 100";
const MANY_CONTAINERS: &str = "time per event of 1,000 containers with 10 events each / of 10";

const GOALS: Goals =
    &[(ANSWER, Goal::AtMost(4.0)), (ONE_CONTAINER, Goal::AtMost(2.0)), (MANY_CONTAINERS, Goal::AtMost(2.0))];
/// The noise margin of the short form, as a part of a goal. Ten thousand events exceed the caches, which other
/// programs use too.
const MARGIN: f64 = 0.25;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    ratios.measure([ANSWER], || [usual_answer()]);
    ratios.measure([ONE_CONTAINER], || [growth(|events| answer(1, events), 100, 10_000)]);
    ratios.measure([MANY_CONTAINERS], || [growth(|containers| answer(containers / 10, 10), 100, 10_000)]);
    ratios.verdict()
}

fn usual_answer() -> f64 {
    let text = answer(1, USUAL);
    let known = absorb(&[], read(&answer(1, USUAL - 1)), true, yesterday());
    let before = pictured(&known);
    let (mut trees, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..rounds(ROUNDS) {
        trees.push(computed(|| serde_json::from_str::<Value>(black_box(&text)).expect("the facts are JSON")));
        answers.push(computed(|| process(black_box(&text), &known, &before)));
    }
    let (tree, answer) = (median(trees), median(answers));
    println!("{USUAL} events, {} bytes: syntax tree {tree:.1?}, the whole step {answer:.1?}", text.len());
    quotient(answer, tree)
}

/// The time per event with many events, divided by that with few, for an answer with one new event.
fn growth(text: impl Fn(usize) -> String, few: usize, many: usize) -> f64 {
    let cost = |count: usize| -> Duration {
        let text = text(count);
        let mut before = read(&text);
        before.pop();
        let known = absorb(&[], before, true, yesterday());
        let before = pictured(&known);
        let times = (0..rounds(15)).map(|_| computed(|| process(black_box(&text), &known, &before))).collect();
        median(times) / u32::try_from(count).expect("a count")
    };
    let (few, many) = (cost(few), cost(many));
    println!("per event: {few:.1?} among few, {many:.1?} among many");
    quotient(many, few)
}

/// What was derived from earlier answers. The service stores it.
fn pictured(known: &[Fact]) -> Picture {
    fold(known, now(), &FoldPolicy::default())
}

fn process(text: &str, known: &[Fact], before: &Picture) -> usize {
    let policy = FoldPolicy::default();
    let new = absorb(known, read(text), true, now());
    let after = fold(known.iter().chain(&new), now(), &policy);
    changes(Some(&Published::from(before)), &after, &policy).len()
}

fn read(text: &str) -> Vec<Fact> {
    Fact::parse_all(text).expect("the facts are valid")
}

fn now() -> DateTime<Utc> {
    "2026-05-30T00:00:00Z".parse().expect("a moment")
}

fn yesterday() -> DateTime<Utc> {
    now() - TimeDelta::days(1)
}

/// An answer about containers that move from port to port.
fn answer(containers: usize, events: usize) -> String {
    const PLACES: [&str; 4] = ["CNSHA", "SGSIN", "AEJEA", "NLRTM"];
    const IMO_NUMBERS: [&str; 7] = ["9321483", "9321495", "9321500", "9321512", "9321524", "9321536", "9321548"];
    const MOVEMENTS: [&str; 4] = ["arrived", "discharged", "loaded", "departed"];
    let begun: DateTime<Utc> = "2000-01-01T00:00:00Z".parse().expect("a moment");
    let event = |number: usize, at: usize| {
        let time = begun + TimeDelta::hours(i64::try_from(at).expect("a count") * 6);
        json!({

            "container": format!("TSTU{number:07}"),
            "event": {
                "movement": MOVEMENTS[at % 4], "mode": "vessel", "empty": false, "at": time,
                "place": { "locode": PLACES[at / 4 % 4], "name": "A port" },
                "vessel": { "name": format!("VESSEL {}", (at + 2) / 4 % 7), "imo": IMO_NUMBERS[(at + 2) / 4 % 7] },
                "voyage": format!("{:03}E", at / 4),
            },
            "codes": { "equipmentEventTypeCode": "LOAD", "documentID": "MAEU123456789" },
        })
    };
    let facts = (0..containers).flat_map(|number| (0..events).map(move |at| event(number, at)));
    Value::Array(facts.collect()).to_string()
}
