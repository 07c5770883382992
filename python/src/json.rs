//! Converts JSON values to Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString};
use serde_json::{Map, Number, Value};

pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => number_to_python(py, number)?,
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| to_python(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(members) => members_to_python(py, members)?.into_any(),
    })
}

pub fn members_to_python<'py>(py: Python<'py>, members: &Map<String, Value>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in members {
        dict.set_item(name, to_python(py, value)?)?;
    }
    Ok(dict)
}

pub fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(whole) = number.as_i64() {
        return Ok(whole.into_pyobject(py)?.into_any());
    }
    if let Some(whole) = number.as_u64() {
        return Ok(whole.into_pyobject(py)?.into_any());
    }
    Ok(PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any())
}
