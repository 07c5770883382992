//! Parts of a request as Python gives them.

use pyo3::prelude::*;
use shiptrack::Error;
use shiptrack::http::Method;

use crate::errors::OrRaise;

/// A method, in any case.
pub fn method(py: Python<'_>, text: &str) -> PyResult<Method> {
    let refusal = || Error::invalid("method", format!("{text} is not a method of the interface"));
    Method::parse(&text.to_ascii_uppercase()).ok_or_else(refusal).or_raise(py)
}
