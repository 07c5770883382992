//! A carrier of the host's own: it answers from a file of facts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::error::Error;
use shiptrack::http::Call;
use shiptrack::tracking::{Certainty, Fact, Statement};

/// What the file says about each number.
pub struct FactsFile(HashMap<String, Vec<Fact>>);

impl FactsFile {
    pub fn read() -> Result<Self, Box<dyn std::error::Error>> {
        let file: HashMap<String, Box<serde_json::value::RawValue>> = serde_json::from_str(include_str!("facts.json"))?;
        let numbers = file.iter().map(|(number, facts)| Ok((number.clone(), Fact::parse_all(facts.get())?)));
        Ok(FactsFile(numbers.collect::<Result<_, Error>>()?))
    }
}

impl Carrier for FactsFile {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        let all = self.0.get(&look_up.normalised_number).ok_or(LookUpFailure::NotFound)?;
        let facts = all.iter().filter(|fact| is_known(fact, look_up.now)).cloned().collect();
        Ok(Answer { facts, complete: true, ..Answer::default() })
    }
}

/// What has not happened yet is not known; what is expected, is.
fn is_known(fact: &Fact, now: DateTime<Utc>) -> bool {
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            event.at.as_ref().and_then(|at| at.utc()).is_some_and(|at| at <= now)
        }
        _ => true,
    }
}
