//! Extractors that are written in Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;
use shiptrack::service::{DocumentInput, DocumentReader, Extraction};
use shiptrack::{Error, ErrorKind};

use crate::exit;
use crate::plugins::PluginSlot;
use crate::{arguments, calls, convert, errors, json_arguments};

/// A callable, or an object with a method `extract`.
pub struct PyExtractor(pub PluginSlot);

impl DocumentReader for PyExtractor {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        let read = exit::attached(|py| read(py, &self.0, source).map_err(|raised| failed(py, &raised)));
        read.unwrap_or_else(|| Err(Error::new(ErrorKind::Closed, "the Python interpreter is shutting down")))
    }
}

fn read(py: Python<'_>, place: &PluginSlot, source: &DocumentInput<'_>) -> PyResult<Option<Extraction>> {
    let extractor = place.get(py).into_bound(py);
    let call = extractor.getattr_opt("extract")?.unwrap_or(extractor);
    let content = PyBytes::new(py, source.content);
    let source = convert::structure(py, "DocumentInput")?.call1((
        source.name,
        source.content_type,
        content,
        source.email_body,
    ))?;
    let found = calls::call_host_function(&call, &[source])?;
    if found.is_none() {
        return Ok(None);
    }
    let is_extraction = found.is_instance(&convert::structure(py, "Extraction")?)?;
    let maybe = |name: &str| {
        let value = Some(found.getattr(name)?).filter(|value| !value.is_none());
        value.map(|value| arguments::text(name, &value)).transpose()
    };
    let (payload, mut extraction) = if is_extraction {
        let mut extraction = Extraction::default();
        extraction.document_type = maybe("document_type")?;
        extraction.classification_notes = maybe("classification_notes")?;
        extraction.schema_version = arguments::text("schema_version", &found.getattr("schema_version")?)?;
        extraction.text = maybe("text")?;
        (found.getattr("payload")?, extraction)
    } else {
        (found.clone(), Extraction::default())
    };
    match json_arguments::value("payload", &payload)? {
        Value::Object(payload) => {
            extraction.payload = payload;
            Ok(Some(extraction))
        }
        _ => Err(PyTypeError::new_err("an extractor must return a dict, an Extraction or None")),
    }
}

fn failed(py: Python<'_>, raised: &PyErr) -> Error {
    let problem = format!("an extractor failed: {}", errors::describe(py, raised));
    errors::remember_exception(py, raised, &problem);
    Error::new(ErrorKind::Internal, problem)
}
