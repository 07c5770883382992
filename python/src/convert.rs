//! Converts attributes and stored records to Python objects.

use std::borrow::Cow;
use std::collections::HashMap;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString, PyTuple};
use serde_json::value::RawValue;
use serde_json::{Number, Value};
use shiptrack::jsonapi::{Attribute, ResourceId, ToMany, ToOne, View};
use shiptrack::resources::{AttributeSchema, DataSource, Decimal, Shape, Structure};
use shiptrack::store::{AccountRecord, AccountSettings};

use crate::{json, time};

pub fn is_rebuilt_on_access(shape: Shape) -> bool {
    // Free-form objects are mutable, so each access returns a new one.
    matches!(shape, Shape::Flag | Shape::Integer | Shape::Number | Shape::Decimal | Shape::Object | Shape::Any)
}

pub fn is_short(shape: Shape) -> bool {
    matches!(shape, Shape::Text | Shape::Enumeration(_) | Shape::Flag | Shape::Integer)
}

/// An attribute that does not match its schema gets the value of a missing one; the original is in `other`.
pub fn attribute<'py>(py: Python<'py>, schema: &AttributeSchema, text: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let made = text.map(|text| value(py, schema.shape, text)).transpose()?.flatten();
    match made {
        Some(made) => Ok(made),
        None if schema.nullable => Ok(py.None().into_bound(py)),
        None => empty_value(py, schema.shape),
    }
}

/// The Python value of a missing attribute.
fn empty_value(py: Python<'_>, shape: Shape) -> PyResult<Bound<'_, PyAny>> {
    match shape {
        Shape::List(_) => Ok(PyTuple::empty(py).into_any()),
        Shape::Flag => Ok(PyBool::new(py, false).to_owned().into_any()),
        Shape::Integer | Shape::Number | Shape::Decimal => 0.into_bound_py_any(py),
        _ => Ok(PyString::new(py, "").into_any()),
    }
}

fn value<'py>(py: Python<'py>, shape: Shape, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = || string(text);
    Ok(match shape {
        Shape::Text | Shape::Enumeration(_) => found().map(|text| PyString::new(py, &text).into_any()),
        Shape::Secret => found().map(|text| structure(py, "Secret")?.call1((text.as_ref(),))).transpose()?,
        Shape::Moment => match found() {
            Some(text) => Some(time::timestamp(py, &text)?).filter(|made| !made.is_none()),
            None => None,
        },
        Shape::Flag => text.parse().ok().map(|flag| PyBool::new(py, flag).to_owned().into_any()),
        Shape::Integer => text.parse::<i64>().ok().map(|number| number.into_bound_py_any(py)).transpose()?,
        Shape::Number => match serde_json::from_str::<Number>(text) {
            Ok(number) => Some(json::number_to_python(py, &number)?),
            Err(_) => None,
        },
        Shape::Decimal => {
            serde_json::from_str::<Decimal>(text).ok().map(|number| PyFloat::new(py, number.as_f64()).into_any())
        }
        Shape::List(item) => list(py, *item, text)?,
        Shape::Structure(structure) => object(py, structure, text)?,
        Shape::Object => match json_value(text) {
            Some(Value::Object(members)) => Some(json::members_to_python(py, &members)?.into_any()),
            _ => None,
        },
        Shape::Any => match json_value(text) {
            Some(Value::Null) | None => None,
            Some(found) => Some(json::to_python(py, &found)?),
        },
        _ => None,
    })
}

/// Parsed as the core parses a whole resource.
fn json_value(text: &str) -> Option<Value> {
    View::new(&format!("{{\"attributes\":{{\"x\":{text}}}}}")).attribute("x").map(Attribute::to_value)
}

/// Borrowed unless the text has escapes.
pub fn string(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(inner));
    }
    // The core's reader, which reads whole resources, replaces unpaired surrogates.
    let whole = format!("{{\"attributes\":{{\"x\":{text}}}}}");
    View::new(&whole).attribute("x").and_then(Attribute::as_str).map(|text| Cow::Owned(text.into_owned()))
}

/// Items that do not match the schema are left out.
fn list<'py>(py: Python<'py>, shape: Shape, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    if text == "[]" {
        return Ok(Some(PyTuple::empty(py).into_any()));
    }
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else { return Ok(None) };
    let mut made = Vec::with_capacity(items.len());
    for item in items {
        made.extend(value(py, shape, item.get())?);
    }
    Ok(Some(PyTuple::new(py, made)?.into_any()))
}

fn object<'py>(py: Python<'py>, known: &Structure, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(found) = serde_json::from_str::<HashMap<Cow<'_, str>, &RawValue>>(text) else { return Ok(None) };
    let arguments = PyDict::new(py);
    for member in known.members {
        let member_text = found.get(member.name);
        if let Some(made) =
            member_text.map(|member_text| value(py, member.shape, member_text.get())).transpose()?.flatten()
        {
            arguments.set_item(member.name, made)?;
        }
    }
    structure(py, known.name)?.call((), Some(&arguments)).map(Some)
}

pub fn structure<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static VALUES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let values = VALUES.get_or_try_init(py, || Ok::<_, PyErr>(py.import("shiptrack.values")?.unbind()))?;
    values.bind(py).getattr(name)
}

pub fn to_one<'py>(py: Python<'py>, relationship: &ToOne) -> PyResult<Bound<'py, PyAny>> {
    match relationship.get() {
        Some(target) => resource_id(py, target),
        None => Ok(py.None().into_bound(py)),
    }
}

pub fn to_many<'py>(py: Python<'py>, relationship: &ToMany) -> PyResult<Bound<'py, PyAny>> {
    let ids: Vec<_> = relationship.get().iter().map(|target| resource_id(py, target)).collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, ids)?.into_any())
}

pub fn resource_id<'py>(py: Python<'py>, target: &ResourceId) -> PyResult<Bound<'py, PyAny>> {
    let id = time::id(py, &target.id.to_string())?;
    structure(py, "ResourceId")?.call1((&target.kind, id))
}

/// An object of a class in `shiptrack.values`, with the members of a JSON object that the class has.
pub fn from_json<'py>(py: Python<'py>, class: &str, object: impl ToString) -> PyResult<Bound<'py, PyAny>> {
    py.import("shiptrack._decode")?.call_method1("loads", (structure(py, class)?, object.to_string()))
}

pub fn account_object<'py>(py: Python<'py>, record: &AccountRecord) -> PyResult<Bound<'py, PyAny>> {
    let id = time::id(py, &record.id.to_string())?;
    let AccountSettings {
        track_numbers_in_mail,
        record_arrival_notices,
        estimate_order,
        allowed_senders,
        indirect_senders,
        authentication_server,
    } = &record.settings;
    let created = time::datetime(py, &record.created_at)?;
    let order = PyTuple::new(py, estimate_order.kinds().iter().map(DataSource::as_str))?;
    let [senders, indirect] = [allowed_senders, indirect_senders].map(|senders| PyTuple::new(py, senders.entries()));
    let (track, notices) = (*track_numbers_in_mail, *record_arrival_notices);
    let (name, company) = (&record.name, &record.company_name);
    let made = (id, name, company, created, track, notices, order, senders?, authentication_server, indirect?);
    structure(py, "AccountRecord")?.call1(made)
}
