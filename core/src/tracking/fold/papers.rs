//! Which events name the same bookings and bills of lading.

use super::happening::Happening;
use foldhash::HashMap;

/// The events of a box, grouped by the documents they name: two are of one group when they name one document, or each names
/// one that a third names together.
pub(super) struct Papers {
    /// The group of each event; `None` for those that name nothing.
    groups: Vec<Option<usize>>,
}

impl Papers {
    pub(super) fn of(history: &[Happening<'_>]) -> Self {
        Papers::named(history.iter().map(|happening| happening.documents.as_slice()))
    }

    /// The same, of the documents that each event names.
    pub(super) fn named<'d>(events: impl Iterator<Item = &'d [String]>) -> Self {
        let mut parents: Vec<usize> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::default();
        let mut groups = Vec::new();
        for documents in events {
            let mut group = None;
            for document in documents {
                let named = *known.entry(document).or_insert_with(|| {
                    parents.push(parents.len());
                    parents.len() - 1
                });
                let named = root(&mut parents, named);
                let first = root(&mut parents, *group.get_or_insert(named));
                parents[named] = first;
            }
            groups.push(group);
        }
        for group in groups.iter_mut().flatten() {
            *group = root(&mut parents, *group);
        }
        Papers { groups }
    }

    /// The group of an event.
    pub(super) fn at(&self, at: usize) -> Option<usize> {
        self.groups.get(at).copied().flatten()
    }
}

fn root(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}
