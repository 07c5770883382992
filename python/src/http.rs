//! Parts of a request as Python gives them.

use pyo3::prelude::*;
use pyo3::types::PyMapping;
use shiptrack::Error;
use shiptrack::http::Method;

use crate::errors::OrRaise;

/// A method, in any case.
pub fn method(py: Python<'_>, text: &str) -> PyResult<Method> {
    let refusal = || Error::invalid("method", format!("{text} is no method of the interface"));
    Method::parse(&text.to_ascii_uppercase()).ok_or_else(refusal).or_raise(py)
}

/// Header fields: a mapping, or pairs; names and values as `str` or `bytes`.
pub fn headers(headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let items = match headers.cast::<PyMapping>() {
        Ok(mapping) => mapping.items()?.into_any(),
        Err(_) => headers.clone(),
    };
    items
        .try_iter()?
        .map(|item| {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
            Ok((text(&name)?, text(&value)?))
        })
        .collect()
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => Ok(String::from_utf8_lossy(&value.extract::<Vec<u8>>()?).into_owned()),
    }
}
