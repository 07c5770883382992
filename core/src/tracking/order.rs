//! The order in which facts are gone through.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::{Fact, Statement};

/// The facts in the order of their receipt. Those received at one moment come in an order of their own contents, so
/// that nothing depends on how a list happened to be sorted; what is withdrawn at that moment is withdrawn last.
pub(super) fn in_order<F: Borrow<Fact>>(facts: impl IntoIterator<Item = F>) -> Vec<F> {
    let with_words = |fact: F| {
        let words = words(&fact.borrow().statement);
        (fact, words)
    };
    let mut sorted: Vec<(F, String)> = facts.into_iter().map(with_words).collect();
    sorted.sort_by(|(a, a_words), (b, b_words)| by_receipt(a.borrow(), b.borrow()).then_with(|| a_words.cmp(b_words)));
    sorted.into_iter().map(|(fact, _)| fact).collect()
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
