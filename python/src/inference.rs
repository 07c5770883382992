//! What a bare number is, as the service or this library says.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shiptrack::carriers::detect;
use shiptrack::client::{Inference, LineCandidate};

use crate::{convert, errors, named};

/// The service's answer.
pub fn object<'py>(py: Python<'py>, inferred: &Inference) -> PyResult<Bound<'py, PyAny>> {
    let members = PyDict::new(py);
    members.set_item("kind", inferred.kind().map(|kind| kind.as_str()))?;
    members.set_item("is_valid", inferred.is_valid())?;
    members.set_item("check_digit_passed", inferred.check_digit_passed())?;
    members.set_item("parsed_number", inferred.parsed_number())?;
    members.set_item("reason", inferred.reason())?;
    members.set_item("decision", inferred.decision().map(|decision| decision.to_string()))?;
    members.set_item("selected", inferred.selected().map(|line| candidate(py, &line)).transpose()?)?;
    let candidates: Vec<_> = inferred.candidates().iter().map(|line| candidate(py, line)).collect::<PyResult<_>>()?;
    members.set_item("candidates", PyTuple::new(py, candidates)?)?;
    convert::structure(py, "Inference")?.call((), Some(&members))
}

/// What this library makes of a number, without asking anybody.
#[pyfunction]
pub fn infer_number<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = named::number)] number: String,
) -> PyResult<Bound<'py, PyAny>> {
    let found = detect::detect(&number).map_err(|error| errors::raised_by_keyword(py, &error, &[]))?;
    let line = |known: &detect::Candidate| {
        let (scac, name) = (known.scac.to_owned(), Some(known.name.to_owned()));
        candidate(py, &LineCandidate { scac, name, confidence: Some(known.confidence), confirmed: None })
    };
    let members = PyDict::new(py);
    members.set_item("kind", found.number_type.kind().as_str())?;
    members.set_item("is_valid", found.validation.is_valid)?;
    members.set_item("check_digit_passed", found.validation.check_digit_passed)?;
    members.set_item("parsed_number", found.validation.parsed_number)?;
    members.set_item("reason", found.validation.reason)?;
    let decision = serde_json::to_value(found.shipping_line.decision).unwrap_or_default();
    members.set_item("decision", decision.as_str())?;
    members.set_item("selected", found.shipping_line.selected.as_ref().map(line).transpose()?)?;
    let candidates: Vec<_> = found.shipping_line.candidates.iter().map(line).collect::<PyResult<_>>()?;
    members.set_item("candidates", PyTuple::new(py, candidates)?)?;
    convert::structure(py, "Inference")?.call((), Some(&members))
}

fn candidate<'py>(py: Python<'py>, line: &LineCandidate) -> PyResult<Bound<'py, PyAny>> {
    convert::structure(py, "LineCandidate")?.call1((&line.scac, line.name.as_deref(), line.confidence, line.confirmed))
}
