//! Detects estimates that arrive late, after a newer estimate for the same port call.

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

/// The estimated time, and the time at which the source wrote the estimate.
type Estimate = (DateTime<Utc>, DateTime<Utc>);

/// The estimates in stored facts, by event.
pub(crate) struct KnownEstimates(HashMap<String, Vec<Estimate>>);

impl KnownEstimates {
    pub(crate) fn of(facts: &[Fact]) -> Self {
        let mut all: HashMap<String, Vec<_>> = HashMap::new();
        for (identity, times) in facts.iter().filter_map(estimate) {
            all.entry(identity).or_default().push(times);
        }
        KnownEstimates(all)
    }

    /// Whether a stored estimate replaces the estimate in `fact`: it is for the same port call (the times differ by at most thirty days) and was
    /// written later.
    pub(crate) fn supersede(&self, fact: &Fact) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let Some((identity, (at, since))) = estimate(fact) else { return false };
        let stored = self.0.get(&identity).into_iter().flatten();
        stored.into_iter().any(|(other, newer)| *newer > since && (*other - at).abs() <= ONE_CALL)
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
