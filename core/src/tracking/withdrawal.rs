//! Which event a withdrawal means: those of version 1 of the form name it by another key.

use super::{Fact, Statement};
use foldhash::HashMap;

/// The keys that events have in version 1, and their own. Nothing is kept where no withdrawal needs it.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    of_first_version: Option<HashMap<String, String>>,
}

impl Keys {
    /// Keys for facts among which there may be withdrawals of version 1.
    pub(super) fn for_all<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Self {
        let is_first = |fact: &Fact| matches!(&fact.statement, Statement::Withdrawn(key) if !key.starts_with("2|"));
        let needed = facts.into_iter().any(is_first);
        Keys { of_first_version: needed.then(HashMap::default) }
    }

    /// Notes an event. Of several with one key, the last counts, as it did in version 1.
    pub(super) fn note(&mut self, fact: &Fact) {
        if let Some(known) = &mut self.of_first_version
            && let (Some(first), Some(key)) = (fact.first_key(), fact.key())
        {
            known.insert(first, key);
        }
    }

    /// The key of the event that `key` means.
    pub(super) fn resolve<'k>(&'k self, key: &'k str) -> &'k str {
        self.of_first_version.as_ref().and_then(|known| known.get(key)).map_or(key, String::as_str)
    }
}
