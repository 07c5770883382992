//! Reads the arguments of a case for typed calls.

use serde_json::{Map, Value};
use shiptrack::jsonapi::{Query, ResourceId};

pub struct CaseArguments<'c>(pub &'c Map<String, Value>);

impl CaseArguments<'_> {
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn is_null(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(Value::is_null)
    }

    pub fn value(&self, name: &str) -> Value {
        self.0.get(name).unwrap_or_else(|| panic!("the case has no argument {name}")).clone()
    }

    pub fn text(&self, name: &str) -> String {
        match self.value(name) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    pub fn texts(&self, name: &str) -> Vec<String> {
        let Value::Array(items) = self.value(name) else { panic!("{name} is a list") };
        items.iter().map(|item| item.as_str().unwrap_or_else(|| panic!("{name} contains texts")).to_owned()).collect()
    }

    pub fn flag(&self, name: &str) -> bool {
        self.value(name).as_bool().unwrap_or_else(|| panic!("{name} is true or false"))
    }

    pub fn integer(&self, name: &str) -> i64 {
        self.value(name).as_i64().unwrap_or_else(|| panic!("{name} is a whole number"))
    }

    pub fn number(&self, name: &str) -> f64 {
        self.value(name).as_f64().unwrap_or_else(|| panic!("{name} is a number"))
    }

    pub fn link(&self, name: &str) -> ResourceId {
        serde_json::from_value(self.value(name)).unwrap_or_else(|problem| panic!("{name}: {problem}"))
    }

    pub fn include(&self) -> Vec<String> {
        self.texts("include")
    }

    /// Returns the query with those of these parameters that the case has. `parameters` maps arguments to names on the wire.
    pub fn query(&self, parameters: &[(&str, &str)]) -> Query {
        let given = parameters.iter().filter(|(argument, _)| self.has(argument));
        given.fold(Query::new(), |query, (argument, name)| query.with(*name, self.text(argument)))
    }
}
