//! Calls any operation of the interface by its description. The generated classes of the families use it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use shiptrack::Client;
use shiptrack::client::Arguments;
use shiptrack::jsonapi::AnyResource;
use shiptrack::resources::{self, Answer, Field, Link, Operation, Parameter, Shape};

use crate::client::PyClient;
use crate::errors::OrRaise;
use crate::handle::Handle;
use crate::listing::PyListing;
use crate::options::ListOptions;
use crate::{arguments, json, json_arguments, objects, time};

/// Base class of all families.
#[pyclass(frozen, subclass, module = "shiptrack", name = "_Family")]
pub struct PyFamily {
    handle: Handle,
}

#[pymethods]
impl PyFamily {
    #[new]
    pub fn new(client: &Bound<'_, PyClient>) -> Self {
        PyFamily { handle: client.get().handle.clone() }
    }

    /// Calls an operation. The arguments have their Python names, those of the path in their order: ``given`` is passed
    /// as it is, ``optional`` without values that are ``None``.
    #[pyo3(signature = (family, name, given, optional=None))]
    fn _call(
        &self,
        py: Python<'_>,
        family: &str,
        name: &str,
        given: &Bound<'_, PyDict>,
        optional: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let known = resources::operation(family, name);
        let operation = known.ok_or_else(|| arguments::unknown_keyword(family, name, &[]))?;
        let mut call = CallArguments::default();
        for (name, value) in given {
            call.take(operation, name.cast::<PyString>()?.to_str()?, &value)?;
        }
        for (name, value) in optional.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
            call.take(operation, name.cast::<PyString>()?.to_str()?, &value)?;
        }
        call.send(py, &self.handle, operation)
    }

    /// Returns the time of the service in this process, or of this machine for a hosted service.
    fn _now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime(py, &self.handle.now().or_raise(py)?)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<{}>", slf.get_type().name()?))
    }
}

#[derive(Default)]
struct CallArguments {
    arguments: Arguments,
    /// Query parameters, each with its keyword.
    parameters: Vec<(&'static str, &'static str)>,
    options: ListOptions,
    progress: Option<Py<PyAny>>,
}

impl CallArguments {
    fn take(&mut self, operation: &'static Operation, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let before = std::mem::take(&mut self.arguments);
        self.arguments = if operation.path_arguments().any(|known| known == name) {
            before.path(path_text(operation, name, value)?)
        } else if let Some(known) = operation.parameters.iter().find(|known| known.argument == name) {
            self.parameters.push((known.name, known.argument));
            before.query(known.name, parameter_text(known, value)?)
        } else if let Some(known) = operation.fields().iter().find(|known| known.name == name) {
            before.field(name, field_value(known, value)?)
        } else if let Some(known) = operation.links().iter().find(|known| known.name == name) {
            match link_target(known, value)? {
                Some((kind, id)) => before.link(name, &kind, id),
                None => before.unlink(name),
            }
        } else if name == "include" {
            self.parameters.push(("include", "include"));
            before.include(arguments::texts(name, value)?)
        } else if name == "progress" {
            self.progress = Some(arguments::progress(value)?);
            before
        } else {
            self.options.take(operation.name, name, value)?;
            before
        };
        Ok(())
    }

    fn send(self, py: Python<'_>, handle: &Handle, operation: &'static Operation) -> PyResult<Py<PyAny>> {
        let CallArguments { arguments, parameters, options, progress } = self;
        options.refuse_duplicates(&parameters)?;
        match operation.answer {
            Answer::One(kind) => {
                let one = handle.call(py, |client| client.call_for_one::<AnyResource>(operation, &arguments))?;
                objects::from_answer(py, one.into_document(), objects::kind_of_type(kind))
            }
            Answer::Pages(kind) | Answer::All(kind) => {
                let most = options.most();
                let begin = move |client: &Client| {
                    Ok(options.apply::<AnyResource>(client.call_for_list(operation, &arguments)?))
                };
                let listing = PyListing::new(handle.clone(), objects::kind_of_type(kind), progress, most, begin);
                Ok(Py::new(py, listing)?.into_any())
            }
            _ => {
                let answer = handle.call(py, |client| client.call_for_json(operation, &arguments))?;
                Ok(json::to_python(py, &answer)?.unbind())
            }
        }
    }
}

/// Reads an id of a resource of the family that precedes it in the path, or a name such as a slug.
fn path_text(operation: &Operation, name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if name != "id" && !name.ends_with("_id") {
        return arguments::text(name, value);
    }
    let segments: Vec<_> = operation.path.split('/').collect();
    let place = segments.iter().position(|segment| segment.trim_matches(['{', '}']) == name);
    let family = place.and_then(|place| segments.get(place.checked_sub(1)?));
    match family.and_then(|family| resources::operation(family, "get")).map(|get| get.answer) {
        Some(Answer::One(kind)) => arguments::id_named(name, value, kind),
        _ => arguments::any_id(name, value),
    }
}

fn parameter_text(known: &Parameter, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = known.argument;
    match known.shape {
        Shape::Flag => Ok(arguments::flag(name, value)?.to_string()),
        Shape::Integer => Ok(arguments::whole::<u64>(name, value, 0)?.to_string()),
        Shape::Number => Ok(arguments::finite(name, value)?.to_string()),
        Shape::Moment => arguments::moment_text(name, value),
        Shape::List(_) => Ok(arguments::texts(name, value)?.join(",")),
        _ if name.ends_with("_id") => arguments::any_id(name, value),
        _ => arguments::text(name, value),
    }
}

/// `None` is a value of every shape: it clears an optional attribute.
fn field_value(known: &Field, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let name = known.name;
    if value.is_none() && !known.required {
        return Ok(Value::Null);
    }
    Ok(match known.shape {
        Shape::Text | Shape::Enumeration(_) => arguments::text(name, value)?.into(),
        Shape::Secret => arguments::secret(name, value)?.into(),
        Shape::Flag => arguments::flag(name, value)?.into(),
        Shape::Integer => arguments::whole::<u64>(name, value, 0)?.into(),
        Shape::Number => arguments::finite(name, value)?.into(),
        Shape::Moment => arguments::moment_text(name, value)?.into(),
        Shape::List(Shape::Text | Shape::Enumeration(_)) => arguments::texts(name, value)?.into(),
        Shape::Object | Shape::Structure(_) => {
            arguments::mapping(name, value)?;
            json_arguments::value(name, value)?
        }
        _ => json_arguments::value(name, value)?,
    })
}

/// Returns type and id. If several types are possible, the argument must state its type.
fn link_target(known: &Link, value: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
    if value.is_none() && !known.required {
        return Ok(None);
    }
    if let [kind] = known.targets {
        return Ok(Some(((*kind).to_owned(), arguments::id_named(known.name, value, kind)?)));
    }
    let type_name = value.getattr_opt("type")?.and_then(|type_name| type_name.extract::<String>().ok());
    match type_name.filter(|type_name| known.targets.contains(&type_name.as_str())) {
        Some(kind) => Ok(Some((kind, arguments::any_id(known.name, value)?))),
        None => {
            let what = format!("a {}, or the ResourceId of one,", known.targets.join(" or a "));
            Err(arguments::expected(known.name, &what, value))
        }
    }
}
