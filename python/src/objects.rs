//! Creates Python objects of resources.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use shiptrack::jsonapi::{AnyResource, Document, Page, Resource, ResourceId, ToMany, ToOne, View};
use shiptrack::{Error, ErrorKind};

use crate::errors::OrRaise;
use crate::exit;
use crate::kind::{Kind, Shared, is_keyword};
use crate::resource::{Field, FieldKind, PyResource, range_in};
use crate::types::{KINDS, add_all};
use crate::{arguments, classes, json_arguments};

/// For every type without a class.
pub static ANY: Kind = Kind {
    name: "",
    aliases: &[],
    class: "Resource",
    attributes: &[],
    relationships: &[],
    make: |py, page, place| Ok(Py::new(py, PyResource::new(page, place, &ANY))?.into_any()),
    write: classes::write::<AnyResource>,
    unmodeled: |view| match view.read_any()?.members.remove("attributes") {
        Some(Value::Object(attributes)) => Ok(attributes),
        _ => Ok(Map::new()),
    },
    same: classes::same::<AnyResource>,
    names: LazyLock::new(Vec::new),
};

/// The members of the classes are added from the schema.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyResource>()?;
    add_all(module)?;
    for kind in &KINDS {
        let class = module.getattr(kind.class)?;
        for (index, schema) in kind.attributes.iter().enumerate() {
            class.setattr(schema.name, Field { kind, index, what: FieldKind::Attribute })?;
            if is_keyword(schema.name) {
                class.setattr(format!("{}_", schema.name), Field { kind, index, what: FieldKind::Attribute })?;
            }
        }
        for (index, schema) in kind.relationships.iter().enumerate() {
            let what = if schema.many { FieldKind::Many } else { FieldKind::One };
            class.setattr(schema.name, Field { kind, index, what })?;
        }
        let names: Vec<_> = ["id"].into_iter().chain(kind.names().iter().copied()).collect();
        class.setattr("__match_args__", PyTuple::new(module.py(), names)?)?;
    }
    Ok(())
}

/// The kind for all other types if this type has no class.
pub fn kind_of_type(name: &str) -> &'static Kind {
    KINDS.iter().find(|kind| kind.name == name).unwrap_or(&ANY)
}

/// Replaces the kind for all other types by the kind that the view states.
pub fn kind_of_view(kind: &'static Kind, view: View<'_>) -> &'static Kind {
    if kind.is_any() { kind_of_type(&view.kind()) } else { kind }
}

pub fn kind_of_class(class: &Bound<'_, PyType>) -> PyResult<&'static Kind> {
    let name = class.name()?;
    let name = name.to_str()?;
    match KINDS.iter().find(|kind| kind.class == name) {
        Some(kind) => Ok(kind),
        None if name == ANY.class => Ok(&ANY),
        None => Err(PyTypeError::new_err(format!("{name} is not a resource class"))),
    }
}

/// Returns an error if the item cannot have this kind.
pub fn readable(view: View<'_>, expected: &'static Kind) -> Result<&'static Kind, Error> {
    let type_name = view.kind();
    let problem = if !view.text().starts_with('{') {
        "it is not a JSON object".to_owned()
    } else if expected.accepts(&type_name) {
        return Ok(kind_of_view(expected, view));
    } else {
        format!("its type is {type_name}")
    };
    let what = if expected.is_any() { "resource" } else { expected.name };
    Err(Error::new(ErrorKind::UnexpectedResponse, format!("this {what} cannot be read: {problem}"))
        .with_body(view.text().into()))
}

/// Uses the class for the `type` of the resource.
pub fn make(py: Python<'_>, page: &Shared, view: View<'_>) -> PyResult<Py<PyAny>> {
    make_as(py, page, view, kind_of_type(&view.kind()))
}

pub fn make_as(py: Python<'_>, page: &Shared, view: View<'_>, kind: &'static Kind) -> PyResult<Py<PyAny>> {
    (kind.make)(py, Arc::clone(page), range_in(page.text(), view.text()))
}

pub fn from_document<T: Resource>(py: Python<'_>, document: Document<T>) -> PyResult<Py<PyAny>> {
    let page: Shared = Arc::new(document.into_page().cast());
    match page.view(0) {
        Some(view) => make_as(py, &page, view, kind_of_view(kind_of_type(T::TYPE), view)),
        None => Err(unreadable(T::TYPE)).or_raise(py),
    }
}

pub fn from_resource<T: Resource>(py: Python<'_>, resource: &T) -> PyResult<Py<PyAny>> {
    let document = Document::<T>::parse(json!({ "data": resource }).to_string());
    from_document(py, document.or_raise(py)?)
}

/// Returns an error if the response has another kind.
pub fn from_answer(py: Python<'_>, document: Document<AnyResource>, kind: &'static Kind) -> PyResult<Py<PyAny>> {
    let page: Shared = Arc::new(document.into_page());
    let Some(view) = page.view(0) else { return Err(unreadable(kind.name)).or_raise(py) };
    make_as(py, &page, view, readable(view, kind).or_raise(py)?)
}

