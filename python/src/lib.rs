//! x
#![forbid(unsafe_code)]
use pyo3::prelude::*;
#[pymodule(name = "_native")]
fn native(_module: &Bound<'_, PyModule>) -> PyResult<()> { Ok(()) }
