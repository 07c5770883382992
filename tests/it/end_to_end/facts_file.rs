//! A carrier that answers from a file of facts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::tracking::{Certainty, Fact, Statement};

/// The facts of each number.
pub struct FactsFile(HashMap<String, Vec<Fact>>);

impl FactsFile {
    pub fn read() -> Self {
        let file: HashMap<String, Box<RawValue>> = serde_json::from_str(include_str!("facts.json")).unwrap();
        FactsFile(file.into_iter().map(|(number, facts)| (number, Fact::parse_all(facts.get()).unwrap())).collect())
    }
}

impl Carrier for FactsFile {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        let all = self.0.get(&look_up.normalized_number).ok_or(LookUpFailure::NotFound)?;
        let facts = all.iter().filter(|fact| is_known(fact, look_up.now)).cloned().collect();
        Ok(Answer { facts, complete: true, ..Answer::default() })
    }
}

/// Whether a fact is an estimate, or an event that has happened by now.
fn is_known(fact: &Fact, now: DateTime<Utc>) -> bool {
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            event.at.as_ref().and_then(|at| at.utc()).is_some_and(|at| at <= now)
        }
        _ => true,
    }
}
