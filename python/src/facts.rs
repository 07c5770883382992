//! Facts in their JSON form, out of Python: dicts, or their text.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;
use shiptrack::Error;
use shiptrack::tracking::{Fact, doubts_alone};

use crate::errors::{self, OrRaise};
use crate::{arguments, json};

/// The facts. What is neither text nor dicts is refused in the words of `wrong`.
pub fn read(facts: &Bound<'_, PyAny>, wrong: impl FnOnce() -> PyErr) -> PyResult<Vec<Fact>> {
    let text = match facts.extract::<String>() {
        Ok(text) => text,
        Err(_) => match json::from_python("facts", facts)? {
            written @ (Value::Array(_) | Value::Object(_)) => written.to_string(),
            _ => return Err(wrong()),
        },
    };
    Fact::parse_all(&text).map_err(|error| errors::raised_below(facts.py(), &error, "facts"))
}

/// The facts given as an argument.
pub fn given(facts: &Bound<'_, PyAny>) -> PyResult<Vec<Fact>> {
    read(facts, || arguments::expected("facts", "a list of dicts, or their JSON text", facts))
}

/// What looks wrong about facts that can be read, as if received at ``now``.
#[pyfunction]
#[pyo3(signature = (facts, now=None))]
pub fn _doubts<'py>(facts: &Bound<'py, PyAny>, now: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
    let now = arguments::now(now)?;
    let read = given(facts)?;
    let doubts = facts.py().detach(|| doubts_alone(&read, now));
    PyTuple::new(facts.py(), doubts)
}

/// The key of the event that one fact states.
#[pyfunction]
#[pyo3(signature = (fact))]
pub fn _key(fact: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match given(fact)?.as_slice() {
        [fact] => Ok(fact.key()),
        several => {
            let problem = format!("one fact is expected, not {}", several.len());
            Err(Error::invalid("fact", problem)).or_raise(fact.py())
        }
    }
}
