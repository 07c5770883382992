//! What is made of the bytes that a source of tracking data sends.

use pyo3::prelude::*;
use shiptrack::carriers::{self, ReadLimits, Reading};
use shiptrack::tracking::{FoldPolicy, Voyage};

use crate::arguments;

/// What was made of a document, as JSON.
#[pyfunction]
pub fn _read(document: &Bound<'_, PyAny>) -> PyResult<String> {
    let bytes = arguments::bytes("document", document)?;
    let py = document.py();
    Ok(py.detach(|| carriers::read(&bytes, &ReadLimits::default()).to_json()))
}

/// Whether a document looks like EDI.
#[pyfunction]
pub fn _is_edi(document: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(carriers::edi::recognises(&arguments::bytes("document", document)?))
}

/// The voyages that documents tell of, as lines of JSON.
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
            reading.join(carriers::read(document, &ReadLimits::default()));
        }
        reading.voyages(now, &FoldPolicy::default()).iter().map(Voyage::to_json_lines).collect::<String>()
    };
    let py = documents.py();
    Ok(py.detach(voyage))
}
