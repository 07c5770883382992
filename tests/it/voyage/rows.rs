//! Every row of the table of meanings, and where a trip ends and the next begins.

use serde::Deserialize;
use shiptrack::tracking::{Fact, FoldPolicy, Particulars, Picture, absorb, fold};
use shiptrack_tests::depth::depth;

use super::line::fact;
use shiptrack_tests::with;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(default)]
    row: u32,
    what: String,
    /// Port of discharge, as booked.
    pod: Option<String>,
    /// Inland destination, as booked.
    destination: Option<String>,
    facts: Vec<String>,
    /// The names of the events, without `container.transport.`.
    events: Vec<String>,
    status: Option<String>,
    /// Port of discharge, as it is told.
    to: Option<String>,
}

impl Case {
    fn facts(&self) -> Vec<Fact> {
        let place = |locode: &Option<String>| locode.as_deref().map(Into::into);
        let booked = with(Particulars::default(), |it| {
            it.port_of_discharge = place(&self.pod);
            it.destination = place(&self.destination);
        });
        let booked = (booked != Particulars::default()).then(|| Fact::particulars(booked));
        self.facts.iter().map(|line| fact(line)).chain(booked).collect()
    }
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../corpus/voyage/rows.json")).unwrap()
}

/// Histories of a container, and the events of its latest trip.
fn trips() -> Vec<Case> {
    serde_json::from_str(include_str!("../../corpus/voyage/trips.json")).unwrap()
}

fn picture(facts: Vec<Fact>) -> Picture {
    let now = "2026-05-30T00:00:00Z".parse().unwrap();
    fold(&absorb(&[], facts, true, now), now, &FoldPolicy::default())
}

fn names(picture: &Picture) -> Vec<String> {
    let events = picture.containers.iter().flat_map(|seen| &seen.events);
    events.map(|told| told.event.event.as_str().replace("container.transport.", "")).collect()
}

#[test]
fn every_row_of_the_table_has_its_meaning() {
    assert_told(&cases());
}

#[test]
fn a_trip_ends_where_the_next_one_begins() {
    assert_told(&trips());
}

fn assert_told(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let told = picture(case.facts());
        let status = told.containers[0].container.current_status.to_string();
        let to = told.port_of_discharge.as_ref().and_then(|port| port.locode.clone());
        let differs =
            |expected: &Option<String>, told: Option<&String>| expected.is_some() && expected.as_ref() != told;
        if names(&told) != case.events || differs(&case.status, Some(&status)) || differs(&case.to, to.as_ref()) {
            wrong.push(format!(
                "row {}: {}\n  told {:?}, {status}, to {to:?}\n  not  {:?}, {:?}, to {:?}",
                case.row,
                case.what,
                names(&told),
                case.events,
                case.status,
                case.to
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All orders of a few items; of more, some random ones.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count > depth(4, 6, 6) {
        let mut dice = Dice(count as u64);
        return (0..depth(30, 200, 200)).map(|_| dice.shuffled(count)).collect();
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

/// The same chance every time.
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
fn the_order_of_an_answer_and_what_it_says_twice_make_no_difference() {
    for case in cases().into_iter().chain(trips()) {
        let (facts, told) = (case.facts(), picture(case.facts()));
        for order in orders(facts.len()) {
            let turned: Vec<Fact> = order.iter().map(|at| facts[*at].clone()).collect();
            let doubled = [turned.clone(), vec![turned[0].clone()]].concat();
            assert_eq!(picture(turned), told, "row {}: {}: {order:?}", case.row, case.what);
            assert_eq!(picture(doubled), told, "row {}: {}: {order:?} and the first again", case.row, case.what);
        }
    }
}
