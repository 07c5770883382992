//! The canonical order of facts.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::{Event, Fact, Mode, Place, Statement};
use crate::resources::Timestamp;

/// Facts of one moment are sorted by content, so that the result does not depend on the input order; withdrawals come
/// last.
pub(super) fn in_order<F: Borrow<Fact>>(facts: impl IntoIterator<Item = F>) -> Vec<F> {
    let facts: Vec<F> = facts.into_iter().collect();
    // Facts are large, so their indexes are sorted first.
    let mut order: Vec<usize> = (0..facts.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (facts[*a].borrow(), facts[*b].borrow());
        by_receipt(a, b).then_with(|| by_contents(&a.statement, &b.statement))
    });
    permuted(facts, order)
}

/// `order` contains each index once.
pub(super) fn permuted<T>(mut items: Vec<T>, mut order: Vec<usize>) -> Vec<T> {
    // Follows each cycle of the permutation.
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            items.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
    items
}

/// Then readings of all containers before those of one.
fn by_receipt(a: &Fact, b: &Fact) -> Ordering {
    (a.received_at.cmp(&b.received_at))
        .then_with(|| a.statement.is_withdrawal().cmp(&b.statement.is_withdrawal()))
        .then_with(|| a.source.kind.as_str().cmp(b.source.kind.as_str()))
        .then_with(|| a.source.name.cmp(&b.source.name))
        .then_with(|| a.container.cmp(&b.container))
}

fn by_contents(a: &Statement, b: &Statement) -> Ordering {
    match (a, b) {
        (Statement::Event(a), Statement::Event(b)) => by_event(a, b),
        (Statement::Withdrawn(a), Statement::Withdrawn(b)) => a.cmp(b),
        _ => words(a).cmp(&words(b)),
    }
}

fn by_event(a: &Event, b: &Event) -> Ordering {
    fn time(event: &Event) -> Option<&str> {
        event.at.as_ref().map(Timestamp::as_str)
    }
    fn place(event: &Event) -> [&Option<String>; 4] {
        let Place { locode, name, facility, timezone } = &event.place;
        [locode, name, facility, timezone]
    }
    let words = |event: &Event| words(&Statement::Event(event.clone()));
    (a.motion.movement.as_str().cmp(b.motion.movement.as_str()))
        .then_with(|| (a.certainty as u8).cmp(&(b.certainty as u8)))
        .then_with(|| time(a).cmp(&time(b)))
        .then_with(|| place(a).cmp(&place(b)))
        .then_with(|| a.motion.mode.as_ref().map(Mode::as_str).cmp(&b.motion.mode.as_ref().map(Mode::as_str)))
        .then_with(|| a.occurrence.cmp(&b.occurrence))
        .then_with(|| words(a).cmp(&words(b)))
}

fn words(statement: &Statement) -> String {
    let written = match statement {
        Statement::Event(event) => serde_json::to_string(event),
        Statement::TerminalStatus(reading) => serde_json::to_string(reading),
        Statement::Particulars(particulars) => serde_json::to_string(particulars),
        Statement::Withdrawn(key) => return key.clone(),
    };
    // Plain structs of text, numbers and lists are always written.
    written.unwrap_or_default()
}
