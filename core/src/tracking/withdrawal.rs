//! Which event a withdrawal means. By its key it means one; those of version 1 of the form name it by another key, and a source may
//! name it by the id that it gave it.

use foldhash::HashMap;

use super::key::part;
use super::{Fact, Source, Statement};

impl Fact {
    /// That the source takes back the event to which it gave this id: the `eventID` of its codes, or of the DCSA event among them. It
    /// counts for what is known by then.
    pub fn withdrawn_by_id(source: Source, id: &str) -> Self {
        let named = by_id(&source, id);
        Fact::new(None, Statement::Withdrawn(named)).said_by(source)
    }
}

/// How a withdrawal by an id begins.
const BY_ID: &str = "id|";

fn by_id(source: &Source, id: &str) -> String {
    [BY_ID, &part(source.text()), "|", &part(id.into())].concat()
}

/// How many parts a text has that names an event.
pub(super) fn parts_of_name(text: &str) -> usize {
    match text {
        _ if text.starts_with(BY_ID) => 3,
        _ if text.starts_with("2|") => 8,
        _ => 7,
    }
}

/// The id that its source gave an event.
fn id_of(fact: &Fact) -> Option<&str> {
    fact.codes.get("eventID").or_else(|| fact.of_dcsa("eventID"))?.as_str()
}

/// The keys of events by their other names. Nothing is kept where no withdrawal needs it.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    by_name: Option<HashMap<String, String>>,
}

impl Keys {
    /// Keys for facts among which there may be withdrawals that name events otherwise.
    pub(super) fn for_all<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Self {
        let is_other = |fact: &Fact| matches!(&fact.statement, Statement::Withdrawn(key) if !key.starts_with("2|"));
        let needed = facts.into_iter().any(is_other);
        Keys { by_name: needed.then(HashMap::default) }
    }

    /// Notes an event. Of several with one name, the last counts, as it did in version 1.
    pub(super) fn note(&mut self, fact: &Fact) {
        if let Some(known) = &mut self.by_name
            && let Some(key) = fact.key()
        {
            known.extend(id_of(fact).map(|id| (by_id(&fact.source, id), key.clone())));
            known.extend(fact.first_key().map(|first| (first, key)));
        }
    }

    /// The key of the event that `name` means.
    pub(super) fn resolve<'k>(&'k self, name: &'k str) -> &'k str {
        self.by_name.as_ref().and_then(|known| known.get(name)).map_or(name, String::as_str)
    }
}
