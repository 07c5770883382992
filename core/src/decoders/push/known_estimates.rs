//! Detects estimates that arrive late: a newer one for the same port call is already known.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::decoders::dcsa::ONE_CALL;
use crate::resources::Timestamp;
use crate::tracking::{Certainty, Fact, Statement, approximate_utc};

/// When the source last wrote the event.
fn written_at(fact: &Fact) -> Option<DateTime<Utc>> {
    let times = ["eventUpdatedDateTime", "eventCreatedDateTime"].into_iter().filter_map(|name| fact.of_dcsa(name));
    times.filter_map(|at| approximate_utc(&Timestamp::from(at.as_str()?))).next()
}

/// The estimated time, and when the source wrote it.
type Estimate = (DateTime<Utc>, DateTime<Utc>);

pub(crate) struct KnownEstimates(HashMap<String, Vec<Estimate>>);

impl KnownEstimates {
    pub(crate) fn of(known: &[Fact]) -> Self {
        let mut all: HashMap<String, Vec<_>> = HashMap::new();
        for (identity, times) in known.iter().filter_map(estimate) {
            all.entry(identity).or_default().push(times);
        }
        KnownEstimates(all)
    }

    /// Whether a newer estimate for the same port call is known: written later, for a time within thirty days of this one.
    pub(crate) fn supersede(&self, fact: &Fact) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some((identity, (at, since))) = estimate(fact) else { return false };
        let known = self.0.get(&identity).into_iter().flatten();
        known.into_iter().any(|(other, newer)| *newer > since && (*other - at).abs() <= ONE_CALL)
    }
}

fn estimate(fact: &Fact) -> Option<(String, Estimate)> {
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