#[pymethods]
impl PyResource {
    /// Returns the included resource of a relationship, or a tuple of all of them.
    ///
    /// ``None`` or an empty tuple means that the relationship is empty. If the relationship has several resources,
    /// those that the document includes are returned. The attribute with the same name has the ids in any case.
    ///
    /// Raises :class:`~shiptrack.errors.NotIncludedError` if the resources were not included: read the resource with
    /// ``include="NAME"``. Raises ``AttributeError`` if there is no relationship with this name.
    fn related(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let known = self.kind().relationships.iter().find(|known| known.name == name);
        let relationship = self.view().relationship(name);
        if known.is_none() && relationship.is_none() {
            return Err(self.no_relationship(name));
        }
        let many = known.map_or_else(|| self.view().to_many(name) != ToMany::Absent, |known| known.many);
        if !many {
            return match self.view().to_one(name) {
                ToOne::Empty => Ok(py.None()),
                ToOne::Linked(id) => self.included(py, &id)?.ok_or_else(|| self.not_included(py, name)),
                ToOne::Absent => Err(self.not_included(py, name)),
            };
        }
        let ToMany::Linked(ids) = self.view().to_many(name) else { return Err(self.not_included(py, name)) };
        let found: Vec<_> = ids.iter().filter_map(|id| self.included(py, id).transpose()).collect::<PyResult<_>>()?;
        if found.is_empty() && !ids.is_empty() {
            return Err(self.not_included(py, name));
        }
        Ok(PyTuple::new(py, found)?.into_any().unbind())
    }

    /// Creates a resource from JSON: a resource object, or a document that contains one. Raises
    /// :class:`~shiptrack.errors.UnexpectedResponseError` if the text is neither.
    #[classmethod]
    fn from_json(cls: &Bound<'_, PyType>, text: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = cls.py();
        read_as(py, kind_of_class(cls)?, arguments::document("text", text)?)
    }

    /// Creates a resource from a dict with the form of a resource object.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, members: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let members = json_arguments::members(members)?;
        read_as(cls.py(), kind_of_class(cls)?, Value::Object(members).to_string().into_bytes())
    }
}

impl PyResource {
    fn included(&self, py: Python<'_>, id: &ResourceId) -> PyResult<Option<Py<PyAny>>> {
        let found = self.page().find_included(&id.kind, &id.id.to_string());
        found.map(|view| make(py, self.page(), view)).transpose()
    }

    fn type_words(&self) -> String {
        self.view().kind().replace('_', " ")
    }

    fn no_relationship(&self, name: &str) -> PyErr {
        let known: Vec<_> = self.kind().relationships.iter().map(|known| known.name).collect();
        let known = if known.is_empty() {
            "it has no relationships".to_owned()
        } else {
            format!("it has {}", known.join(", "))
        };
        PyAttributeError::new_err(format!("a {} has no relationship {name}: {known}", self.type_words()))
    }

    fn not_included(&self, py: Python<'_>, name: &str) -> PyErr {
        let called = self.type_words();
        let problem = format!("this {called} was read without {name}: read it again with include=[\"{name}\"]");
        let raise = || py.import("shiptrack.errors")?.getattr("NotIncludedError")?.call1((problem,));
        raise().map_or_else(|failed| failed, PyErr::from_value)
    }
}

/// Reads a resource object, or a document with one.
fn read_as(py: Python<'_>, kind: &'static Kind, bytes: Vec<u8>) -> PyResult<Py<PyAny>> {
    let page = exit::detached(py, || parse_one(bytes)).or_raise(py)?;
    let page: Shared = Arc::new(page);
    let Some(view) = page.view(0) else { return Err(unreadable(kind.name)).or_raise(py) };
    if !["type", "id", "attributes", "relationships"].iter().any(|name| has_member(view, name)) {
        let problem = "expected a resource: an object with type, id and attributes";
        return Err(Error::new(ErrorKind::UnexpectedResponse, problem)).or_raise(py);
    }
    let type_name = view.kind();
    if !kind.accepts(&type_name) {
        let problem = format!("expected a {}, not a {type_name}", kind.name);
        return Err(Error::new(ErrorKind::UnexpectedResponse, problem)).or_raise(py);
    }
    make_as(py, &page, view, kind_of_view(kind, view))
}

fn has_member(view: View<'_>, name: &str) -> bool {
    serde_json::from_str::<HashMap<Cow<'_, str>, &RawValue>>(view.text())
        .is_ok_and(|members| members.contains_key(name))
}

fn parse_one(bytes: Vec<u8>) -> Result<Page<AnyResource>, Error> {
    let is_document = serde_json::from_slice::<HashMap<Cow<'_, str>, &RawValue>>(&bytes)
        .map_or(true, |members| members.contains_key("data"));
    let bytes = if is_document { bytes } else { [b"{\"data\":", bytes.as_slice(), b"}"].concat() };
    Document::<AnyResource>::parse(bytes).map(Document::into_page)
}

fn unreadable(what: &str) -> Error {
    Error::new(ErrorKind::UnexpectedResponse, format!("the document contains no {what}"))
}
