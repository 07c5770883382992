//! Sorts facts into their canonical order.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::{Event, Fact, Mode, Place, Statement};
use crate::resources::Timestamp;

/// Sorts facts by receipt. Facts received together are sorted by content, with withdrawals last, so that the result does not depend
/// on the input order.
pub(super) fn sort_facts<F: Borrow<Fact>>(facts: impl IntoIterator<Item = F>) -> Vec<F> {
    let facts: Vec<F> = facts.into_iter().collect();
    // Facts are large, so only indexes are sorted.
    let mut order: Vec<usize> = (0..facts.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (facts[*a].borrow(), facts[*b].borrow());
        by_receipt(a, b).then_with(|| by_contents(&a.statement, &b.statement))
    });
    permute(facts, order)
}

/// Reorders items. `order` must contain each index once.
pub(super) fn permute<T>(mut items: Vec<T>, mut order: Vec<usize>) -> Vec<T> {
    // Each round follows one cycle of the permutation.
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

/// Facts about the whole shipment come before facts about one container.
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
        _ => to_json(a).cmp(&to_json(b)),
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
    let json = |event: &Event| to_json(&Statement::Event(event.clone()));
    (a.motion.movement.as_str().cmp(b.motion.movement.as_str()))
        .then_with(|| (a.certainty as u8).cmp(&(b.certainty as u8)))
        .then_with(|| time(a).cmp(&time(b)))
        .then_with(|| place(a).cmp(&place(b)))
        .then_with(|| a.motion.mode.as_ref().map(Mode::as_str).cmp(&b.motion.mode.as_ref().map(Mode::as_str)))
        .then_with(|| a.occurrence.cmp(&b.occurrence))
        .then_with(|| json(a).cmp(&json(b)))
}

fn to_json(statement: &Statement) -> String {
    let json = match statement {
        Statement::Event(event) => serde_json::to_string(event),
        Statement::TerminalStatus(reading) => serde_json::to_string(reading),
        Statement::Particulars(particulars) => serde_json::to_string(particulars),
        Statement::Withdrawn(key) => return key.clone(),
    };
    // Serializing plain structs of text, numbers and lists cannot fail.
    json.unwrap_or_default()
}
