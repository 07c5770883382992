//! Decides which containers belong to a shipment.

use foldhash::HashSet;
use std::collections::{BTreeMap, BTreeSet};

use super::{Fact, Particulars, Source, Statement};
use crate::resources::DataSource;

/// The containers that sources named and removed so far.
#[derive(Default)]
pub(super) struct Members<'a> {
    named_by: BTreeMap<&'a str, HashSet<&'a Source>>,
    /// Containers that the carrier named at any time. Only the carrier can remove them.
    of_carrier: BTreeSet<&'a str>,
    removed: HashSet<(&'a str, &'a Source)>,
    /// Container and source of the last fact that cannot remove containers.
    last_named: Option<(Option<&'a str>, &'a Source)>,
}

impl<'a> Members<'a> {
    /// Facts must come in the order of receipt.
    pub(super) fn add(&mut self, fact: &'a Fact) {
        // Most facts are about the same container as the previous one.
        let names_one_container = matches!(fact.statement, Statement::Event(_) | Statement::TerminalStatus(_));
        let own = names_one_container.then_some((fact.container.as_deref(), &fact.source));
        if own.is_some() && own == self.last_named {
            return;
        }
        self.last_named = own;
        for number in containers_named_in(fact) {
            self.named_by.entry(number).or_default().insert(&fact.source);
            self.removed.remove(&(number, &fact.source));
            if fact.source.kind == DataSource::ShippingLine {
                self.of_carrier.insert(number);
            }
        }
        if let Statement::Particulars(particulars) = &fact.statement {
            for number in &particulars.left {
                if let Some(sources) = self.named_by.get_mut(number.as_str()) {
                    sources.remove(&fact.source);
                    self.removed.insert((number, &fact.source));
                }
            }
        }
    }

    /// The containers of the shipment. A container that the carrier named belongs to it until the carrier removes it.
    pub(super) fn numbers(&self) -> BTreeSet<&'a str> {
        let belongs = |number: &str, sources: &HashSet<&Source>| match self.of_carrier.contains(number) {
            true => sources.iter().any(|source| source.kind == DataSource::ShippingLine),
            false => !sources.is_empty(),
        };
        self.named_by.iter().filter(|(number, sources)| belongs(number, sources)).map(|(number, _)| *number).collect()
    }

    fn named_by(&self, source: &Source) -> impl Iterator<Item = &'a str> {
        self.named_by.iter().filter(|(_, sources)| sources.contains(source)).map(|(number, _)| *number)
    }

    fn is_removed(&self, number: &str, source: &Source) -> bool {
        self.removed.contains(&(number, source))
    }
}

/// Returns the facts by which an answer changes the containers of a shipment.
///
/// A container that was removed and is named again is added. A container that its source named before and that is missing from a
/// `complete` answer is removed, unless the answer names no containers, or a vessel loaded or discharged the container.
pub(super) fn changes(known: &[&Fact], answer: &[Fact], complete: bool) -> Vec<Fact> {
    let mut members = Members::default();
    known.iter().for_each(|fact| members.add(fact));
    let handled = |fact: &&&Fact| matches!(&fact.statement, Statement::Event(event) if event.is_vessel_handling());
    let on_a_vessel: HashSet<&str> =
        known.iter().filter(handled).filter_map(|fact| fact.container.as_deref()).collect();
    let named: BTreeSet<&str> = answer.iter().flat_map(containers_named_in).collect();
    let sources: HashSet<&Source> = answer.iter().map(|fact| &fact.source).collect();
    let mut sources: Vec<&Source> = sources.into_iter().collect();
    sources.sort_by(|a, b| a.text().cmp(&b.text()));
    let mut changes = Vec::new();
    for source in sources {
        let by_source = answer.iter().filter(|fact| fact.source == *source).flat_map(containers_named_in);
        let back: BTreeSet<&str> = by_source.filter(|number| members.is_removed(number, source)).collect();
        let missing =
            members.named_by(source).filter(|number| !named.contains(number) && !on_a_vessel.contains(number));
        let left: Vec<&str> = missing.filter(|_| complete && !named.is_empty()).collect();
        if !back.is_empty() || !left.is_empty() {
            let containers = back.into_iter().map(str::to_owned).collect();
            let left = left.into_iter().map(str::to_owned).collect();
            let particulars = Particulars { containers, left, ..Particulars::default() };
            changes.push(Fact::particulars(particulars).with_source(source.clone()));
        }
    }
    changes
}

/// The containers that a fact says belong to the shipment. A withdrawal names none, and neither does a list of removed containers.
pub(crate) fn containers_named_in(fact: &Fact) -> impl Iterator<Item = &str> {
    let listed: &[String] = match &fact.statement {
        Statement::Particulars(particulars) => &particulars.containers,
        _ => &[],
    };
    let own = fact.container.as_deref().filter(|_| !fact.statement.is_withdrawal());
    own.into_iter().chain(listed.iter().map(String::as_str))
}
