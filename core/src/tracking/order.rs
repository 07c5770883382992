//! The order in which facts are gone through.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::{Event, Fact, Mode, Place, Statement};
use crate::resources::Timestamp;

/// The facts in the order of their receipt. Those received at one moment come in an order of their own contents, so
/// that nothing depends on how a list happened to be sorted; what is withdrawn at that moment is withdrawn last.
pub(super) fn in_order<F: Borrow<Fact>>(facts: impl IntoIterator<Item = F>) -> Vec<F> {
    let mut sorted: Vec<F> = facts.into_iter().collect();
    sorted.sort_by(|a, b| {
        let (a, b) = (a.borrow(), b.borrow());
        by_receipt(a, b).then_with(|| by_contents(&a.statement, &b.statement))
    });
    sorted
}

/// Receipt first, then what a reading of all containers says before what one of their own says.
fn by_receipt(a: &Fact, b: &Fact) -> Ordering {
    let key = |fact: &Fact| (fact.received_at, fact.statement.is_withdrawal());
    key(a)
        .cmp(&key(b))
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

/// What tells most events apart first, and their words only where that is not enough.
fn by_event(a: &Event, b: &Event) -> Ordering {
    fn key(event: &Event) -> impl Ord + '_ {
        let Place { locode, name, facility, timezone } = &event.place;
        (
            event.motion.movement.as_str(),
            event.certainty as u8,
            event.at.as_ref().map(Timestamp::as_str),
            [locode, name, facility, timezone],
            event.motion.mode.as_ref().map(Mode::as_str),
            event.occurrence,
        )
    }
    let words = |event: &Event| words(&Statement::Event(event.clone()));
    key(a).cmp(&key(b)).then_with(|| words(a).cmp(&words(b)))
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
