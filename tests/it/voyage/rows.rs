//! Checks every row of the table of milestones in `core/docs/facts.md`, and the rules for the end of a trip.

use serde::Deserialize;
use shiptrack::tracking::{Fact, FoldPolicy, Particulars, Picture, absorb, fold};
use shiptrack_tests::depth::depth;

use super::fact_lines::fact;
use shiptrack_tests::with;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(default)]
    row: u32,
    what: String,
    booked_port_of_discharge: Option<String>,
    booked_destination: Option<String>,
    facts: Vec<String>,
    /// The names of the events, without `container.transport.`.
    events: Vec<String>,
    status: Option<String>,
    /// The port of discharge in the result; `None` if it is not checked.
    port_of_discharge: Option<String>,
}

impl Case {
    fn facts(&self) -> Vec<Fact> {
        let place = |locode: &Option<String>| locode.as_deref().map(Into::into);
        let booked = with(Particulars::default(), |it| {
            it.port_of_discharge = place(&self.booked_port_of_discharge);
            it.destination = place(&self.booked_destination);
        });
        let booked = (booked != Particulars::default()).then(|| Fact::particulars(booked));
        self.facts.iter().map(|line| fact(line)).chain(booked).collect()
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../corpus/voyage/rows.json")).unwrap()
}

/// Histories of a container, with the events of the newest trip.
fn trips() -> Vec<Case> {
    serde_json::from_str(include_str!("../../corpus/voyage/trips.json")).unwrap()
}

fn picture(facts: Vec<Fact>) -> Picture {
    let now = "2026-05-30T00:00:00Z".parse().unwrap();
    fold(&absorb(&[], facts, true, now), now, &FoldPolicy::default())
}

fn names(picture: &Picture) -> Vec<String> {
    let events = picture.containers.iter().flat_map(|seen| &seen.events);
    events.map(|event| event.event.event.as_str().replace("container.transport.", "")).collect()
}

#[test]
fn every_row_of_the_table_has_its_milestones() {
    assert_events(&cases());
}

#[test]
fn a_trip_ends_where_the_next_one_begins() {
    assert_events(&trips());
}

fn assert_events(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let picture = picture(case.facts());
        let status = picture.containers[0].container.current_status.to_string();
        let port = picture.port_of_discharge.as_ref().and_then(|port| port.locode.clone());
        let differs =
            |expected: &Option<String>, actual: Option<&String>| expected.is_some() && expected.as_ref() != actual;
        if names(&picture) != case.events
            || differs(&case.status, Some(&status))
            || differs(&case.port_of_discharge, port.as_ref())
        {
            wrong.push(format!(
                "row {}: {}\n  actual   {:?}, {status}, to {port:?}\n  expected {:?}, {:?}, to {:?}",
                case.row,
                case.what,
                names(&picture),
                case.events,
                case.status,
                case.port_of_discharge
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All orders of a few items, or some random orders of many.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count > depth(4, 6) {
        let mut dice = Dice(count as u64);
        return (0..depth(30, 200)).map(|_| dice.shuffled(count)).collect();
    }
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for order in &orders {
            let left = (0..count).filter(|at| !order.contains(at));
            longer.extend(left.map(|next| [order.as_slice(), &[next]].concat()));
        }
        orders = longer;
    }
    orders
}

/// Reproducible random numbers.
pub struct Dice(pub u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

#[test]
fn the_order_of_an_answer_and_duplicates_do_not_matter() {
    for case in cases().into_iter().chain(trips()) {
        let (facts, expected) = (case.facts(), picture(case.facts()));
        for order in orders(facts.len()) {
            let reordered: Vec<Fact> = order.iter().map(|at| facts[*at].clone()).collect();
            let doubled = [reordered.clone(), vec![reordered[0].clone()]].concat();
            assert_eq!(picture(reordered), expected, "row {}: {}: {order:?}", case.row, case.what);
            assert_eq!(picture(doubled), expected, "row {}: {}: {order:?} and the first again", case.row, case.what);
        }
    }
}
