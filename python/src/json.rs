//! JSON values as Python objects, and back.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString};
use serde_json::{Map, Number, Value};

use crate::time;

/// How deep a Python structure may be nested.
const DEEPEST: usize = 120;

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

pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0)
}

pub fn members_from_python(value: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match from_python(value)? {
        Value::Object(members) => Ok(members),
        _ => Err(PyTypeError::new_err("a mapping is expected")),
    }
}

fn read(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err("the value is nested too deeply"));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.to_str()?.to_owned()));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return read_whole(value);
    }
    if value.is_instance_of::<PyFloat>() {
        let number = Number::from_f64(value.extract()?);
        return number.map(Value::Number).ok_or_else(|| PyValueError::new_err("JSON has no such number"));
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let mut members = Map::new();
        for item in mapping.items()?.iter() {
            let (name, member): (String, Bound<'_, PyAny>) = item.extract()?;
            members.insert(name, read(&member, depth + 1)?);
        }
        return Ok(Value::Object(members));
    }
    if let Ok(sequence) = value.cast::<PySequence>() {
        return sequence.try_iter()?.map(|item| read(&item?, depth + 1)).collect::<PyResult<_>>().map(Value::Array);
    }
    if let Some(text) = time::wire_text(value)? {
        return Ok(Value::String(text));
    }
    // Values of this package know how to be written.
    if let Ok(write) = value.getattr("to_dict") {
        return read(&write.call0()?, depth + 1);
    }
    if value.try_iter().is_ok() {
        return value.try_iter()?.map(|item| read(&item?, depth + 1)).collect::<PyResult<_>>().map(Value::Array);
    }
    Err(PyTypeError::new_err(format!("{} has no form in JSON", value.get_type().name()?)))
}

fn read_whole(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(whole) = value.extract::<i64>() {
        return Ok(whole.into());
    }
    value.extract::<u64>().map(Value::from)
}
