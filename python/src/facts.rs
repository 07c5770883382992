//! Reads facts from Python dicts, from JSON text, and from documents of carriers.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;
use shiptrack::Error;
use shiptrack::decoders::{self, ReadLimits, Reading};
use shiptrack::preview;
use shiptrack::tracking::{Fact, FoldPolicy, Voyage, doubts_alone};

use crate::errors::{self, OrRaise};
use crate::exit;
use crate::{arguments, json_arguments};

/// Accepts JSON text or dicts. Any other type raises `wrong`.
pub fn read(facts: &Bound<'_, PyAny>, wrong: impl FnOnce() -> PyErr) -> PyResult<Vec<Fact>> {
    let text = match facts.extract::<String>() {
        Ok(text) => text,
        Err(_) => match json_arguments::value("facts", facts)? {
            written @ (Value::Array(_) | Value::Object(_)) => written.to_string(),
            _ => return Err(wrong()),
        },
    };
    Fact::parse_all(&text).map_err(|error| errors::to_py_err_below(facts.py(), &error, "facts"))
}

pub fn read_argument(facts: &Bound<'_, PyAny>) -> PyResult<Vec<Fact>> {
    read(facts, || arguments::expected("facts", "a list of dicts, or their JSON text", facts))
}

/// Returns what looks wrong about facts that can be read, as if they were received at ``now``.
#[pyfunction]
#[pyo3(signature = (facts, now=None))]
pub fn _doubts<'py>(facts: &Bound<'py, PyAny>, now: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyTuple>> {
    let now = arguments::now(now)?;
    let read = read_argument(facts)?;
    let doubts = exit::detached(facts.py(), || doubts_alone(&read, now));
    PyTuple::new(facts.py(), doubts)
}

/// Returns the key of the event that the fact states.
#[pyfunction]
#[pyo3(signature = (fact))]
pub fn _key(fact: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match read_argument(fact)?.as_slice() {
        [fact] => Ok(fact.key()),
        several => {
            let problem = format!("expected one fact, not {}", several.len());
            Err(Error::invalid("fact", problem)).or_raise(fact.py())
        }
    }
}

/// Decodes a document and returns the result as JSON.
#[pyfunction]
pub fn _read(document: &Bound<'_, PyAny>) -> PyResult<String> {
    let bytes = arguments::bytes("document", document)?;
    let py = document.py();
    Ok(exit::detached(py, || decoders::read(&bytes, &ReadLimits::default()).to_json()))
}

/// Returns whether a document looks like EDI.
#[pyfunction]
pub fn _is_edi(document: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(decoders::edi::recognises(&arguments::bytes("document", document)?))
}

/// Returns the voyages that documents describe, as lines of JSON.
#[pyfunction]
#[pyo3(signature = (documents, now=None))]
pub fn _voyage(documents: &Bound<'_, PyAny>, now: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let now = arguments::now(now)?;
    let mut given: Vec<Vec<u8>> = Vec::new();
    for document in documents.try_iter()? {
        given.push(arguments::bytes("documents", &document?)?);
    }
    let voyage = || {
        let mut reading = Reading::default();
        for document in &given {
            reading.join(decoders::read(document, &ReadLimits::default()));
        }
        preview::voyages(&reading, now, &FoldPolicy::default()).iter().map(Voyage::to_json_lines).collect::<String>()
    };
    let py = documents.py();
    Ok(exit::detached(py, voyage))
}
