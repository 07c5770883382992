//! Reads arguments as JSON values.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyMapping, PySequence, PyString};
use serde_json::{Map, Number, Value};

use crate::{arguments, time};

/// Maximum nesting of an argument.
const MAX_NESTING: usize = 120;

/// An error about a value inside names its path below `name`.
pub fn value(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(given, 0, &mut name.to_owned())
}

pub fn members(given: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match value("members", given)? {
        Value::Object(members) => Ok(members),
        _ => Err(arguments::expected("members", "a mapping", given)),
    }
}

/// `at` is the path of the value: `facts[0].event.at`.
fn read(value: &Bound<'_, PyAny>, depth: usize, at: &mut String) -> PyResult<Value> {
    if depth > MAX_NESTING {
        return Err(PyValueError::new_err("the value is nested too deeply: at most 120 levels are allowed"));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return arguments::text(at, text).map(Value::String);
    }
    if arguments::is_bytes(value) {
        return Err(no_form(at, value));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return read_whole(value).map_err(|_| refused(at, value, "is too large for a JSON integer"));
    }
    if value.is_instance_of::<PyFloat>() {
        let number = Number::from_f64(value.extract()?);
        return number.map(Value::Number).ok_or_else(|| refused(at, value, MISSING));
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return read_members(mapping, depth, at);
    }
    if let Ok(sequence) = value.cast::<PySequence>() {
        return read_items(sequence.as_any(), depth, at);
    }
    // pandas' NaT is an instance of `datetime`, but not equal to itself.
    if value.ne(value).unwrap_or(false) {
        return Err(refused(at, value, MISSING));
    }
    if let Some(text) = time::wire_text(value).map_err(|problem| arguments::name_argument(at, value, &problem))? {
        return Ok(Value::String(text));
    }
    // Values of this package have `to_dict()`.
    if let Ok(write) = value.getattr("to_dict") {
        return read(&write.call0()?, depth + 1, at);
    }
    if let Some(scalar) = scalar(value)? {
        return read(&scalar, depth + 1, at);
    }
    if value.try_iter().is_ok() {
        return read_items(value, depth, at);
    }
    Err(no_form(at, value))
}

fn no_form(at: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "the value".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{}{kind} cannot be written as JSON", arguments::prefix(at)))
}

/// The end of the message for NaN, NaT and similar values.
const MISSING: &str = "cannot be written as JSON: leave the member out, or pass None";

fn read_members(mapping: &Bound<'_, PyMapping>, depth: usize, at: &mut String) -> PyResult<Value> {
    let (mut members, length) = (Map::new(), at.len());
    for item in mapping.items()?.iter() {
        let (name, member): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let Ok(name) = name.extract::<String>() else {
            let problem =
                format!("{}the name of a member must be a str, not {}", arguments::prefix(at), name.get_type().name()?);
            return Err(PyTypeError::new_err(problem));
        };
        if !at.is_empty() {
            at.push('.');
        }
        at.push_str(&name);
        members.insert(name, read(&member, depth + 1, at)?);
        at.truncate(length);
    }
    Ok(Value::Object(members))
}

fn read_items(items: &Bound<'_, PyAny>, depth: usize, at: &mut String) -> PyResult<Value> {
    let (mut all, length) = (Vec::new(), at.len());
    for (index, item) in items.try_iter()?.enumerate() {
        at.push_str(&format!("[{index}]"));
        all.push(read(&item?, depth + 1, at)?);
        at.truncate(length);
    }
    Ok(Value::Array(all))
}

/// NumPy's times are not converted, because they have no time zone.
fn scalar<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Some(index) = value.getattr_opt("__index__")?
        && let Ok(whole) = index.call0()
    {
        return Ok(Some(whole));
    }
    if matches!(value.get_type().name()?.to_str()?, "datetime64" | "timedelta64") {
        return Ok(None);
    }
    let Some(item) = value.getattr_opt("item")? else { return Ok(None) };
    let Ok(item) = item.call0() else { return Ok(None) };
    let is_plain = item.is_instance_of::<PyBool>()
        || item.is_instance_of::<PyInt>()
        || item.is_instance_of::<PyFloat>()
        || item.is_instance_of::<PyString>();
    Ok(is_plain.then_some(item))
}

fn refused(at: &str, value: &Bound<'_, PyAny>, why: &str) -> PyErr {
    PyValueError::new_err(format!("{}{value} {why}", arguments::prefix(at)))
}

fn read_whole(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(whole) = value.extract::<i64>() {
        return Ok(whole.into());
    }
    value.extract::<u64>().map(Value::from)
}
