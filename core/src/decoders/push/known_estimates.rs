//! Finds estimates that are older than the known ones of the same call.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::decoders::dcsa::ONE_CALL;
use crate::resources::Timestamp;
use crate::tracking::{Certainty, Fact, Statement, approximate_utc};

fn written_at(fact: &Fact) -> Option<DateTime<Utc>> {
    let said = ["eventUpdatedDateTime", "eventCreatedDateTime"].into_iter().filter_map(|name| fact.of_dcsa(name));
    said.filter_map(|at| approximate_utc(&Timestamp::from(at.as_str()?))).next()
}

type Expected = (DateTime<Utc>, DateTime<Utc>);

pub(crate) struct KnownEstimates(HashMap<String, Vec<Expected>>);

impl KnownEstimates {
    pub(crate) fn of(known: &[Fact]) -> Self {
        let mut all: HashMap<String, Vec<_>> = HashMap::new();
        for (identity, times) in known.iter().filter_map(expected) {
            all.entry(identity).or_default().push(times);
        }
        KnownEstimates(all)
    }

    /// Its source wrote a newer time of the same call, within thirty days of this one.
    pub(crate) fn supersede(&self, fact: &Fact) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some((identity, (at, since))) = expected(fact) else { return false };
        let known = self.0.get(&identity).into_iter().flatten();
        known.into_iter().any(|(other, newer)| *newer > since && (*other - at).abs() <= ONE_CALL)
    }
}

fn expected(fact: &Fact) -> Option<(String, Expected)> {
    match &fact.statement {
        Statement::Event(event) if event.certainty != Certainty::Actual => {
            let times = (event.at.as_ref().and_then(approximate_utc)?, written_at(fact)?);
            let mut key = fact.key()?;
            key.truncate(key.rfind('|')?);
            Some((key, times))
        }
        _ => None,
    }
}
