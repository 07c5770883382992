//! Which facts of an answer are new.

use chrono::{DateTime, Utc};

use super::Fact;

/// The facts to append when `answer` arrives after `known`, in order.
///
/// A fact that was said before in the same words adds nothing.
pub fn absorb(known: &[Fact], answer: Vec<Fact>, _complete: bool, now: DateTime<Utc>) -> Vec<Fact> {
    let mut new: Vec<Fact> = Vec::new();
    for mut fact in answer {
        fact.received_at = now;
        let said = |other: &Fact| {
            other.container == fact.container && other.source == fact.source && other.statement == fact.statement
        };
        if !known.iter().any(said) && !new.iter().any(said) {
            new.push(fact);
        }
    }
    new
}
