//! Places as all sources together name them.

use std::collections::BTreeMap;

use super::ledger::Ledger;
use crate::tracking::{Place, Statement};

/// What is known of each place: one source gives the code, another the zone.
#[derive(Default)]
pub(super) struct Places {
    /// The code of a place that somebody named together with it.
    codes: BTreeMap<String, String>,
    known: BTreeMap<String, Place>,
}

impl Places {
    pub(super) fn named_by(ledger: &Ledger<'_>) -> Self {
        let mut places = Places::default();
        let named =
            || ledger.facts.iter().flat_map(|fact| places_in(&fact.statement)).filter(|place| !place.is_empty());
        for place in named() {
            if let (Some(_), Some(name)) = (&place.locode, &place.name) {
                places.codes.entry(capitals(name)).or_insert_with(|| place.code_or_name());
            }
        }
        for place in named() {
            let id = places.id(place);
            let known = places.known.entry(id).or_default();
            fill(&mut known.locode, &place.locode);
            fill(&mut known.name, &place.name);
            fill(&mut known.timezone, &place.timezone);
        }
        places
    }

    /// The same text for the same place: its code, else its name; empty when there is neither.
    pub(super) fn id(&self, place: &Place) -> String {
        let id = place.code_or_name();
        match &place.locode {
            Some(_) => id,
            None => self.codes.get(&id).cloned().unwrap_or(id),
        }
    }

    /// The place with everything anybody said about it.
    pub(super) fn complete(&self, place: &Place) -> Place {
        let mut complete = place.clone();
        let id = self.id(place);
        if let (false, Some(known)) = (id.is_empty(), self.known.get(&id)) {
            fill(&mut complete.locode, &known.locode);
            fill(&mut complete.name, &known.name);
            fill(&mut complete.timezone, &known.timezone);
        }
        complete
    }
}

/// Says what nobody has said so far.
pub(super) fn fill<T: Clone>(known: &mut Option<T>, more: &Option<T>) {
    if known.is_none() {
        known.clone_from(more);
    }
}

fn places_in(statement: &Statement) -> Vec<&Place> {
    match statement {
        Statement::Event(event) => vec![&event.place],
        Statement::Particulars(p) => {
            [&p.port_of_lading, &p.port_of_discharge, &p.destination].into_iter().flatten().collect()
        }
        Statement::Reading(_) | Statement::Withdrawn(_) => Vec::new(),
    }
}

fn capitals(name: &str) -> String {
    name.trim().to_uppercase()
}
