//! Decides which containers belong to a shipment, from the facts of its sources.

use foldhash::HashSet;
use std::collections::{BTreeMap, BTreeSet};

use super::{Fact, Particulars, Source, Statement};
use crate::resources::DataSource;

/// The containers that sources have added to the shipment and removed from it.
#[derive(Default)]
pub(super) struct Members<'a> {
    /// The sources that name each container and have not removed it since.
    named_by: BTreeMap<&'a str, HashSet<&'a Source>>,
    /// Containers that the carrier has named at any time. Only the carrier can remove them.
    named_by_carrier: BTreeSet<&'a str>,
    /// Containers that a source has removed and not named again.
    removed: HashSet<(&'a str, &'a Source)>,
    /// Container and source of the previous fact, if that fact names exactly one container.
    previous: Option<(Option<&'a str>, &'a Source)>,
}

impl<'a> Members<'a> {
    /// Adds a fact. Facts must be added in the order of receipt.
    pub(super) fn add(&mut self, fact: &'a Fact) {
        // Most facts name the same container as the previous fact. Such a fact changes nothing.
        let names_one_container = matches!(fact.statement, Statement::Event(_) | Statement::TerminalStatus(_));
        let named = names_one_container.then_some((fact.container.as_deref(), &fact.source));
        if named.is_some() && named == self.previous {
            return;
        }
        self.previous = named;
        for number in containers_named_in(fact) {
            self.named_by.entry(number).or_default().insert(&fact.source);
            self.removed.remove(&(number, &fact.source));
            if fact.source.kind == DataSource::ShippingLine {
                self.named_by_carrier.insert(number);
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
        let belongs = |number: &str, sources: &HashSet<&Source>| match self.named_by_carrier.contains(number) {
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
/// A removed container that the answer names again is added. If the answer is `complete` and lists the containers of the shipment in its
/// particulars, a container that its source named before and that is missing from the answer is removed, unless a vessel has loaded or
/// discharged it. An answer with events of other containers removes nothing: the events of a container may be missing because the carrier
/// reports them under another bill.
pub(super) fn changes(stored: &[&Fact], answer: &[Fact], on_a_vessel: &HashSet<&str>, complete: bool) -> Vec<Fact> {
    let mut members = Members::default();
    stored.iter().for_each(|fact| members.add(fact));
    let named: BTreeSet<&str> = answer.iter().flat_map(containers_named_in).collect();
    let sources: HashSet<&Source> = answer.iter().map(|fact| &fact.source).collect();
    let mut sources: Vec<&Source> = sources.into_iter().collect();
    sources.sort_by(|a, b| a.text().cmp(&b.text()));
    let mut changes = Vec::new();
    for source in sources {
        let by_source = || answer.iter().filter(|fact| fact.source == *source);
        let returned = by_source().flat_map(containers_named_in);
        let returned: BTreeSet<&str> = returned.filter(|number| members.is_removed(number, source)).collect();
        let missing =
            members.named_by(source).filter(|number| !named.contains(number) && !on_a_vessel.contains(number));
        let removes = complete && by_source().any(lists_containers);
        let left: Vec<&str> = if removes { missing.collect() } else { Vec::new() };
        if !returned.is_empty() || !left.is_empty() {
            let containers = returned.into_iter().map(str::to_owned).collect();
            let left = left.into_iter().map(str::to_owned).collect();
            let particulars = Particulars { containers, left, ..Particulars::default() };
            changes.push(Fact::particulars(particulars).with_source(source.clone()));
        }
    }
    changes
}

fn lists_containers(fact: &Fact) -> bool {
    matches!(&fact.statement, Statement::Particulars(particulars) if !particulars.containers.is_empty())
}

/// The containers that a fact adds to the shipment: its own container and those listed in particulars. A withdrawal adds no container.
pub(crate) fn containers_named_in(fact: &Fact) -> impl Iterator<Item = &str> {
    let listed: &[String] = match &fact.statement {
        Statement::Particulars(particulars) => &particulars.containers,
        _ => &[],
    };
    let of_fact = if fact.statement.is_withdrawal() { None } else { fact.container.as_deref() };
    of_fact.into_iter().chain(listed.iter().map(String::as_str))
}
